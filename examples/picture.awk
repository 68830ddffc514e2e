# picture.awk - takes the last drawing of a page that --report wrote, and prints it as an
# SVG file of its own: with the page's style, its light colours filled in, on white.
# (Not every program that shows SVG knows CSS variables.)
#
#     awk -f examples/picture.awk PAGE.html >PICTURE.svg             (make picture)

# The page's first :root rule names the light colours.
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

# The rules on text, axes and jobs; those on curves and maps are not needed.
/^svg/ && /font-|[.]ax|[.]j0/ {
    for (name in colour) gsub("var[(]" name "[)]", colour[name])
    style = style $0 "\n"
}

/^<svg / { drawing = "" }
{ drawing = drawing $0 "\n" }
/^<[/]svg>/ { last = drawing }

END {
    if (!colours || last == "") {
        print "picture.awk: the page has no drawing" >"/dev/stderr"
        exit 1
    }
    first = index(last, "\n")    # the <svg> tag is a line
    printf "%s<style>\n%s</style>\n", substr(last, 1, first), style
    print "<rect width=\"100%\" height=\"100%\" fill=\"" colour["--bg"] "\"/>"
    printf "%s", substr(last, first + 1)
}
