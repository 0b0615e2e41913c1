#!/usr/bin/env bash
# Plants faults in the sources, one at a time: do the tests see them? It takes hours and is no part of the check.
#
#     tools/mutants.sh [-n COUNT] [-s SEED] [-q | -b] [FILE...]
#
# tools/mutants.awk lists the faults that it can plant in FILEs (default: all sources of lib, experiments and analysis; with
# -b those of its numerical rooms). With -b the baseline of tools/regression.sh is to see them, instead of tests.
# This script takes COUNT of them (default 100), from each folder in turn, in an order that SEED (default 1) decides. It
# builds each, and runs the tests near its file, then, without -q, all quick ones, up to the first that fails. It says of
# each whether it was killed (by which test), SURVIVED, or was stillborn (does not compile), and at last how many were.
# It works at low priority on a copy, in a process namespace of its own (so as root): a fault may kill any process.

set -euo pipefail
cd "$(dirname "$0")/.."

count=100 seed=1 quick='' baseline=''
while getopts 'n:s:qb' option; do
    case $option in
        n) count=$OPTARG ;;
        s) seed=$OPTARG ;;
        q) quick=yes ;;
        b) baseline=yes ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))

if [ "${MUTANTS_APART:-}" != yes ]; then
    MUTANTS_APART=yes exec nice unshare --pid --fork --mount-proc --kill-child \
        "$0" -n "$count" -s "$seed" ${quick:+-q} ${baseline:+-b} "$@"
fi

if [ $# -eq 0 ] && [ -n "$baseline" ]; then
    mapfile -t files < <(git ls-files lib/{model,force,interaction,rows,rigid,collision,integrator,linear,measure} 'lib/system*' |
        grep '\.c$')
elif [ $# -eq 0 ]; then
    mapfile -t files < <(git ls-files 'lib/*.c' 'experiments/*.c' 'analysis/*.c' | grep -v /benchmark/)
else
    files=("$@")
fi

# `count` of all faults, from each folder in turn, in an order that the seed decides (Park and Miller's numbers).
choose() {
    awk -f tools/mutants.awk "${files[@]}" |
        awk -v seed="$seed" 'BEGIN { x = seed * 48271 % 2147483647 }
            { x = x * 16807 % 2147483647; print x "\t" $0 }' | sort -n -k 1,1 |
        awk -F '\t' '{ room = $2; sub(/\/[^\/]*$/, "", room); print ++taken[room] "\t" $0 }' |
        sort -s -n -k 1,1 | awk -v count="$count" 'NR <= count' | cut -f 3-
}

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
choose >"$copy/faults"
git ls-files -z | xargs -0 cp --parents -t "$copy"
cd "$copy"
export CCACHE_BASEDIR=$copy
build=build/release
cmake --preset release ${CCACHE_DIR:+-DCMAKE_C_COMPILER_LAUNCHER=ccache} >log 2>&1

# The tests that include a source's header, or have its name or its folder's in theirs.
near() {
    local header=${1#*/} name folder
    name=$(basename "$1" .c)
    folder=$(basename "$(dirname "$1")")
    {
        grep -l "\"${header%.c}.h\"" tests/test_*.c || true
        find tests -maxdepth 1 -name "test_*$name*.c" -o -maxdepth 1 -name "test_*$folder*.c"
    } | sed 's|.*/||; s|\.c$||' | sort -u
}

# The tests' names as a pattern, or all; fails if one fails, and says which.
run_tests() {
    timeout 1200 ctest --test-dir $build --timeout 120 --stop-on-failure -LE slow -R "$1" >log 2>&1 && return
    printf 'killed by %s' "$(grep -m 1 -oE '[a-z0-9_]+ \.+ *\*\*\*[A-Za-z]+' log | sed 's/ .*//')"
    return 1
}

# What the baseline sees of the fault that stands in FILE.
judge_by_baseline() {
    if ! cmake --build $build --target trama_program >log 2>&1; then
        echo stillborn
    elif timeout 300 tools/regression.sh check >log 2>&1; then
        echo SURVIVED
    else
        echo "killed by $(tail -n 1 log | cut -c 1-60)"
    fi
}

# What becomes of the fault that stands in FILE.
judge() {
    local tests
    if [ -n "$baseline" ]; then
        judge_by_baseline
        return
    fi
    mapfile -t tests < <(near "$1")
    if ! cmake --build $build --target trama_program "${tests[@]}" >log 2>&1; then
        echo stillborn
        return
    fi
    if [ ${#tests[@]} -gt 0 ]; then
        run_tests "^($(IFS='|' && echo "${tests[*]}"))\$" || return 0
    fi
    if [ -z "$quick" ]; then
        cmake --build $build >log 2>&1 && run_tests . || return 0
    fi
    echo SURVIVED
}

declare -A tally=([killed]=0 [SURVIVED]=0 [stillborn]=0)
while IFS=$'\t' read -r file line rule text; do
    cp "$file" sound
    TEXT=$text awk -v at="$line" 'FNR == at { print ENVIRON["TEXT"]; next } { print }' sound >"$file"
    verdict=$(judge "$file" </dev/null)
    tally[${verdict%% *}]=$((tally[${verdict%% *}] + 1))
    printf '%s:%s: %s: %s\n    %s\n' "$file" "$line" "$verdict" "$rule" "${text#"${text%%[! ]*}"}"
    cp sound "$file"
done <faults
echo "${tally[killed]} killed, ${tally[SURVIVED]} survived, ${tally[stillborn]} do not compile"
