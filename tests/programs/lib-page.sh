# lib-page.sh - for tests of the papers' pages (bench/papers/page.awk), over lib-cli.sh: a
# kept page and its drawings are what the kept rows give, a drawing is what its caption
# says, the counts are right, and the programs give every figure of a page.

unset FACTS PAGES QUICK
paper=${suite%.sh}
folder=bench/papers

# The words of a page's rows and claims, without the figures.
words() { awk -F ' [|] ' '/^\| [a-z0-9]/ { print $1 " | " $2 }' "$1"; }

# The fault of a page.
whole() {   # file
    sed 's/, all opposite//' "$1" | awk -F ' [|] ' '
        /^Of its / || top && !/^$/ { top = top $0 " " }
        /^$/ && top && !said { said = top; top = "" }
        /^## / { part = $0 }
        /(^|[^a-z])(nan|inf)([^a-z]|$)/ || /no row / { print "line " FNR ": " $0 }
        /^\| [a-z0-9]/ && part ~ /shows/ {
            n[$4]++
            if ($4 !~ /^([*][*](reproduces|does not)[*][*]|open)$/)
                print "row " $1 ": " $4
        }
        /^\| [0-9]/ && part ~ /claims/ {
            claims++
            kind = $4
            sub(/(:| [|]).*/, "", kind)
            sub(/ [|]$/, "", kind)
            n[kind]++
            if (kind !~ /^(held|open|refuted)$/ || $1 != "| " claims) print $1 ": " $4
            if (kind == "open") opened++
        }
        END {
            top = sprintf("Of its figures, tables and headline sentences: %d" \
                " reproduced, %d open, %d not reproduced. Of its %d claims: %d held, %d" \
                " open, %d refuted. ", n["**reproduces**"], n["open"] - opened,
                n["**does not**"], claims, n["held"], opened, n["refuted"])
            if (said != top) print "\"" said "\", not \"" top "\""
            if (FNR > 120) print FNR " lines"
        }' | head -n 1
}

# The fault of a page's drawings: each is of the figure, and has the title and the
# curves, of its caption, each curve a colour of the legend.
drawings() {   # page folder
    sed -n 's/^!\[\(.*\)\](\(.*\))$/\2 \1/p' "$1" | while read -r file caption; do
        [ "$(tail -n 1 "$2/$file")" = '</svg>' ] || echo "no $file"
        id=$(echo "${caption%%[:,]*}" | tr -d ' ()' | sed 's/Figure/fig/' | tr A-Z a-z)
        [ "$file" = "$paper-$id.svg" ] || echo "$file: of \"$caption\""
        [ "$(sed -n 's/<title>\(.*\)<.title>/\1/p' "$2/$file")" = "$caption" ] ||
            echo "$file: not \"$caption\""
        awk -v names="${caption##*: }" '
            /class="k"/ {
                colour = name = $0
                gsub(/.*fill="|".*/, "", colour)
                gsub(/<.text>$|.*">/, "", name)
                all = all ", " name
                if (name ~ /^paper/) points = 1; else named[colour]
            }
            /y="16">/ { panel++ }
            /class="c"/ {
                gsub(/.*stroke="|".*/, "")
                drawn[$0]
                if (twice[panel, $0]++) print FILENAME ": " $0 " twice in a panel"
            }
            /^<circle/ { circles = 1 }
            /<[^a-z\/]/ { print FILENAME ": not XML: " $0 }
            END {
                if (substr(all, 3) != names) print FILENAME ": " all ", not " names
                for (c in drawn) if (!(c in named)) print FILENAME ": no name of " c
                for (c in named) if (!(c in drawn)) print FILENAME ": no curve of " c
                if (points != circles) print FILENAME ": the paper has no points"
            }' "$2/$file"
    done | head -n 1
}

# The kept page, and the page of a quick run.
pages() {
    mkdir -p "$dir/kept" "$dir/pages"
    PAGES=$dir/kept sh "$folder/$paper.sh" kept >"$dir/kept/$paper.md" 2>"$dir/err"
    code=$?
    equal kept "$dir/kept/$paper.md" "$folder/$paper.md"
    verdict kept_drawings "$(for x in "$dir/kept/"*.svg "$folder/$paper"-*.svg; do
        cmp "$dir/kept/${x##*/}" "$folder/${x##*/}" 2>&1
    done | head -n 1)"
    verdict whole "$(whole "$folder/$paper.md")"
    verdict readme "$(awk -v only=readme -f $folder/page.awk -f "$folder/$paper.awk" \
        "$folder/$paper.tsv" | sed -n 's/^readme	//p' | while IFS= read -r words; do
        tr -s ' \n' ' ' <$folder/README.md | grep -qF "$words" ||
            echo "README.md has not: $words"
    done | head -n 1)"
    verdict drawings "$(drawings "$folder/$paper.md" "$folder")"
    TRACES=$dir/traces QUICK=1 FACTS=$dir/facts PAGES=$dir/pages \
        sh "$folder/$paper.sh" >"$dir/doc" 2>"$dir/err"
    code=$?
    checked runs "$(whole "$dir/doc")"
    verdict drawn "$(drawings "$dir/doc" "$dir/pages")"
    words "$dir/doc" >"$dir/new"
    words "$folder/$paper.md" >"$dir/words"
    verdict words "$(diff "$dir/words" "$dir/new" | sed -n 2p)"
    for awk in mawk gawk; do
        command -v $awk >/dev/null || continue
        $awk -f $folder/page.awk -f "$folder/$paper.awk" "$dir/facts" >"$dir/awk" 2>&1
        verdict $awk "$(cmp "$dir/awk" "$dir/doc" 2>&1)"
    done
}

# One claim alone: the same line as in the page.
alone() {   # NUMBER [RUN]
    TRACES=$dir/traces QUICK=1 sh "$folder/$paper.sh" claim "$1" $2 >"$dir/out" \
        2>"$dir/err"
    code=$?
    is one_claim "$(cat "$dir/out")" "$(sed -n "/^## The/,\$s/^| \($1 |.*\) |\$/\1/p" \
        "$dir/doc")"
}

# The rule: verdicts of figures made up.
rule() {
    cat >"$dir/rule.awk" <<'END_OF_RULE'
BEGIN {
    number = 0
    F["a seed=1"] = 2; F["a seed=2"] = 2.1; F["a seed=3"] = 2.2
    F["b seed=1"] = 1; F["b seed=2"] = 1.2; F["b seed=3"] = 1.1
    F["wide"] = F["run"] = F["seeds"] = 2; ENDS["wide"] = "0.5 3 9 weeks"
    ENDS["run"] = "- - 1 run"; ENDS["seeds"] = "- - 3 seeds"
}
function is(wanted) {
    claim(wanted)
    if (counted[wanted] != ++asked[wanted]) print claims ": not " wanted
}
END {
    begin("claims")
    A = of("a"); B = of("b"); WIDE = of("wide"); RUN = of("run")
    part(A, 1, ""); is("held"); part(A, "", 1); is("refuted"); part(A, 2.05, "")
    is("open"); part(A, 1, ""); part(A, 2.05, ""); is("open"); part(A, 1, "")
    part(A, "", 1); is("refuted"); part(A, 2.05, ""); part(A, "", 1); is("refuted")
    any = 1; part(A, "", 1); part(A, 1, ""); is("held"); any = 1; part(A, "", 1)
    is("open"); stand_in = "another log"; part(A, "", 1); is("open")
    if (split(body, x, "[*]opp") split(body, x, ", all opp") != 43) print "opposite"
    stand_in = "another log"; part(A, 1, ""); is("held"); part(WIDE, 1, ""); is("open")
    part(here(WIDE), 1, ""); is("held"); part(here(WIDE), "", 1); is("refuted")
    part(RUN, 1, ""); is("held"); part(of("seeds"), 1, ""); is("open")
    part(over(A, B), 1.5, 2.3); is("held"); part(over(WIDE, B), 0.3, ""); is("open")
    part(less(WIDE, RUN), -2, ""); is("open"); part(less(A, RUN), -0.5, 1); is("held")
    part(A, 1, ""); unsaid(B); is("open"); part(of("none"), 1, ""); is("open")
    part(A, 1, ""); shown(of("none")); is("held"); printed(WIDE, 2.0, 1); is("held")
    printed(of("none"), 2.1, 1); is("open"); printed(WIDE, 2.1, 1); is("open"); n = claims
    part(A, "", 1); tried("counts nowhere"); worked("", "", "", "/dev/null", "none")
    if (claims != n || !index(also, "**no**")) print "tried"; is("open")
    worked("", "", "", "bench/papers/page.awk", "function worked("); is("held")
}
END_OF_RULE
    awk -f $folder/page.awk -f "$dir/rule.awk" /dev/null >"$dir/out" 2>&1
    verdict rule "$(head -n 1 "$dir/out")"
}

# A log: jobs of all sizes up to the largest, one after the other; run times and waits are
# expressions of i, the number, and of its size.
jobs_log() {   # JOBS SECONDS-BETWEEN LARGEST RUN [WAIT]
    awk -v jobs="$1" -v every="$2" -v largest="$3" 'BEGIN {
        print "; MaxProcs: " largest
        for (i = 1; i <= jobs; i++) {
            size = 1 + i * 7919 % largest
            run = '"$4"'
            print i, i * every, '"${5:-0}"', run, size, -1, -1, size, 2 * run, -1, 1, 1, \
                  1, -1, 1, -1, -1, -1
        }
    }'
}

# Without a directory of logs, or without those wanted in it, a script writes no document.
nothing_to_measure() {   # what-it-says-of-the-logs
    said='TRACES is not set'
    for TRACES in '' "$dir"; do
        export TRACES
        sh "$folder/$paper.sh" >"$dir/out" 2>"$dir/err"
        code=$?
        why=$(program=$paper.sh refusal 1 "$said")
        [ ! -s "$dir/out" ] || why='wrote a document'
        verdict "says $said" "$why"
        said=$1
    done
    unset TRACES
}
