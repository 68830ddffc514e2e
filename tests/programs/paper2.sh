#!/bin/sh
# paper2.sh - bench/papers/paper2.sh and paper2.awk: on small made-up logs, that the
# document is whole, short enough to read, agrees with a run made here, says what is
# missing, and has the form of the committed one; that a verdict and the sentences on top
# change where a number passes the limit of its rule, and not within the spread.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES
. tests/programs/lib-claims.sh

# Jobs of all sizes up to 64 come every half hour or so, most run an hour, some six.
log() {
    awk 'BEGIN {
        print "; MaxProcs: 64"
        for (i = 1; i <= 300; i++) {
            size = 1 + i * 7919 % 64
            run = i % 5 ? 3600 : 20000
            print i, i * 2000, 0, run, size, -1, -1, size, 2 * run, -1, 1, 1, 1, -1, 1, \
                  -1, -1, -1
        }
    }'
}
mkdir "$dir/traces"
log >"$dir/traces/DAS2-fs1-1.swf"
log | gzip >"$dir/traces/HPC2N-1.swf.gz"
log >"$dir/traces/SDSC-BLUE-1.swf"

# ---- nothing to measure ----------------------------------------------------------------
nothing_to_measure 'no DAS2-fs1, HPC2N or SDSC-BLUE log in'

# ---- the document ----------------------------------------------------------------------
documents 40
verdict others "$(pictures $(for figure in 7 8a 8b 8c 9 10; do
        for system in small medium big; do echo paper2-fig$figure-$system.svg; done
    done)
    csv_columns 8)"

# A run of the sweep, made here: its command is told.
command=$(sed -n '/--setup RANK /s/^build.broker_sim LOG //p' "$dir/doc" |
    sed -n '1s/ --no-timing.*//p')
why='no command of the sweep'
if [ -n "$command" ]; then
    run "$dir/traces/DAS2-fs1-1.swf" $command --no-timing --json "$dir/x.json"
    why=$(trouble)
    wanted=$(field wait_mean "$dir/x.json")
    got=$(awk -F '\t' '$1 == "load0.4 small RANK wait_mean 1" { print $2 }' "$dir/facts")
    why=${why:-$(echo "$wanted $got" | awk '
        !(NF == 2 && $1 - $2 < 1e-6 * $1 && $2 - $1 < 1e-6 * $1)')}
fi
verdict numbers "$why"

# ---- the limits of the rules -----------------------------------------------------------
# A figure of a set-up in both workloads: the same value, or the second.
at() { seeds "$1 $2 $3 $4" "$5" "${6:-$5}"; }   # run system set-up figure value value

every() {   # run set-up figure value value
    for s in small medium big; do at "$1" "$s" "$2" "$3" "$4" "$5"; done
}

NL='
'
free=jr+slow-free

# planted CLAIM VERDICT FACTS: as flips, of facts one a line
planted() {
    c=$1 v=$2 all=$3
    IFS=$NL
    flips "$c" "$v" $all
    unset IFS
}

why=
c='RANK takes less time than FCFS'
fcfs=$(every main FCFS execution_time 100)
planted "$c" holds "$fcfs$NL$(every main RANK execution_time 90)"
planted "$c" 'does not hold' "$fcfs$NL$(every main RANK execution_time 110)"
planted "$c" 'holds in part' "$fcfs$NL$(every main RANK execution_time 90
    )$NL$(at main big RANK execution_time 110)"
planted "$c" holds "$fcfs$NL$(every main RANK execution_time 90
    )$NL$(at main big RANK execution_time 80 110)"
planted "$c" 'cannot be told' "$fcfs$NL$(every main RANK execution_time 80 110)"
planted "$c" 'cannot be told' "$(at main big RANK execution_time '')"
c='around 10 % less on average'
planted "$c" holds "$fcfs$NL$(every main RANK execution_time 94.9)"
planted "$c" 'does not hold' "$fcfs$NL$(every main RANK execution_time 95.1)"
planted "$c" 'cannot be told' "$fcfs$NL$(every main RANK execution_time 91 106)"
c='6.6 % less than RANK'
rank=$(every main RANK execution_time 100)
planted "$c" holds "$rank$NL$(every main $free execution_time 96)"
planted "$c" 'does not hold' "$rank$NL$(every main $free execution_time 98)"
c='up to 40 % less with SLOW'
planted "$c" holds "$fcfs$NL$(at main small $free execution_time 100 69)"
planted "$c" 'does not hold' "$fcfs$NL$(at main small $free execution_time 71)"
verdict times_flip "$why"

why=
c='waits: SLOW is better than RANK'
rank=$(every main RANK wait_mean 1000)
planted "$c" 'does not hold' "$rank$NL$(every main $free wait_mean 1001)"
planted "$c" holds "$rank$NL$(every main $free wait_mean 999)"
on_top 'What holds' 'slow-free waits less than RANK'
c='JR-backfilling and SLOW together'
alone=$(every main fcfs+slow-free wait_mean 1500)
planted "$c" holds "$rank$NL$alone$NL$(every main $free wait_mean 900)"
planted "$c" 'does not hold' "$rank$NL$alone$NL$(every main $free wait_mean 1100)"
c='5.5 times shorter waits'
planted "$c" holds "$rank$NL$(at main small FCFS wait_mean 6900)"
planted "$c" 'does not hold' "$rank$NL$(at main small FCFS wait_mean 7100)"
c='SLOW waits less than RANK: static match'
planted "$c" holds "$rank$NL$(every main SLOW wait_mean 900)"
planted "$c" 'does not hold' "$rank$NL$(every main SLOW wait_mean 1100)"
c='without it performance may be'
fcfs=$(every factor FCFS wait_mean 1000)
planted "$c" holds "$fcfs$NL$(every factor RANK/0 wait_mean 900 1001)"
planted "$c" 'does not hold' "$fcfs$NL$(every factor RANK/0 wait_mean 999)"
c='10 % gives the best results'
rank=$(for factor in 0 0.01 1; do every factor RANK/$factor wait_mean 1000; done)
planted "$c" holds "$rank$NL$(every factor RANK/0.1 wait_mean 990)"
planted "$c" 'does not hold' "$rank$NL$(every factor RANK/0.1 wait_mean 1010)"
c='heterogeneous resources make'
planted "$c" holds "$(every main RANK wait_mean 1510
    )$NL$(every alike RANK wait_mean 1000)"
planted "$c" 'does not hold' "$(every main RANK wait_mean 1490
    )$NL$(every alike RANK wait_mean 1000)"
verdict waits_flip "$why"

why=
c='SLOW uses more than RANK'
rank=$(every main RANK cpu_clusters 0.4)
planted "$c" holds "$rank$NL$(every main $free cpu_clusters 0.41)"
planted "$c" 'does not hold' "$rank$NL$(every main $free cpu_clusters 0.39)"
c='they clearly converge'
begin=$(every main $free spread1 0.5)
planted "$c" holds "$begin$NL$(every main $free spread4 0.25)"
planted "$c" 'does not hold' "$begin$NL$(every main $free spread4 0.26)"
planted "$c" 'does not hold' "$begin$NL$(every main $free spread4 0.6)"
planted "$c" 'cannot be told' "$begin$NL$(every main $free spread4 0.05 0.45)"
verdict use_flips "$why"

# ---- a log that is not there -----------------------------------------------------------
IFS=$NL
grep -v ' medium ' "$dir/facts" >"$dir/some"
unset IFS
awk -f bench/papers/claims.awk -f $claims "$dir/some" >"$dir/other" 2>"$dir/err"
code=$?
c='RANK takes less'
why=$(trouble)
why=${why:-$(whole "$dir/other" 40 | head -n 1)}
why=${why:-$(verdict_of "$dir/other" "$c" | grep -v '^cannot be told: there')}
grep -qF '| Grid5000 | no log was given |' "$dir/other" ||
    why=${why:-'the table does not say so'}
verdict missing_log "$why"
