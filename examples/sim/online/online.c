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

void online_check(const struct online_rules *r, int half)
{
    const int tree = r->index == COA_INDEX_RANGE_TREE;
    if (r->place == COA_PLACE_PAPER && !tree)
        fail_usage("--place paper needs --index range-tree");
    if (r->index == COA_INDEX_COUNT && r->place != COA_PLACE_DEFAULT &&
        r->place != COA_PLACE_FIRST_FIT)
        fail_usage("--index count has no --place but first-fit, its default");
    if (tree && r->horizon == 0)
        fail_usage("--index range-tree needs a --horizon above 0");
    if ((tree || half) && r->horizon > 0 && r->slot > r->horizon)
        fail_usage("--slot (%" PRId64 " s) is longer than --horizon (%" PRId64 " s)",
                   r->slot, r->horizon);
    if (tree && r->horizon / r->slot + (r->horizon % r->slot != 0) >= COA_MAX_SLOTS)
        fail_usage("--index range-tree: --horizon holds more than %u slots",
                   COA_MAX_SLOTS - 1);
    if (r->step == 0 && !half && r->retries > 0 && r->retries != COA_NO_RETRY)
        fail_usage("--retries %" PRIu32 " needs a --step above 0", r->retries);
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
    int64_t horizon;       /* of jobs, where the calendar's is longer; else 0       */
    uint64_t booked, idle; /* jobs, and the sum of the idle periods after each      */
    struct events events;  /* early ends; on COUNT starts, too                      */
    struct events moved;   /* jobs, by a downtime                                   */
    coa_set on;            /* the servers of a downtime, or of the booking shown    */
    uint64_t broken;
};

static void must(coa_status status)
{
    if (status != COA_OK) fail("calendar: %s", coa_status_text(status));
}

/* One request, the moment it is submitted. */
static void book(struct run *o, size_t i, coa_booking *b, struct job_outcome *outcome)
{
    const struct job *job = &o->jobs[i];
    coa_request req = {0};
    coa_status status = coa_advance(o->cal, job->submit);
    if (o->horizon) req.deadline = job->submit + o->horizon;
    req.tag = i;
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

/* Job i has this booking from now on. */
static void take(struct run *o, size_t i, const coa_booking *b)
{
    const struct job *job = &o->jobs[i];
    o->grants->booking[i] = b->id;
    if (b->run_count)
        grants_add(o->grants, i, b->runs, b->run_count);
    else
        expect(o, b->start, START, i);
    if (job->run < job->length) expect(o, b->start + job->run, END, i);
}

/* A job starts to which a number of servers was promised: now it is bound to some. */
static void start_job(struct run *o, const struct event *event)
{
    coa_booking b;
    must(coa_advance(o->cal, event->time));
    must(coa_get(o->cal, o->grants->booking[event->subject], &b, &o->on));
    if (b.run_count == 0) fail("calendar: a job starts without servers");
    grants_add(o->grants, event->subject, b.runs, b.run_count);
}

/* Has the job moved since? Then another event stands for this one. */
static int is_past(const struct run *o, const struct event *e)
{
    const int64_t start = o->outcomes[e->subject].start;
    return e->time != (e->kind == START ? start : start + o->jobs[e->subject].run);
}

/* Handles all events up to `until`. */
static void pass_events(struct run *o, int64_t until)
{
    const struct event *next;
    while ((next = events_next(&o->events)) != NULL && next->time <= until) {
        if (next->kind == START && !is_past(o, next)) start_job(o, next);
        if (next->kind == END && !is_past(o, next))
            must(coa_finish(o->cal, o->grants->booking[next->subject], next->time));
        events_pop(&o->events);
    }
}

/* ---- reservations that start when they are ready ----------------------------------- */

static void note_moved(void *context, const coa_booking *b, coa_time was)
{
    struct run *o = (struct run *)context;
    if (was == COA_FOREVER) return; /* that one stays, and so no other moves */
    if (events_push(&o->moved, was, 0, (uint32_t)b->tag) != 0) fail("out of memory");
}

/* They are blocks, which a downtime does not move, as it does jobs. */
static void book_exact(struct run *o, size_t i, coa_booking *b,
                       struct job_outcome *outcome)
{
    const struct job *job = &o->jobs[i];
    const int64_t end = job->ready + job->length;
    const coa_set *on = job->on && o->rules->index != COA_INDEX_COUNT ? &o->on : NULL;
    const uint32_t n = on ? 0 : job->servers; /* of a set: all */
    const struct event *next;
    coa_id own;
    coa_status status = coa_advance(o->cal, job->submit);
    if (on) grants_list(job->on, &o->on);
    if (status == COA_OK)
        status = job->on ? coa_drain(o->cal, job->ready, end, on, n, 0, NULL, note_moved,
                                     o, &own)
                         : coa_block(o->cal, job->ready, end, on, n, &own);
    outcome->attempts = 1;
    outcome->fate = JOB_REFUSED;
    if (status == COA_E_BUSY || status == COA_E_NOFIT) return;
    must(status);
    for (; (next = events_next(&o->moved)) != NULL; events_pop(&o->moved)) {
        const uint32_t k = next->subject;
        must(coa_get(o->cal, o->grants->booking[k], b, &o->on));
        o->broken += b->start > next->time;
        o->outcomes[k].start = b->start;
        if (b->start > next->time)
            take(o, k, b);
        else if (b->run_count) /* other servers: its events stand */
            grants_add(o->grants, k, b->runs, b->run_count);
    }
    must(coa_set_tag(o->cal, own, i));
    must(coa_get(o->cal, own, b, &o->on));
    outcome->fate = JOB_RAN;
    outcome->start = b->start;
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
    (job->reserved >= JOB_EXACT ? book_exact : book)(o, i, &b, outcome);
    if (outcome->fate != JOB_RAN) return;
    take(o, i, &b);
    if (o->rules->index == COA_INDEX_RANGE_TREE) count_idle(o);
}

/* ---- a whole run ------------------------------------------------------------------- */

/* A calendar that reaches as far as the reservations that are made beyond the horizon of
 * jobs. */
static void begin(struct run *o, size_t count)
{
    const struct online_rules *rules = o->rules;
    coa_desc desc = {0};
    coa_status status;
    size_t i;
    desc.servers = o->servers;
    desc.index = (uint32_t)rules->index;
    desc.horizon = rules->horizon;
    desc.slot = rules->index == COA_INDEX_RANGE_TREE ? rules->slot : 0;
    desc.now = o->jobs[0].submit;
    for (i = 0; i < count && rules->horizon; i++) {
        const int64_t far = o->jobs[i].ready + o->jobs[i].length - o->jobs[i].submit;
        if (o->jobs[i].reserved < JOB_EXACT || far <= desc.horizon) continue;
        desc.horizon = far;
        o->horizon = rules->horizon;
    }
    if (desc.index == COA_INDEX_SLICES && desc.servers > COA_SLICES_SERVERS)
        fail("--index slices holds at most %u servers, not %" PRIu32, COA_SLICES_SERVERS,
             desc.servers);
    status = coa_create(&o->cal, &desc);
    if (status != COA_OK)
        fail("a calendar of %" PRIu32 " servers: %s", o->servers,
             coa_status_text(status));
}

/* The jobs that are submitted until then. */
static void replay(struct run *o, const struct workload *w, int64_t until)
{
    struct feedback *f = o->rules->feedback;
    size_t i, k;
    o->servers = w->servers;
    o->jobs = f ? f->jobs : w->jobs;
    grants_begin(o->grants, w->count);
    begin(o, w->count);
    for (i = 0; f ? feedback_due(f) != JOB_NEVER : i < w->count; i++) {
        k = f ? feedback_next(f) : i;
        if (o->jobs[k].submit > until) break;
        submit_job(o, k);
        if (f)
            feedback_ended(f, (uint32_t)k,
                           o->outcomes[k].fate == JOB_RAN
                               ? job_end(&o->jobs[k], &o->outcomes[k])
                               : o->jobs[k].submit);
    }
}

static void end(struct run *o)
{
    events_free(&o->events);
    events_free(&o->moved);
    coa_set_free(&o->on);
}

uint64_t online_simulate(const struct workload *w, const struct online_rules *rules,
                         struct job_outcome *outcomes, struct grants *grants,
                         coa_stats_info *stats)
{
    struct run o = {.rules = rules, .outcomes = outcomes, .grants = grants};
    replay(&o, w, JOB_NEVER);
    coa_stats(o.cal, stats);
    if (o.booked) stats->idle_groups = o.idle / o.booked;
    if (rules->index == COA_INDEX_COUNT)
        pass_events(&o, INT64_MAX); /* starts after the last submission */
    coa_destroy(o.cal);
    end(&o);
    return o.broken;
}

coa_calendar *online_calendar(const struct workload *w, const struct online_rules *rules,
                              int64_t time, struct job_outcome *outcomes,
                              struct grants *grants)
{
    struct run o = {.rules = rules, .outcomes = outcomes, .grants = grants};
    replay(&o, w, time);
    pass_events(&o, time);
    must(coa_advance(o.cal, time));
    end(&o);
    return o.cal;
}
