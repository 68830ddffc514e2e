/* flexco_figures.h - the figures that judge a run of FlexCo's sites (paper 5,
 * section 5.1: M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based
 * on advance reservations with rescheduling support").
 *
 *   response time      from submission to the end
 *   bounded slowdown   max(1, response time / max(run, 600 s)), run as it ran
 *   utilisation        processor seconds from the first submission to the last one, of
 *                      all executions, over all processors * that time
 *   reduction          100 (rigid - other) / rigid of the same jobs; of the
 *                      utilisation the gain, 100 (other - rigid) / rigid
 *
 * All jobs count that ended, also those that were killed at the planned end. Of several
 * seeds there are the mean, the least and the most.
 */
#ifndef FLEXCO_FIGURES_H
#define FLEXCO_FIGURES_H

#include "base/statistics.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"
#include "program/measure.h"

#include <stddef.h>
#include <stdint.h>

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
extern const struct measure flexco_figures[FLEXCO_FIGURE_COUNT];

enum { FLEXCO_BOUND = 600 }; /* of the bounded slowdown, in seconds */

/* The order of all figures that are told for all jobs, local jobs and meta-jobs. */
enum { FLEXCO_OF_ALL, FLEXCO_OF_LOCAL, FLEXCO_OF_META, FLEXCO_CLASSES };

/* Fills `value`, of FLEXCO_FIGURE_COUNT. What does not apply is NAN, and so is the time
 * the run took, which is not known here. */
void flexco_figures_measure(const struct flexco_system *system,
                            const struct flexco_job *jobs, size_t count,
                            const struct flexco_result *r, double *value);

/* What a figure is better by than `base`, in percent of that; NAN if that is 0. */
double flexco_figures_better(size_t figure, double value, double base);

#endif
