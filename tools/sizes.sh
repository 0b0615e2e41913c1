#!/usr/bin/env bash
# Prints how many lines each room has beside its budget in tools/sizes.txt, the largest files, functions and entries of
# tables, and the size of what is built. Fails where something is beyond its budget, so that a room grows on purpose: raise the budget in the same
# commit, or take something out.
set -euo pipefail
cd "$(dirname "$0")/.."

sources() {
    find lib analysis experiments engines tests examples -name node_modules -prune -o \( -name '*.[ch]' -o -name '*.cpp' \
        -o -name '*.def' \) -print
}

# Lines and path of each file.
counted() {
    sources | xargs -d '\n' wc -l | awk '$2 != "total" { print $1, $2 }'
}

# Lines between the braces of each function, and its place. They stand at the beginning of a line (.clang-format).
# shellcheck disable=SC2016 # the dollars are awk's own
functions() {
    sources | grep '\.c$' | grep -v '^tests/' | xargs -d '\n' awk '
        /^[a-z].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /^\{/ { start = FNR }
        /^\}/ && start { print FNR - start - 1, FILENAME ":" name; start = 0 }'
}

# Lines and path of each file that is an entry: a table, or a grid of one.
entries() {
    grep -lE '^const table_(type|part) ' analysis/table/*.c | xargs -d '\n' wc -l | awk '$2 != "total" { print $1, $2 }'
}

# Its folder is a file's room, of those with rooms below them the next folder too; a table of numbers is no code.
rooms() {
    counted | awk '
        { n = split($2, part, "/"); room = part[1]
          if (n > 2 && room ~ /^(lib|analysis|experiments|tests)$/) room = room "/" part[2]
          lines[room] += $1 }
        END { for (room in lines) print room, lines[room] }' | sort
}

echo '   lines  budget  room'
rooms | awk '
    FNR == NR { if ($0 !~ /^#/) budget[$1] = $2; next }
    { printf "%8d%8s  %s\n", $2, budget[$1], $1
      if (!($1 in budget)) wrong = wrong "sizes: " $1 " has no line in tools/sizes.txt\n"
      else if ($2 > budget[$1]) wrong = wrong "sizes: " $1 " has " $2 " lines; its budget is " budget[$1] "\n"
      seen[$1] = 1 }
    END { for (room in budget) if (!(room in seen) && room !~ /^(file|function|entry)$/)
              wrong = wrong "sizes: tools/sizes.txt has a budget for " room ", which is not there\n"
          printf "%s", wrong >"/dev/stderr"; exit wrong != "" }' tools/sizes.txt - && failed=0 || failed=1

# The largest of KIND (file, function, entry) among LINES and places, and whether it is within the budget.
largest() {
    local kind=$1 most budget
    budget=$(awk -v kind="$kind" '$1 == kind { print $2 }' tools/sizes.txt)
    most=$(sort -rn | head -n 5)
    printf '\n   lines  %s, the largest (budget: %d)\n' "$kind" "$budget"
    awk '{ printf "%8d  %s\n", $1, $2 }' <<<"$most"
    [ "${most%% *}" -le "$budget" ] || {
        echo "sizes: the largest $kind has ${most%% *} lines; the budget is $budget" >&2
        return 1
    }
}

counted | grep -E ' (lib|analysis|experiments|engines)/.*\.[ch]$' | largest file || failed=1
functions | largest function || failed=1
entries | largest entry || failed=1
built=(build/release/lib/libtrama.so build/release/trama)
if [ -e "${built[0]}" ] && [ -e "${built[1]}" ]; then
    printf '\n      kB  built (code and constants)\n'
    size "${built[@]}" | awk 'NR > 1 { printf "%8d  %s\n", $1 / 1000, $6 }'
fi
exit "$failed"
