#!/bin/sh
# paper4.sh - section 5 of Christodoulopoulos and Varvarigos (Routing and Scheduling in
# Grids), and what their section 4 says of paths, beside what multicost_sim measures, as
# a document in Markdown.
#
#     bench/papers/paper4.sh >bench/papers/paper4.md     or: make paper4
#
# Here multicost_sim is run, and its runs.csv become facts, lines of "run method lambda
# figure seed, tab, value"; paper4.awk makes the document of them, verdicts included. All
# but the times to decide is the same each time. Takes six minutes of processor time.
# BUILD: where the program is. FACTS: a file to keep the facts in. PAGES: a folder for the
# pictures and the table. QUICK: not empty = a few tasks only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/multicost_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper4.sh: $1" >&2; exit 1; }

[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
. bench/papers/lib.sh
quick=${QUICK:+--tasks 60 --warmup 10 --runs 2}

# Runs under a name of its own; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/multicost_sim %s --check --csv DIR\n' "$*" >>"$facts"
    # shellcheck disable=SC2086
    "$sim" "$@" $quick --check --csv "$dir/csv" --report "$dir/page.html" \
        </dev/null >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    awk -F, -v run="$name" '
        NR > 1 && $5 != "" {
            key = run " " $1 " " $2 " " $4
            print key " " ++seeds[key] "\t" $5
        }' "$dir/csv/runs.csv" >>"$facts" || complain "$dir/csv/runs.csv: awk failed"
}

# What is compared with it has the same seeds: the same clusters and tasks.
some='--tasks 1500 --warmup 500 --runs 5 --lambda 45'
# shellcheck disable=SC2086
{
    for data in 20 32 40; do
        simulate "main$data" --data $data --lambda 5:45:10 --tasks 2000 --warmup 500 \
            --runs 10
        drawing "paper4-fig2a-$data.svg" fig2a
        drawing "paper4-fig2b-$data.svg" fig2b
        simulate "gap$data" --data $data $some --method mc-t,awmc-t,mc-b,exact --gap
        simulate "coarse$data" --data $data $some --method mc-t --tau-l 20 \
            --tau-m 200
        simulate "old$data" --data $data $some --update-interval 500
        simulate "bound$data" --data $data $some --method mc-t,awmc-t,exact --bound 4000
        simulate "released$data" --data $data $some --upstream released
    done
    for slots in 4 16 64 256; do
        simulate "slots$slots" --data 40 $some --method mc-t,awmc-t --slots-l $slots
    done
    for side in 3 4 5 6 7; do
        simulate "side$side" --network torus:${side}x$side --method mc-t,awmc-t \
            --lambda $((side * side * 9 / 5)) --cpus $((side * side)) --data 40 \
            --tasks 600 --warmup 300 --runs 3
    done
} || exit 1

table paper4.csv run,method,lambda,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper4.awk "$facts"
