# stack.awk - of the call graph of gcc's -fcallgraph-info=su, what stack each function
# takes with all that it calls: bytes and name, a line each. What calls itself is 64 deep.
#
#     awk -v out=PATTERN -f stack.awk FILE.ci         without functions of such names

function name(s) { sub(/.*:/, "", s); return s }
function total(f,   n, i, best, t, list) {
    if (out != "" && f ~ out) return 0
    if (f in done) return done[f]
    done[f] = best = 0
    n = split(calls[f], list, " ")
    for (i = 1; i <= n; i++) {
        t = list[i] == f ? 0 : total(list[i])
        if (t > best) best = t
    }
    return done[f] = size[f] * (self[f] ? 64 : 1) + best
}
/^node/ {
    split($0, q, "\"")
    f = name(q[2])
    if (match($0, /[0-9]+ bytes \(/)) size[f] = substr($0, RSTART) + 0
}
/^edge/ {
    split($0, q, "\"")
    s = name(q[2])
    t = name(q[4])
    if (s == t) self[s] = 1
    calls[s] = calls[s] " " t
}
END { for (f in size) print total(f), f }
