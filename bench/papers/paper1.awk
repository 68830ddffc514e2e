# paper1.awk - the facts of paper1.sh as a document: tables 1 and 2 of Castillo et
# al. and every claim of their section 5, each with what was measured and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper1.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it; the limits in the
# rules are the constants at the top of END. A fact that is not there makes it "cannot be
# told". Facts are "log policy name, tab, value"; of two of a name the first counts.

# ---- numbers ---------------------------------------------------------------------------

function has(key) { return key in F }

function distance(a, b) { return a > b ? a - b : b - a }

function near(x, paper, part) { return distance(x, paper) <= part * paper }

# Within a factor.
function about(x, paper, factor) { return x * factor >= paper && x <= paper * factor }

function times(r) {
    return (r >= 1e9 ? "any number of" : number(r, r < 10 ? 2 : 1)) " times"
}

function limit(share) { return 100 * share " %" }

function hours(seconds) { return number(seconds / 3600, 2) " h" }

function thousands(n,    s, t) {
    s = sprintf("%d", n)
    while (length(s) > 3) {
        t = "," substr(s, length(s) - 2) t
        s = substr(s, 1, length(s) - 3)
    }
    return s t
}

# ---- lines of the document -------------------------------------------------------------

function log_name(key,    site) {
    site = key
    sub(/ .*/, "", site)
    sub(/^ctc.*/, "ctc", site)
    sub(/^kth.*/, "kth", site)
    return site
}

# Why there is no such fact.
function why_not(key) {
    return has(log_name(key) " file") ? "this log has no such jobs" : \
           "no " title[log_name(key)] " log was given"
}

# Claims on logs, of which some may not have been given.
function log_claim(said, measured, rule, holds, part) {
    if (lacking != "") why = why_not(lacking)
    claim(said, measured, rule, holds, part)
}

function log_open_claim(said, measured, undecided) {
    if (lacking != "") why = why_not(lacking)
    open_claim(said, measured, undecided)
}

# ---- tables 1 and 2, and who else could have scheduled ---------------------------------

function length_is(site, paper,    run, requested) {
    run = f(site " run_mean")
    requested = f(site " requested_mean")
    if (near(run, paper, SAME))
        return "its \"estimated\" l_r is the mean time the jobs ran"
    if (near(requested, paper, SAME))
        return "its l_r is the mean of the times requested"
    return "its l_r is neither the mean time run nor the mean requested here"
}

function jobs_are(site, paper,    lines, ran) {
    lines = f(site " lines")
    ran = f(site " online jobs")
    if (lines == paper) return "as many jobs"
    if (ran == paper) return "its jobs are those with a run time"
    return thousands(distance(lines, paper)) " jobs " (lines > paper ? "more" : "fewer") \
           " than in its version, which it does not name"
}

function table1_row(site, servers, jobs, len,    own) {
    if (!has(site " file")) {
        print "| " title[site] " | " servers " / - | " thousands(jobs) " / - | - | " \
              number(len, 2) " / - | - | no " title[site] " log was given |"
        return
    }
    own = has(site " maxprocs") ? F[site " maxprocs"] : "not said"
    print "| " title[site] " | " servers " / " own " | " thousands(jobs) " / " \
          thousands(f(site " lines")) " | " thousands(f(site " online jobs")) " | " \
          number(len, 2) " / " number(f(site " run_mean"), 2) " | " \
          number(f(site " requested_mean"), 2) " | " \
          (own != servers ? "the header of the log has MaxProcs " own \
                            (has(site " maxnodes") && F[site " maxnodes"] != own ? \
                             ", MaxNodes " F[site " maxnodes"] : "") \
                            "; " : "") \
          jobs_are(site, jobs) "; " length_is(site, len) " |"
}

function table1() {
    print "\n## Table 1: the logs\n"
    print "Paper / here. Hours. A job without a run time is not scheduled.\n"
    print "| log | processors: paper / header | jobs: paper / log | scheduled |" \
          " mean l_r: paper / run | requested | what differs |"
    print "|---|---|---|---|---|---|---|"
    table1_row("ctc", 512, 39734, 5.82)
    table1_row("kth", 128, 28481, 2.46)
    table1_row("hpc2n", 240, 202825, 4.72)
    lacking = ""
}

function table2_row(label, name,    lo, row) {
    row = "| " label " |"
    for (lo = 1; lo <= 351; lo += 50)
        row = row (has(name " online attempts " lo) ? \
                   sprintf(" %.2f (%s) |", f(name " online attempts " lo),
                           thousands(f(name " online requests " lo))) : " - |")
    if (!has(name " online jobs")) row = "| " label " | " why_not(name) " | | | | | | | |"
    print row
}

function table2() {
    print "\n## Table 2: attempts per request, by servers asked for\n"
    print "In brackets: how many jobs.\n"
    print "| | 1-50 | 51-100 | 101-150 | 151-200 | 201-250 | 251-300 | 301-350 |" \
          " 351-400 |"
    print "|---|---|---|---|---|---|---|---|---|"
    print "| CTC, paper | 2.96 | 5.34 | 7.22 | 13.25 | - | - | - | 127.44 |"
    table2_row("CTC, 512 servers", "ctc")
    table2_row("CTC, 338 servers", "ctc338")
    print "| KTH, paper | 10.27 | 60 | 120 | - | - | - | - | - |"
    table2_row("KTH, 100 servers", "kth")
    table2_row("KTH, 128 servers", "kth128")
    table2_row("HPC2N, 240 servers", "hpc2n")
}

function beside_row(label, name, policy,    p) {
    p = name " " policy
    if (!has(p " wait_mean")) return
    print "| " label " | " number(f(p " wait_mean") / 3600, 2) " | " \
          percent(f(p " under1")) " | " percent(f(p " under2")) " | " \
          number(f(p " wait_max") / 3600, 1) " | " \
          number(f(p " small_penalty"), 1) " | " number(f(p " medium_penalty"), 2) \
          " | " percent(f(p " utilisation")) " |"
}

function beside_log(label, name) {
    beside_row(label ", online", name, "online")
    beside_row(label ", as the log recorded it", name, "trace")
    beside_row(label ", EASY, simulated", name, "easy")
    beside_row(label ", conservative, simulated", name, "conservative")
}

function beside() {
    print "\n## Beside: batch schedulers simulated on the same jobs\n"
    print "The waits in a log come from a machine with down times, and from rules that"
    print "the log does not tell; CTC ran its batch jobs on fewer processors than the"
    print "paper gives to the online scheduler. EASY and conservative backfilling,"
    print "planned by the times requested, have the jobs and the machine that online"
    print "has. CTC is told at 338 servers, too, the processors its header gives."
    print "Penalties are waits over lengths.\n"
    print "| | mean wait (h) | wait < 1 h | < 2 h | longest (h) | penalty, jobs < 2 h |" \
          " 2 to 10 h | utilisation |"
    print "|---|---|---|---|---|---|---|---|"
    beside_log("CTC, 512 servers", "ctc")
    beside_log("CTC, 338 servers", "ctc338")
    beside_log("KTH, 100 servers", "kth")
    beside_log("KTH, 128 servers", "kth128")
    beside_log("HPC2N, 240 servers", "hpc2n")
    lacking = ""
}

# ---- claims made of several logs -------------------------------------------------------

function small_penalty(site, said,    a, b, r) {
    a = f(site " online small_penalty")
    b = f(site " trace small_penalty")
    r = ratio(b, a)
    log_claim(title[site] ": " said,
          sprintf("mean %.1f online, %.1f batch: %s; EASY simulated: %.1f", a, b,
                  times(r), f(site " easy small_penalty")),
          sprintf("batch at least %g times online; in part: %g times", ORDER, CLEARLY),
          r >= ORDER, r >= CLEARLY)
}

function medium_penalty(site, said,    a, b, h, more, all) {
    a = f(site " online medium_penalty")
    b = f(site " trace medium_penalty")
    for (h = 0; h < 16; h++)
        if (has(site " online half_penalty " h)) {
            all++
            more += (f(site " online half_penalty " h) > \
                     f(site " trace half_penalty " h))
        }
    log_claim(title[site] ": " said,
          sprintf("mean %.2f online, %.2f batch; online has more in %d of %d half " \
                  "hours; EASY simulated: %.2f", a, b, more, all,
                  f(site " easy medium_penalty")),
          "more online in the mean and in most half hours of length; in part: in one",
          a > b && 2 * more > all, a > b || 2 * more > all)
}

function few_attempts(site,    a, b) {
    a = f(site " online small_attempts")
    b = f(site " online large_attempts")
    log_claim(title[site] ": online seldom has to move small jobs (5.1)",
          sprintf("%.2f attempts for jobs < 2 h, %.2f for longer ones", a, b),
          sprintf("fewer than for longer jobs, and at most %g; in part: fewer", FEW),
          a < b && a <= FEW, a < b)
}

function longest(site, policy, who, paper,    x) {
    x = f(site " " policy " wait_max") / 3600
    log_claim(sprintf("%s: the longest wait %s is %g h (5.1, fig. 4a)", title[site], who,
                  paper),
          sprintf("%.1f h", x) \
          (site == "ctc" && policy == "online" && has("ctc338 online wait_max") ? \
           sprintf("; on 338 servers %.1f h", f("ctc338 online wait_max") / 3600) : ""),
          sprintf("within %s; in part: within a factor of %g", limit(TENTH), LOOSE),
          near(x, paper, TENTH), about(x, paper, LOOSE))
}

function tails_differ(site, said, paper,    x) {
    x = (f(site " trace wait_max") - f(site " online wait_max")) / 3600
    log_claim(title[site] ": " said, sprintf("batch reaches %.1f h farther", x),
          sprintf("at least %g h; in part: half of that", paper), x >= paper,
          2 * x >= paper)
}

# Of all pairs of size groups: in how many does the group of larger jobs wait longer?
function rising(site, policy, who,    g, h, n, up, pairs, size, wait, x) {
    f(site " " policy " wait_mean")
    for (g = 0; g < 512; g++)
        if (has(site " " policy " group_jobs " g) &&
            f(site " " policy " group_jobs " g) >= ENOUGH)
            wait[++n] = f(site " " policy " group_wait " g)
    for (g = 1; g <= n; g++)
        for (h = g + 1; h <= n; h++) {
            pairs++
            up += (wait[h] > wait[g])
        }
    if (n < 2 && lacking == "") lacking = site " groups"
    x = pairs ? up / pairs : 0
    log_claim(title[site] ": waiting increases with the servers asked for, " who \
          " (5.1, fig. 5)",
          sprintf("%d of %d pairs of groups (of %d servers each): %s; first group " \
                  "%.2f h, last %.2f h", up, pairs, F[site " " policy " width"],
                  percent(x), wait[1], wait[n]),
          sprintf("the larger jobs wait longer in %s of all pairs of groups of %d jobs " \
                  "or more; in part: %s", limit(MOSTLY), ENOUGH, limit(LARGELY)),
          x >= MOSTLY, x >= LARGELY)
}

function shorter_by_size(site,    g, n, less) {
    f(site " online wait_mean")
    for (g = 0; g < 512; g++)
        if (has(site " online group_jobs " g) &&
            f(site " online group_jobs " g) >= ENOUGH) {
            n++
            less += (f(site " online group_wait " g) < \
                     f(site " trace group_wait " g))
        }
    if (n == 0 && lacking == "") lacking = site " groups"
    log_claim(title[site] ": whatever their size, jobs wait less online than under batch" \
          " (5.1, fig. 5)", sprintf("in %d of %d groups", less, n),
          "in all groups; in part: in more than half", less == n, 2 * less > n)
}

function rising_attempts(site,    lo, n, up, a, list) {
    f(site " online attempts_mean")
    for (lo = 1; lo <= 501; lo += 50)
        if (has(site " online attempts " lo) &&
            f(site " online requests " lo) >= ENOUGH) {
            a = f(site " online attempts " lo)
            if (n++) up += (a > last_attempts)
            last_attempts = a
            list = list (n > 1 ? ", " : "") number(a, 2)
        }
    if (n < 2 && lacking == "") lacking = site " groups"
    log_claim(title[site] ": attempts increase with the servers asked for (5.1, table 2)",
          list,
          sprintf("from each group of %d jobs or more to the next; in part: in most",
                  ENOUGH),
          up == n - 1, 2 * up > n - 1)
}

# The numbers of table 2, given as pairs "lo value".
function cells(site, given,    n, part, i, k, good, all, x, rest) {
    f(site " online attempts_mean")
    n = split(given, part, " ")
    for (i = 1; i < n; i += 2) {
        all++
        k = site " online attempts " part[i]
        if (!has(k)) {
            rest = rest "; nobody asks for " part[i] " to " part[i] + 49
            continue
        }
        good += near(f(k), part[i + 1], QUARTER)
    }
    log_claim(title[site] ": the numbers of table 2",
          sprintf("%d of %d within %s%s", good, all, limit(QUARTER), rest),
          "all of them; in part: at least half", good == all, 2 * good >= all)
}

# ---- claims about advance reservations -------------------------------------------------

function bin(curve, k) { return (curve " bin " k) in F ? F[curve " bin " k] : 0 }

# Percent of the jobs that wait less than k half hours.
function below(curve, k,    i, sum) {
    f(curve " reach")
    for (i = 0; i < k; i++) sum += bin(curve, i)
    return sum
}

function peak(site,    i, c, peaks, edges, list) {
    for (i = 2; i <= rhos; i++) {
        c = site " ar=" rho[i]
        f(c " reach")
        peaks += (bin(c, 5) > bin(c, 4) && bin(c, 5) > bin(c, 6) || \
                  bin(c, 6) > bin(c, 5) && bin(c, 6) > bin(c, 7))
        edges += (bin(c, 5) >= EDGE * bin(c, 6))
        list = list sprintf("%srho %s: %.1f, %.1f, %.1f, %.1f", i > 2 ? "; " : "", rho[i],
                            bin(c, 4), bin(c, 5), bin(c, 6), bin(c, 7))
    }
    log_claim(title[site] ": waiting times peak around 3 hours (5.2, fig. 6)",
          "% of jobs in the half hours from 2, 2.5, 3, 3.5 h: " list,
          sprintf("the half hour before or after 3 h is above both its neighbours, for " \
                  "all rho > 0; in part: for one, or %g times as many just before 3 h " \
                  "as after", EDGE), peaks == rhos - 1, peaks > 0 || edges == rhos - 1)
}

function where_changes(site,    k, d, inside, all, a, b) {
    a = site " ar=0"
    b = site " ar=1"
    for (k = 0; k < 2 * f(a " reach") || k < 2 * f(b " reach"); k++) {
        d = distance(bin(a, k), bin(b, k))
        all += d
        if (k < 6) inside += d
    }
    log_claim(title[site] ": as rho grows, the distribution changes between 0 and 3 hours" \
          " (5.2, fig. 6)",
          sprintf("%s of the change from rho 0 to 1 is there; jobs that wait 3 h or " \
                  "more: %.1f %% and %.1f %%", percent(all ? inside / all : 1),
                  100 - below(a, 6), 100 - below(b, 6)),
          sprintf("at least %s of it; in part: half", limit(MOSTLY)),
          inside >= MOSTLY * all, 2 * inside >= all)
}

function tails_stay(site,    i, first, x, worst, list) {
    first = f(site " ar=0 reach")
    for (i = 1; i <= rhos; i++) {
        x = f(site " ar=" rho[i] " reach")
        list = list (i > 1 ? ", " : "") number(x, 1)
        if (first > 0 && distance(x, first) / first > worst)
            worst = distance(x, first) / first
    }
    log_claim(title[site] ": the tails keep their length (5.2, fig. 6)",
          sprintf("up to %s h for rho %s", list, rho_list),
          sprintf("all within %s of that of rho 0; in part: %s", limit(TENTH),
                  limit(LOOSE - 1)), worst <= TENTH, worst <= LOOSE - 1)
}

# For how many values of rho is online better than the log's own waits: by the mean, by
# the jobs that wait less than two hours, by both? Says so in `compared`.
function compare(site, from,    i, c, mean, share, m, s) {
    by_mean = by_share = by_both = by_none = 0
    mean = f(site " trace wait_submit_mean")
    share = below(site " trace", 4)
    compared = sprintf("batch: mean %s, < 2 h %.1f %%; online, rho", hours(mean), share)
    for (i = from; i <= rhos; i++) {
        c = site " ar=" rho[i]
        m = f(c " wait_submit_mean") < mean
        s = below(c, 4) > share
        by_mean += m
        by_share += s
        by_both += (m && s)
        by_none += (!m && !s)
        compared = compared sprintf("%s %s: %s, %.1f %%", i > from ? ";" : "", rho[i],
                                    hours(f(c " wait_submit_mean")), below(c, 4))
    }
}

function waiting_grows(site,    i, x, last, up, list, ready) {
    for (i = 1; i <= rhos; i++) {
        x = f(site " ar=" rho[i] " wait_submit_mean") / 3600
        up += (i > 1 && x > last)
        last = x
        list = list (i > 1 ? ", " : "") number(x, 2)
        ready = ready (i > 1 ? ", " : "") \
                number(f(site " ar=" rho[i] " wait_mean") / 3600, 2)
    }
    log_claim(title[site] ": mean waiting grows with rho (5.2, fig. 7a)",
          sprintf("%s h for rho %s; from the ready time, W_r as section 5 defines it: " \
                  "%s h", list, rho_list, ready),
          "at every step of rho; in part: at most of them",
          up == rhos - 1, 2 * up > rhos - 1)
}

function constant(site,    i, c, x, low, high, s, slow, shigh, list, searches) {
    for (i = 1; i <= rhos; i++) {
        c = site " ar=" rho[i]
        s = f(c " search_visits_mean")
        x = s + f(c " update_visits_mean")
        if (i == 1 || x < low) low = x
        if (i == 1 || x > high) high = x
        if (i == 1 || s < slow) slow = s
        if (i == 1 || s > shigh) shigh = s
        list = list (i > 1 ? ", " : "") number(x, 0)
        searches = searches (i > 1 ? ", " : "") number(s, 0)
    }
    log_claim(title[site] ": operations per request stay about the same, whatever rho" \
          " (5.2, fig. 7b)",
          sprintf("%s tree nodes for rho %s: at most %s the least; the search alone: %s",
                  list, rho_list, times(ratio(high, low)), searches),
          sprintf("search and update: the most at most %g times the least; in part: %g " \
                  "times", 1 + QUARTER, 2),
          ratio(high, low) <= 1 + QUARTER, ratio(high, low) <= 2)
}

function fewer_attempts(site,    i, x, last, down, first, list) {
    for (i = 1; i <= rhos; i++) {
        x = f(site " ar=" rho[i] " attempts_mean")
        if (i == 1) first = x
        down += (i > 1 && x < last)
        last = x
        list = list (i > 1 ? ", " : "") number(x, 2)
    }
    log_claim(title[site] ": reservations need fewer attempts (5.2)",
          sprintf("%s for rho %s", list, rho_list),
          "fewer at every step of rho; in part: fewer for rho 1 than for 0",
          down == rhos - 1, last < first)
}

function step_matters(site,    a, b, x) {
    a = f(site " online wait_mean")
    b = f(site "1m online wait_mean")
    x = a > 0 ? (a - b) / a : 0
    log_claim(title[site] ": steps smaller than 15 minutes gain little (section 5)",
          sprintf("mean wait %s, with steps of 1 minute %s: %.1f %% less", hours(a),
                  hours(b), 100 * x),
          sprintf("at most %s less; in part: %s", limit(TENTH), limit(2 * TENTH)),
          x <= TENTH, x <= 2 * TENTH)
}

# Equal work in equal time says nothing of who schedules.
function utilisation(said,    i, a, b, list, more, all, same) {
    for (i = 1; i <= 3; i++)
        if (has(key[i] " file")) {
            a = f(key[i] " online utilisation")
            b = f(key[i] " trace utilisation")
            all++
            more += (a > b * (1 + SAME))
            same += near(a, b, SAME)
            list = list (list == "" ? "" : "; ") sprintf("%s %s online, %s batch",
                       title[key[i]], percent(a), percent(b))
        }
    if (same == all)
        log_open_claim(said, list, "the same jobs in the same time, so the log sets it")
    else
        log_claim(said, list, sprintf("by more than %s in all logs; in part: in one",
                                  limit(SAME)), more == all, more > 0)
}

function smaller_delays(site,    a, b, easy) {
    a = f(site " online wait_mean")
    b = f(site " trace wait_mean")
    easy = f(site " easy wait_mean")
    log_claim(title[site] ": smaller delays than batch (section 6)",
          sprintf("mean %s online, %s batch; EASY simulated %s, conservative %s",
                  hours(a), hours(b), hours(easy),
                  hours(f(site " conservative wait_mean"))) \
          (site == "ctc" && has("ctc338 online wait_mean") ? \
           sprintf("; on 338 servers online %s, EASY %s",
                   hours(f("ctc338 online wait_mean")),
                   hours(f("ctc338 easy wait_mean"))) : ""),
          "less than the log recorded and than EASY on the same jobs; in part: than the" \
          " log recorded", a < b && a < easy, a < b)
}

function complexity(    i, list, all, good, twice, per, bound) {
    for (i = 1; i <= 3; i++)
        if (has(key[i] " file")) {
            per = ratio(f(key[i] " online search_visits_mean"),
                        f(key[i] " online attempts_mean"))
            bound = log(servers[key[i]]) / log(2)
            bound = bound * bound
            all++
            good += (per <= bound)
            twice += (per <= 2 * bound)
            list = list (list == "" ? "" : "; ") \
                   sprintf("%s %.1f (%.1f)", title[key[i]], per, bound)
        }
    log_claim("little complexity is added (section 6; 4.3: an attempt costs O((log N)^2))",
          "tree nodes per attempt, and (log2 N)^2 in brackets: " list,
          "at most (log2 N)^2 in all logs; in part: twice that", good == all,
          twice == all)
}

# ---- section 5, claim by claim ---------------------------------------------------------

function setup(    i, p, a, b) {
    section("Section 5: the setting")
    step_matters("ctc")
    step_matters("kth")
    for (i = 1; i <= 3; i++) {
        p = key[i] " online "
        a = f(p "small_penalty")
        b = f(p "small_above")
        log_claim(title[key[i]] ": small jobs usually have no penalty below 1 (section 5)",
              sprintf("jobs < 2 h online: mean %.1f; %s wait as long as they run or more",
                      a, percent(b)),
              "the mean is 1 or more and most wait that long; in part: one of these",
              a >= 1 && b > 0.5, a >= 1 || b > 0.5)
    }
    log_open_claim("servers that go down have little impact (section 5)", "-",
               "the logs do not say when they did")
}

function part_5_1(    i, a, b, c, d, r) {
    section("Section 5.1: online against batch")
    small_penalty("kth", "small jobs are penalised an order of magnitude more under" \
                         " batch (5.1, fig. 3a)")
    medium_penalty("kth", "jobs of 2 to 10 h are penalised more online (5.1, fig. 3b)")
    for (i = 1; i <= 3; i += 2) {
        small_penalty(key[i], "small jobs as in KTH (5.1)")
        medium_penalty(key[i], "jobs of 2 to 10 h as in KTH (5.1)")
    }
    for (i = 1; i <= 3; i++) few_attempts(key[i])

    a = f("kth trace small_penalty")
    b = f("kth easy small_penalty")
    log_open_claim("KTH: small jobs fare so as batch schedulers find no room for them (5.1)",
               sprintf("jobs < 2 h, mean penalty: %.1f in the log; EASY simulated on " \
                       "the same jobs %.1f, online %.1f", a, b,
                       f("kth online small_penalty")),
               "a log has waits, not their reasons")

    a = f("ctc online under2")
    log_claim("CTC: online, most jobs wait less than 2 hours (5.1, fig. 4a)",
          percent(a) (has("ctc338 online under2") ? \
                      "; on 338 servers " percent(f("ctc338 online under2")) : ""),
          "more than half", a > 0.5, 0)
    b = f("ctc trace under2")
    r = ratio(a, b)
    log_claim("CTC: that is nearly a factor of two better than batch (5.1)",
          sprintf("%s against %s: %s", percent(a), percent(b), times(r)) \
          (has("ctc338 online under2") ? \
           "; on 338 servers " times(ratio(f("ctc338 online under2"), b)) : ""),
          sprintf("the shares that wait < 2 h: within %s of 2; in part: above 1",
                  limit(ABOUT)), near(r, 2, ABOUT), r > 1)
    longest("ctc", "online", "online", 19)
    longest("ctc", "trace", "under batch", 674)
    tails_differ("ctc", "the tails differ by hundreds of hours (5.1)", 200)

    a = f("kth online under1")
    b = f("kth trace under1")
    log_claim("KTH: more jobs wait less than 1 hour under batch (5.1, fig. 4a)",
          sprintf("%s batch, %s online", percent(b), percent(a)), "more under batch",
          b > a, 0)
    c = f("kth online under2")
    d = f("kth trace under2")
    log_claim("KTH: before 2 hours the two even out (5.1)",
          sprintf("less than 2 h: %s batch, %s online", percent(d), percent(c)),
          sprintf("at most %g of 100 jobs apart; in part: nearer than at 1 hour",
                  100 * EVEN), distance(c, d) <= EVEN, distance(c, d) < distance(a, b))
    longest("kth", "online", "online", 75)
    longest("kth", "trace", "under batch", 272.5)
    a = (f("kth trace wait_max") - f("kth online wait_max")) / 3600
    log_claim("KTH: the tails differ by two hundred hours (5.1)", sprintf("by %.1f h", a),
          sprintf("within %s; in part: within a factor of %g", limit(TENTH), LOOSE),
          near(a, 200, TENTH), about(a, 200, LOOSE))

    a = f("kth short_run")
    log_claim("KTH: most jobs are shorter than 2 hours (5.1, fig. 4b)",
          sprintf("%s; by the time requested %s", percent(a),
                  percent(f("kth short_requested"))), "more than half", a > 0.5, 0)
    a = f("ctc short_run")
    b = f("ctc short_requested")
    log_claim("CTC: at most 14 % of the jobs are shorter than 2 hours (5.1, fig. 4b)",
          sprintf("%s; by the time requested %s", percent(a), percent(b)),
          "at most 14 % by the time they ran; in part: by the time requested",
          a <= 0.14, b <= 0.14)
    a = f("kth online utilisation")
    b = f("ctc online utilisation")
    log_open_claim("KTH: its short jobs fragment the machine; hence more waiting and" \
               " attempts than in CTC (5.1)",
               sprintf("jobs < 2 h: KTH %s, CTC %s; utilisation %s and %s",
                       percent(f("kth short_run")), percent(f("ctc short_run")),
                       percent(a), percent(b)),
               "load, sizes and lengths differ at the same time")
    utilisation("by looking ahead, online packs better and so improves utilisation (5.1)")

    for (i = 1; i <= 2; i++) {
        rising(key[i], "online", "online")
        rising(key[i], "trace", "under batch")
    }
    for (i = 1; i <= 2; i++) shorter_by_size(key[i])
    for (i = 1; i <= 2; i++) rising_attempts(key[i])
    a = f("kth online attempts 1")
    b = f("ctc online attempts 1")
    c = f("kth online attempts 51")
    d = f("ctc online attempts 51")
    log_claim("more attempts for KTH than for CTC (5.1, table 2)",
          sprintf("1-50 servers: %.2f and %.2f; 51-100: %.2f and %.2f", a, b, c, d),
          "in both groups; in part: in one", a > b && c > d, a > b || c > d)
    cells("ctc", "1 2.96 51 5.34 101 7.22 151 13.25 351 127.44")
    cells("kth", "1 10.27 51 60 101 120")
}

function part_5_2(    i, a, b) {
    section("Section 5.2: advance reservations")
    for (i = 1; i <= 2; i++) peak(key[i])
    for (i = 1; i <= 2; i++) where_changes(key[i])
    for (i = 1; i <= 2; i++) tails_stay(key[i])
    compare("ctc", 2)
    log_claim("CTC: online outperforms batch for several rho (5.2, fig. 6a)", compared,
          "by the mean and by the jobs that wait < 2 h, for two rho > 0 or more; in" \
          " part: by one of these", by_both >= 2, by_mean >= 2 || by_share >= 2)
    compare("kth", 1)
    log_claim("KTH: batch is better for all rho (5.2, fig. 6b)", compared,
          "by the mean and by the jobs that wait < 2 h, for all rho; in part: by one of" \
          " these",
          by_none == rhos, by_mean == 0 || by_share == 0)
    a = f("kth trace reach")
    for (i = 1; i <= rhos; i++)
        if (f("kth ar=" rho[i] " reach") > b || i == 1) b = f("kth ar=" rho[i] " reach")
    log_claim("KTH: still, the tail of batch is significantly longer (5.2)",
          sprintf("up to %.1f h, online at most %.1f h: %s", a, b, times(ratio(a, b))),
          sprintf("at least %g times that of every rho; in part: longer", CLEARLY),
          ratio(a, b) >= CLEARLY, a > b)
    for (i = 1; i <= 3; i++) waiting_grows(key[i])
    for (i = 1; i <= 3; i++) constant(key[i])
    for (i = 1; i <= 3; i++) fewer_attempts(key[i])
    log_open_claim("a larger rho fragments more, so that the trees grow (5.2)",
               sprintf("KTH: tree nodes per request for updates: %.0f for rho 0, %.0f " \
                       "for rho 1", f("kth ar=0 update_visits_mean"),
                       f("kth ar=1 update_visits_mean")),
               "neither the paper nor the simulator tells the sizes of the trees")
}

function part_6(    i) {
    section("Section 6: conclusions drawn from it")
    utilisation("high utilisation, higher than under batch (section 6, abstract)")
    for (i = 1; i <= 3; i++) smaller_delays(key[i])
    complexity()
    log_open_claim("the algorithm scales to many resources (section 6)", "-",
               "no log has more than a few hundred servers")
}

# ---- the document ----------------------------------------------------------------------

function logs(    i, k, w, words) {
    print "\n## Logs\n"
    print "| | file | converted | from | to | cksum, unpacked |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= 3; i++) {
        if (!has(key[i] " file")) {
            print "| " title[key[i]] " | not given | | | | |"
            continue
        }
        printf "| %s | %s |", title[key[i]], F[key[i] " file"]
        k = split("conversion starttime endtime", words, " ")
        for (w = 1; w <= k; w++)
            printf " %s |", has(key[i] " " words[w]) ? F[key[i] " " words[w]] : "not said"
        print " " F[key[i] " cksum"] " |"
    }
}

function introduction() {
    print "# Castillo et al. (HPDC 2009), section 5, measured again\n"
    print "Made by `make paper1 TRACES=directory`; not to be edited. Each claim of the"
    print "paper's section 5 has a line: what it says, what `build/coalloc_sim`"
    print "measures on the logs below, the rule, and the verdict that the rule gives."
    print "*Online* is the paper's algorithm on its own data structure, with its own"
    print "placement (`--index range-tree`): steps of 15 minutes, Q/2 further attempts,"
    print "jobs booked by the time they ran; the paper gives no slot and no horizon,"
    print "here 15 minutes and 42 days. *Batch* is, as in the paper, what the logs"
    print "recorded. *Small* jobs are those that ran less than 2 hours. *rho* is the"
    print "share of advance reservations, ready up to 3 hours after they are submitted:"
    print "drawn once (seed 1), for " rho_list ". Waiting counts from the"
    print "ready time, in section 5.2 from submission. The paper gives the curves of its"
    print "figures without numbers; what its text says of them is checked."
}

END {
    ORDER = 10       # "an order of magnitude"
    CLEARLY = 2      # "significantly"; less than an order, but not by chance
    SAME = 0.01      # what counts as the same number
    TENTH = 0.10     # a number of the paper, met
    QUARTER = 0.25   # a mean of the paper, met; "relatively constant"
    ABOUT = 0.15     # "nearly a factor of two"
    LOOSE = 1.5      # a number of the paper, missed by no more than this factor
    MOSTLY = 0.8     # of pairs, where chance alone gives one half
    LARGELY = 0.6
    ENOUGH = 20      # jobs in a group that counts
    EVEN = 0.02      # shares of jobs that are "even"
    EDGE = 1.5
    FEW = 3          # attempts

    key[1] = "ctc"
    key[2] = "kth"
    key[3] = "hpc2n"
    title["ctc"] = "CTC"
    title["kth"] = "KTH"
    title["hpc2n"] = "HPC2N"
    servers["ctc"] = 512
    servers["kth"] = 100
    servers["hpc2n"] = 240
    rhos = split("0 0.25 0.5 0.75 1", rho, " ")
    rho_list = "0, 0.25, 0.5, 0.75, 1"

    setup()
    part_5_1()
    part_5_2()
    part_6()

    introduction()
    logs()
    table1()
    table2()
    print "\n## The claims\n"
    print_claims()
    beside()
    print "\n## Commands\n\n```sh"
    for (i = 1; i <= commands; i++) print command[i]
    print "```"
}
