# paper4.awk - the facts of paper4.sh as a document: the claims of Christodoulopoulos and
# Varvarigos, section 5, and of their sections 1, 2, 4 and 6 where they can be measured,
# each with what was measured and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper4.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it. Facts are "run
# method lambda figure seed, tab, value".

# ---- a figure along lambda -------------------------------------------------------------

# The key of a figure in the main run with so much data.
function at(i, method, load, figure) {
    return "main" data[i] " " method " " load " " figure
}

function last(i, method, figure) { return at(i, method, lambda[loads], figure) }

function shown(x, figure) {
    if (figure ~ /blocking|conflict|hit|gap_|utilisation/) return percent(x)
    if (figure ~ /delay/) return number(x, 2) " s"
    return number(x, 1)
}

# One fact over another, as the logarithm for each seed: ratios of delays have long tails.
function quotient(name, a, b,    k) {
    for (k = 1; (a " " k) in F && (b " " k) in F; k++)
        if (F[a " " k] > 0 && F[b " " k] > 0)
            F[name " " k] = log(F[a " " k]) - log(F[b " " k])
        else
            F[name " " k] = 0
    if (k == 1) f(((a " 1") in F ? b : a) " 1")
    return name
}

# The geometric mean of a quotient, and whether it is above x beyond the spread.
function middle(name) { return exp(mean(name)) }

function exceeds(name, x) { return above(name, log(x) "") }

# By how much the figure is larger at that lambda, or the highest, than at the lowest.
function grown(i, method, figure, to) {
    if (to == "") to = lambda[loads]
    return quotient("grown " data[i] " " method " " figure " " to,
                    at(i, method, to, figure), at(i, method, lambda[1], figure))
}

function more_text(name) {
    return (middle(name) < 1 ? "" : "+") number(100 * (middle(name) - 1), 1) " %"
}

# ---- claims on delay -------------------------------------------------------------------

function better_row(a, b, short,    i, k, worse, q) {
    for (i = 1; i <= 3; i++) {
        worse = 0
        for (k = 1; k <= loads; k++)
            worse += above(at(i, a, lambda[k], "delay_mean"),
                           at(i, b, lambda[k], "delay_mean")) > 0
        q = quotient("gain " a b i, last(i, b, "delay_mean"), last(i, a, "delay_mean"))
        column(shown(mean(last(i, a, "delay_mean")), "delay") ", " b " " more_text(q),
               worse ? "against" : speaks(exceeds(q, 1)))
    }
    conclude(a " has a shorter average total delay than " b " (fig. 2a)",
             "shorter at the highest lambda, longer at none, beyond the spread", short)
}

# Judged at the highest lambda; the growth up to the two before stands beside it.
function slightly_row(method, short,    i, k, q, text, low, high) {
    for (i = 1; i <= 3; i++) {
        text = ""
        for (k = loads - 2; k <= loads; k++) {
            q = grown(i, method, "delay_mean", lambda[k])
            text = text (text == "" ? "" : ", ") more_text(q)
        }
        low = exceeds(q, 1)
        high = exceeds(q, 1.1)
        column(text, low < 0 || high > 0 ? "against" : \
               low > 0 && high < 0 ? "for" : "even")
    }
    conclude(method ": its delay increases slightly with lambda (fig. 2a)",
             "up to lambda 25, 35, 45; at 45 it has increased, and by less than 10 %," \
             " both beyond the spread", short)
}

function deteriorates_row(method, short,    i, q) {
    for (i = 1; i <= 3; i++) {
        q = grown(i, method, "delay_mean")
        column(more_text(q), speaks(exceeds(q, 1.1)))
    }
    conclude(method ": its performance deteriorates as lambda increases (fig. 2a)",
             "it increases by more than 10 %, beyond the spread", short)
}

function close_row(short,    i, k, q, bad, most) {
    for (i = 1; i <= 3; i++) {
        bad = most = 0
        for (k = 1; k <= loads; k++) {
            q = quotient("close " i " " k, at(i, "AWMC-T", lambda[k], "delay_mean"),
                         at(i, "MC-T", lambda[k], "delay_mean"))
            bad += exceeds(q, 1.01) > 0
            if (k == 1 || middle(q) > most) most = middle(q)
        }
        column("at most " number(100 * (most - 1), 1) " % longer", is(!bad))
    }
    conclude("AWMC-T: its delay is very close to that of MC-T",
             "at no lambda more than 1 % longer, beyond the spread", short)
}

# ---- claims on blocking and conflicts --------------------------------------------------

# Low is below 10 % of the bursts or tasks at the highest lambda, high is above. `beside`:
# a figure told after it, and its name.
function level_row(method, level, figure, beside, named_so, short,    i, sign) {
    for (i = 1; i <= 3; i++) {
        sign = above(last(i, method, figure), 0.1)
        column(shown(mean(last(i, method, figure)), figure) (beside == "" ? "" : \
               "; " shown(mean(last(i, method, beside)), beside) " " named_so),
               speaks(level == "high" ? sign : -sign))
    }
    conclude(method ": " level " " figure " probability", "at the highest lambda " \
             (level == "high" ? "above" : "below") " 10 %, beyond the spread", short)
}

# ---- claims on paths -------------------------------------------------------------------

function fewer_row(figure, what, short,    i, q) {
    for (i = 1; i <= 3; i++) {
        q = quotient("fewer " figure i, last(i, "AWMC-T", figure), last(i, "MC-T",
                figure))
        column(shown(mean(last(i, "AWMC-T", figure)), figure) " and " \
               shown(mean(last(i, "MC-T", figure)), figure),
               speaks(-exceeds(q, 0.9)))
    }
    conclude("AWMC-T keeps " what " at low levels (fig. 2b)", "AWMC-T's and MC-T's:" \
             " more than 10 % fewer, beyond the spread", short)
}

function most_of(key,    k, x) {
    f(key " 1")
    for (k = 1; (key " " k) in F; k++) if (F[key " " k] > x) x = F[key " " k]
    return x + 0
}

END {
    loads = split("5 15 25 35 45", lambda, " ")
    split("20 32 40", data, " ")
    columns = "20 MB|32 MB|40 MB"

    section("Section 5: average total delay", columns)
    better_row("MC-T", "MC-B", "MC-T is faster than MC-B")
    better_row("MC-T", "ECT", "MC-T is faster than ECT")
    better_row("AWMC-T", "MC-B")
    better_row("AWMC-T", "ECT")
    for (i = 1; i <= 3; i++) {
        x = quotient("benefit1 " i, last(i, "AWMC-T", "delay_mean"),
                     last(i, "MC-B", "delay_mean"))
        y = quotient("benefit2 " i, last(i, "AWMC-T", "delay_mean"),
                     last(i, "ECT", "delay_mean"))
        column("MC-B " more_text(x) ", ECT " more_text(y),
               exceeds(x, 0.9) > 0 || exceeds(y, 0.9) > 0 ? "against" : \
               exceeds(x, 0.9) < 0 && exceeds(y, 0.9) < 0 ? "for" : "even")
    }
    conclude("joint optimisation gives important benefits (6)", "AWMC-T against each:" \
             " more than 10 % less than both, beyond the spread",
             "joint choice gains more than 10 % over both")
    slightly_row("MC-T", "MC-T's delay grows slightly with the load")
    slightly_row("AWMC-T")
    deteriorates_row("ECT", "ECT deteriorates")
    deteriorates_row("MC-B", "MC-B deteriorates")
    close_row("AWMC-T is within 1 % of MC-T")

    section("Section 5: blocking and conflicts", columns)
    level_row("MC-T", "low", "blocking", "hit", "of tasks", "MC-T: low blocking")
    level_row("AWMC-T", "low", "blocking", "hit", "of tasks")
    level_row("MC-T", "low", "conflict", "", "", "MC-T: few conflicts")
    level_row("AWMC-T", "low", "conflict")
    level_row("ECT", "high", "blocking", "hit", "of tasks", "ECT: high blocking")
    level_row("MC-B", "high", "conflict", "", "", "MC-B: many conflicts")
    for (i = 1; i <= 3; i++)
        column(shown(mean("gap" data[i] " MC-B 45 gap_cluster"), "gap_"),
               speaks(above("gap" data[i] " MC-B 45 gap_cluster", 0.5)))
    conclude("MC-B: the clusters it chooses are usually not the optimum ones",
             "another cluster than the exact search's in more than half of the" \
                     " decisions" \
             " at lambda 45", "MC-B usually chooses another cluster")

    section("Sections 4 and 5: paths and optimality", columns)
    fewer_row("paths_mean", "the paths searched", "AWMC-T searches clearly fewer paths")
    fewer_row("labels_mean", "operations (paths looked at)")
    for (i = 1; i <= 3; i++) {
        x = "gap" data[i] " MC-T 45 gap_share"
        column(number(100 * mean(x), 2) " %", is(most_of(x) == 0))
    }
    conclude("MC-T is optimal (1, 4)", "no decision at lambda 45 promises a later end" \
             " than the exact search's, at the same moment", "MC-T is optimal")
    for (i = 1; i <= 3; i++) {
        key = "gap" data[i] " AWMC-T 45 "
        for (k = 1; (key "gap_share " k) in F; k++)
            F["loss " i " " k] = F[key "gap_share " k] * F[key "gap_mean " k] / \
                                 F[key "delay_mean " k]
        if (k == 1) f(key "gap_share 1")
        column(number(100 * mean(key "gap_share"), 1) " % later; " \
               number(100 * mean("loss " i), 2) " % of the delay",
               speaks(-above("loss " i, 0.01)))
    }
    conclude("AWMC-T is near-optimal (6)", "decisions that promise a later end, and how" \
             " much later all are on average: less than 1 % of the delay, beyond the" \
             " spread", "AWMC-T is near-optimal")
    for (i = 1; i <= 3; i++) {
        x = "gap" data[i] " exact 45 delay_mean"
        y = "gap" data[i] " MC-T 45 delay_mean"
        column(more_text(quotient("exact " i, x, y)), is(above(y, x) <= 0))
    }
    conclude("no other choice of paths gives a shorter delay in the simulation (1, 4.4)",
             "exact search against MC-T: not shorter beyond the spread")
    for (i = 1; i <= 3; i++) {
        x = quotient("coarse " i, "coarse" data[i] " MC-T 45 delay_mean",
                     "gap" data[i] " MC-T 45 delay_mean")
        column(more_text(x), speaks(exceeds(x, 1)))
    }
    conclude("discretization of time loses some information (2)",
             "MC-T with slots ten times as long: more delay, beyond the spread",
             "coarse slots cost delay")

    section("Section 4.2: bounds of AWMC-T, 40 MB, lambda 45",
            "4 slots a vector|16|64|256")
    split("4 16 64 256", slots, " ")
    for (i = 1; i <= 4; i++) {
        x = most_of("slots" slots[i] " AWMC-T 45 widest")
        column(x ", MC-T " most_of("slots" slots[i] " MC-T 45 widest"), is(x <= slots[i]))
    }
    conclude("AWMC-T keeps at most u_l paths at a node",
            "the most at a node, in any run:" \
             " at most u_l", "at most u_l paths at a node")

    section("Section 4.2: growth with the network, 40 MB, lambda in proportion",
            "3x3|4x4|5x5|6x6|7x7")
    split("MC-T AWMC-T", two, " ")
    for (m = 1; m <= 2; m++) {
        for (i = 3; i <= 7; i++) {
            most = mean("side" i " " two[m] " " int(i * i * 9 / 5) " widest")
            if (i == 3) first = most
            grows = ratio(most, first) > i * i / 9
            column(number(most, 0), i == 3 ? "" : is(m == 1 ? grows : !grows))
        }
        if (m == 1)
            conclude("MC-T: the number of non-dominated paths may be exponential",
                     "the most at a node grow more than the nodes, from 3x3 on",
                     "MC-T's paths outgrow the network")
        else
            conclude("AWMC-T: it stays polynomial", "they do not",
                     "AWMC-T's paths do not outgrow the network")
    }

    print "# Christodoulopoulos and Varvarigos, section 5, measured again\n"
    print_top(sprintf("Why: with 20 MB a task CPUs are short and links are not (%s and" \
            " %s" \
        " in use at lambda 45), so paths hardly matter and MC-B loses by its choice of" \
        " clusters (delay %s MC-T's); with 40 MB links are short (%s in use), so ECT's" \
        " bursts block each other (delay %s MC-T's) and AWMC-T's pruning saves %s of" \
                " the" \
        " paths.", percent(mean(last(1, "MC-T", "cpu_utilisation"))),
        percent(mean(last(1, "MC-T", "link_utilisation"))),
        number(middle("gain MC-TMC-B1"), 2) " times",
        percent(mean(last(3, "MC-T", "link_utilisation"))),
        number(middle("gain MC-TECT3"), 2) " times",
        percent(1 - middle("fewer paths_mean3"))))

    section("Which method by default (netsched.h takes AWMC-T)", columns)
    for (i = 1; i <= 3; i++) {
        a = last(i, "MC-T", "decide_us")
        b = last(i, "AWMC-T", "decide_us")
        q = quotient("decide " i, a, b)
        column(number(mean(b), 0) " and " number(mean(a), 0) " us",
               speaks(exceeds(q, 1)))
    }
    conclude("AWMC-T decides faster", "AWMC-T's and MC-T's time at lambda 45: less," \
             " beyond the spread")
    for (i = 1; i <= 3; i++) {
        x = "gap" data[i] " AWMC-T 45 gap_share"
        y = "gap" data[i] " MC-T 45 gap_share"
        column(number(100 * mean(x), 2) " % and " number(100 * mean(y), 2) " %",
               speaks(above(x, y)))
    }
    conclude("but more of its decisions promise a later end than the exact search's",
             "of AWMC-T and of MC-T: more, beyond the spread")
    for (i = 1; i <= 3; i++) {
        x = "bound" data[i] " AWMC-T 45 late"
        y = "bound" data[i] " MC-T 45 late"
        n = mean("bound" data[i] " MC-T 45 tasks")
        column(percent(ratio(mean(x), n)) " and " percent(ratio(mean(y), n)),
               speaks(above(x, y)))
    }
    conclude("and more tasks are refused that must end within 4 s",
            "of AWMC-T and MC-T:" \
             " more, beyond the spread")
    for (v = 1; v <= 2; v++) {
        name = v == 1 ? "old" : "released"
        for (i = 1; i <= 3; i++) {
            x = quotient(name i, name data[i] " MC-T 45 delay_mean",
                         "gap" data[i] " MC-T 45 delay_mean")
            column(more_text(x), speaks(v == 1 ? exceeds(x, 1) : -exceeds(x, 1)))
        }
        conclude(v == 1 ? "news looked at only every 500 ms cost delay" : \
                 "links upstream of a blocked burst, released, save delay",
                 (v == 1 ? "more" : "less") " delay of MC-T at lambda 45, beyond the" \
                 " spread")
    }

    section("Time to decide (us) by network, 40 MB", "3x3|4x4|5x5|6x6|7x7")
    for (i = 3; i <= 7; i++) {
        a = "side" i " AWMC-T " int(i * i * 9 / 5) " decide_us"
        b = "side" i " MC-T " int(i * i * 9 / 5) " decide_us"
        column(number(mean(a), 0) " and " number(mean(b), 0),
               mean(b) > 2 * mean(a) ? "for" : "against")
    }
    conclude("MC-T takes far longer", "AWMC-T's and MC-T's: more than twice")

    print "Made by `make paper4`; not to be edited. The paper gives the network (5x5,"
    print "wrap-around, 400 km, 1 Gb/s), four clusters of 25 CPUs at random nodes, and" \
            " the"
    print "distributions. It does not give the means of data and work, the speed of CPUs,"
    print "the slots, the range of lambda nor the details of the protocol. How much" \
            " data a"
    print "task has decides what is short, so there are three operating points: 20 MB"
    print "(CPUs), 32 MB (both) and 40 MB (links), with 2000 MI at 1000 MIPS, slots of 2"
    print "and 20 ms, and lambda from 5 to 45 tasks a second, which is 90 % of what the"
    print "CPUs can do. Vectors reach the last reservation (section 3), whatever their"
    print "length; a fixed length that is too small counts later slots as free and makes"
    print "bursts collide. All methods have the same clusters and tasks; five seeds or" \
            " ten. MC-T"
    print "prunes by equation (3) as printed; `exact` prunes only what cannot lead to an"
    print "earlier end. All runs were checked (`--check`): no link carries two bursts, no"
    print "CPU two tasks.\n"
    print_kept()
    print_own()
    print "\n## Figure 2\n"
    print "The paper's curves have no numbers. In its figure 2(a) MC-T and AWMC-T lie" \
            " flat"
    print "and close together, below MC-B and ECT, which bend upwards; in 2(b) AWMC-T" \
            " lies"
    print "below MC-T. Here, at 20, 32 and 40 MB:\n"
    for (i = 1; i <= 3; i++) print "![2a, " data[i] " MB](paper4-fig2a-" data[i] ".svg)"
    print ""
    for (i = 1; i <= 3; i++) print "![2b, " data[i] " MB](paper4-fig2b-" data[i] ".svg)"
    print "\n## Commands\n"
    print "All figures: [paper4.csv](paper4.csv).\n"
    print_commands()
}
