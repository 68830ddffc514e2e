#!/bin/sh
# bench.sh - that the benchmarks run, all with the same answers, goals are judged as they
# say, and pages show the figures that are kept. Nothing here depends on speed.

. "$(dirname "$0")/lib-cli.sh"

# The line of a report with more than its status.
said() { cat "$dir/err" "$dir/out" | grep -m1 -E 'MISMATCH|ERROR|error|bench_' ||
    head -n 1 "$dir/err"; }

run() {   # program option ...
    bench=$bin/bench/$1
    shift
    "$bench" "$@" >"$dir/out" 2>"$dir/err" </dev/null
}

# The fault in lines "GROUP|WHO|REQUESTS|ANSWERS" of standard input: all of a group must
# have done as many requests, with the same answers.
agreement() {   # GROUPS LINES: so many there must be, at least
    awk -F '|' -v groups="$1" -v lines="$2" '
        !($1 in first) { first[$1] = $2; did[$1] = $3; answers[$1] = $4; n++ }
        $3 != did[$1] || $4 != answers[$1] { print $1 ": " $2 " unlike " first[$1] }
        END { if (n < groups || NR < lines) print NR " lines of " n + 0 " groups" }
        ' | head -n 1
}

# The lines of a CSV of bench_calendar that did all 100 requests, to be compared.
groups() {
    grep -v '^#' "$1" >"$dir/rows"
    pick stream,servers,contestant,requests,starts "$dir/rows" | sed -nE '
        s/ (count|unnamed|points|profile) 100 / counts|\1|100|/p
        s/ (map|slices) 100 / best fit|\1|100|/p
        s/ ([a-z]*-first|range-tree|lists|masks|ranges) 100 / first fit|\1|100|/p'
}

calendar() {   # name option ...
    name=$1
    shift
    why=
    run bench_calendar --quick "$@" --csv "$dir/$name.csv" --goals "$dir/goals.csv" ||
        why=$(said)
    verdict "$name" "${why:-$(groups "$dir/$name.csv" | agreement 75 245)}"
    grep '^goal: ' "$dir/out" >"$dir/$name.goals"
}

# How often each goal was met, from what a run added to the CSV of goals.
judged() {   # full|early
    pick ends,goal,bar,value,part "$dir/goals.csv" | awk -v ends="$1" '
        $1 != ends { next }
        {
            goal = $2 "_" $3
            good = $3 ~ /^>=/ ? $4 >= substr($3, 4) + 0 : $4 <= substr($3, 4) + 0
            cells[goal]++
            met[goal] += good
            if (good != ($5 >= 1)) met[goal] = "part and bar differ"
        }
        END {
            for (g in cells) print "goal: " g ": met in " met[g] " of " cells[g] " cells"
        }' | tr _ ' ' | sort
}

# How many figures each goal has: 5 streams and 5 sizes, SLICES with 2 of them.
goal_cells='4 8 10 10 25 25 25 25 25 120'
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

netsched() {
    why=
    run bench_netsched --quick --csv "$dir/netsched.csv" || why=$(said)
    grep -v -e '^#' -e '^netsched,' "$dir/netsched.csv" >"$dir/rows"
    why=${why:-$(awk -F, -v OFS='|' '{ print $1 $2 $3, $4, $5, $NF }' "$dir/rows" |
        agreement 8 18)}
    [ -n "$why" ] || table "$dir/netsched.csv" 3 '^[|] (W[SN]|super) [|] 300 [|]'
    verdict netsched "$why"
}

calendar full
calendar early --early
must table '' table "$dir/full.csv" 1 '^[|] wide [|] 1024 [|]'
goals
shows curve 'has "^count *100000 " && has "^map *4000 " &&
    table "$dir/curve.csv" 2 "^[|] (100000|4000) [|] [1-9]"' \
    bench_calendar --quick --curve --csv "$dir/curve.csv"
shows rtree 'has "^  skip list  *[1-9].* to [1-9]" && has "^1000 idle.*(N)^2 = 99$" &&
    cat "$dir"/tree.* | grep -c -e "^[^#].*,1000,[1-9].*,3," -e "<polyl" | grep -qx 48' \
    bench_rtree --repeat 3 --quick --csv "$dir/tree.csv" --picture "$dir/tree.svg"
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

# README.md and bench/README.md show the figures of bench/figures.md.
mkdir -p "$dir/page/bench" && cp README.md "$dir/page"
cp bench/figures.md bench/figures.sh "$dir/page/bench"
BUILD=. sh "$dir/page/bench/figures.sh" speed >"$dir/out" 2>"$dir/err"; code=$?
equal readme README.md "$dir/page/README.md" # else: make figures FIGURES=speed
numbers() { sed '/^## How long/,$d; /^|/!d' "$1" | tr -d '*\\ ' | tr '|' '\n'; }
numbers bench/figures.md >"$dir/all"
same bench_readme '' "$(numbers bench/README.md | grep -xE '[0-9.]+[Mk]?' |
    grep -vxF -f "$dir/all")"
