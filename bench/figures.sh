#!/bin/sh
# figures.sh - makes the tables of figures and writes them where they stand: all, or only
# NAME ... (make figures FIGURES='sizes flows'). On a page a table stands between
#
#     <!-- figures: NAME of COMMIT -->  and  <!-- figures: end -->
#
# The manuals of the headers name no commit: the gates measure their tables again.
#
#     sizes      bytes of code, option by option           manuals       2 minutes
#     embedded   bytes, stack, instructions of small machines   coalloc.h     1
#     programs   seconds of whole programs; TRACES=directory    bench/README  3
#     calendar   requests a second, beside what else there is   bench/figures 20
#     flows      maximum flows beside those of libraries        bench/figures 5
#     slots      first slots beside two other algorithms        bench/figures 10
#     tasks      tasks by several costs                         bench/figures 1
#     tree       the range tree and MAP; TRACES=directory       bench/README  1
#     speed      three rows of bench/figures' tables             README        at once
#     lines      what make demo and other programs print        README, examples/README  1
#     stages     what runs where: the gate, then platforms      tests/README  40
#     fuzz       inputs a second                                tests/README  5
#
#     bench/figures.sh --older     says which tables on pages are of older code than this,
#                                  comments apart. Of these some are written by hand:
#                                  worst (bench_worst), coverage
#
# Times are minutes on two idle cores. QUICK=1: only to see that it works.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build} MAKE=${MAKE:-make} LC_ALL=C
export BUILD MAKE LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL
pages='README.md bench/README.md bench/figures.md tests/README.md'
out=$BUILD/bench
parts='sizes embedded programs calendar flows slots tasks tree speed lines stages fuzz'

complain() { echo "figures.sh: $1" >&2; exit 1; }
built() { for p; do $MAKE -s "$BUILD/$p" || exit 1; done; }
log() { find "${TRACES:-/nowhere}" -name "$1-*.swf.gz" 2>/dev/null | sort | head -n 1; }

# The code that a table is about.
about() {   # name
    case $1 in
    calendar | tree)       echo coalloc.h ;;
    flows | slots | tasks) echo netsched.h ;;
    worst | coverage) echo coalloc.h netsched.h ;;
    programs | mutants)    echo coalloc.h netsched.h swf.h examples/sim ;;
    fuzz)                  echo coalloc.h netsched.h swf.h tests/fuzz ;;
    stages | platforms)    echo tests/gate/stages.sh tests/gate/cross.sh Makefile ;;
    *) return 1 ;;
    esac
}

# ---- how old they are ------------------------------------------------------------------
code() {   # file: without comments, blanks at ends of lines and empty lines
    case $1 in
    *.[ch]) tr '\n' '\1' | sed 's|/\*[^*]*\*\([^/*][^*]*\*\)*/||g' | tr '\1' '\n' ;;
    *)      sed 's/^ *#.*//' ;;
    esac | sed 's/ *$//; /^$/d'
}

changed() {   # commit path ...: the files of which the code is another one
    git diff --name-only "$@" | while read -r f; do
        [ "$(git show "$commit:$f" 2>/dev/null | code "$f" | cksum)" = \
          "$(code "$f" 2>/dev/null <"$f" | cksum)" ] || echo "$f"
    done
}

older() {
    grep -s -H -o '<!-- figures: .* of .* -->' $pages | sed 's/:<!-- figures://; s/ -->//' |
    while read -r page name _ commit; do
        if ! about "$name" >/dev/null; then
            echo "$page: no figures are called $name"
        elif ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
            echo "SKIP $page: $name is of $commit, of which there is no history here"
        else
            changed "$commit" -- $(about "$name") | awk -v of="$name is of $commit" \
                -v page="$page" '
                NR == 1 { of = of ", before changes in " $0 }
                END { if (NR) print "SKIP " page ": " of (NR > 1 ? " and more" : "") }'
        fi
    done
}

# ---- where they stand ------------------------------------------------------------------
marked() { sed -n "/^<!-- figures: $2 of/,/^<!-- figures: end/p" "$1" | sed '1d; $d'; }

# Standard input becomes the table of this name: to its second mark, or a block of text.
put() {   # page name
    cat >"$out/table"
    [ -s "$out/table" ] || complain "$2: nothing was measured"
    awk -v mark="<!-- figures: $2 of " -v of="$commit -->" \
        -v table="$out/table" '
        inside && /^<!-- figures: end/ { inside = 0 }
        inside && /^```$/ { inside = 0; next }
        inside { next }
        at = index($0, mark) {
            print substr($0, 1, at - 1) mark of
            while ((getline line <table) > 0) print line
            inside = ++begins
            next
        }
        { print }
        END { exit begins != 1 || inside }' "$1" >"$out/page" ||
        complain "$1 does not have one table that is marked $2"
    cat "$out/page" >"$1"
}

manual() {   # header: its rows become those that are read
    grep -v '^SKIP' >"$out/rows" || complain "nothing was measured for $1"
    awk -v write=1 -f tests/gate/rows.awk "$out/rows" "$1" >"$out/page" &&
        cat "$out/page" >"$1"
}

# ---- each of them ----------------------------------------------------------------------
sizes() { for h in coalloc.h netsched.h; do sh tests/gate/sizes.sh $h | manual $h; done; }
embedded() { sh bench/embedded.sh | manual coalloc.h; }

calendar() {
    sh bench/run.sh --limit 1 --repeat 3 ${QUICK:+--quick} >"$out/run.txt" || exit 1
    sh bench/table.sh --page "$out" | put bench/figures.md calendar
}

# Each row names its command; its seconds are the least of three runs.
programs() {
    built coalloc_sim broker_sim flexco_sim mrfs_sim multicost_sim swf_tool
    for name in KTH HPC2N; do
        [ -z "$(log $name)" ] || export "$name=$(log $name)"
    done
    marked bench/README.md programs | while IFS= read -r row; do
        command=$(echo "$row" | sed -n 's/.*| `\(.*\)` |$/\1/p')
        took=$(for i in ${QUICK:-1 2 3}; do
            [ -z "$command" ] ||
                sh -uc "$command >/dev/null 2>&1 </dev/null && times" 2>/dev/null
        done | awk '/m.*m/ && NR % 2 == 0 {
            split($0, t, /[ms ]+/)
            printf "%.2f\n", 60 * (t[1] + t[3]) + t[2] + t[4]
        }' | sort -n | head -n 1)
        echo "$row" | sed "s/| [-0-9.]* | \`/| ${took:--} | \`/"
    done | put bench/README.md programs
}

flows() {
    built bench/bench_netsched-libraries
    "$BUILD/bench/bench_netsched-libraries" --parts pair,super --nodes 100,1000,10000 \
        ${QUICK:+--quick} --csv "$out/flows.csv" >/dev/null || exit 1
    sh bench/table.sh --flows "$out/flows.csv" | put bench/figures.md flows
}

slots() {
    built bench/bench_netsched
    "$BUILD/bench/bench_netsched" --parts WS,WN --nodes 100,1000 --requests 300 \
        --turns 2 ${QUICK:+--quick} --csv "$out/slots.csv" >/dev/null || exit 1
    sh bench/table.sh --slots "$out/slots.csv" | put bench/figures.md slots
}

tasks() {
    built bench/bench_multicost
    for run in 1 2; do "$BUILD/bench/bench_multicost" --tasks 40; done |
    awk '/^ 4096 slots, [16]0 % booked/ {
            at = ($6 == "same" ? "the same" : $6 == "any" ? "at any time" : \
                  "whole slots apart") " | " $3 " %"
            sub(/.*: */, "")
            if (!(at in words)) { row[++n] = at; words[at] = $1; bytes[at] = $5 }
            if ($1 < words[at]) words[at] = $1
            if ($5 < bytes[at]) bytes[at] = $5
        }
        END {
            print "| origins of tasks | booked | words of bits | one byte for each slot |"
            print "|---|---|---|---|"
            for (i = 1; i <= n; i++)
                print "| " row[i] " | " words[row[i]] " | " bytes[row[i]] " |"
        }' | put bench/figures.md tasks
}

tree() {
    [ -n "$(log KTH)" ] || { echo 'figures.sh: tree: TRACES has no KTH log' >&2; return; }
    built bench/bench_rtree
    echo '```text' >"$out/tree.text"
    "$BUILD/bench/bench_rtree" --log "$(log KTH)" --only range-tree,map,array |
        grep -A 3 '^[a-z]* .* times' >>"$out/tree.text"
    echo '```' | cat "$out/tree.text" - | put bench/README.md tree
}

# README's rows, from the first row of bench/figures that begins with the same two cells.
speed() {
    of() { sed -n "s/^<!-- figures: $1 of \(.*\) -->/\1/p" bench/figures.md; }
    awk -F ' *[|] *' -v calendar="$(of calendar)" '
        function number(s) { return s * (s ~ /M/ ? 1e6 : s ~ /k/ ? 1e3 : 1) }
        # the best of these columns, with its name; in bold if it is better than ours
        function best(row, ours, columns,    i, v, b, s, name) {
            for (i in titles) {
                v = at[row, titles[i]]
                if (titles[i] !~ columns || v !~ /^[0-9]/) continue
                if (b == "" || number(v) > number(b)) {
                    b = v
                    name = titles[i]
                }
            }
            s = b ", " (name in called ? called[name] : name)
            return number(b) > number(ours) ? "**" s "**" : s
        }
        function say(task, r, ours, unit, columns) {
            ours = at[r, ours]
            if (ours != "") ready[task] = ours unit " | " best(r, ours, columns)
        }
        BEGIN {
            called["lists"] = "a list for each server"
            called["masks"] = "bit masks"
            called["ranges"] = "ranges of free servers"
            called["points"] = "a sorted array"
            called["profile"] = "the profile of SCIP"
        }
        NR == FNR {
            r = $2 " " $3
            if ($2 == "stream" || $2 == "between") n = split($0, head)
            if (NF != n || (r in known)) next
            known[r]
            for (i = 4; i < NF; i++) {
                if (!((r, head[i]) in at)) at[r, head[i]] = $i
                titles[head[i]] = head[i]
            }
            next
        }
        FNR == 1 {
            named = "^(lists|masks|ranges)$"
            say("find and book, 128 servers", "wide 128", "slices, first fit", \
                " a second, first fit; " at["wide 128", "slices"] \
                ", best fit (default)", named)
            say("the same, 1,048,576 servers", "wide 1048576", "map", " a second", named)
            say("only counting free servers, 128 servers", "wide 128", "unnamed", \
                " a second", "^(points|profile)$")
        }
        $2 in ready { print "| " $2 " | " ready[$2] " |"; rows++; next }
        {
            sub(/core at commit [0-9a-f]*/, "core at commit " calendar)
            print
        }
        END { exit rows != 3 }' bench/figures.md README.md >"$out/page" &&
        cat "$out/page" >README.md
}

# Of the blocks of text behind `lines of: COMMAND` each line becomes the line that it
# prints and that begins most like it.
lines() {
    for page in README.md examples/README.md; do
        built $(grep -o '^<!-- lines of: build/[a-z_]*' $page | sed 's|.*/||' | sort -u)
        awk -v build="$BUILD/" '
            function alike(a, b,    i) {
                while (substr(a, i + 1, 1) == substr(b, i + 1, 1) && i < length(a)) i++
                return i
            }
            /^<!-- lines of: .* -->$/ {
                command = substr($0, 16, length($0) - 19) " </dev/null 2>/dev/null"
                sub(/^build\//, build, command)
                for (n = 0; (command | getline line) > 0;) printed[++n] = line
                close(command)
            }
            inside && !/^```/ {
                for (i = best = 1; i <= n; i++)
                    if (alike($0, printed[i]) > alike($0, printed[best])) best = i
                $0 = printed[best]
            }
            /^```/ {
                if (inside) n = 0
                inside = !inside && n && /text/
            }
            { print }' $page >"$out/page" && cat "$out/page" >$page || return
    done
}

# The rows whose stage ran, in an empty directory: programs, scripts and seconds.
stages() {
    rm -rf "$BUILD/figures"
    for table in stages platforms; do
        [ $table = stages ] && what=${QUICK:+--brief} || what=platforms
        BUILD=$BUILD/figures sh tests/gate/run.sh $what >&2 || complain 'a test failed'
        for f in "$BUILD"/figures/test-out/*.queue; do
            awk -v stage="$(basename "$f" .queue)" '
                FILENAME ~ /queue$/ { n[$2 == "script"]++; next }
                $1 == stage { print stage, n[0] + 0, n[1] + 0, $2 }' \
                "$f" "$BUILD/figures/stage-times.txt"
        done >"$out/stages.txt"
        marked tests/README.md $table | awk '
            NR == FNR { programs[$1] = $2; scripts[$1] = $3; seconds[$1] = $4; next }
            split($0, c, / *[|] */) && (c[2] in seconds) {
                s = c[2]
                if (programs[s]) sub(/^[0-9]+/, programs[s], c[5])
                sub(/and [0-9]+ scripts?/, "and " scripts[s] " script" \
                    (scripts[s] == 1 ? "" : "s"), c[5])
                $0 = "| " s " | " c[3] " | " c[4] " | " c[5] " | " seconds[s] " |"
                sub(/[|]  [|]/, "| |")
            }
            { print }' "$out/stages.txt" - | put tests/README.md $table || return
    done
}

# As the first comment of each harness says, and with its corpus, for 20 seconds.
fuzz() {
    $MAKE -s fuzz ${QUICK:+MODELS=} >/dev/null || exit 1
    {
        echo '| harness | inputs in its corpus | inputs a second |'
        echo '|---|---|---|'
        for source in tests/fuzz/fuzz_*.c tests/*/prop_*.c; do
            name=$(basename "$source" .c)
            corpus=tests/data/corpus/${name#*_} program=$BUILD/fuzz/${source%.c}
            [ -f "$corpus" ] && [ -x "$program" ] || continue
            rm -rf "$out/corpus"
            cp -r "$BUILD/corpus/${name#*_}" "$out/corpus"
            longest=$(grep -o -e '-max_len=[0-9]*' "$source")
            "$program" -entropic=0 "${longest:--max_len=64}" -print_final_stats=1 \
                -max_total_time="${QUICK:-20}" "$out/corpus" 2>&1 |
                awk -v name="$name" -v n="$(wc -l <"$corpus")" '
                    /stat::average_exec_per_sec/ {
                        print "| `" name "` | " n " | " $2 " |"
                    }'
        done
    } | put tests/README.md fuzz
}

if [ "$1" = --older ]; then
    older
    exit
fi
mkdir -p "$out" || exit 1
commit=$(git rev-parse --short=8 HEAD 2>/dev/null)
for part in ${*:-$parts}; do
    case " $parts " in *" $part "*) ;; *) complain "no '$part', only $parts" ;; esac
    files=$(about $part) || continue
    [ -n "$commit" ] || complain "$part: its table names a commit, and git knows none"
    files=$(changed "$commit" -- $files | sed 1q)
    [ -z "$files" ] || complain "$part: commit before what is changed in $files"
done
for part in ${*:-$parts}; do
    echo "figures: $part"
    $part || complain "$part was not written"
done
