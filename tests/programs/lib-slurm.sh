# lib-slurm.sh - what tests on real clusters share. They read it after lib-cli.sh, and
# have two until they end, of examples/slurm_demo.sh: $dir/demo/north.conf and south.conf,
# with a database where ACCOUNTING is set. Where Slurm is not installed, or does not run,
# the script ends here.

PATH=$PATH:/usr/sbin:/sbin
export PATH
for c in munged slurmctld slurmd sbatch squeue ${ACCOUNTING:+slurmdbd mariadbd sacct}; do
    command -v $c >/dev/null || { skip clusters "$c is not installed"; exit 0; }
done

demo() { timeout 100 sh "$here/examples/slurm_demo.sh" "$1" "$dir/demo"; }
trap '[ ! -d "$dir/demo" ] || demo stop; rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
if ! demo start 2>"$dir/err"; then
    skip clusters "$(tail -n 1 "$dir/err")"
    exit 0
fi
pass clusters

at() {   # CLUSTER COMMAND ...
    conf=$dir/demo/$1.conf
    shift
    SLURM_CONF=$conf timeout 30 "$@"
}

within() {   # SECONDS COMMAND ...: waits until the command succeeds
    limit=$(($(date +%s) + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt $limit ] || return 1
        sleep 0.2
    done
}

ended() {   # JOB ...: none of them waits or runs
    [ -z "$(squeue -h -j "$(echo "$*" | tr ' ' ,)" -t PENDING,RUNNING,COMPLETING -o %i)" ]
}
