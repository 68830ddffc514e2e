#!/bin/sh
# mutants.sh PART - which test programs see which faults. PART is a header (coalloc,
# netsched, swf) or a folder of the simulators' modules (batch, grid, kit, ...). Of the
# changes of a token or a statement that mutants.awk makes there, SEED draws N. All are in
# one build: MUTANT=number turns one on. A program runs with each that it comes by, in its
# short form. A change that none sees, that gcc -O2 does not compile to the same code, and
# of which `explained` does not say why it changes no answer, runs once more, as long as
# in `make gate`, until a program sees it (NAME+).
#
# BUILD/mutants/PART.table has a line a change, as they are found: number, place, function,
# change, line, and the programs that see it, or `explained`, `equal` or `NOT SEEN`. With
# the same sources, N and SEED an interrupted run goes on. PART.summary has a line a
# program: how many it sees, how many it alone, and the seconds of a run without a change.

part=${1:-coalloc} N=${N:-100} SEED=${SEED:-1} JOBS=${JOBS:-2}
mkdir -p "${BUILD:=build}/mutants" && BUILD=$(cd "$BUILD" && pwd) || exit 1
tree=$BUILD/mutants/$part table=$BUILD/mutants/$part.table tab=$(printf '\t')
unset MAKEFLAGS MFLAGS MAKELEVEL RUN_ENV TRACES NETWORKS

# ---- what is changed, and what runs on it ----------------------------------------------
if [ -f "$part.h" ]; then
    sources=$part.h tools=
    programs=$(ls "tests/$part"/[aopt]*_*.c | sed 's|\(.*\)\.c|build/\1|')
else
    sources=$(ls "examples/sim/$part"/*.c) || exit 1
    needs=$(awk -v build=build -f examples/sim/modules.awk ./*.h examples/*.c \
        examples/sim/*/*.[ch] tests/sim/*.[ch] tests/fuzz/*.c)
    tools=$(echo "$needs" | sed -n 's|^\(build/[^/]*\):.*|\1|p')
    needs=$(echo "$needs" | sed -n "s|:.*/sim/$part/.*||p")
    # without real clusters, logs and networks, and what is made by other compilers
    programs="$(echo "$needs" | grep /tests/) $(grep -l -w $(echo "$needs" |
        sed -n 's|^build/\([^/]*_[^/]*\)$|-e \1|p') tests/programs/*.sh | grep -v -E \
        '/lib-|/bench|/slurm(_accounting|_book)?\.sh|traces|network|pages')"
fi

# As users compile it, with this change alone.
object() {   # number file
    (cd "$tree" && ${CC:-cc} -std=c99 -O2 -w -I. -Iexamples/sim -x c -c -o "$1-${2##*/}.o" \
        "-D$(echo "$part" | tr '[:lower:]' '[:upper:]')_IMPLEMENTATION" \
        "-Dmutant_at_(k)=((k)==$1)" -include tests/mutants/mutant.h "$2")
}

run() {   # number small|full program limit
    (
        scale=2 FEW='' how=''
        case $2$3 in
        small*) FEW=1 ;;
        full*/prop_*) scale=30 ;;
        full*/test_*) scale=25 ;;
        *) scale=100 ;;
        esac
        case $3$FEW in */all_*1) export DEPTH=2 ;; *.sh*) how='sh' ;; esac
        rm -rf "$tree/tmp$job" && mkdir "$tree/tmp$job" && cd "$tree" || exit
        export FEW BUILD=build MUTANT="$1" TEST_SCALE=$scale TMPDIR="$tree/tmp$job" LIMIT="$4"
        # shellcheck disable=SC3045 # dash and bash have it
        ulimit -v 4000000
        timeout $((120 + $4 / 20)) $how "$3"
    ) </dev/null 2>/dev/null
}

# Without a change: what it says, how long it takes, and what it comes by.
first() {   # small|full program
    out=$tree/$1/${2##*/}
    head -c 65536 /dev/zero >"$out.bytes"
    (
        export REACHED="$out.bytes"
        run 0 "$1" "$2" 0 | grep -E '^(PASS|FAIL|SKIP) ' >"$out"
        times >"$out.times"
    )
    if ! grep -q ^PASS "$out" || grep ^FAIL "$out"; then
        echo "SKIP mutants $part: $2 fails without a change"
        return
    fi
    seconds=$(sed -n '2s/[ms]/ /gp' "$out.times" |
        awk '{ printf "%.2f", 60 * ($1 + $3) + $2 + $4 }')
    echo "${2##*/}$tab$seconds" >>"$tree/$1.times"
    od -An -v -tu1 -w1 "$out.bytes" | awk -v p="$2" -v s="$seconds" \
        '$1 { print NR - 1, p, int(300 + 1000 * (p ~ /sh$/ ? 1 : 4) * s) }' >>"$tree/$1.reached"
}

# Does it say something else, or less? The rest is not waited for.
differs() {   # file
    {
        while read -r said; do
            case $said in PASS* | FAIL* | SKIP*) ;; *) continue ;; esac
            read -r usual <&3 && [ "$said" = "$usual" ] || return 0
        done
        read -r usual <&3
    } 3<"$1"
}

seen() {   # number small|full
    grep "^$1 " "$tree/$2.reached" | while read -r k program limit; do
        run "$k" "$2" "$program" "$limit" | differs "$tree/$2/${program##*/}" || continue
        echo "${program##*/}"
        [ "$2" = small ] || break
    done 2>/dev/null | paste -s -d ' '
}

verdict() {   # small|full number place function change line
    file=${3%:*} verdict=
    if grep -qF "$4$tab$5$tab$6$tab" tests/mutants/explained; then
        verdict=explained
    elif [ "$1" = full ]; then
        verdict=$(seen "$2" full)
        verdict=${verdict:+$verdict+}
        verdict=${verdict:-NOT SEEN}
    else
        verdict=$(seen "$2" small)
        [ -n "$verdict" ] || object "$2" "$file"
        if [ -z "$verdict" ] && cmp -s "$tree/0-${file##*/}.o" "$tree/$2-${file##*/}.o"
        then verdict=equal; fi
    fi
    shift
    if [ -z "$verdict" ]; then echo "$1" >>"$tree/unseen"
    else echo "$1$tab$2$tab$3$tab$4$tab$5$tab$verdict" >>"$table"; fi
}

# Calls a function with the fields of every line, JOBS at a time.
each() {   # file function [word]
    for job in $(seq "$JOBS"); do
        awk -v jobs="$JOBS" -v job="$job" 'NR % jobs == job - 1' "$1" |
            while IFS=$tab read -r number place name change line; do
                $2 $3 "$number" "$place" "$name" "$change" "$line"
            done &
    done
    wait
}

# ---- build, then see -------------------------------------------------------------------
key="$N $SEED $(find Makefile ./*.h bench examples tests -type f ! -path '*/mutants/ex*' |
    sort | xargs cat | cksum)"
if [ "$(cat "$tree/key" 2>/dev/null)" != "$key" ]; then
    rm -rf "$tree" && mkdir -p "$tree/small" "$tree/full" || exit 1
    cp -R Makefile README.md ./*.h bench examples tests "$tree" &&
        awk -v to="$tree" -v n="$N" -v seed="$SEED" -f tests/mutants/mutants.awk $sources &&
        ${CC:-cc} -O1 -c -o "$tree/mutant.o" tests/mutants/mutant.c || exit 1
    # What is never set has a pattern; with tree-sra gcc may take it for what it would be.
    "${MAKE:-make}" -s -j"$JOBS" -C "$tree" BUILD=build LDFLAGS="$tree/mutant.o" \
        CPPFLAGS='-include tests/mutants/mutant.h' \
        CFLAGS='-O1 -w -fno-tree-sra -ftrivial-auto-var-init=pattern' \
        $(echo "$programs" | tr ' ' '\n' | grep ^build/) $tools >/dev/null || exit 1
    for f in $sources; do object 0 "$f" || exit 1; done
    echo "$programs" | tr ' ' '\n' | grep . >"$tree/programs"
    # pages are long, and of programs that have tests of their own
    grep -v -e /paper -e late_ "$tree/programs" >"$tree/short"
    each "$tree/short" first small
    : >"$table"
    : >"$tree/unseen"
    echo "$key" >"$tree/key"
fi
left() {   # done ... file: its lines whose numbers are not in the others
    awk -F '\t' 'FILENAME == ARGV[ARGC - 1] { if (!($1 in done)) print; next }
        { done[$1] }' "$@" >"$tree/left"
}
left "$table" "$tree/unseen" "$tree/list"
each "$tree/left" verdict small
left "$table" "$tree/list"
if [ -s "$tree/left" ] && [ ! -f "$tree/full.done" ]; then
    rm -f "$tree/full".*
    each "$tree/programs" first full
    : >"$tree/full.done"
fi
each "$tree/left" verdict full

awk -F '\t' -v summary="$BUILD/mutants/$part.summary" '
    FILENAME ~ /times$/ { seconds[$1] = $2; next }
    $NF ~ /^(explained|equal|NOT SEEN)$/ { count[$NF]++; if (/NOT SEEN$/) print; next }
    {
        count["seen"]++
        n = split($NF, who, " ")
        for (i = 1; i <= n; i++) { sub(/[+]/, "", who[i]); sees[who[i]]++ }
        if (n == 1) only[who[1]]++
    }
    END {
        for (w in seconds)
            printf "%4d seen, %4d by it alone, %7.2f s  %s\n", sees[w], only[w],
                seconds[w], w | "sort -n >" summary
        printf "%d changes, %d seen, %d explained, %d the same code, %d not\n", FNR,
            count["seen"], count["explained"], count["equal"], count["NOT SEEN"]
        exit count["NOT SEEN"] > 0
    }' "$tree/small.times" "$table"
