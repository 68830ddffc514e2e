#!/bin/sh
# slurm.sh - examples/sweep.sbatch under Slurm: a cluster of this host runs the parts of a
# simulation as a job array. Gathered, they give the bytes of one process.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-slurm.sh"
script=$here/examples/sweep.sbatch
SLURM_CONF=$dir/demo/north.conf
export SLURM_CONF

work="$dir/it's \$HOME; here"     # as an unfortunate directory may be called
mkdir "$work"
cd "$work" || exit 1
busy_log 40 >'my log.swf'

# COMMAND ...: behind it comes the program with its options, and $from
sweep() {
    "$@" "$program" 'my log.swf' --servers 12 --policy online,easy --ar 0:1:0.25 \
        --ar-window 2h --no-timing ${from:+--rows "all.csv,$from"}
}

# Submits five parts and waits for them; the tasks' states are in $states.
submit() {   # TASKS
    states=
    job=$(sweep sbatch --parsable --chdir=/ --output="$dir/task.%a" --array="$1" \
                "$script" 'the parts' 2>"$dir/err") || return 1
    within 30 ended "$job" || return 1
    states=$(squeue -h -r -t all -j "$job" -o '%K %T' | sort -n | sed 's/.* //' |
             paste -s -d ' ')
}

done_as() {   # NAME STATES
    must "$1" "the tasks ended $states; $(cat "$dir/err" "$dir"/task.* | head -n 1)" [ \
        "$states" = "$2" ]
}

gathers_the_same() {   # NAME
    parts=$(echo 'the parts'/*.csv | sed 's/csv the/csv,the/g')
    if ! from=$parts sweep env >all.out 2>"$dir/err"; then
        fail "$1" "$(head -n 1 "$dir/err")"
    else
        must "$1" "$(diff one.out all.out | sed -n 2p)" cmp -s one.out all.out
    fi
}

C=COMPLETED
sweep env >one.out 2>"$dir/err" || fail one_process "$(head -n 1 "$dir/err")"
submit 1-5
done_as array "$C $C $C $C $C"
gathers_the_same gathered

# a torn part is reported, and the same array again mends it
sed -n 1,7p 'the parts/5.csv' >torn && mv torn 'the parts/5.csv'
mv 'my log.swf' gone.swf
submit 1-5
done_as failing "$C $C $C $C FAILED"
mv gone.swf 'my log.swf'
submit 1-5
done_as mended "$C $C $C $C $C"
gathers_the_same repaired

cd / && demo stop
must nothing_left "$dir/demo" [ ! -d "$dir/demo" ]
