# paper3.awk - the claims of Li, Ranka, Sahni and Schmalz, section 5, and of their section
# 4 on run times and paths, on the facts of paper3.sh (claims.awk).

# Of a over b: the mean over a list of differences, or of ratios.
function among_points(a, sign, b, list,    n, x, i, v, all) {
    n = split(list, x, " ")
    for (i = 1; i <= n; i++) {
        v = each(of(point_of(a, x[i])), sign, of(point_of(b, x[i])))
        all = i == 1 ? v : each(all, sign == "/" ? "*" : "+", v)
    }
    return sign == "/" ? each(all, "^", 1 / n) : each(all, "/", n)
}

# A part for each algorithm: from the first of a list to the last, by difference or ratio.
function ends_row(key, list, sign, from, to, as, as_series,    i, n, x, k) {
    n = split(list, x, " ")
    for (i = 1; i <= 4; i++) {
        k = key " " name[i] " " figure
        judge(each(of(point_of(k, x[n])), sign, of(point_of(k, x[1]))), from, to, as,
             series(k, list, as_series))
    }
}

function power_row(key, list, from, to, as,    i, k) {
    for (i = 1; i <= 4; i++) {
        k = key " " name[i] " seconds_mean"
        judge(power_along(k, list), from, to, "", as == "" ? "" : series(k, list, as))
    }
}

# A part for each pair of algorithms; `which` of them are judged.
function pairs_row(key, list, sign, which, from, as,    i, two) {
    for (i = 1; i <= 5; i++) {
        split(pair[i], two, " over ")
        judge(among_points(key " " two[1] " " figure, sign, key " " two[2] " " figure,
                          list), which ~ i ? from : "", "", as)
    }
}

function units_row(run, rc, rn, from,    i, n, x) {
    n = split("4 8 16 32", x, " ")
    for (i = 1; i <= n; i++)
        judge(ratio_of(of(run x[i] " " rc " seconds_mean"),
                  of(run x[i] " " rn " seconds_mean")), from, "", "x")
}

# The power of a method's time in the units.
function units_power(run, method) {
    return figure_text(power_along(run "* " method " seconds_mean", "4 8 16 32"))
}

END {
    LIGHT = "2 4 8 16"
    FULL = "20 40 80 160"
    SIZES = "50 100 200 400 800 1600"
    light = "2, 4, 8, 16 requests an hour"
    full = "20, 40, 80, 160 an hour"
    wide = full ", windows of ten durations"
    split("WS-RC WN-RC WS-RN WN-RN", name, " ")
    columns = "WS-RC|WN-RC|WS-RN|WN-RN"
    pairs = "WS-RN over WN-RC|WS-RC over WN-RC|WS-RN over WN-RN|WS-RN over WS-RC|WN-RN" \
        " over WN-RC"
    split(pairs, pair, "|")

    section("Section 5, result 1: requests in the same time", columns)
    figure = "acceptance"
    next_row(light)
    ends_row("light density=*", LIGHT, "-", "", 0, "points", "%")
    next_row(full)
    ends_row("full density=* nodes=100", FULL, "-", "", 0, "points", "%")
    conclude("\"The increase of request density will degrade every algorithms'" \
        " performance\" (fig. 3a)",
        "acceptance at the highest density less that at the lowest",
        "acceptance falls with the density of requests")
    figure = "instants_mean"
    next_row(light)
    ends_row("lightown density=*", LIGHT, "/", 1, "", "x", 2)
    next_row(full)
    ends_row("fullown density=* nodes=100", FULL, "/", 1, "", "x", 2)
    conclude("\"the length of Basic Interval list and ST list increases\"",
        "entries at the highest density over those at the lowest",
        "lists grow with the density")
    next_row(light)
    power_row("lightown density=*", LIGHT, 0, "", "ms")
    next_row(full)
    power_row("fullown density=* nodes=100", FULL, 0, "", "ms")
    next_row(wide)
    power_row("wideown density=*", FULL, 0, "", "ms")
    conclude("\"which leads to longer algorithms' run time\"",
        "the power with which time grows with the density",
        "run times grow with the lists")

    section("Section 5, result 2: paths and sharing", pairs)
    n = split("acceptance link_utilisation unit_utilisation", measure, " ")
    split("more accepted|links in use|units in use", word, "|")
    for (i = 1; i <= n; i++) {
        figure = measure[i]
        next_row(word[i] ", " light)
        pairs_row("light density=*", LIGHT, "-", 1, 0, "points")
        next_row(word[i] ", " full)
        pairs_row("full density=* nodes=100", FULL, "-", 1, 0, "points")
        next_row(word[i] ", 50 to 1600 nodes")
        pairs_row("full density=60 nodes=*", SIZES, "-", 1, 0, "points")
    }
    conclude("\"When multiple paths are allowed and resources are fully shared, the" \
        " scheduler can better utilize system resources, so as to accept more requests\"",
        "the mean difference, of both together (the first column); each alone stands" \
        " beside it", "multiple paths and full sharing use and accept more")
    figure = "seconds_mean"
    next_row(light)
    pairs_row("lightown density=*", LIGHT, "/", "23", 1, "x")
    next_row(full)
    pairs_row("fullown density=* nodes=100", FULL, "/", "23", 1, "x")
    next_row("50 to 1600 nodes")
    pairs_row("fullown density=60 nodes=*", SIZES, "/", "23", 1, "x")
    allowed = "above 1 times (second and third column)"
    conclude("\"multi-path algorithms require more computation time\"",
        "time over that of the other, geometric mean",
        "multiple paths cost more time")

    section("Section 5, result 3, and section 6: scaling", columns)
    next_row("50 to 1600 nodes")
    power_row("fullown density=60 nodes=*", SIZES, "", 1.1, "ms")
    next_row("of these 400 and 800")
    power_row("fullown density=60 nodes=*", "400 800", "", 1.1)
    next_row("of these 800 and 1600")
    power_row("fullown density=60 nodes=*", "800 1600", "", 1.1)
    next_row(light)
    power_row("lightown density=*", LIGHT, "", 1.1)
    next_row(full)
    power_row("fullown density=* nodes=100", FULL, "", 1.1)
    next_row(wide)
    power_row("wideown density=*", FULL, "", 1.1)
    conclude("\"our algorithms are scalable linearly in terms of network size and" \
        " request ratio\" (6)", "the power with which time grows",
        "run time grows linearly at most")
    figure = "seconds_mean"
    for (i = 1; i <= 4; i++)
        judge(of("fullown density=160 nodes=100 " name[i] " " figure), "", 60, "ms")
    allowed = "below 60 s"
    conclude("\"Even when the workload is high, one request averagely takes less than a" \
        " minute\"", "the mean time at 160 an hour", "a request takes less than a minute")

    section("Sections 4.3 and 4.4: local resources, all accessible",
            "4 units a type|8 units|16 units|32 units")
    for (i = 1; i <= 2; i++) {
        kind = i == 1 ? "WS" : "WN"
        next_row("full access is a vertex")
        units_row("units", kind "-RC", kind "-RN", i == 1 ? 2 : 1)
        next_row("an arc for each pair")
        units_row("arcs", kind "-RC", kind "-RN", i == 1 ? 2 : 1)
        conclude(i == 1 ? \
            "WS-RN: \"there still exists a much fast algorithm\" than WS-RC (4.3)" : \
            "\"The WN-RN problem is similar\": WN-RN is faster than WN-RC (4.4)",
            "time of " kind "-RC over that of " kind "-RN",
            kind "-RN is " (i == 1 ? "much " : "") "faster than " kind "-RC")
    }

    section("Section 4: paths, bounds", columns)
    for (i = 1; i <= 4; i++) {
        if (name[i] ~ /^WS/) { column("-", ""); continue }
        longer = 0
        for (k = split(SIZES, x, " "); k; k--) {
            key = "fullown density=60 nodes=" x[k] " " name[i] " "
            split(difference(of(key "links_mean"), of(key "shortest_mean")), d, " ")
            for (s in d) longer += d[s] != 0
        }
        judge(exactly(longer), -1, 0.5, 0, "runs with a longer one: ")
    }
    allowed = "none"
    conclude("\"BFS guaranteed to find the shortest feasible path\" (4.2)",
        "booked paths with more links than breadth-first search finds over those with" \
        " room at the start", "the booked path is a shortest one")
    power_row("fullown density=60 nodes=*", SIZES, "", "")
    conclude("WS: O(SS N^3), WN: O(N E L) (4.1 to 4.4)", "powers of the size", "",
        "bounds for the worst case, which a random network is not")

    print "# Li, Ranka, Sahni, Schmalz: sections 4 and 5, measured again\n"
    lists = " WN-RN instants_mean"
    print_top("Why: with more units of a type WS-RC's one graph grows at both ends: its" \
        " time with power " units_power("units", "WS-RC") " of their number where full" \
        " access is one vertex between two partitions, and with power " \
        units_power("arcs", "WS-RC") " where it is an arc for each pair of units; WS-RN" \
        " looks at each unit once (power " units_power("units", "WS-RN") "). ST lists" \
        " stay short (" figure_text(of("fullown density=160 nodes=100" lists)) \
        " entries at 160 requests an hour, " \
        figure_text(of("wideown density=160" lists)) " if windows are five times as" \
        " long), as only starts in the window count.")

    section("nets_first_slot against the paper's algorithms", columns)
    for (k = 100; k <= 1600; k += 1500) {
        next_row(k " nodes")
        for (i = 1; i <= 4; i++)
            judge(ratio_of(of("fullown density=60 nodes=" k " " name[i] " seconds_mean"),
                      of("fast nodes=" k " " name[i] " seconds_mean")), 1, "", "x")
    }
    conclude("it takes less time for the same starts", "their time over its")

    paragraph("Made by `make paper3`; not to be edited. WS: a job may be split over" \
        " several paths and units; WN: one path and one unit of each type. RC: only" \
        " some units are accessible to each other; RN: the same network where all" \
        " are. All four see the same requests in the same random networks (mean" \
        " degree 4, 100 nodes where nothing else is said, 15 sites as in the paper);" \
        " everything else is the simulator's default (`--help`), as the paper does" \
        " not tell it. Acceptance is measured with two C-IDs, times and lists with" \
        " the paper's own algorithms (`--search paper`) and one C-ID, in processor" \
        " time of the search. At up to 16 requests an hour about nine in ten or more" \
        " are accepted; from 20 on the network fills. The paper's figure 3 has no" \
        " numbers, and its simulator of USNET is not to be had. That the algorithms" \
        " find the earliest start is no claim here: a run stops where they differ" \
        " from `nets_first_slot`.")
    print_kept()
    print "\n## Figure 3\n"
    paragraph("The paper gives curves of acceptance by density (3a) and, in its" \
        " caption, by size (3b); its text says of run time what the caption says of" \
        " size. Its axes have no numbers. Here are both by both, times on logarithmic" \
        " axes. Upright lines are 95 % intervals over the seeds: 8 at up to 16 requests" \
        " an hour, else 5.")
    print "![acceptance by density, 2 to 16](paper3-fig3a-light.svg)\n"
    print "![acceptance by density, 20 to 160](paper3-fig3a.svg)\n"
    print "![acceptance by network size](paper3-fig3b.svg)\n"
    print "![time by density, 2 to 16](paper3-time-density-light.svg)\n"
    print "![time by density, 20 to 160](paper3-time-density.svg)\n"
    print "![time by network size](paper3-time.svg)"
    print_own()
    print "\n## Commands\n"
    print "All figures, with their intervals: [paper3.csv](paper3.csv). One claim:" \
        " `sh bench/papers/paper3.sh claim 4`.\n"
    print_commands()
}
