/* online.h - the online co-allocator of paper 1: each job is a request made the moment it
 * is submitted, and is told its start, and its servers unless they are bound late, at
 * once.
 *
 * The idea is in coalloc.h; here is what happens around it. Jobs that end before the time
 * booked for them give the rest back. A run can be saved and gone on with: checkpoint.h.
 * The program that includes this has the implementation of coalloc.h.
 */
#ifndef SIM_ONLINE_H
#define SIM_ONLINE_H

#include "coalloc.h"

#include "checkpoint.h"
#include "clock.h"
#include "error.h"
#include "events.h"
#include "grants.h"
#include "hash.h"
#include "job.h"
#include "progress.h"
#include "workload.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_online_rules {
    coa_index index;
    uint32_t place;
    int64_t slot, horizon, step;
    uint32_t retries;       /* as the calendar takes them                       */
    const char *checkpoint; /* NULL = none                                      */
    double every;           /* seconds from one to the next                     */
    uint64_t every_jobs;    /* and after so many jobs; 0 = not                  */
    uint64_t options;       /* a hash of all that makes a difference to results */
    sim_progress *progress; /* told when a job has arrived; NULL = nobody asks */
} sim_online_rules;

/* A run as far as it has come. */
typedef struct sim_online_run {
    const sim_workload *w;
    const sim_online_rules *rules;
    sim_outcome *outcomes;
    sim_grants *grants;
    coa_calendar *cal;
    sim_events events;   /* early ends; on COUNT starts, too */
    coa_id *ids;         /* the booking of each job          */
    size_t next;         /* the job to come                  */
    uint64_t bytes_peak; /* before it was loaded             */
    double begun;        /* when: earlier if it goes on      */
    double saved;        /* the last checkpoint: when        */
    uint64_t workload;   /* a hash: what a checkpoint is of  */
} sim_online_run;

/* One request, the moment it is submitted. */
static inline int sim_online_book(sim_online_run *o, const sim_job *job, coa_booking *b,
                                  sim_outcome *outcome, sim_error *e)
{
    coa_request req = {0};
    coa_status status = coa_advance(o->cal, job->submit);
    req.place = o->rules->place;
    req.step = o->rules->step;
    req.retries = o->rules->retries;
    req.ready = job->ready;
    req.length = job->length;
    req.servers = job->servers;
    if (status == COA_OK) status = coa_reserve(o->cal, &req, b);
    if (status != COA_OK && status != COA_E_NOFIT)
        return sim_fail(e, "job %" PRId64 ": %s", job->number, coa_status_text(status));
    outcome->fate = status == COA_OK ? SIM_RAN : SIM_REFUSED;
    outcome->start = b->start;
    outcome->attempts = b->attempts;
    return 0;
}

/* In this order at one moment. What was booked until later than a job ran is free from
 * the job's end on, before anything else happens then; a start binds what is free. */
enum { SIM_ONLINE_END, SIM_ONLINE_START };

/* Notes which servers a job has. */
static inline int sim_online_grant(sim_online_run *o, size_t job, const coa_booking *b,
                                   sim_error *e)
{
    return sim_grants_add(o->grants, job, b) == 0 ? 0 : sim_fail(e, "out of memory");
}

/* A job starts whose servers were promised by number: now they are bound. */
static inline int sim_online_start(sim_online_run *o, const sim_event *event,
                                   sim_error *e)
{
    coa_booking b;
    coa_status status = coa_advance(o->cal, event->time);
    if (status == COA_OK) status = coa_get(o->cal, o->ids[event->subject], &b);
    if (status != COA_OK) return sim_fail(e, "calendar: %s", coa_status_text(status));
    if (b.run_count == 0) return sim_fail(e, "calendar: a job starts without servers");
    return sim_online_grant(o, event->subject, &b, e);
}

static inline int sim_online_end(sim_online_run *o, const sim_event *event, sim_error *e)
{
    const coa_status status = coa_finish(o->cal, o->ids[event->subject], event->time);
    if (status == COA_OK) return 0;
    return sim_fail(e, "calendar: %s", coa_status_text(status));
}

/* All that happens up to `until`. */
static inline int sim_online_pass(sim_online_run *o, int64_t until, sim_error *e)
{
    const sim_event *next;
    while ((next = sim_events_next(&o->events)) != NULL && next->time <= until) {
        if ((next->kind == SIM_ONLINE_START ? sim_online_start(o, next, e)
                                            : sim_online_end(o, next, e)) != 0)
            return -1;
        sim_events_pop(&o->events);
    }
    return 0;
}

/* What is still to happen to a job that was just booked. */
static inline int sim_online_expect(sim_online_run *o, size_t i, const coa_booking *b,
                                    sim_error *e)
{
    const sim_job *job = &o->w->jobs[i];
    const uint32_t subject = (uint32_t)i;
    if (b->run_count) {
        if (sim_online_grant(o, i, b, e) != 0) return -1;
    } else if (sim_events_push(&o->events, b->start, SIM_ONLINE_START, subject) != 0) {
        return sim_fail(e, "out of memory");
    }
    if (job->run < job->length &&
        sim_events_push(&o->events, b->start + job->run, SIM_ONLINE_END, subject) != 0)
        return sim_fail(e, "out of memory");
    return 0;
}

/* Job number o->next, the moment it is submitted. */
static inline int sim_online_job(sim_online_run *o, sim_error *e)
{
    const size_t i = o->next++;
    const sim_job *job = &o->w->jobs[i];
    sim_outcome *outcome = &o->outcomes[i];
    coa_booking b = {0};
    if (job->servers > o->w->servers) {
        outcome->fate = SIM_TOO_LARGE;
        return 0;
    }
    if (sim_online_pass(o, job->submit, e) != 0 ||
        sim_online_book(o, job, &b, outcome, e) != 0)
        return -1;
    if (outcome->fate != SIM_RAN) return 0;
    o->ids[i] = b.id;
    return sim_online_expect(o, i, &b, e);
}

/* ---- checkpoints: everything a run needs to go on ---------------------------------- */

#define SIM_ONLINE_MAGIC 0x324D49534C4C4F43u /* "COLLSIM2" */

static inline uint64_t sim_online_peak(const sim_online_run *o)
{
    coa_stats_info stats;
    coa_stats(o->cal, &stats);
    return stats.bytes_peak > o->bytes_peak ? stats.bytes_peak : o->bytes_peak;
}

static inline int sim_online_put_calendar(void *ctx, const void *data, size_t size)
{
    sim_checkpoint *c = (sim_checkpoint *)ctx;
    sim_checkpoint_bytes(c, data, size);
    return c->failed;
}

static inline size_t sim_online_get_calendar(void *ctx, void *data, size_t size)
{
    return sim_checkpoint_take((sim_checkpoint *)ctx, data, size);
}

static inline void sim_online_put_jobs(sim_checkpoint *c, const sim_online_run *o)
{
    const sim_grants *g = o->grants;
    size_t i;
    sim_checkpoint_put(c, o->next);
    sim_checkpoint_put(c, g->count);
    for (i = 0; i < o->next; i++) {
        sim_checkpoint_put(c, (uint64_t)o->outcomes[i].start);
        sim_checkpoint_put(c, (uint64_t)o->outcomes[i].attempts << 32 |
                                  (uint64_t)o->outcomes[i].fate);
        sim_checkpoint_put(c, g->of[i].first);
        sim_checkpoint_put(c, g->of[i].count);
    }
    for (i = 0; i < g->count; i++)
        sim_checkpoint_put(c, (uint64_t)g->runs[i].first << 32 | g->runs[i].count);
}

static inline void sim_online_put_events(sim_checkpoint *c, const sim_online_run *o)
{
    size_t i;
    sim_checkpoint_put(c, o->events.pushed);
    sim_checkpoint_put(c, o->events.count);
    for (i = 0; i < o->events.count; i++) { /* the heap as it is */
        const sim_event *event = &o->events.heap[i];
        sim_checkpoint_put(c, (uint64_t)event->time);
        sim_checkpoint_put(c, (uint64_t)event->kind << 32 | event->subject);
        sim_checkpoint_put(c, event->sequence);
        sim_checkpoint_put(c, o->ids[event->subject]);
    }
}

static inline void sim_online_put(sim_checkpoint *c, const sim_online_run *o)
{
    sim_checkpoint_put(c, SIM_ONLINE_MAGIC);
    sim_checkpoint_put(c, o->rules->options);
    sim_checkpoint_put(c, o->workload);
    sim_checkpoint_put_double(c, sim_seconds() - o->begun);
    sim_checkpoint_put(c, sim_online_peak(o));
    sim_online_put_jobs(c, o);
    sim_online_put_events(c, o);
}

static inline int sim_online_save(sim_online_run *o, sim_error *e)
{
    sim_checkpoint c = {0};
    coa_status status;
    int result;
    sim_online_put(&c, o);
    status = coa_save(o->cal, sim_online_put_calendar, &c);
    if (status != COA_OK && status != COA_E_IO)
        result = sim_fail(e, "%s: a calendar with this --index cannot be saved: %s",
                          o->rules->checkpoint, coa_status_text(status));
    else
        result = sim_checkpoint_write(&c, o->rules->checkpoint, e);
    sim_checkpoint_free(&c);
    o->saved = sim_seconds();
    return result;
}

/* Is it time to save the run? */
static inline int sim_online_save_due(const sim_online_run *o)
{
    const uint64_t jobs = o->rules->every_jobs;
    if (jobs && o->next % jobs == 0) return 1;
    return sim_seconds() - o->saved >= o->rules->every;
}

/* The other way round; -1 if that makes no sense. The hash was right, so nobody but a
 * liar gets there; no lie makes it crash. */
static inline int sim_online_get_jobs(sim_checkpoint *c, sim_online_run *o)
{
    sim_grants *g = o->grants;
    uint64_t i, runs, first, x;
    o->next = (size_t)sim_checkpoint_get(c);
    runs = sim_checkpoint_get(c);
    if (c->failed || o->next > o->w->count || runs > sim_checkpoint_left(c) / sizeof x)
        return -1;
    for (i = 0; i < o->next; i++) {
        o->outcomes[i].start = (int64_t)sim_checkpoint_get(c);
        x = sim_checkpoint_get(c);
        o->outcomes[i].attempts = (uint32_t)(x >> 32);
        if ((x & UINT32_MAX) > SIM_REFUSED) return -1;
        o->outcomes[i].fate = (sim_fate)(x & UINT32_MAX);
        first = sim_checkpoint_get(c);
        x = sim_checkpoint_get(c);
        if (first > runs || x > runs - first) return -1;
        g->of[i].first = (size_t)first;
        g->of[i].count = (uint32_t)x;
    }
    if (runs && !sim_grants_room(g, (size_t)runs)) return -1;
    for (; g->count < runs; g->count++) {
        x = sim_checkpoint_get(c);
        g->runs[g->count].first = (uint32_t)(x >> 32);
        g->runs[g->count].count = (uint32_t)(x & UINT32_MAX);
    }
    return c->failed ? -1 : 0;
}

static inline int sim_online_get_events(sim_checkpoint *c, sim_online_run *o)
{
    sim_events *q = &o->events;
    uint64_t n, x;
    q->pushed = sim_checkpoint_get(c);
    n = sim_checkpoint_get(c);
    if (c->failed || n > 2 * (uint64_t)o->next) return -1;
    q->heap = (sim_event *)calloc(n ? (size_t)n : 1, sizeof *q->heap);
    if (!q->heap) return -1;
    q->capacity = n ? (size_t)n : 1;
    for (; q->count < n; q->count++) {
        sim_event *event = &q->heap[q->count];
        event->time = (int64_t)sim_checkpoint_get(c);
        x = sim_checkpoint_get(c);
        event->sequence = sim_checkpoint_get(c);
        event->kind = (uint32_t)(x >> 32);
        event->subject = (uint32_t)(x & UINT32_MAX);
        if (event->kind > SIM_ONLINE_START || event->subject >= o->next) return -1;
        o->ids[event->subject] = sim_checkpoint_get(c);
    }
    return c->failed ? -1 : 0;
}

static inline int sim_online_get(sim_checkpoint *c, sim_online_run *o)
{
    o->begun -= sim_checkpoint_get_double(c);
    o->bytes_peak = sim_checkpoint_get(c);
    return sim_online_get_jobs(c, o) != 0 || sim_online_get_events(c, o) != 0 ? -1 : 0;
}

/* 1: the run goes on from its checkpoint. 0: there is none. */
static inline int sim_online_resume(const coa_desc *desc, sim_online_run *o, sim_error *e)
{
    const char *path = o->rules->checkpoint;
    sim_checkpoint c = {0};
    int found = sim_checkpoint_read(&c, path, SIM_ONLINE_MAGIC, e);
    if (found > 0 && sim_checkpoint_get(&c) != o->rules->options)
        found = sim_fail(e, "%s: the checkpoint of a run with other options", path);
    if (found > 0 && sim_checkpoint_get(&c) != o->workload)
        found = sim_fail(e, "%s: the checkpoint of a run on another workload", path);
    if (found > 0 && (sim_online_get(&c, o) != 0 ||
                      coa_load(&o->cal, desc, sim_online_get_calendar, &c) != COA_OK ||
                      sim_checkpoint_left(&c) != 0))
        found = sim_fail(e, "%s: the checkpoint cannot be used", path);
    sim_checkpoint_free(&c);
    return found;
}

/* ---- a whole run ------------------------------------------------------------------- */

/* Makes the calendar, or goes on with the one of the checkpoint. */
static inline int sim_online_begin(sim_online_run *o, sim_error *e)
{
    const sim_online_rules *rules = o->rules;
    coa_desc desc = {0};
    coa_status status;
    int found = 0;
    desc.servers = o->w->servers;
    desc.index = (uint32_t)rules->index;
    desc.horizon = rules->horizon;
    desc.slot = rules->index == COA_INDEX_RANGE_TREE ? rules->slot : 0;
    o->ids = (coa_id *)calloc(o->w->count, sizeof *o->ids);
    if (!o->ids || sim_grants_begin(o->grants, o->w->count) != 0)
        return sim_fail(e, "out of memory");
    if (rules->checkpoint) {
        o->workload = sim_workload_hash(o->w);
        o->saved = sim_seconds();
        found = sim_online_resume(&desc, o, e);
    }
    sim_progress_add(rules->progress, o->next);
    if (found != 0) return found < 0 ? -1 : 0;
    desc.now = o->w->jobs[0].submit;
    status = coa_create(&o->cal, &desc);
    if (status != COA_OK)
        return sim_fail(e, "a calendar of %" PRIu32 " servers: %s", o->w->servers,
                        coa_status_text(status));
    return rules->checkpoint ? sim_online_save(o, e) : 0; /* better now than in an hour */
}

static inline int sim_online_replay(sim_online_run *o, coa_stats_info *stats,
                                    sim_error *e)
{
    while (o->next < o->w->count) {
        if (sim_online_job(o, e) != 0) return -1;
        if (o->rules->checkpoint && sim_online_save_due(o) && sim_online_save(o, e) != 0)
            return -1;
        sim_progress_add(o->rules->progress, 1);
    }
    coa_stats(o->cal, stats);
    stats->bytes_peak = sim_online_peak(o);
    if (o->rules->index != COA_INDEX_COUNT) return 0;
    return sim_online_pass(o, INT64_MAX, e); /* starts after the last submission */
}

/* Replays the whole workload. `outcomes`: one for each job, zeroed; `grants`: zeroed,
 * sim_grants_free it. *seconds: how long it took, in all. 0, or -1 with a message. */
static inline int sim_online(const sim_workload *w, const sim_online_rules *rules,
                             sim_outcome *outcomes, sim_grants *grants,
                             coa_stats_info *stats, double *seconds, sim_error *e)
{
    sim_online_run o = {0};
    int result;
    o.w = w;
    o.rules = rules;
    o.outcomes = outcomes;
    o.grants = grants;
    o.begun = sim_seconds();
    result = sim_online_begin(&o, e);
    if (result == 0) result = sim_online_replay(&o, stats, e);
    *seconds = sim_seconds() - o.begun;
    coa_destroy(o.cal);
    sim_events_free(&o.events);
    free(o.ids);
    return result;
}

#endif
