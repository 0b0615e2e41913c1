#!/usr/bin/env bash
# Every statement of a publication has a verdict: ledger.sh SOURCE. 77: no Python.
set -euo pipefail
command -v python3 >/dev/null || exit 77
exec python3 "$1/tests/documents/ledger.py" "$1"
