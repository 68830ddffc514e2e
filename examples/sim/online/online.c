/* online.c - between two submissions the events of the jobs booked so far happen: early
 * ends, which give servers back, and with late binding the starts.
 */
#include "online/online.h"

#include "base/clock.h"
#include "base/events.h"
#include "online/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>

/* The state of a run. */
struct run {
    const struct workload *w;
    const struct online_rules *rules;
    struct job_outcome *outcomes;
    struct grants *grants;
    coa_calendar *cal;
    struct events events; /* early ends; on COUNT starts, too */
    coa_id *ids;          /* the booking of each job          */
    size_t next;          /* the job that is submitted next   */
    uint64_t bytes_peak;  /* until the checkpoint             */
    double begun;         /* when; earlier if it was continued */
    double saved;         /* when the last checkpoint was made */
    uint64_t workload;    /* its hash, for the checkpoint     */
};

/* One request, the moment it is submitted. */
static int book(struct run *o, const struct job *job, coa_booking *b,
                struct job_outcome *outcome, struct error *e)
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
        return error_fail(e, "job %" PRId64 ": %s", job->number, coa_status_text(status));
    outcome->fate = status == COA_OK ? JOB_RAN : JOB_REFUSED;
    outcome->start = b->start;
    outcome->attempts = b->attempts;
    return 0;
}

/* Events of one moment happen in this order: the servers of a job that ends early are
 * free before another job is bound to some of them. */
enum { END, START };

/* Records which servers a job has. */
static int grant(struct run *o, size_t job, const coa_booking *b, struct error *e)
{
    return grants_add(o->grants, job, b) == 0 ? 0 : error_fail(e, "out of memory");
}

/* A job starts to which a number of servers was promised: now it is bound to some. */
static int start_job(struct run *o, const struct event *event, struct error *e)
{
    coa_booking b;
    coa_status status = coa_advance(o->cal, event->time);
    if (status == COA_OK) status = coa_get(o->cal, o->ids[event->subject], &b);
    if (status != COA_OK) return error_fail(e, "calendar: %s", coa_status_text(status));
    if (b.run_count == 0) return error_fail(e, "calendar: a job starts without servers");
    return grant(o, event->subject, &b, e);
}

static int end_job(struct run *o, const struct event *event, struct error *e)
{
    const coa_status status = coa_finish(o->cal, o->ids[event->subject], event->time);
    if (status == COA_OK) return 0;
    return error_fail(e, "calendar: %s", coa_status_text(status));
}

/* Handles all events up to `until`. */
static int pass_events(struct run *o, int64_t until, struct error *e)
{
    const struct event *next;
    while ((next = events_next(&o->events)) != NULL && next->time <= until) {
        if ((next->kind == START ? start_job(o, next, e) : end_job(o, next, e)) != 0)
            return -1;
        events_pop(&o->events);
    }
    return 0;
}

/* Schedules the events of a job that was just booked. */
static int expect_events(struct run *o, size_t i, const coa_booking *b, struct error *e)
{
    const struct job *job = &o->w->jobs[i];
    const uint32_t subject = (uint32_t)i;
    if (b->run_count) {
        if (grant(o, i, b, e) != 0) return -1;
    } else if (events_push(&o->events, b->start, START, subject) != 0) {
        return error_fail(e, "out of memory");
    }
    if (job->run < job->length &&
        events_push(&o->events, b->start + job->run, END, subject) != 0)
        return error_fail(e, "out of memory");
    return 0;
}

/* Submits job number o->next. */
static int submit_job(struct run *o, struct error *e)
{
    const size_t i = o->next++;
    const struct job *job = &o->w->jobs[i];
    struct job_outcome *outcome = &o->outcomes[i];
    coa_booking b = {0};
    if (job->servers > o->w->servers) {
        outcome->fate = JOB_TOO_LARGE;
        return 0;
    }
    if (pass_events(o, job->submit, e) != 0 || book(o, job, &b, outcome, e) != 0)
        return -1;
    if (outcome->fate != JOB_RAN) return 0;
    o->ids[i] = b.id;
    return expect_events(o, i, &b, e);
}

/* ---- checkpoints: the whole state of a run ---------------------------------- */

#define MAGIC 0x324D49534C4C4F43u /* "COLLSIM2" */

static uint64_t peak_bytes(const struct run *o)
{
    coa_stats_info stats;
    coa_stats(o->cal, &stats);
    return stats.bytes_peak > o->bytes_peak ? stats.bytes_peak : o->bytes_peak;
}

static int put_calendar(void *ctx, const void *data, size_t size)
{
    struct checkpoint *c = (struct checkpoint *)ctx;
    checkpoint_bytes(c, data, size);
    return c->failed;
}

static size_t get_calendar(void *ctx, void *data, size_t size)
{
    return checkpoint_take((struct checkpoint *)ctx, data, size);
}

static void put_jobs(struct checkpoint *c, const struct run *o)
{
    const struct grants *g = o->grants;
    size_t i;
    checkpoint_put(c, o->next);
    checkpoint_put(c, g->count);
    for (i = 0; i < o->next; i++) {
        checkpoint_put(c, (uint64_t)o->outcomes[i].start);
        checkpoint_put(c, (uint64_t)o->outcomes[i].attempts << 32 |
                              (uint64_t)o->outcomes[i].fate);
        checkpoint_put(c, g->of[i].first);
        checkpoint_put(c, g->of[i].count);
    }
    for (i = 0; i < g->count; i++)
        checkpoint_put(c, (uint64_t)g->runs[i].first << 32 | g->runs[i].count);
}

static void put_events(struct checkpoint *c, const struct run *o)
{
    size_t i;
    checkpoint_put(c, o->events.pushed);
    checkpoint_put(c, o->events.count);
    for (i = 0; i < o->events.count; i++) { /* the heap as it is */
        const struct event *event = &o->events.heap[i];
        checkpoint_put(c, (uint64_t)event->time);
        checkpoint_put(c, (uint64_t)event->kind << 32 | event->subject);
        checkpoint_put(c, event->sequence);
        checkpoint_put(c, o->ids[event->subject]);
    }
}

static void put_run(struct checkpoint *c, const struct run *o)
{
    checkpoint_put(c, MAGIC);
    checkpoint_put(c, o->rules->options);
    checkpoint_put(c, o->workload);
    checkpoint_put_double(c, clock_seconds() - o->begun);
    checkpoint_put(c, peak_bytes(o));
    put_jobs(c, o);
    put_events(c, o);
}

static int save_run(struct run *o, struct error *e)
{
    struct checkpoint c = {0};
    coa_status status;
    int result;
    put_run(&c, o);
    status = coa_save(o->cal, put_calendar, &c);
    if (status != COA_OK && status != COA_E_IO)
        result = error_fail(e, "%s: a calendar with this --index cannot be saved: %s",
                            o->rules->checkpoint, coa_status_text(status));
    else
        result = checkpoint_write(&c, o->rules->checkpoint, e);
    checkpoint_free(&c);
    o->saved = clock_seconds();
    return result;
}

/* Is it time to save the run? */
static int save_is_due(const struct run *o)
{
    const uint64_t jobs = o->rules->every_jobs;
    if (jobs && o->next % jobs == 0) return 1;
    return clock_seconds() - o->saved >= o->rules->every;
}

/* The reverse; -1 if a number makes no sense. The hash was right, so only a file that was
 * made up fails here; none makes the program crash. */
static int get_jobs(struct checkpoint *c, struct run *o)
{
    struct grants *g = o->grants;
    uint64_t i, runs, first, x;
    o->next = (size_t)checkpoint_get(c);
    runs = checkpoint_get(c);
    if (c->failed || o->next > o->w->count || runs > checkpoint_left(c) / sizeof x)
        return -1;
    for (i = 0; i < o->next; i++) {
        o->outcomes[i].start = (int64_t)checkpoint_get(c);
        x = checkpoint_get(c);
        o->outcomes[i].attempts = (uint32_t)(x >> 32);
        if ((x & UINT32_MAX) > JOB_REFUSED) return -1;
        o->outcomes[i].fate = (enum job_fate)(x & UINT32_MAX);
        first = checkpoint_get(c);
        x = checkpoint_get(c);
        if (first > runs || x > runs - first) return -1;
        g->of[i].first = (size_t)first;
        g->of[i].count = (uint32_t)x;
    }
    if (runs && !grants_room(g, (size_t)runs)) return -1;
    for (; g->count < runs; g->count++) {
        x = checkpoint_get(c);
        g->runs[g->count].first = (uint32_t)(x >> 32);
        g->runs[g->count].count = (uint32_t)(x & UINT32_MAX);
    }
    return c->failed ? -1 : 0;
}

static int get_events(struct checkpoint *c, struct run *o)
{
    struct events *q = &o->events;
    uint64_t n, x;
    q->pushed = checkpoint_get(c);
    n = checkpoint_get(c);
    if (c->failed || n > 2 * (uint64_t)o->next) return -1;
    q->heap = (struct event *)calloc(n ? (size_t)n : 1, sizeof *q->heap);
    if (!q->heap) return -1;
    q->capacity = n ? (size_t)n : 1;
    for (; q->count < n; q->count++) {
        struct event *event = &q->heap[q->count];
        event->time = (int64_t)checkpoint_get(c);
        x = checkpoint_get(c);
        event->sequence = checkpoint_get(c);
        event->kind = (uint32_t)(x >> 32);
        event->subject = (uint32_t)(x & UINT32_MAX);
        if (event->kind > START || event->subject >= o->next) return -1;
        o->ids[event->subject] = checkpoint_get(c);
    }
    return c->failed ? -1 : 0;
}

static int get_run(struct checkpoint *c, struct run *o)
{
    o->begun -= checkpoint_get_double(c);
    o->bytes_peak = checkpoint_get(c);
    return get_jobs(c, o) != 0 || get_events(c, o) != 0 ? -1 : 0;
}

/* All that follows the description of the run. */
static coa_status get_rest(struct checkpoint *c, const coa_desc *desc, struct run *o)
{
    coa_status status = COA_E_CORRUPT;
    if (get_run(c, o) == 0) status = coa_load(&o->cal, desc, get_calendar, c);
    return status == COA_OK && checkpoint_left(c) != 0 ? COA_E_CORRUPT : status;
}

/* 1: the run continues from its checkpoint. 0: there is none. -1: it cannot be used. */
static int resume(const coa_desc *desc, struct run *o, struct error *e)
{
    const char *path = o->rules->checkpoint;
    struct checkpoint c = {0};
    coa_status status = COA_OK;
    int found = checkpoint_read(&c, path, MAGIC, e);
    if (found > 0 && checkpoint_get(&c) != o->rules->options)
        found = error_fail(e, "%s: the checkpoint of a run with other options", path);
    if (found > 0 && checkpoint_get(&c) != o->workload)
        found = error_fail(e, "%s: the checkpoint of a run on another workload", path);
    if (found > 0) status = get_rest(&c, desc, o);
    if (status == COA_E_ABI)
        found = error_fail(e,
                           "%s: the checkpoint of another version of this program; "
                           "without it the run starts anew",
                           path);
    else if (status != COA_OK)
        found = error_fail(e, "%s: the checkpoint cannot be used: %s", path,
                           coa_status_text(status));
    checkpoint_free(&c);
    return found;
}

/* ---- a whole run ------------------------------------------------------------------- */

/* Makes the calendar, or takes the one of the checkpoint. */
static int begin(struct run *o, struct error *e)
{
    const struct online_rules *rules = o->rules;
    coa_desc desc = {0};
    coa_status status;
    int found = 0;
    desc.servers = o->w->servers;
    desc.index = (uint32_t)rules->index;
    desc.horizon = rules->horizon;
    desc.slot = rules->index == COA_INDEX_RANGE_TREE ? rules->slot : 0;
    o->ids = (coa_id *)calloc(o->w->count, sizeof *o->ids);
    if (!o->ids || grants_begin(o->grants, o->w->count) != 0)
        return error_fail(e, "out of memory");
    if (rules->checkpoint) {
        o->workload = workload_hash(o->w);
        o->saved = clock_seconds();
        found = resume(&desc, o, e);
    }
    progress_add(rules->progress, o->next);
    if (found != 0) return found < 0 ? -1 : 0;
    desc.now = o->w->jobs[0].submit;
    if (desc.index == COA_INDEX_SLICES && desc.servers > COA_SLICES_SERVERS)
        return error_fail(e, "--index slices holds at most %u servers, not %" PRIu32,
                          COA_SLICES_SERVERS, desc.servers);
    status = coa_create(&o->cal, &desc);
    if (status != COA_OK)
        return error_fail(e, "a calendar of %" PRIu32 " servers: %s", o->w->servers,
                          coa_status_text(status));
    return rules->checkpoint
               ? save_run(o, e)
               : 0; /* a place where it cannot be written is found now, not in an hour */
}

static int replay(struct run *o, coa_stats_info *stats, struct error *e)
{
    while (o->next < o->w->count) {
        if (submit_job(o, e) != 0) return -1;
        if (o->rules->checkpoint && save_is_due(o) && save_run(o, e) != 0) return -1;
        progress_add(o->rules->progress, 1);
    }
    coa_stats(o->cal, stats);
    stats->bytes_peak = peak_bytes(o);
    if (o->rules->index != COA_INDEX_COUNT) return 0;
    return pass_events(o, INT64_MAX, e); /* starts after the last submission */
}

int online_simulate(const struct workload *w, const struct online_rules *rules,
                    struct job_outcome *outcomes, struct grants *grants,
                    coa_stats_info *stats, double *seconds, struct error *e)
{
    struct run o = {0};
    int result;
    o.w = w;
    o.rules = rules;
    o.outcomes = outcomes;
    o.grants = grants;
    o.begun = clock_seconds();
    result = begin(&o, e);
    if (result == 0) result = replay(&o, stats, e);
    *seconds = clock_seconds() - o.begun;
    coa_destroy(o.cal);
    events_free(&o.events);
    free(o.ids);
    return result;
}
