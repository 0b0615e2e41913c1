#!/usr/bin/env bash
# What the documents show of reading results, as it stands there, on results of the program: the Python of
# docs/reading-results.md and docs/results-format.md (Debian's, h5py and pandas), and h5dump.
# readers.sh TRAMA SOURCE. Exit code 77: what it needs is not installed, and what that is.
set -euo pipefail
trama=$1
source=$2
python=/usr/bin/python3

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "failed: $*"
    exit 1
}

command -v h5dump >/dev/null || skip "h5dump is not installed (hdf5-tools)"
"$python" -c 'import h5py, pandas' || skip "no h5py or no pandas (python3-h5py, python3-pandas)"
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"
# The N-th block of a language in a document; a case of the folder where any is meant.
block() { # DOCUMENT LANGUAGE N
    awk -v language="$2" -v wanted="$3" '
        $0 == "```" language { n++; on = n == wanted; next }
        $0 == "```" { on = 0 }
        on' "$source/$1" | sed "s|cases/<xx>/<id>.h5|$case|"
}

"$trama" run "$source/configs/thesis/dt-limits.yaml" --only "simulation == 'S1'" -q -o results/thesis
ln -s thesis/dt-limits results/dt-limits
case=$(cd results/dt-limits && find cases -name '*.h5' | sort | awk 'NR == 1')

# docs/reading-results.md: the limits of the first example of docs/experiment.md, of the two stiffest sheets, made smaller and searched in larger steps; what
# rk4 is excluded from has none, and the softer sheets are planned and missing.
block docs/experiment.md yaml 1 |
    sed 's/points: \[20, 20\]/points: [6, 6]/; s/horizon: 2000/horizon: 200/; s/1e-5/1e-4/g' >drape.yaml
"$trama" run drape.yaml --only 'model.zeta > 30' -q
block docs/reading-results.md python 1 >readme.py
[ "$(wc -l <readme.py)" -ge 4 ] || fail "docs/reading-results.md has no example in Python"
"$python" -W error readme.py >said || fail "the example of docs/reading-results.md ends with $?"
cat >expected <<'END'
swept/integrator.name      rk4  symplectic_euler
swept/model.zeta                                
10.0                       NaN               NaN
30.0                       NaN               NaN
100.0                  3.39375          2.321875
300.0                      NaN          1.342188
END
diff expected said || fail "the example of docs/reading-results.md prints something else"

# Its lines read any study, also what is planned and missing: here one with factors, labels, included files and long results.
sed '$d; s|results/drape|results/dt-limits|' readme.py >other.py
cat >>other.py <<'END'
print(len(cases), cases["factors/simulation"].nunique(), cases["factors/method"].nunique(), cases["result/dt_stable"].min())
END
"$python" -W error other.py >said || fail "the lines of docs/reading-results.md end with $? on another study"
[ "$(cat said)" = '36 6 6 0.01' ] || fail "the lines of docs/reading-results.md read of another study: $(cat said)"

# The index has every result of every case that is a single value, of many tasks: what it is made of at the end of a
# run, and what `trama index` makes where the cases have no summary cache that it could read (here: no seal).
for experiment in spring sheet; do
    "$trama" run "$source/tests/readers/$experiment.yaml" -q -o results
done
for experiment in drape dt-limits spring sheet; do
    folder=results/$experiment
    "$python" -W error "$source/tests/readers/index.py" "$folder/index.h5" "$source/docs/results-columns.md" ||
        fail "the index of $experiment is not as its cases"
    rm -rf unsealed
    cp -rL "$folder" unsealed
    find unsealed/cases -name '*.h5' -exec sh -c 'printf x >>"$1"' - {} \;
    "$trama" index unsealed >/dev/null
    "$python" -W error "$source/tests/readers/alike.py" "$folder/index.h5" unsealed/index.h5 ||
        fail "the index of $experiment is another one without the summary caches"
done
sed '$d; s|results/drape|results/spring|' readme.py >other.py
cat >>other.py <<'END'
print(cases.dtypes["result/drift/rate"], cases.dtypes["result/dt"], cases["result/drift/kind"].ne("").sum(),
      cases["result/drift/rate"].notna().sum(), cases["result/bytes"].notna().sum(), len(cases))
END
"$python" -W error other.py >said || fail "the lines of docs/reading-results.md end with $? on many tasks"
[ "$(cat said)" = 'float64 float64 2 2 2 12' ] || fail "the lines of docs/reading-results.md read of many tasks: $(cat said)"

# docs/results-format.md: every case and its status; the runs of one.
block docs/results-format.md python 1 >cases.py
"$python" -W error cases.py >said
[ "$(grep -c '^cases/[0-9a-f]*/[0-9a-f]*\.h5 ok$' said)" = 6 ] || fail "the cases: $(cat said)"
block docs/results-format.md python 2 >runs.py
"$python" -W error runs.py >said
"$trama" show "results/dt-limits/$case" /result/runs/iteration | tail -n +2 >iterations
[ "$(wc -l <iterations)" -ge 10 ] || fail "trama show has too few runs: $(cat iterations)"
awk 'NR > 1 { print $3 }' said | diff iterations - || fail "the runs differ: $(cat said)"
block docs/results-format.md sh 1 >dump.sh
bash dump.sh >said || fail "h5dump ends with $?: $(cat said)"
grep -q '(0): 0.01' said || fail "h5dump: $(cat said)"

# The form of every column, and quantities worked out from the others: searches, drapes and their drift, a thrown sheet.
cp "$source/tests/readers/thrown.yaml" .
"$trama" run thrown.yaml -q -o results
find -L results -path '*/cases/*' -name '*.h5' | sort >all
mapfile -t all <all
"$python" -W error "$source/tests/readers/schema.py" "$source/docs/results-columns.md" \
    unstable,fall,sideways,energy_added,momentum,strain,area_ratio,projection,out_of_plane,angular_momentum,mechanical_change,tremor,swing,contacts,measured_limit,iteration_time,processor_time \
    "${all[@]}" || fail "cases are not as the columns say"

# What ParaView reads, by a parser and a library that are not ours.
cp "$source"/tests/readers/{film.yaml,grid.yaml,mesh.yaml,square.obj} .
"$trama" run film.yaml -q -o results
for file in results/film/cases/*/*.xdmf2; do
    "$python" -W error "$source/tests/readers/xdmf.py" "$file" >said 2>&1 || fail "$file: $(cat said)"
done
"$trama" run "$source/tests/readers/touch.yaml" -q -o results
for file in results/touch/cases/*/*.xdmf2; do
    "$python" -W error "$source/tests/readers/contacts.py" "$file" >said 2>&1 || fail "$file: $(cat said)"
done
mapfile -t drawn < <(find results/film/cases results/touch/cases -name '*.h5')
"$python" -W error "$source/tests/readers/drawn.py" "${drawn[@]}" >said 2>&1 || fail "what is drawn has another digest: $(cat said)"
echo "passed: docs/reading-results.md and docs/results-format.md say how results are read"
