#!/bin/sh
# network_file.sh - `make network_file` writes two files that are all that a program with
# netsched.h needs to read networks: examples/network.c builds with nothing else, without
# a warning, and prints what it prints here.

. "$(dirname "$0")/lib-cli.sh"

if ! ${MAKE:-make} -s BUILD="$dir" network_file >"$dir/said" 2>&1; then
    fail made "$(head -n 1 "$dir/said")"
    exit 1
fi
left=$(cd "$dir" && ls)
must made "there is $(echo "$left" | paste -s -d ' ')" [ "$left" = \
    "$(printf 'network_file.c\nnetwork_file.h\nsaid')" ]

# What it includes is next to it or in the C library.
cp netsched.h examples/network.c examples/network.txt "$dir"
odd=$(sed -n 's/^# *include *//p' "$dir/network_file.c" | sort -u | grep -v -x \
    -e '<\(ctype\|errno\|float\|inttypes\|limits\|math\|setjmp\|std[a-z]*\|string\)\.h>' \
    -e '"\(netsched\|network_file\)\.h"')
must includes "$(echo "$odd" | head -n 1)" [ -z "$odd" ]

warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual
    -Wundef -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Werror'
for cc in gcc clang; do
    if ! command -v $cc >/dev/null; then
        skip $cc "$cc is not installed"
        continue
    fi
    (cd "$dir" && $cc -std=c99 $warnings -o network network.c network_file.c -lm &&
        ./network network.txt) >"$dir/out" 2>&1
    must "$cc" "$(head -n 1 "$dir/out")" cmp -s "$dir/out" examples/network.out
done

# Names that a program might have itself are not exported.
(cd "$dir" && ${CC:-cc} -std=c99 -c network_file.c && nm -g --defined-only \
    network_file.o) 2>&1 | sed 's/.* //' >"$dir/names"
must names "exports $(paste -s -d ' ' "$dir/names")" [ -s "$dir/names" ] &&
    must no_other_names '' not grep -v -e '^network_file_' -e '^topology_' "$dir/names"

if ! command -v g++ >/dev/null; then
    skip c++ 'g++ is not installed'
else
    (cd "$dir" && echo '#include "network_file.h"' | g++ -std=c++11 -Wall -Wextra \
        -Wpedantic -Wold-style-cast -Werror -fsyntax-only -x c++ -) 2>"$dir/said"
    verdict c++ "$(cat "$dir/said")"
fi
