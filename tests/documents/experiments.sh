#!/usr/bin/env bash
# Every experiment that docs/experiment.md and docs/objects.md show can be planned, as it stands there. experiments.sh TRAMA SOURCE.
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")

# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"

# Each block is a file: by the name in its first line, or by the line that it begins at.
blocks() { # DOCUMENT PREFIX
    awk -v prefix="$2" '
    /^```(yaml|csv)$/ { inside = 1; name = ""; next }
    /^```$/ { inside = 0; next }
    inside && name == "" {
        name = prefix NR ".yaml"
        if ($1 == "#" && $2 ~ /\.(yaml|csv)$/ && NF == 2)
            name = $2
    }
    inside { print > name }' "$source/docs/$1"
}
blocks experiment.md ""
blocks objects.md objects

planned=0
for file in *.yaml; do
    grep -q '^experiment:' "$file" || continue
    "$trama" run "$file" --dry-run >cases 2>&1 || fail "$file, by its line: $(cat cases)"
    grep -q '^[1-9][0-9]* cases\?; ' cases || fail "$file has no cases"
    planned=$((planned + 1))
done
[ "$planned" -ge 9 ] || fail "only $planned experiments were found"

# What is said of them there.
cases() {
    "$trama" run "$1" --dry-run | sed -n 's/^\([0-9]*\) cases\?; .*/\1/p'
}
count() { # FILE'S EXPERIMENT
    cases "$(grep -l "^experiment: $1\b" [0-9]*.yaml)"
}
[ "$(count swept)" = 8 ] || fail "the sweep has $(count swept) cases"
[ "$(count excluded)" = 5 ] || fail "the exclusion leaves $(count excluded) cases"

[ "$(cases objects*.yaml)" = 4 ] || fail "the experiment of several objects has $(cases objects*.yaml) cases"
for name in plane sphere box; do
    grep -q "^| \`$name\`" "$source/docs/objects.md" || fail "$name is not told"
done
for name in $("$trama" list interactions | sed -n 's/^  \([a-z_]*\): .*/\1/p' | grep -v '^contact$'); do
    grep -q "^| \`$name\`" "$source/docs/contact.md" || fail "$name is not told"
done

# Every key of an experiment, every section of a case and every function is told.
printf 'experiment: x\nnothing: 1\n' >keys.yaml
for key in $("$trama" run keys.yaml --dry-run 2>&1 | sed 's/.*allowed: //; s/,//g'); do
    grep -q "^| \`$key\`" "$source/docs/experiment.md" || fail "the key $key is not told"
done
for function in sqrt floor round min max; do
    grep -q "\`[^\`]*$function(" "$source/docs/experiment.md" || fail "the function $function is not told"
done
echo "passed: $planned experiments"
