#!/usr/bin/env bash
# tools/refusals.sh [PROGRAM] prints what PROGRAM (default: that of build/release) says of every change in
# configs/regression/refused: why it refuses the case, with its place, or `accepted`. Each BASE.yaml there is a case that is accepted,
# and BASE.txt lists its changes, one a line: `path: value; path: value`. Lines that begin with # are comments.
# tools/regression.sh compares the output with results/baselines/refusals.txt, tools/mutants.sh with that of the sound program.
set -euo pipefail
cd "$(dirname "$0")/.."
TRAMA=$(realpath "${1:-build/release/trama}")
export TRAMA MALLOC_PERTURB_=165
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp configs/regression/refused/* "$work"

# BASE-N.yaml for each change, the base with a sweep of one case, and its name and text in `changes`.
for base in configs/regression/refused/*.yaml; do
    awk -v folder="$work" -v base="$(basename "$base" .yaml)" '
        FILENAME ~ /yaml$/ { case_text = case_text $0 "\n"; next }
        /^#/ || /^$/ { next }
        {
            name = sprintf("%s-%03d", base, ++count)
            print name " " base ": " $0
            file = folder "/" name ".yaml"
            printf "%ssweep:\n  - grid:\n", case_text >file
            parts = split($0, part, "; ")
            for (i = 1; i <= parts; i++) {
                at = index(part[i], ": ")
                printf "      %s: [%s]\n", substr(part[i], 1, at - 1), substr(part[i], at + 2) >file
            }
            close(file)
        }' "$base" "${base%.yaml}.txt"
done >"$work/changes"
cd "$work"

# A dry run names every file that is refused. A faulty program may crash or never end.
say() {
    ulimit -c 0 -t 60
    "$TRAMA" run "$1"-[0-9]*.yaml --dry-run --quiet >"$1.out" 2>&1 || [ $? -eq 2 ] || echo "exit $?" >>"$1.out"
}
export -f say
# shellcheck disable=SC2016 # bash expands it
cut -d - -f 1 changes | uniq | xargs -P "$(nproc)" -n 1 bash -c 'say "$0"'

# Each change with the line that its file has; at last what is said of no file.
for base in $(cut -d - -f 1 changes | uniq); do
    awk -v base="$base" '
        FILENAME ~ /out$/ && match($0, "^" base "-[0-9]+[.]yaml:") {
            said[substr($0, 1, RLENGTH - 6)] = base substr($0, RLENGTH - 5)
            next
        }
        FILENAME ~ /out$/ { rest = rest "    " $0 "\n"; next }
        index($1, base "-") == 1 { print substr($0, length($1) + 2) "\n    " ($1 in said ? said[$1] : "accepted") }
        END { printf "%s", rest }' "$base.out" changes
done
