#!/bin/sh
# mutants.sh HEADER - faults that the tests of a header must see: changes of one token or
# statement (mutants.awk), N of them drawn by SEED, each against the header's tests.
# Those that no test sees are listed; each is in `explained` with the reason why it
# changes no answer, or a test is missing. All are in one program: MUTANT=number turns
# one on.
#
# BUILD: where to build; N, SEED: which changes; MUTANT_SCALE: TEST_SCALE of the tests.

header=$1
mkdir -p "${BUILD:=build}/mutants"
BUILD=$(cd "$BUILD" && pwd)
list=$BUILD/mutants/$header.list
tree=$BUILD/mutants/$header
explained=tests/mutants/explained
tab=$(printf '\t')

rm -rf "$tree" && mkdir -p "$tree" || exit 1
for f in Makefile bench examples tests coalloc.h netsched.h swf.h; do
    ln -s "$PWD/$f" "$tree/$f"
done
rm "$tree/$header.h" "$list" 2>/dev/null
awk -v list="$list" -f tests/mutants/mutants.awk "$header.h" >"$tree/$header.h"
programs=
for f in tests/"$header"/prop_*.c tests/"$header"/test_*.c; do
    programs="$programs build/${f%.c}"
done
"${MAKE:-make}" -s -C "$tree" BUILD=build CPPFLAGS='-include tests/mutants/mutant.h' \
    CFLAGS='-O1 -w' $programs >/dev/null || exit 1

# Does a test see it?
seen() {   # number
    for p in $programs; do
        # shellcheck disable=SC3045 # dash and bash have it
        (cd "$tree" && ulimit -t 20 &&
            MUTANT=$1 TEST_SCALE=${MUTANT_SCALE:-3} "$p" >/dev/null 2>&1) || return 0
    done
    return 1
}

if seen 0; then echo "FAIL mutants $header.h: a test fails without any change"; exit 1; fi
awk -F "$tab" -v n="${N:-100}" -v seed="${SEED:-1}" '
    BEGIN { srand(seed) }
    { line[NR] = $0 }
    END {
        for (left = NR; n-- > 0 && left > 0; left--) {
            k = 1 + int(rand() * left)
            print line[k]
            line[k] = line[left]
        }
    }' "$list" |
while IFS=$tab read -r number place change line; do
    if seen "$number"; then echo seen
    elif grep -qF "$header.h$tab$change$tab$line$tab" "$explained"; then echo explained
    else printf 'SURVIVES %s.h:%s: %s | %s\n' "$header" "$place" "$change" "$line"; fi
done 2>/dev/null | awk -v header="$header.h" '
    { count[$1]++ }
    $1 == "SURVIVES" { print }
    END { printf "%s: %d changes, %d seen, %d explained, %d not\n", header, NR,
              count["seen"], count["explained"], count["SURVIVES"]
          exit count["SURVIVES"] > 0 }'
