# drawing.awk - one drawing of a page that a simulator wrote (--report) as an SVG file of
# its own, in the page's light colours, on white:
#
#     awk -v name=fig3a -f bench/papers/drawing.awk PAGE >FILE
#
# It is the drawing whose parts have identifiers that begin so, as its file in --csv does;
# with -v title=TEXT that whose title begins with the text, as not all have such parts.
# Exit status 1: there is none. -v rules=REGEX: the rules on drawings that it needs; if not
# given, those on text, axes and curves.

BEGIN { if (rules == "") rules = "font-|[.]ax|[.]ln|[.]ba|--c:" }

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
# colours without variables, which not every program that shows SVG knows
/^svg/ && $0 ~ rules {
    gsub(/var[(]--c[)]/, "currentColor")
    gsub(/--c:/, "color:")
    for (c in colour) gsub("var[(]" c "[)]", colour[c])
    style = style $0 "\n"
}
/^<svg / && !found { drawing = ""; inside = 1; first = $0 }
inside { if ($0 != first) drawing = drawing $0 "\n" }
inside && index($0, title ? "aria-label=\"" title : "id=\"" name "_") { wanted = 1 }
inside && index($0, "<svg id=\"" name "\"") { wanted = 1 }
inside && /^<[/]svg>/ {
    inside = 0
    if (wanted) { found = 1; wanted = 0; top = first; kept = drawing }
}
END {
    if (!found) exit 1
    print top
    printf "<style>\n%s</style>\n", style
    print "<rect width=\"100%\" height=\"100%\" fill=\"" colour["--bg"] "\"/>"
    printf "%s", kept
}
