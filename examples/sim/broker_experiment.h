/* broker_experiment.h - section V of paper 2 (I. Rodero, F. Guim, J. Corbalan): one
 * workload on one grid, under several set-ups of the broker.
 *
 * Set-ups that rank jobs run once for each reduction factor, and all of them once for
 * each age of the broker's information: such a combination is a point. The first factor
 * and the first delay are those of the tables; the others are put beside them. Each run
 * is checked (broker_check.h). The settings say everything that makes a difference; runs
 * share only what they read, so that several may be made at the same time.
 */
#ifndef SIM_BROKER_EXPERIMENT_H
#define SIM_BROKER_EXPERIMENT_H

#include "broker.h"
#include "broker_check.h"
#include "broker_figures.h"
#include "broker_local.h"
#include "broker_setup.h"
#include "cli.h"
#include "demands.h"
#include "error.h"
#include "grid.h"
#include "outages.h"
#include "progress.h"
#include "requirements.h"
#include "shape.h"
#include "values.h"
#include "workload.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SIM_BROKER_FORMULA_WORDS "weight|listing"
#define SIM_BROKER_REQUIREMENTS_WORDS "log|generate|none"

enum {
    SIM_BROKER_JOBS_BUILT_IN = 13000,
    SIM_BROKER_JOBS_MANY = 100, /* of which a load can be told */
    SIM_BROKER_CPUS_MOST = 512,
    SIM_BROKER_MTTR = 3600 /* seconds */
};
#define SIM_BROKER_LOAD_BUILT_IN (4 * (int64_t)CLI_ONE / 10)

enum { /* the words of --requirements */
       SIM_BROKER_REQUIREMENTS_AUTO = -1,
       SIM_BROKER_REQUIREMENTS_LOG,
       SIM_BROKER_REQUIREMENTS_GENERATE,
       SIM_BROKER_REQUIREMENTS_NONE
};

typedef struct sim_broker_settings { /* begins as SIM_BROKER_SETTINGS */
    const char *trace;               /* NULL = the built-in workload */
    const char *grid, *failures;
    sim_broker_setups setups;
    sim_values factors; /* billionths       */
    sim_values delays;  /* seconds, 0 first */
    int64_t formula, deadline_factor;
    sim_local_words local;
    sim_shape shape;
    int64_t jobs, seed;                       /* jobs 0 = not given */
    int64_t requirements, max_memory, usages; /* MB; 0 = not given */
    int64_t mtbf, mttr, resubmit;             /* mtbf 0 = no failures drawn */
    int64_t coallocate;                       /* percent; -1 = off          */
} sim_broker_settings;

#define SIM_BROKER_SETTINGS                                                            \
    {                                                                                  \
        .grid = "dom_big", .deadline_factor = 5 * (int64_t)CLI_ONE,                    \
        .local = SIM_LOCAL_WORDS, .shape = SIM_SHAPE_NONE, .seed = 1,                  \
        .requirements = SIM_BROKER_REQUIREMENTS_AUTO, .resubmit = 10, .coallocate = -1 \
    }

typedef struct sim_broker_point { /* a run */
    const sim_broker_setup *setup;
    size_t factor, delay; /* which */
    double value[SIM_BROKER_FIGURE_COUNT];
    double *clusters;         /* of each SIM_BROKER_CLUSTER_COUNT figures */
    sim_broker_result result; /* if it is kept */
} sim_broker_point;

typedef struct sim_broker_experiment { /* zero-initialise; sim_broker_experiment_free */
    const sim_broker_settings *settings;
    sim_grid grid;
    sim_shape shape; /* as it was done */
    sim_workload workload;
    sim_demands demands;
    int64_t requirements; /* resolved: where they are from          */
    int usages;           /* jobs on one node may slow each other down */
    size_t demanding;     /* jobs that have some                    */
    sim_local local;      // /* of each cluster                        */
    sim_outage_plan outages;
    sim_broker_point *points; /* set-up by set-up, factor by factor    */
    size_t count;
    int timing, keep; /* keep: the results of all; else of the first of each set-up */
    sim_progress *progress;
} sim_broker_experiment;

static inline void sim_broker_experiment_free(sim_broker_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        free(x->points[i].clusters);
        sim_broker_free(&x->points[i].result);
    }
    free(x->points);
    sim_local_free(&x->local);
    sim_outages_free(&x->outages);
    sim_demands_free(&x->demands);
    sim_workload_free(&x->workload);
    sim_grid_free(&x->grid);
}

/* ---- points ------------------------------------------------------------------------ */

/* Is it the one of its set-up that stands in the tables? */
static inline int sim_broker_point_first(const sim_broker_point *p)
{
    return p->factor == 0 && p->delay == 0;
}

/* The point of a set-up for a factor (0 where it has none) and a delay. */
static inline const sim_broker_point *sim_broker_point_at(const sim_broker_experiment *x,
                                                          size_t setup, size_t factor,
                                                          size_t delay)
{
    const sim_broker_setup *s = x->settings->setups.items[setup];
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].setup == s && x->points[i].factor == factor &&
            x->points[i].delay == delay)
            return &x->points[i];
    return NULL;
}

static inline double sim_broker_factor(const sim_broker_settings *s, size_t factor)
{
    return (double)s->factors.at[factor] / CLI_ONE;
}

static inline int sim_broker_points(sim_broker_experiment *x, sim_error *e)
{
    const sim_broker_settings *s = x->settings;
    const size_t most = s->setups.count * s->factors.count * s->delays.count;
    size_t i, f, d;
    x->points = (sim_broker_point *)calloc(most, sizeof *x->points);
    if (!x->points) return sim_fail(e, "out of memory");
    for (i = 0; i < s->setups.count; i++) {
        const sim_broker_setup *setup = s->setups.items[i];
        const size_t factors = sim_broker_setup_ranks(setup) ? s->factors.count : 1;
        for (f = 0; f < factors; f++)
            for (d = 0; d < s->delays.count; d++) {
                sim_broker_point *p = &x->points[x->count++];
                p->setup = setup;
                p->factor = f;
                p->delay = d;
                p->clusters = (double *)calloc(x->grid.count * SIM_BROKER_CLUSTER_COUNT,
                                               sizeof *p->clusters);
                if (!p->clusters) return sim_fail(e, "out of memory");
            }
    }
    return 0;
}

/* ---- the workload ------------------------------------------------------------------ */

/* The machine that --load and the built-in model go by: all CPUs, or as many as a machine
 * can have. */
static inline uint32_t sim_broker_machine(const sim_grid *g)
{
    return g->cpus < (uint64_t)SIM_SERVERS_MAX ? (uint32_t)g->cpus : SIM_SERVERS_MAX;
}

/* The largest cluster, or 512 CPUs if it has more. */
static inline int64_t sim_broker_cpus_most(const sim_grid *g)
{
    int64_t most = 1;
    size_t i;
    for (i = 0; i < g->count; i++)
        if (g->clusters[i].cpus > most) most = g->clusters[i].cpus;
    return most < SIM_BROKER_CPUS_MOST ? most : SIM_BROKER_CPUS_MOST;
}

/* How the jobs are changed: as the settings say, but no larger than they can be, at one
 * cluster or, if they may, at all of them; the
 * built-in ones, unless they are few, come so often that it matters who schedules. */
static inline sim_shape sim_broker_shape(const sim_broker_experiment *x)
{
    sim_shape shape = x->settings->shape;
    if (x->settings->trace) shape.jobs = x->settings->jobs;
    if (!shape.max_cpus)
        shape.max_cpus = x->settings->coallocate >= 0
                             ? (int64_t)sim_broker_machine(&x->grid)
                             : sim_broker_cpus_most(&x->grid);
    if (!shape.load && !x->settings->trace &&
        (!x->settings->jobs || x->settings->jobs >= SIM_BROKER_JOBS_MANY))
        shape.load = SIM_BROKER_LOAD_BUILT_IN;
    return shape;
}

/* Requirements are drawn unless that is not wanted; those of the log that would stay in
 * their place do, until it is known whether there are any. */
static inline int sim_broker_read_jobs(sim_broker_experiment *x, sim_error *e)
{
    const sim_broker_settings *s = x->settings;
    const uint32_t machine = sim_broker_machine(&x->grid);
    const int64_t most = x->shape.max_cpus < machine ? x->shape.max_cpus : machine;
    const size_t jobs = s->jobs ? (size_t)s->jobs : SIM_BROKER_JOBS_BUILT_IN;
    sim_workload *w = &x->workload;
    sim_reading how = {.overrun = SIM_OVERRUN_EXTEND, .grid = &x->grid};
    sim_requirements_rules rules = {.seed = (uint64_t)s->seed,
                                    .max_memory = s->max_memory};
    rules.usages = s->usages != 0;
    rules.replace = s->requirements == SIM_BROKER_REQUIREMENTS_GENERATE;
    if (s->requirements != SIM_BROKER_REQUIREMENTS_NONE) how.demands = &x->demands;
    if (s->requirements != SIM_BROKER_REQUIREMENTS_LOG) how.made = &rules;
    if (!how.demands) how.made = NULL;
    if (s->trace) {
        if (sim_workload_load(w, s->trace, machine, &how, e) != 0) return -1;
    } else {
        if (sim_workload_lublin(w, (uint64_t)s->seed, (uint32_t)most, jobs, e) != 0 ||
            (how.made && sim_workload_require(w, &how, e) != 0))
            return -1;
        w->servers = machine;
    }
    return sim_workload_shape(w, &x->shape, &how, e);
}

/* Does the log say of the job what it asks for, or what it uses? */
static inline int sim_broker_told_by_log(const sim_demand *d)
{
    int r, told = d->count > 0;
    for (r = 0; r < SIM_SHARED; r++) told |= d->usage[r] > 0;
    return told && !d->made;
}

/* Where the log has requirements of its own, no others count unless asked for. */
static inline void sim_broker_requirements(sim_broker_experiment *x)
{
    const int64_t asked = x->settings->requirements;
    size_t i, own = 0;
    for (i = 0; i < x->demands.count; i++)
        own += (size_t)sim_broker_told_by_log(&x->demands.of[i]);
    x->requirements = asked != SIM_BROKER_REQUIREMENTS_AUTO ? asked
                      : own && x->settings->trace           ? SIM_BROKER_REQUIREMENTS_LOG
                                                  : SIM_BROKER_REQUIREMENTS_GENERATE;
    for (i = 0; i < x->demands.count; i++)
        if (x->demands.of[i].made && x->requirements == SIM_BROKER_REQUIREMENTS_LOG)
            memset(&x->demands.of[i], 0, sizeof x->demands.of[i]);
    for (i = 0; i < x->workload.count; i++) {
        const sim_demand *d = sim_demand_of(&x->demands, &x->workload.jobs[i]);
        x->demanding += d && d->count;
    }
}

/* Does any job tell what it uses of what nodes share? */
static inline int sim_broker_uses(const sim_broker_experiment *x)
{
    size_t i;
    int r;
    for (i = 0; i < x->workload.count; i++) {
        const double *usage = sim_demand_usage(&x->demands, &x->workload.jobs[i]);
        for (r = 0; usage && r < SIM_SHARED; r++)
            if (usage[r] > 0) return 1;
    }
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Makes ready (*x zeroed; sim_broker_experiment_free, whatever happens). 0, or -1. */
static inline int sim_broker_experiment_open(sim_broker_experiment *x,
                                             const sim_broker_settings *s, sim_error *e)
{
    x->settings = s;
    if (sim_grid_load(&x->grid, s->grid, e) != 0) return -1;
    x->shape = sim_broker_shape(x);
    if (sim_local_make(&x->local, &s->local, &x->grid, e) != 0 ||
        sim_broker_read_jobs(x, e) != 0)
        return -1;
    sim_broker_requirements(x);
    x->usages = sim_broker_uses(x);
    if (x->usages) sim_local_share_all(&x->local, &x->grid, &x->demands);
    if (s->failures && sim_outages_load(&x->outages, &x->grid, s->failures, e) != 0)
        return -1;
    x->outages.mtbf = s->mtbf;
    x->outages.mttr = s->mttr;
    x->outages.seed = (uint64_t)s->seed;
    return sim_broker_points(x, e);
}

static inline void sim_broker_rules_fill(const sim_broker_experiment *x,
                                         const sim_broker_point *p,
                                         sim_broker_rules *rules)
{
    static const sim_broker_rules nothing = {.delay = 0};
    const sim_broker_settings *s = x->settings;
    *rules = nothing;
    rules->jobs = p->setup->jobs;
    rules->resources = p->setup->resources;
    rules->jr_factor = s->factors.at[p->factor];
    rules->jr_listing = s->formula != 0;
    rules->deadline_factor = s->deadline_factor;
    rules->delay = s->delays.at[p->delay];
    rules->resubmit = (uint32_t)s->resubmit;
    rules->together = s->coallocate >= 0;
    rules->coallocate = s->coallocate >= 0 ? (uint32_t)s->coallocate : 0;
    rules->outages = &x->outages;
    rules->local = x->local.rules;
    rules->progress = x->progress;
}

static inline int sim_broker_point_measure(const sim_broker_experiment *x,
                                           const sim_broker_rules *rules,
                                           sim_broker_point *p)
{
    sim_broker_measured m = {.first = 0};
    m.grid = &x->grid;
    m.jobs = x->workload.jobs;
    m.result = &p->result;
    if (sim_broker_setup_dated(p->setup)) m.rules = rules;
    m.value = p->value;
    m.cluster = p->clusters;
    if (sim_broker_measure(&m) != 0) return -1;
    if (x->timing) p->value[SIM_BROKER_FIGURE_wall_seconds] = p->result.seconds;
    return 0;
}

/* Run number i; a task for sim_tasks_run. */
static inline int sim_broker_experiment_run(void *context, size_t i, sim_error *e)
{
    sim_broker_experiment *x = (sim_broker_experiment *)context;
    const sim_workload *w = &x->workload;
    sim_broker_point *p = &x->points[i];
    sim_broker_rules rules;
    sim_error why;
    int result;
    sim_broker_rules_fill(x, p, &rules);
    result =
        sim_broker(&x->grid, &x->demands, w->jobs, w->count, &rules, &p->result, &why);
    if (result == 0)
        result = sim_broker_check(&x->grid, &x->demands, w->jobs, w->count, &rules,
                                  &p->result, &why);
    if (result == 0 && sim_broker_point_measure(x, &rules, p) != 0)
        result = sim_fail(&why, "out of memory");
    if (!x->keep && !sim_broker_point_first(p)) sim_broker_free(&p->result);
    if (result == 0) return 0;
    return sim_fail(e, "%s: %s", p->setup->name, why.text);
}

#endif
