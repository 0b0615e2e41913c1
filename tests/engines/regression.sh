#!/usr/bin/env bash
# The regression study of docs/regression.md on the solver in Python, as its first lines say, and a fault in that solver
# that a baseline and the history see. regression.sh TRAMA SOURCE; called by python.sh.
set -euo pipefail
trama=$(realpath "$1")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cp -r "$2/examples" "$2/python" "$here"
cd "$here/examples"

fail() {
    echo "failed: $*"
    exit 1
}
measure() { # FOLDER
    "$trama" run regression/own_solver.yaml --engine cloth='/usr/bin/python3 engine/cloth.py' -o "$1" --quiet
}
measure before
"$trama" baseline before/own-solver -o baseline.txt
"$trama" history add history.h5 before/own-solver --commit before >said
grep -q '^1 commit, 3 cases, 0 changes' said || fail "a first entry changes something: $(cat said)"
sed -i 's/- p.drag\[:, None\]/- 1.01 * p.drag[:, None]/' engine/cloth.py
measure after
"$trama" compare baseline.txt after/own-solver --junit regression.xml >said && fail 'a wrong drag passes'
grep -q '<failure' regression.xml || fail "JUnit has no failure: $(cat regression.xml)"
"$trama" history add history.h5 after/own-solver --commit after >said
grep -q '| before..after | series/kinetic, last ' said || fail "the history does not see a wrong drag: $(cat said)"
