#!/bin/sh
# job.sh - runs one program in a separate process and judges it. A program that crashes,
# hangs, says FAIL, or says nothing at all has failed, and no other test is lost with it.
#
#     tests/gate/job.sh STAGE.N      line N of what stages.sh has queued, which is
#                                    STAGE KIND FILE TEST_SCALE FEW, of these kinds:
#         program   a test program
#         script    a test script: finds programs in $BUILD, runs them under $RUN_ENV; or
#                   NAME.cases, commands and what they print (programs/cases.sh)
#         example   a program whose output must be examples/NAME.out
#
# From the environment: OUT (the directory for what it said), TIME_LIMIT (seconds),
# RUN_ENV (the command programs are run under), TELL=lines (every PASS, FAIL and SKIP line
# counts; else the program counts as one test).

log=$OUT/$1
read -r stage kind file TEST_SCALE FEW <<END_OF_LINE
$(sed -n "${1##*.}p" "$OUT/${1%.*}.queue")
END_OF_LINE
name=$(basename "$file")
FEW=${FEW#-}
export TEST_SCALE FEW
unset MAKEFLAGS MFLAGS MAKELEVEL

# In the background, where a signal can end it: `timeout` makes a process group.
limited() {
    ! command -v timeout >/dev/null || set -- timeout -k 10 "$TIME_LIMIT" "$@"
    "$@" </dev/null >"$log.raw" 2>"$log.err" &
    child=$!
    wait "$child"
    status=$?
}

under() {   # program
    case $RUN_ENV in
    valgrind*) limited $RUN_ENV --log-file="$log.vg" "$1" ;;
    *)         limited $RUN_ENV "$1" ;;
    esac
}

# The first line that says what went wrong, from the instrument or from standard error,
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

# The program's lines, and one more if it ended in a way they do not say.
judge() {
    why=
    if [ $status = 124 ]; then
        why="still running after $TIME_LIMIT s"
    elif [ $status -gt 128 ]; then
        why="crashed (SIG$(kill -l $((status - 128)))) after: $(tail -n 1 "$log.raw")"
    elif [ $status != 0 ] && ! grep -q '^FAIL ' "$log.raw"; then
        why="exit status $status and no FAIL line: $(reason)"
    elif ! grep -qE '^(PASS|FAIL|SKIP) ' "$log.raw"; then
        why='no PASS, FAIL or SKIP line'
    fi
    [ -z "$why" ] || echo "FAIL $name $stage: $why"
    if [ "$TELL" = lines ]; then
        grep -E '^(PASS|FAIL|SKIP) ' "$log.raw"
    elif [ -n "$why" ]; then
        return
    elif grep -q '^FAIL ' "$log.raw"; then
        sed -n "s/^\(FAIL [^:]*\)/\1 ($stage)/p" "$log.raw"
    elif grep -q '^PASS ' "$log.raw"; then
        echo "PASS $name $stage"
    else
        sed -n "/^SKIP /{s/^SKIP [^:]*/SKIP $name $stage/p;q;}" "$log.raw"
    fi
}

# Output byte for byte as examples/NAME.out has it; lines of Windows end with CR LF.
compare() {
    [ "$RUN_ENV" != wine ] || sed -i 's/\r$//' "$log.raw"
    if [ $status != 0 ]; then
        echo "FAIL $name $stage: exit status $status: $(reason)"
    elif diff "examples/$name.out" "$log.raw" >"$log.diff" 2>&1; then
        echo "PASS $name $stage"
    else
        echo "FAIL $name $stage: differs from examples/$name.out: $(grep -m1 '^[<>d]' \
            "$log.diff")"
    fi
}

run() {
    case $kind$file in
    script*.cases) limited sh tests/programs/cases.sh "$file"; judge; return ;;
    script*) limited sh "$file"; judge; return ;;
    esac
    [ -x "$file" ] || file=$file.exe
    if [ ! -x "$file" ]; then
        echo "FAIL $name $stage: does not compile"
    else
        under "$file"
        # Wine's own server may fail: that says nothing of the program
        ! grep -qs '^wine client error' "$log.err" || under "$file"
        case $kind in example) compare ;; *) judge ;; esac
    fi
}

trap 'kill "$child" 2>/dev/null; wait; exit 143' INT TERM HUP
run >"$log.new" 2>"$log.shell"
mv "$log.new" "$log.out" || exit
grep '^FAIL ' "$log.out" >&2
times >"$log.cpu"
seconds=$(sed -n '2s/[ms]/ /gp' "$log.cpu" | awk '{ print 60 * ($1 + $3) + $2 + $4 }')
echo "$seconds $stage $file" >"$log.time"
[ ! -t 2 ] || printf '%s %-8s %-28s %7.1f s   %d of %d\n' \
    "$(sed -n '1s/ .*//p' "$log.out")" "$stage" "$name" "$seconds" \
    "$(find "$OUT" -name '*.time' | wc -l)" "$(cat "$OUT"/*.queue | wc -l)" >&2
