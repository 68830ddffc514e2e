#!/bin/sh
# paper3.sh - section 5 of Li, Ranka, Sahni and Schmalz (Network Centered Multiple
# Resource Scheduling in e-Science Applications), and what their section 4 says of run
# times and paths, beside what mrfs_sim measures, as a document in Markdown.
#
#     bench/papers/paper3.sh >bench/papers/paper3.md     or: make paper3
#
# Here mrfs_sim is run, and its decisions become facts, lines of "run density nodes
# algorithm figure seed, tab, value"; paper3.awk makes the document of them, verdicts
# included. Takes about five minutes. BUILD: where the program is. FACTS: a file to keep
# the facts in. PAGES: a folder for the pictures and the table. QUICK: not empty = a few
# requests only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/mrfs_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper3.sh: $1" >&2; exit 1; }

[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
. bench/papers/lib.sh

quick=${QUICK:+--requests 40 --repetitions 2}

# Runs under a name of its own; the command is told as the reader would type it. What
# differs from repetition to repetition comes from the decisions, the rest from points.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/mrfs_sim %s --csv DIR\n' "$*" >>"$facts"
    # shellcheck disable=SC2086
    "$sim" "$@" $quick --threads 1 --csv "$dir/csv" --report "$dir/page.html" \
        </dev/null >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    awk -F, -v run="$name" '
        FNR == 1 { file++; for (i = 1; i <= NF; i++) column[$i] = i; next }
        file == 1 {
            if ($7 ~ /utilisation/ && $8 != "")
                print run " " $1 " " $2 " " $6 " " $7 "\t" $8
            next
        }
        {
            a = $column["algorithm"]
            key = run " " $1 " " $2 " " a " "
            seed = $column["repetition"] + 1
            if (!((key, seed) in requests)) { order[++keys] = key; of[keys] = seed }
            requests[key, seed]++
            lists[key, seed] += $column["instants"]
            took = $column["decided_in_seconds"]
            if (took != "") seconds[key, seed] += took
            if ($column["outcome"] != "accepted") next
            accepted[key, seed]++
            links[key, seed] += $column["links"]
            shortest[key, seed] += $column["shortest"]
            if ($column["shortest"] != "")
                longer[key, seed] += $column["links"] > $column["shortest"]
        }
        END {
            for (i = 1; i <= keys; i++) {
                k = order[i]
                s = of[i]
                n = requests[k, s]
                print k "requests " s "\t" n
                print k "accepted " s "\t" accepted[k, s] + 0
                print k "acceptance " s "\t" accepted[k, s] / n
                print k "list " s "\t" lists[k, s] / n
                printf "%sseconds %s\t%.9g\n", k, s, seconds[k, s] / n
                if (!accepted[k, s]) continue
                print k "links " s "\t" links[k, s] / accepted[k, s]
                if (shortest[k, s]) print k "longer " s "\t" longer[k, s] + 0
            }
        }' "$dir/csv/points.csv" "$dir/csv/requests.csv" >>"$facts" ||
        complain "$dir/csv: awk failed"
}

light='--density 2,4,8,16 --nodes none --requests 400 --repetitions 8'
full='--density 20,40,80,160 --nodes 50,100,200,400,800,1600 --repetitions 5'
own='--cids 1 --search paper'

# shellcheck disable=SC2086
{
    simulate light $light
    simulate full $full
    drawing paper3-fig3a.svg fig3a
    drawing paper3-fig3b.svg fig3b
    simulate lightown $light $own
    simulate fullown $full $own
    drawing paper3-time.svg time_nodes
    for units in 4 8 16 32; do
        simulate "units$units" --density 60 --nodes none --repetitions 3 --pairs 1 \
            --units $units $own
    done
    simulate fast --density 60 --nodes 1600 --repetitions 5 --cids 1
} || exit 1

table paper3.csv run,density,nodes,algorithm,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper3.awk "$facts"
