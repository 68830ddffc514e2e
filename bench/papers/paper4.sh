#!/bin/sh
# paper4.sh - section 5 of Christodoulopoulos and Varvarigos (Routing and Scheduling in
# Grids), and what their section 4 says of paths, beside what multicost_sim measures, as
# a document in Markdown.
#
#     bench/papers/paper4.sh >bench/papers/paper4.md     or: make paper4
#
# Here multicost_sim is run, and its --facts become facts, lines of "run method lambda
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

# Runs under a name of its own; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/multicost_sim %s --check --facts FILE\n' "$*" >>"$facts"
    if [ -n "$QUICK" ]; then
        # shellcheck disable=SC2046
        set -- $(echo "$*" | sed -E 's/--(tasks|warmup|seeds) [0-9]+//g') \
            --tasks 60 --warmup 10 --seeds 2
    fi
    "$sim" "$@" --check --facts "$dir/found" --report "$dir/page.html" \
        </dev/null >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    # [lambda=L] METHOD FIGURE seed=K
    awk -F '\t' -v run="$name" -v options="$*" '
        BEGIN {
            n = split(options, word, " ")
            for (i = 1; i < n; i++) if (word[i] == "--lambda") lambda = word[i + 1]
        }
        $1 ~ / seed=[0-9]+$/ && $1 !~ / share / {
            n = split($1, word, " ")
            if (sub(/^lambda=/, "", word[1])) lambda = word[1]
            sub(/^seed=/, "", word[n])
            print run, word[n - 2], lambda, word[n - 1], word[n] "\t" $2
        }' "$dir/found" >>"$facts" || complain "$name: awk failed"
}

# What is compared with it has the same seeds: the same clusters and tasks.
some='--tasks 1500 --warmup 500 --seeds 5 --lambda 45'
# shellcheck disable=SC2086
{
    for data in 20 32 40; do
        simulate "main$data" --data $data --lambda 5:45:10 --tasks 2000 --warmup 500 \
            --seeds 10
        drawing "paper4-fig2a-$data.svg" delay_mean-lambda
        drawing "paper4-fig2b-$data.svg" paths_mean-lambda
        simulate "gap$data" --data $data $some --method MC-T,AWMC-T,exact,MC-B --gap
        simulate "coarse$data" --data $data $some --method MC-T --tau-l 20 \
            --tau-m 200
        simulate "old$data" --data $data $some --update-interval 500
        simulate "bound$data" --data $data $some --method MC-T,AWMC-T,exact --bound 4000
        simulate "released$data" --data $data $some --upstream released
    done
    for slots in 4 16 64 256; do
        simulate "slots$slots" --data 40 $some --method MC-T,AWMC-T --slots-l $slots
    done
    for side in 3 4 5 6 7; do
        simulate "side$side" --network torus:${side}x$side --method MC-T,AWMC-T \
            --lambda $((side * side * 9 / 5)) --cpus $((side * side)) --data 40 \
            --tasks 600 --warmup 300 --seeds 3
    done
} || exit 1

table paper4.csv run,method,lambda,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper4.awk "$facts"
