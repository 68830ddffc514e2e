#!/bin/sh
# fuzz.sh - the harnesses in tests/fuzz with libFuzzer: each is built, run without a
# corpus for a few thousand inputs, and must not crash. The first comment of a harness has
# the command for a real search, which takes hours.
#
# BUILD: where to build; FUZZ_RUNS: inputs for each harness.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
unset MAKEFLAGS MFLAGS MAKELEVEL
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# Not optimised: for so few inputs compiling would take longer than running.
${MAKE:-make} -k -s -j"${JOBS:-1}" BUILD="$BUILD" \
    FUZZING="-g1 -O0 -fno-sanitize-recover=all \
        -fsanitize=fuzzer-no-link,address,undefined" \
    fuzz >"$dir/make" 2>&1

search() {   # harness
    name=$(basename "$1" .c)
    program=$BUILD/fuzz/tests/fuzz/$name
    mkdir "$dir/$name"
    if [ ! -x "$program" ]; then
        echo "FAIL fuzz.sh $name: does not compile: $(grep -m1 error: "$dir/make")"
    elif ! grep -q "make fuzz && build/fuzz/tests/fuzz/$name " "$1"; then
        echo "FAIL fuzz.sh $name: its first comment has not the command"
    elif "$program" -runs="${FUZZ_RUNS:-2000}" -max_len=4096 -seed=1 -timeout=20 \
            -artifact_prefix="$dir/" "$dir/$name" >"$dir/$name.out" 2>&1; then
        echo "PASS fuzz.sh $name"
    else
        echo "FAIL fuzz.sh $name:" \
            "$(grep -m1 -E 'ERROR|runtime error|: .*==' "$dir/$name.out")"
    fi
}

for f in tests/fuzz/fuzz_*.c; do search "$f" & done
wait
