#!/bin/sh
# binding.sh - examples/binding.py on a shared library of coalloc.h prints what
# examples/binding.out has.

. "$(dirname "$0")/lib-cli.sh"

command -v python3 >/dev/null || { skip python 'python3 is not installed'; exit 0; }
${CC:-cc} -shared -fPIC -DCOALLOC_IMPLEMENTATION -x c -o "$dir/lib.so" coalloc.h 2>&1 &&
    python3 examples/binding.py "$dir/lib.so" >"$dir/out" 2>&1
must python "$(diff "$dir/out" examples/binding.out | sed -n 2p)" \
    cmp -s "$dir/out" examples/binding.out
