#!/bin/sh
# paper4.sh - section 5 of Christodoulopoulos and Varvarigos (Routing and Scheduling in
# Grids), and what their section 4.2 says of the number of paths, beside what
# multicost_sim measures, as a document in Markdown.
#
#     bench/papers/paper4.sh >bench/papers/paper4.md     or: make paper4
#
# Here multicost_sim is run, and its runs.csv become facts, lines of "run method lambda
# figure, tab, value" (means over the runs) and the same with the largest value, as
# "max_figure"; paper4.awk makes the document of them, verdicts included. No time is
# measured: it is the same each time. Takes two to four minutes. BUILD: where the program
# is. FACTS: a file to keep the facts in. QUICK: not empty = a few tasks only, to see
# whether it works.

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
quick=${QUICK:+--tasks 60 --warmup 10 --runs 2}

# Runs under a name of its own; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/multicost_sim %s --check --no-timing --csv DIR\n' "$*" \
        >>"$facts"
    # shellcheck disable=SC2086
    "$sim" "$@" $quick --check --no-timing --csv "$dir/csv" </dev/null >"$dir/out" \
        2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    awk -F, -v run="$name" '
        NR > 1 && $5 != "" {
            key = run " " $1 " " $2 " "
            if (!((key, $4) in count)) order[++keys] = key SUBSEP $4
            count[key, $4]++
            sum[key, $4] += $5
            if (count[key, $4] == 1 || $5 > most[key, $4]) most[key, $4] = $5
        }
        END {
            for (i = 1; i <= keys; i++) {
                split(order[i], part, SUBSEP)
                k = order[i]
                printf "%s%s\t%.9g\n", part[1], part[2], sum[k] / count[k]
                printf "%smax_%s\t%.9g\n", part[1], part[2], most[k]
            }
        }' "$dir/csv/runs.csv" >>"$facts" || complain "$dir/csv/runs.csv: awk failed"
}

# What is compared with it has the same seeds: the same clusters and tasks.
size='--tasks 3000 --warmup 500 --runs 5'
some='--tasks 1500 --warmup 500 --runs 3 --lambda 45'
# shellcheck disable=SC2086
{
    simulate main --lambda 5:45:5 $size
    simulate exact --method mc-t,exact --lambda 25,45 --tasks 1500 --warmup 500 --runs 3
    simulate gap --method mc-t,awmc-t,mc-b --gap --lambda 25,45 --tasks 1500 \
        --warmup 500 --runs 3
    simulate links --method mc-t,awmc-t --gap --lambda 45 --data 40 --work 500 \
        --tasks 1000 --warmup 500 --runs 3
    for slots in 4 16 64 256; do
        simulate "slots$slots" --method mc-t,awmc-t --slots-l $slots $some
    done
    simulate base $some
    simulate coarse $some --tau-l 20 --slots-l 205 --tau-m 200 --slots-m 103
    simulate old $some --update-interval 500
    simulate released $some --upstream released
    simulate retry $some --retry 4
} || exit 1

[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper4.awk "$facts"
