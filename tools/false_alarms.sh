#!/usr/bin/env bash
# How often `trama compare --against` calls a build slower than itself, and how often it finds one that is
# 10 % slower (build/release/trama_slowed): tools/false_alarms.sh [COMPARISONS [PAIRS]]
# The machine must do nothing else. Exits with 1 if more than 1 % are false alarms or less than 95 % are found.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-100}
pairs=${2:-30}
build=$PWD/build/release
# In memory where there is such a place: thousands of results files, each synced, would wait for the disk.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ]; then
    export TMPDIR=/dev/shm
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Another file, as another build is.
cp "$build/trama" "$work/baseline"

# times_flagged PROGRAM NAME: how many of the comparisons flag it
times_flagged() {
    local flagged=0 code
    : >"$work/$2.csv"
    for ((i = 1; i <= count; i++)); do
        code=0
        "$1" compare --against "$work/baseline" configs/regression/times/*.yaml --pairs "$pairs" -q \
            --format csv >"$work/one.csv" || code=$?
        case $code in
            0) ;;
            1) flagged=$((flagged + 1)) ;;
            *)
                echo "compare ended with exit code $code" >&2
                exit "$code"
                ;;
        esac
        cat "$work/one.csv" >>"$work/$2.csv"
    done
    echo "$flagged"
}

# verdicts NAME: how often each was given to a time
verdicts() {
    grep ',time,' "$work/$1.csv" | sed 's/.*,time,[^,]*,\([^,]*\),.*/\1/' | sort | uniq -c | sort -rn |
        awk '{ n = $1; $1 = ""; printf "%s%d%s", sep, n, $0; sep = ", " } END { print "" }'
}

start=$SECONDS
false_alarms=$(times_flagged "$build/trama" self)
echo "a build against itself: $false_alarms of $count comparisons flagged (times: $(verdicts self)); $((SECONDS - start)) s"
start=$SECONDS
found=$(times_flagged "$build/trama_slowed" slowed)
echo "a build slower by ${TRAMA_SLOWED:-10} %: $found of $count comparisons flagged (times: $(verdicts slowed)); $((SECONDS - start)) s"
[ $((false_alarms * 100)) -le "$count" ] && [ $((found * 100)) -ge $((count * 95)) ]
