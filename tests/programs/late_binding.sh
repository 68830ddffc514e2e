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
is lines_and_columns "$(awk -F '|' '{ print NF - 2 }' "$dir/table" | uniq -c)" '      5 8'

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

# Two seeds: the mean of both, the least and the largest change.
for SEEDS in 1 2 '1 2'; do
    SEEDS=$SEEDS WINDOWS=7d sh bench/late_binding.sh >"$dir/table"
    echo "$(cell 5 3) $(cell 5 4) $(cell 5 5)"
done | tr -d '%()' | paste -s -d ' ' >"$dir/got"
must seeds "$(cat "$dir/got")" awk '
    function near(x, y) { return x - y < 0.011 && y - x < 0.011 }
    { low = $3 < $6 ? $3 : $6; high = $3 + $6 - low }
    END {
        exit !(NF == 12 && near($7, ($1 + $4) / 2) && near($8, ($2 + $5) / 2) && \
               near($10, low) && near($12, high) && $3 != $6)
    }' "$dir/got"

sh bench/late_binding.sh "$dir/nowhere.swf" >"$dir/out" 2>"$dir/err"
code=$?
program=late_binding.sh
verdict no_log "$(refusal 1 'nowhere.swf: No such file')"
TRACES=$dir sh bench/late_binding.sh >"$dir/out" 2>"$dir/err"
same no_logs "$? $(wc -l <"$dir/err") $(wc -c <"$dir/out")" '1 3 0'
