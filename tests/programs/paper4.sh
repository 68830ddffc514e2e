#!/bin/sh
# paper4.sh - bench/papers/paper4.sh and paper4.awk: on a few tasks, that the document is
# whole and agrees with a run made here; that a verdict changes where a number passes the
# limit of its rule.
#
# BUILD: where the program is.
# shellcheck disable=SC2046

cd "$(dirname "$0")/../.." || exit 1
suite=paper4.sh
BUILD=${BUILD:-build}
program=$BUILD/multicost_sim
export BUILD
claims=bench/papers/paper4.awk
. tests/programs/lib-cli.sh
. tests/programs/lib-claims.sh

[ -x "$program" ] || { fail build "$program is not there"; exit 1; }

# ---- the document ----------------------------------------------------------------------

QUICK=1 FACTS=$dir/facts sh bench/papers/paper4.sh >"$dir/doc" 2>"$dir/err"
code=$?
verdict runs "$(trouble)"

verdict headings "$(for heading in '# Christodoulopoulos' '## Figure 2' '## The claims' \
    '### Section 5: average' '### Section 5: blocking' '### Section 5 and 4.2' \
    '### Sections 1, 4' '### Sections 2 and 6' '## Beside'; do
        [ "$(grep -c "^$heading" "$dir/doc")" = 1 ] || echo "'$heading' is not there once"
    done | head -n 1)"
verdict whole "$(whole "$dir/doc" 30 | head -n 1)"
verdict told "$(rows "$dir/doc" | grep 'cannot be told' | head -n 1)"

# The run of the first command, made here.
run --lambda 45 --tasks 60 --warmup 10 --runs 2 --no-timing --json "$dir/x.json"
wanted=$(field delay_mean "$dir/x.json" | awk '{ printf "%s%.3f s", s, $1; s = " | " }')
why=$(trouble)
grep -qF "| 45 | $wanted |" "$dir/doc" || why=${why:-"no line '| 45 | $wanted |'"}
verdict numbers "$why"

# ---- the limits of the rules -----------------------------------------------------------

# A figure of a method at all lambda: FIRST, and LAST at 45.
along() {   # method figure first last
    for load in 5 10 15 20 25 30 35 40; do echo "main $1 $load $2=$3"; done
    echo "main $1 45 $2=$4"
}

IFS='
'
why=
c='MC-T has a shorter average total delay than ECT'
set -- $(along MC-T delay_mean 2 2)
flips "$c" holds "$@" $(along ECT delay_mean 2 2.1)
flips "$c" 'holds in part' "$@" $(along ECT delay_mean 1.9 2.1)
flips "$c" 'holds in part' "$@" $(along ECT delay_mean 2 2.09)
flips "$c" 'does not hold' "$@" $(along ECT delay_mean 2 2.01)
flips "$c" 'cannot be told' 'main ECT 20 delay_mean='
c='MC-T: its delay increases slightly'
flips "$c" holds $(along MC-T delay_mean 2 2.19)
flips "$c" 'holds in part' $(along MC-T delay_mean 2 2.5)
flips "$c" 'does not hold' $(along MC-T delay_mean 2 2.51)
flips "$c" 'does not hold' $(along MC-T delay_mean 2 1.99)
c='AWMC-T: its delay is very close'
flips "$c" holds "$@" $(along AWMC-T delay_mean 2 2.01)
flips "$c" 'holds in part' "$@" $(along AWMC-T delay_mean 2 2.09)
flips "$c" 'does not hold' "$@" $(along AWMC-T delay_mean 2 2.11)
verdict delays_flip "$why"

why=
c='MC-T: low conflict'
flips "$c" holds $(along MC-T conflict 0 0.05)
flips "$c" 'holds in part' $(along MC-T conflict 0 0.15)
flips "$c" 'does not hold' $(along MC-T conflict 0 0.16)
c='MC-B: high conflict'
flips "$c" holds $(along MC-B conflict 0 0.5)
flips "$c" 'holds in part' $(along MC-B conflict 0 0.25)
flips "$c" 'does not hold' $(along MC-B conflict 0 0.24)
c='AWMC-T: paths searched at low levels (5, fig. 2b), where'
flips "$c" holds 'links AWMC-T 45 paths_mean=75' 'links MC-T 45 paths_mean=100'
flips "$c" 'holds in part' 'links AWMC-T 45 paths_mean=76' 'links MC-T 45 paths_mean=100'
flips "$c" 'does not hold' 'links AWMC-T 45 paths_mean=100' \
    'links MC-T 45 paths_mean=100'
c='AWMC-T: at a node there are'
set -- 'slots16 AWMC-T 45 max_widest=3' 'slots64 AWMC-T 45 max_widest=3'
flips "$c" holds "$@" 'slots4 AWMC-T 45 max_widest=4'
flips "$c" 'holds in part' "$@" 'slots4 AWMC-T 45 max_widest=5'
flips "$c" 'does not hold' "$@" 'slots4 AWMC-T 45 max_widest=6'
c='MC-T finds the earliest end there is'
flips "$c" holds 'gap MC-T 45 max_gap_share=0' 'gap MC-T 45 gap_share=0'
flips "$c" 'holds in part' 'gap MC-T 45 max_gap_share=0.003' \
    'gap MC-T 45 gap_share=0.001' 'gap MC-T 45 gap_mean=1'
flips "$c" 'does not hold' 'gap MC-T 45 max_gap_share=0.004' \
    'gap MC-T 45 gap_share=0.0011' 'gap MC-T 45 gap_mean=1'
verdict others_flip "$why"
