#!/usr/bin/env bash
# python/ with Debian's numpy, h5py and pandas: python.sh TRAMA SOURCE. Exit code 77: they are not installed.
set -euo pipefail
/usr/bin/python3 -c 'import numpy, h5py, pandas' 2>/dev/null || {
    echo "skipped: no numpy, h5py or pandas (python3-numpy, python3-h5py, python3-pandas)"
    exit 77
}
/usr/bin/python3 "$2/tests/engines/package.py" "$1" "$2"
/usr/bin/python3 "$2/tests/engines/hanging.py" "$2"
/usr/bin/python3 "$2/tests/engines/replay.py" "$2"
"$2/tests/engines/regression.sh" "$1" "$2"
if command -v gnuplot >/dev/null; then
    /usr/bin/python3 "$2/tests/engines/notebook.py" "$1" "$2"
else
    echo "without gnuplot the notebook is not run"
fi
