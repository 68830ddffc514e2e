#!/bin/sh
# paper1.sh - sections 4.3, 5 and 6 of Castillo et al. (HPDC 2009) beside what coalloc_sim
# measures, as a document in Markdown.
#
#     bench/papers/paper1.sh >bench/papers/paper1.md     or: make paper1 TRACES=dir
#
# The CTC, KTH and HPC2N logs are found in $TRACES by name. Of a log that is not there,
# the columns are empty. Here the logs are run and boiled down to facts, lines of "log
# policy name, tab, value"; paper1.awk makes the document of them, verdicts included.
# Takes some ten minutes of processor time. BUILD: where the programs are. FACTS: a file
# to keep the facts in. PAGES: a folder for the pictures and the table. QUICK: not empty =
# two seeds and few jobs of the built-in workload, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/coalloc_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper1.sh: $1" >&2; exit 1; }

[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
. bench/papers/lib.sh

# ---- what a log is ---------------------------------------------------------------------

unpacked() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }

# How many jobs it has, how long they ran and were to run. A job of no run time, or none
# that is known, is none.
describe() {   # log file
    unpacked "$2" >"$dir/log" || complain "$2: cannot be unpacked"
    printf '%s\t%s\n' "$1 file" "$(basename "$2")" "$1 cksum" \
        "$(cksum <"$dir/log" | tr -s ' \t' ' ' | cut -d ' ' -f 1,2)"
    awk -v log_name="$1" '
        function fact(name, value) { print log_name " " name "\t" value }
        /^[ \t]*;/ { next }
        NF {
            lines++
            if ($4 <= 0) next
            jobs++
            run += $4
            if ($4 < 7200) short++
            if ($9 <= 0) next
            estimated++
            requested += $9
            if ($9 < 7200) short_requested++
        }
        END {
            fact("lines", lines + 0)
            if (jobs) {
                fact("run_mean", sprintf("%.9g", run / jobs / 3600))
                fact("short_run", sprintf("%.9g", short / jobs))
            }
            if (estimated) {
                fact("requested_mean", sprintf("%.9g", requested / estimated / 3600))
                fact("short_requested", sprintf("%.9g", short_requested / estimated))
            }
        }' "$dir/log" || complain "$2: awk failed"
}

# ---- what became of its jobs -----------------------------------------------------------

# Means over the jobs of each policy, and medians over those that wait. Waits and lengths
# in seconds; a length is what the job ran. Groups of sizes: for table 2 by 50, for figure
# 5 by `width`, the least of 1, 2, 5, 10, ... that makes at most 25 groups.
from_jobs() {   # log folder
    awk -F, -v log_name="$1" -v spread="$dir/penalties" '
        function fact(name, value) { print log_name " " policy " " name "\t" value }
        function mean(name, sum, count) {
            if (count > 0) fact(name, sprintf("%.9g", sum / count))
        }
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["attempts"] > 0 {
            p = $column["variant"]
            g = int(($column["size"] - 1) / 50) * 50 + 1
            if (g > tables) tables = g
            requests[p, g]++
            tried[p, g] += $column["attempts"]
        }
        $column["fate"] != "ran" { next }
        {
            p = $column["variant"]
            wait = $column["wait"]
            len = $column["end"] - $column["start"]
            servers = $column["size"]
            if (!(p in jobs)) policies[++n] = p
            jobs[p]++
            if (wait < 3600) under1[p]++
            if (wait < 7200) under2[p]++
            if (len < 7200) {
                small[p]++
                small_penalty[p] += wait / len
                if (wait >= len) small_above[p]++
                small_attempts[p] += $column["attempts"]
            } else {
                large[p]++
                large_attempts[p] += $column["attempts"]
            }
            if (len < 36000) {
                class = len < 900 ? "tiny" : len < 7200 ? "brief" : "medium"
                classed[p, class]++
                penalty[p, class] += wait / len
                if (wait) print p, class "_median", wait / len >spread
            }
            if (servers > largest) largest = servers
            sized[p, servers]++
            size_wait[p, servers] += wait
        }
        END {
            width = 1
            while (width * 25 < largest) width *= mantissa++ % 3 == 1 ? 2.5 : 2
            last = int((largest - 1) / width)
            for (i = 1; i <= n; i++) {
                p = policy = policies[i]
                mean("under1", under1[p], jobs[p])
                mean("under2", under2[p], jobs[p])
                mean("small_penalty", small_penalty[p], small[p])
                mean("small_above", small_above[p], small[p])
                mean("small_attempts", small_attempts[p], small[p])
                mean("large_attempts", large_attempts[p], large[p])
                for (k = split("tiny brief medium", class_of, " "); k; k--)
                    mean(class_of[k] "_penalty", penalty[p, class_of[k]],
                         classed[p, class_of[k]])
                for (g = 1; g <= tables; g += 50) {
                    mean("attempts " g, tried[p, g], requests[p, g])
                    if (requests[p, g]) fact("requests " g, requests[p, g])
                }
                for (g = 1; g <= largest; g++) {
                    grouped[p, int((g - 1) / width)] += sized[p, g]
                    group_wait[p, int((g - 1) / width)] += size_wait[p, g]
                }
                fact("width", width)
                for (g = 0; g <= last; g++)
                    if (grouped[p, g]) {
                        fact("group_jobs " g, grouped[p, g])
                        mean("group_wait " g, group_wait[p, g] / 3600, grouped[p, g])
                    }
            }
        }' "$2/items.csv" || complain "$2/items.csv: awk failed"
    sort -k 1,2 -k 3n "$dir/penalties" | awk -v log_name="$1" '
        function tell() {
            if (n) print log_name " " key "\t" x[int((n + 1) / 2)]
        }
        $1 " " $2 != key { tell(); n = 0; key = $1 " " $2 }
        { x[++n] = $3 }
        END { tell() }'
}

# The figures of each policy, as they are.
from_figures() {   # log folder
    awk -F '\t' -v log_name="$1" '
        split($1, word, " ") == 2 && word[1] !~ /-/ {
            print log_name " " $1 "\t" $2 }' "$2/facts"
}

# Those of online at each rho with each seed.
from_reservations() {   # log folder
    awk -F '\t' -v log_name="$1" '
        split($1, word, " ") == 4 && sub(/^seed=/, "", word[4]) {
            print log_name " " word[1] " " word[3] " " word[4] "\t" $2 }' "$2/facts"
}

# The curves of figure 6: percent of the jobs that wait that many half hours and less than
# one more, from submission; and where that ends.
from_waits() {   # log folder
    awk -F, -v log_name="$1" '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["fate"] == "ran" {
            curve = "ar=" $column["ar"] SUBSEP $column["seed"]
            bin = int($column["wait_submit"] / 1800)
            jobs[curve]++
            in_bin[curve, bin]++
            if (bin >= end[curve]) end[curve] = bin + 1
        }
        END {
            for (curve in jobs) {
                split(curve, of, SUBSEP)
                for (b = 0; b < end[curve]; b++)
                    if (in_bin[curve, b])
                        printf "%s %s bin %d %s\t%.9g\n", log_name, of[1], b, of[2],
                               100 * in_bin[curve, b] / jobs[curve]
                print log_name " " of[1] " reach " of[2] "\t" end[curve] / 2
            }
        }' "$2/items.csv" | sort -t ' ' -k 2,3 -k 4n
}

# How many idle periods the servers have ahead of them, all together, when a job was
# booked: the mean over the jobs. From which servers each job had, and when.
from_ids() {   # log rho seed folder
    idle=$(awk -F, -v rho="$2" -v seed="$3" '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["variant"] != "online" || $column["fate"] != "ran" { next }
        $column["seed"] != seed || ("ar" in column && $column["ar"] != rho) { next }
        {
            start = $column["start"]
            times = start "," $column["end"] "," $column["held"]
            if (start > $column["submit"]) print start ",0," times
            print $column["submit"] ",1," times
        }' "$4/items.csv" | sort -t , -s -k 1,1n -k 2,2n | awk -F, '
        # Server s at time `now` gets a booking from `start` to `end`.
        function book(s, now, start, end,    k, kept, before, next_start) {
            before = now
            next_start = -1
            kept = 0
            for (k = 1; k <= alive[s]; k++) {
                if (to[s, k] <= now) continue
                kept++
                from[s, kept] = from[s, k]
                to[s, kept] = to[s, k]
                if (to[s, k] <= start && to[s, k] > before) before = to[s, k]
                if (from[s, k] >= end && (next_start < 0 || from[s, k] < next_start))
                    next_start = from[s, k]
            }
            alive[s] = kept + 1
            from[s, kept + 1] = start
            to[s, kept + 1] = end
            more += (start > before) + (next_start < 0 || next_start > end) - 1
        }
        # The idle period before a booking is over when that begins, if there was one.
        function begin(s, start,    k) {
            for (k = 1; k <= alive[s]; k++) if (to[s, k] == start) return
            more--
        }
        {
            n = split($5, runs, " ")
            for (r = 1; r <= n; r++) {
                split(runs[r], ends, "-")
                last = ends[2] == "" ? ends[1] : ends[2]
                if (last >= servers) servers = last + 1
                for (s = ends[1]; s <= last; s++)
                    if ($2) book(s, $1, $3, $4)
                    else begin(s, $3)
            }
            if ($2) { sum += more; requests++ }
        }
        END { printf "%.9g", servers + sum / requests }') ||
        complain "$4/items.csv: awk failed"
    for s in $(seq "$3" "$([ "$2" = 0 ] && echo $seeds || echo "$3")"); do
        printf '%s\n' "$1 ar=$2 idle_periods $s	$idle"
    done
}

# ---- running ---------------------------------------------------------------------------

tell() { printf 'command\t%s\n' "$*" >>"$dir/commands"; }

# What the paper has where the options do not say: online alone, which knows the run
# times, where batch schedulers know the times requested.
mixture() {   # option ...
    case " $* " in *' --policy '*) ;; *) printf ' --policy online' ;; esac
    case " $* " in *' --lengths '*) ;; *) printf ' --lengths paper' ;; esac
}

# Runs the log with these options; the command is told as the reader would type it. The
# folder has the facts and, unless `items` is empty, what became of each job.
simulate() {   # folder file option ...
    tell "build/coalloc_sim $(basename "$2") $(shift 2; echo "$*$(mixture "$@")")"
    run "$@"
}

run() {   # folder file option ...
    folder=$1 file=$2
    shift 2
    rm -rf "${folder:?}"
    mkdir "$folder" || exit 1
    # shellcheck disable=SC2046
    "$sim" "$file" "$@" $(mixture "$@") --no-timing --facts "$folder/facts" \
        ${items:+--items "$folder/items.csv"} --report "$dir/page.html" </dev/null \
        >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
}

items=1
tree='--index range-tree'
seeds=${QUICK:+2}
seeds=${seeds:-5}
grown=${QUICK:+50}
grown=${grown:-2000}

# The setting of the paper, beside the waits of the log and then beside batch schedulers on
# the same jobs, which know the times requested and then, as online does, those run; last,
# advance reservations.
measure() {   # log file servers
    # shellcheck disable=SC2086
    simulate "$dir/run" "$2" --servers "$3" --policy online,trace $tree
    from_jobs "$1" "$dir/run"
    from_figures "$1" "$dir/run"
    case $1 in kth | ctc15) from_ids "$1" 0 1 "$dir/run" ;; esac
    [ "$1" != kth ] || drawing paper1-fig3.svg temporal_penalty_mean-length
    case $1 in kth | ctc15)
        drawing "paper1-fig4a-$1.svg" share-wait
        drawing "paper1-tail-$1.svg" share-tail-wait
        drawing "paper1-fig4b-$1.svg" share-length
        drawing "paper1-fig5-$1.svg" wait_mean-servers ;;
    esac
    simulate "$dir/run" "$2" --servers "$3" --policy easy,conservative
    from_jobs "$1" "$dir/run"
    from_figures "$1" "$dir/run"
    run "$dir/run" "$2" --servers "$3" --policy easy,conservative --lengths actual
    from_jobs "$1exact" "$dir/run"
    from_figures "$1exact" "$dir/run"
}

# rho = 0 draws nothing: it is the same with each seed.
reserve() {   # log file servers
    items=1
    [ "$1" != hpc2n ] || items= # a few hundred megabytes, and minutes of awk
    # shellcheck disable=SC2086
    simulate "$dir/run" "$2" --servers "$3" $tree --ar 0,0.25,0.5,0.75,1 --seeds $seeds
    from_reservations "$1" "$dir/run"
    if [ -n "$items" ]; then
        from_waits "$1" "$dir/run"
        drawing "paper1-fig6-$1.svg" share-wait_submit-ar-online
        for seed in $(seq $seeds); do from_ids "$1" 1 "$seed" "$dir/run"; done
    fi
    items=1
    drawing "paper1-fig7a-$1.svg" wait_submit_mean-ar
    drawing "paper1-fig7b-$1.svg" search_visits_mean-ar
}

# Another setting, under a name of its own. "asked": jobs booked by the time requested, as
# nobody knows in advance how long they run. Without a horizon no job is rejected, so that
# policies are compared on the same jobs.
variant() {   # name file option ...
    name=$1
    shift
    simulate "$dir/run" "$@"
    from_figures "$name" "$dir/run"
}

# The built-in workload on machines of more and more servers.
grow() {
    set -- --servers 64,128,256,512 --jobs $grown --load 0.6 --seeds $seeds \
        --index range-tree --policy online
    tell "build/coalloc_sim $*"
    "$sim" "$@" --no-timing --facts "$dir/facts_grown" --items "$dir/grown.csv" \
        </dev/null >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    awk -F '\t' '
        split($1, word, " ") == 4 && word[3] ~ /visits|attempts/ && \
            sub(/^seed=/, "", word[4]) {
            sub(/^servers=/, "size ", word[1])
            print word[1] " " word[3] " " word[4] "\t" $2 }' "$dir/facts_grown"
    awk -F, '
        FNR == 1 { for (i = 1; i <= NF; i++) if (!($i in column)) column[$i] = i; next }
        {
            key = "size " $column["servers"] " servers " $column["seed"]
            sum[key] += $column["size"]
            n[key]++
        }
        END { for (key in n) print key "\t" sum[key] / n[key] }' "$dir/grown.csv"
}

# Tree nodes of an attempt that ends in phase 1: N servers become idle one after the
# other, and a job of all N tries every 15 minutes until the last is. The nodes of the
# other jobs, which a run without that job tells, are taken off.
phase_1() {
    for servers in 64 128 256 512; do
        for jobs in $servers $((servers + 1)); do
            awk -v n="$servers" -v jobs="$jobs" 'BEGIN {
                print "; MaxProcs: " n
                for (i = 1; i <= jobs; i++) {
                    size = i == n + 1 ? n : 1
                    run = int(864000 * (1 + i * 7919 % n / n))
                    print i, 0, 0, run, size, -1, -1, size, run, -1, 1, 1, 1, 1, -1, 1, \
                          -1, -1, -1
                }
            }' >"$dir/idle.swf"
            # shellcheck disable=SC2086
            run "$dir/run" "$dir/idle.swf" --servers "$servers" $tree
            awk -F '\t' -v jobs="$jobs" '
                $1 == "online search_visits_mean" { visits = $2 * jobs }
                $1 == "online attempts_mean" { attempts = $2 * jobs }
                END { printf "%.9g %.9g\n", visits, attempts }' "$dir/run/facts"
        done >"$dir/phase_1"
        awk -v key="size $servers phase_1_visits" '
            NR == 1 { visits = $1; attempts = $2 }
            NR == 2 { printf "%s\t%.9g\n", key, ($1 - visits) / ($2 - attempts) }
            ' "$dir/phase_1"
    done
}

log_of() { find "$TRACES"/ -maxdepth 1 -name "$1-*.swf*" 2>/dev/null | sort | head -n 1; }

# shellcheck disable=SC2086
{
    file=$(log_of CTC-SP2)
    if [ -n "$file" ]; then
        describe ctc "$file"
        measure ctc "$file" 512
        variant ctc338 "$file" --servers 338 --policy online,easy $tree
        tell "gzip -dcf $(basename "$file") | awk '/^;/ || \$4 >= 900' >CTC-15m.swf"
        unpacked "$file" | awk '/^[ \t]*;/ || $4 >= 900' >"$dir/CTC-15m.swf"
        file=$dir/CTC-15m.swf
        describe ctc15 "$file"
        measure ctc15 "$file" 512
        variant ctc151m "$file" --servers 512 --step 1m --retries 0 $tree
        variant ctc15asked "$file" --servers 512 --lengths requested --overrun kill \
            --horizon 0
        reserve ctc15 "$file" 512
    fi
    file=$(log_of KTH-SP2)
    if [ -n "$file" ]; then
        describe kth "$file"
        measure kth "$file" 100
        variant kth128 "$file" --servers 128 $tree
        variant kth1m "$file" --servers 100 --step 1m --retries 0 $tree
        for load in 1.0 1.3; do
            variant "kth$load" "$file" --servers 100 --load $load --horizon 0 \
                --policy online,easy,conservative,fcfs
            run "$dir/run" "$file" --servers 100 --load $load --horizon 0 \
                --policy easy,conservative --lengths actual
            from_figures "kth${load}exact" "$dir/run"
        done
        variant kthasked "$file" --servers 100 --lengths requested --overrun kill \
            --horizon 0
        reserve kth "$file" 100
    fi
    file=$(log_of HPC2N)
    if [ -n "$file" ]; then
        describe hpc2n "$file"
        measure hpc2n "$file" 240
        variant hpc2nasked "$file" --servers 240 --lengths requested --overrun kill \
            --horizon 0
        [ $seeds = 2 ] || seeds=3
        reserve hpc2n "$file" 240
        [ $seeds = 2 ] || seeds=5
    fi
    [ ! -s "$dir/commands" ] || { grow; phase_1; }
} >>"$facts" || exit 1
[ -s "$facts" ] || complain "no CTC-SP2, KTH-SP2 or HPC2N log in $TRACES"
cat "$dir/commands" >>"$facts"
table paper1.csv log,policy,figure,group_or_seed
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper1.awk "$facts"
