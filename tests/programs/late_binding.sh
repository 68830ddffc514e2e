#!/bin/sh
# late_binding.sh - bench/late_binding.sh prints a table that agrees with runs of
# coalloc_sim made here, and fails where it should. On the built-in workload.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES SEEDS WINDOWS

# A waiting time in hours, as the table has it.
hours() {   # figure index option ...
    figure=$1 index=$2
    shift 2
    "$program" --step 0 --horizon 0 --policy online --lengths actual --index "$index" \
        "$@" --facts "$dir/facts" >"$dir/tables"
    awk -F '\t' -v key="online $figure" '$1 == key { printf "%.2f\n", $2 / 3600 }' \
        "$dir/facts"
}

# The columns are: log | share and window | mean map | count | change | p99 map | ...
cell() {   # line column
    sed -n "$1p" "$dir/table" | awk -F ' *[|] *' -v n="$2" '{ print $(n + 1) }'
}

SEEDS=1 WINDOWS=7d sh bench/late_binding.sh >"$dir/table" 2>"$dir/err"
code=$?
why=$(trouble)
[ "$(wc -l <"$dir/table")" = 5 ] || why=${why:-$(wc -l <"$dir/table") lines}
verdict runs "$why"
must columns 'a line has not eight' awk -F '|' 'NF != 10 { exit 1 }' "$dir/table"

why=
line=3
for share in 0 0.5 1; do
    [ $share = 0 ] && set -- || set -- --ar $share --ar-window 7d --seed 1
    for c in '3 wait_mean map' '4 wait_mean count' '6 wait_p99 map' '7 wait_p99 count'; do
        column=${c%% *} wanted=$(hours ${c#* } "$@")
        [ "$(cell $line "$column")" = "$wanted" ] ||
            why="$share: $c: $(cell $line "$column"), not $wanted"
    done
    line=$((line + 1))
done
verdict agrees "$why"

# Two seeds: the mean of both, the change of each.
SEEDS='1 2' WINDOWS=7d sh bench/late_binding.sh >"$dir/table"
for index in map count; do
    for seed in 1 2; do
        "$program" --step 0 --horizon 0 --index $index --ar 1 --ar-window 7d \
            --policy online --seed $seed --facts "$dir/facts" >"$dir/tables"
        awk -F '\t' '$1 == "online wait_mean" { print $2 }' "$dir/facts"
    done
done | awk '{ x[NR] = $1 }
    function change(a, b) { return 100 * (b - a) / a }
    END {
        low = high = change(x[1], x[3])
        y = change(x[2], x[4])
        if (y < low) low = y
        if (y > high) high = y
        printf "%.2f %.2f %+.1f %% (%+.1f to %+.1f)\n", (x[1] + x[2]) / 7200,
               (x[3] + x[4]) / 7200, change(x[1] + x[2], x[3] + x[4]), low, high
    }' >"$dir/expected"
echo "$(cell 5 3) $(cell 5 4) $(cell 5 5)" >"$dir/got"
must seeds "$(cat "$dir/got"), not $(cat "$dir/expected")" cmp -s "$dir/got" \
    "$dir/expected"

sh bench/late_binding.sh "$dir/nowhere.swf" >"$dir/out" 2>"$dir/err"
code=$?
must no_log "exit status $code: $(head -n 1 "$dir/err")" \
    [ "$code $(grep -c 'nowhere.swf: No such file' "$dir/err")" = '1 1' ]
TRACES=$dir sh bench/late_binding.sh >"$dir/out" 2>"$dir/err"
code=$?
must no_logs "exit status $code: $(head -n 1 "$dir/err")" \
    [ "$code $(wc -l <"$dir/err") $(wc -c <"$dir/out")" = '1 3 0' ]
