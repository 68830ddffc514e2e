#!/bin/sh
# slurm_book.sh - slurm_book on two real clusters of 12 nodes each, which are started for
# the purpose: what they then have, and that nothing is left when something goes wrong in
# the middle: a controller is killed, or four work at the same time.
#
# STEPS=N: so many commands at random (SEED) of each of four at the same time, not 8.

tool=slurm_book
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-slurm.sh"
cd "$dir" || exit 1
me=$(id -un)
SLURM_BOOK_CONF_DIR=$dir/demo XDG_STATE_HOME=$dir/state
export SLURM_BOOK_CONF_DIR XDG_STATE_HOME

# What a cluster has: NAME START END NODES of each reservation.
kept() {   # CLUSTER
    at "$1" scontrol -o show reservation | sed -n '/^Res/s/[A-Za-z]*=//gp' |
        awk '{ print $1, $2, $3, $5 }'
}
all_kept() { for c in north south; do kept $c | sed "s/^/$c /"; done; }

# Nothing is left, neither at a cluster nor in the journal.
nothing_left() {   # NAME
    same "$1" "$(all_kept 2>&1; "$program" list 2>&1)" ''
}

# ---- a booking -------------------------------------------------------------------------
prints when 'when --nodes 20 --hours 2 north south:4-8' '^  north .* n\[01-12\]$' \
    '^  south .* s\[01-08\]$' '12 of 12'
nothing_left when_books_nothing

run book --nodes 20 --hours 2 --user "$me" --name shared --report page.html \
    north south:4-8
holds book out '^shared$' '^  north .* n\[01-12\]$' '^  south .* s\[01-08\]$'
holds report page.html '<svg' '>north<' '>south<' '20 nodes at 2 sites'
# the same at both, and as it was reported
all_kept >got
sed -n 's/^  \([ns]*[a-z]*\)  *\([^ ]*\)  *\([^ ]*\)  *\([^ ]*\)$/\1 shared \2 \3 \4/p' \
    out >want
code=0
: >err
equal kept_by_both got want
same one_start "$(awk '{ print $3, $4 }' got | sort -u | wc -l)" 1

prints list 'list' '^shared: booked, 20 nodes' '^  north' '^  south'
run book --nodes 2 --hours 1 --name shared north
verdict again "$(refusal 1 'has a booking shared already')"
run when --nodes 20 --hours 2 --before now+3hours north south
same no_room "$code" 3

submit() {   # NAME CLUSTER OPTION ...: a job that would run for long, as NAME.CLUSTER
    file=$1.$2 where=$2
    shift 2
    at "$where" sbatch --parsable --output=/dev/null --chdir=/ --wrap 'sleep 500' \
        "$@" >"$file" 2>err || fail "submit_$file" "$(cat err)"
}
for c in north south; do
    submit job $c --reservation=shared -N 8
    submit other $c -N 12
done
runs() {   # NAME CLUSTER STATE: "" is none
    [ "$(at "$2" squeue -h -j "$(cat "$1.$2")" -o %T 2>err)" = "$3" ]
}
for c in north south; do
    must "job_runs_$c" "$(at $c squeue)" within 30 runs job $c RUNNING
    must "other_waits_$c" "$(at $c squeue)" runs other $c PENDING
    at $c scancel "$(cat job.$c)" "$(cat other.$c)"
done

# a reservation in use cannot be deleted; the booking is still known
submit job north --reservation=shared -N 1
within 10 runs job north RUNNING
run cancel --name shared
same in_use "$code $(grep -c 'in use' err)" '1 1'
run list
same in_use_is_listed "$(grep -c '^shared' out)" 1
at north scancel "$(cat job.north)"
within 10 runs job north ''
run cancel --name shared
same cancel "$code $(cat err)" '0 '
nothing_left cancelled

# ---- maintenance -----------------------------------------------------------------------
prints drain "drain --nodes n[02-05] --from now+1hour --to now+3hours --name down north" \
    '^down$' '^nothing is in the way'
same drain_flags "$(at north scontrol -o show reservation down |
    grep -c 'Nodes=n\[02-05\] .*Flags=MAINT,IGNORE_JOBS,SPEC_NODES ')" 1
at north scontrol delete reservationname=down
run recover
same drain_made_again "$(kept north | sed 's/ .* / /')" 'down n[02-05]'
run cancel --name down
nothing_left drain_cancelled

# ---- moving ----------------------------------------------------------------------------
idle() { [ "$(at "$1" sinfo -h -N -t idle -o %N | wc -l)" = 12 ]; }
within 30 idle north && within 30 idle south
submit job south -N 12 -t 60
must blocked "$(at south squeue)" within 10 runs job south RUNNING
run book --nodes 8 --hours 1 --name moves north:4-4 south:4-4
all_kept | awk '{ print $3 }' >start
prints stays 'move' '^moves stays$'
at south scancel "$(cat job.south)"
within 30 idle south
prints moved 'move --name moves' '^moves moved$'
all_kept | awk '{ print $3 }' | paste -d ' ' start - | awk '$2 < $1' >earlier
same earlier_at_both "$(wc -l <earlier)" 2
run cancel --name moves
nothing_left moved_and_cancelled

# ---- a controller that is killed -------------------------------------------------------
# In front of scontrol stands one that kills south's when it has confirmed the second
# reservation.
mkdir front
cat >front/scontrol <<'END'
#!/bin/sh
PATH=${PATH#*:} scontrol "$@"
status=$?
case $* in *create*reservation*) echo >>"$CALLS" ;; esac
[ "$(grep -c '' "$CALLS")" != 2 ] || kill -9 "$(cat "$VICTIM")"
exit $status
END
chmod +x front/scontrol
: >calls
# it comes back with what it wrote down last, which is some seconds old
written() { ! grep -q -e shared -e moves "$dir/demo/south/state/resv_state"; }
must written_down "$(at south scontrol show reservation)" within 30 written
(PATH=$dir/front:$PATH CALLS=$dir/calls VICTIM=$dir/demo/south/slurmctld.pid
 export PATH CALLS VICTIM
 timeout 60 "$program" book --nodes 8 --hours 1 --at now+1hour --name five north:4-4 \
    south:4-4 >out 2>err </dev/null)
same killed_after_second "$?" 1
again() {   # starts south's controller, and waits for the nodes
    (SLURM_DEMO=$dir/demo
     export SLURM_DEMO
     slurmctld -f "$dir/demo/south.conf" >>"$dir/demo/south/slurmctld.log" 2>&1)
    within 40 idle south
}
must south_returns '' again
run recover
nothing_left killed_after_second_left

# ---- several at once -------------------------------------------------------------------
# Two on one journal and two on another, who often want the same nodes: whatever they do,
# in the end the clusters have what the journals say.
names() { "$program" list "$@" | sed -n 's/^\([^ :]*\): .*/\1/p'; }
worker() {   # NUMBER
    random=$((${SEED:-1} * 7919 + $1)) step=0 journal="--journal journal$(($1 % 2))"
    while [ $step -lt "${STEPS:-8}" ]; do
        step=$((step + 1))
        random=$(((random * 1103515245 + 12345) % 2147483648))
        hours=$((random / 65536 % 3 + 1))
        case $((random / 1048576 % 20)) in
        [0-9])
            "$program" book $journal --nodes $((random / 256 % 9 + 2)) --hours $hours \
                --after now+${hours}hours --name "w$1-$step" north:1-6 south:1-6 ;;
        1[0-2]) "$program" move $journal ;;
        1[3-6])
            victim=$(names $journal | sed -n "$((random / 4096 % 5 + 1))p")
            [ -z "$victim" ] || "$program" cancel $journal --name "$victim" ;;
        *) "$program" recover $journal ;;
        esac >>"did$1" 2>&1
    done
}
for n in 1 2 3 4; do worker $n & done
wait
for journal in journal0 journal1; do
    run recover --journal $journal
    same "several_recover_$journal" "$code $(cat err)" '0 '
    run list --journal $journal
    same "several_$journal" "$code $(grep reservation out | head -n 3)" '0 '
    names --journal $journal
done | tee said | grep -v '^w'
grep '^w' said | sort >have
same several_have "$(all_kept | awk '{ print $2 }' | sort -u)" "$(cat have)"
must several_bookings '' [ "$(wc -l <have)" -gt 1 ]
