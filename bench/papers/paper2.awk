# paper2.awk - the facts of paper2.sh as a document: the claims of Rodero, Guim and
# Corbalan, section V, and of their sections III-B, IV-B and VI where they can be
# measured, each with what was measured and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper2.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it; the limits in the
# rules are the constants at the top of END. Facts are "run system set-up figure, tab,
# value"; with " least" and " most" behind, over the fragments and seeds of the run.

# ---- facts -----------------------------------------------------------------------------

function at(run, sys, setup, figure) { return f(run " " sys " " setup " " figure) }

function main_at(sys, setup, figure) { return at("main", sys, setup, figure) }

function log_at(sys, what) { return f("log " sys " " what) }

function inverse(x) { return ratio(1, x) }

# By what part the first set-up has less of a figure than the second: mean over the runs.
function less(sys, a, b, figure) { return 1 - main_at(sys, a, figure "/" b) }

function less_mean(a, b, figure,    i, sum) {
    for (i = 1; i <= 3; i++) sum += less(system_[i], a, b, figure)
    return sum / 3
}

# 1 if the first set-up has clearly less, -1 if clearly more, 0 if about the same.
function order(sys, a, b, figure,    x, y) {
    x = main_at(sys, a, figure)
    y = main_at(sys, b, figure)
    return x < y * (1 - SAME) ? 1 : y < x * (1 - SAME) ? -1 : 0
}

# "FCFS > RANK = SLOW", by the execution time or another figure.
function ranking(sys, figure,    i, j, s, t, text) {
    split("FCFS RANK SLOW", s, " ")
    for (i = 1; i <= 2; i++)
        for (j = 1; j <= 2; j++)
            if (main_at(sys, s[j], figure) < main_at(sys, s[j + 1], figure)) {
                t = s[j]; s[j] = s[j + 1]; s[j + 1] = t
            }
    text = s[1]
    for (i = 2; i <= 3; i++)
        text = text (order(sys, s[i], s[i - 1], figure) == 1 ? " > " : " = ") s[i]
    return text
}

# ---- how figures are shown -------------------------------------------------------------

function ranged(run, sys, setup, figure, scale, digits,    key) {
    key = run " " sys " " setup " " figure
    if (!(key " least" in F)) return number(f(key) * scale, digits)
    return number(f(key) * scale, digits) " (" number(f(key " least") * scale, digits) \
           " to " number(f(key " most") * scale, digits) ")"
}

# A figure of the first set-up in those of the second, for each system.
function in_those_of(a, b, figure,    i, text) {
    for (i = 1; i <= 3; i++)
        text = text (i > 1 ? ", " : "") paper_name[system_[i]] " " \
               ranged("main", system_[i], a, figure "/" b, 1, 2)
    return a " in " b ": " number(1 - less_mean(a, b, figure), 2) " on average; " text
}

# The three set-ups' execution times in arrivals, in a run.
function overs(run, sys,    i, text) {
    for (i = 1; i <= 3; i++)
        text = text (i > 1 ? ", " : "") setup[i] " " \
               number(at(run, sys, setup[i], "over"), 2)
    return text
}

function three(sys, figure, scale, digits,    i, text) {
    for (i = 1; i <= 3; i++)
        text = text (i > 1 ? ", " : "") \
               number(main_at(sys, setup[i], figure) * scale, digits)
    return text
}

# ---- section IV-B ----------------------------------------------------------------------

function claim_jobs(    i, s, enough, text) {
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        text = text (i > 1 ? "; " : "") log_name[s] " at most " log_at(s, "fortnight")
        enough += log_at(s, "fortnight") >= paper_jobs[s]
    }
    claim("two weeks of DAS-2, Grid5000 and Sharcnet have 11,318, 12,719 and 13,283" \
          " jobs (IV-B)", text, "the busiest fortnight of each stand-in has so many;" \
          " in part: of one", enough == 3, enough)
}

function claim_grids(    i, s, right, text) {
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        text = text (i > 1 ? "; " : "") f("grid " s " clusters") " clusters with " \
               f("grid " s " cpus") " CPUs"
        right += f("grid " s " clusters") == paper_clusters[s] && \
                 f("grid " s " cpus") == paper_cpus[s]
    }
    claim("6, 12 and 12 resources with 400, 985 and 3,712 CPUs (IV-B)", text,
          "these numbers", right == 3, 0)
}

function claim_shares(    i, n, word, want, worst, x, text) {
    n = split("Intel AMD PowerPC Linux AIX Solaris", word, " ")
    split("0.5 0.4 0.1 0.6 0.3 0.1", want, " ")
    for (i = 1; i <= n; i++) {
        x = f("grid medium share " word[i])
        text = text (i > 1 ? ", " : "") word[i] " " percent(x)
        x = x > want[i] ? x - want[i] : want[i] - x
        if (x > worst) worst = x
    }
    claim("Grid5000: 50 % Intel, 40 % AMD, 10 % PowerPC; 60 % Linux, 30 % AIX, 10 %" \
          " Solaris (IV-B)", text " (of the CPUs)", "each within 1 point",
          worst <= 0.01, 0)
}

function claim_linear(s, said,    x, y, worst) {
    x = log_at(s, "uneven1")
    y = log_at(s, "uneven2")
    worst = x > y ? x : y
    claim(said, "the two fragments of " log_name[s] " are at most " percent(x) " and " \
          percent(y) " of the jobs away from a straight line",
          sprintf("at most %s; in part: %s", percent(EVEN), percent(2 * EVEN)),
          worst <= EVEN, worst <= 2 * EVEN)
}

# ---- section V: execution times --------------------------------------------------------

function claim_longest(s,    n) {
    n = (order(s, "RANK", "FCFS", "over") == 1) + (order(s, "SLOW", "FCFS", "over") == 1)
    claim(paper_name[s] ": with FCFS the execution time is the longest (fig. 8a)",
          overs("main", s) " times the arrivals; at load 1: " overs("load1.0", s),
          sprintf("both others at least %s shorter; in part: one", percent(SAME)),
          n == 2, n)
}

function claim_shorter(a, b, part, said, room,    x) {
    x = less_mean(a, b, "execution_time")
    claim(said, in_those_of(a, b, "execution_time"),
          sprintf("%s to %s shorter; in part: shorter by at least %s",
                  percent(part - room), percent(part + room), percent(SAME)),
          x >= part - room && x <= part + room, x >= SAME)
}

function claim_das2(    x) {
    x = 1 - f("main small SLOW execution_time/FCFS least")
    claim("DAS-2: up to 40 % between FCFS and SLOW (fig. 8a)",
          "SLOW in FCFS: " ranged("main", "small", "SLOW", "execution_time/FCFS", 1, 2) \
          "; at load 1: " overs("load1.0", "small") " times the arrivals",
          "in the best run 30 to 50 % shorter; in part: at least 10 %",
          x >= 0.3 && x <= 0.5, x >= 0.1)
}

function claim_pattern(    a, b) {
    a = order("big", "RANK", "FCFS", "over")
    b = order("big", "SLOW", "RANK", "over")
    claim("Sharcnet: the same pattern, FCFS > RANK > SLOW (fig. 8a)",
          ranking("big", "over"),
          sprintf("this order, by at least %s; in part: FCFS > RANK", percent(SAME)),
          a == 1 && b == 1, a == 1)
}

function claim_insignificant(    i, x, least, most, s) {
    for (i = 1; i <= 3; i++) {
        x = main_at("medium", setup[i], "over")
        if (i == 1 || x < least) least = x
        if (i == 1 || x > most) most = x
    }
    x = 1 - ratio(least, most)
    claim("Grid5000: the difference is not very significant (fig. 8a)",
          overs("main", "medium") " times the arrivals: " percent(x) " from the longest" \
          " to the shortest", "at most 5 %; in part: 10 %", x <= 0.05, x <= 0.1)
}

function claim_limited(    i, j, x, worst, text) {
    for (i = 1; i <= 3; i++) {
        text = text (i > 1 ? "; " : "") paper_name[system_[i]] " " \
               overs("load0.2", system_[i])
        for (j = 1; j <= 3; j++) {
            x = at("load0.2", system_[i], setup[j], "over")
            if (x > worst) worst = x
        }
    }
    claim("execution times are limited by the arrivals (V)",
          "at load 0.2: " text " times the arrivals",
          "at the lowest load all at most 1.05 times the arrivals; in part: 1.15",
          worst <= 1.05, worst <= 1.15)
}

function claim_penalised(    i, x, n, text) {
    for (i = 1; i <= 3; i++) {
        x = ratio(at("load1.0", system_[i], "FCFS", "over"),
                  at("load1.0", system_[i], "RANK", "over"))
        text = text (i > 1 ? ", " : "") paper_name[system_[i]] " " number(x, 2)
        n += x >= 1.1
    }
    claim("still, inefficient scheduling, as FCFS, lengthens them significantly (V)",
          "FCFS at load 1, in execution times of RANK: " text,
          "at least 1.1 for each system; in part: for one", n == 3, n)
}

# ---- section V: waiting times, slowdowns -----------------------------------------------

function claim_follows(s, figure, other, said,    a, b) {
    a = ranking(s, figure)
    b = ranking(s, other)
    claim(said, a " by the one, " b " by the other",
          "the same order; in part: the same set-up is the last",
          a == b, substr(a, length(a) - 3) == substr(b, length(b) - 3))
}

function claim_5_5(    x) {
    x = inverse(main_at("small", "RANK", "wait_mean/FCFS"))
    claim("DAS-2: waits are 5.5 times shorter with RANK than with FCFS (fig. 8b)",
          number(x, 2) " times (" \
          number(inverse(f("main small RANK wait_mean/FCFS most")), 2) " to " \
          number(inverse(f("main small RANK wait_mean/FCFS least")), 2) "); with jobs" \
          " of twice the size " \
          number(inverse(at("double", "small", "RANK", "wait_mean/FCFS")), 2) \
          "; at load 1 " \
          number(inverse(at("load1.0", "small", "RANK", "wait_mean/FCFS")), 2),
          "within 20 %; in part: at least 2 times", x >= 4.4 && x <= 6.6, x >= 2)
}

function claim_higher(s,    x, y) {
    x = inverse(main_at(s, "RANK", "wait_mean/FCFS"))
    y = inverse(main_at(s, "RANK", "execution_time/FCFS"))
    claim(paper_name[s] ": waits differ more between FCFS and RANK than execution times" \
          " (fig. 8b)", "FCFS: " number(x, 2) " times the waits, " number(y, 2) \
          " times the execution time of RANK",
          "at least 2 times the waits, and more than of the execution time", x >= 2 && \
          x > y, x > y)
}

function claim_slow_better(s, figure, what,    a, b) {
    a = order(s, "SLOW", "RANK", figure)
    b = order(s, "SLOW", "FCFS", figure)
    claim(paper_name[s] ": SLOW has a shorter " what " than RANK (V)",
          "with FCFS, RANK and SLOW " \
          (figure ~ /bsld/ ? three(s, figure, 1, 1) : three(s, figure, 1 / 3600, 2) " h"),
          sprintf("at least %s less; in part: less than FCFS", percent(SAME)), a == 1,
          b == 1)
}

function claim_better(s, a, b,    i, n, k, figure, text) {
    n = split("over wait_mean wait_p95 bsld_mean bsld_p95", figure, " ")
    for (i = 1; i <= n; i++) k += order(s, a, b, figure[i]) == 1
    claim(paper_name[s] ": " a " has better results than " b " (V)",
          k " of " n ": execution time, and mean and 95th percentile of waits and of" \
          " slowdowns",
          "all; in part: at least three", k == n, k >= 3)
}

function claim_8_percent(    x, y) {
    x = less_mean("RANK", "FCFS", "bsld_mean")
    y = less_mean("RANK", "FCFS", "wait_mean")
    claim("slowdowns differ more between FCFS and the others, by around 8 %, than the" \
          " other figures (fig. 8c)", "RANK saves " percent(x) " of the slowdown and " \
          percent(y) " of the wait, on average over the systems",
          "4 to 12 points more; in part: more", x - y >= 0.04 && x - y <= 0.12, x > y)
}

# ---- section V: utilisation ------------------------------------------------------------

function claim_clusters(s, a, b,    up, down) {
    up = main_at(s, a, "higher/" b)
    down = main_at(s, a, "lower/" b)
    claim(paper_name[s] ": most clusters are used more with " a " than with " b \
          " (fig. 9)", percent(up) " of them more, " percent(down) " less, by half a" \
          " point or more", "more than half more; in part: more than less", up > 0.5,
          up > down)
}

function claim_average(s,    a, b) {
    a = order(s, "FCFS", "RANK", "cpu_clusters")
    b = order(s, "RANK", "SLOW", "cpu_clusters")
    claim(paper_name[s] ": so does the average of the clusters: FCFS < RANK < SLOW" \
          " (fig. 9)", "FCFS, RANK, SLOW: " three(s, "cpu_clusters", 100, 1) " %; of" \
          " all CPUs " three(s, "cpu_utilisation", 100, 1) " %; at load 1, RANK in" \
          " FCFS " number(at("load1.0", s, "RANK", "cpu_clusters/FCFS"), 2) ", SLOW " \
          number(at("load1.0", s, "SLOW", "cpu_clusters/FCFS"), 2),
          sprintf("this order, by at least %s; in part: FCFS < RANK", percent(SAME)),
          a == 1 && b == 1, a == 1)
}

function claim_similar(s,    c, i, x, least, most, n) {
    for (c = 1; c <= f("grid " s " clusters"); c++) {
        for (i = 1; i <= 3; i++) {
            x = main_at(s, setup[i], "used" c)
            if (i == 1 || x < least) least = x
            if (i == 1 || x > most) most = x
        }
        n += most - least <= 0.02
    }
    claim(paper_name[s] ": in some clusters the three set-ups are very similar (fig. 9)",
          n + 0 " of " f("grid " s " clusters") " clusters", "in one at least the three" \
          " are within 2 points", n, 0)
}

function claim_40(    x, y) {
    x = 1 - inverse(main_at("small", "RANK", "cpu_clusters/FCFS"))
    y = 1 - inverse(main_at("small", "SLOW", "cpu_clusters/FCFS"))
    claim("DAS-2: FCFS uses up to 40 % less than the others (fig. 9a, VI)",
          "the others in FCFS: RANK " \
          ranged("main", "small", "RANK", "cpu_clusters/FCFS", 1, 2) ", SLOW " \
          ranged("main", "small", "SLOW", "cpu_clusters/FCFS", 1, 2),
          "30 to 50 % less than one; in part: at least 10 %",
          (x >= 0.3 && x <= 0.5) || (y >= 0.3 && y <= 0.5), x >= 0.1 || y >= 0.1)
}

function claim_near_40(s, setup_, said,    x) {
    x = main_at(s, setup_, "cpu_clusters")
    claim(said, percent(x) " with " setup_ "; of all CPUs " \
          percent(main_at(s, setup_, "cpu_utilisation")),
          "the average of the clusters is 35 to 45 %; in part: 30 to 50 %",
          x >= 0.35 && x <= 0.45, x >= 0.3 && x <= 0.5)
}

function claim_gain(s, part,    x) {
    x = main_at(s, "SLOW", "cpu_clusters/FCFS") - 1
    claim(paper_name[s] ": SLOW uses around " part " % more than FCFS (fig. 9)",
          "SLOW in FCFS: " ranged("main", s, "SLOW", "cpu_clusters/FCFS", 1, 2),
          sprintf("%s to %s more; in part: more", percent(part / 200),
                  percent(part * 1.5 / 100)),
          100 * x >= part / 2 && 100 * x <= part * 1.5, x > 0)
}

function claim_homogeneous(    x, y, z) {
    x = main_at("small", "RANK", "cpu_clusters/FCFS") - 1
    y = main_at("medium", "RANK", "cpu_clusters/FCFS") - 1
    z = main_at("big", "RANK", "cpu_clusters/FCFS") - 1
    claim("JR-backfilling improves utilisation significantly, especially with" \
          " homogeneous resources (V, VI)",
          in_those_of("RANK", "FCFS", "cpu_clusters"),
          "most in DAS-2, and at least 10 % there; in part: at least 10 % in one",
          x > y && x > z && x >= 0.1, x >= 0.1 || y >= 0.1 || z >= 0.1)
}

# ---- figure 10, homogeneous grids ------------------------------------------------------

function claim_converge(s,    x, y) {
    x = main_at(s, "SLOW", "spread1")
    y = main_at(s, "SLOW", "spread4")
    claim(paper_name[s] ": under SLOW the clusters' average slowdowns converge to a" \
          " similar value, close to the workload's (fig. 10)",
          "on average a cluster is away from the workload's by " percent(x) " after a" \
          " quarter of the time, " percent(main_at(s, "SLOW", "spread2")) " after two, " \
          percent(main_at(s, "SLOW", "spread3")) " after three, " percent(y) \
          " at the end",
          "at the end at most 25 %, and nearer than after a quarter; in part: one of" \
          " these", y <= 0.25 && y < x, y <= 0.25 || y < x)
}

function claim_balances(s,    x, y, z) {
    x = main_at(s, "FCFS", "spread4")
    y = main_at(s, "RANK", "spread4")
    z = main_at(s, "SLOW", "spread4")
    claim(paper_name[s] ": SLOW balances the performance of the clusters (V, VI)",
          "at the end a cluster is away from the workload's average slowdown by " \
          percent(x) " with FCFS, " percent(y) " with RANK, " percent(z) " with SLOW",
          "less with SLOW than with both others; in part: than with one",
          z < x && z < y, z < x || z < y)
}

function claim_harder(    x, y) {
    x = main_at("small", "SLOW", "spread4")
    y = main_at("big", "SLOW", "spread4")
    claim("Sharcnet is balanced a bit worse than DAS-2 (fig. 10)",
          "at the end, on average, a cluster is away from the workload's slowdown by " \
          percent(y) " in Sharcnet and by " percent(x) " in DAS-2",
          "more in Sharcnet", y > x, 0)
}

# A figure in times of what it would be were the clusters alike: of the same fragments
# and the same seed.
function in_alike(s, setup_, figure) {
    return ratio(at("old", s, setup_ "/0", figure), at("alike", s, setup_, figure))
}

function claim_alike(s,    a, b) {
    a = in_alike(s, "FCFS", "wait_mean")
    b = in_alike(s, "RANK", "wait_mean")
    claim(paper_name[s] ": heterogeneous resources make performance significantly worse" \
          " (VI)", "against the same clusters with one architecture and system, mean" \
          " waits are " number(a, 1) " times as long with FCFS, " number(b, 1) \
          " times with RANK; the execution time " \
          number(in_alike(s, "FCFS", "over"), 2) " and " \
          number(in_alike(s, "RANK", "over"), 2) " times (one seed)",
          "waits at least 1.5 times as long with both; in part: with one",
          a >= 1.5 && b >= 1.5, a >= 1.5 || b >= 1.5)
}

function claim_lower(s,    x, y) {
    x = less(s, "RANK", "FCFS", "wait_mean")
    y = 1 - at("alike", s, "RANK", "wait_mean/FCFS")
    claim(paper_name[s] ": the improvement is lower because the resources are" \
          " heterogeneous (VI)", "RANK saves " percent(x) " of FCFS's wait and " \
          percent(less(s, "RANK", "FCFS", "execution_time")) " of its execution time;" \
          " were the clusters alike, " percent(y) " and " \
          percent(1 - at("alike", s, "RANK", "execution_time/FCFS")),
          "less than with clusters that are alike, of both; in part: of one",
          x < y && less(s, "RANK", "FCFS", "execution_time") < \
          1 - at("alike", s, "RANK", "execution_time/FCFS"), x < y)
}

# ---- the reduction factor --------------------------------------------------------------

function factor_list(s, figure, scale, digits,    i, text) {
    for (i = 1; i <= factors; i++)
        text = text (i > 1 ? ", " : "") \
               number(at("factor", s, "RANK/" factor[i], figure) * scale, digits)
    return text
}

function claim_starvation(s,    x, y, z) {
    x = at("factor", s, "RANK/0", "wait_max")
    y = at("factor", s, "RANK/0.1", "wait_max")
    z = at("factor", s, "FCFS", "wait_max")
    claim(paper_name[s] ": without a reduction factor jobs starve (III-B)",
          "longest wait with f = 0, 0.001, 0.01, 0.1, 1, 10: " \
          factor_list(s, "wait_max", 1 / 3600, 0) " h; FCFS " number(z / 3600, 0) " h",
          "with f = 0 at least 1.1 times that with 0.1; in part: longer", x >= 1.1 * y,
          x > y)
}

# Is a figure clearly more without a factor than in another run of the sweep over it?
function worse_without(s, figure, other) {
    return at("factor", s, "RANK/0", figure) > \
           at("factor", s, other, figure) * (1 + SAME)
}

function claim_worse(s) {
    claim(paper_name[s] ": without it, performance may be even worse than with FCFS" \
          " (III-B)", "mean wait with f = 0, 0.001, 0.01, 0.1, 1, 10: " \
          factor_list(s, "wait_mean", 1 / 3600, 2) " h; FCFS " \
          number(at("factor", s, "FCFS", "wait_mean") / 3600, 2) \
          " h; execution time " factor_list(s, "over", 1, 2) "; FCFS " \
          number(at("factor", s, "FCFS", "over"), 2) " times the arrivals",
          sprintf("with f = 0 the mean wait or the execution time is at least %s longer" \
                  " than with FCFS, and than with f = 0.1", percent(SAME)),
          (worse_without(s, "wait_mean", "FCFS") && \
           worse_without(s, "wait_mean", "RANK/0.1")) || \
          (worse_without(s, "over", "FCFS") && worse_without(s, "over", "RANK/0.1")), 0)
}

# ---- conclusions -----------------------------------------------------------------------

function claim_saves(part, figure, said,    x) {
    x = less_mean("SLOW", "FCFS", figure)
    claim(said, in_those_of("SLOW", "FCFS", figure),
          sprintf("%s to %s less; in part: less than with FCFS", percent(part * 0.5),
                  percent(part * 1.5)), x >= part * 0.5 && x <= part * 1.5, x > 0)
}

function claim_combination(    i, s, best, same) {
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        best += order(s, "SLOW", "RANK", "wait_mean") == 1 && \
                order(s, "SLOW", "FCFS", "wait_mean") == 1
        same += main_at(s, "SLOW", "wait_mean") == main_at(s, "fcfs+slow", "wait_mean")
    }
    claim("the combination of JR-backfilling and SLOW-coordinated gives the best" \
          " results (VI)", "the shortest mean wait in " best + 0 " of 3 systems; with" \
          " first come first served in place of JR-backfilling, SLOW gives " \
          (same == 3 ? "exactly the same in all" : "the same in " same + 0 " of 3"),
          "the shortest mean wait in all systems; in part: in one", best == 3, best)
}

function claim_delegating(    i, s, n, text) {
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        n += at("easy1.0", s, "SLOW", "over") < at("easy1.0", s, "RANK", "over")
        text = text (i > 1 ? "; " : "") paper_name[s] " " \
               number(at("easy1.0", s, "RANK", "over"), 2) ", " \
               number(at("easy1.0", s, "SLOW", "over"), 2) ", " \
               number(at("easy1.0", s, "isis", "over"), 2)
    }
    claim("delegating to the local schedulers improves the execution (VI), with EASY" \
          " there", "at load 1, RANK, SLOW and isis: " text " times the arrivals",
          "SLOW shorter than RANK in all; in part: in one", n == 3, n)
}

function claim_looks(    i, s, x, y, text, worst) {
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        x = main_at(s, "RANK", "looks/FCFS")
        y = main_at(s, "SLOW", "looks/FCFS")
        text = text (i > 1 ? "; " : "") paper_name[s] " " number(x, 1) " and " \
               number(y, 2)
        if (x > worst) worst = x
    }
    claim("the time to select jobs and resources should not differ significantly (V)",
          "jobs matched, RANK and SLOW in those of FCFS: " text,
          "at most twice as many; in part: ten times", worst <= 2, worst <= 10)
}

# ---- tables ----------------------------------------------------------------------------

function workload_rows(    i, k, s, days) {
    print "| stands in for | log | jobs in it | fragment: jobs, after so many | days in" \
          " the log | busiest fortnight | run times x | load | longest job / arrivals |" \
          " farthest from a straight line |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        if (!("log " s " file" in F)) {
            print "| " paper_name[s] " | no " log_name[s] \
                  " log was given | | | | | | | | |"
            continue
        }
        for (k = 1; k <= 2; k++)
            printf "| %s | %s | %d | %d, %d | %.0f | %d | %s | %s | %s | %s |\n",
                   paper_name[s], F["log " s " file"], log_at(s, "jobs"),
                   log_at(s, "jobs" k), log_at(s, "skip" k), log_at(s, "days" k),
                   log_at(s, "fortnight"), log_at(s, "scale" k), log_at(s, "load"),
                   percent(log_at(s, "longest" k) * log_at(s, "load") * \
                           f("grid " s " cpus")), percent(log_at(s, "uneven" k))
    }
    lacking = ""
}

function main_table(list, heading,    i, j, n, s, name) {
    n = split(list, name, " ")
    print heading
    print "| | execution time / arrivals | mean wait, h | 95th percentile, h | mean" \
          " bounded slowdown | 95th percentile | CPUs in use, % | mean over clusters, % |"
    print "|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        for (j = 1; j <= n; j++)
            printf "| %s, %s | %s | %s | %s | %s | %s | %s | %s |\n", paper_name[s],
                   name[j], ranged("main", s, name[j], "over", 1, 2),
                   ranged("main", s, name[j], "wait_mean", 1 / 3600, 2),
                   ranged("main", s, name[j], "wait_p95", 1 / 3600, 1),
                   ranged("main", s, name[j], "bsld_mean", 1, 1),
                   ranged("main", s, name[j], "bsld_p95", 1, 1),
                   ranged("main", s, name[j], "cpu_utilisation", 100, 1),
                   ranged("main", s, name[j], "cpu_clusters", 100, 1)
    }
    lacking = ""
}

function figure_9(    i, c, j, s) {
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        printf "\n| %s |", paper_name[s]
        for (c = 1; c <= f("grid " s " clusters"); c++)
            printf " %s |", F["grid " s " name" c]
        printf " mean |\n|---|"
        for (c = 0; c <= f("grid " s " clusters") - 1; c++) printf "---|"
        print "---|"
        for (j = 1; j <= 3; j++) {
            printf "| %s |", setup[j]
            for (c = 1; c <= f("grid " s " clusters"); c++)
                printf " %s |", number(100 * main_at(s, setup[j], "used" c), 1)
            print " " number(100 * main_at(s, setup[j], "cpu_clusters"), 1) " |"
        }
    }
    lacking = ""
}

function cell(run, sys, setup_) {
    return number(at(run, sys, setup_, "over"), 2) "; " \
           number(at(run, sys, setup_, "wait_mean") / 3600, 1)
}

function sweep(    i, l, s) {
    print "| load | FCFS | RANK | SLOW, fcfs | SLOW, easy | jr+match-slow, easy | isis," \
          " fcfs | isis, easy |"
    print "|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= 3; i++) {
        s = system_[i]
        for (l = 1; l <= loads; l++)
            printf "| %s, %s | %s | %s | %s | %s | %s | %s | %s |\n", paper_name[s],
                   load[l], cell("load" load[l], s, "FCFS"),
                   cell("load" load[l], s, "RANK"), cell("load" load[l], s, "SLOW"),
                   cell("easy" load[l], s, "SLOW"),
                   cell("easy" load[l], s, "jr+match-slow"),
                   cell("load" load[l], s, "isis"), cell("easy" load[l], s, "isis")
    }
    lacking = ""
}

# In how many runs of the sweep a set-up has 1 % less of a figure than another.
function ahead(local, setup_, figure, base,    i, l, key, n, all) {
    for (i = 1; i <= 3; i++)
        for (l = 1; l <= loads; l++) {
            key = local load[l] " " system_[i] " " setup_ " ahead/" figure "/" base
            if (!(key in F)) continue
            n += 2 * F[key]
            all += 2
        }
    return n + 0 " of " all + 0
}

function beside_rows(    i, j, s) {
    print "| | DAS-2 | Grid5000 | Sharcnet |"
    print "|---|---|---|---|"
    beside_row("FCFS", "main", "FCFS")
    beside_row("RANK", "main", "RANK")
    beside_row("SLOW", "main", "SLOW")
    beside_row("jr+match-slow", "main", "jr+match-slow")
    beside_row("isis", "main", "isis")
    beside_row("edf+match", "main", "edf+match")
    printf "| realtime+match |"
    for (i = 1; i <= 3; i++)
        printf " %s; %s; refused %s |",
               number(main_at(system_[i], "realtime+match", "over"), 2),
               number(main_at(system_[i], "realtime+match", "wait_mean") / 3600, 2),
               percent(ratio(main_at(system_[i], "realtime+match", "deadline"),
                             main_at(system_[i], "realtime+match", "jobs")))
    print ""
    for (i = 1; i <= 4; i++) {
        s = i < 4 ? setup[i] : "isis"
        for (j = 1; j <= delays; j++)
            beside_row(s ", news " delay_name[j], "old", s "/" delay[j])
    }
    for (i = 1; i <= 4; i++) {
        s = i < 4 ? setup[i] : "isis"
        beside_row(s ", failures", "failing", s)
    }
    for (i = 1; i <= 3; i++)
        beside_row(setup[i] ", run times a hundredth", "short", setup[i])
    lacking = ""
}

function beside_row(label, run, setup_,    i) {
    printf "| %s |", label
    for (i = 1; i <= 3; i++)
        printf " %s; %s |", number(at(run, system_[i], setup_, "over"), 2),
               number(at(run, system_[i], setup_, "wait_mean") / 3600, 2)
    print ""
}

# ---- reasons ---------------------------------------------------------------------------

function hours(run, sys, setup_, figure) {
    return number(at(run, sys, setup_, figure) / 3600, 1)
}

function row(sys, setup_) { return number(main_at(sys, setup_, "row"), 1) }

function used_at_1(sys, setup_) {
    return percent(at("load1.0", sys, setup_, "cpu_utilisation"))
}

function longest_job(sys, fragment) {
    return percent(log_at(sys, "longest" fragment) * log_at(sys, "load") * \
                   f("grid " sys " cpus"))
}

function crowded(setup_) { return number(at("crowded", "big", setup_, "over"), 2) }

# The reasons found for what does not hold, each with the numbers that show it.
function tell_reasons() {
    paragraph("**SLOW-coordinated lags behind its own queues.** It sends each job at" \
        " once to the cluster whose finished jobs have the least average slowdown. What" \
        " waits there does not count before it ends, so jobs follow one another to the" \
        " same cluster: in DAS-2 " row("small", "SLOW") " in a row; isis, which also" \
        " sends each job at once, but by the work that is left now, sends " \
        row("small", "isis") ". And an average over all jobs since the beginning" \
        " forgets nothing: a cluster that once was slow gets no jobs, and idles, until" \
        " the others are as slow. Heterogeneous requirements spread the jobs (Grid5000 " \
        row("medium", "SLOW") ", Sharcnet " row("big", "SLOW") " in a row) and so limit" \
        " the harm. For the same reason the clusters' averages do not converge to one" \
        " value; where all wait in one queue, with FCFS, they are nearest to each other.")
    paragraph("**With SLOW, JR-backfilling has nothing to do.** There is always a" \
        " cluster to send the first job to, so none is ever advanced: fcfs+slow gives" \
        " the same schedules.")
    paragraph("**FCFS is bad where jobs fit few clusters, not where all are alike.**" \
        " Its first job blocks all others until one of the few clusters that satisfy it" \
        " has room: at load 1 it uses " used_at_1("medium", "FCFS") " of Grid5000 and " \
        used_at_1("big", "FCFS") " of Sharcnet, but " used_at_1("small", "FCFS") \
        " of DAS-2, where most clusters will do. So it is the heterogeneous systems" \
        " where advancing jobs gains most, and making the same clusters alike takes the" \
        " gain away: the opposite of what the paper says.")
    paragraph("**In DAS-2 the execution time is the longest job's.** It alone lasts " \
        longest_job("small", 1) " and " longest_job("small", 2) " of the arrivals in" \
        " the two fragments. FCFS starts it when it is its turn; JR-backfilling holds" \
        " back jobs that ask for much. Hence RANK is not shorter there, though its" \
        " waits are.")
    paragraph("**In which regime does the paper's order appear?** In the sweep below," \
        " by 1 % or more: RANK has a shorter execution time than FCFS in " \
        ahead("load", "RANK", "execution_time", "FCFS") " runs, a shorter mean wait in " \
        ahead("load", "RANK", "wait_mean", "FCFS") ". SLOW has a shorter execution time" \
        " than RANK in " ahead("load", "SLOW", "execution_time", "RANK") " with first" \
        " come first served at the clusters and in " \
        ahead("easy", "SLOW", "execution_time", "RANK") " with EASY; a shorter mean" \
        " wait in " ahead("load", "SLOW", "wait_mean", "RANK") " and in " \
        ahead("easy", "SLOW", "wait_mean", "RANK") ". So RANK after FCFS is the rule" \
        " wherever jobs wait, SLOW after RANK an accident. It is likeliest where RANK" \
        " leaves its widest jobs for the end, in a crowded Sharcnet with EASY (load" \
        " 0.9, all fragments and seeds): FCFS " crowded("FCFS") ", RANK " \
        crowded("RANK") ", SLOW " crowded("SLOW") " times the arrivals, SLOW shorter" \
        " than RANK in " \
        percent(at("crowded", "big", "SLOW", "ahead/execution_time/RANK")) \
        " of the runs; jobs of 384 CPUs or more wait " \
        hours("crowded", "big", "RANK", "wide_wait") " h with RANK and " \
        hours("crowded", "big", "SLOW", "wide_wait") " h with SLOW, all jobs " \
        hours("crowded", "big", "RANK", "wait_mean") " and " \
        hours("crowded", "big", "SLOW", "wait_mean") " h. How long jobs run" \
        " does not matter (last rows below). What the paper expects of" \
        " delegating is there where the news is fresh: isis with EASY takes " \
        crowded("isis") " times the arrivals, " \
        percent(1 - at("crowded", "big", "isis", "execution_time/RANK")) " less than" \
        " RANK (the paper's SLOW: 6.6 %).")
    paragraph("**Old news helps FCFS where resources are heterogeneous.** With a" \
        " picture of the clusters that is 5 minutes old its mean wait in Sharcnet is " \
        hours("old", "big", "FCFS/300", "wait_mean") " h instead of " \
        hours("old", "big", "FCFS/0", "wait_mean") ", in Grid5000 " \
        hours("old", "medium", "FCFS/300", "wait_mean") " instead of " \
        hours("old", "medium", "FCFS/0", "wait_mean") ": jobs are sent to clusters that" \
        " are already full, wait there, and no longer block all others. That speaks for" \
        " queues at the clusters, as the paper does. In DAS-2, where little blocked, it" \
        " costs: " hours("old", "small", "FCFS/0", "wait_mean") " to " \
        hours("old", "small", "FCFS/300", "wait_mean") " h, and with RANK " \
        hours("old", "small", "RANK/0", "wait_mean") " to " \
        hours("old", "small", "RANK/300", "wait_mean") " h.")
    paragraph("**The reduction factor matters little.** The first job goes first" \
        " whenever it has room, whatever the factor; that alone keeps it from starving" \
        " for ever. In Sharcnet the longest wait without it is " \
        number(ratio(at("factor", "big", "RANK/0", "wait_max"),
                     at("factor", "big", "RANK/0.1", "wait_max")), 2) \
        " times that with f = 0.1, in Grid5000 " \
        number(ratio(at("factor", "medium", "RANK/0", "wait_max"),
                     at("factor", "medium", "RANK/0.1", "wait_max")), 2) \
        ". That RANK has a longer execution time than FCFS in DAS-2 is so with every" \
        " factor, and not for want of one. Listing 3 as printed has the factor 1.")
    lacking = ""
}

# ---- the document ----------------------------------------------------------------------

# What the reader should know first.
function summary() {
    paragraph("**In short.** Of the claims below, " counted["holds"] + 0 " hold, " \
        counted["holds in part"] + 0 " hold in part, " counted["does not hold"] + 0 \
        " do not hold and " counted["cannot be told"] + 0 " cannot be told. RANK has a" \
        " shorter mean wait than FCFS in " ahead("load", "RANK", "wait_mean", "FCFS") \
        " runs of the sweep over the load; SLOW, the paper's best, has a shorter one" \
        " than RANK in " ahead("load", "SLOW", "wait_mean", "RANK") ": it herds, " \
        row("small", "SLOW") " jobs in a row to the same cluster of DAS-2, for it sees" \
        " only jobs that have ended. JR-backfilling has nothing to do under SLOW:" \
        " fcfs+slow makes the same schedules. What the paper expects of SLOW, isis with" \
        " EASY at the clusters gives in a crowded Sharcnet (load 0.9): an execution" \
        " time " percent(1 - at("crowded", "big", "isis", "execution_time/RANK")) \
        " shorter than RANK's (the paper's SLOW: 6.6 %). Heterogeneous resources" \
        " hurt FCFS most: its" \
        " mean wait in Grid5000 is " \
        number(in_alike("medium", "FCFS", "wait_mean"), 0) " times, RANK's " \
        number(in_alike("medium", "RANK", "wait_mean"), 0) \
        " times what it would be in clusters that are alike. And there old news helps" \
        " FCFS: with a picture of the clusters that is 5 minutes old its mean wait in" \
        " Sharcnet is " hours("old", "big", "FCFS/300", "wait_mean") \
        " h instead of " hours("old", "big", "FCFS/0", "wait_mean") " h.")
    lacking = ""
}

# All claims, into the body that print_claims prints.
function all_claims(    i) {
    section("Section IV-B: workloads and grids")
    claim_jobs()
    claim_grids()
    claim_shares()
    claim_linear("small", "DAS-2: arrivals are approximately linear (fig. 7)")
    claim_linear("medium", "Grid5000: arrivals are more uniform than the outlier's" \
                 " (fig. 7)")
    section("Section V: execution times")
    for (i = 1; i <= 3; i++) claim_longest(system_[i])
    claim_shorter("RANK", "FCFS", 0.1, "RANK: around 10 % shorter than FCFS on average" \
                  " (fig. 8a)", 0.05)
    claim_shorter("SLOW", "RANK", 0.066, "SLOW: 6.6 % shorter than RANK on average" \
                  " (fig. 8a)", 0.033)
    claim_shorter("SLOW", "FCFS", 0.2, "SLOW: around 20 % shorter than FCFS on average" \
                  " (fig. 8a, VI)", 0.05)
    claim_das2()
    claim_pattern()
    claim_insignificant()
    claim_limited()
    claim_penalised()
    section("Section V: waiting times and slowdowns")
    for (i = 1; i <= 3; i++)
        claim_follows(system_[i], "wait_mean", "over", paper_name[system_[i]] \
                      ": waits and execution times follow a similar pattern (fig. 8b)")
    claim_5_5()
    claim_higher("small")
    claim_higher("big")
    for (i = 1; i <= 3; i++) claim_slow_better(system_[i], "wait_mean", "mean wait")
    for (i = 1; i <= 3; i++)
        claim_follows(system_[i], "bsld_mean", "wait_mean", paper_name[system_[i]] \
                      ": slowdowns and waits follow very similar patterns (fig. 8c)")
    for (i = 1; i <= 3; i++)
        claim_follows(system_[i], "wait_p95", "bsld_p95", paper_name[system_[i]] \
                      ": so do their 95th percentiles (fig. 8)")
    claim_8_percent()
    for (i = 1; i <= 3; i++) {
        claim_better(system_[i], "RANK", "FCFS")
        claim_better(system_[i], "SLOW", "RANK")
    }
    claim_looks()
    section("Section V: utilisation")
    for (i = 1; i <= 3; i++) {
        claim_clusters(system_[i], "RANK", "FCFS")
        claim_clusters(system_[i], "SLOW", "RANK")
        claim_average(system_[i])
    }
    claim_similar("medium")
    claim_40()
    claim_near_40("small", "FCFS", "DAS-2: near 40 % with FCFS (V)")
    claim_near_40("medium", "SLOW", "Grid5000: near 40 % on average (V)")
    claim_near_40("big", "SLOW", "Sharcnet: near 40 % on average (V)")
    claim_gain("medium", 7)
    claim_gain("big", 16)
    claim_homogeneous()
    section("Section V, figure 10: slowdowns of the clusters")
    claim_converge("small")
    claim_converge("big")
    for (i = 1; i <= 3; i++) claim_balances(system_[i])
    claim_harder()
    section("Section III-B: the reduction factor, at load 0.8")
    for (i = 1; i <= 3; i++) claim_starvation(system_[i])
    for (i = 1; i <= 3; i++) claim_worse(system_[i])
    section("Section VI")
    claim_saves(0.2, "execution_time", "up to 20 % less execution time")
    claim_saves(0.3, "bsld_mean", "around 30 % less bounded slowdown on average")
    claim_combination()
    claim_delegating()
    claim_alike("medium")
    claim_alike("big")
    claim_lower("medium")
    claim_lower("big")
}

END {
    SAME = 0.01       # a part of a figure
    EVEN = 0.1        # of the jobs
    split("small medium big", system_, " ")
    split("FCFS RANK SLOW", setup, " ")
    paper_name["small"] = "DAS-2"; log_name["small"] = "DAS2-fs1"
    paper_name["medium"] = "Grid5000"; log_name["medium"] = "HPC2N"
    paper_name["big"] = "Sharcnet"; log_name["big"] = "SDSC-BLUE"
    paper_jobs["small"] = 11318; paper_clusters["small"] = 6; paper_cpus["small"] = 400
    paper_jobs["medium"] = 12719; paper_clusters["medium"] = 12
    paper_cpus["medium"] = 985
    paper_jobs["big"] = 13283; paper_clusters["big"] = 12; paper_cpus["big"] = 3712
    loads = split("0.2 0.3 0.35 0.4 0.5 0.6 0.8 1.0", load, " ")
    factors = split("0 0.001 0.01 0.1 1 10", factor, " ")
    delays = split("0 300 3600 86400", delay, " ")
    split("at once (one seed),5 minutes old,1 hour old,1 day old", delay_name, ",")

    all_claims()
    print "# Rodero, Guim and Corbalan, sections IV-B, V and VI, measured again\n"
    paragraph("Made by `make paper2`; not to be edited. Each claim of the paper's" \
        " section V, and of its sections III-B, IV-B and VI what can be measured, has a" \
        " line: what it says, what `build/broker_sim` measures, the rule, and the" \
        " verdict that the rule gives. The paper's figures have no numbers; those that" \
        " its text gives are here. It gives neither the fragments of its logs nor how" \
        " much arrivals were pressed, nor the local schedulers: here they are first" \
        " come first served, and EASY where it says so. Execution times are in times of" \
        " the arrivals, which last two weeks. Every run is checked: no CPU used twice," \
        " no requirement broken, no job lost.")
    summary()
    print "## The workloads\n"
    workload_rows()
    print ""
    paragraph("Each log stands in for one of the paper's. No fortnight of it has as" \
        " many jobs as the paper's two weeks, and pressed until it is a load, a" \
        " fortnight is shorter than its longest job. So a fragment here is as many of" \
        " the log's jobs as the paper had, pressed together, with run times scaled so" \
        " that they arrive within two weeks, sizes cut to 512 CPUs, requirements drawn." \
        " Fragments leave out the log's beginning (the paper: around 50,000 jobs, more" \
        " than DAS2-fs1 has) and are taken where the longest job is a small part of the" \
        " work, for no schedule is shorter than that job.")
    paragraph("The load, work / (CPUs * time of arrivals), is, of those in the sweep" \
        " below, that at which FCFS's execution time is nearest to 1.25 times the" \
        " arrivals: there a schedule can be shorter by 20 %, the paper's margin, and" \
        " not by more.")
    main_table("FCFS RANK SLOW", "## Figure 8\n\nMeans over two fragments and three" \
               " seeds of requirements (least to most):\n")
    print "\n## Figure 9\n\nCPUs in use, %:"
    figure_9()
    print "\n## The claims\n"

    print_claims()

    print "\n## Why\n"
    tell_reasons()
    print "\n## The sweep: execution time / arrivals; mean wait in hours\n"
    paragraph("Two fragments, one seed. fcfs, easy: the local scheduler; with FCFS and" \
        " RANK every job that is sent starts at once, so it does not matter to them.")
    sweep()
    print "\n## Beside: other brokers, old news, failures\n"
    paragraph("Execution time / arrivals; mean wait in hours. Deadlines are five times" \
        " the estimate after submission; realtime refuses what cannot meet its own." \
        " News: of what the broker knows of the clusters. Failures: each cluster every" \
        " 3 days, for 4 hours, on average; jobs then running begin again. Run times a" \
        " hundredth: arrivals within 3.4 hours. Two fragments; three seeds down to" \
        " realtime, one below it: old news, failures and short run times are to be" \
        " compared with news at once, which has that seed and differs in nothing else." \
        " In DAS-2, where all clusters are alike, match-slow is SLOW as soon as" \
        " anything waits.")
    beside_rows()
    print "\n## Commands\n"
    paragraph("Of each kind of run the first; LOG: a log above, unpacked. medium.alike" \
        " and big.alike have the clusters, nodes and CPUs of dom_medium and dom_big," \
        " but one vendor, system, memory, disk and clock; the command that makes the" \
        " first stands before the run with it.")
    print_commands()
}
