# gate-docs.sh - what must hold for the documentation: its examples print what it says,
# its links lead somewhere, its text is plain. gates.sh reads this file.

# ---- documentation that runs -----------------------------------------------------------
# Build a source, run it, compare what it prints. `= {0}` is how C says all zero; the one
# warning that g++ has against it would ask for what C99 does not know.
prints() {   # compiler source expected
    if is_cxx "$1"; then lang="-x c++ $WARN"; else lang="-x c $WARN_C"; fi
    lang="-std=$(oldest "$1") $lang -Wno-missing-field-initializers"
    if ! "$1" $lang -I. -o "$log.prog" "$2" >"$log.cc" 2>&1; then
        grep -m3 -E 'error|undefined' "$log.cc"
    elif ! "$log.prog" >"$log.got"; then
        echo "the example returns $?"
    elif ! cmp -s "$3" "$log.got"; then
        echo "wanted (<) and printed (>):" \
            "$(diff "$3" "$log.got" | sed -n 2,5p | paste -s -d ' ')"
    fi
}

# The examples of standard input, between `---- NAME.c`, `---- output` and `----`.
examples_print() {   # compiler
    mkdir -p "$log.examples"
    awk -v dir="$log.examples/" '
        /^---- [a-z0-9_-]+\.c$/ { out = name = dir $2; next }
        /^---- output$/ { out = name; sub(/c$/, "text", out); name = ""; next }
        /^----$/ { out = ""; next }
        out { print >out }'
    for source in "$log.examples"/*.c; do
        name=$(basename "$source" .c)
        if [ ! -f "$source" ]; then echo 'there is no example'
        elif [ ! -s "${source%c}text" ]; then echo "$name has no output"
        else prints "$1" "$source" "${source%c}text" | sed "s/^/$name: /"; fi
    done
}
gate_example() { manual | sed 's/^    //' | examples_print "$1"; }   # compiler

# A ```c block after <!-- run: NAME -->, and the ```text block after it.
gate_readme() {   # compiler
    sed '/^```c$/d; s/^<!-- run: \(.*\) -->$/---- \1.c/; s/^```text$/---- output/
        s/^```.*/----/' README.md | examples_print "$1"
}

# ---- pages -----------------------------------------------------------------------------
# Every file of the project that was not built.
all_files() {
    find . -name .git -prune -o -path './build*' -prune -o -path "./$BUILD" -prune \
        -o -print
}

pages=$(all_files | sed -n 's|^[.]/\(.*[.]md\)$|\1|p' | sort)

gate_links() {
    all_files >"$log.files"
    awk -f tests/gate/pages.awk "$log.files" $pages
}

# Which tables are of older code than this; the manuals' tables are measured again by
# others of these gates.
gate_figures() {
    [ ! -f bench/figures.sh ] || sh bench/figures.sh --older
}

# ---- every source ----------------------------------------------------------------------
modules=$(found examples/sim/*/*.[ch])
sources=$(found ./*.h examples/*.[ch] tests/*.[ch] tests/*/*.[ch] tests/cross/*.ld \
    bench/*.[ch] bench/rivals/*.[ch]; echo "$modules")
cases=$(found tests/*/*.cases tests/coalloc/*.txt tests/sim/*.txt)
scripts=$(found Makefile .ci/run examples/*.sbatch examples/*.sh \
    tests/*/*.sh tests/*/*.awk)

gate_text() {
    at='s/^\([^:]*:[0-9]*\):.*/\1:'
    {
        grep -n '[^ -~]' $sources | sed "$at not plain ASCII/"
        grep -n "[^ -~$(printf '\t')]" $scripts $pages $cases | sed "$at not plain ASCII/"
        grep -n '.\{91\}' $sources $scripts | sed "$at more than 90 columns/"
        grep -n ' $' $sources $scripts | sed "$at a blank at the end/"
        grep -n -E 'TO[D]O|FIX[M]E|X[X]X' $sources $scripts
        grep -n -E '# *pragma|_Pragma' $headers /dev/null
    }
}

# Every C file is as the clang-format that the first line of .clang-format names, as in
# "# clang-format 14", writes it.
gate_format() {
    tool=clang-format-$(sed -n '1s/.*clang-format \([0-9][0-9]*\).*/\1/p' .clang-format)
    command -v "$tool" >/dev/null || { echo "SKIP $tool is not installed"; return; }
    "$tool" --dry-run $(echo "$sources" | grep '[.][ch]$') 2>&1 |
        sed -n "s/: warning: code should be .*/: not as $tool writes it/p"
}

# What a folder of examples/sim includes besides itself, by the path from there.
gate_layout() {
    grep -n '^# *include *[^< ]' $modules /dev/null | awk -F '[/:"]' '
        BEGIN {
            may["kit"] = "base"
            may["check"] = "base kit"
            may["workload"] = may["logtool"] = "base kit workload swf.h"
            may["machine"] = may["workload"] " coalloc.h"
            may["slurm"] = "base kit workload coalloc.h"
            may["topology"] = "base kit netsched.h"
            papers = "online grid mrfs multicost flexco"
            for (i = split(papers, paper, " "); i > 0; i--)
                may[paper[i]] = may["machine"] " topology machine check netsched.h"
        }
        !index(" " $3 " " may[$3] " ", " " $7 " ") {
            print $1 "/" $2 "/" $3 "/" $4 ":" $5 ": " $3 " may not include " $7
        }'
}
