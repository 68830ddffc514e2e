/* flexco_experiment.h - section 5 of paper 5 (M. A. S. Netto, R. Buyya, "A flexible
 * resource co-allocation model based on advance reservations with rescheduling
 * support"): the same jobs at the same sites in every mode of rescheduling.
 *
 * A point is a mode at an error of the estimates, with or without small jobs, under a
 * binding; it is run once for each seed. It is compared with rigid, which is always
 * among the modes, and has the same jobs. Each run is checked (flexco_check.c). The
 * settings say everything that makes a difference; runs share only what they read, so
 * that several may be made at the same time.
 */
#ifndef FLEXCO_EXPERIMENT_H
#define FLEXCO_EXPERIMENT_H

#include "base/error.h"
#include "base/progress.h"
#include "flexco/flexco_figures.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_setup.h"
#include "program/cube.h"
#include "program/program.h"
#include "program/values.h"

#include <stddef.h>
#include <stdint.h>

#define FLEXCO_SMALL_WORDS "no|yes|both"
#define FLEXCO_BINDING_WORDS "late|early"
#define FLEXCO_ONE_SITE_WORDS "site|metascheduler"

enum {
    FLEXCO_SEEDS_MOST = 1000,
    FLEXCO_SEEDS = 5,        /* built in; of logs one */
    FLEXCO_ERROR_MOST = 1000 /* percent               */
};

struct flexco_settings {       /* begins as FLEXCO_SETTINGS */
    struct flexco_given given; /* resolved by ..._open */
    int64_t modes;             /* bits: enum flexco_mode */
    struct values errors;      /* percent              */
    int64_t small;             /* of FLEXCO_SMALL_WORDS: dropped?   */
    int64_t bindings;          /* bit 0 late, 1 early  */
    int64_t one_site;          /* of FLEXCO_ONE_SITE_WORDS          */
    int64_t seeds;             /* 0 = not given        */
    int64_t efficiency;
    int64_t all; /* print all tables     */
};

#define FLEXCO_SETTINGS                                                              \
    {                                                                                \
        .given = FLEXCO_GIVEN, .modes = (1 << FLEXCO_MODE_COUNT) - 1, .bindings = 1, \
        .efficiency = FLEXCO_EFFICIENCY                                              \
    }

struct flexco_point {
    enum flexco_mode mode;
    size_t error;                /* which                               */
    int small_gone;              /* small jobs are dropped              */
    int early;                   /* binding                             */
    struct flexco_jobs jobs;     /* of the first seed, if they are kept */
    struct flexco_result result; /* ... what became of them             */
};

struct flexco_experiment { /* zero-initialise; flexco_experiment_free */
    const struct flexco_settings *settings;
    struct flexco_given given; /* resolved              */
    struct flexco_setup setup; /* of the first seed     */
    struct flexco_system system;
    struct flexco_jobs *jobs; /* of each seed, without errors                       */
    size_t seeds;
    enum flexco_mode modes[FLEXCO_MODE_COUNT]; /* of these points, in this order: */
    int bindings[2], smalls[2];
    size_t mode_count, binding_count, small_count;
    struct cube cube;            /* binding, small jobs and error; modes; seeds */
    struct flexco_point *points; /* as in the cube */
    size_t count;
    int timing, keep; /* keep: jobs and results of the points of the main table */
    struct progress *progress;
};

void flexco_experiment_free(struct flexco_experiment *x);

/* The number of a point by its places: x->bindings[binding], x->smalls[small],
 * errors.at[error]; and the one of the tables that have one error, the largest. */
size_t flexco_experiment_at(const struct flexco_experiment *x, size_t binding,
                            size_t small, size_t error);
size_t flexco_experiment_main(const struct flexco_experiment *x, size_t binding,
                              size_t small);

int64_t flexco_experiment_error(const struct flexco_experiment *x,
                                const struct flexco_point *p);

/* Makes sites, jobs and points (*x zeroed; flexco_experiment_free it in any case). 0,
 * or -1. */
int flexco_experiment_open(struct flexco_experiment *x, const struct flexco_settings *s,
                           struct error *e);

/* How many jobs all runs have together, for the progress bar. */
size_t flexco_experiment_arrivals(const struct flexco_experiment *x);

/* Run number i; a task for threads_run. */
int flexco_experiment_run(void *context, size_t i, struct error *e);

/* What a figure is better by than rigid's at the same point, in percent of that: with a
 * seed, and over the seeds. */
double flexco_experiment_better(const struct flexco_experiment *x, size_t point,
                                size_t mode, size_t seed, size_t figure);
struct statistics_spread flexco_experiment_gain(const struct flexco_experiment *x,
                                                size_t point, size_t mode, size_t figure);

/* Reads and checks the command line; what is not given keeps the value that *s has.
 * CLI_RUN, or the exit status after a complaint or --help. */
int flexco_experiment_options(struct program *p, struct flexco_settings *s);

#endif
