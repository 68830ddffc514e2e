/* multicost_experiment.c - the network is read once; clusters and tasks are drawn for
 * each repetition. */
#include "multicost/multicost_experiment.h"

#include "base/compare.h"
#include "base/random.h"
#include "base/statistics.h"
#include "multicost/multicost_run.h"
#include "program/choice.h"
#include "program/cli.h"
#include "program/values.h"
#include "topology/topology.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "netsched.h"

void multicost_experiment_free(struct multicost_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        free(x->points[i].outcomes);
    }
    for (i = 0; x->clusters && i < (size_t)x->settings->runs; i++) free(x->clusters[i]);
    free(x->clusters);
    free(x->points);
    cube_free(&x->cube);
    topology_data_free(&x->topology);
}

static int64_t us(int64_t billionths_of_ms) { return billionths_of_ms / 1000000; }

/* ---- the network ------------------------------------------------------------------- */

/* Draws different nodes for equal clusters. 0, or -1 without memory. */
static int place(struct multicost_experiment *x, size_t repetition)
{
    const struct multicost_settings *s = x->settings;
    struct random r =
        multicost_run_tasks_stream((uint64_t)s->seed + repetition, MULTICOST_CLUSTERS);
    uint32_t *at =
        random_choose(&r, (uint32_t)x->topology.node_count, (uint32_t)s->clusters);
    struct topology_cluster *c =
        (struct topology_cluster *)malloc((size_t)s->clusters * sizeof *c);
    int64_t i;
    x->clusters[repetition] = c;
    if (!at || !c) {
        free(at);
        return -1;
    }
    for (i = 0; i < s->clusters; i++) {
        c[i].node = at[i];
        c[i].cpus = s->cpus;
        c[i].speed = s->speed;
    }
    free(at);
    return 0;
}

struct topology multicost_experiment_topology(const struct multicost_experiment *x,
                                              size_t repetition)
{
    struct topology t = x->topology;
    if (x->clusters) {
        t.clusters = x->clusters[repetition];
        t.cluster_count = (size_t)x->settings->clusters;
    }
    return t;
}

nets_amount multicost_experiment_rate(const struct multicost_experiment *x)
{
    nets_amount least = x->settings->rate;
    size_t i;
    for (i = 0; i < x->topology.link_count && x->settings->rate == 0; i++)
        if (i == 0 || x->topology.links[i].capacity < least)
            least = x->topology.links[i].capacity;
    return least ? least : 1;
}

static int too_few_nodes(const struct multicost_experiment *x, const char *option,
                         int64_t wanted, struct error *e)
{
    return error_fail(e, "%s: there are %zu nodes, too few for --%s %" PRId64,
                      x->settings->network, x->topology.node_count, option, wanted);
}

/* Is there a link that can carry a burst? */
static int check_rate(const struct multicost_experiment *x, struct error *e)
{
    nets_amount most = 0;
    size_t i;
    for (i = 0; i < x->topology.link_count; i++)
        if (x->topology.links[i].capacity > most) most = x->topology.links[i].capacity;
    if (x->topology.link_count == 0 || x->settings->rate <= most) return 0;
    return error_fail(e,
                      "--rate %" PRId64 ": no link of %s has more than %" PRId64 " Mb/s",
                      x->settings->rate, x->settings->network, most);
}

static int read_network(struct multicost_experiment *x, struct error *e)
{
    const struct multicost_settings *s = x->settings;
    struct topology_options o = topology_data_default();
    size_t i;
    o.capacity_bps = s->capacity * 1000000;
    o.delay_us = us(s->delay);
    o.seed = (uint64_t)s->seed;
    if (topology_get(s->network, NULL, &o, &x->topology, e) != 0) return -1;
    if (check_rate(x, e) != 0) return -1;
    if (s->remote > 0 && (size_t)s->repositories > x->topology.node_count)
        return too_few_nodes(x, "repositories", s->repositories, e);
    if (x->topology.cluster_count) return 0;
    if ((size_t)s->clusters > x->topology.node_count)
        return too_few_nodes(x, "clusters", s->clusters, e);
    x->clusters =
        (struct topology_cluster **)calloc((size_t)s->runs, sizeof *x->clusters);
    for (i = 0; x->clusters && i < (size_t)s->runs; i++)
        if (place(x, i) != 0) return error_fail(e, "out of memory");
    return x->clusters ? 0 : error_fail(e, "out of memory");
}

/* ---- points ------------------------------------------------------------------------ */

static void name_methods(struct multicost_experiment *x)
{
    size_t bit, load, methods = 0;
    for (bit = 0; bit < MULTICOST_METHODS; bit++) {
        const struct multicost_method *method = multicost_run_method(bit);
        if (!(x->settings->methods >> bit & 1)) continue;
        x->searching[methods] = method->searches_paths != 0;
        x->cube.names[methods] = method->name;
        for (load = 0; load < x->settings->lambda.count; load++) {
            struct multicost_point *p = &x->points[load * x->cube.variants + methods];
            p->method = method;
            p->load = load;
        }
        methods++;
    }
}

int multicost_experiment_open(struct multicost_experiment *x,
                              const struct multicost_settings *s, struct error *e)
{
    size_t methods = 0, i;
    x->settings = s;
    if (read_network(x, e) != 0) return -1;
    for (i = 0; i < MULTICOST_METHODS; i++) methods += s->methods >> i & 1;
    if (cube_open(&x->cube, multicost_experiment_figures, MULTICOST_FIGURE_COUNT,
                  s->lambda.count, methods, (size_t)s->runs, e) != 0)
        return -1;
    x->line.label = "lambda";
    for (i = 0; i < s->lambda.count; i++) {
        const double lambda = (double)s->lambda.at[i] / CLI_ONE;
        cube_line_add(&x->line, i, lambda, "%.6g", lambda);
    }
    x->count = methods * s->lambda.count;
    x->points = (struct multicost_point *)calloc(x->count, sizeof *x->points);
    if (!x->points) return error_fail(e, "out of memory");
    name_methods(x);
    return 0;
}

int multicost_experiment_draw(const struct multicost_experiment *x, size_t repetition,
                              size_t load, struct multicost_tasks *tasks, struct error *e)
{
    const struct multicost_settings *s = x->settings;
    struct multicost_mix m;
    m.tasks = (size_t)s->tasks;
    m.nodes = (uint32_t)x->topology.node_count;
    m.lambda = x->line.at[load].x;
    m.data = (double)s->data / CLI_ONE * 8e6;
    m.work = (double)s->work / CLI_ONE * 1e6;
    m.remote = (double)s->remote / CLI_ONE;
    m.repositories = (uint32_t)s->repositories;
    if (m.repositories > m.nodes) m.repositories = m.nodes;
    m.seed = (uint64_t)s->seed + repetition;
    return multicost_run_tasks_draw(tasks, &m, e);
}

static void plan_fill(const struct multicost_experiment *x,
                      const struct multicost_point *p, struct multicost_plan *plan)
{
    static const struct multicost_plan nothing = {0};
    const struct multicost_settings *s = x->settings;
    *plan = nothing;
    plan->method = p->method->method;
    plan->view.slots_l = (uint32_t)s->slots_l;
    plan->view.slots_m = (uint32_t)s->slots_m;
    plan->view.tau_l = us(s->tau_l);
    plan->view.tau_m = us(s->tau_m);
    plan->view.shared_clock = 1; /* link_state.h keeps reservations with their times */
    plan->rate = multicost_experiment_rate(x);
    plan->interval = us(s->interval);
    plan->bound = us(s->bound);
    plan->retry = us(s->retry);
    plan->attempts = MULTICOST_ATTEMPTS;
    plan->release = s->upstream != 0;
    plan->strict = s->strict != 0;
    plan->gap = s->gap != 0;
    plan->timing = x->timing;
    plan->warmup = (size_t)s->warmup;
}

int multicost_experiment_run(void *context, size_t i, struct error *e)
{
    struct multicost_experiment *x = (struct multicost_experiment *)context;
    const size_t repetition = cube_at(&x->cube, i).seed;
    struct multicost_point *p = &x->points[i / x->cube.seeds];
    const struct topology topology = multicost_experiment_topology(x, repetition);
    struct multicost_tasks tasks = {NULL, 0};
    struct multicost_run run = {0};
    struct multicost_plan plan;
    struct error why;
    int result;
    plan_fill(x, p, &plan);
    plan.topology = &topology;
    plan.tasks = &tasks;
    plan.keep = x->settings->check != 0;
    result = multicost_experiment_draw(x, repetition, p->load, &tasks, &why);
    if (result == 0) result = multicost_run_make(&run, &plan, x->progress, &why);
    if (result == 0 && x->settings->check) result = multicost_check(&run, &why);
    if (result == 0 && multicost_experiment_measure(
                           &run, x->cube.values + i * MULTICOST_FIGURE_COUNT) != 0)
        result = error_fail(&why, "out of memory");
    if (result == 0 && repetition == 0 && x->keep_outcomes) {
        p->outcomes = run.outcomes;
        run.outcomes = NULL;
    }
    multicost_run_free(&run);
    multicost_run_tasks_free(&tasks);
    if (result == 0) return 0;
    return error_fail(e, "%s at lambda %.9g, seed %" PRId64 ": %s", p->method->name,
                      x->line.at[p->load].x, x->settings->seed + (int64_t)repetition,
                      why.text);
}

#define BILLION ((int64_t)CLI_ONE)
#define MOST_MS (1000000 * BILLION - 1000000) /* 1000 seconds */
#define LEAST_MS 1000000                      /* a microsecond */

/* ---- checks that concern several options ------------------------------------------- */

/* Times are whole microseconds. */
static int check_times(const char *program, const struct multicost_settings *s)
{
    const struct {
        const char *name;
        int64_t value;
    } times[] = {{"delay", s->delay}, {"tau-l", s->tau_l},
                 {"tau-m", s->tau_m}, {"update-interval", s->interval},
                 {"bound", s->bound}, {"retry", s->retry}};
    size_t i;
    for (i = 0; i < sizeof times / sizeof times[0]; i++)
        if (times[i].value % LEAST_MS)
            return cli_complain(program,
                                "--%s: %.9g ms are not whole microseconds (at most three"
                                " digits after the point)",
                                times[i].name, (double)times[i].value / CLI_ONE);
    return CLI_RUN;
}

static int check(struct program *program, const struct multicost_settings *s)
{
    if (s->warmup >= s->tasks)
        return cli_complain(program->name,
                            "--warmup %" PRId64 ": none of --tasks %" PRId64 " is left",
                            s->warmup, s->tasks);
    if (check_times(program->name, s) != CLI_RUN) return CLI_USAGE;
    program_reads(program, "the network", s->network);
    return program_check(program);
}

/* ---- the options ------------------------------------------------------------------- */

int multicost_experiment_options(struct program *program, struct multicost_settings *s)
{
    static const struct multicost_settings defaults = MULTICOST_SETTINGS;
    char networks[CHOICE_TEXT];
    int code;
    const struct cli_option options[] = {
        {OPTION_TEXT("--network", &s->network, "NAME"),
         .unset = "torus:5x5, the paper's mesh with wrap-around",
         .help = topology_builtin_names(networks, sizeof networks),
         .more = "or a file (our own format, SNDlib, GraphML;"
                 " examples/sim/topology/topology_format.h)"},
        {OPTION_SET("--method", &s->methods, choice_words(&multicost_run_methods, NULL)),
         .help = "how a node decides:",
         .more = choice_help(&multicost_run_methods, NULL)},
        {OPTION_VALUES("--lambda", &s->lambda, "LIST", VALUES_DECIMAL, BILLION / 1000,
                       1000000 * BILLION),
         .standard = "5:45:10",
         .help = "tasks in a second, over all nodes: A,B,... or FROM:TO:STEP"},
        {OPTION_NUMBER("--tasks", &s->tasks, "N", 1, 1000000), .help = "tasks in a run"},
        {OPTION_NUMBER("--warmup", &s->warmup, "N", 0, 999999),
         .help = "the first N of these tasks do not count"},
        {OPTION_NUMBER("--runs", &s->runs, "N", 1, 1000),
         .help = "runs for each method and load, with seeds of their own"},
        {OPTION_NUMBER("--seed", &s->seed, "N", 0, INT64_MAX - 1000),
         .help = "seed of the first run; each further run has the next seed. It places"
                 " clusters, and draws tasks and random networks"},
        {OPTION_DECIMAL("--data", &s->data, "MB", 1000, 1000000 * BILLION),
         .help = "data of a task, mean of an exponential distribution, in megabytes"},
        {OPTION_DECIMAL("--work", &s->work, "MI", 1000, 1000000 * BILLION),
         .help = "work of a task, mean of an exponential distribution, in millions of"
                 " instructions"},
        {OPTION_FRACTION("--remote", &s->remote, "SHARE"),
         .help = "share of the tasks whose data are not where they are created but at a"
                 " repository; the node that decides tells the repository to send them"},
        {OPTION_NUMBER("--repositories", &s->repositories, "N", 1, 1000),
         .help = "number of nodes, at random, that are repositories"},
        {OPTION_NUMBER("--clusters", &s->clusters, "N", 1, TOPOLOGY_NODES),
         .help = "clusters, at random nodes, unless the network has its own"},
        {OPTION_NUMBER("--cpus", &s->cpus, "N", 1, 1000000),
         .help = "CPUs of each of these clusters"},
        {OPTION_NUMBER("--speed", &s->speed, "MIPS", 1, 1000000000),
         .help = "speed of each of their CPUs"},
        {OPTION_NUMBER("--capacity", &s->capacity, "MBPS", 1, 1000000000),
         .help = "capacity of a link for which the network has none, in Mb/s"},
        {OPTION_DECIMAL("--delay", &s->delay, "MS", 0, MOST_MS),
         .help = "delay of a link for which the network has none: 400 km at 200 km/ms"},
        {OPTION_NUMBER("--rate", &s->rate, "MBPS", 1, 1000000000),
         .unset = "the least capacity of a link",
         .help = "rate of a burst, r: this much of a link is reserved"},
        {OPTION_DECIMAL("--tau-l", &s->tau_l, "MS", LEAST_MS, MOST_MS),
         .help = "a slot of the links' availability vectors; delays are rounded up to"
                 " it, so choose one that divides them"},
        {OPTION_DECIMAL("--tau-m", &s->tau_m, "MS", LEAST_MS, MOST_MS),
         .help = "a slot of the clusters' vectors"},
        {OPTION_NUMBER("--slots-l", &s->slots_l, "N", 1, 1000000),
         .unset = "up to the last reservation, or with a --bound up to it",
         .help = "slots of a link's vector, u_l; later times count as free, but with a"
                 " --bound as taken: fewer than the default change the answers"},
        {OPTION_NUMBER("--slots-m", &s->slots_m, "N", 1, 1000000), .unset = "the same",
         .help = "slots of a cluster's vector, u_m"},
        {OPTION_DECIMAL("--update-interval", &s->interval, "MS", 0, MOST_MS),
         .help = "nodes read the news they have received only at multiples of this; 0:"
                 " news count as soon as they have arrived"},
        {OPTION_DECIMAL("--bound", &s->bound, "MS", 0, 1000000 * BILLION * 100),
         .help = "D: a task must end so long after its creation, or it is not started;"
                 " 0: there is no bound"},
        {OPTION_CHOICE("--upstream", &s->upstream, MULTICOST_UPSTREAM_WORDS),
         .help = "what becomes of the links that a blocked burst has reserved upstream."
                 " wasted: they stay reserved and unused; released: the news, on its way"
                 " back, gives back what has not begun"},
        {OPTION_DECIMAL("--retry", &s->retry, "MS", LEAST_MS, MOST_MS),
         .help = "least time after which a blocked burst is decided upon again, even if"
                 " the news is there before"},
        {OPTION_FLAG("--strict", &s->strict),
         .help = "equation 3 with < as printed: paths of equal delay never prune each"
                 " other"},
        {OPTION_FLAG("--gap", &s->gap),
         .help = "ask exact at each decision, too: how often would the task end earlier,"
                 " and by how much?"},
        {OPTION_FLAG("--check", &s->check),
         .help = "check that every run is possible (links, CPUs, times); if one is not,"
                 " the exit status is 1"},
        {OPTION_FLAG("--all", &s->all), .help = "print all tables, not only the first"},
        PROGRAM_OPTIONS(program, "points.csv (means and 95 % intervals), runs.csv (every"
                                 " figure of every run), tasks.csv (every task of the"
                                 " first runs)")};
    const struct cli_program me = {
        .name = "multicost_sim",
        .operand = "",
        .about =
            "Schedules tasks whose data travel through a network to a cluster: each node"
            " decides from what it has heard of links and clusters, and reserves one way;"
            " bursts are blocked and tasks wait where others were faster. Average total"
            " delay, blocking and conflict probability, and paths searched, over the rate"
            " of the tasks. Defaults are the setting of Christodoulopoulos and "
            "Varvarigos,"
            " Routing and Scheduling in Grids, section 5; of what it leaves open (data,"
            " work, speed, slots, rates, how many tasks) such that links and clusters are"
            " both busy.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes = "MS is in milliseconds, to the microsecond: 2, 0.5. " CLI_EXIT};
    *s = defaults;
    code = program_read(program, &me, NULL, 0);
    return code == CLI_RUN ? check(program, s) : code;
}

/* ---- figures ----------------------------------------------------------------------- */

const struct measure multicost_experiment_figures[MULTICOST_FIGURE_COUNT] = {
    MULTICOST_FIGURES(MEASURE_ROW)};

/* A percentile of delays in ascending order, in seconds. */
static double delay_at(const int64_t *delays, size_t n, unsigned percent)
{
    return n ? (double)delays[statistics_percentile(n, percent)] / 1e6 : (double)NAN;
}

/* The delays of the tasks that count. 0, or -1 when memory is out. */
static int measure_delays(const struct multicost_run *r, double *value)
{
    const struct multicost_plan *p = r->plan;
    int64_t *delays = (int64_t *)malloc((p->tasks->count + 1) * sizeof *delays);
    size_t i, n = 0;
    double sum = 0, overdue = 0;
    if (!delays) return -1;
    for (i = p->warmup; i < p->tasks->count; i++) {
        if (r->outcomes[i].fate != MULTICOST_done) continue;
        delays[n] = r->outcomes[i].end - p->tasks->at[i].created;
        sum += (double)delays[n];
        overdue += p->bound && delays[n] > p->bound;
        n++;
    }
    qsort(delays, n, sizeof *delays, compare_i64);
    value[MULTICOST_FIGURE_delay_mean] = statistics_ratio(sum / 1e6, (double)n);
    value[MULTICOST_FIGURE_delay_p50] = delay_at(delays, n, 50);
    value[MULTICOST_FIGURE_delay_p95] = delay_at(delays, n, 95);
    value[MULTICOST_FIGURE_delay_max] = delay_at(delays, n, 100);
    value[MULTICOST_FIGURE_overdue] = overdue;
    free(delays);
    return 0;
}

static void counts(const struct multicost_run *r, double *value)
{
    double fates[MULTICOST_FATE_COUNT] = {0}, sent = 0, blocked = 0, hit = 0;
    double conflicts = 0;
    const size_t count = r->plan->tasks->count;
    const double tasks = (double)(count > r->plan->warmup ? count - r->plan->warmup : 0);
    size_t i;
    for (i = r->plan->warmup; i < count; i++) {
        const struct multicost_outcome *o = &r->outcomes[i];
        fates[o->fate]++;
        sent += o->sent;
        blocked += o->blocked;
        hit += o->blocked > 0;
        conflicts += o->conflict;
    }
    value[MULTICOST_FIGURE_tasks] = tasks;
    value[MULTICOST_FIGURE_done] = fates[MULTICOST_done];
    value[MULTICOST_FIGURE_late] = fates[MULTICOST_late];
    value[MULTICOST_FIGURE_unreached] = fates[MULTICOST_unreached];
    value[MULTICOST_FIGURE_given_up] = fates[MULTICOST_given_up];
    value[MULTICOST_FIGURE_cut] = fates[MULTICOST_cut];
    value[MULTICOST_FIGURE_blocking] = statistics_ratio(blocked, sent);
    value[MULTICOST_FIGURE_hit] = statistics_ratio(hit, tasks);
    value[MULTICOST_FIGURE_conflict] = statistics_ratio(conflicts, fates[MULTICOST_done]);
    value[MULTICOST_FIGURE_bursts_mean] = statistics_ratio(sent, tasks);
}

static void searches(const struct multicost_run *r, double *value)
{
    const struct multicost_sums *s = &r->sums;
    value[MULTICOST_FIGURE_links_mean] = statistics_ratio(s->links, s->decisions);
    value[MULTICOST_FIGURE_paths_mean] = statistics_ratio(s->paths, s->decisions);
    value[MULTICOST_FIGURE_widest] = s->widest;
    value[MULTICOST_FIGURE_pairs_mean] = statistics_ratio(s->pairs, s->decisions);
    value[MULTICOST_FIGURE_labels_mean] = statistics_ratio(s->labels, s->decisions);
    value[MULTICOST_FIGURE_decide_us] =
        r->plan->timing ? statistics_ratio(s->seconds * 1e6, s->decisions) : NAN;
    value[MULTICOST_FIGURE_beyond] = statistics_ratio(s->beyond, s->decisions);
    value[MULTICOST_FIGURE_gap_share] =
        r->plan->gap ? statistics_ratio(s->worse, s->decisions) : NAN;
    value[MULTICOST_FIGURE_gap_cluster] =
        r->plan->gap ? statistics_ratio(s->elsewhere, s->decisions) : NAN;
    value[MULTICOST_FIGURE_gap_mean] =
        r->plan->gap ? statistics_ratio(s->gap / 1e6, s->worse) : NAN;
}

/* Shares of all links and of all CPUs, up to the last creation. */
static void uses(const struct multicost_run *r, double *value)
{
    const double span = (double)r->ground.until;
    double links = 0, cpus = 0;
    size_t i;
    for (i = 0; i < r->plan->topology->link_count; i++) {
        const struct topology_link *l = &r->plan->topology->links[i];
        links += (double)l->capacity * (l->oneway ? 1 : 2);
    }
    for (i = 0; i < r->plan->topology->cluster_count; i++)
        cpus += (double)r->plan->topology->clusters[i].cpus;
    value[MULTICOST_FIGURE_link_utilisation] =
        statistics_ratio(r->ground.used[NETS_LINK], links * span);
    value[MULTICOST_FIGURE_cpu_utilisation] =
        statistics_ratio(r->ground.used[NETS_CLUSTER], cpus * span);
}

int multicost_experiment_measure(const struct multicost_run *r,
                                 double value[MULTICOST_FIGURE_COUNT])
{
    counts(r, value);
    searches(r, value);
    uses(r, value);
    return measure_delays(r, value);
}
