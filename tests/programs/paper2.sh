#!/bin/sh
# paper2.sh - the page of bench/papers/paper2.sh (lib-claims.sh), on logs made up.

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

nothing_to_measure 'no DAS2-fs1, HPC2N or SDSC-BLUE log in'
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
    run "$dir/traces/DAS2-fs1-1.swf" $command --no-timing --facts "$dir/x"
    why=$(trouble)
    wanted=$(awk -F '\t' '$1 == "RANK wait_mean" { print $2 }' "$dir/x")
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

free=jr+slow-free
IFS='
'
why=
c='RANK takes less time than FCFS'
fcfs=$(every main FCFS execution_time 100)
limit "$c" 'every main RANK execution_time' 90 110 $fcfs
flips "$c" 'holds in part' $fcfs $(every main RANK execution_time 90) \
    $(at main big RANK execution_time 110)
flips "$c" holds $fcfs $(every main RANK execution_time 90) \
    $(at main big RANK execution_time 80 110)
flips "$c" 'cannot be told' $fcfs $(every main RANK execution_time 80 110)
flips "$c" 'holds in part' $fcfs $(every main RANK execution_time 80 110) \
    $(at main big RANK execution_time 90) # for one, undecided for two
flips "$c" 'cannot be told' $(at main big RANK execution_time '')
c='around 10 % less on average'
limit "$c" 'every main RANK execution_time' 94.9 95.1 $fcfs
flips "$c" 'cannot be told' $fcfs $(every main RANK execution_time 91 106)
c='6.6 % less than RANK'
rank=$(every main RANK execution_time 100)
limit "$c" "every main $free execution_time" 96 98 $rank
c='up to 40 % less with SLOW'
flips "$c" holds $fcfs $(at main small $free execution_time 100 64)
flips "$c" 'does not hold' $fcfs $(at main small $free execution_time 66)
c='the processing times'
fcfs=$(every main FCFS looks 100)
rank=$(every main RANK looks 150)
limit "$c" "every main $free looks" 190 210 $fcfs $rank
verdict times_flip "$why"

why=
c='waits: SLOW is better than RANK'
ties() {   # waits of FCFS, RANK and slow-free, whichever cluster wins a tie
    for run in main first least; do
        every $run FCFS wait_mean "$1"
        every $run RANK wait_mean "$2"
        every $run $free wait_mean "$3"
    done
}
limit "$c" 'ties 5000 1000' 999 1001
on_top 'What holds' 'slow-free waits less than RANK'
flips "$c" 'cannot be told' $(ties 5000 1000 900 | grep -v ^first) \
    $(every first RANK wait_mean 1000) $(every first $free wait_mean 1001)
rank=$(every main RANK wait_mean 1000)
c='JR-backfilling and SLOW together'
alone=$(every main fcfs+slow-free wait_mean 1500)
limit "$c" "every main $free wait_mean" 900 1100 $rank $alone
five() { ties "$1" 1000 1000; }
limit '5.5 times shorter waits' five 6900 7100
flips '5.5 times shorter waits' 'cannot be told' $(five 6900 | grep -v ^least) \
    $(every least FCFS wait_mean 7100) $(every least RANK wait_mean 1000)
c='slowdowns differ more'
waits=$(every main FCFS wait_mean 200; every main RANK wait_mean 100
    every main $free wait_mean 100)
slow=$(every main FCFS bsld_mean 21; every main RANK bsld_mean 10)
limit "$c" "every main $free bsld_mean" 10 11 $waits $slow
c='by around 8 %'
slow=$(every main RANK bsld_mean 10)
limit "$c" 'every main FCFS bsld_mean' 22.3 22.5 $waits $slow
limit 'SLOW waits less than RANK: static match' 'every main SLOW wait_mean' 900 1100 $rank
c='without it performance may be'
fcfs=$(every factor FCFS wait_mean 1000)
flips "$c" holds $fcfs $(every factor RANK/0 wait_mean 900 1001)
flips "$c" 'does not hold' $fcfs $(every factor RANK/0 wait_mean 999)
c='10 % gives the best results'
rank=$(for factor in 0 0.01 1; do every factor RANK/$factor wait_mean 1000; done)
limit "$c" 'every factor RANK/0.1 wait_mean' 990 1010 $rank
# not the best if another is printed below 1, within the spread or not
flips "$c" 'cannot be told' $rank $(every factor RANK/0.1 wait_mean 990) \
    $(every factor RANK/1 wait_mean 960 1000)
c='so it does with the head first'
rank=$(for factor in 0 0.01 1; do every head RANK/$factor wait_mean 1000; done
    every listing RANK wait_mean 1000)
limit "$c" 'every head RANK/0.1 wait_mean' 990 1010 $rank
flips "$c" 'cannot be told' $rank $(every head RANK/0.1 wait_mean 990) \
    $(every listing RANK wait_mean 960 1000)
c='without a reduction factor jobs starve'
rank=$(every factor RANK/0 wait_max 1000)
limit "$c" 'every factor RANK/0.1 wait_max' 990 1010 $rank
c='the same, the head first (listing 3)' # the first of two: jobs starve
rank=$(every head RANK/0 wait_max 1000; every head RANK/0.1 wait_max 900)
limit "$c" 'every listing RANK wait_max' 990 1010 $rank
c='heterogeneous resources make'
flips "$c" holds $(every main RANK wait_mean 1510) $(every alike RANK wait_mean 1000)
flips "$c" 'does not hold' $(every main RANK wait_mean 1490) \
    $(every alike RANK wait_mean 1000)
verdict waits_flip "$why"

why=
c='SLOW uses more than RANK'
rank=$(every main RANK cpu_clusters 0.4)
limit "$c" "every main $free cpu_clusters" 0.41 0.39 $rank
c='up to 40 % more than FCFS'
fcfs=$(every main FCFS cpu_clusters 0.4)
limit "$c" "every main $free cpu_clusters" 0.541 0.539 $fcfs
c='FCFS uses around 40 % less'
limit "$c" "every main $free cpu_clusters" 0.66 0.56 $fcfs
c='around 10 % on average on these'
limit "$c" "every main $free cpu_clusters" 0.44 0.47 $fcfs
c='they clearly converge'
begin=$(every main $free spread1 0.5)
limit "$c" "every main $free spread4" 0.25 0.26 $begin
flips "$c" 'does not hold' $begin $(every main $free spread4 0.6)
flips "$c" 'cannot be told' $begin $(every main $free spread4 0.05 0.45)
verdict use_flips "$why"
unset IFS

grep -v ' medium ' "$dir/facts" >"$dir/some"
awk -f bench/papers/claims.awk -f $claims "$dir/some" >"$dir/other" 2>"$dir/err"
code=$?
c='RANK takes less'
why=$(trouble)
why=${why:-$(whole "$dir/other" 40 | head -n 1)}
why=${why:-$(verdict_of "$dir/other" "$c" | grep -v '^cannot be told: there')}
grep -qF '| Grid5000 | no log was given |' "$dir/other" ||
    why=${why:-'the table does not say so'}
verdict missing_log "$why"
