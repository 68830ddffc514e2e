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
# Facts "[RUN:]SET-UP[@SYSTEM] FIGURE VALUE [VALUE], ...", of the run main and of every
# system if none is said; of the second workload the other value. FREE: jr+slow-free.
facts() {
    echo "$1" | sed 's/FREE/jr+slow-free/g' | tr ',' '\n' | (
        IFS=' '
        while read -r setup figure value other; do
            run=main systems='small medium big'
            case $setup in *:*) run=${setup%%:*} setup=${setup#*:} ;; esac
            case $setup in *@*) systems=${setup#*@} setup=${setup%@*} ;; esac
            for s in $systems; do
                seeds "$run $s $setup $figure" "$value" "${other:-$value}"
            done
        done)
}
figure() { facts "$of $1"; }   # the figure $of has this value

why=
# shellcheck disable=SC2162 # a backslash goes on
while IFS='|' read c of yes no given; do
    IFS='
'
    limit "$c" figure "$yes" "$no" $(facts "$given")
done <<'END'
RANK takes less time than FCFS|RANK execution_time|90|110|FCFS execution_time 100
around 10 % less on average|RANK execution_time|94.9|95.1|FCFS execution_time 100
6.6 % less than RANK|FREE execution_time|96|98|RANK execution_time 100
the processing times|FREE looks|190|210|FCFS looks 100, RANK looks 150
JR-backfilling and SLOW together|FREE wait_mean|900|1100|RANK wait_mean 1000, \
fcfs+slow-free wait_mean 1500
slowdowns differ more|FREE bsld_mean|10|11|FCFS wait_mean 200, RANK wait_mean 100, \
FREE wait_mean 100, FCFS bsld_mean 21, RANK bsld_mean 10
by around 8 %|FCFS bsld_mean|22.3|22.5|RANK bsld_mean 10, FCFS wait_mean 200, \
RANK wait_mean 100
SLOW waits less than RANK: static match|SLOW wait_mean|900|1100|RANK wait_mean 1000
10 % gives the best results|factor:RANK/0.1 wait_mean|990|1010|\
factor:RANK/0 wait_mean 1000, factor:RANK/0.01 wait_mean 1000, \
factor:RANK/1 wait_mean 1000
without a reduction factor jobs starve|factor:RANK/0.1 wait_max|990|1010|\
factor:RANK/0 wait_max 1000
the same, the head first (listing 3)|listing:RANK wait_max|990|1010|\
head:RANK/0 wait_max 1000, head:RANK/0.1 wait_max 900
SLOW uses more than RANK|FREE cpu_clusters|0.41|0.39|RANK cpu_clusters 0.4
up to 40 % more than FCFS|FREE cpu_clusters|0.541|0.539|FCFS cpu_clusters 0.4
FCFS uses around 40 % less|FREE cpu_clusters|0.66|0.56|FCFS cpu_clusters 0.4
they clearly converge|FREE spread4|0.25|0.26|FREE spread1 0.5
END
verdict limits "$why"

why=
# shellcheck disable=SC2162 # a backslash goes on
while IFS='|' read c wanted given; do
    IFS='
'
    flips "$c" "$wanted" $(facts "$given")
done <<'END'
RANK takes less time than FCFS|holds in part|FCFS execution_time 100, \
RANK@small execution_time 90, RANK@medium execution_time 90, RANK@big execution_time 110
RANK takes less time than FCFS|cannot be told|FCFS execution_time 100, \
RANK execution_time 80 110
RANK takes less time than FCFS|cannot be told|RANK@big execution_time
up to 40 % less with SLOW|holds|FCFS execution_time 100, FREE@small execution_time 100 64
up to 40 % less with SLOW|does not hold|FCFS execution_time 100, \
FREE@small execution_time 66
without it performance may be|holds|factor:FCFS wait_mean 1000, \
factor:RANK/0 wait_mean 900 1001
without it performance may be|does not hold|factor:FCFS wait_mean 1000, \
factor:RANK/0 wait_mean 999
10 % gives the best results|cannot be told|factor:RANK/0 wait_mean 1000, \
factor:RANK/0.01 wait_mean 1000, factor:RANK/0.1 wait_mean 990, \
factor:RANK/1 wait_mean 960 1000
heterogeneous resources make|holds|RANK wait_mean 1510, alike:RANK wait_mean 1000
heterogeneous resources make|does not hold|RANK wait_mean 1490, alike:RANK wait_mean 1000
they clearly converge|cannot be told|FREE spread1 0.5, FREE spread4 0.05 0.45
END
verdict flips "$why"

# Waits of FCFS, RANK and slow-free, whichever cluster wins a tie.
ties() {   # FCFS RANK FREE
    for run in main first least; do
        facts "$run:FCFS wait_mean $1, $run:RANK wait_mean $2, $run:FREE wait_mean $3"
    done
}
five() { ties "$1" 1000 1000; }
slow() { ties 5000 1000 "$1"; }
IFS='
'
why=
c='waits: SLOW is better than RANK'
limit "$c" slow 999 1001
on_top 'What holds' 'slow-free waits less than RANK'
flips "$c" 'cannot be told' $(slow 900 | grep -v ^first) \
    $(facts 'first:RANK wait_mean 1000, first:FREE wait_mean 1001')
limit '5.5 times shorter waits' five 6900 7100
flips '5.5 times shorter waits' 'cannot be told' $(five 6900 | grep -v ^least) \
    $(facts 'least:FCFS wait_mean 7100, least:RANK wait_mean 1000')
verdict ties_flip "$why"
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
