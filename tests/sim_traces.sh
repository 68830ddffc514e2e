#!/bin/sh
# sim_traces.sh - coalloc_sim on the real logs in TRACES=dir (see the README for where to
# get them): every log runs through with every line accounted for, both indexes give the
# same schedule, and paper 1's table 2 comes out as it should.
#
# The range tree takes seconds per log, so the largest log, and all of them where
# TEST_SCALE asks for less than everything, run on the map alone. BUILD: where the program
# is.

cd "$(dirname "$0")/.." || exit 1
sim=${BUILD:-build}/coalloc_sim
LC_ALL=C
export LC_ALL

pass() { echo "PASS sim_traces.sh $1"; }
fail() { echo "FAIL sim_traces.sh $1: $2"; }
skip() { echo "SKIP sim_traces.sh $1: $2"; }

if [ -z "$TRACES" ]; then
    skip traces 'TRACES is not set to a directory of job logs'
    exit 0
fi
[ -x "$sim" ] || { fail build "$sim is not there"; exit 1; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# A field of a JSON file with one field per line; the mean of a group of attempts_by_size.
field() { sed -n "s/^ *\"$1\":\(.*[^,]\),*$/\1/p" "$2"; }
attempts() {   # lo file
    sed -n "/\"attempts_by_size\"/,/\]/s/.*\"lo\":$1,.*\"mean\":\([0-9.]*\)}.*/\1/p" "$2"
}

within() {   # NAME VALUE LOW HIGH
    if awk -v x="$2" -v lo="$3" -v hi="$4" \
        'BEGIN { exit !(x != "" && x >= lo && x <= hi) }'
    then pass "$1 ($2)"; else fail "$1" "'$2' is not between $3 and $4"; fi
}

# Runs a log; what went wrong is in $why.
run() {
    why=
    "$sim" --no-timing --json "$dir/$index.json" "$@" >"$dir/out" 2>"$dir/err" ||
        why="exit status $?: $(tail -n 1 "$dir/err")"
}

# jobs + those left out + lines skipped = lines that are neither empty nor a comment
accounted() {
    lines=$(case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac |
        tr -d '\r' | grep -cv -e '^[ 	]*;' -e '^[ 	]*$')
    sum=$(sed -n '/"workload"/,/}/p' "$dir/map.json" |
        awk -F '[:,]' '/"(jobs|skipped_lines|left_out_.*)":/ { n += $2 } END { print n }')
    [ "$lines" = "$sum" ] || why="$lines lines, but $sum accounted for"
}

found=
largest=$(ls -LS "$TRACES"/*.swf "$TRACES"/*.swf.gz 2>/dev/null | head -n 1)
for log in "$TRACES"/*.swf "$TRACES"/*.swf.gz; do
    [ -f "$log" ] || continue
    found=1
    name=$(basename "$log")
    index=map
    run --place best-fit "$log"
    [ -n "$why" ] || accounted "$log"
    if [ -n "$why" ]; then fail "$name" "$why"; continue; else pass "$name"; fi

    index=trace
    run --policy trace "$log"
    if [ -z "$why" ]; then
        pass "$name trace"
    elif grep -q 'no job has a waiting time' "$dir/err"; then
        skip "$name trace" 'the log records no waiting times'
    else
        fail "$name trace" "$why"
    fi

    if [ "${TEST_SCALE:-100}" -lt 100 ] || [ "$log" = "$largest" ]; then
        skip "$name range-tree" 'takes long: the largest log, or a small TEST_SCALE'
        continue
    fi
    index=range-tree
    run --place best-fit --index range-tree "$log"
    if [ -z "$why" ] && [ "$(field schedule_hash "$dir/map.json")" != \
            "$(field schedule_hash "$dir/range-tree.json")" ]; then
        why='not the schedule of the map'
    fi
    if [ -n "$why" ]; then fail "$name range-tree" "$why"; continue; fi
    pass "$name range-tree"
done
[ -n "$found" ] || skip logs "there is no .swf or .swf.gz in $TRACES"

# Paper 1, table 2 and section 5.1: 2.96, 5.34, 19 h for CTC, and 10.27, 60, 75 h for KTH.
# The logs are later versions of the paper's, hence the margins.
table_2() {   # LOG SERVERS LO HI LO HI HOURS HOURS
    log=$(find "$TRACES"/ -maxdepth 1 -name "$1.swf*" | head -n 1)
    if [ -z "$log" ]; then skip "table_2 $1" 'the log is not there'; return; fi
    index=map
    run --servers "$2" --runtime actual --step 900 --retries 2000 "$log"
    if [ -n "$why" ]; then fail "table_2 $1" "$why"; return; fi
    within "attempts_to_50 $1" "$(attempts 1 "$dir/map.json")" "$3" "$4"
    within "attempts_to_100 $1" "$(attempts 51 "$dir/map.json")" "$5" "$6"
    within "longest_wait $1" "$(field wait_max "$dir/map.json")" \
           $(($7 * 3600)) $(($8 * 3600))
}
table_2 CTC-SP2-1996-3.1-cln 512 2.6 3.2 5.0 5.8 18 30
table_2 KTH-SP2-1996-2 100 8 11 45 62 70 82
