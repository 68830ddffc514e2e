#!/bin/sh
# run.sh - runs stages of tests (stages.sh) and counts their PASS, FAIL and SKIP lines.
#
#     tests/gate/run.sh --brief      a short form of some stages: `make test`
#     tests/gate/run.sh              all stages: `make gate`
#     tests/gate/run.sh STAGE ...    only these; --brief before them shortens each
#
# From the environment: ONLY (programs whose name contains it), TRACES (a directory of
# real logs), NETWORKS (one of real networks), SEED, TEST_SCALE (percent of the random
# work), RUN_ENV (a command to run programs under, such as an emulator; then only plain
# makes sense), JOBS, VERBOSE=1 (also print every PASS line), TIME_LIMIT (seconds for one
# program), REST=1 (not what the last --brief has run with the same settings).
#
# On standard error: every failure at once, a line for each stage and, on a terminal, one
# for each file. On standard output, at the end: skips, failures, and the counts. In
# $BUILD: test-results.txt has every line, test-times.txt and stage-times.txt the seconds
# of processor time of each file and stage.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
TIME_LIMIT=${TIME_LIMIT:-900}
OUT=$BUILD/test-out
BUILT=$BUILD    # what users build, also where a stage has a BUILD of its own
LC_ALL=C
BRIEF=
[ "$1" != --brief ] || { BRIEF=1; shift; }
export BUILD BUILT MAKE JOBS TIME_LIMIT OUT BRIEF LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL    # builds choose their own flags

brief='plain gates valgrind'
cross='cortex-m avr rv32 s390x i686 windows'
platforms="cortex-m0 cortex-m4 o0 o3 lto unsigned-char musl tcc c23 cxx20 $cross"
platforms="$platforms windows-sim"
[ $# -gt 0 ] || if [ -n "$BRIEF" ]; then set -- $brief
else set -- plain asan msan cross valgrind gates selftest tsan fuzz; fi
goals=
for stage in $(echo "$*" | sed "s/\<platforms\>/$platforms/; s/\<cross\>/$cross/"); do
    cat tests/gate/stages.sh tests/gate/cross.sh |
        grep -q "^stage_$(echo "$stage" | tr - _)()" ||
        { echo "tests/gate/run.sh: no stage called '$stage'" >&2; exit 2; }
    goals="$goals stage-$stage"
done

# Skips, failures, and the counts; status 1 if anything failed.
summary() {   # what-else-is-wrong
    { cat "$OUT"/*.out; [ -z "$1" ] || echo "FAIL run.sh $1"; } 2>/dev/null |
        tee "$BUILD/test-results.txt" | awk -v all="$VERBOSE" '
            /^PASS / { p++; if (all) print }
            /^SKIP / { s++; print }
            /^FAIL / { f++; failed = failed $0 "\n" }
            END {
                printf "%s%d passed, %d failed, %d skipped\n", failed, p, f, s
                exit f > 0
            }'
}

interrupted() {
    trap '' INT TERM HUP
    kill "$running" 2>/dev/null
    wait "$running"
    summary | sed '$s/^/interrupted; until then /'
    exit 130
}

ulimit -c 0
[ -z "$REST" ] || cat "$OUT"/*.queue >"$BUILD/test-brief.txt" 2>/dev/null
rm -rf "$OUT" "$BUILD/stage-times.txt"
mkdir -p "$OUT"
trap interrupted INT TERM HUP
$MAKE -k -j"$JOBS" -f tests/gate/gate.mk $goals >&2 &
running=$!
wait "$running"
status=$?
trap - INT TERM HUP

cat "$OUT"/*.time 2>/dev/null | sort -rn >"$BUILD/test-times.txt"
wrong=
[ $status = 0 ] || wrong="stages: make ended with status $status"
[ -n "$(cat "$OUT"/*.out 2>/dev/null)" ] || wrong="ONLY=$ONLY: nothing ran"
summary "$wrong"
