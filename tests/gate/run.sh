#!/bin/sh
# run.sh - builds everything, runs every test, counts the PASS, FAIL and SKIP lines.
#
#     tests/gate/run.sh --brief      a short form of some stages: `make test`
#     tests/gate/run.sh              all stages: `make gate`
#     tests/gate/run.sh STAGE ...    only these; --brief before them shortens each
#
# The stages, what each builds and how long each takes: tests/README.md and stages.sh.
#
# From the environment: ONLY (programs whose name contains it), TRACES (a directory of
# real logs), NETWORKS (one of real networks), SEED, TEST_SCALE (percent of the random
# work), RUN_ENV (a command to run programs under, such as an emulator; then only plain
# and examples make sense), JOBS, VERBOSE=1 (also print every PASS line), TIME_LIMIT
# (seconds for one program).
#
# On standard error it says how far it is: a line for each stage, every failure at once
# and, on a terminal, each file. On standard output, at the end: what was skipped, what
# failed, and the counts. Every line is kept in build/test-results.txt; in
# build/test-times.txt the seconds and processor seconds of each file; in
# build/stage-times.txt those of each stage.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
ALL_JOBS=$JOBS
TIME_LIMIT=${TIME_LIMIT:-900}
OUT=$BUILD/test-out
LC_ALL=C
TERMINAL=
[ ! -t 2 ] || TERMINAL=1
BUILT=$BUILD    # what users build, also where a stage has a BUILD of its own
export BUILD BUILT MAKE JOBS TIME_LIMIT OUT LC_ALL TERMINAL
unset MAKEFLAGS MFLAGS MAKELEVEL    # builds below choose their own flags

# ---- results ---------------------------------------------------------------------------

# Results that cannot be kept (a full disk, say) must not look like success.
lost() {
    echo "tests/gate/run.sh: cannot write to $OUT: results are lost" >&2
    echo '0 passed, 1 failed, 0 skipped'
    exit 1
}

number=10000    # of the last thing that ran; lane 2 counts from 20000

# One line that no program says: what a stage finds or leaves out.
note() {
    number=$((number + 1))
    echo "$1" >"$OUT/$number.out" || lost
    case $1 in FAIL*) echo "$1" >&2 ;; esac
}

counts() {   # file ...
    cat "$@" 2>/dev/null | awk '
        /^PASS / { p++ } /^FAIL / { f++ } /^SKIP / { s++ }
        END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 }'
}

# Wall-clock and processor seconds since some start, in $clock. Not as $(clock): `times`
# tells a subshell about its own children.
clock() {
    times >"$OUT/times$LANE"
    clock=$({ date +%s; sed -n 2p "$OUT/times$LANE" | tr 'ms' '  '; } | paste -s -d ' ' |
        awk '{ printf "%d %.0f\n", $1, 60 * ($2 + $4) + $3 + $5 }')
}

# What was skipped, one line for each reason: first what would have to be installed, with
# the number of tests that then run, most first.
skips() {   # file
    sed -n 's/^SKIP //p' "$1" | awk '
        {
            at = index($0, ": ")
            test = at ? substr($0, 1, at - 1) : $0
            why = at ? substr($0, at + 2) : "it does not say why"
            sub(/, used here [^,]*,/, "", why)
            sub(/; .*/, "", why)
            if (why ~ /^not installed, /) { # "gates.sh clang: not installed, 9 gates ..."
                why = test " is not installed"
                sub(/^[^ ]* /, "", why)
            }
            if (!(why in count)) order[++n] = why
            if (++count[why] <= 4) tests[why] = tests[why] (tests[why] ? ", " : "") test
        }
        END {
            for (pass = 0; pass < 2; pass++)
                for (i = 1; i <= n; i++) {
                    why = order[i]
                    if ((why ~ /not installed/) == pass) continue
                    more = count[why] - 4
                    printf "%d %d SKIP %s: %s%s\n", pass, count[why], why, tests[why],
                        (more > 0 ? " and " more " more" : "")
                }
        }' | sort -k1,1n -k2,2rn | cut -d ' ' -f 3-
}

# ---- building --------------------------------------------------------------------------

# Programs of these sources, in this build directory.
programs_in() {   # directory source ...
    where=$1
    shift
    for f in "$@"; do
        f=${f%.c}
        echo "$where/${f#examples/}"
    done
}

# Says "building 37 of 64" while make writes its commands to a file.
progress() {   # directory commands-to-come log
    while sleep 1; do
        printf '\r\033[K%s: building %d of %d' "$stage" "$(grep -c -e "-o $1/" "$3")" "$2"
    done >&2
}

build() {   # directory [NAME=value | source] ... : values are what make is told
    where=$1
    shift
    for word in "$@"; do
        shift
        case $word in *=*) ;; *) word=$(programs_in "$where" "$word") wanted=1 ;; esac
        set -- "$@" "$word"
    done
    [ -n "$wanted" ] || return
    wanted=
    take_jobs
    log=$OUT/make-$stage
    if [ -n "$TERMINAL" ]; then
        mkdir -p "$where"
        : >"$log"
        progress "$where" "$($MAKE -n -k BUILD="$where" "$@" 2>/dev/null |
            grep -c -e "-o $where/")" "$log" &
        counter=$!
    fi
    # in the background, where `interrupted` can end it
    $MAKE -k -j"$JOBS" V=1 BUILD="$where" "$@" >"$log" 2>&1 &
    child=$!
    wait "$child" ||
        grep -E 'error:|undefined reference|multiple definition|\*\*\*' "$log" |
        head -n 20 >&2
    [ -z "$counter" ] || { kill "$counter" 2>/dev/null; printf '\r\033[K' >&2; }
    counter=
}

# What compilers warn of while programs are built as they are for users is a failure.
no_warning() {
    grep -s 'warning:' "$OUT/make-$stage" | sort -u | head -n 5 >"$OUT/warnings$LANE"
    while read -r warning; do
        note "FAIL run.sh $stage: $warning"
    done <"$OUT/warnings$LANE"
}

# ---- running ---------------------------------------------------------------------------

queue() {   # kind file ...
    kind=$1
    shift
    for target in "$@"; do
        case $target in *"$ONLY"*) ;; *) continue ;; esac
        number=$((number + 1))
        echo "$number $stage $kind $target" || lost
    done >>"$OUT/queue$LANE"
}

# How many programs and scripts of the lane have ended.
finished() { find "$OUT" -name "$LANE*.time" | wc -l; }

run_queue() {   # NAME=value ... : what the stage asks of everything that runs in it
    [ -s "$OUT/queue$LANE" ] || return
    TOTAL=$(wc -l <"$OUT/queue$LANE") BEFORE=$(finished)
    export TOTAL BEFORE
    take_jobs
    env "$@" xargs -P "$JOBS" -L 1 sh tests/gate/job.sh <"$OUT/queue$LANE" &
    child=$!
    wait "$child"
    while read -r n _ _ f; do
        [ -s "$OUT/$n.out" ] || echo "FAIL $f $stage: did not run" >"$OUT/$n.out" || lost
    done <"$OUT/queue$LANE"
    : >"$OUT/queue$LANE"
}

. tests/gate/stages.sh

# Runs one stage and says what came of it.
run_stage() {   # stage
    stage=$1 before=$number
    echo "$stage" >"$OUT/stage$LANE"
    clock
    begun=$clock
    [ -z "$TERMINAL" ] || printf '%s: %s\n' "$stage" "$(about "$stage")" >&2
    "stage_$stage"
    [ "$number" -gt "$before" ] || [ -n "$ONLY" ] || [ "$stage" = tsan ] ||
        note "FAIL run.sh $stage: nothing ran"
    set --
    while [ "$before" -lt "$number" ]; do
        before=$((before + 1))
        set -- "$@" "$OUT/$before.out"
    done
    [ $# -gt 0 ] || return
    clock
    echo "$stage $begun $clock" |
        awk '{ printf "%s %d %d\n", $1, $4 - $2, $5 - $3 }' >>"$BUILD/stage-times.txt"
    [ -z "$TERMINAL" ] || printf '\r\033[K' >&2
    printf '%s: %s (%s)\n' "$stage" "$(counts "$@")" \
        "$(awk -v s="$stage" '$1 == s { print $2 " s, " $3 " s of processor time" }' \
            "$BUILD/stage-times.txt")" >&2
}

# Without --brief stages run in two lanes, each with half of the jobs: when a stage has
# only one compiler or one long test left to wait for, the other lane has work. What
# builds in $BUILD itself is for the first lane, which begins with it; the rest is for the
# lane that is free.
lane() {   # 1 or 2, jobs, stage ...
    LANE=$1 JOBS=$2 number=${1}0000
    shift 2
    export LANE JOBS
    trap 'kill $child $counter 2>/dev/null; exit 143' TERM
    : >"$OUT/queue$LANE" || lost
    for s in "$@"; do
        [ "$LANE" = 1 ] || ! builds_for_users "$s" || continue
        mkdir "$OUT/begun-$s" 2>/dev/null || continue
        run_stage "$s"
    done
    rm -f "$OUT/stage$LANE"
    : >"$OUT/ended"
}

# When one lane has ended, the other one may use all jobs.
take_jobs() { [ ! -e "$OUT/ended" ] || JOBS=$ALL_JOBS; }

# The stages that need not be in the first lane.
movable() { for s in "$@"; do builds_for_users "$s" || echo "$s"; done; }

# ---- all of it -------------------------------------------------------------------------

interrupted() {
    trap '' INT TERM HUP
    # shellcheck disable=SC2046,SC2086
    kill $lanes $(cat "$OUT"/*.pid 2>/dev/null) 2>/dev/null
    [ -z "$TERMINAL" ] || printf '\r\033[K' >&2
    grep -h '^FAIL ' "$OUT"/*.out 2>/dev/null
    echo "interrupted in stage $(cat "$OUT"/stage? | paste -s -d ,);" \
        "until then $(counts "$OUT"/*.out)"
    exit 130
}

BRIEF=
[ "$1" != --brief ] || { BRIEF=1; shift; }
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(if [ -n "$BRIEF" ]; then brief_stages; else all_stages; fi)
for stage in "$@"; do
    about "$stage" >/dev/null ||
        { echo "tests/gate/run.sh: no stage called '$stage'" >&2; exit 2; }
done

ulimit -c 0
rm -rf "$OUT"
mkdir -p "$OUT" || lost
: >"$BUILD/stage-times.txt"
child='' counter='' lanes='' stage=end
trap interrupted INT TERM HUP
if [ "$JOBS" -gt 1 ] && [ -z "$BRIEF" ] && [ $# -gt 1 ] && [ -n "$(movable "$@")" ]; then
    lane 1 $(((JOBS + 1) / 2)) "$@" & lanes=$!
    lane 2 $((JOBS / 2)) "$@" & lanes="$lanes $!"
else
    lane 1 "$JOBS" "$@" & lanes=$!
fi
for l in $lanes; do wait "$l" || exit 1; done
trap - INT TERM HUP

[ -n "$(found "$OUT"/*.out)" ] ||
    note "FAIL run.sh ONLY=$ONLY: no test has that in its name"
cat "$OUT"/*.time 2>/dev/null | sort -rn >"$BUILD/test-times.txt"
results=$BUILD/test-results.txt
echo complete >"$OUT/end" && [ -s "$OUT/end" ] || lost
cat "$OUT"/*.out >"$results" && [ -s "$results" ] || lost
cat "$OUT"/*.shell 2>/dev/null | grep -v 'Segmentation fault\|Aborted' >&2
[ -z "$VERBOSE" ] || grep '^PASS ' "$results"
skips "$results"
grep '^FAIL ' "$results"
counts "$results"
