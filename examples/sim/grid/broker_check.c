/* broker_check.c - is the result of a run of the broker possible? Told from the result
 * alone:
 *
 *     every job has one fate and ends at most once; what the result says of the job
 *     agrees with its executions
 *     each execution has as many CPUs as the job asks for, of one cluster, and no other
 *     job has one of them meanwhile
 *     the cluster satisfies the job's static HARD requirements
 *     nothing starts before it was submitted, nor before it was sent to its cluster
 *     a job runs for its run time, and for longer only if it shares nodes
 *     a job that runs at several clusters has a part at each, all at the same time, which
 *     add up to what it asks for; only a job that no cluster could run alone does so, and
 *     it takes longer by its overhead
 *
 * In O(n log n), for n jobs and executions: every run of the simulator is checked. Who is
 * first in a queue is a matter of the tests (prop_broker.c), as are schedules within a
 * cluster.
 *
 * Executions are gone through in order of their ends, then in order of
 * their starts with a tree of all CPUs, then jobs. */
#include "grid/broker.h"

#include "batch/sharing.h"
#include "check/check_tree.h"

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

static int check_cpus(const struct checking *c)
{
    const struct broker_result *r = c->r;
    struct check_tree_use *uses;
    uint32_t job = 0;
    size_t i, k, n = 0;
    int result;
    for (i = 0; i < r->execution_count; i++) n += r->executions[i].run_count;
    uses = (struct check_tree_use *)malloc((n + 1) * sizeof *uses);
    if (!uses) return no_memory(c->e);
    n = 0;
    for (i = 0; i < r->execution_count; i++) {
        const struct broker_execution *x = &r->executions[i];
        for (k = x->first_run; k < x->first_run + x->run_count; k++) {
            const struct check_tree_use use = {
                x->job, x->cluster, r->runs[k].first, r->runs[k].count, x->start, x->end};
            uses[n++] = use;
        }
    }
    result = check_tree_twice(uses, n, &job);
    free(uses);
    if (result > 0) return complain(c, job, "has a CPU that another job, or it, has");
    return result == 0 ? 0 : no_memory(c->e);
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
    if (!o->fate || o->fate >= BROKER_FATE_COUNT) return "has no fate";
    if (o->fate == BROKER_FATE_no_cluster && fits_some_cluster(c, job))
        return "is said to fit no cluster, but does";
    if (o->fate != BROKER_FATE_no_cluster && !fits_some_cluster(c, job))
        return "fits no cluster, but is not said to";
    return NULL;
}

/* A job that ran at several clusters. */
static const char *wrong_together(const struct checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (!c->rules->at_several) return "runs at several clusters, but may not";
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

/* ---- all of it --------------------------------------------------------------------- */

static int check_all(struct checking *c)
{
    if (check_executions(c) != 0) return -1;
    if (check_cpus(c) != 0) return -1;
    return check_fates(c);
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
