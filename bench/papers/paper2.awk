# paper2.awk - what Rodero, Guim and Corbalan show and say, sections III-B, V and VI, on
# the facts of paper2.sh, "SYSTEM RUN KEY" (page.awk): a seed is a fragment of the log.

BEGIN { number = 2 }

# A figure of each fragment; a wait counts as at least a second, as it is in ratios.
function at_of(run, s, setup, what,    n, x, i, all, least) {
    n = split(of(s " " run " " setup " " what), x, " ")
    if (x[1] == "~") return of(s " " run " " setup " " what)
    least = what ~ /^wait/ ? 1 : 0.001
    for (i = 1; i <= n; i++) all = all " " (x[i] < least ? least : x[i])
    return substr(all, 2)
}

# Set-up a over b, on one system, and of all fragments of the three.
function rel(run, s, a, b, what) {
    return over(at_of(run, s, a, what), at_of(run, s, b, what))
}

function all_of(a, b, what) {
    return rel("main", id[1], a, b, what) " " rel("main", id[2], a, b, what) " " \
           rel("main", id[3], a, b, what)
}

# No log is the paper's: none refutes.
function judge(figure, from, upto, as, text) {
    stand_in = "stand-ins"
    part(figure, from, upto, as, text)
}

# A part for each system: a over b.
function systems(a, b, what, from, upto, words,    i) {
    for (i = 1; i <= 3; i++)
        judge(rel("main", id[i], a, b, what), from, upto, "x",
              (i == 1 ? words : "") title[i] " ")
}

function pattern(what) {
    systems("RANK", "FCFS", what, "", 1, "RANK over FCFS: ")
    systems(SLOW, "RANK", what, "", 1, "SLOW over RANK: ")
}

# By how many per cent a is below b, as the paper prints it.
function around(a, b, what, said) {
    interval(all_of(a, b, what), 1)
    printed(alone(100 * (1 - centre)), said, 0, a == "RANK" ? "RANK under FCFS " \
            : b == "RANK" ? "SLOW under RANK " : "SLOW under FCFS ", " %")
}

# The most of any fragment.
function most(figure,    n, x, i, top) {
    if (figure == "") return ""
    n = split(figure, x, " ")
    for (i = 1; i <= n; i++) if (i == 1 || x[i] > top) top = x[i]
    return alone(top)
}

# Fragments of two systems have nothing in common: the wider of both intervals.
function between(a, b,    c, l, h) {
    interval(a, 1)
    c = centre; l = low; h = high
    interval(b, 1)
    if (lacking != "") return ""
    return "~ " digits(by(c, "/", centre)) " " digits(by(l, "/", high)) " " \
           digits(by(h, "/", low)) " " units " fragments"
}

# In how many clusters a has more CPUs in use than b, and in how many fewer.
function clusters(i, a, b, words,    c, n, k, more_used, key, x) {
    n = split(names[i], c, " ")
    for (k = 1; k <= n; k++) {
        key = "cpu_utilisation cluster=" c[k]
        interval(less(at_of("main", id[i], a, key), at_of("main", id[i], b, key)))
        more_used += centre > 0
    }
    judge(alone(more_used / n), 0.5, "", "%", words title[i] " ")
}

# Mean waits of a over those of b, on the three systems.
function three(run, a, b, as,    i, text) {
    for (i = 1; i <= 3; i++)
        text = text (i > 1 ? ", " : "") plain(rel(run, id[i], a, b, "wait_mean"), as, 1)
    return text
}

function apart(run, s, setup) { return at_of(run, s, setup, "bsld_apart") }

function picture(fig, what, words, as,    i, k) {
    drawing("fig" fig, words)
    panel("means over ten fragments; bars: 95 %", "das2 hpc2n blue",
          "DAS-2|Grid5000|Sharcnet", as)
    curve("FCFS", "* main FCFS " what)
    curve("RANK", "* main RANK " what)
    curve("SLOW", "* main jr+slow-free " what)
}

END {
    SLOW = "jr+slow-free"
    split("das2 hpc2n blue", id, " ")
    split("DAS-2 Grid5000 Sharcnet", title, " ")
    names[1] = "das2-vu das2-leiden das2-uva das2-delft das2-utrecht1 das2-utrecht2"
    names[2] = "orsay lyon grenoble rennes lille nancy sophia toulouse bordeaux" \
               " rennes-sun lyon-g5 sophia-p5"
    names[3] = "narwhal whale requin bull bramble goblin wobbe cat mako spinner tiger" \
               " coral"

    picture("8a", "execution_time", "Figure 8(a): execution time of the workload, hours",
            "h")
    picture("8b", "wait_p95", "Figure 8(b): 95th percentile of waits, hours", "h")
    picture("8c", "bsld_p95", "Figure 8(c): 95th percentile of bounded slowdowns", 0)
    drawing("fig9", "Figure 9: CPUs in use, %, by cluster")
    for (i = 1; i <= 3; i++) {
        n = split(names[i], c9, " ")
        words = ""
        for (k = 1; k <= n; k++) words = words (k > 1 ? "|" : "") k
        panel(title[i], names[i], words, "%")
        curve("FCFS", id[i] " main FCFS cpu_utilisation cluster=*")
        curve("RANK", id[i] " main RANK cpu_utilisation cluster=*")
        curve("SLOW", id[i] " main jr+slow-free cpu_utilisation cluster=*")
    }
    picture("10", "bsld_apart", "Figure 10, at the end: how far clusters' slowdowns are" \
            " off the average, %", "%")

    begin("claims")
    pattern("execution_time")
    row("figure 8(a)", "execution time: FCFS longest, SLOW shortest", "RANK and SLOW" \
        " take as long: arrivals limit both")
    around("RANK", "FCFS", "execution_time", 10)
    around(SLOW, "RANK", "execution_time", 6.6)
    around(SLOW, "FCFS", "execution_time", 20)
    claim("\"with the FCFS configuration the workloads execution times are the longest" \
          " ones, with the RANK configuration [...] shorter (around 10 % on average)" \
          " and with the SLOW configuration [...] the shortest (6.6 % [...] and around" \
          " 20 %)\"")
    any = 1
    judge(most(rel("main", id[1], "FCFS", SLOW, "execution_time")), 1.4, "", "x",
          "at most ")
    shown(rel("main", id[1], "FCFS", SLOW, "execution_time"), "x")
    claim("DAS-2's execution time: \"very significant (up to 40 % between FCFS and SLOW" \
          " policies)\"", "of ten fragments")
    judge(rel("main", id[3], "RANK", "FCFS", "execution_time"), "", 1, "x", "RANK ")
    judge(rel("main", id[3], SLOW, "RANK", "execution_time"), "", 1, "x", "SLOW ")
    claim("Sharcnet's execution times \"follow a similar pattern\"")
    for (k = 1; k <= 3; k += 2)
        judge(between(rel("main", id[2], "FCFS", SLOW, "execution_time"),
                      rel("main", id[k], "FCFS", SLOW, "execution_time")), "", 1, "x",
              "over " title[k] "'s ")
    claim("Grid5000: \"execution time difference is not very significant\"", "FCFS over" \
          " SLOW, over the same elsewhere")
    pattern("wait_p95")
    row("figure 8(b)", "95th percentile of waits: the same order", "RANK's queue is" \
        " empty on Grid5000 and Sharcnet, so SLOW cannot be shorter")
    claim("\"The waiting times and the workload execution times follow a similar" \
          " pattern\"", "95th percentiles, as in figure 8(b)")
    for (i = 1; i <= 3; i++)
        judge(over(rel("main", id[i], "FCFS", "RANK", "wait_p95"),
                   rel("main", id[i], "FCFS", "RANK", "execution_time")), 1, "", "x",
              (i == 1 ? "over execution times': " : "") title[i] " ")
    interval(rel("main", id[1], "FCFS", "RANK", "wait_p95"), 1)
    printed(alone(centre), 5.5, 1, "FCFS over RANK on DAS-2 ", " times")
    for (k = 1; k <= 3; k += 2)
        judge(between(rel("main", id[k], "FCFS", "RANK", "wait_p95"),
                      rel("main", id[2], "FCFS", "RANK", "wait_p95")), 1, "", "x",
              title[k] " over Grid5000's ")
    claim("\"waiting times present a higher difference between the FCFS and RANK" \
          " policies, especially with the DAS-2 workload (5.5 times shorter [...]) and" \
          " with the Sharcnet workload\"")
    pattern("bsld_p95")
    row("figure 8(c)", "95th percentile of slowdowns: the same order", "the same")
    claim("\"waiting times [...] and bounded slowdown are linked, they follow very" \
          " similar patterns\"", "95th percentiles of slowdowns")
    for (i = 1; i <= 3; i++)
        judge(over(rel("main", id[i], "FCFS", "RANK", "bsld_p95"),
                   rel("main", id[i], "FCFS", "RANK", "wait_p95")), 1, "", "x",
              title[i] " ")
    claim("\"the bounded slowdown difference between the FCFS and the other policies is" \
          " higher (around 8 %) than the other metrics difference\"", "FCFS over RANK," \
          " over the same of waits")
    pattern("wait_mean")
    pattern("bsld_mean")
    row("section V", "\"RANK has better results than FCFS, and SLOW has better results" \
        " than RANK\"", "mean waits, then slowdowns; which cluster of equal ones gets a" \
        " job decides SLOW's (also tried)")
    claim("\"a clear behavior: RANK has better results than FCFS, and SLOW has better" \
          " results than RANK\"", "mean waits, then mean slowdowns")
    for (i = 1; i <= 3; i++)
        clusters(i, "RANK", "FCFS", i == 1 ? "more by RANK than by FCFS: " : "")
    for (i = 1; i <= 3; i++) clusters(i, SLOW, "RANK", i == 1 ? "SLOW, than RANK: " : "")
    row("figure 9", "most clusters are used more by RANK, and more still by SLOW",
        "few clusters take most of the stand-ins' work")
    claim("\"most clusters have better results with the RANK configuration than with" \
          " the FCFS policy, and with the SLOW configuration [...] than with the RANK" \
          " configuration\"", "of their clusters, those with more CPUs in use")
    systems("RANK", "FCFS", "cpu_clusters", 1, "", "RANK over FCFS: ")
    systems(SLOW, "RANK", "cpu_clusters", 1, "", "SLOW over RANK: ")
    claim("\"The average of the clusters resource utilization also follows this pattern\"")
    any = 1
    judge(most(rel("main", id[1], SLOW, "FCFS", "cpu_clusters")), 1.4, "", "x",
          "at most ")
    shown(rel("main", id[1], SLOW, "FCFS", "cpu_clusters"), "x")
    claim("DAS-2's utilisation: \"very significant (up to 40 %)\"", "of ten fragments")
    interval(rel("main", id[1], "FCFS", SLOW, "cpu_clusters"), 1)
    printed(alone(100 * (1 - centre)), 40, 0, "", " %")
    claim("\"with the DAS-2 system the resource utilization is around 40 % lower with" \
          " the FCFS configuration\" (VI)")
    judge(between(rel("main", id[2], SLOW, "FCFS", "cpu_clusters"),
                  rel("main", id[3], SLOW, "FCFS", "cpu_clusters")), "", 1, "x",
          "Grid5000's over Sharcnet's ")
    for (i = 2; i <= 3; i++) {
        interval(rel("main", id[i], SLOW, "FCFS", "cpu_clusters"), 1)
        printed(alone(100 * (centre - 1)), i == 2 ? 7 : 16, 0, title[i] " ", " %")
    }
    claim("\"smaller with the Grid5000 system (around 7 % between FCFS and SLOW) than" \
          " with the Sharcnet system (around 16 %)\"")
    judge(rel("main", id[1], "RANK", "FCFS", "cpu_clusters"), 1, "", "x", "DAS-2 ")
    for (i = 2; i <= 3; i++)
        judge(between(rel("main", id[1], "RANK", "FCFS", "cpu_clusters"),
                      rel("main", id[i], "RANK", "FCFS", "cpu_clusters")), 1, "", "x",
              "over " title[i] "'s ")
    claim("\"JR-backfilling policy can improve the average resource utilization [...]," \
          " especially when the resources are more homogeneous\"", "DAS-2 is")
    for (i = 1; i <= 3; i++) unsaid(apart("main", id[i], SLOW), "%", title[i] " ")
    claim("\"They clearly converge to a similar value, which is very close to the total" \
          " workload average bounded slowdown\"", "off that average at the end; how near" \
          " is similar is not said")
    judge(between(apart("main", id[3], SLOW), apart("main", id[1], SLOW)), 1, "", "x")
    said["open"]++
    claim("\"in the Sharcnet case [...] the performance balancing is a bit worse and" \
          " there are some peaks during the workload execution\"", "off the average at" \
          " the end, over DAS-2's; what is a peak is not said")
    for (i = 1; i <= 3; i++)
        judge(rel("main", id[i], SLOW, "RANK", "bsld_apart"), "", 1, "x", title[i] " ")
    row("figure 10", "the clusters' slowdowns converge, balanced by SLOW", "clusters" \
        " off the average at the end, SLOW over RANK")
    systems(SLOW, "RANK", "cpu_clusters", 1, "", "utilisation ")
    claim("\"the SLOW-coordinated policy improves the resource utilization with respect" \
          " to the regular matchmaking as well as balancing the performance among the" \
          " different clusters\" (VI)", "off the average, SLOW over RANK")
    for (i = 2; i <= 3; i++)
        judge(over(apart("main", id[i], SLOW), apart("alike", id[i], SLOW)), 1, "", "x",
              title[i] " ")
    claim("\"it is more difficult to balance the performance [...] when the resources" \
          " are more heterogeneous\" (VI)", "off the average, over that of clusters alike")
    any = 1
    for (i = 1; i <= 3; i++)
        judge(over(at_of("factor", id[i], "jr-factor=0 RANK", "wait_max"),
                   at_of("factor", id[i], "jr-factor=0.1 RANK", "wait_max")), 1, "", "x",
              title[i] " ")
    claim("\"it can lead to starvation\" (III-B)", "longest wait without the factor" \
          " over that with it, at load 0.8; one case suffices")
    any = 1
    for (i = 1; i <= 3; i++)
        judge(most(over(at_of("factor", id[i], "jr-factor=0 RANK", "wait_mean"),
              at_of("factor", id[i], "jr-factor=0 FCFS", "wait_mean"))), 1, "", "x",
              title[i] " at most ")
    claim("without a factor \"the obtained performance may be even worse than with a" \
          " regular FCFS policy\" (III-B)", "mean wait over FCFS's, of ten fragments each")
    split("0 0.01 1", other, " ")
    for (k = 1; k <= 3; k++) {
        words = ""
        for (i = 1; i <= 3; i++)
            words = words (i > 1 ? " " : "") \
                    over(at_of("factor", id[i], "jr-factor=0.1 RANK", "wait_mean"),
                         at_of("factor", id[i], "jr-factor=" other[k] " RANK",
                               "wait_mean"))
        judge(words, "", 1, "x", "f 0.1 over " other[k] " ")
    }
    claim("\"We chose the reduction factor that provided the best performance results\":" \
          " 10 % (III-B)", "mean wait, all fragments")
    systems(SLOW, "RANK", "wait_mean", "", 1, "over RANK: ")
    systems(SLOW, "fcfs+slow-free", "wait_mean", "", 1, "over FCFS with SLOW's clusters: ")
    claim("\"the best results [...] with the combination of the JR-backfilling and the" \
          " SLOW-coordinated policies\" (VI)", "mean wait")
    interval(most(all_of("FCFS", SLOW, "execution_time")))
    printed(alone(100 * (1 - by(1, "/", centre))), 20, 0, "at most ", " %")
    around(SLOW, "FCFS", "bsld_mean", 30)
    row("section VI", "execution time up to 20 % shorter, slowdown around 30 %", "FCFS" \
        " saturates on these stand-ins, so slowdowns fall far more")
    claim("\"They reduce the workload execution time up to 20 % and the average job" \
          " bounded slowdown around 30 % (on average)\" (VI)", "FCFS saturates here")
    for (i = 2; i <= 3; i++)
        for (k = 1; k <= 3; k++) {
            what = k == 1 ? "wait_mean" : k == 2 ? "execution_time" : "bsld_mean"
            judge(over(at_of("main", id[i], "RANK", what),
                       at_of("alike", id[i], "RANK", what)), 1, "", "x",
                  title[i] (k == 1 ? " wait " : k == 2 ? " time " : " slowdown "))
        }
    claim("\"when the resources are more heterogeneous, the workloads execution" \
          " performance (the execution time, the waiting time and [...] slowdown) is" \
          " significantly worse\" (VI)", "RANK's, over that on clusters alike")
    judge(over(rel("main", id[2], "FCFS", SLOW, "wait_mean"),
               rel("alike", id[2], "FCFS", SLOW, "wait_mean")), "", 1, "x")
    claim("\"With the Grid5000 system the performance improvement is lower because its" \
          " resources are more heterogeneous\" (VI)", "FCFS's mean wait over SLOW's," \
          " over that on clusters alike")
    for (i = 1; i <= 3; i++)
        judge(rel("easy", id[i], "SLOW", "RANK", "execution_time"), "", 1, "x",
              title[i] " ")
    claim("\"delegating [...] the resource allocation to the local scheduling systems" \
          " improves the workloads execution performance\" (VI)", "SLOW to the letter," \
          " EASY at the clusters, over RANK")

    begin("tried")
    interval(at_of("main", id[1], "FCFS", "cpu_utilisation"))
    printed(alone(100 * centre), 40, 0, "DAS-2 by FCFS ", " %")
    for (i = 2; i <= 3; i++) {
        interval(at_of("main", id[i], "RANK", "cpu_utilisation"))
        printed(alone(100 * centre), 40, 0, title[i] " ", " %")
    }
    tried("CPUs in use, near 40 %, by which the loads were chosen: counted nowhere")
    for (k = 1; k <= 2; k++) {
        for (i = 1; i <= 3; i++)
            shown(rel(k == 1 ? "first" : "least", id[i], SLOW, "RANK", "wait_mean"), "x",
                  title[i] " ")
        tried("which of equal clusters gets a job: " (k == 1 ? "the first" : "that with" \
              " fewest CPUs free") " (above: most), SLOW's mean wait over RANK's")
    }
    for (i = 1; i <= 3; i++)
        shown(rel("letter", id[i], "SLOW", "RANK", "wait_mean"), "x", title[i] " ")
    tried("listing 5 to the letter: a job waits at its cluster, mean wait over RANK's")
    for (i = 1; i <= 3; i++)
        shown(rel("old", id[i], SLOW, "RANK", "wait_mean"), "x", title[i] " ")
    tried("news of the clusters 5 minutes old, SLOW's mean wait over RANK's")

    readme("RANK waits " three("main", "RANK", "FCFS", 3) " times as long as FCFS")
    readme("slow-free " three("main", SLOW, "RANK", "x") " times as long as RANK, but with" \
           " news 5 minutes old " three("old", SLOW, "RANK", "x"))
    split(three("letter", "SLOW", "RANK", "x"), x, ", ")
    readme("SLOW as printed waits " x[1] ", " x[2] " and " x[3] " times as long as RANK")
    page("Rodero, Guim, Corbalan: sections III-B, V and VI, measured again", "FCFS," \
        " RANK (JR-backfilling, cluster by requirements), and SLOW: JR-backfilling," \
        " then the cluster of the lowest average slowdown among those with the CPUs" \
        " free. The paper's traces, requirements and clusters are not to be had:" \
        " stand-ins are DAS2-fs1 for DAS-2 (jobs four times as large, at most 32 CPUs," \
        " so that all clusters can take them), HPC2N for Grid5000, SDSC-BLUE for" \
        " Sharcnet, ten fragments each, scaled to two weeks, each with other" \
        " requirements of 40 % of the jobs. A stand-in never refutes. Figure 7 is the" \
        " arrivals of the paper's traces.")
}
