# pages.awk - what pages say, with tabs between words: `heading PAGE ANCHOR`, the anchor
# as GitHub makes it; `link PAGE LINE PATH ANCHOR`, PATH from here, for links within the
# project; `file PAGE LINE NAME`, a source or script that is named between backticks.
# Blocks of code do not count.
#
#     awk -v OFS='\t' -f tests/gate/pages.awk PAGE ...

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
}
