# shellcheck shell=bash
# What the scripts of this folder begin with: a folder of their own, which is gone at their end. To be sourced
# after the arguments were read, since it changes the folder.

fail() {
    echo "failed: $*"
    exit 1
}

here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || fail "$here"
