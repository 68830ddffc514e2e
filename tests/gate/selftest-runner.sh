#!/bin/sh
# selftest-runner.sh - run.sh seen failing: a small project with test programs that crash,
# hang, leak, race and keep silent, of each of which it must say so.

cd "$(dirname "$0")/../.." || exit 1
. tests/gate/selftest-lib.sh
rm -rf "$DIR"
project "$DIR"
cd "$DIR" || exit 1
results=build/test-results.txt

# ---- bad programs ----------------------------------------------------------------------
# NAME and what its test does
while read -r name body; do
    printf '#include "test.h"\n%s\nstatic void %s(void) { %s }\nTEST_MAIN(TEST(%s))\n' \
        'int shared; void *volatile held;' "$name" "$body" "$name" \
        >"tests/sample/test_$name.c"
done <<'END'
fine    CHECK(1 + 1 == 2);
check   CHECK_EQ(test_between(1, 2), 3);
crash   volatile int *nowhere = NULL; *nowhere = 1;
leak    void *volatile p = malloc(10); CHECK(p != NULL);
kept    held = malloc(10); CHECK(held != NULL);
overflow volatile int n = 2147483647; n = n + 1; CHECK(n < 0);
offset  char *volatile p = NULL; volatile size_t n = 0; char *q = p + n; CHECK(!q);
unset   char *volatile p = held = malloc(1); CHECK(p); if (*p == 7) shared = 7; free(p);
warned  volatile int n = 3; int x; short c = n; while (c > 1) x = c--; CHECK_EQ(x, 2);
clang   volatile int n = 3; if ((n == 4)) n = 5; CHECK_EQ(n, 3);
END
cat >tests/sample/test_race.c <<'END'
#include <pthread.h>
#include "test.h"
static int shared;
static void *add(void *arg) { int i; for (i = 0; i < 1000; i++) shared++; return arg; }
static void race(void)
{
    pthread_t t;
    CHECK(pthread_create(&t, NULL, add, NULL) == 0);
    add(NULL);
    CHECK(pthread_join(t, NULL) == 0);
}
TEST_MAIN(TEST(race))
END
echo 'int main(void) { return 0; }' >tests/sample/test_silent.c
echo 'int main(void) { return 3; }' >tests/sample/test_status.c
echo 'int main(void) { return nothing; }' >tests/sample/test_broken.c
echo 'echo "FAIL sh.sh one: broken"' >tests/programs/sh.sh
echo 'exit 4' >tests/programs/quiet.sh
printf '$ echo a\nb\n$ exit\n' >tests/programs/other.cases
echo 'sleep 600' >tests/programs/hang.sh
# a program that only a script runs
echo 'int main(void) { volatile int n = 2147483647; return ++n > 0; }' \
    >examples/over_sim.c
echo 'tool=over_sim; . "$(dirname "$0")/lib-cli.sh"; run; verdict over "$(trouble)"' \
    >tests/programs/over.sh
for f in right wrong unpinned; do
    printf '#include <stdio.h>\nint main(void) { return puts("%s") < 0; }\n' $f \
        >examples/$f.c
    echo right >examples/$f.out
done
rm examples/unpinned.out
# a program that only a command line of commands.sh reaches
printf '#include <stdlib.h>\nstatic void *volatile kept;\n%s\n' \
    'int main(void) { kept = malloc(5); return kept == NULL; }' >examples/leak_sim.c
echo '$RUN_ENV "${BUILD:-build}/leak_sim" && echo "PASS commands.sh leak_sim"' \
    >tests/gate/commands.sh
mkdir tests/fuzz
cat >tests/fuzz/fuzz_crash.c <<'END'
/* make fuzz && build/fuzz/tests/fuzz/fuzz_crash build/corpus */
#include <stdint.h>
#include <stdio.h>
#ifdef LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    volatile uint8_t last = size > 2 ? data[size] : 0;
    return last * 0;
}
#else
int main(void) { return puts("PASS fuzz_crash nothing") < 0; }
#endif
END

# ---- what run.sh must say of them ------------------------------------------------------
# ok NAME COMMAND ...: what a run left in `said` and `errors`
ok() {
    name=$1
    shift
    if "$@"; then echo "PASS selftest runner: $name"
    else echo "FAIL selftest runner: $name: $(cat said errors | paste -s -d ' ')"; fi
}

TIME_LIMIT=20 VERBOSE=1 sh tests/gate/run.sh plain asan msan tsan valgrind fuzz \
    cortex-m s390x windows >said 2>errors
ok 'failures make its exit status 1' [ $? = 1 ]
ok 'the last line counts the lines' [ "$(tail -n 1 said)" = "$(grep -c ^PASS $results
    ) passed, $(grep -c ^FAIL $results) failed, $(grep -c ^SKIP $results) skipped" ]
ok 'a failure is told at once' grep -q '^FAIL test_check check' errors
ok 'each stage has a line' [ "$(grep -c '^[a-z0-9-]*: [0-9]* passed' errors)" = 9 ]
while read -r stage words; do
    if grep -q "^$words" said; then
        echo "PASS selftest runner: $stage: $words"
    elif grep -q "^SKIP run.sh $stage:" said; then
        sed -n "s/^SKIP run.sh $stage/SKIP selftest runner: $stage: $words/p" said
    else
        echo "FAIL selftest runner: $stage: it does not say '$words'"
    fi
done <<'END'
plain PASS test_fine fine$
plain FAIL test_check check: .*test_check.c:3:.*SEED=
plain FAIL test_crash plain: crashed (SIGSEGV)
plain FAIL test_silent plain: no PASS, FAIL or SKIP line
plain FAIL test_status plain: exit status 3
plain FAIL test_broken plain: does not compile
plain FAIL run.sh plain: .*warning: .*uninitialized
plain FAIL sh.sh one: broken
plain FAIL quiet.sh plain: exit status 4
plain FAIL other.cases 1: wanted .* b .* a
plain FAIL other.cases 3: it ended the shell
plain FAIL hang.sh plain: still running after 20 s
plain PASS right plain$
plain FAIL wrong plain: differs
plain FAIL unpinned plain: .*unpinned.out: No such file
asan PASS test_fine asan$
asan FAIL test_leak asan: .*LeakSanitizer
asan FAIL test_overflow asan: .*signed integer overflow
asan FAIL test_check check (asan):
asan FAIL over.sh over (asan): exit status 1
msan PASS test_fine msan$
msan FAIL test_unset msan: .*MemorySanitizer
msan FAIL test_offset msan: .*offset to null pointer
msan FAIL run.sh msan: .*test_clang.c.*warning: .*equality comparison
tsan FAIL test_race tsan: .*ThreadSanitizer: data race
valgrind PASS test_fine valgrind$
valgrind FAIL test_leak valgrind: .*definitely lost
valgrind FAIL test_kept valgrind: .*still reachable
valgrind FAIL test_unset valgrind: .*uninitialised
valgrind FAIL commands.sh valgrind: .*exit status 99
fuzz FAIL fuzz.sh fuzz_crash: .*heap-buffer-overflow
cortex-m PASS test_fine cortex-m$
cortex-m FAIL test_check check (cortex-m):
s390x FAIL run.sh s390x: .*warning: .*conversion
s390x PASS test_fine s390x$
s390x FAIL test_crash s390x: crashed (SIGSEGV)
windows FAIL test_broken windows: does not compile
END

# ---- machines that run less ------------------------------------------------------------
# In front of the real ones in PATH, neither Valgrind nor emulators.
mkdir fake
printf '#!/bin/sh\nexit 126\n' >fake/valgrind
chmod 755 fake/valgrind
for f in wine qemu-s390x qemu-system-arm; do cp fake/valgrind "fake/$f"; done
PATH=$PWD/fake:$PATH sh tests/gate/run.sh valgrind cortex-m s390x windows >said 2>errors
for s in valgrind cortex-m s390x windows; do
    ok "$s is skipped where its programs do not start" grep -q \
        "^SKIP run.sh $s: .*\(not start\|not installed\|cannot make\)" $results
done
ok 'and nothing else happens there' eval '! grep -v "^SKIP\|windows" $results'
rm -rf tests/sample/test_[a-eg-z]* tests/programs/* examples/*

# ---- the short form, and what ends early -----------------------------------------------
sh tests/gate/run.sh plain asan >said 2>errors
ok 'a stage without its scripts fails' \
    [ "$(grep -c '^FAIL .*it has no scripts' said)" = 2 ]
echo 'echo "PASS sim_one.sh one"' >tests/programs/sim_one.sh
sh tests/gate/run.sh --brief plain asan valgrind >said 2>errors
ok 'the short form has the same stages' [ $? = 0 ]
ok 'and ends with the counts' [ "$(cat said)" = '5 passed, 0 failed, 0 skipped' ]
REST=1 sh tests/gate/run.sh plain >said 2>errors
ok 'the rest leaves out what the short form ran' \
    [ "$(cat said)" = '2 passed, 0 failed, 0 skipped' ]

echo 'echo "SKIP skip.sh one: TRACES is not set"' >tests/programs/skip.sh
ONLY=skip sh tests/gate/run.sh plain >said 2>errors
ok 'a skip is reported and counted' [ "$(paste -s -d / said)" = \
    'SKIP skip.sh one: TRACES is not set/0 passed, 0 failed, 1 skipped' ]
ONLY=nowhere sh tests/gate/run.sh plain >said 2>errors
ok 'nothing to run is a failure' [ $? = 1 ]

echo 'echo $$ >hanging; sleep 600; echo PASS hang.sh' >tests/programs/hang.sh
sh tests/gate/run.sh plain >said 2>errors &
for _ in 1 2 3 4 5 6 7 8 9; do [ -s hanging ] || sleep 1; done
sleep 1
kill -TERM $!
wait $!
ok 'interrupted, it says so with the counts' grep -q '^interrupted; until .* passed,' said
sleep 1
ok 'and leaves nothing running' eval '! kill -0 "$(cat hanging)" 2>/dev/null'
