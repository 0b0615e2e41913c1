#!/usr/bin/env bash
# Runs experiments, draws the plots, writes the report and the tables: tools/reproduce.sh FOLDER [OPTION of trama run]... CONFIG...
# Keeps the cases of an earlier run, so that an interrupted reproduction goes on.
set -euo pipefail
cd "$(dirname "$0")/.."
results=$1
shift
trama=build/release/trama

# Exit code 3: some cases ended without a result. Tables and plots are made all the same, and say so.
ran=0
"$trama" run "$@" -o "$results" || ran=$?
if [ "$ran" -ne 0 ] && [ "$ran" -ne 3 ]; then
    exit "$ran"
fi
drawn=0
"$trama" plot "$results" || drawn=$?
reported=0
"$trama" report "$results" || reported=$?
printf '\n=== run, drawn and reported in %d s\n' "$SECONDS"
# Last, because its closing line says where the tables are and how many limits were reproduced.
tabled=0
"$trama" table "$results" || tabled=$?
[ ! -e "$results/report.html" ] || echo "report: $results/report.html"
exit $((tabled != 0 ? tabled : ran != 0 ? ran : drawn != 0 ? drawn : reported))
