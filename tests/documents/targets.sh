#!/usr/bin/env bash
# Every experiment of configs/ is run by a target of the Makefile, or by a tool that one of them calls: targets.sh SOURCE.
set -euo pipefail
cd "$1"
# `trama laws` runs those of configs/laws.
patterns() {
    grep -ohE 'configs/[a-z0-9/_-]+/\*\.yaml' Makefile tools/regression.sh tools/refusals.sh tools/false_alarms.sh
    ! grep -q 'trama laws' Makefile || echo 'configs/laws/*.yaml'
}
run=$(patterns | while read -r pattern; do compgen -G "$pattern"; done | sort -u)
experiments=$(grep -rlE --include='*.yaml' '^experiment:' configs | sort)
left=$(comm -23 <(echo "$experiments") <(echo "$run"))
if [ -n "$left" ]; then
    echo "targets: no target of the Makefile runs:" "$left" >&2
    exit 1
fi
echo "$(echo "$experiments" | wc -l) experiments, each in a target"
