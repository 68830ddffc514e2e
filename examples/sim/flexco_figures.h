/* flexco_figures.h - what a run of FlexCo's sites comes to, in numbers (paper 5, section
 * 5.1: M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on
 * advance reservations with rescheduling support").
 *
 *   response time      from submission to the end
 *   bounded slowdown   max(1, response time / max(run, 600 s)), run as it ran
 *   utilisation        processor seconds from the first submission to the last one, of
 *                      all executions, over all processors * that time
 *   reduction          100 (rigid - other) / rigid of the same jobs; of the
 *                      utilisation the gain, 100 (other - rigid) / rigid
 *
 * All jobs count that came to an end, those that were killed at it, too. Of several seeds
 * there are the mean, the least and the most.
 */
#ifndef SIM_FLEXCO_FIGURES_H
#define SIM_FLEXCO_FIGURES_H

#include "flexco_job.h"
#include "flexco_rules.h"
#include "metrics.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { SIM_FLEXCO_SLOWDOWN_BOUND = 600 };

/* name, unit in the table, label in the table */
#define SIM_FLEXCO_FIGURES(X)                                         \
    X(jobs, SIM_COUNT, "jobs")                                        \
    X(local_jobs, SIM_COUNT, "  local")                               \
    X(meta_jobs, SIM_COUNT, "  meta")                                 \
    X(finished, SIM_COUNT, "finished")                                \
    X(killed, SIM_COUNT, "killed at the planned end")                 \
    X(refused, SIM_COUNT, "refused: can never fit")                   \
    X(unbooked, SIM_COUNT, "never booked: messages failed")           \
    X(waiting, SIM_COUNT, "left waiting for ever")                    \
    X(response, SIM_HOURS, "response time, mean")                     \
    X(response_local, SIM_HOURS, "  local jobs")                      \
    X(response_meta, SIM_HOURS, "  meta-jobs")                        \
    X(bsld, SIM_NUMBER, "bounded slowdown (10 min), mean")            \
    X(bsld_local, SIM_NUMBER, "  local jobs")                         \
    X(bsld_meta, SIM_NUMBER, "  meta-jobs")                           \
    X(utilisation, SIM_PERCENT, "utilisation: processors in use")     \
    X(utilisation_local, SIM_PERCENT, "  by local jobs")              \
    X(utilisation_meta, SIM_PERCENT, "  by meta-jobs")                \
    X(earlier_meta, SIM_HOURS, "meta-jobs before promise, mean")      \
    X(several, SIM_COUNT, "meta-jobs booked at several sites")        \
    X(several_one, SIM_COUNT, "  ran at one site")                    \
    X(one_several, SIM_COUNT, "booked at one site, ran at several")   \
    X(molded, SIM_COUNT, "ran in another shape (most booked so)")     \
    X(asked, SIM_COUNT, "reschedulings of meta-jobs tried")           \
    X(moved, SIM_COUNT, "  of these, successful")                     \
    X(shifts, SIM_COUNT, "    by shift")                              \
    X(remaps, SIM_COUNT, "    by remap")                              \
    X(molds, SIM_COUNT, "    by mold")                                \
    X(joined, SIM_COUNT, "    from several sites to one")             \
    X(compressions, SIM_COUNT, "compressions of a site's queue")      \
    X(advances, SIM_COUNT, "  moves of local jobs to earlier starts") \
    X(messages, SIM_COUNT, "messages of the metascheduler")           \
    X(stale, SIM_COUNT, "    slots that were stale")                  \
    X(retries, SIM_COUNT, "    asked again")                          \
    X(outages, SIM_COUNT, "failures of sites")                        \
    X(lost, SIM_COUNT, "  executions lost by them")                   \
    X(lost_hours, SIM_COUNT, "  processor hours lost by them")        \
    X(wall_seconds, SIM_SECONDS, "time a run took")

typedef enum sim_flexco_figure {
#define SIM_FLEXCO_FIGURE_ENUM(name, unit, label) SIM_FLEXCO_FIGURE_##name,
    SIM_FLEXCO_FIGURES(SIM_FLEXCO_FIGURE_ENUM)
#undef SIM_FLEXCO_FIGURE_ENUM
        SIM_FLEXCO_FIGURE_COUNT
} sim_flexco_figure;

/* Those from response to utilisation_meta are compared with rigid. */
enum {
    SIM_FLEXCO_COMPARED_FIRST = SIM_FLEXCO_FIGURE_response,
    SIM_FLEXCO_COMPARED =
        SIM_FLEXCO_FIGURE_utilisation_meta + 1 - SIM_FLEXCO_COMPARED_FIRST
};

typedef struct sim_flexco_about { /* a figure */
    const char *name, *label;
    sim_figure_unit unit;
} sim_flexco_about;

static inline const sim_flexco_about *sim_flexco_figure_about(size_t figure)
{
    static const sim_flexco_about all[SIM_FLEXCO_FIGURE_COUNT] = {
#define SIM_FLEXCO_FIGURE_ABOUT(name, unit, label) {#name, label, unit},
        SIM_FLEXCO_FIGURES(SIM_FLEXCO_FIGURE_ABOUT)
#undef SIM_FLEXCO_FIGURE_ABOUT
    };
    return &all[figure];
}

/* Is more of it better? */
static inline int sim_flexco_is_gain(size_t figure)
{
    return figure >= SIM_FLEXCO_FIGURE_utilisation &&
           figure <= SIM_FLEXCO_FIGURE_utilisation_meta;
}

/* ---- of a run ---------------------------------------------------------------------- */

/* Processor seconds within [from, to). */
static inline double sim_flexco_use(int64_t start, int64_t end, uint32_t servers,
                                    int64_t from, int64_t to)
{
    if (start < from) start = from;
    if (end > to) end = to;
    return start < end ? (double)(end - start) * servers : 0;
}

static inline double sim_flexco_slowdown(int64_t response, int64_t run)
{
    const int64_t least =
        run > SIM_FLEXCO_SLOWDOWN_BOUND ? run : SIM_FLEXCO_SLOWDOWN_BOUND;
    return response > least ? (double)response / (double)least : 1;
}

/* The same place holds for all jobs, local ones, meta-jobs. */
enum { SIM_FLEXCO_OF_ALL, SIM_FLEXCO_OF_LOCAL, SIM_FLEXCO_OF_META, SIM_FLEXCO_CLASSES };

/* Means over the jobs that ended, and what they use. */
static inline void sim_flexco_measure_ended(const sim_flexco_system *system,
                                            const sim_flexco_job *jobs, size_t count,
                                            const sim_flexco_result *r, double *value)
{
    const int64_t first = count ? jobs[0].submit : 0;
    const int64_t last = count ? jobs[count - 1].submit : 0;
    const double all = (double)sim_flexco_servers(system) * (double)(last - first);
    double sums[SIM_FLEXCO_CLASSES][3] = {{0}}, used[SIM_FLEXCO_CLASSES] = {0};
    size_t i;
    int k;
    for (i = 0; i < count; i++) {
        const sim_flexco_outcome *o = &r->outcomes[i];
        double *of =
            sums[sim_flexco_is_meta(&jobs[i]) ? SIM_FLEXCO_OF_META : SIM_FLEXCO_OF_LOCAL];
        const int64_t response = o->end - jobs[i].submit;
        if (o->end < 0) continue;
        of[0]++;
        of[1] += (double)response;
        of[2] += sim_flexco_slowdown(response, o->end - o->start);
        used[sim_flexco_is_meta(&jobs[i]) ? SIM_FLEXCO_OF_META : SIM_FLEXCO_OF_LOCAL] +=
            sim_flexco_use(o->start, o->end, o->servers, first, last);
    }
    for (i = 0; i < r->lost_count; i++) {
        const sim_flexco_execution *x = &r->lost[i];
        used[sim_flexco_is_meta(&jobs[x->job]) ? SIM_FLEXCO_OF_META
                                               : SIM_FLEXCO_OF_LOCAL] +=
            sim_flexco_use(x->start, x->end, x->servers, first, last);
    }
    for (k = 0; k < 3; k++)
        sums[SIM_FLEXCO_OF_ALL][k] =
            sums[SIM_FLEXCO_OF_LOCAL][k] + sums[SIM_FLEXCO_OF_META][k];
    used[SIM_FLEXCO_OF_ALL] = used[SIM_FLEXCO_OF_LOCAL] + used[SIM_FLEXCO_OF_META];
    for (k = 0; k < SIM_FLEXCO_CLASSES; k++) {
        const double n = sums[k][0] > 0 ? sums[k][0] : NAN;
        value[SIM_FLEXCO_FIGURE_response + k] = sums[k][1] / n;
        value[SIM_FLEXCO_FIGURE_bsld + k] = sums[k][2] / n;
        value[SIM_FLEXCO_FIGURE_utilisation + k] = used[k] / (all > 0 ? all : NAN);
    }
}

/* How many jobs of each kind, and what became of them. */
static inline void sim_flexco_measure_fates(const sim_flexco_job *jobs, size_t count,
                                            const sim_flexco_result *r, double *value)
{
    static const sim_flexco_figure figures[SIM_FLEXCO_FATE_COUNT] = {
#define SIM_FLEXCO_FATE_FIGURE(name, text) SIM_FLEXCO_FIGURE_##name,
        SIM_FLEXCO_FATES(SIM_FLEXCO_FATE_FIGURE)
#undef SIM_FLEXCO_FATE_FIGURE
    };
    double metas = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        metas += sim_flexco_is_meta(&jobs[i]);
        value[figures[r->outcomes[i].fate]]++;
    }
    value[SIM_FLEXCO_FIGURE_jobs] = (double)count;
    value[SIM_FLEXCO_FIGURE_meta_jobs] = metas;
    value[SIM_FLEXCO_FIGURE_local_jobs] = (double)count - metas;
}

/* Where meta-jobs were to run, and did. */
static inline void sim_flexco_measure_metas(const sim_flexco_job *jobs, size_t count,
                                            const sim_flexco_result *r, double *value)
{
    double earlier = 0, ended = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const sim_flexco_outcome *o = &r->outcomes[i];
        if (!sim_flexco_is_meta(&jobs[i])) continue;
        value[SIM_FLEXCO_FIGURE_several] += o->first_parts > 1;
        if (o->end < 0) continue;
        ended++;
        earlier += (double)(o->promised - o->end);
        value[SIM_FLEXCO_FIGURE_several_one] += o->first_parts > 1 && o->part_count == 1;
        value[SIM_FLEXCO_FIGURE_one_several] += o->first_parts == 1 && o->part_count > 1;
        value[SIM_FLEXCO_FIGURE_molded] += o->shape != 0;
    }
    value[SIM_FLEXCO_FIGURE_earlier_meta] = earlier / (ended > 0 ? ended : NAN);
}

static inline void sim_flexco_measure_counts(const sim_flexco_result *r, double *value)
{
    double lost = 0;
    size_t i;
    for (i = 0; i < r->lost_count; i++)
        lost += (double)(r->lost[i].end - r->lost[i].start) * r->lost[i].servers;
    value[SIM_FLEXCO_FIGURE_asked] = (double)r->asked;
    value[SIM_FLEXCO_FIGURE_moved] = (double)r->moved;
    value[SIM_FLEXCO_FIGURE_shifts] = (double)r->shifts;
    value[SIM_FLEXCO_FIGURE_remaps] = (double)r->remaps;
    value[SIM_FLEXCO_FIGURE_molds] = (double)r->molds;
    value[SIM_FLEXCO_FIGURE_joined] = (double)r->joined;
    value[SIM_FLEXCO_FIGURE_compressions] = (double)r->compressions;
    value[SIM_FLEXCO_FIGURE_advances] = (double)r->advances;
    value[SIM_FLEXCO_FIGURE_messages] = (double)r->messages;
    value[SIM_FLEXCO_FIGURE_stale] = (double)r->stale;
    value[SIM_FLEXCO_FIGURE_retries] = (double)r->retries;
    value[SIM_FLEXCO_FIGURE_outages] = (double)r->outage_count;
    value[SIM_FLEXCO_FIGURE_lost] = (double)r->lost_count;
    value[SIM_FLEXCO_FIGURE_lost_hours] = lost / 3600;
}

/* Fills `value`, of SIM_FLEXCO_FIGURE_COUNT; NAN is what does not apply, and the time it
 * took, which others know. */
static inline void sim_flexco_measure(const sim_flexco_system *system,
                                      const sim_flexco_job *jobs, size_t count,
                                      const sim_flexco_result *r, double *value)
{
    size_t i;
    for (i = 0; i < SIM_FLEXCO_FIGURE_COUNT; i++) value[i] = 0;
    sim_flexco_measure_fates(jobs, count, r, value);
    sim_flexco_measure_ended(system, jobs, count, r, value);
    sim_flexco_measure_metas(jobs, count, r, value);
    sim_flexco_measure_counts(r, value);
    value[SIM_FLEXCO_FIGURE_wall_seconds] = NAN;
}

/* ---- of several -------------------------------------------------------------------- */

typedef struct sim_flexco_spread {
    double mean, least, most; /* NAN: there are none */
} sim_flexco_spread;

/* Of n values, `step` apart, those that are there. */
static inline sim_flexco_spread sim_flexco_spread_of(const double *values, size_t n,
                                                     size_t step)
{
    sim_flexco_spread s = {NAN, NAN, NAN};
    double sum = 0;
    size_t i, there = 0;
    for (i = 0; i < n; i++) {
        const double v = values[i * step];
        if (!isfinite(v)) continue;
        if (!there || v < s.least) s.least = v;
        if (!there || v > s.most) s.most = v;
        sum += v;
        there++;
    }
    if (there) s.mean = sum / (double)there;
    return s;
}

/* What a figure is better by than `base`, in percent of that; NAN if that is 0. */
static inline double sim_flexco_better(size_t figure, double value, double base)
{
    const double less = sim_flexco_is_gain(figure) ? value - base : base - value;
    return base > 0 ? 100 * less / base : NAN;
}

#endif
