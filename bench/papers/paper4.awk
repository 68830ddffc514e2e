# paper4.awk - the facts of paper4.sh as a document: the claims of
# Christodoulopoulos and Varvarigos, section 5, and of their sections 1, 2, 4 and 6 where
# they can be measured, each with what was measured and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper4.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it; the limits in the
# rules are the constants at the top of END. Facts are "run method lambda figure, tab,
# value".

# ---- a figure along lambda -------------------------------------------------------------

function at(run, method, load, figure) { return f(run " " method " " load " " figure) }

function main_at(method, i, figure) { return at("main", method, lambda[i], figure) }

function shown(x, figure) {
    if (figure ~ /blocking|conflict|hit|gap_share|gap_cluster|utilisation/)
        return percent(x)
    if (figure ~ /delay/) return number(x, 3) " s"
    return number(x, 1)
}

# "2.157, 2.159, ... s"
function listed(method, figure,    i, text, x) {
    for (i = 1; i <= loads; i++) {
        x = shown(main_at(method, i, figure), figure)
        if (i < loads) sub(/ .*/, "", x)
        text = text (i > 1 ? ", " : "") x
    }
    return text
}

# How many steps of lambda the figure grows on by more than a part of it.
function steps_up(method, figure, part,    i, n) {
    for (i = 2; i <= loads; i++)
        n += main_at(method, i, figure) > (1 + part) * main_at(method, i - 1, figure)
    return n
}

# By how much more the first method has of it than the second, at load i.
function more(a, b, i, figure) {
    return ratio(main_at(a, i, figure), main_at(b, i, figure)) - 1
}

# ---- claims on delay -------------------------------------------------------------------

function claim_better(a, b,    i, worse, gain, x, text) {
    for (i = 1; i <= loads; i++) {
        x = more(b, a, i, "delay_mean")
        worse += x < -NOISE
        text = text (i > 1 ? ", " : "") number(100 * x, 1)
    }
    gain = more(b, a, loads, "delay_mean")
    claim(a " has a shorter average total delay than " b " (5, fig. 2a)",
          b " has more, by " text " %",
          sprintf("never %s less than %s, and at the highest lambda %s more or above;" \
                  " in part: more there", percent(NOISE), a, percent(CLEARLY)),
          !worse && gain >= CLEARLY, gain > NOISE)
}

function claim_slightly(method,    x) {
    x = ratio(main_at(method, loads, "delay_mean"), main_at(method, 1, "delay_mean")) - 1
    claim(method ": its delay increases slightly with lambda (5, fig. 2a)",
          listed(method, "delay_mean") ": by " percent(x),
          sprintf("from the lowest lambda to the highest by at most %s; in part: %s",
                  percent(SLIGHTLY), percent(2.5 * SLIGHTLY)),
          x >= 0 && x <= SLIGHTLY, x >= 0 && x <= 2.5 * SLIGHTLY)
}

function claim_deteriorates(method,    n, x) {
    n = steps_up(method, "delay_mean", 0)
    x = ratio(main_at(method, loads, "delay_mean"), main_at(method, 1, "delay_mean")) - 1
    claim(method ": its performance deteriorates as lambda increases (5, fig. 2a)",
          listed(method, "delay_mean") ": by " percent(x),
          sprintf("longer at each step of lambda, and by more than %s in all; in part:" \
                  " by more than that", percent(2.5 * SLIGHTLY)),
          n == loads - 1 && x > 2.5 * SLIGHTLY, x > 2.5 * SLIGHTLY)
}

function claim_close(    i, x, worst) {
    for (i = 1; i <= loads; i++) {
        x = more("AWMC-T", "MC-T", i, "delay_mean")
        if (x > worst) worst = x
    }
    claim("AWMC-T: its delay is very close to that of MC-T (5)",
          "at most " percent(worst) " more",
          sprintf("at every lambda at most %s more; in part: %s", percent(CLOSE),
                  percent(5 * CLOSE)), worst <= CLOSE, worst <= 5 * CLOSE)
}

function claim_close_links(    x) {
    x = ratio(at("links", "AWMC-T", 45, "delay_mean"),
              at("links", "MC-T", 45, "delay_mean")) - 1
    claim("the same where links are what is short (40 MB, 500 MI)",
          number(at("links", "AWMC-T", 45, "delay_mean"), 3) " s and " \
          number(at("links", "MC-T", 45, "delay_mean"), 3) " s: " percent(x) " more",
          sprintf("at most %s more; in part: %s", percent(CLOSE), percent(5 * CLOSE)),
          x <= CLOSE, x <= 5 * CLOSE)
}

# ---- claims on blocking and conflicts --------------------------------------------------

function claim_low(method, figure, what,    x) {
    x = main_at(method, loads, figure)
    claim(method ": low " what " probability (5)",
          listed(method, figure),
          sprintf("at the highest lambda at most %s; in part: %s", percent(LOW),
                  percent(3 * LOW)), x <= LOW, x <= 3 * LOW)
}

function claim_high(method, figure, what,    n, x) {
    n = steps_up(method, figure, 0)
    x = main_at(method, loads, figure)
    claim(method ": high " what " probability as lambda increases (5)",
          listed(method, figure),
          sprintf("at the highest lambda at least %s, and more there than at the" \
                  " lowest; in part: %s", percent(HIGH), percent(HIGH / 2)),
          x >= HIGH && x > main_at(method, 1, figure), x >= HIGH / 2)
}

function claim_fewer(a, b, figure, what,    i, n, x, y) {
    for (i = 1; i <= loads; i++) n += main_at(a, i, figure) <= main_at(b, i, figure)
    x = main_at(a, loads, figure)
    y = main_at(b, loads, figure)
    claim(a ": " what " than " b " (5)",
          "at the highest lambda " shown(x, figure) " and " shown(y, figure),
          "no more at any lambda, and at the highest at most half; in part: no more" \
          " at the highest", n == loads && 2 * x <= y, x <= y)
}

function claim_clusters(    x) {
    x = at("gap", "MC-B", 45, "gap_cluster")
    claim("MC-B: the clusters it chooses are usually not the optimum ones (5)",
          percent(at("gap", "MC-B", 25, "gap_cluster")) " of its decisions at lambda =" \
          " 25, " percent(x) " at 45 are for another cluster than the exact search's",
          "at 45 more than half of them; in part: more than a tenth", x > 0.5, x > 0.1)
}

# ---- claims on paths -------------------------------------------------------------------

function claim_paths(figure, what, run,    x, y) {
    x = run == "main" ? main_at("AWMC-T", loads, figure) : \
                        at(run, "AWMC-T", 45, figure)
    y = run == "main" ? main_at("MC-T", loads, figure) : at(run, "MC-T", 45, figure)
    claim("AWMC-T: " what " at low levels (5, fig. 2b)" \
          (run == "links" ? ", where links are what is short" : ""),
          number(x, 1) ", MC-T " number(y, 1) \
          (run == "main" ? "; at lower lambda " listed("AWMC-T", figure) " and " \
                           listed("MC-T", figure) : ""),
          sprintf("at the highest lambda at most %s of MC-T's; in part: less",
                  percent(FEWER)), x <= FEWER * y, x < y)
}

function claim_bound(    i, slots, n, bad, over, text, w) {
    n = split("4 16 64 256", slots, " ")
    for (i = 1; i <= n; i++) {
        w = at("slots" slots[i], "AWMC-T", 45, "max_widest")
        text = text (i > 1 ? ", " : "") w " of " slots[i]
        bad += w > slots[i]
        over += w > slots[i] + 1
    }
    w = main_at("AWMC-T", loads, "max_widest")
    claim("AWMC-T: at a node there are at most u_l paths (4.2)",
          "at most " text ", " w " of 2048; MC-T: " \
          at("slots64", "MC-T", 45, "max_widest") " of 64, " \
          main_at("MC-T", loads, "max_widest") " of 2048",
          "at most u_l in every run; in part: one more, as a vector of u_l slots can" \
          " have u_l + 1 weights", !bad, !over)
}

function claim_optimal(run, what,    x, y, text) {
    x = at(run, "MC-T", 45, "max_gap_share")
    y = at(run, "MC-T", 45, "gap_share")
    text = x > 0 ? percent2(y) " of the decisions promised an end " \
                   number(at(run, "MC-T", 45, "gap_mean"), 3) \
                   " s later, on average" : "no decision promised a later end"
    claim("MC-T finds the earliest end there is" what, text,
          "never later than the exact search's, at the same moment; in part: in at" \
          " most 1 of 1,000 decisions", x == 0, y <= 0.001)
}

function claim_near(run, what,    share, loss, x) {
    share = at(run, "AWMC-T", 45, "gap_share")
    loss = share > 0 ? at(run, "AWMC-T", 45, "gap_mean") : 0
    x = ratio(share * loss, at(run, "AWMC-T", 45, "delay_mean"))
    claim("AWMC-T is near-optimal" what,
          percent2(share) " of the decisions promised an end " number(loss, 3) \
          " s later than the exact search's, at the same moment: " percent2(x) \
          " of the delay",
          sprintf("on average at most %s of the delay later; in part: %s",
                  percent(CLOSE), percent(5 * CLOSE)), x <= CLOSE, x <= 5 * CLOSE)
}

function percent2(share) { return number(100 * share, 3) " %" }

function claim_exact(    x) {
    x = ratio(at("exact", "exact", 45, "delay_mean"),
              at("exact", "MC-T", 45, "delay_mean")) - 1
    claim("MC-T: no other choice of paths gives a shorter delay in the simulation" \
          " (1, 4.4)",
          "exact instead of it: " number(at("exact", "exact", 45, "delay_mean"), 3) \
          " s, MC-T " number(at("exact", "MC-T", 45, "delay_mean"), 3) \
          " s, at lambda 25 " number(at("exact", "exact", 25, "delay_mean"), 3) \
          " and " number(at("exact", "MC-T", 25, "delay_mean"), 3) " s",
          sprintf("the exact search's is not %s shorter; in part: not %s",
                  percent(NOISE), percent(CLOSE)), x > -NOISE, x > -CLOSE)
}

# ---- claims of sections 2 and 6 --------------------------------------------------------

function claim_slots(    x) {
    x = ratio(at("coarse", "MC-T", 45, "delay_mean"),
              at("base", "MC-T", 45, "delay_mean")) - 1
    claim("the discretization of time loses some information: a tradeoff between" \
          " accuracy and size (2)",
          "MC-T with slots ten times as long, and a tenth of them: " percent(x) \
          " more delay, blocking " percent(at("base", "MC-T", 45, "blocking")) " to " \
          percent(at("coarse", "MC-T", 45, "blocking")),
          sprintf("more delay, by more than %s", percent(NOISE)), x > NOISE, 0)
}

function claim_benefit(    x) {
    x = 1 - ratio(main_at("AWMC-T", loads, "delay_mean"),
                  main_at("MC-B", loads, "delay_mean"))
    y = 1 - ratio(main_at("AWMC-T", loads, "delay_mean"),
                  main_at("ECT", loads, "delay_mean"))
    claim("joint optimisation gives important benefits in average total delay (6)",
          "AWMC-T, at the highest lambda: " percent(x) " less than MC-B, " percent(y) \
          " less than ECT",
          sprintf("at least %s less than both; in part: than one", percent(IMPORTANT)),
          x >= IMPORTANT && y >= IMPORTANT, x >= IMPORTANT || y >= IMPORTANT)
}

# ---- tables ----------------------------------------------------------------------------

function table(heading, figure,    i, m) {
    print "\n" heading "\n"
    print "| lambda | MC-T | AWMC-T | MC-B | ECT |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= loads; i++) {
        printf "| %s |", lambda[i]
        for (m = 1; m <= 4; m++)
            printf " %s |", shown(main_at(method[m], i, figure), figure)
        print ""
    }
    lacking = ""
}

function beside_row(label, run,    m, k) {
    printf "| %s |", label
    for (m = 1; m <= 4; m++)
        printf " %s; %s; %s |", shown(at(run, method[m], 45, "delay_mean"), "delay"),
               percent(at(run, method[m], 45, "hit")),
               percent(at(run, method[m], 45, "conflict"))
    print ""
}

function beside() {
    print "\n## Beside: what the paper leaves open\n"
    print "At lambda = 45: average total delay; share of tasks with a burst that was ever"
    print "blocked; conflict probability.\n"
    print "| | MC-T | AWMC-T | MC-B | ECT |"
    print "|---|---|---|---|---|"
    beside_row("the setting, shorter runs", "base")
    beside_row("news looked at every 500 ms", "old")
    beside_row("links upstream of a blocked burst released", "released")
    beside_row("a blocked burst tried again after 4 ms, not 20", "retry")
    beside_row("slots ten times as long", "coarse")
    lacking = ""
}

END {
    NOISE = 0.005     # a part of a delay
    CLEARLY = 0.05
    IMPORTANT = 0.1
    SLIGHTLY = 0.1
    CLOSE = 0.01
    LOW = 0.05        # probabilities
    HIGH = 0.5
    FEWER = 0.75
    loads = split("5 10 15 20 25 30 35 40 45", lambda, " ")
    split("MC-T AWMC-T MC-B ECT", method, " ")

    print "# Christodoulopoulos and Varvarigos, section 5, measured again\n"
    print "Made by `make paper4`; not to be edited. Each claim of the paper's section"
    print "5, and of its sections 1, 2, 4 and 6 what can be measured, has a line: what"
    print "it says, what `build/multicost_sim` measures, the rule, and the verdict that"
    print "the rule gives. The paper gives the network (5x5, wrap-around, 400 km, 1"
    print "Gb/s), four clusters of 25 CPUs at random nodes, and the distributions. It"
    print "does not give the means of data and work, the speed of CPUs, the slots, the"
    print "range of lambda nor the details of the protocol: here 30 MB, 2000 MI, 1000"
    print "MIPS, slots of 2 and 20 ms, and lambda from 5 to 45 tasks a second, which is"
    print "90 % of what the CPUs can do. It gives the curves of its figure 2 without"
    print "numbers; what its text says of them is checked. All methods have the same"
    print "clusters and tasks; means are over the runs. All runs were checked"
    print "(`--check`): no link carries two bursts, no CPU two tasks.\n"
    print "Where the paper speaks of the optimal algorithm, MC-T prunes by its equation"
    print "(3) as printed; `exact` prunes only what cannot lead to an earlier end.\n"
    print_commands()

    print "\n## Figure 2 and what the text says of it"
    table("Average total delay (figure 2a):", "delay_mean")
    table("Data burst blocking probability:", "blocking")
    table("Tasks with a burst that was ever blocked:", "hit")
    table("Conflict probability:", "conflict")
    table("Paths searched per decision (figure 2b):", "paths_mean")
    print "\n## The claims\n"

    section("Section 5: average total delay")
    claim_better("MC-T", "MC-B")
    claim_better("MC-T", "ECT")
    claim_better("AWMC-T", "MC-B")
    claim_better("AWMC-T", "ECT")
    claim_slightly("MC-T")
    claim_slightly("AWMC-T")
    claim_deteriorates("ECT")
    claim_deteriorates("MC-B")
    claim_close()
    claim_close_links()
    section("Section 5: blocking and conflicts")
    claim_low("MC-T", "blocking", "blocking")
    claim_low("AWMC-T", "blocking", "blocking")
    claim_low("MC-T", "conflict", "conflict")
    claim_low("AWMC-T", "conflict", "conflict")
    claim_high("ECT", "blocking", "blocking")
    claim_fewer("MC-T", "ECT", "hit", "fewer tasks are ever blocked")
    claim_high("MC-B", "conflict", "conflict")
    claim_fewer("MC-T", "MC-B", "conflict", "fewer conflicts")
    claim_clusters()
    section("Section 5 and 4.2: paths")
    claim_paths("paths_mean", "paths searched", "main")
    claim_paths("paths_mean", "paths searched", "links")
    claim_paths("labels_mean", "operations (paths looked at)", "main")
    claim_paths("labels_mean", "operations (paths looked at)", "links")
    claim_bound()
    section("Sections 1, 4 and 5: MC-T is optimal")
    claim_optimal("gap", "")
    claim_optimal("links", ", where links are what is short")
    claim_exact()
    claim_near("gap", "")
    claim_near("links", ", where links are what is short")
    section("Sections 2 and 6")
    claim_slots()
    claim_benefit()
    print_claims()
    beside()
}
