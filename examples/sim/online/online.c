/* online.c - between two submissions the events of the jobs booked so far happen: early
 * ends, which give servers back, and with late binding the starts.
 */
#include "online/online.h"

#include "base/events.h"
#include "base/text.h"
#include "kit/fail.h"
#include "kit/unit.h"

#include <inttypes.h>

uint32_t online_half_retries(const struct online_rules *r)
{
    const int64_t slots = r->horizon / r->slot + (r->horizon % r->slot != 0);
    if (r->step == 0 || r->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

void online_describe(FILE *to, const struct online_rules *r)
{
    char step[UNIT_TEXT], horizon[UNIT_TEXT], retries[TEXT_NUMBER];
    unit_span((double)r->step, step);
    unit_span((double)r->horizon, horizon);
    if (r->retries == COA_NO_RETRY)
        fputs("online: no retry, ", to);
    else if (r->step == 0)
        fputs("online: exact earliest start, ", to);
    else if (r->retries == 0)
        fprintf(to, "online: retries every %s, ", step);
    else
        fprintf(to, "online: up to %s retries every %s, ",
                text_count(r->retries, retries), step);
    fprintf(to, r->horizon ? "horizon %s\n" : "no horizon\n", horizon);
}

/* The state of a run. */
struct run {
    const struct job *jobs;
    const struct online_rules *rules;
    struct job_outcome *outcomes;
    struct grants *grants;
    coa_calendar *cal;
    uint32_t servers;
    uint64_t booked, idle; /* jobs, and the sum of the idle periods after each */
    struct events events;  /* early ends; on COUNT starts, too */
};

static void must(coa_status status)
{
    if (status != COA_OK) fail("calendar: %s", coa_status_text(status));
}

/* One request, the moment it is submitted. */
static void book(struct run *o, const struct job *job, coa_booking *b,
                 struct job_outcome *outcome)
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
        fail("job %" PRId64 ": %s", job->number, coa_status_text(status));
    outcome->fate = status == COA_OK ? JOB_RAN : JOB_REFUSED;
    outcome->start = b->start;
    outcome->attempts = b->attempts;
}

/* Events of one moment happen in this order: the servers of a job that ends early are
 * free before another job is bound to some of them. */
enum { END, START };

static void expect(struct run *o, int64_t time, uint32_t kind, size_t job)
{
    if (events_push(&o->events, time, kind, (uint32_t)job) != 0) fail("out of memory");
}

/* A job starts to which a number of servers was promised: now it is bound to some. */
static void start_job(struct run *o, const struct event *event)
{
    coa_booking b;
    must(coa_advance(o->cal, event->time));
    must(coa_get(o->cal, o->grants->booking[event->subject], &b));
    if (b.run_count == 0) fail("calendar: a job starts without servers");
    grants_add(o->grants, event->subject, b.runs, b.run_count);
}

/* Handles all events up to `until`. */
static void pass_events(struct run *o, int64_t until)
{
    const struct event *next;
    while ((next = events_next(&o->events)) != NULL && next->time <= until) {
        if (next->kind == START)
            start_job(o, next);
        else
            must(coa_finish(o->cal, o->grants->booking[next->subject], next->time));
        events_pop(&o->events);
    }
}

static void count_idle(struct run *o)
{
    coa_stats_info now;
    coa_stats(o->cal, &now);
    o->idle += now.idle_groups;
    o->booked++;
}

static void submit_job(struct run *o, size_t i)
{
    const struct job *job = &o->jobs[i];
    struct job_outcome *outcome = &o->outcomes[i];
    coa_booking b = {0};
    outcome->fate = JOB_TOO_LARGE;
    if (job->servers > o->servers) return;
    pass_events(o, job->submit);
    book(o, job, &b, outcome);
    if (outcome->fate != JOB_RAN) return;
    o->grants->booking[i] = b.id;
    if (o->rules->index == COA_INDEX_RANGE_TREE) count_idle(o);
    if (b.run_count)
        grants_add(o->grants, i, b.runs, b.run_count);
    else
        expect(o, b.start, START, i);
    if (job->run < job->length) expect(o, b.start + job->run, END, i);
}

/* ---- a whole run ------------------------------------------------------------------- */

static void begin(struct run *o)
{
    const struct online_rules *rules = o->rules;
    coa_desc desc = {0};
    coa_status status;
    desc.servers = o->servers;
    desc.index = (uint32_t)rules->index;
    desc.horizon = rules->horizon;
    desc.slot = rules->index == COA_INDEX_RANGE_TREE ? rules->slot : 0;
    desc.now = o->jobs[0].submit;
    if (desc.index == COA_INDEX_SLICES && desc.servers > COA_SLICES_SERVERS)
        fail("--index slices holds at most %u servers, not %" PRIu32, COA_SLICES_SERVERS,
             desc.servers);
    status = coa_create(&o->cal, &desc);
    if (status != COA_OK)
        fail("a calendar of %" PRIu32 " servers: %s", o->servers,
             coa_status_text(status));
}

void online_simulate(const struct workload *w, const struct online_rules *rules,
                     struct job_outcome *outcomes, struct grants *grants,
                     coa_stats_info *stats)
{
    struct feedback *f = rules->feedback;
    struct run o = {0};
    size_t i, k;
    o.servers = w->servers;
    o.jobs = f ? f->jobs : w->jobs;
    o.rules = rules;
    o.outcomes = outcomes;
    o.grants = grants;
    grants_begin(grants, w->count);
    begin(&o);
    for (i = 0; f ? feedback_due(f) != JOB_NEVER : i < w->count; i++) {
        k = f ? feedback_next(f) : i;
        submit_job(&o, k);
        if (f)
            feedback_ended(f, (uint32_t)k,
                           outcomes[k].fate == JOB_RAN ? job_end(&o.jobs[k], &outcomes[k])
                                                       : o.jobs[k].submit);
    }
    coa_stats(o.cal, stats);
    if (o.booked) stats->idle_groups = o.idle / o.booked;
    if (rules->index == COA_INDEX_COUNT)
        pass_events(&o, INT64_MAX); /* starts after the last submission */
    coa_destroy(o.cal);
    events_free(&o.events);
}
