#!/bin/sh
# sim_traces.sh - coalloc_sim on the real logs in TRACES=dir (see the README): every line
# is accounted for, both indexes give the same schedule, and what other simulators give.
# The range tree takes seconds per log, so the largest log, and all of them where
# TEST_SCALE asks for less than everything, run on the map alone.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"

[ -n "$TRACES" ] || { skip traces 'TRACES is not set to a directory of logs'; exit 0; }

# Runs a log; what went wrong is in $why.
replay() {
    why=
    run --lengths paper --no-timing --facts "$dir/$index.facts" "$@"
    [ "$code" = 0 ] || why="exit status $code: $(tail -n 1 "$dir/err")"
}

# jobs + those left out + bad lines skipped = lines neither empty nor a comment; of
# every policy: accepted + rejected = jobs.
accounted() {   # LOG POLICIES
    lines=$(case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac |
        tr -d '\r' | grep -cv -e '^[ 	]*;' -e '^[ 	]*$')
    sum=$(tr -d , <"$dir/out" | awk '/^[0-9]+ jobs in / { n += $1 }
        /^jobs left out |^bad lines skipped / { n += $NF } END { print n }')
    [ "$lines" = "$sum" ] || why="$lines lines, but $sum accounted for"
    awk -F '\t' -v runs="$2" '
        $1 ~ /^[a-z0-9:]+ jobs$/ { missing += $2; runs-- }
        $1 ~ /^[a-z0-9:]+ (accepted|rejected)$/ { missing -= $2 }
        END { exit !(runs == 0 && missing == 0) }' "$dir/$index.facts" ||
        why=${why:-accepted and rejected are not all jobs}
}

found=
largest=$(ls -LS "$TRACES"/*.swf "$TRACES"/*.swf.gz 2>/dev/null | head -n 1)
for log in "$TRACES"/*.swf "$TRACES"/*.swf.gz; do
    [ -f "$log" ] || continue
    found=1
    name=$(basename "$log")
    index=map
    replay --policy online --place best-fit "$log"
    [ -n "$why" ] || accounted "$log" 1
    verdict "$name" "$why"
    index=batch
    replay --policy fcfs,easy,easy:4,conservative "$log"
    [ -n "$why" ] || accounted "$log" 4
    verdict "$name batch" "$why"
    if [ "${TEST_SCALE:-100}" -lt 100 ] || [ "$log" = "$largest" ]; then
        skip "$name range-tree" 'takes long: the largest log, or a small TEST_SCALE'
        continue
    fi
    index=range-tree
    replay --policy online --place best-fit --index range-tree "$log"
    [ "$(hashes "$dir/map.facts")" = "$(hashes "$dir/range-tree.facts")" ] ||
        why=${why:-not the schedule of the map}
    verdict "$name range-tree" "$why"
done
[ -n "$found" ] || skip logs "there is no .swf or .swf.gz in $TRACES"

# ---- batch policies: what independent simulators give ----------------------------------
# What they give to the last digit that is known, under both resource models and orders of
# one instant. With ids only conservative is known.
#
# --compress arrival, the default, takes one waiting job after the other out of the plan
# and puts it back in, the others being where they are at that moment. Taking all of them
# out first and planning the queue from nothing is something else: it breaks promises, and
# gives 8063.580 instead of 7328.136 s on KTH.
while read -r name servers binding policy ends_first per_event makespan; do
    for ties in "ends-first $ends_first" "per-event $per_event"; do
        what="reference $policy $binding ${ties% *} $name"
        log=$(find "$TRACES"/ -maxdepth 1 -name "$name.swf*" | head -n 1)
        if [ -z "$log" ]; then skip "$what" 'the log is not there'; continue; fi
        index=reference
        replay --servers "$servers" --binding $binding --ties ${ties% *} \
            --policy $policy --size allocated --overrun extend "$log"
        got=$(printf '%.3f %s' "$(values '.* wait_mean' "$dir/reference.facts")" \
            "$(values '.* makespan' "$dir/reference.facts")")
        [ "$got" = "${ties#* } $makespan" ] || why=${why:-mean wait, makespan are $got}
        verdict "$what" "$why"
    done
done <<'END'
lublin_256 256 count fcfs 2388443.760 2388443.760 12482549
lublin_256 256 ids fcfs 2388443.760 2388443.760 12482549
lublin_256 256 count easy 97155.995 97181.335 8730698
lublin_256 256 count conservative 131567.509 131567.509 8729497
lublin_256 256 ids conservative 131787.834 131787.834 8757407
KTH-SP2-1996-2 100 count fcfs 389900.698 389900.698 29381344
KTH-SP2-1996-2 100 ids fcfs 389900.698 389900.698 29381344
KTH-SP2-1996-2 100 count easy 6855.456 6855.173 29363626
KTH-SP2-1996-2 100 count conservative 7328.136 7322.474 29363626
KTH-SP2-1996-2 100 ids conservative 7644.966 7661.554 29363626
END
