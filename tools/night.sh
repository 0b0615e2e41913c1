#!/usr/bin/env bash
# What takes longer than a check of a change may: the slow tests (faults at every call of a run, every law broken once), the long
# tests sanitized, the readers of files fuzzed ten minutes each, threads under ThreadSanitizer, random studies and files with
# faults from a seed of the day, planted faults, all laws, the static analyser on all files at its full depth.
# tools/night.sh [PART...]; all of them run, and what failed is said at the end. NIGHT_SHARE=5 makes five per cent of what a
# night makes, and of the laws the quick ones, to see that each part works.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
seed=$(date +%Y%m%d)000
share=${NIGHT_SHARE:-100}
failed=''
[ $# -gt 0 ] || set -- slow sanitized fuzz threads random mutated laws mutants analysis

slow() {
    local names
    mapfile -t names < <(basename -s .c -a tests/slow_*.c)
    cmake --build --preset release --parallel --target "${names[@]}" && ctest --preset release -L night --no-tests=error
}

# The baseline in the sanitized program, and what make check leaves out of its sanitized tests for their time.
sanitized() {
    cmake --preset asan+ubsan >/dev/null && cmake --build --preset asan+ubsan --parallel &&
        TRAMA=build/asan+ubsan/trama tools/regression.sh check &&
        ctest --preset asan+ubsan -L sanitized_night --no-tests=error
}

fuzz() { make --no-print-directory fuzz FUZZ_SECONDS=$((6 * share)); }

threads() {
    cmake --preset tsan >/dev/null && cmake --build --preset tsan --parallel --target test_threads &&
        ctest --preset tsan -R '^test_threads$' --no-tests=error
}

random() {
    tests/random/run.sh "$seed" $((seed + 2 * share)) &&
        tests/random/damped.sh build/release/trama $((1 + share / 5)) "$seed" 1
}

mutated() { /usr/bin/python3 tests/random/mutated.py build/release/trama . $((6 * share)) "$seed"; }

laws() {
    if [ "$share" -ge 100 ]; then
        build/release/trama laws -o results/laws
    else
        build/release/trama laws --core -o results/laws
    fi
}

mutants() { tools/mutants.sh --baseline -n "$share" -s "$seed"; }

analysis() { tools/lint.sh --deep; }

make --no-print-directory build || exit 1
for part in "$@"; do
    start=$SECONDS
    echo "=== $part"
    "$part" || failed="$failed $part"
    echo "=== $part: $((SECONDS - start)) s"
done
if [ -n "$failed" ]; then
    echo "=== failed:$failed; seed $seed" >&2
    exit 1
fi
