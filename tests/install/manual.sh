#!/usr/bin/env bash
# What the program says of itself, held together: every command of the help is in the man page and in the
# completion, the page renders without a warning, and the completion offers only options that there are.
# manual.sh TRAMA. Exit code 77: groff is not installed.
set -euo pipefail
trama=$1

fail() {
    echo "failed: $*"
    exit 1
}

command -v groff >/dev/null || {
    echo "skipped: groff is not installed (groff-base)"
    exit 77
}
# `grep -q` would end before what it reads from does, which pipefail takes for a failure.
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"
"$trama" --help >help
"$trama" --man >page
"$trama" --completion >completion
mapfile -t commands < <(sed -n 's/^  trama \([a-z]*\) .*/\1/p' help)
[ "${#commands[@]}" -ge 13 ] || fail "the help names few commands: ${commands[*]}"

# The page: no line is cut, no request is unknown.
groff -man -Tutf8 -ww -P-c -P-b -P-o -P-u page >plain 2>warnings
[ ! -s warnings ] || fail "groff: $(cat warnings)"
! grep '^\\fB' page | grep -E '[^\\]-' || fail "a hyphen that is no minus cannot be copied"
for command in "${commands[@]}"; do
    grep -q "^       $command " plain || fail "the page lacks $command"
done
for section in NAME SYNOPSIS COMMANDS OPTIONS 'EXIT STATUS' EXAMPLES FILES; do
    grep -qx "$section" plain || fail "the page lacks $section"
done
# Where its lines end and how they are filled is groff's affair: 1.23 justifies.
tr -s ' \n' ' ' <plain | grep -F -- "\"simulation == 'S1' and integrator.name == 'verlet'\"" >/dev/null ||
    fail "the page has other quotes: $(grep simulation plain)"

# Every option of the help is in the page, and the other way round.
options() {
    grep -oE -- '(^|[ ,[])--?[a-z][a-z-]*' "$1" | tr -d ' ,[' | sort -u
}
diff <(options help) <(options plain) || fail "help and page have other options"

# Completion, as bash calls it: offers WORD... prints what may replace the last word.
bash -n completion || fail "the completion is no bash"
# shellcheck source=/dev/null
source ./completion
complete -p trama >/dev/null || fail "nothing completes trama"
offers() {
    # shellcheck disable=SC2034 # read by _trama
    COMP_WORDS=(trama "$@") COMP_CWORD=$#
    COMPREPLY=()
    _trama
    [ "${#COMPREPLY[@]}" -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
}
expect() { # OFFERS WORD...
    local wanted=$1 found
    shift
    found=$(offers "$@" | sort | paste -sd ' ')
    [ "$found" = "$wanted" ] || fail "'trama $*' is completed by '$found', not by '$wanted'"
}
touch 'a file.yaml'
expect 'run' ru
expect '--threads' run --th
expect 'a file.yaml' run a
expect 'all bad stale unplanned' run x.yaml --again ''
expect 'bad' run x.yaml --again b
expect 'measures models' list m
expect 'integrators interactions' list i
expect '' list N
kinds=$({ "$trama" list nonesuch 2>&1 || true; } | sed 's/.* one of //; s/ nor in the name.*//')
for kind in ${kinds//,/}; do
    offers list "$kind" | grep -x "$kind" >/dev/null || fail "nothing offers to list $kind"
    "$trama" list "$kind" >/dev/null || fail "trama list $kind"
done
expect 'slurm' script s
expect 'chain' new cha
for name in $("$trama" new | cut -d ' ' -f 1); do
    offers new '' | grep -x "$name" >/dev/null || fail "nothing offers to begin $name"
done
expect 'verify' help v
expect 'csv latex md' table --format ''
expect '--pairs --plugin' compare --p
expect '' run --no
expect '' nothing
for command in "${commands[@]}"; do
    expect "$command" "$command"
    # Without operands and values nothing is done but to say what is missing: of an option that is not
    # there, that it is unknown.
    # `laws` asks for nothing: it would run those beside the program, for minutes.
    elsewhere=()
    [ "$command" != laws ] || elsewhere=(--configs nowhere)
    for option in $(offers "$command" - | grep -vx -- --help); do
        said=$("$trama" "$command" "${elsewhere[@]}" "$option" 2>&1 </dev/null) && code=0 || code=$?
        case $code:$said in
            0:* | 2:*'needs a value'* | 2:*needed* | 2:*given* | 2:*'are of'* | 2:*'no file *.yaml is there'*) ;;
            *) fail "trama $command $option ($code): $said" ;;
        esac
    done
done
for option in $(options help); do
    grep -q -- "[ ']${option}[ ']" completion || fail "nothing offers $option"
done

# Publications: of all, of a kind, and as BibTeX reads them where it is installed.
"$trama" list --bibtex >all.bib
"$trama" list integrators --bibtex >some.bib
[ "$(grep -c '^@' all.bib)" -ge 15 ] || fail "few publications: $(cat all.bib)"
grep -q '^% model provot: Provot 1995' all.bib || fail "nobody cites Provot: $(cat all.bib)"
grep -q '^@article{verlet1967,' some.bib || fail "no publication of Verlet's: $(cat some.bib)"
! grep -q '^@mastersthesis{nedel1993\|^% model' some.bib || fail "models are no integrators: $(cat some.bib)"
if command -v bibtex >/dev/null && kpsewhich plain.bst >/dev/null; then
    mkdir bibtex # in its folder a file "plain" would stand for the style
    cp all.bib bibtex
    cd bibtex
    printf '\\citation{*}\n\\bibstyle{plain}\n\\bibdata{all}\n' >all.aux
    bibtex all >log || fail "bibtex: $(cat log)"
    ! grep -i warning log || fail "bibtex warns: $(cat log)"
    [ "$(grep -c '^.bibitem' all.bbl)" = "$(grep -c '^@' all.bib)" ] || fail "bibtex reads other entries: $(cat all.bbl)"
fi
echo "passed: ${#commands[@]} commands"
