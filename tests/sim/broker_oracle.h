/* broker_oracle.h - a second broker for tests, slow and obviously right.
 *
 * It knows no event queue, no profile and no state that is carried along: whatever it
 * wants to know - who is where, which CPUs are free, how a cluster did so far - it reads
 * each time again from the outcome of each job, also for a broker with an information
 * delay, which looks at an instant that is past. Above each part stands, in quotes, the
 * rule that it transcribes.
 *
 * Local schedulers are FCFS, also on consecutive CPUs only, and EASY:K; their queues are
 * in order of arrival, or the shortest job first.
 */
#ifndef BROKER_ORACLE_H
#define BROKER_ORACLE_H

#include "base/hash.h"
#include "base/job.h"
#include "base/random.h"
#include "machine/policy.h"
#include "machine/orders.h"
#include "machine/processors.h"
#include "grid/broker_policy.h"
#include "grid/broker.h"
#include "base/choice.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include "local_plan.h"

#include <stdlib.h>
#include <string.h>
#include <stdint.h>

enum { ORACLE_JOBS = 48, ORACLE_CLUSTERS = 5, ORACLE_CPUS = 16 };

typedef enum oracle_where { AHEAD, AT_BROKER, WAITING, RUNNING, OVER } oracle_where;

static struct oracle {
    struct broker_task c; /* the task simulated */
    int every_second;     /* look at each, not only at those at which something happens */
    int64_t now;
    struct oracle_job {
        oracle_where where;
        uint32_t cluster; /* waits or runs there */
        long arrival;     /* the how-manieth to come to any cluster */
        unsigned char has[ORACLE_CPUS];
        struct broker_outcome outcome; /* -1: not yet */
    } job[ORACLE_JOBS];
    long arrivals;
    size_t started[ORACLE_JOBS], count; /* the jobs that have, in this order */
} o;

/* ---- clusters as they are ---------------------------------------------------------- */

/* "bounded slowdown: max(1, (wait + run) / max(run, 60)), wait = start of the execution
 * that finished - submit, run = end - start of it" */
static double oracle_slowdown(int64_t wait, int64_t run)
{
    const double bsld = (double)(wait + run) / (double)(run > 60 ? run : 60);
    return bsld > 1 ? bsld : 1;
}

/* Where a job was at the end of instant t, of what the cluster has to do with it. */
static oracle_where was_at(size_t job, size_t c, int64_t t)
{
    const struct broker_outcome *x = &o.job[job].outcome;
    if (x->dispatched < 0 || x->dispatched > t || x->cluster != c) return AHEAD;
    if (x->start < 0 || x->start > t) return WAITING;
    return x->end < 0 || x->end > t ? RUNNING : OVER;
}

static void mark_cpus(size_t c, int64_t t, unsigned char *busy)
{
    memset(busy, 0, ORACLE_CPUS);
    for (size_t i = 0; i < o.c.count; i++) {
        if (was_at(i, c, t) != RUNNING) continue;
        for (size_t k = 0; k < ORACLE_CPUS; k++) busy[k] |= o.job[i].has[k];
    }
}

static uint32_t free_cpus(size_t c, int64_t t)
{
    unsigned char busy[ORACLE_CPUS];
    uint32_t n = 0;
    mark_cpus(c, t, busy);
    for (uint32_t k = 0; k < o.c.grid->clusters[c].cpus; k++) n += !busy[k];
    return n;
}

/* Nodes none of whose CPUs is busy. "CPUs 0.. are spread over nodes in order; the first
 * cpus % nodes nodes have one more." */
static uint32_t free_nodes(size_t c, int64_t t)
{
    const uint32_t cpus = o.c.grid->clusters[c].cpus, nodes = o.c.grid->clusters[c].nodes;
    unsigned char busy[ORACLE_CPUS];
    uint32_t cpu = 0, n = 0;
    mark_cpus(c, t, busy);
    for (uint32_t node = 0; node < nodes; node++) {
        int idle = 1;
        for (uint32_t k = 0; k < cpus / nodes + (node < cpus % nodes); k++)
            if (busy[cpu++]) idle = 0;
        n += (uint32_t)idle;
    }
    return n;
}

/* Raises *to to a time that is not past t. */
static void latest(int64_t *to, int64_t time, int64_t t)
{
    if (time <= t && time > *to) *to = time;
}

/* "With an information delay D > 0 the broker sees of each cluster the state as it was at
 * the end of the last instant <= t - D at which it changed (before any: as at the
 * beginning, empty). With D = 0 it sees the state as it is at each look." "work:
 * CPU-seconds left by estimates, of running and waiting jobs" */
static struct grid_state picture_of(size_t c)
{
    const int64_t t = o.now - o.c.rules->delay;
    struct grid_state s = {0};
    s.free_cpus = free_cpus(c, t);
    s.free_nodes = free_nodes(c, t);
    s.time = o.c.rules->delay ? 0 : o.now;
    for (size_t i = 0; i < o.c.count; i++) {
        const struct broker_outcome *x = &o.job[i].outcome;
        if (was_at(i, c, t) == AHEAD) continue;
        latest(&s.time, x->dispatched, t);
        latest(&s.time, x->start, t);
        latest(&s.time, x->end, t);
        if (was_at(i, c, t) != WAITING) continue;
        s.queued++;
        s.queued_cpus += o.c.jobs[i].servers;
        s.work += o.c.jobs[i].estimate * (int64_t)o.c.jobs[i].servers;
    }
    for (size_t i = 0; i < o.count; i++) {
        const struct job *job = &o.c.jobs[o.started[i]];
        const struct broker_outcome *x = &o.job[o.started[i]].outcome;
        const oracle_where where = was_at(o.started[i], c, t);
        if (where == RUNNING) {
            s.running++;
            s.work += (x->start + job->estimate - s.time) * (int64_t)job->servers;
        } else if (where == OVER) {
            s.finished++;
            s.bsld_sum += oracle_slowdown(x->start - job->submit, x->end - x->start);
        }
    }
    return s;
}

/* ---- which cluster ----------------------------------------------------------------- */

/* "deadline = submit + ceil(factor * estimate)", the factor in billionths */
static int64_t deadline_of(size_t job)
{
    const int64_t product = o.c.rules->deadline_factor * o.c.jobs[job].estimate;
    return o.c.jobs[job].submit + product / 1000000000 + (product % 1000000000 > 0);
}

/* "The deadline holds where expected start + estimate <= deadline; expected start = now
 * if free_cpus >= servers and queued == 0, else now + ceil(work / cpus)." */
static int deadline_holds(size_t job, size_t c, const struct grid_state *s)
{
    const int64_t cpus = o.c.grid->clusters[c].cpus;
    int64_t start = o.now;
    if (s->free_cpus < o.c.jobs[job].servers || s->queued > 0)
        start += (s->work + cpus - 1) / cpus;
    return start + o.c.jobs[job].estimate <= deadline_of(job);
}

/* "fits(now) and free_cpus >= servers" */
static int matches(size_t job, size_t c, const struct grid_state *s)
{
    return s->free_cpus >= o.c.jobs[job].servers &&
           demands_fits(o.c.grid, o.c.demands, &o.c.jobs[job], c, s);
}

static int chooses_by(const char *word)
{
    const size_t row = o.c.rules->resources;
    return strcmp(broker_policy_resources(row)->choice.word, word) == 0;
}

/* "match, slow-free, random: clusters that match; the others: fits(NULL)" */
static int is_candidate(size_t job, size_t c, const struct grid_state *s)
{
    const struct broker_rules *rules = o.c.rules;
    const int match = rules->resources == BROKER_MATCH ||
                      rules->resources == BROKER_SLOW_FREE || chooses_by("random");
    if (rules->jobs == BROKER_REALTIME && rules->resources != BROKER_ISIS &&
        !deadline_holds(job, c, s))
        return 0;
    return match ? matches(job, c, s)
                 : demands_fits(o.c.grid, o.c.demands, &o.c.jobs[job], c, NULL);
}

/* "slow-gate: no job goes while no cluster matches it" */
static int is_shut_out(size_t job, const struct grid_state *s)
{
    if (o.c.rules->resources != BROKER_SLOW_GATE) return 0;
    for (size_t c = 0; c < o.c.grid->count; c++)
        if (matches(job, c, &s[c])) return 0;
    return 1;
}

static double oracle_average(const struct grid_state *s)
{
    return s->finished ? s->bsld_sum / (double)s->finished : 1;
}

/* "phi = queued_cpus / (queued_cpus + free_cpus) summed over the grid's clusters; 0 if
 * both are 0" */
static double oracle_phi(const struct grid_state *s)
{
    double queued = 0, idle = 0;
    for (size_t c = 0; c < o.c.grid->count; c++) {
        queued += (double)s[c].queued_cpus;
        idle += s[c].free_cpus;
    }
    return queued + idle > 0 ? queued / (queued + idle) : 0;
}

/* "highest (1 - phi) * value / largest value + phi * lowest bsld / bsld, over the
 * candidates"; where no value is above 0: by how far below the largest it is, as a share
 * of how far from 0 the least is; 1 where all are 0 */
static double match_slow(size_t job, size_t c, const struct grid_state *s)
{
    double largest = 0, least = 0, lowest = 0, value;
    const double phi = oracle_phi(s);
    int any = 0;
    for (size_t k = 0; k < o.c.grid->count; k++) {
        if (!is_candidate(job, k, &s[k])) continue;
        value = demands_cluster_rank(o.c.grid, o.c.demands, &o.c.jobs[job], k, NULL);
        if (!any || value > largest) largest = value;
        if (!any || value < least) least = value;
        if (!any || oracle_average(&s[k]) < lowest) lowest = oracle_average(&s[k]);
        any = 1;
    }
    value = demands_cluster_rank(o.c.grid, o.c.demands, &o.c.jobs[job], c, NULL);
    value = largest > 0 ? value / largest : least < 0 ? 1 - (value - largest) / least : 1;
    return (1 - phi) * value + phi * (lowest / oracle_average(&s[c]));
}

/* "random: another number for each job, cluster and time of the choice" */
static double lot_of(size_t job, size_t c)
{
    const uint64_t of[4] = {o.c.rules->seed, (uint64_t)o.now, job, c};
    struct random r = {HASH_START};
    for (int i = 0; i < 4; i++) r.state = hash_add(r.state, of[i]);
    return random_unit(&r);
}

/* The rows of the tables that are transcribed here. */
static int oracle_defines(const struct choice_table *table, size_t row)
{
    static const char *const words[] = {"fcfs",       "jr",   "edf",       "realtime",
                                        "match",      "slow", "slow-gate", "slow-free",
                                        "match-slow", "isis", "random"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], choice_at(table, row)->word) == 0) return 1;
    return 0;
}

/* The higher the better. "match: highest value(now); slow, slow-gate, slow-free: lowest
 * average; isis: least work / cpus" */
static double merit(size_t job, size_t c, const struct grid_state *s)
{
    switch (o.c.rules->resources) {
    case BROKER_MATCH:
        return demands_cluster_rank(o.c.grid, o.c.demands, &o.c.jobs[job], c, &s[c]);
    case BROKER_SLOW:
    case BROKER_SLOW_GATE:
    case BROKER_SLOW_FREE: return -oracle_average(&s[c]);
    case BROKER_MATCH_SLOW: return match_slow(job, c, s);
    case BROKER_ISIS: return -(double)s[c].work / (double)o.c.grid->clusters[c].cpus;
    }
    if (chooses_by("random")) return lot_of(job, c);
    return 0;
}

/* "of clusters alike to the policy, that with the most or the least free CPUs, then the
 * first of the grid; or the first" */
static int tie_won(uint32_t mine, uint32_t other)
{
    switch (o.c.rules->ties) {
    case BROKER_TIES_MOST: return mine > other;
    case BROKER_TIES_LEAST: return mine < other;
    default: return 0;
    }
}

/* -1: none */
static int select_cluster(size_t job)
{
    struct grid_state s[ORACLE_CLUSTERS];
    int best = -1;
    for (size_t c = 0; c < o.c.grid->count; c++) s[c] = picture_of(c);
    if (is_shut_out(job, s)) return -1;
    for (size_t c = 0; c < o.c.grid->count; c++) {
        if (!is_candidate(job, c, &s[c])) continue;
        if (best < 0) {
            best = (int)c;
            continue;
        }
        const double mine = merit(job, c, s);
        const double other = merit(job, (size_t)best, s);
        if (mine > other || (mine == other && tie_won(s[c].free_cpus, s[best].free_cpus)))
            best = (int)c;
    }
    return best;
}

/* ---- local schedulers -------------------------------------------------------------- */

/* "fcfs: in order of arrival; sjf: shortest estimate first, equals by index" */
static int local_before(size_t c, size_t i, size_t k)
{
    const int64_t x = o.c.jobs[i].estimate, y = o.c.jobs[k].estimate;
    if (o.c.rules->local[c].order != ORDER_SJF)
        return o.job[i].arrival < o.job[k].arrival;
    return x != y ? x < y : i < k;
}

/* The jobs that wait at the cluster, in its order. How many. */
static size_t local_queue(size_t c, size_t *queue)
{
    size_t k, n = 0;
    for (size_t i = 0; i < o.c.count; i++) {
        if (o.job[i].where != WAITING || o.job[i].cluster != c) continue;
        for (k = n++; k > 0 && local_before(c, i, queue[k - 1]); k--)
            queue[k] = queue[k - 1];
        queue[k] = i;
    }
    return n;
}

/* "The lowest CPUs that are free; contiguous: the lowest run of as many consecutive
 * ones." 0: there are none. */
static int choose_cpus(size_t c, uint32_t servers, unsigned char *chosen)
{
    const int contiguous = o.c.rules->local[c].selection == PROCESSORS_CONTIGUOUS;
    unsigned char busy[ORACLE_CPUS];
    uint32_t found = 0;
    mark_cpus(c, o.now, busy);
    memset(chosen, 0, ORACLE_CPUS);
    for (uint32_t k = 0; k < o.c.grid->clusters[c].cpus && found < servers; k++) {
        if (busy[k] && contiguous) {
            memset(chosen, 0, ORACLE_CPUS);
            found = 0;
        }
        if (busy[k]) continue;
        chosen[k] = 1;
        found++;
    }
    return found == servers;
}

static void start_job(size_t job, const unsigned char *cpus)
{
    struct oracle_job *j = &o.job[job];
    j->where = RUNNING;
    j->outcome.start = o.now;
    memcpy(j->has, cpus, sizeof j->has);
    o.started[o.count++] = job;
}

/* "fcfs: the head of the queue starts when it can; the others wait behind it. easy:K: the
 * first K that cannot start have a reservation, made again each time; those behind start
 * if they are in no job's way." */
static void local_starts(size_t c)
{
    const struct machine_rules *rules = &o.c.rules->local[c];
    const size_t most = rules->policy == &planned_easy ? rules->reservations : 0;
    size_t queue[ORACLE_JOBS], kept = 0, n = local_queue(c, queue);
    static local_plan plan;
    unsigned char cpus[ORACLE_CPUS];
    local_begin(&plan, o.c.grid->clusters[c].cpus, o.now);
    for (size_t i = 0; i < o.c.count; i++) {
        const int64_t start = o.job[i].outcome.start;
        if (was_at(i, c, o.now) == RUNNING)
            local_take(&plan, start, start + o.c.jobs[i].estimate, o.c.jobs[i].servers);
    }
    for (size_t i = 0; i < n; i++) {
        const struct job *job = &o.c.jobs[queue[i]];
        const int64_t start = local_earliest(&plan, o.now, job->estimate, job->servers);
        const int starts = start == o.now && choose_cpus(c, job->servers, cpus);
        if (starts)
            start_job(queue[i], cpus);
        else if (most == 0)
            return;
        else if (kept++ >= most)
            continue;
        local_take(&plan, start, start + job->estimate, job->servers);
    }
}

/* ---- the broker's pass ------------------------------------------------------------- */

/* "The broker's queue is in order of submission; edf: by (deadline, index)." */
static int64_t key_of(size_t job)
{
    return o.c.rules->jobs == BROKER_EDF ? deadline_of(job) : 0;
}

static size_t broker_queue(size_t *queue)
{
    size_t k, n = 0;
    for (size_t i = 0; i < o.c.count; i++) {
        if (o.job[i].where != AT_BROKER) continue;
        for (k = n++; k > 0 && key_of(queue[k - 1]) > key_of(i); k--)
            queue[k] = queue[k - 1];
        queue[k] = i;
    }
    return n;
}

/* It arrives, "and that cluster's starts follow at once". 0: there is no cluster for
 * it. */
static int send_job(size_t job)
{
    const int c = select_cluster(job);
    struct oracle_job *j = &o.job[job];
    if (c < 0) return 0;
    j->where = WAITING;
    j->cluster = j->outcome.cluster = (uint32_t)c;
    j->arrival = o.arrivals++;
    j->outcome.dispatched = o.now;
    local_starts((size_t)c);
    return 1;
}

static void give_up(size_t job, enum broker_fate fate)
{
    o.job[job].where = OVER;
    o.job[job].outcome.fate = fate;
}

/* "fcfs, edf: while the head of the queue has a cluster, it is dispatched." */
static void pass_in_order(void)
{
    size_t queue[ORACLE_JOBS];
    while (broker_queue(queue) > 0 && send_job(queue[0])) continue;
}

/* "weight = rank * (1 + f * position), position = jobs in front of it + 1; listing:
 * weight = rank * position" */
static double weight_of(size_t job, size_t before)
{
    const double position = (double)before + 1;
    const double rank = demands_job_rank(o.c.grid, o.c.demands, &o.c.jobs[job]);
    const double f = (double)o.c.rules->jr_factor / 1e9;
    if (o.c.rules->jr_listing) return rank * position;
    return rank * (1 + f * position);
}

/* "jr: the head if select finds it one; else, of the others that have one and whose rank
 * >= 0, the one with the least weight. Ties: the earlier job. Again until none." "jr_head
 * off: of all jobs, the head among them" */
static int jr_once(void)
{
    size_t queue[ORACLE_JOBS], n = broker_queue(queue), best = n;
    if (n == 0) return 0;
    if (!o.c.rules->jr_no_head && send_job(queue[0])) return 1;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 && !o.c.rules->jr_no_head) continue;
        if (select_cluster(queue[i]) < 0) continue;
        if (demands_job_rank(o.c.grid, o.c.demands, &o.c.jobs[queue[i]]) < 0) continue;
        if (best == n || weight_of(queue[i], i) < weight_of(queue[best], best)) best = i;
    }
    if (best == n) return 0;
    return send_job(queue[best]);
}

/* "realtime: never queues: dispatched, or refused." "isis: no broker queue, no job
 * policy". */
static void pass_each(int refuse)
{
    size_t queue[ORACLE_JOBS], n = broker_queue(queue);
    for (size_t i = 0; i < n; i++)
        if (!send_job(queue[i]) && refuse) give_up(queue[i], BROKER_FATE_deadline);
}

static void pass(void)
{
    if (o.c.rules->resources == BROKER_ISIS) {
        pass_each(0);
        return;
    }
    switch (o.c.rules->jobs) {
    case BROKER_JR:
        while (jr_once()) continue;
        return;
    case BROKER_REALTIME: pass_each(1); return;
    default: pass_in_order(); return;
    }
}

/* ---- one instant ------------------------------------------------------------------- */

/* "1. local ends" */
static void local_ends(void)
{
    for (size_t i = 0; i < o.c.count; i++) {
        struct oracle_job *j = &o.job[i];
        if (j->where != RUNNING || j->outcome.start + o.c.jobs[i].run != o.now) continue;
        j->where = OVER;
        j->outcome.fate = BROKER_FATE_finished;
        j->outcome.end = o.now;
    }
}

/* "4. arrivals. A job that no cluster of the grid can satisfy statically is
 * refused at submission: no_cluster." */
static void arrivals(void)
{
    for (size_t i = 0; i < o.c.count; i++) {
        int some = 0;
        if (o.c.jobs[i].submit != o.now) continue;
        for (size_t c = 0; c < o.c.grid->count; c++)
            some |= demands_fits(o.c.grid, o.c.demands, &o.c.jobs[i], c, NULL);
        o.job[i].where = AT_BROKER;
        if (!some) give_up(i, BROKER_FATE_no_cluster);
    }
}

static void instant(void)
{
    local_ends();
    for (size_t c = 0; c < o.c.grid->count; c++) local_starts(c); /* 3. */
    arrivals();
    pass(); /* 5. */
}

/* ---- all instants ------------------------------------------------------------------ */

/* The next instant at which something may happen. JOB_NEVER = none. */
static int64_t next_instant(void)
{
    const int64_t delay = o.c.rules->delay;
    int64_t next = JOB_NEVER;
    for (size_t i = 0; i < o.c.count; i++) {
        const struct broker_outcome *x = &o.job[i].outcome;
        local_sooner(&next, o.c.jobs[i].submit, o.now);
        if (x->dispatched >= 0) local_sooner(&next, x->dispatched + delay, o.now);
        if (x->start < 0) continue;
        local_sooner(&next, x->start + delay, o.now);
        local_sooner(&next, x->start + o.c.jobs[i].run, o.now);
        local_sooner(&next, x->start + o.c.jobs[i].run + delay, o.now);
    }
    if (o.every_second && next != JOB_NEVER) next = o.now + 1;
    return next;
}

static int all_over(void)
{
    for (size_t i = 0; i < o.c.count; i++)
        if (o.job[i].where != OVER) return 0;
    return 1;
}

/* "Jobs that wait for ever (all else is over, nothing will change) are stuck." */
static void oracle_run(const struct broker_task *task, int every_second)
{
    memset(&o, 0, sizeof o);
    o.c = *task;
    o.every_second = every_second;
    o.now = -1; /* nothing is before 0 */
    for (size_t i = 0; i < o.c.count; i++)
        o.job[i].outcome.dispatched = o.job[i].outcome.start = o.job[i].outcome.end = -1;
    while (!all_over()) {
        const int64_t next = next_instant();
        if (next == JOB_NEVER) break;
        o.now = next;
        instant();
    }
    for (size_t i = 0; i < o.c.count; i++)
        if (o.job[i].where != OVER) give_up(i, BROKER_FATE_stuck);
}

#endif
