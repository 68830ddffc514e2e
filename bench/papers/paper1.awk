# paper1.awk - what Castillo et al. show and say, sections 4.3, 5 and 6, on the facts of
# paper1.sh (page.awk).

BEGIN { number = 1 }

# A figure that --claim is asked for, of this very log; behind it the weeks of the log.
function on(log_of, asked, from, upto, as, words,    figure, x) {
    figure = of(log_of " " asked)
    part(here(figure), from, upto, as, words title[log_of] " ")
    if (lacking == "" && figure ~ /^~/) {
        interval(figure)
        x = show(low, as) ".." show(high, as)
        if (low != "") behind(" (weeks " x ")")
    }
}

function ar(log_of, rho, name) { return of(log_of "ar ar=" rho " online " name) }

# How much more it is at one rho than at another.
function grown(name, rho, than, from, upto, as, words,    i) {
    for (i = 1; i <= 3; i++)
        part(less(ar(logs[i], rho, name), ar(logs[i], than, name)), from, upto, as,
             (i == 1 ? words : "") title[logs[i]] " ")
}

# Half an hour beside 3 h that is above its neighbours: by how much of the jobs.
function peak(log_of,    k, c, x) {
    split("2_h_to_150_min 150_min_to_3_h 3_h_to_210_min", c, " ")
    for (k = 1; k <= 3; k++) x[k] = ar(log_of, 1, "share wait_submit=" c[k])
    part(less(x[2], x[1]), 0, "", "points", title[log_of] " 2.5 to 3 h less 2 to 2.5 h ")
    part(less(x[2], x[3]), 0, "", "points", "less 3 to 3.5 h ")
}

# The change of the shares of waits from rho 0 to 1: below 3 h, over the change beyond.
function changed(log_of,    n, k, c, sum) {
    n = split(HALVES, c, " ")
    for (k = 1; k <= n; k++) {
        interval(less(ar(log_of, 1, "share wait_submit=" c[k]),
                      ar(log_of, 0, "share wait_submit=" c[k])))
        sum[k <= 6] += centre < 0 ? -centre : centre
    }
    return alone(by(sum[1], "/", sum[0]))
}

# The share that waits less than an hour, from submission.
function below_1_h(rho) {
    return each(ar("kth", rho, "share wait_submit=under_30_min"), "+",
                ar("kth", rho, "share wait_submit=30_min_to_1_h"))
}

# A figure at 512 servers over that at 64, over log2(N)^power.
function growth(key, power) {
    return each(over(of(at(key, 512)), of(at(key, 64))), "/",
                alone((9 / 6) ^ power))
}

function wait(log_of, policy) { return of(log_of " lengths=actual " policy " wait_max") }

function apart(log_of) {
    return less(wait(log_of, "trace"), wait(log_of, "online"))
}

# EASY's or conservative's wait, which know the run times, too, less online's.
function live(    i) {
    for (i = 1; i <= 3; i++) {
        shown(of(logs[i] " wait_mean: easy - online"), "h", title[logs[i]] " EASY ")
        shown(of(logs[i] " wait_mean: conservative - online"), "h", "conservative ")
    }
}

END {
    split("ctc15 kth hpc2n", logs, " ")
    split("under_51 51_to_101 101_to_151 151_to_201", asked, " ")
    split("2.96 5.34 7.22 13.25", paper_ctc, " ")
    split("10.27 60", paper_kth, " ")
    title["ctc15"] = title["ctc"] = "CTC"; title["kth"] = "KTH"; title["hpc2n"] = "HPC2N"
    HALVES = "under_30_min 30_min_to_1_h 1_h_to_90_min 90_min_to_2_h 2_h_to_150_min" \
             " 150_min_to_3_h 3_h_to_210_min 210_min_to_4_h 4_h_to_5_h 5_h_to_6_h" \
             " 6_h_to_8_h 8_h_to_12_h 12_h_to_1_d from_1_d"
    small = "kind=under_2_h"
    medium = "kind=2_h_to_10_h"
    again = "attempts_mean: online "
    penalty = "temporal_penalty_mean: trace "
    higher = penalty small " / online " small
    middle = penalty medium " / online " medium
    OTHER = "HPC2N's log is another version"
    SIZE = "the log has 100 processors, table 1 says 128 (also tried)"

    SIZES = "1 2 3-4 5-8 9-16 17-32 33-64 65-128"
    WAITS = "under_1_min 1_min_to_10_min 10_min_to_30_min 30_min_to_1_h 1_h_to_2_h" \
            " 2_h_to_4_h 4_h_to_8_h 8_h_to_16_h 16_h_to_1_d 1_d_to_2_d 2_d_to_4_d" \
            " 4_d_to_1_wk 1_wk_to_2_wk 2_wk_to_4_wk from_4_wk"
    WAIT = "<1m|10m|30m|1h|2h|4h|8h|16h|1d|2d|4d|1w|2w|4w|more"
    LENGTHS = "under_1_min 1_min_to_5_min 5_min_to_15_min 15_min_to_30_min" \
              " 30_min_to_1_h 1_h_to_2_h 2_h_to_3_h 3_h_to_4_h 4_h_to_5_h 5_h_to_6_h" \
              " 6_h_to_7_h 7_h_to_8_h 8_h_to_9_h 9_h_to_10_h 10_h_to_12_h 12_h_to_18_h 18_h_to_1_d"
    LENGTH = "<1m|5m|15m|30m|1h|2h|3h|4h|5h|6h|7h|8h|9h|10h|12h|18h|1d"
    HALF = "0.5|1|1.5|2|2.5|3|3.5|4|5|6|8|12|24|more"
    RHO = "0 0.25 0.5 0.75 1"
    drawing("fig3", "Figure 3: temporal penalty by length of job, KTH")
    panel("mean wait over run time (logarithmic)", LENGTHS, LENGTH, "", 1)
    curve("online", "kth lengths=actual online temporal_penalty_mean length=*")
    curve("batch", "kth lengths=actual trace temporal_penalty_mean length=*")
    drawing("fig4a", "Figure 4(a): jobs by waiting time")
    for (i = 1; i <= 2; i++) {
        panel(title[logs[i]] ", % of jobs", WAITS, WAIT, "%")
        curve("online", logs[i] " lengths=actual online share wait=*")
        curve("batch", logs[i] " lengths=actual trace share wait=*")
    }
    drawing("fig4b", "Figure 4(b): jobs by length")
    panel("% of jobs", LENGTHS, LENGTH, "%")
    curve("KTH", "kth lengths=actual online share length=*")
    curve("CTC", "ctc15 lengths=actual online share length=*")
    drawing("fig5", "Figure 5: mean wait by size of job")
    for (i = 1; i <= 2; i++) {
        panel(title[logs[i]] ", hours", SIZES (i == 1 ? " 129-256 257-512" : ""), "",
              "h")
        curve("online", logs[i] " lengths=actual online wait_mean servers=*")
        curve("batch", logs[i] " lengths=actual trace wait_mean servers=*")
    }
    drawing("table2", "Table 2: attempts by size of job")
    panel("CTC, whole log", "under_51 51_to_101 101_to_151 151_to_201",
          "50|100|150|200", "")
    curve("online", "ctc lengths=actual online attempts_mean asked=*")
    paper("", "2.96 5.34 7.22 13.25")
    panel("KTH", "under_51 51_to_101", "50|100", "")
    curve("online", "kth lengths=actual online attempts_mean asked=*")
    paper("", "10.27 60")
    drawing("fig6", "Figure 6: jobs by waiting time from submission, in hours")
    for (i = 1; i <= 2; i++) {
        panel(title[logs[i]] ", % of jobs", HALVES, HALF, "%")
        curve("batch", logs[i] " lengths=actual trace share wait_submit=*")
        curve("online rho 0", logs[i] "ar ar=0 online share wait_submit=*")
        curve("online rho 1", logs[i] "ar ar=1 online share wait_submit=*")
    }
    drawing("fig7", "Figure 7: (a) mean wait from submission, (b) operations, by rho")
    panel("(a) hours", RHO, "", "h")
    for (i = 1; i <= 3; i++)
        curve(title[logs[i]], logs[i] "ar ar=* online wait_submit_mean")
    panel("(b) tree nodes of a search", RHO, "", 0)
    for (i = 1; i <= 3; i++)
        curve(title[logs[i]], logs[i] "ar ar=* online search_visits_mean")
    panel("(b) updates of the paper's trees", RHO, "", 0)
    for (i = 1; i <= 3; i++)
        curve(title[logs[i]], logs[i] "ar ar=* online tree_updates_mean")

    begin("claims")
    printed(of("kth lengths=actual online jobs"), 28481, 0, "KTH ", " jobs")
    printed(of("hpc2n lengths=actual online jobs"), 202825, 0, "HPC2N ", " jobs")
    printed(of("kth lengths=actual online length_mean"), 2.46, 2, "KTH ", " h", 3600)
    printed(of("hpc2n lengths=actual online length_mean"), 4.72, 2, "HPC2N ", " h", 3600)
    row("table 1", "jobs and their mean length", "KTH's jobs to the job; other versions" \
        " of the logs; KTH has 100 processors, not 128; CTC by its jobs of 15 minutes" \
        " or more (also tried)")
    claim("table 1: 28,481 and 202,825 jobs, which run 2.46 and 4.72 h", "other versions" \
          " of the logs")
    claim("\"events such as servers going down [...] have little impact\" (5)", "the" \
          " logs do not say when they did")
    unsaid(here(of("ctc15step wait_mean: step=1m / step=15m")), "x", "CTC ")
    unsaid(here(of("kthstep wait_mean: step=1m / step=15m")), "x", "KTH ")
    claim("\"no major gain was found for smaller values\" than 15 minutes (5)", "waits with" \
          " 1 minute, over waits with 15; how much is major is not said")
    for (i = 1; i <= 3; i++)
        part(of(logs[i] " temporal_penalty_below_1: trace " small), "", 0.5, "%",
             title[logs[i]] " ")
    claim("\"P < 1.0 [...] usually does not hold for small jobs\" (5)", "share of jobs" \
          " under 2 h below 1, batch, over weeks")
    stand_in = SIZE
    on("kth", higher, 10, "", "x")
    row("figure 3(a)", "small jobs: batch's penalty higher, \"an order of magnitude or" \
        " more\"", "higher at nearly every length; " SIZE)
    claim("KTH: \"small jobs experience a higher temporal penalty, an order of" \
          " magnitude or more, under the batch scheduler\" (5.1)")
    stand_in = SIZE
    on("kth", middle, "", 1, "x")
    row("figure 3(b)", "2 to 10 h: online's penalty is the higher one", "KTH's recorded" \
        " waits are long at each of these lengths; " SIZE)
    claim("KTH, 2 to 10 h: \"our algorithm penalizes larger jobs more heavily\" (5.1)")
    stand_in = "CTC's cut is ours; " OTHER
    on("ctc15", higher, 10, "", "x", "small ")
    on("hpc2n", higher, 10, "", "x")
    on("ctc15", middle, "", 1, "x", "2 to 10 h ")
    on("hpc2n", middle, "", 1, "x")
    claim("\"Similar results were obtained for the other two workloads\" (5.1)",
          "batch's penalty is the higher one at all lengths; how similar is not said")
    for (i = 1; i <= 3; i++)
        unsaid(here(ar(logs[i], 0, "attempts_mean " small)), "", title[logs[i]] " ")
    for (i = 1; i <= 3; i++)
        shown(of(logs[i] " " again small " - online " medium), "",
              i == 1 ? "less those of 2 to 10 h: CTC " : title[logs[i]] " ")
    claim("\"the small number of times that the algorithm needs to reschedule [...]" \
          " small jobs\" (5.1)", "attempts; how small is not said")
    on("ctc15", "wait_below_2_h: online", 0.5, "", "%")
    row("figure 4(a), CTC", "\"most jobs\" wait under 2 h online")
    claim("CTC: \"most jobs have a waiting time smaller than 2 hours\" (5.1)")
    printed(wait("ctc15", "online"), 19, 0, "online ", " h", 3600)
    part(here(apart("ctc15")), 200 * 3600, "", "h", "apart ")
    row("figure 4(a), CTC, tails", "apart \"by hundreds of hours\", 19 h online", "H and tau are" \
        " not given; 674 h, batch's, chose the cut (also tried)")
    claim("CTC: \"tail lengths [...] differ by hundreds of hours\", 19 h online (5.1)",
          "H and tau are not given; 674 h, batch's, chose the cut (also tried)")
    on("kth", "wait_below_1_h: trace - online", 0, "", "points")
    row("figure 4(a), KTH", "more jobs wait under 1 h by batch")
    claim("KTH: \"more jobs wait for less than 1 hour under the batch scheduler\" (5.1)")
    unsaid(of("kth wait_below_2_h: trace - online"), "points", "batch less online ")
    claim("KTH: \"the waiting time distributions even out before 2 hours\" (5.1)", "share" \
          " below 2 h; how near is even is not said")
    printed(wait("kth", "online"), 75, 0, "online ", " h", 3600)
    printed(wait("kth", "trace"), 272.5, 1, "batch ", " h", 3600)
    printed(apart("kth"), 2, 0, "apart ", " hundred h", 360000)
    row("figure 4(a), KTH, tails", "apart \"by two hundred hours\", 75 and 272.5 h", "H and tau are" \
        " not given")
    claim("KTH: \"the length of the tails differ by two hundred hours\", 75 and 272.5 h" \
          " (5.1)", "H and tau are not given")
    on("kth", "lengths=actual online share " small, 0.5, "", "%")
    row("figure 4(b)", "\"most jobs in the KTH workload\" are shorter than 2 h", "by" \
        " the time they ran")
    claim("\"most jobs in the KTH workload have a duration smaller than 2 hours\" (5.1)")
    for (i = 1; i <= 2; i++)
        unsaid(of(logs[i] " lengths=actual online utilisation"), "%", title[logs[i]] " ")
    claim("\"our algorithm can pack incoming jobs more efficiently and hence improve" \
          " the utilization\" (5.1)", "on a log utilisation is its load")
    for (k = 1; k <= 2; k++)
        for (i = 1; i <= 2; i++) {
            x = (k == 1 ? "online" : "trace") " servers="
            on(logs[i], "wait_mean: " x (i == 2 ? "65-128" : "257-512") " / " x "1", 1,
               "", "x", k == 1 ? "online " : "batch ")
        }
    row("figure 5", "waits grow with the size of a job, online and batch", "largest" \
        " jobs over jobs of one server")
    claim("\"the waiting time increases with the spatial size for both\" (5.1)", "largest" \
          " jobs over jobs of one server")
    for (i = 1; i <= 2; i++) on(logs[i], "wait_mean: online / trace", "", 1, "x")
    claim("\"smaller average waiting time compared to the batch algorithm for both" \
          " workloads\" (5.1)")
    for (k = 1; k <= 4; k++)
        printed(of("ctc lengths=actual online attempts_mean asked=" asked[k]),
                paper_ctc[k], 2, k == 1 ? "CTC " : "")
    for (k = 1; k <= 2; k++)
        printed(of("kth lengths=actual online attempts_mean asked=" asked[k]),
                paper_kth[k], 2, k == 1 ? "KTH " : "")
    row("table 2", "attempts by size of a job", "of CTC's whole log; KTH has no job" \
        " above 100")
    claim("table 2: CTC 2.96, 5.34, 7.22, 13.25; KTH 10.27, 60", "H and tau are not" \
          " given; CTC is the whole log")
    for (k = 2; k <= 4; k++)
        on("ctc", again "asked=" asked[k] " - online asked=" asked[k - 1], 0, "", "")
    on("kth", again "asked=" asked[2] " - online asked=" asked[1], 0, "", "")
    claim("\"as n_r increases, the number of scheduling attempts increases\" (5.1)")
    for (k = 1; k <= 2; k++)
        part(less(here(of("kth lengths=actual online attempts_mean asked=" asked[k])),
                  here(of("ctc lengths=actual online attempts_mean asked=" asked[k]))), 0,
             "", "", "")
    claim("\"a larger number of scheduling attempts for the KTH workload as compared to" \
          " CTC\" (5.1)")
    peak("ctc15")
    peak("kth")
    row("figure 6", "\"a peak around 3 hours\" in both graphs", "at rho 1, over seeds")
    claim("\"In both graphs we observe a peak around 3 hours\" (5.2)", "rho 1")
    for (i = 1; i <= 2; i++)
        part(changed(logs[i]), 1, "", "x", title[logs[i]] " ")
    claim("\"as rho increases, the distribution of waiting times changes in the range" \
          " [0:3] hours\" (5.2)", "change of the shares from rho 0 to 1, over the change" \
          " beyond 3 h")
    for (i = 1; i <= 2; i++)
        for (k = 1; k <= 2; k++)
            unsaid(over(ar(logs[i], k / 2, "wait_submit_max"),
                        ar(logs[i], 0, "wait_submit_max")), "x",
                   title[logs[i]] " rho " k / 2 " ")
    claim("\"the tail lengths for both remain the same\" (5.2)", "over rho 0's; how near" \
          " is the same is not said")
    for (k = 1; k <= 4; k++)
        part(less(ar("ctc15", k / 4, "wait_submit_below_2_h"),
                  here(of("ctc15 lengths=actual trace wait_below_2_h"))), 0, "", "points",
             "rho " k / 4 " ")
    claim("CTC: \"outperforms the batch scheduling algorithm for multiple values of rho\"" \
          " (5.2)", "share that waits less than 2 h, from submission as in figure 6")
    for (k = 0; k <= 4; k++)
        part(less(below_1_h(k / 4), here(of("kth lengths=actual trace wait_below_1_h"))),
             "", 0, "points", "rho " k / 4 " ")
    claim("KTH: \"batch scheduling performs better [...] for all values of rho\" (5.2)",
          "share that waits less than 1 h, from submission as in figure 6")
    for (k = 1; k <= 4; k++)
        part(over(here(wait("kth", "trace")), ar("kth", k / 4, "wait_submit_max")), 1, "",
             "x", "rho " k / 4 " ")
    claim("KTH: \"the tail for the batch scheduler is significantly longer\" (5.2)")
    grown("wait_submit_mean", 0.5, 0, 0, "", "h", "0.5 less 0: ")
    grown("wait_submit_mean", 1, 0.5, 0, "", "h", "1 less 0.5: ")
    row("figure 7(a)", "waits grow with rho", "from submission: reservations are ready" \
        " 1.5 h later on average")
    claim("\"the waiting time increases as rho increases\" (5.2)", "from submission, as" \
          " the peak at 3 h shows")
    grown("delayed_fraction", 1, 0, "", 0, "points", "wait at all: ")
    grown("attempts_mean", 1, 0, "", 0, "", "attempts: ")
    claim("\"it is more likely that the algorithm will find resources available without" \
          " having to search in multiple slots, resulting in fewer scheduling attempts\"" \
          " (5.2)", "at rho 1 less at 0")
    # tree nodes that a search looks at, and updates as the paper's trees have them
    for (k = 1; k <= 2; k++)
        for (i = 1; i <= 3; i++) {
            x = k == 1 ? "search_visits_mean" : "tree_updates_mean"
            unsaid(over(ar(logs[i], 1, x), ar(logs[i], 0, x)), "x",
                   (i > 1 ? "" : k == 1 ? "searches: " : "updates: ") title[logs[i]] " ")
        }
    row("figure 7(b)", "operations \"relatively constant\" over rho", "at rho 1 over 0;" \
        " how near is constant is not said")
    stand_in = OTHER
    grown("tree_size_mean", 1, 0, 0, "", 1, "size: ")
    grown("attempts_mean", 1, 0, "", 0, "", "attempts: ")
    claim("\"even though [...] the size of the binary search trees is expected to" \
          " increase, the number of operations remains relatively constant due to the" \
          " smaller number of slots searched and the balancing feature\" (5.2)",
          "operations at rho 1 over 0, how near is constant is not said; idle periods in" \
          " the paper's tree that is searched first, and attempts, at 1 less at 0")
    part(over(over(of("phase512 online search_visits_attempt"),
                   of("phase64 online search_visits_attempt")), alone(9 / 6)), "", 1, "x")
    claim("\"Phase 1 of the algorithm takes time at most O(log N)\" (4.3)", "tree nodes" \
          " at 512 servers over 64, over log2(N)")
    part(growth("grow servers=* online search_visits_attempt", 2), "", 1, "x")
    claim("an attempt takes \"O((log N)^2) time in the worst case\" (4.3)", "the same," \
          " over log2(N)^2")
    stand_in = "two sizes do not refute a bound for large N"
    part(growth("grow servers=* online update_visits_server", 2), "", 1, "x")
    claim("\"This update operation takes O(n_r x Q x (log N)^2) time\" (4.3)", "the" \
          " same of a server booked; Q is the same")
    for (i = 1; i <= 3; i++)
        part(of(logs[i] " wait_mean: online / trace"), "", 1, "x", title[logs[i]] " ")
    for (i = 1; i <= 3; i++)
        unsaid(here(ar(logs[i], 0, "utilisation")), "%",
               (i > 1 ? "" : "utilisation: ") title[logs[i]] " ")
    row("section 6", "\"under typical conditions\": high utilization, smaller delays",
        "waits over what the logs recorded, by weeks; how high is not said, and on a" \
        " log utilisation is its load")
    live()
    claim("\"under typical conditions, our scheduling algorithm achieves high utilization" \
          " and provides smaller delays without adding much complexity\" (6)", "waits" \
          " over the log's, by weeks; how high and how much is not said; then how much" \
          " longer EASY and conservative, which know as much, wait than online")

    begin("tried")
    printed(of("ctc15 lengths=actual online jobs"), 39734, 0, "", " jobs")
    printed(of("ctc15 lengths=actual online length_mean"), 5.82, 2, "", " h", 3600)
    printed(wait("ctc15", "trace"), 674, 1, "batch ", " h", 3600)
    shown(of("ctc15 wait_below_2_h: online / trace"), "x", "\"nearly a factor of two\" ")
    shown(of("ctc15asked online share " small), "%", "\"at most 14%\" ")
    tried("CTC's jobs of 15 minutes or more, a cut chosen by these numbers, which are" \
          " counted nowhere")
    shown(of("ctc wait_below_2_h: online"), "%", "under 2 h ")
    shown(of("ctc wait_below_2_h: online / trace"), "x", "over batch ")
    shown(of("ctc wait_mean: online / trace"), "x", "mean wait over batch's ")
    shown(of("ctc " middle), "x", "2 to 10 h ")
    tried("CTC's whole log")
    shown(over(of("kth128 trace temporal_penalty_mean " small),
               of("kth128 online temporal_penalty_mean " small)), "x", "small jobs ")
    shown(over(of("kth128 trace temporal_penalty_mean " medium),
               of("kth128 online temporal_penalty_mean " medium)), "x", "2 to 10 h ")
    shown(of("kth128 online wait_max"), "h", "longest wait (paper 75) ")
    tried("KTH on 128 processors, batch's penalty over online's")
    for (i = 1; i <= 3; i++)
        shown(of(logs[i] "asked wait_mean: online / easy"), "x", title[logs[i]] " ")
    tried("booked by the time requested, online's mean wait over EASY's")
    shown(less(of("kthload lengths=paper online utilisation"),
               of("kthload lengths=paper fcfs utilisation")), "points", "FCFS ")
    shown(less(of("kthload lengths=paper online utilisation"),
               of("kthload lengths=paper easy utilisation")), "points", "EASY ")
    shown(less(of("kthload lengths=actual online utilisation"),
               of("kthload lengths=actual easy utilisation")), "points", "EASY that knows" \
          " run times ")
    tried("KTH at load 1.3, where online's utilisation is higher by")

    readme("(KTH " plain(ar("kth", 0, "wait_mean"), "h") " without, " \
           plain(ar("kth", 1, "wait_mean"), "h") " with reservations only")
    page("Castillo et al. (HPDC 2009), measured again", "Online is the paper's" \
        " algorithm on its own structure, Q/2 further attempts 15 minutes apart, 42" \
        " days ahead, jobs booked by the time they ran; batch is what the logs" \
        " recorded: KTH on 100 servers, CTC's jobs of 15 minutes or more on 512, HPC2N" \
        " on 240. What is said of one log is judged on it, with the weeks of the log in" \
        " brackets; rho is over five seeds, HPC2N's over three.")
}
