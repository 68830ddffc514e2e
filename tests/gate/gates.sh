#!/bin/sh
# gates.sh - what must hold for the headers, their object code and the documentation.
#
#     tests/gate/gates.sh              all gates on every header there is
#     tests/gate/gates.sh GATE ...     only these (the functions gate_GATE below)
#
# A gate prints its complaints, one a line; silence means it passed. What a tool says on
# standard error is a complaint too, so a gate that cannot do its work does not pass. Each
# has been seen to fail: tests/gate/gates-selftest.sh. The files compiled are tests/compile/.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
DIR=$BUILD/gates
LC_ALL=C
export BUILD JOBS DIR LC_ALL

WARN='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef
      -Werror'
WARN_C="$WARN -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition"

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

# ---- reading a header ------------------------------------------------------------------

# Everything before the include guard: what a newcomer reads.
manual() { sed "/^#ifndef ${macro}_H\$/,\$d" "$header"; }

# Names of the functions declared with X_DEF, before the implementation begins.
public_functions() {
    sed "/^#ifdef ${macro}_IMPLEMENTATION/,\$d; /^#/d" "$header" |
        tr '\n' ' ' | tr ';' '\n' |
        sed 's|/\*[^*]*\*\([^/*][^*]*\*\)*/||g' | grep "${macro}_DEF " |
        sed -n "s/.*${macro}_DEF [^(]*[ *]\(${fn}_[a-z0-9_]*\) *(.*/\1/p" | sort -u
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
    # shellcheck disable=SC2046,SC2086
    if ! $cc -std=$std $(include_flags) $lang "$@" "tests/compile/$file" \
            >"$log.cc" 2>&1; then
        grep -m3 -E 'error|warning|undefined' "$log.cc" | sed "s/^/$cc -std=$std $file: /"
        exit 1
    fi
)

# The standards of its language that a compiler knows; asked once for all gates.
find_standards() {   # compiler
    if is_cxx "$1"; then
        all='c++11 c++14 c++17 c++20 c++2b' lang=c++
    else
        all='c99 c11 c17 c2x' lang=c
    fi
    for std in $all; do
        "$1" -std=$std -x $lang -fsyntax-only /dev/null 2>/dev/null && echo $std
    done
}

standards() { cat "$DIR/standards-$1"; }

# How to have all warnings that need no optimiser.
all_told() {   # compiler
    case $1 in clang*) echo -fsyntax-only ;; *) echo -c -O0 -o /dev/null ;; esac
}

oldest() { standards "$1" | head -n 1; }
newest() { standards "$1" | tail -n 1; }

# ---- the gates on a header -------------------------------------------------------------

# No warning in any language version, in any of the ways to include it: these differ only
# for the preprocessor, which is the same in all versions. Clang has told all when it has
# read a file. GCC tells some when it makes code (of what is unused, or falls through) and
# some when it optimises; to these stages the versions are the same program: so once, in
# the newest, and in the oldest by gate_object with the optimiser.
gate_warnings() {   # compiler
    for file in declare declare_implement implement_twice; do
        compile "$1" "$(oldest "$1")" $file.c -fsyntax-only
    done
    for std in $(standards "$1"); do
        compile "$1" "$std" implement.c -fsyntax-only
    done
    for file in declare implement static; do
        # shellcheck disable=SC2046
        compile "$1" "$std" $file.c $(all_told "$1")
    done
}

# The switches of a header turned on.
gate_switches() {   # compiler
    for option in $(tested_options | grep "^${macro}_NO_"); do
        for file in declare implement static; do
            # shellcheck disable=SC2046
            compile "$1" "$(newest "$1")" $file.c $(all_told "$1") -D"$option=1" |
                sed "s/^/-D$option=1: /"
        done
    done
}

# A file that uses everything, the file that implements it and one with a private copy
# make a program, in either language and across the two.
gate_link() {   # compiler-of-the-user compiler-of-the-implementation
    for h in $headers; do
        [ "$header" = all.h ] || [ "$header" = "$h" ] || continue
        (header=$h; names "$h"; public_functions | sed 's/.*/F(&)/')
    done >"$log.list"
    [ -s "$log.list" ] || { echo 'no public functions found'; return; }
    compile "$1" "$(oldest "$1")" use.c -c -O0 -o "$log.use.o" \
        -DFUNCTIONS="\"$PWD/$log.list\"" || return
    compile "$2" "$(oldest "$2")" implement.c -c -O0 -o "$log.impl.o" || return
    compile "$2" "$(oldest "$2")" static.c -c -O0 -o "$log.static.o" || return
    if "$2" -o "$log.prog" "$log.use.o" "$log.impl.o" "$log.static.o" 2>"$log.ld"; then
        "$log.prog" || echo "the program returns $?"
    else
        grep -E -m5 'undefined|multiple|error' "$log.ld"
    fi
}

# A 32-bit compilation needs no 32-bit library: the headers are the same but for one empty
# file.
gate_m32() {   # compiler
    mkdir -p "$DIR/m32/gnu"
    : >"$DIR/m32/gnu/stubs-32.h"
    set -- "$1" -m32 -fsyntax-only -isystem "$DIR/m32" \
        -isystem "/usr/include/$("$1" -print-multiarch 2>/dev/null)" \
        -isystem "/usr/include/$(gcc -print-multiarch 2>/dev/null)"
    printf '#include <%s.h>\n' stdlib string stdint stddef >"$log.c"
    if ! "$@" "$log.c" 2>/dev/null; then
        echo "SKIP $1 -m32 finds no C library headers here"
        return
    fi
    cc=$1
    shift
    for file in declare implement static; do compile "$cc" c99 $file.c "$@"; done
}

# Symbols of the object: only the public functions are exported, nothing is writable, and
# nothing is wanted from outside but these.
wanted='memcpy memmove memset memcmp'
heap='malloc realloc free'
support='bcmp __stack_chk_fail _GLOBAL_OFFSET_TABLE_ __gxx_personality_v0'

# Not position-independent, else constant tables of pointers count as writable.
object() (   # compiler level file flags ...
    cc=$1 level=$2 file=$3
    shift 3
    compile "$cc" "$(oldest "$cc")" "$file.c" -c "$level" -fno-pic -o "$log.o" "$@"
)

# nm's report of an object: exported, writable or undefined names
symbols() {   # kind
    case $1 in
    exported)  nm -g --defined-only "$log.o" | awk '{ print $NF }' | sort ;;
    writable)  nm --defined-only "$log.o" | awk '$2 ~ /^[bBdDCgGsS]$/ { print $NF }' ;;
    undefined) nm -u "$log.o" | awk '{ print $NF }' ;;
    esac
}

# Complain of undefined names outside the list.
undefined_beyond() {   # compiler-and-flags name ...
    how=$1
    shift
    for s in $(symbols undefined); do
        case " $* " in *" $s "*) ;; *) echo "$how: needs $s from outside" ;; esac
    done
}

# What is exported is a matter of macros, what is wanted from outside one of optimising.
gate_object() {   # compiler
    object "$1" -O0 static || return
    symbols exported | sed "s/^/$1: static mode exports /"
    public_functions >"$log.public"
    for how in '-O0 declare_implement' '-O0 implement' '-O2 implement'; do
        # shellcheck disable=SC2086
        object "$1" $how || return
        symbols exported >"$log.exported"
        comm -13 "$log.public" "$log.exported" | sed "s/^/$1 $how.c: exports /"
        comm -23 "$log.public" "$log.exported" | sed "s/^/$1 $how.c: does not define /"
        symbols writable | sed "s/^/$1 $how.c: writable data: /"
        # shellcheck disable=SC2086
        undefined_beyond "$1 $how.c" $wanted $heap $support
    done
}

# Without the standard library there is no heap, and nothing else but what every compiler
# needs for itself; a header that has no such option has never more. What a distribution
# adds on its own account, and exceptions, are turned off. gate_object has -O2 as well. In
# C++ the code is the same to an optimiser.
gate_no_heap() {   # compiler
    option=
    tested_options | grep -q -x "${macro}_NO_STDLIB" && option="-D${macro}_NO_STDLIB=1"
    is_cxx "$1" && levels=-Os || levels='-O0 -O3 -Os'
    for level in $levels; do
        # shellcheck disable=SC2086
        object "$1" $level implement -fno-stack-protector -fno-exceptions $option ||
            return
        # shellcheck disable=SC2086
        undefined_beyond "$1 $level $option" $wanted
    done
}

# The stack: no frame of variable size, recursion only in functions on trees, whose depth
# is bounded (64), and along every path of calls no more in sum than the manual states:
# one figure for all, and where it does so another `with RANGE_TREE`. Hooks are not
# counted. The compiler says what each function takes and calls.
stack_figure() {   # words before it
    manual | grep Stack | grep -o "$1less than [0-9]* KiB" | head -n 1 | tr -dc 0-9
}

stack_deepest() {   # call-graph pattern-of-functions-left-out
    awk -v out="$2" '
        function name(s) { sub(/.*:/, "", s); return s }
        function total(f,   n, i, best, t, list) {
            if (out != "" && f ~ out) return 0
            if (f in done) return done[f]
            done[f] = best = 0
            n = split(calls[f], list, " ")
            for (i = 1; i <= n; i++) {
                t = list[i] == f ? 0 : total(list[i])
                if (t > best) best = t
            }
            return done[f] = size[f] * (self[f] ? 64 : 1) + best
        }
        /^node/ {
            split($0, q, "\""); f = name(q[2])
            if (match($0, /[0-9]+ bytes \(/)) size[f] = substr($0, RSTART) + 0
        }
        /^edge/ {
            split($0, q, "\""); s = name(q[2]); t = name(q[4])
            if (s == t) self[s] = 1
            calls[s] = calls[s] " " t
        }
        END {
            for (f in size) if (total(f) > most) { most = total(f); where = f }
            print most, where
        }' "$1"
}

gate_stack() {   # compiler
    trees="^${fn}_(i_)?(slots|tree|trees|rtree)_"
    all=$(stack_figure '')
    [ -n "$all" ] || { echo 'the manual does not say how much stack it needs'; return; }
    with_trees=$(stack_figure 'with RANGE_TREE ')
    for level in -O0 -O2; do
        object "$1" $level implement -fno-exceptions -fstack-usage -fcallgraph-info=su ||
            return
        awk -F '\t' '$3 != "static" && $3 !~ /bounded/ {
            print $1 ": a frame of variable size" }' "$log.su"
        if [ -n "$with_trees" ]; then
            echo "$with_trees $(stack_deepest "$log.ci" '')"
            echo "$all $(stack_deepest "$log.ci" "$trees")"
        else
            echo "$all $(stack_deepest "$log.ci" '')"
        fi | awk -v how="$level" '$2 >= $1 * 1024 {
            print how ": " $3 " takes " $2 " bytes, the manual says " $1 " KiB" }'
        # before functions are split into parts, which share a name
        [ $level = -O0 ] || continue
        sed -n 's/^edge: { sourcename: "\([^"]*\)" targetname: "\([^"]*\)".*/\1 \2/p' \
            "$log.ci" | sed 's/[^ ]*://g' >"$log.calls"
        awk '$1 == $2 { print $1 }' "$log.calls" | sort -u |
            grep -v -E -e "$trees" -e "^${fn}_i_knot_" |
            sed 's/$/ calls itself/'
        awk '$1 != $2' "$log.calls" | tsort 2>&1 >/dev/null |
            sed 's/^tsort: -: /functions that call each other: /; s/^tsort: //'
    done
}

# The declarations include these two and nothing else.
includes_of() { sed -n 's/^\.\. .*\/\([a-z]*\.h\)$/\1/p' "$log.cc"; }

gate_includes() {   # compiler
    compile "$1" "$(oldest "$1")" declare.c -fsyntax-only -H || return
    includes_of | grep -v -x -e stddef.h -e stdint.h |
        sed 's/^/the declarations include /'
}

# Every macro left defined carries a prefix: compared with a file that includes the same
# system headers and no more.
gate_macros() {   # compiler
    for file in declare implement; do
        compile "$1" c99 $file.c -fsyntax-only -H || return
        includes_of | sort -u | sed 's/.*/#include <&>/' >"$log.base.c"
        "$1" -std=c99 -dM -E "$log.base.c" | sort >"$log.before"
        # shellcheck disable=SC2046
        "$1" -std=c99 $(include_flags) -dM -E "tests/compile/$file.c" | sort >"$log.after"
        comm -13 "$log.before" "$log.after" | awk '{ print $2 }' |
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

# Every public function is in the manual and in a test. x_create_abi is called as
# x_create.
gate_functions() {
    manual >"$log.manual"
    cat $(found tests/*.c) >"$log.tests"
    for f in $(public_functions); do
        called=${f%_abi}
        grep -q -w "$called" "$log.manual" || echo "$called is not in the manual"
        grep -q -w "$called" "$log.tests" || echo "no test calls $called"
    done
}

gate_pragmas() { grep -n -E '# *pragma|_Pragma' "$header" | sed "s/^/$header:/"; }

# ---- documentation that runs -----------------------------------------------------------

# Build a source, run it, compare what it prints. `= {0}` is how C says all zero; the one
# warning that g++ has against it would ask for what C99 does not know.
prints() {   # compiler source expected
    if is_cxx "$1"; then lang="-x c++ $WARN"; else lang="-x c $WARN_C"; fi
    lang="-std=$(oldest "$1") $lang -Wno-missing-field-initializers"
    # shellcheck disable=SC2086
    if ! "$1" $lang -I. -o "$log.prog" "$2" >"$log.cc" 2>&1; then
        grep -m3 -E 'error|undefined' "$log.cc"
    elif ! "$log.prog" >"$log.got"; then
        echo "the example returns $?"
    elif ! cmp -s "$3" "$log.got"; then
        echo "wanted (<) and printed (>):" \
            "$(diff "$3" "$log.got" | sed -n 2,5p | paste -s -d ' ')"
    fi
}

# The manual's example: between '    ---- example.c', '    ---- output' and '    ----'.
gate_example() {   # compiler
    manual >"$log.manual"
    sed -n '/^    ---- example.c$/,/^    ---- output$/p' "$log.manual" |
        sed '1d;$d;s/^    //' >"$log.c"
    sed -n '/^    ---- output$/,/^    ----$/p' "$log.manual" |
        sed '1d;$d;s/^    //' >"$log.want"
    [ -s "$log.c" ] || { echo 'the manual has no example'; return; }
    [ -s "$log.want" ] || { echo "the manual's example has no output"; return; }
    prints "$1" "$log.c" "$log.want"
}

# README.md: a ```c block after <!-- run: name -->, and the ```text block after it.
gate_readme() {   # compiler
    [ -f README.md ] || { echo 'there is no README.md'; return; }
    rm -rf "$log.blocks"
    mkdir -p "$log.blocks"
    awk -v dir="$log.blocks" '
        /^<!-- run: [a-z0-9_-]+ -->$/ { name = $3; want = "c"; next }
        /^```/ && out { close(out); out = ""; want = (want == "c") ? "text" : ""; next }
        want && $0 == "```" want { out = dir "/" name "." want; printf "" >out; next }
        out { print >out }' README.md
    for source in "$log.blocks"/*.c; do
        [ -f "$source" ] || { echo 'no C block with <!-- run: name -->'; return; }
        name=$(basename "$source" .c)
        if [ -f "${source%.c}.text" ]; then
            prints "$1" "$source" "${source%.c}.text" | sed "s/^/$name: /"
        else
            echo "$name: no text block follows"
        fi
    done
}

# ---- pages -----------------------------------------------------------------------------

# Every file of the project, not what was built.
all_files() {
    find . -name .git -prune -o -path './build*' -prune -o -path "./$BUILD" -prune \
        -o -print
}

pages=$(all_files | sed -n 's|^[.]/\(.*[.]md\)$|\1|p' | sort)

# What the pages say, with tabs between words: `heading PAGE ANCHOR`, the anchor as GitHub
# makes it; `link PAGE LINE PATH ANCHOR`, PATH from here, for links within the project;
# `file PAGE LINE NAME`, a source or script that is named between backticks. Blocks of
# code do not count.
said_by_pages() {
    # shellcheck disable=SC2086
    awk -v OFS='\t' '
        function path(page, target,   parts, kept, n, i, m, out) {
            if (target == "") return page
            sub(/[^\/]*$/, "", page)
            n = split(page target, parts, "/")
            for (i = 1; i <= n; i++)
                if (parts[i] == ".." && m && kept[m] != "..") m--
                else if (parts[i] != "." && parts[i] != "") kept[++m] = parts[i]
            for (i = 1; i <= m; i++) out = out (i > 1 ? "/" : "") kept[i]
            return m ? out : "."
        }
        function link(target,   anchor) {
            if (target ~ /^[a-z]+:/) return
            if (match(target, /#/)) {
                anchor = substr(target, RSTART + 1)
                target = substr(target, 1, RSTART - 1)
            }
            print "link", FILENAME, FNR, path(FILENAME, target), anchor
        }
        # every part of the line that the pattern finds, without its ends
        function each(line, pattern, before, after,   target) {
            while (match(line, pattern)) {
                target = substr(line, RSTART + before, RLENGTH - before - after)
                line = substr(line, RSTART + RLENGTH)
                link(target)
            }
        }
        FNR == 1 { code = 0 }
        /^ *```/ { code = !code }
        code || /^    / { next }
        /^#+ / {
            name = tolower($0)
            sub(/^#+ */, "", name)
            gsub(/\]\([^)]*\)/, "", name)
            gsub(/[^a-z0-9_ -]/, "", name)
            gsub(/ /, "-", name)
            n = seen[FILENAME, name]++
            print "heading", FILENAME, name (n ? "-" n : "")
        }
        {
            line = $0
            while (match(line, /`[^`]*`/)) {
                name = substr(line, RSTART + 1, RLENGTH - 2)
                if (name ~ /^[A-Za-z0-9_.*\/-]+[.](c|h|sh|awk|sbatch)$/)
                    print "file", FILENAME, FNR, name
                line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
            }
            each(line, "\\]\\([^)]*\\)", 2, 1)
            each(line, "src=\"[^\"]*\"", 5, 1)
            each(line, "href=\"[^\"]*\"", 6, 1)
            if (match(line, /^\[[^]]*\]: +/)) link(substr(line, RLENGTH + 1))
        }' $pages
}

# Links within the project lead somewhere, and the sources that pages name are there, in
# some folder.
gate_links() {
    said_by_pages >"$log.said-by-pages"
    all_files >"$log.files"
    grep '^link' "$log.said-by-pages" | while read -r _ page line path anchor; do
        if [ ! -e "$path" ]; then
            echo "$page:$line: there is no $path"
        elif [ -n "$anchor" ] && ! grep -q -x "heading	$path	$anchor" \
                "$log.said-by-pages"; then
            echo "$page:$line: $path has no heading #$anchor"
        fi
    done
    grep '^file' "$log.said-by-pages" | while read -r _ page line name; do
        pattern=$(echo "$name" | sed 's/[.]/[.]/g; s/[*]/[^\/]*/g')
        grep -q "/$pattern\$" "$log.files" || echo "$page:$line: there is no $name"
    done
}

# ---- every source ----------------------------------------------------------------------

sources=$(found ./*.h examples/*.[ch] examples/sim/*.[ch] tests/*.[ch] \
    tests/compile/*.[ch] tests/cross/*.[ch] tests/cross/*.ld tests/fuzz/*.[ch] \
    bench/*.[ch] bench/rivals/*.[ch])
scripts=$(found Makefile .ci/run examples/*.sbatch examples/*.sh tests/*.sh \
    tests/cross/*.sh)

gate_text() {
    # shellcheck disable=SC2086
    {
        grep -n '[^ -~]' $sources | sed 's/^\([^:]*:[0-9]*\):.*/\1: not plain ASCII/'
        grep -n "[^ -~$(printf '\t')]" $scripts $pages |
            sed 's/^\([^:]*:[0-9]*\):.*/\1: not plain ASCII/'
        grep -n '.\{91\}' $sources $scripts |
            sed 's/^\([^:]*:[0-9]*\):.*/\1: more than 90 columns/'
        grep -n ' $' $sources $scripts |
            sed 's/^\([^:]*:[0-9]*\):.*/\1: a blank at the end/'
        grep -n -E 'TO[D]O|FIX[M]E|X[X]X' $sources $scripts
    }
}

# Programs compile without a warning by both compilers: here by those that tests/gate/run.sh
# does not build them with, where a warning is a failure, too.
gate_programs() {   # compiler
    for f in $(found examples/*.c tests/*.c tests/fuzz/*.c bench/*.c); do
        # shellcheck disable=SC2046,SC2086
        $1 -std=c99 -I. $WARN_C $(all_told "$1") "$f" 2>&1 |
            grep -m1 -E 'error|warning'
    done
}

# ---- running them ----------------------------------------------------------------------

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
        sed "1s|^SKIP|SKIP $header $title:|;2,\$d" "$log.said"
    else
        echo "PASS $header $title"
    fi >"$log.out"
}

if [ "$1" = --job ]; then
    shift
    job "$@"
    exit 0
fi

number=1000
chosen=" $* "

# What needs a compiler that is not there is left out; each is reported once, below.
# Is it what tests/gate/run.sh builds with? The first word is how it was called.
builds() {   # compiler
    [ "$("$1" --version 2>&1 | sed '1s/^[^ ]* //;q')" = \
      "$(${CC:-cc} --version 2>&1 | sed '1s/^[^ ]* //;q')" ]
}

queue() {   # header gate compiler ...
    case $chosen in '  ' | *" $2 "*) ;; *) return ;; esac
    for word in "$@"; do
        case " $absent " in *" $word "*) echo "$word" >>"$DIR/left-out"; return ;; esac
    done
    number=$((number + 1))
    echo "$number $*"
}
absent=
for cc in gcc g++ clang clang++; do
    command -v $cc >/dev/null || absent="$absent $cc"
done

rm -rf "$DIR"
mkdir -p "$DIR" || exit 1
: >"$DIR/left-out"
for cc in gcc g++ clang clang++; do find_standards $cc >"$DIR/standards-$cc"; done
{
    for header in $headers; do
        for gate in version options functions pragmas; do queue "$header" $gate; done
        for cc in gcc g++; do queue "$header" example $cc; done
        for gate in includes macros; do
            for cc in gcc clang; do queue "$header" $gate $cc; done
        done
    done
    queue sources text
    for cc in gcc g++; do queue README.md readme $cc; done
    queue pages links
    for cc in gcc clang; do builds $cc || queue sources programs $cc; done
    # shellcheck disable=SC2086
    for header in $headers $([ "$(echo $headers | wc -w)" -lt 2 ] || echo all.h); do
        for cc in gcc g++ clang clang++; do queue "$header" warnings $cc; done
        queue "$header" link gcc gcc
        queue "$header" link clang++ clang
        [ "$header" != all.h ] || continue # the rest is the same for each of them
        queue "$header" link g++ gcc
        queue "$header" link gcc g++
        queue "$header" link clang clang
        queue "$header" link gcc clang
    done
    for header in $headers; do
        for gate in switches object no_heap; do
            for cc in gcc g++ clang clang++; do queue "$header" $gate $cc; done
        done
        queue "$header" stack gcc
        for cc in gcc clang; do queue "$header" m32 $cc; done
    done
} >"$DIR/queue"

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
