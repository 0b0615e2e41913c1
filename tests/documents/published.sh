#!/usr/bin/env bash
# The tables in results/published are of today's inputs, pages have what ledger and tables have, and what is not so is told: published.sh SOURCE TRAMA. 77: no Python.
set -euo pipefail
command -v python3 >/dev/null || exit 77
cd "$1"
export TRAMA=$2
studies=$(sed -n 's/^STUDIES ?= //p' Makefile)
# shellcheck disable=SC2086 # words are studies
tools/published.sh check $studies
python3 tools/published.py pages results/published check

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "published: $1" >&2
    exit 1
}

# Another case, and another row of a published table: each is told by its name, and what to do.
export PUBLISHED=$work/held
cp -r results/published "$PUBLISHED"
tools/published.sh check nedel >"$work/out" || fail 'nedel as it stands'
[ ! -s "$work/out" ] || fail 'something is said of nedel as it stands'
sed -i 's/^\(cases nedel-drift\) [0-9]* /\1 99 /; s/^\(table nedel.friction.csv\) ./\1 x/' "$PUBLISHED/nedel/inputs"
! tools/published.sh check nedel >"$work/out" 2>"$work/err" || fail 'other inputs are not told'
grep -q '^< cases nedel-drift 99 ' "$work/out" || fail 'a changed experiment is not named'
grep -q '^< table nedel/friction.csv x' "$work/out" || fail 'a changed table is not named'
grep -q 'renew with: make published' "$work/err" || fail 'what to do is not said'
rm -r "$PUBLISHED/nedel"
tools/published.sh check nedel | grep 'missing: nedel has no tables' >/dev/null || fail 'a study without tables is not named'

# A comment is no input; a value is.
inputs() {
    "$TRAMA" run "$work/input.yaml" --dry-run 2>/dev/null | python3 tools/published.py inputs "$work/input.yaml"
}
cat >"$work/input.yaml" <<'YAML'
experiment: input
case:
  model: {name: oscillator, omega: 10}
  integrator: {name: rk4}
  task: {name: run, dt: 0.01, horizon: 10}
YAML
before=$(inputs)
[ -n "$before" ] || fail 'no inputs'
sed -i 's/^case:/# a comment\ncase:/; s/omega: 10/omega: 1.0e+1/' "$work/input.yaml"
[ "$(inputs)" = "$before" ] || fail 'a comment is an input'
sed -i 's/omega: 1.0e+1/omega: 11/' "$work/input.yaml"
[ "$(inputs)" != "$before" ] || fail 'a value is no input'

# Changed cells are told one by one, with row and column; those of times are not.
mkdir "$work/old" "$work/new"
printf 'a,b\n1,2\n3,4\n' | tee "$work/old/t.csv" >"$work/old/timing.csv"
printf 'a,b\n1,2\n3,5\n' | tee "$work/new/t.csv" >"$work/new/timing.csv"
python3 tools/published.py compare "$work/old" "$work/new" >"$work/out"
[ "$(cat "$work/out")" = 'published: old/t.csv: row 2, b: 4 -> 5' ] || fail "a changed cell is told as: $(cat "$work/out")"
