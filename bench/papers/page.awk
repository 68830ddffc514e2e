# page.awk - the page of a paper: what it shows and says, what comes out here, and the
# verdicts, which follow by the rule in README.md:
#
#     awk -f bench/papers/page.awk -f bench/papers/paper3.awk FACTS
#
# paperN.awk is a list in an END block: rows for the paper's figures, tables and headline
# sentences; after begin("claims") its claims; after begin("tried") what else was tried,
# which has no verdict. part() is a part of the statement: a figure, the ends between
# which the words have it ("" = none), how it is shown, words before it. printed() is a
# number that the paper prints; shown() is not judged, and opens no verdict. row(),
# claim() and tried() take the parts before them. any = 1 before: one part suffices
# ("may", "can", "up to"). stand_in = TEXT before: what was run is not the paper's, so it
# never refutes. A figure is of(key): a value for each seed; or "~ value low high n over".
# over(), less() and each() compare seed by seed. here() takes the value alone, for
# statements about this very log.
#
# Facts are lines "key, value, low, high, n, over what" with tabs between them; of several
# seeds a line for each, with seed=1, seed=2, ... (or 1, 2, ...) as the key's last word, or
# where they are kept a seventh column; "command, tab, text" says how they were made.
# -v only=12: only that claim is printed; needs=1: the keys that are asked for;
# pages=FOLDER: drawings are written there.

BEGIN {
    FS = "\t"; phase = "rows"
    named["held"] = "**reproduces**"; named["open"] = "open"; named["refuted"] = "**does not**"
}
$1 == "command" { next }
!($1 in F) {
    F[$1] = $2
    if ($7 != "") EACH[$1] = $7
    if (NF > 4) ENDS[$1] = ($3 == "" ? "- -" : $3 " " $4) " " $5 " " $6
}

function need(key) {
    if (needs && (only == "" || phase == "claims" && claims + 1 == only))
        print "needs\t" key
    if (lacking == "") lacking = key
}

function of(key,    i, mark, v) {
    mark = (key " seed=1") in F ? " seed=" : " "
    if (key in EACH) return EACH[key]
    if (!((key mark 1) in F)) {
        if (!(key in F)) { need(key); return "" }
        return "~ " F[key] " " (key in ENDS ? ENDS[key] : "- - 1 run")
    }
    for (i = 1; (key mark i) in F; i++) v = v " " F[key mark i]
    return substr(v, 2)
}

function alone(x) { return "~ " digits(x) " - - 1 run" }
function here(figure) { interval(figure); return alone(centre) }
function digits(x) { return sprintf("%.9g", x) }

function by(p, sign, q) {
    return sign == "-" ? p - q : sign == "+" ? p + q : sign == "*" ? p * q : sign == "^" \
           ? p ^ q : sign == "max" ? (p > q ? p : q) : q + 0 ? p / q : p + 0 ? 1e9 : 1
}

# Seed by seed; the value of one run stands for each seed. Of two that are not kept by seed
# there is no interval.
function each(a, sign, b,    x, y, n, m, i, v) {
    if (a == "" || b == "") return ""
    n = split(a, x, " ")
    m = split(b, y, " ")
    if (x[1] == "~" && y[1] != "~" && x[6] == "run") { x[1] = x[2]; n = 1 }
    else if (y[1] == "~" && x[1] != "~" && y[6] == "run") { y[1] = y[2]; m = 1 }
    else if (x[1] == "~" || y[1] == "~") {
        interval(a)
        v = centre
        interval(b)
        return "~ " digits(by(v, sign, centre)) " - - " (x[1] == "~" && x[6] != "run" ? \
               x[5] " " x[6] : y[5] " " y[6])
    }
    for (i = 1; i <= n || i <= m; i++)
        v = v " " digits(by(n == 1 ? x[1] : x[i], sign, m == 1 ? y[1] : y[i]))
    return substr(v, 2)
}

function less(a, b) { return each(a, "-", b) }
function over(a, b) { return each(a, "/", b) }

# The least of any seed, and the greatest.
function least_of(figure,    n, x, i, least) {
    n = split(figure, x, " ")
    for (i = 1; i <= n; i++) if (i == 1 || x[i] < least) least = x[i]
    return alone(least)
}

function greatest(f) { return less(alone(0), least_of(less(alone(0), f))) }

# A key with * in the place of one of the values of a list.
function at(key, x) { sub(/[*]/, x, key); return key }

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
        centre += x[i]
    }
    if (n) centre /= n
    for (i = 1; i <= n; i++) { d = x[i] - centre; sum += d * d }
    if (n > 1) {
        arm = student(n) * sqrt(sum / n / (n - 1))
        low = logarithms ? exp(centre - arm) : centre - arm
        high = logarithms ? exp(centre + arm) : centre + arm
    }
    if (logarithms) centre = exp(centre)
}

# The 97.5th percentile of Student's t, for n values.
function student(n,    t) {
    split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26 2.23 2.20", t, " ")
    return n <= 12 ? t[n - 1] : n <= 30 ? 2.1 : 2
}

function verdict(from, to) {
    if (low == "" && over_what != "run") return "open"
    if (low == "") low = high = centre
    if ((from == "" || low > from + 0) && (to == "" || high < to + 0)) return "held"
    if ((from != "" && high <= from + 0) || (to != "" && low >= to + 0)) return "refuted"
    return "open"
}

# A sentence is judged whole.
function whole() {
    if (missing != "") return "open"
    if (any && said["held"]) return "held"
    if (said["refuted"] && !any && stand_in == "") return "refuted"
    return said["open"] || said["refuted"] || !said["held"] ? "open" : "held"
}

# `as`: "%" of a share, "points" of shares' difference ("%3": with three digits), "x"
# times, "h" of seconds, "ms", or digits behind the point.
function show(x, as) {
    if (as ~ /^(%|points)/) return sprintf(as ~ /3$/ ? "%.3f" : "%.1f", 100 * x)
    if (as == "ms") return sprintf(x < 0.01 ? "%.3f" : "%.1f", 1000 * x)
    if (as == "h") return sprintf(x < 36000 ? "%.2f" : "%.1f", x / 3600)
    return sprintf("%." (as == "x" ? (x < 10 ? 2 : 1) : as == "" ? 2 : as) "f", x)
}

function unit_of(as) {
    sub(/3$/, "", as)
    return as == "%" ? " %" : as == "x" ? " times" : as ~ /[a-z]/ ? " " as : ""
}

# "1.48 (1.31..1.66) times"
function text_of(figure, as) {
    interval(figure, as == "x")
    return (centre ? show(centre, as) : 0) (low == "" || low == high ? "" : \
           " (" show(low, as) ".." show(high, as) ")") unit_of(as)
}

function shown(figure, as, words) { add(figure, as, words, "") }

# A word such as "constant" that is all that is said has no number: it stays open.
function unsaid(figure, as, words) { shown(figure, as, words); said["open"]++ }
function part(figure, from, to, as, words) { add(figure, as, words, "judge", from, to) }

function add(figure, as, words, judged, from, to, behind,    text, says) {
    if (figure == "" || lacking != "") {
        if (lacking == "") lacking = "figure"
        if (judged == "") put("no row " lacking, 1)
        else if (missing == "") missing = lacking
        lacking = ""
        return
    }
    text = words text_of(figure, as) behind
    if (judged != "") {
        says = verdict(from, to)
        said[says]++
        if (says != "held")
            text = text (says == "open" ? " ~" : stand_in == "" && !any ? " **no**" : \
                         " *opposite*")
    }
    put(text, says != "held")
}

# The line has all parts; the row of the table the first and those that did not hold.
function put(text, much) {
    parts = parts (parts == "" ? "" : "; ") text
    if (brief == "" || much == 1) brief = brief (brief == "" ? "" : "; ") text
    else if (much == 0) more++
}

# A number that the paper prints, with so many digits: ours rounds to it, or it is open.
function printed(figure, number, places, words, as, scale,    x, says) {
    if (lacking != "") { part(figure); return }
    x = each(here(figure), "/", alone(scale ? scale : 1))
    interval(x)
    says = sprintf("%." places + 0 "f", centre) + 0 == number + 0 ? "held" : "open"
    said[says]++
    add(x, places + 0, words, "", "", "", as " (paper " number ")")
    if (says == "open" && brief !~ / ~$/) brief = brief " ~"
}

function behind(text) { parts = parts text; if (!more) brief = brief text }

# Behind "open": not one of the figures is for the sentence.
function opposite() {
    return missing == "" && said["refuted"] && !said["held"] && !said["open"] && \
           whole() == "open" ? ", all opposite" : ""
}

function ended(    outcome) {
    outcome = whole()
    if (missing != "") put("no row " missing, 1)
    why = missing == "" && outcome == "open" ? stand_in : ""
    last = parts
    parts = brief = missing = lacking = stand_in = ""
    any = more = split("", said)
    return outcome
}

function begin(what) { phase = what }

# Among the claims a row leaves its parts to the claim behind it.
function row(what, shows, reason,    outcome) {
    outcome = whole()
    rows[outcome]++
    table = table "| " what " | " shows " | " brief (more ? "; " more " more held" : "") \
            (missing == "" ? "" : "; no row " missing) " | " named[outcome] \
            opposite() " | " reason " |\n"
    if (phase == "rows") ended()
}

# A worked example: it reproduces as long as `file`, a test, wants `answer`.
function worked(what, shows, ours, file, answer,    line, found) {
    while ((getline line <file) > 0) if (index(line, answer)) found = 1
    close(file)
    said[found ? "held" : "open"]++
    put(ours, 1)
    row(what, shows, "a test: " file)
}

function claim(words, reason,    outcome, text, all) {
    all = opposite()
    outcome = outcomes[++claims] = ended()
    counted[outcome]++
    if (why != "") reason = reason (reason == "" ? "" : "; ") why
    text = "| " claims " | " words " | " last " | " outcome all \
           (reason == "" ? "" : ": " reason) " |\n"
    body = body text
    if (only == claims) printf "claim\t%s", text
}

# A claim that is what a figure or table shows.
function pair(what, words, reason) {
    row(what, words, reason (reason == "" || stand_in == "" ? "" : "; ") stand_in)
    claim(words, reason)
}

function tried(words) { ended(); also = also "- " words ": " last "\n" }

# drawing(id, title), panel(head, values, labels, as, logarithmic, bars), curve(label, key
# with * for the value) ..., paper(label, values of the paper, - where its text gives none).
function drawing(id, title) { drawn(); figure_id = id; figure_title = title }

function panel(head, values, labels, as, logarithmic, bars) {
    heads[++panels] = head; barred[panels] = bars; powers[panels] = logarithmic
    list[panels] = values
    marks[panels] = labels == "" ? values : labels
    gsub(/</, "\\&lt;", marks[panels])
    unit[panels] = as; curves[panels] = 0
}

function curve(label, key,    all, i, n, x) {
    n = split(list[panels], x, " ")
    for (i = 1; i <= n; i++) all = all (i > 1 ? "|" : "") of(at(key, x[i]))
    curve_of(label, all)
}

# The same of figures that are worked out: separated by |.
function curve_of(label, figures,    c, i, n, x) {
    c = ++curves[panels]
    name[panels, c] = label
    n = split(figures, x, "|")
    for (i = 1; i <= n; i++) {
        interval(x[i])
        if (low == "" || powers[panels] && low <= 0) low = high = centre
        if (barred[panels] && low < 0) low = 0
        Y[panels, c, i] = x[i] == "" || powers[panels] && centre <= 0 ? "-" : centre
        L[panels, c, i] = low
        H[panels, c, i] = high
    }
    lacking = ""
}

function paper(label, values,    all, i, n, x) {
    n = split(values, x, " ")
    for (i = 1; i <= n; i++) all = all (i > 1 ? "|" : "") (x[i] == "-" ? "" : alone(x[i]))
    curve_of("paper's" label, all)
}

function colour(label,    c) {
    split("#2b6cb0 #c05621 #2f855a #805ad5 #b83280 #718096", c, " ")
    if (!(label in hue)) legend[hue[label] = ++hues] = label
    return label ~ /^paper's/ ? "#111" : c[(hue[label] - 1) % 6 + 1]
}

function drawn(    p, c, i, n, x, y, file, out, path, w, step, names, hue_is, arms, first) {
    if (figure_id == "" || needs || only != "") { panels = 0; return }
    hues = split("", hue)
    for (p = 1; p <= panels; p++) {
        n = split(marks[p], x, list[p] == marks[p] ? " " : "|")
        powered = powers[p]
        top = bottom = powered ? "" : 0
        for (c = 1; c <= curves[p]; c++)
            for (i = 1; i <= n; i++) {
                if (Y[p, c, i] == "-") continue
                if (top == "" || H[p, c, i] > top) top = H[p, c, i]
                if (bottom == "" || L[p, c, i] < bottom) bottom = L[p, c, i]
            }
        if (top == bottom) top = 2 * bottom + 1
        w = 360 * (p - 1)
        out = out "<text x=\"" w + 50 "\" y=\"16\">" heads[p] "</text>\n"
        for (i = 0; i <= 2; i++)
            out = out sprintf("<path class=\"g\" d=\"M%d %.1fh300\"/><text x=\"%d\"" \
                " y=\"%.1f\" text-anchor=\"end\">%s</text>\n", w + 50, 200 - 85 * i,
                w + 46, 204 - 85 * i, show(powered ? bottom * (top / bottom) ^ (i / 2) : \
                                           bottom + (top - bottom) * i / 2, unit[p]))
        step = barred[p] ? 290 / n : n > 1 ? 290 / (n - 1) : 0
        first = w + 55 + barred[p] * step / 2
        for (i = 1; i <= n; i++)
            if (n < 9 || i == n || i % 2 && i < n - 1)
                out = out sprintf("<text x=\"%.1f\" y=\"216\" text-anchor=\"middle\">" \
                                  "%s</text>\n", first + step * (i - 1), x[i])
        for (c = 1; c <= curves[p]; c++) {
            path = arms = ""
            hue_is = colour(name[p, c])
            for (i = 1; i <= n; i++) {
                if (Y[p, c, i] == "-") continue
                y = first + step * (i - 1) + \
                    barred[p] * step * 0.75 * (c / curves[p] - 0.5 - 0.5 / curves[p])
                path = path sprintf(barred[p] ? "M%.1f 200V%.1f" : \
                       path == "" ? "M%.1f %.1f" : "L%.1f %.1f", y, height(Y[p, c, i]))
                if (L[p, c, i] != H[p, c, i])
                    arms = arms sprintf("<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\"/>\n",
                        y, height(L[p, c, i]), height(H[p, c, i]), barred[p] ? "#111" : \
                        hue_is)
                if (name[p, c] ~ /^paper's/)
                    out = out sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", y,
                                      height(Y[p, c, i]))
            }
            if (path == "") names = "no row of " name[p, c] ", "
            if (name[p, c] !~ /^paper's/)
                out = out "<path class=\"c\" d=\"" path "\" stroke=\"" hue_is "\"" \
                      (barred[p] ? " style=\"stroke-width:" int(step * 0.6 / curves[p]) "\"" : c % 2 ? "" : \
                       " stroke-dasharray=\"6 4\"") "/>\n"
            out = out arms
        }
    }
    for (i = 1; i <= hues; i++) {
        names = names (i > 1 ? ", " : "") legend[i]
        out = out sprintf("<text class=\"k\" x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n",
            panels > 1 ? 50 + (i - 1) % 4 * 170 : 400, panels > 1 ? \
            236 + int((i - 1) / 4) * 16 : 18 + i * 16, colour(legend[i]), legend[i])
    }
    file = "paper" number "-" figure_id ".svg"
    pictures = pictures "![" figure_title ": " names "](" file ")\n"
    if (pages != "") {
        file = pages "/" file
        printf "%s", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " \
            (panels > 1 ? 360 * panels + 10 " " 246 + int((hues - 1) / 4) * 16 : "720 226") \
            "\">\n<title>" figure_title ": " names "</title>\n<style>text{font:11px" \
            " sans-serif}path,circle{fill:none}.g{stroke:#ddd}.c{stroke-width:2}" \
            "circle{stroke:#111}</style>\n<rect width=\"100%\" height=\"100%\"" \
            " fill=\"#fff\"/>\n" out "</svg>\n" >file
        close(file)
    }
    panels = 0
    figure_id = ""
}

function height(y) {
    return 200 - 170 * (powered ? log(y / bottom) / log(top / bottom) : \
                        (y - bottom) / (top - bottom))
}

# -v only=readme: what README.md says in figures, which a test looks for there.
function readme(text) { if (only == "readme" && lacking == "") print "readme\t" text }

function plain(x, as, ratio) { interval(x, ratio || as == "x"); return show(centre, as) }

# A sentence of what came out, while claims are as it has them: "held 3 10 open 6".
function came_out(text, as_claims,    n, x, i, wanted) {
    for (n = split(as_claims, x, " "); ++i <= n; )
        if (x[i] !~ /[0-9]/) wanted = x[i]
        else if (outcomes[x[i]] != wanted) return ""
    return text " "
}

# The whole page: title, what a reader must know first.
function page(title, setting) {
    drawn()
    if (needs || only != "") return
    print "# " title "\n"
    printf "Of its figures, tables and headline sentences: %d reproduced, %d open, %d" \
        " not reproduced. Of its %d claims: %d held, %d open, %d refuted.\n\n",
        rows["held"], rows["open"], rows["refuted"], claims, counted["held"],
        counted["open"], counted["refuted"]
    print setting "\n\nRows, commands and their commits: [paper" number ".tsv](paper" \
        number ".tsv); the rule: [README.md](README.md#the-rule-for-all-claims); in" \
        " brackets, and thin in drawings, 95 % intervals; ~: undecided; **no**: refuted;" \
        " *opposite*: outside, which a stand-in or one case of several cannot refute." \
        " Made by `make paper" number "`, from the kept rows by `sh bench/papers/paper" \
        number ".sh kept`, one line by `claim N` in its place.\n"
    print "## What the paper shows, and what comes out here\n"
    print "| | the paper | here | | why |\n|---|---|---|---|---|"
    print table
    printf "%s", pictures
    print "\n## The claims: " counted["held"] + 0 " held, " counted["open"] + 0 " open, " \
          counted["refuted"] + 0 " refuted\n"
    print "| | the paper says | here | verdict |\n|---|---|---|---|"
    print body
    print "## Also tried, which changes no verdict\n"
    printf "%s", also
}
