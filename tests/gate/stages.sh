#!/bin/sh
# stages.sh - what each stage of the tests builds, and what runs in it under which
# conditions. With BRIEF (make test) a stage takes the part of it that finds most for its
# time; every check of `make test` is one of `make gate`, where it has more cases.
#
#     tests/gate/stages.sh STAGE     runs one, for run.sh

stage=$1

note() {   # what a stage finds or leaves out: a line that no program says
    echo "$1" >>"$OUT/$stage.0.out" || exit 1
    case $1 in FAIL*) echo "$1" >&2 ;; esac
}

# ---- what there is ---------------------------------------------------------------------
# The files that match, or nothing.
found() { for f in "$@"; do [ -f "$f" ] && echo "$f"; done; }

# most of those that take longest begin early
tests=$(found tests/*/prop_*.c tests/*/test_*.c)
fuzz=$(found tests/fuzz/fuzz_*.c)   # given nothing, a harness tries inputs of its own
benches=$(found bench/bench_*.c)
examples=$(found examples/*.c)
scripts=$(found tests/programs/*.sh tests/programs/*.cases tests/gate/install.sh |
    grep -v -e /lib- -e /cases.sh)

only() {   # PATTERN FILE ... : those whose path has it
    pattern=$1
    shift
    for f in "$@"; do echo "$f"; done | grep -e "$pattern"
}

pinned=$(only . $examples | grep -v -e _sim.c -e swf_tool.c -e slurm_book.c)
on_headers=$(only . $tests | grep -v tests/sim/)

# Without the tests of which there is another form with tiny nodes and blocks: in these,
# splitting and joining are the rule, and little work finds much. In the short form plain
# and Valgrind have the sizes of users instead: each form is compiled once.
smallest() { for f in "$@"; do [ -f "${f%.c}_small.c" ] || echo "$f"; done; }
as_users() { for f in "$@"; do echo "$f"; done | grep -v -e _small -e _large -e _arena; }

# Programs of these sources, in this build directory.
programs_in() {   # directory source ...
    where=$1
    shift
    for f in "$@"; do echo "$f"; done | sed "s|^examples/||; s|^|$where/|; s|\.c\$||"
}

# ---- building and running --------------------------------------------------------------
# In the background, where a signal can end it.
made() {   # command ...
    "$@" &
    running=$!
    wait $running
}
trap 'kill $running 2>/dev/null; wait; exit 143' INT TERM HUP

# Percent of the percent of random work the caller asked for; of scripts at least one.
scaled() {   # kind percent
    awk -v kind="$1" -v n="$2" -v of="${TEST_SCALE:-100}" 'BEGIN {
        n *= of / 100
        print kind == "script" ? int(n > 1 ? n : 1) : n }'
}

build() {   # directory [NAME=value | source] ... : values are options of make
    where=$1
    shift
    for word in "$@"; do
        shift
        case $word in *=*) ;; *) word=$(programs_in "$where" "$word") ;; esac
        set -- "$@" "$word"
    done
    [ ! -t 2 ] || echo "$stage: building" >&2
    made $MAKE -k V=1 BUILD="$where" "$@" >"$OUT/make-$stage" 2>&1 ||
        grep -E 'error:|undefined reference|multiple definition|\*\*\*' \
            "$OUT/make-$stage" | head -n 20 >&2
}

# What compilers warn of while programs are built as they are for users is a failure.
no_warning() {
    grep 'warning:' "$OUT/make-$stage" | sort -u | head -n 5 >"$OUT/warnings-$stage"
    while read -r warning; do
        note "FAIL run.sh $stage: $warning"
    done <"$OUT/warnings-$stage"
}

queue() {   # kind percent-of-random-work file ... ; scripts that are asked for exist
    kind=$1 scale=$(scaled "$1" "$2")
    shift 2
    [ "$kind$#" != script0 ] || note "FAIL run.sh $stage: it has no scripts"
    for f in "$@"; do
        case $f in *"$ONLY"*) ;; *) continue ;; esac
        job="$stage $kind $f $scale ${FEW:--}"
        [ -n "$REST" ] && grep -q -x -F -e "$job" "$BUILD/test-brief.txt" || echo "$job"
    done >>"$OUT/$stage.queue" || exit 1
}

run_queue() {   # NAME=value ... : what the stage asks of everything that runs in it
    jobs=$(awk -v stage="$stage" '{ print "job-" stage "." NR }' "$OUT/$stage.queue")
    [ -z "$jobs" ] || made env "$@" $MAKE -k -f tests/gate/gate.mk $jobs
}

# Programs that are only built.
built() {   # directory source ...
    for p in $(programs_in "$@"); do
        case $p in *"$ONLY"*) ;; *) continue ;; esac
        if [ -x "$p" ] || [ -x "$p.exe" ]; then note "PASS $(basename "$p") $stage"
        else note "FAIL $(basename "$p") $stage: does not compile"; fi
    done
}

# Why programs of this compiler do not run here under this runner ('' is none): a small
# one is built and started. Says nothing if it runs.
lacks() {   # runner compiler [flag ...]
    runner=$1 probe=$OUT/probe-$stage limit=
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
    $limit $runner "$probe" -runs=1 2>/dev/null </dev/null | grep -q ^runs ||
        echo "a program of $* does not start here${runner:+ under $runner}"
}

# True if they run; else says why the stage is skipped.
can_run() {   # runner compiler [flag ...]
    why=$(lacks "$@")
    [ -z "$why" ] || { note "SKIP run.sh $stage: $why"; return 1; }
}

# ---- stages ----------------------------------------------------------------------------
# An instrument makes compiling the dearest part: with no more debugging information than
# line numbers, and not optimised, it takes half.
UBSAN_OPTIONS=print_stacktrace=1
ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS ASAN_OPTIONS

# Test programs, scripts and examples, built as users build them. The short form has a
# script for each program and no larger networks.
stage_plain() {
    cases=100
    if [ -n "$BRIEF" ]; then
        cases=10 benches='' FEW=1
        tests=$(as_users $tests)
        scripts=$(only '/sim_\|/swf_tool\|/slurm_book_' $scripts | grep -v sim_traces)
    fi
    build "$BUILD" $tests $fuzz $examples $benches
    no_warning
    built "$BUILD" $benches
    queue script $cases $scripts # those that take longest begin first
    FEW=
    queue program $cases $(programs_in "$BUILD" $fuzz)
    queue program 10 $(programs_in "$BUILD" $(only /prop_ $tests))
    queue program 25 $(programs_in "$BUILD" $(only /test_ $tests))
    queue example 100 $(programs_in "$BUILD" $pinned)
    run_queue TELL=lines
}

# Scripts that say a line for each check.
checks() { queue script 100 "$@"; run_queue TELL=lines; }
stage_gates() { FEW=$BRIEF; checks tests/gate/gates.sh; }
stage_selftest() { checks tests/gate/selftest.cases tests/gate/selftest-runner.sh; }

# AddressSanitizer and UndefinedBehaviorSanitizer: clang's, if it is there, which compiles
# the headers in half of gcc's time.
stage_asan() {
    flags='-fsanitize=address,undefined -fno-sanitize-recover=all' cc=${CC:-clang}
    [ -z "$(lacks '' $cc $flags)" ] || cc=cc
    can_run '' $cc $flags || return
    # compiling the headers is the dearest part: without copies of them for a test each
    set -- $(smallest $tests | grep -v -e _arena -e _large) $fuzz
    tools=$(grep -l -e '^tool=' -e '^[$] ' $scripts /dev/null |
        grep -v -e /paper -e late_binding -e '/slurm.*[.]sh')
    build "$BUILD/asan" CC="$cc" CFLAGS="-O0 -g1 $flags" "$@" $examples
    no_warning
    FEW=1
    queue script 3 $tools
    queue program 1 $(programs_in "$BUILD/asan" "$@")
    queue example 1 $(programs_in "$BUILD/asan" $pinned)
    run_queue BUILD="$BUILD/asan"
}

# clang's MemorySanitizer on the simulators' test programs and the examples, and one
# undefined operation that gcc does not see: an offset to a null pointer. In the headers'
# tests and in a few command lines Valgrind finds memory that was never set.
stage_msan() {
    flags='-fsanitize=memory,pointer-overflow -fno-sanitize-recover=all'
    can_run '' clang $flags || return
    set -- $(echo "$tests" | grep -v -e /coalloc/ -e /netsched/ -e /swf/) $fuzz
    # Without an optimiser a vector with one lane that is not initialised counts as such.
    build "$BUILD/msan" CC=clang CFLAGS="-O0 -g1 $flags" CPPFLAGS=-DCOALLOC_NO_VECTOR \
        "$@" $examples
    no_warning
    queue program 1 $(programs_in "$BUILD/msan" "$@")
    queue example 1 $(programs_in "$BUILD/msan" $pinned)
    run_queue
}

# ThreadSanitizer, on what uses threads. fail() ends a program while threads run.
stage_tsan() {
    TSAN_OPTIONS=report_thread_leaks=0
    export TSAN_OPTIONS
    set -- $(grep -l -e '<pthread\.h>' -e 'base/threads\.h' -e 'kit_queue\.h' $tests \
        /dev/null)
    [ $# -gt 0 ] && can_run '' ${CC:-cc} -fsanitize=thread || return
    build "$BUILD/tsan" CFLAGS='-O0 -g1 -fsanitize=thread -pthread' "$@"
    queue program 1 $(programs_in "$BUILD/tsan" "$@")
    run_queue
}

# The headers' tests run here as users build them; every kind of leak is an error. Of the
# programs a few command lines run (commands.sh), as the sanitizers run their tests, and
# those of the examples and fuzz harnesses.
stage_valgrind() {
    can_run valgrind ${CC:-cc} || return
    set -- $(as_users $(only /test_ $on_headers))
    if [ -n "$BRIEF" ]; then
        examples='' benches=''
    else
        set -- $({ smallest $on_headers | grep -v _large; printf '%s\n' "$@"; } | sort -u)
        queue script 1 $(found tests/gate/commands.sh)
    fi
    build "$BUILD" "$@" $examples $(only bench_calendar $benches)
    queue program 0.3 $(programs_in "$BUILD" "$@")
    # names of inlined functions would cost a quarter of a short run
    run_queue RUN_ENV="valgrind -q --read-inline-info=no --leak-check=full \
        --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=99"
}

# As the first comments of the harnesses say, `make fuzz`, but not optimised: for so few
# inputs compiling would take longer than running.
stage_fuzz() {
    can_run '' clang -DLIBFUZZER -fsanitize=fuzzer,address || return
    $MAKE -k BUILD="$BUILD" fuzz MODELS= >"$OUT/make-fuzz" 2>&1 FUZZING="-g1 -O0 \
        -fno-sanitize-recover=all -fsanitize=fuzzer-no-link,address,undefined"
    checks $(found tests/gate/fuzz.sh)
}

. tests/gate/cross.sh

# ---- one of them -----------------------------------------------------------------------
: >"$OUT/$stage.queue" || exit 1
case ${RUN_ENV:+set}$stage in
set*[!n]) note "SKIP run.sh $stage: RUN_ENV is set" ;; # all but plain
*) stage_"$(echo "$stage" | tr - _)" ;;
esac
for n in $(awk '{ print NR }' "$OUT/$stage.queue"); do
    [ -s "$OUT/$stage.$n.out" ] ||
        note "FAIL $(sed -n "${n}s/.* \(.*\) .* .*/\1/p" "$OUT/$stage.queue") $stage:" \
            'did not run'
done
[ -n "$(cat "$OUT/$stage".*.out 2>/dev/null)" ] || [ -n "$ONLY" ] ||
    note "FAIL run.sh $stage: nothing ran"
times >"$OUT/times-$stage"
seconds=$(sed -n '2s/[ms]/ /gp' "$OUT/times-$stage" |
    awk '{ printf "%.0f", 60 * ($1 + $3) + $2 + $4 }')
echo "$stage $seconds" >>"$BUILD/stage-times.txt"
cat "$OUT/$stage".*.out 2>/dev/null | awk -v stage="$stage" -v cpu="$seconds" '
    /^PASS / { p++ } /^FAIL / { f++ } /^SKIP / { s++ }
    END { printf "%s: %d passed, %d failed, %d skipped (%d s of processor time)\n", stage,
        p, f, s, cpu }' >&2
