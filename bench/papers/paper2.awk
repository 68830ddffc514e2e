# paper2.awk - the claims of Rodero, Guim and Corbalan, sections III-B, V and VI, as a
# list for claims.awk. Facts are those of paper2.sh, "SYSTEM RUN KEY": a seed is a
# fragment of the log. Two set-ups are compared fragment by fragment.

# A figure of each fragment; a wait counts as at least a second, as it is in ratios.
function at_of(run, s, setup, what,    n, x, i, all, least) {
    n = split(of(s " " run " " setup " " what), x, " ")
    least = what ~ /^wait/ ? 1 : 0.001
    for (i = 1; i <= n; i++) all = all " " (x[i] < least ? least : x[i])
    return substr(all, 2)
}

# Set-up a over b; and of all fragments of the three systems.
function rel(run, s, a, b, what) {
    return ratio_of(at_of(run, s, a, what), at_of(run, s, b, what))
}
function rel_all(run, a, b, what) {
    return rel(run, id[1], a, b, what) " " rel(run, id[2], a, b, what) " " \
           rel(run, id[3], a, b, what)
}

# A part of system i, or of all (0). Where RANK's queue is empty the stand-in is in
# another regime than the paper's: it never refutes.
function mine(i, figure, from, to, as, text,    range) {
    interval(figure, as == "x")
    if (lacking != "" || verdict(low, high, from, to) != "does not hold" || \
        (i ? !idle(i) : !idle(1) && !idle(2) && !idle(3))) {
        judge(figure, from, to, as, text)
        return
    }
    range = range_text(from, to, as)
    allowed = judged++ && allowed != range ? "" : range
    column(text figure_text(figure, as) ", no queue", "cannot be told")
    said_so["no queue"]++
}

# Why a claim of which no other part tells anything cannot be told.
function no_queue() {
    return said_so["no queue"] && !said_so["holds"] && !said_so["does not hold"] ? \
           "RANK's queue is empty" : ""
}

# A part for each system: the ratio is in the range. `label`: of the row, if there are
# more.
function systems(label, run, a, b, what, from, to,    i) {
    if (label != "") next_row(label)
    for (i = 1; i <= 3; i++) mine(i, rel(run, id[i], a, b, what), from, to, "x")
}

# A row with one part, of all fragments of the three systems, in the fourth column.
function all_three(label, run, a, b, what, from, to) {
    next_row(label)
    skip(3)
    mine(0, rel_all(run, a, b, what), from, to, "x")
}

# 95th percentiles, which may be 0: what a has more than b.
function late(label, a, b, what, as,    i) {
    next_row(label)
    for (i = 1; i <= 3; i++)
        mine(i, difference(at_of("main", id[i], a, what), at_of("main", id[i], b,
            what)), "", 0, as)
}

# Is RANK's queue empty? 95 % of its jobs wait less than an hour.
function idle(i) {
    interval(at_of("main", id[i], "RANK", "wait_p95"), 0)
    return high != "" && high < 3600
}

function skip(n) { while (n-- > 0) column("-", "") }

# "Up to", "may": it holds if some fragment has it; if none has, another may.
function some(figure, from, as,    x, n, i, most) {
    if (lacking != "") { column("-", ""); return }
    n = split(figure, x, " ")
    for (i = 1; i <= n; i++) if (i == 1 || x[i] + 0 > most) most = x[i] + 0
    column(show(most, as) unit_of(as) " at most",
           most > from ? "holds" : "cannot be told")
}

# In how many clusters a has more of them in use than b: more than half for, or against.
function clusters(run, i, a, b,    c, n, k, more, fewer, key, x) {
    n = split(names[i], c, " ")
    for (k = 1; k <= n; k++) {
        key = "cpu_utilisation cluster=" c[k]
        x = difference(at_of(run, id[i], a, key), at_of(run, id[i], b, key))
        if (lacking != "") break
        interval(x, 0)
        more += low > 0
        fewer += high < 0
    }
    column(more + 0 " of " n ", less in " fewer + 0,
           2 * more > n ? "holds" : 2 * fewer >= n && !idle(i) ? "does not hold" : \
           "cannot be told")
}

# One row for each rule of ties in matchmaking.
function by_ties(a, b, what, from, to,    i, run, words) {
    split("main first least", run, " ")
    split("most CPUs free|the first|fewest", words, "|")
    for (i = 1; i <= 3; i++) {
        systems("ties: " words[i], run[i], a, b, what, from, to)
    }
}

function execution_time(    i) {
    section("Section V: execution time (figure 8a)", columns "|all three")
    systems("FCFS takes the longest: RANK over FCFS", "main", "RANK", "FCFS",
        "execution_time", "", 1)
    all_three("around 10 % less", "main", "RANK", "FCFS", "execution_time", 0.85, 0.95)
    systems("SLOW the shortest: over RANK", "main", SLOW, "RANK", "execution_time", "", 1)
    all_three("6.6 % less", "main", SLOW, "RANK", "execution_time", 0.901, 0.967)
    all_three("SLOW over FCFS: around 20 % less", "main", SLOW, "FCFS", "execution_time",
        0.7, 0.9)
    allowed = "below 1 times; 0.85 to 0.95, 0.90 to 0.967, 0.70 to 0.90 times"
    conclude("\"with the FCFS configuration the workloads execution times are the" \
             " longest ones, with the RANK configuration [...] shorter (around 10 % on" \
             " average) and with the SLOW configuration [...] the shortest (6.6 % [...]" \
             " and around 20 %)\"", "ratio",
             "FCFS takes the longest, SLOW the shortest time")
    next_row("very significant")
    judge(rel("main", id[1], "FCFS", SLOW, "execution_time"), 1.1, "", "x")
    next_row("up to 40 %")
    some(rel("main", id[1], "FCFS", SLOW, "execution_time"), 1.4, "x")
    allowed = ""
    conclude("\"In the case of the DAS-2 workload [...] very significant (up to 40 %" \
        " between FCFS and SLOW policies)\"", "FCFS over SLOW: above 1.1; above 1.4 in" \
        " some fragment", "DAS-2: very significant, up to 40 %")
    for (i = 1; i <= 2; i++) {
        next_row(i == 1 ? "RANK over FCFS" : "SLOW over RANK")
        skip(2)
        mine(3, rel("main", id[3], i == 1 ? "RANK" : SLOW, i == 1 ? "FCFS" : "RANK",
                    "execution_time"), "", 1, "x")
    }
    conclude("\"With the Sharcnet workload [...] a similar pattern\"",
             "ratio", "Sharcnet: a similar pattern")
    skip(1)
    judge(rel("main", id[2], "FCFS", SLOW, "execution_time"), 0.9, 1.1, "x")
    conclude("\"With the Grid5000 workload [...] not very significant\"",
             "FCFS over SLOW", "Grid5000: not very significant")
}

function waits(    i) {
    section("Section V: waits and slowdowns, 95th percentiles (figures 8b, 8c)", columns)
    late("RANK less FCFS", "RANK", "FCFS", "wait_p95", "h")
    late("SLOW less RANK", SLOW, "RANK", "wait_p95", "h")
    conclude("\"The waiting times and the workload execution times follow a similar" \
             " pattern\"", "95th percentiles", "waits follow the same order")
    next_row("5.5 times shorter: FCFS over RANK")
    mine(1, rel("main", id[1], "FCFS", "RANK", "wait_p95"), 2.75, 8.25, "x")
    next_row("especially on DAS-2 and Sharcnet")
    for (i = 1; i <= 3; i++)
        if (i == 2) column("-", "")
        else mine(2, ratio_of(rel("main", id[i], "FCFS", "RANK", "wait_mean"),
                          rel("main", id[2], "FCFS", "RANK", "wait_mean")), 1, "", "x")
    allowed = "2.75 to 8.25 times; above 1 times"
    conclude("\"a higher difference between the FCFS and RANK policies, especially with" \
             " the DAS-2 workload (5.5 times shorter [...]) and with the Sharcnet" \
             " workload\"", "ratio; of means, over the same on Grid5000",
             "5.5 times shorter waits on DAS-2")
    late("RANK less FCFS", "RANK", "FCFS", "bsld_p95", "1")
    late("SLOW less RANK", SLOW, "RANK", "bsld_p95", "1")
    conclude("\"waiting times [...] and bounded slowdown are linked, they follow very" \
             " similar patterns\"", "95th percentiles", "slowdowns follow the same order")
    for (i = 1; i <= 3; i++)
        mine(i, ratio_of(rel("main", id[i], "FCFS", "RANK", "bsld_mean"),
                     rel("main", id[i], "FCFS", "RANK", "wait_mean")), 1.04, 1.12, "x")
    conclude("\"the bounded slowdown difference between the FCFS and the other policies" \
             " is higher (around 8 %) than the other metrics difference\"",
             "means of slowdowns, FCFS over RANK, over the same of waits",
             "slowdowns differ more than waits, by around 8 %", no_queue())
    by_ties("RANK", "FCFS", "wait_mean", "", 1)
    systems("slowdowns", "main", "RANK", "FCFS", "bsld_mean", "", 1)
    conclude("\"RANK has better results than FCFS\"", "mean wait, mean slowdown of RANK" \
             " over FCFS", "RANK has better results than FCFS")
    by_ties(SLOW, "RANK", "wait_mean", "", 1)
    systems("slowdowns", "main", SLOW, "RANK", "bsld_mean", "", 1)
    conclude("\"and SLOW has better results than RANK\"", "mean wait, mean slowdown of" \
             " SLOW over RANK", "SLOW has better results than RANK")
}

function utilisation(    i, what) {
    what = "cpu_clusters"
    section("Section V: utilisation (figure 9)", columns)
    next_row("RANK, than FCFS")
    for (i = 1; i <= 3; i++) clusters("main", i, "RANK", "FCFS")
    next_row("SLOW, than RANK")
    for (i = 1; i <= 3; i++) clusters("main", i, SLOW, "RANK")
    conclude("\"most clusters have better results with the RANK configuration than" \
        " with the FCFS policy, and with the SLOW configuration [...] than with the" \
        " RANK configuration\"", "clusters with more CPUs in use: more than half",
        "most clusters are used more")
    systems("RANK over FCFS", "main", "RANK", "FCFS", what, 1, "")
    systems("SLOW over RANK", "main", SLOW, "RANK", what, 1, "")
    conclude("\"The average of the clusters resource utilization also follows this" \
             " pattern\"", "ratio", "so is their average")
    next_row("RANK over FCFS")
    judge(rel("main", id[1], "RANK", "FCFS", what), 1.1, "", "x")
    next_row("SLOW over FCFS")
    judge(rel("main", id[1], SLOW, "FCFS", what), 1.1, "", "x")
    next_row("up to 40 %")
    some(rel("main", id[1], SLOW, "FCFS", what), 1.4, "x")
    allowed = ""
    conclude("\"for the DAS-2 system the difference between the FCFS policy and the" \
        " other policies is very significant (up to 40 %)\"", "above 1.1; above 1.4 in" \
        " some fragment", "DAS-2: up to 40 % more in use")
    mine(1, rel("main", id[1], "FCFS", SLOW, what), 0.4, 0.8, "x")
    conclude("\"with the DAS-2 system the resource utilization is around 40 % lower" \
        " with the FCFS configuration\" (VI)", "FCFS over SLOW", "FCFS uses around 40" \
        " % less of DAS-2")
    judge(at_of("main", id[1], "FCFS", what), 0.35, 0.45, "%")
    conclude("\"near 40 %, which is the average utilization of the DAS-2 system with" \
        " [...] FCFS\"", "FCFS", "FCFS uses near 40 % of DAS-2")
    skip(1)
    mine(2, rel("main", id[2], SLOW, "FCFS", what), 1.035, 1.105, "x")
    mine(3, rel("main", id[3], SLOW, "FCFS", what), 1.08, 1.24, "x")
    allowed = "1.035 to 1.105, 1.08 to 1.24 times"
    conclude("\"smaller with the Grid5000 system (around 7 % between FCFS and SLOW)" \
        " than with the Sharcnet system (around 16 %)\"; \"around 10 % on average\"" \
        " (VI)", "SLOW over FCFS: half to one and a half of it", "7 % more on" \
        " Grid5000, 16 % on Sharcnet", no_queue())
    systems("it improves it: RANK over FCFS", "main", "RANK", "FCFS", what, 1, "")
    next_row("the same with clusters alike, over that")
    skip(1)
    for (i = 2; i <= 3; i++)
        mine(i, ratio_of(rel("alike", id[i], "RANK", "FCFS", what),
                     rel("main", id[i], "RANK", "FCFS", what)), 1, "", "x")
    conclude("\"JR-backfilling policy can improve the average resource utilization" \
        " [...], especially when the resources are more homogeneous\"", "ratio",
        "JR-backfilling improves it, most where clusters are alike")
}

function balance(    i, x) {
    section("Section V: the clusters' average slowdowns (figure 10)", columns)
    for (i = 1; i <= 3; i++)
        mine(i, at_of("main", id[i], SLOW, "bsld_apart"), "", 0.25, "%")
    conclude("\"They clearly converge to a similar value\"", "clusters off the average" \
        " at the end", "the clusters' averages converge")
    skip(2)
    x = ratio_of(at_of("main", id[3], SLOW, "bsld_apart"),
             at_of("main", id[1], SLOW, "bsld_apart"))
    mine(3, x, 1, "", "x")
    conclude("\"in the Sharcnet case [...] the performance balancing is a bit worse\"",
             "the same over that of DAS-2", "Sharcnet is balanced worse than DAS-2")
    systems("", "main", SLOW, "RANK", "bsld_apart", "", 1)
    conclude("\"the SLOW-coordinated policy improves [...] balancing the performance" \
        " among the different clusters\" (VI)", "off the average, SLOW over RANK",
        "SLOW balances better than matchmaking")
    skip(1)
    for (i = 2; i <= 3; i++)
        mine(i, ratio_of(at_of("main", id[i], SLOW, "bsld_apart"),
                     at_of("alike", id[i], SLOW, "bsld_apart")), 1, "", "x")
    conclude("\"it is more difficult to balance the performance [...] when the" \
        " resources are more heterogeneous\" (VI)", "off the average, over that of" \
        " clusters that are alike", "heterogeneous clusters are harder to balance")
}

# The longest wait of RANK in one run over that in another.
function longer(a, of_a, b, of_b,    i) {
    for (i = 1; i <= 3; i++)
        judge(ratio_of(at_of(a, id[i], of_a, "wait_max"),
                       at_of(b, id[i], of_b, "wait_max")), 1, "", "x")
}

function starvation(    i, x, other, best) {
    section("Section III-B: starvation, at load 0.8", columns "|all three")
    next_row("the head weighed as all others (figures 3, 4)")
    longer("factor", "jr-factor=0 RANK", "factor", "jr-factor=0.1 RANK")
    next_row("the head first (listing 3)")
    longer("head", "jr-factor=0 RANK", "head", "jr-factor=0.1 RANK")
    next_row("the same, f * i as printed")
    longer("head", "jr-factor=0 RANK", "listing", "RANK")
    conclude("\"it can lead to starvation\": without the factor", "longest wait with f" \
        " = 0 over that with it", "without a reduction factor jobs starve")
    for (i = 1; i <= 3; i++)
        some(ratio_of(at_of("factor", id[i], "jr-factor=0 RANK", "wait_mean"),
                      at_of("factor", id[i], "jr-factor=0 FCFS", "wait_mean")), 1, "x")
    conclude("\"the obtained performance may be even worse than with a regular FCFS" \
             " policy\"", "mean wait with f = 0 over FCFS's: above 1 in some fragment",
             "without a factor it may be worse than FCFS")
    split("0 0.01 1", other, " ")
    for (i = 1; i <= 3; i++) {
        next_row("f = 0.1 over f = " other[i])
        for (x = 1; x <= 3; x++) {
            best[x] = ratio_of(at_of("factor", id[x], "jr-factor=0.1 RANK", "wait_mean"),
                               at_of("factor", id[x], "jr-factor=" other[i] " RANK",
                                     "wait_mean"))
            judge(best[x], "", 1, "x")
        }
        judge(best[1] " " best[2] " " best[3], "", 1, "x")
    }
    conclude("\"We chose the reduction factor that provided the best performance" \
             " results\": 10 %", "mean wait", "10 % is the best factor")
}

function conclusions(    i) {
    section("Section VI", columns)
    systems("SLOW over RANK (SLOW alone adds)", "main", SLOW, "RANK", "wait_mean", "", 1)
    systems("over FCFS with SLOW's clusters", "main", SLOW, "fcfs+slow-free",
        "wait_mean", "", 1)
    conclude("\"the best results [...] with the combination of the JR-backfilling and" \
        " the SLOW-coordinated policies\"", "mean wait", "both together are best")
    skip(2)
    mine(0, rel_all("main", SLOW, "FCFS", "bsld_mean"), 0.55, 0.85, "x", "all three: ")
    conclude("\"They reduce [...] the average job bounded slowdown around 30 % (on" \
        " average)\"", "mean slowdown of SLOW over FCFS", "around 30 % less slowdown",
        no_queue())
    skip(1)
    for (i = 2; i <= 3; i++)
        mine(i, ratio_of(at_of("main", id[i], "RANK", "wait_mean"),
                     at_of("alike", id[i], "RANK", "wait_mean")), 1.5, "", "x")
    conclude("\"when the resources are more heterogeneous, the workloads execution" \
        " performance [...] is significantly worse\"", "RANK's mean wait over that on" \
        " clusters that are alike", "heterogeneous clusters make jobs wait longer")
    skip(1)
    for (i = 2; i <= 3; i++)
        mine(i, ratio_of(rel("main", id[i], "FCFS", SLOW, "wait_mean"),
                     rel("alike", id[i], "FCFS", SLOW, "wait_mean")), "", 1, "x")
    conclude("\"With the Grid5000 system the performance improvement is lower because" \
        " its resources are more heterogeneous\"", "FCFS's mean wait over SLOW's, over" \
        " that on clusters that are alike", "policies gain less there", no_queue())
    section("Listing 5 to the letter: a job waits at its cluster; of equal ones the" \
        " first", columns)
    systems("listing 5", "letter", "SLOW", "RANK", "wait_mean", "", 1)
    systems("while some cluster has room", "letter", "jr+slow-gate", "RANK", "wait_mean",
            "", 1)
    systems("all jobs ask for more", "ask100", "SLOW", "RANK", "wait_mean", "", 1)
    systems("load 0.8", "busy", "SLOW", "RANK", "wait_mean", "", 1)
    systems("news 5 minutes old", "old", "SLOW", "RANK", "wait_mean", "", 1)
    systems("EASY at the clusters", "easy", "SLOW", "RANK", "wait_mean", "", 1)
    conclude("\"SLOW has better results than RANK\"", "mean wait over RANK's",
             "SLOW to the letter waits less than RANK")
    systems("", "easy", "SLOW", "RANK", "execution_time", "", 1)
    conclude("\"delegating [...] the resource allocation to the local scheduling" \
        " systems improves the workloads execution performance\" (VI), EASY there",
        "execution time over RANK's", "delegating to EASY takes less time")
    for (i = 1; i <= 3; i++)
        mine(i, at_of("letter", id[i], "SLOW", "bsld_apart"), "", 0.25, "%")
    conclude("\"They clearly converge to a similar value\"", "clusters off the average",
             "the averages converge with SLOW to the letter")
}

END {
    SLOW = "jr+slow-free"
    split("das2 hpc2n blue", id, " ")
    split("DAS-2 Grid5000 Sharcnet", title, " ")
    columns = "DAS-2|Grid5000|Sharcnet"
    names[1] = "das2-vu das2-leiden das2-uva das2-delft das2-utrecht1 das2-utrecht2"
    names[2] = "orsay lyon grenoble rennes lille nancy sophia toulouse bordeaux" \
               " rennes-sun lyon-g5 sophia-p5"
    names[3] = "narwhal whale requin bull bramble goblin wobbe cat mako spinner tiger" \
               " coral"
    execution_time()
    waits()
    utilisation()
    balance()
    starvation()
    conclusions()

    print "# Rodero, Guim, Corbalan: sections III-B, V and VI, measured again\n"
    print_top("Why: but for the section on listing 5 SLOW is `jr+slow-free`, the" \
        " cluster of the lowest average slowdown among those that have the CPUs free;" \
        " its workloads take as long as RANK's, because the arrivals limit both. SLOW" \
        " to the letter also sends jobs where they must queue.")
    section("Old news", columns)
    systems("", "old", SLOW, "RANK", "wait_mean", 1, "")
    conclude("with news 5 minutes old SLOW (`jr+slow-free`) waits longer than RANK",
        "ratio")
    paragraph("Made by `make paper2 TRACES=dir`; not to be edited. FCFS, RANK" \
        " (JR-backfilling, cluster by requirements) and SLOW (JR-backfilling, cluster" \
        " by average slowdown). What a job must match to be advanced under SLOW is" \
        " open: listing 3 says the available resources, listing 5 what never changes." \
        " The paper's traces, requirements and clusters are not to be had. Of each" \
        " stand-in there are ten fragments that do not overlap ([paper2.sh](paper2.sh)" \
        " has them), scaled to two weeks, each with other requirements of 40 % of the" \
        " jobs: they are the \"seeds\" that intervals are over. Where 95 % of RANK's" \
        " jobs wait less than an hour the stand-in is in another regime than the" \
        " paper's system: it may support a claim, but not refute it (\"no queue\").")
    print "| system | stand-in | load | CPUs in use: FCFS, RANK, SLOW | FCFS's mean" \
        " wait, h: ties to most" \
          " free CPUs, the first, fewest | RANK's 95th percentile of waits, h |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= 3; i++) {
        s = id[i]
        if (!((s " log file") in F)) {
            print "| " title[i] " | no log was given | - | - | - | - |"
            continue
        }
        print "| " title[i] " | " F[s " log file"] " | " F[s " log load"] " | " \
              mid(at_of("main", s, "FCFS", "cpu_utilisation"), "%") ", " \
              mid(at_of("main", s, "RANK", "cpu_utilisation"), "%") ", " \
              mid(at_of("main", s, SLOW, "cpu_utilisation"), "%") " % | " \
              mid(at_of("main", s, "FCFS", "wait_mean"), "h") ", " \
              mid(at_of("first", s, "FCFS", "wait_mean"), "h") ", " \
              mid(at_of("least", s, "FCFS", "wait_mean"), "h") " | " \
              mid(at_of("main", s, "RANK", "wait_p95"), "h") " |"
    }
    print ""
    lacking = ""
    paragraph("Jobs of DAS2-fs1, one cluster of 64 CPUs, are four times as large as in" \
        " the log, or they would hardly ever queue. Which of several clusters alike" \
        " gets a job is open: here that with most free CPUs, and others where waits" \
        " are compared. Not judged: that waits differ more than execution times, which" \
        " cannot fail, as arrivals limit these; single clusters of the paper's grids;" \
        " processing times, which it did not measure.")
    print_kept()
    print_own()
    print ""
    print "## Figures\n"
    print "8 and 9 are means, with 95 % intervals as upright lines; 7 and 10 are of" \
        " the first"
    print "fragment. The paper's curves have no numbers.\n"
    split("7 8a 8b 8c 9 10", figure, " ")
    for (i = 1; i <= 6; i++)
        print "![figure " figure[i] "](paper2-fig" figure[i] ".svg)\n"
    print "## Commands\n"
    paragraph("All figures: [paper2.csv](paper2.csv). One claim: `sh" \
        " bench/papers/paper2.sh claim 4 hpc2n`. A run of the first fragment, and what" \
        " others have in the place of its load and set-ups.")
    print_commands()
}

function mid(figure, as) {
    interval(figure, 0)
    return show(centre, as)
}
