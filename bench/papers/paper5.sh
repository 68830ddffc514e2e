#!/bin/sh
# paper5.sh - the abstract and sections 4, 5 and 7 of Netto and Buyya (A Flexible Resource
# Co-Allocation Model based on Advance Reservations with Rescheduling Support) beside what
# flexco_sim measures, as a document in Markdown (lib.sh):
#
#     bench/papers/paper5.sh >bench/papers/paper5.md     or: make paper5 TRACES=dir
#
# Logs are found in $TRACES by name: SDSC-Par-1996 (local jobs) and SDSC-BLUE-2000
# (meta-jobs). Takes some ten minutes of processor time.

paper=5 program=flexco_sim
. "$(dirname "$0")/oldlib.sh"

[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
seeds=${QUICK:+2} errors=${QUICK:+0,25}
seeds=${seeds:-5} errors=${errors:-0:25:5}

unpack() {   # name file
    file=$(find "$TRACES"/ -maxdepth 1 -name "$1-*.swf*" 2>/dev/null | sort | head -n 1)
    [ -n "$file" ] || complain "no $1 log in $TRACES"
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$2" ||
        complain "$file: cannot be unpacked"
    echo "log $1	$(basename "$file")" >>"$facts"
}
unpack SDSC-Par-1996 "$dir/PARAGON"
unpack SDSC-BLUE-2000 "$dir/BLUE"

logs="--paper --local $dir/PARAGON --meta $dir/BLUE --seeds $seeds"
three='--modes rigid,shift,shift+remap'
both='--drop-small no,yes'

# A reading, all modes; and what only its jobs tell, at +25 %, for each seed and mode: the
# response times of jobs at several sites, by four choices of these jobs, and what share
# of the processors was idle at a site where a job waited.
by_job='
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { key = $at["seed"] SUBSEP $at["variant"]; keys[key] }
    $at["meta"] {
        took[key, $at["number"]] = $at["end"] - $at["submit"]
        several[key, $at["number"]] = ($at["sites_at_first"] > 1) + 2 * ($at["sites"] > 1)
        number[$at["seed"], $at["number"]] = $at["number"]
    }
    END {
        split("first ran", choice, " ")
        for (k in keys) {
            split(k, of, SUBSEP)
            if (of[2] == "rigid") continue
            rigid = of[1] SUBSEP "rigid"
            split("", n)
            split("", before)
            split("", after)
            for (j in number) {
                if (index(j, of[1] SUBSEP) != 1) continue
                m = number[j]
                own = several[k, m]
                was = several[rigid, m] > 0
                by["rigid"] = was
                by["either"] = was || own > 1
                by["mode"] = own > 1
                by["first"] = own % 2
                for (c in by) if (by[c]) {
                    n[c]++
                    before[c] += took[rigid, m]
                    after[c] += took[k, m]
                }
            }
            for (c in n)
                printf "%s %s several_%s seed=%s\t%.9g\n", run, of[2], c, of[1],
                       1 - after[c] / before[c]
        }
    }'
waste='
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["start"] != "" && $at["end"] != "" {
        n = split($at["held"], part, " ")
        for (i = 1; i <= n; i++) {
            split(part[i], has, ":[*]")
            site = $at["variant"] " " $at["seed"] " " has[1]
            print site, $at["submit"], 0, 1
            print site, $at["start"], has[2], -1
            print site, $at["end"], -has[2], 0
        }
    }'
idle='
    { site = $1 " " $2 " " $3; key = $1 " idle seed=" $2 }
    site != before { before = site; last = $4; busy = waits = 0 }
    {
        if (waits) idle[key] += (416 - busy) * ($4 - last)
        all[key] += 416 * ($4 - last)
        last = $4
        busy += $5
        waits += $6
    }
    END { for (k in all) printf "%s %s\t%.9g\n", run, k, idle[k] / all[k] }'

# shellcheck disable=SC2086
reading() {   # name errors option ...
    reading=$1 error=$2
    shift 2
    simulate $reading $logs $three $both --errors $error "$@"
    [ $reading != nodes ] || for figure in 3:response 4:bsld 5:bsld_local 6:bsld_meta; do
        drawing paper5-fig${figure%:*}.svg ${figure#*:}-errors
    done
    [ $reading != crowded ] || drawing paper5-fig7.svg utilisation-errors
    simulate ${reading}jobs $logs $three --errors 25 "$@" --items "$dir/items.csv"
    [ -n "$made" ] || return 0
    awk -F, -v run=${reading}jobs "$by_job" "$dir/items.csv" | sort >>"$facts"
    awk -F, "$waste" "$dir/items.csv" | sort -k 1,3 -k 4,4n |
        awk -v run=${reading}jobs "$idle" | sort >>"$facts"
}

# shellcheck disable=SC2086
{
    reading nodes $errors
    reading fixed 0,25 --one-site metascheduler
    reading processors 0,25 --meta-node 1 --load 0.68 --meta-load 0.12
    reading crowded 0,25 --meta-node 1 --load 0.8 --meta-load 0.12
    simulate overhead $logs --modes rigid,shift+remap --errors 25 --overhead 0,50,100
    simulate binding $logs --errors 25 --binding late,early
}
document
