#!/usr/bin/env bash
# Which room includes which. tools/arrows.sh [FOLDER] compares the #include lines of lib, engines, experiments and analysis
# (below FOLDER, or in this tree) with the table of rooms in docs/ARCHITECTURE.md. It fails if
#   a file includes what the table does not allow;      no file uses an arrow of the table;
#   a row names its own room or one below it, so that rooms could include each other in a circle;
#   a source file is in no room, or includes a file that does not exist.
# A room is a path or the beginning of one: `lib/system` is lib/system.c, lib/system_build.c and their headers.
# The longest path that fits counts. An external library is a room too, named by its header: `<hdf5.h>`, `<gsl/`.
set -euo pipefail
cd "$(dirname "$0")/.."
table=$PWD/docs/ARCHITECTURE.md
cd "${1:-.}"

mapfile -t sources < <(find lib engines experiments analysis -name '*.[ch]' | LC_ALL=C sort)
find lib engines experiments analysis -type f | awk '
function room_of(path,   room, best) {
    best = ""
    for (room in above)
        if (index(path, room) == 1 && length(room) > length(best))
            best = room
    return best
}
function resolve(name, folder,   i, n, where) {
    n = split("lib/ experiments/ . " folder, where, " ")
    for (i = 1; i <= n; i++) {
        path = (where[i] == "." ? "" : where[i]) name
        if (path in is_file)
            return path
    }
    return ""
}
function finding(text) { print text; found++ }

# The table, below the head | room |: | `room` | what it holds | `room` `room` ... |
part == "table" {
    if ($0 !~ /^\|/)
        inside = 0
    else if ($2 == "room")
        inside = 1
    if (!inside || $0 !~ /^\| *`/)
        next
    n = split($0, cell, "|")
    gsub(/[` ]/, "", cell[2])
    count = split(cell[4], known, "`")
    for (i = 2; i <= count; i += 2) {
        if (!(known[i] in above))
            finding("docs/ARCHITECTURE.md:" FNR ": " cell[2] " may not include " known[i] ", which is no row above it")
        allowed[cell[2], known[i]] = FNR
    }
    if (cell[2] in above)
        finding("docs/ARCHITECTURE.md:" FNR ": " cell[2] " has two rows")
    above[cell[2]] = FNR
    next
}
part == "files" { is_file[$0]; next }

FNR == 1 {
    folder = FILENAME
    sub(/[^\/]*$/, "", folder)
    from = room_of(FILENAME)
    files++
    if (from == "")
        finding(FILENAME ": in no room of docs/ARCHITECTURE.md")
}
/^[ \t]*#[ \t]*include[ \t]*["<]/ {
    name = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
    outside = name ~ /^</
    name = outside ? substr(name, 1, index(name, ">")) : substr(name, 2, index(substr(name, 2), "\"") - 1)
    path = outside ? name : resolve(name, folder)
    if (path == "") {
        if (name !~ /^trama_version\.h$/) # made by the build
            finding(FILENAME ":" FNR ": there is no file " name)
        next
    }
    to = room_of(path)
    if (to == "" || to == from)
        next
    if ((from, to) in allowed)
        used[from, to]
    else
        finding(FILENAME ":" FNR ": " from " must not include " to " (" name ")")
}
END {
    for (arrow in allowed)
        if (!(arrow in used)) {
            split(arrow, end, SUBSEP)
            finding("docs/ARCHITECTURE.md:" allowed[arrow] ": no file of " end[1] " includes " end[2])
        }
    if (found)
        exit 1
    for (room in above)
        rooms++
    for (arrow in used)
        arrows++
    print files " files, " rooms " rooms, " arrows " arrows, all allowed and none in a circle"
}' part=table "$table" part=files - part=sources "${sources[@]}"
