/* mrfs_experiment.c - a run leaves its decisions, and the figures that come of them. */
#include "mrfs/mrfs_experiment.h"

#include "base/compare.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/statistics.h"
#include "mrfs/mrfs_paper.h"
#include "topology/network.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mrfs_experiment_free(struct mrfs_experiment *x)
{
    size_t i, k, a;
    for (i = 0; i < x->count; i++) {
        for (k = 0; k < x->repetitions && x->points[i].repetitions; k++) {
            struct mrfs_repetition *r = &x->points[i].repetitions[k];
            mrfs_scenario_free(&r->scenario);
            for (a = 0; a < MRFS_ALGORITHMS; a++) mrfs_run_free(&r->runs[a]);
        }
        free(x->points[i].repetitions);
    }
    x->count = 0;
    cube_free(&x->cube);
}

const struct mrfs_size *mrfs_experiment_size(const struct mrfs_point *p)
{
    return &p->repetitions[0].size;
}

/* ---- the points -------------------------------------------------------------------- */

static struct mrfs_point *point_of(struct mrfs_experiment *x, int64_t nodes,
                                   int64_t density)
{
    struct mrfs_point *p;
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].nodes == nodes && x->points[i].density == density)
            return &x->points[i];
    p = &x->points[x->count++];
    memset(p, 0, sizeof *p);
    p->nodes = nodes;
    p->density = density;
    return p;
}

int mrfs_experiment_open(struct mrfs_experiment *x, const struct mrfs_settings *s,
                         struct error *e)
{
    const int64_t nodes = s->place.network ? 0 : s->place.nodes;
    size_t i;
    x->settings = s;
    for (i = 0; i < MRFS_ALGORITHMS; i++)
        if (s->algorithms >> i & 1)
            x->algorithms[x->algorithm_count++] = mrfs_algorithms_row(i);
    x->repetitions = (size_t)s->repetitions;
    for (i = 0; i < s->densities.count; i++)
        point_of(x, nodes, s->densities.at[i])->by_density = 1;
    x->drawn = s->densities.count / 2;
    for (i = 0; i < s->nodes.count; i++)
        point_of(x, s->nodes.at[i], s->nodes_density)->by_nodes = 1;
    for (i = 0; i < x->count; i++) {
        struct mrfs_point *p = &x->points[i];
        p->repetitions =
            (struct mrfs_repetition *)calloc(x->repetitions, sizeof *p->repetitions);
        if (!p->repetitions) return error_fail(e, "out of memory");
    }
    if (cube_open(&x->cube, mrfs_experiment_figures, MRFS_FIGURE_COUNT, x->count,
                  x->algorithm_count, x->repetitions, e) != 0)
        return -1;
    for (i = 0; i < x->algorithm_count; i++) x->cube.names[i] = x->algorithms[i]->name;
    return 0;
}

/* ---- figures ----------------------------------------------------------------------- */

/* Mean, median, ... of the times that the requests of a run took. 0, or -1. */
static int measure_times(const struct mrfs_run *r, double *v)
{
    double *times = (double *)malloc((r->count + 1) * sizeof *times), sum = 0;
    size_t i;
    if (!times) return -1;
    for (i = 0; i < r->count; i++) {
        times[i] = r->decisions[i].seconds;
        sum += times[i];
    }
    qsort(times, r->count, sizeof *times, compare_double);
    if (r->count) {
        v[MRFS_FIGURE_seconds_mean] = sum / (double)r->count;
        v[MRFS_FIGURE_seconds_median] = times[statistics_percentile(r->count, 50)];
        v[MRFS_FIGURE_seconds_p95] = times[statistics_percentile(r->count, 95)];
        v[MRFS_FIGURE_seconds_max] = times[r->count - 1];
    }
    free(times);
    return 0;
}

/* All figures of a run. 0, or -1 without memory. */
static int measure(const struct mrfs_experiment *x, const struct mrfs_repetition *rep,
                   const struct mrfs_run *r, double *v)
{
    const struct mrfs_scenario *s = &rep->scenario;
    const double n = (double)r->count, horizon = (double)s->horizon;
    double outcome[MRFS_OUTCOME_COUNT] = {0}, delay = 0, links = 0;
    double instants = 0, searches = 0, accepted;
    size_t i;
    for (i = 0; i < r->count; i++) {
        const struct mrfs_decision *d = &r->decisions[i];
        outcome[d->outcome]++;
        instants += (double)d->instants;
        searches += (double)d->searches;
        if (d->outcome != MRFS_accepted) continue;
        delay += (double)(d->start - s->requests[i].start);
        links += d->links;
    }
    accepted = outcome[MRFS_accepted];
    v[MRFS_FIGURE_requests] = n;
    v[MRFS_FIGURE_accepted] = accepted;
    v[MRFS_FIGURE_acceptance] = statistics_ratio(accepted, n);
    v[MRFS_FIGURE_refused_links] = statistics_ratio(outcome[MRFS_links], n);
    v[MRFS_FIGURE_refused_units] = statistics_ratio(outcome[MRFS_units], n);
    v[MRFS_FIGURE_refused_both] = statistics_ratio(outcome[MRFS_both], n);
    v[MRFS_FIGURE_refused_limit] = statistics_ratio(outcome[MRFS_limit], n);
    v[MRFS_FIGURE_delay_mean] = statistics_ratio(delay, accepted);
    v[MRFS_FIGURE_links_mean] = statistics_ratio(links, accepted);
    v[MRFS_FIGURE_link_utilisation] =
        r->link_seconds / horizon / (double)rep->size.directions;
    v[MRFS_FIGURE_unit_utilisation] = r->unit_seconds / horizon / (double)rep->size.units;
    v[MRFS_FIGURE_instants_mean] = statistics_ratio(instants, n);
    v[MRFS_FIGURE_searches_mean] = statistics_ratio(searches, n);
    if (!x->timing) return 0;
    v[MRFS_FIGURE_bytes_peak] = (double)r->bytes_peak;
    return measure_times(r, v);
}

/* ---- running ----------------------------------------------------------------------- */

/* The uses are kept only where they are drawn. */
static int run_one(const struct mrfs_settings *s, struct mrfs_repetition *r,
                   struct mrfs_run *run, int drawn, struct error *e)
{
    run->search = mrfs_run_search((size_t)s->search);
    run->combinations = (uint32_t)s->combinations;
    run->keep = drawn;
    if (mrfs_run_make(run, &r->scenario, e) != 0) return -1;
    if (drawn) return 0;
    mrfs_paper_graph_free(&run->paper);
    network_free(&run->network);
    return 0;
}

static struct mrfs_size size_of(const struct mrfs_scenario *s)
{
    struct mrfs_size size;
    size_t i;
    size.nodes = s->network.node_count;
    size.links = s->network.link_count;
    size.directions = 0;
    for (i = 0; i < size.links; i++)
        size.directions += s->network.links[i].oneway ? 1 : 2;
    size.units = s->network.unit_count;
    size.types = s->network.types.count;
    size.sites = s->site_count;
    return size;
}

size_t mrfs_experiment_runs(const struct mrfs_experiment *x)
{
    return x->count * x->repetitions;
}

int mrfs_experiment_run(void *context, size_t i, struct error *e)
{
    struct mrfs_experiment *x = (struct mrfs_experiment *)context;
    const struct mrfs_settings *s = x->settings;
    struct mrfs_point *p = &x->points[i / x->repetitions];
    const size_t k = i % x->repetitions;
    struct mrfs_repetition *r = &p->repetitions[k];
    struct mrfs_place place = s->place;
    struct error why;
    const int drawn = k == 0 && i / x->repetitions == x->drawn;
    size_t a;
    if (p->nodes) {
        place.network = place.text = NULL;
        place.nodes = p->nodes;
    }
    if (mrfs_scenario_make(&r->scenario, &place, &s->demand, p->density,
                           s->seed + (int64_t)k, e) != 0)
        return -1;
    r->size = size_of(&r->scenario);
    for (a = 0; a < x->algorithm_count; a++) {
        const char *name = x->algorithms[a]->name;
        r->runs[a].algorithm = x->algorithms[a];
        progress_enter(x->progress, name);
        if (run_one(s, r, &r->runs[a], drawn, &why) != 0 ||
            (measure(x, r, &r->runs[a], cube_run(&x->cube, i / x->repetitions, a, k)) !=
                 0 &&
             error_fail(&why, "out of memory for the times") != 0))
            return error_fail(e, "%s, density %" PRId64 ", seed %" PRId64 ": %s", name,
                              p->density, s->seed + (int64_t)k, why.text);
        progress_leave(x->progress, name);
        progress_add(x->progress, 1);
    }
    if (!drawn) topology_data_free(&r->scenario.network);
    return 0;
}

/* ---- sweeps ------------------------------------------------------------------------ */

uint64_t mrfs_experiment_hash(const struct mrfs_experiment *x, size_t point, size_t a)
{
    uint64_t hash = HASH_START;
    size_t k;
    for (k = 0; k < x->repetitions; k++)
        hash = hash_add(hash, x->points[point].repetitions[k].runs[a].hash);
    return hash;
}

const struct measure mrfs_experiment_figures[MRFS_FIGURE_COUNT] = {
    MRFS_FIGURES(MEASURE_ROW)};

static struct mrfs_sweep sweep_of(const char *label)
{
    struct mrfs_sweep sweep = {.line = {.label = label}};
    return sweep;
}

struct mrfs_sweep mrfs_experiment_by_density(const struct mrfs_experiment *x)
{
    const struct mrfs_place *place = &x->settings->place;
    struct mrfs_sweep sweep = sweep_of("requests per hour");
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].by_density)
            cube_line_add(&sweep.line, i, (double)x->points[i].density, "%" PRId64,
                          x->points[i].density);
    if (place->network)
        snprintf(sweep.where, sizeof sweep.where, "%.100s, %zu nodes", place->network,
                 mrfs_experiment_size(&x->points[0])->nodes);
    else
        snprintf(sweep.where, sizeof sweep.where, "random networks of %" PRId64 " nodes",
                 place->nodes);
    return sweep;
}

/* In the order of nodes: as in the settings. */
struct mrfs_sweep mrfs_experiment_by_nodes(const struct mrfs_experiment *x)
{
    const struct mrfs_settings *s = x->settings;
    struct mrfs_sweep sweep = sweep_of("nodes of the network");
    size_t i, k;
    sweep.by_nodes = 1;
    for (k = 0; k < s->nodes.count; k++)
        for (i = 0; i < x->count; i++)
            if (x->points[i].by_nodes && x->points[i].nodes == s->nodes.at[k])
                cube_line_add(&sweep.line, i, (double)s->nodes.at[k], "%" PRId64,
                              s->nodes.at[k]);
    snprintf(sweep.where, sizeof sweep.where,
             "random networks, %" PRId64 " requests per hour", s->nodes_density);
    return sweep;
}
