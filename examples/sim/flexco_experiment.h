/* flexco_experiment.h - section 5 of paper 5 (M. A. S. Netto, R. Buyya, "A flexible
 * resource co-allocation model based on advance reservations with rescheduling support"):
 * the same jobs at the same sites in every mode of rescheduling.
 *
 * A point is a mode at an error of the estimates, with or without small jobs, under a
 * binding; it is run once for each seed. What it is compared with is rigid, which is
 * always among the modes, with the same jobs. Each run is checked (flexco_check.h). The
 * settings say everything that makes a difference; runs share only what they read, so
 * that several may be made at the same time.
 */
#ifndef SIM_FLEXCO_EXPERIMENT_H
#define SIM_FLEXCO_EXPERIMENT_H

#include "cli.h"
#include "error.h"
#include "flexco.h"
#include "flexco_check.h"
#include "flexco_figures.h"
#include "flexco_job.h"
#include "flexco_rules.h"
#include "flexco_setup.h"
#include "outages.h"
#include "progress.h"
#include "values.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SIM_FLEXCO_MODE_WORDS "rigid|shift|shift+remap|shift+remap+mold"
#define SIM_FLEXCO_SMALL_WORDS "no|yes|both"
#define SIM_FLEXCO_BINDING_WORDS "late|early"

enum {
    SIM_FLEXCO_SEEDS_MOST = 1000,
    SIM_FLEXCO_SEEDS = 5,        /* built in; of logs one */
    SIM_FLEXCO_MTTR = 4 * 3600,  /* seconds               */
    SIM_FLEXCO_ERROR_MOST = 1000 /* percent               */
};

typedef struct sim_flexco_settings { /* begins as SIM_FLEXCO_SETTINGS */
    sim_flexco_given given;          /* resolved by ..._open */
    int64_t modes;                   /* bit: sim_flexco_mode */
    sim_values errors;               /* percent              */
    int64_t small;                   /* of SIM_FLEXCO_SMALL_WORDS: dropped?   */
    int64_t bindings;                /* bit 0 late, 1 early  */
    int64_t seeds;                   /* 0 = not given        */
    int64_t efficiency, least, most_sites;
    sim_flexco_publish publish;
    int64_t slots, window, latency, loss; /* loss in billionths   */
    int64_t mtbf, mttr;                   /* mtbf 0 = no failures */
} sim_flexco_settings;

#define SIM_FLEXCO_SETTINGS                                    \
    {                                                          \
        .given = SIM_FLEXCO_GIVEN, .modes = 15, .bindings = 1, \
        .efficiency = SIM_FLEXCO_EFFICIENCY, .least = 1        \
    }

typedef struct sim_flexco_point {
    sim_flexco_mode mode;
    size_t error;   /* which                               */
    int small_gone; /* small jobs are dropped              */
    int early;      /* binding                             */
    double *values; /* of each seed SIM_FLEXCO_FIGURE_COUNT */
    double *better; /* ... SIM_FLEXCO_COMPARED: than rigid, percent */
    sim_flexco_spread figures[SIM_FLEXCO_FIGURE_COUNT]; /* over the seeds */
    sim_flexco_spread reductions[SIM_FLEXCO_COMPARED];
    sim_flexco_jobs jobs;     /* of the first seed, if they are kept */
    sim_flexco_result result; /* ... what became of them             */
} sim_flexco_point;

typedef struct sim_flexco_experiment { /* zero-initialise; sim_flexco_experiment_free */
    const sim_flexco_settings *settings;
    sim_flexco_given given; /* resolved              */
    sim_flexco_setup setup; /* of the first seed     */
    sim_flexco_system system;
    sim_flexco_jobs *jobs; /* of each seed, without errors                       */
    size_t seeds;
    sim_flexco_mode modes[SIM_FLEXCO_MODE_COUNT]; /* of these points, in this order: */
    int bindings[2], smalls[2];
    size_t mode_count, binding_count, small_count;
    sim_flexco_point
        *points; /* binding, small jobs, error, mode; the last runs fastest */
    size_t count;
    int timing, keep; /* keep: jobs and results of the points of the main table */
    sim_progress *progress;
} sim_flexco_experiment;

static inline void sim_flexco_experiment_free(sim_flexco_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        free(x->points[i].values);
        free(x->points[i].better);
        sim_flexco_jobs_free(&x->points[i].jobs);
        sim_flexco_result_free(&x->points[i].result);
    }
    for (i = 0; x->jobs && i < x->seeds; i++) sim_flexco_jobs_free(&x->jobs[i]);
    free(x->points);
    free(x->jobs);
    sim_flexco_setup_free(&x->setup);
}

/* ---- points ------------------------------------------------------------------------ */

/* By their places: x->bindings[binding], x->smalls[small], errors.at[error],
 * x->modes[mode]. */
static inline sim_flexco_point *sim_flexco_at(const sim_flexco_experiment *x,
                                              size_t binding, size_t small, size_t error,
                                              size_t mode)
{
    const size_t errors = x->settings->errors.count;
    return &x->points[((binding * x->small_count + small) * errors + error) *
                          x->mode_count +
                      mode];
}

/* The error of the tables that have one: the largest. */
static inline size_t sim_flexco_main_error(const sim_flexco_experiment *x)
{
    return x->settings->errors.count - 1;
}

/* Is its first run one of those that are kept: first binding, small jobs as first asked
 * for, largest error? */
static inline int sim_flexco_is_main(const sim_flexco_experiment *x,
                                     const sim_flexco_point *p)
{
    return p->early == x->bindings[0] && p->small_gone == x->smalls[0] &&
           p->error == sim_flexco_main_error(x);
}

static inline int64_t sim_flexco_error(const sim_flexco_experiment *x,
                                       const sim_flexco_point *p)
{
    return x->settings->errors.at[p->error];
}

/* What there is of each kind. */
static inline void sim_flexco_experiment_choose(sim_flexco_experiment *x)
{
    const sim_flexco_settings *s = x->settings;
    int i;
    for (i = 0; i < SIM_FLEXCO_MODE_COUNT; i++)
        if ((s->modes | 1 << SIM_FLEXCO_RIGID) >> i & 1)
            x->modes[x->mode_count++] = (sim_flexco_mode)i;
    for (i = 0; i < 2; i++)
        if (s->bindings >> i & 1) x->bindings[x->binding_count++] = i;
    for (i = 0; i < 2; i++)
        if (s->small == i || s->small == 2) x->smalls[x->small_count++] = i;
}

static inline int sim_flexco_experiment_points(sim_flexco_experiment *x, sim_error *e)
{
    const size_t errors = x->settings->errors.count;
    const size_t all = x->binding_count * x->small_count * errors * x->mode_count;
    size_t i;
    x->points = (sim_flexco_point *)calloc(all, sizeof *x->points);
    if (!x->points) return sim_fail(e, "out of memory");
    for (i = 0; i < all; i++) {
        sim_flexco_point *p = &x->points[i];
        size_t rest = i / x->mode_count;
        p->mode = x->modes[i % x->mode_count];
        p->error = rest % errors;
        rest /= errors;
        p->small_gone = x->smalls[rest % x->small_count];
        p->early = x->bindings[rest / x->small_count];
        p->values = (double *)calloc(x->seeds * SIM_FLEXCO_FIGURE_COUNT, sizeof(double));
        p->better = (double *)calloc(x->seeds * SIM_FLEXCO_COMPARED, sizeof(double));
        x->count++;
        if (!p->values || !p->better) return sim_fail(e, "out of memory");
    }
    return 0;
}

/* ---- making ready ------------------------------------------------------------------ */

/* The jobs of each seed; the last to be drawn is the first, whose set-up is told. */
static inline int sim_flexco_experiment_jobs(sim_flexco_experiment *x, sim_error *e)
{
    size_t i;
    x->jobs = (sim_flexco_jobs *)calloc(x->seeds, sizeof *x->jobs);
    if (!x->jobs) return sim_fail(e, "out of memory");
    for (i = x->seeds; i-- > 0;) {
        const int64_t seed = x->given.seed + (int64_t)i;
        if (sim_flexco_setup_draw(&x->setup, &x->given, seed, e) != 0 ||
            sim_flexco_jobs_make(&x->jobs[i], &x->setup, &x->given, seed, e) != 0)
            return -1;
    }
    return 0;
}

/* Makes ready (*x zeroed; sim_flexco_experiment_free, whatever happens). 0, or -1. */
static inline int sim_flexco_experiment_open(sim_flexco_experiment *x,
                                             const sim_flexco_settings *s, sim_error *e)
{
    x->settings = s;
    x->given = s->given;
    sim_flexco_resolve(&x->given);
    x->seeds = s->seeds ? (size_t)s->seeds : s->given.local.count ? 1 : SIM_FLEXCO_SEEDS;
    sim_flexco_experiment_choose(x);
    if (sim_flexco_setup_open(&x->setup, &x->given, e) != 0) return -1;
    x->system.count = x->setup.count;
    x->system.servers = x->setup.servers;
    if (sim_flexco_experiment_jobs(x, e) != 0) return -1;
    return sim_flexco_experiment_points(x, e);
}

/* How many runs there are: point by point, seed by seed. */
static inline size_t sim_flexco_runs(const sim_flexco_experiment *x)
{
    return x->count * x->seeds;
}

/* The jobs of all runs, for the progress. */
static inline size_t sim_flexco_arrivals(const sim_flexco_experiment *x)
{
    size_t seed, i, k, all = 0;
    for (seed = 0; seed < x->seeds; seed++)
        for (k = 0; k < x->small_count; k++)
            for (i = 0; i < x->jobs[seed].count; i++)
                all += !x->smalls[k] || !sim_flexco_small(&x->jobs[seed].at[i]);
    return all * (x->count / x->small_count);
}

/* ---- a run ------------------------------------------------------------------------- */

static inline void sim_flexco_rules_fill(const sim_flexco_experiment *x,
                                         const sim_flexco_point *p, int64_t seed,
                                         const sim_outage_plan *outages,
                                         sim_flexco_rules *rules)
{
    static const sim_flexco_rules nothing = {.latency = 0};
    const sim_flexco_settings *s = x->settings;
    *rules = nothing;
    rules->mode = p->mode;
    rules->early_binding = p->early;
    rules->efficiency = (uint32_t)s->efficiency;
    rules->least = (uint32_t)s->least;
    rules->most_sites = (uint32_t)s->most_sites;
    rules->publish = s->publish;
    rules->slots = (uint32_t)s->slots;
    rules->window = s->window;
    rules->latency = s->latency;
    rules->loss = (uint32_t)(s->loss / 1000);
    rules->seed = (uint64_t)seed;
    rules->outages = s->mtbf ? outages : NULL;
    rules->progress = x->progress;
}

/* Run number i; a task for sim_tasks_run. */
static inline int sim_flexco_experiment_run(void *context, size_t i, sim_error *e)
{
    const sim_flexco_experiment *x = (const sim_flexco_experiment *)context;
    const size_t seed = i % x->seeds;
    const int64_t drawn_by = x->given.seed + (int64_t)seed;
    sim_flexco_point *p = &x->points[i / x->seeds];
    double *value = p->values + seed * SIM_FLEXCO_FIGURE_COUNT;
    sim_outage_plan outages = {.mtbf = x->settings->mtbf, .mttr = x->settings->mttr};
    sim_flexco_jobs jobs = {NULL, 0};
    sim_flexco_result r = {.count = 0};
    sim_flexco_rules rules;
    sim_error why;
    int result;
    outages.seed = (uint64_t)drawn_by;
    sim_flexco_rules_fill(x, p, drawn_by, &outages, &rules);
    result = sim_flexco_jobs_copy(&jobs, &x->jobs[seed], sim_flexco_error(x, p),
                                  p->small_gone, &why);
    if (result == 0)
        result = sim_flexco_run(&x->system, jobs.at, jobs.count, &rules, &r, &why);
    if (result == 0)
        result = sim_flexco_check(&x->system, jobs.at, jobs.count, &rules, &r, &why);
    if (result == 0) {
        sim_flexco_measure(&x->system, jobs.at, jobs.count, &r, value);
        if (x->timing) value[SIM_FLEXCO_FIGURE_wall_seconds] = r.seconds;
    }
    if (x->keep && seed == 0 && sim_flexco_is_main(x, p)) {
        p->jobs = jobs;
        p->result = r;
    } else {
        sim_flexco_jobs_free(&jobs);
        sim_flexco_result_free(&r);
    }
    if (result == 0) return 0;
    return sim_fail(e, "%s, estimates %d %% too long, seed %d: %s",
                    sim_flexco_mode_word(p->mode), (int)sim_flexco_error(x, p),
                    (int)drawn_by, why.text);
}

/* ---- after all runs ---------------------------------------------------------------- */

/* What the figures of p are better by than those of `rigid`, seed by seed. */
static inline void sim_flexco_point_compare(sim_flexco_point *p,
                                            const sim_flexco_point *rigid, size_t seeds)
{
    size_t seed, f;
    for (seed = 0; seed < seeds; seed++)
        for (f = 0; f < SIM_FLEXCO_COMPARED; f++) {
            const size_t figure = SIM_FLEXCO_COMPARED_FIRST + f;
            const size_t at = seed * SIM_FLEXCO_FIGURE_COUNT + figure;
            p->better[seed * SIM_FLEXCO_COMPARED + f] =
                sim_flexco_better(figure, p->values[at], rigid->values[at]);
        }
    for (f = 0; f < SIM_FLEXCO_COMPARED; f++)
        p->reductions[f] =
            sim_flexco_spread_of(p->better + f, seeds, SIM_FLEXCO_COMPARED);
    for (f = 0; f < SIM_FLEXCO_FIGURE_COUNT; f++)
        p->figures[f] =
            sim_flexco_spread_of(p->values + f, seeds, SIM_FLEXCO_FIGURE_COUNT);
}

/* Rigid is the first mode of each. */
static inline void sim_flexco_experiment_end(sim_flexco_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        sim_flexco_point_compare(&x->points[i], &x->points[i - i % x->mode_count],
                                 x->seeds);
}

#endif
