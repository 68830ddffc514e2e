# mutants.awk - C files in which one token of each line that has a fit one depends on its
# own macro (mutant.h): all mutants are in one program, which is compiled once.
#
#     awk -v to=DIRECTORY -v n=100 -v seed=1 -f mutants.awk coalloc.h ...
#
# A comparison is turned (< <=, > >=, == !=), 1 less is added or subtracted, ! is taken
# away, or a statement is left out. DIRECTORY/list has n of them of each folder, drawn by
# the seed: the number, the file and the line, the function, the change and the line. All
# are in DIRECTORY/FILE, and which are drawn in DIRECTORY/tests/mutants/drawn.h.

function trim(s) { gsub(/^ +| +$/, "", s); return s }

# What `pattern` matches between `before` and `behind` becomes `old`; `left` and `right`
# are the text around it.
function found(line, before, pattern, behind,    part) {
    if (!match(line, before pattern behind)) return 0
    part = substr(line, RSTART, RLENGTH)
    left = substr(line, 1, RSTART - 1)
    right = substr(line, RSTART + RLENGTH)
    match(part, "^" before)
    left = left substr(part, 1, RLENGTH)
    part = substr(part, RLENGTH + 1)
    match(part, behind "$")
    right = substr(part, RSTART) right
    old = substr(part, 1, RSTART - 1)
    return 1
}

function comparison(line,    word) {
    if (!found(line, BEFORE, "\\*?" NAME " ([<>]|[<>=!]=) (" NAME "|'[^ ]+')", BEHIND))
        return 0
    split(old, word, " ")
    new = word[1] " " TURNED[word[2]] " " word[3]
    return 1
}

function number(line) {
    if (!found(line, "([^<>] [-+]|return|[(=][^ ]*) ", "[1-9][0-9]*u?", "[^0-9a-zA-Z.]"))
        return 0
    new = (old + 0) - 1 (old ~ /u$/ ? "u" : "")
    return 1
}

function negation(line) {
    if (!found(line, BEFORE, "!" NAME, BEHIND)) return 0
    new = "!" old
    return 1
}

function listed(change) {
    last[groups] = ++made
    mutants[made] = made "\t" FILENAME ":" FNR "\t" name "\t" change "\t" trim($0)
    return made
}

# The line with all changes of its tokens; in `if (a != b) return a < b;`, < may be <=.
function changed(line,    before, behind, was, is) {
    if (!(comparison(line) || number(line) || negation(line))) return line
    before = left; behind = right; was = old; is = new
    if (was !~ /!=/ || behind !~ /^\) return [^ ]+ [<>] [^ ]+;/) behind = changed(behind)
    return changed(before) "(MUTANT_" listed(was " -> " is) " ? " is " : " was ")" \
           behind
}

function statement(line) {
    return (previous ~ /[;{}):]$/ || previous ~ /(else|do)$/) &&
           line ~ /^ +[*a-z_][A-Za-z0-9_>.\[\]*-]*( [-+|&]?= [^;]*|\(.*\)|\+\+|--);$/ &&
           line !~ /^ +(return|goto|break|continue|va_|[a-z]+\(\*)/
}

BEGIN {
    NAME = "[A-Za-z_0-9][A-Za-z0-9_]*((->|\\.)[a-z_]+|\\[[a-z_0-9]+\\])*"
    BEFORE = "(\\(|&& |\\|\\| |; |return |[^=<>!]= )"
    BEHIND = "(\\)| &&| \\|\\||;| \\?)"
    TURNED["<"] = "<="; TURNED["<="] = "<"; TURNED[">"] = ">="; TURNED[">="] = ">"
    TURNED["=="] = "!="; TURNED["!="] = "=="
}

FNR == 1 {
    inside = goes_on = body = table = 0
    previous = name = ""
    where = FILENAME
    sub(/[^\/]*$/, "", where)
    if (NR == 1 || where != folder) {
        last[++groups] = made + 0
        first[groups] = made + 1
    }
    folder = where
}
{
    code = $0
    sub(/ *\/\*.*\*\/$/, "", code)
    comment = inside || code ~ /\/\*/
    inside = comment && code !~ /\*\//
    macro = goes_on || code ~ /^#/
    goes_on = code ~ /\\$/
    if (code ~ /^[A-Za-z].*\(/ && match(code, /[a-z_0-9]+\(/))
        name = substr(code, RSTART, RLENGTH - 1)
    if (code == "{") body = 1
    if (code == "}") body = table = 0
    if (code ~ /static const/) table = 1
    text = $0
    if (body && !macro && !comment && !table &&
        code !~ /^ *case |enum |ASSERT|"|\] = \{/) {
        text = changed(code)
        if (statement(code)) text = "{ if (!MUTANT_" listed("left out") ")" text " }"
    }
    if (table && code ~ /;$/) table = 0
    print text >(to "/" FILENAME)
    if (!comment && code !~ /^ *$/) previous = code
}

END {
    srand(seed)
    for (; n-- > 0;)
        for (g = 1; g <= groups; g++) {
            if (last[g] < first[g]) continue
            k = first[g] + int(rand() * (last[g] - first[g] + 1))
            print mutants[k] >(to "/list")
            drawn[mutants[k] + 0]
            mutants[k] = mutants[last[g]--]
        }
    for (k = 1; k <= made; k++)
        print "#define MUTANT_" k (k in drawn ? " mutant_at_(" k ")" : " 0") \
            >(to "/tests/mutants/drawn.h")
}
