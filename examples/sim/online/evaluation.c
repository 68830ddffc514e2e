/* evaluation.c - implements evaluation.h. */
#include "online/evaluation.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/statistics.h"
#include "batch/batch.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "online/online.h"
#include "program/cli.h"
#include "workload/estimates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void evaluation_free(struct evaluation *x)
{
    size_t i;
    for (i = 0; i < POLICY_POLICIES_MAX; i++) {
        free(x->results[i].outcomes);
        grants_free(&x->results[i].grants);
        metrics_figures_free(&x->results[i].figures);
    }
    free(x->compared);
    workload_free(&x->workload);
    demands_free(&x->demands);
    grid_free(&x->words);
}

/* ---- settings, resolved ------------------------------------------------------------ */

int64_t evaluation_ar_window(const struct evaluation_settings *s)
{
    return s->ar_window ? s->ar_window : 3 * 3600;
}

uint32_t evaluation_retries(const struct evaluation_settings *s)
{
    const int64_t slots = s->horizon / s->slot + (s->horizon % s->slot != 0);
    if (s->retries == EVALUATION_RETRIES_NONE) return COA_NO_RETRY;
    if (s->retries >= 0) return (uint32_t)s->retries;
    if (s->step == 0 || s->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

enum workload_overrun evaluation_overrun_of(const struct evaluation_settings *s)
{
    if (s->overrun != EVALUATION_OVERRUN_DEFAULT)
        return (enum workload_overrun)s->overrun;
    return s->runtime == WORKLOAD_RUNTIME_REQUESTED ? WORKLOAD_OVERRUN_KILL
                                                    : WORKLOAD_OVERRUN_EXTEND;
}

double evaluation_capacity(const struct evaluation_settings *s, int resource)
{
    return (double)s->capacity[resource] / CLI_ONE;
}

static struct workload_reading evaluation_reading_of(const struct evaluation_settings *s,
                                                     struct evaluation *x)
{
    struct workload_reading how = {.runtime = (enum workload_runtime)s->runtime};
    how.size = (enum workload_size)s->size;
    how.overrun = evaluation_overrun_of(s);
    how.demands = s->nodes ? &x->demands : NULL;
    how.grid = &x->words;
    return how;
}

/* ---- the workload ------------------------------------------------------------------ */

static int evaluation_jobs(const struct evaluation_settings *s,
                           const struct workload_reading *how, struct workload *w,
                           struct error *e)
{
    const uint32_t servers = (uint32_t)s->servers;
    if (s->trace) return workload_load(w, s->trace, servers, how, e);
    return workload_lublin(w, (uint64_t)s->seed, servers ? servers : 128,
                           s->jobs ? (size_t)s->jobs : 10000, e);
}

/* Estimates as users would give them (estimates.h). */
static int evaluation_tsafrir(const struct evaluation_settings *s, struct workload *w,
                              struct error *e)
{
    int64_t *runs = (int64_t *)calloc(2 * w->count, sizeof *runs);
    int64_t *estimates = runs ? runs + w->count : NULL;
    size_t i;
    int result = runs ? 0 : error_fail(e, "out of memory");
    for (i = 0; i < w->count && result == 0; i++) runs[i] = w->jobs[i].run;
    if (result == 0)
        result = estimates_tsafrir(runs, w->count, s->estimates_max, (uint64_t)s->seed,
                                   estimates, e);
    for (i = 0; i < w->count && result == 0; i++) w->jobs[i].estimate = estimates[i];
    free(runs);
    return result;
}

/* What the jobs are planned by, and with --runtime requested booked for. */
static int evaluation_estimate(const struct evaluation_settings *s, struct workload *w,
                               struct error *e)
{
    size_t i;
    if (s->estimates == EVALUATION_ESTIMATES_ACTUAL)
        for (i = 0; i < w->count; i++) w->jobs[i].estimate = w->jobs[i].run;
    if (s->estimates == EVALUATION_ESTIMATES_TSAFRIR && evaluation_tsafrir(s, w, e) != 0)
        return -1;
    if (s->estimates != EVALUATION_ESTIMATES_REQUESTED &&
        s->runtime == WORKLOAD_RUNTIME_REQUESTED)
        for (i = 0; i < w->count; i++) w->jobs[i].length = w->jobs[i].estimate;
    return 0;
}

int evaluation_workload(const struct evaluation_settings *s, struct evaluation *x,
                        struct error *e)
{
    const struct workload_reading how = evaluation_reading_of(s, x);
    struct workload *w = &x->workload;
    struct shape shape = s->shape;
    if (how.demands && grid_begin(&x->words) != 0) return error_fail(e, "out of memory");
    if (evaluation_jobs(s, &how, w, e) != 0) return -1;
    if (s->trace) shape.jobs = s->jobs;
    if (workload_shape(w, &shape, &how, e) != 0) return -1;
    if (evaluation_estimate(s, w, e) != 0) return -1;
    if (s->ar) workload_reserve(w, (uint64_t)s->seed, s->ar, evaluation_ar_window(s));
    return 0;
}

/* ---- the policies ------------------------------------------------------------------ */

uint64_t evaluation_settings_hash(const struct evaluation_settings *s)
{
    const int64_t all[] = {s->servers,
                           s->jobs,
                           s->seed,
                           s->runtime,
                           s->size,
                           s->estimates,
                           s->estimates_max,
                           evaluation_overrun_of(s),
                           s->ar,
                           evaluation_ar_window(s),
                           s->index,
                           s->place,
                           s->slot,
                           s->horizon,
                           s->step,
                           s->retries,
                           s->binding,
                           s->ties,
                           s->order,
                           s->compress,
                           s->backfill,
                           s->selection,
                           s->nodes,
                           s->capacity[0],
                           s->capacity[1],
                           s->capacity[2],
                           s->shape.cut[0],
                           s->shape.cut[1],
                           s->shape.load,
                           s->shape.scale_size,
                           s->shape.skip,
                           s->shape.max_cpus,
                           s->shape.scale_run};
    uint64_t hash = HASH_START;
    size_t i;
    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        hash = hash_add(hash, (uint64_t)all[i]);
    for (i = 0; i < s->shape.merge.count; i++)
        hash = hash_bytes(hash, (const unsigned char *)s->shape.merge.items[i],
                          strlen(s->shape.merge.items[i]) + 1);
    for (i = 0; i < s->policies.count; i++)
        hash = hash_bytes(hash, (const unsigned char *)s->policies.items[i].name,
                          strlen(s->policies.items[i].name) + 1);
    return hash;
}

static int evaluation_run_online(const struct evaluation_settings *s,
                                 const struct workload *w, struct progress *progress,
                                 struct evaluation_result *r, struct error *e)
{
    struct online_rules rules = {0};
    rules.index = (coa_index)(s->index + 1);
    rules.place = (uint32_t)s->place;
    rules.slot = s->slot;
    rules.horizon = s->horizon;
    rules.step = s->step;
    rules.retries = evaluation_retries(s);
    rules.checkpoint = s->checkpoint;
    rules.every = s->checkpoint_every ? (double)s->checkpoint_every : 30;
    rules.every_jobs = (uint64_t)s->checkpoint_jobs;
    rules.options = evaluation_settings_hash(s);
    rules.progress = progress;
    return online_simulate(w, &rules, r->outcomes, &r->grants, &r->stats, &r->seconds, e);
}

static struct batch_rules evaluation_rules_of(const struct evaluation_settings *s,
                                              const struct policy *p)
{
    struct batch_rules rules = {0};
    rules.kind = policy_batch(p);
    rules.reservations = p->reservations;
    rules.order = (enum order)s->order;
    rules.backfill = (uint32_t)s->backfill;
    rules.compress = (enum batch_compress)s->compress;
    rules.binding = (enum batch_binding)s->binding;
    rules.selection = (enum processors_selection)s->selection;
    rules.ties = (enum batch_ties)s->ties;
    return rules;
}

static struct sharing evaluation_sharing_of(const struct evaluation_settings *s,
                                            const struct demands *d)
{
    struct sharing sharing = {0};
    int r;
    sharing.nodes = (uint32_t)s->nodes;
    for (r = 0; r < SHARING_SHARED; r++) sharing.capacity[r] = evaluation_capacity(s, r);
    sharing.usage = demands_usage;
    sharing.context = d;
    return sharing;
}

static int evaluation_run_batch(const struct evaluation_settings *s,
                                const struct evaluation *x, struct progress *progress,
                                struct evaluation_result *r, struct error *e)
{
    const struct workload *w = &x->workload;
    const struct sharing sharing = evaluation_sharing_of(s, &x->demands);
    const double begun = clock_seconds();
    struct batch_rules rules = evaluation_rules_of(s, &r->policy);
    int result;
    rules.progress = progress;
    if (s->nodes) rules.sharing = &sharing;
    result = batch_simulate(w->jobs, w->count, w->servers, &rules, r->outcomes,
                            &r->grants, &r->broken, e);
    r->seconds = clock_seconds() - begun;
    return result;
}

/* What the log says its own scheduler did. */
static int evaluation_run_trace(const struct workload *w, struct evaluation_result *r,
                                struct error *e)
{
    size_t i, recorded = 0;
    for (i = 0; i < w->count; i++) {
        struct job_outcome *o = &r->outcomes[i];
        o->fate = w->jobs[i].servers > w->servers ? JOB_TOO_LARGE
                  : w->jobs[i].wait < 0           ? JOB_UNRECORDED
                                                  : JOB_RAN;
        if (o->fate != JOB_RAN) continue;
        o->start = w->jobs[i].submit + w->jobs[i].wait;
        recorded++;
    }
    if (recorded) return 0;
    return error_fail(
        e, "%s: no job has a waiting time (field 3), which --policy trace needs",
        w->source);
}

/* Of the whole schedule, in the order of the jobs. */
static uint64_t evaluation_schedule_hash(const struct evaluation_result *r, size_t jobs)
{
    uint64_t hash = HASH_START;
    size_t i, k;
    for (i = 0; i < jobs; i++) {
        if (r->outcomes[i].fate != JOB_RAN) continue;
        hash = hash_add(hash_add(hash, i), (uint64_t)r->outcomes[i].start);
        if (r->outcomes[i].lost) hash = hash_add(hash, (uint64_t)r->outcomes[i].lost);
        if (!r->grants.of) continue;
        for (k = 0; k < r->grants.of[i].count; k++) {
            const struct job_run *at = &r->grants.runs[r->grants.of[i].first + k];
            hash = hash_add(hash, (uint64_t)at->first << 32 | at->count);
        }
    }
    return hash;
}

static void evaluation_result_name(const struct evaluation_settings *s,
                                   const struct policy *policy,
                                   struct evaluation_result *r)
{
    size_t length = 0;
    const char *word = cli_word(EVALUATION_INDEX_WORDS, s->index, &length);
    const int index = policy->kind == POLICY_ONLINE ? (int)length : 0;
    r->policy = *policy;
    snprintf(r->index, sizeof r->index, "%.*s", index, word);
    snprintf(r->heading, sizeof r->heading, "%s%s%.*s", policy->name, index ? " " : "",
             index, word);
}

int evaluation_run(const struct evaluation_settings *s, struct evaluation *x, size_t i,
                   struct progress *progress, struct error *e)
{
    const struct workload *w = &x->workload;
    struct evaluation_result *r = &x->results[i];
    int result;
    evaluation_result_name(s, &s->policies.items[i], r);
    r->outcomes = (struct job_outcome *)calloc(w->count, sizeof *r->outcomes);
    if (!r->outcomes) return error_fail(e, "out of memory");
    result = policy_is_batch(&r->policy) ? evaluation_run_batch(s, x, progress, r, e)
             : r->policy.kind == POLICY_ONLINE
                 ? evaluation_run_online(s, w, progress, r, e)
                 : evaluation_run_trace(w, r, e);
    if (result != 0) return -1;
    r->hash = evaluation_schedule_hash(r, w->count);
    return 0;
}

/* ---- the figures ------------------------------------------------------------------- */

static int evaluation_compare(struct evaluation *x)
{
    size_t i, k;
    x->compared = (unsigned char *)malloc(x->workload.count);
    if (!x->compared) return -1;
    for (i = 0; i < x->workload.count; i++) {
        x->compared[i] = 1;
        for (k = 0; k < x->count; k++)
            x->compared[i] &= x->results[k].outcomes[i].fate == JOB_RAN;
    }
    return 0;
}

/* Figures that only this program knows. Measured ones are left out without `timing`: how
 * long it took, and how arrays grew, which depends on when the run was interrupted. */
static void evaluation_result_measure(const struct evaluation_settings *s, int timing,
                                      struct evaluation_result *r)
{
    double *value = r->figures.value;
    const double requests =
        value[METRICS_FIGURE_jobs] - value[METRICS_FIGURE_rejected_too_large];
    if (timing) value[METRICS_FIGURE_wall_seconds] = r->seconds;
    if (s->nodes && policy_is_batch(&r->policy))
        value[METRICS_FIGURE_promises_broken] = (double)r->broken;
    if (r->policy.kind != POLICY_ONLINE) return;
    if (timing) value[METRICS_FIGURE_calendar_bytes_peak] = (double)r->stats.bytes_peak;
    if (s->index + 1 != COA_INDEX_RANGE_TREE || requests <= 0) return;
    value[METRICS_FIGURE_search_visits_mean] = (double)r->stats.search_visits / requests;
    value[METRICS_FIGURE_update_visits_mean] = (double)r->stats.update_visits / requests;
}

/* Of the jobs compared. */
static double evaluation_lost_mean(const struct evaluation *x,
                                   const struct evaluation_result *r)
{
    double lost = 0;
    uint64_t count = 0;
    size_t i;
    for (i = 0; i < x->workload.count; i++) {
        if (!metrics_compared(r->outcomes, x->compared, i)) continue;
        lost += (double)r->outcomes[i].lost;
        count++;
    }
    return statistics_mean(lost, count);
}

int evaluation_measure(const struct evaluation_settings *s, int timing,
                       struct evaluation *x, struct error *e)
{
    const struct workload *w = &x->workload;
    int failed = evaluation_compare(x) != 0;
    size_t i;
    for (i = 0; i < x->count && !failed; i++) {
        struct evaluation_result *r = &x->results[i];
        failed = metrics_measure(w->jobs, r->outcomes, w->count, w->servers, x->compared,
                                 &r->figures) != 0;
        if (!failed) evaluation_result_measure(s, timing, r);
        if (!failed && s->nodes && policy_is_batch(&r->policy))
            r->figures.value[METRICS_FIGURE_lost_mean] = evaluation_lost_mean(x, r);
    }
    return failed ? error_fail(e, "out of memory") : 0;
}
