#!/usr/bin/env bash
# Checks the linker symbols of the library: tools/symbols.sh LIBTRAMA.A, or LIBTRAMA.SO
#   Every symbol that it exports begins with trama_, so that any program can link it.
#   It calls nothing that prints, opens files or stores results: numbers in, numbers out.
set -euo pipefail
archive=$1
how=()
[[ $archive != *.so* ]] || how=(-D --without-symbol-versions)

# of a shared library, the name of its version is a symbol too (A)
foreign=$(nm "${how[@]}" -A -g --defined-only "$archive" | awk 'NF >= 3 && $(NF - 1) != "A" && $NF !~ /^trama_/ { print "  " $0 }')
output=$(nm "${how[@]}" -A -u "$archive" | awk '
    $NF ~ /^(v?f?printf|v?dprintf|__.*printf_chk|f?puts|f?putc|putchar|perror|fwrite|f?open|fopen64|open64|write|stdout|stderr)$/ &&
    $NF !~ /snprintf/ || $NF ~ /^(H5|fy_)/ { print "  " $0 }')
count=$(nm "${how[@]}" -g --defined-only "$archive" | awk '$NF ~ /^trama_/ { n++ } END { print n + 0 }')

if [ -n "$foreign" ]; then
    printf 'exported without the prefix trama_ (make it static, or name it so):\n%s\n' "$foreign" >&2
    exit 1
fi
if [ -n "$output" ]; then
    printf 'the library reads or writes (leave that to its caller):\n%s\n' "$output" >&2
    exit 1
fi
if [ "$count" -eq 0 ]; then
    echo "$archive exports nothing" >&2
    exit 1
fi
echo "$count symbols, all trama_; no input or output"
