# prose.awk - what people read in these files: comments and strings of C, comments of
# scripts, whole pages; all on one line, without what the table of words does not count.

FNR == 1 { c = FILENAME ~ /[.][ch]$/; page = FILENAME ~ /[.]md$/; inside = 0 }

page { say($0); next }
!c { if (sub(/^[ \t]*#+/, "")) say($0); next }
{
    for (text = $0; text != ""; text = substr(text, at + 2)) {
        if (inside) {
            at = index(text, "*/")
            say(at ? substr(text, 1, at - 1) : text)
            if (!at) break
            inside = 0
        } else if (!match(text, /"([^"\\]|\\.)*"|\/\*/)) break
        else if (substr(text, RSTART, 1) == "\"") {
            say(substr(text, RSTART + 1, RLENGTH - 2))
            at = RSTART + RLENGTH - 2
        } else {
            inside = 1
            at = RSTART
        }
    }
}

function say(words) {
    sub(/^[ \t]*[*]* */, "", words)
    all = all " " words
}

END {
    gsub(/[Tt]here (is|are) no |(is|are) no (longer|more|less)/, "", all)
    gsub(/tells? [a-z ]*apart|told apart/, "", all)
    print all
}
