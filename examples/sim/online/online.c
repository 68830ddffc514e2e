/* online.c - between two submissions the events of the jobs booked so far happen: early
 * ends, which give servers back, and with late binding the starts.
 */
#include "online/online.h"

#include "base/events.h"

#include <inttypes.h>
#include <stdlib.h>

/* The state of a run. */
struct run {
    const struct workload *w;
    const struct job *jobs;
    const struct online_rules *rules;
    struct job_outcome *outcomes;
    struct grants *grants;
    coa_calendar *cal;
    struct events events; /* early ends; on COUNT starts, too */
    coa_id *ids;          /* the booking of each job          */
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
    const struct job *job = &o->jobs[i];
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

static int submit_job(struct run *o, size_t i, struct error *e)
{
    const struct job *job = &o->jobs[i];
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

/* ---- a whole run ------------------------------------------------------------------- */

static int begin(struct run *o, struct error *e)
{
    const struct online_rules *rules = o->rules;
    coa_desc desc = {0};
    coa_status status;
    desc.servers = o->w->servers;
    desc.index = (uint32_t)rules->index;
    desc.horizon = rules->horizon;
    desc.slot = rules->index == COA_INDEX_RANGE_TREE ? rules->slot : 0;
    o->ids = (coa_id *)calloc(o->w->count, sizeof *o->ids);
    if (!o->ids || grants_begin(o->grants, o->w->count) != 0)
        return error_fail(e, "out of memory");
    desc.now = o->jobs[0].submit;
    if (desc.index == COA_INDEX_SLICES && desc.servers > COA_SLICES_SERVERS)
        return error_fail(e, "--index slices holds at most %u servers, not %" PRIu32,
                          COA_SLICES_SERVERS, desc.servers);
    status = coa_create(&o->cal, &desc);
    if (status == COA_OK) return 0;
    return error_fail(e, "a calendar of %" PRIu32 " servers: %s", o->w->servers,
                      coa_status_text(status));
}

static int replay(struct run *o, coa_stats_info *stats, struct error *e)
{
    struct feedback *f = o->rules->feedback;
    size_t i, k;
    for (i = 0; f ? feedback_due(f) != JOB_NEVER : i < o->w->count; i++) {
        k = f ? feedback_next(f) : i;
        if (submit_job(o, k, e) != 0) return -1;
        progress_add(o->rules->progress, 1);
        if (f)
            feedback_ended(f, (uint32_t)k,
                           o->outcomes[k].fate == JOB_RAN
                               ? job_end(&o->jobs[k], &o->outcomes[k])
                               : o->jobs[k].submit);
    }
    coa_stats(o->cal, stats);
    if (o->rules->index != COA_INDEX_COUNT) return 0;
    return pass_events(o, INT64_MAX, e); /* starts after the last submission */
}

int online_simulate(const struct workload *w, const struct online_rules *rules,
                    struct job_outcome *outcomes, struct grants *grants,
                    coa_stats_info *stats, struct error *e)
{
    struct run o = {0};
    int result;
    o.w = w;
    o.jobs = rules->feedback ? rules->feedback->jobs : w->jobs;
    o.rules = rules;
    o.outcomes = outcomes;
    o.grants = grants;
    result = begin(&o, e);
    if (result == 0) result = replay(&o, stats, e);
    coa_destroy(o.cal);
    events_free(&o.events);
    free(o.ids);
    return result;
}
