# lib-claims.sh - what tests of documents with claims share (claims.awk), on top of
# lib-cli.sh: that a document is whole, short enough to read, of the form of the kept one,
# agrees with a run made here and says what is missing; that a verdict and the sentences
# on top change where a number passes the limit of its rule, and not within the spread
# over seeds. $dir/facts are the facts that the document was made of.

unset FACTS PAGES QUICK
paper=${suite%.sh}
claims=bench/papers/$paper.awk

# The lines of the paper's claims, and of those that say one again, or of the section
# named $part, as "claim | measured ... | rule | verdict".
rows() {
    awk -v part="${part:-The claims}" '/^## / { inside = index($0, part) }
        inside && /^\| (= )?[0-9]+ \|/' "$1" |
        sed 's/^| \(= \)*[0-9]* | //; s/ |$//'
}

# Those of the claim that begins so.
verdict_of() {   # file claim's-beginning
    rows "$1" | awk -F ' [|] ' -v begin="$2" 'index($1, begin) == 1 { print $NF; exit }'
}

# What is not whole in a document: tables have the columns of their headings, claims are
# counted from 1, there are enough, each has a verdict, and the summary has their sums.
whole() {   # file claims-at-least
    awk '
        /^\|/ {
            n = gsub(/\|/, "|")
            if (columns && n != columns) print "line " FNR ": " n - 1 " columns"
            columns = n
            next
        }
        { columns = 0 }
        /(^|[^a-z])(nan|inf)([^a-z]|$)/ { print "line " FNR ": " $0 }' "$1"
    awk -F ' [|] ' -v least="$2" '
        /^Of ([0-9]+|the paper.s [0-9]+) claims,/ {
            summary = $0
            if (getline > 0 && $0 != "") summary = summary " " $0
            sub(/the paper.s /, "", summary)
        }
        /^## / { inside = /The claims/ }
        !inside || !/^\| [0-9]+ \|/ { next }
        {
            n++
            sub(/^\| /, "", $1)
            sub(/ \|$/, "", $NF)
            kind = $NF
            sub(/: .+/, "", kind)
            if ($1 != n) print "claim " n " has the number " $1
            if (NF < 5 || $2 == "" || $3 == "") print "claim " n " is not whole"
            if (kind !~ /^(holds|holds in part|does not hold|cannot be told)$/)
                print "claim " n ": " $NF
            counted[kind]++
        }
        END {
            right = sprintf("Of %d claims, %d hold, %d hold in part, %d do not hold " \
                            "and %d cannot be told.", n, counted["holds"],
                            counted["holds in part"], counted["does not hold"],
                            counted["cannot be told"])
            if (n < least) print "only " n " claims"
            if (summary != right) print "\"" summary "\", not \"" right "\""
        }' "$1"
}

# Headings, claims and their rules: what does not depend on numbers.
form() { grep '^#' "$1"; rows "$1" | awk -F ' [|] ' '{ print $1 " | " $(NF - 1) }'; }

# A page has five sentences on top, and is short enough to be read: at most 2,800 words,
# commands apart.
page() {   # file
    awk '
        /^# / { top = 1; next }
        top && /^$/ { if (text != "") sentences++; text = ""; next }
        top && /^Made by/ { top = 0 }
        top { text = text $0 }
        END { if (sentences != 5) print sentences " sentences on top" }' "$1"
    awk '
        /^```/ { code = !code }
        !code { gsub(/[|]/, " "); for (i = 1; i <= NF; i++) words += $i ~ /[A-Za-z0-9]/ }
        END { if (words > 2800) print words " words" }' "$1"
}

# Makes the document, of a few runs, to $dir/doc, and its other files in $dir/pages.
document() {
    mkdir -p "$dir/pages"
    TRACES=$dir/traces QUICK=1 FACTS=$dir/facts PAGES=$dir/pages \
        sh "bench/papers/$paper.sh" >"$dir/doc" 2>"$dir/err"
    code=$?
}

# The document, and the one that is kept: whole, with as many claims at least, readable,
# and of the same form.
documents() {   # claims-at-least
    document
    verdict runs "$(trouble)"
    verdict whole "$(whole "$dir/doc" "$1" | head -n 1)"
    verdict page "$(page "$dir/doc" | head -n 1)"
    for awk in mawk gawk; do
        command -v $awk >/dev/null || continue
        $awk -f bench/papers/claims.awk -f "$claims" "$dir/facts" >"$dir/awk" 2>&1
        verdict "$awk" "$(cmp "$dir/awk" "$dir/doc" 2>&1)"
    done
    kept=bench/papers/$paper.md
    verdict kept_whole "$(whole "$kept" "$1" | head -n 1)"
    verdict kept_page "$(page "$kept" | head -n 1)"
    form "$dir/doc" >"$dir/new"
    form "$kept" >"$dir/kept"
    verdict kept_form "$(diff "$dir/kept" "$dir/new" | sed -n 2p)"
    verdict others "$(for x in $(grep -o "$paper-[^)]*[.]svg" "$kept"); do
        [ "$(tail -n 1 "$dir/pages/$x")" = '</svg>' ] || echo "no $x"
        [ -s "bench/papers/$x" ] || echo "no $x is kept"
    done | head -n 1
    awk -F, 'NR == 1 { n = NF } NF != n { print "line " NR ": " NF " columns" }' \
        "$dir/pages/$paper.csv" | head -n 1)"
}

# No claim lacks a fact.
all_told() {
    verdict told "$(rows "$dir/doc" | grep 'cannot be told: there is no' | head -n 1)"
}

# What the kept page says follows from the kept table: so many lines of claims at least,
# those of which the table has every fact.
follow() {   # lines-at-least
    awk '
        NR == 1 { next }
        {
            n = 0
            for (rest = $0 ","; rest != ""; rest = substr(rest, RLENGTH + 1)) {
                match(rest, /^("([^"]|"")*"|[^",]*),/)
                x = substr(rest, 1, RLENGTH - 1)
                gsub(/^"|"$/, "", x)
                gsub(/""/, "\"", x)
                field[++n] = x
            }
            key = field[1] " " field[2]
            printf "%s", key
            for (i = 3; i <= 7; i++) printf "\t%s", field[i]
            print ""
            for (i = split(n > 7 ? field[8] : "", seed, " "); i > 0; i--)
                print key " seed=" i "\t" seed[i]
        }' "bench/papers/$paper.csv" >"$dir/facts"
    awk -f bench/papers/claims.awk -f "$claims" "$dir/facts" >"$dir/out" 2>"$dir/err"
    grep '^|' "$kept" >"$dir/kept"
    n=$(grep '^|.*[0-9]' "$dir/out" | grep -cxFf "$dir/kept")
    must follow "only $n lines are as in the page" [ "$n" -ge "$1" ]
}

# One claim alone: the same line as in the document.
alone() {   # NUMBER CLAIM [SYSTEM]
    TRACES=$dir/traces QUICK=1 FACTS=$dir/few sh "bench/papers/$paper.sh" claim "$1" $3 \
        >"$dir/out" 2>"$dir/err"
    code=$?
    why=$(trouble)
    [ "$(sed -n "1s/^$1 | //p" "$dir/out")" = "$(rows "$dir/doc" | grep -F "$2")" ] ||
        why=${why:-"$(cat "$dir/out")"}
    verdict one_claim "$why"
}

# A sentence on top of the document that `flips` made; else $why says so.
on_top() {   # beginning-of-the-paragraph words
    sed -n "/^$1/,/^\$/p" "$dir/out" | tr '\n' ' ' | grep -q "$2" ||
        why=${why:-'the sentence on top is another'}
}

# A log: jobs of all sizes up to the largest, one after the other; run times and waits are
# expressions of i, the number, and of its size.
jobs_log() {   # JOBS SECONDS-BETWEEN LARGEST RUN [WAIT]
    awk -v jobs="$1" -v every="$2" -v largest="$3" 'BEGIN {
        print "; MaxProcs: " largest
        for (i = 1; i <= jobs; i++) {
            size = 1 + i * 7919 % largest
            run = '"$4"'
            print i, i * every, '"${5:-0}"', run, size, -1, -1, size, 2 * run, -1, 1, 1, \
                  1, -1, 1, -1, -1, -1
        }
    }'
}

# Without a directory of logs, and with one that has none of those wanted, a script says
# so and writes no document.
nothing_to_measure() {   # what-it-says-of-the-logs
    said='TRACES is not set'
    for TRACES in '' "$dir"; do
        export TRACES
        sh "bench/papers/$paper.sh" >"$dir/out" 2>"$dir/err"
        code=$?
        why=$(program=$paper.sh refusal 1 "$said")
        [ ! -s "$dir/out" ] || why='wrote a document'
        verdict "says $said" "$why"
        said=$1
    done
    unset TRACES
}

# Facts of the two seeds of a quick run, one a line: the same value, or of the second
# another.
plant() { printf '%s seed=1=%s\n%s seed=2=%s\n' "$1" "$2" "$1" "${3:-$2}"; }

# The same along a curve: of these words (`,` between them) at these values, which stand
# for the * of the key; in the expression x is the value, and `last` is true of the last.
curve() {   # KEY VALUES WORDS EXPRESSION
    awk -v key="$1" -v values="$2" -v words="$3" 'BEGIN {
        n = split(values, at, " ")
        m = split(words, word, ",")
        for (i = 1; i <= n; i++) {
            x = at[i]
            last = i == n
            k = key
            sub(/[*]/, x, k)
            for (j = 1; j <= m && i == 1; j++) if (word[j] !~ /=$/) word[j] = word[j] " "
            for (j = 1; j <= 2 * m; j++)
                printf "%s %s%d=%.9g\n", k, word[int((j + 1) / 2)], 2 - j % 2, '"$4"'
        }
    }'
}

# flips VERDICT FACT=VALUE ...: with the facts changed, that is the verdict of the claim
# that begins with $c; else $why says so. An empty value takes the fact away.
flips() {
    wanted=$1
    shift
    for change; do echo "$change"; done | awk '
        FNR == NR {
            at = match($0, /=[^=]*$/)
            value[substr($0, 1, at - 1)] = substr($0, at + 1)
            next
        }
        FNR == 1 { for (k in value) if (value[k] != "") print k "\t" value[k] }
        { k = $0; sub(/\t.*/, "", k) }
        !(k in value)' - "$dir/facts" >"$dir/changed"
    awk -f bench/papers/claims.awk -f "$claims" "$dir/changed" >"$dir/out" 2>"$dir/err"
    got=$(verdict_of "$dir/out" "$c")
    case $got in "$wanted" | "$wanted: "*) return ;; esac
    [ -n "$why" ] || why="$c: '$got', not '$wanted': $(echo "$*" | head -n 3)"
}

# limit COMMAND VALUE OTHER: with what the command says of the value the claim holds, with
# that of the other it does not. IFS is a line's end.
limit() {
    flips 'does not hold' $(IFS=' '; $1 "$3")
    flips holds $(IFS=' '; $1 "$2")
}

judged() { verdict "$1" "$why"; why=; } # NAME: what the flips before it say
