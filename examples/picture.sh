#!/bin/sh
# picture.sh - draws the schedules in README.md: the same jobs on 32 servers under first
# come, first served and under co-allocation, as one SVG file on standard output.
#
#     examples/picture.sh >examples/schedule.svg      or: make picture
#
# coalloc_sim makes a page (--report); the last drawing on it is the chart of which server
# runs which job. It becomes a file of its own: with the page's style, in its light
# colours, on white (not every program that shows SVG knows CSS variables).
#
# BUILD: where the program is; RUN_ENV: a command to run it under.

cd "$(dirname "$0")/.." || exit 1
page=$(mktemp) || exit 1
trap 'rm -f "$page"' EXIT

${RUN_ENV} "${BUILD:-build}/coalloc_sim" --servers 32 --jobs 150 --ar 0.3 --load 0.9 \
    --policy fcfs,online --estimates actual --no-timing --report "$page" >/dev/null ||
    exit 1

awk '
    # the first :root rule of the page names the light colours
    /^:root[{]--bg/ && !colours {
        sub(/^:root[{]/, "")
        sub(/[}]$/, "")
        colours = split($0, rule, ";")
        for (i = 1; i <= colours; i++) {
            split(rule[i], pair, ":")
            colour[pair[1]] = pair[2]
        }
        next
    }
    # rules on text, axes and jobs; those on curves and maps are not needed
    /^svg/ && /font-|[.]ax|[.]j0/ {
        for (name in colour) gsub("var[(]" name "[)]", colour[name])
        style = style $0 "\n"
    }
    /^<svg / { drawing = "" }
    { drawing = drawing $0 "\n" }
    /^<[/]svg>/ { last = drawing }
    END {
        if (!colours || last == "") {
            print "picture.sh: the page has no drawing" >"/dev/stderr"
            exit 1
        }
        first = index(last, "\n") # the line of the svg tag
        printf "%s<style>\n%s</style>\n", substr(last, 1, first), style
        print "<rect width=\"100%\" height=\"100%\" fill=\"" colour["--bg"] "\"/>"
        printf "%s", substr(last, first + 1)
    }' "$page"
