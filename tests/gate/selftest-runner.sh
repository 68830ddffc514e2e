#!/bin/sh
# selftest-runner.sh - run.sh seen failing: a small project with test programs that crash,
# hang, leak, race and keep silent, of each of which it must say so.

cd "$(dirname "$0")/../.." || exit 1
. tests/gate/selftest-lib.sh
rm -rf "$DIR"
project "$DIR" "$HERE/tests/compile/runner.txt"
# NAME and what its test does
while read -r name body; do
    printf '#include "test.h"\n%s\nstatic void %s(void) { %s }\nTEST_MAIN(TEST(%s))\n' \
        'int shared; void *volatile held;' "$name" "$body" "$name" \
        >"tests/sample/test_$name.c"
done <programs.txt

# ok NAME COMMAND ...: what a run left in `said` and `errors`
ok() {
    name=$1
    shift
    if "$@"; then echo "PASS selftest runner: $name"
    else echo "FAIL selftest runner: $name: $(cat said errors | paste -s -d ' ')"; fi
}
results=build/test-results.txt
ran() { sh tests/gate/run.sh "$@" >said 2>errors; }

TIME_LIMIT=20 VERBOSE=1 ran $(cut -d ' ' -f 1 said.txt | uniq)
ok 'failures make its exit status 1' [ $? = 1 ]
ok 'the last line counts the lines' [ "$(tail -n 1 said)" = "$(grep -c ^PASS $results
    ) passed, $(grep -c ^FAIL $results) failed, $(grep -c ^SKIP $results) skipped" ]
ok 'a failure is printed at once' grep -q '^FAIL test_check check' errors
while read -r stage words; do
    if ! grep -q "^SKIP run.sh $stage:" said; then
        ok "$stage: $words" grep -q "^$words" said
    else
        sed -n "s/^SKIP run.sh $stage/SKIP selftest runner: $stage: $words/p" said
    fi
done <said.txt

# ---- the short form, and what ends early -----------------------------------------------
rm -rf tests/sample/test_[a-eg-z]* tests/programs/* examples/*
ran plain asan
ok 'a stage without its scripts fails' \
    [ "$(grep -c '^FAIL .*it has no scripts' said)" = 2 ]
echo 'echo "PASS sim_one.sh one"' >tests/programs/sim_one.sh
ran --brief plain valgrind
ok 'the short form ends with the counts' grep -qx '4 passed, 0 failed, 0 skipped' said
REST=1 ran plain
ok 'the rest is what it has not run' grep -qx '2 passed, 0 failed, 0 skipped' said
echo 'echo "SKIP skip.sh one: TRACES is not set"' >tests/programs/skip.sh
ONLY=skip ran plain
ok 'a skip is reported and counted' [ "$(paste -s -d / said)" = \
    'SKIP skip.sh one: TRACES is not set/0 passed, 0 failed, 1 skipped' ]
ONLY=nowhere ran plain
ok 'nothing to run is a failure' [ $? = 1 ]
ran plain nonsense
ok 'what is not a stage is refused' [ "$? $(cat said errors)" = \
    "2 tests/gate/run.sh: no stage called 'nonsense'" ]
PARTS="soak none" sh tests/gate/night.sh >said 2>errors
ok 'nor a part of the night' [ "$? $(cat said errors)" = "2 tests/gate/night.sh: no part\
 called 'none'; there are platforms mutants fuzz soak" ]

echo 'echo $$ >hanging; sleep 600; echo PASS hang.sh' >tests/programs/hang.sh
sh tests/gate/run.sh plain >said 2>errors &
for _ in 1 2 3 4 5 6 7 8 9; do [ -s hanging ] || sleep 1; done
kill -TERM $!
wait $!
ok 'interrupted, it says so with the counts' grep -q '^interrupted; until .* passed,' said
sleep 1
ok 'and leaves nothing running' eval '! kill -0 "$(cat hanging)" 2>/dev/null'
