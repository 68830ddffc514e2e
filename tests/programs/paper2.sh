#!/bin/sh
# paper2.sh - bench/papers/paper2.sh and paper2.awk: on small made-up logs, that the
# document is whole, agrees with a run made here, says what is missing, and has the form
# of the committed one; that a verdict changes where a number passes the limit of its
# rule.
#
# BUILD: where the program is.
# shellcheck disable=SC2046

cd "$(dirname "$0")/../.." || exit 1
suite=paper2.sh
BUILD=${BUILD:-build}
program=$BUILD/broker_sim
unset TRACES FACTS QUICK
export BUILD
claims=bench/papers/paper2.awk
. tests/programs/lib-cli.sh
. tests/programs/lib-claims.sh

[ -x "$program" ] || { fail build "$program is not there"; exit 1; }

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

document() { TRACES=$dir/traces QUICK=1 sh bench/papers/paper2.sh >"$1" 2>"$dir/err"; }

# ---- nothing to measure ----------------------------------------------------------------

sh bench/papers/paper2.sh >"$dir/out" 2>"$dir/err"
code=$?
why=$(program=paper2.sh refusal 1 'TRACES is not set')
[ -s "$dir/out" ] && why='wrote a document'
verdict no_traces "$why"
TRACES=$dir sh bench/papers/paper2.sh >"$dir/out" 2>"$dir/err"
code=$?
why=$(program=paper2.sh refusal 1 'no DAS2-fs1, HPC2N or SDSC-BLUE log in')
[ -s "$dir/out" ] && why='wrote a document'
verdict no_logs "$why"

# ---- the document ----------------------------------------------------------------------

FACTS=$dir/facts
export FACTS
document "$dir/doc"
code=$?
unset FACTS
verdict runs "$(trouble)"

verdict whole "$(whole "$dir/doc" 70 | head -n 1)"
verdict kept_whole "$(whole bench/papers/paper2.md 70 | head -n 1)"
verdict told "$(rows "$dir/doc" | grep 'cannot be told' | head -n 1)"

# The committed document has the same headings and claims, and the same rules.
form "$dir/doc" >"$dir/new"
form bench/papers/paper2.md >"$dir/kept"
verdict kept_form "$(diff "$dir/kept" "$dir/new" | sed -n 2p)"

# A run of the sweep, made here: its command is told.
command=$(sed -n '/,isis --load 0.2 /s/^build.broker_sim LOG \(.*\) --no-timing.*/\1/p' \
    "$dir/doc" | head -n 1)
why='no command of the sweep'
if [ -n "$command" ]; then
    # shellcheck disable=SC2086
    run "$dir/traces/DAS2-fs1-1.swf" $command --no-timing --json "$dir/x.json"
    why=$(trouble)
    wanted=$(field execution_time "$dir/x.json" | head -n 1)
    span=$(sed -n 's/.*"\(first\|last\)_submit":\([0-9]*\).*/\2/p' "$dir/x.json" |
        awk 'NR == 1 { first = $1 } END { print $1 - first }')
    wanted=$(awk -v a="$wanted" -v b="$span" 'BEGIN { printf "%.6g", a / b }')
    got=$(awk -F '\t' '$1 ~ /^load0.2 small FCFS over( least| most)$/ {
        printf "%.6g\n", $2 }' "$dir/facts")
    echo "$got" | grep -qxF "$wanted" || why=${why:-"'$wanted' is not one of '$got'"}
fi
verdict numbers "$why"

# ---- the limits of the rules -----------------------------------------------------------

# A figure of a set-up in the main runs of all systems.
all() {   # set-up figure value
    for s in small medium big; do echo "main $s $1 $2=$3"; done
}

IFS='
'
why=
c='Sharcnet: the same pattern'
set -- 'main big FCFS over=2' 'main big RANK over=1.9'
flips "$c" holds "$@" 'main big SLOW over=1.8'
flips "$c" 'holds in part' "$@" 'main big SLOW over=1.89'
flips "$c" 'does not hold' "$@" 'main big FCFS over=1.9' 'main big SLOW over=1.8'
c='RANK: around 10 % shorter'
flips "$c" holds $(all RANK execution_time/FCFS 0.86)
flips "$c" 'holds in part' $(all RANK execution_time/FCFS 0.84)
flips "$c" 'does not hold' $(all RANK execution_time/FCFS 1)
flips "$c" 'cannot be told' 'main big RANK execution_time/FCFS='
c='Grid5000: the difference is not very'
set -- 'main medium FCFS over=1' 'main medium RANK over=1'
flips "$c" holds "$@" 'main medium SLOW over=0.96'
flips "$c" 'holds in part' "$@" 'main medium SLOW over=0.91'
flips "$c" 'does not hold' "$@" 'main medium SLOW over=0.89'
verdict times_flip "$why"

why=
c='DAS-2: waits are 5.5 times'
flips "$c" holds 'main small RANK wait_mean/FCFS=0.2'
flips "$c" 'holds in part' 'main small RANK wait_mean/FCFS=0.4'
flips "$c" 'does not hold' 'main small RANK wait_mean/FCFS=0.6'
c='the combination of'
set -- $(all FCFS wait_mean 9) $(all RANK wait_mean 5)
flips "$c" holds "$@" $(all SLOW wait_mean 4)
flips "$c" 'holds in part' "$@" $(all SLOW wait_mean 6) 'main big SLOW wait_mean=4'
flips "$c" 'does not hold' "$@" $(all SLOW wait_mean 5)
c='Sharcnet: without a reduction factor'
set -- 'factor big RANK/0.1 wait_max=10'
flips "$c" holds "$@" 'factor big RANK/0 wait_max=11.1'
flips "$c" 'holds in part' "$@" 'factor big RANK/0 wait_max=10.9'
flips "$c" 'does not hold' "$@" 'factor big RANK/0 wait_max=10'
c='DAS-2: without it, performance'
set -- 'factor small FCFS wait_mean=10' 'factor small FCFS over=1' \
    'factor small RANK/0 over=1' 'factor small RANK/0.1 wait_mean=10.5'
flips "$c" holds "$@" 'factor small RANK/0 wait_mean=10.7'
flips "$c" 'does not hold' "$@" 'factor small RANK/0 wait_mean=10.6'
flips "$c" 'does not hold' "$@" 'factor small RANK/0 wait_mean=10'
c='DAS-2: under SLOW'
flips "$c" holds 'main small SLOW spread1=0.5' 'main small SLOW spread4=0.25'
flips "$c" 'holds in part' 'main small SLOW spread1=0.5' 'main small SLOW spread4=0.26'
flips "$c" 'does not hold' 'main small SLOW spread1=0.5' 'main small SLOW spread4=0.6'
verdict others_flip "$why"
unset IFS

# ---- a log that is not there -----------------------------------------------------------

rm "$dir/traces/HPC2N-1.swf.gz"
document "$dir/other"
code=$?
why=$(trouble)
[ -n "$why" ] || why=$(whole "$dir/other" 70 | head -n 1)
[ -n "$why" ] || why=$(rows "$dir/other" | awk -F ' [|] ' '
    /^Grid5000: / && $NF !~ /^cannot be told: there is no / { print $1 ": " $NF }
    /^Grid5000: / { n++ }
    END { if (n < 10) print "only " n " lines" }' | head -n 1)
[ -n "$why" ] || grep -qF '| Grid5000 | no HPC2N log was given |' "$dir/other" ||
    why='the table does not say so'
verdict missing_log "$why"
