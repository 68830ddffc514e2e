#!/bin/sh
# bench.sh - that the benchmarks run, all with the same answers, goals are judged as they
# say, and pages show the figures that are kept. Nothing here depends on speed.

. "$(dirname "$0")/lib-cli.sh"

# The line of a report that tells more than its status.
said() { cat "$dir/err" "$dir/out" | grep -m1 -E 'MISMATCH|ERROR|error|bench_' ||
    head -n 1 "$dir/err"; }

run() {   # program option ...
    bench=$bin/bench/$1
    shift
    "$bench" "$@" >"$dir/out" 2>"$dir/err" </dev/null
}

# What is wrong with a CSV of bench_calendar: those of a group must have done all
# requests and have the same hash of their starts.
disagreement() {
    awk -F, '
        /^#/ { next }
        !seen { for (i = 1; i <= NF; i++) column[$i] = i; seen = 1; next }
        {
            who = $column["contestant"]
            stream = $column["stream"] " " $column["servers"]
            group = who ~ /^(count|unnamed|points|profile)$/ ? "counts" : \
                    who ~ /^(map|slices)$/ ? "best fit" : \
                    who ~ /^(map-first|slices-first|range-tree|lists|masks|ranges)$/ ? \
                    "first fit" : ""
            if (group == "") next
            row = stream ", " group
            if ($column["requests"] != 100)
                print row ": " who " did " $column["requests"] " requests"
            if (members[row]++ && hash[row] != $column["starts"])
                print row ": " who " starts otherwise than " other[row]
            hash[row] = $column["starts"]
            other[row] = who
        }
        END {
            for (row in members) {
                rows++
                small = row ~ / (128|1024), /
                if (members[row] < (row ~ /counts/ ? 4 : row ~ /best/ ? 1 + small : \
                                    4 + small))
                    print row ": only " members[row] " ran"
            }
            if (rows != 75) print rows + 0 " groups, not 75"
        }' "$1"
}

calendar() {   # name option ...
    name=$1
    shift
    why=
    run bench_calendar --quick "$@" --csv "$dir/$name.csv" --goals "$dir/goals.csv" ||
        why=$(said)
    verdict "$name" "${why:-$(disagreement "$dir/$name.csv" | head -n 1)}"
    grep '^goal: ' "$dir/out" >"$dir/$name.goals"
}

# How often each goal was met, from what a run added to the CSV of goals.
judged() {   # full|early
    awk -F, -v ends="$1" '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["ends"] != ends { next }
        {
            g = $column["goal"] " " $column["bar"]
            split($column["bar"], bar, " ")
            v = $column["value"]
            good = bar[1] == ">=" ? v >= bar[2] + 0 : v <= bar[2] + 0
            cells[g]++
            met[g] += good
            if (good != ($column["part"] >= 1)) met[g] = "part and bar differ"
        }
        END {
            for (g in cells) print "goal: " g ": met in " met[g] " of " cells[g] " cells"
        }' "$dir/goals.csv" | sort
}

# How many figures each goal has: 5 streams and 5 sizes, SLICES with 2 of them.
goal_cells='4 5 5 5 5 8 10 10 25 25 25 25 25 120'
goals() {
    code=0
    : >"$dir/err"
    for ends in full early; do
        sed 's/, worst .*//' "$dir/$ends.goals" | sort >"$dir/said"
        judged $ends >"$dir/judged"
        equal goals_$ends "$dir/said" "$dir/judged"
        same cells_$ends "$(sed 's/.* of \([0-9]*\) cells.*/\1/' "$dir/judged" | sort -n |
            paste -s -d ' ')" "$goal_cells"
    done
    must goals '' table "$dir/goals.csv" 2 '^[|] wide [|] 1024 [|]' \
        '^| p99 / p50 | <= 20 .* of 120 met, .* of 120 met'
}

# Is the CSV's table whole, with N lines of PATTERN and one of MORE? If not, $why.
table() {   # CSV N PATTERN [MORE]
    sh bench/table.sh "$1" >"$dir/table" 2>"$dir/err" &&
        [ "$(grep -c -E "$3" "$dir/table")" = "$2" ] && grep -q "$4" "$dir/table" || {
        why="the table: $(said)"
        return 1
    }
    why=$(awk -F'|' '!/^\|/ { NF = 0 } NF && n && NF != n { print FNR } { n = NF }' \
        "$dir/table" | sed 's/.*/line & has other columns/;q')
    [ -z "$why" ]
}

# shows NAME CONDITION PROGRAM ARGUMENT ...: a run after which that is so.
shows() {
    name=$1 condition=$2
    shift 2
    if run "$@" && eval "$condition"; then pass "$name"; else fail "$name" "$(said)"; fi
}
has() { grep -q "$1" "$dir/out"; }

refused() {   # NAME STATUS PATTERN OPTION ...: by bench_rtree
    name=$1 status=$2 pattern=$3
    shift 3
    run bench_rtree "$@"
    code=$?
    verdict "rtree_$name" "$(program=bench_rtree refusal "$status" "$pattern")"
}

# A copy under another name, and one that looks at no end: static, also under that name.
copies() {
    mkdir -p "$dir/bench" "$dir/made/bench"
    ln -s "$here"/*.h "$here/Makefile" "$here/examples" "$here/tests" "$dir"
    ln -s "$here"/bench/*.[ch] "$dir/bench"
    cp -R bench/rivals "$dir/bench"
    cp -p "$bin/flags" "$dir/made"
    cp -p "$bin/bench/bench_rtree.o" "$dir/made/bench"
    cp bench/rivals/tree_array.c "$dir/bench/rivals/tree_mine.c"
    sed 's/a->.*end < end/0/; s/^const/static &/' bench/rivals/tree_array.c \
        >"$dir/bench/rivals/tree_my-own.c"
    ${MAKE:-make} -C "$dir" BUILD=made made/bench/bench_rtree >"$dir/out" 2>&1
    bin=$dir/made
    shows rtree_copied 'has "^  mine  *[0-9]"' bench_rtree --quick --only mine,array
    refused wrong 1 'my-own, 8 periods: search of .80, 2080. finds 1, where there are 0' \
        --only my-own --log "$dir/log.swf"
}

# What is wrong with a CSV of bench_netsched: all contestants must have done all, and
# have the same hash of their answers.
strangers() {   # file rows
    awk -F, -v want="$2" '
        /^#/ || /^netsched,/ { next }
        {
            row = $1 " " $2 " " $3
            if (!(row in first)) { first[row] = $4; hash[row] = $NF; count[row] = $5 }
            if ($5 != count[row]) print row ": " $4 " did " $5 " of " count[row]
            if ($NF != hash[row]) print row ": " $4 " and " first[row] " differ"
            rows++
        }
        END { if (rows < want) print rows + 0 " rows, not " want }' "$1"
}

netsched() {
    why=
    run bench_netsched --quick --csv "$dir/netsched.csv" || why=$(said)
    why=${why:-$(strangers "$dir/netsched.csv" 18 | head -n 1)}
    [ -n "$why" ] || table "$dir/netsched.csv" 3 '^[|] (W[SN]|super) [|] 300 [|]'
    verdict netsched "$why"
}

calendar full
calendar early --early
must table '' table "$dir/full.csv" 1 '^[|] wide [|] 1024 [|]'
goals
shows curve 'has "^count *100000 " && has "^map *4000 " &&
    has "^goal: commits: twice as many .* of 6 cells" &&
    table "$dir/curve.csv" 2 "^[|] (100000|4000) [|] [1-9]"' \
    bench_calendar --quick --curve --csv "$dir/curve.csv"
shows rtree 'has "^  skip list  *[1-9]" && has "^1000 idle periods, log2(N)^2 = 99$" &&
    cat "$dir"/tree.* | grep -c -e "^[^#].*,1000,[1-9]" -e "<polyline" | grep -qx 48' \
    bench_rtree --quick --csv "$dir/tree.csv" --picture "$dir/tree.svg"
printf '%s -1 4 9 -1 1 1 1 -1 -1 -1 -1 -1\n' '; MaxProcs: 4
1 0 0 100 3 -1' '2 50 0 100 4 -1' '3 60 0 9 5 -1' '4 70 0 x 1 -1' \
    '5 80 0 2000 1 -1' | tee "$dir/log.swf" | gzip >"$dir/log.gz"
shows rtree_log 'has "^search *6 times" &&
    has "^# log: 3 jobs on 4 .*, 1 wider left out, bad lines .*: 1, .*line 5, col"' \
    bench_rtree --log "$dir/log.gz"
refused mix 2 "'40:40' is not insert:remove" --mix 40:40
refused only 2 "no 'arr'; there are range tree, MAP" --only MAP,arr
refused no_job 1 'there is no job' --log /dev/null
(copies)
shows swf 'has "^swf.h, 64 KiB "' bench_swf --quick
shows flex '[ "$(grep -c " ratio " "$dir/out")" = 6 ] && has "reschedule in vain"' \
    bench_flex --quick
netsched

# README.md shows the figures of bench/README.md.
mkdir "$dir/page" "$dir/page/bench"
cp README.md "$dir/page"
cp bench/README.md bench/figures.sh "$dir/page/bench"
BUILD=. sh "$dir/page/bench/figures.sh" speed >"$dir/out" 2>"$dir/err"
code=$?
equal readme README.md "$dir/page/README.md" # else: make figures FIGURES=speed
