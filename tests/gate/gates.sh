#!/bin/sh
# gates.sh - what must hold for the headers, their object code, the layout of the sources
# and the documentation.
#
#     tests/gate/gates.sh              all gates on everything there is
#     tests/gate/gates.sh GATE ...     only these: the functions gate_GATE in
#         gate-headers.sh   the text of a header, and what compilers say of it
#         gate-objects.sh   its object file: symbols, what it wants from outside, stack
#         gate-budget.sh    how many lines each part may have: tests/gate/budget
#         gate-docs.sh      examples, links, plain text, who includes whom
#
# A gate prints its complaints, one a line; silence means it passed. What a tool says on
# standard error is a complaint too, so a gate that cannot do its work does not pass. Each
# has been seen to fail: selftest.cases. The files compiled are tests/compile/.
#
# From the environment: BRIEF=1 takes the gates that need only gcc, the warnings in the
# oldest standards, and g++ where it is; REST=1 all that BRIEF=1 does not. STANDARDS is a
# directory that keeps which standards each compiler knows, for callers who call often.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
DIR=$BUILD/gates
STANDARDS=${STANDARDS:-$DIR}
LC_ALL=C
export BUILD JOBS DIR STANDARDS LC_ALL

WARN='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef
      -Wswitch-enum -Werror'
WARN_C="$WARN -Wc++-compat -Wstrict-prototypes -Wmissing-prototypes
        -Wold-style-definition"

found() { for f in "$@"; do [ -f "$f" ] && echo "$f"; done; }

# sample.h is there only when this script is being tested itself
headers=$(found coalloc.h swf.h netsched.h sample.h)

# What the names in a header begin with: macro_ for options, fn_ for functions.
names() {
    case $1 in
    coalloc.h)  macro=COALLOC  fn=coa    prefixes='COALLOC_|COA_|coa_' ;;
    swf.h)      macro=SWF      fn=swf    prefixes='SWF_|swf_' ;;
    netsched.h) macro=NETSCHED fn=nets   prefixes='NETSCHED_|NETS_|nets_' ;;
    sample.h)   macro=SAMPLE   fn=sample prefixes='SAMPLE_|sample_' ;;
    esac
}

# Of pairs, `FROM TO`: those that come back to where they began, after the words.
circles() {   # words
    tsort 2>&1 >/dev/null | sed "s/^tsort: -: .*/$1:/; s/^tsort: //"
}

. tests/gate/gate-headers.sh
. tests/gate/gate-objects.sh
. tests/gate/gate-budget.sh
. tests/gate/gate-docs.sh

# ---- one gate, in a separate process ---------------------------------------------------
job() {   # number header gate arguments ...
    header=$2 gate=$3 log=$DIR/$1
    shift 3
    names "$header"
    title=$(echo "$gate $*" | sed 's/ *$//; s/ /-/g')
    ("gate_$gate" "$@") >"$log.said" 2>&1
    if grep -q -v '^SKIP ' "$log.said"; then
        grep -v '^SKIP ' "$log.said" | sed "s|^|FAIL $header $title: |
            4s|: .*|: more in $log.said|; 5,\$d"
    elif [ -s "$log.said" ]; then
        sed "s|^SKIP|SKIP $header $title:|" "$log.said"
    else
        echo "PASS $header $title"
    fi >"$log.out"
}

if [ "$1" = --job ]; then
    shift
    job "$@"
    exit 0
fi

# ---- which gates -----------------------------------------------------------------------
number=1000
chosen=" $* "

# What needs a compiler that is not there is left out; each is reported once, below.
queue() {   # header gate compiler ...
    case $chosen in '  ' | *" $2 "*) ;; *) return ;; esac
    for word in "$@"; do
        case " $absent " in *" $word "*) echo "$word" >>"$DIR/left-out"; return ;; esac
    done
    number=$((number + 1))
    echo "$number $*"
}

each() {   # 'gate ...' 'header ...' [compilers ...]: a job for each of all three
    gates=$1 of=$2
    shift 2
    [ $# -gt 0 ] || set -- ''
    for gate in $gates; do
        for header in $of; do for cc; do queue "$header" "$gate" $cc; done; done
    done
}

on_text() {
    each 'version options functions' "$headers"
    each 'text budget' sources
    each links pages
    [ -d examples/sim ] || return
    each layout modules
}

brief_gates() {
    on_text
    each oldest all.h gcc g++
    each example "$headers" gcc
    each readme README.md gcc
}

all_gates() {
    each parts "$(found coalloc.h netsched.h)" clang # the longest
    each format sources
    each sizes "$(found coalloc.h netsched.h)"
    each embedded "$(found coalloc.h)"
    each object "$headers" 'gcc gcc g++' 'g++ gcc' 'clang clang gcc clang++'
    each warnings "$headers" gcc g++ clang clang++
    each switches "$headers" gcc clang++
    each 'bare macros' "$headers" gcc clang
    each shared "$headers" gcc x86_64-w64-mingw32-gcc
    each 'example hostile' "$headers" gcc g++
    each structs "$(found coalloc.h swf.h netsched.h)" g++
    each visual "$(found coalloc.h swf.h netsched.h)" clang
    each expand "$headers" g++ clang++
    each readme README.md gcc g++
    each figures pages
    # faults only when the headers meet: names, in any language version
    if [ "$(echo "$headers" | wc -w)" -gt 1 ]; then
        each oldest all.h gcc g++ clang clang++
    fi
    each platforms all.h gcc g++ 'clang++ --target=x86_64-w64-mingw32' \
        x86_64-w64-mingw32-gcc
    on_text
}

# ---- all of it -------------------------------------------------------------------------
absent=
for cc in gcc g++ clang clang++; do
    command -v $cc >/dev/null || absent="$absent $cc"
done

rm -rf "$DIR"
mkdir -p "$DIR" || exit 1
: >"$DIR/left-out"
for cc in gcc g++ clang clang++; do
    [ -f "$STANDARDS/standards-$cc" ] || find_standards $cc >"$STANDARDS/standards-$cc"
done
if [ "$chosen" != '  ' ] || [ -z "$BRIEF$REST" ]; then all_gates
elif [ -n "$BRIEF" ]; then brief_gates
else { brief_gates; echo rest; all_gates; } | awk '
    { gate = $0; sub(/^[0-9]* /, "", gate) }
    /^rest$/ { rest = 1 } !rest { run[gate] } rest && !(gate in run) && !/^rest$/'
fi >"$DIR/queue"

[ -s "$DIR/queue" ] || { echo "tests/gate/gates.sh: no gate called $*" >&2; exit 2; }
xargs -P "$JOBS" -L 1 sh tests/gate/gates.sh --job <"$DIR/queue"
while read -r n header gate cc; do
    [ -s "$DIR/$n.out" ] || echo "FAIL $header $gate $cc: did not run" >"$DIR/$n.out"
done <"$DIR/queue"
cat "$DIR"/*.out
for cc in $absent; do
    n=$(grep -c -x -e "$cc" "$DIR/left-out")
    [ "$n" = 0 ] || echo "SKIP gates.sh $cc: not installed, $n gates not run"
done
! grep -q '^FAIL ' "$DIR"/*.out
