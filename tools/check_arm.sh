#!/usr/bin/env bash
# Does 64-bit Arm give the same bits? tools/check_arm.sh builds the program for Arm, runs configs/regression and
# tests/arm there under qemu-user and here with build/release, and compares the results. If Arm's packages or qemu
# cannot be had, it says why and exits with 0, with nothing checked. The program for Arm runs in a Debian system of
# this release, which is made once, in build/arm/root (1 GB).
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD/build/arm
root=$here/root
libraries=libc6-dev,libgomp1,libhdf5-dev,libgsl-dev,libsuitesparse-dev,libfyaml-dev,libmd-dev,zlib1g-dev

skip() {
    echo "check-arm: skipped: $*"
    exit 0
}

# Packages are unpacked and not configured, which would need Arm's programs to run as root.
make_root() {
    local release
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    rm -rf "$root.part"
    debootstrap --variant=minbase --arch=arm64 --foreign --include="$libraries" "$release" "$root.part" >"$here/root.log" 2>&1 ||
        skip "debootstrap makes no arm64 system of $release: $(tail -n 1 "$here/root.log")"
    for package in "$root.part"/var/cache/apt/archives/*.deb; do
        dpkg-deb -x "$package" "$root.part"
        rm "$package"
    done
    # What they link to from the root is in this root.
    find "$root.part" -lname '/*' | while read -r link; do
        ln -sfn "$root$(readlink "$link")" "$link"
    done
    mv "$root.part" "$root"
}

# What CMake asks HDF5's wrapper, which is of this processor.
write_toolchain() {
    local libraries=$root/usr/lib/aarch64-linux-gnu/hdf5/serial
    printf '#!/bin/sh\necho "cc -I%s/usr/include/hdf5/serial -L%s -lhdf5"\n' "$root" "$libraries" >"$here/h5cc"
    chmod +x "$here/h5cc"
    cat >"$here/toolchain.cmake" <<CMAKE
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_SYSROOT "$root")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(HDF5_C_COMPILER_EXECUTABLE "$here/h5cc")
CMAKE
}

build() {
    local -x PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/aarch64-linux-gnu/pkgconfig
    cmake -S . -B "$here/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTRAMA_TESTS=OFF \
        -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" >"$here/configure.log" || {
        cat "$here/configure.log"
        return 1
    }
    cmake --build "$here/build" --parallel "$(nproc)" --target trama_program
}

[ "$(uname -m)" = x86_64 ] || skip "this processor is no x86-64 to compare with"
qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || skip "qemu-user-static is not installed"
command -v aarch64-linux-gnu-gcc >/dev/null || skip "gcc-aarch64-linux-gnu is not installed"
mkdir -p "$here"
if [ ! -d "$root" ]; then
    command -v debootstrap >/dev/null || skip "debootstrap is not installed"
    [ "$(id -u)" = 0 ] || skip "debootstrap needs root"
    make_root
fi
write_toolchain
build

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
configurations=(configs/regression/*.yaml tests/arm/*.yaml)
build/release/trama run "${configurations[@]}" -o "$results/x86" --quiet
"$qemu" -L "$root" "$here/build/trama" run "${configurations[@]}" -o "$results/arm" --quiet
build/release/trama compare "$results/x86" "$results/arm"
