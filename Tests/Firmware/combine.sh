#!/bin/sh
# Makes one archive of one object of which only rangekit_* is seen from outside.
#   combine.sh BINUTILS-PREFIX EMULATION|- ARCHIVE BUILT OBJECT...
#
# The objects, those of the exports, hold almost all that they need of the rooms below; BUILT, the archive of all, gives
# the rest.
#
# Functions that several objects hold are taken from the first, with a reference to that object's strings, which a
# linker keeps or drops as a whole: objects with few of them come first, and those with the tables of names last.
#
# SPDX-License-Identifier: MIT
set -eu
prefix=$1 emulation=$2 archive=$3 built=$4
shift 4
[ "$emulation" = - ] && emulation= || emulation="-m $emulation"
combined=$(dirname "$archive")/rangekit.o
# shellcheck disable=SC2046,SC2086
"${prefix}ld" $emulation -r --unique --unique='.rodata*' --unique='.data*' --unique='.s*data*' -o "$combined" $("${prefix}size" -A "$@" |
    awk '/ :$/ {name = $1} /^\.rodata/ {bytes[name] += $2} /^Total/ {print bytes[name] + 0, name}' | sort -n | cut -d' ' -f2) "$built"
"${prefix}objcopy" --wildcard --keep-global-symbol='rangekit_*' --remove-section=.swift_modhash \
    --remove-section='.ARM.ex*' "$combined"
rm -f "$archive"
"${prefix}ar" rcs "$archive" "$combined"
rm "$combined"
