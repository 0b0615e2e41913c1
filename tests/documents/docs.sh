#!/usr/bin/env bash
# The documents of the site, rendered: every page is there, every link inside leads to a file or an anchor that exists, and the
# search finds a word. And what tools/documents.sh finds in a page with faults. docs.sh SOURCE; 77: no pandoc, or no Python.
# shellcheck disable=SC1091,SC2154 # common.sh, which has $here
set -euo pipefail
source=$(realpath "$1")
. "$(dirname "$0")/common.sh"

# What is wrong in a page is found, each thing once, and nothing beside it.
cat >page.md <<'PAGE'
# Cloth of Verlet's `recieve`

A [link](gone.md), `docs/gone.md`, `laws.md` and "palavras citadas". It is recieved on
two lines.

    recieve
PAGE
"$source/tools/documents.sh" page.md >findings && fail 'a page with faults passes'
expected=2
if hunspell -d en_GB -l </dev/null >/dev/null 2>&1; then
    grep -q '^"recieved" is not in tools/words.txt: .*page.md:3:' findings || fail "a misspelt word: $(cat findings)"
    expected=3
fi
grep -q 'page.md:3: gone.md is not there' findings || fail "a link that leads nowhere: $(cat findings)"
grep -q 'page.md:3: docs/gone.md is not there' findings || fail "a page that is not there: $(cat findings)"
[ "$(grep -cv '^documents: ' findings)" -eq $expected ] || fail "what is right is found: $(cat findings)"

command -v python3 >/dev/null || {
    echo 'skipped: python3 is not installed'
    exit 77
}
said=$("$source/tools/docs.sh" "$here/site") || {
    code=$?
    echo "$said"
    exit $code
}
links() {
    python3 "$source/tests/documents/links.py" site
}
links || fail 'links of the documents'

# Every page of docs/ is made.
while read -r page; do
    page=${page#"$source"/docs/}
    page=${page/%README.md/index.md}
    [ -s "site/docs/${page%.md}.html" ] || fail "docs/$page is not in the site"
done < <(find "$source/docs" -name '*.md')

# Names of pages lead to them, from a folder below and back. Titles are the pages' own.
has() { # FILE TEXT
    grep -qF "$2" "site/$1" || fail "$1 lacks $2"
}
has docs/laws.html '<title>Laws: '
has docs/trama.html '<a href="laws.html"><code>docs/laws.md</code></a>'
has docs/index.html '<a href="examples/index.html"><code>../examples/README.md</code></a>'
has docs/tutorial/index.html '<a href="../tutorial/1-first-study.html">A first study</a>'
has docs/tutorial/index.html 'href="../style.css"'
has docs/front.part '<img src="docs/laws.png"'
has docs/front.part '<a href="docs/tutorial/index.html">Tutorial</a>'
# The policy of the landing page lets neither in.
! grep -nE ' style=|<script' site/docs/front.part || fail 'the front part has a style or a script'

# A page, an anchor and a picture that are gone are missed.
missed() { # FILE EXPRESSION
    cp "site/$1" kept
    sed -i "$2" "site/$1"
    ! cmp -s "site/$1" kept || fail "$1 is as before"
    ! links 2>/dev/null || fail "$1: '$2' is not missed"
    mv kept "site/$1"
}
missed docs/experiment.html 's/href="#expressions"/href="#expression"/'
missed docs/index.html 's/href="laws.html"/href="laws.md"/'
missed docs/trama.html 's/src="laws.png"/src="docs\/laws.png"/'

command -v chromium >/dev/null || {
    echo 'passed, but the search: chromium is not installed'
    exit 0
}
search() { # PAGE WORDS
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$here/profile" --virtual-time-budget=60000 --dump-dom \
        "file://$here/site/$1#search=$2" 2>/dev/null >found
}
search docs/index.html 'leapfrog%20synonyms'
grep -q '<p>0 sections</p>' found || fail "words that no section has: $(grep -A 3 'id="found"' found)"
search docs/tutorial/2-sweep.html 'largest%20steps%20bracket'
grep -qF '<a href="../laws.html#what-is-measured">Laws: the largest accurate step of a solver: What is measured</a>' found ||
    fail "the section of laws.md is not found: $(grep -A 3 'id="found"' found)"
grep -qF '<mark>bracket</mark>' found || fail 'the word is not marked'
search index.html '%3Cimg'
! grep -qE '<li>.*<img' found || fail 'what is searched for becomes a part of the page'
echo passed
