/* shape.h - what can be done to a log before it is used, on numbers alone, so that the
 * simulators (on struct job) and swf_tool (on swf_job) do the same. In this order, in
 * whatever order it was asked for:
 *
 *   merge       another log's jobs come in between: its first submission falls on this
 *               one's, its job numbers are raised by the largest so far
 *   skip        the first so many jobs, by submission, go: while a system warms up, its
 *               log is like no other
 *   cut         the jobs submitted in [from, to) after the first submission of those
 *               stay, at the times they had
 *   jobs        of these the first so many stay, by submission
 *   scale size  each size times a factor, to the nearest (halves up), at least 1
 *   max cpus    ... and at most so many
 *   scale run   each run time and requested time times a factor, likewise
 *   load        submissions move towards the first one or away from it until
 *                   sum(run * size) / (servers * (last submission - first submission))
 *               is the load; jobs larger than the machine count like all others
 *
 * All of it is exact in integers. Factors and loads are in billionths (CLI_ONE = 1). A
 * load fixes the time from the first to the last submission, to the nearest second; each
 * submission keeps its place in between, to the nearest second (halves up), so that jobs
 * stay in their order.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include "base/error.h"
#include "base/job.h"
#include "program/cli.h"

#include <stdint.h>

struct shape { /* begins as SHAPE_NONE */
    struct cli_list merge;
    int64_t skip;
    int64_t cut[2];     /* from 0 to CLI_OPEN: everything */
    int64_t jobs;       /* 0 = all                        */
    int64_t scale_size; /* CLI_ONE: as they are           */
    int64_t max_cpus;   /* 0 = of any size                */
    int64_t scale_run;  /* CLI_ONE: as they are           */
    int64_t load;       /* 0 = as it is                   */
};

#define SHAPE_NONE                                                        \
    {                                                                     \
        .cut = {0, CLI_OPEN}, .scale_size = CLI_ONE, .scale_run = CLI_ONE \
    }

/* A thousandth of the machine to a million machines. */
#define SHAPE_LOAD_MIN (CLI_ONE / 1000)
#define SHAPE_FACTOR_MAX (INT64_C(1000000) * CLI_ONE)

/* For an array of struct cli_option: what every program says of them. `shape` is a pointer. */
#define SHAPE_OPTIONS(shape)                                                           \
    {.name = "--merge",                                                                \
     .kind = CLI_LIST,                                                                 \
     .list = &(shape)->merge,                                                          \
     .value = "FILE",                                                                  \
     .help = "another log, whose jobs come in between; its first submission falls on"  \
             " the first one's, its job numbers are raised by the largest so far; can" \
             " be given several times"},                                               \
        {.name = "--skip",                                                             \
         .kind = CLI_NUMBER,                                                           \
         .number = &(shape)->skip,                                                     \
         .value = "N",                                                                 \
         .hi = INT64_MAX,                                                              \
         .help = "without the first N jobs (after --merge), a system's warm-up"},      \
        {.name = "--cut",                                                              \
         .kind = CLI_RANGE,                                                            \
         .number = (shape)->cut,                                                       \
         .value = "FROM:TO",                                                           \
         .hi = JOB_TIME_MAX,                                                           \
         .help = "only jobs submitted from FROM until before TO after the first"       \
                 " submission (after --merge and --skip); either may be left out;"     \
                 " times stay"},                                                       \
        {.name = "--scale-size",                                                       \
         .kind = CLI_DECIMAL,                                                          \
         .number = &(shape)->scale_size,                                               \
         .value = "F",                                                                 \
         .lo = 1,                                                                      \
         .hi = SHAPE_FACTOR_MAX,                                                       \
         .help = "multiply each job's size by F, to the nearest, at least 1"},         \
        {.name = "--max-cpus",                                                         \
         .kind = CLI_NUMBER,                                                           \
         .number = &(shape)->max_cpus,                                                 \
         .value = "N",                                                                 \
         .lo = 1,                                                                      \
         .hi = INT64_MAX,                                                              \
         .unset = "any",                                                               \
         .help = "cut larger sizes to N (after --scale-size)"},                        \
        {.name = "--scale-run",                                                        \
         .kind = CLI_DECIMAL,                                                          \
         .number = &(shape)->scale_run,                                                \
         .value = "F",                                                                 \
         .lo = 1,                                                                      \
         .hi = SHAPE_FACTOR_MAX,                                                       \
         .help = "multiply run times and requested times by F, to the nearest, at"     \
                 " least 1"},                                                          \
    {                                                                                  \
        .name = "--load", .kind = CLI_DECIMAL, .number = &(shape)->load, .value = "X", \
        .lo = SHAPE_LOAD_MIN, .hi = SHAPE_FACTOR_MAX, .unset = "as it is",             \
        .help = "draw the submissions together or apart (last of all) until run time"  \
                " * size, summed, is X times the machine's size * the time from the"   \
                " first to the last submission"                                        \
    }

int shape_is_cut(const struct shape *s);

/* Do jobs go: by skip, cut or jobs? */
int shape_chooses(const struct shape *s);

/* ---- 128 bits ---------------------------------------------------------------------- */

struct shape_wide {
    uint64_t high, low;
};

struct shape_wide shape_wide_of(uint64_t low);

int shape_wide_less(struct shape_wide a, struct shape_wide b);

/* The largest number stands for all that are too large. */
struct shape_wide shape_wide_plus(struct shape_wide a, struct shape_wide b);

struct shape_wide shape_wide_product(uint64_t a, uint64_t b);

/* a * b, the largest number if that is too large. */
struct shape_wide shape_wide_times(struct shape_wide a, uint64_t b);

/* a / b to the nearest, halves up; UINT64_MAX if that is too large. b > 0. */
uint64_t shape_wide_quotient(struct shape_wide a, struct shape_wide b);

/* x * times / by to the nearest, halves up; UINT64_MAX if that is too large. by > 0. */
uint64_t shape_ratio(uint64_t x, uint64_t times, uint64_t by);

/* ---- merge ------------------------------------------------------------------------- */

/* The number of another log's job (or user, ...) among those up to `largest`; one that is
 * unknown stays so. -1 if it would be beyond 64 bits. */
int64_t shape_raise(int64_t number, int64_t largest);

/* ---- cut --------------------------------------------------------------------------- */

/* Is a job submitted within the cut? Submissions are at least `first`, which is >= 0. */
int shape_within(const struct shape *s, int64_t first, int64_t submit);

/* ---- scale size and run, max cpus -------------------------------------------------- */

/* What is unknown (not above 0) stays so. */
int64_t shape_times(int64_t x, int64_t factor);

int shape_changes_size(const struct shape *s);

int64_t shape_size(const struct shape *s, int64_t size);

/* ---- load -------------------------------------------------------------------------- */

/* Adds a job to the work offered; what is unknown (not above 0) adds nothing. */
void shape_offer(struct shape_wide *work, int64_t run, int64_t size);

/* The time from the first to the last submission that makes the load; -1 and why not.
 * `span` is that time as it is, `servers` the machine. */
int64_t shape_span(const struct shape *s, struct shape_wide work, int64_t servers,
                   int64_t span, struct error *e);

/* When a job is submitted if the last one moves from first + span to first + to. */
int64_t shape_submit(int64_t first, int64_t submit, int64_t span, int64_t to);

#endif
