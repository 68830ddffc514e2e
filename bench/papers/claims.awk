# claims.awk - a page of claims: what a paper says, our figure with its 95 % interval,
# what the words allow, and the verdict, which follows by the rule in README.md:
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper3.awk FACTS
#
# paperN.awk is a list of claims in an END block:
#
#     section("Section 5: delay", "MC-B|ECT")      a table with a column for each
#     next_row("20 MB")                            if a sentence has rows of parts
#     judge(ratio_of(of("main MC-B delay"), of("main MC-T delay")), 1.1, "", "x")
#     judge(ratio_of(of("main ECT delay"), of("main MC-T delay")), 1.1, "", "x")
#     conclude("\"the delay is shorter\" (5)", "delay over MC-T's", "MC-T is faster")
#
# judge() puts a figure into the next column, judged as a part of the claim: the ends
# between which the words allow it ("" = none; two "": only shown), how it is shown, words
# before it. Figures are of() a key, and what difference(), ratio_of(), each(),
# power_along() make of them seed by seed; exactly() is no sample. conclude() has the
# paper's words, what the figures are, how the sentences on top name the claim, and why
# nothing can decide it. A row that says the fact of claim n again is not counted: set
# repeats = n before it. column(text, verdict(low, high, from, to)) is for other figures.
#
# Facts are lines "key, value, low, high, n, over what" with tabs between them, as the
# simulators' --facts with the name of the run in front; "command, tab, text" tells how
# they came about. A fact of several seeds has a line for each, with seed=1, seed=2, ...
# (or 1, 2, ...) as the key's last word. A key "RUN MEASURE: ..." is what --claim asks.
#
# -v only=12: only this claim is printed; -v needs=1: the facts that are asked for; then
# FACTS may be empty.

BEGIN { FS = "\t"; wide = "interval" }
$1 == "command" { command[++commands] = $2; next }
!($1 in F) {
    F[$1] = $2
    if (NF > 4) ENDS[$1] = ($3 == "" ? "- -" : $3 " " $4) " " $5 " " $6
}

# ---- facts -----------------------------------------------------------------------------

# A fact; one that is not there is remembered until the next column or claim.
function f(key) {
    if (key in F) return F[key] + 0
    if (needs && (only == "" || claims + 1 == only)) print "needs\t" key
    if (lacking == "") lacking = key
    return 0
}

# ---- figures: a value for each seed; or "~ value low high n over what" -----------------

function of(key,    i, mark, v) {
    mark = (key " seed=1") in F ? " seed=" : " "
    if (!((key mark 1) in F)) {
        if (key in ENDS) return "~ " F[key] " " ENDS[key]
        return f(key) || key in F ? F[key] : ""
    }
    for (i = 1; (key mark i) in F; i++) v = v " " F[key mark i]
    return substr(v, 2)
}

# What is no sample, such as the number of exceptions to what is guaranteed.
function exactly(x) { return "~ " x " " x " " x " 1 all" }

# Seed by seed; a single value stands for each seed.
function each(a, sign, b,    x, y, n, m, i, v, p, q) {
    if (a ~ /^~/ || b ~ /^~/) { # of one run: --claim compares it week by week
        if (lacking == "") lacking = "value for each seed"
        return ""
    }
    n = split(a, x, " ")
    m = split(b, y, " ")
    for (i = 1; i <= n || i <= m; i++) {
        p = n == 1 ? x[1] : x[i]
        q = m == 1 ? y[1] : y[i]
        if (p == "" || q == "" || (sign == "/" && !q)) return ""
        v = v " " sprintf("%.9g", sign == "-" ? p - q : sign == "+" ? p + q : \
                          sign == "*" ? p * q : sign == "/" ? p / q : p ^ q)
    }
    return substr(v, 2)
}

function difference(a, b) { return each(a, "-", b) }
function ratio_of(a, b) { return each(a, "/", b) }

# A key with * in the place of one of the values of a list.
function point_of(key, x) {
    sub(/[*]/, x, key)
    return key
}

# The power with which it grows along the list.
function power_along(key, list,    n, x, i, v, k, seeds, y, at_seed, all) {
    n = split(list, x, " ")
    for (i = 1; i <= n; i++) {
        seeds = split(of(point_of(key, x[i])), y, " ")
        for (k = 1; k <= seeds; k++) v[k, i] = y[k]
    }
    for (k = 1; k <= seeds; k++) {
        for (i = 1; i <= n; i++) at_seed[i] = v[k, i]
        all = all " " sprintf("%.9g", power_of(n, x, at_seed))
    }
    return substr(all, 2)
}

# Its mean and 95 % interval: centre, low, high, units, over_what; no low: there is none.
# `logarithms`: of ratios, whose middle is the geometric mean.
function interval(figure, logarithms,    x, n, i, d, arm, sum) {
    n = split(figure, x, " ")
    low = high = ""
    centre = 0
    over_what = "seeds"
    if (x[1] == "~") {
        centre = x[2] + 0; units = x[5] + 0; over_what = x[6]
        if (x[3] != "-") { low = x[3] + 0; high = x[4] + 0 }
        return
    }
    units = n
    for (i = 1; i <= n; i++) {
        if (logarithms) x[i] = x[i] > 0 ? log(x[i]) : -700
        centre += x[i] / n
    }
    for (i = 1; i <= n; i++) { d = x[i] - centre; sum += d * d }
    if (n > 1) {
        arm = student(n) * sqrt(sum / n / (n - 1))
        low = logarithms ? exp(centre - arm) : centre - arm
        high = logarithms ? exp(centre + arm) : centre + arm
    }
    if (logarithms) centre = exp(centre)
}

# The rule.
function verdict(low, high, from, to) {
    if (low == "") return "cannot be told"
    if ((from == "" || low > from + 0) && (to == "" || high < to + 0)) return "holds"
    if ((from != "" && high <= from + 0) || (to != "" && low >= to + 0))
        return "does not hold"
    return "cannot be told"
}

# `as`: "%" of a share, "points" of shares' difference, "x" times, "ms", "h" of seconds,
# or digits behind the point.
function show(x, as) {
    if (as == "%" || as == "points") return number(100 * x, 1)
    if (as == "ms") return number(1000 * x, x < 0.001 ? 3 : x < 0.01 ? 2 : 1)
    if (as == "h") return number(x / 3600, x < 36000 ? 2 : 1)
    return number(x, as == "x" ? (x < 10 ? 2 : 1) : as == "" ? 2 : as)
}

function unit_of(as) {
    return as == "%" ? " %" : as == "x" ? " times" : as ~ /[a-z]/ ? " " as : ""
}

# "1.48 (1.31..1.66) times"
function figure_text(figure, as) {
    interval(figure, as == "x")
    return show(centre, as) (low == "" ? "" : \
           " (" show(low, as) ".." show(high, as) ")") unit_of(as)
}

# The means at the values of a list: "99.2, 98.7 %: "
function series(key, list, as,    n, i, x, text) {
    n = split(list, x, " ")
    for (i = 1; i <= n; i++) {
        interval(of(point_of(key, x[i])), 0)
        text = text (i > 1 ? ", " : "") show(centre, as)
    }
    return text unit_of(as) ": "
}

function range_text(from, to, as) {
    if (from == "" && to == "") return ""
    return (from == "" ? "below " show(to, as) : to == "" ? "above " show(from, as) : \
            show(from, as) " to " show(to, as)) unit_of(as)
}

# The 97.5th percentile of Student's t, for n values.
function student(n,    t) {
    split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26", t, " ")
    return n <= 10 ? t[n - 1] : 2.2
}

# The power of x with which y grows: least squares of the logarithms of the n points.
function power_of(n, x, y,    i, mx, my, sxx, sxy) {
    for (i = 1; i <= n; i++) {
        if (!(x[i] > 0 && y[i] > 0)) return 0
        mx += log(x[i]) / n
        my += log(y[i]) / n
    }
    for (i = 1; i <= n; i++) {
        sxx += (log(x[i]) - mx) ^ 2
        sxy += (log(x[i]) - mx) * (log(y[i]) - my)
    }
    return sxx ? sxy / sxx : 0
}

function number(x, digits) { return sprintf("%." digits "f", x) }

function ratio(a, b) { return b + 0 > 0 ? a / b : a > 0 ? 1e9 : 1 }

# ---- claims ----------------------------------------------------------------------------

function line(said, measured, rule, outcome,    kind, n, text, i) {
    kind = outcome
    sub(/:.*/, "", kind)
    if (!repeats) { counted[kind]++; claims++ }
    n = repeats ? "= " repeats : claims
    text = "| " n " | " said " | " measured " | " rule " | " outcome " |\n"
    for (i = 2; i <= rows; i++)
        text = text "| | " row_label[i] " | " row_cells[i] " | | |\n"
    body = body text
    gsub(/\n[|]/, "\nclaim\t|", text)
    if (only == n) printf "claim\t%s", text
    lacking = why = ""
}

# Why the claim cannot be told: `why`, where the document knows better than that a fact is
# not there.
function reason() { return why != "" ? why : "there is no " lacking }

# The next column has this figure: a part of the claim, that it lies between the two.
function judge(figure, from, to, as, text,    range) {
    if (figure == "" && lacking == "") { # divided by 0
        column("-", from to == "" ? "" : "cannot be told")
        return
    }
    if (lacking == "") text = text figure_text(figure, as)
    range = range_text(from, to, as)
    if (range != "") allowed = judged++ && allowed != range ? "" : range
    if (lacking == "" && low != "" && over_what != "all") {
        if (!(over_what in most_units) || units < least_units[over_what])
            least_units[over_what] = units
        if (units > most_units[over_what] + 0) most_units[over_what] = units
    }
    column(text, from to == "" ? "" : verdict(low, high, from, to))
}

# The next row of one claim.
function next_row(of_what) {
    if (filled) end_row()
    row_label[rows + 1] = of_what
}

function end_row() {
    while (filled < width) column("-", "")
    row_cells[++rows] = cells
    cells = ""
    filled = 0
}

# One column of the next row: it "holds", "does not hold", "cannot be told", or says
# nothing of the claim ("").
function column(text, says) {
    if (lacking != "") {
        if (missing == "" && among == "") missing = lacking
        text = "-"
        says = lacking = ""
    }
    cells = cells (filled++ ? " | " : "") text
    if (says == "does not hold") cells = cells ", **no**"
    if (says == "cannot be told") cells = cells ", ~"
    if (says != "") { said_so[says]++; told++ }
}

# Ends a claim. `undecided`: why no figure can decide.
function conclude(said, rule, short, undecided,    outcome) {
    if (filled || !rows) end_row()
    lacking = missing
    if (lacking != "") outcome = "cannot be told: " reason()
    else if (undecided != "") outcome = "cannot be told: " undecided
    else if (said_so["holds"])
        outcome = said_so["holds"] == told ? "holds" : \
            "holds in part: " said_so["holds"] " of " told
    else if (said_so["does not hold"]) outcome = "does not hold"
    else outcome = "cannot be told: " \
                   (told ? "the " wide " is too wide" : "nothing measured")
    if (judged && allowed != "") rule = rule ": " allowed
    line(said (row_label[1] == "" ? "" : ": " row_label[1]), row_cells[1], rule, outcome)
    sub(/:.*/, "", outcome)
    if (repeats) {
        repeats = 0
    } else if (short != "") {
        short = short " (" claims ")"
        if (outcome in named) named[outcome] = named[outcome] "; " short
        else named[outcome] = short
    } else {
        if (outcome in unnamed) unnamed[outcome] = unnamed[outcome] ", " claims
        else unnamed[outcome] = claims
    }
    cells = missing = ""
    filled = rows = judged = told = 0
    split("", row_label)
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

# ", in brackets, over 5 to 8 seeds,"
function units_text(    k, text) {
    for (k in least_units)
        text = text (text == "" ? "" : " or ") \
            (least_units[k] < most_units[k] ? least_units[k] " to " : "") \
            most_units[k] " " k
    return text == "" ? "" : ", in brackets, over " text ","
}

# The paper's claims, which print_top kept.
function print_kept() {
    print "## The claims\n"
    paragraph("By the rule of [README.md](README.md#the-rule-for-all-claims): a part" \
              " holds if the 95 % interval of its figure" units_text() " lies within" \
              " the range, does not hold (**no**) if it lies outside, else cannot be" \
              " told (~).")
    printf "%s", kept
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
