# paper1.awk - the claims of Castillo et al., sections 4.3, 5 and 6, on the facts of
# paper1.sh (claims.awk).

# ---- columns ---------------------------------------------------------------------------

# Begins column i of this row.
function to(i) { while (filled < i - 1) column("-", "") }

# Is log i one of these?
function about(list, i) { return index(" " list " ", " " log_of[i] " ") }

# A number of the very jobs that the paper ran: there is nothing to draw, so it has no
# interval, and is met within 10 %.
function same(i, x, from, upto, as, text) {
    to(i)
    judged++
    allowed = ""
    column(text show(x, as) unit_of(as), verdict(x, x, from, upto))
}

function met(i, x, said, as) {
    same(i, x, 0.9 * said, 1.1 * said, as)
}

# A part for each of these logs, of a figure that --claim is asked for; the others stand by
# or are left out.
function part(list, suffix, asked, from, upto, as, text, beside,    i) {
    for (i = 1; i <= 4; i++) {
        if (!about(list " " beside, i)) continue
        to(i)
        judge(of(log_of[i] suffix " " asked), about(list, i) ? from : "",
              about(list, i) ? upto : "", as, text)
    }
}

# The value of a key for each of these logs, in words.
function value(i, key, as) { return show(f(log_of[i] " lengths=actual " key), as) }

# ---- figures ---------------------------------------------------------------------------

# Of two figures over different units: the widest that both intervals allow.
function apart(a, b,    c, l, h) {
    interval(a)
    c = centre; l = low; h = high
    interval(b)
    return "~ " c - centre " " (l == "" || low == "" ? "- -" : l - high " " h - low) \
           " " units " " over_what
}

# Online's utilisation less that of another policy, over the fragments of KTH.
function packed(load, lengths, policy,    k, key, a, b) {
    for (k = 0; k < 10; k++) {
        key = "part" k " lengths=" lengths " load=" load " "
        a = a " " f(key "online utilisation")
        b = b " " f(key policy " utilisation")
    }
    interval(difference(a, b))
    return "~ " centre " " low " " high " " units " fragments"
}

# A figure at the last of a list of machines over that at the first, over log2(N)^power.
function growth(key, power,    first, last) {
    first = of(point_of(key, 64))
    last = of(point_of(key, 512))
    return each(ratio_of(last, first), "/", (9 / 6) ^ power)
}

# At each rho.
function along(i, name, list, as,    text) {
    text = series(log_of[i] "ar ar=* online " name, list, as)
    sub(/: $/, "", text)
    return text
}

function at_rho(i, rho, name) { return of(log_of[i] "ar ar=" rho " online " name) }

# How much of the change of figure 6's curve from rho 0 to 1 is below 3 hours.
function change(i,    n, k, class, d, x, all, below, s) {
    n = split("under_30_min 30_min_to_1_h 1_h_to_90_min 90_min_to_2_h 2_h_to_150_min" \
              " 150_min_to_3_h 3_h_to_210_min 210_min_to_4_h 4_h_to_5_h 5_h_to_6_h" \
              " 6_h_to_8_h 8_h_to_12_h 12_h_to_1_d from_1_d", class, " ")
    all = below = "0"
    for (k = 1; k <= n; k++) {
        n9 = split(difference(at_rho(i, 1, "share wait_submit=" class[k]),
                              at_rho(i, 0, "share wait_submit=" class[k])), d, " ")
        x = ""
        for (s = 1; s <= n9; s++) x = x " " (d[s] < 0 ? -d[s] : d[s])
        all = each(all, "+", substr(x, 2))
        if (k <= 6) below = each(below, "+", substr(x, 2))
    }
    return ratio_of(below, all)
}

# Is a half hour before or behind 3 h above both its neighbours? The lower of the two
# differences, of whichever half hour has the higher one.
function peak(i, rho,    k, s, a, b, c, d, n, best, x) {
    n = split(at_rho(i, rho, "share wait_submit=2_h_to_150_min"), a, " ")
    split(at_rho(i, rho, "share wait_submit=150_min_to_3_h"), b, " ")
    split(at_rho(i, rho, "share wait_submit=3_h_to_210_min"), c, " ")
    split(at_rho(i, rho, "share wait_submit=210_min_to_4_h"), d, " ")
    for (s = 1; s <= n; s++) {
        k = least(b[s] - a[s], b[s] - c[s])
        best = least(c[s] - b[s], c[s] - d[s])
        x = x " " (k > best ? k : best)
    }
    return substr(x, 2)
}

function least(a, b) { return a < b ? a : b }

function half_hours(i, rho) {
    return along(i, "share wait_submit=2_h_to_150_min", rho, "%") ", " \
           along(i, "share wait_submit=150_min_to_3_h", rho, "%") ", " \
           along(i, "share wait_submit=3_h_to_210_min", rho, "%") ": "
}

# Nodes of a request, of each seed at the rho that takes most over that which takes least.
function varies(i, updates,    n, k, rho, s, m, x, y, most, fewest, all) {
    n = split(rho_of(i), rho, " ")
    for (k = 1; k <= n; k++) {
        x = at_rho(i, rho[k], "search_visits_mean")
        if (updates) x = each(x, "+", at_rho(i, rho[k], "update_visits_mean"))
        m = split(x, y, " ")
        for (s = 1; s <= m; s++) {
            if (k == 1 || y[s] > most[s]) most[s] = y[s]
            if (k == 1 || y[s] < fewest[s]) fewest[s] = y[s]
        }
    }
    for (s = 1; s <= m; s++) all = all " " ratio(most[s], fewest[s])
    return substr(all, 2)
}

# The shares of reservations that were run.
function rho_of(i) { return i == 4 ? "0 0.5 1" : RHO }

# A row of figures at rho 1 less at 0, beside those at each rho.
function rho_row(name, from, upto, as, as_series,    i) {
    for (i = 1; i <= 4; i++) {
        if (i == 2) { to(i + 1); continue }
        judge(difference(at_rho(i, 1, name), at_rho(i, 0, name)), from, upto, as,
              along(i, name, rho_of(i), as_series) ": ")
    }
}

function logs(    i) {
    print "Logs, with cksum unpacked:"
    for (i = 2; i <= 4; i++)
        print "- " ((log_of[i] " log") in F ? F[log_of[i] " log"] : "no " title[i])
    print ""
}

END {
    RHO = "0 0.25 0.5 0.75 1"
    ALL = "ctc15 kth hpc2n"
    split("ctc15 ctc kth hpc2n", log_of, " ")
    split("CTC15 CTC KTH HPC2N", title, " ")
    columns = "CTC15|CTC|KTH|HPC2N"
    small = "kind=under_2_h"
    medium = "kind=2_h_to_10_h"

    # ---- the logs ----------------------------------------------------------------------

    section("Section 5, table 1 and figure 4b: the logs", columns)
    split("39734 0 28481 202825", said, " ")
    for (i = 1; i <= 4; i++) if (i != 2)
        met(i, f(log_of[i] " lengths=actual online jobs"), said[i], 0)
    conclude("table 1: 39,734, 28,481 and 202,825 jobs", "within 10 %; CTC by our own" \
             " cut", "the logs' numbers of jobs")
    split("20952 0 8856 16992", said, " ")
    for (i = 1; i <= 4; i++) if (i != 2)
        met(i, f(log_of[i] " lengths=actual online length_mean"), said[i], "h")
    conclude("table 1: l_r is 5.82, 2.46 and 4.72 h on average", "the mean run time," \
             " within 10 %; CTC by our own cut", "the logs' mean lengths")
    for (i = 3; i >= 1; i -= 2) {
        x = log_of[i] " lengths=actual online share " small
        same(i, f(log_of[i] "asked online share " small), i == 3 ? 0.5 : "",
             i == 3 ? "" : 0.14, "%", "run " show(f(x), "%") " %, requested ")
        if (i == 3)
            conclude("\"most jobs in the KTH workload have a duration smaller than 2" \
                     " hours\" (5.1)", "by the time requested: above 50 %",
                     "most of KTH's jobs are short")
        else
            conclude("CTC: \"at most 14% of all jobs are smaller than 2 hours\" (5.1)",
                     "by the time requested: at most 14 %, by our own cut",
                     "few of CTC's jobs are short")
    }
    conclude("\"events such as servers going down [...] have little impact\"", "-", "",
             "the logs do not say when they did")

    section("Section 5, table 2: attempts of online", columns)
    split("under_51 51_to_101 101_to_151 151_to_201", asked, " ")
    split("1 to 50 servers|51 to 100|101 to 150|151 to 200", group, "|")
    split("2.96 5.34 7.22 13.25", paper_ctc, " ")
    split("10.27 60", paper_kth, " ")
    for (k = 1; k <= 4; k++) {
        next_row(group[k])
        key = "lengths=actual online attempts_mean asked=" asked[k]
        column(show(f("ctc15 " key)), "")
        met(2, f("ctc " key), paper_ctc[k])
        if (k < 3) met(3, f("kth " key), paper_kth[k])
    }
    conclude("table 2: CTC 2.96, 5.34, 7.22, 13.25; KTH 10.27, 60", "within 10 %; the" \
             " whole log has the say; of 127.44 and 120 there are no jobs",
             "the numbers of table 2")
    for (k = 2; k <= 4; k++) {
        next_row(group[k] " less " group[k - 1])
        part(k == 2 ? "ctc kth" : "ctc", "", "attempts_mean: asked=" asked[k] \
             " - asked=" asked[k - 1], 0, "", "", "", "ctc15")
    }
    conclude("\"as n_r increases, the number of scheduling attempts increases\"",
             "the difference between groups, the whole log has the say",
             "attempts grow with the size of a job")
    for (k = 1; k <= 2; k++) {
        next_row(group[k])
        key = " attempts_mean: asked=" asked[k]
        for (i = 1; i <= 2; i++)
            judge(apart(of("kth" key), of(log_of[i] key)), i == 1 ? "" : 0, "")
    }
    conclude("\"a larger number of scheduling attempts for the KTH workload as compared" \
             " to CTC\"", "KTH's less CTC's", "more attempts for KTH than for CTC")

    section("Section 5: steps and penalties", columns)
    part("ctc15 kth", "step", "wait_mean: step=1m / step=15m", 0.9, "", "x")
    conclude("\"no major gain was found for smaller values\" than 15 minutes",
             "mean wait with steps of 1 minute over that with 15",
             "steps of 15 minutes are short enough")
    for (k = 1; k <= 2; k++) {
        next_row("share of the jobs under 2 h, " (k == 1 ? "online" : "log"))
        part(ALL, "", "temporal_penalty_below_1: " (k == 1 ? "online " : "trace ") small,
             "", "", "%")
    }
    next_row("mean penalty of them, online")
    part(ALL, "", "temporal_penalty_mean: " small, "", "")
    conclude("\"values < 1.0 are desirable. In practice [...] this usually does not hold" \
             " for small jobs\"", "penalties below 1", "",
             "by the mean it does not on KTH and HPC2N, but for most jobs it does, and" \
             " \"usually\" may mean either")

    # ---- online and batch --------------------------------------------------------------

    section("Section 5.1: online against what the logs recorded", columns)
    penalty = "temporal_penalty_mean: trace "
    for (k = 1; k <= 10; k += 9) {
        next_row(k == 1 ? "higher" : "an order of magnitude")
        part("kth", "", penalty small " / online " small, k, "", "x", "")
    }
    conclude("KTH: \"small jobs experience a higher temporal penalty, an order of" \
             " magnitude or more, under the batch scheduler\" (fig. 3a)",
             "mean of jobs under 2 h, log over online: above 1 and" \
             " 10 times", "short jobs suffer far more in" \
             " KTH's log")
    part("kth", "", penalty medium " / online " medium, "", 1, "x")
    conclude("KTH: 2 to 10 h: \"our algorithm penalizes larger jobs more heavily\"" \
             " (fig. 3b)", "mean, log over online",
             "online penalises KTH's jobs of 2 to 10 h more")
    for (k = 1; k <= 10; k += 9) {
        next_row("small jobs, " (k == 1 ? "higher" : "an order of magnitude"))
        part("ctc15 hpc2n", "", penalty small " / online " small, k, "", "x", "", "ctc")
    }
    next_row("2 to 10 h, online more")
    part("ctc15 hpc2n", "", penalty medium " / online " medium, "", 1, "x", "", "ctc")
    conclude("\"Similar results were obtained for the other two workloads\"",
             "the same, log over online: above 1 and 10 times; below 1",
             "CTC and HPC2N are similar to KTH")
    for (i = 1; i <= 4; i++) if (i != 2) {
        to(i)
        key = log_of[i] " lengths=actual online attempts_mean "
        judge(of(log_of[i] " attempts_mean: " small " - " medium), "", 0, "",
              show(f(key small) - 1) " and " show(f(key medium) - 1) ": ")
    }
    conclude("\"the small number of times that the algorithm needs to reschedule [...]" \
             " small jobs\"", "reschedulings of jobs under 2 h and of 2 to 10 h; their" \
             " difference", "short jobs are seldom moved")
    part("ctc15", "", "wait_below_2_h: online", 0.5, "", "%", "", "ctc")
    conclude("CTC: \"most jobs have a waiting time smaller than 2 hours\" (fig. 4a)",
             "share of the jobs online", "most of CTC's jobs wait less than 2 h")
    part("ctc15", "", "wait_below_2_h: online / trace", 1.5, 2.5, "x", "", "ctc")
    conclude("CTC: \"an improvement of nearly a factor of two\"",
             "that share over the log's, by our own cut",
             "CTC: nearly twice as many wait less than 2 h")
    for (i = 1; i <= 3; i += 2) {
        x = f(log_of[i] " lengths=actual online wait_max")
        y = f(log_of[i] " lengths=actual trace wait_max")
        next_row("online")
        met(i, x, i == 1 ? 68400 : 270000, "h")
        next_row("batch")
        met(i, y, i == 1 ? 2426400 : 981000, "h")
        next_row("apart")
        if (i == 1) same(i, y - x, 720000, "", "h")
        else met(i, y - x, 720000, "h")
        if (i == 1)
            conclude("CTC: \"the tail lengths of the two curves differ by hundreds of" \
                     " hours\", 19 and 674 h", "longest wait within 10 % (674 by our" \
                     " own cut); above 200 h apart", "CTC's longest waits")
        else
            conclude("KTH: \"the length of the tails differ by two hundred hours\", 75" \
                     " and 272.5 h", "longest wait within 10 %", "KTH's longest waits")
    }
    part("kth", "", "wait_below_1_h: trace - online", 0, "", "%")
    conclude("KTH: \"more jobs wait for less than 1 hour under the batch scheduler\"",
             "share of the jobs, log less online", "KTH's log has more short waits")
    part("kth", "", "wait_below_2_h: trace - online", -0.02, 0.02, "%")
    conclude("KTH: \"the waiting time distributions even out before 2 hours\"",
             "share below 2 h, log less online", "KTH's curves meet before 2 h")
    for (k = 1; k <= 2; k++) {
        next_row(k == 1 ? "online" : "batch")
        x = (k == 1 ? "online" : "trace") " servers="
        for (i = 1; i <= 3; i++) {
            y = i == 3 ? "65-128" : "257-512"
            judge(of(log_of[i] " wait_mean: " x y " / " x "1"), i == 2 ? "" : 1, "", "x")
        }
    }
    conclude("\"the waiting time increases with the spatial size for both\" (fig. 5)",
             "mean wait of the largest jobs (CTC above 256 servers, KTH above 64) over" \
             " that of jobs of one", "larger jobs wait longer")
    part("ctc15 kth", "", "wait_mean: online / trace", "", 1, "x", "", "ctc")
    conclude("\"smaller average waiting time compared to the batch algorithm for both" \
             " workloads\" (fig. 5)", "mean wait, online over log",
             "waits are shorter than in both logs")
    part(ALL, "", "wait_mean: online / trace", "", 1, "x", "", "ctc")
    conclude("\"under typical conditions [...] provides smaller delays\" (6)",
             "the same, all three logs", "delays are smaller than in the logs")
    conclude("why short jobs fare so, and that they fragment KTH's machine", "-", "",
             "a log has waits, not their reasons; load, sizes and lengths differ at once")

    section("Sections 5.1 and 6: utilisation, online less another policy",
            "EASY|conservative|FCFS|EASY, exact estimates|conservative, exact")
    split("easy conservative fcfs easy conservative", policy, " ")
    for (load = 1; load < 1.4; load += 0.3) {
        next_row("KTH at load " load)
        for (i = 1; i <= 5; i++)
            judge(packed(load, i < 4 ? "paper" : "actual", policy[i]), 0, "", "points")
    }
    conclude("\"our algorithm can pack incoming jobs more efficiently and hence improve" \
             " the utilization\" (5.1)", "ten fragments of 33 days, on the same jobs",
             "online improves utilisation")

    # ---- reservations ------------------------------------------------------------------

    section("Section 5.2: advance reservations", columns)
    for (k = split(RHO, rho, " "); k > 1; k--) {
        next_row("rho " rho[k])
        for (i = 1; i <= 3; i += 2) {
            to(i)
            judge(peak(i, rho[k]), 0, "", "%", half_hours(i, rho[k]))
        }
    }
    conclude("\"In both graphs we observe a peak around 3 hours\" (fig. 6)", "share of" \
             " the jobs in the half hours from 2 to 3.5 h; how far the higher of those" \
             " beside 3 h is above its neighbours", "waits peak at 3 h")
    for (i = 1; i <= 3; i += 2) {
        to(i)
        judge(change(i), 0.8, "", "%")
    }
    conclude("\"as rho increases, the distribution of waiting times changes in the range" \
             " [0:3] hours\"", "share of all change between rho 0 and 1",
             "reservations move waits below 3 h")
    for (k = 2; k <= 5; k++) {
        next_row("rho " rho[k])
        for (i = 1; i <= 3; i += 2) {
            to(i)
            judge(ratio_of(at_rho(i, rho[k], "wait_submit_max"),
                           at_rho(i, 0, "wait_submit_max")), 0.9, 1.1, "x")
        }
    }
    conclude("\"the tail lengths for both remain the same\"", "longest wait over that" \
             " with rho 0", "reservations keep the tails")
    for (k = 2; k <= 5; k++) {
        next_row("rho " rho[k])
        judge(difference(at_rho(1, rho[k], "wait_submit_below_2_h"),
                         f("ctc15 lengths=actual trace wait_below_2_h")), 0, "", "%")
    }
    conclude("CTC: \"our algorithm outperforms the batch scheduling algorithm for" \
             " multiple values of rho\" (fig. 6a)", "share that waits less than 2 h" \
             " from submission, less the log's", "CTC's gain with reservations")
    for (k = 2; k <= 3; k++) {
        next_row("rho " rho[k])
        to(3)
        judge(difference(at_rho(3, rho[k], "wait_submit_below_2_h"),
                         f("kth lengths=actual trace wait_below_2_h")), "", 0, "%")
    }
    conclude("KTH: \"batch scheduling performs better [...] for all values of rho\"" \
             " (fig. 6b)", "the same; from rho 0.75 on it cannot fail, as a third of the" \
             " reservations is ready after 2 h",
             "batch is better on KTH with reservations")
    for (k = 2; k <= 5; k++) {
        next_row("rho " rho[k])
        to(3)
        judge(ratio_of(f("kth lengths=actual trace wait_max"),
                       at_rho(3, rho[k], "wait_submit_max")), 2, "", "x")
    }
    conclude("KTH: \"the tail for the batch scheduler is significantly longer\"",
             "longest wait, log over online", "batch's tail stays longer")
    rho_row("wait_submit_mean", 0, "", "h", "h")
    conclude("\"the waiting time increases as rho increases\" (fig. 7a)", "from" \
             " submission, at rho 1 less at 0", "waits from submission grow with rho")
    for (k = 1; k <= 2; k++) {
        next_row(k == 1 ? "searches" : "searches and updates")
        for (i = 1; i <= 4; i++) {
            if (i == 2) { to(i + 1); continue }
            judge(varies(i, k == 2), "", 1.25, "x", k == 2 ? "" : \
                  along(i, "search_visits_mean", rho_of(i), 0) ": ")
        }
    }
    conclude("\"the number of operations remains relatively constant\" (fig. 7b)",
             "tree nodes a request, the most over rho over the least; updates may run in" \
             " the background (4.2)", "operations stay the same with reservations")
    rho_row("attempts_mean", "", 0, "", 2)
    conclude("\"resulting in fewer scheduling attempts\"", "at rho 1 less at 0",
             "fewer attempts with reservations")
    rho_row("idle_periods_mean", 0, "", 0, 0)
    conclude("\"the size of the binary search trees is expected to increase\"",
             "idle periods in the trees when a job was booked, at rho 1 less at 0",
             "trees grow with rho")

    # ---- costs -------------------------------------------------------------------------

    section("Section 4.3: costs, 512 servers over 64", "measured here")
    same(1, ratio(f("phase512 online search_visits_attempt"),
                  1.5 * f("phase64 online search_visits_attempt")), "", 1.25, "x")
    conclude("\"Phase 1 of the algorithm takes time at most O(log N)\"", "tree nodes of" \
             " an attempt that ends in it, N idle periods, over log2(N): at most 1.25" \
             " times, half way to one logarithm more", "phase 1 costs log2(N)")
    judge(growth("grow servers=* online search_visits_attempt", 2), "", 1.25, "x")
    conclude("attempts \"take O((log N)^2) time in the worst case\"; \"scales to systems" \
             " with large number of resources\" (6)", "tree nodes an attempt, built-in" \
             " workload at load 0.6, over log2(N)^2", "searches cost log2(N)^2")
    judge(growth("grow servers=* online update_visits_server", 2), "", 1.25, "x")
    conclude("\"This update operation takes O(n_r x Q x (log N)^2) time\"", "tree" \
             " nodes a server booked, over log2(N)^2; Q is the same",
             "updates cost n log2(N)^2")

    print "# Castillo et al. (HPDC 2009), sections 4.3, 5 and 6, measured again\n"
    print_top("Why: the logs' own waits are long at every length of job, so against" \
        " them online looks better throughout; EASY and conservative backfilling that" \
        " know the run times, as online does, make KTH's jobs wait " \
        value(3, "easy wait_mean", "h") " and " value(3, "conservative wait_mean", "h") \
        " h, online " value(3, "online wait_mean", "h") " h; the paper's CTC is most" \
        " likely its jobs of 15 minutes or longer, which section 4.1 assumes.")

    # ---- ours --------------------------------------------------------------------------

    section("EASY and conservative backfilling that know the run times, too", columns)
    split("run=under_15_min run=15_min_to_2_h run=2_h_to_10_h", class, " ")
    split("under 15 minutes|15 minutes to 2 h|2 to 10 h", words, "|")
    for (k = 1; k <= 3; k++) {
        for (m = 1; m <= 2; m++) {
            x = m == 1 ? "easy" : "conservative"
            next_row(m == 1 ? "EASY" : x)
            part(k == 1 ? "ctc kth hpc2n" : "ctc15 ctc kth hpc2n", "",
                 "wait_mean: " x " - online at " class[k], k < 3 ? 0 : "",
                 k < 3 ? "" : 0, "h")
        }
        conclude("jobs of " words[k] " wait " (k < 3 ? "longer" : "less") \
                 " than online", "mean wait less online's")
    }
    for (m = 1; m <= 2; m++) {
        x = m == 1 ? "easy" : "conservative"
        next_row(m == 1 ? "EASY" : x)
        part("ctc15 ctc kth hpc2n", "", "wait_mean: " x " - online", 0, "", "h")
    }
    conclude("all jobs wait longer than online", "mean wait less online's")
    part(ALL, "asked", "wait_mean: online / easy", 1, "", "x")
    conclude("booked by the time requested, online makes jobs wait longer than EASY",
             "mean wait over EASY's, which plans by the same")
    rho_row("wait_mean", "", 0, "h", "h")
    conclude("counted from the ready time, waits do not grow with rho",
             "at rho 1 less at 0")

    paragraph("Made by `make paper1 TRACES=directory`; not to be edited. *Online*: the" \
        " paper's algorithm on its own structure (`--index range-tree`), steps of 15" \
        " minutes, Q/2 further attempts, slots of 15 minutes and 42 days ahead, jobs" \
        " booked by the time they ran. *Batch*: what the logs recorded. *EASY*," \
        " *conservative*, *FCFS* plan by the time requested, *exact* by the time run." \
        " *Penalty*: wait over run time. *rho*: the share of reservations, ready up to 3" \
        " hours after submission: 0, 0.25, 0.5, 0.75, 1 (HPC2N: 0, 0.5, 1; three seeds)." \
        " KTH has 100 processors, not table 1's 128 (on 128: mean wait " \
        show(f("kth128 online wait_mean"), "h") " h). *CTC15*: CTC's jobs of 15 minutes" \
        " or longer fit table 1 and figure 4a, the whole log table 2. *By our own cut*:" \
        " numbers by which the cut was chosen, which are no evidence for it. A number of" \
        " the very jobs that the paper ran has no interval.")
    paragraph("Idle periods without an end are in one tree that all slots share: so the" \
        " cost of updates does not depend on the horizon, as the paper's does, and each" \
        " attempt has a second phase 1 there: 66 of 173 tree nodes of a request on KTH," \
        " 35 of 129 on CTC15, as coalloc.h 0.4.0 counted them; in the paper one walk, a" \
        " little deeper, does for both. Not counted: rotation takes O(1), it drops a tree" \
        " by its root; at most one idle period of a server in a tree (4.1) follows from" \
        " l_r >= tau and fails without it.")
    logs()
    print_kept()
    print_own()
    print "\n## Figures 3 to 7 and table 2\n"
    paragraph("The paper's figures are curves without numbers: in 3(a) both fall with" \
        " length, batch is above online, in 3(b) below. Upright lines are 95 %" \
        " intervals, over weeks of the log, with rho over the seeds.")
    n = split("fig3 table2-ctc table2-kth fig4a-kth fig4a-ctc15 fig4b-kth fig4b-ctc15" \
              " fig5-kth fig5-ctc15 fig6-kth fig6-ctc15 fig7a-kth fig7a-ctc15" \
              " fig7a-hpc2n fig7b-kth fig7b-ctc15 fig7b-hpc2n", x9, " ")
    for (i = 1; i <= n; i++) print "![" x9[i] "](paper1-" x9[i] ".svg)"
    print "\n## Commands\n"
    paragraph("All figures: [paper1.csv](paper1.csv). One claim: `TRACES=directory sh" \
        " bench/papers/paper1.sh claim 12 kth`.")
    print_commands()
}
