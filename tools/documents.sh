#!/usr/bin/env bash
# Checks the documents: every link, and every name of a page in backquotes, leads to a file; words are spelt right. With pages
# named, these alone: tools/documents.sh [PAGE...]. Without hunspell spelling is not checked, and a line says so.
set -euo pipefail
all_pages() {
    find README.md CONTRIBUTING.md examples/README.md docs -name '*.md' | sort
}

# A link is read from the page's folder; a name also from the root and from docs/. compare.md is no page: `trama compare`
# writes it.
# shellcheck disable=SC2016 # backquotes are the pages' own
references() {
    local page line name folder missing=0
    while IFS=: read -r page line name; do
        folder=$(dirname "$page")
        case $name in
            ']('*) [ -e "$folder/${name#](}" ] && continue ;;
            '`compare.md`') continue ;;
            *)
                name=${name//\`/}
                [ -e "$folder/$name" ] || [ -e "$name" ] || [ -e "docs/$name" ] && continue
                ;;
        esac
        echo "$page:$line: ${name#](} is not there"
        missing=1
    done < <(grep -noE '\]\([^)#: ]+|`[^` ]+\.md`' "$@" /dev/null)
    return $missing
}

# A sentence may go over lines, so a paragraph is taken as one; rows of tables are taken by themselves. Parameters of a model are
# the program's text, with names of keys.
text_of() {
    awk '/^<!-- parameters of/ { made = 1 } /^<!-- end of parameters/ { made = 0 } made { next } /^ *```/ { code = !code; next } code || /^    / { next } /^ *\|/ { print ""; print; print ""; next } { print }' "$1" |
        awk -v RS= '{ gsub(/\n/, " "); gsub(/`[^`]*`/, " "); gsub(/"[^"]*"/, " "); gsub(/\]\([^)]*\)/, "]")
            gsub(/https?:[^ )]*|<!--[^>]*-->/, " "); print }'
}

words_of() {
    for page; do text_of "$page"; done | { grep -oP "(?<![\w\x{300}-\x{36f}])\p{Latin}[\p{Latin}']+\p{Latin}(?![\w\x{300}-\x{36f}])" || true; } |
        sed "s/'s$//" | sort -u
}

# Words that neither British English nor tools/words.txt has, each with a line that has it. Not looked at: code, addresses, what is
# quoted ("...": it is others' words, and Portuguese), words of one or two letters, and those with digits or Greek letters.
spelling() {
    if ! hunspell -d en_GB -l </dev/null >/dev/null 2>&1; then
        echo 'documents: hunspell or its dictionary en_GB is not installed: spelling is not checked'
        return 0
    fi
    local word unknown
    unknown=$(words_of "$@" | hunspell -d en_GB -i utf-8 -l | sort -u | comm -23 - tools/words.txt)
    for word in $unknown; do
        echo "\"$word\" is not in tools/words.txt: $(grep -nwF -m 1 -- "$word" "$@" /dev/null | head -n 1 | cut -c 1-120)"
    done
    [ -z "$unknown" ]
}

# The list is sorted, and each word of it is of some page.
list_of_words() {
    local unused
    LC_ALL=C sort -cu tools/words.txt || return 1
    unused=$(words_of "$@" | comm -13 - tools/words.txt)
    [ -z "$unused" ] || echo "tools/words.txt: no page has: ${unused//$'\n'/ }"
    [ -z "$unused" ]
}

mapfile -t pages < <([ $# -eq 0 ] || realpath "$@")
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
failed=0
if [ $# -eq 0 ]; then
    mapfile -t pages < <(all_pages)
    list_of_words "${pages[@]}" || failed=1
fi
references "${pages[@]}" || failed=1
spelling "${pages[@]}" || failed=1
exit $failed
