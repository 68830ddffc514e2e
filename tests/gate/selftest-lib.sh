# selftest-lib.sh - what both selftests share: a small project of the scripts under test.
# They read it from the project's directory.

HERE=$PWD
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
DIR=$PWD/${BUILD:-build}/$(basename "$0" .sh)
MAKE=${MAKE:-make}
export HERE DIR JOBS MAKE
# the small projects choose everything themselves
unset BUILD CC CFLAGS LDFLAGS OUT ONLY RUN_ENV SEED TEST_SCALE TRACES VERBOSE MAKEFLAGS
unset NETWORKS TELL FEW BRIEF REST BUILT TIME_LIMIT

# The scripts under test, and nothing else of the project.
project() {   # directory
    mkdir -p "$1/tests/sample" "$1/tests/programs" "$1/examples" &&
        cp -r "$HERE/Makefile" "$HERE/.clang-format" "$1/" &&
        cp -r "$HERE/tests/gate" "$HERE/tests/test.h" "$HERE/tests/compile" \
            "$HERE/tests/cross" "$1/tests/" &&
        cp "$HERE/tests/programs/lib-cli.sh" "$HERE/tests/programs/cases.sh" \
            "$1/tests/programs/" &&
        rm -f "$1"/tests/gate/install.sh "$1"/tests/gate/commands.sh
}

# Writes the files that a text holds, each behind a line `== PATH`.
unpack() {   # text directory
    sed -n 's|^== \(.*\)/[^/]*$|\1|p' "$1" | (cd "$2" && xargs mkdir -p)
    awk -v to="$2/" '/^== / { close(f); f = to $2; next } f { print >f }' "$1"
}
