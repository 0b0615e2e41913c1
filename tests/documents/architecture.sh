#!/usr/bin/env bash
# Rooms include only what docs/ARCHITECTURE.md allows; each way to break that is found; and every file and function
# that the page and CONTRIBUTING.md name is there. architecture.sh SOURCE.
set -euo pipefail
source=$(realpath "$1")

fail() {
    echo "failed: $*"
    exit 1
}

cd "$source"
tools/arrows.sh || fail "rooms include what docs/ARCHITECTURE.md does not allow"

# A tree of headers alone, in which one arrow is wrong.
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir -p "$here"/{lib/core,lib/model,engines,experiments/plan,analysis/read}
touch "$here/lib/core/field.h" "$here/experiments/plan/plan.h"
planted() { # FILE INCLUDE FINDING
    echo "#include $2" >"$here/$1"
    ! tools/arrows.sh "$here" >"$here/said" || fail "$1 may include $2"
    grep -qF "$3" "$here/said" || fail "$1 includes $2, and it says: $(cat "$here/said")"
    rm "$here/$1"
}
planted lib/core/a.h '"plan/plan.h"' 'lib/core/a.h:1: lib/core/ must not include experiments/plan/ (plan/plan.h)'
planted lib/model/a.h '"plan/plan.h"' 'lib/model/ must not include experiments/plan/'
planted analysis/read/a.h '"plan/plan.h"' 'analysis/read/ must not include experiments/plan/'
planted analysis/read/a.h '<hdf5.h>' 'analysis/read/ must not include <hdf5.h>'
planted lib/core/a.h '"core/gone.h"' 'lib/core/a.h:1: there is no file core/gone.h'
planted lib/a.h '"core/field.h"' 'lib/a.h: in no room'
planted lib/model/a.h '"core/field.h"' 'no file of lib/rows/ includes lib/core/'

# What the pages name: a file, from the root or a folder of sources, and a function or a type.
quoted() { # PAGE PATTERN
    grep -o "\`$2\`" "$1" | tr -d '\`' | sort -u
}
for page in docs/ARCHITECTURE.md CONTRIBUTING.md; do
    while read -r name; do
        for folder in . lib experiments analysis lib/results; do
            [ ! -e "$folder/$name" ] || continue 2
        done
        fail "$page names $name, which is not there"
    done < <(quoted "$page" '[a-z_0-9./-]*[a-z_0-9]\.\(c\|h\|def\|sh\|md\|yaml\|txt\)')
    while read -r name; do
        grep -rqw "$name" lib experiments analysis tests --include='*.[ch]' || fail "$page names $name, which no source has"
    done < <(quoted "$page" '[a-z]\+_[a-z_0-9]*')
done
echo "passed"
