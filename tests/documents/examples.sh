#!/usr/bin/env bash
# Every example runs as its first lines say, and gives what they say. examples.sh TRAMA SOURCE LIBRARY_EXAMPLE.
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")
sheet=$(realpath "$3")

# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"
mkdir "$here/bin"
ln -s "$trama" "$here/bin/trama"
cp -r "$source/examples" "$here/examples"
cd "$here/examples"
export PATH="$here/bin:$PATH" TRAMA=$source

# The commands in an example's first lines, one after the other.
run() { # FILE
    local commands line
    commands=$(sed -n '/^#/!q; s/^#     //p' "$1" | sed 's/ *#.*//')
    [ -n "$commands" ] || fail "$1 says no command"
    while read -r line; do
        bash -c "$line" >>"$1.out" 2>"$1.err" </dev/null || fail "$1: '$line' ends with $?: $(cat "$1.err")"
    done <<<"$commands"
}
# The last value of a column in every case, in the planned order, a line a case.
last() { # EXPERIMENT COLUMN
    trama show "results/$1/index.h5" /index/file | tail -n +2 | while read -r file; do
        trama show "results/$1/$file" "$2" | tail -n 1
    done
}
holds() { # CLAIM AWK-CONDITION, of the lines x[1], x[2], ... on standard input
    awk "{ x[NR] = \$1 } END { exit !($2) }" || fail "it does not hold that $1"
}

count=0
for file in *.yaml; do
    run "$file"
    grep -q "^| \`$file\`" README.md || fail "examples/README.md lacks $file"
    count=$((count + 1))
done
[ "$count" -ge 10 ] || fail "only $count examples"

# What their first lines say.
last first-sweep /result/series/drop | holds 'a stiffer cloth sags less, whatever the method' \
    'NR == 8 && x[1] > x[3] && x[3] > x[5] && x[5] > x[7] && (x[1] - x[2]) ^ 2 < 1e-6 && (x[7] - x[8]) ^ 2 < 1e-6'
[ "$(wc -l <results/first-sweep/csv/first-sweep.csv)" = 9 ] || fail 'the CSV of first-sweep has not a row a case'
[ -n "$(find results/first-sweep/plots -name '*.svg')" ] || fail 'first-sweep has no plot'
last largest-step /result/dt_stable | holds 'RK4 takes larger steps' 'x[3] > 1.4 * x[1] && x[1] > 0.001'
last largest-step /result/late_iteration | holds 'limits keep over twice the horizon' 'x[1] == -1 && x[2] == -1 && x[3] == -1'
trama show "results/equilibrium/$(trama show results/equilibrium/index.h5 /index/file | tail -n 1)" \
    /result/criteria/iteration | tail -n +2 | holds 'the finer threshold takes longer' 'x[1] > 0 && x[2] > 1.2 * x[1]'
last convergence /result/order/observed | holds 'slopes are near 1, 2 and 4' \
    '(x[1] - 1) ^ 2 < 0.01 && (x[2] - 2) ^ 2 < 0.01 && (x[3] - 4) ^ 2 < 0.1'
[ "$(last energy-drift /result/drift/kind | paste -sd ' ')" = 'unknown bounded bounded linear' ] ||
    fail "energy drifts as: $(last energy-drift /result/drift/kind | paste -sd ' ')"
last energy-drift /result/drift/rate | holds 'RK4 loses energy' 'x[4] < 0'
last contact /result/series/touch/contacts |
    holds 'the cloth slides off without friction, and stays with it' 'x[1] == 0 && x[2] > 0'
last attachment /result/series/momentum | holds 'the seam keeps momentum' '(x[1] - 0.1) ^ 2 < 1e-24 && (x[2] - 0.1) ^ 2 < 1e-24'
last attachment /result/series/seam/apart | holds 'rows hold the seam exactly, a force nearly' \
    'x[1] < 1e-12 && x[2] > 1e-9 && x[2] < 1e-3'
last prediction /result/ratio | holds 'predictions come within 5 %' 'x[1] > 0.95 && x[1] < 1.05 && x[3] > 0.95 && x[3] < 1.05'
trama advise advice.yaml --check -o results >advice.txt
grep -q '^limited by         structural ' advice.txt || fail "it is not the structural springs: $(cat advice.txt)"
trama table results/cloth-advice advice --format csv 2>/dev/null | awk -F, 'NR > 1 && $14 == "own" { print $13 }' |
    holds 'advice comes within 5 % of the bracket' 'NR == 1 && x[1] > 0.95 && x[1] < 1.05'
[ -e results/plots/worst_mode_cloth-advice.svg ] || fail 'there is no picture of the worst mode'
# Published values have verdicts, with page and sentence; a wrong one is seen, and runs nothing again.
verdicts() { # HOW MANY READ SO
    awk -F, -v verdict="$1" '{ for (i = 1; i <= NF; i++) n += $i == verdict } END { print n + 0 }' results/published/tables/published.csv
}
[ "$(verdicts reproduced)" = 6 ] || fail "$(verdicts reproduced) of 6 published limits are reproduced"
grep -qF '"L, Stability",The stability criterion reads ωΔt/2 ≤ 1 ⇒ Δt ≤ 2/ω.,published.csv' results/published/tables/published.csv ||
    fail 'the sentence is not told'
sed -i 's/^rk4,2.828/rk4,2.785/' published.csv
[[ $(trama run published.yaml 2>&1) == *'6 cases exist already'* ]] || fail 'another table ran the cases again'
trama table results/published >verdict && code=0 || code=$?
[ "$code" = 1 ] || fail "a limit that must come out and does not passes ($code)"
[ "$(verdicts 'not reproduced')" = 1 ] || fail 'the wrong limit is not seen'
grep -q '3 of 4 published values reproduced; 1 of 5 required values not reproduced' verdict || fail "the verdict is: $(tail -n 1 verdict)"
# A solver that has changed is found.
sed 's/stiffness: 40/stiffness: 41/' baseline.yaml >changed.yaml
trama run changed.yaml --plugin plugin/my_plugin.so -q -o changed
trama compare baseline.txt changed/baseline >verdict && code=0 || code=$?
[ "$code" = 1 ] || fail "a changed solver passes ($code): $(cat verdict)"
[ "$("$sheet")" = 'after 2 s the lowest node is 1.0227 m below the pins' ] || fail "library: $("$sheet")"
echo "passed: $count examples"
