#!/bin/sh
# paper1.sh - the page of bench/papers/paper1.sh (lib-claims.sh), on logs made up; and,
# where TRACES has the KTH log, that it gives the figures of the kept table again.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
traces=$TRACES
unset TRACES
. tests/programs/lib-claims.sh

# Jobs of all sizes up to `largest`, some ten minutes long, some twenty and some three
# hours, come every hour or so; in the log they wait for `wait` hours, the large ones
# twice as long.
log() {   # largest jobs wait
    awk -v largest="$1" -v jobs="$2" -v wait="$3" 'BEGIN {
        print "; MaxProcs: " largest
        for (i = 1; i <= jobs; i++) {
            size = 1 + i * 7919 % largest
            run = i % 5 == 0 ? 600 : i % 3 ? 1200 : 10800
            print i, i * 2000, wait * 3600 * (size > largest / 2 ? 2 : 1), run, size, \
                  -1, -1, size, 2 * run, -1, 1, 1, 1, -1, 1, -1, -1, -1
        }
    }'
}

mkdir "$dir/traces"
log 120 90 30 >"$dir/traces/CTC-SP2-1-1.swf"
log 100 90 30 >"$dir/traces/KTH-SP2-1-1.swf"
log 60 60 30 | gzip >"$dir/traces/HPC2N-1-1.swf.gz"

nothing_to_measure 'no CTC-SP2, KTH-SP2 or HPC2N log in'
documents 36
verdict others "$(pictures $(grep -o 'paper1-[^)]*.svg' bench/papers/paper1.md)
    csv_columns 7)"

c='KTH: "the length of the tails'
alone 18 "$c" kth

# ---- the limits of the rules -----------------------------------------------------------
IFS='
'
weeks() { printf '%s=%s\t%s\t%s\t49\tweeks\n' "$1" "$2" "$3" "$4"; }

why=
longest() {   # online
    printf 'kth lengths=actual %s wait_max=%s\n' online "$1" trace 981000
}
flips "$c" holds $(longest 270000)
flips "$c" 'holds in part: 2 of 3' $(longest 240000)
flips "$c" 'does not hold' $(longest 100000) 'kth lengths=actual trace wait_max=500000'
flips "$c" 'cannot be told' $(longest 270000) 'kth lengths=actual online wait_max='
verdict number "$why" # within 10 %, of the very jobs

why=
c='KTH: "small jobs experience'
over() {
    k=kind=under_2_h
    weeks "kth temporal_penalty_mean: trace $k / online $k" "$1" "$2" "$3"
}
flips "$c" holds $(IFS=' '; over 12 10.1 14)
flips "$c" 'holds in part: 1 of 2' $(IFS=' '; over 12 9.9 14)
flips "$c" 'does not hold' $(IFS=' '; over 0.8 0.7 0.9)
c='"a larger number of scheduling'
tried() {   # CTC's-highest
    for k in under_51 51_to_101; do
        weeks "kth attempts_mean: asked=$k" 8 6 12
        weeks "ctc attempts_mean: asked=$k" 3 2 "$1"
        weeks "ctc15 attempts_mean: asked=$k" 3 2 5
    done
}
flips "$c" holds $(tried 5.9)
flips "$c" 'cannot be told' $(tried 6.1)
verdict order "$why" # times, of two logs

why=
c='KTH: "the waiting time distributions'
even() { weeks 'kth wait_below_2_h: trace - online' "$1" "$2" "$3"; }
flips "$c" holds $(even 0.01 -0.01 0.019)
flips "$c" 'cannot be told' $(even 0 -0.03 0.03)   # no difference is no evidence
flips "$c" 'does not hold' $(even 0.05 0.03 0.07)
c='"the number of operations'
nodes() {   # searches updates, at rho 1
    for l in ctc15 kth hpc2n; do
        for rho in 0 0.25 0.5 0.75; do
            plant "${l}ar ar=$rho online search_visits_mean" 100
            plant "${l}ar ar=$rho online update_visits_mean" 1000
        done
        plant "${l}ar ar=1 online search_visits_mean" "$1"
        plant "${l}ar ar=1 online update_visits_mean" "$2"
    done
}
flips "$c" holds $(nodes 124 1200)
flips "$c" 'holds in part: 3 of 6' $(nodes 124 1400)
flips "$c" 'does not hold' $(nodes 126 1400)
verdict margin "$why" # equivalence

why=
c='"In both graphs we observe'
bins() {   # shares of the four half hours
    k=0
    for class in 2_h_to_150_min 150_min_to_3_h 3_h_to_210_min 210_min_to_4_h; do
        k=$((k + 1))
        for l in ctc15 kth; do
            for rho in 0.25 0.5 0.75 1; do
                plant "${l}ar ar=$rho online share wait_submit=$class" \
                    "$(echo "$1" | cut -d , -f $k)"
            done
        done
    done
}
flips "$c" holds $(bins 0.10,0.12,0.03,0.02)
flips "$c" 'does not hold' $(bins 0.12,0.11,0.03,0.02)
flips "$c" 'holds in part: 7 of 8' $(bins 0.10,0.12,0.03,0.02) \
    $(plant 'kthar ar=0.5 online share wait_submit=2_h_to_150_min' 0.13)
c='"our algorithm can pack'
packed() {   # of the others, in nine fragments and the last
    for k in 0 1 2 3 4 5 6 7 8 9; do
        for x in 'actual load=1' 'actual load=1.3' 'paper load=1' 'paper load=1.3'; do
            echo "part$k lengths=$x online utilisation=0.8$k"
            for p in easy conservative fcfs; do
                echo "part$k lengths=$x $p utilisation=$([ $k = 9 ] && echo "$2" ||
                    echo "0.$(($1 + k))")"
            done
        done
    done
}
flips "$c" holds $(packed 79 0.88)
flips "$c" 'does not hold' $(packed 81 0.90)
flips "$c" 'cannot be told' $(packed 79 0.99)
c='attempts "take O((log N)^2)'
grown() { plant 'grow servers=64 online search_visits_attempt' 36
    plant 'grow servers=512 online search_visits_attempt' "$1"; }
limit "$c" grown 100 102
verdict forms "$why" # a peak, fragments, a bound
unset IFS

# ---- the logs of the page --------------------------------------------------------------
log=$(find "${traces:-/nowhere}" -maxdepth 1 -name 'KTH-SP2-1996-2.swf*' 2>"$dir/err")
if [ -n "$log" ]; then
    run "$log" --servers 100 --policy online,trace --index range-tree --no-timing \
        --lengths actual --facts "$dir/x"
    why=$(: >"$dir/err"; trouble)
    got=$(awk '
        FNR == NR { if (sub(/^kth,lengths=actual /, "")) kept[$1] = $2; next }
        $1 in kept && $2 != kept[$1] { print $1, $2 }' FS=, bench/papers/paper1.csv \
        FS='\t' "$dir/x" | head -n 1)
    verdict kept_figures "${why:-$got}"
else
    skip kept_figures 'TRACES has no KTH log'
fi

rm "$dir/traces/CTC-SP2-1-1.swf"
document
why=$(trouble)
rows "$dir/doc" | grep -q 'cannot be told: there is no ctc15' || why='no claim says so'
verdict missing_log "${why:-$(whole "$dir/doc" 36 | head -n 1)}"
