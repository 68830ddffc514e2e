# paper5.awk - the facts of paper5.sh as a document: the claims of Netto and Buyya,
# of their abstract and sections 4, 5 and 7, where they can be measured, each with what
# was measured and a verdict.
#
#     awk -f bench/papers/claims.awk -f bench/papers/paper5.awk FACTS
#
# A verdict is computed from numbers by the rule that stands beside it; the limits in the
# rules are the constants at the top of END. Facts are "reading small error mode figure,
# tab, value"; with " least" and " most" behind, over the seeds. A figure with "/better"
# is by how many percent of rigid's it is better. Readings: of how much load there is.

# ---- facts -----------------------------------------------------------------------------

function at(reading, small, err, mode, figure) {
    return f(reading " " small " " err " " mode " " figure)
}

# A figure's mean over the errors; over small jobs kept and dropped, too, if `small` is
# "both".
function over(reading, small, mode, figure,    i, sum) {
    if (small == "both")
        return (over(reading, "kept", mode, figure) + \
                over(reading, "dropped", mode, figure)) / 2
    for (i = 1; i <= errors; i++) sum += at(reading, small, error_[i], mode, figure)
    return sum / errors
}

# At the largest or smallest error, mean of small jobs kept and dropped.
function end_of(reading, which, mode, figure) {
    return (at(reading, "kept", which, mode, figure) + \
            at(reading, "dropped", which, mode, figure)) / 2
}

# ---- how figures are shown -------------------------------------------------------------

function ranged(key, scale, digits) {
    if (!(key " least" in F)) return number(f(key) * scale, digits)
    return number(f(key) * scale, digits) " (" number(f(key " least") * scale, digits) \
           " to " number(f(key " most") * scale, digits) ")"
}

function points(x) { return number(x, 2) }

# ---- claims of a form ------------------------------------------------------------------

# a[i] against b[i], for each reading: is a more, by SAME at least?
function judged(said, what, rule,    i, n, text) {
    for (i = 1; i <= readings; i++) {
        n += a[i] - b[i] >= SAME
        text = text (i > 1 ? "; " : "") reading[i] " " points(a[i]) \
               (against ? " against " points(b[i]) : "") note[i]
    }
    claim(said, what ": " text, rule "; in part: in one of the readings",
          n == readings, n)
}

# The figure is better than rigid's.
function claim_gain(said, mode, figure, what,    i) {
    against = 0
    for (i = 1; i <= readings; i++) {
        a[i] = over(reading[i], "both", mode, figure "/better")
        b[i] = 0
        note[i] = " (better in " ahead(reading[i], mode, figure) " of the runs)"
    }
    judged(said, mode ", " what ", % better than rigid",
           "at least " SAME " on average, in each reading")
    split("", note)
}

# A figure is better by more with one mode than with another, or than another figure.
function claim_more(said, mode, figure, mode2, figure2, what,    i) {
    against = 1
    for (i = 1; i <= readings; i++) {
        a[i] = over(reading[i], "both", mode, figure "/better")
        b[i] = over(reading[i], "both", mode2, figure2 "/better")
    }
    judged(said, what ", % better than rigid",
           "at least " SAME " points more on average, in each reading")
}

# The worse the estimates, the better.
function claim_steep(said, mode, figure, what,    i) {
    against = 1
    for (i = 1; i <= readings; i++) {
        a[i] = end_of(reading[i], error_[errors], mode, figure "/better")
        b[i] = end_of(reading[i], error_[1], mode, figure "/better")
    }
    judged(said, mode ", " what ", % better than rigid, estimates " error_[errors] \
           " % too long against " error_[1] " %",
           "at least " SAME " points more, in each reading")
}

# Without small jobs it is better by more.
function claim_dropped(said, mode, figure, what,    i) {
    against = 1
    for (i = 1; i <= readings; i++) {
        a[i] = over(reading[i], "dropped", mode, figure "/better")
        b[i] = over(reading[i], "kept", mode, figure "/better")
    }
    judged(said, mode ", " what ", % better than rigid, small jobs dropped against kept",
           "at least " SAME " points more on average, in each reading")
}

# ---- claims of their own ---------------------------------------------------------------

function claim_load(    x, y) {
    x = f("log load") + f("log meta_load BLUE")
    y = f("log load") + f("log meta_load BLUE.nodes")
    claim("with all of BLUE's first year folded, the load of the local clusters stays" \
          " approximately 80 % (5.1)",
          "as the logs are: local jobs " percent(f("log load")) ", meta-jobs " \
          percent(f("log meta_load BLUE")) ", in all " percent(x) "; sizes of BLUE in" \
          " nodes: " percent(f("log meta_load BLUE.nodes")) ", in all " percent(y),
          "in all 75 to 85 %; in part: with sizes in nodes", x >= 0.75 && x <= 0.85,
          y >= 0.75 && y <= 0.85)
}

function claim_joined(    i, n, m, x, y, text) {
    for (i = 1; i <= readings; i++) {
        x = over(reading[i], "both", "shift+remap", "joined/several")
        y = over(reading[i], "both", "shift", "joined/several")
        n += x - y >= 0.01
        m += x - y >= 0.05
        text = text (i > 1 ? "; " : "") reading[i] " " percent(x) " against " percent(y)
    }
    claim("shift and remap together increase the possibility of moving multi-site jobs" \
          " into a single cluster (5.2)",
          "of the meta-jobs booked at several sites so many ran at one, shift+remap" \
          " against shift: " text, "at least 5 points more, in each reading; in part: 1" \
          " point in one", m == readings, n)
}

# Where the gain of remap over shift comes from: meta-jobs.
function claim_overhead(    i, n, m, x, text) {
    for (i = 1; i <= readings; i++) {
        x = over(reading[i], "both", "shift+remap", "response_meta/better") - \
            over(reading[i], "both", "shift", "response_meta/better")
        n += x >= SAME
        m += x >= 1
        text = text (i > 1 ? "; " : "") reading[i] " " points(x)
    }
    claim("hence the response time is reduced significantly, as the network's overhead" \
          " is eliminated (5.2)",
          "response time of meta-jobs, points that shift+remap is better than shift: " \
          text, "at least 1 point, in each reading; in part: " SAME " in one",
          m == readings, n)
}

function claim_same(    i, n, m, x, y, text) {
    for (i = 1; i <= readings; i++) {
        x = over(reading[i], "both", "shift+remap", "response_local/better")
        y = over(reading[i], "both", "shift+remap", "response_meta/better")
        n += x - y <= 1 && y - x <= 1
        m += x > 0 && y > 0
        text = text (i > 1 ? "; " : "") reading[i] " " points(x) " against " points(y)
    }
    claim("the results for only local and only external jobs are the same for the" \
          " response time (5.2)",
          "shift+remap, response time, % better than rigid, local against meta: " text,
          "within 1 point, in each reading; in part: both better, in each",
          n == readings, m == readings)
}

function claim_slight(    i, n, m, x, y, text) {
    for (i = 1; i <= readings; i++) {
        x = over(reading[i], "both", "shift+remap", "bsld_local/better")
        y = over(reading[i], "both", "shift+remap", "bsld_meta/better")
        n += x - y >= SAME && x - y <= 10
        m += x - y >= SAME
        text = text (i > 1 ? "; " : "") reading[i] " " points(x) " against " points(y)
    }
    claim("slowdown: a slight advantage for the local users (5.2, fig. 5 and 6)",
          "shift+remap, slowdown, % better than rigid, local against meta: " text,
          sprintf("%s to 10 points more, in each reading; in part: more, in one", SAME),
          n == readings, m)
}

function small_share(r, kind) {
    return 1 - ratio(at(r, "dropped", error_[1], "rigid", kind),
                     at(r, "kept", error_[1], "rigid", kind))
}

function claim_small_share(    i, n, x, y, text) {
    for (i = 1; i <= readings; i++) {
        x = small_share(reading[i], "local_jobs")
        y = small_share(reading[i], "meta_jobs")
        n += x >= 0.5 && x > y
        text = text (i > 1 ? "; " : "") reading[i] " " percent(x) " against " percent(y)
    }
    claim("for small jobs are a large number of the local jobs, and not of the external" \
          " ones (5.2)", "small jobs among the local ones against among meta-jobs: " \
          text, "at least half, and more than among meta-jobs, in each reading; in" \
          " part: in one", n == readings, n)
}

function claim_gaps(    i, n, x, y, text) {
    for (i = 1; i <= readings; i++) {
        x = over(reading[i], "dropped", "shift+remap", "moved/meta")
        y = over(reading[i], "kept", "shift+remap", "moved/meta")
        n += x > y * 1.01
        text = text (i > 1 ? "; " : "") reading[i] " " number(x, 2) " against " \
               number(y, 2)
    }
    claim("for without them there are no jobs to fit the gaps of those that completed" \
          " before the expected time (5.2)",
          "shift+remap, moves of a meta-job, small jobs dropped against kept: " text,
          "1 % more, in each reading; in part: in one", n == readings, n)
}

function claim_promises(    i, n, late, text) {
    for (i = 1; i <= readings; i++) {
        n += f(reading[i] " ended")
        late += f(reading[i] " late")
    }
    claim("no job completes later than in the original schedule (4.2); users keep their" \
          " guarantees (7)", sprintf("of %d jobs (all modes, estimates %s %% too long," \
          " one seed) %d end after the end that they were promised first", n,
          error_[errors], late), "none", late == 0, 0)
}

# ---- tables ----------------------------------------------------------------------------

function reading_rows(    i, r) {
    print "| reading | local load | meta-jobs' load | in all | local jobs | meta-jobs |" \
          " at several sites | rigid: response time, h | slowdown | utilisation |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= readings; i++) {
        r = reading[i]
        printf "| %s | %s | %s | %s | %d | %d | %s | %s | %s | %s |\n", r,
               percent(f(r " load")), percent(f(r " meta_load")),
               percent(f(r " load") + f(r " meta_load")), f(r " jobs"), f(r " metas"),
               percent(at(r, "kept", error_[1], "rigid", "several/meta")),
               number(at(r, "kept", error_[1], "rigid", "response") / 3600, 2),
               number(at(r, "kept", error_[1], "rigid", "bsld"), 1),
               percent(at(r, "kept", error_[1], "rigid", "utilisation"))
    }
    lacking = ""
}

function figure_table(heading, figure,    i, j, k, m) {
    print "\n### " heading "\n"
    printf "| |"
    for (k = 1; k <= errors; k++) printf " +%s %% |", error_[k]
    printf "\n|---|"
    for (k = 1; k <= errors; k++) printf "---|"
    print ""
    for (i = 1; i <= readings; i++)
        for (j = 1; j <= 2; j++)
            for (m = 2; m <= modes; m++) {
                printf "| %s, small %s, %s |", reading[i], small_[j], mode_[m]
                for (k = 1; k <= errors; k++)
                    printf " %s |", ranged(reading[i] " " small_[j] " " error_[k] " " \
                                           mode_[m] " " figure "/better", 1, 1)
                print ""
            }
    lacking = ""
}

function move_rows(    i, j, m, r, e, n, k, figure) {
    n = split("asked moved shifts remaps molds joined several several_one one_several",
              figure, " ")
    print "| | asked | moved | by shift | by remap | by mold | from several sites to" \
          " one | booked at several | of these, ran at one | booked at one, ran at" \
          " several |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    e = error_[errors]
    for (i = 1; i <= readings; i++)
        for (j = 1; j <= 2; j++)
            for (m = 1; m <= modes; m++) {
                printf "| %s, small %s, %s |", reading[i], small_[j], mode_[m]
                for (k = 1; k <= n; k++)
                    printf " %.0f |", at(reading[i], small_[j], e, mode_[m], figure[k])
                print ""
            }
    lacking = ""
}

function beside_row(label, r,    m) {
    printf "| %s |", label
    for (m = 1; m <= modes; m++)
        printf " %s; %s; %s |",
               number(at(r, "kept", 25, mode_[m], "response") / 3600, 2),
               number(at(r, "kept", 25, mode_[m], "bsld"), 1),
               percent(at(r, "kept", 25, mode_[m], "utilisation"))
    print ""
}

function beside_rows(    m) {
    printf "| |"
    for (m = 1; m <= modes; m++) printf " %s |", mode_[m]
    printf "\n|---|"
    for (m = 1; m <= modes; m++) printf "---|"
    print ""
    beside_row("together", "together")
    beside_row("early binding", "early")
    beside_row("only the 10 earliest slots are published", "slots")
    beside_row("a message takes a minute", "slow")
    beside_row("a message takes a minute, one in a hundred is lost", "lossy")
    beside_row("sites fail every 30 days, for 4 hours", "failing")
    lacking = ""
}

# ---- reasons ---------------------------------------------------------------------------

function hours(r, small, err, mode, figure) {
    return number(at(r, small, err, mode, figure) / 3600, 1)
}

# By how many hours the mean response time is shorter than with rigid.
function hours_won(r, small, err, mode) {
    return number((at(r, small, err, "rigid", "response") - \
                   at(r, small, err, mode, "response")) / 3600, 1)
}

function first_last(r, small, mode) {
    return hours(r, small, error_[1], mode, "response") " h to " \
           hours(r, small, error_[errors], mode, "response") " h"
}

# What of the meta-jobs is so, of the reading `together`, small jobs kept.
function of_metas(err, mode, figure) {
    return percent(ratio(at("together", "kept", err, mode, figure),
                         at("together", "kept", err, mode, "meta_jobs")))
}

# The reasons found, each with the numbers that show it; where nothing else is said, of
# the reading `together`.
function tell_reasons(    e, z) {
    z = error_[1]
    e = error_[errors]
    paragraph("**What makes rigid bad is any fixed booking, at one site as well.**" \
        " Only " of_metas(e, "rigid", "several") " (estimates +" e " %) of the" \
        " meta-jobs are booked at several sites; the others are at one, but booked by" \
        " the metascheduler and so as fixed. Jobs that end early leave gaps before a" \
        " fixed booking that longer jobs do not fit. In queues that are nearly full" \
        " all wait for it, local jobs as long as meta-jobs (rigid, +" e " %: " \
        hours("together", "kept", e, "rigid", "response_local") " and " \
        hours("together", "kept", e, "rigid", "response_meta") " h). Smaller" \
        " bookings are less in the way: in `nodes`, at nearly the same load, the gain" \
        " is " \
        points(over("nodes", "both", "shift+remap", "response/better")) " % against " \
        points(over("together", "both", "shift+remap", "response/better")) " %.")
    paragraph("**Why the gain grows with the error of the estimates:** because rigid" \
        " gets worse, from " first_last("together", "kept", "rigid") " of mean response" \
        " time, while the others stay as they are: shift " \
        first_last("together", "kept", "shift") ", shift+remap " \
        first_last("together", "kept", "shift+remap") ". With rescheduling, bad" \
        " estimates hardly matter.")
    paragraph("**Without small jobs** everybody waits longer, with rigid and with the" \
        " others, in about the same proportion. In hours the paper is right:" \
        " shift+remap saves " hours_won("together", "kept", e, "shift+remap") \
        " h with small jobs and " hours_won("together", "dropped", e, "shift+remap") \
        " h without them (+" e " %; `apart` " \
        hours_won("apart", "kept", e, "shift+remap") " and " \
        hours_won("apart", "dropped", e, "shift+remap") ", `nodes` " \
        hours_won("nodes", "kept", e, "shift+remap") " and " \
        hours_won("nodes", "dropped", e, "shift+remap") "). In percent, as it is drawn," \
        " it is about the same for the response time, and more only for the slowdown," \
        " which small jobs, no longer there, had kept down.")
    paragraph("**What remap adds to shift** is mostly earlier starts at other sites," \
        " not overhead that is saved: of " \
        number(at("together", "kept", e, "shift+remap", "moved"), 0) " moves " \
        number(at("together", "kept", e, "shift+remap", "remaps"), 0) " are remaps, " \
        number(at("together", "kept", e, "shift+remap", "joined"), 0) \
        " from several sites to one. In the end " \
        number(at("together", "kept", e, "shift+remap", "several_one"), 0) \
        " jobs booked at several sites ran at one, and " \
        number(at("together", "kept", e, "shift+remap", "one_several"), 0) \
        " booked at one ran at several.")
    paragraph("**Processors in use** are the load that comes, as long as queues do not" \
        " grow without end. Hence nothing is to be gained in `together` and `nodes`;" \
        " only in `apart`, " percent(f("apart load") + f("apart meta_load")) " in all," \
        " does rigid leave work behind when submissions end. The gain that the paper" \
        " draws says that its sites were crowded to that degree, or that it counts the" \
        " time after the last submission.")
    paragraph("**What mold gains in utilisation is, in part, waste:** a job on twice" \
        " as many processors takes more processor time for the same work (Amdahl), and" \
        " that counts as in use. Utilisation by meta-jobs, `together`, +" e " %: " \
        percent(at("together", "kept", e, "shift+remap+mold", "utilisation_meta")) \
        " with mold, " \
        percent(at("together", "kept", e, "shift+remap", "utilisation_meta")) \
        " without it, for the same meta-jobs.")
    paragraph("**To know less can help rigid.** Where sites publish only their 10" \
        " earliest slots, the metascheduler cannot book far ahead: it asks again until" \
        " there is room, and what it then books is soon out of the way. Mean response" \
        " time with rigid, +25 %: " hours("slots", "kept", 25, "rigid", "response") \
        " h instead of " hours("together", "kept", 25, "rigid", "response") \
        " h, for " number(at("slots", "kept", 25, "rigid", "messages") / 1e6, 1) \
        " million messages. Late binding helps all modes, rigid most: with early" \
        " binding it is " hours("early", "kept", 25, "rigid", "response") " h.")
    paragraph("**Local users have no advantage in the slowdown here**, as small jobs," \
        " which gain most, are " percent(small_share("together", "meta_jobs")) " of the" \
        " jobs of SDSC-BLUE and " percent(small_share("together", "local_jobs")) \
        " of the local ones. The paper has it the other way round; its BLUE log is an" \
        " earlier version.")
    lacking = ""
}

# ---- the document ----------------------------------------------------------------------

# In how many runs (each error, small jobs kept and dropped, each seed) a mode is better.
function ahead(r, mode, figure) { return percent(f(r " " mode " " figure "/ahead")) }

function summary() {
    paragraph("**In short.** Of the claims below, " counted["holds"] + 0 " hold, " \
        counted["holds in part"] + 0 " hold in part, " counted["does not hold"] + 0 \
        " do not hold and " counted["cannot be told"] + 0 " cannot be told." \
        " Rescheduling is better than rigid bookings in every reading of the load, for" \
        " local jobs and for meta-jobs, and the more so the worse the estimates are:" \
        " shift+remap shortens the mean response time in " \
        ahead("together", "shift+remap", "response") ", " \
        ahead("apart", "shift+remap", "response") " and " \
        ahead("nodes", "shift+remap", "response") " of the runs. Most of it is shift's." \
        " What is not found again is a gain in utilisation below saturation, and an" \
        " advantage of local users in the slowdown; that fewer small jobs make the" \
        " gain larger is so in hours, hardly in percent.")
    lacking = ""
}

END {
    SAME = 0.1
    readings = split("together apart nodes", reading, " ")
    modes = split("rigid shift shift+remap shift+remap+mold", mode_, " ")
    split("kept dropped", small_, " ")
    errors = split("together kept 5 rigid jobs" in F ? "0 5 10 15 20 25" : "0 25",
                   error_, " ")

    section("Section 5.1: the set-up")
    claim_load()
    claim_small_share()

    section("Section 5.2, figure 3: response time")
    claim_gain("Shift reduces the response time (fig. 3)", "shift", "response",
               "response time")
    claim_gain("Shift with Remap reduces it (fig. 3)", "shift+remap", "response",
               "response time")
    claim_more("Shift and Remap together generate better results than only Shift" \
               " (fig. 3)", "shift+remap", "response", "shift", "response",
               "response time, shift+remap against shift")
    claim_joined()
    claim_overhead()
    claim_dropped("when small jobs are removed, the reduction is higher: Shift (fig. 3)",
                  "shift", "response", "response time")
    claim_dropped("when small jobs are removed, the reduction is higher: Shift with" \
                  " Remap (fig. 3)", "shift+remap", "response", "response time")
    claim_gaps()
    claim_steep("a higher impact where users do not provide precise estimates: Shift" \
                " (fig. 3)", "shift", "response", "response time")
    claim_steep("a higher impact where users do not provide precise estimates: Shift" \
                " with Remap (fig. 3)", "shift+remap", "response", "response time")
    claim_same()

    section("Section 5.2, figures 4 to 6: slowdown")
    claim_more("the reduction of the slowdown is more significant than that of the" \
               " response time: Shift (fig. 4)", "shift", "bsld", "shift", "response",
               "shift, slowdown against response time")
    claim_more("the reduction of the slowdown is more significant than that of the" \
               " response time: Shift with Remap (fig. 4)", "shift+remap", "bsld",
               "shift+remap", "response",
               "shift+remap, slowdown against response time")
    claim_gain("Shift has a benefit over rigid, all jobs (fig. 4)", "shift", "bsld",
               "slowdown")
    claim_gain("Shift with Remap has a benefit over rigid, all jobs (fig. 4)",
               "shift+remap", "bsld", "slowdown")
    claim_gain("Shift has a benefit over rigid, local jobs (fig. 5)", "shift",
               "bsld_local", "slowdown of local jobs")
    claim_gain("Shift with Remap has a benefit over rigid, local jobs (fig. 5)",
               "shift+remap", "bsld_local", "slowdown of local jobs")
    claim_gain("Shift has a benefit over rigid, meta-jobs (fig. 6)", "shift",
               "bsld_meta", "slowdown of meta-jobs")
    claim_gain("Shift with Remap has a benefit over rigid, meta-jobs (fig. 6)",
               "shift+remap", "bsld_meta", "slowdown of meta-jobs")
    claim_slight()

    section("Section 5.2, figure 7: utilisation")
    claim_gain("Shift with Remap gains utilisation (fig. 7)", "shift+remap",
               "utilisation", "processors in use")
    claim_more("the same behaviour: more with Shift and Remap than with Shift (fig. 7)",
               "shift+remap", "utilisation", "shift", "utilisation",
               "processors in use, shift+remap against shift")
    claim_dropped("the same behaviour: more without small jobs (fig. 7)", "shift+remap",
                  "utilisation", "processors in use")
    claim_steep("the same behaviour: more with worse estimates (fig. 7)", "shift+remap",
                "utilisation", "processors in use")

    section("The abstract, sections 4.2 and 7")
    claim_gain("rescheduling brings benefits for local applications (abstract)",
               "shift+remap", "response_local", "response time of local jobs")
    claim_gain("rescheduling brings benefits for multi-site applications (abstract)",
               "shift+remap", "response_meta", "response time of meta-jobs")
    claim_steep("especially when the quality of estimates is low (abstract, 7)",
                "shift+remap", "bsld", "slowdown")
    claim_dropped("especially when there is a reduced number of small jobs (abstract, 7)",
                  "shift+remap", "bsld", "slowdown")
    claim_promises()

    print "# Netto and Buyya, sections 5 and 7 and the abstract, measured again\n"
    paragraph("Made by `make paper5`; not to be edited. Each claim of the paper's" \
        " section 5, of its abstract and of its sections 4.2 and 7 what can be" \
        " measured, has a line: what it says, what `build/flexco_sim` measures, the" \
        " rule, and the verdict that the rule gives. Of its figures the text has no" \
        " numbers." \
        " Values are means over five seeds, of estimates and overheads (least to most)." \
        " Every run is checked: no processor used twice, all parts at the same time, no" \
        " job after the end it was promised.")
    summary()
    print "## The set-up, and three readings of its load\n"
    paragraph("The paper does not say how all of BLUE can go with a load of about 80 %," \
        " nor whose load that is. In `together` local and meta-jobs together make it," \
        " in `apart` the local jobs alone do; `nodes` is `together` with the sizes of" \
        " BLUE divided by 8, rounded up (its nodes have 8 processors), and with all" \
        " of its meta-jobs.")
    reading_rows()
    print ""
    paragraph("Local jobs: " F["log SDSC-Par-1996"] ", in halves, each at two sites of" \
        " 416 processors, the second time rotated by a week and with other estimates" \
        " (the paper has the log of 1995 as well). Meta-jobs: " F["log SDSC-BLUE-2000"] \
        ", first year, its second half moved onto the first. Figures are those of rigid" \
        " reservations, estimates +0 %, small jobs kept.")
    print "## The claims\n"
    print_claims()
    print "\n## Why\n"
    tell_reasons()
    print "## Figures 3 to 7: % better than rigid, by the error of the estimates"
    figure_table("Figure 3: response time, all jobs", "response")
    figure_table("Not drawn there: response time, local jobs", "response_local")
    figure_table("Not drawn there: response time, meta-jobs", "response_meta")
    figure_table("Figure 4: slowdown, all jobs", "bsld")
    figure_table("Figure 5: slowdown, local jobs", "bsld_local")
    figure_table("Figure 6: slowdown, meta-jobs", "bsld_meta")
    figure_table("Figure 7: utilisation (processors in use), gain", "utilisation")
    print "\n## Moves\n"
    paragraph("Estimates +" error_[errors] " %, means over the seeds.")
    move_rows()
    print "\n## Beside: binding, slots, messages, failures\n"
    paragraph("Reading `together`, estimates +25 %, small jobs kept: mean response time" \
        " in hours; mean slowdown; utilisation. Of the first line the mean over" \
        " the seeds, of the others one seed.")
    beside_rows()
    print "\n## Commands\n"
    paragraph("PARAGON, BLUE: the logs above, unpacked; BLUE.nodes: the same with sizes" \
        " in nodes of 8 processors, rounded up.")
    print_commands()
}
