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
documents 30
verdict pictures "$(pictures $(grep -o 'paper1-[^)]*.svg' bench/papers/paper1.md))"

kth=$dir/traces/KTH-SP2-1-1.swf
run "$kth" --servers 100 --index range-tree --policy online --lengths paper \
    --facts "$dir/x"
why=$(trouble)
wanted=$(awk -F '\t' '$1 == "online wait_max" { printf "%.1f h", $2 / 3600 }' "$dir/x")
got=$(rows "$dir/doc" | awk -F ' [|] ' '/^the longest wait online/ { print $4 }')
[ "${got%,*}" = "$wanted" ] || why=${why:-"the longest wait is not $wanted"}
verdict numbers "$why"

# Idle periods, by hand: server 0 is busy until 100 and from 200 on, the others never.
printf '%s\n' variant,seed,fate,submit,start,end,held online,1,ran,0,0,100,0 \
    online,1,ran,0,200,300,0 online,1,ran,50,300,400,0-1 online,1,ran,250,400,500,0 \
    >"$dir/items.csv"
sed -n '/^from_ids()/,/^}/p' bench/papers/paper1.sh >"$dir/from_ids.sh"
got=$(seeds=1 dir=$dir sh -c '. "$dir/from_ids.sh"; from_ids x 1 1 "$dir"' | cut -f 2)
# of two servers, after each booking: 2, 3, 4 (server 1: before and behind its job), and
# 3, as the idle period from 100 to 200 is over
must idle_periods "$got idle periods, not 3" [ "$got" = 3 ]

# ---- the limits of the rules -----------------------------------------------------------
IFS='
'
three() { for l in ctc15 kth hpc2n; do echo "$l $1"; done; }
why=
c='the longest wait online'
flips "$c" holds "ctc15 online wait_max=72000" "kth online wait_max=270000"
flips "$c" 'holds in part' "ctc15 online wait_max=82000" "kth online wait_max=270000"
flips "$c" 'does not hold' "ctc15 online wait_max=82000" "kth online wait_max=300000"
flips "$c" 'cannot be told' "kth online wait_max="
c='jobs of 2 to 10 h are penalised more online'
medium() { three "online medium_penalty=$1"; }
limit "$c" medium 1.1 1 $(three 'trace medium_penalty=1')
on_top 'What holds' 'online penalises jobs of 2 to 10 h'
verdict logs_flip "$why"

why=
c='reservations need fewer attempts'
at() { for l in ctc15 kth hpc2n; do seeds "$l ar=$1 $2" "$3" "$4"; done; }
set -- $(at 0 attempts_mean 5) $(at 0.25 attempts_mean 4) $(at 0.5 attempts_mean 3) \
    $(at 0.75 attempts_mean 2)
limit "$c" 'at 1 attempts_mean' 1 2.1 "$@"
flips "$c" 'cannot be told' "$@" $(at 1 attempts_mean -4 8)
flips "$c" 'holds in part' "$@" $(at 1 attempts_mean 1) \
    $(seeds 'kth ar=1 attempts_mean' 2.1)
c='a larger rho fragments more'
limit "$c" 'at 1 idle_periods' 101 99 $(at 0 idle_periods 100)
c='an attempt costs O'
sizes() {   # search-visits-at-64 others: of one attempt
    for n in 64 128 256 512; do
        seeds "size $n attempts_mean" 1
        seeds "size $n search_visits_mean" "$(awk -v n=$n -v a="$1" -v b="$2" 'BEGIN {
            print (n > 64 ? b : a) * (log(n) / log(2)) ^ 2 }')"
    done
}
limit "$c" 'sizes 2' 1.9 2.1
flips "$c" 'cannot be told' $(sizes 2 2) # no less, no more: it says neither
flips "$c" 'holds in part' $(sizes 2 1.9) $(seeds 'size 512 search_visits_mean' 1e6)
c='waits peak around 3 h'
bins() {   # rho shares-of-bins-4-to-7
    for b in 4 5 6 7; do at "$1" "bin $b" "$(echo "$2" | cut -d , -f $((b - 3)))"; done
}
set -- $(for r in 0.25 0.5 1; do bins $r 10,12,3,2; done)
flips "$c" holds "$@" $(bins 0.75 10,12,3,2)
flips "$c" 'does not hold' "$@" $(bins 0.75 12,11,3,2)
grep -q 'rho 0.75: 12.0, 11.0, 3.0, 2.0 %; no peak at 1 of 4 rho' "$dir/out" ||
    why=${why:-'the figures shown do not deny the peak'}
c='online packs better'
set -- 'kth1.0 easy utilisation=0.8' 'kth1.0 conservative utilisation=0.8' \
    'kth1.0 fcfs utilisation=0.8' 'kth1.0exact easy utilisation=0.8' \
    'kth1.0exact conservative utilisation=0.8'
flips "$c" holds "$@" 'kth1.0 online utilisation=0.81'
flips "$c" 'holds in part' "$@" 'kth1.0 online utilisation=0.81' \
    'kth1.0exact easy utilisation=0.82'
flips "$c" 'does not hold' "$@" 'kth1.0 online utilisation=0.8'
verdict others_flip "$why"
rule() { rows "$1" | grep "^$c" | awk -F ' [|] ' '{ print $(NF - 1) }'; }
why=$(rule "$dir/doc" | grep -v ' on the same jobs$')
flips "$c" 'holds' 'kth1.0 online rejected=937' 'kth1.0 online utilisation=0.99'
rule "$dir/out" | grep -q 'NOT on the same jobs: online rejects 937$' ||
    why=${why:-$(rule "$dir/out")}
verdict same_jobs "$why"

why=
c='at most 14 % of CTC'
requested() { echo "ctc15 short_requested=$1"; echo "kth short_requested=$2"; }
run_short() { echo "ctc15 short_run=$1"; echo "kth short_run=$2"; }
flips "$c" holds $(requested 0.14 0.51) $(run_short 0.9 0.1)
flips "$c" 'holds in part' $(requested 0.15 0.51) $(run_short 0.1 0.9)
flips "$c" 'does not hold' $(requested 0.15 0.5) $(run_short 0.1 0.9)
c='for jobs under 2 h a penalty below 1'
above() { three "online small_above=$1"; }
limit "$c" above 0.51 0.5 $(three 'online small_penalty=1000')
c="KTH: batch's tail is"
limit "$c" 'echo kth trace' wait_max=360000 wait_max=356400 \
    $(for r in 0 0.25 0.5 0.75; do at $r reach 40; done) $(at 1 reach 50)
c='operations a request stay'
search() { for r in 0.25 0.5 0.75 1; do at $r search_visits_mean "$1"; done; }
set -- $(at 0 search_visits_mean 100) $(at 1 update_visits_mean 1e6) # updates have no say
limit "$c" search 125 126 "$@"
c='phase 1 takes'
phase_1() { for n in 7 8 9; do echo "size $((1 << n)) phase_1_visits=$((n * $1))"; done; }
limit "$c" phase_1 11 12 'size 64 phase_1_visits=60'
part='Beyond the paper'
classes() {   # class online easy easy-exact
    for l in ctc15 ctc kth hpc2n; do
        for k in penalty median; do
            printf '%s\n' "$l online $1_$k=$2" "$l easy $1_$k=$3" \
                "${l}exact easy $1_$k=$4"
        done
    done
}
for c in 'tiny jobs under 15 minutes' 'brief jobs of 15 minutes to 2 h'; do
    limit "${c#* }" "classes ${c%% *} 1 2" 1.1 0.9
done
c='jobs of 2 to 10 h'
limit "$c" 'classes medium 1 0.5' 0.9 1.1
c='online waits are shorter'
set -- $(three 'online wait_mean=1') $(three 'easy wait_mean=2') \
    $(three 'conservative wait_mean=2') $(for l in ctc15 kth hpc2n; do
        printf '%s wait_mean=2\n' "${l}exact easy" "${l}exact conservative"; done)
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'kthexact conservative wait_mean=0.9'
c='jobs of 2 to 10 h'
for x in '2 below 15 minutes only' '0.9 at no length'; do
    flips "$c" holds $(classes tiny 1 2 ${x%% *}) $(classes brief 1 2 0.9) \
        $(classes medium 1 0.5 0.9)
    on_top Why "better with online ${x#* }"
done
flips "$c" holds $(classes tiny 1 2 2) $(classes brief 1 2 2) $(classes medium 1 0.5 0.9)
on_top Why 'better with online up to 2 h'
part=
verdict mended_flip "$why"

# ---- the logs of the page --------------------------------------------------------------
log=$(find "${traces:-/nowhere}" -maxdepth 1 -name 'KTH-SP2-1996-2.swf*' 2>"$dir/err")
if [ -n "$log" ]; then
    run "$log" --servers 100 --policy online,trace --index range-tree --no-timing \
        --lengths paper --facts "$dir/x"
    why=$(trouble)
    got=$(awk '
        FNR == NR { if ($1 == "kth") kept[$2 " " $3] = $5; next }
        split($1, word, " ") == 2 && $1 in kept && sprintf("%.6g", $2) != kept[$1] {
            print $1, $2 }' FS=, bench/papers/paper1.csv FS='\t' "$dir/x" | head -n 1)
    verdict kept_figures "${why:-$got}"
else
    skip kept_figures 'TRACES has no KTH log'
fi

rm "$dir/traces/CTC-SP2-1-1.swf"
document
why=$(trouble)
rows "$dir/doc" | grep -q 'cannot be told: there is no ctc15' || why='no claim says so'
verdict missing_log "${why:-$(whole "$dir/doc" 30 | head -n 1)}"
