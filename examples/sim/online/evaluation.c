/* evaluation.c - each policy writes its own result, so that policies run side by side;
 * the figures are taken when all have run, over the jobs that ran under every policy.
 */
#include "online/evaluation.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/statistics.h"
#include "batch/batch.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "online/online.h"
#include "online/policy_program.h"
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
        feedback_free(&x->results[i].feedback);
    }
    free(x->links.of);
    free(x->compared);
    cube_free(&x->cube);
    classes_free(&x->classes);
    workload_free(&x->workload);
    demands_free(&x->demands);
    grid_free(&x->words);
}

static struct workload_reading reading_of(const struct evaluation_settings *s,
                                          struct evaluation *x)
{
    struct workload_reading how = {.runtime = evaluation_settings_runtime(s)};
    how.size = (enum workload_size)s->size;
    how.overrun = (enum workload_overrun)s->overrun;
    how.demands = s->nodes ? &x->demands : NULL;
    how.grid = &x->words;
    how.links = s->feedback ? &x->links : NULL;
    return how;
}

/* ---- the workload ------------------------------------------------------------------ */

static int read_jobs(const struct evaluation_settings *s,
                     const struct workload_reading *how, struct workload *w,
                     struct error *e)
{
    const uint32_t servers = (uint32_t)s->servers;
    if (s->trace) return workload_load(w, s->trace, servers, how, e);
    return workload_lublin(w, (uint64_t)s->seed, servers ? servers : 128,
                           s->jobs ? (size_t)s->jobs : 10000, e);
}

/* Replaces the estimates by such as users would give (estimates.h). */
static int draw_estimates(const struct evaluation_settings *s, struct workload *w,
                          struct error *e)
{
    int64_t *runs = (int64_t *)calloc(2 * w->count, sizeof *runs);
    int64_t *estimates = runs ? runs + w->count : NULL;
    size_t i;
    int result = runs ? 0 : error_fail(e, "out of memory");
    for (i = 0; i < w->count && result == 0; i++) runs[i] = w->jobs[i].run;
    if (result == 0)
        result = estimates_tsafrir(runs, w->count, 0, (uint64_t)s->seed, estimates, e);
    for (i = 0; i < w->count && result == 0; i++) w->jobs[i].estimate = estimates[i];
    free(runs);
    return result;
}

/* Sets the estimates by which jobs are planned, and the time that is booked. */
static int plan_by_estimates(const struct evaluation_settings *s, struct workload *w,
                             struct error *e)
{
    size_t i;
    if (s->lengths == EVALUATION_LENGTHS_ACTUAL)
        for (i = 0; i < w->count; i++) w->jobs[i].estimate = w->jobs[i].run;
    if (s->lengths != EVALUATION_LENGTHS_TSAFRIR) return 0;
    if (draw_estimates(s, w, e) != 0) return -1;
    for (i = 0; i < w->count; i++) w->jobs[i].length = w->jobs[i].estimate;
    return 0;
}

int evaluation_workload(const struct evaluation_settings *s, struct evaluation *x,
                        struct error *e)
{
    const struct workload_reading how = reading_of(s, x);
    struct workload *w = &x->workload;
    struct shape shape = s->shape;
    if (how.demands && grid_init(&x->words) != 0) return error_fail(e, "out of memory");
    if (read_jobs(s, &how, w, e) != 0) return -1;
    if (s->trace) shape.jobs = s->jobs;
    if (workload_shape(w, &shape, e) != 0) return -1;
    if (plan_by_estimates(s, w, e) != 0) return -1;
    if (s->ar)
        workload_reserve(w, (uint64_t)s->seed, s->ar, evaluation_settings_window(s));
    return 0;
}

/* ---- the policies ------------------------------------------------------------------ */

static int run_online(const struct evaluation_settings *s, const struct workload *w,
                      struct progress *progress, struct evaluation_result *r,
                      struct error *e)
{
    struct online_rules rules = {0};
    rules.index = (coa_index)(s->index + 1);
    rules.place = (uint32_t)s->place;
    rules.slot = s->slot;
    rules.horizon = s->horizon;
    rules.step = s->step;
    rules.retries = evaluation_settings_retries(s);
    rules.progress = progress;
    rules.feedback = s->feedback ? &r->feedback : NULL;
    return online_simulate(w, &rules, r->outcomes, &r->grants, &r->stats, e);
}

static struct batch_rules rules_of(const struct evaluation_settings *s,
                                   const struct policy *p)
{
    struct batch_rules rules = {0};
    rules.kind = policy_batch(p);
    rules.reservations = p->reservations;
    rules.order = (size_t)s->order;
    rules.backfill = (uint32_t)s->backfill;
    rules.compress = (enum batch_compress)s->compress;
    rules.binding = (enum batch_binding)s->binding;
    rules.selection = (size_t)s->selection;
    rules.ties = (enum batch_ties)s->ties;
    return rules;
}

static struct sharing sharing_of(const struct evaluation_settings *s,
                                 const struct demands *d)
{
    struct sharing sharing = {0};
    int r;
    sharing.nodes = (uint32_t)s->nodes;
    for (r = 0; r < SHARING_SHARED; r++)
        sharing.capacity[r] = evaluation_settings_capacity(s, r);
    sharing.usage = demands_usage;
    sharing.context = d;
    return sharing;
}

static int run_batch(const struct evaluation_settings *s, const struct evaluation *x,
                     struct progress *progress, struct evaluation_result *r,
                     struct error *e)
{
    const struct workload *w = &x->workload;
    const struct sharing sharing = sharing_of(s, &x->demands);
    struct batch_rules rules = rules_of(s, &r->policy);
    rules.progress = progress;
    if (s->nodes) rules.sharing = &sharing;
    if (s->feedback) rules.feedback = &r->feedback;
    return batch_simulate(r->jobs, w->count, w->servers, &rules, r->outcomes, &r->grants,
                          &r->broken, e);
}

static int run_program(const struct evaluation_settings *s, const struct workload *w,
                       struct progress *progress, struct evaluation_result *r,
                       struct error *e)
{
    return policy_program_simulate(w, s->policy_program,
                                   s->feedback ? &r->feedback : NULL, progress,
                                   r->outcomes, &r->grants, e);
}

/* The schedule that the log recorded. */
static int run_trace(const struct workload *w, struct evaluation_result *r,
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

/* A hash of the whole schedule, in the order of the jobs. */
static uint64_t hash_schedule(const struct evaluation_result *r, size_t jobs)
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

static void name_result(const struct evaluation_settings *s, const struct policy *policy,
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
    double begun;
    int result;
    name_result(s, &s->policies.items[i], r);
    r->outcomes = (struct job_outcome *)calloc(w->count, sizeof *r->outcomes);
    if (!r->outcomes) return error_fail(e, "out of memory");
    r->jobs = w->jobs;
    if (s->feedback) {
        if (feedback_begin(&r->feedback, w->jobs, w->count, &x->links, e) != 0) return -1;
        if (r->feedback.linked == 0)
            return error_fail(e,
                              "%s: no job follows an earlier one (fields 17 and 18),"
                              " which --feedback needs",
                              w->source);
        r->jobs = r->feedback.jobs;
    }
    begun = clock_seconds();
    result = policy_is_batch(&r->policy)        ? run_batch(s, x, progress, r, e)
             : r->policy.kind == POLICY_ONLINE  ? run_online(s, w, progress, r, e)
             : r->policy.kind == POLICY_PROGRAM ? run_program(s, w, progress, r, e)
                                                : run_trace(w, r, e);
    if (result != 0) return -1;
    if (r->policy.kind != POLICY_TRACE) r->seconds = clock_seconds() - begun;
    r->hash = hash_schedule(r, w->count);
    return 0;
}

struct runs {
    const struct evaluation_settings *settings;
    struct evaluation *x;
    struct progress progress;
};

static int run_policy(void *of, size_t i, struct error *e)
{
    struct runs *runs = (struct runs *)of;
    return evaluation_run(runs->settings, runs->x, i, &runs->progress, e);
}

static void name_policy(const void *of, size_t i, char to[PROGRESS_NAME])
{
    const struct runs *runs = (const struct runs *)of;
    snprintf(to, PROGRESS_NAME, "%s", runs->settings->policies.items[i].name);
}

int evaluation_run_all(const struct program *p, const struct evaluation_settings *s,
                       struct evaluation *x, struct error *e)
{
    struct runs runs = {s, x, {0}};
    const struct program_runs what = {.count = s->policies.count,
                                      .run = run_policy,
                                      .name = name_policy,
                                      .of = &runs,
                                      .what = "jobs",
                                      .total = x->workload.count * s->policies.count};
    x->count = s->policies.count;
    return program_run(p, &what, &runs.progress, e);
}

/* ---- the figures ------------------------------------------------------------------- */

static int mark_compared(struct evaluation *x)
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

/* Adds the figures that metrics.h cannot know. Without `timing` those that differ between
 * equal runs are left out: how long it took, and the memory, which depends on when the
 * run was interrupted. */
static void measure_result(const struct evaluation_settings *s, int timing,
                           struct evaluation_result *r)
{
    double *value = r->figures.value;
    const double requests = value[METRICS_JOBS] - value[METRICS_REJECTED_TOO_LARGE];
    if (timing) value[METRICS_WALL_SECONDS] = r->seconds;
    if (s->nodes && policy_is_batch(&r->policy))
        value[METRICS_PROMISES_BROKEN] = (double)r->broken;
    if (r->policy.kind != POLICY_ONLINE) return;
    if (timing) value[METRICS_CALENDAR_BYTES_PEAK] = (double)r->stats.bytes_peak;
    if (s->index + 1 != COA_INDEX_RANGE_TREE || requests <= 0) return;
    value[METRICS_SEARCH_VISITS_MEAN] = (double)r->stats.search_visits / requests;
    value[METRICS_UPDATE_VISITS_MEAN] = (double)r->stats.update_visits / requests;
}

/* The mean time that the jobs compared lost by sharing nodes. */
static double lost_mean(const struct evaluation *x, const struct evaluation_result *r)
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
    int failed = mark_compared(x) != 0;
    size_t i;
    for (i = 0; i < x->count && !failed; i++) {
        struct evaluation_result *r = &x->results[i];
        failed = metrics_measure(r->jobs, r->outcomes, w->count, w->servers, x->compared,
                                 &r->figures) != 0;
        if (!failed) measure_result(s, timing, r);
        if (!failed && s->nodes && policy_is_batch(&r->policy))
            r->figures.value[METRICS_LOST_MEAN] = lost_mean(x, r);
    }
    return failed ? error_fail(e, "out of memory") : 0;
}

/* ---- several seeds ----------------------------------------------------------------- */

/* The jobs of a policy, as classes.h wants them. */
static struct classes_jobs jobs_of(const struct evaluation *x, size_t policy)
{
    const struct classes_jobs jobs = {x->workload.jobs, x->results[policy].jobs,
                                      x->workload.count, x->workload.servers,
                                      x->compared};
    return jobs;
}

/* Puts the figures of all policies, as seed number `seed`, into the results `to`. */
static void keep_seed(const struct evaluation *x, struct evaluation *to, size_t seed)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct classes_jobs jobs = jobs_of(x, i);
        memcpy(cube_run(&to->cube, 0, i, seed), x->results[i].figures.value,
               METRICS_COUNT * sizeof(double));
        classes_add(&to->classes, i, seed, &jobs, x->results[i].outcomes);
    }
}

/* The experiment with another seed. */
static int run_seed(const struct program *p, const struct evaluation_settings *s,
                    struct evaluation *to, size_t seed, struct error *e)
{
    struct evaluation x = {.count = 0};
    struct evaluation_settings other = *s;
    int result;
    other.seed += (int64_t)seed;
    result = evaluation_workload(&other, &x, e);
    if (result == 0) result = evaluation_run_all(p, &other, &x, e);
    if (result == 0) result = evaluation_measure(&other, !p->no_timing, &x, e);
    if (result == 0) keep_seed(&x, to, seed);
    evaluation_free(&x);
    return result;
}

int evaluation_seeds(const struct program *p, const struct evaluation_settings *s,
                     struct evaluation *x, struct error *e)
{
    struct classes_jobs jobs;
    int result;
    size_t i;
    x->seeds = s->seeds ? (size_t)s->seeds : 1;
    result =
        cube_open(&x->cube, metrics_measures, METRICS_COUNT, 1, x->count, x->seeds, e);
    if (result != 0) return -1;
    jobs = jobs_of(x, 0);
    if (classes_open(&x->classes, x->count, x->seeds, &jobs, (uint64_t)s->seed, e) != 0)
        return -1;
    for (i = 0; i < x->count; i++)
        x->cube.names[i] = x->classes.cube.names[i] = x->results[i].heading;
    keep_seed(x, x, 0);
    for (i = 1; i < x->seeds && result == 0; i++) result = run_seed(p, s, x, i, e);
    classes_end(&x->classes);
    return result;
}
