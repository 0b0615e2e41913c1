#!/usr/bin/env bash
# Every file of `trama new` runs as it stands, by the commands in its first lines, and its answers are those of a closed form
# that this script computes by itself. templates.sh TRAMA SOURCE.
# shellcheck disable=SC1091,SC2016,SC2154 # common.sh, which has $here; awk's fields
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")

# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"
mkdir bin
ln -s "$trama" bin/trama
# Pictures take longer to draw than all else here; test_pictures looks at them.
gnuplot=$(command -v gnuplot || true)
cat >bin/gnuplot <<SH
#!/bin/sh
case \$2 in
    snapshots*) echo '<svg></svg>' >"\${2%.gp}.svg"; echo '%%EOF' >"\${2%.gp}.pdf" ;;
    *) exec "${gnuplot:-false}" "\$@" ;;
esac
SH
chmod +x bin/gnuplot
export PATH="$here/bin:$PATH"

trama new >listed
mapfile -t names < <(cut -d ' ' -f 1 listed)
[ "${#names[@]}" = "$(find "$source/examples/new" -name '*.yaml' | wc -l)" ] || fail "trama new lists: $(cat listed)"
for name in "${names[@]}"; do
    # Written as it stands in the source, and never over another file.
    trama new "$name" >said || fail "trama new $name ends with $?"
    cmp "$name.yaml" "$source/examples/new/$name.yaml" || fail "$name.yaml is another file"
    echo mine >"mine.yaml"
    trama new "$name" -o mine.yaml >/dev/null 2>refusal && code=0 || code=$?
    [ "$code $(cat mine.yaml)" = '2 mine' ] || fail "trama new overwrites a file ($code)"
    grep -qx "trama new: 'mine.yaml' exists already and was left alone; -o FILE names another" refusal || fail "$(cat refusal)"
    trama new --help | grep -E "^  trama new .*\\b$name\\b" >/dev/null || fail "trama new --help lacks $name"
    # Its own commands, in a folder of its own.
    mkdir "of-$name"
    mv "$name.yaml" "of-$name"
    cd "of-$name"
    sed -n '/^#/!q; s/^#     //p' "$name.yaml" >commands
    [ "$(head -n 1 commands)" = "trama run $name.yaml" ] || fail "$name.yaml begins with other commands"
    [ "$(sed 's/^next: //' ../said)" = "trama run $name.yaml" ] || fail "trama new $name says: $(cat said)"
    while read -r line; do
        $line >>"$name.out" 2>"$name.err" </dev/null || fail "'$line' ends with $?: $(cat "$name.err")"
    done <commands
    cd ..
    grep -qE '^[1-9][0-9]* ok; next: ' "of-$name/$name.out" || fail "$name: $(cat "of-$name/$name.out")"
done
ln -s nowhere dangling.yaml
! trama new chain -o dangling.yaml 2>/dev/null || fail 'trama new takes a link for no file'
[ ! -e nowhere ] || fail 'trama new writes through a link'
! trama new pendelum 2>refusal || fail 'trama new takes any name'
grep -q "unknown experiment 'pendelum'; nearest: pendulum;" refusal || fail "$(cat refusal)"

# Values of every case, a line a case, held to `good` of an awk action.
holds() { # NAME COLUMNS CLAIM ACTION
    trama table "of-$1/results/$1" --columns "$2" --format csv 2>/dev/null | tail -n +2 >values
    [ -s values ] || fail "$1 has no values"
    awk -F, "function near(x, y, share) { return (x - y) ^ 2 <= (share * y) ^ 2 }
        BEGIN { pi = atan2(0, -1) } { $4; if (!good) { print; wrong = 1 } } END { exit wrong }" values ||
        fail "$1: it does not hold that $3"
}
# Complete elliptic integrals from a table: 4 K(sin 30 degrees) = 6.743001, 4 K(sin 60 degrees) = 8.626063.
holds pendulum 'angle,steps,dt' 'the steps divide two periods and a quarter' \
    'good = near($2 * $3, 2.25 * ($1 == 60 ? 6.743001 : 8.626063) * sqrt(1.001 / 9.81), 1e-5)'
holds pendulum 'angle,steps,method,sideways' 'the ball hangs below the joint after two periods and a quarter' \
    'good = $2 < 4000 || near($4, 0.8660254, $3 == "Velocity Verlet" ? 1e-3 : 6e-3)'
# The period over the right one: x/asin(x), x = omega h/2; awk has no asin.
holds oscillator 'omega,accurate_step' 'the period is 1 % too short at the largest accurate step' \
    'x = $1 * $2 / 2; good = x > 0.2 && near(x / atan2(x, sqrt(1 - x * x)), 0.99, 1e-4)'
holds incline 'degrees,travel_x' 'a box slides as Coulomb has it' \
    'a = pi * $1 / 180; s = 9.81 * (sin(a) - 0.5 * cos(a)) / 2; good = s < 0 ? $2 ^ 2 < 1e-20 : near($2, s, 2e-3)'
holds chain 'a,links,drop' 'a chain hangs as a catenary, the nearer the more links' \
    'y = sqrt($1 ^ 2 + 0.25) - $1; good = near($3, y, 0.9 / $2 ^ 2) && $3 > y'
holds plate 'side,points,frequency' 'a plate rings at 2 pi^2 sqrt(D/mu)/L^2' \
    'good = near($3, 2 * pi ^ 2 / $1 ^ 2, 0.9 / ($2 - 1) ^ 2)'
# No closed form: nothing falls further than freely; the more friction, the less it falls.
holds drape 'points,friction,fall' 'friction holds a cloth' \
    'good = $3 > 0.2 && $3 < 9.81 / 2 && (NR % 4 == 1 || $3 < last); last = $3'
echo "passed: ${#names[@]} experiments"
