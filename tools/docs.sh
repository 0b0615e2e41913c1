#!/usr/bin/env bash
# Makes the documents of a site by pandoc: tools/docs.sh SITE. README.md, CONTRIBUTING.md, docs/ and examples/README.md become
# SITE/docs, with a search that needs no network. SITE/docs/front.part is the part of README.md that `trama site` shows on
# its landing page; where it has made none yet, SITE/index.html is a page with that part alone. 77: there is no pandoc.
set -euo pipefail
site=$(realpath -m "$1")
cd "$(dirname "$0")/.."
command -v pandoc >/dev/null || {
    echo "docs: pandoc is not installed: the site has no documents"
    exit 77
}

# Where a page is in SITE/docs; tools/docs/filter.lua has the same rule for links.
place() {
    sed -e 's|^README\.md$|trama.md|' -e 's|^CONTRIBUTING|contributing|' -e 's|^docs/||' -e 's|README\.md$|index.md|' -e 's|\.md$|.html|' <<<"$1"
}

# The side of a column is a class here, since the landing page's policy lets no style of an element in.
convert() { # SOURCE OPTIONS...
    DOCS_SOURCE=$1 pandoc --from gfm --to html5 --wrap none --no-highlight --lua-filter tools/docs/filter.lua "$@" |
        sed -e 's/<th\([ >]\)/<th scope="col"\1/g' -e 's/ style="text-align: right;"/ class="number"/g' -e 's/ style="text-align: \(left\|center\);"//g'
}

page() { # SOURCE
    local place root
    place=$(place "$1")
    root=$(dirname "$place" | sed -e 's|[^/.]\+|..|g' -e 's|^\.$||' -e 's|.$|&/|')
    mkdir -p "$docs/$(dirname "$place")"
    DOCS_INDEX=$parts/${1//\//-} convert "$1" --toc --toc-depth 3 --template tools/docs/page.html -V "root=$root" -V "source=$1" >"$docs/$place"
}

docs=$site/docs
if [ -e "$docs" ] && [ ! -e "$docs/index.js" ]; then
    echo "docs: $docs is there and was not made by this script" >&2
    exit 2
fi
rm -rf "$docs"
mkdir -p "$docs"
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
mapfile -t sources < <(find README.md CONTRIBUTING.md docs examples/README.md -name '*.md' | LC_ALL=C sort)
mapfile -t pictures < <(find docs -name '*.png' -o -name '*.svg')
DOCS_PAGES=" ${sources[*]} ${pictures[*]} "
export DOCS_PAGES docs parts
export -f place convert page

# shellcheck disable=SC2016 # the shell that xargs starts expands it
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'set -euo pipefail; page "$1"' page
for picture in "${pictures[@]}"; do
    cp "$picture" "$docs/${picture#docs/}"
done
cat analysis/report/page.css tools/docs/style.css >"$docs/style.css"
cp tools/docs/search.js "$docs/search.js"
{
    echo 'const sections = ['
    cat "$parts"/*
    echo '];'
} >"$docs/index.js"

DOCS_FRONT=docs/ convert README.md >"$docs/front.part"
if ! grep -qs "trama site" "$site/index.html"; then
    DOCS_FRONT=docs/ convert README.md --template tools/docs/page.html -V root=docs/ -V source=README.md -V heading=trama >"$site/index.html"
fi
echo "docs: $docs/index.html (${#sources[@]} pages)"
