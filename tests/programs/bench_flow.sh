#!/bin/sh
# bench_flow.sh - that LEMON's, Boost's and igraph's maximum flows are the same as
# netsched.h's, where they are installed.

. "$(dirname "$0")/lib-cli.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

if ! ${MAKE:-make} -s bench-flow BUILD="${BUILT:-build}" BENCH=--quick \
        >"$dir/out" 2>"$dir/err"; then
    echo "FAIL bench_flow.sh same: $(cat "$dir/err" "$dir/out" |
        grep -m1 -E 'MISMATCH|error|bench_')"
elif grep -q '^SKIP' "$dir/out"; then
    sed -n 's/^SKIP bench-flow:/SKIP bench_flow.sh same:/p' "$dir/out"
elif grep -q '^# libraries: none' "$dir/out"; then
    echo 'SKIP bench_flow.sh same: neither LEMON, Boost nor igraph is installed'
else
    echo 'PASS bench_flow.sh same'
fi
