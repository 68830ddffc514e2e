# paper3.awk - what Li, Ranka, Sahni and Schmalz show and say, section 5, and their
# section 4 on run times and paths, on the facts of paper3.sh (page.awk).

BEGIN { number = 3 }

function full(method, figure, density) {
    return of("full density=" density " nodes=100 " method " " figure)
}

function own(method, figure, density, nodes) {
    return of("fullown density=" density " nodes=" nodes " " method " " figure)
}

# A part for each algorithm: 160 requests an hour against 20.
function denser(figure, sign, from, upto, as, words,    i) {
    for (i = 1; i <= 4; i++)
        part(figure == "acceptance" ? each(full(name[i], figure, 160), sign, full(name[i],
             figure, 20)) : each(own(name[i], figure, 160, 100), sign, own(name[i], figure, 20,
             100)), from, upto, as, (i > 1 ? "" : words) name[i] " ")
}

# Its mean over the densities, of a less b.
function more_of(a, b, figure,    n, x, i, d, sum) {
    n = split(FULL, x, " ")
    for (i = 1; i <= n; i++) {
        d = less(full(a, figure, x[i]), full(b, figure, x[i]))
        sum = i == 1 ? d : each(sum, "+", d)
    }
    return each(sum, "/", alone(n))
}

# Of 100 nodes; seconds are kept for 60 and 160 an hour.
function ratio(figure, a, b, density, from) {
    return over(own(a, figure, density, 100), own(b, figure, from, 100))
}

function per_unit(run, u) {
    return over(of(run u " WS-RC " STEPS), of(run u " WS-RN " STEPS))
}

function four(run, figure,    i) {
    for (i = 1; i <= 4; i++) curve(name[i], run " " name[i] " " figure)
}

END {
    FULL = "20 40 80 160"; SIZES = "100 200 400 800"; UNITS = "4 8 16 32"
    TIME = "seconds_mean"; STEPS = "steps_mean"
    RANGE = "densities are not given, and from 2 to 16 all grow (also tried)"
    split("WS-RC WN-RC WS-RN WN-RN", name, " ")
    split(UNITS, unit_of_type, " ")
    drawing("fig3a", "Figure 3(a): acceptance, %, by requests an hour")
    panel("100 nodes; bars: 95 % over five seeds", FULL, "", "%")
    four("full density=* nodes=100", "acceptance")
    drawing("fig3b", "Figure 3(b): (text) steps by density, (caption) acceptance by size")
    panel("steps of the paper's algorithms (logarithmic)", FULL, "", 0, 1)
    four("fullown density=* nodes=100", STEPS)
    panel("acceptance, %, by nodes", SIZES, "", "%")
    four("full density=60 nodes=*", "acceptance")
    drawing("section6", "Section 6: steps by network size, section 4.3: by units of a type")
    panel("steps, by nodes (both logarithmic)", SIZES, "", 0, 1)
    four("fullown density=60 nodes=*", STEPS)
    panel("WS-RC's steps over WS-RN's, by units (logarithmic)", UNITS, "", "x", 1)
    for (i = 1; i <= 4; i++) {
        arcs = arcs (i > 1 ? "|" : "") per_unit("arcs", unit_of_type[i])
        vertex = vertex (i > 1 ? "|" : "") per_unit("units", unit_of_type[i])
        bounds = bounds (i > 1 ? " " : "") digits(bound(unit_of_type[i]))
    }
    curve_of("an arc for each pair", arcs)
    curve_of("full access is a vertex", vertex)
    paper(" bounds", bounds)
    begin("claims")
    denser("acceptance", "-", "", 0, "points")
    pair("figure 3(a)", "\"The increase of request density will degrade every" \
         " algorithms' performance\" (5)", "acceptance, 160 requests an hour less 20")
    stand_in = RANGE
    denser(STEPS, "/", 1, "", "x")
    for (k = 20; k <= 160; k += 140)
        shown(own("WN-RC", "instants_mean", k, 100), "", (k > 20 ? "" : "entries of" \
              " WN-RC's longest ST list at 20 and 160: "))
    denser("instants_mean", "/", 1, "", "x", "entries of the lists: ")
    for (i = 1; i <= 4; i++)
        shown(ratio(TIME, name[i], name[i], 160, 60), "x",
              (i > 1 ? "" : "seconds, 160 over 60: ") name[i] " ")
    pair("figure 3(b), text", "\"as more requests are running in the system" \
         " simultaneously, the length of Basic Interval list and ST list increases," \
         " which leads to longer algorithms' run time\" (5)", "run time in steps, 160" \
         " an hour over 20")
    for (i = 1; i <= 4; i++)
        unsaid(less(of("full density=60 nodes=800 " name[i] " acceptance"), of("full" \
               " density=60 nodes=100 " name[i] " acceptance")), "points", name[i] " ")
    row("figure 3(b), caption", "acceptance by network size; the text calls it run time",
        "800 nodes less 100, 60 an hour; of it the text says nothing")
    ended()
    part(more_of("WS-RN", "WN-RC", "acceptance"), 0, "", "points", "accepted ")
    part(more_of("WS-RN", "WN-RC", "link_utilisation"), 0, "", "points", "links in use ")
    shown(less(full("WS-RN", "link_utilisation", 20), full("WN-RC", "link_utilisation",
          20)), "points", "at 20 an hour ")
    part(more_of("WS-RN", "WN-RC", "unit_utilisation"), 0, "", "points", "units in use ")
    pair("figure 3(a), order", "\"When multiple paths are allowed and resources are" \
         " fully shared, the scheduler can better utilize system resources, so as to" \
         " accept more requests\" (5)", "WS-RN less WN-RC, mean over densities; \"can\"")
    for (k = 60; k <= 160; k += 100)
        for (i = 1; i <= 3; i += 2)
            for (m = 1; m <= 2; m++)
                part(ratio(m == 1 ? TIME : STEPS, name[i], name[i + 1], k, k), 1, "", "x",
                     m > 1 ? "steps " : k " an hour, " (i > 1 ? "RN " : "RC ") "seconds ")
    claim("\"the resulting multi-path algorithms require more computation time to" \
          " obtain a feasible result\" (5)", "WS over WN")
    for (k = 1; k <= 2; k++)
        for (i = 1; i <= 4; i++)
            part(over(own(name[i], STEPS, k == 1 ? 60 : 160, k == 1 ? 800 : 100),
                      own(name[i], STEPS, k == 1 ? 60 : 20, 100)), "", 8, "x", (i > 1 ? \
                 "" : "8 times the " (k == 1 ? "nodes: " : "requests: ")) name[i] " ")
    pair("section 6", "\"Experiments on a heterogeneous computer network showed that" \
         " our algorithms are scalable linearly in terms of network size and request" \
         " ratio\" (6)", "steps, not run time: seconds by size are not kept, by density: 2")
    for (k = 1; k <= 2; k++)
        for (i = 1; i <= 3; i += 2) {
            run = k == 1 ? "arcs" : "units"
            unsaid(over(of(run "32 " name[i] " " STEPS), of(run "4 " name[i] " " STEPS)),
                   "x", (i > 1 ? "" : k == 1 ? "8 times the units, an arc for each pair:" \
                         " " : "full access as one connection (2.1): ") name[i] " ")
        }
    pair("section 5, abstract", "\"all 4 algorithms scales very well with either system" \
         " size or request density\" (5), \"efficiency and scalability of our" \
         " algorithms for various sizes of networks and resource sets\" (abstract)",
         "steps, by nodes and requests: 5; how well is not said")
    for (i = 1; i <= 4; i++) part(own(name[i], TIME, 160, 100), "", 60, "ms", name[i] " ")
    pair("section 5", "\"Even when the workload is high, one request averagely takes" \
         " less than a minute to find out scheduling result\" (5)", "at 160 an hour")
    for (i = 1; i <= 4; i++) {
        part(per_unit("arcs", unit_of_type[i]), 1, "", "x", unit_of_type[i] " units ")
        behind(sprintf(" (bounds' %.2f)", bound(unit_of_type[i])))
    }
    shown(ratio(TIME, "WS-RC", "WS-RN", 60, 60), "x", "seconds, 4 units, half of the pairs ")
    pair("section 4.3", "WS-RN: \"there still exists a much fast algorithm\" than WS-RC" \
         " (4.3)", "steps, an arc for each pair of units; the bounds are (N_N + N_s +" \
         " N_d)^3 and N_N^3 + N_s + N_d")
    k = 0
    for (i = split(SIZES, size, " "); i; i--)
        for (m = 2; m <= 4; m += 2) {
            interval(less(own(name[m], "links_mean", 60, size[i]),
                          own(name[m], "shortest_mean", 60, size[i])))
            k += centre != 0
        }
    part(alone(k), "", 0.5, 0, "of 8 runs (WN-RC and WN-RN, 4 sizes) those in which the" \
         " mean length of the paths booked is not the shortest paths': ")
    claim("\"Also BFS guaranteed to find the shortest feasible path in the graph\" (4.2)",
          "the shortest by a search of the links with room")
    begin("tried")
    for (i = 1; i <= 4; i++)
        shown(over(of("lightown density=16 " name[i] " " STEPS),
                   of("lightown density=2 " name[i] " " STEPS)), "x", name[i] " ")
    tried("2 to 16 requests an hour, of which most are accepted: steps at 16 over 2")
    for (i = 1; i <= 4; i++) {
        x[i] = plain(full(name[i], "acceptance", 60), "%")
        t[i] = plain(each(of("fast nodes=100 " name[i] " " TIME), "*", alone(1e6)), 0)
    }
    readme("accept " x[3] " % of 60 requests an hour; WS-RC " x[1] ", WN-RN " x[4] ", WN-RC " \
           x[2] " %, and `nets_first_slot` answers in " t[4] " to " t[1] " microseconds")
    page("Li, Ranka, Sahni, Schmalz: sections 4 to 6, measured again",
         came_out("Acceptance falls with the density, splitting with full access" \
         " accepts more, and steps grow no faster than size and density, as the paper" \
         " says; that run time grows with the density comes out for WS only.", "held 1" \
         " 3 5 open 2") "WS: a job may be split over several paths and units; WN: one" \
         " path and one unit of each type. RC: only some units are accessible to each" \
         " other; RN: all are. All four see the same requests in the same random" \
         " networks of 100 nodes with 15 sites, as in the paper, mean degree 4, which" \
         " it does not give; it has no numbers of its figure in its text, and its" \
         " simulator of USNET was not available to us. Acceptance is measured with two" \
         " C-IDs, so that access makes a difference; run time with one, as WS-RC tries" \
         " each combination of C-IDs, and with the paper's own algorithms (`--search" \
         " paper`), in steps: the arcs and the entries of lists and profiles that are" \
         " looked at, as many on each machine. There are 60 requests an hour where" \
         " nothing else is said. Steps by density and size have 20 seeds, the others" \
         " five, low densities eight.")
}

# What the paper's bounds predict: WS-RC's over WS-RN's with u units of each of three types
# at both ends.
function bound(u) { return (100 + 6 * u) ^ 3 / (100 ^ 3 + 6 * u) }
