#!/bin/sh
# run.sh - all benchmarks, compiled with -O2 and with -O3 -march=native.
#
#     bench/run.sh [--keep] [OPTION ...]        (make bench BENCH='--keep')
#
# The CSV files, each with where it was measured, go to build/bench: calendar-O2.csv,
# early-O2.csv, curve-O2.csv, rtree-O2.csv, netsched-O2.csv, and the same with -native. At
# the end table.sh prints what they say. Options are those of bench_calendar: --quick to
# see that it works, `--limit 2` for an answer within half an hour. --keep puts the CSV
# files into bench/results and what they say into bench/README.md.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
out=$BUILD/bench
keep=
if [ "$1" = --keep ]; then keep=1; shift; fi
quick=
for option; do [ "$option" != --quick ] || quick=--quick; done
unset MAKEFLAGS MFLAGS MAKELEVEL    # builds below choose their own flags
set -e
mkdir -p "$out"

measure() {   # name flags option ...
    name=$1 flags=$2 dir=$BUILD/bench-$1
    shift 2
    echo "== $flags"
    "$MAKE" -s BUILD="$dir" CFLAGS="$flags" "$dir/bench/bench_calendar" \
        "$dir/bench/bench_rtree" "$dir/bench/bench_swf" "$dir/bench/bench_netsched" \
        "$dir/bench/bench_flex"
    # with the libraries' maximum flows, where they can be had
    netsched=bench_netsched-libraries
    "$MAKE" -s BUILD="$dir" CFLAGS="$flags" "$dir/bench/$netsched" 2>/dev/null ||
        netsched=bench_netsched
    # shellcheck disable=SC2086
    {
        $RUN_ENV "$dir/bench/bench_calendar" "$@" --csv "$out/calendar-$name.csv"
        $RUN_ENV "$dir/bench/bench_calendar" "$@" --early --csv "$out/early-$name.csv"
        $RUN_ENV "$dir/bench/bench_calendar" "$@" --curve --csv "$out/curve-$name.csv"
        $RUN_ENV "$dir/bench/bench_rtree" $quick --csv "$out/rtree-$name.csv"
        $RUN_ENV "$dir/bench/bench_swf"
        $RUN_ENV "$dir/bench/bench_flex" $quick
        $RUN_ENV "$dir/bench/$netsched" $quick --csv "$out/netsched-$name.csv"
    }
}

measure O2 -O2 "$@"
measure native '-O3 -march=native' "$@"
for file in calendar early curve rtree netsched; do
    sh bench/table.sh "$out/$file-O2.csv" "$out/$file-native.csv"
done
if [ -n "$keep" ]; then
    mkdir -p bench/results
    for file in calendar early curve rtree netsched; do
        cp "$out/$file-O2.csv" "$out/$file-native.csv" bench/results/
    done
    sh bench/table.sh --readme bench/README.md
fi
