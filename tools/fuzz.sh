#!/usr/bin/env bash
# Fuzzes the readers of files, two at a time: tools/fuzz.sh SECONDS [config|csv|msh|obj|results|study|tetgen ...]. Each reader begins
# with its corpus in tests/fuzz/corpus. New inputs go to build/fuzz/corpus, and a crash to build/fuzz/<name>-crash-*.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?how many seconds each}
shift
[ $# -gt 0 ] || set -- config csv msh obj results study tetgen

TMPDIR=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # inputs, thousands a second
export TMPDIR LSAN_OPTIONS=suppressions=tests/fuzz/leaks.txt:print_suppressions=0
trap 'rm -rf "$TMPDIR"' EXIT

fuzz() {
    local name=$1 leaks=1 options
    mkdir -p "build/fuzz/corpus/$name"
    options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=100000000 -max_len=20000
        -print_final_stats=1 "-artifact_prefix=build/fuzz/$name-")
    [ ! -f "tests/fuzz/$name.dict" ] || options+=("-dict=tests/fuzz/$name.dict")
    # HDF5 1.10.8 loses memory where a file is damaged, and asks for all that a file claims.
    [ "$name" != results ] || leaks=0
    if ! ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=$leaks "build/fuzz/fuzz_$name" "${options[@]}" \
        "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" >"build/fuzz/$name.log" 2>&1; then
        tail -40 "build/fuzz/$name.log" >&2
        echo "fuzz: $name: see build/fuzz/$name.log and build/fuzz/$name-*" >&2
        return 1
    fi
    awk -v name="$name" '
        / cov: / { for (i = 1; i < NF; i++) if ($i ~ /^(cov|corp):$/) last[$i] = $(i + 1) }
        /^stat::(number_of_executed_units|peak_rss_mb)/ { stat[$1] = $2 }
        END { printf "fuzz: %s: %d inputs, %d edges, corpus %s, at most %d MiB\n", name,
                  stat["stat::number_of_executed_units:"], last["cov:"], last["corp:"], stat["stat::peak_rss_mb:"] }
    ' "build/fuzz/$name.log"
}

failed=0
while [ $# -gt 0 ]; do
    fuzz "$1" &
    first=$!
    second=$first
    if [ $# -gt 1 ]; then
        shift
        fuzz "$1" &
        second=$!
    fi
    wait "$first" || failed=1
    [ "$second" = "$first" ] || wait "$second" || failed=1
    shift
done
exit "$failed"
