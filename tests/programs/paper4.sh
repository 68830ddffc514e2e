#!/bin/sh
# paper4.sh - the page of bench/papers/paper4.sh (lib-claims.sh), on a few tasks.

tool=multicost_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-claims.sh

documents 25
verdict told "$(rows "$dir/doc" | grep 'cannot be told: there is no' | head -n 1)"
verdict pictures "$(pictures $(grep -o 'paper4-[^)]*.svg' bench/papers/paper4.md))"

# A run of the first command, made here: two seeds.
run --data 20 --lambda 45 --tasks 60 --warmup 10 --seeds 2 --method MC-T --no-timing \
    --facts "$dir/found"
wanted=$(awk -F '\t' '$1 == "MC-T delay_mean" { printf "%.2f s", $2 }' "$dir/found")
why=$(trouble)
got=$(rows "$dir/doc" | awk -F ' [|] ' 'NR == 1 { print $2 }')
[ "${got%%,*}" = "$wanted" ] || why=${why:-"'${got%%,*}', not '$wanted'"}
verdict numbers "$why"

# ---- the limits of the rules -----------------------------------------------------------
# A figure of a method with all data: up to lambda 35, and at 45, of both seeds.
along() {   # method figure value last [last-of-the-second-seed]
    for data in 20 32 40; do
        curve "main$data $1 *" '5 15 25 35' "$2" "$3"
        seeds "main$data $1 45 $2" "$4" "${5:-$4}"
    done
}

IFS='
'
why=
c='MC-T has a shorter average total delay than ECT'
set -- $(along MC-T delay_mean 2 2)
limit "$c" 'along ECT delay_mean 2' 2.1 1.9 "$@"
flips "$c" 'does not hold' "$@" $(along ECT delay_mean 1.9 2.1)
flips "$c" 'holds in part' "$@" $(along ECT delay_mean 2 2.1) \
    $(seeds 'main32 ECT 45 delay_mean' 1.9)
flips "$c" holds "$@" $(along ECT delay_mean 2 2.1) \
    $(seeds 'main32 ECT 45 delay_mean' 1.9 2.2)
flips "$c" 'cannot be told' 'main20 ECT 45 delay_mean 1=' 'main20 ECT 45 delay_mean 2='
c='MC-T: its delay increases slightly'
flips "$c" holds $(along MC-T delay_mean 2 2.19)
flips "$c" 'does not hold' $(along MC-T delay_mean 2 2.21)
on_top 'What does not hold' 'grows slightly'
flips "$c" 'does not hold' $(along MC-T delay_mean 2 1.99)
limit 'AWMC-T: its delay is very close' 'along AWMC-T delay_mean 2' 2.01 2.03 "$@"
verdict delays_flip "$why"

why=
for c in MC-T AWMC-T; do # low and high by one measure
    limit "$c: low conflict" "along $c conflict 0" 0.09 0.11
    flips "$c: low conflict" 'cannot be told' $(along $c conflict 0 0.05 0.14)
    limit "$c: low blocking" "along $c blocking 0" 0.09 0.11
done
limit 'MC-B: high conflict' 'along MC-B conflict 0' 0.11 0.09
limit 'ECT: high blocking' 'along ECT blocking 0' 0.11 0.09
c='AWMC-T keeps the paths searched'
set -- $(along MC-T paths_mean 100 100)
flips "$c" holds "$@" $(along AWMC-T paths_mean 89 89)
flips "$c" 'does not hold' "$@" $(along AWMC-T paths_mean 91 91)
c='AWMC-T keeps at most u_l paths'
set -- $(curve 'slots* AWMC-T 45' '4 16 64 256' widest 4)
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'slots4 AWMC-T 45 widest 2=5'
c='MC-T is optimal'
set -- $(curve 'gap* MC-T 45' '20 32 40' gap_share 0)
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'gap32 MC-T 45 gap_share 2=0.001'
c='MC-T: the number of non-dominated'
set -- $(for n in 3:16 4:28 5:45 6:64 7:88; do
    seeds "side${n%:*} MC-T ${n#*:} widest" $((${n%:*} * ${n%:*} * ${n%:*})); done)
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" $(seeds 'side7 MC-T 88 widest' 27)
verdict others_flip "$why"
