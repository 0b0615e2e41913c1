#!/usr/bin/env bash
# Runs or takes up studies, each by its own make target, and makes a site of those that have results:
# tools/site.sh SITE STUDY... With RUN=no nothing is run: the results that stand are shown. The site has the documents too,
# where pandoc is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
site=$1
shift

# Where the target of a study leaves its results.
folder_of() {
    case $1 in
        reproduce) echo results/thesis ;;
        thesis) echo results/chapter5 ;;
        *) echo "results/$1" ;;
    esac
}

folders=()
for study in "$@"; do
    folder=$(folder_of "$study")
    if ! make -n "$study" >/dev/null 2>&1; then
        echo "site: there is no study '$study' here: left out"
        continue
    fi
    # A study in which something does not come out, or breaks off, is a result too: the site shows it.
    if [ "${RUN:-yes}" != no ]; then
        make --no-print-directory "$study" || echo "site: 'make $study' ended with $?"
    fi
    if [ -d "$folder" ]; then
        folders+=("$folder")
    else
        echo "site: $folder does not stand: left out"
    fi
done
documents=yes
tools/docs.sh "$site" || documents=$?
case $documents in
    yes | 77) ;;
    *) exit 2 ;;
esac
if [ "${#folders[@]}" -gt 0 ]; then
    exec build/release/trama site "${folders[@]}" -o "$site"
fi
echo "site: no study has results" >&2
[ "$documents" = yes ] || exit 2
echo "site: $site/index.html (the documents alone)"
