#!/bin/sh
# fuzz.sh - the harnesses in tests/fuzz with libFuzzer, which `make fuzz` has built: each
# runs without a corpus for a few thousand inputs, and must not crash. The first comment
# of a harness has the command for a real search, which takes hours.
#
# BUILD: where they are built; FUZZ_RUNS: inputs for each harness.

. "$(dirname "$0")/../programs/lib-cli.sh"

search() {   # harness
    name=$(basename "$1" .c)
    fuzzer=$BUILD/fuzz/tests/fuzz/$name
    mkdir "$dir/$name"
    if [ ! -x "$fuzzer" ]; then
        fail "$name" "does not compile: $(grep -m1 error: "$OUT/make-fuzz")"
    elif ! grep -q "make fuzz && build/fuzz/tests/fuzz/$name " "$1"; then
        fail "$name" 'its first comment has not the command'
    elif "$fuzzer" -runs="${FUZZ_RUNS:-2000}" -max_len=4096 -seed=1 -timeout=20 \
            -artifact_prefix="$dir/" "$dir/$name" >"$dir/$name.out" 2>&1; then
        pass "$name"
    else
        fail "$name" "$(grep -m1 -E 'ERROR|runtime error|: .*==' "$dir/$name.out")"
    fi
}

for f in tests/fuzz/fuzz_*.c; do search "$f" & done
wait
