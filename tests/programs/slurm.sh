#!/bin/sh
# slurm.sh - examples/sweep.sbatch under Slurm: a cluster of this one host is started as
# whoever runs this, on the loopback alone, runs the plan of a sweep as a job array, and
# is taken down again. Gathered, the points give the bytes of the sweep in one process.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
script=$here/examples/sweep.sbatch
PATH=$PATH:/usr/sbin:/sbin
export PATH

for c in munged slurmctld slurmd sbatch squeue scancel; do
    command -v $c >/dev/null || { skip cluster "$c is not installed"; exit 0; }
done

# ---- a cluster of one host -------------------------------------------------------------
conf=$dir/slurm.conf
daemons=        # process ids, the last started first

# Processes that were started with our configuration: daemons, steps, jobs.
ours() {
    grep -lszxF "SLURM_CONF=$conf" /proc/[0-9]*/environ |
        sed 's|/proc/\([0-9]*\)/environ|\1|' | while read -r p; do
            case $(cat "/proc/$p/comm" 2>/dev/null) in
            *slurm* | munged | coalloc_sim) echo "$p" ;;
            esac
        done
}

nap() { sleep 0.1 2>/dev/null || sleep 1; }

# Waits until a command succeeds, for so many tenths of a second.
within() {   # TENTHS COMMAND ...
    tenths=$1
    shift
    until "$@" >/dev/null 2>&1; do
        tenths=$((tenths - 1))
        [ $tenths -gt 0 ] || return 1
        nap
    done
}

none_left() { [ -z "$(ours)" ]; }

take_down() {
    [ -z "$daemons" ] || scancel --quiet --user="$(id -un)" 2>/dev/null
    for p in $daemons; do kill "$p" 2>/dev/null; done
    within 100 none_left || for p in $(ours); do kill -9 "$p" 2>/dev/null; done
    [ -z "$daemons" ] || wait $daemons 2>/dev/null
    daemons=
    rm -rf "$dir"
}
trap take_down EXIT
trap 'exit 1' HUP INT TERM

SLURM_CONF=$conf
export SLURM_CONF

start() {   # NAME COMMAND ...
    log=$dir/$1.out
    shift
    "$@" >"$log" 2>&1 </dev/null &
    daemons="$! $daemons"
}

# Why nothing can be shown here, from the log of the daemon that failed; ends the test.
give_up() {   # WHAT LOG
    why=$(grep -iE 'error|fatal' "$2" | grep -v 'mpi\|PMI' | tail -n 1)
    skip cluster "$1 does not run here: ${why:-$(tail -n 1 "$2")}"
    exit 0
}

host=$(uname -n)
host=${host%%.*}
port=$((20000 + $$ % 5000 * 2))
mkdir "$dir/state" "$dir/spool"
(umask 077 && head -c 256 /dev/urandom >"$dir/key")
cat >"$conf" <<END
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$dir/munge
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=/dev/null
SlurmdLogFile=/dev/null
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
MessageTimeout=5
KillWait=2
NodeName=here NodeHostname=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=ALL Default=YES
END
# from 23.11 on slurmd wants control groups unless it is told not to
case $(slurmd -V | sed 's/[^0-9]*//') in
2[0-2].* | 23.02*) ;;
*) echo CgroupPlugin=disabled >"$dir/cgroup.conf" ;;
esac

start munged munged -F --force --socket="$dir/munge" --key-file="$dir/key" \
      --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" --seed-file="$dir/seed"
within 50 [ -S "$dir/munge" ] || give_up munged "$log"
start slurmctld slurmctld -D -f "$conf"
start slurmd slurmd -D -f "$conf" -N here
node_is_idle() { sinfo -h -o %T | grep -qx idle; }
if ! within 150 node_is_idle; then
    grep -q 'fatal' "$dir/slurmctld.out" && give_up slurmctld "$dir/slurmctld.out"
    give_up slurmd "$dir/slurmd.out"
fi
pass cluster

# ---- a sweep in it ---------------------------------------------------------------------
work="$dir/it's \$HOME; here"     # as an unfortunate directory may be called
mkdir "$work"
cd "$work" || exit 1
forty_jobs >'my log.swf'

sweep() {   # ARGUMENT ...
    "$program" 'my log.swf' --servers 6 --policy online,easy,trace --sweep ar=0:1:0.25 \
           --ar-window 2h --no-timing "$@"
}

ended() { [ -z "$(squeue -h -j "$1" -t PENDING,RUNNING,COMPLETING -o %i)" ]; }

# Submits the plan and waits for it; the tasks' states are in $states, in order of the
# plan.
submit() {   # PLAN
    states=
    job=$(sbatch --parsable --chdir=/ --output="$dir/task.%a" \
                 --array="1-$(wc -l <"$1")" "$script" "$1" 2>"$dir/err") || return 1
    within 300 ended "$job" || return 1
    states=$(squeue -h -r -t all -j "$job" -o '%K %T' | sort -n | sed 's/.* //' |
             paste -s -d ' ')
}

done_as() {   # NAME STATES
    must "$1" "the tasks ended $states; $(cat "$dir/err" "$dir"/task.* | head -n 1)" [ \
        "$states" = "$2" ]
}

sweep --json one.json --csv one --report one.html >one.out 2>"$dir/err" ||
    fail one_process "$(head -n 1 "$dir/err")"

gathers_the_same() {   # NAME
    if ! sweep --json all.json --csv all --report all.html --gather 'the points' \
               >all.out 2>"$dir/err"; then
        fail "$1" "$(head -n 1 "$dir/err")"
        return
    fi
    sed -i 's/all\.html/one.html/; s/all\.json and all$/one.json and one/' all.out
    for f in out json html; do
        cmp "one.$f" "all.$f" || { fail "$1" "$f differs"; return; }
    done >/dev/null
    if diff -r one all >"$dir/diff"; then pass "$1"; else fail "$1" "CSV differs"; fi
}

C=COMPLETED
sweep --plan 'the points' >'a plan'
submit 'a plan'
done_as array "$C $C $C $C $C"
gathers_the_same gathered

# what fails is known to have failed, and is all that is left to do
rm 'the points/ar-0.5.point'
{ sweep --plan 'the points'; echo "exit 3"; } >'a plan'
submit 'a plan'
done_as failing "$C FAILED"
gathers_the_same repaired

cd / || exit 1
work=$dir
take_down
if [ -d "$work" ]; then fail nothing_left "$work"
elif [ -n "$(ours)" ]; then fail nothing_left "process $(ours)"
else pass nothing_left; fi
