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

# The manual's examples: between '    ---- NAME.c', '    ---- output' and '    ----'.
gate_example() {   # compiler
    rm -rf "$log.examples"
    mkdir -p "$log.examples"
    manual | awk -v dir="$log.examples" '
        /^    ---- [a-z]+\.c$/ { name = dir "/" $2; out = name; next }
        /^    ---- output$/ { out = name ".want"; next }
        /^    ----$/ { out = ""; next }
        out { print substr($0, 5) >out }'
    for source in "$log.examples"/*.c; do
        [ -f "$source" ] || { echo 'the manual has no example'; return; }
        [ -s "$source.want" ] || { echo "$(basename "$source") has no output"; return; }
        prints "$1" "$source" "$source.want" | sed "s/^/$(basename "$source"): /"
    done
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
# some folder; x.h and NAME.c stand for any.
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
    grep '^file' "$log.said-by-pages" | grep -v -E '[^a-z](x|[A-Z]+)[.][a-z]*$' |
            while read -r _ page line name; do
        pattern=$(echo "$name" | sed 's/[.]/[.]/g; s/[*]/[^\/]*/g')
        grep -q "/$pattern\$" "$log.files" || echo "$page:$line: there is no $name"
    done
}

# Which tables are of older code than this; the manuals' tables are measured again by
# others of these gates.
gate_figures() {
    [ ! -f bench/figures.sh ] || sh bench/figures.sh --older
}

# ---- every source ----------------------------------------------------------------------
sources=$(found ./*.h examples/*.[ch] tests/*.[ch] tests/*/*.[ch] tests/cross/*.ld \
    bench/*.[ch] bench/rivals/*.[ch]; echo "$modules")
scripts=$(found Makefile .ci/run examples/*.sbatch examples/*.sh \
    tests/*/*.sh)

gate_text() {
    at='s/^\([^:]*:[0-9]*\):.*/\1:'
    {
        grep -n '[^ -~]' $sources | sed "$at not plain ASCII/"
        grep -n "[^ -~$(printf '\t')]" $scripts $pages | sed "$at not plain ASCII/"
        grep -n '.\{91\}' $sources $scripts | sed "$at more than 90 columns/"
        grep -n ' $' $sources $scripts | sed "$at a blank at the end/"
        grep -n -E 'TO[D]O|FIX[M]E|X[X]X' $sources $scripts
    }
}
