#!/bin/sh
# mutants.sh PART - which test programs see which faults. PART is a header (coalloc,
# netsched, swf) or folders of the simulators' modules (machine,grid). Of the changes of
# a token or a statement that mutants.awk makes, SEED draws N of the header or of each
# folder. All are in one build: MUTANT=number turns one on. A program runs with each that
# it executes, in its short form. A change that none detects and that gcc -O2 does not
# compile to the same code runs once more, as long as in `make gate`, until a program
# sees it (NAME+).
#
# BUILD/mutants/PART.table has a line a change: number, place, function, change, line, and
# the programs that see it, or `explained` (why it changes no answer), `equal` (code) or
# `NOT SEEN`. With the same sources, N and SEED an interrupted run goes on. PART.summary
# has a line a program: how many its short form sees, how many it alone, how many its full
# form was the first to see, and the seconds of processor time of the short form. FIRST=1
# is content with the first program that sees a change.

part=${1:-coalloc} N=${N:-100} SEED=${SEED:-1} JOBS=${JOBS:-2}
mkdir -p "${BUILD:=build}/mutants" && top=$(cd "$BUILD/mutants" && pwd) || exit 1
tree=$top/$part table=$top/$part.table list=$top/$part/list
unset MAKEFLAGS MFLAGS MAKELEVEL RUN_ENV TRACES NETWORKS

# ---- changes, and the tests that run on them -------------------------------------------
if [ -f "$part.h" ]; then
    sources=$part.h tools=''
    programs=$(for f in tests/"$part"/[pt]*_*.c; do echo "build/${f%.c}"; done)
else
    folders=$(echo "$part" | sed 's|[^,]*|examples/sim/&|g; s|,| |g')
    ls -d $folders >/dev/null || exit 1
    sources=$(find $folders -name '*.c' | sort)
    needs=$(awk -v build=build -f examples/sim/modules.awk ./*.h examples/*.c \
        examples/sim/*/*.[ch] tests/sim/*.[ch] tests/fuzz/*.c)
    tools=$(for f in examples/*.c; do echo "build/$(basename "$f" .c)"; done)
    folders=$(echo "$part" | sed 's/,/\\|/g')
    needs=$(echo "$needs" | sed -n "s#:.*/sim/\($folders\)/.*##p")
    # without real clusters, logs and networks, and files made by other compilers
    programs=$(echo "$needs" | grep /tests/
        grep -l -w $(echo "$needs" | sed -n 's|^build/\([^/]*_[^/]*\)$|-e \1|p') \
            tests/programs/*.sh tests/programs/*.cases | grep -v -E \
            '/lib-|/cases.sh|/bench|/slurm(_accounting|_book)?\.sh|traces|network|pages')
fi

# As users compile it, with this change alone.
object() {   # number file
    (cd "$tree" && ${CC:-cc} -std=c99 -O2 -w -I. -Iexamples/sim -x c -c "$2" \
        -o "$1-${2##*/}.o" "-D$(echo "$part" | tr a-z, A-Z_)_IMPLEMENTATION" \
        "-Dmutant_at_(k)=((k)==$1)" -include tests/mutants/mutant.h)
}

run() {   # number short|full program milliseconds
    (
        TEST_SCALE=100 FEW='' how=''
        case $2$3 in
        short*) TEST_SCALE=2 FEW=1 ;;
        */prop_*) TEST_SCALE=30 ;;
        */test_*) TEST_SCALE=25 ;;
        esac
        case $3 in *.sh) how='sh' ;;
        *.cases) how='sh tests/programs/cases.sh' ;; esac
        rm -rf "$tree/tmp$job" && mkdir "$tree/tmp$job" && cd "$tree" || exit
        export TEST_SCALE FEW BUILD=build MUTANT="$1" TMPDIR="$tree/tmp$job" LIMIT="$4"
        # shellcheck disable=SC3045 # dash and bash have it
        ulimit -v 4000000
        timeout $((120 + $4 / 20)) $how "$3"
    ) </dev/null 2>/dev/null
}

# Without a change: what it says, how long it takes, and which changes it executes.
first() {   # short|full program
    out=$tree/$1/${2##*/}
    head -c 65536 /dev/zero >"$out.bytes"
    (
        export REACHED="$out.bytes"
        run 0 "$1" "$2" 1000000 | grep -E '^(PASS|FAIL|SKIP) ' >"$out"
        times
    ) | sed -n '2s/[ms]/ /gp' >"$out.time"
    if ! grep -q ^PASS "$out" || grep ^FAIL "$out"; then
        echo "SKIP mutants $part: $2 fails without a change"
        return
    fi
    od -An -v -tu1 -w1 "$out.bytes" | cat "$out.time" - | awk -v program="$2" '
        NR == 1 { s = 60 * ($1 + $3) + $2 + $4; print 0, program, s; next }
        $1 { print NR - 2, program, int(300 + 1000 * (program ~ /sh$/ ? 1 : 4) * s) }
        ' >>"$tree/$1.reached"
}

seen() {   # number short|full: the programs that say something else, or less
    grep "^$1 " "$tree/$2.reached" | sort -n -k 3 | while read -r k program limit; do
        run "$k" "$2" "$program" "$limit" | awk -v usual="$tree/$2/${program##*/}" '
            !/^(PASS|FAIL|SKIP) / { next }
            (getline line <usual) < 1 || line != $0 { differs = 1; exit }
            END { exit !differs && (getline line <usual) < 1 }' || continue
        echo "${program##*/}"
        [ "$2$FIRST" = short ] || break
    done 2>/dev/null | paste -s -d ' '
}

verdict() {   # short|full number
    file=$(sed -n "s/^$2	\([^:]*\):.*/\1/p" "$list")
    name=${file##*/}
    said=
    if [ "$1" = full ] && object "$2" "$file"; then
        ! cmp -s "$tree/0-$name.o" "$tree/$2-$name.o" || said=equal
    fi
    if [ -z "$said" ]; then
        said=$(seen "$2" "$1")
        case $1$said in
        short) said='?' ;;
        full) said='NOT SEEN' ;;
        full*) said=$said+ ;;
        esac
    fi
    sed -n "s/^$2	.*/&	$said/p" "$list" >>"$table"
}

each() {   # function word argument ... : calls it with the word and each, JOBS at a time
    for job in $(seq "$JOBS"); do
        n=0
        for argument; do
            [ $n -lt 2 ] || [ $((n % JOBS)) != $((job - 1)) ] || $1 $2 "$argument"
            n=$((n + 1))
        done &
    done
    wait
}

# ---- build, then see -------------------------------------------------------------------
key="$N $SEED $(find Makefile ./*.h bench examples tests -type f ! -path '*/mutants/ex*' |
    sort | xargs cat | cksum)"
if [ "$(cat "$tree/key" 2>/dev/null)" != "$key" ]; then
    rm -rf "$tree" && mkdir -p "$tree/short" "$tree/full" || exit 1
    cp -R Makefile README.md ./*.h bench examples tests "$tree" &&
        awk -v to="$tree" -v n="$N" -v seed="$SEED" \
            -f tests/mutants/mutants.awk $sources &&
        ${CC:-cc} -O1 -c -o "$tree/mutant.o" tests/mutants/mutant.c || exit 1
    # What is never set has a pattern; with tree-sra gcc may take it for what it would be.
    "${MAKE:-make}" -s -j"$JOBS" -C "$tree" BUILD=build LDFLAGS="$tree/mutant.o" \
        CPPFLAGS='-include tests/mutants/mutant.h' \
        CFLAGS='-O1 -w -fno-tree-sra -ftrivial-auto-var-init=pattern' \
        $(echo "$programs" | grep ^build/) $tools >/dev/null || exit 1
    for f in $sources; do object 0 "$f" || exit 1; done
    # pages are long, and of programs that have their own tests
    each first short $(echo "$programs" | grep -v -e /paper -e late_)
    : >"$table"
    echo "$key" >"$tree/key"
fi

known() {   # new|?|all
    awk -v what="$1" -v table="$table" -v summary="$top/$part.summary" \
        -f tests/mutants/table.awk tests/mutants/explained "$list" "$table" \
        "$tree/short.reached"
}

each verdict short $(known new)
unseen=$(known '?')
if [ -n "$unseen" ] && [ ! -f "$tree/full.all" ]; then
    rm -f "$tree/full.reached"
    each first full $programs
    : >"$tree/full.all"
fi
each verdict full $unseen
known all
