/* experiment.h - one point of an evaluation: a workload, and what each policy makes of
 * it.
 *
 * The settings say everything that makes a difference to results; the same settings give
 * the same results, whatever else goes on. Nothing here is shared between experiments, so
 * that several may run at the same time.
 */
#ifndef SIM_EXPERIMENT_H
#define SIM_EXPERIMENT_H

#include "batch.h"
#include "cli.h"
#include "clock.h"
#include "demands.h"
#include "error.h"
#include "estimates.h"
#include "grants.h"
#include "grid.h"
#include "hash.h"
#include "metrics.h"
#include "online.h"
#include "policy.h"
#include "progress.h"
#include "workload.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_RETRIES_HALF = -1, SIM_RETRIES_NONE = -2 }; /* the words of --retries */
enum { SIM_OVERRUN_DEFAULT = -1 };
enum { SIM_ESTIMATES_REQUESTED, SIM_ESTIMATES_ACTUAL, SIM_ESTIMATES_TSAFRIR };

#define SIM_INDEX_WORDS "map|range-tree|count" /* coa_index - 1 */
#define SIM_PLACE_WORDS "default|best-fit|first-fit|contiguous|paper"
#define SIM_RUNTIME_WORDS "actual|requested"
#define SIM_SIZE_WORDS "requested|allocated"
#define SIM_OVERRUN_WORDS "kill|extend"
#define SIM_ESTIMATES_WORDS "requested|actual|tsafrir"
#define SIM_BINDING_WORDS "count|ids"
#define SIM_TIES_WORDS "ends-first|per-event"
#define SIM_COMPRESS_WORDS "none|arrival|start"

typedef struct sim_settings { /* begins as SIM_SETTINGS */
    sim_policies policies;
    const char *trace; /* NULL = the built-in workload */
    sim_shape shape;
    int64_t servers, jobs, seed; /* 0 = not given */
    int64_t runtime, size, overrun, estimates, estimates_max;
    int64_t ar, ar_window; /* billionths; 0 = not given */
    int64_t index, place, slot, horizon, step, retries;
    int64_t binding, ties, order, backfill, compress, selection;
    int64_t nodes, capacity[SIM_SHARED]; /* billionths; no nodes: nothing is shared */
    int64_t checkpoint_every, checkpoint_jobs; /* 0 = not given */
    const char *checkpoint;
} sim_settings;

/* Section 5's setting, with the slot and horizon it does not give. */
#define SIM_SETTINGS                                                                 \
    {                                                                                \
        .shape = SIM_SHAPE_NONE, .seed = 1, .overrun = SIM_OVERRUN_DEFAULT,          \
        .index = COA_INDEX_MAP - 1, .slot = 900, .horizon = 42 * 86400, .step = 900, \
        .retries = SIM_RETRIES_HALF, .compress = SIM_COMPRESS_ARRIVAL                \
    }

typedef struct sim_result { /* one policy over the whole workload */
    sim_policy policy;
    char index[16];        /* "map"; "" where there is none        */
    char heading[48];      /* "online map"                         */
    sim_outcome *outcomes; /* of each job                          */
    sim_grants grants;     /* .of = NULL: no servers are known     */
    uint64_t hash;         /* of every start, and of the servers   */
    double seconds;        /* it took                              */
    uint64_t broken;       /* batch: promises that were            */
    coa_stats_info stats;  /* online                               */
    sim_figures figures;
} sim_result;

typedef struct sim_experiment { /* zero-initialise; sim_experiment_free */
    sim_workload workload;
    sim_grid words;      /* of the demands                          */
    sim_demands demands; /* of the jobs, where nodes share something */
    sim_result results[SIM_POLICIES_MAX];
    size_t count;
    unsigned char *compared; /* of each job, whether it ran under every policy */
} sim_experiment;

static inline void sim_experiment_free(sim_experiment *x)
{
    size_t i;
    for (i = 0; i < SIM_POLICIES_MAX; i++) {
        free(x->results[i].outcomes);
        sim_grants_free(&x->results[i].grants);
        sim_figures_free(&x->results[i].figures);
    }
    free(x->compared);
    sim_workload_free(&x->workload);
    sim_demands_free(&x->demands);
    sim_grid_free(&x->words);
}

/* ---- settings, resolved ------------------------------------------------------------ */

/* How long after its submission a reservation may be ready: as [33] of paper 1. */
static inline int64_t sim_ar_window(const sim_settings *s)
{
    return s->ar_window ? s->ar_window : 3 * 3600;
}

/* R_max as the calendar takes it; half is floor(Q / 2) with Q = ceil(H / tau) slots. */
static inline uint32_t sim_retries(const sim_settings *s)
{
    const int64_t slots = s->horizon / s->slot + (s->horizon % s->slot != 0);
    if (s->retries == SIM_RETRIES_NONE) return COA_NO_RETRY;
    if (s->retries >= 0) return (uint32_t)s->retries;
    if (s->step == 0 || s->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

/* Who is planned by the time requested may be cut off at it, as on a real machine; who is
 * booked for the time it ran cannot. */
static inline sim_overrun sim_overrun_of(const sim_settings *s)
{
    if (s->overrun != SIM_OVERRUN_DEFAULT) return (sim_overrun)s->overrun;
    return s->runtime == SIM_RUNTIME_REQUESTED ? SIM_OVERRUN_KILL : SIM_OVERRUN_EXTEND;
}

/* Of each node, in the unit of the log's usages; 0 = no limit. */
static inline double sim_capacity(const sim_settings *s, int resource)
{
    return (double)s->capacity[resource] / CLI_ONE;
}

static inline sim_reading sim_reading_of(const sim_settings *s, sim_experiment *x)
{
    sim_reading how = {.runtime = (sim_runtime)s->runtime};
    how.size = (sim_size)s->size;
    how.overrun = sim_overrun_of(s);
    how.demands = s->nodes ? &x->demands : NULL;
    how.grid = &x->words;
    return how;
}

/* ---- the workload ------------------------------------------------------------------ */

static inline int sim_experiment_jobs(const sim_settings *s, const sim_reading *how,
                                      sim_workload *w, sim_error *e)
{
    const uint32_t servers = (uint32_t)s->servers;
    if (s->trace) return sim_workload_load(w, s->trace, servers, how, e);
    return sim_workload_lublin(w, (uint64_t)s->seed, servers ? servers : 128,
                               s->jobs ? (size_t)s->jobs : 10000, e);
}

/* Estimates as users would give them (estimates.h). */
static inline int sim_experiment_tsafrir(const sim_settings *s, sim_workload *w,
                                         sim_error *e)
{
    int64_t *runs = (int64_t *)calloc(2 * w->count, sizeof *runs);
    int64_t *estimates = runs ? runs + w->count : NULL;
    size_t i;
    int result = runs ? 0 : sim_fail(e, "out of memory");
    for (i = 0; i < w->count && result == 0; i++) runs[i] = w->jobs[i].run;
    if (result == 0)
        result = sim_estimates_tsafrir(runs, w->count, s->estimates_max,
                                       (uint64_t)s->seed, estimates, e);
    for (i = 0; i < w->count && result == 0; i++) w->jobs[i].estimate = estimates[i];
    free(runs);
    return result;
}

/* What the jobs are planned by, and with --runtime requested booked for. */
static inline int sim_experiment_estimate(const sim_settings *s, sim_workload *w,
                                          sim_error *e)
{
    size_t i;
    if (s->estimates == SIM_ESTIMATES_ACTUAL)
        for (i = 0; i < w->count; i++) w->jobs[i].estimate = w->jobs[i].run;
    if (s->estimates == SIM_ESTIMATES_TSAFRIR && sim_experiment_tsafrir(s, w, e) != 0)
        return -1;
    if (s->estimates != SIM_ESTIMATES_REQUESTED && s->runtime == SIM_RUNTIME_REQUESTED)
        for (i = 0; i < w->count; i++) w->jobs[i].length = w->jobs[i].estimate;
    return 0;
}

static inline int sim_experiment_workload(const sim_settings *s, sim_experiment *x,
                                          sim_error *e)
{
    const sim_reading how = sim_reading_of(s, x);
    sim_workload *w = &x->workload;
    sim_shape shape = s->shape;
    if (how.demands && sim_grid_begin(&x->words) != 0)
        return sim_fail(e, "out of memory");
    if (sim_experiment_jobs(s, &how, w, e) != 0) return -1;
    if (s->trace) shape.jobs = s->jobs;
    if (sim_workload_shape(w, &shape, &how, e) != 0) return -1;
    if (sim_experiment_estimate(s, w, e) != 0) return -1;
    if (s->ar) sim_workload_reserve(w, (uint64_t)s->seed, s->ar, sim_ar_window(s));
    return 0;
}

/* ---- the policies ------------------------------------------------------------------ */

/* Whatever makes a difference to results, but the log itself. */
static inline uint64_t sim_settings_hash(const sim_settings *s)
{
    const int64_t all[] = {s->servers,       s->jobs,           s->seed,
                           s->runtime,       s->size,           s->estimates,
                           s->estimates_max, sim_overrun_of(s), s->ar,
                           sim_ar_window(s), s->index,          s->place,
                           s->slot,          s->horizon,        s->step,
                           s->retries,       s->binding,        s->ties,
                           s->order,         s->compress,       s->backfill,
                           s->selection,     s->nodes,          s->capacity[0],
                           s->capacity[1],   s->capacity[2],    s->shape.cut[0],
                           s->shape.cut[1],  s->shape.load,     s->shape.scale_size,
                           s->shape.skip,    s->shape.max_cpus, s->shape.scale_run};
    uint64_t hash = SIM_HASH_START;
    size_t i;
    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        hash = sim_hash(hash, (uint64_t)all[i]);
    for (i = 0; i < s->shape.merge.count; i++)
        hash = sim_hash_bytes(hash, (const unsigned char *)s->shape.merge.items[i],
                              strlen(s->shape.merge.items[i]) + 1);
    for (i = 0; i < s->policies.count; i++)
        hash = sim_hash_bytes(hash, (const unsigned char *)s->policies.items[i].name,
                              strlen(s->policies.items[i].name) + 1);
    return hash;
}

static inline int sim_run_online(const sim_settings *s, const sim_workload *w,
                                 sim_progress *progress, sim_result *r, sim_error *e)
{
    sim_online_rules rules = {0};
    rules.index = (coa_index)(s->index + 1);
    rules.place = (uint32_t)s->place;
    rules.slot = s->slot;
    rules.horizon = s->horizon;
    rules.step = s->step;
    rules.retries = sim_retries(s);
    rules.checkpoint = s->checkpoint;
    rules.every = s->checkpoint_every ? (double)s->checkpoint_every : 30;
    rules.every_jobs = (uint64_t)s->checkpoint_jobs;
    rules.options = sim_settings_hash(s);
    rules.progress = progress;
    return sim_online(w, &rules, r->outcomes, &r->grants, &r->stats, &r->seconds, e);
}

static inline sim_batch_rules sim_rules_of(const sim_settings *s, const sim_policy *p)
{
    sim_batch_rules rules = {0};
    rules.kind = sim_policy_batch(p);
    rules.reservations = p->reservations;
    rules.order = (sim_order)s->order;
    rules.backfill = (uint32_t)s->backfill;
    rules.compress = (sim_compress)s->compress;
    rules.binding = (sim_binding)s->binding;
    rules.selection = (sim_selection)s->selection;
    rules.ties = (sim_ties)s->ties;
    return rules;
}

static inline sim_sharing sim_sharing_of(const sim_settings *s, const sim_demands *d)
{
    sim_sharing sharing = {0};
    int r;
    sharing.nodes = (uint32_t)s->nodes;
    for (r = 0; r < SIM_SHARED; r++) sharing.capacity[r] = sim_capacity(s, r);
    sharing.usage = sim_demand_usage;
    sharing.context = d;
    return sharing;
}

static inline int sim_run_batch(const sim_settings *s, const sim_experiment *x,
                                sim_progress *progress, sim_result *r, sim_error *e)
{
    const sim_workload *w = &x->workload;
    const sim_sharing sharing = sim_sharing_of(s, &x->demands);
    const double begun = sim_seconds();
    sim_batch_rules rules = sim_rules_of(s, &r->policy);
    int result;
    rules.progress = progress;
    if (s->nodes) rules.sharing = &sharing;
    result = sim_batch(w->jobs, w->count, w->servers, &rules, r->outcomes, &r->grants,
                       &r->broken, e);
    r->seconds = sim_seconds() - begun;
    return result;
}

/* What the log says its own scheduler did. */
static inline int sim_run_trace(const sim_workload *w, sim_result *r, sim_error *e)
{
    size_t i, recorded = 0;
    for (i = 0; i < w->count; i++) {
        sim_outcome *o = &r->outcomes[i];
        o->fate = w->jobs[i].servers > w->servers ? SIM_TOO_LARGE
                  : w->jobs[i].wait < 0           ? SIM_UNRECORDED
                                                  : SIM_RAN;
        if (o->fate != SIM_RAN) continue;
        o->start = w->jobs[i].submit + w->jobs[i].wait;
        recorded++;
    }
    if (recorded) return 0;
    return sim_fail(e,
                    "%s: no job has a waiting time (field 3), which --policy trace needs",
                    w->source);
}

/* Of the whole schedule, in the order of the jobs. */
static inline uint64_t sim_schedule_hash(const sim_result *r, size_t jobs)
{
    uint64_t hash = SIM_HASH_START;
    size_t i, k;
    for (i = 0; i < jobs; i++) {
        if (r->outcomes[i].fate != SIM_RAN) continue;
        hash = sim_hash(sim_hash(hash, i), (uint64_t)r->outcomes[i].start);
        if (r->outcomes[i].lost) hash = sim_hash(hash, (uint64_t)r->outcomes[i].lost);
        if (!r->grants.of) continue;
        for (k = 0; k < r->grants.of[i].count; k++) {
            const sim_run *at = &r->grants.runs[r->grants.of[i].first + k];
            hash = sim_hash(hash, (uint64_t)at->first << 32 | at->count);
        }
    }
    return hash;
}

static inline void sim_result_name(const sim_settings *s, const sim_policy *policy,
                                   sim_result *r)
{
    size_t length = 0;
    const char *word = cli_word(SIM_INDEX_WORDS, s->index, &length);
    const int index = policy->kind == SIM_POLICY_ONLINE ? (int)length : 0;
    r->policy = *policy;
    snprintf(r->index, sizeof r->index, "%.*s", index, word);
    snprintf(r->heading, sizeof r->heading, "%s%s%.*s", policy->name, index ? " " : "",
             index, word);
}

/* Lets policy number `i` have the workload. The figures come later:
 * sim_experiment_measure. `progress`: NULL where nobody is looking. */
static inline int sim_experiment_run(const sim_settings *s, sim_experiment *x, size_t i,
                                     sim_progress *progress, sim_error *e)
{
    const sim_workload *w = &x->workload;
    sim_result *r = &x->results[i];
    int result;
    sim_result_name(s, &s->policies.items[i], r);
    r->outcomes = (sim_outcome *)calloc(w->count, sizeof *r->outcomes);
    if (!r->outcomes) return sim_fail(e, "out of memory");
    result = sim_policy_is_batch(&r->policy)       ? sim_run_batch(s, x, progress, r, e)
             : r->policy.kind == SIM_POLICY_ONLINE ? sim_run_online(s, w, progress, r, e)
                                                   : sim_run_trace(w, r, e);
    if (result != 0) return -1;
    r->hash = sim_schedule_hash(r, w->count);
    return 0;
}

/* ---- the figures ------------------------------------------------------------------- */

static inline int sim_experiment_compare(sim_experiment *x)
{
    size_t i, k;
    x->compared = (unsigned char *)malloc(x->workload.count);
    if (!x->compared) return -1;
    for (i = 0; i < x->workload.count; i++) {
        x->compared[i] = 1;
        for (k = 0; k < x->count; k++)
            x->compared[i] &= x->results[k].outcomes[i].fate == SIM_RAN;
    }
    return 0;
}

/* Figures that only this program knows. Measured ones are left out without `timing`: how
 * long it took, and how arrays grew, which depends on when the run was interrupted. */
static inline void sim_result_measure(const sim_settings *s, int timing, sim_result *r)
{
    double *value = r->figures.value;
    const double requests = value[SIM_FIGURE_jobs] - value[SIM_FIGURE_rejected_too_large];
    if (timing) value[SIM_FIGURE_wall_seconds] = r->seconds;
    if (s->nodes && sim_policy_is_batch(&r->policy))
        value[SIM_FIGURE_promises_broken] = (double)r->broken;
    if (r->policy.kind != SIM_POLICY_ONLINE) return;
    if (timing) value[SIM_FIGURE_calendar_bytes_peak] = (double)r->stats.bytes_peak;
    if (s->index + 1 != COA_INDEX_RANGE_TREE || requests <= 0) return;
    value[SIM_FIGURE_search_visits_mean] = (double)r->stats.search_visits / requests;
    value[SIM_FIGURE_update_visits_mean] = (double)r->stats.update_visits / requests;
}

/* Of the jobs compared. */
static inline double sim_lost_mean(const sim_experiment *x, const sim_result *r)
{
    double lost = 0;
    uint64_t count = 0;
    size_t i;
    for (i = 0; i < x->workload.count; i++) {
        if (!sim_compared(r->outcomes, x->compared, i)) continue;
        lost += (double)r->outcomes[i].lost;
        count++;
    }
    return sim_mean(lost, count);
}

/* All policies' figures, over the same jobs. 0, or -1. */
static inline int sim_experiment_measure(const sim_settings *s, int timing,
                                         sim_experiment *x, sim_error *e)
{
    const sim_workload *w = &x->workload;
    int failed = sim_experiment_compare(x) != 0;
    size_t i;
    for (i = 0; i < x->count && !failed; i++) {
        sim_result *r = &x->results[i];
        failed = sim_measure(w->jobs, r->outcomes, w->count, w->servers, x->compared,
                             &r->figures) != 0;
        if (!failed) sim_result_measure(s, timing, r);
        if (!failed && s->nodes && sim_policy_is_batch(&r->policy))
            r->figures.value[SIM_FIGURE_lost_mean] = sim_lost_mean(x, r);
    }
    return failed ? sim_fail(e, "out of memory") : 0;
}

#endif
