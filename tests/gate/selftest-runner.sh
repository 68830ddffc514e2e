#!/bin/sh
# selftest-runner.sh - run.sh seen failing: a small project with test programs that crash,
# hang, leak, race and keep silent, of each of which it must say so.

cd "$(dirname "$0")/../.." || exit 1
. tests/gate/selftest-lib.sh

# ---- bad programs ----------------------------------------------------------------------

program() {   # name test ; its text on standard input
    { echo '#include "test.h"'; cat; echo "TEST_MAIN(TEST($2))"; } >"tests/sample/$1.c"
}

bad_programs() {
    program test_fine fine <<'END'
static void fine(void) { CHECK(1 + 1 == 2); }
END
    program test_check check <<'END'
static void check(void) { CHECK_EQ(test_between(1, 2), 3); }
END
    program test_crash crash <<'END'
static void crash(void) { volatile int *nowhere = NULL; *nowhere = 1; }
END
    program test_leak leak <<'END'
static void leak(void) { void *volatile p = malloc(10); CHECK(p != NULL); }
END
    program test_kept kept <<'END'
static void *volatile kept_until_the_end;
static void kept(void) { kept_until_the_end = malloc(10); CHECK(kept_until_the_end); }
END
    program test_overflow overflow <<'END'
static void overflow(void) { volatile int n = 2147483647; n = n + 1; CHECK(n < 0); }
END
    program test_offset offset <<'END'
static void offset(void)
{
    char *volatile p = NULL;
    volatile size_t n = 0;
    char *q = p + n; /* clang's sanitizer knows that this is undefined, gcc's does not */
    CHECK(q == NULL);
}
END
    program test_unset unset <<'END'
static void unset(void)
{
    volatile char *p = (char *)malloc(1);
    CHECK(p != NULL);
    if (*p == 7) puts("seven");
    free((void *)(uintptr_t)p);
}
END
    program test_race race <<'END'
#include <pthread.h>
static int shared;
static void *add(void *arg) { int i; for (i = 0; i < 1000; i++) shared++; return arg; }
static void race(void)
{
    pthread_t t;
    CHECK(pthread_create(&t, NULL, add, NULL) == 0);
    add(NULL);
    CHECK(pthread_join(t, NULL) == 0);
}
END
    echo 'int main(void) { return 0; }' >tests/sample/test_silent.c
    echo 'int main(void) { return 3; }' >tests/sample/test_status.c
    echo 'int main(void) { return nothing; }' >tests/sample/test_broken.c
    program test_warned warned <<'END'
static void warned(void)
{
    const volatile int n = 3;
    int i, last;
    for (i = 0; i < n; i++) last = n * i;
    CHECK_EQ(last, 6);
}
END
    program test_clang clang <<'END'
static void clang(void) { volatile int n = 3; if ((n == 4)) n = 5; CHECK_EQ(n, 3); }
END
    echo 'echo "FAIL sh.sh one: broken"' >tests/programs/sh.sh
    echo 'exit 4' >tests/programs/quiet.sh
    for f in right wrong unpinned; do
        printf '#include <stdio.h>\nint main(void) { puts("%s"); return 0; }\n' $f \
            >examples/$f.c
    done
    echo right >examples/right.out
    echo right >examples/wrong.out
    leaking_simulator
    fuzz_harness
}

# A program that only a command line of valgrind.sh reaches.
leaking_simulator() {
    cat >examples/leak_sim.c <<'END'
#include <stdlib.h>
static void *volatile kept;
int main(void) { kept = malloc(5); return kept == NULL; }
END
    cat >tests/gate/valgrind.sh <<'END'
$RUN_ENV "${BUILD:-build}/leak_sim" && echo 'PASS valgrind.sh leak_sim'
END
}

fuzz_harness() {
    mkdir tests/fuzz
    cat >tests/fuzz/fuzz_crash.c <<'END'
/* make fuzz && build/fuzz/tests/fuzz/fuzz_crash build/corpus */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    volatile uint8_t last = size > 2 ? data[size] : 0;
    (void)last;
    return 0;
}
#else
int main(void) { return puts("PASS fuzz_crash nothing") < 0; }
#endif
END
}

# ---- what run.sh must say, and of what -------------------------------------------------

verdicts() { cat <<'END'
PASS test_fine fine$
FAIL test_check check: .*test_check.c:2:.*SEED=
FAIL test_crash plain: crashed (SIGSEGV)
FAIL test_silent plain: no PASS, FAIL or SKIP line
FAIL test_status plain: exit status 3
FAIL test_broken plain: does not compile
FAIL run.sh plain: .*warning: .*uninitialized
FAIL run.sh s390x: .*warning: .*uninitialized
FAIL sh.sh one: broken
FAIL quiet.sh plain: exit status 4
PASS right examples$
FAIL wrong examples: differs
FAIL unpinned examples: examples/unpinned.out is missing
PASS test_fine asan$
FAIL test_leak asan: .*LeakSanitizer
FAIL test_overflow asan: .*signed integer overflow
FAIL test_check check (asan):
PASS test_fine msan$
FAIL test_unset msan: .*MemorySanitizer
FAIL test_offset msan: .*offset to null pointer
FAIL test_overflow msan: .*signed integer overflow
FAIL run.sh msan: .*test_clang.c.*warning: .*equality comparison
FAIL test_race tsan: .*ThreadSanitizer: data race
PASS test_fine valgrind$
FAIL test_leak valgrind: .*definitely lost
FAIL test_kept valgrind: .*still reachable
FAIL test_unset valgrind: .*uninitialised
FAIL valgrind.sh valgrind: .*exit status 99
FAIL wrong valgrind: differs
FAIL fuzz.sh fuzz_crash: .*heap-buffer-overflow
PASS test_fine cortex-m$
FAIL test_check check (cortex-m):
FAIL wrong cortex-m: differs
PASS test_fine s390x$
FAIL test_check check (s390x):
FAIL test_crash s390x: crashed (SIGSEGV)
PASS test_fine i686$
FAIL test_crash i686: crashed (SIGSEGV)
PASS test_fine windows$
FAIL test_broken windows: does not compile
END
}

# ---- machines that run less ------------------------------------------------------------

# A command that stands before the real ones in PATH.
fake() {   # name ... ; its script on standard input
    mkdir -p fake
    { echo '#!/bin/sh'; cat; } >fake/script
    for f in "$@"; do install -m 755 fake/script "fake/$f"; done
}

# What a compiler makes is put aside as NAME.aside, and NAME does not start.
NO_PROGRAM='
for word; do [ "$last" != -o ] || out=$word; last=$word; done
case $out in *.o) exit ;; esac
mv "$out" "$out.aside" && echo "no program" >"$out" && chmod 755 "$out"'

# Neither emulators, Valgrind, sanitizers nor programs of 32 bits.
nothing_runs() {
    echo 'exit 126' | fake valgrind wine qemu-i386 qemu-s390x qemu-system-arm
    for c in cc clang i686-linux-gnu-gcc; do
        fake $c <<END
PATH=\${PATH#*:} $c "\$@" || exit
case "$c \$*" in i686* | *-fsanitize*) ;; *) exit ;; esac
$NO_PROGRAM
END
    done
}

# A stage has said why it is skipped.
skipped() {
    grep -q "^SKIP run.sh $1: .*\(not start\|not installed\|cannot make\)" $results
}

# i686-linux-gnu-gcc makes programs that start here, or that only qemu-i386 starts.
with_32_bits() {
    rm -rf fake build/i686
    echo 'exec cc "$@"' | fake i686-linux-gnu-gcc
    echo 'exit 126' | fake qemu-i386
}
without_32_bits() {
    rm -rf fake build/i686
    { echo 'cc "$@" || exit'; echo "$NO_PROGRAM"; } | fake i686-linux-gnu-gcc
    echo 'p=$1; shift; exec "$p.aside" "$@"' | fake qemu-i386
}

# One verdict of the run in `said`.
verdict() {   # words
    name="runner: $(echo "$1" | cut -d ' ' -f 1-3 | tr -d '$:')"
    stage=$(echo "$1" | sed 's/^[A-Z]* [^ ]* //; s/^[a-z]* (//; s/[^a-z0-9-].*//')
    [ "${1#* fuzz.sh}" = "$1" ] || stage=fuzz
    if grep -q "^$1" said; then
        echo "PASS selftest $name"
    elif grep -q "^SKIP run.sh $stage:" said; then
        sed -n "s/^SKIP run.sh $stage/SKIP selftest $name/p" said
    else
        echo "FAIL selftest $name: the runner does not say '$1'"
    fi
}

# ok NAME COMMAND ...: what a run left in `said` and `errors`
ok() {
    name=$1
    shift
    if "$@"; then
        echo "PASS selftest runner: $name"
    else
        echo "FAIL selftest runner: $name: $(head -n 5 said errors | paste -s -d ' ')"
    fi
}

said() { grep -q -e "$1" said; }
told() { grep -q -e "$1" errors; }

# A failure is told before the next stage begins, and again at the end.
at_once() {
    told '^FAIL test_check check' && said '^FAIL test_check check' &&
        [ "$(grep -n -m1 '^FAIL test_check check' errors | cut -d : -f 1)" -lt \
          "$(grep -n '^plain: ' errors | cut -d : -f 1)" ]
}

results=build/test-results.txt
counted() {
    [ "$(tail -n 1 said)" = "$(grep -c ^PASS $results) passed, $(grep -c ^FAIL \
        $results) failed, $(grep -c ^SKIP $results) skipped" ]
}

# ---- all of it -------------------------------------------------------------------------

rm -rf "$DIR"
project "$DIR"
cd "$DIR" || exit 1
bad_programs
VERBOSE=1 sh tests/gate/run.sh plain examples asan msan tsan valgrind fuzz cross \
    >said 2>errors
status=$?
verdicts | while read -r line; do verdict "$line"; done
ok 'failures make its exit status 1' [ $status = 1 ]
ok 'the last line counts the lines' counted
ok 'a failure is told at once' at_once
ok 'each stage has a line' [ "$(grep -c '^[a-z]*: [0-9]* passed' errors)" = 8 ]

nothing_runs
PATH=$PWD/fake:$PATH sh tests/gate/run.sh asan msan tsan valgrind fuzz cross \
    >said 2>errors
for s in asan msan tsan valgrind fuzz cortex-m s390x i686 windows; do
    ok "$s is skipped where its programs do not start" skipped $s
done
ok 'and nothing else happens there' eval '! grep -v "^SKIP\|windows" $results'

rm -f tests/sample/test_[a-eg-z]* tests/programs/* examples/*
for how in with without; do
    ${how}_32_bits
    PATH=$PWD/fake:$PATH sh tests/gate/run.sh cross >said 2>errors
    ok "i686 $how programs of 32 bits" grep -q '^PASS test_fine i686$' $results
done
sh tests/gate/run.sh --brief plain asan valgrind >said 2>errors
ok 'the short form has the same stages' [ $? = 0 ]
ok 'and ends with the counts' [ "$(cat said)" = '4 passed, 0 failed, 0 skipped' ]
ok 'it is quiet but for a line each stage' [ "$(wc -l <errors)" = 3 ]

cat >tests/programs/skip.sh <<'END'
echo 'SKIP skip.sh one: python3, used here as a second reader, is not installed'
echo 'SKIP skip.sh two: TRACES is not set'
echo 'SKIP skip.sh three: python3 is not installed'
echo 'SKIP skip.sh clang: not installed, 30 gates not run'
END
ONLY=skip sh tests/gate/run.sh plain >said 2>errors
cat >expected <<'END'
SKIP python3 is not installed: skip.sh one, skip.sh three
SKIP clang is not installed: skip.sh clang
SKIP TRACES is not set: skip.sh two
0 passed, 0 failed, 4 skipped
END
ok 'what is skipped is grouped by what is missing' cmp -s said expected
if command -v script >/dev/null; then
    ONLY=skip script -qec 'sh tests/gate/run.sh plain' /dev/null >said 2>&1 </dev/null
    ok 'a terminal is told how far it is' said 'plain: test 1 of 1, 0 failed'
fi
rm tests/programs/skip.sh

echo 'while :; do :; done' >tests/programs/hang.sh
TIME_LIMIT=1 ONLY=hang sh tests/gate/run.sh plain >said 2>errors
ok 'what hangs is stopped' said 'FAIL hang.sh plain: still running after 1 s'

echo 'echo $$ >hanging; sleep 600; echo PASS hang.sh' >tests/programs/hang.sh
sh tests/gate/run.sh plain >said 2>errors &
for _ in 1 2 3 4 5 6 7 8 9; do [ -s hanging ] || sleep 1; done
sleep 1
kill -TERM $!
wait $!
ok 'interrupted, it says so with the counts' said 'interrupted in stage plain; .* passed,'
sleep 1
ok 'and leaves nothing running' eval '! kill -0 "$(cat hanging)" 2>/dev/null'
