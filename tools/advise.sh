#!/usr/bin/env bash
# Advice on every scene in configs/, each held against the limits that runs find: tools/advise.sh FOLDER. What stands
# from an earlier run is kept. docs/advise.md has the table.
set -euo pipefail
cd "$(dirname "$0")/.."
results=$1
trama=${TRAMA:-build/release/trama}

advise() { # CONFIG [EXPRESSION [OPTION...]]
    local only=()
    [ -z "${2:-}" ] || only=(--only "$2")
    printf '\n=== %s %s\n' "$1" "${2:-}"
    "$trama" advise "configs/$1" --check -o "$results" "${only[@]}" "${@:3}"
}

for simulation in S1 S2 S3 S4 S5 S6; do
    advise thesis/dt-limits.yaml "simulation == '$simulation' and integrator.name == 'symplectic_euler'"
done
advise campos/bridson-limits.yaml "simulation == 'symplectic_euler'"
advise campos/provot-limits.yaml "simulation == 'mass by triangles' and integrator.name == 'symplectic_euler'"
for scene in torn-paper hanging hanging-cloth; do
    advise nedel/predictions.yaml "simulation == '$scene' and integrator.name == 'symplectic_euler'"
done
for model in cosserat provot bridson nedel; do
    advise comparison/hanging-sheet.yaml \
        "simulation == '$model' and integrator.name == 'symplectic_euler' and task.name == 'predict'"
done
# Not box-on-sheet: its contacts take more than 100 s of processor time.
for scene in ball cloth-on-sphere incline pair sewn; do
    advise "contact/$scene.yaml"
done
