/* multicost_experiment.c - the network is read once; clusters and tasks are drawn for
 * each repetition. */
#include "multicost/multicost_experiment.h"

#include "base/random.h"
#include "multicost/multicost_check.h"
#include "topology/topology.h"
#include "topology/topology_scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        multicost_tasks_stream((uint64_t)s->seed + repetition, MULTICOST_CLUSTERS);
    uint32_t *at = (uint32_t *)malloc((size_t)s->clusters * sizeof *at);
    struct topology_cluster *c =
        (struct topology_cluster *)malloc((size_t)s->clusters * sizeof *c);
    int64_t i;
    x->clusters[repetition] = c;
    if (!at || !c ||
        multicost_tasks_choose(&r, (uint32_t)x->topology.node_count,
                               (uint32_t)s->clusters, at) != 0) {
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
    struct topology_options o = topology_options_default();
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
        const struct multicost_method *method = multicost_methods_row(bit);
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
    if (cube_open(&x->cube, multicost_figures_list, MULTICOST_FIGURE_COUNT,
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
    return multicost_tasks_draw(tasks, &m, e);
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
    if (result == 0 &&
        multicost_figures_measure(&run, x->cube.values + i * MULTICOST_FIGURE_COUNT) != 0)
        result = error_fail(&why, "out of memory");
    if (result == 0 && repetition == 0 && x->keep_outcomes) {
        p->outcomes = run.outcomes;
        run.outcomes = NULL;
    }
    multicost_run_free(&run);
    multicost_tasks_free(&tasks);
    if (result == 0) return 0;
    return error_fail(e, "%s at lambda %.9g, seed %" PRId64 ": %s", p->method->name,
                      x->line.at[p->load].x, x->settings->seed + (int64_t)repetition,
                      why.text);
}
