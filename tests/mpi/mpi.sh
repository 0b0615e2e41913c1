#!/usr/bin/env bash
# Three real ranks of Open MPI: the same results as the local pool; one of them killed, the run ends,
# and the same command finishes it. mpi.sh TRAMA SOURCE SHIM (tests/fault/shim.c). Exit code 77: it cannot start here, and why.
set -euo pipefail
trama=$1
source=$2 shim=$3

# shellcheck source=tests/mpi/common.sh
. "$(dirname "$0")/common.sh"
cp "$source"/*.yaml .
ranks() {
    three "$trama" run "$@"
}

"$trama" run cases.yaml -j 1 -q -o pool || fail "the local pool"
ranks cases.yaml timings.yaml -q -o three || fail "three ranks end with $?"
cmp <(digests pool/many/index.h5) <(digests three/many/index.h5) || fail "three ranks have other results"
h5dump -d /run/pinned three/alone/cases/*/*.h5 | grep '(0): [0-9]' >/dev/null || fail "a timing was not pinned"

# A mistake is said once.
ranks nothing.yaml >said 2>&1 && fail "a configuration that is missing ends with 0"
[ "$(grep -c '^nothing.yaml' said)" = 1 ] || fail "a mistake is not said once: $(cat said)"

# The second rank, with the process of its case, is killed as its first case would stand.
# shellcheck disable=SC2016 # of the rank's own shell
if three sh -c 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
                    export LD_PRELOAD="$0" FAULT_CALLS=rename FAULT_AT=1 FAULT_ACTION=kill
                fi
                exec "$@"' "$shim" "$trama" run cases.yaml -o killed >killed.log 2>&1; then
    fail "a run that lost a rank ends with 0"
fi
stands=$(find killed/many/cases -name '[0-9a-f]*.h5' | wc -l)
[ "$stands" -lt 40 ] || fail "all cases stand"
for _ in $(seq 1000); do # until what mpirun has left behind has gone
    ranks cases.yaml -q -o killed 2>again.log && break
    grep -q 'another run is at work' again.log || fail "the resumed run: $(cat again.log)"
    sleep 0.1
done
cmp <(digests pool/many/index.h5) <(digests killed/many/index.h5) || fail "the resumed run has other results"
[ -z "$(find killed -name '.*.tmp')" ] || fail "temporaries are left"
echo "passed: 3 ranks; one was killed when $stands of 40 cases stood, and the run resumed"
