#!/usr/bin/env bash
# Random studies: what the program says of them, against their files as h5py reads them. random.sh TRAMA SEED...
# Exit code 77: python3-h5py or gnuplot is not installed.
set -euo pipefail
trama=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
python=/usr/bin/python3

"$python" -c 'import h5py, numpy' 2>/dev/null || { echo 'skipped: no h5py (python3-h5py)'; exit 77; }
command -v gnuplot >/dev/null || { echo 'skipped: no gnuplot'; exit 77; }
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
PYTHONDONTWRITEBYTECODE=1 "$python" -W error "$here/check.py" "$trama" "$results" "${@:2}"
