#!/bin/sh
# paper1.sh - section 5 of Castillo et al. (HPDC 2009) beside what coalloc_sim measures,
# as a document in Markdown.
#
#     bench/papers/paper1.sh >bench/papers/paper1.md     or: make paper1 TRACES=dir
#
# The CTC, KTH and HPC2N logs are found in $TRACES by name. Of a log that is not there,
# the lines say so. Here the logs are run and boiled down to facts, lines of "log policy
# name, tab, value"; paper1.awk makes the document of them, verdicts included. Takes
# two to four minutes on two cores. BUILD: where the program is. FACTS: a file to keep the
# facts in.

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

# ---- what a log is ---------------------------------------------------------------------

unpacked() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }

# Words of its header, how many jobs it has, how long they ran and were to run. A job of
# no run time, or none that is known, is none.
describe() {   # log file
    unpacked "$2" >"$dir/log" || complain "$2: cannot be unpacked"
    printf '%s\t%s\n' "$1 file" "$(basename "$2")" "$1 cksum" \
        "$(cksum <"$dir/log" | tr -s ' 	' ' ' | cut -d ' ' -f 1,2)"
    awk -v log_name="$1" '
        function fact(name, value) { print log_name " " name "\t" value }
        { sub(/\r$/, "") }
        /^[ \t]*;/ {
            sub(/^[ \t]*;[ \t]*/, "")
            if (match($0, /^(Conversion|StartTime|EndTime|MaxNodes|MaxProcs):/)) {
                name = tolower(substr($0, 1, RLENGTH - 1))
                value = substr($0, RLENGTH + 1)
                gsub(/[^ -~]/, " ", value)
                gsub(/\|/, "\\|", value)
                gsub(/  +/, " ", value)
                gsub(/^ | $/, "", value)
                if (value != "" && !(name in told)) fact(name, value)
                told[name] = 1
            }
            next
        }
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

# Means over the jobs that ran under every policy, in two passes over jobs.csv. Waits and
# lengths in seconds; a length is what the job ran. `width`: how many sizes make a group
# of figure 5.
from_jobs() {   # log folder
    width=$(sed -n '2s/^[^,]*,\([0-9]*\)-\([0-9]*\),.*/\1 \2/p' "$2/fig5.csv" |
        awk '{ print $2 - $1 + 1 }')
    awk -F, -v log_name="$1" -v width="${width:-1}" '
        function fact(name, value) { print log_name " " policy " " name "\t" value }
        function mean(name, sum, count) {
            if (count > 0) fact(name, sprintf("%.9g", sum / count))
        }
        FNR == 1 { pass++; for (i = 1; i <= NF; i++) column[$i] = i; next }
        pass == 1 { if ($column["fate"] != "ran") apart[$column["job"]] = 1; next }
        $column["job"] in apart { next }
        {
            p = $column["policy"]
            wait = $column["wait_seconds"]
            len = $column["end_seconds"] - $column["start_seconds"]
            servers = $column["servers"]
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
            if (len >= 7200 && len < 36000) {
                medium[p]++
                medium_penalty[p] += wait / len
                h = int((len - 7200) / 1800)
                half[p, h]++
                half_penalty[p, h] += wait / len
            }
            g = int((servers - 1) / width)
            if (g > last) last = g
            grouped[p, g]++
            group_wait[p, g] += wait
        }
        END {
            for (i = 1; i <= n; i++) {
                p = policy = policies[i]
                mean("under1", under1[p], jobs[p])
                mean("under2", under2[p], jobs[p])
                mean("small_penalty", small_penalty[p], small[p])
                mean("small_above", small_above[p], small[p])
                mean("small_attempts", small_attempts[p], small[p])
                mean("large_attempts", large_attempts[p], large[p])
                mean("medium_penalty", medium_penalty[p], medium[p])
                for (h = 0; h < 16; h++)
                    mean("half_penalty " h, half_penalty[p, h], half[p, h])
                fact("width", width)
                for (g = 0; g <= last; g++)
                    if (grouped[p, g]) {
                        fact("group_jobs " g, grouped[p, g])
                        mean("group_wait " g, group_wait[p, g] / 3600, grouped[p, g])
                    }
            }
        }' "$2/jobs.csv" "$2/jobs.csv" || complain "$2/jobs.csv: awk failed"
}

# The figures of each policy, and attempts by size, as they are.
from_figures() {   # log folder
    awk -F, -v log_name="$1" '
        FNR == 1 { next }
        FILENAME ~ /figures.csv$/ {
            if ($4 != "") print log_name " " $1 " " $3 "\t" $4
            next
        }
        $8 != "" {
            print log_name " " $1 " attempts " $3 "\t" $8
            print log_name " " $1 " requests " $3 "\t" $7
        }' "$2/figures.csv" "$2/sizes.csv"
}

# Those of each point of a sweep, and the curves of figure 6: percent of the jobs that
# wait that many half hours and less than one more, from submission; and where that ends.
from_sweep() {   # log folder
    awk -F, -v log_name="$1" 'NR > 1 && $6 != "" {
        print log_name " " $1 "=" $2 " " $5 "\t" $6 }' "$2/sweep.csv"
    awk -F, -v log_name="$1" '
        FNR == 1 { next }
        {
            curve = $1 ~ /^ar = / ? "ar=" substr($1, 6) : "trace"
            if ($4 > 0) print log_name " " curve " bin " 2 * $2 "\t" $4
            if ($3 > 0) end[curve] = $3
        }
        END { for (curve in end) print log_name " " curve " reach\t" end[curve] }
        ' "$2"/fig6_online*.csv
}

# ---- running ---------------------------------------------------------------------------

# Runs the log with these options; the command is told as the reader would type it. The
# folder has the CSV files.
simulate() {   # folder file option ...
    folder=$1 file=$2
    shift 2
    echo "build/coalloc_sim $(basename "$file") $* --no-timing --csv DIR" \
        >>"$dir/commands"
    rm -rf "${folder:?}"
    "$sim" "$file" "$@" --no-timing --csv "$folder" </dev/null >"$dir/out" 2>"$dir/err" ||
        complain "$(tail -n 1 "$dir/err")"
}

tree='--index range-tree'
rho=0,0.25,0.5,0.75,1

# The setting of the paper, then batch schedulers in place of the log's own. What is told
# twice, the log's own waits, counts the first time.
measure() {   # log file servers
    # shellcheck disable=SC2086
    simulate "$dir/run" "$2" --servers "$3" --policy online,trace $tree --sweep ar=$rho
    from_jobs "$1" "$dir/run"
    from_figures "$1" "$dir/run"
    from_sweep "$1" "$dir/run"
    simulate "$dir/run" "$2" --servers "$3" --policy trace,easy,conservative
    from_jobs "$1" "$dir/run"
    from_figures "$1" "$dir/run"
}

# Another setting, under a name of its own.
variant() {   # name file option ...
    name=$1
    shift
    simulate "$dir/run" "$@"
    from_jobs "$name" "$dir/run"
    from_figures "$name" "$dir/run"
}

log_of() { find "$TRACES"/ -maxdepth 1 -name "$1-*.swf*" 2>/dev/null | sort | head -n 1; }

# shellcheck disable=SC2086
{
    file=$(log_of CTC-SP2)
    if [ -n "$file" ]; then
        describe ctc "$file"
        measure ctc "$file" 512
        variant ctc338 "$file" --servers 338 --policy online,easy $tree
        variant ctc1m "$file" --servers 512 --step 1m --retries 0 $tree
    fi
    file=$(log_of KTH-SP2)
    if [ -n "$file" ]; then
        describe kth "$file"
        measure kth "$file" 100
        variant kth128 "$file" --servers 128 $tree
        variant kth1m "$file" --servers 100 --step 1m --retries 0 $tree
    fi
    file=$(log_of HPC2N)
    if [ -n "$file" ]; then
        describe hpc2n "$file"
        measure hpc2n "$file" 240
    fi
} >>"$facts" || exit 1
[ -s "$facts" ] || complain "no CTC-SP2, KTH-SP2 or HPC2N log in $TRACES"
sed 's/^/command	/' "$dir/commands" >>"$facts"
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper1.awk "$facts"
