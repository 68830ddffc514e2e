#!/bin/sh
# coverage.sh - which lines and branches of the headers their own tests reach.
#
#     make coverage                      all three headers
#     ONLY=swf make coverage             one of them
#     SIM=1 make coverage                lines of the simulators' modules, in ten minutes
#
# Clang's source coverage of the programs in tests/HEADER, each run at TEST_SCALE (20 per
# cent of its length by default). A header is compiled several times, with tiny nodes for
# example; a line or a branch counts as reached if one of them reaches it. Prints a row
# for each header; build/coverage/HEADER.txt lists the lines not reached: `line N`, and
# `branch N never true` or `never false`. Of the modules it is sim.txt: of each file the
# lines that neither tests/sim nor tests/programs with few cases reach.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
out=$BUILD/coverage
tools=
for at in '' /usr/lib/llvm-14/bin/; do
    command -v "${at}llvm-profdata" >/dev/null && tools=$at && found=1 && break
done
if [ -z "$found" ] || ! command -v clang >/dev/null; then
    echo 'SKIP coverage: clang with llvm-profdata and llvm-cov is not installed'
    exit 0
fi
unset MAKEFLAGS MFLAGS MAKELEVEL
set -e
mkdir -p "$out"

# Branches of one location in several compilations are one, `BRDA:line,block,branch,n`.
# An even branch is `true`, an odd one `false`; n is `-` if its line did not run.
union='
NR == FNR { if (/^ *#/) directive[FNR]; next }
/^SF:/ { here = substr($0, length($0) - length(header)) == "/" header }
!here { next }
sub(/^DA:/, "") {
    split($0, f, ",")
    if (!(f[1] in directive) && f[2] + 0 >= line[f[1]] + 0) line[f[1]] = f[2]
}
sub(/^BRDA:/, "") {
    split($0, f, ",")
    at = f[1] "," f[2] "," f[3]
    if (f[4] + 0 >= branch[at] + 0) branch[at] = f[4] + 0
}
END {
    for (n in line) { lines++; if (line[n] + 0) ran++; else print "line " n >list }
    for (at in branch) {
        branches++
        if (branch[at]) { taken++; continue }
        split(at, f, ",")
        print "branch " f[1] " never " (f[3] % 2 ? "false" : "true") >list
    }
    printf "%-12s %6d lines, %6.2f %% reached; %6d branches, %6.2f %% reached\n", header,
        lines, 100 * ran / lines, branches, 100 * taken / branches
}'

flags='-O1 -g -fprofile-instr-generate -fcoverage-mapping'
if [ -n "$SIM" ]; then
    tests=$(ls tests/sim/test_*.c tests/sim/prop_*.c | sed "s|\(.*\)\.c|$out/\1|")
    examples=$(ls examples/*.c | sed "s|examples/\(.*\)\.c|$out/\1|")
    # shellcheck disable=SC2086
    "$MAKE" -s BUILD="$out" CC=clang CFLAGS="$flags" $tests $examples
    rm -rf "$out/sim" && mkdir "$out/sim"
    # one file for each program, whoever runs it, and in which directory
    export LLVM_PROFILE_FILE="$PWD/$out/sim/%m.profraw" BUILD="$out" FEW=1
    export TEST_SCALE="${TEST_SCALE:-5}"
    # a test that takes memory or files away may fail: the instrument needs some itself
    for test in $tests tests/programs/*.sh tests/programs/*.cases; do
        case $test in
        */lib-* | */bench* | */cases.sh) continue ;;
        *.sh) set -- sh "$test" ;;
        *.cases) set -- sh tests/programs/cases.sh "$test" ;;
        *) set -- "$test" ;;
        esac
        "$@" 2>&1 | grep '^FAIL ' || :
    done
    "${tools}llvm-profdata" merge -o "$out/sim/all.profdata" "$out"/sim/*.profraw
    for program in $tests $examples; do echo "-object $program"; done >"$out/sim/objects"
    # shellcheck disable=SC2046
    "${tools}llvm-cov" export -format=lcov -instr-profile "$out/sim/all.profdata" \
        $(cat "$out/sim/objects") 2>/dev/null | awk -v list="$out/sim.txt" '
        sub(/^SF:.*examples\//, "examples/") { name = $0 }
        /^SF:/ { name = "" }
        name ~ /^examples\/sim\// && sub(/^DA:/, "") {
            split($0, f, ",")
            lines[name]++
            all++
            if (f[2] > 0) { ran++; reached[name]++; next }
            missed[name] = missed[name] " " f[1]
        }
        END {
            for (n in lines)
                printf "%6.2f %% of %4d lines of %s:%s\n", 100 * reached[n] / lines[n],
                    lines[n], n, missed[n] | "sort -n >" list
            printf "examples/sim %6d lines, %6.2f %% reached\n", all, 100 * ran / all
        }'
    exit
fi

for header in coalloc netsched swf; do
    case $header in *"$ONLY"*) ;; *) continue ;; esac
    programs=$(ls tests/$header/test_*.c tests/$header/prop_*.c |
        sed "s|\(.*\)\.c|$out/\1|")
    # shellcheck disable=SC2086
    "$MAKE" -s BUILD="$out" CC=clang CFLAGS="$flags" $programs
    rm -f "$out"/*.profraw
    list= n=0
    for program in $programs; do
        n=$((n + 1))
        LLVM_PROFILE_FILE=$out/$n.profraw TEST_SCALE=${TEST_SCALE:-20} "$program" \
            >"$out/$n.said" || { cat "$out/$n.said"; exit 1; }
        "${tools}llvm-profdata" merge -o "$out/$n.profdata" "$out/$n.profraw"
        "${tools}llvm-cov" export -format=lcov -instr-profile "$out/$n.profdata" \
            "$program" >"$out/$n.lcov" 2>/dev/null
        rm -f "$out/$n.profraw"
        list="$list $out/$n.lcov"
    done
    rm -f "$out/$header.txt"
    # shellcheck disable=SC2086
    awk -v header=$header.h -v list="$out/$header.txt" "$union" $header.h $list
    [ ! -f "$out/$header.txt" ] || sort -k2n -o "$out/$header.txt" "$out/$header.txt"
done
