#!/bin/sh
# run.sh - builds everything, runs every test, counts the PASS, FAIL and SKIP lines.
#
#     tests/gate/run.sh              all stages           (make test)
#     tests/gate/run.sh STAGE ...    only these:
#         plain      test programs and tests/*.sh as users build them
#         examples   what the examples print, against examples/NAME.out
#         asan       all of it under AddressSanitizer and UndefinedBehaviorSanitizer
#         msan       test programs under clang's MemorySanitizer
#         tsan       test programs that use threads, under ThreadSanitizer
#         valgrind   all of it under Valgrind; every kind of leak is an error
#         cross      test programs and examples for a Cortex-M3 (QEMU's board), 64-bit
#                    big-endian s390x (QEMU), 32-bit i686 and Windows (linked; run where
#                    Wine is): no warning, and what passes here passes there
#         gates      tests/gate/gates.sh: headers, object files, documentation
#         selftest   broken programs and headers that must be found
#
# From the environment: TRACES (a directory of real logs), SEED, TEST_SCALE (percent of
# the random work), RUN_ENV (a command to run programs under, such as an emulator; then
# only the first two stages make sense), ONLY (programs whose name contains it), JOBS,
# VERBOSE=1.
#
# One process runs one program, so a crash loses one file. A program that crashes, hangs,
# says FAIL, or says nothing at all has failed. Under an instrument a program counts as
# one test. All lines are kept in build/test-results.txt, and in
# build/test-times.txt how long each took.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
TIME_LIMIT=${TIME_LIMIT:-900}
OUT=$BUILD/test-out
LC_ALL=C
export BUILD MAKE JOBS TIME_LIMIT OUT LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL    # builds below choose their own flags

# ---- one program, in a process of its own ----------------------------------------------

# Percent of the percent of random work the caller asked for, at least one.
scaled() {
    n=$(( ${TEST_SCALE:-100} * $1 / 100 ))
    echo $(( n > 0 ? n : 1 ))
}

# What the stage asks of everything that runs in it. RUN_ENV is the command before a
# program.
enter() {
    case $stage in
    asan)     TEST_SCALE=$(scaled 5)
              ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
              UBSAN_OPTIONS=print_stacktrace=1
              export ASAN_OPTIONS UBSAN_OPTIONS ;;
    msan)     TEST_SCALE=$(scaled 5) ;;
    tsan)     TEST_SCALE=$(scaled 10) ;;
    valgrind) TEST_SCALE=1
              # names of inlined functions would cost a quarter of a short run
              RUN_ENV='valgrind -q --read-inline-info=no --leak-check=full'
              RUN_ENV="$RUN_ENV --show-leak-kinds=all --errors-for-leak-kinds=all"
              RUN_ENV="$RUN_ENV --error-exitcode=99" ;;
    cortex-m) TEST_SCALE=1 RUN_ENV=tests/cross/cortex-m.sh
              DIRENT_LIST=$OUT/corpus; export DIRENT_LIST ;;
    s390x)    TEST_SCALE=1 RUN_ENV=qemu-s390x ;;
    i686)     TEST_SCALE=$(scaled 5) ;;
    windows)  TEST_SCALE=$(scaled 5) RUN_ENV=wine ;;
    esac
    [ -z "$TEST_SCALE" ] || export TEST_SCALE
    [ -z "$RUN_ENV" ] || export RUN_ENV
}

limited() {
    if command -v timeout >/dev/null; then
        timeout -k 10 "$TIME_LIMIT" "$@"
    else
        "$@"
    fi </dev/null >"$log.raw" 2>"$log.err"
}

under() {   # program
    if [ "$stage" = valgrind ]; then
        limited $RUN_ENV --log-file="$log.vg" "$1"
    else
        limited $RUN_ENV "$1"
    fi
}

# A script finds the stage's programs by BUILD and runs them under RUN_ENV itself.
run_script() {
    case $stage in asan | msan | tsan) BUILD=$BUILD/$stage ;; esac
    if [ -x "$1" ]; then limited "./$1"; else limited sh "$1"; fi
}

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
judge() {   # file exit-status
    why=
    if [ "$2" = 124 ]; then
        why="still running after $TIME_LIMIT s"
    elif [ "$2" -gt 128 ]; then
        signal=$(kill -l $(($2 - 128)) 2>/dev/null)
        why="crashed (SIG$signal) after: $(tail -n 1 "$log.raw")"
    elif [ "$2" != 0 ] && ! grep -q '^FAIL ' "$log.raw"; then
        why="exit status $2 and no FAIL line: $(reason)"
    elif ! grep -qE '^(PASS|FAIL|SKIP) ' "$log.raw"; then
        why='no PASS, FAIL or SKIP line'
    fi
    lines=$(grep -E '^(PASS|FAIL|SKIP) ' "$log.raw")
    case $stage in
    plain | gates | selftest)
        [ -z "$lines" ] || echo "$lines"
        [ -z "$why" ] || echo "FAIL $1 $stage: $why" ;;
    *)  # an instrument: one line for the whole program
        if [ -n "$why" ]; then
            echo "FAIL $1 $stage: $why"
        elif echo "$lines" | grep -q '^FAIL '; then
            echo "$lines" | sed -n "s/^\(FAIL [^:]*\)/\1 ($stage)/p"
        elif echo "$lines" | grep -q '^PASS '; then
            echo "PASS $1 $stage"
        else
            echo "$lines" | sed -n "1s/^SKIP [^:]*/SKIP $1 $stage/p"
        fi ;;
    esac
}

# Output byte for byte as examples/NAME.out has it.
compare() {   # program
    name=$(basename "$1")
    if [ ! -f "examples/$name.out" ]; then
        echo "FAIL $name $stage: examples/$name.out is missing"
        return
    fi
    under "$1"
    status=$?
    if [ $status != 0 ]; then
        echo "FAIL $name $stage: exit status $status: $(reason)"
    elif cmp -s "examples/$name.out" "$log.raw"; then
        echo "PASS $name $stage"
    else
        diff "examples/$name.out" "$log.raw" >"$log.err"
        echo "FAIL $name $stage: differs from examples/$name.out: $(sed -n 2p "$log.err")"
    fi
}

job() {   # number stage kind target
    stage=$2 log=$OUT/$1 begun=$(date +%s)
    enter
    [ -z "$PROGRESS" ] || printf '\r\033[K%s %s' "$stage" "$4" >&2
    case $3 in
    program) if [ -x "$4" ]; then
                 under "$4"
                 judge "$(basename "$4")" $?
             else
                 echo "FAIL $(basename "$4") $stage: does not compile"
             fi ;;
    script)  run_script "$4"
             judge "$(basename "$4")" $? ;;
    example) if [ -x "$4" ]; then
                 compare "$4"
             else
                 echo "FAIL $(basename "$4") $stage: does not compile"
             fi ;;
    esac >"$log.out" 2>"$log.shell"
    echo "$(($(date +%s) - begun)) $stage $4" >"$log.time"
}

if [ "$1" = --job ]; then
    shift
    job "$@"
    exit 0
fi

# ---- stages: what runs in each ---------------------------------------------------------

# Results that cannot be kept (a full disk, say) must not look like success.
lost() {
    echo "tests/gate/run.sh: cannot write to $OUT: results are lost" >&2
    echo '0 passed, 1 failed, 0 skipped'
    exit 1
}

number=1000
queue() {   # kind target ...
    kind=$1
    shift
    for target in "$@"; do
        case $target in *"$ONLY"*) ;; *) continue ;; esac
        number=$((number + 1))
        echo "$number $stage $kind $target" || lost
    done >>"$OUT/queue"
}

note() { number=$((number + 1)); echo "$1" >"$OUT/$number.out" || lost; }

# The files that match, or nothing.
found() { for f in "$@"; do [ -f "$f" ] && echo "$f"; done; }

# a fuzz harness, given nothing, replays the corpus
tests=$(found tests/test_*.c tests/prop_*.c tests/oom_*.c tests/fuzz/fuzz_*.c)
benches=$(found bench/bench_*.c)
scripts=$(found tests/*.sh |
    grep -v -e '^tests/gate/run.sh$' -e '^tests/gates' -e '^tests/lib-')
examples=$(found examples/*.c)
pinned=$(for f in $examples; do
             case $f in *_sim.c | *swf_tool.c) ;; *) echo "$f" ;; esac
         done)

# Programs of these sources, in this build directory.
programs_in() {   # directory source ...
    where=$1
    shift
    for f in "$@"; do
        f=${f%.c}
        echo "$where/${f#examples/}"
    done
}

build() {   # directory source ... ; compiler and flags come from the environment
    where=$1
    shift
    [ -z "$PROGRESS" ] || printf '\r\033[Kbuilding for %s' "$stage" >&2
    wanted=$(programs_in "$where" "$@")
    # shellcheck disable=SC2086
    [ -z "$wanted" ] ||
        $MAKE -k -s -j"$JOBS" BUILD="$where" $wanted >"$OUT/make-$stage" 2>&1 ||
        grep -E 'error|undefined reference|\*\*\*' "$OUT/make-$stage" | head -n 20 >&2
}

# What compilers warn of while programs are built as they are for users is a failure.
no_warning() {
    warning=$(grep -s -m1 'warning:' "$OUT/make-$stage")
    [ -z "$warning" ] || note "FAIL run.sh $stage: $warning"
}

run_queue() {
    [ -s "$OUT/queue" ] || return
    xargs -P "$JOBS" -L 1 sh tests/gate/run.sh --job <"$OUT/queue"
    while read -r n _ _ f; do
        [ -s "$OUT/$n.out" ] || echo "FAIL $f $stage: did not run" >"$OUT/$n.out" || lost
    done <"$OUT/queue"
    : >"$OUT/queue"
    [ -z "$PROGRESS" ] || printf '\r\033[K' >&2
}

# Does a program built with these flags by this compiler run here?
works() {   # compiler flags ...
    echo 'int main(void) { return 0; }' >"$OUT/probe.c"
    "$@" -o "$OUT/probe" "$OUT/probe.c" >/dev/null 2>&1 && "$OUT/probe" >/dev/null 2>&1
}

only_native() {   # true if an instrument can be used; else says why not
    [ -z "$RUN_ENV" ] || { note "SKIP run.sh $stage: RUN_ENV is set"; return 1; }
}

# Scripts that can run another directory's programs, or run them under a command, read
# BUILD and RUN_ENV.
scripts_reading() { for f in $scripts; do grep -q "\$[{]*$1" "$f" && echo "$f"; done; }

stage_plain() {
    # shellcheck disable=SC2086
    build "$BUILD" $tests $examples $benches
    no_warning
    for p in $(programs_in "$BUILD" $benches); do
        case $p in *"$ONLY"*) ;; *) continue ;; esac
        [ -x "$p" ] || note "FAIL $(basename "$p") plain: does not compile"
    done
    queue script $scripts # who takes longest begins first
    queue program $(programs_in "$BUILD" $tests)
    run_queue
}

stage_examples() {
    # shellcheck disable=SC2086
    build "$BUILD" $examples
    queue example $(programs_in "$BUILD" $pinned)
    run_queue
}

# With sanitizers most of the time went into compiling: without inlining, and with no more
# debugging information than line numbers, it takes half, and the programs run as fast.
quick='-O1 -g1 -fno-inline'

stage_asan() {
    only_native || return
    flags='-fsanitize=address,undefined -fno-sanitize-recover=all'
    if ! works ${CC:-cc} $flags; then
        note "SKIP run.sh asan: ${CC:-cc} cannot build or run with $flags here"
        return
    fi
    (export CFLAGS="$quick $flags" AROUND="-O0 -g1 $flags"
     build "$BUILD/asan" $tests $examples $benches)
    queue script $(scripts_reading BUILD)
    queue program $(programs_in "$BUILD/asan" $tests)
    queue example $(programs_in "$BUILD/asan" $pinned)
    run_queue
}

stage_msan() {
    only_native || return
    flags=-fsanitize=memory # -fsanitize-memory-track-origins tells more, and takes longer
    if ! command -v clang >/dev/null; then
        note 'SKIP run.sh msan: MemorySanitizer needs clang, which is not installed'
    elif ! works clang $flags; then
        note "SKIP run.sh msan: clang cannot build or run with $flags here"
    else
        (export CC=clang CFLAGS="$quick $flags"; build "$BUILD/msan" $tests)
        queue program $(programs_in "$BUILD/msan" $tests)
        run_queue
    fi
}

stage_tsan() {
    # shellcheck disable=SC2086
    threaded=$([ -z "$tests" ] || grep -l 'pthread\.h' $tests)
    [ -n "$threaded" ] || return
    only_native || return
    if ! works ${CC:-cc} -fsanitize=thread; then
        note "SKIP run.sh tsan: ${CC:-cc} cannot build or run with -fsanitize=thread here"
        return
    fi
    (export CFLAGS="$quick -fsanitize=thread -pthread"; build "$BUILD/tsan" $threaded)
    queue program $(programs_in "$BUILD/tsan" $threaded)
    run_queue
}

stage_valgrind() {
    only_native || return
    if ! command -v valgrind >/dev/null; then
        note 'SKIP run.sh valgrind: valgrind is not installed'
        return
    fi
    build "$BUILD" $tests $examples
    queue script $(scripts_reading RUN_ENV) # who takes longest begins first
    queue program $(programs_in "$BUILD" $tests)
    queue example $(programs_in "$BUILD" $pinned)
    run_queue
}

# Test programs that need no POSIX, or say what they leave out without.
portable() {
    for f in "$@"; do
        ! grep -q -E 'sim/|<(pthread|unistd|sys/[a-z]+)\.h>' "$f" ||
            grep -q __unix__ "$f" && echo "$f"
    done
}

# Why programs for a machine cannot be made and run here: what is not installed, or fails.
cross_lacks() {   # compiler-and-flags command ...
    compiler=$1
    shift
    for c in "${compiler%% *}" "$@"; do
        command -v "$c" >/dev/null || { echo "$c is not installed"; return; }
    done
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$OUT/probe.c"
    # shellcheck disable=SC2086
    $compiler -o "$OUT/probe" "$OUT/probe.c" >/dev/null 2>&1 ||
        echo "$compiler cannot make a program here"
}

# Builds for the machine that is the stage's name.
cross_build() {   # compiler-and-flags source ...
    (export CC="$1" CFLAGS="$cross_cflags" CPPFLAGS="$cross_cppflags"
     export LDFLAGS="$cross_ldflags"
     shift
     build "$BUILD/$stage" "$@")
    no_warning
}

# All that is built and run for one machine.
cross() {   # machine compiler-and-flags emulator source ...
    stage=$1 compiler=$2 emulator=$3
    shift 3
    # shellcheck disable=SC2086
    why=$(cross_lacks "$compiler" $emulator)
    if [ -n "$why" ]; then
        note "SKIP run.sh $stage: $why"
        return
    fi
    cross_build "$compiler" "$@" $pinned
    # shellcheck disable=SC2046
    queue program $(programs_in "$BUILD/$stage" "$@")
    # shellcheck disable=SC2046
    queue example $(programs_in "$BUILD/$stage" $pinned)
    run_queue
}

# Emulators make compiling dearer than running: the optimiser does only what is quick.
cross_cflags=-O1

# A bare machine: tests/cross/mps2.c starts the programs, tests/cross/dirent.h lists the
# corpus.
cross_cortex_m() {   # source ...
    gcc='arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb --specs=rdimon.specs'
    start=$OUT/mps2.o
    find tests/data -name '*.?wf' | sed 's|.*/||' | sort >"$OUT/corpus"
    # shellcheck disable=SC2086
    $gcc -O1 -std=c99 -Wall -Wextra -Werror -c -o "$start" tests/cross/mps2.c \
        2>"$OUT/mps2.err"
    cross_cppflags='-isystem tests/cross'
    cross_ldflags="-nostartfiles -T tests/cross/mps2.ld $start"
    cross cortex-m "$gcc" qemu-system-arm "$@"
    cross_cppflags='' cross_ldflags=''
}

# Programs for Windows are linked; they run only where Wine does.
cross_windows() {   # source ...
    gcc='x86_64-w64-mingw32-gcc -static'
    if command -v wine >/dev/null; then
        cross windows "$gcc" wine "$@"
        return
    fi
    stage=windows
    why=$(cross_lacks "$gcc")
    [ -z "$why" ] || { note "SKIP run.sh windows: $why"; return; }
    cross_cflags=-O0
    cross_build "$gcc" "$@" $pinned
    cross_cflags=-O1
    for p in $(programs_in "$BUILD/windows" "$@" $pinned); do
        case $p in *"$ONLY"*) ;; *) continue ;; esac
        if [ -f "$p" ] || [ -f "$p.exe" ]; then
            note "PASS $(basename "$p") windows"
        else
            note "FAIL $(basename "$p") windows: does not compile"
        fi
    done
    note 'SKIP run.sh windows: wine is not installed; linked, not run'
}

stage_cross() {
    only_native || return
    # shellcheck disable=SC2046
    set -- $(portable $tests)
    cross_cortex_m "$@"
    cross s390x 's390x-linux-gnu-gcc -static' qemu-s390x $tests
    cross i686 'i686-linux-gnu-gcc -static' '' $tests
    cross_windows "$@"
}

stage_gates()    { queue script tests/gate/gates.sh; run_queue; }
stage_selftest() { queue script tests/gate/gates-selftest.sh; run_queue; }

# ---- all of it -------------------------------------------------------------------------

ulimit -c 0
if [ -t 2 ]; then PROGRESS=1; export PROGRESS; fi
rm -rf "$OUT"
mkdir -p "$OUT" || lost
: >"$OUT/queue" || lost
for stage in ${*:-plain examples asan msan tsan valgrind cross gates selftest}; do
    case $stage in
    plain | examples | asan | msan | tsan | valgrind | cross | gates | selftest) ;;
    *) echo "tests/gate/run.sh: no stage called '$stage'" >&2; exit 2 ;;
    esac
    before=$number
    "stage_$stage"
    [ "$number" -gt "$before" ] || [ -n "$ONLY" ] || [ "$stage" = tsan ] ||
        note "FAIL run.sh $stage: nothing ran"
done

[ "$number" -gt 1000 ] || note "FAIL run.sh ONLY=$ONLY: no test has that in its name"
# who takes long, in seconds
cat "$OUT"/*.time 2>/dev/null | sort -rn >"$BUILD/test-times.txt"
results=$BUILD/test-results.txt
echo complete >"$OUT/end" && [ -s "$OUT/end" ] || lost
cat "$OUT"/*.out >"$results" && [ -s "$results" ] || lost
cat "$OUT"/*.shell 2>/dev/null | grep -v 'Segmentation fault\|Aborted' >&2
[ -z "$VERBOSE" ] || grep '^PASS ' "$results"
grep '^SKIP ' "$results"
grep '^FAIL ' "$results"
awk '/^PASS / { p++ } /^FAIL / { f++ } /^SKIP / { s++ }
     END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 }' "$results"
