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
#include "base/statistics.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_setup.h"
#include "program/cube.h"
#include "program/measure.h"
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

/* ---- figures ----------------------------------------------------------------------- */

/* Of a run (paper 5, section 5.1).
 *
 *   response time      from submission to the end
 *   bounded slowdown   max(1, response time / max(run, 600 s)), run as it ran
 *   utilisation        processor seconds from the first submission to the last one, of
 *                      all executions, over all processors * that time
 *   reduction          100 (rigid - other) / rigid of the same jobs; of the
 *                      utilisation the gain, 100 (other - rigid) / rigid
 *
 * All jobs count that ended, also those that were killed at the planned end. Of several
 * seeds there are the mean, the least and the most. */

/* name, unit in the table, label in the table */
#define FLEXCO_FIGURES(X)                                                 \
    X(jobs, MEASURE_COUNT, "jobs")                                        \
    X(local_jobs, MEASURE_COUNT, "  local")                               \
    X(meta_jobs, MEASURE_COUNT, "  meta")                                 \
    X(finished, MEASURE_COUNT, "finished")                                \
    X(killed, MEASURE_COUNT, "killed at the planned end")                 \
    X(refused, MEASURE_COUNT, "refused: can never fit")                   \
    X(response, MEASURE_HOURS, "response time, mean")                     \
    X(response_local, MEASURE_HOURS, "  local jobs")                      \
    X(response_meta, MEASURE_HOURS, "  meta-jobs")                        \
    X(bsld, MEASURE_NUMBER, "bounded slowdown (10 min), mean")            \
    X(bsld_local, MEASURE_NUMBER, "  local jobs")                         \
    X(bsld_meta, MEASURE_NUMBER, "  meta-jobs")                           \
    X(utilisation, MEASURE_PERCENT, "utilisation: processors in use")     \
    X(utilisation_local, MEASURE_PERCENT, "  by local jobs")              \
    X(utilisation_meta, MEASURE_PERCENT, "  by meta-jobs")                \
    X(earlier_meta, MEASURE_HOURS, "meta-jobs before promise, mean")      \
    X(several, MEASURE_COUNT, "meta-jobs booked at several sites")        \
    X(several_one, MEASURE_COUNT, "  ran at one site")                    \
    X(one_several, MEASURE_COUNT, "booked at one site, ran at several")   \
    X(molded, MEASURE_COUNT, "ran in another shape (most booked so)")     \
    X(asked, MEASURE_COUNT, "reschedulings of meta-jobs tried")           \
    X(moved, MEASURE_COUNT, "  of these, successful")                     \
    X(shifts, MEASURE_COUNT, "    by shift")                              \
    X(remaps, MEASURE_COUNT, "    by remap")                              \
    X(molds, MEASURE_COUNT, "    by mold")                                \
    X(joined, MEASURE_COUNT, "    from several sites to one")             \
    X(compressions, MEASURE_COUNT, "compressions of a site's queue")      \
    X(advances, MEASURE_COUNT, "  moves of local jobs to earlier starts") \
    X(meta_advances, MEASURE_COUNT, "  moves of meta-jobs at one site")   \
    X(wall_seconds, MEASURE_SECONDS, "time a run took")

enum flexco_figure {
#define FLEXCO_FIGURE_ENUM(name, unit, label) FLEXCO_FIGURE_##name,
    FLEXCO_FIGURES(FLEXCO_FIGURE_ENUM)
#undef FLEXCO_FIGURE_ENUM
        FLEXCO_FIGURE_COUNT
};

/* Those from response to utilisation_meta are compared with rigid. */
enum {
    FLEXCO_COMPARED_FIRST = FLEXCO_FIGURE_response,
    FLEXCO_COMPARED = FLEXCO_FIGURE_utilisation_meta + 1 - FLEXCO_COMPARED_FIRST
};

/* Name, label and unit of each figure. */
extern const struct measure flexco_experiment_figures[FLEXCO_FIGURE_COUNT];

enum { FLEXCO_BOUND = 600 }; /* of the bounded slowdown, in seconds */

/* The order of all figures that are told for all jobs, local jobs and meta-jobs. */
enum { FLEXCO_OF_ALL, FLEXCO_OF_LOCAL, FLEXCO_OF_META, FLEXCO_CLASSES };

/* Fills `value`, of FLEXCO_FIGURE_COUNT. What does not apply is NAN, and so is the time
 * the run took, which is not known here. */
void flexco_experiment_measure(const struct flexco_system *system,
                               const struct flexco_job *jobs, size_t count,
                               const struct flexco_result *r, double *value);

/* What a figure is better by than `base`, in percent of that; NAN if that is 0. */
double flexco_experiment_gain_of(size_t figure, double value, double base);

#endif
