#!/usr/bin/env bash
# A new user's sweep, an example as it stands: run, table, plot, report, export, LaTeX and a site of it, without a line of
# configuration. sweep.sh TRAMA SOURCE.
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")

# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"
has() { # FILE TEXT...
    local file=$1
    shift
    for text in "$@"; do
        grep -qF -- "$text" "$file" || fail "'$text' is not in $file: $(head -c 3000 "$file")"
    done
}

cp "$source/examples/first-sweep.yaml" .
"$trama" run first-sweep.yaml -q
out=results/first-sweep

# What came out, on one screen: methods against what is swept, with a number in each cell.
"$trama" table "$out" >said
has said '| zeta (N/m) |    RK4 | Symplectic Euler |' 'how far the centre of mass ends below'
[ "$(grep -cE '^\| +[0-9]+ (\| +0\.5[0-9]+ )+\|$' said)" = 4 ] || fail "the table says $(cat said)"
! grep -qE '✓|≠|nan|ok' said || fail "the table speaks of what nobody published: $(cat said)"
awk -F'|' '/^\| +[0-9]/ { if (before && $3 >= before) exit 1; before = $3 }' said || fail "a stiffer cloth does not sag less: $(cat said)"
"$trama" table "$out" runs >said 2>/dev/null
has said '| zeta (N/m) | method ' '|         10 | RK4 ' completed

# Figures, the page, and files for spreadsheets name what is swept.
"$trama" plot "$out" >said
[ -n "$(find "$out/plots" -name '*.svg')" ] || fail "no figure: $(cat said)"
"$trama" report "$out" >said
has "$out/report.html" 'zeta 10' 'zeta 80' 'first-sweep'
"$trama" export "$out" >said
has "$out/csv/first-sweep.csv" 'model.zeta [N/m],integrator.name,'
[ "$(wc -l <"$out/csv/first-sweep.csv")" = 9 ] || fail 'the CSV has not a row a case'

# Tables for an article: raw ones are CSV alone; with TeX, no box is too full in one column or in two.
for name in matrix runs; do
    has "$out/tables/$name.tex" '\toprule' '\bottomrule' '\end{table'
    has "$out/tables/article.tex" "\\input{$name}"
done
if kpsewhich siunitx.sty amssymb.sty booktabs.sty tabularx.sty graphicx.sty >/dev/null 2>&1; then
    for columns in onecolumn twocolumn; do
        (cd "$out/tables" && pdflatex -interaction=nonstopmode -halt-on-error -output-directory="$here" \
            "\\PassOptionsToClass{$columns}{article}\\input{article}" >"$here/tex" 2>&1) || fail "pdflatex: $(tail -20 tex)"
        ! grep -E '^Overfull|Float too large|Missing character' article.log || fail "pdflatex with $columns"
    done
else
    echo 'skipped: LaTeX: pdflatex with siunitx and booktabs is not installed'
fi

# A site of two studies, one of them a sweep whose plots were never drawn. Everything that a page links is there.
"$trama" run "$source/examples/convergence.yaml" -q -o other
"$trama" site "$out" other -o site >said
has said 'site: site/index.html (2 studies)'
has site/index.html '8 of 8 cases ended' '<article class="verdict open">' 'trama run' 'first-sweep/report.html'
[ -n "$(find site/other/plots -name '*.svg')" ] || fail 'the site has no figures of the other study'
if command -v python3 >/dev/null; then
    python3 "$source/tests/documents/links.py" site || fail 'links of the site'
    rm site/other/report.html
    ! python3 "$source/tests/documents/links.py" site 2>/dev/null || fail 'a page that is gone is not missed'
fi
"$trama" site nowhere "$out" -o site2 >said 2>&1 && fail 'a folder without results is not said' || code=$?
[ "$code" = 2 ] || fail "a folder without results ends with $code"
has said 'nowhere: no results; it is not in the site' 'site: site2/index.html (1 study)'
echo passed
