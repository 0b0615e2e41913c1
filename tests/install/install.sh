#!/usr/bin/env bash
# `cmake --install` into a folder of its own, and then, with the source and the build out of sight: the
# installed program runs, plots and reports; the installed library builds a project and a plugin.
# install.sh BUILD SOURCE COMPILER [FLAGS], the compiler and the sanitizers that the library was built with.
set -euo pipefail
build=$1
source=$2
compiler=$3
flags=${4:-}

fail() {
    echo "failed: $*"
    exit 1
}

here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
prefix=$here/usr
cmake --install "$build" --prefix "$prefix" >"$here/log" || fail "cmake --install: $(cat "$here/log")"
documents=$prefix/share/doc/trama
trama=$prefix/bin/trama
cp "$source/tests/install/hanging_sheet.yaml" "$here"
mkdir "$here/work"
cd "$here/work"

# Where the source tree and the build are empty folders, as far as this machine allows it.
hide() { # WAY BUILD SOURCE COMMAND...
    # shellcheck disable=SC2016 # for the inner bash
    unshare "$1" --mount bash -c 'mount -t tmpfs none "$0" && mount -t tmpfs none "$1" && "${@:2}"' "${@:2}"
}
mkdir "$here/empty"
namespace=''
for way in --map-root-user --fork; do # as a user; as root where users may not
    hide $way "$here/empty" "$here/empty" true 2>/dev/null && namespace=$way && break
done
alone() { # COMMAND...
    if [ -n "$namespace" ]; then
        hide "$namespace" "$build" "$source" "$@"
    else
        "$@"
    fi
}
[ -n "$namespace" ] || echo "the source tree stays in sight: this machine lets nobody mount"

# Run, table, plot, report; the configurations of the thesis came along, and copies do.
cp -r "$documents/configs" "$documents/analysis" .
alone "$trama" run configs/thesis/dt-limits.yaml -q -o results \
    --only "simulation == 'S1' and integrator.name == 'symplectic_euler'" || fail "run ends with $?"
alone "$trama" run configs/thesis/animations.yaml -q -o results --only "simulation == 'S1'" || fail "run ends with $?"
alone "$trama" table results >table.md || fail "table ends with $?"
grep -qE '^\| S1 +\| +12 ✓ \|' <(grep -A 2 -E '^\| scene +\| Symplectic Euler \|' table.md) || fail "the table: $(cat table.md)"
alone "$trama" plot results >/dev/null || fail "plot ends with $?"
[ -n "$(find results -name '*.svg')" ] || fail "plot left no SVG"
alone "$trama" report results >/dev/null || fail "report ends with $?"
grep -q '</html>' results/report.html || fail "no report"
if [ -x "$build/trama-mpi" ] && command -v mpirun >/dev/null; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    # Open MPI keeps what it allocates until its end
    ASAN_OPTIONS=detect_leaks=0 alone mpirun --oversubscribe --mca btl self,vader,tcp -n 2 "$trama" run \
        "$here/hanging_sheet.yaml" -q -o ranks || fail "mpirun ends with $?"
    [ -n "$(find ranks -name '*.h5')" ] || fail "mpirun left nothing"
fi

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
packaged() { # WHAT...
    pkg-config --print-errors "$@" trama
}

# What is installed is whole: each header by itself, all of them through trama.h, the page, the completion.
headers=$prefix/include/trama
for header in $(cd "$headers" && find . -name '*.h' | sort); do
    # shellcheck disable=SC2046 # words
    echo "#include <trama/$header>" |
        "$compiler" -std=c17 -pedantic -Wall -Wextra -Werror $(packaged --cflags) -fsyntax-only -xc - || fail "$header does not compile by itself"
done
diff <(cd "$headers" && find . -name '*.h' ! -name trama_plugin.h ! -name field_cplusplus.h | sort) \
    <(cd "$headers" && "$compiler" -I. -MM trama.h | grep -o '[a-z_/]*\.h' | sort -u | sed 's|^|./|') ||
    fail "trama.h lacks a header that is installed"
cmp <("$trama" --man) "$prefix/share/man/man1/trama.1" || fail "another man page"
cmp <("$trama" --completion) "$prefix/share/bash-completion/completions/trama" || fail "another completion"
! grep -rlF -e "$source" -e "$build" "$prefix/lib/cmake" "$prefix/lib/pkgconfig" || fail "names the source tree"

# A project that links the library, by each way of finding it, and what the program has for the same cloth.
export CC=$compiler CFLAGS=$flags
"$trama" run "$here/hanging_sheet.yaml" -q -o results
lowest=$("$trama" show results/hanging-sheet/cases/*/*.h5 /frames/y | tail -n 1 | tr , '\n' | sort -g | awk 'NR == 1')
wanted=$(LC_ALL=C printf 'after 2 s the lowest node is %.4f m below the pins' "${lowest#-}")
project=$documents/examples/library
alone cmake -S "$project" -B project -DCMAKE_PREFIX_PATH="$prefix" >log || fail "find_package: $(cat log)"
alone cmake --build project >log || fail "the project does not build: $(cat log)"
found=$(alone project/hanging_sheet)
[ "$found" = "$wanted" ] || fail "with CMake: '$found', not '$wanted'"
# In C++, against the shared library.
if command -v c++ >/dev/null && [ -z "$flags" ]; then
    alone cmake -S "$documents/examples/cplusplus" -B cplusplus -DCMAKE_PREFIX_PATH="$prefix" >log || fail "find_package in C++: $(cat log)"
    alone cmake --build cplusplus >log || fail "the project in C++ does not build: $(cat log)"
    alone cplusplus/own_solver | grep "library's method: yes" >/dev/null || fail "another solver in C++"
fi
# shellcheck disable=SC2046,SC2086 # words
alone "$compiler" -O2 $flags "$project/hanging_sheet.c" $(packaged --cflags --libs) -o hanging_sheet ||
    fail "pkg-config: $(packaged --cflags --libs)"
readelf -d hanging_sheet | grep 'NEEDED.*libtrama\.so\.[0-9]*\.[0-9]*\]' >/dev/null || fail "pkg-config does not link libtrama.so by its soname"
found=$(LD_LIBRARY_PATH=$prefix/lib alone ./hanging_sheet)
[ "$found" = "$wanted" ] || fail "with pkg-config: '$found', not '$wanted'"
rm "$prefix"/lib/libtrama.so # what -ltrama finds is the static library then
# shellcheck disable=SC2046,SC2086 # words
alone "$compiler" -O2 $flags "$project/hanging_sheet.c" $(packaged --static --cflags --libs) -o hanging_sheet ||
    fail "pkg-config --static: $(packaged --static --cflags --libs)"
found=$(alone ./hanging_sheet)
[ "$found" = "$wanted" ] || fail "with pkg-config --static: '$found', not '$wanted'"
[ "$(packaged --modversion)" = "$("$trama" --version | sed -n 's/^trama //p')" ] || fail "another version"

# A plugin against the installed headers, in the installed program.
cp -r "$documents/examples/plugin" .
alone make -s -C plugin CC="$compiler" HEADERS="$(packaged --cflags)" || fail "the plugin does not build"
alone "$trama" list models --plugin plugin/my_plugin.so >listed || fail "list ends with $?"
grep -q my_chains listed || fail "the plugin is not loaded"
echo "passed: $found"
