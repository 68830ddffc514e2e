# gate-budget.sh - no part has more lines, and no word is used more often, than
# tests/gate/budget allows. gates.sh reads this file.

# `LINES SECTION` for each section of a header, and `LINES all`.
code_lines() {   # file
    awk '
        BEGIN { section = "declarations" }
        match($0, /^\/\* >>[a-z ]*[a-z]/) { section = substr($0, 6, RLENGTH - 5) }
        {
            code = ""
            for (text = $0; text != ""; text = substr(text, at + 2)) {
                at = index(text, inside ? "*/" : "/*")
                if (!inside) code = code (at ? substr(text, 1, at - 1) : text)
                if (!at) break
                inside = !inside
            }
            if (code ~ /[^ \t]/) { n[section]++; n["all"]++ }
        }
        END { for (s in n) print n[s], s }' "$1"
}

measured() {   # kind file [section,]...
    kind=$1 file=$2
    shift 2
    case $kind in
    code)
        code_lines "$file" | awk -v wanted="${*:-all}" '
            BEGIN { for (i = split(wanted, name, /, */); i > 0; i--) want[name[i]] }
            { lines = $1; sub(/^[0-9]* /, "") }
            $0 in want { sum += lines; delete want[$0] }
            END { for (s in want) { print "no section " s; exit }; print sum + 0 }' ;;
    lines)
        awk 'FILENAME !~ /[.]cases$/ || /^([0-9]*[$] |> |#|$)/' $(found $file "$@") |
            wc -l | tr -d ' ' ;;
    longest)
        wc -l $(found $file "$@") | awk '$2 != "total" && $1 > n { n = $1 }
            END { print n }' ;;
    functions)
        sed '/^#ifdef [A-Z]*_IMPL/q' "$file" | grep -Ec '^[A-Z]*_(DEF|CALL) .*\(' ;;
    operations)
        sed -n '/^struct coa_i_index {/,/^};/p' "$file" | grep -c '(\*[a-z_]*)(' ;;
    words)
        [ -s "$log.prose" ] ||
            awk -f tests/gate/prose.awk $sources $scripts $pages >"$log.prose"
        grep -oiwE "$file${*:+ $*}" "$log.prose" | wc -l | tr -d ' ' ;;
    *) echo "no kind of measure" ;;
    esac
}

gate_budget() {
    while read -r kind most file sections; do
        case $kind in '' | '#'*) continue ;; esac
        [ "$kind" = words ] || [ -n "$(found $file)" ] || continue # in selftest.sh
        n=$(measured "$kind" "$file" $sections)
        [ "$n" -le "$most" ] 2>/dev/null ||
            echo "$kind of $file${sections:+ ($sections)}: $n, at most $most"
    done <tests/gate/budget
}
