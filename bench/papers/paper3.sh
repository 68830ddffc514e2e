#!/bin/sh
# paper3.sh - section 5 of Li, Ranka, Sahni and Schmalz (Network Centered Multiple
# Resource Scheduling in e-Science Applications), and what their section 4 says of run
# times, beside what mrfs_sim measures, as a document in Markdown.
#
#     bench/papers/paper3.sh >bench/papers/paper3.md     or: make paper3
#
# Here mrfs_sim is run, and its points.csv become facts, lines of "run density nodes
# algorithm figure, tab, value"; paper3.awk makes the document of them, verdicts
# included. All but the part on times is the same each time. Takes one to three minutes.
# BUILD: where the program is. FACTS: a file to keep the facts in. QUICK: not empty = a
# few requests only, to see whether it works.

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

# Runs under a name of its own; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/mrfs_sim %s --csv DIR\n' "$*" >>"$facts"
    # shellcheck disable=SC2086
    "$sim" "$@" $quick --threads 1 --csv "$dir/csv" </dev/null >"$dir/out" \
        2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    awk -F, -v run="$name" 'NR > 1 && $8 != "" {
        print run " " $1 " " $2 " " $6 " " $7 "\t" $8 }' "$dir/csv/points.csv" \
        >>"$facts" || complain "$dir/csv/points.csv: awk failed"
}

quick=${QUICK:+--requests 40 --repetitions 1}
densities=10,20,40,60,80,100,120
sizes=50,100,200,300,400

simulate main --density $densities --nodes $sizes --repetitions 5
simulate paper --density $densities --nodes $sizes --repetitions 2 --cids 1 \
    --search paper
for units in 2 4 8 16 32; do
    simulate "units$units" --density 60 --nodes none --repetitions 2 --cids 1 \
        --units $units --search paper
done
simulate shared --density 60 --nodes none --repetitions 2 --cids 1 --pairs 1 \
    --search paper
simulate cids --density 60 --nodes none --repetitions 1 --horizon 2h --search paper

[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper3.awk "$facts"
