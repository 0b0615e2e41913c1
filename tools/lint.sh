#!/usr/bin/env bash
# Checks arrows between rooms, layout, static analysis, scripts, sizes, and links and spelling of the documents; none may have
# a finding. tools/lint.sh [--changed|--deep].
#
# The static analyser takes most of the time. On all files it follows calls into small functions alone (its mode "shallow"),
# which takes a third of the time; --deep follows the larger too, as make night does. --changed looks only at the files that
# differ from where the branch left main (BASE=main), and deep: of a header that changed its layout is checked, and the sources
# that include it when all are.
#
# Layout and findings are those of LLVM 14, which Debian 12 has and Debian 13 does not have. Another version lays some
# lines out otherwise and looks for other things. There the script checks the warnings of clang and the rest, and says so.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/clang
llvm=14
only_changed='' mode=deep
case $* in
    '') mode=shallow ;;
    --changed) only_changed=yes ;;
    --deep) ;;
    *)
        echo "tools/lint.sh: '$*': nothing, --changed or --deep" >&2
        exit 2
        ;;
esac

# What differs from the base and is still there: committed, not committed, or new.
changed() {
    git diff --name-only --diff-filter=d "$(git merge-base "${BASE:-main}" HEAD)"
    git ls-files --others --exclude-standard
}

# The files whose paths match, one a line.
files() {
    if [ -n "$only_changed" ]; then
        changed
    else
        find . \( -name .git -o -path ./build -o -path ./results -o -name node_modules \) -prune -o -type f -print | sed 's|^\./||'
    fi | { grep -E "$1" || true; } | sort -u
}

layout() {
    files '\.[ch]$' | xargs -r -d '\n' clang-format --dry-run -Werror
}

# Configured for clang: its compile_commands.json says how each file is compiled.
configure() {
    cmake --preset clang >/dev/null && cmake --build --preset clang --target experiments/generated/trama_version.h >/dev/null
}

# Of the sources that are compiled those that `files` has.
compiled() {
    sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | sed "s|^$PWD/||" | sort -u |
        comm -12 - <(files '\.(c|cpp)$')
}

# A kernel, which is compiled once for each instruction set, is looked at each time. The flags of the build hold here too,
# so that a warning of clang is an error. On standard error clang-tidy only counts what it hides in system headers; a failure
# to run at all still prints. To start clang-tidy takes as long as to look at a file: of all files it looks at several at a time,
# without the checks of va_list, which know va_start in the first alone.
analysis() {
    [ -n "$(files '\.(c|cpp)$')" ] || return 0
    configure || return 1
    local at_once=1 analyser=(--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang "--extra-arg=mode=$mode")
    if [ "$mode" = shallow ]; then
        at_once=16
        [ $# -gt 0 ] || analyser+=('--checks=-clang-analyzer-valist.*')
    fi
    compiled | xargs -r -d '\n' -n "$at_once" -P "$(nproc)" clang-tidy --quiet -p "$build" "${analyser[@]}" "$@" 2> >(grep -v ' generated\.$' >&2)
}

warnings() {
    analysis '--checks=-*,clang-diagnostic-*'
}

# A column's path is said in lib/results/columns alone; that of a derived quantity in its list.
columns() {
    ! grep -rnE '"/(case|labels|swept|config|result|quantity|timing|frames|run|index|study|factors)(/|")' --include='*.[ch]' \
        lib experiments analysis | grep -vE '^lib/quantities/(quantities|value)\.c:'
}

# What lies below a results folder is reached through lib/results/door.h. Other calls that take a path stand in these files
# alone, for what a user named and for what is in no results folder.
doors() {
    local own='lib/results/(door|process|foreign)|analysis/(export|output/file|compare/(side|baseline_read))'
    own="$own|experiments/(command/(ab_comparison|index|verify|doctor|temporary|list)|engine/provenance)"
    ! grep -rnE '\b(open|fopen|opendir|scandir|stat|lstat|access|readlink|mkdir|mkdtemp|unlink|rmdir|rename)\(' \
        --include='*.c' lib/results lib/study analysis experiments/command experiments/engine experiments/task |
        grep -vE "\"/(dev|proc)/|^($own)\.c:"
}

arrows() {
    tools/arrows.sh
}

scripts() {
    files '^(tools/[^/]*\.sh|tests/[^/]*/[^/]*\.sh|\.ci/run)$' | xargs -r -d '\n' shellcheck -x
}

documents() {
    local pages
    mapfile -t pages < <(files '^(README\.md|CONTRIBUTING\.md|examples/README\.md|docs/.*\.md)$')
    if [ -z "$only_changed" ] || [ -n "$(files '^tools/words\.txt$')" ]; then
        tools/documents.sh
    elif [ ${#pages[@]} -gt 0 ]; then
        tools/documents.sh "${pages[@]}"
    fi
}

sizes() {
    tools/sizes.sh >/dev/null
}

# All of them run, so that one visit shows everything there is to mend.
failed=''
for part in arrows: layout:clang-format analysis:clang-tidy columns: doors: scripts: sizes: documents:; do
    tool=${part#*:} part=${part%:*}
    if [ -n "$tool" ] && ! "$tool" --version | grep "version $llvm\." >/dev/null; then
        echo "lint: $part not checked: it is that of $tool $llvm, and here is$("$tool" --version | sed -n 's/.* version/ version/p')"
        [ "$part" = analysis ] || continue
        part=warnings
    fi
    echo "lint: $part"
    $part || failed="$failed $part"
done
if [ -n "$failed" ]; then
    echo "lint: findings in:$failed" >&2
    exit 1
fi
