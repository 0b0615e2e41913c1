#!/usr/bin/env bash
# Checks arrows between rooms, layout, static analysis, scripts, and links and spelling of the documents; none may have a
# finding. tools/lint.sh BUILD_FOLDER, which must be configured for clang (its compile_commands.json says how each file is
# compiled).
#
# Layout and findings are those of LLVM 14, which Debian 12 has and Debian 13 does not have. Another version lays some
# lines out otherwise and looks for other things. There the script checks the warnings of clang and the rest, and says so.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
llvm=14

layout() {
    find . \( -name .git -o -path ./build -o -path ./results \) -prune -o -name '*.[ch]' -print0 |
        xargs -0 clang-format --dry-run -Werror
}

# A kernel, which is compiled once for each instruction set, is looked at each time. The flags of the build hold here too,
# so that a warning of clang is an error. On standard error clang-tidy only counts what it hides in system headers; a failure
# to run at all still prints.
analysis() {
    sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | grep -v "/$build/" | sort -u | tr '\n' '\0' |
        xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" "$@" 2> >(grep -v ' generated\.$' >&2)
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
    shellcheck tools/*.sh tests/*/*.sh .ci/run
}

documents() {
    tools/documents.sh
}

# All of them run, so that one visit shows everything there is to mend.
failed=''
for part in arrows: layout:clang-format analysis:clang-tidy columns: doors: scripts: documents:; do
    tool=${part#*:} part=${part%:*}
    if [ -n "$tool" ] && ! "$tool" --version | grep -q "version $llvm\."; then
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
