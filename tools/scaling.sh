#!/usr/bin/env bash
# What a sweep costs besides its measurements: tools/scaling.sh [CASES] [FOLDER]. Plans, runs, records
# and indexes CASES cases of one step (default 100 000) with the release build, and prints seconds of
# processor time, bytes and files. Works in FOLDER, or in a temporary folder, which it removes.
set -euo pipefail
cd "$(dirname "$0")/.."
cases=$((${1:-100000} / 2000 * 2000)) # a grid of 50 x 40 x N / 2000
trama=$PWD/build/release/trama
[ -x "$trama" ] || {
    echo "tools/scaling.sh: $trama is missing: cmake --build --preset release" >&2
    exit 1
}
if [ $# -ge 2 ]; then
    folder=$2
    mkdir -p "$folder"
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi

{
    echo 'experiment: scaling'
    echo 'case:'
    echo '  model: {name: oscillator, omega: 10}'
    echo '  integrator: {name: verlet}'
    echo '  task: {name: one_step}'
    echo 'sweep:'
    echo "  - grid:"
    echo "      model.omega: [$(seq -s ', ' 50)]"
    echo "      model.damping: [$(seq -s ', ' 40)]"
    echo "      task.number: [$(seq -s ', ' $((cases / 2000)))]"
} >"$folder/scaling.yaml"

seconds() { # COMMAND...: its processor time, user and system, with that of its workers
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}

plan=$(seconds "$trama" run "$folder/scaling.yaml" --dry-run)
run=$(seconds "$trama" run "$folder/scaling.yaml" -q -o "$folder/out")
again=$(seconds "$trama" run "$folder/scaling.yaml" -q -o "$folder/out")
index=$(seconds h5dump -d /index/status "$folder/out/scaling/index.h5")
files=$(find "$folder/out/scaling/cases" -name '*.h5' | wc -l)
[ "$files" = "$cases" ] || {
    echo "tools/scaling.sh: $files files for $cases cases" >&2
    exit 1
}
bytes=$(find "$folder/out/scaling/cases" -name '*.h5' -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
most=$(find "$folder/out/scaling/cases" -name '*.h5' -printf '%h\n' | sort | uniq -c | sort -n | awk 'END { print $1 }')
awk -v n="$cases" -v plan="$plan" -v run="$run" -v again="$again" -v index_s="$index" -v bytes="$bytes" \
    -v most="$most" -v processors="$(nproc)" 'BEGIN {
    printf "cases                 %d, on %d processors\n", n, processors
    printf "planning              %.2f s, printed too\n", plan
    printf "plan, run and index   %.2f s: %.3f ms a case\n", run, 1e3 * run / n
    printf "again: all stand      %.2f s: %.3f ms a case\n", again, 1e3 * again / n
    printf "index, one column     %.2f s\n", index_s
    printf "a case                %.1f kB (%d bytes together)\n", bytes / n / 1e3, bytes
    printf "files a folder        %d at most\n", most
}'
