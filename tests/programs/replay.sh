#!/bin/sh
# replay.sh - examples/replay.c starts every job when coalloc_sim does, under all four
# policies: on a generated log whose jobs end before their estimates, on the real logs in
# TRACES=dir; and it reports what is wrong with a log, and where.

tool=replay
. "$(dirname "$0")/lib-cli.sh"

# Each start of each policy, from coalloc_sim's items, whose columns have names.
same() {   # LOG
    "$bin/coalloc_sim" --policy online,fcfs,easy,conservative --index count --step 0 \
        --retries 0 --horizon 0 --no-timing --items "$dir/items" "$1" >"$dir/out" \
        2>"$dir/err" || { fail "coalloc_sim $1" "$(tail -n 1 "$dir/err")"; return; }
    for policy in online fcfs easy conservative; do
        run "$1" $policy
        awk -F, -v policy=$policy 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            $at["variant"] == policy && $at["fate"] == "ran" {
                print $at["number"], $at["start"], $at["wait"]
            }' "$dir/items" >"$dir/wanted"
        why=$(cmp "$dir/out" "$dir/wanted" 2>&1)
        verdict "$policy $(basename "$1" .swf)" "$why"
    done
}

# Estimates from the run time itself to eight times that, as people ask for it.
"$bin/swf_tool" generate lublin --jobs 3000 --servers 256 --seed 3 | awk '
    !/^;/ { $9 = $4 * (1 + NR * NR % 8) } { print }' >"$dir/lublin.swf"
same "$dir/lublin.swf"
if [ -z "$TRACES" ]; then
    skip traces 'TRACES is not set to a directory of job logs'
else
    for log in KTH-SP2-1996-2 lublin_256 CTC-SP2-1996-3.1-cln; do
        if [ -f "$TRACES/$log.swf" ]; then cat "$TRACES/$log.swf"
        else gzip -dc "$TRACES/$log.swf.gz"; fi >"$dir/$log.swf" 2>/dev/null
        if [ -s "$dir/$log.swf" ]; then same "$dir/$log.swf"
        else skip $log 'the log is not there'; fi
    done
fi

log=tests/data/err-number-l5-c8-f4__letters.swf
refuses bad_line 1 "$log: line 5, column 8, field 4" $log
sed 's/^ 7 /17 /; s/  4200/  1200/' examples/replay.swf >"$dir/early.swf"
refuses early 1 'early.swf: line 9, field 2 .submit time.' "$dir/early.swf"
refuses no_file 1 'no file' "$dir/none.swf"
refuses no_jobs 1 'no job fits' tests/data/ok__empty.swf
sed '/MaxProcs/d; /MaxNodes/d' examples/replay.swf >"$dir/sizeless.swf"
refuses no_size 1 "sizeless.swf: .* size above: ; MaxProcs" "$dir/sizeless.swf"
refuses no_policy 1 'no policy is called sjf' examples/replay.swf sjf
