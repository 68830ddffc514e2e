# paper3.awk - the facts of paper3.sh as a document: the claims of Li, Ranka, Sahni
# and Schmalz, section 5, and of their section 4 on run times and paths, each with what
# was measured and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper3.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it. Facts are "run
# density nodes algorithm figure seed, tab, value".

# ---- series ----------------------------------------------------------------------------

# The points of a run, `key`: a text with * in place of the density or the size.
function of(key, x) {
    sub(/[*]/, x, key)
    return key
}

function shown(x, figure) {
    if (figure ~ /acceptance|utilisation/) return number(100 * x, 1)
    if (figure ~ /seconds/) return number(1000 * x, x < 0.001 ? 3 : 2)
    return number(x, x < 10 ? 2 : 1)
}

function figure_of(key,    part) {
    split(key, part, " ")
    return part[5]
}

# "99.2, 98.7 %"
function series(key, list,    n, i, x, text, unit) {
    n = split(list, x, " ")
    for (i = 1; i <= n; i++)
        text = text (i > 1 ? ", " : "") shown(mean(of(key, x[i])), figure_of(key))
    unit = figure_of(key)
    return text (unit ~ /acceptance|utilisation/ ? " %" : unit ~ /seconds/ ? " ms" : "")
}

# 1: the figure ends higher than it began, and falls on no step, beyond the spread; -1:
# it ends lower or falls on one; 0: nothing goes beyond the spread. `sign` -1 turns it
# round.
function trend(key, list, sign,    n, i, x, against, end) {
    n = split(list, x, " ")
    for (i = 2; i <= n; i++)
        against += sign * above(of(key, x[i]), of(key, x[i - 1])) < 0
    end = sign * above(of(key, x[n]), of(key, x[1]))
    return against || end < 0 ? -1 : end
}

# The power with which the figure grows, as a fact of its own, one for each seed.
function fit(name, key, list,    n, i, k, x, y) {
    n = split(list, x, " ")
    for (k = 1; (of(key, x[1]) " " k) in F; k++) {
        for (i = 1; i <= n; i++) y[i] = F[of(key, x[i]) " " k]
        F[name " " k] = power_of(n, x, y)
    }
    if (k == 1) f(of(key, x[1]) " 1")
    return mean(name)
}

function power_text(name) { return "power " number(mean(name), 2) }

# ---- claims on density and size --------------------------------------------------------

function acceptance_row(run, range, list, short,    i) {
    for (i = 1; i <= 4; i++) {
        key = run " * 100 " name[i] " acceptance"
        column(series(key, list), speaks(trend(key, list, -1)))
    }
    conclude("more requests in the same time degrade every algorithm: " range \
        " (5, result 1, fig. 3a)", "lower at the highest density than at the lowest," \
        " and higher at no step, beyond the spread", short)
}

function list_row(run, range, list, short,    i) {
    for (i = 1; i <= 4; i++) {
        key = run " * 100 " name[i] " list"
        column(series(key, list), speaks(trend(key, list, 1)))
    }
    conclude("as more requests run at the same time, the Basic Interval list (WS) and" \
            " the ST" \
        " list (WN) grow: " range " (5, result 1)", "longer at the highest density, and" \
        " shorter at no step, beyond the spread", short)
}

function slower_row(run, range, list, short,    i, p) {
    for (i = 1; i <= 4; i++) {
        p = "power " run " " name[i]
        key = run " * 100 " name[i] " seconds"
        fit(p, key, list)
        column(power_text(p) ": " series(key, list), speaks(above(p, 0)))
    }
    conclude("longer lists lead to longer run times: " range " (5, result 1)",
        "the fitted power of the density is above 0 beyond the spread", short)
}

function linear_row(what, given, short,    i, p) {
    for (i = 1; i <= 4; i++) {
        p = "power " given " " name[i]
        if (given == "size") fit(p, "fullown 60 * " name[i] " seconds", SIZES)
        column(power_text(p) (given == "size" ? ": " \
             series("fullown 60 * " name[i] " seconds", "50 1600") : ""),
             is(above(p, 1) <= 0))
    }
    conclude("scalable linearly in terms of " what " (5, result 3; 6)",
        "the fitted power is not above 1 beyond the spread", short)
}

# ---- claims on pairs of algorithms -----------------------------------------------------

# Counts the points at which a has more of the figure than b.
function compare(a, b, figure, light, full,    n, i, k, x, s, run, more, fewer, all, q) {
    least = 1e9
    most = 0
    for (k = 1; k <= 3; k++) {
        run = k == 1 ? light " * 100 " : full (k == 2 ? " * 100 " : " 60 * ")
        n = split(k == 1 ? LIGHT : k == 2 ? FULL : SIZES, x, " ")
        for (i = 1; i <= n; i++) {
            s = above(of(run a " " figure, x[i]), of(run b " " figure, x[i]))
            more += s > 0
            fewer += s < 0
            all++
            q = ratio(mean(of(run a " " figure, x[i])), mean(of(run b " " figure, x[i])))
            if (q < least) least = q
            if (q > most) most = q
        }
    }
    more_at = more + 0
    fewer_at = fewer + 0
    even_at = all - more - fewer
    return fewer ? -1 : more > 0
}

function pair_column(a, b, figure, light, full,    s) {
    s = compare(a, b, figure, light, full)
    if (figure == "seconds")
        column(number(least, 1) " to " number(most, 1) " times", speaks(s))
    else
        column("more at " more_at ", fewer at " fewer_at ", ~ at " even_at, speaks(s))
}

# ---- claims on units -------------------------------------------------------------------

# Of the runs with more and more units: RC's time over RN's.
function unit_columns(run, rc, rn, limit,    i, k, n, x, key, name) {
    n = split(UNITS, x, " ")
    for (i = 1; i <= n; i++) {
        key = run x[i] " 60 100 "
        name = "times " run x[i] " " rc
        for (k = 1; (key rc " seconds " k) in F; k++)
            F[name " " k] = ratio(F[key rc " seconds " k], F[key rn " seconds " k])
        if (k == 1) f(key rc " seconds 1")
        column(number(mean(name), 1) " times", speaks(above(name, limit)))
    }
}

# As `fit`, over these runs.
function fit_units(run, algorithm,    n, i, k, x, y) {
    n = split(UNITS, x, " ")
    for (k = 1; (run "4 60 100 " algorithm " seconds " k) in F; k++) {
        for (i = 1; i <= n; i++)
            y[i] = F[run x[i] " 60 100 " algorithm " seconds " k]
        F["power " run " " algorithm " " k] = power_of(n, x, y)
    }
    return number(mean("power " run " " algorithm), 2)
}

function sum_of(figure, algorithm,    k, s, run, i, r) {
    split("lightown fullown", run, " ")
    for (k in F) {
        if (k !~ (" " algorithm " " figure " [0-9]+$")) continue
        if (k ~ /^(light|full)own /) s += F[k]
    }
    return s
}

function path_row(    i, n, bad) {
    for (i = 1; i <= 4; i++) {
        if (name[i] ~ /^WS/) { column("-", ""); continue }
        f("fullown 60 100 " name[i] " longer 1")
        n = sum_of("accepted", name[i])
        bad = sum_of("longer", name[i])
        column(bad " of " n " longer", is(n > 0 && !bad))
    }
    conclude("the path found is the shortest feasible one (4.2)",
        "at the chosen start, no booked path has more links than breadth-first search" \
        " over the links with room", "the booked path is a shortest one")
}

END {
    LIGHT = "2 4 8 16"
    FULL = "20 40 80 160"
    SIZES = "50 100 200 400 800 1600"
    UNITS = "4 8 16 32"
    LINKS = "link_utilisation"
    ITEMS = "unit_utilisation"
    split("WS-RC WN-RC WS-RN WN-RN", name, " ")
    columns = "WS-RC|WN-RC|WS-RN|WN-RN"
    light = "2, 4, 8, 16 an hour"
    full = "20, 40, 80, 160 an hour"

    section("Section 5, result 1: requests in the same time", columns)
    acceptance_row("light", light, LIGHT, "")
    acceptance_row("full", full, FULL, "acceptance falls with the density of requests")
    list_row("lightown", light, LIGHT, "lists grow while the network has room")
    list_row("fullown", full, FULL, "lists grow in a network that is full")
    slower_row("lightown", light, LIGHT, "run times grow with the" \
               " lists while there is room")
    slower_row("fullown", full, FULL, "run times grow with the" \
               " lists in a full network")
    slower_row("wideown", full ", windows of 10 times the duration", FULL,
               "run times grow with the lists if windows are long")

    section("Section 5, result 2: paths and sharing",
            "WS-RC over WN-RC|WS-RN over WN-RN|WS-RN over WS-RC|WN-RN over WN-RC")
    pair_column("WS-RC", "WN-RC", "acceptance", "light", "full")
    pair_column("WS-RN", "WN-RN", "acceptance", "light", "full")
    pair_column("WS-RN", "WS-RC", "acceptance", "light", "full")
    pair_column("WN-RN", "WN-RC", "acceptance", "light", "full")
    conclude("with multiple paths and with fully shared resources more is accepted",
        "more at some density or size, and fewer at none, beyond the spread",
        "multiple paths and full sharing accept more")
    for (i = 1; i <= 2; i++) {
        pair_column("WS-RC", "WN-RC", i == 1 ? LINKS : ITEMS, "light", "full")
        pair_column("WS-RN", "WN-RN", i == 1 ? LINKS : ITEMS, "light", "full")
        pair_column("WS-RN", "WS-RC", i == 1 ? LINKS : ITEMS, "light", "full")
        pair_column("WN-RN", "WN-RC", i == 1 ? LINKS : ITEMS, "light", "full")
        conclude("with them the scheduler better utilizes " (i == 1 ? "links" : "units"),
                 "used more at some density or size, and less at none, beyond the spread",
                 "they use " (i == 1 ? "links" : "units") " better")
    }
    pair_column("WS-RC", "WN-RC", "seconds", "lightown", "fullown")
    pair_column("WS-RN", "WN-RN", "seconds", "lightown", "fullown")
    multi = least
    conclude("multi-path algorithms require more computation time",
            "longer at some density" \
        " or size, and shorter at none, beyond the spread",
        "multiple paths cost more time")

    section("Section 5, result 3: scaling", columns)
    linear_row("network size", "size", "run time is linear in the network size")
    linear_row("request ratio: " light, "lightown", "run time is linear in the" \
               " request ratio")

    section("Sections 4.3 and 4.4: local resources, all accessible",
            "4 units a type|8 units|16 units|32 units")
    for (i = 1; i <= 2; i++) {
        run = i == 1 ? "units" : "arcs"
        reading = i == 1 ? "full access a vertex" : "an arc for each pair"
        unit_columns(run, "WS-RC", "WS-RN", 2)
        conclude("WS-RN is a much faster algorithm than WS-RC (4.3), " reading,
                 "WS-RC takes more than twice as long, beyond the spread",
                 "WS-RN is much faster than WS-RC, " reading " (" \
                 number(mean("times " run "4 WS-RC"), 1) " times with 4 units, " \
                 number(mean("times " run "32 WS-RC"), 1) " with 32)")
        unit_columns(run, "WN-RC", "WN-RN", 1)
        conclude("so is WN-RN than WN-RC (4.4), " reading,
                 "WN-RC takes longer, beyond the spread",
                 "WN-RN is faster than WN-RC, " reading)
    }

    section("Section 4: paths, bounds", columns)
    path_row()
    for (i = 1; i <= 4; i++) {
        fit("bound " name[i], "fullown 60 * " name[i] " seconds", SIZES)
        column(power_text("bound " name[i]), "")
    }
    conclude("WS: O(SS N^3), WN: O(N E L) (4.1 to 4.4)", "-", "",
        "bounds for the worst case, which a random network is not: powers far below" \
        " 3 and 2 prove nothing")
    conclude("the values in figure 3", "-", "", "the curves have no numbers, and load," \
        " capacities and windows are not told")
    conclude("tested on a USNET simulator at ORNL (5)", "-", "",
        "it is not to be had; this is another one")

    print "# Li, Ranka, Sahni, Schmalz: sections 4 and 5, measured again\n"
    print_top("Why: with more units of a type WS-RC's one graph grows at both ends: its" \
              " time with power " fit_units("units", "WS-RC") " of their number where" \
              " full access is one vertex between two partitions, and with power " \
              fit_units("arcs", "WS-RC") " where it is an arc for each pair of units;" \
              " WS-RN looks at each unit once (power " fit_units("units", "WS-RN") \
              "). ST lists stay short (" number(mean("fullown 160 100 WN-RN list"), 2) \
              " entries at 160 requests an hour, " \
              number(mean("wideown 160 100 WN-RN list"), 2) " if windows are five times" \
              " as long), as only starts in the window count.")

    section("nets_first_slot against the paper's algorithms", columns)
    for (i = 1; i <= 4; i++) {
        split("100 1600", two, " ")
        good = 1
        text = ""
        for (k = 1; k <= 2; k++) {
            key = " 60 " two[k] " " name[i] " seconds"
            good = above("fullown" key, "fast" key) > 0 && good
            text = text (k > 1 ? ", " : "") \
                   number(ratio(mean("fullown" key), mean("fast" key)), 0)
        }
        column(text " times", is(good))
    }
    conclude("it takes less time for the same starts at 100 and at 1600 nodes",
        "less at both, beyond the spread")

    print "Made by `make paper3`; not to be edited. WS: a job may be split over several"
    print "paths and units; WN: one path and one unit of each type. RC: only some units"
    print "are accessible to each other; RN: the same network where all are. All four"
    print "see the same requests in the same random networks (mean degree 4, 100 nodes"
    print "where nothing else is said, 15 sites as in the paper); everything else is the"
    print "simulator's default (`--help`), as the paper does not tell it. Acceptance is"
    print "measured with two C-IDs, times and lists with the paper's own algorithms"
    print "(`--search paper`) and one C-ID, in processor time of the search. At up to 16"
    print "requests an hour about nine in ten or more are accepted; from 20 on the" \
            " network"
    print "fills.\n"
    lacking = ""
    paragraph("Not counted as claims, for nothing could fail them: that more requests" \
        " use more of links (WS-RN " series("full * 100 WS-RN " LINKS, FULL) \
        ") and units (" series("full * 100 WS-RN " ITEMS, FULL) \
        "); that larger networks do not accept less (" series("full 60 * WS-RN acceptance", SIZES) "); that time does not" \
        " grow faster than the requests in a full network; that RN is linear in the" \
        " units (WS-RN's power " fit_units("units", "WS-RN") "); that the algorithms" \
        " find the earliest start (a run stops where they differ from" \
        " `nets_first_slot`); that a request takes less than a minute (" \
        number(1000 * mean("fullown 60 1600 WS-RC seconds"), 1) " ms at most).")
    print_kept()
    print "\n## Figure 3\n"
    print "The paper gives curves of acceptance and run time by density (3a) and by size"
    print "(3b), without numbers. Here are both, times on logarithmic axes:\n"
    print "![acceptance by density, 2 to 16](paper3-fig3a-light.svg)\n"
    print "![acceptance by density, 20 to 160](paper3-fig3a.svg)\n"
    print "![acceptance by network size](paper3-fig3b.svg)\n"
    print "![time by density, 2 to 16](paper3-time-density-light.svg)\n"
    print "![time by density, 20 to 160](paper3-time-density.svg)\n"
    print "![time by network size](paper3-time.svg)"
    print_own()
    print "\n## Commands\n"
    print "All figures, with their least and most over the seeds:" \
            " [paper3.csv](paper3.csv).\n"
    print_commands()
}
