# drawing.awk - one drawing of a page that a simulator wrote (--report) as an SVG file of
# its own, in the page's light colours, on white:
#
#     awk -v name=fig3a -f bench/papers/drawing.awk PAGE >FILE
#
# It is the drawing whose parts have identifiers that begin so, as its file in --csv does;
# with -v title=TEXT that whose title begins with the text, as not all have such parts.
# Exit status 1: there is none. -v rules=REGEX: the rules on drawings that it needs; if not
# given, those on text, axes and curves. -v heading=TEXT stands in front of the colours.

BEGIN {
    if (rules == "")
        rules = "font-|[.]ax|[.]ln|[.]ba|--c:|" \
                "^svg (text|[.](f[0-9]|c[0-9]|grid|error|more))"
}

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
# what the colours are of is told above the drawing: here within it, on lines more
/^<div class="key">/ && !found { key = $0 }
function legend(    n, i, text, names, from, x, y, rows, row, at) {
    n = split(key, names, /<span><i style="background(-color)?:/)
    x = 8 + (heading != "" ? 8 + 6.6 * length(heading) : 0)
    for (i = 2; i <= n; i++) {
        from[i] = names[i]
        sub(/".*/, "", from[i])
        for (c in colour) sub("var[(]" c "[)]", colour[c], from[i])
        sub(/^[^>]*><[/]i>/, "", names[i])
        sub(/<[/]span>.*/, "", names[i])
        if (i > 2 && x + 14 + 6.6 * length(names[i]) > 430) { x = 8; rows++ }
        at[i] = x
        row[i] = rows + 0
        x += 28 + 6.6 * length(names[i])
    }
    above = 20 + 16 * rows
    if (heading != "")
        text = sprintf("<text x=\"8\" y=\"%d\">%s</text>\n", -16 * rows - 6, heading)
    for (i = 2; i <= n; i++) {
        y = 16 * (row[i] - rows) - 15
        text = text sprintf("<path d=\"M%d %dh10v10h-10z\" fill=\"%s\"/>" \
                            "<text x=\"%d\" y=\"%d\">%s</text>\n", at[i], y, from[i],
                            at[i] + 14, y + 9, names[i])
    }
    return text
}
function standing_alone(    size) {
    match(top, /viewBox="0 0 [0-9]+ [0-9]+"/)
    split(substr(top, RSTART, RLENGTH), size, /[ "]/)
    sub(/viewBox="[^"]*"/, "xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -" above \
        " " size[4] " " size[5] + above "\"", top)
}
/^<svg / && !found { drawing = ""; inside = 1; first = $0 }
inside { if ($0 != first) drawing = drawing $0 "\n" }
inside && index($0, title ? "aria-label=\"" title : "id=\"" name "_") { wanted = 1 }
inside && index($0, "<svg id=\"" name "\"") { wanted = 1; ours = legend() }
inside && /^<[/]svg>/ {
    inside = 0
    if (wanted) { found = 1; wanted = 0; top = first; kept = drawing }
}
END {
    if (!found) exit 1
    if (ours) standing_alone()
    print top
    printf "<style>\n%s</style>\n", style
    print "<rect" (ours ? " y=\"-" above "\"" : "") " width=\"100%\" height=\"100%\" fill=\"" \
          colour["--bg"] "\"/>"
    printf "%s", ours
    printf "%s", kept
}
