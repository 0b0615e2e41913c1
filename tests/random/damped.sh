#!/usr/bin/env bash
# Random damped scenes: predicted steps beside measured ones. damped.sh TRAMA COUNT SEED [FIRST]
# Exit code 77: python3 is not installed.
set -euo pipefail
trama=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
python=/usr/bin/python3

"$python" -c '' 2>/dev/null || { echo 'skipped: no python3'; exit 77; }
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
PYTHONDONTWRITEBYTECODE=1 "$python" -W error "$here/damped.py" "$trama" "$results" "${@:2}"
