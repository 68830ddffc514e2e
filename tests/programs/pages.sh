#!/bin/sh
# pages.sh - pages show what the programs print: behind a comment `lines of: COMMAND`,
# every line of the next block of text is a line of its output; the picture in README.md
# is the one that is made here, and the simulators' pages load nothing.

. "$(dirname "$0")/lib-cli.sh"

# ---- blocks of text --------------------------------------------------------------------
# Block N becomes the files N.name (where it is), N.command and N.lines.
awk -v dir="$dir" '
    /^<!-- lines of: .* -->$/ {
        file = dir "/" ++n
        print FILENAME ":" FNR >(file ".name")
        print substr($0, 16, length($0) - 19) >(file ".command")
        printf "" >(file ".lines")
        next
    }
    /^```/ && inside { inside = 0; file = ""; next }
    /^```text$/ && file { inside = 1; next }
    inside { print >(file ".lines") }' README.md examples/README.md

for command in "$dir"/*.command; do
    block=${command%.command}
    [ -f "$command" ] || { fail blocks 'no page shows lines of a program'; break; }
    name=$(cat "$block.name")
    read -r program options <"$command"
    "$BUILD/${program#build/}" $options >"$block.out" 2>"$dir/err" </dev/null
    code=$?
    why=$(trouble; [ -s "$block.lines" ] || echo 'no text block follows'
        grep -v -x -F -f "$block.out" "$block.lines" | sed 's/^/not printed: /')
    verdict "$name" "$(echo "$why" | head -n 1)"
done

# ---- the picture -----------------------------------------------------------------------
sh examples/picture.sh >"$dir/picture" 2>"$dir/err"
code=$?
checked picture "$(cmp -s examples/schedule.svg "$dir/picture" ||
    echo 'examples/schedule.svg is another one: run make picture')"

why=$(sed -n 's/.*wait \([0-9.]*\) h, done after \([0-9]*\)[.]\([0-9]\) h<.*/\1 \2.\3/p' \
        examples/schedule.svg | tr ' ' '\n' |
    while read -r n; do grep -qF "${n%.0}" README.md || echo "README.md: no $n"; done)
verdict caption "$why"

# ---- the pages of the simulators -------------------------------------------------------
mkdir "$dir/pictures"
sh examples/pictures.sh "$dir/pictures" 2>"$dir/err"
code=$?
checked pictures ''
must pictures_load_nothing '' not grep -qE '<script|<link|src=|@import|url\([^#]' \
    "$dir"/pictures/*
# Every number above the charts is a figure of the run in the page's unit, the ratio of
# two means, or a number of what was simulated: PAGE FIRST MEASURES UNIT FORMAT TAIL.
while read -r page first use factor format tail; do
    checked "first_screen_$page" "$(awk -F '\t' -v use="^[^ ]* ([^ =]* )?($use)" \
        -v factor="$factor" -v format="$format" '
        function each(text, known,    token) {
            while (match(text, /[0-9],[0-9][0-9][0-9]/))
                text = substr(text, 1, RSTART) substr(text, RSTART + 2)
            while (match(text, /[0-9]+([.][0-9]+)?/)) {
                token = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                if (known) ok[token] = 1
                else if (!(token in ok)) return token
            }
        }
        FNR == 1 { file++ }
        file == 1 && /^$/ { past = 1 }
        file == 1 && !past { each($0, 1) } # what was simulated
        file == 2 && NF > 2 {
            each($1, 1)
            of = $1 ~ use
            for (i = 2; i <= 5; i++) {
                v = $i < 0 ? -$i : +$i
                if (of) ok[sprintf(format, v * factor)] = 1
                else ok[sprintf("%.1f", 100 * v)] = ok[int(v)] = 1
            }
            ok[v] = 1
            if (of) mean[++means] = $2
        }
        file < 3 { ok[95] = ok[0] = 1; next }
        FNR == 1 {
            for (i = 1; i <= means; i++) for (k = 1; k <= means; k++)
                if (mean[k] > 0) ok[sprintf("%.3g", mean[i] / mean[k])] = 1
        }
        /^<h1>/, /^<main>/ {
            gsub(/_sim [0-9.]*/, "") # the version
            gsub(/<span class="xl[^>]*>[^<]*<.span>|<.b><small>[^<]*|<[^>]*>/, " ")
            if ((bad = each($0, 0)) != "") { print bad " in: " $0; exit }
            seen++
        }
        END { if (seen < 12) print "no first screen" }' \
        "$dir/pictures/$page".txt "$dir/pictures/$page".tsv "$dir/pictures/$page".html)"
    checked "captions_$page" "$(awk -v use="$first" -v factor="$factor" -v tail="$tail" \
        -F '\t' -f tests/programs/captions.awk "$dir/pictures/$page".tsv \
        "$dir/pictures/$page".html)"
done <<END
coalloc_sim wait_mean wait_ 0.000277777777777777778 %.2f wait
coalloc_sweep wait_mean wait_ 0.000277777777777777778 %.2f wait
coalloc_weeks wait_mean wait_ 0.000277777777777777778 %.2f wait
broker_sim wait_mean wait_ 0.000277777777777777778 %.2f wait
flexco_sim response response 0.000277777777777777778 %.2f response
mrfs_sim acceptance acceptance|refused_ 100 %.1f delay
multicost_sim delay_mean delay_ 1 %.3f delay
END
