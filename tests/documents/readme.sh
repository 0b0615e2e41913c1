#!/usr/bin/env bash
# README's first result, as it stands there: its file is that of examples/ without comments, its commands print what it shows, and
# every command and page that it names exists. readme.sh TRAMA SOURCE.
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")

# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"

awk '/^```yaml$/ { on = 1; next } /^```$/ { on = 0 } on' "$source/README.md" >shown.yaml
grep -v '^#' "$source/examples/largest-step.yaml" | diff - shown.yaml || fail 'README shows another file than examples/largest-step.yaml'

"$trama" run shown.yaml -q -o results
"$trama" table results/largest-step >said
awk '/^print, within a few seconds:$/ { on = 1; next } on && /^[^ ]/ { exit } on && NF { print substr($0, 5) }' "$source/README.md" >expected
[ "$(wc -l <expected)" -ge 6 ] || fail 'README shows no output'
grep -F -x -f expected said >found || true
diff expected found || fail "the commands print something else: $(cat said)"

# What it names.
"$trama" --help >usage
sed -n 's/.*`trama \([a-z]*\).*/\1/p' "$source/README.md" | sort -u | while read -r command; do
    grep -q "trama $command" usage || fail "README names the command $command"
done
for document in README.md docs/README.md docs/installing.md docs/running.md docs/reading-results.md docs/your-own.md docs/thesis.md docs/methods.md docs/joints.md; do
    # shellcheck disable=SC2016
    grep -oE '`(\.\./)?[a-zA-Z/_-]+\.(md|yaml|h|py)`|\]\([a-zA-Z/._-]+\)' "$source/$document" | tr -d '`()]' | sort -u | while read -r page; do
        case $page in my.py | FILE.yaml | growing | my_*) continue ;; esac
        [ -e "$source/$page" ] || [ -e "$(dirname "$source/$document")/$page" ] || [ -e "$source/configs/thesis/$page" ] ||
            [ -e "$source/lib/$page" ] || fail "$document names $page, which is not there"
    done
done
[ "$(wc -l <"$source/README.md")" -le 120 ] || fail "README has $(wc -l <"$source/README.md") lines"
