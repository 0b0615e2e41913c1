#!/usr/bin/env bash
# The tables of the studies that results/published/ holds, beside what their configurations and results are today:
#   tools/published.sh renew STUDY...      runs each by its make target (RUN=no: takes what stands), takes its tables up, and says which cells changed
#   tools/published.sh check STUDY...      whether the inputs of the tables that are held are those of today: 1 if not; names studies without tables
#   tools/published.sh pages               writes the counts and verdicts in docs/sources by the ledger and these tables
#   tools/published.sh limits S1 DIR       whether the limits of a simulation in DIR are those that the tables of `reproduce` hold
# RESULTS is where results stand (results), PUBLISHED where tables are held (results/published), TRAMA the program. A study whose results do not stand is named, and keeps the tables it has.
set -euo pipefail
cd "$(dirname "$0")/.."
results=${RESULTS:-results}
held=${PUBLISHED:-results/published}
trama=${TRAMA:-build/release/trama}
command=$1
shift
command -v python3 >/dev/null || {
    echo 'published: python3 is not installed' >&2
    exit 2
}

# Where the target of a study leaves its results.
folder_of() {
    case $1 in
        reproduce) echo "$results/thesis" ;;
        thesis) echo "$results/chapter5" ;;
        *) echo "$results/$1" ;;
    esac
}

configs_of() {
    case $1 in
        reproduce) echo configs/thesis/*.yaml configs/thesis/explain/*.yaml ;;
        thesis) echo configs/thesis/chapter5/*.yaml ;;
        collisions) echo configs/campos/collisions/*.yaml ;;
        *) echo "configs/$1"/*.yaml ;;
    esac
}

# Digests of what a study plans, and of the published tables that it names; of statements those of the ledgers.
inputs_of() {
    local configs
    if [ "$1" = statements ]; then
        python3 tools/published.py ledgers analysis/reference/ledger
        return
    fi
    read -ra configs <<<"$(configs_of "$1")"
    "$trama" run "${configs[@]}" --dry-run 2>/dev/null | python3 tools/published.py inputs "${configs[@]}"
}

# The commits of the program that made the first case of each experiment of a folder, and of how many.
commits_of() {
    local experiment
    for experiment in "$1"/*/cases; do
        find "$experiment" -name '*.h5' | sort | sed -n 1p
    done | while read -r file; do
        "$trama" show "$file" 2>/dev/null | awk '$1 == "/run/commit" {print $2}'
    done | sort | uniq -c | awk '{print "commit", $2, $1}'
}

# The experiments of a study of which a planned case has no result, one a line. Makes the tables of its folder.
incomplete_of() {
    local folder
    folder=$(folder_of "$1")
    "$trama" table "$folder" 2>&1 >/dev/null | sed -n 's|^.*/\([A-Za-z0-9_-]*\): [0-9]* of [0-9]* planned cases have.*|\1|p' | sort -u
    inputs_of "$1" | awk '$1 == "cases" {print $2}' | while read -r experiment; do
        [ -e "$folder/$experiment/study.h5" ] || echo "$experiment"
    done
}

# Its tables, if all cases have results; its complete experiments are linked into the folder $2, to be judged by.
renew_study() {
    local study=$1 all=$2 folder taken incomplete experiment
    folder=$(folder_of "$study")
    if [ "${RUN:-yes}" != no ]; then
        make --no-print-directory "$study" || echo "published: 'make $study' ended with $?"
    fi
    if [ ! -d "$folder" ]; then
        echo "published: missing: $study: $folder does not stand"
        return
    fi
    incomplete=$(incomplete_of "$study")
    for experiment in "$folder"/*/study.h5; do
        experiment=$(basename "$(dirname "$experiment")")
        # two studies may have an experiment of one name; only moving pictures do
        if [ -e "$folder/$experiment" ] && [ ! -e "$all/$experiment" ] && ! grep -qx "$experiment" <<<"$incomplete"; then
            cp -al "$folder/$experiment" "$all/"
        fi
    done
    if [ -n "$incomplete" ]; then
        echo "published: missing: $study: its tables are not taken, since cases have no result: ${incomplete//$'\n'/ }"
        return
    fi
    taken=$(mktemp -d)
    python3 tools/published.py take "$folder/tables" "$taken"
    { commits_of "$folder" && inputs_of "$study"; } >"$taken/inputs"
    python3 tools/published.py compare "$held/$study" "$taken"
    rm -rf "${held:?}/$study"
    mkdir -p "$held"
    mv "$taken" "$held/$study"
    chmod 755 "$held/$study"
}

# What the sources say needs the cases of all studies beside each other, in a folder.
renew_statements() {
    local all=$1 taken
    taken=$(mktemp -d)
    "$trama" table "$all" statements --format csv >"$taken/statements.csv"
    if [ ! -s "$taken/statements.csv" ]; then
        echo 'published: statements: no case of these studies judges one; the table that is held stays'
        rm -r "$taken"
        return
    fi
    python3 tools/published.py unquoted "$taken/statements.csv"
    python3 tools/published.py keep "$held/statements/statements.csv" "$taken/statements.csv"
    inputs_of statements >"$taken/inputs"
    python3 tools/published.py compare "$held/statements" "$taken"
    rm -rf "${held:?}/statements"
    mkdir -p "$held"
    mv "$taken" "$held/statements"
    chmod 755 "$held/statements"
}

renew() {
    local study all
    all=$(mktemp -d -p "$results")
    for study in "$@"; do
        renew_study "$study" "$all"
    done
    renew_statements "$all"
    rm -rf "$all"
    pages
}

# The counts and verdicts in docs/sources, from the ledger and from the tables that are held.
pages() {
    python3 tools/published.py pages "$held"
}

check() {
    local study today differ=0
    today=$(mktemp)
    for study in "$@" statements; do
        if [ ! -f "$held/$study/inputs" ]; then
            echo "published: missing: $study has no tables; make published STUDIES=$study makes them"
            continue
        fi
        inputs_of "$study" >"$today"
        if ! diff <(grep -v '^commit ' "$held/$study/inputs") "$today" >"$today.diff"; then
            echo "published: $study: its tables are of other inputs (<) than those of today (>):"
            sed -n '/^[<>]/p' "$today.diff"
            differ=1
        fi
        rm -f "$today.diff"
    done
    rm -f "$today"
    [ $differ -eq 0 ] || {
        echo "published: renew with: make published" >&2
        exit 1
    }
}

limits() {
    local found
    if [ ! -f "$held/reproduce/dt_limits.csv" ]; then
        echo "published: missing: reproduce has no tables; make published STUDIES=reproduce makes them"
        return
    fi
    found=$(mktemp)
    "$trama" table "$2" dt_limits --format csv >"$found"
    python3 tools/published.py limits "$1" "$held/reproduce/dt_limits.csv" "$found"
    rm -f "$found"
}

case $command in
    renew | check | pages | limits) "$command" "$@" ;;
    *)
        echo "usage: tools/published.sh renew|check STUDY... | pages | limits SIMULATION DIR" >&2
        exit 2
        ;;
esac
