#!/usr/bin/env bash
# What the tables of a study cost: tools/scaling_tables.sh [CASES...] (default 500 1000 2000). Runs so many cases of
# equilibrium of one simulation, each with a published value, by the release build, and prints the processor time of
# `trama table`, which is to be proportional to their number.
set -euo pipefail
cd "$(dirname "$0")/.."
trama=$PWD/build/release/trama
[ -x "$trama" ] || {
    echo "tools/scaling_tables.sh: $trama is missing: cmake --build --preset release" >&2
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ $# -gt 0 ] || set -- 500 1000 2000

write() { # CASES
    cat >"$folder/rest.yaml" <<END
experiment: rest
study:
  factors: {spring: model.omega, drag: model.damping}
  response: {column: rest_iterations}
  published: [{table: rest.csv, match: [spring, drag], compare: {rest_iterations: n}}]
case:
  labels: {simulation: one}
  model: {name: oscillator}
  integrator: {name: verlet}
  task: {name: equilibrium, dt: 0.01, horizon: 40, criteria: {displacement: [1e-2, 1e-3, 1e-4], window: 3}}
sweep:
  - grid: {model.omega: [$(seq -s ', ' 20)], model.damping: [$(seq -s ', ' $(($1 / 20)))]}
END
    awk -v n="$(($1 / 20))" 'BEGIN {
        print "# source: none\nspring,drag,n"
        for (i = 1; i <= 20; i++)
            for (j = 1; j <= n; j++)
                printf "%d,%d,%d\n", i, j, i * j % 40 + 3
    }' >"$folder/rest.csv"
}

for cases; do
    write "$cases"
    rm -rf "$folder/out"
    "$trama" run "$folder/rest.yaml" -q -o "$folder/out" >/dev/null
    TIMEFORMAT='%U %S'
    seconds=$({ time "$trama" table "$folder/out" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }')
    echo "$cases cases: $seconds s of processor time"
done
