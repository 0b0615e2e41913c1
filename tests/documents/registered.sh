#!/usr/bin/env bash
# What is said of results comes from the results: no string of analysis, or of the libraries below it that know the study, is
# the name of a model, a method or an interaction, or a value that a label has in some experiment of configs/. Both are
# computed, from the registries and by the program. Nor is a label asked for by a name of its own: no label has a meaning.
# registered.sh TRAMA SOURCE. Strings in comments are not looked at.
set -euo pipefail
trama=$(realpath "$1")
cd "$2"
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

# Names of tasks, of tables, of quantities and of columns and their parts are what results are made of.
vocabulary() {
    grep -hoE '^TASK\([a-z_]+' experiments/task/tasks.def | sed 's/.*(//'
    grep -hoE '^TABLE\([a-z_]+' lib/*/tables.def | sed 's/.*(//'
    grep -hoE '^[A-Z_]+\([a-z_]+' lib/quantities/quantities.def | sed 's/.*(//'
    grep -hoE '"/?[a-z_/<>]+"' lib/results/columns/*.def | tr -d '"' | tr '/' '\n'
}

# FILE (all: *) and WORD: where the word is none of those names, and what it is there.
excepted() {
    cat <<'END'
* kept a word of English: of files that stay
* larger a word of English: of steps, and of a response that is better
lib/quantities/shares.c surface_traversal the interaction of which a quantity has the share
* forces a heading of a table, a word of English
* no a word of English, of a yes or no
* none a word of English: a cell that has nothing
* rows a key of a listing
* table an element of HTML, or the name of a column
END
}

registered() {
    grep -hoE '^TRAMA_(MODEL|INTEGRATOR|INTERACTION)\([a-z_0-9]+' lib/*/*.def | sed 's/.*(//'
}

plan() {
    "$trama" run "$@" --dry-run --verbose -o "$here/none" 2>/dev/null
}

# Forty configurations at a time, since a start takes longer than most plans; one by one if one of them is refused, as for
# want of a solver.
labels() {
    local configs config i
    mapfile -t configs < <(grep -rlE '^experiment:' --include='*.yaml' configs | sort)
    for ((i = 0; i < ${#configs[@]}; i += 40)); do
        plan "${configs[@]:i:40}" || for config in "${configs[@]:i:40}"; do plan "$config" || true; done
    done | sed -n 's/^labels\.[A-Za-z_0-9]* = //p' | sort -u
}

# The folders whose strings are looked at.
folders=(analysis lib/study lib/index lib/quantities)

# Calls that ask for a label by a name that the source has, and strings that are the path of one; but for a table of one
# publication.
named_labels() {
    { grep -rnE 'case_label\([^"]*"' --include='*.[ch]' "${folders[@]}" || true; strings | grep -E $'\t/?labels[./][A-Za-z_0-9]+$' || true; } |
        { grep -v '^analysis/table/scenes.c:' || true; }
}

# "FILE:LINE<TAB>STRING" of each string of the sources, without includes and comments.
# shellcheck disable=SC2016 # the dollars are awk's own
strings() {
    find "${folders[@]}" -name '*.[ch]' | sort | xargs awk '
        FNR == 1 { comment = 0 }
        /^[ \t]*#include/ { next }
        {
            rest = $0
            while (rest != "") {
                if (comment) {
                    end = index(rest, "*/")
                    if (!end) break
                    rest = substr(rest, end + 2); comment = 0
                    continue
                }
                quote = match(rest, /"([^"\\]|\\.)*"/) ? RSTART : 0
                length_ = RLENGTH
                start = index(rest, "/*")
                if (start && (!quote || start < quote)) { rest = substr(rest, start + 2); comment = 1; continue }
                if (!quote) break
                printf "%s:%d\t%s\n", FILENAME, FNR, substr(rest, quote + 1, length_ - 2)
                rest = substr(rest, quote + length_)
            }
        }'
}

registered | sort -u >"$here/registered"
labels >"$here/labels"
vocabulary | sort -u >"$here/vocabulary"
if [ "$(wc -l <"$here/registered")" -lt 40 ] || [ "$(wc -l <"$here/labels")" -lt 100 ]; then
    echo "failed: $(wc -l <"$here/registered") names and $(wc -l <"$here/labels") labels were found"
    exit 1
fi
# Numbers are no names.
grep -vE '^[-+]?[0-9.]+(e[-+]?[0-9]+)?$' "$here/labels" | comm -23 - "$here/vocabulary" | sort -u - "$here/registered" >"$here/names"
excepted >"$here/excepted"
strings | awk -F'\t' -v excepted="$here/excepted" '
    BEGIN {
        while ((getline line <excepted) > 0) { split(line, part, " "); known[part[1], part[2]] = line }
    }
    NR == FNR { name[$0] = 1; next }
    $2 in name {
        file = $1; sub(/:.*/, "", file)
        split("* " file " " file, _, " ")
        if ((("*", $2) in known)) { used["*", $2] = 1; next }
        if (((file, $2) in known)) { used[file, $2] = 1; next }
        if (((file, "*") in known)) { used[file, "*"] = 1; next }
        print $1 ": \"" $2 "\" is a registered name, or the value of a label in configs/"
        bad = 1
    }
    END {
        for (k in known) if (!(k in used)) { print "registered.sh: exception that nothing needs: " known[k]; bad = 1 }
        exit bad
    }' "$here/names" - || { echo 'failed: analysis knows names that only results may say'; exit 1; }
[ -z "$(named_labels)" ] || { named_labels; echo 'failed: no label has a meaning of its own'; exit 1; }
echo "passed: $(wc -l <"$here/names") names"
