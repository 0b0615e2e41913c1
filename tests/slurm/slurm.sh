#!/usr/bin/env bash
# A real Slurm of one node on loopback, started for this test alone: the script that `trama script
# slurm` writes runs an array of six tasks, one of which fails, then the case that measures time, then
# the merge. slurm.sh TRAMA SOURCE. Exit code 77: it cannot start here, and why.
#
# It runs as the first process of a namespace of its own, with files in memory that no one else sees: when it
# ends, even by SIGKILL, the kernel ends the daemons and their jobs, and nothing of it is left.
set -euo pipefail
trama=$(realpath "$1")
source=$(realpath "$2")

skip() {
    echo "skipped: $*"
    exit 77
}

[ "$(id -u)" = 0 ] || skip "slurmd needs root"
for program in munged slurmctld slurmd sbatch scontrol sinfo squeue; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || skip "$program is not installed"
done
PATH=$PATH:/usr/sbin
if [ "${3:-}" != inside ]; then
    unshare --mount --pid true 2>/dev/null || skip "no namespace of processes can be made"
    exec unshare --mount --pid --fork --kill-child --mount-proc "$0" "$trama" "$source" inside
fi
here=/media # of every Debian, and empty
mount -t tmpfs trama "$here" || skip "no file system can be mounted"
declare -A started

start() { # NAME COMMAND...: a daemon, what it says in NAME.log
    local name=$1
    shift
    "$@" >>"$here/$name.log" 2>&1 &
    started[$name]=$!
}

# await SECONDS COMMAND...: until it holds. A daemon that ends meanwhile cannot run here; once all were up it must.
without_daemon=skip
await() {
    local name last=$((SECONDS + $1))
    shift
    until "$@"; do
        for name in "${!started[@]}"; do
            kill -0 "${started[$name]}" 2>/dev/null ||
                $without_daemon "$name has ended: $(tail -n 3 "$here/$name.log")"
        done
        [ "$SECONDS" -lt "$last" ] || return 1
        sleep 0.1
    done
}

fail() {
    echo "failed: $*"
    tail -n 20 "$here"/*.log "$here"/slurm-*.out 2>/dev/null || true
    exit 1
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

chmod 755 "$here"
mkdir -p "$here/state" "$here/spool"
node=$(hostname -s)
(umask 077 && head -c 1024 /dev/urandom >"$here/munge.key")
cat >"$here/slurm.conf" <<CONF
ClusterName=trama
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$here/munge.socket
CredType=cred/munge
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
CONF
export SLURM_CONF=$here/slurm.conf

node_is_idle() { [ "$(sinfo -h -o %T 2>/dev/null || true)" = idle ]; }
no_job_is_left() { [ -z "$(squeue -h)" ]; }

start munged munged --foreground --force --key-file="$here/munge.key" --socket="$here/munge.socket" \
    --pid-file="$here/munged.pid" --log-file="$here/munged.log" --seed-file="$here/munge.seed"
await 60 test -S "$here/munge.socket" || skip "munged makes no socket: $(cat "$here/munged.log")"
start slurmd slurmd -D -N "$node"
start slurmctld slurmctld -D
await 200 node_is_idle ||
    skip "the node does not come up: $(tail -n 3 "$here/slurmctld.log" "$here/slurmd.log")"
without_daemon=fail

cd "$here"
cp "$source"/cases.yaml "$source"/timings.yaml .
"$trama" script slurm cases.yaml timings.yaml -o out --shards 6 --time 5 --partition main --mem 200 >job.sh
bash job.sh >submitted || fail "the jobs cannot be submitted: $(cat submitted)"
cat submitted
await 600 no_job_is_left || fail "the jobs do not end: $(squeue)"

array=$(awk '/^cases:/ { print $3 }' submitted | tr -d ,)
merge=$(awk '/^merge:/ { print $3 }' submitted)
# scontrol remembers for some minutes how each task ended
bad=$(scontrol show job "$array" | grep -c 'JobState=FAILED Reason=NonZeroExitCode' || true)
good=$(scontrol show job "$array" | grep -c 'JobState=COMPLETED' || true)
[ "$bad $good" = '1 5' ] || fail "$good tasks completed and $bad failed, not 5 and 1"
cat slurm-"${merge}"_1.out
grep -q '^7 of 7 cases are in out$' slurm-"${merge}"_1.out || fail "the merge misses cases"
grep -q '^1 case crashed, ran out of time or failed$' slurm-"${merge}"_1.out ||
    fail "the merge does not tell of the case that ran out of time"

# The same bits as the local pool's.
"$trama" run cases.yaml -o local --quiet || [ $? = 3 ]
h5dump -d /index/id -d /index/digest -d /index/status out/array/index.h5 | tail -n +2 >one
h5dump -d /index/id -d /index/digest -d /index/status local/array/index.h5 | tail -n +2 >two
cmp one two || fail "the results differ from those of a local run"
echo "passed: 6 tasks, one failed; the merge and the local run have the same results"
