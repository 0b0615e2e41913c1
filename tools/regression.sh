#!/usr/bin/env bash
# tools/regression.sh check runs configs/regression (without its folder times) and compares the results with
# results/baselines/regression.txt; renew makes them the baseline instead. JUNIT=FILE writes JUnit's XML too; TRAMA=PROGRAM runs
# another program than that of build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
trama=${TRAMA:-build/release/trama}
baseline=results/baselines/regression.txt

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$trama" run configs/regression/*.yaml -o "$work" --quiet
case ${1:-check} in
    check)
        "$trama" compare "$baseline" "$work" ${JUNIT:+--junit "$JUNIT"} || {
            code=$?
            echo "results differ from $baseline; if that is meant: make baseline, and commit it with the reason" >&2
            exit "$code"
        }
        ;;
    renew)
        mkdir -p "$(dirname "$baseline")"
        "$trama" baseline "$work" -o "$baseline"
        echo "$baseline: now look at git diff"
        ;;
    *)
        echo "tools/regression.sh: '$1': check or renew" >&2
        exit 2
        ;;
esac
