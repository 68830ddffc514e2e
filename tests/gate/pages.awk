# pages.awk - links within the project that lead nowhere, to a path or to a heading, whose
# anchor is as GitHub makes it; and sources named between backticks that are in no folder:
# x.h and NAME.c stand for any. Blocks of code do not count.
#
#     awk -f tests/gate/pages.awk PATHS PAGE ...     PATHS lists what there is

NR == FNR {
    there[substr($0, 3)] # without ./
    for (name = $0; sub(/^[^\/]*\//, "", name);) there["*/" name]
    next
}
FNR == 1 { code = 0 }
/^ *```/ { code = !code }
code || /^    / { next }
/^#+ / {
    name = tolower($0)
    gsub(/^#+ *|\]\([^)]*\)|[^a-z0-9_ -]/, "", name)
    gsub(/ /, "-", name)
    n = seen[FILENAME, name]++
    there[FILENAME "#" name (n ? "-" n : "")]
}
{
    line = $0
    while (match(line, /`[^`]*`|\]\([^)]*\)|(src|href)="[^"]*"|^\[[^]]*\]: .*/)) {
        word = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        source = word ~ /^`[A-Za-z0-9_.*\/-]+[.](c|h|sh|awk|sbatch)`$/
        if (word ~ /^`/ && !source || word ~ /[^a-z](x|[A-Z]+)[.][a-z]*`$/) continue
        gsub(/^(`|\]\(|[a-z]+="|\[[^]]*\]: +)|[`)"]$/, "", word)
        if (source) word = "*/" word
        else if (word ~ /^[a-z]+:/) continue
        else word = path(word)
        asked[++last] = FILENAME ":" FNR ": there is no " word
    }
}

# As from here.
function path(target,    page, part) {
    split(target, part, "#")
    page = FILENAME
    if (part[1] != "") sub(/[^\/]*$/, part[1] "/", page)
    while (sub(/\/[.]?\//, "/", page) || page !~ /^[.][.]\// && \
        sub(/[^\/]+\/[.][.]\//, "", page)) continue
    sub(/\/$/, "", page)
    return (page == "" ? "." : page) (part[2] == "" ? "" : "#" part[2])
}

END {
    for (i = 1; i <= last; i++) {
        word = asked[i]
        sub(/.* /, "", word)
        found = word in there
        gsub(/[.]/, "[.]", word)
        if (gsub(/[*]/, "[^/]*", word))
            for (name in there) found = found || name ~ "^" word "$"
        if (!found) print asked[i]
    }
}
