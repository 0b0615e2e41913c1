#!/usr/bin/env bash
# Installs what packages.txt lists and this system lacks: tools/setup.sh reproduce|engines|package|check.
# Asks for root only when something is missing: a second run takes no time and needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted() {
    awk -v purpose="$1" '
        /^[[:space:]]*(#|$)/ { next }
        $2 != "reproduce" && $2 != "engines" && $2 != "package" && $2 != "check" {
            print "packages.txt:" NR ": \"" $2 "\": reproduce, engines, package or check" >"/dev/stderr"
            exit 2
        }
        $2 == "reproduce" || $2 == purpose || purpose == "check" { print $1 }' packages.txt
}

# npm comes with the Node.js of other archives than Debian's, which refuses Debian's npm.
missing() {
    local package
    while read -r package; do
        [ "$package" = npm ] && command -v npm >/dev/null && continue
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

purpose=${1:-check}
case $purpose in
    reproduce | engines | package | check) ;;
    *)
        echo "tools/setup.sh: '$purpose': reproduce, engines, package or check" >&2
        exit 2
        ;;
esac
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "setup: not a Debian system: taking it that you installed what packages.txt lists"
    exit 0
fi
lacking=$(wanted "$purpose" | missing)
mapfile -t packages <<<"$lacking"
if [ -z "$lacking" ]; then
    echo "setup: every package for 'make $purpose' is installed"
    exit 0
fi
echo "setup: missing: ${packages[*]}"
if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "setup: neither root nor sudo: as root, apt-get install --no-install-recommends ${packages[*]}" >&2
    exit 1
fi
# A lock held by a system's own updates is waited for, not failed on.
as_root apt-get -q -o DPkg::Lock::Timeout=300 update
as_root apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
    install --no-install-recommends "${packages[@]}"
