#!/bin/sh
# gates-selftest.sh - a gate never seen failing does not count.
#
# Makes a small project of its own under build/selftest (the header
# tests/compile/sample.h, a test, a README) on which every gate passes; then breaks a copy
# of it in one way at a time, and the gate that watches for it must complain in the words
# given here. The test runner is treated likewise, with test programs that crash, hang,
# leak, race and keep silent.

cd "$(dirname "$0")/../.." || exit 1
HERE=$PWD
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
DIR=$PWD/${BUILD:-build}/selftest
MAKE=${MAKE:-make}
export HERE DIR JOBS MAKE
# the small projects choose everything themselves
unset BUILD CC CFLAGS LDFLAGS OUT ONLY RUN_ENV SEED TEST_SCALE TRACES VERBOSE MAKEFLAGS

# ---- small projects --------------------------------------------------------------------

# The scripts under test, and nothing else of the project.
project() {   # directory
    mkdir -p "$1/tests" "$1/examples" &&
        cp -r "$HERE/Makefile" "$1/" &&
        cp -r "$HERE/tests/gate/run.sh" "$HERE/tests/gate/gates.sh" "$HERE/tests/test.h" \
            "$HERE/tests/compile" "$HERE/tests/cross" "$1/tests/"
}

good_project() {
    project "$1"
    mv "$1/tests/compile/sample.h" "$1/"
    cat >"$1/tests/test_sample.c" <<'END'
#define SAMPLE_IMPLEMENTATION
#include "../sample.h"
#include "test.h"

static void doubles(void)
{
    void *copy = sample_copy("a", 2);
    CHECK(sample_twice(1) == 2);
    free(copy);
}

TEST_MAIN(TEST(doubles))
END
    cat >"$1/README.md" <<'END'
# A sample

[The header](sample.h), its tests in `test_sample.c`, and [what it prints](#its-output).

## Its `output`

<!-- run: first -->
```c
#include <stdio.h>
int main(void) { puts("7"); return 0; }
```

```text
7
```
END
}

# ---- one control -----------------------------------------------------------------------

BROKEN=tests/compile/broken.txt

# Names of the controls, in order.
controls() { awk 'BEGIN { RS = "" } !/^#/ { print $1 }' "$HERE/$BROKEN"; }

control() {   # name
    name=$1
    awk -v name="$name" 'BEGIN { RS = "" } $1 == name' "$HERE/$BROKEN" \
        >"$DIR/$name.control"
    read -r name gate file words <"$DIR/$name.control"
    cp -r "$DIR/good" "$DIR/$name"
    cd "$DIR/$name" || exit 1
    sed 1d "$DIR/$name.control" >edit
    sed -f edit "$file" >changed
    if cmp -s "$file" changed; then
        echo "FAIL selftest $name: nothing was broken"
        return
    fi
    mv changed "$file"
    sh tests/gate/gates.sh "$gate" >said 2>&1
    if grep -q "^FAIL .*$words" said; then
        echo "PASS selftest $name"
    elif ! grep -q '^FAIL' said && grep -q '^SKIP' said; then
        echo "SKIP selftest $name: $(sed -n '/^SKIP /{s///p;q;}' said)"
    else
        echo "FAIL selftest $name: gate $gate does not say '$words':" \
            "$(grep -v -m1 '^PASS' said)"
    fi
}

# ---- the runner's own controls ---------------------------------------------------------

bad_programs() {
    program() {   # name test ; its text on standard input
        { echo '#include "test.h"'; cat; echo "TEST_MAIN(TEST($2))"; } >"tests/$1.c"
    }
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
    echo 'int main(void) { return 0; }' >tests/test_silent.c
    echo 'int main(void) { return 3; }' >tests/test_status.c
    echo 'int main(void) { return nothing; }' >tests/test_broken.c
    program test_warned warned <<'END'
static void warned(void)
{
    const volatile int n = 3;
    int i, last;
    for (i = 0; i < n; i++) last = n * i;
    CHECK_EQ(last, 6);
}
END
    echo 'echo "FAIL sh.sh one: broken"' >tests/sh.sh
    echo 'exit 4' >tests/quiet.sh
    for f in right wrong unpinned; do
        printf '#include <stdio.h>\nint main(void) { puts("%s"); return 0; }\n' $f \
            >examples/$f.c
    done
    echo right >examples/right.out
    echo right >examples/wrong.out
}

# What the runner must say, and of whom.
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
FAIL test_race tsan: .*ThreadSanitizer: data race
PASS test_fine valgrind$
FAIL test_leak valgrind: .*definitely lost
FAIL test_kept valgrind: .*still reachable
FAIL test_unset valgrind: .*uninitialised
FAIL wrong valgrind: differs
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

runner() {
    project "$DIR/runner"
    cd "$DIR/runner" || exit 1
    bad_programs
    VERBOSE=1 sh tests/gate/run.sh plain examples asan msan tsan valgrind cross >said 2>errors
    status=$?
    while read -r verdict; do
        name="runner: $(echo "$verdict" | cut -d ' ' -f 1-3 | tr -d '$:')"
        stage=$(echo "$name" | sed 's/.* //; s/[()]//g')
        if grep -q "^$verdict" said; then
            echo "PASS selftest $name"
        elif grep -q "^SKIP run.sh $stage:" said; then
            sed -n "s/^SKIP run.sh $stage/SKIP selftest $name/p" said
        else
            echo "FAIL selftest $name: the runner does not say '$verdict'"
        fi
    done <<END
$(verdicts)
END
    counted="$(grep -c ^PASS build/test-results.txt) passed, $(grep -c ^FAIL \
        build/test-results.txt) failed, $(grep -c ^SKIP build/test-results.txt) skipped"
    if [ $status = 1 ] && [ "$(tail -n 1 said)" = "$counted" ]; then
        echo 'PASS selftest runner: failures make its exit status 1'
    else
        echo "FAIL selftest runner: exit status $status, last line '$(tail -n 1 said)'"
    fi
    echo 'while :; do :; done' >tests/hang.sh
    TIME_LIMIT=1 ONLY=hang sh tests/gate/run.sh plain >said 2>errors
    if grep -q 'FAIL hang.sh plain: still running after 1 s' said; then
        echo 'PASS selftest runner: what hangs is stopped'
    else
        echo "FAIL selftest runner: hang.sh gives: $(cat said errors)"
    fi
    if ONLY=fine sh tests/gate/run.sh plain >said 2>errors &&
        [ "$(cat said)" = '1 passed, 0 failed, 0 skipped' ]; then
        echo 'PASS selftest runner: exit status 0 and one line when all is well'
    else
        echo "FAIL selftest runner: alone, test_fine gives: $(cat said errors)"
    fi
}

# ---- all of it -------------------------------------------------------------------------

if [ "$1" = --control ]; then
    control "$2"
    exit 0
fi
rm -rf "$DIR"
mkdir -p "$DIR" || exit 1
good_project "$DIR/good"
(cd "$DIR/good" && sh tests/gate/gates.sh >"$DIR/good.said" 2>&1; rm -rf build)
if complaint=$(grep -v -m1 -e '^PASS' -e '^SKIP' "$DIR/good.said") ||
    ! grep -q '^PASS' "$DIR/good.said"; then
    echo "FAIL selftest good: $complaint"
else
    echo 'PASS selftest good: every gate passes on a header that obeys them'
fi
# one process each; what they say is kept apart, so that it comes out in order
controls | JOBS=1 xargs -P "$JOBS" -I NAME \
    sh -c 'sh tests/gate/gates-selftest.sh --control NAME >"$DIR/NAME.out"'
for name in $(controls); do cat "$DIR/$name.out"; done
runner
