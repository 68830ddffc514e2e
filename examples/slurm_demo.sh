#!/bin/sh
# slurm_demo.sh - two Slurm clusters, north and south, of 12 nodes each on this one host,
# on the loopback alone and in a separate folder. Every node is a slurmd that runs jobs.
# They run as the user who starts them, who may do everything there.
#
#     sh examples/slurm_demo.sh start DIR    makes DIR and starts both
#     sh examples/slurm_demo.sh stop DIR     ends their jobs and daemons, and removes DIR
#
# Then SLURM_CONF=DIR/north.conf (south.conf) selects a cluster for sbatch, squeue and
# scontrol, and SLURM_BOOK_CONF_DIR=DIR both for slurm_book. From the environment:
# ACCOUNTING=1 adds slurmdbd and its database, for sacct; PORT=N is the first of 28 ports.
# It needs Debian's slurm-wlm, and slurmdbd and mariadb-server for the accounting.

case $1,$2 in
start,?* | stop,?*) ;;
*) echo 'use: slurm_demo.sh start|stop DIR' >&2; exit 2 ;;
esac
case $2 in /*) dir=$2 ;; *) dir=$PWD/$2 ;; esac
case $dir in
*[!A-Za-z0-9/._+-]*) echo "slurm_demo.sh: $dir: Slurm takes no such path" >&2; exit 1 ;;
esac
PATH=$PATH:/usr/sbin:/sbin
LC_ALL=C
SLURM_DEMO=$dir     # the mark by which our processes are known, and no others
MYSQL_UNIX_PORT=$dir/sql
export LC_ALL SLURM_DEMO MYSQL_UNIX_PORT
unset SLURM_CONF

within() {   # SECONDS COMMAND ...: waits until the command succeeds
    limit=$(($(date +%s) + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt $limit ] || return 1
        sleep 0.1
    done
}

# ---- stop ------------------------------------------------------------------------------
# A process, those that it started, and theirs.
below() {
    echo "$1"
    for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do below "$child"; done
}

# Daemons have our mark, steps only the name of their cluster's configuration.
ours() {
    grep -lszxF -e "SLURM_DEMO=$dir" -e "SLURM_CONF=$dir/north.conf" \
        -e "SLURM_CONF=$dir/south.conf" /proc/[0-9]*/environ | cut -d/ -f3 |
    while read -r p; do
        case $(cat "/proc/$p/comm" 2>/dev/null) in
        slurmstepd) below "$p" ;;
        slurmctld | slurmd | slurmdbd | munged | mariadbd) echo "$p" ;;
        esac
    done
}
none_left() { [ -z "$(ours)" ]; }

stop() {
    for p in $(ours); do kill "$p" 2>/dev/null; done
    within 5 none_left || for p in $(ours); do kill -9 "$p" 2>/dev/null; done
    within 2 none_left
    rm -rf "$dir"
}

if [ "$1" = stop ]; then
    [ -f "$dir/north.conf" ] || { echo "slurm_demo.sh: $dir: no clusters" >&2; exit 1; }
    stop
    exit
fi

# ---- start -----------------------------------------------------------------------------
for c in munged slurmctld slurmd scontrol ${ACCOUNTING:+slurmdbd mariadbd sacct}; do
    command -v $c >/dev/null || { echo "slurm_demo.sh: no $c here" >&2; exit 1; }
done
mkdir "$dir" && dir=$(cd "$dir" && pwd) || exit 1

me=$(id -un) host=$(uname -n) port=${PORT:-$((10000 + $$ % 350 * 28))}
host=${host%%.*}
trap 'stop; exit 1' HUP INT TERM

give_up() {   # WHAT LOG
    echo "slurm_demo.sh: $1 does not run here: $(
        grep -iE 'error|fatal' "$2" | grep -v 'mpi\|PMI' | tail -n 1)" >&2
    stop
    exit 1
}

write_conf() {   # CLUSTER PORT
    mkdir "$dir/$1" "$dir/$1/state"
    cat <<END
ClusterName=$1
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$2
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=$me
SlurmdUser=$me
AuthInfo=socket=$dir/munge
StateSaveLocation=$dir/$1/state
SlurmdSpoolDir=$dir/$1/spool.%n
SlurmctldPidFile=$dir/$1/slurmctld.pid
SlurmdPidFile=$dir/$1/slurmd.%n.pid
SlurmctldLogFile=$dir/$1/slurmctld.log
SlurmdLogFile=$dir/$1/slurmd.log
ProctrackType=proctrack/linuxproc
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
MessageTimeout=5
KillWait=2
NodeName=$3[01-12] NodeHostname=$host NodeAddr=127.0.0.1 \\
    Port=[$(($2 + 1))-$(($2 + 12))] CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES
END
    [ -z "$ACCOUNTING" ] || cat <<END
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePass=$dir/munge
AccountingStoragePort=$((port + 26))
JobAcctGatherType=jobacct_gather/linux
END
}

write_conf north "$port" n >"$dir/north.conf"
write_conf south $((port + 13)) s >"$dir/south.conf"
case $(slurmd -V) in   # later ones want control groups unless they are told not to
*' 2'[0-2].* | *' 23.02'*) ;;
*) echo CgroupPlugin=disabled >"$dir/cgroup.conf" ;;
esac

(umask 077 && head -c 256 /dev/urandom >"$dir/key")
munged --force --socket="$dir/munge" --key-file="$dir/key" --pid-file="$dir/munged.pid" \
       --log-file="$dir/munged.log" --seed-file="$dir/seed" 2>"$dir/munged.out" ||
    give_up munged "$dir/munged.out"

if [ -n "$ACCOUNTING" ]; then
    mkdir "$dir/data"
    mariadb-install-db --no-defaults --user="$me" --datadir="$dir/data" --skip-test-db \
                       >"$dir/sql.log" 2>&1 || give_up mariadb-install-db "$dir/sql.log"
    mariadbd --no-defaults --user="$me" --datadir="$dir/data" --socket="$dir/sql" \
             --pid-file="$dir/sql.pid" --skip-networking --skip-grant-tables \
             >>"$dir/sql.log" 2>&1 </dev/null &
    within 10 [ -S "$dir/sql" ] || give_up mariadbd "$dir/sql.log"
    (umask 077 && cat >"$dir/slurmdbd.conf") <<END
DbdHost=$host
DbdAddr=127.0.0.1
DbdPort=$((port + 26))
CommunicationParameters=NoInAddrAny
SlurmUser=$me
AuthInfo=socket=$dir/munge
StorageType=accounting_storage/mysql
StorageUser=$me
PidFile=$dir/slurmdbd.pid
LogFile=$dir/slurmdbd.log
END
    SLURM_CONF=$dir/north.conf slurmdbd
    within 10 grep -q 'slurmdbd version .* started' "$dir/slurmdbd.log" ||
        give_up slurmdbd "$dir/slurmdbd.log"
fi

for c in north south; do
    slurmctld -f "$dir/$c.conf" 2>>"$dir/$c/slurmctld.log"
    for n in 01 02 03 04 05 06 07 08 09 10 11 12; do
        slurmd -f "$dir/$c.conf" -N "${c%"${c#?}"}$n" 2>>"$dir/$c/slurmd.log"
    done
done

idle() { [ "$(SLURM_CONF=$dir/$1.conf sinfo -h -N -o %T | grep -cx idle)" = 12 ]; }
for c in north south; do
    within 20 idle $c || give_up $c "$dir/$c/slurmctld.log"
done
