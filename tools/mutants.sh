#!/usr/bin/env bash
# Plants faults in the sources, one at a time: do the tests see them? It takes hours and is no part of the check.
#
#     tools/mutants.sh [-n COUNT] [-s SEED] [-p I/N] [-q | --baseline] [FILE...]
#
# tools/mutants.awk lists the faults that it can plant in FILEs (default: all sources of lib, experiments and analysis; with
# --baseline, or -b, those of its numerical rooms). This script draws COUNT of them (default 100), all alike likely, by SEED
# (default 1). It builds each, and runs the tests near its file, then, without -q, all quick ones, up to the first that fails;
# with --baseline the refusals (`refused`, tools/refusals.sh) and the files of configs/regression instead, those that run the faulty
# line (tools/covered.py lines), from the shortest, up to the first that differ; a fault that none shows then runs in the sanitized
# program too, as the baseline does at night. It says of
# each whether it was killed (by which test or file), stopped (by sanitizers), SURVIVED, made the same program to the byte, or was
# stillborn (does not compile). At last: how many were, and the rate of killed ones among those that are programs of their own,
# without and with the stopped ones, with its interval of 95 % (Wilson), as counted and with survivors that a reader finds
# equivalent left out. With -p 2/3 it judges every third of those drawn, from the second: so processors, or machines, share them.
# It works at low priority on a copy, which it mounts in the place of the sources so that what is built stays built, in
# namespaces of its own (so as root): a fault may kill any process.

set -euo pipefail
cd "$(dirname "$0")/.."

count=100 seed=1 part=1/1 quick='' baseline=''
for argument in "$@"; do
    shift
    [ "$argument" != --baseline ] || argument=-b
    set -- "$@" "$argument"
done
while getopts 'n:s:p:qb' option; do
    case $option in
        n) count=$OPTARG ;;
        s) seed=$OPTARG ;;
        p) part=$OPTARG ;;
        q) quick=yes ;;
        b) baseline=yes ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))

if [ "${MUTANTS_APART:-}" != yes ]; then
    MUTANTS_APART=yes exec nice unshare --mount --pid --fork --mount-proc --kill-child \
        "$0" -n "$count" -s "$seed" -p "$part" ${quick:+-q} ${baseline:+-b} "$@"
fi

if [ $# -eq 0 ] && [ -n "$baseline" ]; then
    # normal cones and the test of all pairs are called by tests and benchmarks, and by no case
    mapfile -t files < <(git ls-files lib/{model,force,interaction,rows,rigid,collision,integrator,linear,measure} 'lib/system*' |
        grep '\.c$' | grep -vE 'collision/(cones|contour|detect_all_pairs)\.c$')
elif [ $# -eq 0 ]; then
    mapfile -t files < <(git ls-files 'lib/*.c' 'experiments/*.c' 'analysis/*.c' | grep -v /benchmark/)
else
    files=("$@")
fi

# `count` of all faults, in an order that the seed decides (Park and Miller's numbers); of these the part.
choose() {
    awk -f tools/mutants.awk "${files[@]}" |
        awk -v seed="$seed" 'BEGIN { x = seed * 48271 % 2147483647 }
            { x = x * 16807 % 2147483647; print x "\t" $0 }' | sort -n -k 1,1 |
        awk -v count="$count" -v part="${part%/*}" -v parts="${part#*/}" 'NR <= count && (NR - part) % parts == 0' | cut -f 2-
}

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
choose >"$copy/faults"
build=build/release
sanitized=build/asan+ubsan
for folder in $build ${baseline:+$sanitized build/lines}; do
    [ ! -d "$folder" ] || cp -a --parents "$folder" "$copy"
done
git ls-files -z | xargs -0 cp -a --parents -t "$copy"
mount --bind "$copy" "$PWD"
cd "$PWD"
cmake --preset release ${CCACHE_DIR:+-DCMAKE_C_COMPILER_LAUNCHER=ccache} >log 2>&1

# The names of a folder's sources that lead to FILE: itself, and all that include the header of one of them. A source without a
# header, and without a method that has a name, stands behind the headers of its folder that it includes.
leading_to() {
    local folder=${1%/*} next reached='' header=${1#*/}
    next=$(basename "$1" .c)
    if [ ! -e "${1%.c}.h" ] && ! grep -q '\.name = "' "$1"; then
        next+=$'\n'$(grep -oE "\"${header%/*}/[a-z_]+\.h" "$1" | sed 's|.*/||; s|\.h$||')
    fi
    while [ -n "$next" ]; do
        reached+=${reached:+|}${next//$'\n'/|}
        next=$(grep -lE "\"${header%/*}/(${next//$'\n'/|})\.h\"" "$folder"/*.[ch] | sed 's|.*/||; s|\..*||' | sort -u |
            grep -vxE "$reached" || true)
    done
    echo "$reached"
}

# The tests that include one of their headers, name one of their methods, or share a word of their name with FILE or its folder.
near() {
    local folder=${1%/*} names words methods
    names=$(leading_to "$1")
    methods=$(find "$folder" -regextype posix-extended -regex "$folder/($names)\.c" -exec grep -ohE '\.name = "[a-z_]+' {} + |
        sed 's/.*"//' | tr '\n' '|' || true)
    words=$(basename "$1" .c)_${folder##*/}
    {
        grep -lwE "\"${folder#*/}/($names)\.h${methods:+|${methods%|}}" tests/test_*.c || true
        find tests -maxdepth 1 -regextype posix-extended -regex "tests/test_(.*_)?(${words//_/|})s?(_.*)?\.c"
    } | sed 's|.*/||; s|\.c$||' | sort -u
}

# The tests' names as a pattern, or all; fails if one fails, and says which.
run_tests() {
    timeout 1200 ctest --test-dir $build --timeout 120 --stop-on-failure -LE slow -R "$1" >log 2>&1 && return
    printf 'killed by %s' "$(grep -m 1 -oE '[a-z0-9_]+ \.+ *[A-Za-z ]*\*\*\*[A-Za-z]+' log | sed 's/ .*//')"
    return 1
}

# PROGRAM on FILE of the baseline into DIR, as tools/regression.sh runs it.
run_file() {
    local threads=1
    [ "$2" != parallel ] || threads=$(($(nproc) > 1 ? 2 : 1))
    MALLOC_PERTURB_=165 "$1" run "configs/regression/$2.yaml" --threads "$threads" -o "$3" --quiet
}

# Refusals and results of the sound program, a folder for each file of the baseline. The names go into `order`, the shortest first.
lay_baseline() {
    local file name TIMEFORMAT=%U
    tools/refusals.sh $build/trama >sound/refused
    echo refused >order
    for file in configs/regression/*.yaml; do
        name=$(basename "$file" .yaml)
        { time run_file $build/trama "$name" "sound/$name"; } 2>took
        echo "$(cat took) $name"
    done | sort -n | cut -d ' ' -f 2 >>order
    python3 tools/covered.py lines >reached 2>building
}

# The names of `order` that run FILE's LINE; where no line of a statement, or of a table, is counted, those that run any of FILE.
reaching() {
    awk -v file="$1" -v line="$2" '
        FILENAME == "reached" && $1 == file { found[4] = $0 }
        FILENAME == "reached" { for (up = 0; up < 4; up++) if ($1 == file ":" line - up) found[up] = $0 }
        FILENAME == "order" && !listed++ {
            for (up = 0; up < 4 && !(up in found); up++) continue
            count = split(found[up], name, " ")
            for (i = 2; i <= count; i++) is_reaching[name[i]] = 1
        }
        FILENAME == "order" && $1 in is_reaching' reached order
}

# Does PROGRAM find in FILE what the sound one found? The time, in s, is more than ten times what a file takes.
finds() {
    rm -rf found
    if [ "$2" = refused ]; then
        (ulimit -t "$3" && tools/refusals.sh "$1" >found) 2>log && cmp -s sound/refused found
        return
    fi
    (ulimit -t "$3" && run_file "$1" "$2" found) >log 2>&1 &&
        sound/trama compare "sound/$2" found >log 2>&1
}

# The first of those that run FILE's LINE in which PROGRAM finds something else.
first_other() {
    local name
    while read -r name; do
        finds "$1" "$name" "$2" || {
            echo "$name"
            return
        }
    done < <(reaching "$3" "$4")
}

judge_by_baseline() {
    local name
    name=$(first_other $build/trama 60 "$@")
    if [ -n "$name" ]; then
        echo "killed by $name"
    elif cmake --build $sanitized --target trama_program >log 2>&1 && name=$(first_other $sanitized/trama 600 "$@") && [ -n "$name" ]; then
        echo "stopped by sanitizers in $name"
    else
        echo SURVIVED
    fi
}

# Test names by the time that each took when it last ran here; those that have not run come first. Where no test has ever run,
# the list of times is a line and no more: with an empty one, awk would take the names for times and list no test.
shortest_first() {
    awk 'FNR == NR { took[$1] = $3; next } { print took[$1] + 0, $1 }' \
        <(echo; cat $build/Testing/Temporary/CTestCostData.txt 2>/dev/null) - | sort -g | cut -d ' ' -f 2
}

judge_by_tests() {
    local tests test
    mapfile -t tests < <(near "$1" | shortest_first)
    for test in "${tests[@]}"; do
        cmake --build $build --target "$test" >log 2>&1
        run_tests "^$test\$" || return 0
    done
    if [ -z "$quick" ]; then
        cmake --build $build >log 2>&1 && run_tests . || return 0
    fi
    echo SURVIVED
}

# Is the fault one that no program shows? Tests call what the program may not.
is_same() {
    cmp -s $build/trama sound/trama && { [ -n "$baseline" ] || cmp -s $build/lib/libtrama.a sound/libtrama.a; }
}

# What becomes of the fault that stands in FILE's LINE.
judge() {
    if ! cmake --build $build --target trama_program >log 2>&1; then
        echo stillborn
    elif is_same; then
        echo same program
    elif [ -n "$baseline" ]; then
        judge_by_baseline "$@"
    else
        judge_by_tests "$1"
    fi
}

# KILLED of OF in per cent, and Wilson's interval of 95 %.
rate() {
    awk -v k="$1" -v n="$2" 'BEGIN {
        z = 1.959964; p = k / n; z2 = z * z / n
        mid = (p + z2 / 2) / (1 + z2); half = z * sqrt(p * (1 - p) / n + z2 / (4 * n)) / (1 + z2)
        printf "%d of %d: %.1f %% [%.1f, %.1f]\n", k, n, 100 * p, 100 * (mid - half), 100 * (mid + half)
    }'
}

# The tally, and the rates for each number of survivors that a reader may find equivalent.
conclude() {
    local killed=${tally[killed]} stopped=${tally[stopped]} survived=${tally[SURVIVED]} equivalent all
    echo "$killed killed, $stopped stopped by sanitizers, $survived survived, ${tally[same]} the same program, ${tally[stillborn]} do not compile"
    for ((equivalent = 0; equivalent <= survived; equivalent++)); do
        all=$((killed + stopped + survived - equivalent))
        [ $all -gt 0 ] || continue
        echo "$equivalent of the survivors equivalent: killed $(rate "$killed" $all)"
        [ "$stopped" -eq 0 ] || echo "    killed or stopped $(rate $((killed + stopped)) $all)"
    done
}

mkdir sound
cmake --build $build --target trama_program >log 2>&1
cp $build/trama $build/lib/libtrama.a sound/
if [ -n "$baseline" ]; then
    lay_baseline
    cmake --preset asan+ubsan ${CCACHE_DIR:+-DCMAKE_C_COMPILER_LAUNCHER=ccache} >log 2>&1
    cmake --build $sanitized --target trama_program >log 2>&1
fi
export CCACHE_READONLY=1

declare -A tally=([killed]=0 [stopped]=0 [SURVIVED]=0 [same]=0 [stillborn]=0)
while IFS=$'\t' read -r file line rule text; do
    cp "$file" sound/source
    TEXT=$text awk -v at="$line" 'FNR == at { print ENVIRON["TEXT"]; next } { print }' sound/source >"$file"
    verdict=$(judge "$file" "$line" </dev/null)
    tally[${verdict%% *}]=$((tally[${verdict%% *}] + 1))
    printf '%s:%s: %s: %s\n    %s\n' "$file" "$line" "$verdict" "$rule" "${text#"${text%%[! ]*}"}"
    cp sound/source "$file"
done <faults
conclude
