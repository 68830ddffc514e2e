#!/bin/sh
# mutants.sh HEADER - faults that the tests of a header must see: changes of one token or
# statement (mutants.awk), N of them drawn by SEED, each against the header's tests.
# Those that no test sees are listed, unless gcc -O2 makes the same code of them; each is
# in `explained` with the reason why it changes no answer, or a test is missing. All are
# in one program: MUTANT=number turns one on.
#
# The verdicts stand in BUILD/mutants/HEADER.txt, one a line, as they are found.
# BUILD: where to build; N, SEED: which changes; MUTANT_SCALE: TEST_SCALE of the tests.

header=$1
mkdir -p "${BUILD:=build}/mutants"
BUILD=$(cd "$BUILD" && pwd)
list=$BUILD/mutants/$header.list
tree=$BUILD/mutants/$header
tab=$(printf '\t')

rm -rf "$tree" && mkdir -p "$tree" || exit 1
for f in Makefile bench examples tests coalloc.h netsched.h swf.h; do
    ln -s "$PWD/$f" "$tree/$f"
done
rm "$tree/$header.h"
awk -v list="$list" -v n="${N:-100}" -v seed="${SEED:-1}" -f tests/mutants/mutants.awk \
    "$header.h" >"$tree/$header.h"
programs=$(for f in tests/"$header"/[opt]*_*.c; do # oom, prop, test
    echo "build/${f%.c}"
done)
# What is never set has a pattern; with tree-sra gcc may take it for what it would be.
"${MAKE:-make}" -s -C "$tree" BUILD=build CPPFLAGS='-include tests/mutants/mutant.h' \
    CFLAGS='-O1 -w -fno-tree-sra -ftrivial-auto-var-init=pattern' $programs \
    >/dev/null || exit 1

run() {   # number program scale
    # shellcheck disable=SC3045 # dash and bash have it
    (cd "$tree" && ulimit -t $((1 + 2 * $3)) && ulimit -v 2000000 &&
        MUTANT=$1 TEST_SCALE=$3 "$2") 2>&1
}

object() {   # number
    ${CC:-cc} -std=c99 -O2 -w -Dmutant_="$1" -x c -c -o "$tree/$1.o" "$tree/$header.h" \
        "-D$(echo "$header" | tr '[:lower:]' '[:upper:]')_IMPLEMENTATION"
}

# The quickest first; the random ones once more, longer.
runs=$(for p in $programs; do run 0 "$p" 1 >"$tree/$p.out" && echo "$p 1" & done; wait)
if [ "$(echo "$runs" | wc -l)" != "$(echo "$programs" | wc -l)" ]; then
    echo "FAIL mutants $header.h: a test fails without any change"
    exit 1
fi
runs="$runs
$(echo "$runs" | sed -n "/prop_/s/1\$/${MUTANT_SCALE:-3}/p")"
object 0 || exit 1

# Does a test see it? It says something else, or nothing.
seen() {   # number
    while read -r program scale; do
        run "$1" "$program" "$scale" </dev/null | cmp -s - "$tree/$program.out" ||
            return 0
    done <<END
$runs
END
    return 1
}

while IFS=$tab read -r number place name change line; do
    if grep -qF "$name$tab$change$tab$line$tab" tests/mutants/explained; then
        echo explained
    elif seen "$number"; then echo seen
    elif object "$number" && cmp -s "$tree/0.o" "$tree/$number.o"; then echo equal
    else
        printf 'SURVIVES line %s\t%s\t%s\t%s\n' "$place" "$name" "$change" "$line"
    fi
done <"$list" >"$tree.txt" 2>/dev/null
awk '{ count[$1]++ }
    $1 == "SURVIVES" { print }
    END { printf "%d changes, %d seen, %d explained, %d the same code, %d not\n", NR,
              count["seen"], count["explained"], count["equal"], count["SURVIVES"]
          exit count["SURVIVES"] > 0 }' "$tree.txt"
