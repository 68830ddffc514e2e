/* broker.h - a grid: a broker above the local schedulers of its clusters, event by event.
 *
 * I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling (paper
 * 2). Jobs are submitted to the broker, which holds them in one queue until a policy
 * (broker_select.h) sends one to a cluster; there a local system (batch.h) with a queue
 * of its own decides when it starts, and where. Clusters may fail: what runs there is
 * killed and submitted again, what waits there moves.
 *
 * At one instant: local ends; clusters that fail, then those that come back; local
 * starts; arrivals; then the broker sends jobs off for as long as its policy finds one,
 * each of which may start at once. Between instants nothing happens.
 *
 * Every job has one fate in the end. Those that wait when nothing will change any more
 * are stuck: nothing runs, nobody is to come, and the broker has seen each cluster idle,
 * in vain, or it will never be up again.
 *
 * A job that runs at several clusters (broker_together.h) has a part at each: a job of
 * their local systems, numbered behind those of the workload.
 */
#ifndef SIM_BROKER_H
#define SIM_BROKER_H

#include "batch.h"
#include "broker_queue.h"
#include "broker_rules.h"
#include "broker_select.h"
#include "broker_site.h"
#include "broker_together.h"
#include "clock.h"
#include "demands.h"
#include "grid.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_broker_run sim_broker_run;

typedef struct sim_broker_ear { /* who is told of starts and ends */
    sim_broker_run *run;
    uint32_t cluster;
} sim_broker_ear;

struct sim_broker_run {
    sim_broker_view view;
    const sim_job *jobs;
    sim_job *all;      /* the jobs and room for parts, if there may be any */
    uint32_t *large;   /* of each `clusters` parts their job               */
    uint32_t *left_of; /* of a job: parts that have not ended              */
    size_t larges;
    size_t count, next; /* of the jobs the next to be submitted       */
    sim_broker_result *result;
    sim_outcome *local; /* of each job, at the cluster where it is    */
    sim_grants grants;
    sim_broker_ear *ears; /* of each cluster                            */
    uint32_t *evicted;    /* room for those                             */
    size_t left;          /* jobs that have no fate yet                 */
    int failed;           /* memory was out where nobody could be told  */
};

static inline int sim_broker_memory(sim_error *e) { return sim_fail(e, "out of memory"); }

/* The job of the workload that this one is, or is a part of. */
static inline uint32_t sim_broker_whole(const sim_broker_run *b, uint32_t job)
{
    return job < b->count ? job : b->large[(job - b->count) / b->view.grid->count];
}

/* ---- executions -------------------------------------------------------------------- */

/* What a job had ends now. */
static inline void sim_broker_note(sim_broker_run *b, uint32_t cluster, uint32_t job,
                                   int killed)
{
    sim_broker_result *r = b->result;
    sim_granted *granted = &b->grants.of[job];
    sim_execution *x;
    if (r->execution_count == r->execution_capacity) {
        const size_t more = 2 * r->execution_capacity + 1024;
        x = (sim_execution *)realloc(r->executions, more * sizeof *x);
        if (!x) {
            b->failed = 1;
            return;
        }
        r->executions = x;
        r->execution_capacity = more;
    }
    x = &r->executions[r->execution_count++];
    x->job = sim_broker_whole(b, job);
    x->cluster = cluster;
    x->start = b->local[job].start;
    x->end = b->view.now;
    x->killed = killed;
    x->first_run = granted->first;
    x->run_count = granted->count;
}

static inline void sim_broker_nodes(sim_broker_run *b, uint32_t cluster, uint32_t job,
                                    int more)
{
    const sim_granted *granted = &b->grants.of[job];
    uint32_t i;
    for (i = 0; i < granted->count; i++)
        sim_site_nodes(&b->view.sites[cluster], &b->view.grid->clusters[cluster],
                       &b->grants.runs[granted->first + i], more);
}

static inline void sim_broker_started(sim_broker_run *b, uint32_t cluster, uint32_t job)
{
    sim_site_started(&b->view.sites[cluster], &b->jobs[job], b->view.now);
    sim_broker_nodes(b, cluster, job, 1);
    b->result->jobs[sim_broker_whole(b, job)].executions++;
}

/* The job's CPUs are free again. */
static inline void sim_broker_left(sim_broker_run *b, uint32_t cluster, uint32_t job,
                                   int killed)
{
    sim_broker_note(b, cluster, job, killed);
    sim_site_ended(&b->view.sites[cluster], &b->jobs[job], b->local[job].start);
    sim_broker_nodes(b, cluster, job, 0);
    b->grants.of[job].count = 0;
}

static inline void sim_broker_fated(sim_broker_run *b, uint32_t job, sim_broker_fate fate)
{
    b->result->jobs[job].fate = fate;
    b->left--;
}

static inline void sim_broker_ended(sim_broker_run *b, uint32_t cluster, uint32_t job)
{
    const int64_t start = b->local[job].start, now = b->view.now;
    const uint32_t whole = sim_broker_whole(b, job);
    sim_state *state = &b->view.sites[cluster].state;
    sim_broker_left(b, cluster, job, 0);
    state->finished++;
    state->bsld_sum += sim_broker_slowdown(start - b->jobs[job].submit, now - start);
    if (whole != job && --b->left_of[whole] > 0) return;
    b->result->jobs[whole].start = start;
    b->result->jobs[whole].end = now;
    sim_broker_fated(b, whole, SIM_BROKER_FATE_finished);
}

/* The local systems' hook. */
static inline void sim_broker_told(void *ctx, uint32_t job, int ended)
{
    const sim_broker_ear *ear = (const sim_broker_ear *)ctx;
    if (ended)
        sim_broker_ended(ear->run, ear->cluster, job);
    else
        sim_broker_started(ear->run, ear->cluster, job);
}

/* ---- at several clusters ----------------------------------------------------------- */

/* The job's part at a cluster, as a job there: booked, from `start` on. */
static inline int sim_broker_part(sim_broker_run *b, uint32_t job, uint32_t part,
                                  uint32_t cluster, uint32_t servers, int64_t start,
                                  sim_error *e)
{
    const uint32_t percent = b->view.rules->coallocate;
    sim_site *s = &b->view.sites[cluster];
    sim_job *p = &b->all[part];
    *p = b->jobs[job];
    p->servers = servers;
    p->reserved = 1;
    p->ready = start;
    p->run += sim_together_overhead(p->run, percent);
    p->estimate += sim_together_overhead(p->estimate, percent);
    p->length = p->estimate;
    sim_site_arrived(s, p);
    sim_batch_clock(&s->local, b->view.now);
    if (sim_batch_arrive(&s->local, part, e) != 0) return -1;
    if (b->local[part].start == start) return 0;
    return sim_fail(e, "job %" PRId64 " would not start at once on all its clusters",
                    p->number);
}

/* All parts are booked, then those start that do now. */
static inline int sim_broker_book(sim_broker_run *b, uint32_t job, size_t large,
                                  const sim_together *t, sim_error *e)
{
    sim_broker_outcome *outcome = &b->result->jobs[job];
    const uint32_t parts = t->found.part_count;
    uint32_t i;
    outcome->cluster = t->cluster[t->found.parts[0].site];
    outcome->dispatched = b->view.now;
    outcome->moves = 1;
    outcome->parts = b->left_of[job] = parts;
    for (i = 0; i < parts; i++) {
        const uint32_t cluster = t->cluster[t->found.parts[i].site];
        const size_t part = b->count + large * b->view.grid->count + cluster;
        if (sim_broker_part(b, job, (uint32_t)part, cluster,
                            t->found.parts[i].booking.servers, t->found.start, e) != 0)
            return -1;
    }
    for (i = 0; i < parts; i++)
        if (sim_batch_starts(&b->view.sites[t->cluster[t->found.parts[i].site]].local,
                             e) != 0)
            return -1;
    return 0;
}

/* A job that no cluster can run: several of them do, or nobody ever will. */
static inline int sim_broker_together(sim_broker_run *b, uint32_t job, sim_error *e)
{
    sim_together t = {0};
    size_t large = 0, above = b->larges;
    int result = 0;
    while (large < above) {
        const size_t middle = large + (above - large) / 2;
        if (b->large[middle] < job)
            large = middle + 1;
        else
            above = middle;
    }
    if (large < b->larges && b->large[large] == job)
        result = sim_together_find(&b->view, &b->jobs[job], &t);
    if (result == 0)
        sim_broker_fated(b, job, SIM_BROKER_FATE_no_cluster);
    else
        result =
            result > 0 ? sim_broker_book(b, job, large, &t, e) : sim_broker_memory(e);
    sim_together_free(&t);
    return result;
}

/* ---- the broker's queue ------------------------------------------------------------ */

/* The job is submitted, or comes back from a cluster. */
static inline int sim_broker_submit(sim_broker_run *b, uint32_t job, sim_error *e)
{
    sim_broker_view *v = &b->view;
    const sim_job *j = &b->jobs[job];
    sim_entry entry = {0};
    sim_class *of;
    if (sim_classes_of(&v->classes, v->grid, v->demands, j, &entry.class_of) != 0)
        return sim_broker_memory(e);
    if (entry.class_of == SIM_NO_CLASS) return sim_broker_together(b, job, e);
    if (v->rules->jobs == SIM_BROKER_EDF) entry.key = sim_broker_deadline(v->rules, j);
    entry.rank = sim_demand_rank(v->grid, v->demands, j);
    entry.job = job;
    entry.servers = j->servers;
    entry.dynamic = sim_demand_dynamic(v->demands, j);
    if (sim_queue_add(&v->queue, &entry) != 0) return sim_broker_memory(e);
    of = &v->classes.items[entry.class_of];
    if (of->waiting++ == 0 || j->servers < of->least) of->least = j->servers;
    if (entry.rank >= 0 && entry.rank < v->least_rank) v->least_rank = entry.rank;
    return 0;
}

static inline void sim_broker_unqueue(sim_broker_run *b, size_t place)
{
    sim_broker_view *v = &b->view;
    v->classes.items[sim_queue_at(&v->queue, place)->class_of].waiting--;
    sim_queue_remove(&v->queue, place);
}

/* The job in this place goes to the cluster, unless that is down: then the broker knows,
 * and the job stays. */
static inline int sim_broker_dispatch(sim_broker_run *b, size_t place, uint32_t cluster,
                                      sim_error *e)
{
    sim_site *s = &b->view.sites[cluster];
    const uint32_t job = sim_queue_at(&b->view.queue, place)->job;
    sim_broker_outcome *outcome = &b->result->jobs[job];
    if (!s->state.up) {
        s->picture.up = 0;
        return 0;
    }
    sim_broker_unqueue(b, place);
    outcome->cluster = cluster;
    outcome->dispatched = b->view.now;
    outcome->moves++;
    sim_site_arrived(s, &b->jobs[job]);
    sim_batch_clock(&s->local, b->view.now);
    if (sim_batch_arrive(&s->local, job, e) != 0) return -1;
    return sim_batch_starts(&s->local, e);
}

/* Whoever is in this place goes to the cluster chosen for him. How many have left the
 * place: 0 or 1; -1: an error. */
static inline int sim_broker_place(sim_broker_run *b, size_t place, sim_error *e)
{
    const size_t before = b->view.queue.count;
    while (b->view.queue.count == before) {
        const uint32_t cluster =
            sim_broker_select(&b->view, sim_queue_at(&b->view.queue, place));
        b->view.looks++;
        if (cluster == SIM_NO_CLUSTER) return 0;
        if (sim_broker_dispatch(b, place, cluster, e) != 0) return -1;
    }
    return 1;
}

/* Nobody waits for others: all who have a cluster go. Under realtime the rest are
 * refused. */
static inline int sim_broker_pass_all(sim_broker_run *b, sim_error *e)
{
    const int refuse = b->view.rules->jobs == SIM_BROKER_REALTIME &&
                       b->view.rules->resources != SIM_BROKER_ISIS;
    size_t place = 0;
    while (place < b->view.queue.count) {
        const int gone = sim_broker_place(b, place, e);
        if (gone < 0) return -1;
        if (gone) continue;
        if (refuse) {
            const uint32_t job = sim_queue_at(&b->view.queue, place)->job;
            sim_broker_unqueue(b, place);
            sim_broker_fated(b, job, SIM_BROKER_FATE_deadline);
        } else {
            place++;
        }
    }
    return 0;
}

/* The head goes for as long as there is a cluster for it; under JR then another, and the
 * head is asked again. */
static inline int sim_broker_pass_queue(sim_broker_run *b, sim_error *e)
{
    const int jr = b->view.rules->jobs == SIM_BROKER_JR;
    while (b->view.queue.count > 0) {
        int gone = sim_broker_place(b, 0, e);
        if (gone == 0 && jr) {
            const size_t place = sim_broker_backfill(&b->view);
            if (place == SIZE_MAX) return 0;
            gone = sim_broker_place(b, place, e);
            if (gone == 0) continue; /* all its clusters turned out to be down */
        }
        if (gone < 0) return -1;
        if (gone == 0) return 0;
    }
    return 0;
}

static inline int sim_broker_pass(sim_broker_run *b, sim_error *e)
{
    const sim_broker_rules *rules = b->view.rules;
    if (b->view.queue.count == 0) return 0;
    b->result->passes++;
    if (rules->resources == SIM_BROKER_ISIS || rules->jobs == SIM_BROKER_REALTIME)
        return sim_broker_pass_all(b, e);
    return sim_broker_pass_queue(b, e);
}

/* ---- outages ----------------------------------------------------------------------- */

static inline int sim_broker_note_outage(sim_broker_run *b, const sim_outage *outage,
                                         sim_error *e)
{
    sim_broker_result *r = b->result;
    if (r->outage_count == SIM_OUTAGES_MOST)
        return sim_fail(e,
                        "more than %d outages: failures are too frequent for so long a"
                        " workload",
                        SIM_OUTAGES_MOST);
    if (r->outage_count == r->outage_capacity) {
        const size_t more = 2 * r->outage_capacity + 16;
        sim_outage *grown = (sim_outage *)realloc(r->outages, more * sizeof *grown);
        if (!grown) return sim_broker_memory(e);
        r->outages = grown;
        r->outage_capacity = more;
    }
    r->outages[r->outage_count++] = *outage;
    return 0;
}

/* A job of a cluster that failed: again from the start, or not any more. */
static inline int sim_broker_again(sim_broker_run *b, uint32_t job, sim_error *e)
{
    if (b->result->jobs[job].executions <= b->view.rules->resubmit)
        return sim_broker_submit(b, job, e);
    sim_broker_fated(b, job, SIM_BROKER_FATE_killed);
    return 0;
}

static inline int sim_broker_fail(sim_broker_run *b, uint32_t cluster, sim_error *e)
{
    sim_site *s = &b->view.sites[cluster];
    size_t running = 0;
    int64_t i, n;
    s->state.up = 0;
    s->changed = 1;
    if (sim_broker_note_outage(b, &s->outage, e) != 0) return -1;
    sim_batch_clock(&s->local, b->view.now);
    n = sim_batch_evict(&s->local, b->evicted, &running, e);
    for (i = 0; i < n; i++) {
        const uint32_t job = b->evicted[i];
        const int killed = (size_t)i < running;
        if (killed)
            sim_broker_left(b, cluster, job, 1);
        else
            sim_site_leaves_queue(s, &b->jobs[job]);
        if ((killed ? sim_broker_again(b, job, e) : sim_broker_submit(b, job, e)) != 0)
            return -1;
    }
    return n < 0 ? -1 : 0;
}

static inline void sim_broker_repair(sim_site *s)
{
    s->state.up = 1;
    s->changed = 1;
    s->outage = sim_outage_next(&s->outages, s->outage.to);
}

static inline int sim_broker_outages(sim_broker_run *b, sim_error *e)
{
    const int64_t now = b->view.now;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        const sim_site *s = &b->view.sites[k];
        if (s->state.up && s->outage.from == now && sim_broker_fail(b, k, e) != 0)
            return -1;
    }
    for (k = 0; k < b->view.grid->count; k++) {
        sim_site *s = &b->view.sites[k];
        if (!s->state.up && s->outage.to == now) sim_broker_repair(s);
    }
    return 0;
}

/* ---- one instant ------------------------------------------------------------------- */

static inline int sim_broker_local(sim_broker_run *b, sim_error *e)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        sim_batch_run *local = &b->view.sites[k].local;
        if (sim_batch_due(local) != b->view.now) continue;
        sim_batch_clock(local, b->view.now);
        if (sim_batch_ends(local, e) != 0) return -1;
    }
    if (b->view.rules->outages && sim_broker_outages(b, e) != 0) return -1;
    for (k = 0; k < b->view.grid->count; k++) {
        sim_site *s = &b->view.sites[k];
        if (!s->changed && sim_batch_due(&s->local) != b->view.now) continue;
        sim_batch_clock(&s->local, b->view.now);
        if (sim_batch_starts(&s->local, e) != 0) return -1;
    }
    return 0;
}

static inline int sim_broker_arrivals(sim_broker_run *b, sim_error *e)
{
    while (b->next < b->count && b->jobs[b->next].submit == b->view.now) {
        if (sim_broker_submit(b, (uint32_t)b->next++, e) != 0) return -1;
        sim_progress_add(b->view.rules->progress, 1);
    }
    return 0;
}

/* With an information delay: what was sent off arrives; and what changed is sent off. */
static inline void sim_broker_hear(sim_broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        sim_site_hear(&b->view.sites[k], b->view.now, b->view.rules->delay);
}

static inline int sim_broker_tell(sim_broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        sim_site *s = &b->view.sites[k];
        if (s->changed && b->view.rules->delay &&
            sim_news_send(&s->news, sim_site_look(s, b->view.now)) != 0)
            return -1;
        s->changed = 0;
    }
    return 0;
}

static inline int sim_broker_instant(sim_broker_run *b, sim_error *e)
{
    if (sim_broker_local(b, e) != 0 || sim_broker_arrivals(b, e) != 0) return -1;
    sim_broker_hear(b);
    if (sim_broker_pass(b, e) != 0) return -1;
    if (sim_broker_tell(b) != 0 || b->failed) return sim_broker_memory(e);
    return 0;
}

static inline int64_t sim_earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* The next time at which a job arrives, ends or starts; SIM_NEVER. */
static inline int64_t sim_broker_work_due(const sim_broker_run *b)
{
    int64_t due = b->next < b->count ? b->jobs[b->next].submit : SIM_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        due = sim_earlier(due, sim_batch_due(&b->view.sites[k].local));
    return due;
}

/* Has the policy, which took none of the jobs that wait, just seen the cluster up, idle,
 * and with all its jobs finished? It will never see it better. */
static inline int sim_broker_seen(const sim_broker_run *b, uint32_t cluster)
{
    const sim_site *s = &b->view.sites[cluster];
    const sim_state *seen = b->view.rules->delay ? &s->picture : &s->state;
    return seen->up && seen->free_cpus == s->local.servers &&
           seen->finished == s->state.finished;
}

/* When the next thing happens; SIM_NEVER: nothing that could help a job any more. While
 * nothing runs and nobody comes, failures, repairs and news are of interest until each
 * cluster, if it is ever up again, has been seen in vain. */
static inline int64_t sim_broker_due(sim_broker_run *b)
{
    const int64_t work = sim_broker_work_due(b);
    int64_t due = work;
    int hope = work != SIM_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        sim_site *s = &b->view.sites[k];
        const int64_t news = sim_news_due(&s->news, b->view.rules->delay);
        const int64_t next =
            sim_earlier(news, s->state.up ? s->outage.from : s->outage.to);
        due = sim_earlier(due, next);
        s->refused = work == SIM_NEVER && (s->refused || sim_broker_seen(b, k));
        hope |= !s->refused && next != SIM_NEVER;
    }
    return hope ? due : SIM_NEVER;
}

/* ---- a whole run ------------------------------------------------------------------- */

static inline int sim_broker_site_begin(sim_broker_run *b, uint32_t cluster, sim_error *e)
{
    static const sim_outage_plan none = {.count = 0};
    const sim_broker_rules *rules = b->view.rules;
    const sim_cluster *c = &b->view.grid->clusters[cluster];
    const int64_t origin = b->count ? b->jobs[0].submit : 0;
    sim_site *s = &b->view.sites[cluster];
    sim_batch_run *local = &s->local;
    b->ears[cluster].run = b;
    b->ears[cluster].cluster = cluster;
    local->jobs = b->jobs;
    local->count = b->count + b->larges * b->view.grid->count;
    local->servers = c->cpus;
    local->rules = &rules->local[cluster];
    local->outcomes = b->local;
    local->grants = &b->grants;
    local->told = sim_broker_told;
    local->context = &b->ears[cluster];
    s->state.up = 1;
    s->state.free_cpus = c->cpus;
    s->state.free_nodes = c->nodes;
    s->state.time = origin;
    s->picture = s->state;
    sim_outage_source_begin(&s->outages, rules->outages ? rules->outages : &none, cluster,
                            origin);
    s->outage = sim_outage_next(&s->outages, origin);
    s->taken = (uint32_t *)calloc(c->nodes, sizeof *s->taken);
    if (!s->taken) return sim_broker_memory(e);
    return sim_batch_begin(local, e);
}

/* What co-allocation cannot do with. */
static inline int sim_broker_together_check(const sim_broker_run *b, sim_error *e)
{
    const sim_broker_rules *rules = b->view.rules;
    uint32_t k;
    if (rules->outages && (rules->outages->count || rules->outages->mtbf))
        return sim_fail(e, "jobs run at several clusters only where none fails");
    for (k = 0; k < b->view.grid->count; k++)
        if (sim_batch_names(&rules->local[k]))
            return sim_fail(e,
                            "cluster %s: jobs run at several clusters only where"
                            " processors are counted: first-fit, and nothing shared",
                            b->view.grid->clusters[k].name);
    return 0;
}

/* Room for a part of each large job at each cluster. */
static inline int sim_broker_larges(sim_broker_run *b, sim_error *e)
{
    const sim_grid *g = b->view.grid;
    size_t i, n;
    if (!b->view.rules->together) return 0;
    if (sim_broker_together_check(b, e) != 0) return -1;
    b->large = (uint32_t *)malloc((b->count + 1) * sizeof *b->large);
    b->left_of = (uint32_t *)calloc(b->count + 1, sizeof *b->left_of);
    if (!b->large || !b->left_of) return sim_broker_memory(e);
    for (i = 0; i < b->count; i++)
        if (sim_together_large(g, b->view.demands, &b->jobs[i]))
            b->large[b->larges++] = (uint32_t)i;
    n = b->count + b->larges * g->count;
    if (b->larges > SIM_TOGETHER_PARTS / g->count || n >= UINT32_MAX)
        return sim_fail(e,
                        "%zu jobs are larger than any cluster: too many to run at"
                        " several of %zu",
                        b->larges, (size_t)g->count);
    b->all = (sim_job *)calloc(n + 1, sizeof *b->all);
    if (!b->all) return sim_broker_memory(e);
    if (b->count) memcpy(b->all, b->jobs, b->count * sizeof *b->all);
    b->view.jobs = b->jobs = b->all;
    return 0;
}

static inline int sim_broker_begin(sim_broker_run *b, sim_error *e)
{
    const size_t clusters = b->view.grid->count;
    size_t n;
    sim_broker_result *r = b->result;
    size_t i;
    uint32_t k;
    if (sim_broker_larges(b, e) != 0) return -1;
    n = b->count + b->larges * clusters;
    if (n == 0) n = 1;
    b->view.least_rank = HUGE_VAL;
    b->view.sites = (sim_site *)calloc(clusters, sizeof *b->view.sites);
    b->ears = (sim_broker_ear *)calloc(clusters, sizeof *b->ears);
    b->local = (sim_outcome *)calloc(n, sizeof *b->local);
    b->evicted = (uint32_t *)malloc(n * sizeof *b->evicted);
    r->jobs = (sim_broker_outcome *)calloc(n, sizeof *r->jobs);
    if (!b->view.sites || !b->ears || !b->local || !b->evicted || !r->jobs ||
        sim_grants_begin(&b->grants, n) != 0)
        return sim_broker_memory(e);
    r->count = b->count;
    for (i = 0; i < b->count; i++) {
        r->jobs[i].fate = SIM_BROKER_FATE_stuck; /* until it has a better one */
        r->jobs[i].dispatched = r->jobs[i].start = r->jobs[i].end = -1;
    }
    for (k = 0; k < clusters; k++)
        if (sim_broker_site_begin(b, k, e) != 0) return -1;
    return 0;
}

static inline void sim_broker_end(sim_broker_run *b)
{
    size_t k;
    for (k = 0; b->view.sites && k < b->view.grid->count; k++) {
        sim_batch_free(&b->view.sites[k].local);
        free(b->view.sites[k].news.items);
        free(b->view.sites[k].taken);
    }
    b->result->runs = b->grants.runs;
    b->result->run_count = b->grants.count;
    b->grants.runs = NULL;
    sim_grants_free(&b->grants);
    sim_classes_free(&b->view.classes);
    sim_queue_free(&b->view.queue);
    free(b->view.sites);
    free(b->ears);
    free(b->local);
    free(b->evicted);
    free(b->all);
    free(b->large);
    free(b->left_of);
}

/* Runs n jobs, in order of submission, none of them a reservation, on the grid. `d`: what
 * they ask for beside CPUs; NULL = nothing. `r`: zeroed; sim_broker_free it. 0, or -1
 * with a message. */
static inline int sim_broker(const sim_grid *g, const sim_demands *d, const sim_job *jobs,
                             size_t n, const sim_broker_rules *rules,
                             sim_broker_result *r, sim_error *e)
{
    const double begun = sim_seconds();
    sim_broker_run b;
    int result;
    memset(&b, 0, sizeof b);
    b.view.grid = g;
    b.view.demands = d;
    b.view.jobs = b.jobs = jobs;
    b.view.rules = rules;
    b.count = b.left = n;
    b.result = r;
    result = sim_broker_begin(&b, e);
    while (result == 0 && b.left > 0 && (b.view.now = sim_broker_due(&b)) != SIM_NEVER)
        result = sim_broker_instant(&b, e);
    r->looks = b.view.looks;
    sim_broker_end(&b);
    r->seconds = sim_seconds() - begun;
    return result;
}

#endif
