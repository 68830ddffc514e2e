/* broker_experiment.h - section V of paper 2 (I. Rodero, F. Guim, J. Corbalan): one
 * workload on one grid, under several set-ups of the broker.
 *
 *     struct broker_experiment x = {0};
 *     if (broker_experiment_open(&x, &settings, &e) == 0)
 *         for (i = 0; i < cube_runs(&x.cube); i++) broker_experiment_run(&x, i, &e);
 *     broker_experiment_free(&x);
 *
 * Every set-up runs once for each age of the broker's information, and set-ups that rank
 * jobs once for each reduction factor as well: such a combination is a point. The tables
 * show the first factor and the first delay, the others are compared with them. Each run
 * is checked (broker_check.c). The settings have everything that makes a difference; runs
 * share nothing that they write, so that several may run at the same time.
 */
#ifndef BROKER_EXPERIMENT_H
#define BROKER_EXPERIMENT_H

#include "base/error.h"
#include "base/progress.h"
#include "grid/broker_figures.h"
#include "grid/broker_local.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "program/cube.h"
#include "program/program.h"
#include "program/values.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdint.h>

#define BROKER_FORMULA_WORDS "weight|listing"
#define BROKER_TIES_WORDS "most|least|first" /* as BROKER_TIES_MOST ... */
#define BROKER_HEAD_WORDS "on|off"
#define BROKER_REQUIREMENTS_WORDS "log|generate|none"

enum {
    BROKER_JOBS_BUILT_IN = 13000,
    BROKER_JOBS_MANY = 100, /* enough for a load to mean something */
    BROKER_CPUS_MOST = 512,
    BROKER_SEEDS_MOST = 1000
};

enum { /* the words of --requirements */
       BROKER_REQUIREMENTS_AUTO = -1,
       BROKER_REQUIREMENTS_LOG,
       BROKER_REQUIREMENTS_GENERATE,
       BROKER_REQUIREMENTS_NONE
};

struct broker_settings { /* begins as BROKER_SETTINGS */
    const char *trace;   /* NULL = the built-in workload */
    const char *grid;
    struct broker_setups setups;
    struct values factors; /* billionths       */
    struct values delays;  /* seconds, 0 first */
    int64_t formula, no_head, ties, deadline_factor;
    struct broker_local_words local;
    struct shape shape;
    int64_t jobs, seed, seeds; /* 0 = not given; seeds: one */
    int64_t requirements, usages;
    int64_t constrained; /* percent of the jobs */
    int64_t coallocate;  /* percent; -1 = off          */
    int64_t print_grid;
};

#define BROKER_SETTINGS                                                                \
    {                                                                                  \
        .grid = "dom_big", .deadline_factor = 5 * (int64_t)CLI_ONE,                    \
        .local = BROKER_LOCAL_WORDS, .shape = SHAPE_NONE, .seed = 1,                   \
        .requirements = BROKER_REQUIREMENTS_AUTO, .constrained = 100, .coallocate = -1 \
    }

struct broker_point {                 /* a run                             */
    const struct broker_setup *setup; /* NULL: it is not run               */
    size_t factor, delay;             /* which                             */
    double *value;                    /* in the cube                       */
    double *clusters;                 /* of each BROKER_CLUSTER_COUNT figures */
    struct broker_result result;      /* if it is kept */
};

struct broker_experiment { /* zero-initialise; broker_experiment_free */
    const struct broker_settings *settings;
    struct grid grid;
    struct shape shape; /* as it was applied */
    struct workload workload;
    struct demands demands;
    int64_t requirements;      /* where they come from: log, generate, none */
    int usages;                /* jobs on one node may slow each other down */
    size_t demanding;          /* jobs that have requirements            */
    struct broker_local local; /* of each cluster */
    struct cube cube;          /* factors and delays, set-ups, seeds                    */
    unsigned char ranks[BROKER_SETUPS]; /* set-ups to which factors matter          */
    struct broker_point *points; /* factor by factor, delay by delay, set-up by set-up */
    size_t count;
    size_t seeds;                     /* in the cube; all else is of the first */
    struct broker_experiment *others; /* those of the other seeds ...               */
    struct broker_settings own;       /* ... each with settings of its own          */
    int timing, keep; /* keep: the results of all; else of the first of each set-up */
    struct progress *progress;
};

void broker_experiment_free(struct broker_experiment *x);

/* The point of a set-up for a factor (0 if it has none) and a delay. */
const struct broker_point *broker_experiment_point_at(const struct broker_experiment *x,
                                                      size_t setup, size_t factor,
                                                      size_t delay);

/* The reduction factor of that number. */
double broker_experiment_factor(const struct broker_settings *s, size_t factor);

/* Reads everything and makes the points. *x: zeroed; call broker_experiment_free in any
 * case. 0, or -1 with a message. */
int broker_experiment_open(struct broker_experiment *x, const struct broker_settings *s,
                           struct error *e);

/* How many jobs all runs have together. */
size_t broker_experiment_jobs(const struct broker_experiment *x);

/* Makes run number i of *x, a task for program_run, and checks it. 0, or -1. */
int broker_experiment_run(void *x, size_t i, struct error *e);

/* Reads and checks the command line. CLI_RUN, or the exit status. */
int broker_experiment_options(struct program *p, struct broker_settings *s);

#endif
