/* multicost_sim - where to send data and work, as paper 4, section 5: K.
 * Christodoulopoulos, E. Varvarigos, Routing and Scheduling in Grids.
 *
 * Tasks come at the nodes of a network with data to be sent, as one burst, to a cluster
 * that computes. Each node decides alone, by one of five methods, from what it has heard
 * of links and clusters. Reservations that it has not heard of block its burst or make
 * its task wait. The experiment of the paper:
 *
 *     multicost_sim --lambda 5:45:10 --seeds 3
 *
 * The methods are in netsched.h; what nodes believe, the bursts and the run are in
 * sim/multicost.
 */
#include "base/hash.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kit/base.h"
#include "kit/sim.h"
#include "multicost/multicost_run.h"
#include "topology/topology_named.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    struct topology_named network;
    const char *capacity_key;
    int64_t method, lambda; /* decimals are in billionths */
    int64_t tasks, warmup, data, work, remote, repositories;
    int64_t clusters, cpus, speed, capacity, delay, rate;
    int64_t tau_l, tau_m, slots_l, slots_m, interval, bound, retry;
    int64_t ties, upstream, strict, gap, check, both_ways;
};

/* ---- options ----------------------------------------------------------------------- */

static const struct option_word methods[] =
    {/* as multicost_run_methods */
     {"MC-T", .about = "the paper's multicost algorithm: paths pruned by equation 3"},
     {"AWMC-T", .about = "its polynomial variant: by the number of free slots"},
     {"exact", .about = "only what cannot lead to an earlier end is pruned"},
     {"MC-B", .about = "earliest arrival of the data; ignores CPUs"},
     {"ECT", .about = "earliest end at the cluster; ignores links"},
     {0}};

static const struct option_word upstream[] = {
    {"wasted", .about = "stay reserved and unused"},
    {"released", .about = "the returning news frees what has not begun"},
    {0}};

static const struct option_word ties[] = {
    {"lowest", .about = "the lowest number"},
    {"random", .about = "any, drawn by --seed at each decision"},
    {0}};

#define AT(kind, member) OPTION(kind, struct settings, member)
#define ONE ((int64_t)OPTION_ONE)
#define MILLION 1000000
#define US MILLION /* a microsecond in billionths of a millisecond */
#define MOST_MS (MILLION * ONE - US)

/* Section 5's setting. What it does not give is chosen such that at lambda = 45 both the
 * CPUs (45 * 2 s of 100) and the links into the clusters (45 * 0.24 s of 16) are close to
 * what they can do: its tasks are intensive in both. */
static const struct option options[] = {
    {"method", AT(OPTION_WORD, method), .of = OF_RUN, .meta = "LIST", .words = methods,
     .value = "MC-T,AWMC-T,MC-B,ECT", .spans = OPTION_VARIANTS,
     .help = "how a node decides"},
    {"lambda", AT(OPTION_DECIMAL, lambda), .of = OF_WORLD, .lo = ONE / 1000,
     .hi = MILLION * ONE, .value = "25", .help = "tasks per second, all nodes"},
    {"network", AT(OPTION_FILE, network.name), .of = OF_WORLD, .meta = "NAME",
     .value = "torus:5x5",
     .help = TOPOLOGY_NAMED ", or a file in our own format, SNDlib's, or GraphML"},
    {"both-ways", AT(OPTION_FLAG, both_ways), .of = OF_WORLD, .help = TOPOLOGY_BOTH_WAYS},
    {"capacity-key", AT(OPTION_TEXT, capacity_key), .of = OF_WORLD, .meta = "KEY:UNIT",
     .help = TOPOLOGY_CAPACITY_KEY},
    {"tasks", AT(OPTION_WHOLE, tasks), .of = OF_WORLD, .lo = 1, .hi = MILLION,
     .value = "1000", .help = "tasks in a run"},
    {"warmup", AT(OPTION_WHOLE, warmup), .of = OF_RUN, .hi = MILLION - 1, .value = "200",
     .help = "leave the first N tasks out of the figures"},
    {"data", AT(OPTION_DECIMAL, data), .of = OF_WORLD, .meta = "MB", .lo = 1000,
     .hi = MILLION * ONE, .value = "30",
     .help = "mean data of a task, in megabytes (exponential)"},
    {"work", AT(OPTION_DECIMAL, work), .of = OF_WORLD, .meta = "MI", .lo = 1000,
     .hi = MILLION * ONE, .value = "2000",
     .help = "mean work of a task, in millions of instructions (exponential)"},
    {"remote", AT(OPTION_DECIMAL, remote), .of = OF_WORLD, .meta = "SHARE", .hi = ONE,
     .help = "share of tasks with data at a repository, not where they are created; the"
             " deciding node asks it to send them"},
    {"repositories", AT(OPTION_WHOLE, repositories), .of = OF_WORLD, .lo = 1, .hi = 1000,
     .value = "3", .help = "number of repositories, at random nodes"},
    {"clusters", AT(OPTION_WHOLE, clusters), .of = OF_WORLD, .lo = 1,
     .hi = TOPOLOGY_NODES, .value = "4",
     .help = "how many, at random nodes, unless the network has its own"},
    {"cpus", AT(OPTION_WHOLE, cpus), .of = OF_WORLD, .lo = 1, .hi = MILLION,
     .value = "25", .help = "CPUs per cluster"},
    {"speed", AT(OPTION_WHOLE, speed), .of = OF_WORLD, .meta = "MIPS", .lo = 1, .hi = ONE,
     .value = "1000", .help = "speed of each of these CPUs"},
    {"capacity", AT(OPTION_WHOLE, capacity), .of = OF_WORLD, .meta = "MBPS", .lo = 1,
     .hi = ONE, .value = "1000", .help = "capacity of a link if the network gives none"},
    {"delay", AT(OPTION_DECIMAL, delay), .of = OF_WORLD, .meta = "MS", .hi = MOST_MS,
     .value = "2",
     .help = "delay of a link if the network gives none: 400 km at 200 km/ms"},
    {"rate", AT(OPTION_WHOLE, rate), .of = OF_RUN, .meta = "MBPS", .lo = 1, .hi = ONE,
     .said = "the smallest link capacity",
     .help = "rate of a burst: reserved on each link"},
    {"tau-l", AT(OPTION_DECIMAL, tau_l), .of = OF_RUN, .meta = "MS", .lo = US,
     .hi = MOST_MS, .value = "2",
     .help = "a slot of the links' availability vectors; delays are rounded up to it, so"
             " choose one that divides them"},
    {"tau-m", AT(OPTION_DECIMAL, tau_m), .of = OF_RUN, .meta = "MS", .lo = US,
     .hi = MOST_MS, .value = "20", .help = "a slot of the clusters' vectors"},
    {"slots-l", AT(OPTION_WHOLE, slots_l), .of = OF_RUN, .lo = 1, .hi = MILLION,
     .said = "up to the last reservation, or to --bound if given",
     .help = "slots of a link's vector; later times count as free (with --bound: taken),"
             " so fewer than the default change results"},
    {"slots-m", AT(OPTION_WHOLE, slots_m), .of = OF_RUN, .lo = 1, .hi = MILLION,
     .said = "--slots-l", .help = "slots of a cluster's vector"},
    {"update-interval", AT(OPTION_DECIMAL, interval), .of = OF_RUN, .meta = "MS",
     .hi = MOST_MS,
     .help = "nodes read the news they have received only at multiples of this; 0:"
             " immediately"},
    {"bound", AT(OPTION_DECIMAL, bound), .of = OF_RUN, .meta = "MS",
     .hi = 100 * MILLION * ONE,
     .help = "a task must end within this time of creation, or is not started; 0: none"},
    {"ties", AT(OPTION_WORD, ties), .of = OF_RUN, .words = ties, .value = "lowest",
     .help = "which of equally good clusters is chosen"},
    {"upstream", AT(OPTION_WORD, upstream), .of = OF_RUN, .words = upstream,
     .value = "wasted", .help = "the links that a blocked burst has reserved upstream"},
    {"retry", AT(OPTION_DECIMAL, retry), .of = OF_RUN, .meta = "MS", .lo = US,
     .hi = MOST_MS, .value = "20",
     .help = "minimum delay before a blocked burst is retried, even if news arrives"
             " earlier"},
    {"strict", AT(OPTION_FLAG, strict), .of = OF_RUN,
     .help = "equation 3 with < as printed: paths of equal delay never prune each other"},
    {"gap", AT(OPTION_FLAG, gap), .of = OF_RUN,
     .help = "also run exact at each decision: how often would the task end earlier, and"
             " by how much?"},
    {"check", AT(OPTION_FLAG, check), .of = OF_RUN,
     .help = "also check links and all times of every run"}};

/* The --network, which is read once: it may be standard input. */
static struct topology_named given;

static void check(const void *settings)
{
    const struct settings *s = settings;
    const int64_t times[] = {s->delay,    s->tau_l, s->tau_m,
                             s->interval, s->bound, s->retry};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (times[i] % US)
            fail_usage("%.9g ms: expected whole microseconds, at most three digits after"
                       " the point",
                       (double)times[i] / OPTION_ONE);
    if (s->warmup >= s->tasks)
        fail_usage("--warmup %" PRId64 " leaves none of --tasks %" PRId64, s->warmup,
                   s->tasks);
    given.name = s->network.name;
    topology_named_read(&given);
}

/* ---- measures ---------------------------------------------------------------------- */

/* Of paper 4, section 5.
 *
 *   total delay           from a task's creation to the end of its work
 *   blocking probability  bursts blocked / bursts sent; and, whatever happens when it is
 *                         sent again, the share of tasks whose burst was ever blocked
 *   conflict probability  tasks whose predicted time on a CPU was taken / tasks that came
 *                         to a cluster
 *   paths searched        the size of the set of non-dominated paths, P_n-d, per decision
 *
 * They are of the tasks that count, those after the warm-up; uses of links and CPUs are
 * of all, up to the last creation. Nodes are numbers, from 0 in the order of the network.
 */
enum {
    DELAY = ITEM_OWN,
    SENT,
    BLOCKED,
    CONFLICT,
    OVERDUE,
    DATA,
    WORK,
    NODE,
    SOURCE,
    CLUSTER,
    LINKS,
    SEND,
    ARRIVE,
    PREDICTED,
    HALF /* in the second half of those that count? */
};

static const struct column columns[] = {
    {"delay", 0}, {"bursts", 0}, {"blocked", 0}, {"conflict", 0},  {"overdue", 0},
    {"data", 0},  {"work", 0},   {"node", 0},    {"source", 0},    {"cluster", 0},
    {"links", 0}, {"send", 0},   {"arrive", 0},  {"predicted", 0}, {"half", 0}};

/* As enum multicost_fate. */
static const char *const fates[] = {NULL, "done", "late", "unreached", "given up", "cut"};

#define FATE(name) .fates = 1 << (MULTICOST_##name)
#define COUNT(name) .stat = STAT_COUNT, FATE(name)

static const char *const halves[] = {"first", "second"};

static const struct measure measures[] = {
    {"tasks", "tasks counted", UNIT_COUNT, .stat = STAT_COUNT},
    {"done", "  done", UNIT_COUNT, COUNT(done)},
    {"late", "    not: none could end it in time", UNIT_COUNT, COUNT(late)},
    {"unreached", "    not: no cluster within reach", UNIT_COUNT, COUNT(unreached)},
    {"given_up", "    not: blocked too often", UNIT_COUNT, COUNT(given_up)},
    {"cut", "    not: too many paths", UNIT_COUNT, COUNT(cut)},
    {"overdue", "  done after the bound", UNIT_COUNT, .stat = STAT_SUM, .of = OVERDUE},
    {"delay_mean", "total delay, mean", UNIT_SECONDS, .stat = STAT_MEAN, .of = DELAY,
     .classes = 1, .swept = 1},
    {"delay_p50", "  median", UNIT_SECONDS, .stat = STAT_P50, .of = DELAY},
    {"delay_p95", "  95th percentile", UNIT_SECONDS, .stat = STAT_P95, .of = DELAY},
    {"delay_max", "  longest", UNIT_SECONDS, .stat = STAT_MOST, .of = DELAY},
    {"blocking", "blocking probability", UNIT_PERCENT, .stat = STAT_RATIO, .of = BLOCKED,
     .by = SENT, .swept = 1},
    {"hit", "  tasks with a burst that was blocked", UNIT_PERCENT, .stat = STAT_ABOVE,
     .of = BLOCKED},
    {"conflict", "conflict probability", UNIT_PERCENT, .stat = STAT_ABOVE, .of = CONFLICT,
     FATE(done), .swept = 1},
    {"bursts_mean", "bursts per task", UNIT_NUMBER, .stat = STAT_MEAN, .of = SENT},
    {"links_mean", "links per path", UNIT_NUMBER, GIVEN},
    {"paths_mean", "paths searched", UNIT_NUMBER, GIVEN, .swept = 1},
    {"widest", "  most at one node", UNIT_COUNT, GIVEN},
    {"pairs_mean", "non-dominated (path, cluster) pairs", UNIT_NUMBER, GIVEN},
    {"labels_mean", "paths examined", UNIT_NUMBER, GIVEN},
    {"decide_us", "time to decide (microseconds)", UNIT_NUMBER, GIVEN, .timed = 1},
    {"gap_share", "decisions with an end later than exact's", UNIT_PERCENT, GIVEN},
    {"gap_mean", "  later by, mean of all", UNIT_SECONDS, GIVEN},
    {"gap_cluster", "  for another cluster than exact's", UNIT_PERCENT, GIVEN},
    {"beyond", "decisions with vectors too short", UNIT_PERCENT, GIVEN},
    {"link_utilisation", "links in use", UNIT_PERCENT, GIVEN},
    {"cpu_utilisation", "CPUs in use", UNIT_PERCENT, GIVEN}};

/* Where the second half of the tasks takes longer, nothing is steady yet. */
static const struct axis axes[] = {
    {"half", "half of the tasks", HALF, AXIS_WORDS, .words = halves, .count = 2},
    {"delay", "total delay", DELAY, AXIS_EDGES, UNIT_SECONDS,
     .edges = {0, 1, 2, 3, 5, 8, 12, 20, 30}, .count = 9, .hidden = 1}};

/* ---- the world: a network, clusters, tasks ----------------------------------------- */

struct world {
    struct topology topology;
    struct multicost_tasks tasks;
    int placed; /* the clusters are at random nodes */
};

static void need_nodes(const struct world *w, const char *option, int64_t wanted)
{
    if ((size_t)wanted > w->topology.node_count)
        fail("there are %zu nodes, too few for --%s %" PRId64, w->topology.node_count,
             option, wanted);
}

/* Equal clusters at different nodes. */
static void place(struct world *w, const struct settings *s, int64_t seed)
{
    struct random r = multicost_run_tasks_stream((uint64_t)seed, MULTICOST_CLUSTERS);
    struct topology *t = &w->topology;
    const size_t n = (size_t)s->clusters;
    need_nodes(w, "clusters", s->clusters);
    uint32_t *at = random_choose(&r, (uint32_t)t->node_count, (uint32_t)n);
    if (!at) fail("out of memory");
    w->placed = 1;
    t->clusters = base_zeroed(n, sizeof *t->clusters);
    t->cluster_count = n;
    for (size_t i = 0; i < n; i++) {
        t->clusters[i].node = at[i];
        t->clusters[i].cpus = s->cpus;
        t->clusters[i].speed = s->speed;
    }
    free(at);
}

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = settings;
    struct world *w = base_zeroed(1, sizeof *w);
    struct multicost_mix m = {.tasks = (size_t)s->tasks,
                              .lambda = (double)s->lambda / OPTION_ONE,
                              .data = (double)s->data / OPTION_ONE * 8e6,
                              .work = (double)s->work / OPTION_ONE * 1e6,
                              .remote = (double)s->remote / OPTION_ONE,
                              .repositories = (uint32_t)s->repositories,
                              .seed = (uint64_t)seed};
    struct topology_options o = topology_default;
    struct topology_named network = given;
    o.capacity_bps = s->capacity * MILLION;
    o.delay_us = s->delay / US;
    o.both_ways = s->both_ways != 0;
    o.capacity_key = s->capacity_key;
    network.seed = (uint64_t)seed;
    network.degree = 4 * ONE;
    topology_named_make(&w->topology, &network, &o);
    if (s->remote > 0) need_nodes(w, "repositories", s->repositories);
    if (w->topology.cluster_count == 0) place(w, s, seed);
    m.nodes = (uint32_t)w->topology.node_count;
    if (m.repositories > m.nodes) m.repositories = m.nodes;
    multicost_run_tasks_draw(&w->tasks, &m);
    return w;
}

static void drop(void *world)
{
    struct world *w = world;
    topology_free(&w->topology);
    multicost_run_tasks_free(&w->tasks);
    free(w);
}

/* ---- a run ------------------------------------------------------------------------- */

/* The --rate, or the least capacity of a link; there must be one that can carry it. */
static nets_amount rate_of(const struct settings *s, const struct topology *t)
{
    nets_amount least = 1, most = 0;
    for (size_t i = 0; i < t->link_count; i++) {
        const nets_amount capacity = t->links[i].capacity;
        if (i == 0 || capacity < least) least = capacity;
        if (capacity > most) most = capacity;
    }
    if (t->link_count > 0 && s->rate > most)
        fail("--rate %" PRId64 ": no link of %s has more than %" PRId64 " Mb/s", s->rate,
             s->network.name, most);
    return s->rate > 0 ? s->rate : least > 0 ? least : 1;
}

static void put_item(double *to, const struct multicost_run *r, size_t i)
{
    const struct multicost_task *task = &r->plan->tasks->at[i];
    const struct multicost_outcome *o = &r->outcomes[i];
    to[ITEM_KIND] = i < r->plan->warmup ? ITEM_GIVEN : ITEM_MEASURED;
    to[ITEM_SUBMIT] = (double)task->created / 1e6;
    to[ITEM_SIZE] = 1;
    to[ITEM_FATE] = o->fate;
    to[SENT] = o->sent;
    to[BLOCKED] = o->blocked;
    to[DATA] = (double)task->data;
    to[WORK] = (double)task->work;
    to[NODE] = task->node;
    to[SOURCE] = task->source;
    to[HALF] = i >= (r->plan->warmup + r->plan->tasks->count) / 2;
    if (o->fate != MULTICOST_done) return;
    to[ITEM_RESOURCE] = o->cluster;
    to[ITEM_READY] = (double)o->arrive / 1e6;
    to[ITEM_START] = (double)o->start / 1e6;
    to[ITEM_END] = (double)o->end / 1e6;
    to[ITEM_LENGTH] = (double)multicost_run_cluster_time(r, o->cluster, task->work) / 1e6;
    to[CONFLICT] = o->conflict;
    to[DELAY] = (double)(o->end - task->created) / 1e6;
    to[OVERDUE] = r->plan->bound > 0 && o->end - task->created > r->plan->bound;
    to[CLUSTER] = r->plan->topology->clusters[o->cluster].node;
    to[LINKS] = o->links;
    to[SEND] = (double)o->send / 1e6;
    to[ARRIVE] = (double)o->arrive / 1e6;
    to[PREDICTED] = (double)o->predicted / 1e6;
}

/* Not of tasks: of decisions, links and CPUs. */
static void give(const struct multicost_run *r, struct run *to)
{
    const struct multicost_sums *s = &r->sums;
    const struct topology *t = r->plan->topology;
    const double span = (double)r->ground.until;
    double links = 0, cpus = 0;
    for (size_t i = 0; i < t->link_count; i++)
        links += (double)t->links[i].capacity * (t->links[i].oneway ? 1 : 2);
    for (size_t i = 0; i < t->cluster_count; i++) cpus += (double)t->clusters[i].cpus;
    run_give(to, "links_mean", statistics_ratio(s->links, s->decisions));
    run_give(to, "paths_mean", statistics_ratio(s->paths, s->decisions));
    run_give(to, "widest", s->widest);
    run_give(to, "pairs_mean", statistics_ratio(s->pairs, s->decisions));
    run_give(to, "labels_mean", statistics_ratio(s->labels, s->decisions));
    if (r->plan->timing)
        run_give(to, "decide_us", statistics_ratio(s->seconds * 1e6, s->decisions));
    if (r->plan->gap) {
        run_give(to, "gap_share", statistics_ratio(s->worse, s->decisions));
        run_give(to, "gap_mean", statistics_ratio(s->gap / 1e6, s->decisions));
        run_give(to, "gap_cluster", statistics_ratio(s->elsewhere, s->decisions));
    }
    run_give(to, "beyond", statistics_ratio(s->beyond, s->decisions));
    run_give(to, "link_utilisation",
             statistics_ratio(r->ground.used[NETS_LINK], links * span));
    run_give(to, "cpu_utilisation",
             statistics_ratio(r->ground.used[NETS_CLUSTER], cpus * span));
}

static void keep(const struct multicost_run *r, struct run *to)
{
    const struct topology *t = r->plan->topology;
    nets_link_info l;
    to->hash = HASH_START;
    for (size_t i = 0; i < t->cluster_count; i++) {
        run_capacity(to, 0, t->clusters[i].cpus, (uint32_t)i);
        run_resource(to, (uint32_t)i,
                     base_text("node %s", t->nodes[t->clusters[i].node].name));
    }
    run_items(to, r->plan->tasks->count);
    for (size_t i = 0; i < to->count; i++) {
        const struct multicost_outcome *o = &r->outcomes[i];
        put_item(run_item(to, i), r, i);
        to->hash = hash_add(hash_add(to->hash, o->fate), o->sent);
        if (o->fate == MULTICOST_done)
            to->hash = hash_add(hash_add(to->hash, o->cluster), (uint64_t)o->start);
    }
    give(r, to);
    for (size_t i = 0;
         to->linked && nets_get_link(r->network, (uint32_t)i, &l) == NETS_OK; i++)
        run_link(to, t->nodes[l.from].name, t->nodes[l.to].name,
                 statistics_ratio(r->ground.links[i].used,
                                  (double)l.capacity * (double)r->ground.until),
                 r->ground.links[i].refusals);
}

static void run(const void *settings, const void *world, int64_t seed, struct run *to)
{
    const struct settings *s = settings;
    const struct world *w = world;
    const struct multicost_plan plan = {
        .topology = &w->topology,
        .tasks = &w->tasks,
        .method = multicost_run_methods[s->method],
        .view = {.slots_l = (uint32_t)s->slots_l,
                 .slots_m = (uint32_t)s->slots_m,
                 .tau_l = s->tau_l / US,
                 .tau_m = s->tau_m / US,
                 .shared_clock =
                     1}, /* link_state.h keeps reservations with their times */
        .rate = rate_of(s, &w->topology),
        .interval = s->interval / US,
        .bound = s->bound / US,
        .retry = s->retry / US,
        .attempts = MULTICOST_ATTEMPTS,
        .release = s->upstream != 0,
        .strict = s->strict != 0,
        .any = s->ties != 0,
        .seed = (uint64_t)seed,
        .gap = s->gap != 0,
        .timing = to->timing,
        .keep = s->check != 0,
        .warmup = (size_t)s->warmup};
    struct multicost_run r = {0};
    struct error e;
    multicost_run_make(&r, &plan);
    if (s->check && multicost_check(&r, &e) != 0) fail("%s", e.text);
    keep(&r, to);
    multicost_run_free(&r);
}

/* ---- the world --------------------------------------------------------------------- */

/* Numbers `stride` bytes apart: what all have in common, or the range: "1000 Mb/s", "155
 * to 10000 Mb/s". */
static void print_range(FILE *to, const int64_t *first, size_t count, size_t stride,
                        double unit, const char *name)
{
    const char *at = (const char *)first;
    int64_t lo = *first, hi = *first, value;
    for (; count-- > 0; at += stride) {
        memcpy(&value, at, sizeof value);
        if (value < lo) lo = value;
        if (value > hi) hi = value;
    }
    fprintf(to, "%.6g", (double)lo / unit);
    if (hi > lo) fprintf(to, " to %.6g", (double)hi / unit);
    fprintf(to, " %s", name);
}

static void describe_network(FILE *to, const struct settings *s, const struct world *w)
{
    const struct topology *t = &w->topology;
    const struct topology_link *l = t->links;
    const struct topology_cluster *c = t->clusters;
    size_t directed = 0;
    for (size_t i = 0; i < t->link_count; i++) directed += l[i].oneway ? 1 : 2;
    fprintf(to, "network: %s, %zu node%s, %zu link%s, each one way", s->network.name,
            t->node_count, text_s(t->node_count), directed, text_s(directed));
    if (directed) {
        fputs(", of ", to);
        print_range(to, &l->capacity, t->link_count, sizeof *l, 1, "Mb/s and ");
        print_range(to, &l->delay, t->link_count, sizeof *l, 1000, "ms");
    }
    fputc('\n', to);
    topology_named_tell(to, t);
    fprintf(to, "clusters: %zu of ", t->cluster_count);
    print_range(to, &c->cpus, t->cluster_count, sizeof *c, 1, "CPUs of ");
    print_range(to, &c->speed, t->cluster_count, sizeof *c, 1,
                w->placed ? "MIPS, at random nodes:" : "MIPS, at nodes");
    for (size_t i = 0; i < t->cluster_count; i++)
        fprintf(to, " %s", t->nodes[c[i].node].name);
    fputc('\n', to);
}

/* Bursts of tasks that more and more others are in the way of are sent again and again,
 * up to MULTICOST_ATTEMPTS times: such runs take long, and their delays have no mean. */
static void warn_of_overload(const struct settings *s, const struct topology *t)
{
    char *const has = base_zeroed(t->node_count, 1); /* a cluster */
    double asked, carried = 0, without = 0;          /* Mb/s; nodes */
    for (size_t i = 0; i < t->cluster_count; i++) has[t->clusters[i].node] = 1;
    for (size_t i = 0; i < t->node_count; i++) without += !has[i];
    for (size_t i = 0; i < t->link_count; i++) {
        const struct topology_link *l = &t->links[i];
        if (has[l->to] || (has[l->from] && !l->oneway)) carried += (double)l->capacity;
    }
    free(has);
    asked = (double)s->lambda / OPTION_ONE * (double)s->data / OPTION_ONE * 8 * without /
            (double)t->node_count;
    if (!s->bound && carried > 0 && asked > carried)
        fail_warn("warning: tasks send up to %.6g Mb/s to clusters, whose links carry"
                  " %.6g: delays may grow without end, and bursts be sent up to %d times;"
                  " try a lower --lambda or --data, or a --bound",
                  asked, carried, MULTICOST_ATTEMPTS);
}

static void describe(FILE *to, const void *settings, const void *world)
{
    const struct settings *s = settings;
    const struct world *w = world;
    describe_network(to, s, w);
    warn_of_overload(s, &w->topology);
    fprintf(to,
            "tasks: %" PRId64 " (first %" PRId64 " excluded); mean %.6g"
            " MB of data and %.6g MI of work\n",
            s->tasks, s->warmup, (double)s->data / OPTION_ONE,
            (double)s->work / OPTION_ONE);
    if (s->remote)
        fprintf(to, "data: of %.6g %% of the tasks at one of %" PRId64 " repositories\n",
                100 * (double)s->remote / OPTION_ONE, s->repositories);
    fprintf(to, "bursts: at %" PRId64 " Mb/s\n", rate_of(s, &w->topology));
}

static const struct simulator multicost = {
    .name = "multicost_sim",
    .about = "Schedules tasks whose data travel through a network to a cluster: each node"
             " decides on its view of links and clusters and reserves one-way; a burst is"
             " blocked, or a task waits, if another was faster. Defaults:"
             " Christodoulopoulos and Varvarigos, Routing and Scheduling in Grids,"
             " section 5; the rest is chosen to keep links and clusters busy.",
    .item = "task",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .first = {.columns = {{"delay_mean", "mean"},
                          {"delay_p50", "median"},
                          {"delay_p95", "p95"},
                          {"delay_max", "longest"}},
              .what = "delay",
              .mean = "mean total delay",
              .tail = "delay",
              .question = "How many tasks take how long?",
              .axes = {"half"},
              .less = "shorter",
              .more = "longer"},
    .links = 1,
    .check = check,
    .world = world,
    .run = run,
    .drop = drop,
    .describe = describe};

int main(int argc, char **argv) { return sim_main(&multicost, argc, argv); }
