#!/usr/bin/env bash
# Many random studies, by hand: run.sh [FROM] TO, seeds from FROM (default: 1) to TO, with build/release/trama.
set -euo pipefail
cd "$(dirname "$0")/../.."
from=1 to=${1:?the last seed}
[ $# -lt 2 ] || { from=$1 to=$2; }
mapfile -t seeds < <(seq "$from" "$to")
tests/random/random.sh "${TRAMA:-build/release/trama}" "${seeds[@]}"
