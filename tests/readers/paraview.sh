#!/usr/bin/env bash
# ParaView's own reader on frames of a grid and of a mesh: paraview.sh TRAMA SOURCE. Exit code 77: it is
# not installed (python3-paraview, 1.1 GB, is not among packages.txt).
set -euo pipefail
trama=$1
source=$2

skip() {
    echo "skipped: $*"
    exit 77
}

command -v pvpython >/dev/null || skip "pvpython is not installed (python3-paraview)"
pvpython -c 'import h5py' || skip "pvpython finds no h5py (python3-h5py)"
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cp "$source"/tests/readers/* "$here"
cd "$here"
"$trama" run film.yaml -q -o results
for file in results/film/cases/*/*.xdmf2; do
    # Whatever it complains of on the way counts too.
    if ! pvpython film.py "$file" 2>complaints || [ -s complaints ]; then
        echo "failed: ParaView says: $(cat complaints)"
        exit 1
    fi
done
