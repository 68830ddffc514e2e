/* shape.h - how options change a log before it is used: --skip, --cut, --jobs,
 * --scale-size, --max-cpus, --scale-run, --load.
 *
 * The arithmetic is here, on plain numbers, so that the simulators (workload.h, on struct
 * job) and swf_tool (logshape.h, on swf_job) make the same of the same log. Whatever the
 * order of the options, the changes are made in this order:
 *
 *   skip        The first so many jobs, by submission, are removed: while a system warms
 *               up, its log is not typical.
 *   cut         Of the others, the jobs submitted in [from, to) after the first of them
 *               stay, with the submit times they had.
 *   jobs        Of these, the first so many stay, by submission.
 *   scale size  Each size is multiplied by a factor, to the nearest (halves up), at least
 *               1.
 *   max cpus    Sizes above the limit become the limit.
 *   scale run   Each run time and requested time is multiplied by a factor, likewise.
 *   load        Submissions move towards the first one or away from it until
 *                   sum(run * size) / (servers * (last submission - first submission))
 *               is the load. Jobs larger than the machine count like all others.
 *
 * All of it is exact in integers. Factors and loads are in billionths (OPTION_ONE = 1). A
 * load determines the time from the first to the last submission, to the nearest second;
 * each submission keeps its relative place in between, to the nearest second (halves up),
 * so that jobs stay in their order.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include "base/job.h"
#include "base/wide.h"
#include "kit/option.h"

#include <stdint.h>

#define SHAPE_OPEN INT64_MAX /* a cut without an end */

struct shape { /* initialise with SHAPE_NONE */
    int64_t skip;
    int64_t cut[2];     /* from, to; 0 and SHAPE_OPEN: everything */
    int64_t jobs;       /* 0 = all                              */
    int64_t scale_size; /* OPTION_ONE: as they are                 */
    int64_t max_cpus;   /* 0 = of any size                      */
    int64_t scale_run;  /* OPTION_ONE: as they are                 */
    int64_t load;       /* 0 = as it is                         */
};

#define SHAPE_NONE                                                                \
    {                                                                             \
        .cut = {0, SHAPE_OPEN}, .scale_size = OPTION_ONE, .scale_run = OPTION_ONE \
    }

/* Does any of the three remove jobs? */
int shape_removes_jobs(const struct shape *s);

/* Is there a cut that is not the whole log? */
int shape_is_cut(const struct shape *s);

/* Is a job submitted within the cut? `first` is the first submission, at least 0, and
 * submit >= first. */
int shape_within(const struct shape *s, int64_t first, int64_t submit);

/* x * factor, at least 1; an x that is unknown (not above 0) stays unknown. */
int64_t shape_scale(int64_t x, int64_t factor);

int shape_changes_size(const struct shape *s);

int64_t shape_size(const struct shape *s, int64_t size);

/* Adds a job to the sum(run * size); a job without either (not above 0) adds nothing. */
void shape_add_work(struct wide *work, int64_t run, int64_t size);

/* The time from the first to the last submission that makes the load; fails, naming the
 * log, if there is none. `span` is that time as it is now, `servers` the size of the
 * machine. */
int64_t shape_span(const struct shape *s, struct wide work, int64_t servers, int64_t span,
                   const char *log);

/* The new submission of a job when the last one moves from first + span to first + to. */
int64_t shape_submit(int64_t first, int64_t submit, int64_t span, int64_t to);

/* A thousandth of the machine to a million machines. */
#define SHAPE_LOAD_MIN (OPTION_ONE / 1000)
#define SHAPE_FACTOR_MAX (INT64_C(1000000) * OPTION_ONE)

/* These options for a program on the kit: rows of its table. `shape` is a member of its
 * settings; `most_cpus`: the default of --max-cpus in words. --jobs is not among them, as
 * what it means for a built-in workload differs from program to program. */
/* clang-format off */
#define SHAPE_OPTIONS_OF(settings, shape, most_cpus)                                     \
    {"skip", OPTION(OPTION_WHOLE, settings, shape.skip), .of = OF_WORLD,                 \
     .help = "leave out the first N jobs (warm-up)"},                                    \
    {"cut", OPTION(OPTION_SPAN_TIME, settings, shape.cut), .of = OF_WORLD,               \
     .meta = "FROM:TO", .value = "0:", .said = "all",                                    \
     .help = "only jobs submitted at FROM or later and before TO, counted from the"      \
             " first submission left by --skip; FROM or TO may be omitted"},             \
    {"scale-size", OPTION(OPTION_DECIMAL, settings, shape.scale_size), .of = OF_WORLD,   \
     .lo = 1, .hi = SHAPE_FACTOR_MAX, .value = "1", .log = 1,                            \
     .help = "multiply each job's size by X, rounded, at least 1"},                      \
    {"max-cpus", OPTION(OPTION_WHOLE, settings, shape.max_cpus), .of = OF_WORLD,         \
     .lo = 1, .said = (most_cpus), .help = "limit sizes to N (after --scale-size)"},     \
    {"scale-run", OPTION(OPTION_DECIMAL, settings, shape.scale_run), .of = OF_WORLD,     \
     .lo = 1, .hi = SHAPE_FACTOR_MAX, .value = "1", .log = 1,                            \
     .help = "multiply run times and requested times by X, rounded, at least 1"},        \
    {"load", OPTION(OPTION_DECIMAL, settings, shape.load), .of = OF_WORLD,               \
     .lo = SHAPE_LOAD_MIN, .hi = SHAPE_FACTOR_MAX, .said = "as it is",                   \
     .help = "after all other changes, move the submissions closer together or further"  \
             " apart until the sum of run time * size is X times the machine's size *"   \
             " the time from the first to the last submission"}
/* clang-format on */

#endif
