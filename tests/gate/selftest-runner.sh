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
unpack "$HERE/tests/compile/runner.txt" .
# NAME and what its test does
while read -r name body; do
    printf '#include "test.h"\n%s\nstatic void %s(void) { %s }\nTEST_MAIN(TEST(%s))\n' \
        'int shared; void *volatile held;' "$name" "$body" "$name" \
        >"tests/sample/test_$name.c"
done <programs.txt
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
done <said.txt

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
