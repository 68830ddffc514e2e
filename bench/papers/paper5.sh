#!/bin/sh
# paper5.sh - the abstract and sections 5 and 7 of Netto and Buyya (A Flexible Resource
# Co-Allocation Model based on Advance Reservations with Rescheduling Support) beside what
# flexco_sim measures, as a document in Markdown.
#
#     bench/papers/paper5.sh >bench/papers/paper5.md     or: make paper5 TRACES=dir
#
# Logs are found in $TRACES by name: SDSC-Par-1996 (local jobs) and SDSC-BLUE-2000
# (meta-jobs). Runs become facts, lines of "reading small error mode figure seed, tab,
# value"; paper5.awk makes the document of them, verdicts included. No time is measured:
# it is the same each time. Takes some ten minutes of CPU. BUILD: where the program is.
# FACTS: a file to keep the facts in. PAGES: a folder for the pictures and the table.
# QUICK: not empty = two errors, two seeds only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/flexco_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper5.sh: $1" >&2; exit 1; }

[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
. bench/papers/lib.sh
seeds=5
errors=0:25:5
[ -z "$QUICK" ] || { seeds=2; errors=0,25; }

unpack() {   # name file
    file=$(find "$TRACES"/ -maxdepth 1 -name "$1-*.swf*" 2>/dev/null | sort | head -n 1)
    [ -n "$file" ] || complain "no $1 log in $TRACES"
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$2" ||
        complain "$file: cannot be unpacked"
    echo "log $1	$(basename "$file")" >>"$facts"
}
unpack SDSC-Par-1996 "$dir/PARAGON"
unpack SDSC-BLUE-2000 "$dir/BLUE"

# The load that the logs are, as they are: the local one over its time, the first year of
# the other over half of that, at four sites, its sizes in nodes of 1 and of 8 processors.
awk '
    /^[ \t]*;/ || NF < 9 { next }
    {
        size = $8 > 0 ? $8 : $5
        if ($4 <= 0 || size <= 0) next
        if (FILENAME == ARGV[1]) {
            if (!jobs++) begin = $2
            span = $2 - begin
            work += $4 * size
            next
        }
        if (!metas++) first = $2
        if ($2 >= first + 365 * 86400) next
        all += $4 * size
        nodes += $4 * int((size + 7) / 8)
    }
    END {
        printf "log load\t%.9g\n", work / (416 * span)
        printf "log processors\t%.9g\nlog nodes\t%.9g\n", all / (1664 * span / 2),
               nodes / (1664 * span / 2)
    }' "$dir/PARAGON" "$dir/BLUE" >>"$facts" || complain 'awk failed'

# ---- running ---------------------------------------------------------------------------

# The command is told as the reader would type it.
flexco() {   # option ...
    "$sim" --paper --local "$dir/PARAGON" --meta "$dir/BLUE" "$@" --no-timing \
        </dev/null >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
}

tell() {   # option ... what
    echo "command	build/flexco_sim --paper --local PARAGON --meta BLUE $*" >>"$facts"
}

# The figures of a reading, and what they are better by than rigid's ("/better", in
# percent); loads of the sites, on average, and of the meta-jobs.
simulate() {   # reading option ...
    reading=$1
    shift
    tell "$@" --facts FILE
    flexco "$@" --facts "$dir/found" --report "$dir/page.html"
    # [errors=E] [drop-small=S] MODE FIGURE seed=K
    awk -F '\t' -v reading="$reading" -v options="$*" '
        BEGIN {
            given["drop-small"] = "no"
            n = split(options, word, " ")
            for (i = 1; i < n; i++)
                if (word[i] == "--errors") given["errors"] = word[i + 1]
        }
        $1 !~ / seed=[0-9]+$/ || $1 ~ / share / { next }
        {
            n = split($1, word, " ")
            for (i = 1; i <= n; i++)
                if (split(word[i], pair, "=") == 2) given[pair[1]] = pair[2]
            mode = word[n - 2]
            figure = word[n - 1]
            begin = reading " " (given["drop-small"] == "no" ? "kept" : "dropped") " " \
                    given["errors"] " "
            if (figure ~ /load$/) {
                if (!(figure in loads)) print reading " " figure "\t" $2
                loads[figure]
                next
            }
            print begin mode " " figure " " given["seed"] "\t" $2
            if (figure !~ /^(response|bsld|utilisation)(_local|_meta)?$/) next
            key = begin figure " " given["seed"]
            if (mode == "rigid") rigid[key] = $2
            if (rigid[key] == 0) next
            less = figure ~ /^util/ ? $2 - rigid[key] : rigid[key] - $2
            printf "%s%s %s/better %s\t%.17g\n", begin, mode, figure, given["seed"],
                   100 * less / rigid[key]
        }' "$dir/found" >>"$facts" || complain 'awk failed'
}

# What only the jobs of the runs tell, for each seed and mode. Of the meta-jobs that are
# not small, which are the same jobs with small jobs and without: moves of each (`moves`).
# Of the jobs that rigid ran at several sites: their response time (`several_response`).
# Of the small local jobs: their slowdown (`small_bsld`). Overhead that jobs have not, as
# they were booked at several sites and ran at one, as seconds of each of all jobs
# (`saved`), and that of jobs at several sites (`ceiling`). What share of the processors
# was idle at a site where a job waited (`idle`). How many jobs end after the end that
# they were promised first (`late`).
named='FNR == 1 { file++; for (i = 1; i <= NF; i++) at[$i] = i; next }
    { mode = $at["variant"]; meta = $at["meta"]; took = $at["end"] - $at["submit"] }'
by_job() {   # reading option ...
    reading=$1
    shift
    tell "$@" --errors 25 --modes rigid,shift,shift+remap --seed 1 --drop-small yes \
        --items FILE
    seed=0
    while [ $((seed += 1)) -le $seeds ]; do
        for small in yes no; do
            flexco "$@" --errors 25 --modes rigid,shift,shift+remap --seed $seed \
                --drop-small $small --items "$dir/$small.csv"
        done
        awk -F, -v reading="$reading" -v seed=$seed "$named"'
            file == 1 && !meta { next }
            {
                moves = $at["shifts"] + $at["remaps"] + $at["molds"]
                number = $at["number"]
            }
            file == 1 {
                large[number] = 1
                n["dropped", mode]++
                moved["dropped", mode] += moves
                next
            }
            { all[mode]++ }
            $at["promised"] != "" && $at["end"] > $at["promised"] { late[mode]++ }
            !meta {
                if ($at["estimate"] > 4500 || $at["size"] > 64) next
                small[mode]++
                slow[mode] += $at["bounded_slowdown"]
                next
            }
            {
                if (number in large) { n["kept", mode]++; moved["kept", mode] += moves }
                if (mode == "rigid" && $at["sites"] > 1) several[number] = 1
                if (number in several) { held[mode]++; responses[mode] += took }
                overhead = int(($at["run"] * $at["overhead"] + 99) / 100)
                if ($at["sites_at_first"] > 1 && $at["sites"] == 1)
                    saved[mode] += overhead
                if ($at["sites"] > 1) ceiling[mode] += overhead
            }
            function fact(kept, mode, figure, x, y) {
                if (y) printf "%s %s 25 %s %s %d\t%.9g\n", reading, kept, mode, figure,
                              seed, x / y
            }
            END {
                for (m in all) {
                    fact("kept", m, "moves", moved["kept", m], n["kept", m])
                    fact("dropped", m, "moves", moved["dropped", m], n["dropped", m])
                    fact("kept", m, "several_response", responses[m], held[m])
                    fact("kept", m, "small_bsld", slow[m], small[m])
                    fact("kept", m, "saved", saved[m], all[m])
                    fact("kept", m, "ceiling", ceiling[m], all[m])
                    fact("kept", m, "late", late[m], 1)
                    fact("kept", m, "told", all[m], 1)
                }
            }' "$dir/yes.csv" "$dir/no.csv" | sort >>"$facts" || complain 'awk failed'
        awk -F, "$named"'
            $at["start"] != "" && $at["end"] != "" {
                n = split($at["held"], part, " ")
                for (i = 1; i <= n; i++) {
                    split(part[i], has, ":[*]")
                    print mode, has[1], $at["submit"], 0, 1
                    print mode, has[1], $at["start"], has[2], -1
                    print mode, has[1], $at["end"], -has[2], 0
                }
            }' "$dir/no.csv" | sort -k 1,2 -k 3,3n |
            awk -v reading="$reading" -v seed=$seed '
            $1 " " $2 != site { site = $1 " " $2; begin = last = $3; busy = waits = 0 }
            {
                if (waits) idle[$1] += (416 - busy) * ($3 - last)
                all[$1] += 416 * ($3 - last)
                last = $3
                busy += $4
                waits += $5
            }
            END {
                for (m in all)
                    printf "%s kept 25 %s idle %d\t%.9g\n", reading, m, seed,
                           idle[m] / all[m]
            }' | sort >>"$facts"
    done
}

three='--modes rigid,shift,shift+remap --drop-small no,yes'
fixed='--one-site metascheduler'
processors='--meta-node 1 --load 0.68 --meta-load 0.12'
crowded='--meta-node 1 --load 0.8 --meta-load 0.12'
# shellcheck disable=SC2086
{
    simulate nodes $three --errors $errors --seeds $seeds
    for figure in 3:response 4:bsld 5:bsld_local 6:bsld_meta 7:utilisation; do
        drawing paper5-fig${figure%:*}.svg ${figure#*:}-errors
    done
    simulate fixed $fixed $three --errors 0,25 --seeds $seeds
    simulate processors $processors $three --errors 0,25 --seeds $seeds
    simulate crowded $crowded $three --errors 0,25 --seeds $seeds
    by_job nodes
    by_job fixed $fixed

    for percent in 0 50 100; do
        simulate "overhead$percent" --modes rigid,shift+remap --errors 25 \
            --seeds $seeds --overhead $percent
    done
    simulate all --errors 25 --seeds $seeds
    simulate early --errors 25 --seeds $seeds --binding early
}

table paper5.csv reading,small,error,mode,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper5.awk "$facts"
