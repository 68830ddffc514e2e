#!/bin/sh
# paper5.sh - the page of bench/papers/paper5.sh (lib-claims.sh), on logs made up.

tool=flexco_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES
. tests/programs/lib-claims.sh

mkdir "$dir/traces"
run='600 + i * 104729 % 30000'
jobs_log 160 10000 416 "$run" >"$dir/traces/SDSC-Par-1996-1.swf"
jobs_log 240 12000 8000 "$run" | gzip >"$dir/traces/SDSC-BLUE-2000-1.swf.gz"

nothing_to_measure 'no SDSC-Par-1996 log in'
documents 20
c='"when small jobs are removed'
alone 8 "$c"

# What is told of jobs, counted anew from the jobs of the same run.
gzip -dc "$dir/traces/SDSC-BLUE-2000-1.swf.gz" >"$dir/blue"
run --paper --local "$dir/traces/SDSC-Par-1996-1.swf" --meta "$dir/blue" --errors 25 \
    --no-timing --modes rigid,shift --items "$dir/items"
told=$(awk -F, '
    FNR == 1 { file++; for (i = 1; i <= NF; i++) at[$i] = i; next }
    !$at["meta"] { next }
    { number = $at["number"]; mode = $at["variant"] }
    file == 1 && mode == "rigid" && $at["sites"] > 1 { there[number] }
    file == 2 && number in there { took[mode] += $at["end"] - $at["submit"] }
    END { printf "%.9g\n", 1 - took["shift"] / took["rigid"] }' "$dir/items" "$dir/items")
fact="nodesjobs shift several_rigid seed=1	$told"
grep -qxF "$fact" "$dir/facts" && fact=
verdict jobs "${fact:+not $fact}"

# ---- the limits of the rules -----------------------------------------------------------
# A figure of a mode in all readings, at errors 0 and 25, with small jobs and without; of
# both seeds the same, or of the second DIFFERENCE more.
along() {   # mode figure no-0 no-25 yes-0 yes-25 [difference [readings]]
    for r in ${8:-nodes fixed processors crowded}; do
        for at in "errors=0 drop-small=no $3" "errors=25 drop-small=no $4" \
            "errors=0 drop-small=yes $5" "errors=25 drop-small=yes $6"; do
            key="$r ${at% *} $1 $2"
            x=${at##* }
            plant "$key" "$x" \
                "$(awk -v x="$x" -v d="${7:-0}" 'BEGIN { print x + d }')"
        done
    done
}
all() {
    (IFS=' '
    along "$@")
}

IFS='
'
c='"Figure 3 presents'
set -- $(all rigid response 100 100 100 100) $(all shift response 95 95 95 95)
flips holds "$@" $(all shift+remap response 99 90 95 95)
flips 'cannot be told' "$@" $(all shift+remap response 95 95 95 95 16)
flips 'cannot be told' "$@" $(all shift+remap response 95 95 95 95) \
    $(all shift+remap response 105 105 105 105 0 crowded) # one reading says no
flips 'does not hold' $(all rigid response 90 90 90 90) \
    $(all shift response 95 95 95 95) $(all shift+remap response 95 95 95 95)
judged range # of the readings

c='"when small jobs are removed'
rigid=$(all rigid response 100 100 200 200)
without() { for m in shift shift+remap; do all $m response 95 95 "$1" "$1"; done; }
flips holds $rigid $(without 180)
flips 'holds in part: 1 of 2' $rigid $(without 194)
flips 'does not hold' $rigid $(without 196)
c='"hence reducing significantly'
spared() {   # overhead of all, and what was spared
    all shift+remap response 50 50 150 150
    all rigid network $1 $1 $1 $1
    all shift+remap spared $2 $2 $2 $2
}
flips holds $rigid $(spared 10 6)
flips 'does not hold' $rigid $(spared 10 4)
flips 'cannot be told: all the overhead that there is would not do' $rigid \
    $(spared 4 3)
judged parts # in % and in hours; a ceiling below the rule

c='"This avoids the violation'
late() { for m in shift shift+remap; do all $m late "$1" "$1" "$1" "$1"; done; }
limit late 0 0.001
judged guarantee
unset IFS
