#!/bin/sh
# run.sh - all benchmarks, compiled with -O2 and with -O3 -march=native.
#
#     bench/run.sh [--at-once] [OPTION ...]         (make bench BENCH='--at-once')
#
# The CSV files, each with where it was measured, go to build/bench: calendar-O2.csv,
# early-O2.csv, curve-O2.csv, rtree-O2.csv, netsched-O2.csv, goals-O2.csv, and the same
# with -native. At the end table.sh prints what they say; last, how many cells meet each
# goal. A missed goal is not a failure. Options are those of bench_calendar: --quick
# to see that it works, `--limit 1 --repeat 3` for an answer within half an hour.
# --at-once measures both at the same time, -O2 on processor 0 and native on processor 1,
# which takes half as long and is noisier. `make figures FIGURES=calendar` puts what they
# say into bench/figures.md.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
out=$BUILD/bench
at_once=
[ "$1" != --at-once ] || { at_once=1; shift; }
quick=
for option; do [ "$option" != --quick ] || quick=--quick; done
unset MAKEFLAGS MFLAGS MAKELEVEL    # builds below choose their own flags
set -e
mkdir -p "$out"

compile() {   # name flags
    dir=$BUILD/bench-$1
    "$MAKE" -s BUILD="$dir" CFLAGS="$2" "$dir/bench/bench_calendar" \
        "$dir/bench/bench_rtree" "$dir/bench/bench_swf" "$dir/bench/bench_netsched" \
        "$dir/bench/bench_flex"
    # with the libraries' maximum flows, where they can be had
    "$MAKE" -s BUILD="$dir" CFLAGS="$2" "$dir/bench/bench_netsched-libraries" \
        2>/dev/null || rm -f "$dir/bench/bench_netsched-libraries"
}

measure() {   # name flags processor option ...
    name=$1 dir=$BUILD/bench-$1/bench goals=$out/goals-$1.csv
    echo "== $2"
    on=${at_once:+taskset -c $3}
    shift 3
    netsched=bench_netsched
    [ ! -x "$dir/$netsched-libraries" ] || netsched=$netsched-libraries
    rm -f "$goals"
    # shellcheck disable=SC2086
    {
        $on $RUN_ENV "$dir/bench_calendar" "$@" --csv "$out/calendar-$name.csv" \
            --goals "$goals"
        $on $RUN_ENV "$dir/bench_calendar" "$@" --early --csv "$out/early-$name.csv" \
            --goals "$goals"
        $on $RUN_ENV "$dir/bench_calendar" "$@" --curve --csv "$out/curve-$name.csv" \
            --goals "$goals"
        $on $RUN_ENV "$dir/bench_flex" $quick --goals "$goals"
        $on $RUN_ENV "$dir/bench_rtree" ${quick:---most 100000} \
            --csv "$out/rtree-$name.csv"
        $on $RUN_ENV "$dir/bench_swf"
        $on $RUN_ENV "$dir/$netsched" $quick --csv "$out/netsched-$name.csv"
    }
}

compile O2 -O2
compile native '-O3 -march=native'
if [ -n "$at_once" ]; then
    measure native '-O3 -march=native' 1 "$@" >"$out/native.txt" 2>"$out/native.err" &
    measure O2 -O2 0 "$@"
    echo '... and -O3 -march=native'
    wait $! || { cat "$out/native.err" >&2; exit 1; }
    cat "$out/native.txt"
else
    measure O2 -O2 0 "$@"
    measure native '-O3 -march=native' 1 "$@"
fi
for file in calendar early curve netsched; do
    sh bench/table.sh "$out/$file-O2.csv" "$out/$file-native.csv"
done
[ -z "$quick" ] || printf '\n--quick: the figures above and below mean nothing.\n'
sh bench/table.sh "$out/goals-O2.csv" "$out/goals-native.csv"
