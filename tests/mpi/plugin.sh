#!/usr/bin/env bash
# A plugin under three real ranks: each loads it, the results are those of the local pool, and a rank
# that cannot load it, or has another one, is named. plugin.sh TRAMA PLUGIN.so CONFIGURATION. Exit code
# 77: it cannot start here, and why.
set -euo pipefail
trama=$1
plugin=$2
configuration=$3

# shellcheck source=tests/mpi/common.sh
. "$(dirname "$0")/common.sh"
for rank in 0 1 2; do # a machine each, as it were
    mkdir $rank
    cp "$plugin" $rank/mine.so
    cp "$configuration" $rank/experiment.yaml
done
# shellcheck disable=SC2016 # expanded by each rank
ranks() {
    three bash -c 'cd "$OMPI_COMM_WORLD_RANK" && exec "$@"' - \
        "$trama" run experiment.yaml --plugin mine.so -q -o "$here/$1"
}

(cd 0 && "$trama" run experiment.yaml --plugin mine.so -q -o "$here/pool") || fail "the local pool"
ranks three || fail "three ranks end with $?"
cmp <(digests pool/*/index.h5) <(digests three/*/index.h5) || fail "three ranks have other results"
sum=$(sha256sum "$plugin" | cut -d ' ' -f 1)
for file in three/*/cases/*/*.h5; do
    h5dump -d /run/plugin_sha256 "$file" | grep "$sum" >/dev/null || fail "$file does not name the plugin"
done

echo >>1/mine.so # still the same code
ranks other 2>said && fail "ranks with different plugins end with 0"
grep -q '^trama run: rank 1 on .* differs$' said || fail "the other plugin is not said: $(cat said)"

rm 1/mine.so
ranks missing 2>said && fail "a rank without the plugin ends with 0"
grep -q '^trama run: rank 1 on .* cannot be read$' said || fail "the missing plugin is not said: $(cat said)"

rm 0/mine.so 2/mine.so
code=0
ranks none 2>said || code=$?
[ "$code" = 2 ] || fail "a plugin that is nowhere ends with $code"
[ "$(grep -c '^trama: plugin mine.so cannot be read: No such file or directory' said)" = 1 ] ||
    fail "a missing plugin is not said once: $(cat said)"
echo "passed: 3 ranks with a plugin"
