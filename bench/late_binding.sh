#!/bin/sh
# late_binding.sh - what late binding gains in waiting time: the same jobs booked on
# --index map (servers are named at once) and on --index count (when the job starts), as
# a table in Markdown.
#
#     bench/late_binding.sh [LOG ...]
#
# Without a LOG: the CTC, KTH and HPC2N logs in $TRACES; without that, the built-in
# workload. Each log is booked at exact earliest starts without a horizon, so that every
# job is accepted on both, by the time the jobs really ran; for shares of 0, 0.5 and 1 of
# advance reservations, ready up to $WINDOWS (3h 7d) after submission. What --ar draws at
# random is drawn for each of $SEEDS (1 2 3 4 5): figures are means over them, the change
# with its smallest and largest in brackets; the built-in workload, too, is another one
# for each seed. BUILD: where the program is.

cd "$(dirname "$0")/.." || exit 1
sim=${BUILD:-build}/coalloc_sim
SEEDS=${SEEDS:-1 2 3 4 5}
WINDOWS=${WINDOWS:-3h 7d}
LC_ALL=C
export LC_ALL

complain() { echo "late_binding.sh: $1" >&2; exit 1; }

[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# One line of the table, from pairs of lines (map, count) in $dir/waits.
row() {
    awk -v label="$1" '
        function change(a, b) { return a > 0 ? 100 * (b - a) / a : 0 }
        function percent(x,    t) {
            t = sprintf("%+.1f", x)
            return t == "-0.0" ? "+0.0" : t
        }
        function column(map, count, least, most) {
            return sprintf("%.2f | %.2f | %s %%", map / n / 3600, count / n / 3600,
                           percent(change(map, count))) \
                   (n > 1 ? " (" percent(least) " to " percent(most) ")" : "")
        }
        NR % 2 { accepted = $1; map[1] = $2; map[2] = $3; next }
        accepted != $1 { unlike = 1; exit }
        {
            n++
            for (k = 1; k <= 2; k++) {
                x = change(map[k], $(k + 1))
                if (n == 1 || x < least[k]) least[k] = x
                if (n == 1 || x > most[k]) most[k] = x
                maps[k] += map[k]
                counts[k] += $(k + 1)
            }
        }
        END {
            if (unlike || n == 0) exit 1
            print "| " label " | " column(maps[1], counts[1], least[1], most[1]) " | " \
                  column(maps[2], counts[2], least[2], most[2]) " |"
        }' "$dir/waits" || complain "$1: not the same jobs were accepted"
}

# One run, as a line "accepted mean p99" in seconds for each index.
pair() {   # log-or-nothing option ...
    log=$1
    shift
    "$sim" --policy online --lengths actual --index map,count --step 0 --horizon 0 "$@" \
        --no-timing --facts "$dir/facts" ${log:+"$log"} </dev/null 2>"$dir/err" \
        >"$dir/out" || complain "$(tail -n 1 "$dir/err")"
    awk -F '\t' '
        { value[$1] = $2 }
        END {
            for (k = split("count map", index_of, " "); k; k--)
                print value[index_of[k] " accepted"], value[index_of[k] " wait_mean"],
                      value[index_of[k] " wait_p99"]
        }' "$dir/facts" >>"$dir/waits"
}

table() {   # name log-or-nothing
    : >"$dir/waits"
    pair "$2"
    row "$1 | 0 %, -"
    for window in $WINDOWS; do
        for share in 0.5 1; do
            : >"$dir/waits"
            for seed in $SEEDS; do
                pair "$2" --ar $share --ar-window "$window" --seed "$seed"
            done
            [ $share = 1 ] && percent=100 || percent=50
            row "$1 | $percent %, $window"
        done
    done
}

if [ $# = 0 ] && [ -n "$TRACES" ]; then
    for name in CTC-SP2 KTH-SP2 HPC2N; do
        log=$(find "$TRACES"/ -maxdepth 1 -name "$name-*.swf*" | sort | head -n 1)
        if [ -n "$log" ]; then set -- "$@" "$log"
        else echo "late_binding.sh: no $name log in $TRACES" >&2; fi
    done
    [ $# -gt 0 ] || exit 1
fi

echo '| log | reservations, ready within | mean wait (h): map | count | change |' \
     '99 % wait at most (h): map | count | change |'
echo '|---|---|---|---|---|---|---|---|'
if [ $# = 0 ]; then
    table built-in ''
fi
for log; do
    name=$(basename "$log")
    table "${name%.swf*}" "$log"
done
