/* mrfs_experiment.h - paper 3's experiment (Li, Ranka, Sahni, Schmalz, section 5): the
 * four algorithms against the density of requests and against the size of the network.
 *
 * A point is a network and a density. At each point there are several repetitions, which
 * draw network, sites and requests anew; in each, all algorithms are given the same. What
 * comes out of a point does not depend on the others, so points may be worked on at the
 * same time.
 */
#ifndef SIM_MRFS_EXPERIMENT_H
#define SIM_MRFS_EXPERIMENT_H

#include "mrfs_check.h"
#include "mrfs_run.h"
#include "mrfs_scenario.h"
#include "progress.h"
#include "threads.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_MRFS_REPETITIONS = 1000, SIM_MRFS_POINTS = 2 * SIM_VALUES_MAX };

typedef struct sim_mrfs_settings {
    sim_mrfs_place place;
    sim_mrfs_demand demand;
    sim_values densities; /* at place's network                     */
    sim_values nodes;     /* of random networks; none: not swept    */
    int64_t nodes_density;
    int64_t algorithms; /* bit 0 = ws-rc, ...                     */
    int64_t search, combinations, repetitions, seed, check;
} sim_mrfs_settings;

typedef enum sim_mrfs_unit {
    SIM_MRFS_NUMBER,
    SIM_MRFS_PERCENT,
    SIM_MRFS_MINUTES,
    SIM_MRFS_MS,
    SIM_MRFS_KIB
} sim_mrfs_unit;

/* One number for each algorithm at each point. Figures of one request are means over all
 * of them, at all repetitions; low and high are the least and the most of a repetition.
 * What is measured, and differs from run to run, stands last. */
#define SIM_MRFS_FIGURES(X)                                                      \
    X(requests, SIM_MRFS_NUMBER, "requests")                                     \
    X(accepted, SIM_MRFS_NUMBER, "accepted")                                     \
    X(acceptance, SIM_MRFS_PERCENT, "acceptance ratio")                          \
    X(acceptance_low, SIM_MRFS_PERCENT, "  lowest of a repetition")              \
    X(acceptance_high, SIM_MRFS_PERCENT, "  highest of a repetition")            \
    X(refused_links, SIM_MRFS_PERCENT, "refused: links")                         \
    X(refused_units, SIM_MRFS_PERCENT, "refused: units")                         \
    X(refused_both, SIM_MRFS_PERCENT, "refused: links and units")                \
    X(refused_limit, SIM_MRFS_PERCENT, "refused: limit of combinations")         \
    X(delay_mean, SIM_MRFS_MINUTES, "start after the window's begin, mean")      \
    X(links_mean, SIM_MRFS_NUMBER, "links used by an accepted request, mean")    \
    X(link_utilisation, SIM_MRFS_PERCENT, "utilisation of the links")            \
    X(unit_utilisation, SIM_MRFS_PERCENT, "utilisation of the units")            \
    X(instants_mean, SIM_MRFS_NUMBER, "instants decided for a request, mean")    \
    X(searches_mean, SIM_MRFS_NUMBER, "searches for a path for a request, mean") \
    X(seconds_mean, SIM_MRFS_MS, "time for a request, mean")                     \
    X(seconds_median, SIM_MRFS_MS, "  median")                                   \
    X(seconds_p95, SIM_MRFS_MS, "  95 % of the requests take less")              \
    X(seconds_max, SIM_MRFS_MS, "  longest")                                     \
    X(bytes_peak, SIM_MRFS_KIB, "memory of the network, most")

typedef enum sim_mrfs_figure {
#define SIM_MRFS_FIGURE(name, unit, label) SIM_MRFS_FIGURE_##name,
    SIM_MRFS_FIGURES(SIM_MRFS_FIGURE)
#undef SIM_MRFS_FIGURE
        SIM_MRFS_FIGURE_COUNT
} sim_mrfs_figure;

typedef struct sim_mrfs_size { /* of a network */
    size_t nodes, links, directions, units, types, sites;
} sim_mrfs_size;

typedef struct sim_mrfs_repetition {
    sim_mrfs_scenario scenario; /* its network only where it is drawn */
    sim_mrfs_size size;
    sim_mrfs_run runs[SIM_MRFS_ALGORITHMS]; /* of those asked for, in order */
} sim_mrfs_repetition;

typedef struct sim_mrfs_point {
    int64_t density, nodes;   /* nodes: 0 where the network has a name */
    int by_density, by_nodes; /* in which of the two sweeps it is      */
    sim_mrfs_repetition *repetitions;
    double value[SIM_MRFS_ALGORITHMS][SIM_MRFS_FIGURE_COUNT]; /* NAN: none */
    uint64_t hash[SIM_MRFS_ALGORITHMS];
} sim_mrfs_point;

typedef struct sim_mrfs_experiment { /* zero-initialise; sim_mrfs_experiment_free */
    nets_algorithm algorithms[SIM_MRFS_ALGORITHMS];
    size_t algorithm_count;
    sim_mrfs_point points[SIM_MRFS_POINTS];
    size_t count;
    size_t repetitions;
    size_t drawn; /* the point whose first repetition is drawn */
} sim_mrfs_experiment;

static inline void sim_mrfs_experiment_free(sim_mrfs_experiment *x)
{
    size_t i, k, a;
    for (i = 0; i < x->count; i++) {
        for (k = 0; k < x->repetitions && x->points[i].repetitions; k++) {
            sim_mrfs_repetition *r = &x->points[i].repetitions[k];
            sim_mrfs_scenario_free(&r->scenario);
            for (a = 0; a < SIM_MRFS_ALGORITHMS; a++) sim_mrfs_run_free(&r->runs[a]);
        }
        free(x->points[i].repetitions);
    }
    x->count = 0;
}

/* "WS-RC" */
static inline const char *sim_mrfs_algorithm_text(nets_algorithm a)
{
    static const char *const texts[] = {"", "WS-RC", "WN-RC", "WS-RN", "WN-RN"};
    return texts[a];
}

/* Of its network, in the first repetition. */
static inline const sim_mrfs_size *sim_mrfs_point_size(const sim_mrfs_point *p)
{
    return &p->repetitions[0].size;
}

/* ---- the points -------------------------------------------------------------------- */

static inline sim_mrfs_point *sim_mrfs_point_of(sim_mrfs_experiment *x, int64_t nodes,
                                                int64_t density)
{
    sim_mrfs_point *p;
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

static inline int sim_mrfs_points(sim_mrfs_experiment *x, const sim_mrfs_settings *s,
                                  sim_error *e)
{
    const int64_t nodes = s->place.network ? 0 : s->place.nodes;
    size_t i;
    for (i = 0; i < SIM_MRFS_ALGORITHMS; i++)
        if (s->algorithms >> i & 1)
            x->algorithms[x->algorithm_count++] = (nets_algorithm)(i + 1);
    x->repetitions = (size_t)s->repetitions;
    for (i = 0; i < s->densities.count; i++)
        sim_mrfs_point_of(x, nodes, s->densities.at[i])->by_density = 1;
    x->drawn = s->densities.count / 2;
    for (i = 0; i < s->nodes.count; i++)
        sim_mrfs_point_of(x, s->nodes.at[i], s->nodes_density)->by_nodes = 1;
    for (i = 0; i < x->count; i++) {
        sim_mrfs_point *p = &x->points[i];
        p->repetitions =
            (sim_mrfs_repetition *)calloc(x->repetitions, sizeof *p->repetitions);
        if (!p->repetitions) return sim_fail(e, "out of memory");
    }
    return 0;
}

/* ---- running ----------------------------------------------------------------------- */

typedef struct sim_mrfs_work {
    const sim_mrfs_settings *settings;
    sim_mrfs_experiment *experiment;
    sim_progress *progress;
} sim_mrfs_work;

/* The uses are kept only where they are drawn or checked, and in the end only where they
 * are drawn. */
static inline int sim_mrfs_run_one(const sim_mrfs_settings *s, sim_mrfs_repetition *r,
                                   sim_mrfs_run *run, int drawn, sim_error *e)
{
    run->search = (int)s->search;
    run->combinations = (uint32_t)s->combinations;
    run->keep = drawn || s->check;
    if (sim_mrfs_run_make(run, &r->scenario, e) != 0) return -1;
    if (s->check && sim_mrfs_check(run, &r->scenario, e) != 0) return -1;
    if (drawn) return 0;
    free(run->uses);
    run->uses = NULL;
    run->use_count = run->use_room = 0;
    sim_paper_free(&run->paper);
    sim_network_free(&run->network);
    return 0;
}

static inline sim_mrfs_size sim_mrfs_size_of(const sim_mrfs_scenario *s)
{
    sim_mrfs_size size;
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

/* One repetition at one point: task number point * repetitions + repetition. */
static inline int sim_mrfs_task(void *context, size_t task, sim_error *e)
{
    const sim_mrfs_work *w = (const sim_mrfs_work *)context;
    const sim_mrfs_settings *s = w->settings;
    sim_mrfs_experiment *x = w->experiment;
    sim_mrfs_point *p = &x->points[task / x->repetitions];
    const size_t k = task % x->repetitions;
    sim_mrfs_repetition *r = &p->repetitions[k];
    sim_mrfs_place place = s->place;
    sim_error why;
    const int drawn = k == 0 && task / x->repetitions == x->drawn;
    size_t a;
    if (p->nodes) {
        place.network = NULL;
        place.nodes = p->nodes;
    }
    if (sim_mrfs_scenario_make(&r->scenario, &place, &s->demand, p->density,
                               s->seed + (int64_t)k, e) != 0)
        return -1;
    r->size = sim_mrfs_size_of(&r->scenario);
    for (a = 0; a < x->algorithm_count; a++) {
        r->runs[a].algorithm = x->algorithms[a];
        if (sim_mrfs_run_one(s, r, &r->runs[a], drawn, &why) != 0)
            return sim_fail(e, "%s, density %" PRId64 ", seed %" PRId64 ": %s",
                            sim_mrfs_algorithm_text(x->algorithms[a]), p->density,
                            s->seed + (int64_t)k, why.text);
        sim_progress_add(w->progress, 1);
    }
    if (!drawn) sim_topology_free(&r->scenario.network);
    return 0;
}

/* ---- figures ----------------------------------------------------------------------- */

static inline int sim_compare_double(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Mean, median, ... of the times that all requests at a point took. */
static inline int sim_mrfs_times(const sim_mrfs_point *p, size_t repetitions, size_t a,
                                 double *v, sim_error *e)
{
    double *times, sum = 0;
    size_t k, i, n = 0;
    for (k = 0; k < repetitions; k++) n += p->repetitions[k].runs[a].count;
    times = (double *)malloc((n + 1) * sizeof *times);
    if (!times) return sim_fail(e, "out of memory for the times");
    for (n = k = 0; k < repetitions; k++)
        for (i = 0; i < p->repetitions[k].runs[a].count; i++) {
            times[n] = p->repetitions[k].runs[a].decisions[i].seconds;
            sum += times[n++];
        }
    qsort(times, n, sizeof *times, sim_compare_double);
    if (n) {
        v[SIM_MRFS_FIGURE_seconds_mean] = sum / (double)n;
        v[SIM_MRFS_FIGURE_seconds_median] = times[n / 2];
        v[SIM_MRFS_FIGURE_seconds_p95] = times[n - 1 - n / 20];
        v[SIM_MRFS_FIGURE_seconds_max] = times[n - 1];
    }
    free(times);
    return 0;
}

typedef struct sim_mrfs_sums { /* over one run, or over all repetitions */
    double outcome[SIM_MRFS_OUTCOME_COUNT];
    double requests, delay, links, instants, searches;
} sim_mrfs_sums;

static inline void sim_mrfs_sum(const sim_mrfs_run *r, const sim_mrfs_scenario *s,
                                sim_mrfs_sums *sums)
{
    size_t i;
    for (i = 0; i < r->count; i++) {
        const sim_mrfs_decision *d = &r->decisions[i];
        sums->requests++;
        sums->outcome[d->outcome]++;
        sums->instants += (double)d->instants;
        sums->searches += (double)d->searches;
        if (d->outcome != SIM_MRFS_accepted) continue;
        sums->delay += (double)(d->start - s->requests[i].start);
        sums->links += d->links;
    }
}

static inline double sim_mrfs_ratio(double part, double whole)
{
    return whole > 0 ? part / whole : NAN;
}

static inline void sim_mrfs_values(const sim_mrfs_sums *sums, double *v)
{
    const double n = sums->requests, accepted = sums->outcome[SIM_MRFS_accepted];
    v[SIM_MRFS_FIGURE_requests] = n;
    v[SIM_MRFS_FIGURE_accepted] = accepted;
    v[SIM_MRFS_FIGURE_acceptance] = sim_mrfs_ratio(accepted, n);
    v[SIM_MRFS_FIGURE_refused_links] = sim_mrfs_ratio(sums->outcome[SIM_MRFS_links], n);
    v[SIM_MRFS_FIGURE_refused_units] = sim_mrfs_ratio(sums->outcome[SIM_MRFS_units], n);
    v[SIM_MRFS_FIGURE_refused_both] = sim_mrfs_ratio(sums->outcome[SIM_MRFS_both], n);
    v[SIM_MRFS_FIGURE_refused_limit] = sim_mrfs_ratio(sums->outcome[SIM_MRFS_limit], n);
    v[SIM_MRFS_FIGURE_delay_mean] = sim_mrfs_ratio(sums->delay, accepted);
    v[SIM_MRFS_FIGURE_links_mean] = sim_mrfs_ratio(sums->links, accepted);
    v[SIM_MRFS_FIGURE_instants_mean] = sim_mrfs_ratio(sums->instants, n);
    v[SIM_MRFS_FIGURE_searches_mean] = sim_mrfs_ratio(sums->searches, n);
}

/* The sums of a repetition, beside the others. */
static inline void sim_mrfs_add(const sim_mrfs_repetition *r, size_t a,
                                sim_mrfs_sums *all, double *v)
{
    const sim_mrfs_scenario *s = &r->scenario;
    const sim_mrfs_run *run = &r->runs[a];
    const double horizon = (double)s->horizon;
    double ratio;
    sim_mrfs_sums own;
    memset(&own, 0, sizeof own);
    sim_mrfs_sum(run, s, &own);
    sim_mrfs_sum(run, s, all);
    ratio = sim_mrfs_ratio(own.outcome[SIM_MRFS_accepted], own.requests);
    v[SIM_MRFS_FIGURE_acceptance_low] = fmin(v[SIM_MRFS_FIGURE_acceptance_low], ratio);
    v[SIM_MRFS_FIGURE_acceptance_high] = fmax(v[SIM_MRFS_FIGURE_acceptance_high], ratio);
    v[SIM_MRFS_FIGURE_link_utilisation] +=
        run->link_seconds / horizon / (double)r->size.directions;
    v[SIM_MRFS_FIGURE_unit_utilisation] +=
        run->unit_seconds / horizon / (double)r->size.units;
    v[SIM_MRFS_FIGURE_bytes_peak] =
        fmax(v[SIM_MRFS_FIGURE_bytes_peak], (double)run->bytes_peak);
}

static inline int sim_mrfs_measure_one(sim_mrfs_experiment *x, sim_mrfs_point *p,
                                       size_t a, int timing, sim_error *e)
{
    double *v = p->value[a];
    sim_mrfs_sums all;
    size_t k;
    int i;
    memset(&all, 0, sizeof all);
    for (i = 0; i < SIM_MRFS_FIGURE_COUNT; i++) v[i] = NAN;
    v[SIM_MRFS_FIGURE_link_utilisation] = v[SIM_MRFS_FIGURE_unit_utilisation] = 0;
    p->hash[a] = SIM_HASH_START;
    for (k = 0; k < x->repetitions; k++) {
        sim_mrfs_add(&p->repetitions[k], a, &all, v);
        p->hash[a] = sim_hash(p->hash[a], p->repetitions[k].runs[a].hash);
    }
    v[SIM_MRFS_FIGURE_link_utilisation] /= (double)x->repetitions;
    v[SIM_MRFS_FIGURE_unit_utilisation] /= (double)x->repetitions;
    sim_mrfs_values(&all, v);
    if (timing) return sim_mrfs_times(p, x->repetitions, a, v, e);
    v[SIM_MRFS_FIGURE_bytes_peak] = NAN;
    return 0;
}

/* Fills *x (zeroed; sim_mrfs_experiment_free it, whatever happens). 0, or -1. */
static inline int sim_mrfs_experiment_make(sim_mrfs_experiment *x,
                                           const sim_mrfs_settings *s, int64_t threads,
                                           int timing, sim_error *e)
{
    sim_progress progress;
    sim_mrfs_work w;
    size_t i, a;
    int result;
    if (sim_mrfs_points(x, s, e) != 0) return -1;
    w.settings = s;
    w.experiment = x;
    w.progress = &progress;
    sim_progress_start(&progress, "runs", x->count * x->repetitions * x->algorithm_count);
    result = sim_tasks_run(x->count * x->repetitions, threads, sim_mrfs_task, &w, e);
    sim_progress_end(&progress);
    for (i = 0; i < x->count && result == 0; i++) {
        sim_mrfs_point *p = &x->points[i];
        for (a = 0; a < x->algorithm_count && result == 0; a++)
            result = sim_mrfs_measure_one(x, p, a, timing, e);
    }
    return result;
}

#endif
