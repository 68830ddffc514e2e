/* broker_check.c - implements broker_check.h. */
#include "grid/broker_check.h"

#include "base/compare.h"
#include "batch/batch_run.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "check/check_tree.h"
#include "workload/outages.h"

#include <inttypes.h>
#include <stdlib.h>

static int broker_check_memory(struct error *e)
{
    return error_fail(e, "out of memory for the check");
}

static int broker_check_job(const struct broker_checking *c, size_t job,
                            const char *wrong)
{
    return error_fail(c->e, "a run that cannot be: job %" PRId64 " %s",
                      c->jobs[job].number, wrong);
}

static const char *broker_check_name(const struct broker_checking *c, uint32_t cluster)
{
    return c->g->clusters[cluster].name;
}

/* Does nobody queue at the broker, so that each job is looked at when it is submitted? */
static int broker_check_isis(const struct broker_checking *c)
{
    return c->rules->resources == BROKER_ISIS;
}

static int broker_check_realtime(const struct broker_checking *c)
{
    return c->rules->jobs == BROKER_REALTIME && !broker_check_isis(c);
}

/* ---- when clusters are down -------------------------------------------------------- */

static int broker_check_outages(struct broker_checking *c)
{
    size_t bad = 0;
    switch (check_downs_begin(&c->downs, c->r->outages, c->r->outage_count, c->g->count,
                              &bad)) {
    case CHECK_DOWNS_SOUND: return 0;
    case CHECK_DOWNS_NO_MEMORY: return broker_check_memory(c->e);
    case CHECK_DOWNS_OF_NOTHING:
        return error_fail(c->e,
                          "a run that cannot be: outage %zu is of no cluster,"
                          " or of no time",
                          bad + 1);
    case CHECK_DOWNS_DISORDER:
        return error_fail(c->e,
                          "a run that cannot be: outage %zu begins before the"
                          " one before it",
                          bad + 1);
    default:
        return error_fail(
            c->e, "a run that cannot be: cluster %s fails at %" PRId64 " when it is down",
            broker_check_name(c, c->downs.list[bad].cluster), c->downs.list[bad].from);
    }
}

/* ---- each execution ---------------------------------------------------------------- */

/* May the job be slowed down there? It uses what nodes share. */
static int broker_check_shares(const struct broker_checking *c, const struct job *job,
                               uint32_t cluster)
{
    const struct sharing_share share =
        sharing_share(c->rules->local[cluster].sharing, job);
    return sharing_share_any(&share);
}

/* How long it runs, alone on its nodes. */
static int64_t broker_check_run(const struct broker_checking *c, size_t job)
{
    const int64_t run = c->jobs[job].run, percent = c->rules->coallocate;
    if (c->r->jobs[job].parts == 0) return run;
    return run + run / 100 * percent + (run % 100 * percent + 99) / 100;
}

static const char *broker_check_length(const struct broker_checking *c,
                                       const struct broker_execution *x)
{
    const int64_t ran = x->end - x->start, run = broker_check_run(c, x->job);
    const int shares = broker_check_shares(c, &c->jobs[x->job], x->cluster);
    if (x->killed) {
        if (ran >= run && !shares) return "was killed when it had run its time";
        if (!check_downs_fails_at(&c->downs, x->cluster, x->end))
            return "was killed although its cluster did not fail";
        return NULL;
    }
    if (ran < run) return "ended before it had run its time";
    return ran > run && !shares ? "ran for longer than its time" : NULL;
}

static const char *broker_check_runs(const struct broker_checking *c,
                                     const struct broker_execution *x)
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

static const char *broker_check_execution(const struct broker_checking *c,
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
    if (before && !several && !before->killed)
        return "was executed again after it had finished";
    if (before && !several && x->start < before->end)
        return "was executed twice at a time";
    if (several) part.servers = 1;
    if (!demands_fits(c->g, c->d, &part, x->cluster, NULL))
        return "ran on a cluster that fails its requirements";
    if (check_downs_down(&c->downs, x->cluster, x->start, x->end))
        return "ran on a cluster that was down";
    wrong = broker_check_runs(c, x);
    return wrong ? wrong : broker_check_length(c, x);
}

static int broker_check_executions(const struct broker_checking *c)
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
        wrong = broker_check_execution(c, x);
        if (wrong) return broker_check_job(c, x->job, wrong);
        c->last[x->job] = x;
        c->begun[x->job]++;
    }
    return 0;
}

/* ---- no CPU twice ------------------------------------------------------------------ */

static int broker_check_tree_fill(const struct broker_checking *c, struct check_tree *t)
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

static int broker_check_compare_starts(const void *a, const void *b)
{
    const struct broker_execution *x = *(const struct broker_execution *const *)a;
    const struct broker_execution *y = *(const struct broker_execution *const *)b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return COMPARE(x->job, y->job);
}

static int broker_check_hold_all(const struct broker_checking *c, struct check_tree *t,
                                 const struct broker_execution *x)
{
    size_t k;
    for (k = x->first_run; k < x->first_run + x->run_count; k++) {
        const struct job_run *run = &c->r->runs[k];
        if (check_tree_hold(t, x->cluster, run->first, run->count, x->start, x->end) != 0)
            return broker_check_job(c, x->job, "has a CPU that another job, or it, has");
    }
    return 0;
}

int broker_check_cpus(const struct broker_checking *c)
{
    const size_t n = c->r->execution_count;
    const struct broker_execution **by_start =
        (const struct broker_execution **)malloc((n + 1) * sizeof *by_start);
    struct check_tree tree = {0};
    size_t i;
    int result = 0;
    if (!by_start || broker_check_tree_fill(c, &tree) != 0)
        result = broker_check_memory(c->e);
    for (i = 0; i < n && result == 0; i++) by_start[i] = &c->r->executions[i];
    if (result == 0) qsort(by_start, n, sizeof *by_start, broker_check_compare_starts);
    for (i = 0; i < n && result == 0; i++)
        result = broker_check_hold_all(c, &tree, by_start[i]);
    check_tree_free(&tree);
    free(by_start);
    return result;
}

/* ---- each job's fate --------------------------------------------------------------- */

static int broker_check_some_cluster(const struct broker_checking *c, size_t job)
{
    size_t k;
    for (k = 0; k < c->g->count; k++)
        if (demands_fits(c->g, c->d, &c->jobs[job], k, NULL)) return 1;
    return 0;
}

static const char *broker_check_finished(const struct broker_outcome *o,
                                         const struct broker_execution *last)
{
    if (!last || last->killed) return "is said to have finished, but did not";
    if (o->start != last->start || o->end != last->end)
        return "did not run when it is said to have run";
    if (o->cluster != last->cluster && o->parts == 0)
        return "did not run where it was sent";
    return o->dispatched > o->start ? "started before it was sent to its cluster" : NULL;
}

static const char *broker_check_unfinished(const struct broker_checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    const struct broker_execution *last = c->last[job];
    if (last && !last->killed) return "finished, but is not said to have";
    if (o->start != -1 || o->end != -1) return "did not finish, but has a start or end";
    if (o->moves > 0) {
        const struct outage *sent_back =
            check_downs_outage(&c->downs, o->cluster, JOB_NEVER);
        if (!sent_back || sent_back->from <= o->dispatched)
            return "was sent to a cluster and neither finished there nor came back";
    }
    switch (o->fate) {
    case BROKER_FATE_no_cluster:
        if (o->moves > 0 || broker_check_some_cluster(c, job))
            return "is said to fit no cluster, but does";
        break;
    case BROKER_FATE_deadline:
        if (!broker_check_realtime(c)) return "was refused, but not under realtime";
        break;
    case BROKER_FATE_killed:
        if (c->begun[job] <= c->rules->resubmit) return "was not killed too often";
        break;
    case BROKER_FATE_stuck:
        if (broker_check_realtime(c)) return "waits for ever, under realtime";
        break;
    default: return "has no fate";
    }
    if (o->fate != BROKER_FATE_no_cluster && !broker_check_some_cluster(c, job))
        return "fits no cluster, but is not said to";
    return NULL;
}

/* A job at several clusters. */
static const char *broker_check_together(const struct broker_checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (!c->rules->together) return "runs at several clusters, but may not";
    if (o->parts < 2 || o->parts > c->g->count) return "has too few or too many parts";
    if (broker_check_some_cluster(c, job))
        return "runs at several clusters, but fits one";
    if (o->fate != BROKER_FATE_finished) return "was promised a start, but did not run";
    if (o->executions != o->parts || c->begun[job] != o->parts)
        return "has more or fewer parts than it says";
    if (c->cpus[job] != c->jobs[job].servers)
        return "has parts that do not add up to what it asks for";
    return o->dispatched == c->jobs[job].submit && o->moves == 1
               ? NULL
               : "was not booked when it was submitted";
}

/* What it tells of its executions and of where it was sent. */
static const char *broker_check_counts(const struct broker_checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    const int finished = o->fate == BROKER_FATE_finished;
    if (o->parts > 0) return broker_check_together(c, job);
    const uint64_t killed = (uint64_t)c->begun[job] - (finished && c->begun[job] > 0);
    if (o->executions != c->begun[job])
        return "has more or fewer executions than it says";
    if (o->moves < o->executions) return "was executed more often than it was sent";
    if (o->moves > c->r->outage_count + 1) return "was sent more often than it came back";
    if (killed > c->rules->resubmit &&
        (o->fate != BROKER_FATE_killed || killed > (uint64_t)c->rules->resubmit + 1))
        return "was submitted again too often";
    if ((o->moves > 0) != (o->dispatched != -1)) return "was sent, but not at any time";
    if (o->moves == 0) return NULL;
    if (o->cluster >= c->g->count) return "was sent to no cluster";
    if (o->dispatched < c->jobs[job].submit) return "was sent before it was submitted";
    if (check_downs_down(&c->downs, o->cluster, o->dispatched, o->dispatched + 1))
        return "was sent to a cluster that was down";
    return NULL;
}

static int broker_check_fates(const struct broker_checking *c)
{
    size_t i;
    for (i = 0; i < c->n; i++) {
        const char *wrong = broker_check_counts(c, i);
        if (!wrong)
            wrong = c->r->jobs[i].fate == BROKER_FATE_finished
                        ? broker_check_finished(&c->r->jobs[i], c->last[i])
                        : broker_check_unfinished(c, i);
        if (wrong) return broker_check_job(c, i, wrong);
    }
    return 0;
}

/* ---- the order of the broker's queue ----------------------------------------------- */

/* submit + factor * estimate, rounded up; so late that it does not matter at most. */
static int64_t broker_check_deadline(const struct job *job, int64_t factor)
{
    const int64_t unit = 1000000000, most = JOB_NEVER / 2;
    const int64_t whole = factor / unit, part = factor % unit;
    const int64_t high = job->estimate / unit, low = job->estimate % unit;
    const int64_t rest = high * part + (low * part + unit - 1) / unit;
    if (whole > 0 && job->estimate > (most - rest) / whole) return most;
    return job->submit + whole * job->estimate + rest;
}

struct broker_check_place { /* of a job in the queue */
    int64_t key;            /* its deadline, or 0; then by index */
    size_t job;
};

static int broker_check_compare_places(const void *a, const void *b)
{
    const struct broker_check_place *x = (const struct broker_check_place *)a;
    const struct broker_check_place *y = (const struct broker_check_place *)b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return COMPARE(x->job, y->job);
}

/* When it left the queue. */
static int64_t broker_check_left(const struct broker_checking *c, size_t job)
{
    return c->r->jobs[job].moves > 0 ? c->r->jobs[job].dispatched : JOB_NEVER;
}

/* How many jobs are submitted by then. */
static size_t broker_check_submitted(const struct broker_checking *c, int64_t by)
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

/* Nobody leaves before one who is there and has the better place. `latest` is a Fenwick
 * tree: of the jobs with better places, by index, the latest to leave. */
static int broker_check_queue(const struct broker_checking *c,
                              const struct broker_check_place *places, size_t n,
                              int64_t *latest)
{
    size_t i, k;
    for (i = 0; i < n; i++) {
        const size_t job = places[i].job;
        const int64_t left = broker_check_left(c, job);
        int64_t better = INT64_MIN;
        for (k = broker_check_submitted(c, left); k > 0; k &= k - 1)
            check_tree_raise(&better, latest[k]);
        if (left != JOB_NEVER && better > left)
            return broker_check_job(c, job, "was sent before one that was ahead of it");
        for (k = job + 1; k <= c->n; k += k & (~k + 1))
            check_tree_raise(&latest[k], left);
    }
    return 0;
}

/* With nobody sent back, each was in the queue from its submission on. */
static int broker_check_order(const struct broker_checking *c)
{
    const int edf = c->rules->jobs == BROKER_EDF;
    struct broker_check_place *places;
    int64_t *latest;
    size_t i, n = 0;
    int result = 0;
    if (broker_check_isis(c) || (c->rules->jobs != BROKER_FCFS && !edf)) return 0;
    for (i = 0; i < c->n; i++)
        if (c->r->jobs[i].moves > 1 || (c->begun[i] > 1 && c->r->jobs[i].parts == 0) ||
            (c->r->jobs[i].moves == 1 && c->r->jobs[i].start == -1))
            return 0;
    places = (struct broker_check_place *)malloc((c->n + 1) * sizeof *places);
    latest = (int64_t *)malloc((c->n + 1) * sizeof *latest);
    if (!places || !latest) result = broker_check_memory(c->e);
    for (i = 0; i < c->n && result == 0; i++) {
        latest[i + 1] = INT64_MIN;
        if (c->r->jobs[i].fate == BROKER_FATE_no_cluster) continue;
        if (c->r->jobs[i].parts > 0) continue; /* it never was in the queue */
        places[n].key =
            edf ? broker_check_deadline(&c->jobs[i], c->rules->deadline_factor) : 0;
        places[n++].job = i;
    }
    if (result == 0) {
        qsort(places, n, sizeof *places, broker_check_compare_places);
        result = broker_check_queue(c, places, n, latest);
    }
    free(places);
    free(latest);
    return result;
}

/* ---- what follows at once, and the order of local queues --------------------------- */

/* The execution that came of the job's last dispatch; NULL = none. */
static const struct broker_execution *broker_check_arrived(
    const struct broker_checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    const struct broker_execution *x = c->last[job];
    return o->moves > 0 && o->parts == 0 && x && x->start >= o->dispatched ? x : NULL;
}

/* Does a job start at that cluster as soon as so many CPUs are free, if none waits? Not
 * where they must be consecutive, or who shares nodes runs longer than was planned. */
static int broker_check_plain(const struct broker_checking *c, uint32_t cluster)
{
    const struct batch_rules *rules = &c->rules->local[cluster];
    return !rules->sharing && rules->kind != BATCH_RUA &&
           rules->selection != PROCESSORS_CONTIGUOUS;
}

static int broker_check_at_once(const struct broker_checking *c)
{
    const int never_queues =
        broker_check_realtime(c) || (broker_check_isis(c) && c->r->outage_count == 0);
    /* CPUs that are free may be promised to a job that runs at several clusters */
    const int free_now = c->rules->resources == BROKER_MATCH && c->rules->delay == 0 &&
                         !c->rules->together;
    size_t i;
    for (i = 0; i < c->n; i++) {
        const struct broker_outcome *o = &c->r->jobs[i];
        const struct broker_execution *x = broker_check_arrived(c, i);
        if (never_queues && o->moves == 1 && o->dispatched != c->jobs[i].submit)
            return broker_check_job(c, i, "queued where nobody queues");
        if (free_now && x && broker_check_plain(c, x->cluster) &&
            x->start != o->dispatched)
            return broker_check_job(c, i, "was sent to free CPUs and did not start");
    }
    return 0;
}

struct broker_check_arrival {
    uint32_t cluster, job;
    int64_t dispatched, start;
};

static int broker_check_compare_arrivals(const void *a, const void *b)
{
    const struct broker_check_arrival *x = (const struct broker_check_arrival *)a;
    const struct broker_check_arrival *y = (const struct broker_check_arrival *)b;
    if (x->cluster != y->cluster) return x->cluster < y->cluster ? -1 : 1;
    if (x->dispatched != y->dispatched) return x->dispatched < y->dispatched ? -1 : 1;
    return COMPARE(x->start, y->start);
}

static int broker_check_first_come(const struct broker_checking *c, uint32_t cluster)
{
    const struct batch_rules *rules = &c->rules->local[cluster];
    return rules->kind == BATCH_FCFS && rules->order == ORDER_FCFS;
}

/* Who came to a cluster at an earlier instant started no later. */
static int broker_check_local(const struct broker_checking *c)
{
    struct broker_check_arrival *at =
        (struct broker_check_arrival *)malloc((c->n + 1) * sizeof *at);
    size_t i, n = 0;
    int result = 0;
    if (!at) return broker_check_memory(c->e);
    for (i = 0; i < c->n; i++) {
        const struct broker_execution *x = broker_check_arrived(c, i);
        if (!x || !broker_check_first_come(c, x->cluster)) continue;
        at[n].cluster = x->cluster;
        at[n].job = (uint32_t)i;
        at[n].dispatched = c->r->jobs[i].dispatched;
        at[n++].start = x->start;
    }
    qsort(at, n, sizeof *at, broker_check_compare_arrivals);
    for (i = 1; i < n && result == 0; i++)
        if (at[i].cluster == at[i - 1].cluster && at[i].start < at[i - 1].start)
            result = broker_check_job(
                c, at[i].job, "started before one that came to its cluster first");
    free(at);
    return result;
}

/* ---- all of it --------------------------------------------------------------------- */

static int broker_check_all(struct broker_checking *c)
{
    if (broker_check_outages(c) != 0) return -1;
    if (broker_check_executions(c) != 0) return -1;
    if (broker_check_cpus(c) != 0) return -1;
    if (broker_check_fates(c) != 0) return -1;
    if (broker_check_order(c) != 0) return -1;
    if (broker_check_at_once(c) != 0) return -1;
    return broker_check_local(c);
}

int broker_check(const struct grid *g, const struct demands *d, const struct job *jobs,
                 size_t n, const struct broker_rules *rules,
                 const struct broker_result *r, struct error *e)
{
    struct broker_checking c = {0};
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
        result = broker_check_memory(e);
    else
        result = broker_check_all(&c);
    free(c.last);
    free(c.begun);
    free(c.cpus);
    check_downs_free(&c.downs);
    return result;
}
