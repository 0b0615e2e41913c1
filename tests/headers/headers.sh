#!/usr/bin/env bash
# Each public header by itself as C17 by gcc, and all as C11 and C++17, and by clang, where it is there, without a warning; and what
# they declare has C's linkage: a program in C++ that names a function of each asks for symbols that are not mangled.
# Beside it, that the program on the page of trama.h runs: headers.sh SOURCE LIBTRAMA.SO.
# What the shells that xargs starts expand stands in single quotes.
# shellcheck disable=SC2016
set -euo pipefail
library=$(realpath "$2")
cd "$1/lib"
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mapfile -t headers < <(gcc -I. -MM trama.h trama_plugin.h | grep -o '[a-z_/]*\.h' | sort -u)
headers+=(core/field_cplusplus.h) # which C does not include
[ "${#headers[@]}" -gt 90 ] || { echo "failed: ${#headers[@]} headers alone"; exit 1; }

mkdir "$here/include"
ln -s "$PWD" "$here/include/trama"
sed -n '/^ \*     #include/,/^ \*     }$/s/^ \*     \{0,1\}//p' trama.h >"$here/small.c"
gcc -std=c11 -Wall -Wextra -Werror -fopenmp-simd -I"$here/include" -I. "$here/small.c" "$library" -lm -o "$here/small"
said=$(LD_LIBRARY_PATH=$(dirname "$library") "$here/small")
promised=$(sed -n 's/^ \*     cc small.*-o small *//p' trama.h)
if [ -z "$promised" ] || [ "$said" != "$promised" ]; then
    echo "failed: trama.h promises '$promised', and it is '$said'"
    exit 1
fi

compile() { # LANGUAGE STANDARD COMPILER HEADER
    echo "#include \"$4\"" | "$3" "-std=$2" -Wall -Wextra -Wpedantic -Werror -fopenmp-simd -I. -fsyntax-only "-x$1" - ||
        { echo "failed: $4 as $2 by $3"; return 1; }
}
export -f compile
# by itself in one language, which shows what a header lacks; all together in the others, which take longer to start than to compile one
each() { # LANGUAGE STANDARD COMPILER
    printf '%s\n' "${headers[@]}" | xargs -P 2 -I{} bash -c 'compile "$0" "$1" "$2" "$3"' "$1" "$2" "$3" {}
}
together() { # LANGUAGE STANDARD COMPILER
    compile "$1" "$2" "$3" trama.h && compile "$1" "$2" "$3" trama_plugin.h
}
for language in 'c each c17 gcc' 'c together c11 gcc' 'c together c17 clang' 'c together c11 clang' 'c++ together c++17 g++' 'c++ together c++17 clang++'; do
    read -r language how standard compiler <<<"$language"
    command -v "$compiler" >/dev/null || { echo "no $compiler here"; continue; }
    "$how" "$language" "$standard" "$compiler"
done

# Every function of the headers, its address taken in C++: the symbols that are asked for are those of the library.
if command -v g++ >/dev/null; then
    printf '%s\n' "${headers[@]}" | sed 's/.*/#include "&"/' | gcc -I. -fopenmp-simd -E -xc - |
        grep -v '^#' | tr '\n' ' ' | grep -oE '\btrama_[a-z0-9_]+ ?\(' | tr -d ' (' | sort -u >"$here/named"
    {
        printf '#include "trama.h"\n#include "trama_plugin.h"\n'
        echo 'template <typename any> void take(any *);'
        echo 'void all() {'
        sed 's/.*/    take(\&&);/' "$here/named"
        echo '}'
    } >"$here/all.cpp"
    # what is no function (a type in a call of a macro) is left out by the compiler's own word
    { g++ -std=c++17 -fopenmp-simd -fmax-errors=0 -I. -fsyntax-only "$here/all.cpp" 2>&1 || true; } |
        { grep -oE 'all.cpp:[0-9]+:[0-9]+: error' || true; } | cut -d: -f2 | sort -u | sed 's/$/d/' |
        sed -f - "$here/all.cpp" >"$here/known.cpp"
    g++ -std=c++17 -fopenmp-simd -I. -c "$here/known.cpp" -o "$here/known.o"
    nm -u "$here/known.o" | awk '{ print $NF }' | grep -v 'take' >"$here/asked"
    ! grep '^_Z' "$here/asked" || { echo "failed: mangled"; exit 1; }
    count=$(grep -c '^trama_' "$here/asked")
    [ "$count" -gt 200 ] || { echo "failed: $count functions alone"; exit 1; }
    echo "$count functions have C's linkage"
fi
echo "passed: ${#headers[@]} headers"
