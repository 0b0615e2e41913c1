#!/usr/bin/env bash
# trama import against numpy and h5py of Debian: import.sh TRAMA SOURCE. Exit code 77: they are not installed.
set -euo pipefail
/usr/bin/python3 -c 'import numpy, h5py' 2>/dev/null || {
    echo "skipped: no numpy or h5py (python3-numpy, python3-h5py)"
    exit 77
}
/usr/bin/python3 "$2/tests/engines/import.py" "$1" "$2"
