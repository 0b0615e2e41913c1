#!/usr/bin/env bash
# The pages of docs/tutorial, followed command by command; what is printed and drawn is what they show (tutorial.py says what
# may differ). tutorial.sh TRAMA SOURCE; with TRAMA_RENEW=1 the pages become what is printed. 77: no Python with numpy, or no gnuplot.
# shellcheck disable=SC1091,SC2154 # common.sh, which has $here
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")

if ! /usr/bin/python3 -c 'import numpy' 2>/dev/null || ! command -v gnuplot >/dev/null; then
    echo 'skipped: python3-numpy or gnuplot is not installed'
    exit 77
fi
script=$(realpath "$(dirname "$0")/tutorial.py")
# shellcheck source=tests/documents/common.sh
. "$(dirname "$0")/common.sh"
mkdir .bin
ln -s "$trama" .bin/trama
ln -s /usr/bin/python3 .bin/python3
export PATH="$here/.bin:$PATH" TRAMA=$source COLUMNS=
/usr/bin/python3 "$script" "$source" ${TRAMA_RENEW:+--renew}
