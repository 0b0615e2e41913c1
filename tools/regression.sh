#!/usr/bin/env bash
# tools/regression.sh check runs configs/regression (without its folder times) and compares the results with
# results/baselines/regression.txt, and refusals with results/baselines/refusals.txt (tools/refusals.sh); renew makes them the
# baseline instead. JUNIT=FILE writes JUnit's XML of the results too; TRAMA=PROGRAM runs another program than that of build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
trama=${TRAMA:-build/release/trama}
baseline=results/baselines/regression.txt
refusals=results/baselines/refusals.txt

# What malloc gives is full of numbers, which no result may depend on; what frees it overwrites it.
export MALLOC_PERTURB_=165
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What is large enough for two threads has them; the other run keeps its results.
"$trama" run configs/regression/parallel.yaml --threads $(($(nproc) > 1 ? 2 : 1)) -o "$work" --quiet
"$trama" run configs/regression/*.yaml -o "$work" --quiet
tools/refusals.sh "$trama" >"$work/refusals.txt"
case ${1:-check} in
    check)
        "$trama" compare "$baseline" "$work" ${JUNIT:+--junit "$JUNIT"} || {
            code=$?
            echo "results differ from $baseline; if that is meant: make baseline, and commit it with the reason" >&2
            exit "$code"
        }
        diff -U 1 "$refusals" "$work/refusals.txt" || {
            echo "refusals differ from $refusals; if that is meant: make baseline, and commit it with the reason" >&2
            exit 1
        }
        ;;
    renew)
        mkdir -p "$(dirname "$baseline")"
        "$trama" baseline "$work" -o "$baseline"
        mv "$work/refusals.txt" "$refusals"
        echo "$baseline, $refusals: now look at git diff"
        ;;
    *)
        echo "tools/regression.sh: '$1': check or renew" >&2
        exit 2
        ;;
esac
