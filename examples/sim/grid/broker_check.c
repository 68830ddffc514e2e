/* broker_check.c - executions are gone through in order of their ends, then in order of
 * their starts with a tree of all CPUs, then jobs by their places in each queue. */
#include "grid/broker_check.h"

#include "base/compare.h"
#include "batch/batch_run.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "check/check_tree.h"
#include "grid/broker_policy.h"

#include <inttypes.h>
#include <stdlib.h>

struct checking {
    const struct grid *g;
    const struct demands *d;
    const struct job *jobs;
    size_t n;
    const struct broker_rules *rules;
    const struct broker_result *r;
    const struct broker_execution **last; /* of each job; NULL = none             */
    uint32_t *begun;                      /* how many it has                      */
    uint64_t *cpus;                       /* of a job at several clusters: in all */
    struct error *e;
};

static int no_memory(struct error *e)
{
    return error_fail(e, "out of memory for the check");
}

static int complain(const struct checking *c, size_t job, const char *wrong)
{
    return error_fail(c->e, "a run that cannot be: job %" PRId64 " %s",
                      c->jobs[job].number, wrong);
}

/* Is there no broker, so that each job chooses when it is submitted? */
static int has_no_broker(const struct checking *c)
{
    return broker_policy_resources(c->rules->resources)->alone;
}

/* Is a job refused if it cannot go to a cluster when it is submitted? */
static int never_queues(const struct checking *c)
{
    return broker_policy_jobs(c->rules->jobs)->at_once && !has_no_broker(c);
}

/* ---- each execution ---------------------------------------------------------------- */

/* May the job be slowed there, since it uses what nodes share? */
static int may_be_slowed(const struct checking *c, const struct job *job,
                         uint32_t cluster)
{
    const struct sharing_share share =
        sharing_share(c->rules->local[cluster].sharing, job);
    return sharing_share_any(&share);
}

/* How long the job runs if it is not slowed. */
static int64_t run_time(const struct checking *c, size_t job)
{
    const int64_t run = c->jobs[job].run, percent = c->rules->coallocate;
    if (c->r->jobs[job].parts == 0) return run;
    return run + run / 100 * percent + (run % 100 * percent + 99) / 100;
}

static const char *wrong_length(const struct checking *c,
                                const struct broker_execution *x)
{
    const int64_t ran = x->end - x->start, run = run_time(c, x->job);
    const int shares = may_be_slowed(c, &c->jobs[x->job], x->cluster);
    if (ran < run) return "ended before it had run its time";
    return ran > run && !shares ? "ran for longer than its time" : NULL;
}

static const char *wrong_cpus(const struct checking *c, const struct broker_execution *x)
{
    const struct broker_result *r = c->r;
    const uint32_t cpus = c->g->clusters[x->cluster].cpus;
    uint64_t total = 0;
    size_t i;
    if (x->first_run > r->run_count || x->run_count > r->run_count - x->first_run)
        return "has CPUs that are not in the result";
    for (i = x->first_run; i < x->first_run + x->run_count; i++) {
        const struct job_run *run = &r->runs[i];
        if (run->count == 0 || run->first >= cpus || run->count > cpus - run->first)
            return "has CPUs that its cluster does not have";
        total += run->count;
    }
    if (c->r->jobs[x->job].parts > 0) {
        c->cpus[x->job] += total;
        return total > 0 ? NULL : "has a part without CPUs";
    }
    return total == c->jobs[x->job].servers ? NULL
                                            : "has more or fewer CPUs than it asks for";
}

static const char *wrong_execution(const struct checking *c,
                                   const struct broker_execution *x)
{
    const struct job *job = &c->jobs[x->job];
    const struct broker_execution *before = c->last[x->job];
    const int several = c->r->jobs[x->job].parts > 0;
    struct job part = *job;
    const char *wrong;
    if (x->end <= x->start) return "ended before it started";
    if (x->start < job->submit) return "started before it was submitted";
    if (before && several && (x->start != before->start || x->end != before->end))
        return "has parts that do not run at the same time";
    if (before && !several) return "was executed twice";
    if (several) part.servers = 1;
    if (!demands_fits(c->g, c->d, &part, x->cluster, NULL))
        return "ran on a cluster that fails its requirements";
    wrong = wrong_cpus(c, x);
    return wrong ? wrong : wrong_length(c, x);
}

static int check_executions(const struct checking *c)
{
    size_t i;
    for (i = 0; i < c->r->execution_count; i++) {
        const struct broker_execution *x = &c->r->executions[i];
        const char *wrong;
        if (x->job >= c->n || x->cluster >= c->g->count)
            return error_fail(c->e,
                              "a run that cannot be: execution %zu is of no job, or"
                              " on no cluster",
                              i + 1);
        if (i > 0 && x->end < x[-1].end)
            return error_fail(c->e,
                              "a run that cannot be: execution %zu ended before the"
                              " one before it",
                              i + 1);
        wrong = wrong_execution(c, x);
        if (wrong) return complain(c, x->job, wrong);
        c->last[x->job] = x;
        c->begun[x->job]++;
    }
    return 0;
}

/* ---- no CPU twice ------------------------------------------------------------------ */

static int fill_tree(const struct checking *c, struct check_tree *t)
{
    size_t i, k, runs = 0;
    for (i = 0; i < c->r->execution_count; i++) runs += c->r->executions[i].run_count;
    if (check_tree_room(t, runs) != 0) return -1;
    for (i = 0; i < c->r->execution_count; i++) {
        const struct broker_execution *x = &c->r->executions[i];
        for (k = x->first_run; k < x->first_run + x->run_count; k++)
            check_tree_add(t, x->cluster, c->r->runs[k].first, c->r->runs[k].count);
    }
    return check_tree_begin(t);
}

static int by_start(const void *a, const void *b)
{
    const struct broker_execution *x = *(const struct broker_execution *const *)a;
    const struct broker_execution *y = *(const struct broker_execution *const *)b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

static int hold_all(const struct checking *c, struct check_tree *t,
                    const struct broker_execution *x)
{
    size_t k;
    for (k = x->first_run; k < x->first_run + x->run_count; k++) {
        const struct job_run *run = &c->r->runs[k];
        if (check_tree_hold(t, x->cluster, run->first, run->count, x->start, x->end) != 0)
            return complain(c, x->job, "has a CPU that another job, or it, has");
    }
    return 0;
}

static int check_cpus(const struct checking *c)
{
    const size_t n = c->r->execution_count;
    const struct broker_execution **ordered =
        (const struct broker_execution **)malloc((n + 1) * sizeof *ordered);
    struct check_tree tree = {0};
    size_t i;
    int result = 0;
    if (!ordered || fill_tree(c, &tree) != 0) result = no_memory(c->e);
    for (i = 0; i < n && result == 0; i++) ordered[i] = &c->r->executions[i];
    if (result == 0) qsort(ordered, n, sizeof *ordered, by_start);
    for (i = 0; i < n && result == 0; i++) result = hold_all(c, &tree, ordered[i]);
    check_tree_free(&tree);
    free(ordered);
    return result;
}

/* ---- each job's fate --------------------------------------------------------------- */

static int fits_some_cluster(const struct checking *c, size_t job)
{
    size_t k;
    for (k = 0; k < c->g->count; k++)
        if (demands_fits(c->g, c->d, &c->jobs[job], k, NULL)) return 1;
    return 0;
}

static const char *wrong_finish(const struct broker_outcome *o,
                                const struct broker_execution *last)
{
    if (!last) return "is said to have finished, but did not";
    if (o->start != last->start || o->end != last->end)
        return "did not run when it is said to have run";
    if (o->cluster != last->cluster && o->parts == 0)
        return "did not run where it was sent";
    return o->dispatched > o->start ? "started before it was sent to its cluster" : NULL;
}

static const char *wrong_end(const struct checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (c->last[job]) return "finished, but is not said to have";
    if (o->start != -1 || o->end != -1) return "did not finish, but has a start or end";
    if (o->dispatched != -1) return "was sent to a cluster and did not finish there";
    switch (o->fate) {
    case BROKER_FATE_no_cluster:
        if (fits_some_cluster(c, job)) return "is said to fit no cluster, but does";
        break;
    case BROKER_FATE_deadline:
        if (!never_queues(c)) return "was refused, but not under realtime";
        break;
    case BROKER_FATE_stuck:
        if (never_queues(c)) return "waits for ever, under realtime";
        break;
    default: return "has no fate";
    }
    if (o->fate != BROKER_FATE_no_cluster && !fits_some_cluster(c, job))
        return "fits no cluster, but is not said to";
    return NULL;
}

/* A job that ran at several clusters. */
static const char *wrong_together(const struct checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (!c->rules->together) return "runs at several clusters, but may not";
    if (o->parts < 2 || o->parts > c->g->count) return "has too few or too many parts";
    if (fits_some_cluster(c, job)) return "runs at several clusters, but fits one";
    if (o->fate != BROKER_FATE_finished) return "was promised a start, but did not run";
    if (c->begun[job] != o->parts) return "has more or fewer parts than it says";
    if (c->cpus[job] != c->jobs[job].servers)
        return "has parts that do not add up to what it asks for";
    return o->dispatched == c->jobs[job].submit ? NULL
                                                : "was not booked when it was submitted";
}

/* What the result says of the job's dispatch and parts. */
static const char *wrong_dispatch(const struct checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (o->parts > 0) return wrong_together(c, job);
    if (o->dispatched == -1) return c->begun[job] ? "ran, but was not sent" : NULL;
    if (o->cluster >= c->g->count) return "was sent to no cluster";
    return o->dispatched < c->jobs[job].submit ? "was sent before it was submitted"
                                               : NULL;
}

static int check_fates(const struct checking *c)
{
    size_t i;
    for (i = 0; i < c->n; i++) {
        const char *wrong = wrong_dispatch(c, i);
        if (!wrong)
            wrong = c->r->jobs[i].fate == BROKER_FATE_finished
                        ? wrong_finish(&c->r->jobs[i], c->last[i])
                        : wrong_end(c, i);
        if (wrong) return complain(c, i, wrong);
    }
    return 0;
}

/* ---- the order of the broker's queue ----------------------------------------------- */

/* submit + factor * estimate, rounded up; at most a time that is too late to matter. */
static int64_t deadline_of(const struct job *job, int64_t factor)
{
    const int64_t unit = 1000000000, most = JOB_NEVER / 2;
    const int64_t whole = factor / unit, part = factor % unit;
    const int64_t high = job->estimate / unit, low = job->estimate % unit;
    const int64_t rest = high * part + (low * part + unit - 1) / unit;
    if (whole > 0 && job->estimate > (most - rest) / whole) return most;
    return job->submit + whole * job->estimate + rest;
}

struct place {   /* of a job in the queue */
    int64_t key; /* its deadline, or 0; then by index */
    size_t job;
};

static int by_place(const void *a, const void *b)
{
    const struct place *x = (const struct place *)a;
    const struct place *y = (const struct place *)b;
    if (x->key != y->key) return COMPARE(x->key, y->key);
    return COMPARE(x->job, y->job);
}

/* When the job left the queue. */
static int64_t left_queue(const struct checking *c, size_t job)
{
    const int64_t dispatched = c->r->jobs[job].dispatched;
    return dispatched == -1 ? JOB_NEVER : dispatched;
}

/* How many jobs are submitted by that time. */
static size_t submitted_by(const struct checking *c, int64_t by)
{
    size_t lo = 0, hi = c->n;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (c->jobs[middle].submit <= by)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* No job leaves before one that is there and has a better place. `latest` is a Fenwick
 * tree by job: when the last of those with better places leaves. */
static int check_places(const struct checking *c, const struct place *places, size_t n,
                        int64_t *latest)
{
    size_t i, k;
    for (i = 0; i < n; i++) {
        const size_t job = places[i].job;
        const int64_t left = left_queue(c, job);
        int64_t better = INT64_MIN;
        for (k = submitted_by(c, left); k > 0; k &= k - 1)
            check_tree_raise(&better, latest[k]);
        if (left != JOB_NEVER && better > left)
            return complain(c, job, "was sent before one that was ahead of it");
        for (k = job + 1; k <= c->n; k += k & (~k + 1))
            check_tree_raise(&latest[k], left);
    }
    return 0;
}

/* The place of a job in the queue: lower keys first. */
static int64_t key_of(const struct checking *c, const struct job *job)
{
    const struct broker_policy_jobs *policy = broker_policy_jobs(c->rules->jobs);
    if (c->rules->jobs == BROKER_EDF) return deadline_of(job, c->rules->deadline_factor);
    return policy->key ? policy->key(c->rules, job) : 0;
}

/* Where all wait for the head of the queue: each was there from its submission on. */
static int check_order(const struct checking *c)
{
    const struct broker_policy_jobs *policy = broker_policy_jobs(c->rules->jobs);
    struct place *places;
    int64_t *latest;
    size_t i, n = 0;
    int result = 0;
    if (has_no_broker(c) || policy->next || policy->at_once) return 0;
    places = (struct place *)malloc((c->n + 1) * sizeof *places);
    latest = (int64_t *)malloc((c->n + 1) * sizeof *latest);
    if (!places || !latest) result = no_memory(c->e);
    for (i = 0; i < c->n && result == 0; i++) {
        latest[i + 1] = INT64_MIN;
        if (c->r->jobs[i].fate == BROKER_FATE_no_cluster) continue;
        if (c->r->jobs[i].parts > 0) continue; /* it never was in the queue */
        places[n].key = key_of(c, &c->jobs[i]);
        places[n++].job = i;
    }
    if (result == 0) {
        qsort(places, n, sizeof *places, by_place);
        result = check_places(c, places, n, latest);
    }
    free(places);
    free(latest);
    return result;
}

/* ---- starts at once, and the order of local queues --------------------------- */

/* The execution of a job that runs at one cluster; NULL = none. */
static const struct broker_execution *arrived(const struct checking *c, size_t job)
{
    return c->r->jobs[job].parts == 0 ? c->last[job] : NULL;
}

/* Does a job start at that cluster as soon as enough CPUs are free, if no other waits?
 * Not where they must be consecutive, or where jobs that share nodes end later than
 * planned. */
static int starts_when_free(const struct checking *c, uint32_t cluster)
{
    const struct batch_rules *rules = &c->rules->local[cluster];
    return !rules->sharing && rules->kind != BATCH_RUA &&
           !processors_row(rules->selection)->waits;
}

static int check_at_once(const struct checking *c)
{
    const int at_submission = never_queues(c) || has_no_broker(c);
    /* CPUs that are free may be promised to a job that runs at several clusters */
    const int free_now =
        broker_policy_resources(c->rules->resources)->room == BROKER_ROOM_THERE &&
        c->rules->delay == 0 && !c->rules->together;
    size_t i;
    for (i = 0; i < c->n; i++) {
        const struct broker_outcome *o = &c->r->jobs[i];
        const struct broker_execution *x = arrived(c, i);
        if (at_submission && o->dispatched != -1 && o->dispatched != c->jobs[i].submit)
            return complain(c, i, "queued where nobody queues");
        if (free_now && x && starts_when_free(c, x->cluster) && x->start != o->dispatched)
            return complain(c, i, "was sent to free CPUs and did not start");
    }
    return 0;
}

struct arrival {
    uint32_t cluster, job;
    int64_t dispatched, start;
};

static int by_arrival(const void *a, const void *b)
{
    const struct arrival *x = (const struct arrival *)a;
    const struct arrival *y = (const struct arrival *)b;
    if (x->cluster != y->cluster) return COMPARE(x->cluster, y->cluster);
    if (x->dispatched != y->dispatched) return COMPARE(x->dispatched, y->dispatched);
    return COMPARE(x->start, y->start);
}

static int is_first_come(const struct checking *c, uint32_t cluster)
{
    const struct batch_rules *rules = &c->rules->local[cluster];
    return rules->kind == BATCH_FCFS && rules->order == ORDER_FCFS;
}

/* A job that came to a first-come cluster at an earlier instant starts no later. */
static int check_local(const struct checking *c)
{
    struct arrival *at = (struct arrival *)malloc((c->n + 1) * sizeof *at);
    size_t i, n = 0;
    int result = 0;
    if (!at) return no_memory(c->e);
    for (i = 0; i < c->n; i++) {
        const struct broker_execution *x = arrived(c, i);
        if (!x || !is_first_come(c, x->cluster)) continue;
        at[n].cluster = x->cluster;
        at[n].job = (uint32_t)i;
        at[n].dispatched = c->r->jobs[i].dispatched;
        at[n++].start = x->start;
    }
    qsort(at, n, sizeof *at, by_arrival);
    for (i = 1; i < n && result == 0; i++)
        if (at[i].cluster == at[i - 1].cluster && at[i].start < at[i - 1].start)
            result = complain(c, at[i].job,
                              "started before one that came to its cluster first");
    free(at);
    return result;
}

/* ---- all of it --------------------------------------------------------------------- */

static int check_all(struct checking *c)
{
    if (check_executions(c) != 0) return -1;
    if (check_cpus(c) != 0) return -1;
    if (check_fates(c) != 0) return -1;
    if (check_order(c) != 0) return -1;
    if (check_at_once(c) != 0) return -1;
    return check_local(c);
}

int broker_check_cpus(const struct job *jobs, const struct broker_result *r,
                      struct error *e)
{
    struct checking c = {0};
    c.jobs = jobs;
    c.r = r;
    c.e = e;
    return check_cpus(&c);
}

int broker_check(const struct grid *g, const struct demands *d, const struct job *jobs,
                 size_t n, const struct broker_rules *rules,
                 const struct broker_result *r, struct error *e)
{
    struct checking c = {0};
    int result;
    if (r->count != n)
        return error_fail(e, "a run that cannot be: of %zu jobs it tells of %zu", n,
                          r->count);
    c.g = g;
    c.d = d;
    c.jobs = jobs;
    c.n = n;
    c.rules = rules;
    c.r = r;
    c.e = e;
    c.last = (const struct broker_execution **)calloc(n + 1, sizeof *c.last);
    c.begun = (uint32_t *)calloc(n + 1, sizeof *c.begun);
    c.cpus = (uint64_t *)calloc(n + 1, sizeof *c.cpus);
    if (!c.last || !c.begun || !c.cpus)
        result = no_memory(e);
    else
        result = check_all(&c);
    free(c.last);
    free(c.begun);
    free(c.cpus);
    return result;
}
