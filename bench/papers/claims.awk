# claims.awk - what documents that put a paper's claims beside measurements share:
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper4.awk FACTS
#
# Facts are lines "key, tab, value"; "command, tab, text" tells how they came about. A
# fact of several seeds has a line for each, with 1, 2, ... as the key's last word. A
# claim has what the paper says, what was measured, the rule, and the verdict by the rule.
# A fact that is not there makes it "cannot be told".
#
#     section("Section 5: delay", "MC-B|ECT")    a table with a column for each
#     column("1.2 times", "for")                 what was measured in the next column
#     column("0.9 times", "against")
#     conclude("the delay is shorter (5)", "above 1", "a shorter delay")
#
# Where columns speak for a claim and others against it, it holds in part. A column that
# lies within the spread over seeds is "even": it says neither. If as many are as speak
# for the claim, it holds in part; if all are, or if nothing speaks, it cannot be told.
# The last argument of conclude() is how the sentences on top name the claim; they are
# made of the same verdicts as the table. A row that says the fact of claim n again is
# not counted: set repeats = n before conclude().

BEGIN { FS = "\t" }
$1 == "command" { command[++commands] = $2; next }
!($1 in F) { F[$1] = $2 }

# ---- facts -----------------------------------------------------------------------------

# A fact; one that is not there is remembered until the next column or claim.
function f(key) {
    if (key in F) return F[key] + 0
    if (lacking == "") lacking = key
    return 0
}

# The mean over the seeds, or the fact itself if it has none.
function mean(key,    i, sum) {
    for (i = 1; (key " " i) in F; i++) sum += F[key " " i]
    return i > 1 ? sum / (i - 1) : f(key)
}

function of_seed(key, i) { return key ~ /^[-+.0-9e]+$/ ? key + 0 : F[key " " i] + 0 }

# The 97.5th percentile of Student's t, for n values.
function student(n,    t) {
    split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26", t, " ")
    return n <= 10 ? t[n - 1] : 2.2
}

# Is fact a above b, a fact or a number? 1: yes; -1: it is below; 0: the two differ by no
# more than the spread over seeds allows, with 95 % confidence. Facts without seeds differ
# as they stand. The mean difference is left in `gap`, what the spread allows in `spread`.
function above(a, b,    i, n, d, squares) {
    gap = spread = 0
    for (i = 1; (a " " i) in F && (b ~ /^[-+.0-9e]+$/ || (b " " i) in F); i++) {
        d = of_seed(a, i) - of_seed(b, i)
        gap += d
        squares += d * d
    }
    n = i - 1
    if (n < 2) {
        gap = mean(a) - (b ~ /^[-+.0-9e]+$/ ? b : mean(b))
    } else {
        gap /= n
        squares = squares / n - gap * gap
        if (squares > 0) spread = student(n) * sqrt(squares / (n - 1))
    }
    return gap > spread ? 1 : gap < -spread ? -1 : 0
}

function speaks(sign) { return sign > 0 ? "for" : sign < 0 ? "against" : "even" }

function is(true) { return true ? "for" : "against" }

# The power of x with which y grows: least squares of the logarithms of the n points. Its
# standard error is left in `power_error`.
function power_of(n, x, y,    i, mx, my, sxx, sxy, syy, p) {
    power_error = 0
    for (i = 1; i <= n; i++) {
        if (!(x[i] > 0 && y[i] > 0)) return 0
        mx += log(x[i]) / n
        my += log(y[i]) / n
    }
    for (i = 1; i <= n; i++) {
        sxx += (log(x[i]) - mx) ^ 2
        sxy += (log(x[i]) - mx) * (log(y[i]) - my)
        syy += (log(y[i]) - my) ^ 2
    }
    if (!sxx) return 0
    p = sxy / sxx
    if (n > 2 && syy > p * sxy) power_error = sqrt((syy - p * sxy) / (n - 2) / sxx)
    return p
}

function number(x, digits) { return sprintf("%." digits "f", x) }

function percent(share) { return number(100 * share, 1) " %" }

function ratio(a, b) { return b > 0 ? a / b : a > 0 ? 1e9 : 1 }

# ---- claims ----------------------------------------------------------------------------

function line(said, measured, rule, verdict,    kind) {
    if (repeats) {
        body = body "| = " repeats " | " said " | " measured " | " rule " | " verdict " |\n"
        lacking = why = ""
        return
    }
    kind = verdict
    sub(/:.*/, "", kind)
    counted[kind]++
    claims++
    body = body "| " claims " | " said " | " measured " | " rule " | " verdict " |\n"
    lacking = why = ""
}

# Why the claim cannot be told: `why`, where the document knows better than that a fact is
# not there.
function reason() { return why != "" ? why : "there is no " lacking }

# A claim of one column that holds, holds in part, or does not, unless a fact is lacking.
function claim(said, measured, rule, holds, part) {
    if (lacking != "")
        line(said, "-", rule, "cannot be told: " reason())
    else
        line(said, measured, rule,
             holds ? "holds" : part ? "holds in part" : "does not hold")
}

# A claim of which no figure can decide.
function open_claim(said, measured, undecided) {
    line(said, lacking != "" ? "-" : measured, "-",
         "cannot be told: " (lacking != "" ? reason() : undecided))
}

# One column of the next row: speaks "for" the claim, "against" it, is "even", or says
# nothing of it ("").
function column(text, says) {
    if (lacking != "") {
        if (missing == "") missing = lacking
        text = "-"
        says = lacking = ""
    }
    cells = cells (filled++ ? " | " : "") text
    if (says == "against") cells = cells ", **no**"
    if (says == "even") cells = cells ", ~"
    said_so[says]++
}

# Ends a row. `undecided`: why no figure can decide.
function conclude(said, rule, short, undecided,    verdict) {
    while (filled < width) column("-", "")
    lacking = missing
    if (lacking != "") verdict = "cannot be told: " reason()
    else if (undecided != "") verdict = "cannot be told: " undecided
    else if (said_so["for"])
        verdict = said_so["against"] || said_so["even"] + 0 >= said_so["for"] ? \
            "holds in part" : "holds"
    else if (said_so["against"]) verdict = "does not hold"
    else verdict = "cannot be told: " \
                   (said_so["even"] ? "within the spread over seeds" : "nothing measured")
    line(said, cells, rule, verdict)
    sub(/:.*/, "", verdict)
    if (repeats) {
        repeats = 0
    } else if (short != "") {
        short = short " (" claims ")"
        if (verdict in named) named[verdict] = named[verdict] "; " short
        else named[verdict] = short
    } else {
        if (verdict in unnamed) unnamed[verdict] = unnamed[verdict] ", " claims
        else unnamed[verdict] = claims
    }
    cells = missing = ""
    filled = 0
    split("", said_so)
}

# What follows is a table of claims; `list`: its columns, with | between them.
function section(heading, list,    part) {
    if (list == "") list = "measured here"
    width = split(list, part, "|")
    gsub(/[|]/, " | ", list)
    body = body (body == "" ? "" : "\n") "### " heading "\n\n| | " \
           (own ? "claim" : "the paper says") " | " list " | rule | verdict |\n|"
    for (list = -3; list <= width; list++) body = body "---|"
    body = body "\n"
}

# ---- the document ----------------------------------------------------------------------

# A paragraph, or an item of a list, wrapped.
function paragraph(text,    n, i, word, col) {
    n = split(text, word, " ")
    for (i = 1; i <= n; i++) {
        if (col && col + 1 + length(word[i]) > 78) { printf "\n"; col = 0 }
        printf "%s%s", col ? " " : "", word[i]
        col += length(word[i]) + (col > 0)
    }
    print "\n"
}

function one_kind(heading, kind) {
    paragraph(heading ": " (kind in named ? named[kind] : "nothing") \
              (kind in unnamed ? "; also claims " unnamed[kind] : "") ".")
}

# What a reader must know, in five sentences: how many claims came out how, which ones,
# and `because`. All claims of the paper come before, those of our own after it.
function print_top(because) {
    paragraph(sprintf("Of the paper's %d claims, %d hold, %d hold in part, %d do not" \
                      " hold and %d cannot be told.", claims, counted["holds"],
                      counted["holds in part"], counted["does not hold"],
                      counted["cannot be told"]))
    one_kind("What holds", "holds")
    one_kind("What holds in part", "holds in part")
    one_kind("What does not hold", "does not hold")
    paragraph(because)
    split("", counted)
    split("", named)
    split("", unnamed)
    kept = body
    body = ""
    own = 1
}

# The paper's claims, which print_top kept.
function print_kept() {
    print "## The claims\n"
    paragraph("\"no\": speaks against the claim; \"~\": within the spread over seeds" \
              " (95 % confidence), says neither. For and against, or as many \"~\" as" \
              " for, make \"holds in part\".")
    printf "%s", kept
}

# The claims gathered since the last call, with how many of them came out how.
function print_claims() {
    printf "Of %d claims, %d hold, %d hold in part, %d do not hold and %d cannot be" \
           " told.\n", claims - printed, counted["holds"], counted["holds in part"],
           counted["does not hold"], counted["cannot be told"]
    printf "\n%s", body
    body = ""
    printed = claims
    split("", counted)
}

# Our own claims, which stand behind those of the paper.
function print_own() {
    print "\n## Beyond the paper: what these programs add\n"
    printf "%s", body
    body = ""
}

function print_commands(    i) {
    print "```"
    for (i = 1; i <= commands; i++) print command[i]
    print "```"
}
