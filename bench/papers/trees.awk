# trees.awk - what the paper's trees do for a schedule of `online`, by rho and seed: how
# often a job makes an idle period enter or leave a tree, of all slots that it overlaps,
# and how many the tree has that is searched first: awk -v servers=9 -f trees.awk ITEMS

BEGIN { FS = ","; TAU = 900; SLOTS = 42 * 96; FOREVER = 1e12 }
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
ar != $at["ar"] || seed != $at["seed"] {
    finish()
    ar = $at["ar"]
    seed = $at["seed"]
    jobs = updates = sizes = asked = 0
    for (v = 0; v < servers; v++) { periods[v] = 1; from[v, 1] = 0; to[v, 1] = FOREVER }
}
$at["fate"] == "ran" {
    now = int($at["submit"] / TAU)
    if (jobs++ % 10 == 0) { asked++; sizes += size(int($at["ready"] / TAU)) }
    n = split($at["held"], held, " ")
    for (i = 1; i <= n; i++) {
        if (split(held[i], ends, "-") == 1) ends[2] = ends[1]
        for (v = ends[1]; v <= ends[2]; v++) book(v, $at["start"], $at["end"])
    }
}
END { finish() }

function finish() {
    if (!jobs) return
    print "ar=" ar " online tree_updates_mean seed=" seed "\t" updates / jobs
    print "ar=" ar " online tree_size_mean seed=" seed "\t" sizes / asked
}

# The period that has all of it leaves its trees; what is left of it enters its own.
function book(v, start, end,    k, f, t) {
    for (k = periods[v]; from[v, k] > start || to[v, k] < end; k--)
        if (k == 1) { jobs = 0; print "server " v " is not idle at " start; exit 1 }
    f = from[v, k]
    t = to[v, k]
    leave(v, k)
    changed(f, t)
    enter(v, f, start)
    enter(v, end, t)
}

function leave(v, k) {
    from[v, k] = from[v, periods[v]]
    to[v, k] = to[v, periods[v]--]
}

function enter(v, begin, end) {
    if (begin >= end) return
    from[v, ++periods[v]] = begin
    to[v, periods[v]] = end
    changed(begin, end)
}

# Counts the trees that have a period.
function changed(begin, end,    first, last) {
    first = int(begin / TAU)
    last = int((end - 1) / TAU)
    if (first < now) first = now
    if (last >= now + SLOTS) last = now + SLOTS - 1
    if (last >= first) updates += last - first + 1
}

# How many periods the tree of a slot has; those that are over are forgotten.
function size(slot,    v, k, n) {
    for (v = 0; v < servers; v++)
        for (k = periods[v]; k > 0; k--)
            if (to[v, k] <= now * TAU) leave(v, k)
            else n += from[v, k] < (slot + 1) * TAU && to[v, k] > slot * TAU
    return n
}
