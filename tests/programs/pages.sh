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
