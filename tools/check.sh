#!/usr/bin/env bash
# Checks all that must hold before a change lands. Stops at the first step that fails, and says how long each step took.
set -euo pipefail
cd "$(dirname "$0")/.."

summary=''

step() {
    local name=$1 start=$SECONDS
    shift
    printf '\n=== %s\n' "$name"
    if ! "$@"; then
        printf '%s\n=== check FAILED at: %s (after %d s)\n' "$summary" "$name" $((SECONDS - start)) >&2
        exit 1
    fi
    printf -v summary '%s\n%6d s  %s' "$summary" $((SECONDS - start)) "$name"
}

run() {
    make --no-print-directory "$@"
}

step 'packages' tools/setup.sh check
step 'packages of Node.js' tools/node.sh
step 'build, gcc, release' run all PRESET=release
step 'exported symbols of libtrama' tools/symbols.sh build/release/lib/libtrama.a
step 'exported symbols of libtrama.so' tools/symbols.sh build/release/lib/libtrama.so
# clang-tidy compiles each file as clang would, to its last warning: no build is needed for them.
step 'lint, with the warnings of clang' run lint
step 'tests but those of the night, gcc, release' run test PRESET=release TESTS='-LE night'
step 'results against the baseline' tools/regression.sh check
step 'build, gcc, address and undefined-behaviour sanitizers' run all PRESET=asan+ubsan
# The slow tests claim numbers, not memory safety; sanitized they would take minutes. The readers of files replay their corpora here;
# what looks for new inputs runs at night (tools/night.sh).
step 'tests but the slow ones, sanitized' run test PRESET=asan+ubsan TESTS='-LE slow'
printf '\n=== check passed in %d s%s\n' "$SECONDS" "$summary"
