#!/bin/sh
# Runs each fuzz target and says what came out: for some seconds with inputs of its own invention, which differ from
# run to run, or over a number of inputs that is the same in every run.
#   run.sh seconds|inputs NUMBER CORPUS WORK PROGRAM...
# New inputs that reach new code are kept in WORK; one that fails is named and kept there too.
#
# SPDX-License-Identifier: MIT
set -u
kind=$1 number=$2 corpus=$3 work=$4
shift 4
passed=0
failed=0
for program in "$@"; do
    name=$(basename "$program")
    log=$work/$name.log
    case $kind in
    seconds) extent="-max_total_time=$number" found=$work/$name ;;
    inputs) extent="-runs=$number -seed=1" found=$work/$name-repeat && rm -rf "$found" ;;
    esac
    mkdir -p "$found"
    dictionary=dictionaries/$name.dict
    [ -e "$dictionary" ] && extent="$extent -dict=$dictionary"
    # A message that is too large for an assembler takes more.
    [ "$name" = uci_assembler ] && extent="$extent -max_len=8192" || extent="$extent -max_len=1024"
    # shellcheck disable=SC2086
    if "$program" $extent -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$work/$name-failed-" "$found" "$corpus/$name" >"$log" 2>&1; then
        passed=$((passed + 1))
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
        coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
        echo "  ok: $name, $runs inputs, $rate a second, $coverage edges"
    else
        failed=$((failed + 1))
        echo "  failed: $name"
        tail -40 "$log"
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
