# stages.sh - what each stage builds, and what runs in it under which conditions. run.sh
# reads it. With --brief (make test) a stage takes the part of it that finds most for its
# time; every check of `make test` is one of `make gate`, where it has more cases.

brief_stages() { echo plain examples gates asan valgrind; }
all_stages() { echo plain examples gates valgrind asan cross msan selftest tsan fuzz; }

# Those that build in $BUILD itself, one after the other.
builds_for_users() {   # stage
    case $1 in plain | examples | gates | valgrind) ;; *) return 1 ;; esac
}

about() {   # stage
    case $1 in
    plain)    echo 'test programs and test scripts, built as users build them' ;;
    examples) echo 'what the examples print, against examples/NAME.out' ;;
    gates)    echo 'headers, object files, layout, documentation (gates.sh)' ;;
    asan)     echo "gcc's AddressSanitizer and UndefinedBehaviorSanitizer" ;;
    msan)     echo "clang's MemorySanitizer and UndefinedBehaviorSanitizer" ;;
    tsan)     echo 'ThreadSanitizer, on what uses threads' ;;
    valgrind) echo 'Valgrind; every kind of leak is an error' ;;
    fuzz)     echo 'the fuzz harnesses with libFuzzer, for a moment each' ;;
    cross)    echo 'a bare Cortex-M3, big-endian s390x, 32-bit i686, Windows' ;;
    selftest) echo 'broken programs and headers that must be found' ;;
    *) return 1 ;;
    esac
}

# ---- what there is ---------------------------------------------------------------------

# The files that match, or nothing.
found() { for f in "$@"; do [ -f "$f" ] && echo "$f"; done; }

# most of those that take longest begin early
tests=$(found tests/*/oom_*.c tests/*/prop_*.c tests/*/test_*.c)
fuzz=$(found tests/fuzz/fuzz_*.c)   # given nothing, a harness tries inputs of its own
benches=$(found bench/bench_*.c)
examples=$(found examples/*.c)
pinned=$(for f in $examples; do
             case $f in *_sim.c | *swf_tool.c) ;; *) echo "$f" ;; esac
         done)
on_headers=$(for f in $tests; do case $f in tests/sim/*) ;; *) echo "$f" ;; esac; done)
scripts=$(found tests/programs/*.sh tests/gate/install.sh | grep -v '/lib-')

# Scripts that can run another directory's programs, or run them under a command, read
# BUILD and RUN_ENV.
scripts_reading() { for f in $scripts; do grep -q "\$[{]*$1" "$f" && echo "$f"; done; }

# ---- conditions ------------------------------------------------------------------------

# Percent of the percent of random work the caller asked for, at least one.
scaled() {
    n=$(( ${TEST_SCALE:-100} * $1 / 100 ))
    echo $(( n > 0 ? n : 1 ))
}

# Why programs of this compiler do not run here under this runner ('' is none): a small
# one is built and started. Says nothing if it runs.
lacks() {   # runner compiler [flag ...]
    runner=$1 probe=$OUT/probe$LANE limit=
    shift
    for c in "$1" ${runner%% *}; do
        command -v "$c" >/dev/null || { echo "$c is not installed"; return; }
    done
    rm -f "$probe" "$probe.exe"
    cat >"$probe.c" <<'END'
#include <stdio.h>
#ifdef LIBFUZZER
#define main LLVMFuzzerTestOneInput
int main(void);
#endif
int main(void) { return puts("runs") < 0; }
END
    "$@" -o "$probe" "$probe.c" >/dev/null 2>&1 ||
        { echo "$* cannot make a program here"; return; }
    [ -f "$probe" ] || probe=$probe.exe
    ! command -v timeout >/dev/null || limit='timeout 60'
    # -runs=1 is for libFuzzer
    said=$($limit $runner "$probe" -runs=1 2>/dev/null </dev/null) &&
        [ "${said#runs}" != "$said" ] ||
        echo "a program of $* does not start here${runner:+ under $runner}"
}

# True if they run; else says why the stage is skipped.
can_run() {   # runner compiler [flag ...]
    why=$(lacks "$@")
    [ -z "$why" ] || { note "SKIP run.sh $stage: $why"; return 1; }
}

only_native() {   # true if an instrument can be used; else says why not
    [ -z "$RUN_ENV" ] || { note "SKIP run.sh $stage: RUN_ENV is set"; return 1; }
}

UBSAN_OPTIONS=print_stacktrace=1
export UBSAN_OPTIONS

# An instrument makes compiling the dearest part: without inlining, and with no more
# debugging information than line numbers, it takes half, and the programs run as fast.
# What is compiled for tests only (AROUND) is not optimised at all.
quick='-O1 -g1 -fno-inline'

# Without the tests of which there is another form with tiny nodes and blocks: in these,
# splitting and joining are the rule, and little work finds much.
smallest() { for f in "$@"; do [ -f "${f%.c}_small.c" ] || echo "$f"; done; }

# ---- stages ----------------------------------------------------------------------------

stage_plain() {
    if [ -n "$BRIEF" ]; then
        queue script $(brief_scripts)
        # shellcheck disable=SC2046
        set -- $(brief_tests) $fuzz
        # shellcheck disable=SC2086
        build "$BUILD" "$@" $examples
        queue program $(programs_in "$BUILD" "$@")
        no_warning
        run_queue TELL=lines TEST_SCALE="$(scaled 10)" FEW=1
        return
    fi
    # shellcheck disable=SC2086
    build "$BUILD" $tests $fuzz $examples $benches
    for p in $(programs_in "$BUILD" $benches); do
        case $p in *"$ONLY"*) ;; *) continue ;; esac
        [ -x "$p" ] || note "FAIL $(basename "$p") plain: does not compile"
    done
    queue script $scripts # those that take longest begin first
    # shellcheck disable=SC2046,SC2086
    queue program $(programs_in "$BUILD" $tests $fuzz)
    no_warning
    run_queue TELL=lines PROPERTIES="$(scaled 45)"
}

# All but sweeps without memory that are there with tiny nodes, too.
brief_tests() {
    for f in $tests; do
        case $f in */oom_*) smallest "$f" ;; *) echo "$f" ;; esac
    done
}

# One script for each program.
brief_scripts() {
    for f in $scripts; do
        case $f in *sim_traces.sh) ;; */sim_*.sh | */swf_tool.sh) echo "$f" ;; esac
    done
}

stage_examples() {
    # shellcheck disable=SC2086
    build "$BUILD" $examples
    queue example $(programs_in "$BUILD" $pinned)
    run_queue
}

stage_gates() {
    queue script tests/gate/gates.sh
    run_queue TELL=lines BRIEF="$BRIEF"
}

stage_asan() {
    only_native || return
    flags='-fsanitize=address,undefined -fno-sanitize-recover=all'
    # shellcheck disable=SC2086
    can_run '' ${CC:-cc} $flags || return
    ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
    export ASAN_OPTIONS
    if [ -n "$BRIEF" ]; then
        # so little runs that it is cheaper not to optimise
        # shellcheck disable=SC2046
        set -- $(smallest $on_headers | grep -v -e _knots -e _large)
        build "$BUILD/asan-brief" CFLAGS="-O0 -g1 $flags" "$@"
        queue program $(programs_in "$BUILD/asan-brief" "$@")
        run_queue TEST_SCALE=1
        return
    fi
    # shellcheck disable=SC2046
    set -- $(smallest $tests) $fuzz
    # shellcheck disable=SC2086
    build "$BUILD/asan" CFLAGS="$quick $flags" AROUND="-O0 -g1 $flags" "$@" $examples
    queue script $(scripts_reading BUILD | grep -v -e /bench -e /paper)
    queue program $(programs_in "$BUILD/asan" "$@")
    queue example $(programs_in "$BUILD/asan" $pinned)
    run_queue BUILD="$BUILD/asan" TEST_SCALE="$(scaled 3)" FEW=1
}

# Test programs and examples. The scripts and the headers' sweeps without memory run under
# the other sanitizer; what is not initialised there Valgrind sees, too.
stage_msan() {
    only_native || return
    flags='-fsanitize=memory,undefined -fno-sanitize-recover=all'
    # -fsanitize-memory-track-origins tells more, and takes longer
    # shellcheck disable=SC2086
    can_run '' clang $flags || return
    # shellcheck disable=SC2046
    set -- $(smallest $tests | grep -v -e coalloc/oom_ -e netsched/oom_) $fuzz
    # Without an optimiser a vector with one lane that is not initialised counts as such.
    # shellcheck disable=SC2086
    build "$BUILD/msan" CC=clang CFLAGS="$quick $flags" AROUND="-O0 -g1 $flags" \
        CPPFLAGS=-DCOALLOC_NO_VECTOR "$@" $examples
    no_warning
    queue program $(programs_in "$BUILD/msan" "$@")
    queue example $(programs_in "$BUILD/msan" $pinned)
    run_queue BUILD="$BUILD/msan" TEST_SCALE="$(scaled 1)" FEW=1
}

stage_tsan() {
    # shellcheck disable=SC2086
    threaded=$([ -z "$tests" ] || grep -l 'pthread\.h' $tests)
    [ -n "$threaded" ] || return
    only_native || return
    # shellcheck disable=SC2086
    can_run '' ${CC:-cc} -fsanitize=thread || return
    # shellcheck disable=SC2086
    build "$BUILD/tsan" CFLAGS="$quick -fsanitize=thread -pthread" $threaded
    queue program $(programs_in "$BUILD/tsan" $threaded)
    run_queue TEST_SCALE="$(scaled 10)"
}

# Programs run here as users build them. Of the simulators a few command lines run
# (valgrind.sh), as asan and msan run all their scripts.
stage_valgrind() {
    only_native || return
    # shellcheck disable=SC2086
    can_run valgrind ${CC:-cc} || return
    if [ -n "$BRIEF" ]; then
        # shellcheck disable=SC2046
        set -- $(for f in $on_headers; do case $f in */test_*) echo "$f" ;; esac; done)
    else
        # the sanitizers run the tests of the simulators
        # shellcheck disable=SC2046
        set -- $(smallest $on_headers) $fuzz
        queue script $(found tests/gate/valgrind.sh)
        queue example $(programs_in "$BUILD" $pinned)
    fi
    [ -n "$BRIEF" ] || build "$BUILD" bench/bench_calendar.c
    build "$BUILD" "$@" $examples
    queue program $(programs_in "$BUILD" "$@")
    # names of inlined functions would cost a quarter of a short run
    run_queue TEST_SCALE=1 FEW=1 RUN_ENV="valgrind -q --read-inline-info=no \
        --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
        --error-exitcode=99"
}

# As the first comments of the harnesses say: `make fuzz`, then the program on a corpus.
stage_fuzz() {
    only_native || return
    can_run '' clang -DLIBFUZZER -fsanitize=fuzzer,address || return
    queue script $(found tests/gate/fuzz.sh)
    run_queue TELL=lines
}

. tests/gate/cross.sh

stage_selftest() {
    queue script tests/gate/selftest.sh tests/gate/selftest-runner.sh
    run_queue TELL=lines
}
