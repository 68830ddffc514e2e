#!/bin/sh
# slurm.sh - examples/sweep.sbatch under Slurm: a cluster of this host runs the plan of a
# sweep as a job array. Gathered, the points give the bytes of the sweep in one process.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-slurm.sh"
script=$here/examples/sweep.sbatch
SLURM_CONF=$dir/demo/north.conf
export SLURM_CONF

work="$dir/it's \$HOME; here"     # as an unfortunate directory may be called
mkdir "$work"
cd "$work" || exit 1
forty_jobs >'my log.swf'

sweep() {   # ARGUMENT ...
    "$program" 'my log.swf' --servers 6 --policy online,easy,trace --sweep ar=0:1:0.25 \
           --ar-window 2h --no-timing "$@"
}

# Submits the plan and waits for it; the tasks' states are in $states, in order of the
# plan.
submit() {   # PLAN
    states=
    job=$(sbatch --parsable --chdir=/ --output="$dir/task.%a" \
                 --array="1-$(wc -l <"$1")" "$script" "$1" 2>"$dir/err") || return 1
    within 30 ended "$job" || return 1
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

cd / && demo stop
must nothing_left "$dir/demo" [ ! -d "$dir/demo" ]
