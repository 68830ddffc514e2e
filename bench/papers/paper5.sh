#!/bin/sh
# paper5.sh - the abstract and sections 5 and 7 of Netto and Buyya (A Flexible Resource
# Co-Allocation Model based on Advance Reservations with Rescheduling Support) beside what
# flexco_sim measures, as a document in Markdown.
#
#     bench/papers/paper5.sh >bench/papers/paper5.md     or: make paper5 TRACES=dir
#
# Logs are found in $TRACES by name: SDSC-Par-1996 (local jobs) and SDSC-BLUE-2000
# (meta-jobs). The paper does not say how all of the latter can go with a load of about
# 80 %, so there are three readings of it. Each run becomes facts, lines of "reading small
# error mode figure, tab, value": means over seeds, and the same with "least" and "most"
# behind; paper5.awk makes the document of them, verdicts included. No time is
# measured: it is the same each time. Takes some 700 s of CPU. BUILD: where the
# program is. FACTS: a file to keep the facts in. QUICK: not empty = two errors, one seed
# only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/flexco_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper5.sh: $1" >&2; exit 1; }

[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
raw=$dir/raw
: >"$raw"
seeds=5
errors=0:25:5
[ -z "$QUICK" ] || { seeds=1; errors=0,25; }

unpack() {   # name file
    file=$(find "$TRACES"/ -maxdepth 1 -name "$1-*.swf*" 2>/dev/null | sort | head -n 1)
    [ -n "$file" ] || complain "no $1 log in $TRACES"
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$2" ||
        complain "$file: cannot be unpacked"
    echo "log $1	$(basename "$file")" >>"$raw"
}
unpack SDSC-Par-1996 "$dir/PARAGON"
unpack SDSC-BLUE-2000 "$dir/BLUE"

# The same with sizes in nodes of 8 processors.
awk '
    /^[ \t]*;/ || NF < 18 { print; next }
    { for (i = 5; i <= 8; i += 3) if ($i > 0) $i = int(($i + 7) / 8) }
    { print }' "$dir/BLUE" >"$dir/BLUE.nodes" || complain 'awk failed'

# The load that the logs are, as they are: the local one over its time, the first year of
# the other over half of that, at four sites.
natural() {   # log of meta-jobs
    awk -v local="$dir/PARAGON" '
        /^[ \t]*;/ || NF < 9 { next }
        {
            size = $8 > 0 ? $8 : $5
            if ($4 <= 0 || size <= 0) next
            if (FILENAME == local) {
                if (!jobs++) begin = $2
                span = $2 - begin
                work += $4 * size
                next
            }
            if (!metas++) first = $2
            if ($2 < first + 365 * 86400) meta_work += $4 * size
        }
        END {
            printf "%.9g %.9g\n", work / (416 * span), meta_work / (1664 * span / 2)
        }' "$dir/PARAGON" "$1" || complain 'awk failed'
}
for log in BLUE BLUE.nodes; do
    natural "$dir/$log" | awk -v log_="$log" '{
        print "log load\t" $1
        print "log meta_load " log_ "\t" $2 }' >>"$raw"
done

# ---- what came of a run ----------------------------------------------------------------

# Every figure, and what it is better by than rigid's ("/better", in percent); whether it
# is ("/ahead"); moves as a share of the meta-jobs.
from_figures() {   # key
    awk -F, -v key="$1" '
        function fact(what, x) {
            printf "%s %s %s %s %s\t%.9g\n", key, $3, $2, $1, what, x
        }
        FNR == 1 { file++; next }
        $7 == "" { next }
        file == 1 {
            fact($6, $7)
            if ($6 == "meta_jobs") metas = $7
            if ($6 == "several") several = $7
            if ($6 == "several_one") fact("joined/several", several ? $7 / several : 0)
            if ($6 == "several") fact("several/meta", metas ? $7 / metas : 0)
            if ($6 == "moved") fact("moved/meta", metas ? $7 / metas : 0)
            next
        }
        {
            fact($6 "/better", $7)
            printf "%s %s %s/ahead\t%d\n", key, $1, $6, ($7 > 0)
        }' "$dir/csv/points.csv" "$dir/csv/better.csv" || complain 'awk failed'
}

# Loads of the sites, on average, and of the meta-jobs, and how many there are.
from_setup() {   # key
    awk -v key="$1" '
        function value(name,    x) {
            x = $0
            if (!sub(".*\"" name "\": *", "", x)) return ""
            sub(/[,}].*/, "", x)
            return x
        }
        !/"source".*"load"/ { next }
        /^ *"meta"/ { meta = value("load"); metas = value("jobs"); next }
        { sites++; sum += value("load"); jobs += value("jobs") }
        END {
            printf "%s sites\t%d\n%s load\t%.9g\n", key, sites, key, sum / sites
            printf "%s jobs\t%d\n%s meta_load\t%.9g\n", key, jobs, key, meta
            printf "%s metas\t%d\n", key, metas
        }' "$dir/json" || complain 'awk failed'
}

# Jobs that end after the end that they were promised first.
from_jobs() {   # key
    cut -d, -f 14,16 "$dir/csv/jobs.csv" | awk -F, -v key="$1" '
        NR == 1 { if ($0 != "promised_seconds,end_seconds") exit }
        NR > 1 && $1 != "" && $2 != "" { n++; late += $2 > $1 }
        END { if (n) printf "%s ended\t%d\n%s late\t%d\n", key, n, key, late }' ||
        complain 'awk failed'
}

# ---- running ---------------------------------------------------------------------------

flexco() {   # key option ...
    key=$1
    shift
    "$sim" --paper --one-site metascheduler --meta-node 1 "$@" --no-timing --json "$dir/json" --csv "$dir/csv" </dev/null \
        >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    {
        from_figures "$key"
        from_setup "$key"
        from_jobs "$key"
        echo "command	build/flexco_sim --paper --one-site metascheduler --meta-node 1 $* --no-timing --csv DIR" |
            sed "s|$dir/||g"
    } >>"$raw"
}

all="--errors $errors --drop-small both --seeds $seeds"
one='--errors 25 --seeds 1'
logs="--local $dir/PARAGON --meta $dir/BLUE"
nodes="--local $dir/PARAGON --meta $dir/BLUE.nodes"
together='--load 0.68 --meta-load 0.12'
# shellcheck disable=SC2086
{
    flexco together $logs $together $all
    flexco apart $logs --load 0.8 --meta-load 0.12 $all
    flexco nodes $nodes --load 0.68 $all

    flexco early $logs $together $one --binding early
    flexco slots $logs $together $one --publish 10
    flexco slow $logs $together $one --latency 1m
    flexco lossy $logs $together $one --latency 1m --loss 0.01
    flexco failing $logs $together $one --mtbf 30d --mttr 4h
}

awk -f bench/papers/means.awk "$raw" >"$dir/facts"
[ -z "$FACTS" ] || cp "$dir/facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper5.awk "$dir/facts"
