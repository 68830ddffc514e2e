#!/bin/sh
# paper1.sh - the page of bench/papers/paper1.sh (lib-claims.sh), on logs made up; and,
# where TRACES has the KTH log, that it gives the figures of the kept table again.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
traces=$TRACES
unset TRACES
. tests/programs/lib-claims.sh

# Some jobs take ten minutes, some twenty, some three hours; large ones wait longest.
log() {   # largest jobs
    jobs_log "$2" 2000 "$1" 'i % 5 == 0 ? 600 : i % 3 ? 1200 : 10800' \
        '108000 * (size > largest / 2 ? 2 : 1)'
}
mkdir "$dir/traces"
log 120 90 >"$dir/traces/CTC-SP2-1-1.swf"
log 100 90 >"$dir/traces/KTH-SP2-1-1.swf"
log 60 60 | gzip >"$dir/traces/HPC2N-1-1.swf.gz"

nothing_to_measure 'no CTC-SP2, KTH-SP2 or HPC2N log in'
documents 36
alone 18 'KTH: "the length of the tails' kth

# ---- the limits of the rules -----------------------------------------------------------
IFS='
'
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
flips holds $(nodes 124 1200)
flips 'holds in part: 3 of 6' $(nodes 124 1400)
flips 'does not hold' $(nodes 126 1400)
judged margin # equivalence

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
flips holds $(bins 0.10,0.12,0.03,0.02)
flips 'does not hold' $(bins 0.12,0.11,0.03,0.02)
flips 'holds in part: 7 of 8' $(bins 0.10,0.12,0.03,0.02) \
    $(plant 'kthar ar=0.5 online share wait_submit=2_h_to_150_min' 0.13)
c='attempts "take O((log N)^2)'
grown() { plant 'grow servers=64 online search_visits_attempt' 36
    plant 'grow servers=512 online search_visits_attempt' "$1"; }
limit grown 100 102
judged forms # a peak, a bound
unset IFS
follow 58

# ---- the logs of the page --------------------------------------------------------------
log=$(find "${traces:-/nowhere}" -maxdepth 1 -name 'KTH-SP2-1996-2.swf*' 2>"$dir/err")
if [ -n "$log" ]; then
    run "$log" --servers 100 --policy online,trace --index range-tree --no-timing \
        --lengths actual --facts "$dir/x"
    : >"$dir/err"
    checked kept_figures "$(awk '
        FNR == NR { if (sub(/^kth,lengths=actual /, "")) kept[$1] = $2; next }
        $1 in kept && $2 != kept[$1] { print $1, $2 }' FS=, bench/papers/paper1.csv \
        FS='\t' "$dir/x" | head -n 1)"
else
    skip kept_figures 'TRACES has no KTH log'
fi

rm "$dir/traces/CTC-SP2-1-1.swf"
document
why=$(trouble)
rows "$dir/doc" | grep -q 'cannot be told: there is no ctc15' || why='no claim says so'
verdict missing_log "${why:-$(whole "$dir/doc" 36 | head -n 1)}"
