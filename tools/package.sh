#!/usr/bin/env bash
# Makes a package of Debian, a tarball of the sources and a wheel of python/ in build/packages, of the commit at hand; what is not
# committed is not in them. lintian looks at the package where it is installed: an error ends the script.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$PWD/build/packages
version=$(sed -n 's/^project(trama VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

rm -rf "$packages"
mkdir -p "$packages"
git archive --format=tar.gz --prefix="trama-$version/" -o "$packages/trama-$version.tar.gz" HEAD

# From the tarball, as its users would.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
tar -xzf "$packages/trama-$version.tar.gz" -C "$sources" --strip-components=1
MAINTAINER=${MAINTAINER:-$(git log -1 '--format=%cn <%ce>')}
export MAINTAINER
cmake -S "$sources" -B "$packages/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DTRAMA_TESTS=OFF -DTRAMA_PACKAGE=ON >/dev/null
cmake --build "$packages/build" --parallel
(cd "$packages/build" && cpack -G DEB >/dev/null)
mv "$packages"/build/*.deb "$packages"
rm -rf "$packages/build"

(cd "$sources/python" && /usr/bin/python3 -c 'import sys, setuptools.build_meta as build; build.build_wheel(sys.argv[1])' "$packages" >/dev/null)

if command -v lintian >/dev/null; then
    lintian --fail-on error "$packages"/*.deb
else
    echo "lintian is not installed: the package was not checked"
fi
ls -l "$packages"
