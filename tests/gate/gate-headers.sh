# gate-headers.sh - what must hold for the text of a header and for what a compiler says
# of it. gates.sh reads this file and sets $header, $macro, $fn, $prefixes and $log.

# ---- reading a header ------------------------------------------------------------------
# Everything before the include guard: what a newcomer reads.
manual() { sed "/^#ifndef ${macro}_H\$/,\$d" "$header"; }

# Names of the functions declared with X_DEF or X_CALL, before the implementation begins.
public_functions() {
    sed "/^#ifdef ${macro}_IMPLEMENTATION/,\$d; /^#/d" "$header" |
        tr '\n' ' ' | tr ';' '\n' |
        sed 's|/\*[^*]*\*\([^/*][^*]*\*\)*/||g' | grep "${macro}_\(DEF\|CALL\) " |
        sed -En "s/.*${macro}_(DEF|CALL)[^(]*[ *](${fn}_[a-z0-9_]*) *\(.*/\2/p" | sort -u
}

# Options the manual lists: in its OPTIONS section, a macro at the start of a line. A
# section begins with a word in capitals, indented by at most three.
documented_options() {
    manual | awk -v macro="$macro" '
        /^ ? ? ?[A-Z][A-Z][A-Z]+([ ,:]|$)/ { inside = /^ *OPTIONS/; next }
        { sub(/^ +(#define )?/, "") }
        inside && match($0, "^" macro "_[A-Z0-9_]+") { print substr($0, 1, RLENGTH) }' |
        sort -u
}

# Macros the header asks about, except its guards and what it has defined before asking.
tested_options() {
    awk -v macro="$macro" '
        /^#[ ]*define/ {
            name = $0; sub(/^#[ ]*define[ ]+/, "", name); sub(/[^A-Za-z0-9_].*/, "", name)
            if (!asked[name]) own[name] = 1
        }
        /^#[ ]*(if|ifdef|ifndef|elif)/ {
            line = $0; sub(/\/[*].*/, "", line)
            while (match(line, "(^|[^A-Za-z0-9_])" macro "_[A-Z0-9_]+")) {
                name = substr(line, RSTART, RLENGTH); sub(/^[^A-Z]/, "", name)
                if (!own[name]) asked[name] = 1
                line = substr(line, RSTART + RLENGTH)
            }
        }
        END { for (name in asked) if (asked[name]) print name }' "$header" |
        grep -v -x -e "${macro}_H" -e "${macro}_IMPLEMENTED" | sort -u
}

# ---- compiling -------------------------------------------------------------------------
# all.h stands for every header at once, in one file and in one program
include_flags() {
    case $header in
    all.h) echo '-DHEADER="all.h" -I. -Itests/compile'
           for h in $headers; do
               echo "-DHAVE_$(echo "${h%.h}" | tr '[:lower:]' '[:upper:]')"
           done ;;
    *) echo "-DHEADER=\"$header\" -I." ;;
    esac
}

is_cxx() { case $1 in *++) true ;; *) false ;; esac; }

# compile COMPILER STANDARD FILE flags ... : quietly, or the first diagnostics
compile() (
    cc=$1 std=$2 file=$3
    shift 3
    if is_cxx "$cc"; then lang="-x c++ $WARN"; else lang="-x c $WARN_C"; fi
    if ! $cc -std=$std $(include_flags) $lang "$@" "tests/compile/$file" \
            >"$log.cc" 2>&1; then
        grep -m3 -E 'error|warning|undefined' "$log.cc" | sed "s/^/$cc -std=$std $file: /"
        exit 1
    fi
)

# The standards of its language that a compiler knows; asked once for all gates.
find_standards() {   # compiler
    if is_cxx "$1"; then all='c++11 c++17 c++20 c++2b' lang=c++
    else all='c99 c11 c2x' lang=c; fi # C17 is C11 mended
    for std in $all; do
        "$1" -std=$std -x $lang -fsyntax-only /dev/null 2>/dev/null && echo $std
    done
}

standards() { cat "$STANDARDS/standards-$1"; }

# How to have all warnings that need no optimiser. With -flto gcc stops after the stages
# that warn: machine code would take twice the time.
all_told() {   # compiler
    case $1 in clang*) echo -fsyntax-only ;; *) echo -S -O0 -flto -o /dev/null ;; esac
}

oldest() { standards "$1" | head -n 1; }
newest() { standards "$1" | tail -n 1; }

# ---- the gates ----------------------------------------------------------------------
# No warning in any language version, in any of the ways to include it: these differ only
# for the preprocessor, which is the same in all versions. Clang reports all when it has
# read a file. GCC reports some with code (about unused things, or fall-through) and
# some when it optimises; to these stages the versions are the same program: so once, in
# the newest, and in the oldest by gate_object with the optimiser.
gate_warnings() {   # compiler
    for file in declare declare_implement implement_twice; do
        compile "$1" "$(oldest "$1")" $file.c -fsyntax-only
    done
    for std in $(standards "$1"); do compile "$1" "$std" implement.c -fsyntax-only; done
    for file in declare implement static; do
        compile "$1" "$std" $file.c $(all_told "$1")
    done
}

# Of all headers in one file, and what `make test` has time for: the oldest standard,
# where most is missing. What gcc reports only with code is reported while the test
# programs are built.
gate_oldest() {   # compiler
    for file in declare implement static; do
        compile "$1" "$(oldest "$1")" $file.c -fsyntax-only
    done
}

# The switches of a header turned on. They leave something out, so that one compiler of
# each language reports names that are then missing, or unused: of these no more in a
# private copy than in a public one. Clang reports unused names without code.
gate_switches() {   # compiler
    case $1 in clang*) files=static ;; *) files='declare implement' ;; esac
    for option in $(tested_options | grep "^${macro}_NO_"); do
        for file in $files; do
            compile "$1" "$(newest "$1")" $file.c -fsyntax-only -D"$option=1"
        done | sed "s/^/-D$option=1: /"
    done
}

# Parts of netsched.h left out, in each combination, in every third also the room, in
# every fifth nets_explain: no compiler warns; and the tests of the other parts pass.
few_parts() {   # compiler
    compile "$1" "$(oldest "$1")" implement.c -fsyntax-only || return
    parts='FIRST_SLOT MULTICOST SAVE'
    n=8
    while [ $((n -= 1)) -gt 0 ]; do
        flags=$(i=1; for part in $parts; do
                    [ $((n / i % 2)) = 0 ] || echo "-D${macro}_NO_$part"
                    i=$((2 * i))
                done
                [ $((n % 3)) != 0 ] || echo "-D${macro}_NO_ROOM"
                [ $((n % 5)) != 0 ] || echo "-D${macro}_NO_EXPLAIN")
        compile "$1" "$(oldest "$1")" implement.c -fsyntax-only $flags | sed "s/^/$n: /"
    done
    while read -r test flags; do
        grep -q "^#define ${macro}_IMPLEMENTATION" "tests/netsched/$test.c" ||
            flags="$flags ${macro}_IMPLEMENTATION"
        "$1" -std=c99 -O0 -I. -Itests $(echo "$flags" | sed "s/[A-Z][A-Z_]*/-D&/g") \
            "tests/netsched/$test.c" -o "$log.parts" 2>"$log.error" </dev/null ||
            { grep -m3 error "$log.error"; continue; }
        TEST_SCALE=1 "$log.parts" </dev/null |
            sed "/^PASS/d; /^  /d; s/^/$test: /" # what it tells of itself aside
    done <<'END'
prop_netsched NETSCHED_NO_MULTICOST COALLOC_IMPLEMENTATION
test_multicost NETSCHED_NO_FIRST_SLOT
test_netsched NETSCHED_NO_MULTICOST NETSCHED_NO_SAVE
END
}

# Each two parts of coalloc.h are left out together in some line, and each part is there
# in some line where any other is left out.
subsets() {
    cat <<'END'
COUNT SLICES CONTIGUOUS LESSONS FLEX HOLES ARENA
RANGE_TREE REPLACE FLEX SAVE CHECK HOLES ARENA
MAP COUNT LESSONS REPLACE SAVE CHECK HOLES
MAP RANGE_TREE SLICES CONTIGUOUS LESSONS REPLACE
COUNT RANGE_TREE SLICES CHECK
MAP CONTIGUOUS SAVE CHECK HOLES ARENA
MAP COUNT SLICES REPLACE FLEX SAVE
MAP COUNT RANGE_TREE LESSONS ARENA
COUNT RANGE_TREE SLICES CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK HOLES ARENA
MAP RANGE_TREE SLICES CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK HOLES ARENA
MAP COUNT SLICES CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK HOLES ARENA
MAP COUNT RANGE_TREE CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK HOLES ARENA
END
}

# Parts of coalloc.h left out: no compiler warns, and what calendars answer is as with the
# whole header (parts.c).
gate_parts() {   # compiler
    [ "$header" = coalloc.h ] || { few_parts "$1"; return; }
    mkdir -p "$log.saved"
    compile "$1" "$(oldest "$1")" parts.c -o "$log.parts" || return
    "$log.parts" "$log.saved" write >"$log.whole" || { echo 'parts.c fails'; return; }
    while read -r parts; do
        compile "$1" "$(oldest "$1")" parts.c -o "$log.parts" \
            $(for part in $parts; do echo "-D${macro}_NO_$part"; done) </dev/null ||
            continue
        "$log.parts" "$log.saved" >"$log.cut" 2>"$log.error" </dev/null ||
            cat "$log.error"
        grep -q answers "$log.cut" || echo 'no answers'
        grep -v -x -f "$log.whole" "$log.cut"
    done <<END | sed 's/^/with parts left out: /'
$(subsets)
END
}

# Every public struct can be set to zero by = {0}, in C++, too; the ABI number of
# netsched.h counts every one of them.
gate_structs() {   # compiler
    awk '/^#ifdef .*_IMPLEMENTATION$/ { exit }
         /^typedef struct [a-z_]+ \{/ && $3 !~ /_i_/ { print $3 }' "$header" >"$log.list"
    [ -s "$log.list" ] || { echo 'no public structs found'; return; }
    echo "#include \"$header\"" >"$log.cc"
    sed 's/.*/extern const & zero_&; const & zero_& = {0};/' "$log.list" >>"$log.cc"
    "$1" -std="$(oldest "$1")" -I. -fsyntax-only "$log.cc" 2>&1 | grep -m3 error
    sed -n '/_I_SIZES =/,/;/p' "$header" >"$log.abi"
    while read -r name; do
        grep -q "sizeof($name)" "$log.abi" || echo "the ABI number does not count $name"
    done <"$log.list"
}

# What the headers expand in a user's C++ file: nothing of it warns, however much the user
# asks for. Not: padding, and features new to C++98.
gate_expand() {   # compiler
    case $1 in
    clang*) flags='-Weverything -Wno-padded -Wno-c++98-compat-pedantic' ;;
    *)      flags='-Wold-style-cast -Wuseless-cast -Wzero-as-null-pointer-constant' ;;
    esac
    compile "$1" c++17 expand.c -fsyntax-only $flags
}

# Other people's macros, from hostile.txt: none is a word of ours. Each expands to an
# error.
gate_hostile() {   # compiler
    printf '#include <%s.h>\n' stddef stdint stdlib string >"$log.h"
    sed 's/^.*: //' tests/compile/hostile.txt | tr -s ' ' '\n' |
        sed -n 's/()$/(...)/; s/^[A-Za-z_].*/#undef &\n#define & @/p' |
        sed '/^#undef/s/(...)//' >>"$log.h"
    echo '#define __noinline__ __attribute__((__cold__)) /* CUDA has it as a macro */' \
        >>"$log.h"
    compile "$1" "$(oldest "$1")" declare_implement.c -fsyntax-only -include "$log.h"
}

# After the headers of systems: of this one, and of Windows.
gate_platforms() {   # compiler [flag]
    set -- "$*"
    echo '#include <windows.h>' >"$log.c"
    case $1 in *mingw*) $1 -fsyntax-only "$log.c" 2>/dev/null ||
        { echo "SKIP $1 finds no windows.h"; return; } ;;
    esac
    case $1 in *++*) lang='-std=gnu++11 -x c++' ;; *) lang='-std=gnu99 -x c' ;; esac
    $1 $lang $(include_flags) $WARN -fsyntax-only -include tests/compile/platforms.h \
        tests/compile/declare_implement.c 2>&1 | grep -m3 -E 'error|warning'
}

# Clang's emulation of Visual C++ 2019, without headers of Microsoft, with the branches
# for compilers that are neither gcc nor clang: NO_STDLIB then needs macros.
gate_visual() {   # compiler
    mkdir -p "$log.h"
    cp tests/compile/visual.h "$log.h/string.h"
    cp tests/compile/visual.h "$log.h/stdlib.h"
    for machine in x86_64 i686 aarch64; do
        emulate="$1 --target=$machine-pc-windows-msvc -fms-compatibility-version=19.20
            -ffreestanding -nostdlibinc -isystem $log.h -U__clang__ -fsyntax-only"
        for std in c11 c++20 $([ $machine != x86_64 ] || echo c17 c++14 c++17); do
            case $std in c++*) lang="-x c++ $WARN" ;; *) lang="-x c $WARN_C" ;; esac
            $emulate -std=$std $lang $(include_flags) tests/compile/implement.c 2>&1 |
                grep -m3 -E 'error|warning' | sed "s/^/$machine -std=$std: /"
        done
    done
    $emulate -x c $(include_flags) -D${macro}_NO_STDLIB tests/compile/implement.c 2>&1 |
        grep -q "error.*${macro}_NO_STDLIB needs" || echo 'NO_STDLIB needs no macros'
}

# A shared library of which nothing is visible but all functions, by what the user has
# before each, and a program that calls them.
gate_shared() {   # compiler
    lib=$log.so show='__attribute__((visibility("default")))' hide=-fvisibility=hidden
    case $1 in *mingw*)
        command -v "$1" >/dev/null || { echo "SKIP $1 is not installed"; return; }
        lib=$log.dll show='__declspec(dllexport)' hide= ;;
    esac
    public_functions | sed 's/.*/F(&)/' >"$log.list"
    compile "$1" c99 implement.c -shared -fPIC $hide -o "$lib" -D${macro}_DEF="$show" &&
        compile "$1" c99 use.c -c -o "$log.o" -DFUNCTIONS="\"$PWD/$log.list\"" &&
        "$1" -o "$log.exe" "$log.o" "$lib" || return
    case $1 in
    *mingw*) ! command -v wine >/dev/null || wine "$log.exe" 2>/dev/null ;;
    *) LD_LIBRARY_PATH=. "$log.exe" ;;
    esac || echo "the program returns $?"
}

# The declarations include <stddef.h> and <stdint.h> and nothing else, and every macro
# left defined carries a prefix: compared with a file that includes the same system
# headers and no more.
gate_macros() {   # compiler
    for file in declare implement; do
        compile "$1" c99 $file.c -fsyntax-only -H || return
        sed -n 's/^\.\. .*\/\([a-z]*\.h\)$/\1/p' "$log.cc" | sort -u >"$log.included"
        [ $file = implement ] || grep -v -x -e stddef.h -e stdint.h "$log.included" |
            sed 's/^/the declarations include /'
        sed 's/.*/#include <&>/' "$log.included" >"$log.base.c"
        "$1" -std=c99 -dM -E "$log.base.c" | sort >"$log.before"
        "$1" -std=c99 $(include_flags) -dM -E "tests/compile/$file.c" | sort |
            comm -13 "$log.before" - | awk '{ print $2 }' |
            grep -v -E "^($prefixes|HEADER\$|[A-Z]*_IMPLEMENTATION\$)" |
            sed "s/^/$file.c leaves the macro /"
    done
}

# The first line names the version that the macros have.
gate_version() {
    number='[0-9][0-9]*'
    title=$(sed -n "1s/^.*$header - v\($number\.$number\.$number\) - .*/\1/p" "$header")
    macros=$(for part in MAJOR MINOR PATCH; do
                 sed -n "s/^#define ${macro}_VERSION_$part \($number\)\$/\1/p" "$header"
             done | paste -s -d .)
    [ -n "$title" ] || echo "$header:1: no 'name - vX.Y.Z - purpose - licence'"
    [ "$title" = "$macros" ] || echo "$header:1: says v$title, the macros say $macros"
}

gate_options() {
    documented_options >"$log.told"
    tested_options >"$log.asked"
    comm -23 "$log.told" "$log.asked" |
        sed 's/$/ stands under OPTIONS, but no #if asks for it/'
    comm -13 "$log.told" "$log.asked" | sed 's/$/ is asked for, but not under OPTIONS/'
}

# Names of the public functions with a comment that states the cost: the paragraph of the
# declaration has the word Cost or O(.
functions_with_cost() {
    sed "/^#ifdef ${macro}_IMPLEMENTATION/,\$d" "$header" |
        awk -v RS= -v def="${macro}_(DEF|CALL) " '
            /Cost|O\(/ {
                gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "")
                gsub(/\n/, " ")
                n = split($0, declared, def)
                for (i = 2; i <= n; i++) {
                    sub(/ *\(.*/, "", declared[i])
                    sub(/.*[ *]/, "", declared[i])
                    print declared[i]
                }
            }'
}

# Every public function is in the manual, in a test, and has its cost: in the comment of
# its declaration or in the manual's section COSTS. x_create_abi is called as x_create.
gate_functions() {
    manual >"$log.manual"
    sed -n '/^ *COSTS/,/^ *ERRORS$/p' "$log.manual" >"$log.costs"
    functions_with_cost >"$log.with_cost"
    cat $(found tests/*/*.c) >"$log.tests"
    for f in $(public_functions); do
        called=${f%_abi}
        grep -q -w "$called" "$log.manual" || echo "$called is not in the manual"
        grep -q -w "$called" "$log.costs" || grep -q -x "$f" "$log.with_cost" ||
            echo "$called: neither its comment nor COSTS states the cost"
        grep -q -w "$called" "$log.tests" || echo "no test calls $called"
    done
}
