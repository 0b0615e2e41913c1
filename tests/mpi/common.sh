# shellcheck shell=bash
# What mpi.sh and plugin.sh begin with: three ranks can start here, in a folder of their own; exit code
# 77 if not, and why. To be sourced, with $trama the program.

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "failed: $*"
    exit 1
}

command -v mpirun >/dev/null || skip "mpirun is not installed (openmpi-bin)"
[ -x "${trama:?}-mpi" ] || skip "this build found no MPI (libopenmpi-dev)"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Open MPI keeps what it allocates until its end
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || fail "$here"

# three COMMAND...: as three ranks
three() {
    timeout 240 mpirun --oversubscribe --mca btl self,vader,tcp -n 3 "$@"
}

# digests INDEX...: what cases must have in common
digests() {
    h5dump -d /index/id -d /index/digest -d /index/status "$@" | tail -n +2
}
