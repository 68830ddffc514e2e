/* broker_check.c - is the result of a run of the broker possible? From the result alone:
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
 *     if jobs wait for ever, one of them asks for the state of a cluster, or its rank is
 *     below 0, which --jr-no-head passes over; else the policy forgets them
 *
 * In O(n log n), for n jobs and executions: every run of the simulator is checked. Who is
 * first in a queue is a matter of the tests (prop_broker.c), as are schedules within a
 * cluster. */
#include "grid/broker.h"

#include "check/check_tree.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>

struct checking {
    const struct broker_task *task;
    const struct broker_result *r;
    const struct broker_execution **last; /* of each job; NULL = none             */
    uint32_t *begun;                      /* how many it has                      */
    uint64_t *cpus;                       /* of a job at several clusters: in all */
};

static const char *complain(const struct checking *c, size_t job, const char *wrong)
{
    return base_text("an impossible run: job %" PRId64 " %s", c->task->jobs[job].number,
                     wrong);
}

/* ---- each execution ---------------------------------------------------------------- */

/* A job at several clusters takes longer; one that uses what nodes share may. */
static const char *wrong_length(const struct checking *c,
                                const struct broker_execution *x)
{
    const struct broker_rules *rules = c->task->rules;
    const struct job *job = &c->task->jobs[x->job];
    const struct sharing_share share =
        sharing_share(rules->local[x->cluster].sharing, job);
    const int64_t ran = x->end - x->start;
    int64_t run = job->run;
    if (c->r->jobs[x->job].parts)
        run += run / 100 * rules->coallocate + (run % 100 * rules->coallocate + 99) / 100;
    if (ran < run) return "ended before it had run its time";
    return ran > run && !sharing_share_any(&share) ? "ran for longer than its time"
                                                   : NULL;
}

static const char *wrong_cpus(const struct checking *c, const struct broker_execution *x)
{
    const struct broker_result *r = c->r;
    const uint32_t cpus = c->task->grid->clusters[x->cluster].cpus;
    uint64_t total = 0;
    if (x->first_run > r->run_count || x->run_count > r->run_count - x->first_run)
        return "has CPUs that are not in the result";
    for (size_t i = x->first_run; i < x->first_run + x->run_count; i++) {
        const struct job_run *run = &r->runs[i];
        if (run->count == 0 || run->first >= cpus || run->count > cpus - run->first)
            return "has CPUs that its cluster does not have";
        total += run->count;
    }
    if (c->r->jobs[x->job].parts > 0) {
        c->cpus[x->job] += total;
        return total > 0 ? NULL : "has a part without CPUs";
    }
    return total == c->task->jobs[x->job].servers
               ? NULL
               : "has more or fewer CPUs than it asks for";
}

static const char *wrong_execution(const struct checking *c,
                                   const struct broker_execution *x)
{
    const struct job *job = &c->task->jobs[x->job];
    const struct broker_execution *before = c->last[x->job];
    const int several = c->r->jobs[x->job].parts > 0;
    struct job part = *job;
    if (x->end <= x->start) return "ended before it started";
    if (x->start < job->submit) return "started before it was submitted";
    if (before && several && (x->start != before->start || x->end != before->end))
        return "has parts that do not run at the same time";
    if (before && !several) return "was executed twice";
    if (several) part.servers = 1;
    if (!demands_fits(c->task->grid, c->task->demands, &part, x->cluster, NULL))
        return "ran on a cluster that fails its requirements";
    const char *wrong = wrong_cpus(c, x);
    return wrong ? wrong : wrong_length(c, x);
}

static const char *check_executions(const struct checking *c)
{
    for (size_t i = 0; i < c->r->execution_count; i++) {
        const struct broker_execution *x = &c->r->executions[i];
        const char *wrong = NULL;
        if (x->job >= c->task->count || x->cluster >= c->task->grid->count)
            wrong = "is of no job, or on no cluster";
        else if (i > 0 && x->end < x[-1].end)
            wrong = "ended before the one before it";
        if (wrong) return base_text("an impossible run: execution %zu %s", i + 1, wrong);
        wrong = wrong_execution(c, x);
        if (wrong) return complain(c, x->job, wrong);
        c->last[x->job] = x;
        c->begun[x->job]++;
    }
    return NULL;
}

static const char *check_cpus(const struct checking *c)
{
    const struct broker_result *r = c->r;
    uint32_t job = 0;
    size_t i, k, n = 0;
    for (i = 0; i < r->execution_count; i++) n += r->executions[i].run_count;
    struct check_tree_use *uses = base_zeroed(n, sizeof *uses);
    for (i = n = 0; i < r->execution_count; i++) {
        const struct broker_execution *x = &r->executions[i];
        for (k = x->first_run; k < x->first_run + x->run_count; k++) {
            const struct check_tree_use use = {
                x->job, x->cluster, r->runs[k].first, r->runs[k].count, x->start, x->end};
            uses[n++] = use;
        }
    }
    const int result = check_tree_twice(uses, n, &job);
    free(uses);
    if (result < 0) fail("out of memory");
    return result ? complain(c, job, "has a CPU twice, or one of another job") : NULL;
}

/* ---- each job's fate --------------------------------------------------------------- */

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
    if (o->fate == BROKER_FATE_no_cluster &&
        broker_rules_fits(c->task, &c->task->jobs[job]))
        return "is said to fit no cluster, but does";
    if (o->fate != BROKER_FATE_no_cluster &&
        !broker_rules_fits(c->task, &c->task->jobs[job]))
        return "fits no cluster, but is not said to";
    return NULL;
}

/* A job that ran at several clusters. */
static const char *wrong_together(const struct checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (!c->task->rules->at_several) return "runs on several clusters, but may not";
    if (o->parts < 2 || o->parts > c->task->grid->count)
        return "has too few or too many parts";
    if (broker_rules_fits(c->task, &c->task->jobs[job]))
        return "runs on several clusters, but fits one";
    if (o->fate != BROKER_FATE_finished) return "was promised a start, but did not run";
    if (c->begun[job] != o->parts) return "has more or fewer parts than it says";
    if (c->cpus[job] != c->task->jobs[job].servers)
        return "has parts that do not add up to what it asks for";
    return o->dispatched == c->task->jobs[job].submit
               ? NULL
               : "was not booked when it was submitted";
}

/* What the result says of the job's dispatch and parts. */
static const char *wrong_dispatch(const struct checking *c, size_t job)
{
    const struct broker_outcome *o = &c->r->jobs[job];
    if (o->parts > 0) return wrong_together(c, job);
    if (o->dispatched == -1) return c->begun[job] ? "ran, but was not sent" : NULL;
    if (o->cluster >= c->task->grid->count) return "was sent to no cluster";
    return o->dispatched < c->task->jobs[job].submit ? "was sent before it was submitted"
                                                     : NULL;
}

static const char *check_fates(const struct checking *c)
{
    size_t i, stuck = c->task->count;
    int may = 0; /* one that is stuck may be, and others behind it */
    for (i = 0; i < c->task->count; i++) {
        const char *wrong = wrong_dispatch(c, i);
        if (!wrong)
            wrong = c->r->jobs[i].fate == BROKER_FATE_finished
                        ? wrong_finish(&c->r->jobs[i], c->last[i])
                        : wrong_end(c, i);
        if (wrong) return complain(c, i, wrong);
        if (c->r->jobs[i].fate != BROKER_FATE_stuck) continue;
        if (stuck == c->task->count) stuck = i;
        may |= demands_dynamic(c->task->demands, &c->task->jobs[i]) ||
               demands_job_rank(c->task->grid, c->task->demands, &c->task->jobs[i]) < 0;
    }
    return stuck == c->task->count || may
               ? NULL
               : complain(c, stuck, "waits for ever, but fits a cluster that is idle");
}

const char *broker_check(const struct broker_task *task, const struct broker_result *r)
{
    const size_t n = task->count;
    struct checking c = {task, r, NULL, NULL, NULL};
    if (r->count != n)
        return base_text("an impossible run: of %zu jobs it reports %zu", n, r->count);
    c.last = base_zeroed(n, sizeof *c.last);
    c.begun = base_zeroed(n, sizeof *c.begun);
    c.cpus = base_zeroed(n, sizeof *c.cpus);
    const char *wrong = check_executions(&c);
    if (!wrong) wrong = check_cpus(&c);
    if (!wrong) wrong = check_fates(&c);
    free(c.last);
    free(c.begun);
    free(c.cpus);
    return wrong;
}
