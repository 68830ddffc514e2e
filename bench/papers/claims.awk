# claims.awk - what documents that put a paper's claims beside measurements share:
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper4.awk FACTS
#
# Facts are lines "key, tab, value"; "command, tab, text" tells how they came about. A
# claim has what the paper says, what was measured, the rule, and the verdict by the rule.
# A fact that is not there makes it "cannot be told".

BEGIN { FS = "\t" }
$1 == "command" { command[++commands] = $2; next }
!($1 in F) { F[$1] = $2 }

# A fact; one that is not there is remembered until the next claim.
function f(key) {
    if (key in F) return F[key] + 0
    if (lacking == "") lacking = key
    return 0
}

function number(x, digits) { return sprintf("%." digits "f", x) }

function percent(share) { return number(100 * share, 1) " %" }

function ratio(a, b) { return b > 0 ? a / b : a > 0 ? 1e9 : 1 }

function line(said, measured, rule, verdict,    kind) {
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

# A claim that holds, holds in part, or does not, unless a fact is lacking.
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

function section(heading) {
    body = body "\n### " heading "\n\n" \
           "| | the paper says | measured here | rule | verdict |\n" \
           "|---|---|---|---|---|\n"
}

# A paragraph, wrapped.
function paragraph(text,    n, i, word, col) {
    n = split(text, word, " ")
    for (i = 1; i <= n; i++) {
        if (col && col + 1 + length(word[i]) > 78) { printf "\n"; col = 0 }
        printf "%s%s", col ? " " : "", word[i]
        col += length(word[i]) + (col > 0)
    }
    print "\n"
}

# The claims gathered since the last call, with how many of them came out how.
function print_claims() {
    printf "Of %d claims, %d hold, %d hold in part, %d do not hold and %d cannot be" \
           " told.\n", claims - printed, counted["holds"], counted["holds in part"],
           counted["does not hold"], counted["cannot be told"]
    printf "%s", body
    body = ""
    printed = claims
    split("", counted)
}

function print_commands(    i) {
    print "```"
    for (i = 1; i <= commands; i++) print command[i]
    print "```"
}
