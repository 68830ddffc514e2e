#!/bin/sh
# job.sh - runs one program in a process of its own and judges it. A program that crashes,
# hangs, says FAIL, or says nothing at all has failed, and no other test is lost with it.
#
#     tests/gate/job.sh NUMBER STAGE KIND FILE       (run.sh queues these)
#         program   a test program
#         script    a test script: finds programs in $BUILD, runs them under $RUN_ENV
#         example   a program whose output must be examples/NAME.out
#
# From the environment: OUT (the directory for what it said), TIME_LIMIT (seconds),
# RUN_ENV (the command programs are run under), TELL=lines (every PASS, FAIL and SKIP line
# counts; else the program counts as one test), PROPERTIES (TEST_SCALE of the property
# tests), TERMINAL (also say what passed).

number=$1 stage=$2 kind=$3 file=$4
name=$(basename "$file")
log=$OUT/$number

case $PROPERTIES:$name in
:*) ;;
*:prop_*) TEST_SCALE=$PROPERTIES; export TEST_SCALE ;;
esac

# ---- running ---------------------------------------------------------------------------

# In the background, where run.sh can end it: `timeout` makes a process group of its own.
limited() {
    # shellcheck disable=SC2086
    if command -v timeout >/dev/null; then
        set -- timeout -k 10 "$TIME_LIMIT" "$@"
    fi
    "$@" </dev/null >"$log.raw" 2>"$log.err" &
    child=$!
    wait "$child"
}

under() {   # program
    case $RUN_ENV in
    valgrind*) limited $RUN_ENV --log-file="$log.vg" "$1" ;;
    *)         limited $RUN_ENV "$1" ;;
    esac
}

run_script() {
    if [ -x "$1" ]; then limited "./$1"; else limited sh "$1"; fi
}

# ---- judging ---------------------------------------------------------------------------

# The first line that tells what went wrong, from the instrument or from standard error,
# and where the rest is.
reason() {
    told='ERROR: |WARNING: .*San|runtime error|^Invalid|uninitialised|lost|reachable'
    for f in "$log.vg" "$log.err"; do
        [ -s "$f" ] || continue
        sed 's/^==[0-9]*== *//' "$f" | grep -m1 -E "$told" || grep -m1 . "$f"
        echo "(all of it: $f)"
        break
    done | paste -s -d ' '
}

# The program's lines, and one more if it ended in a way they do not tell.
judge() {   # exit-status
    why=
    if [ "$1" = 124 ]; then
        why="still running after $TIME_LIMIT s"
    elif [ "$1" -gt 128 ]; then
        signal=$(kill -l $(($1 - 128)) 2>/dev/null)
        why="crashed (SIG$signal) after: $(tail -n 1 "$log.raw")"
    elif [ "$1" != 0 ] && ! grep -q '^FAIL ' "$log.raw"; then
        why="exit status $1 and no FAIL line: $(reason)"
    elif ! grep -qE '^(PASS|FAIL|SKIP) ' "$log.raw"; then
        why='no PASS, FAIL or SKIP line'
    fi
    lines=$(grep -E '^(PASS|FAIL|SKIP) ' "$log.raw")
    if [ "$TELL" = lines ]; then
        [ -z "$lines" ] || echo "$lines"
        [ -z "$why" ] || echo "FAIL $name $stage: $why"
    elif [ -n "$why" ]; then
        echo "FAIL $name $stage: $why"
    elif echo "$lines" | grep -q '^FAIL '; then
        echo "$lines" | sed -n "s/^\(FAIL [^:]*\)/\1 ($stage)/p"
    elif echo "$lines" | grep -q '^PASS '; then
        echo "PASS $name $stage"
    else
        echo "$lines" | sed -n "1s/^SKIP [^:]*/SKIP $name $stage/p"
    fi
}

# Output byte for byte as examples/NAME.out has it.
compare() {   # program
    if [ ! -f "examples/$name.out" ]; then
        echo "FAIL $name $stage: examples/$name.out is missing"
        return
    fi
    under "$1"
    status=$?
    if [ "$RUN_ENV" = wine ]; then # lines of Windows end with CR LF
        tr -d '\r' <"$log.raw" >"$log.lf" && mv "$log.lf" "$log.raw"
    fi
    if [ $status != 0 ]; then
        echo "FAIL $name $stage: exit status $status: $(reason)"
    elif cmp -s "examples/$name.out" "$log.raw"; then
        echo "PASS $name $stage"
    else
        diff "examples/$name.out" "$log.raw" >"$log.err"
        echo "FAIL $name $stage: differs from examples/$name.out: $(sed -n 2p "$log.err")"
    fi
}

run() {
    [ "$kind" = script ] || [ -x "$file" ] || file=$file.exe
    if [ "$kind" = script ]; then
        run_script "$file"
        judge $?
    elif [ ! -x "$file" ]; then
        echo "FAIL $name $stage: does not compile"
    elif [ "$kind" = example ]; then
        compare "$file"
    else
        under "$file"
        judge $?
    fi
}

# ---- telling ---------------------------------------------------------------------------

# Seconds since some start, to the hundredth where `date` knows them.
now() {
    case $(date +%N) in
    *[!0-9]* | '') date +%s ;;
    *)             date +%s.%N ;;
    esac
}

# How far the stage is, in a line that the next one replaces.
status() {
    printf '%s: test %d of %d, %d failed' "$stage" \
        $(($(find "$OUT" -name "$LANE*.time" | wc -l) - ${BEFORE:-0})) "${TOTAL:-0}" \
        "$(cat "$OUT"/*.out 2>/dev/null | grep -c '^FAIL ')"
}

# Failures at once, everywhere; what passed on a terminal.
tell() {   # seconds
    grep '^FAIL ' "$log.out" >&2
    [ -n "$TERMINAL" ] || return
    verdict=PASS
    ! grep -q '^SKIP ' "$log.out" || grep -q '^PASS ' "$log.out" || verdict=SKIP
    ! grep -q '^FAIL ' "$log.out" || verdict=FAIL
    tests=$(grep -cE '^(PASS|FAIL|SKIP) ' "$log.raw" 2>/dev/null)
    [ "$kind" != example ] || tests=1
    printf '\r\033[K%s %-8s %-28s %5d tests %7.1f s\n' \
        "$verdict" "$stage" "$name" "${tests:-0}" "$1" >&2
    status >&2
}

trap 'kill "$child" 2>/dev/null; exit 143' TERM
echo $$ >"$log.pid"
begun=$(now)
run >"$log.out" 2>"$log.shell"
rm -f "$log.pid"
times >"$log.cpu"
# seconds from start to end, seconds of processor time, stage and file
{ echo "$begun $(now)"; sed -n 2p "$log.cpu" | tr 'ms' '  '; echo "$stage $file"; } |
    paste -s -d ' ' |
    awk '{ printf "%.2f %.2f %s %s\n", $2 - $1, 60 * ($3 + $5) + $4 + $6, $7, $8 }' \
    >"$log.time"
tell "$(cut -d ' ' -f 1 "$log.time")"
