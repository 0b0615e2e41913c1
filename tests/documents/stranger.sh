#!/usr/bin/env bash
# A stranger's study, with names, a table and units that no code knows: from YAML to a tidy frame, a table with
# verdicts, and a plot. stranger.sh TRAMA.
set -euo pipefail
trama=$(realpath "$1")

# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"
mkdir springs tables

echo 'omega: 10' >springs/weak.yaml
echo 'omega: 40' >springs/strong.yaml
cat >tables/journal.csv <<'END'
# source: A journal, 2031
# unit largest ms
spring,solver,largest,page,sentence,kind
weak,leapfrog,200,7,"it holds to ""a fifth"" of a second",printed
weak,rk4,282.8,7,,read_off
strong,leapfrog,51,8,a wrong one,printed
strong,rk4,,8,nothing is printed,printed
elastic,rk4,1,9,nobody runs this,printed
END
cat >mine.yaml <<'END'
experiment: mine
study:
  question: which solver takes the largest step?
  factors: {spring: model.include, solver: integrator.name, drag: scene.damping}
  response: {column: dt_stable, unit: ms, better: larger}
  must_hold: spring == 'weak'
  published: [{table: tables/journal.csv, match: [spring, solver], compare: {dt_stable: {column: largest, relative: 0.005}}}]
case:
  model: {name: oscillator}
  scene: {damping: 0}
  bounds: {displacement: 10}
  task: {name: stable_step, horizon: 4000, search: {first: 0.001, increment: 0.001, cap: 0.5, tolerance: 0.001}}
sweep:
  - grid:
      model.include: [springs/weak.yaml, springs/strong.yaml]
      integrator.name: [leapfrog, rk4, velocity_verlet]
END

"$trama" run mine.yaml -q -o out
rm -r tables # the results need nothing else
"$trama" table out published >report 2>&1 && code=0 || code=$?
[ "$code" = 0 ] || fail "trama table ends with $code: $(cat report)"

# Tidy: a row a case, a column a variable, numbers as numbers.
"$trama" export out >/dev/null
csv=out/csv/mine.csv
field() { # ROW NAME
    sed 's/"[^"]*"/quoted/g' "$csv" | awk -F, -v row="$1" -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name || index($i, name " ") == 1) at = i }
        NR == row + 1 { print $at }'
}
[ "$(wc -l <"$csv")" = 7 ] || fail "the frame has $(wc -l <"$csv") lines"
[ "$(field 1 model.include) $(field 1 integrator.name)" = 'weak leapfrog' ] || fail "row 1 is $(sed -n 2p "$csv")"
[ "$(field 5 model.include) $(field 5 integrator.name)" = 'strong rk4' ] || fail "row 5 is $(sed -n 6p "$csv")"
awk -v limit="$(field 1 result/dt_stable)" 'BEGIN { exit !(limit > 0.199 && limit < 0.201) }' || fail "row 1 has $(field 1 result/dt_stable)"
if command -v python3 >/dev/null; then
    python3 - "$csv" <<'END' || fail 'csv of python reads another frame'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert len(rows) == 6 and {row["integrator.name"] for row in rows} == {"leapfrog", "rk4", "velocity_verlet"}
END
fi
for name in spring solver drag; do
    [ "$("$trama" show out/mine/index.h5 "/factors/$name" | wc -l)" = 7 ] || fail "the index lacks the factor $name"
done

# The table: each verdict, with page and sentence, in the unit of the response, which the caption says; what matches
# nothing is listed.
has() { grep -Eq "$1" report || fail "'$1' is not in the table: $(cat report)"; }
has '^dt_stable: .*, ms$'
has '\| weak +\| Leapfrog +\| +200 \| +200 \| reproduced ✓ +\| yes +\| +7 \| it holds to "a fifth" of a second'
has '\| weak +\| RK4 +\| +282.8 \| +28[0-9.]+ \| reproduced'
has '\| strong +\| Leapfrog +\| +51 \| +50 \| not reproduced ≠ +\| yes +\| +8 \| a wrong one'
has '\| strong +\| RK4 +\| +– \| .*\| not printed'
has '\| weak +\| Velocity Verlet +\| +– \| .*\| no published row'
has '\| elastic, rk4 +\| – +\| +1 \| +– \| no case +\| – +\| +9 \| nobody runs this'
has '2 of 3 published limits reproduced; 2 of 2 required values reproduced$'

# A plot of it, whose text has the stranger's names.
"$trama" plot out >/dev/null
[ -s out/plots/response.svg ] || fail "there is no figure: $(ls out/plots)"
grep -q strong out/plots/response.gp || fail 'the figure does not name the springs'
echo passed
