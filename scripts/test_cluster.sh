#!/usr/bin/env bash
# Tests stripe_convert as the job of a cluster: a real Slurm of three nodes on the loopback, of which one is lost.
#
#   scripts/test_cluster.sh PROGRAM     stripe_convert; takes a minute or two, and stops what it has started
#
# Exits with 77 if Slurm is not installed (scripts/setup.sh does), or if the caller is not root, as its daemons must be.
set -uo pipefail
program=$(realpath "${1:?usage: scripts/test_cluster.sh PROGRAM}")
sbatch_script=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../samples/cluster/convert.sbatch")
PATH=$PATH:/usr/sbin
for tool in slurmctld slurmd sbatch scontrol; do
    command -v $tool > /dev/null || { echo "skipped: the cluster, as $tool is not installed"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: the cluster, as Slurm's daemons need root"; exit 77; }

work=$(mktemp -d)
options=(--videos --as=yuv --format=nv12 --verify)
tasks=8 pictures=400 videos=3 failures=0
declare -A daemons # by node: a process
export SLURM_CONF=$work/slurm.conf STRIPE_CONVERT=$work/task CUDASTRIPE_CLUSTER=$work

# The processes that this script has started, and theirs, by what is in their environment.
started() { grep -lsF "CUDASTRIPE_CLUSTER=$work" /proc/[0-9]*/environ | cut -d/ -f3 | grep -vx "$$" || true; }
parent_of() { awk '/^PPid:/ {print $2}' "/proc/$1/status" 2> /dev/null; }

stop_all() {
    local pid steps=
    for pid in $(converters); do steps+=" $(parent_of "$pid")"; done
    # shellcheck disable=SC2046,SC2086
    kill -KILL "${daemons[@]}" $steps $(started) 2> /dev/null
    wait 2> /dev/null
    if [ "$failures" = 0 ]; then rm -rf "$work"; else echo "logs are in $work"; fi
}
trap stop_all EXIT
trap 'exit 1' INT TERM

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
give_up() {
    fail "$*"
    squeue -r -t all 2> /dev/null
    tail -n 5 "$work"/slurm*.log
    exit 1
}
within() { # SECONDS WHAT COMMAND...: until the command succeeds
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        [ $SECONDS -lt $end ] || give_up "not in time: $what"
        sleep 0.1
    done
}

# Slurm

port=$((20000 + RANDOM % 10000))
cat > "$SLURM_CONF" << END
ClusterName=cudastripe
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/none
CredType=cred/none
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool_%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd_%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=2
KillWait=30
MpiDefault=none
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
NodeName=n[1-3] NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 3))] CPUs=1
PartitionName=all Nodes=ALL Default=YES
END
mkdir "$work/state"

start_node() {
    slurmd -D -N "$1" >> "$work/slurmd_$1.log" 2>&1 &
    daemons[$1]=$!
    disown
}
node_is() { scontrol -o show node "$1" 2> /dev/null | grep -q " State=$2"; }
slurmctld -D > "$work/slurmctld.log" 2>&1 &
daemons[controller]=$!
for node in n1 n2 n3; do start_node $node; done
all_idle() { node_is n1 IDLE && node_is n2 IDLE && node_is n3 IDLE; }
for _ in {1..300}; do
    all_idle && break
    sleep 0.1
done
all_idle || {
    echo "skipped: the cluster, as Slurm's daemons do not start here: $(tail -qn 1 "$work"/slurm*.log | tail -n 1)"
    exit 77
}

# Inputs, and what they become without Slurm

mkdir "$work/input"
for ((i = 0; i < pictures; i++)); do
    { printf 'P6\n320 240\n255\n'; head -c 230400 /dev/urandom; } > "$work/input/picture_$i.ppm"
done
for ((i = 0; i < videos; i++)); do
    {
        printf 'YUV4MPEG2 W320 H240 F25:1 Ip A1:1 C420jpeg\n'
        for _ in {1..30}; do echo FRAME; head -c 115200 /dev/urandom; done
    } > "$work/input/video_$i.y4m"
done
"$program" "${options[@]}" --report="$work/alone.json" --output="$work/alone/" "$work/input" > "$work/alone.log" 2>&1 ||
    give_up "the conversion without Slurm: $(tail -n 1 "$work/alone.log")"
hash_of() { "$program" merge-reports "$@" | sed -n 's/.* hash //p'; }

# Tasks: each says that it has begun, and waits as long as its gate is there, so that none has ended before it is found

cat > "$STRIPE_CONVERT" << END
#!/bin/bash
echo \$\$ > "$work/begun.\$SLURMD_NODENAME.\$SLURM_ARRAY_TASK_ID"
while [ -e "$work/gate.\$SLURM_ARRAY_TASK_ID" ]; do sleep 0.1; done
exec "$program" "\$@"
END
chmod +x "$STRIPE_CONVERT"

converters() { # processes that convert
    local pid
    for pid in $(started); do [ "$(readlink "/proc/$pid/exe")" = "$program" ] && echo "$pid"; done
}
writes() { compgen -G "$output/cudastripe.*.$1.*.part" > /dev/null; }    # PROCESS
has_noted() { grep -qs "\.$1\$" "$output"/.stripe_convert/*; } # PROCESS: outputs as done
# hold() pauses by reading from a pipe that never has data: to start `sleep` takes longer than to convert a picture.
mkfifo "$work/pause"
exec {pause}<> "$work/pause"
hold() { # PROCESS [CONDITION]: lets it run for half a millisecond at a time until it is stopped while it writes an output
    local lines state end=$((SECONDS + 60))
    while [ $SECONDS -lt $end ] && kill -STOP "$1" 2> /dev/null; do
        lines=() state=
        until [[ $state == *State:?T* ]]; do
            { mapfile -t lines < "/proc/$1/status"; } 2> /dev/null
            state=${lines[*]}
            [[ -n $state && $state != *State:?Z* ]] || return 1
        done
        writes "$1" && ${2:-true} "$1" && return
        kill -CONT "$1"
        read -rt 0.0005 -u "$pause"
    done
    return 1
}
begun() { # NODES TASKS: sets $begun to a process of one that has begun and waits for its gate
    local file
    for file in "$work"/begun.$1.$2; do [ -s "$file" ] && begun=$(< "$file") && task=${file##*.} && return; done
    return 1
}
hold_one_of() { # NODE: a task that has noted outputs as done; sets $held and $task
    within 60 "a task on $1" begun "$1" '*'
    held=$begun
    rm "$work"/gate.*
    hold "$held" has_noted || give_up "task $task on $1 could not be stopped while it writes"
}
gone() { [ ! -d "/proc/$1" ] || grep -qs '^State:.Z' "/proc/$1/status"; }
submit() { # NAME: sets $output and $job
    output=$work/$1
    rm -f "$work"/begun.*
    for ((task = 0; task < tasks; task++)); do touch "$work/gate.$task"; done
    job=$(sbatch --parsable --array=0-$((tasks - 1)) --output="$work/task_$1_%a.log" "$sbatch_script" \
        "$work/input" "$output" "${options[@]:2}") || give_up "sbatch failed"
}
# A requeued job may wait for two minutes; so it is told to begin. Not at once: a node refuses credentials of the second in
# which it was told to kill the job, and the job ends without having run.
declare -A waits_since
all_ended() {
    local waiting
    for waiting in $(squeue -h -r -t PD -o '%i %r' | awk '$2 == "BeginTime" {print $1}'); do
        [ $((SECONDS - ${waits_since[$waiting]:=$SECONDS})) -lt 5 ] ||
            scontrol update JobId="$waiting" StartTime=now 2> /dev/null
    done
    # An empty list is no proof: squeue gives one, too, if the controller does not answer in time.
    [ "$(squeue -h -r -t all -j "$job" -o %T 2> /dev/null | grep -cx COMPLETED)" = $tasks ]
}
check_outputs() { # NAME: also that the second start of $task has skipped what the first had done
    local merged
    grep -qE "^Part $task of $tasks: .* [1-9][0-9]* of them done before" "$work/task_$1_$task.log" ||
        fail "$1: the second start of task $task skipped nothing: $(tail -n 1 "$work/task_$1_$task.log")"
    diff -r --exclude=.stripe_convert --exclude='*.part' "$work/alone" "$output" > "$work/diff.log" ||
        fail "$1: outputs differ from those without Slurm: $(head -n 3 "$work/diff.log" | tr '\n' ' ')"
    merged=$("$program" merge-reports "$output".reports/*.json) || fail "$1: merge-reports: $merged"
    [ "${merged##* }" = "$(hash_of "$work/alone.json")" ] || fail "$1: another hash than without Slurm: $merged"
    echo "$1: $merged"
}

# A node is lost with all that runs on it

submit lost_node
hold_one_of n2
step=$(parent_of "$held")
# The task first: a stopped process whose parent dies gets SIGHUP and SIGCONT, and would end cleanly.
kill -KILL "$held" "$step" "${daemons[n2]}"
writes "$held" || fail "the killed task left no temporary file, so its removal is not tested"
within 120 "n2 is down" node_is n2 DOWN
start_node n2
within 240 "the end of the array" all_ended
check_outputs lost_node

# A task is requeued, and ends after its frame: SIGCONT and SIGTERM come from Slurm

submit requeued
hold_one_of n1
scontrol requeue "${job}_$task" || fail "scontrol requeue failed"
within 29 "the end of the requeued task" gone "$held"
! writes "$held" || fail "a requeued task left a temporary file"
within 240 "the end of the array" all_ended
check_outputs requeued

# A node's daemon alone is lost, so that a task and its second start write at once

may_begin() {
    local waiting
    all_ended
    waiting=$(squeue -h -j "${job}_$task" -t PD -o %r) && [ -z "$waiting" ]
}
submit two_writers
hold_one_of n2
touch "$work/gate.$task"
kill -KILL "${daemons[n2]}"
within 120 "n2 is down" node_is n2 DOWN
within 60 "the requeued task may begin" may_begin
within 60 "the second start of task $task" begun 'n[13]' "$task"
second=$begun
rm "$work/gate.$task"
hold "$second" || give_up "the second start of task $task could not be stopped while it writes"
writes "$held" || fail "the second start removed a temporary file of a living process"
part=$(compgen -G "$output/cudastripe.*.$held.*.part")
kill -CONT "$held" "$second"
within 60 "the output of the first start" test ! -e "$part"
start_node n2
within 240 "the end of the array" all_ended
within 60 "the end of the first start" gone "$held"
check_outputs two_writers

# The node that came back has killed the first start. What that left is removed by the next run. That makes again what
# the first start had put over outputs of the second, and not noted. The run after it has nothing to do.

again() { "$program" "${options[@]}" --resume --output="$output/" "$work/input" > "$work/again.log" 2>&1 || fail again; }
no_part() {
    again
    ! compgen -G "$output/*.part" > /dev/null
}
within 60 "the temporary files are removed: $(ls "$output" | grep part)" no_part
again
diff -r --exclude=.stripe_convert "$work/alone" "$output" > /dev/null || fail "the next run has changed outputs"
inputs=$((pictures + videos))
grep -q "^Part 0 of 1: $inputs of $inputs inputs, $inputs of them done before, 0 failed$" "$work/again.log" ||
    fail "the next run converted something: $(tail -n 1 "$work/again.log")"

[ "$failures" = 0 ] && echo "all passed" || echo "$failures failed"
exit $((failures > 0))
