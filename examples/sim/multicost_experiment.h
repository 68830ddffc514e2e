/* multicost_experiment.h - section 5 of paper 4 (K. Christodoulopoulos, E. Varvarigos):
 * every method at every load, several times.
 *
 * A repetition is a seed: it places the clusters, unless the network has its own, and
 * draws the tasks. All methods at all loads of a repetition have the same clusters and
 * the same tasks, at their pace. The settings say everything that makes a difference;
 * runs share nothing, so that several may be made at the same time.
 */
#ifndef SIM_MULTICOST_EXPERIMENT_H
#define SIM_MULTICOST_EXPERIMENT_H

#include "cli.h"
#include "error.h"
#include "multicost_check.h"
#include "multicost_figures.h"
#include "multicost_run.h"
#include "multicost_tasks.h"
#include "progress.h"
#include "topology.h"
#include "values.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIM_MC_METHODS = 5 };

#define SIM_MC_METHOD_WORDS "mc-t|awmc-t|exact|mc-b|ect"
#define SIM_UPSTREAM_WORDS "wasted|released"

typedef struct sim_mc_settings { /* begins as SIM_MC_SETTINGS */
    const char *network;
    sim_values lambda; /* billionths of tasks in a second */
    int64_t methods;   /* bits, as in the words                     */
    int64_t tasks, warmup, runs, seed;
    int64_t data, work;           /* means: billionths of MB and of MI         */
    int64_t remote, repositories; /* billionths; nodes                         */
    int64_t clusters, cpus, speed;
    int64_t capacity, delay, rate; /* Mb/s; billionths of ms; Mb/s, 0 = the least */
    int64_t tau_l, tau_m, slots_l, slots_m; /* taus in billionths of ms          */
    int64_t interval, bound, retry; /* billionths of ms                          */
    int64_t attempts, upstream, strict, max_labels, gap, check;
} sim_mc_settings;

#define SIM_MC_MS ((int64_t)CLI_ONE) /* a millisecond in options */

/* Section 5's setting. What it does not give is chosen such that at lambda = 45 both the
 * CPUs (45 * 2 s of 100) and the links into the clusters (45 * 0.24 s of 16) are close to
 * what they can do: its tasks are intensive in both. */
#define SIM_MC_SETTINGS                                                                 \
    {                                                                                   \
        .network = "torus:5x5", .methods = 27, .tasks = 1000, .warmup = 200, .runs = 3, \
        .seed = 1, .data = 30 * (int64_t)CLI_ONE, .work = 2000 * (int64_t)CLI_ONE,      \
        .repositories = 3, .clusters = 4, .cpus = 25, .speed = 1000, .capacity = 1000,  \
        .delay = 2 * SIM_MC_MS, .tau_l = 2 * SIM_MC_MS, .tau_m = 20 * SIM_MC_MS,        \
        .slots_l = 2048, .slots_m = 1024, .retry = 20 * SIM_MC_MS, .attempts = 10000    \
    }

typedef struct sim_mc_method {
    const char *name; /* as on the paper's curves */
    nets_method method;
} sim_mc_method;

static inline const sim_mc_method *sim_mc_method_of(size_t bit)
{
    static const sim_mc_method methods[SIM_MC_METHODS] = {{"MC-T", NETS_MC_T},
                                                          {"AWMC-T", NETS_AWMC_T},
                                                          {"exact", NETS_EXACT},
                                                          {"MC-B", NETS_MC_B},
                                                          {"ECT", NETS_ECT}};
    return &methods[bit];
}

typedef struct sim_mc_point { /* a method at a load */
    const sim_mc_method *method;
    size_t load;    /* which */
    double *values; /* of each repetition SIM_MC_FIGURE_COUNT figures */
    double mean[SIM_MC_FIGURE_COUNT], spread[SIM_MC_FIGURE_COUNT];
    sim_mc_outcome *outcomes; /* of the first repetition, if they are kept */
    sim_uses uses;
} sim_mc_point;

typedef struct sim_mc_experiment { /* zero-initialise; sim_mc_experiment_free */
    const sim_mc_settings *settings;
    sim_topology topology;
    sim_machine **clusters; /* of each repetition; NULL: the topology's own */
    sim_mc_point *points;   /* load by load, method by method               */
    size_t methods, count;
    int timing;
    int keep_outcomes, keep_uses; /* of the first repetition; uses at the largest load */
    sim_progress *progress;
} sim_mc_experiment;

static inline void sim_mc_experiment_free(sim_mc_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        free(x->points[i].values);
        free(x->points[i].outcomes);
        sim_uses_free(&x->points[i].uses);
    }
    for (i = 0; x->clusters && i < (size_t)x->settings->runs; i++) free(x->clusters[i]);
    free(x->clusters);
    free(x->points);
    sim_topology_free(&x->topology);
}

static inline int64_t sim_mc_us(int64_t billionths_of_ms)
{
    return billionths_of_ms / 1000000;
}

static inline double sim_mc_lambda(const sim_mc_settings *s, size_t load)
{
    return (double)s->lambda.at[load] / CLI_ONE;
}

/* ---- the network ------------------------------------------------------------------- */

/* Clusters of one kind at different nodes, by the seed. 0, or -1 when memory is out. */
static inline int sim_mc_place(sim_mc_experiment *x, size_t repetition)
{
    const sim_mc_settings *s = x->settings;
    sim_random r = sim_mc_stream((uint64_t)s->seed + repetition, SIM_MC_CLUSTERS);
    uint32_t *at = (uint32_t *)malloc((size_t)s->clusters * sizeof *at);
    sim_machine *c = (sim_machine *)malloc((size_t)s->clusters * sizeof *c);
    int64_t i;
    x->clusters[repetition] = c;
    if (!at || !c ||
        sim_random_choose(&r, (uint32_t)x->topology.node_count, (uint32_t)s->clusters,
                          at) != 0) {
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

/* The network with the clusters of a repetition; borrowed. */
static inline sim_topology sim_mc_topology(const sim_mc_experiment *x, size_t repetition)
{
    sim_topology t = x->topology;
    if (x->clusters) {
        t.clusters = x->clusters[repetition];
        t.cluster_count = (size_t)x->settings->clusters;
    }
    return t;
}

/* --rate, or the least capacity of a link. */
static inline nets_amount sim_mc_rate(const sim_mc_experiment *x)
{
    nets_amount least = x->settings->rate;
    size_t i;
    for (i = 0; i < x->topology.link_count && x->settings->rate == 0; i++)
        if (i == 0 || x->topology.links[i].capacity < least)
            least = x->topology.links[i].capacity;
    return least ? least : 1;
}

static inline int sim_mc_network(sim_mc_experiment *x, sim_error *e)
{
    const sim_mc_settings *s = x->settings;
    sim_topology_options o = sim_topology_defaults();
    size_t i;
    o.capacity_bps = s->capacity * 1000000;
    o.delay_us = sim_mc_us(s->delay);
    o.seed = (uint64_t)s->seed;
    if (sim_topology_get(s->network, SIM_TOPOLOGY_AUTO, &o, &x->topology, e) != 0)
        return -1;
    if (x->topology.cluster_count) return 0;
    if ((size_t)s->clusters > x->topology.node_count)
        return sim_fail(e, "%s: there are %zu nodes, too few for --clusters %" PRId64,
                        s->network, x->topology.node_count, s->clusters);
    x->clusters = (sim_machine **)calloc((size_t)s->runs, sizeof *x->clusters);
    for (i = 0; x->clusters && i < (size_t)s->runs; i++)
        if (sim_mc_place(x, i) != 0) return sim_fail(e, "out of memory");
    return x->clusters ? 0 : sim_fail(e, "out of memory");
}

/* ---- points ------------------------------------------------------------------------ */

/* Makes ready (*x zeroed; sim_mc_experiment_free, whatever happens). 0, or -1. */
static inline int sim_mc_experiment_open(sim_mc_experiment *x, const sim_mc_settings *s,
                                         sim_error *e)
{
    size_t load, bit;
    x->settings = s;
    if (sim_mc_network(x, e) != 0) return -1;
    x->points =
        (sim_mc_point *)calloc(s->lambda.count * SIM_MC_METHODS, sizeof *x->points);
    if (!x->points) return sim_fail(e, "out of memory");
    for (load = 0; load < s->lambda.count; load++)
        for (bit = 0; bit < SIM_MC_METHODS; bit++) {
            sim_mc_point *p = &x->points[x->count];
            if (!(s->methods >> bit & 1)) continue;
            x->count++;
            p->method = sim_mc_method_of(bit);
            p->load = load;
            p->values = (double *)calloc((size_t)s->runs * SIM_MC_FIGURE_COUNT,
                                         sizeof *p->values);
            if (!p->values) return sim_fail(e, "out of memory");
        }
    x->methods = x->count / s->lambda.count;
    return 0;
}

/* The tasks of a repetition at a load. */
static inline int sim_mc_draw(const sim_mc_experiment *x, size_t repetition, size_t load,
                              sim_mc_tasks *tasks, sim_error *e)
{
    const sim_mc_settings *s = x->settings;
    sim_mc_mix m;
    m.tasks = (size_t)s->tasks;
    m.nodes = (uint32_t)x->topology.node_count;
    m.lambda = sim_mc_lambda(s, load);
    m.data = (double)s->data / CLI_ONE * 8e6;
    m.work = (double)s->work / CLI_ONE * 1e6;
    m.remote = (double)s->remote / CLI_ONE;
    m.repositories = (uint32_t)s->repositories;
    if (m.repositories > m.nodes) m.repositories = m.nodes;
    m.seed = (uint64_t)s->seed + repetition;
    return sim_mc_tasks_draw(tasks, &m, e);
}

static inline void sim_mc_plan_fill(const sim_mc_experiment *x, const sim_mc_point *p,
                                    sim_mc_plan *plan)
{
    static const sim_mc_plan nothing = {0};
    const sim_mc_settings *s = x->settings;
    *plan = nothing;
    plan->method = p->method->method;
    plan->view.slots_l = (uint32_t)s->slots_l;
    plan->view.slots_m = (uint32_t)s->slots_m;
    plan->view.tau_l = sim_mc_us(s->tau_l);
    plan->view.tau_m = sim_mc_us(s->tau_m);
    plan->view.shared_clock = 1; /* pictures.h tells what was reserved for when */
    plan->rate = sim_mc_rate(x);
    plan->interval = sim_mc_us(s->interval);
    plan->bound = sim_mc_us(s->bound);
    plan->retry = sim_mc_us(s->retry);
    plan->attempts = (uint32_t)s->attempts;
    plan->max_labels = (uint32_t)s->max_labels;
    plan->release = s->upstream != 0;
    plan->strict = s->strict != 0;
    plan->gap = s->gap != 0;
    plan->timing = x->timing;
    plan->warmup = (size_t)s->warmup;
}

/* What stays of the first repetition. */
static inline void sim_mc_keep(sim_mc_experiment *x, sim_mc_point *p, sim_mc_run *r)
{
    if (x->keep_outcomes) {
        p->outcomes = r->outcomes;
        r->outcomes = NULL;
    }
    if (x->keep_uses && p->load + 1 == x->settings->lambda.count) {
        p->uses = r->uses;
        memset(&r->uses, 0, sizeof r->uses);
    }
}

/* Run number i of sim_mc_runs; a task for sim_tasks_run. */
static inline int sim_mc_experiment_run(void *context, size_t i, sim_error *e)
{
    sim_mc_experiment *x = (sim_mc_experiment *)context;
    const size_t repetition = i / x->count;
    sim_mc_point *p = &x->points[i % x->count];
    const sim_topology topology = sim_mc_topology(x, repetition);
    sim_mc_tasks tasks = {NULL, 0};
    sim_mc_run run = {0};
    sim_mc_plan plan;
    sim_error why;
    int result;
    sim_mc_plan_fill(x, p, &plan);
    plan.topology = &topology;
    plan.tasks = &tasks;
    plan.keep = x->settings->check || (x->keep_uses && repetition == 0);
    result = sim_mc_draw(x, repetition, p->load, &tasks, &why);
    if (result == 0) result = sim_mc_run_make(&run, &plan, x->progress, &why);
    if (result == 0 && x->settings->check) result = sim_mc_check(&run, &why);
    if (result == 0 &&
        sim_mc_measure(&run, p->values + repetition * SIM_MC_FIGURE_COUNT) != 0)
        result = sim_fail(&why, "out of memory");
    if (result == 0 && repetition == 0) sim_mc_keep(x, p, &run);
    sim_mc_run_free(&run);
    sim_mc_tasks_free(&tasks);
    if (result == 0) return 0;
    return sim_fail(e, "%s at lambda %.9g, seed %" PRId64 ": %s", p->method->name,
                    sim_mc_lambda(x->settings, p->load),
                    x->settings->seed + (int64_t)repetition, why.text);
}

static inline size_t sim_mc_runs(const sim_mc_experiment *x)
{
    return x->count * (size_t)x->settings->runs;
}

/* When all runs are made. */
static inline void sim_mc_experiment_close(sim_mc_experiment *x)
{
    size_t i, f;
    for (i = 0; i < x->count; i++)
        for (f = 0; f < SIM_MC_FIGURE_COUNT; f++)
            sim_mean_spread(x->points[i].values + f, (size_t)x->settings->runs,
                            SIM_MC_FIGURE_COUNT, &x->points[i].mean[f],
                            &x->points[i].spread[f]);
}

#endif
