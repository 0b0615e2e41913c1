#!/usr/bin/env bash
# Installs what engines/node/package-lock.json lists, of solvers under Node.js, unless it is there: a second run takes no
# time and needs no network. Where it cannot, it says so: those solvers are then left out.
set -euo pipefail
cd "$(dirname "$0")/../engines/node"

if [ node_modules/.package-lock.json -nt package-lock.json ]; then
    echo "engines: every package of engines/node is installed"
elif ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "engines: no Node.js or no npm: the solvers of engines/node are left out" >&2
elif ! npm ci --no-audit --no-fund --ignore-scripts; then
    echo "engines: npm cannot install engines/node: its solvers are left out" >&2
fi
