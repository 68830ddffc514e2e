# paper3.awk - the facts of paper3.sh as a document: the claims of Li, Ranka, Sahni
# and Schmalz, section 5, and of their section 4 on run times, each with what was measured
# and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper3.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it; the limits in the
# rules are the constants at the top of END. A fact that is not there makes it "cannot be
# told". Facts are "run density nodes algorithm figure, tab, value". What depends on
# measured time stands in a part of its own, the last.

{
    split($1, key, " ")
    if (key[1] != "main") next
    if (key[3] == 100 && !(key[2] in seen_density)) {
        seen_density[key[2]] = 1
        density[++densities] = key[2]
    }
    if (key[2] == 60 && !(key[3] in seen_size)) {
        seen_size[key[3]] = 1
        size[++sizes] = key[3]
    }
}

# ---- numbers ---------------------------------------------------------------------------

function at(run, d, n, algorithm, figure) {
    return f(run " " d " " n " " algorithm " " figure)
}

function ms(seconds) {
    return number(1000 * seconds, seconds < 0.0001 ? 4 : seconds < 0.01 ? 3 : 1) " ms"
}

# How fast y grows with x: the power that fits the ends best.
function power(x1, y1, x2, y2) {
    return y1 > 0 && y2 > 0 ? log(y2 / y1) / log(x2 / x1) : 0
}

# ---- a figure along a sweep ------------------------------------------------------------

# How often the figure grows (sign 1) or falls (-1) from one value to the next; in
# `steps`, of how many. `listed` has the values.
function moves(sign, run, algorithm, figure, by_size,    i, x, before, n) {
    listed = ""
    steps = n = 0
    for (i = 1; i <= (by_size ? sizes : densities); i++) {
        x = by_size ? at(run, 60, size[i], algorithm, figure) : \
                      at(run, density[i], 100, algorithm, figure)
        if (i > 1) {
            steps++
            n += sign * (x - before) > 0
        }
        listed = listed (i > 1 ? ", " : "") shown(x, figure)
        before = x
    }
    ends_move = i > 2 && sign * (x - first_of(run, algorithm, figure, by_size)) > 0
    return n
}

function first_of(run, algorithm, figure, by_size) {
    return by_size ? at(run, 60, size[1], algorithm, figure) : \
                     at(run, density[1], 100, algorithm, figure)
}

function last_of(run, algorithm, figure, by_size) {
    return by_size ? at(run, 60, size[sizes], algorithm, figure) : \
                     at(run, density[densities], 100, algorithm, figure)
}

function shown(x, figure) {
    if (figure ~ /^seconds/) return ms(x)
    if (figure ~ /acceptance|utilisation|refused/) return percent(x)
    return number(x, 1)
}

# At how many densities and sizes one algorithm has more of the figure than another; at
# how many it has less is left in `fewer`.
function more_often(run, figure, a, b,    i, n) {
    points = n = fewer = 0
    least_gap = 1e9
    for (i = 1; i <= densities + sizes; i++) {
        if (i <= densities)
            gap = at(run, density[i], 100, a, figure) - \
                  at(run, density[i], 100, b, figure)
        else
            gap = at(run, 60, size[i - densities], a, figure) - \
                  at(run, 60, size[i - densities], b, figure)
        points++
        n += gap > 0
        fewer += gap < 0
        if (gap < least_gap) least_gap = gap
    }
    return n
}

# Ascending: the sizes come in the order in which they were run.
function sort_sizes(    i, k, x) {
    for (i = 2; i <= sizes; i++)
        for (k = i; k > 1 && size[k] + 0 < size[k - 1] + 0; k--) {
            x = size[k]
            size[k] = size[k - 1]
            size[k - 1] = x
        }
}

# ---- lines of the document -------------------------------------------------------------

function table(heading, run, figure, by_size,    i, a) {
    print "\n" heading "\n"
    print "| " (by_size ? "nodes" : "requests per hour") \
          " | WS-RC | WN-RC | WS-RN | WN-RN |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= (by_size ? sizes : densities); i++) {
        printf "| %s |", by_size ? size[i] : density[i]
        for (a = 1; a <= 4; a++)
            printf " %s |", by_size ? \
                shown(at(run, 60, size[i], name[a], figure), figure) : \
                shown(at(run, density[i], 100, name[a], figure), figure)
        print ""
    }
    lacking = ""
}

function tables(run, figure, what) {
    table("By request density, 100 nodes" what ":", run, figure, 0)
    table("By network size, 60 requests an hour" what ":", run, figure, 1)
}

# ---- claims on acceptance --------------------------------------------------------------

function claim_degrades(algorithm,    n) {
    n = moves(-1, "main", algorithm, "acceptance", 0)
    claim(algorithm ": more requests in the same time degrade it (5, result 1, fig. 3a)",
          listed, "fewer accepted at each higher density; in part: at the highest than" \
          " at the lowest", n == steps, ends_move)
}

function claim_congested(figure, what,    n, a, all, text) {
    for (a = 1; a <= 4; a++) {
        n += moves(1, "main", name[a], figure, 0)
        all += steps
        text = text (a > 1 ? "; " : "") name[a] " " \
               shown(first_of("main", name[a], figure, 0), figure) " to " \
               shown(last_of("main", name[a], figure, 0), figure)
    }
    claim("as more come in, " what " become congested (5, result 1)", text,
          "in use for more of the time at each higher density, by all algorithms;" \
          " in part: at most steps", n == all, 2 * n > all)
}

function claim_longer(algorithm,    n, what) {
    what = algorithm ~ /^WS/ ? "Basic Interval list" : "ST list"
    n = moves(1, "paper", algorithm, "instants_mean", 0)
    claim(algorithm ": as more requests run at the same time, the " what \
          " grows (5, result 1)", listed,
          "longer at each higher density, on average; in part: at the highest than at" \
          " the lowest", n == steps, ends_move)
}

function claim_more(a, b, said,    n) {
    n = more_often("main", "acceptance", a, b)
    claim(said, a " accepts more than " b " at " n " of " points " densities and sizes," \
          " and fewer at " fewer "; at least " number(100 * least_gap, 1) \
          " of 100 requests more", "more at most of them, and fewer at none; in part:" \
          " more at most", 2 * n > points && !fewer, 2 * n > points)
}

function claim_best(    a, n, all, less) {
    for (a = 1; a <= 4; a++)
        if (name[a] != "WS-RN") {
            n += more_often("main", "acceptance", "WS-RN", name[a])
            all += points
            less += fewer
        }
    claim("with both, the system is used best: WS-RN accepts the most (5, result 2)",
          "more than another in " n " of " all " comparisons, fewer in " less,
          "more in most, and fewer in none; in part: more in most",
          2 * n > all && !less, 2 * n > all)
}

function claim_size(algorithm,    lo, hi, i, x) {
    lo = 1
    hi = 0
    for (i = 1; i <= sizes; i++) {
        x = at("main", 60, size[i], algorithm, "acceptance")
        if (x < lo) lo = x
        if (x > hi) hi = x
    }
    moves(1, "main", algorithm, "acceptance", 1)
    claim(algorithm ": scales well with system size (5, result 3, fig. 3b): its" \
          " acceptance ratio", listed,
          "at the largest network no less than at the smallest, but for " \
          number(100 * NOISE, 0) " of 100 requests; in part: for " \
          number(300 * NOISE, 0),
          last_of("main", algorithm, "acceptance", 1) > \
              first_of("main", algorithm, "acceptance", 1) - NOISE,
          last_of("main", algorithm, "acceptance", 1) > \
              first_of("main", algorithm, "acceptance", 1) - 3 * NOISE)
}

function requests_of(run,    i, a, n) {
    for (i = 1; i <= densities; i++)
        for (a = 1; a <= 4; a++) n += at(run, density[i], 100, name[a], "requests")
    for (i = 1; i <= sizes; i++)
        for (a = 1; a <= 4 && size[i] != 100; a++)
            n += at(run, 60, size[i], name[a], "requests")
    return n
}

function claim_earliest(    a, n) {
    n = requests_of("paper")
    for (a = 1; a <= 4; a++)
        n += at("shared", 60, 100, name[a], "requests") + \
             at("cids", 60, 100, name[a], "requests")
    claim("the algorithms find the earliest start there is (2.2, 4.1, 4.2)",
          "the paper's four algorithms and nets_first_slot, another search, gave the" \
          " same start, or none, to all of " n " decisions (a run ends where they" \
          " differ)", "no difference", 1, 0)
}

# ---- claims on times -------------------------------------------------------------------

function claim_slower(run, of, algorithm,    n) {
    n = moves(1, run, algorithm, "seconds_mean", 0)
    claim(algorithm of ": longer lists lead to longer run times as density grows (5," \
          " result 1)", listed, "longer at each higher density; in part: at the" \
          " highest than at the lowest", n == steps, ends_move)
}

function claim_multipath(run, of, rx,    n) {
    n = more_often(run, "seconds_mean", "WS-" rx, "WN-" rx)
    claim(rx of ": multi-path algorithms require more computation time (5, result 2)",
          "WS-" rx " takes longer than WN-" rx " at " n " of " points \
          " densities and sizes: at 60 an hour " \
          ms(at(run, 60, 100, "WS-" rx, "seconds_mean")) " and " \
          ms(at(run, 60, 100, "WN-" rx, "seconds_mean")),
          "at all of them; in part: at most of them", n == points, 2 * n > points)
}

function claim_linear(run, of, algorithm, by_size,    p, what) {
    p = by_size ? \
        power(size[1], first_of(run, algorithm, "seconds_mean", 1), size[sizes],
              last_of(run, algorithm, "seconds_mean", 1)) : \
        power(density[1], first_of(run, algorithm, "seconds_mean", 0),
              density[densities], last_of(run, algorithm, "seconds_mean", 0))
    what = by_size ? "network size" : "request ratio"
    claim(algorithm of ": scalable linearly in terms of " what " (5, result 3; 6)",
          "time grows as the power " number(p, 2) ": " \
          ms(first_of(run, algorithm, "seconds_mean", by_size)) " to " \
          ms(last_of(run, algorithm, "seconds_mean", by_size)),
          "a power of at most " LINEAR "; in part: " NEARLY, p <= LINEAR, p <= NEARLY)
}

function claim_minute(run, of,    i, a, x, most, worst) {
    for (a = 1; a <= 4; a++) {
        for (i = 1; i <= densities; i++) {
            x = at(run, density[i], 100, name[a], "seconds_mean")
            if (x > most) most = x
            x = at(run, density[i], 100, name[a], "seconds_max")
            if (x > worst) worst = x
        }
        for (i = 1; i <= sizes; i++) {
            x = at(run, 60, size[i], name[a], "seconds_mean")
            if (x > most) most = x
            x = at(run, 60, size[i], name[a], "seconds_max")
            if (x > worst) worst = x
        }
    }
    claim("even under high load a request takes less than a minute on average" of \
          " (5, result 3)", "at most " ms(most) " on average; the longest " ms(worst),
          "below 60 s at every density and size", most < 60, 0)
}

# Time for each interval, or for each entry of the longest list, against nodes.
function claim_bound(algorithm, bound, limit,    p) {
    p = power(size[1], first_of("paper", algorithm, "seconds_mean", 1) / \
                       nonzero(first_of("paper", algorithm, "instants_mean", 1)),
              size[sizes], last_of("paper", algorithm, "seconds_mean", 1) / \
                           nonzero(last_of("paper", algorithm, "instants_mean", 1)))
    claim(algorithm ": O(" bound ")", "time over " \
          (algorithm ~ /^WS/ ? "basic intervals" : "the longest ST list") \
          " grows with the nodes N as the power " number(p, 2),
          "a power of at most " limit, p <= limit, 0)
}

function nonzero(x) { return x > 0 ? x : 1e-9 }

function claim_units(algorithm, said,    p, rc) {
    p = power(2, at("units2", 60, 100, algorithm, "seconds_mean"), 32,
              at("units32", 60, 100, algorithm, "seconds_mean"))
    claim(algorithm ": " said, "from 2 to 32 units of a type " \
          ms(at("units2", 60, 100, algorithm, "seconds_mean")) " to " \
          ms(at("units32", 60, 100, algorithm, "seconds_mean")) ": the power " \
          number(p, 2), "a power of at most " LINEAR "; in part: " NEARLY,
          p <= LINEAR, p <= NEARLY)
}

function claim_faster(rc, rn, said,    a, b) {
    a = at("shared", 60, 100, rc, "seconds_mean")
    b = at("shared", 60, 100, rn, "seconds_mean")
    claim(said, "where all units are accessible, " rc " takes " ms(a) ", " rn " " ms(b) \
          ": " number(a / nonzero(b), 1) " times", "at least " FASTER \
          " times as long; in part: longer", a >= FASTER * b, a > b)
}

END {
    NOISE = 0.02  # of the acceptance ratio, between sizes
    LINEAR = 1.2
    NEARLY = 1.5
    FASTER = 2
    split("WS-RC WN-RC WS-RN WN-RN", name, " ")
    sort_sizes()

    print "# Li, Ranka, Sahni, Schmalz: sections 4 and 5, measured again\n"
    print "Made by `make paper3`; not to be edited. Each claim of the paper's section 5,"
    print "and those of section 4 on run time, has a line: what it says, what"
    print "`build/mrfs_sim` measures, the rule, and the verdict that the rule gives. The"
    print "paper tells that its network is random with 100 nodes and that 15 of them have"
    print "local resources; everything else is the simulator's default (`--help`). WS: a"
    print "job may be split over several paths and units; WN: one path and one unit of"
    print "each type. RC: only some units are accessible to each other; RN: the same"
    print "network where all are. All four see the same requests. The paper gives the"
    print "curves of its figure 3 without numbers; what its text says of them is checked."
    print "Its figure 3(b) is the network size in the caption and the run time in the"
    print "text: here are both.\n"
    print "The paper's own algorithms (`--search paper`) are measured with one C-ID, as"
    print "its figure 2 knows none; `nets_first_slot` with two.\n"
    print "```"
    for (i = 1; i <= commands; i++) print command[i]
    print "```"

    print "\n## Acceptance ratio"
    tables("main", "acceptance", "")
    print "\n## The claims\n"
    section("Section 5: acceptance and congestion")
    for (i = 1; i <= 4; i++) claim_degrades(name[i])
    claim_congested("link_utilisation", "the network's links")
    claim_congested("unit_utilisation", "the clusters' units")
    for (i = 1; i <= 4; i++) claim_longer(name[i])
    claim_more("WS-RC", "WN-RC", "RC: with multiple paths more is accepted (5, result 2)")
    claim_more("WS-RN", "WN-RN", "RN: with multiple paths more is accepted (5, result 2)")
    claim_more("WS-RN", "WS-RC", "WS: with fully shared resources more is accepted" \
               " (5, result 2)")
    claim_more("WN-RN", "WN-RC", "WN: with fully shared resources more is accepted" \
               " (5, result 2)")
    claim_best()
    for (i = 1; i <= 4; i++) claim_size(name[i])
    open_claim("the values in figure 3", "-", "the curves have no numbers, and load," \
               " capacities and windows are not told")
    open_claim("tested on a USNET simulator at ORNL (5)", "-",
               "it is not to be had; this is another one")
    section("Section 4: what the algorithms compute")
    claim_earliest()
    print_claims()

    print "\n## Times\n"
    print "Processor time of the search for one request. They differ from run to run and"
    print "from machine to machine, and so may verdicts near their limits.\n"
    section("Section 5, the paper's own algorithms")
    of = ""
    for (i = 1; i <= 4; i++) claim_slower("paper", of, name[i])
    claim_multipath("paper", of, "RC")
    claim_multipath("paper", of, "RN")
    for (i = 1; i <= 4; i++) claim_linear("paper", of, name[i], 0)
    for (i = 1; i <= 4; i++) claim_linear("paper", of, name[i], 1)
    claim_minute("paper", of)
    section("Section 4: complexity, the paper's own algorithms")
    claim_bound("WS-RC", "SS N^3", 3)
    claim_bound("WN-RC", "N E L), E in proportion to N: O(L N^2", 2)
    claim_bound("WS-RN", "SS (Ns + N^3 + Nd)", 3)
    claim_bound("WN-RN", "N E L + Ns + Nd", 2)
    claim_units("WS-RN", "linear in the local resources Ns and Nd (4.3)")
    claim_units("WN-RN", "linear in the local resources Ns and Nd (4.4)")
    claim_faster("WS-RC", "WS-RN", "WS-RN is a much faster algorithm than WS-RC where" \
                 " both can be used (4.3)")
    claim_faster("WN-RC", "WN-RN", "so is WN-RN than WN-RC (4.4)")
    section("Section 5, nets_first_slot")
    of = ", nets_first_slot"
    for (i = 1; i <= 4; i++) claim_slower("main", of, name[i])
    claim_multipath("main", of, "RC")
    claim_multipath("main", of, "RN")
    for (i = 1; i <= 4; i++) claim_linear("main", of, name[i], 0)
    for (i = 1; i <= 4; i++) claim_linear("main", of, name[i], 1)
    claim_minute("main", of)
    print_claims()
    print "\n### Time for a request"
    tables("paper", "seconds_mean", ", the paper's own algorithms, one C-ID")
    tables("main", "seconds_mean", ", `nets_first_slot`, two C-IDs")
}
