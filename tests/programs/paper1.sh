#!/bin/sh
# paper1.sh - bench/papers/paper1.sh and paper1.awk: on small made-up logs, that the
# document is whole, agrees with runs made here, and says what is missing; that a verdict
# changes where a number passes the limit of its rule; and, where TRACES has the logs that
# bench/papers/paper1.md was made of, that they give the same bytes again (some minutes,
# so not where TEST_SCALE asks for less than everything).
#
# BUILD: where the program is.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
sim=$BUILD/coalloc_sim
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
traces=$TRACES
unset TRACES FACTS
LC_ALL=C
export BUILD LC_ALL

pass() { echo "PASS paper1.sh $1"; }
fail() { echo "FAIL paper1.sh $1: $2"; }
skip() { echo "SKIP paper1.sh $1: $2"; }

check() {   # NAME WHY: nothing to say is good
    if [ -z "$2" ]; then pass "$1"; else fail "$1" "$2"; fi
}

[ -x "$sim" ] || { fail build "$sim is not there"; exit 1; }

# ---- logs made up ----------------------------------------------------------------------

# Jobs of all sizes up to `largest`, some twenty minutes long and some three hours, come
# every hour or so; in the log they wait for `wait` hours, the large ones twice as long.
log() {   # largest jobs wait
    awk -v largest="$1" -v jobs="$2" -v wait="$3" 'BEGIN {
        print "; Conversion: made | up"
        print "; MaxProcs: " largest
        print "; MaxNodes: " largest
        for (i = 1; i <= jobs; i++) {
            size = 1 + i * 7919 % largest
            run = i % 3 ? 1200 : 10800
            print i, i * 4000, wait * 3600 * (size > largest / 2 ? 2 : 1), run, size, \
                  -1, -1, size, 2 * run, -1, 1, 1, 1, -1, 1, -1, -1, -1
        }
    }'
}

document() { TRACES=$dir/traces sh bench/papers/paper1.sh >"$1" 2>"$dir/err"; }

# The lines of the claims, as "claim | measured | rule | verdict".
rows() { grep -E '^\| [0-9]+ \|' "$1" | sed 's/^| [0-9]* | //; s/ |$//'; }

verdict() {   # file claim's-beginning
    rows "$1" | awk -F ' [|] ' -v begin="$2" 'index($1, begin) == 1 { print $NF }'
}

mkdir "$dir/traces"
log 120 90 30 >"$dir/traces/CTC-SP2-1-1.swf"
log 100 90 30 >"$dir/traces/KTH-SP2-1-1.swf"
log 60 40 30 | gzip >"$dir/traces/HPC2N-1-1.swf.gz"

sh bench/papers/paper1.sh >"$dir/out" 2>"$dir/err"
code=$?
if [ $code = 1 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
    grep -q '^paper1.sh: TRACES is not set' "$dir/err"; then pass no_traces
else fail no_traces "exit status $code: $(head -n 1 "$dir/err")"; fi
TRACES=$dir sh bench/papers/paper1.sh >"$dir/out" 2>"$dir/err"
code=$?
if [ $code = 1 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
    grep -q "^paper1.sh: no CTC-SP2, KTH-SP2 or HPC2N log in $dir" "$dir/err"; then
    pass no_logs
else
    fail no_logs "exit status $code: $(head -n 1 "$dir/err")"
fi

# ---- the document ----------------------------------------------------------------------

FACTS=$dir/facts
export FACTS
document "$dir/doc"
code=$?
unset FACTS
if [ $code = 0 ] && [ ! -s "$dir/err" ] && [ -s "$dir/facts" ]; then pass runs
else fail runs "exit status $code: $(head -n 1 "$dir/err")"; fi

why=
for heading in '# Castillo et al.' '## Logs' '## Table 1' '## Table 2' '## The claims' \
    '### Section 5: ' '### Section 5.1: ' '### Section 5.2: ' '### Section 6: ' \
    '## Beside' '## Commands'; do
    [ "$(grep -c "^$heading" "$dir/doc")" = 1 ] || why="'$heading' is not there once"
done
check headings "$why"

# Tables have the columns of their headings, and nothing is left unsaid.
check tables "$(awk '
    { plain = $0; gsub(/\\\|/, "", plain) }
    /^\|/ {
        n = gsub(/\|/, "|", plain)
        if (columns && n != columns) print "line " FNR ": " n - 1 " columns"
        columns = n
        next
    }
    { columns = 0 }
    /nan|inf[^i]/ { print "line " FNR ": " $0 }' "$dir/doc" | head -n 1)"

# Claims are counted from 1, each has a verdict, and the summary has their sums.
check verdicts "$(awk -F ' [|] ' '
    /^Of [0-9]+ claims,/ { summary = $0 }
    !/^\| [0-9]+ \|/ { next }
    {
        n++
        sub(/^\| /, "", $1)
        sub(/ \|$/, "", $NF)
        if ($1 != n) print "claim " n " has the number " $1
        if (NF != 5 || $2 == "" || $3 == "") print "claim " n " is not whole"
        kind = $NF
        sub(/: .+/, "", kind)
        if (kind !~ /^(holds|holds in part|does not hold|cannot be told)$/ ||
            (kind == "cannot be told") != ($NF ~ /:/)) print "claim " n ": " $NF
        counted[kind]++
    }
    END {
        right = sprintf("Of %d claims, %d hold, %d hold in part, %d do not hold and %d " \
                        "cannot be told.", n, counted["holds"], counted["holds in part"],
                        counted["does not hold"], counted["cannot be told"])
        if (n < 60) print "only " n " claims"
        if (summary != right) print "\"" summary "\", not \"" right "\""
    }' "$dir/doc" | head -n 1)"

# ---- its numbers, against the program and by hand --------------------------------------

field() { sed -n "s/^ *\"$1\":\([0-9.]*\).*/\1/p"; }

kth=$dir/traces/KTH-SP2-1-1.swf
"$sim" "$kth" --servers 100 --index range-tree --json - >"$dir/json"
longest=$(field wait_max <"$dir/json" | awk '{ printf "%.1f h", $1 / 3600 }')
got=$(rows "$dir/doc" | awk -F ' [|] ' 'index($1, "KTH: the longest wait online") == 1 {
    print $2 }')
[ "$got" = "$longest" ] && why= || why="'$got', not '$longest'"
check longest "$why"

"$sim" "$kth" --servers 100 --policy easy --json - >"$dir/json"
mean=$(field wait_mean <"$dir/json" | awk '{ printf "%.2f", $1 / 3600 }')
got=$(awk -F ' [|] ' '/^\| KTH, 100 servers, EASY/ { print $2 }' "$dir/doc")
[ "$got" = "$mean" ] && why= || why="mean wait under EASY '$got', not '$mean'"
check easy "$why"

# All reserved: waits from submission, from the jobs themselves.
"$sim" "$kth" --servers 100 --index range-tree --ar 1 --csv "$dir/csv" >"$dir/out"
wanted=$(awk -F, 'NR > 1 { wait = $8 - $5; sum += wait; n++; under += (wait < 7200) }
    END { printf "1: %.2f h, %.1f %%", sum / n / 3600, 100 * under / n }' \
    "$dir/csv/jobs.csv")
got=$(rows "$dir/doc" | awk -F ' [|] ' 'index($1, "KTH: batch is better") == 1 {
    sub(/.*; /, "", $2); print $2 }')
[ "$got" = "$wanted" ] && why= || why="'$got', not '$wanted'"
check reservations "$why"

# Jobs wait 30 hours or 60, run 20 minutes or, a third of them, 3 hours: penalties of 90
# or 180 and of 10 or 20.
awk '!/^;/ { n = $4 < 7200; sum[n] += $3 / $4; jobs[n]++ }
     END { printf "%.1f %.2f\n", sum[1] / jobs[1], sum[0] / jobs[0] }' "$kth" \
    >"$dir/expected"
awk -F ' [|] ' '/^\| KTH, 100 servers, as the log/ { print $6, $7 }' "$dir/doc" \
    >"$dir/got"
if cmp -s "$dir/expected" "$dir/got"; then pass penalties
else fail penalties "'$(cat "$dir/got")', not '$(cat "$dir/expected")'"; fi
got=$(awk -F ' [|] ' '/^\| KTH \| 128 /' "$dir/doc")
case $got in
*'| 128 / 100 | 28,481 / 90 | 90 | 2.46 / 1.22 | 2.44 |'*) pass table_1 ;;
*) fail table_1 "$got" ;;
esac

# ---- other logs, other verdicts --------------------------------------------------------

small='KTH: small jobs are penalised an order'
before=$(verdict "$dir/doc" "$small")
log 100 90 0 >"$kth"
rm "$dir/traces/HPC2N-1-1.swf.gz"
document "$dir/other"
after=$(verdict "$dir/other" "$small")
if [ "$before, $after" = 'holds, does not hold' ]; then pass patient_log
else fail patient_log "'$before' where the log waits for 30 hours, '$after' for none"; fi

check missing_log "$(rows "$dir/other" | awk -F ' [|] ' '
    /^HPC2N: / && $NF != "cannot be told: no HPC2N log was given" { print $1 ": " $NF }
    /^HPC2N: / { n++ }
    END { if (n < 8) print "only " n " lines" }' | head -n 1)"
rows "$dir/doc" | grep '^CTC: ' >"$dir/expected"
rows "$dir/other" | grep '^CTC: ' >"$dir/got"
if cmp -s "$dir/expected" "$dir/got"; then pass same_again
else fail same_again "the lines of CTC changed: $(
    diff "$dir/expected" "$dir/got" | sed -n 2p)"; fi

# ---- the limits of the rules -----------------------------------------------------------

# flips CLAIM VERDICT FACT=VALUE ...: with the facts changed, that is the verdict. An
# empty value takes the fact away.
flips() {
    claim=$1 wanted=$2
    shift 2
    for change; do echo "$change"; done | awk '
        FNR == NR {
            at = match($0, /=[^=]*$/)
            value[substr($0, 1, at - 1)] = substr($0, at + 1)
            next
        }
        FNR == 1 { for (k in value) if (value[k] != "") print k "\t" value[k] }
        { k = $0; sub(/\t.*/, "", k) }
        !(k in value)' - "$dir/facts" >"$dir/changed"
    awk -f bench/papers/claims.awk -f bench/papers/paper1.awk \
        "$dir/changed" >"$dir/out" 2>"$dir/err"
    got=$(verdict "$dir/out" "$claim")
    case $got in "$wanted" | "$wanted: "*) return ;; esac
    [ -n "$why" ] || why="$claim: $*: '$got', not '$wanted'"
}

why=
p='kth online small_penalty' q='kth trace small_penalty'
flips "$small" holds "$p=2" "$q=20"
flips "$small" 'holds in part' "$p=2" "$q=19.9"
flips "$small" 'holds in part' "$p=2" "$q=4"
flips "$small" 'does not hold' "$p=2" "$q=3.9"
flips "$small" holds "$p=0" "$q=1"
flips "$small" 'cannot be told' "$p="
c='CTC: jobs of 2 to 10 h'
p='ctc online medium_penalty' q='ctc trace medium_penalty'
half='ctc online half_penalty 2' also='ctc trace half_penalty 2'
flips "$c" holds "$p=2" "$q=1" "$half=3" "$also=1"
flips "$c" 'holds in part' "$p=2" "$q=1" "$half=1" "$also=1"
flips "$c" 'holds in part' "$p=1" "$q=1" "$half=3" "$also=1"
flips "$c" 'does not hold' "$p=1" "$q=1" "$half=1" "$also=1"
check penalties_flip "$why"

why=
c='CTC: online, most jobs wait less'
flips "$c" holds 'ctc online under2=0.51'
flips "$c" 'does not hold' 'ctc online under2=0.5'
c='CTC: that is nearly a factor'
flips "$c" holds 'ctc online under2=0.9' 'ctc trace under2=0.5'
flips "$c" 'holds in part' 'ctc online under2=0.9' 'ctc trace under2=0.6'
flips "$c" 'does not hold' 'ctc online under2=0.9' 'ctc trace under2=0.9'
c='KTH: the longest wait online'
flips "$c" holds "kth online wait_max=$((77 * 3600))"
flips "$c" 'holds in part' "kth online wait_max=$((110 * 3600))"
flips "$c" 'does not hold' "kth online wait_max=$((120 * 3600))"
c='KTH: before 2 hours'
p='kth online under1=0.5' q='kth trace under1=0.6'
flips "$c" holds "$p" "$q" 'kth online under2=0.7' 'kth trace under2=0.71'
flips "$c" 'holds in part' "$p" "$q" 'kth online under2=0.7' 'kth trace under2=0.75'
flips "$c" 'does not hold' "$p" "$q" 'kth online under2=0.7' 'kth trace under2=0.81'
c='KTH: more jobs wait less than 1'
flips "$c" holds "$p" "$q"
flips "$c" 'does not hold' "$p" 'kth trace under1=0.5'
c='CTC: at most 14 %'
flips "$c" holds 'ctc short_run=0.14'
flips "$c" 'holds in part' 'ctc short_run=0.15' 'ctc short_requested=0.1'
flips "$c" 'does not hold' 'ctc short_run=0.15' 'ctc short_requested=0.2'
check waits_flip "$why"

why=
c='KTH: attempts increase'
flips "$c" holds 'kth online attempts 1=8' 'kth online attempts 51=9'
flips "$c" 'does not hold' 'kth online attempts 1=9' 'kth online attempts 51=9'
flips "$c" 'cannot be told' 'kth online requests 51=19'
c='more attempts for KTH'
flips "$c" holds 'kth online attempts 1=99' 'kth online attempts 51=99'
flips "$c" 'holds in part' 'kth online attempts 1=99' 'kth online attempts 51=0.5'
flips "$c" 'does not hold' 'kth online attempts 1=0.5' 'kth online attempts 51=0.5'
c='KTH: the numbers of table 2'
flips "$c" holds 'kth online attempts 1=10' 'kth online attempts 51=46' \
    'kth online attempts 101=140'
flips "$c" 'holds in part' 'kth online attempts 1=10' 'kth online attempts 51=46'
flips "$c" 'does not hold' 'kth online attempts 1=10' 'kth online attempts 51=44'
c='KTH: whatever their size'
set --
for g in 0 1 2 3 4; do
    set -- "$@" "kth online group_jobs $g=20" "kth online group_wait $g=$g" \
        "kth trace group_wait $g=9"
done
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'kth online group_wait 4=9' 'kth online group_wait 3=9'
flips "$c" 'does not hold' "$@" 'kth trace group_wait 0=0' 'kth trace group_wait 1=0' \
    'kth trace group_wait 2=0'
flips "$c" 'cannot be told' 'kth online wait_mean='
c='KTH: waiting increases with the servers asked for, online'
flips "$c" holds "$@" 'kth online group_wait 4=1.5'
flips "$c" 'holds in part' "$@" 'kth online group_wait 4=0.5'
flips "$c" 'does not hold' "$@" 'kth online group_wait 3=0.4' \
    'kth online group_wait 4=0.3'
flips "$c" holds "$@" 'kth online group_jobs 4=19' 'kth online group_wait 4=0'
check sizes_flip "$why"

why=
c='KTH: the tails keep'
flips "$c" holds 'kth ar=0 reach=50' 'kth ar=0.25 reach=55' 'kth ar=0.5 reach=50' \
    'kth ar=0.75 reach=45' 'kth ar=1 reach=50'
flips "$c" 'holds in part' 'kth ar=0 reach=50' 'kth ar=0.25 reach=55' \
    'kth ar=0.5 reach=50' 'kth ar=0.75 reach=44' 'kth ar=1 reach=50'
flips "$c" 'does not hold' 'kth ar=0 reach=50' 'kth ar=0.25 reach=76'
c='CTC: mean waiting grows'
p='ctc ar=0 wait_submit_mean=1' q='ctc ar=0.25 wait_submit_mean=2'
r='ctc ar=0.5 wait_submit_mean=3' s='ctc ar=0.75 wait_submit_mean=4'
flips "$c" holds "$p" "$q" "$r" "$s" 'ctc ar=1 wait_submit_mean=5'
flips "$c" 'holds in part' "$p" "$q" "$r" "$s" 'ctc ar=1 wait_submit_mean=4'
flips "$c" 'does not hold' "$p" "$q" "$r" 'ctc ar=0.75 wait_submit_mean=3' \
    'ctc ar=1 wait_submit_mean=3'
c='CTC: operations per request'
search='search_visits_mean' update='update_visits_mean'
set --
for rho in 0 0.25 0.5 0.75; do
    set -- "$@" "ctc ar=$rho $search=40" "ctc ar=$rho $update=60"
done
flips "$c" holds "$@" "ctc ar=1 $search=40" "ctc ar=1 $update=85"
flips "$c" 'holds in part' "$@" "ctc ar=1 $search=40" "ctc ar=1 $update=86"
flips "$c" 'does not hold' "$@" "ctc ar=1 $search=40" "ctc ar=1 $update=161"
c='KTH: waiting times peak'
set --
for rho in 0.25 0.5 0.75 1; do
    set -- "$@" "kth ar=$rho bin 4=5" "kth ar=$rho bin 5=6" "kth ar=$rho bin 6=4"
done
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'kth ar=0.5 bin 4=6'
set --
for rho in 0.25 0.5 0.75 1; do
    set -- "$@" "kth ar=$rho bin 4=6" "kth ar=$rho bin 5=6" "kth ar=$rho bin 6=4" \
        "kth ar=$rho bin 7=4"
done
flips "$c" 'holds in part' "$@"
flips "$c" 'does not hold' "$@" 'kth ar=1 bin 6=5' 'kth ar=1 bin 7=5'
c='KTH: batch is better'
set -- 'kth trace wait_submit_mean=5' 'kth trace bin 0=50' 'kth trace bin 1=0' \
    'kth trace bin 2=0' 'kth trace bin 3=0'
for rho in 0 0.25 0.5 0.75 1; do
    set -- "$@" "kth ar=$rho wait_submit_mean=6" "kth ar=$rho bin 0=50" \
        "kth ar=$rho bin 1=0" "kth ar=$rho bin 2=0" "kth ar=$rho bin 3=0"
done
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'kth ar=1 wait_submit_mean=4'
flips "$c" 'does not hold' "$@" 'kth ar=1 wait_submit_mean=4' 'kth ar=0 bin 3=1'
c='CTC: online outperforms'
set -- 'ctc trace wait_submit_mean=5' 'ctc trace bin 0=50' 'ctc trace bin 1=0' \
    'ctc trace bin 2=0' 'ctc trace bin 3=0'
for rho in 0 0.25 0.5 0.75 1; do
    set -- "$@" "ctc ar=$rho wait_submit_mean=6" "ctc ar=$rho bin 0=49" \
        "ctc ar=$rho bin 1=0" "ctc ar=$rho bin 2=0" "ctc ar=$rho bin 3=0"
done
flips "$c" 'does not hold' "$@"
flips "$c" 'holds in part' "$@" 'ctc ar=0.25 bin 3=2' 'ctc ar=0.5 bin 3=2'
flips "$c" holds "$@" 'ctc ar=0.25 bin 3=2' 'ctc ar=0.5 bin 3=2' \
    'ctc ar=0.25 wait_submit_mean=4' 'ctc ar=0.5 wait_submit_mean=4'
check reservations_flip "$why"

why=
c='HPC2N: smaller delays'
q='hpc2n trace wait_mean=20' r='hpc2n easy wait_mean=10'
flips "$c" holds 'hpc2n online wait_mean=9' "$q" "$r"
flips "$c" 'holds in part' 'hpc2n online wait_mean=10' "$q" "$r"
flips "$c" 'does not hold' 'hpc2n online wait_mean=20' "$q" "$r"
c='high utilisation'
set --
for name in ctc kth hpc2n; do
    set -- "$@" "$name online utilisation=0.5" "$name trace utilisation=0.5"
done
flips "$c" 'cannot be told' "$@"
flips "$c" 'holds in part' "$@" 'kth online utilisation=0.6'
flips "$c" 'does not hold' "$@" 'kth online utilisation=0.4'
flips "$c" holds "$@" 'kth online utilisation=0.6' 'ctc online utilisation=0.6' \
    'hpc2n online utilisation=0.6'
c='KTH: steps smaller'
flips "$c" holds 'kth online wait_mean=100' 'kth1m online wait_mean=91'
flips "$c" 'holds in part' 'kth online wait_mean=100' 'kth1m online wait_mean=89'
flips "$c" 'does not hold' 'kth online wait_mean=100' 'kth1m online wait_mean=79'
c='little complexity'
set --
for name in ctc kth hpc2n; do
    set -- "$@" "$name online search_visits_mean=44" "$name online attempts_mean=1"
done
flips "$c" holds "$@"
flips "$c" 'holds in part' "$@" 'kth online search_visits_mean=45'
flips "$c" 'does not hold' "$@" 'kth online search_visits_mean=89'
check conclusions_flip "$why"

# ---- what is kept in the project -------------------------------------------------------

# The bytes of the logs, as a document names them.
sums() { sed -n '/^## Logs/,/^## Table 1/s/.* | \([0-9]* [0-9]*\) |$/\1/p' "$1"; }

sums_here() {
    for name in CTC-SP2 KTH-SP2 HPC2N; do
        log=$(find "$traces"/ -maxdepth 1 -name "$name-*.swf*" | sort | head -n 1)
        [ -n "$log" ] || continue
        case $log in *.gz) gzip -dc "$log" ;; *) cat "$log" ;; esac | cksum |
            tr -s ' \t' '  '
    done
}

if [ -z "$traces" ]; then
    skip kept 'TRACES is not set to a directory of job logs'
elif [ "${TEST_SCALE:-100}" != 100 ]; then
    skip kept 'takes minutes; TEST_SCALE is not 100'
elif [ "$(sums bench/papers/paper1.md)" != "$(sums_here)" ]; then
    skip kept 'TRACES has other logs than bench/papers/paper1.md was made of'
elif ! TRACES=$traces sh bench/papers/paper1.sh >"$dir/doc" 2>"$dir/err"; then
    fail kept "$(head -n 1 "$dir/err")"
elif cmp -s "$dir/doc" bench/papers/paper1.md; then
    pass kept
else
    fail kept "bench/papers/paper1.md is not what make paper1 gives: $(
        diff bench/papers/paper1.md "$dir/doc" | sed -n 2p)"
fi
