# selftest-lib.sh - what both selftests share: a small project of the scripts under test.
# They read it from the project's directory.

HERE=${here:-$PWD}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
DIR=$PWD/${BUILD:-build}/$(basename "$0" .sh)
export HERE DIR JOBS
# the small projects choose everything themselves
unset BUILD CC CFLAGS LDFLAGS OUT ONLY RUN_ENV SEED TEST_SCALE TRACES VERBOSE MAKEFLAGS
unset NETWORKS TELL FEW BRIEF REST BUILT TIME_LIMIT

# The scripts under test, and the files that a text holds, each behind a line `== PATH`.
project() {   # directory text
    mkdir -p "$1/tests/programs" && cd "$1" &&
        cp -r "$HERE/Makefile" "$HERE/.clang-format" . &&
        cp -r "$HERE/tests/gate" "$HERE/tests/test.h" "$HERE/tests/compile" \
            "$HERE/tests/cross" tests/ &&
        cp "$HERE/tests/programs/lib-cli.sh" "$HERE/tests/programs/cases.sh" \
            tests/programs/ &&
        rm -f tests/gate/install.sh tests/gate/commands.sh || exit 1
    sed -n 's|^== \(.*\)/[^/]*$|\1|p' "$2" | xargs mkdir -p
    awk '/^== / { close(f); f = $2; next } f { print >f }' "$2"
}
