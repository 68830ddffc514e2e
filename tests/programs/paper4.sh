#!/bin/sh
# paper4.sh - the page of bench/papers/paper4.sh (lib-claims.sh), on a few tasks.

tool=multicost_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-claims.sh

documents 14
all_told
alone 12 '"The discret'

# ---- the limits of the rules -----------------------------------------------------------
# A figure of a method at all loads, the same at all sizes of data, as an expression of x;
# the second half of the tasks takes so many times as long at the last load as the first.
along() {   # RUN METHOD FIGURE EXPRESSION [SECOND-HALF]
    for data in 20 32 40; do
        for half in '=1' ' half=first=1' " half=second=x > 25 ? ${5:-1} : 1"; do
            curve "$1$data lambda=*" '5 15 25 35 45' "$2 $3${half%=*} seed=" \
                "($4) * (${half##*=})"
        done
    done
}
delays() {   # of MC-T and AWMC-T, of the others, these up to 25, drift of these
    for method in MC-T AWMC-T; do along main $method delay_mean "$1"; done
    for method in MC-B ECT; do
        along main $method delay_mean "x > 25 ? $2 : ${3:-$2}" "$4"
        along any $method delay_mean "x > 25 ? $2 : ${3:-$2}" "$4"
    done
}

IFS='
'
c='"the multicost algorithms that jointly'
limit 'delays 2' 2.1 1.9
flips 'does not hold' $(delays 2 2.1 1.9 1.3) # judged at 25: 35 is not steady
flips holds $(delays 2 1.9 2.1 1.3)
judged order

c='"the performance of ECT'
deteriorates() { delays 2 "$1" 2; }
limit deteriorates 2.3 2.1
flips holds $(delays 2 2.1 2 1.3) # ever longer at 35
judged growth

c='"capable of optimally'
optimal() {
    for data in 20 32 40; do
        for method in MC-T exact; do
            curve "gap data=$data" x "$method delay_mean seed=" 2
        done
        curve "crowd data=$data" x 'MC-T gap_share seed=' 0
    done
}
flips holds $(optimal)
flips 'holds in part: 5 of 6' $(optimal) 'crowd data=32 MC-T gap_share seed=2=0.001'
c='"an upper limit on the number'
set -- $(curve 'slots slots-l=* AWMC-T' '4 16 64 256' 'widest seed=' 'x + 1')
flips holds "$@"
flips 'holds in part: 3 of 4' "$@" 'slots slots-l=4 AWMC-T widest seed=2=6'
c='"the number of non-dominated'
paths() { curve 'side* MC-T' '9 16 25 36 49' 'widest seed=' "x ^ $1"; }
limit paths 1.1 0.9
judged others_flip
