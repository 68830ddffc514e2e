#!/bin/sh
# night.sh - what takes hours, one part after the other: `make night`, or only PARTS of
#
#     platforms   the headers' tests compiled in other ways, and on other machines
#     mutants     N=100 changes of a token in each header and folder of modules, until
#                 a program sees it; FIRST= for the table of all that do
#     fuzz        each harness searches for TIME=900 seconds, from its corpus
#     soak        10^8 requests on each index in a buffer of one size
#
# Each part's last lines, its minutes and whether it failed stand in BUILD/night.txt, with
# the commit; the exit status is 1 if one did.

cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build} MAKE=${MAKE:-make}
export BUILD MAKE
unset MAKEFLAGS MFLAGS MAKELEVEL
all='platforms mutants fuzz soak'
for part in ${PARTS:=$all}; do
    case " $all " in *" $part "*) ;;
    *) echo "tests/gate/night.sh: no part called '$part'; there are $all" >&2; exit 2 ;;
    esac
done
mkdir -p "$BUILD"
said=$BUILD/night.txt

platforms() { sh tests/gate/run.sh platforms; }

mutants() {
    for m in coalloc netsched swf machine,flexco,grid,kit,mrfs,multicost,online; do
        FIRST=${FIRST-1} N=${N:-100} sh tests/mutants/mutants.sh $m || bad=1
    done
    return ${bad:-0}
}

fuzz() {
    $MAKE fuzz || return
    for f in tests/fuzz/fuzz_*.c; do
        name=$(basename "$f" .c)
        corpus=$BUILD/corpus/${name#fuzz_}
        mkdir -p "$corpus"
        "$BUILD/fuzz/tests/fuzz/$name" -max_total_time="${TIME:-900}" -timeout=20 \
            -artifact_prefix="$BUILD/fuzz/" "$corpus" || bad=1
    done
    return ${bad:-0}
}

soak() {
    $MAKE "$BUILD/tests/coalloc/prop_soak" &&
        FIGURES=1 TEST_SCALE=${TEST_SCALE:-500000} "$BUILD/tests/coalloc/prop_soak"
}

echo "commit $(git describe --always --dirty 2>/dev/null), seed ${SEED:-1}" >"$said"
for part in $PARTS; do
    begin=$(date +%s)
    log=$BUILD/night-$part.txt
    if $part >"$log" 2>&1; then how=passed; else how=FAILED; fi
    echo "$part: $how, $((($(date +%s) - begin) / 60)) minutes; all of it: $log"
    grep -e '^FAIL' -e '^SKIP' "$log"
    tail -n 3 "$log"
done 2>&1 | tee -a "$said"
! grep -q '^[a-z]*: FAILED' "$said"
