#!/usr/bin/env bash
# Prints the options of `trama run` by which every solver joins that make engines has installed, for a shell to read: those of the
# build join by --every-solver alone, those under Node.js and Blender need --engine.
set -euo pipefail
cd "$(dirname "$0")/.."

printf -- '--every-solver'
if command -v node >/dev/null && [ -d engines/node/node_modules ]; then
    for file in engines/node/*.mjs; do
        head -1 "$file" | grep -q '^#!' || continue # a part of others
        printf " --engine=%s='node %s'" "$(basename "$file" .mjs)" "$file"
    done
fi
if command -v blender >/dev/null; then
    printf " --engine=blender='python3 engines/blender.py'"
fi
echo
