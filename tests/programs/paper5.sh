#!/bin/sh
# paper5.sh - bench/papers/paper5.sh and paper5.awk: on small made-up logs, that the
# document is whole, agrees with a run made here, and has the form of the committed one;
# that a verdict changes where a number passes the limit of its rule.
#
# BUILD: where the program is.
# shellcheck disable=SC2046,SC2086

cd "$(dirname "$0")/../.." || exit 1
suite=paper5.sh
BUILD=${BUILD:-build}
program=$BUILD/flexco_sim
claims=bench/papers/paper5.awk
unset TRACES FACTS QUICK
export BUILD
. tests/programs/lib-cli.sh
. tests/programs/lib-claims.sh

[ -x "$program" ] || { fail build "$program is not there"; exit 1; }

# Jobs of all sizes, one after the other; estimates are half as long again.
log() {   # jobs seconds-between largest
    awk -v jobs="$1" -v each="$2" -v largest="$3" 'BEGIN {
        print "; MaxProcs: " largest
        for (i = 1; i <= jobs; i++) {
            size = 1 + i * 7919 % largest
            run = 600 + i * 104729 % 30000
            print i, i * each, 0, run, size, -1, -1, size, int(run * 3 / 2), -1, 1, 1, \
                  1, -1, 1, -1, -1, -1
        }
    }'
}
mkdir "$dir/traces"
log 160 20000 416 >"$dir/traces/SDSC-Par-1996-1.swf"
log 120 240000 1152 | gzip >"$dir/traces/SDSC-BLUE-2000-1.swf.gz"

# ---- nothing to measure ----------------------------------------------------------------

sh bench/papers/paper5.sh >"$dir/out" 2>"$dir/err"
code=$?
why=$(program=paper5.sh refusal 1 'TRACES is not set')
[ -s "$dir/out" ] && why='wrote a document'
verdict no_traces "$why"
TRACES=$dir sh bench/papers/paper5.sh >"$dir/out" 2>"$dir/err"
code=$?
why=$(program=paper5.sh refusal 1 'no SDSC-Par-1996 log in')
[ -s "$dir/out" ] && why='wrote a document'
verdict no_logs "$why"

# ---- the document ----------------------------------------------------------------------

TRACES=$dir/traces QUICK=1 FACTS=$dir/facts sh bench/papers/paper5.sh >"$dir/doc" \
    2>"$dir/err"
code=$?
verdict runs "$(trouble)"
verdict whole "$(whole "$dir/doc" 30 | head -n 1)"
verdict kept_whole "$(whole bench/papers/paper5.md 30 | head -n 1)"
verdict told "$(rows "$dir/doc" | grep 'cannot be told' | head -n 1)"
form "$dir/doc" >"$dir/new"
form bench/papers/paper5.md >"$dir/kept"
verdict kept_form "$(diff "$dir/kept" "$dir/new" | sed -n 2p)"

# A run of the first command, made here: figures, reductions and loads.
gzip -dc "$dir/traces/SDSC-BLUE-2000-1.swf.gz" >"$dir/blue"
command=$(sed -n 's/^build.flexco_sim .* --meta BLUE \(.*\) --errors.*/\1/p' "$dir/doc" |
    head -n 1)
run --paper --one-site metascheduler --meta-node 1 \
    --local "$dir/traces/SDSC-Par-1996-1.swf" --meta "$dir/blue" $command \
    --errors 25 --modes rigid,shift --no-timing --csv "$dir/csv" --json "$dir/x.json"
why=$(trouble)
for what in response:points.csv bsld_meta:points.csv response:better.csv; do
    figure=${what%%:*} file=${what#*:} key=
    [ "$file" = points.csv ] || key=/better
    wanted=$(awk -F, -v figure="$figure" '$1 == "shift" && $6 == figure {
        printf "%.9g\n", $7 }' "$dir/csv/$file")
    grep -qxF "together kept 25 shift $figure$key	$wanted" "$dir/facts" ||
        why=${why:-"$figure$key is not $wanted"}
done
wanted=$(sed -n '/"meta":/s/.*"load":\([0-9.e-]*\).*/\1/p' "$dir/x.json" |
    awk '{ printf "%.9g\n", $1 }')
grep -qxF "together meta_load	$wanted" "$dir/facts" || why=${why:-"load $wanted"}
verdict numbers "$why"

# ---- the limits of the rules -----------------------------------------------------------

# A figure of a mode at both errors, of small jobs kept and dropped, in some readings.
along() {   # readings mode figure kept-0 kept-25 dropped-0 dropped-25
    for r in $(echo "$1" | tr , '\n'); do
        echo "$r kept 0 $2 $3=$4"
        echo "$r kept 25 $2 $3=$5"
        echo "$r dropped 0 $2 $3=$6"
        echo "$r dropped 25 $2 $3=$7"
    done
}
every=together,apart,nodes

IFS='
'
why=
c='Shift reduces the response time'
flips "$c" holds $(along $every shift response/better -1 1 0.3 0.2)
flips "$c" 'holds in part' $(along apart,nodes shift response/better -1 1 0 0) \
    $(along together shift response/better 1 1 1 1)
flips "$c" 'does not hold' $(along $every shift response/better -1 1 0.1 0.2)
flips "$c" 'cannot be told' 'nodes dropped 25 shift response/better='
c='Shift and Remap together generate'
set -- $(along $every shift response/better 5 5 5 5)
flips "$c" holds "$@" $(along $every shift+remap response/better 4 6 5 5.5)
flips "$c" 'holds in part' "$@" $(along apart,nodes shift+remap response/better 4 6 5 5) \
    $(along together shift+remap response/better 4 6 5 5.5)
flips "$c" 'does not hold' "$@" $(along $every shift+remap response/better 4 6 5 5.3)
c='a higher impact where users do not provide precise estimates: Shift (fig'
flips "$c" holds $(along $every shift response/better 5 5.2 7 7.1)
flips "$c" 'does not hold' $(along $every shift response/better 5 5.2 7 6.9)
c='when small jobs are removed, the reduction is higher: Shift (fig'
flips "$c" holds $(along $every shift response/better 5 7 6 6.3)
flips "$c" 'does not hold' $(along $every shift response/better 5 7 6 6.1)
verdict forms_flip "$why"

why=
c='with all of BLUE'
set -- 'log load=0.7' 'log meta_load BLUE.nodes=0.1'
flips "$c" holds "$@" 'log meta_load BLUE=0.14'
flips "$c" 'holds in part' "$@" 'log meta_load BLUE=0.16'
flips "$c" 'does not hold' 'log load=0.74' 'log meta_load BLUE=1' \
    'log meta_load BLUE.nodes=0.12'
c='shift and remap together increase the possibility'
set -- $(along $every shift joined/several 0 0 0 0)
flips "$c" holds "$@" $(along $every shift+remap joined/several 0.05 0.05 0.05 0.06)
flips "$c" 'holds in part' "$@" $(along $every shift+remap joined/several 0 0.1 0.02 0.02)
flips "$c" 'does not hold' "$@" $(along $every shift+remap joined/several 0 0 0.02 0.01)
c='slowdown: a slight advantage'
set -- $(along $every shift+remap bsld_meta/better 20 20 20 20)
flips "$c" holds "$@" $(along $every shift+remap bsld_local/better 20 20 20 59)
flips "$c" 'holds in part' "$@" $(along $every shift+remap bsld_local/better 20 20 20 61)
flips "$c" 'does not hold' "$@" $(along $every shift+remap bsld_local/better 20 20 20 20)
c='no job completes later'
set -- 'apart late=0' 'nodes late=0'
flips "$c" holds "$@" 'together late=0'
flips "$c" 'does not hold' "$@" 'together late=1'
verdict others_flip "$why"
unset IFS
