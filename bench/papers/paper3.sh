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

# Runs under a name of its own; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/mrfs_sim %s --csv DIR\n' "$*" >>"$facts"
    # shellcheck disable=SC2086
    "$sim" "$@" $quick --threads 1 --csv "$dir/csv" --report "$dir/page.html" \
        </dev/null >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    awk -F, -v run="$name" '
        BEGIN {
            name["acceptance"] = "acceptance"
            name["accepted"] = "accepted"
            name["instants_mean"] = "list"
            name["seconds_mean"] = "seconds"
            name["link_utilisation"] = "link_utilisation"
            name["unit_utilisation"] = "unit_utilisation"
        }
        FNR == 1 { file++; for (i = 1; i <= NF; i++) column[$i] = i; next }
        file == 1 {
            if ($8 in name && $9 != "")
                print run " " $1 " " $2 " " $6 " " name[$8] " " $7 + 1 "\t" $9
            next
        }
        $column["shortest"] != "" {
            key = run " " $1 " " $2 " " $column["algorithm"] " longer " \
                  $column["repetition"] + 1
            longer[key] += $column["links"] > $column["shortest"]
        }
        END { for (key in longer) print key "\t" longer[key] }
        ' "$dir/csv/runs.csv" "$dir/csv/requests.csv" >>"$facts" ||
        complain "$dir/csv: awk failed"
}

light='--density 2,4,8,16 --nodes none --requests 400 --repetitions 8'
full='--density 20,40,80,160 --nodes 50,100,200,400,800,1600 --repetitions 5'
wide='--density 20,40,80,160 --nodes none --window 10 --repetitions 5'
own='--cids 1 --search paper'

# shellcheck disable=SC2086
{
    simulate light $light
    drawing paper3-fig3a-light.svg fig3a
    simulate full $full
    drawing paper3-fig3a.svg fig3a
    drawing paper3-fig3b.svg fig3b
    simulate lightown $light $own
    drawing paper3-time-density-light.svg time_density
    simulate fullown $full $own
    drawing paper3-time-density.svg time_density
    drawing paper3-time.svg time_nodes
    simulate wideown $wide $own
    for units in 4 8 16 32; do
        some="--density 60 --nodes none --repetitions 3 --pairs 1 --units $units --cids 1"
        simulate "units$units" $some --search paper
        simulate "arcs$units" $some --search arcs
    done
    simulate fast --density 60 --nodes 1600 --repetitions 5 --cids 1
} || exit 1

table paper3.csv run,density,nodes,algorithm,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper3.awk "$facts"
