#!/bin/sh
# Runs each fuzz target for some seconds and says what came out.
#   run.sh SECONDS CORPUS WORK PROGRAM...
# New inputs that reach new code are kept in WORK; one that fails is named and kept there too.
#
# SPDX-License-Identifier: MIT
set -u
seconds=$1 corpus=$2 work=$3
shift 3
passed=0
failed=0
for program in "$@"; do
    name=$(basename "$program")
    mkdir -p "$work/$name"
    log=$work/$name.log
    if "$program" -max_total_time="$seconds" -max_len=1024 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$work/$name-failed-" "$work/$name" "$corpus/$name" >"$log" 2>&1; then
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
