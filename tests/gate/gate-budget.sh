# gate-budget.sh - no part has more lines, and no word is used more often, than
# tests/gate/budget allows. gates.sh reads this file.

# What people read, on one line: comments and strings of C, comments of scripts, pages;
# without what the table of words does not count.
prose() {
    {
        sed 's/^[ \t]*[*]* *//' $sources | tr '\n' ' ' |
            grep -oE "/\*([^*]|\*+[^*/])*\*+/|\"([^\"\\]|\\\\.)*\"|'([^'\\]|\\\\.)*'"
        sed -n 's/^[ \t]*#\+//p' $scripts
        cat $pages
    } | tr -d '"' | tr -s ' \n' ' ' | sed -E 's/[Tt]here (is|are) no //g
        s/(is|are) no (longer|more|less)|tells? [a-z ]*apart|told apart//g'
}

measured() {   # kind file [section,]...
    kind=$1 file=$2
    shift 2
    case $kind in
    code)
        awk -v of="${*:+, $*,}" '
            match($0, /^\/\* >>[a-z ]*[a-z]/) {
                inside = index(of, ", " substr($0, 6, RLENGTH - 5) ",")
                found += inside > 0
            }
            inside || of == ""
            END {
                if (of != "" && found != split(of, name, ",") - 2)
                    print "no section of" of >"/dev/stderr"
            }' "$file" | tr '\n' '\1' | sed 's|/\*[^*]*\*\([^/*][^*]*\*\)*/||g' |
            tr '\1' '\n' | grep -c '[^ \t]' ;;
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
        [ -s "$log.prose" ] || prose >"$log.prose"
        grep -oiwE "$file${*:+ $*}" "$log.prose" | wc -l | tr -d ' ' ;;
    *) echo "no kind of measure" ;;
    esac
}

gate_budget() {
    while read -r kind most file sections; do
        case $kind in '' | '#'*) continue ;; esac
        [ "$kind" = words ] || [ -n "$(found $file)" ] || continue # in selftest.cases
        n=$(measured "$kind" "$file" $sections)
        [ "$n" -le "$most" ] 2>/dev/null ||
            echo "$kind of $file${sections:+ ($sections)}: $n, at most $most"
    done <tests/gate/budget
}
