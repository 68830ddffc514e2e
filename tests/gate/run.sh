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

number=1000

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
    times >"$OUT/times"
    clock=$({ date +%s; sed -n 2p "$OUT/times" | tr 'ms' '  '; } | paste -s -d ' ' |
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
            sub(/^[A-Za-z]+ needs clang, which/, "clang", why)
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
    log=$OUT/make-$stage
    if [ -n "$TERMINAL" ]; then
        mkdir -p "$where"
        : >"$log"
        progress "$where" "$($MAKE -n -k BUILD="$where" "$@" 2>/dev/null |
            grep -c -e "-o $where/")" "$log" &
        counter=$!
    fi
    # in the background, where `interrupted` can end it
    $MAKE -k -j"$JOBS" BUILD="$where" "$@" >"$log" 2>&1 &
    child=$!
    wait "$child" ||
        grep -E 'error:|undefined reference|multiple definition|\*\*\*' "$log" |
        head -n 20 >&2
    [ -z "$counter" ] || { kill "$counter" 2>/dev/null; printf '\r\033[K' >&2; }
    counter=
}

# What compilers warn of while programs are built as they are for users is a failure.
no_warning() {
    grep -s 'warning:' "$OUT/make-$stage" | sort -u | head -n 5 >"$OUT/warnings"
    while read -r warning; do
        note "FAIL run.sh $stage: $warning"
    done <"$OUT/warnings"
}

# ---- running ---------------------------------------------------------------------------

queue() {   # kind file ...
    kind=$1
    shift
    for target in "$@"; do
        case $target in *"$ONLY"*) ;; *) continue ;; esac
        number=$((number + 1))
        echo "$number $stage $kind $target" || lost
    done >>"$OUT/queue"
}

# How many programs and scripts have ended.
finished() { find "$OUT" -name '*.time' | wc -l; }

run_queue() {   # NAME=value ... : what the stage asks of everything that runs in it
    [ -s "$OUT/queue" ] || return
    TOTAL=$(wc -l <"$OUT/queue") BEFORE=$(finished)
    export TOTAL BEFORE
    env "$@" xargs -P "$JOBS" -L 1 sh tests/gate/job.sh <"$OUT/queue" &
    child=$!
    wait "$child"
    while read -r n _ _ f; do
        [ -s "$OUT/$n.out" ] || echo "FAIL $f $stage: did not run" >"$OUT/$n.out" || lost
    done <"$OUT/queue"
    : >"$OUT/queue"
}

. tests/gate/stages.sh

# Runs one stage and says what came of it.
run_stage() {   # stage
    stage=$1 before=$number
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
        "$(tail -n 1 "$BUILD/stage-times.txt" |
            awk '{ print $2 " s, " $3 " s of processor time" }')" >&2
}

# ---- all of it -------------------------------------------------------------------------

interrupted() {
    trap '' INT TERM HUP
    # shellcheck disable=SC2046
    kill $child $counter $(cat "$OUT"/*.pid 2>/dev/null) 2>/dev/null
    [ -z "$TERMINAL" ] || printf '\r\033[K' >&2
    grep -h '^FAIL ' "$OUT"/*.out 2>/dev/null
    echo "interrupted in stage $stage; until then $(counts "$OUT"/*.out)"
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
: >"$OUT/queue" || lost
: >"$BUILD/stage-times.txt"
child='' counter=''
trap interrupted INT TERM HUP
for s in "$@"; do run_stage "$s"; done
trap - INT TERM HUP

stage=end
[ "$number" -gt 1000 ] || note "FAIL run.sh ONLY=$ONLY: no test has that in its name"
cat "$OUT"/*.time 2>/dev/null | sort -rn >"$BUILD/test-times.txt"
results=$BUILD/test-results.txt
echo complete >"$OUT/end" && [ -s "$OUT/end" ] || lost
cat "$OUT"/*.out >"$results" && [ -s "$results" ] || lost
cat "$OUT"/*.shell 2>/dev/null | grep -v 'Segmentation fault\|Aborted' >&2
[ -z "$VERBOSE" ] || grep '^PASS ' "$results"
skips "$results"
grep '^FAIL ' "$results"
counts "$results"
