# paper2.awk - what Rodero, Guim and Corbalan show and say, sections III-B, V and VI, on
# the facts of paper2.sh, "SYSTEM RUN KEY" (page.awk): a seed is a fragment of the log.

BEGIN { number = 2 }

# A figure of each fragment; a wait counts as at least a second, as it is in ratios.
# Listing 5 takes the first of equal clusters, which is another run.
function at_of(run, s, setup, what,    n, x, i, all, least) {
    if (setup ~ /(SLOW|slow)$/)
        run = run == "main" ? "letter" : run == "alike" ? "level" : run
    n = split(of(s " " run " " setup " " what), x, " ")
    if (x[1] == "~") return of(s " " run " " setup " " what)
    least = what ~ /^wait/ ? 1 : 0.001
    for (i = 1; i <= n; i++) all = all " " (x[i] < least ? least : x[i])
    return substr(all, 2)
}

# Set-up a over b, on one system, and of all fragments of the three.
function rel(run, s, a, b, what) {
    if (run == "main" && a b == "SLOWRANK") run = "letter"
    return over(at_of(run, s, a, what), at_of(run, s, b, what))
}

function on(i, a, b, what) { return rel("main", id[i], a, b, what) }

function all_of(a, b, m) { return on(1, a, b, m) " " on(2, a, b, m) " " on(3, a, b, m) }

# No log is the paper's: none refutes.
function judge(figure, from, upto, as, text) {
    stand_in = "stand-ins"
    part(figure, from, upto, as, text)
}

# Set-up a over b, on each system: more CPUs in use are better, and less of all else.
function systems(a, b, what,    i) {
    for (i = 1; i <= 3; i++)
        judge(on(i, a, b, what), what ~ /^cpu/ ? 1 : "", what ~ /^cpu/ ? "" : 1, "x",
              i > 1 ? title[i] " " : called[what] a " over " b ": DAS-2 ")
}

function pattern(what,    i) {
    systems("RANK", "FCFS", what)
    systems("SLOW", "RANK", what)
    for (i = 1; i <= 3; i++)
        shown(on(i, "jr+slow-free", "RANK", what), "x", i > 1 ? "" : "slow-free ")
}

# By how many per cent a is below b, as the paper prints it.
function around(a, b, what, number) {
    interval(all_of(a, b, what), 1)
    printed(alone(100 * (1 - centre)), number, number ~ /[.]/, a " under " b " ", " %")
}

# The least of any fragment, and by how much a is below b there.
function least_of(figure,    n, x, i, least) {
    n = split(figure, x, " ")
    for (i = 1; i <= n; i++) if (i == 1 || x[i] < least) least = x[i]
    return alone(least)
}

function most(a, b, i, what) {
    return less(alone(1), least_of(i ? on(i, a, b, what) : all_of(a, b, what)))
}

# Fragments of two systems have nothing in common: the wider of both intervals.
function between(i, k, a, b, what,    c, l, h) {
    interval(on(i, a, b, what), 1)
    c = centre; l = low; h = high
    interval(on(k, a, b, what), 1)
    if (lacking != "") return ""
    return "~ " digits(by(c, "/", centre)) " " digits(by(l, "/", high)) " " \
           digits(by(h, "/", low)) " " units " fragments"
}

# The share of the clusters in which a has more CPUs in use than b.
function clusters(i, a, b, words,    c, n, k, m, x, v, key, used) {
    n = split(names[i], c, " ")
    for (k = 1; k <= n; k++) {
        key = "cpu_utilisation cluster=" c[k]
        m = split(less(at_of("main", id[i], a, key),
                       at_of(a == "SLOW" ? "letter" : "main", id[i], b, key)), x, " ")
        for (v = 1; v <= m; v++) used[v] += x[v] > 0
    }
    key = used[1] / n
    for (v = 2; v <= m; v++) key = key " " used[v] / n
    judge(key, 0.5, "", "%", words title[i] " ")
}

# Mean waits of a over those of b, on the three systems.
function three(run, a, b, as,    i, text) {
    for (i = 1; i <= 3; i++) text = text ", " plain(rel(run, id[i], a, b, W), as, 1)
    return substr(text, 3)
}

# How far, at the end, the slowdowns of clusters are off the average.
function apart(run, s) { return at_of(run, s, "SLOW", "bsld_apart") }

function lines_of(log_of, key) {
    curve("FCFS", log_of " main FCFS " key)
    curve("RANK", log_of " main RANK " key)
    curve("SLOW", log_of " letter SLOW " key)
    curve("slow-free", log_of " main jr+slow-free " key)
}

function picture(fig, what, words, as) {
    drawing("fig" fig, words)
    panel("means over ten fragments; bars: 95 %", "das2 hpc2n blue",
          "DAS-2|Grid5000|Sharcnet", as)
    lines_of("*", what)
}

END {
    T = "execution_time"; W = "wait_mean"; S = "bsld_mean"; U = "cpu_clusters"
    split(T " " W " " S " " U, metric, " ")
    called[T] = "time "; called[W] = "wait "; called[S] = "slowdown "; called[U] = "use "
    called["bsld_apart"] = "off the average "
    split("das2 hpc2n blue", id, " ")
    split("DAS-2 Grid5000 Sharcnet", title, " ")
    names[1] = "das2-vu das2-leiden das2-uva das2-delft das2-utrecht1 das2-utrecht2"
    names[2] = "orsay lyon grenoble rennes lille nancy sophia toulouse bordeaux" \
               " rennes-sun lyon-g5 sophia-p5"
    names[3] = "narwhal whale requin bull bramble goblin wobbe cat mako spinner tiger" \
               " coral"

    picture("8a", T, "Figure 8(a): execution time of the workload, hours", "h")
    picture("8b", "wait_p95", "Figure 8(b): 95th percentile of waits, hours", "h")
    picture("8c", "bsld_p95", "Figure 8(c): 95th percentile of bounded slowdowns", 0)
    drawing("fig9", "Figure 9: CPUs in use, %, by cluster")
    for (i = 1; i <= 3; i++) {
        n = split(names[i], c9, " ")
        words = ""
        for (k = 1; k <= n; k++) words = words (k > 1 ? "|" : "") k
        panel(title[i], names[i], words, "%")
        lines_of(id[i], "cpu_utilisation cluster=*")
    }
    picture("10", "bsld_apart", "Figure 10, at the end: how far clusters' slowdowns are" \
            " off the average, %", "%")

    begin("claims")
    pattern(T)
    around("RANK", "FCFS", T, 10)
    around("SLOW", "RANK", T, 6.6)
    around("SLOW", "FCFS", T, 20)
    pair("figure 8(a)", "\"In general, with the FCFS configuration the workloads" \
         " execution times are the longest ones, with [...] RANK [...] shorter (around" \
         " 10 % on average) and with [...] SLOW [...] the shortest (6.6 % [...] and" \
         " around 20 %)\"")
    any = 1
    judge(most("SLOW", "FCFS", 1, T), 0.4, "", "%", "at most ")
    claim("DAS-2's execution time: \"very significant (up to 40 % between FCFS and SLOW" \
          " policies)\"", "less than FCFS's, of ten fragments")
    judge(on(3, "RANK", "FCFS", T), "", 1, "x", "RANK ")
    judge(on(3, "SLOW", "RANK", T), "", 1, "x", "SLOW ")
    claim("Sharcnet's execution times \"follow a similar pattern\"")
    unsaid(on(2, "RANK", "FCFS", T), "x", "RANK over FCFS ")
    unsaid(on(2, "SLOW", "FCFS", T), "x", "SLOW over FCFS ")
    claim("Grid5000: \"execution time difference is not very significant\"", "how" \
          " significant is not said")
    pattern("wait_p95")
    pair("figure 8(b)", "\"The waiting times and the workload execution times follow a" \
         " similar pattern\"", "95th percentiles; RANK's is 0 on Grid5000 and Sharcnet" \
         " at the load chosen, so none can be shorter")
    for (i = 1; i <= 3; i++)
        judge(over(on(i, "FCFS", "RANK", "wait_p95"), on(i, "FCFS", "RANK", T)), 1, "",
              "x", (i == 1 ? "over execution times': " : "") title[i] " ")
    interval(on(1, "FCFS", "RANK", "wait_p95"), 1)
    printed(alone(centre), 5.5, 1, "FCFS over RANK on DAS-2 ", " times")
    for (k = 1; k <= 3; k += 2)
        judge(between(k, 2, "FCFS", "RANK", "wait_p95"), 1, "", "x", title[k] " over" \
              " Grid5000's ")
    claim("\"waiting times present a higher difference between the FCFS and RANK" \
          " policies, especially with the DAS-2 workload (5.5 times shorter [...]) and" \
          " with the Sharcnet workload\"", "a wait counts as a second at least: RANK's" \
          " are 0")
    pattern("bsld_p95")
    said["open"]++
    pair("figure 8(c)", "\"waiting times [...] and bounded slowdown are linked, they" \
         " follow very similar patterns\"", "slowdowns' order; how similar is not said")
    for (i = 1; i <= 3; i++)
        for (k = 1; k <= 4; k++)
            judge(over(on(i, "FCFS", k % 2 ? "RANK" : "SLOW", "bsld_p95"),
                       on(i, "FCFS", k % 2 ? "RANK" : "SLOW", k < 3 ? "wait_p95" : T)),
                  1, "", "x", k == 1 ? title[i] " " : "")
    claim("\"the bounded slowdown difference between the FCFS and the other policies is" \
          " higher (around 8 %) than the other metrics difference\"", "FCFS over RANK," \
          " SLOW, over the same of waits, of times; 8 % of what is not said")
    pattern(W)
    pattern(S)
    pair("section V", "\"a clear behavior: RANK has better results than FCFS, and SLOW" \
         " has better results than RANK\"", "mean waits, then mean slowdowns")
    for (i = 1; i <= 3; i++) clusters(i, "RANK", "FCFS", i == 1 ? "RANK over FCFS: " : "")
    for (i = 1; i <= 3; i++) clusters(i, "SLOW", "RANK", i == 1 ? "SLOW over RANK: " : "")
    pair("figure 9", "\"most clusters have better results with the RANK configuration" \
         " than with the FCFS policy, and with the SLOW configuration [...] than with" \
         " the RANK configuration\"", "of their clusters, those with more CPUs in use;" \
         " few take most of the stand-ins' work")
    pattern(U)
    claim("\"The average of the clusters resource utilization also follows this" \
          " pattern\"")
    any = 1
    judge(most("FCFS", "RANK", 1, U), 0.4, "", "%", "RANK, at most ")
    judge(most("FCFS", "SLOW", 1, U), 0.4, "", "%", "SLOW ")
    claim("DAS-2's utilisation, \"between the FCFS policy and the other policies is" \
          " very significant (up to 40%)\"", "FCFS's below theirs, of ten fragments")
    interval(on(1, "FCFS", "SLOW", U), 1)
    printed(alone(100 * (1 - centre)), 40, 0, "", " %")
    claim("\"with the DAS-2 system the resource utilization is around 40 % lower with" \
          " the FCFS configuration\" (VI)", "than with SLOW; stand-ins")
    judge(between(2, 3, "SLOW", "FCFS", U), "", 1, "x", "Grid5000's over Sharcnet's ")
    for (i = 2; i <= 3; i++) {
        interval(on(i, "SLOW", "FCFS", U), 1)
        printed(alone(100 * (centre - 1)), i == 2 ? 7 : 16, 0, title[i] " ", " %")
    }
    claim("\"smaller with the Grid5000 system (around 7 % between FCFS and SLOW) than" \
          " with the Sharcnet system (around 16 %)\"")
    for (i = 2; i <= 3; i++) unsaid(on(i, "SLOW", "FCFS", U), "x", title[i] " ")
    claim("the two other systems: utilisation differs by \"around 10% on average\" (VI)",
          "SLOW over FCFS; what is averaged is not said; stand-ins")
    judge(on(1, "RANK", "FCFS", U), 1, "", "x", "DAS-2 ")
    for (i = 2; i <= 3; i++)
        judge(between(1, i, "RANK", "FCFS", U), 1, "", "x", "over " title[i] "'s ")
    claim("\"JR-backfilling policy can improve the average resource utilization" \
          " significantly [...], especially when the resources are more homogeneous\"",
          "RANK over FCFS; DAS-2 is; no case's interval is above 1")
    for (i = 1; i <= 3; i += 2) unsaid(apart("main", id[i]), "%", title[i] " ")
    pair("figure 10", "\"They clearly converge to a similar value, which is very close" \
         " to the total workload average bounded slowdown\"", "off that average at the" \
         " end; how near is not said")
    interval(apart("main", id[1]))
    unsaid(each(apart("main", id[3]), "/", alone(centre)), "x")
    claim("\"in the Sharcnet case [...] the performance balancing is a bit worse and" \
          " there are some peaks during the workload execution\"", "off the average at" \
          " the end, over DAS-2's; what is a bit, and a peak, is not said")
    systems("SLOW", "RANK", "bsld_apart")
    systems("SLOW", "RANK", U)
    claim("\"the SLOW-coordinated policy improves the resource utilization with respect" \
          " to the regular matchmaking as well as balancing the performance among the" \
          " different clusters\" (VI)")
    for (i = 2; i <= 3; i++)
        judge(over(apart("main", id[i]), apart("alike", id[i])), 1, "", "x", title[i] " ")
    claim("\"it is more difficult to balance the performance [...] when the resources" \
          " are more heterogeneous\" (VI)", "off the average, over that of clusters" \
          " alike")
    for (i = 1; i <= 3; i++)
        unsaid(over(at_of("factor", id[i], "jr-factor=0 RANK", "wait_max"), at_of( \
               "factor", id[i], "jr-factor=0.1 RANK", "wait_max")), "x", title[i] " ")
    claim("\"it can lead to starvation\" (III-B)", "longest wait without the factor" \
          " over that with it, at load 0.8, as in figure 3 without listing 3's" \
          " exception for the head; how long is starvation is not said")
    any = 1
    for (i = 1; i <= 3; i++)
        judge(least_of(over(at_of("factor", id[i], "jr-factor=0 FCFS", W), at_of("factor",
              id[i], "jr-factor=0 RANK", W))), "", 1, "x", title[i] " at least ")
    claim("without a factor \"the obtained performance may be even worse than with a" \
          " regular FCFS policy\" (III-B)", "FCFS's mean wait over it, of ten" \
          " fragments; head as in figure 3")
    split("0 0.01 1", other, " ")
    for (k = 1; k <= 3; k++) {
        words = ""
        for (i = 1; i <= 3; i++)
            words = words " " over(at_of("factor", id[i], "jr-factor=0.1 RANK", W), \
                      at_of("factor", id[i], "jr-factor=" other[k] " RANK", W))
        judge(substr(words, 2), "", 1, "x", "f 0.1 over " other[k] " ")
    }
    claim("\"We chose the reduction factor that provided the best performance results\"" \
          " (III-B)", "mean wait, all fragments; 10 % is figure 4's, the chosen one is" \
          " not printed, and in listing 3 it cancels out")
    systems("SLOW", "RANK", W)
    systems("SLOW", "fcfs+slow", W)
    claim("\"the best results [...] with the combination of the JR-backfilling and the" \
          " SLOW-coordinated policies\" (VI)", "mean wait; as printed SLOW leaves" \
          " nothing to JR-backfilling: all jobs go at once")
    for (k = 1; k <= 4; k++) pattern(metric[k])
    claim("\"JR-backfilling [...] performs better than the regular FCFS policy and the" \
          " SLOW-coordinated policy [...] than the regular matchmaking [...] in terms" \
          " of workloads execution time, job waiting time, [...] slowdown, and resource" \
          " utilization\" (VI)")
    judge(most("SLOW", "FCFS", 0, T), 0.2, "", "%", "at most ")
    around("SLOW", "FCFS", S, 30)
    shown(most("jr+slow-free", "FCFS", 0, T), "%", "slow-free at most ")
    pair("section VI", "\"They reduce the workload execution time up to 20 % and the" \
         " average job bounded slowdown around 30 % (on average)\" (VI)", "FCFS" \
         " saturates here")
    for (i = 2; i <= 3; i++)
        for (k = 1; k <= 3; k++)
            judge(over(at_of("main", id[i], "RANK", metric[k]), at_of("alike", id[i],
                  "RANK", metric[k])), 1, "", "x", title[i] " " called[metric[k]])
    claim("\"when the resources are more heterogeneous, the workloads execution" \
          " performance (the execution time, the waiting time and [...] slowdown) is" \
          " significantly worse\" (VI)", "RANK's, over that on clusters alike")
    for (k = 1; k <= 3; k += 2)
        judge(between(2, k, "FCFS", "SLOW", W), "", 1, "x", "over " title[k] "'s ")
    shown(over(on(2, "FCFS", "SLOW", W), rel("alike", id[2], "FCFS", "SLOW", W)), "x",
          "over that on clusters alike ")
    claim("\"With the Grid5000 system the performance improvement is lower because its" \
          " resources are more heterogeneous\" (VI)", "FCFS's mean wait over SLOW's")
    for (k = 1; k <= 3; k++) systems("SLOW", "RANK", metric[k])
    claim("\"delegating [...] the resource allocation to the local scheduling systems" \
          " improves the workloads execution performance\" (VI)")

    begin("tried")
    for (i = 1; i <= 3; i++) {
        interval(at_of("main", id[i], i > 1 ? "RANK" : "FCFS", "cpu_utilisation"))
        printed(alone(100 * centre), 40, 0, title[i] (i > 1 ? " " : " by FCFS "), " %")
    }
    tried("CPUs in use, near 40 %, by which the loads were chosen: counted nowhere")
    for (k = 1; k <= 2; k++) {
        run = k > 1 ? "least" : "first"
        for (i = 1; i <= 3; i++)
            shown(over(at_of(run, id[i], "RANK", W), at_of("main", id[i], "RANK", W)),
                  "x")
        tried("of equal clusters the " run (k > 1 ? " free" : "") ", not the most free:" \
              " RANK's mean wait over that above")
    }
    for (k = 1; k <= 2; k++) {
        for (i = 1; i <= 3; i++)
            shown(k == 1 ? rel("letter", id[i], "jr+slow-gate", "RANK", W) : rel("old",
                  id[i], "jr+slow-free", "RANK", W), "x", title[i] " ")
        tried((k == 1 ? "slow-gate: as SLOW, but a job goes only while some cluster has" \
              " CPUs free for it" : "news of the clusters 5 minutes old, slow-free") "," \
              " mean wait over RANK's")
    }
    readme("RANK waits " three("main", "RANK", "FCFS", 3) " times as long as FCFS")
    readme("slow-free " three("main", "jr+slow-free", "RANK", "x") " times as long as" \
           " RANK, but with news 5 minutes old " three("old", "jr+slow-free", "RANK",
           "x"))
    split(three("letter", "SLOW", "RANK", "x"), x, ", ")
    readme("SLOW as printed waits " x[1] ", " x[2] " and " x[3] " times as long as RANK")
    page("Rodero, Guim, Corbalan: sections III-B, V and VI, measured again", "FCFS," \
         " RANK (JR-backfilling, cluster by requirements), and SLOW = `jr+slow`, which" \
         " is judged, as section III-C and listing 5 have it: only static attributes" \
         " match, the first cluster of the lowest average slowdown is taken, and jobs" \
         " queue there. It waits " three("letter", "SLOW", "RANK", "x") " times as long" \
         " as RANK with the same ties; `jr+slow-gate`, where III-B's \"available" \
         " resources\" are free CPUs, hardly less. Beside it `jr+slow-free`, the" \
         " cluster taken among those with the CPUs free: " three("main", "jr+slow-free",
         "RANK", "x") " times; it changes no verdict. The paper's traces, requirements" \
         " and clusters are not to be had: stand-ins, which never refute, are DAS2-fs1" \
         " for DAS-2 (jobs four times as large, at most 32 CPUs, so that all clusters" \
         " can take them), HPC2N for Grid5000, SDSC-BLUE for Sharcnet, ten fragments" \
         " each, scaled to two weeks, each with other requirements of 40 % of the jobs." \
         " Figure 7 is the arrivals of the paper's traces.")
}
