/* batch_plan.c - a re-plan only searches where something has become free since the job
 * last looked (freed.h). */
#include "batch/batch_plan.h"

#include "base/events.h"
#include "base/job.h"
#include "batch/grants.h"
#include "batch/held.h"
#include "batch/sharing.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- planning ---------------------------------------------------------------------- */

const coa_set *batch_plan_among(const struct batch_run *b)
{
    return b->rules->ties == BATCH_TIES_PER_EVENT && b->processors.named
               ? &b->processors.idle
               : NULL;
}

struct processors_choice batch_plan_choice(const struct batch_run *b, uint32_t job,
                                           int ahead)
{
    const int rua = b->rules->kind == BATCH_RUA;
    struct processors_choice how;
    how.rule = b->selection;
    how.among = NULL;
    if (b->rules->sharing)
        how.share = sharing_share(b->rules->sharing, &b->jobs[job]);
    else
        memset(&how.share, 0, sizeof how.share);
    how.limit = rua && ahead ? SHARING_SHARE_ONE : UINT64_MAX;
    how.mover = NULL;
    return how;
}

int batch_plan_go_on(struct batch_run *b, struct error *e)
{
    coa_status s;
    if (b->heads_due <= b->now && batch_plan_leave_heads(b, 0, e) != 0) return -1;
    s = processors_advance(&b->processors, b->now);
    return s == COA_OK ? 0 : batch_run_wrong(b, s, e);
}

/* Does the selection weigh what runs on the same nodes, and may jobs move? */
static int weighs(const struct batch_run *b)
{
    return b->rules->sharing && processors_row(b->rules->selection)->weighs &&
           b->rules->kind == BATCH_CONSERVATIVE;
}

int batch_plan_taken(struct batch_run *b, int64_t start, int64_t end, struct error *e)
{
    if (!weighs(b)) return 0;
    return freed_add(&b->taken, start, end, 0) == 0 ? 0 : batch_run_memory(e);
}

int batch_plan_place(struct batch_run *b, uint32_t job,
                     const struct processors_wish *wish,
                     const struct processors_choice *how, struct error *e)
{
    int64_t start;
    const coa_status s = processors_book(&b->processors, job, wish, how, &start);
    if (s != COA_OK) return s == COA_E_NOFIT ? 0 : batch_run_job_wrong(b, job, s, e);
    b->outcomes[job].start = start;
    return batch_plan_taken(b, start, start + wish->length, e) == 0 ? 1 : -1;
}

int batch_plan_withdraw(struct batch_run *b, uint32_t job, struct error *e)
{
    const coa_status s = processors_withdraw(&b->processors, job);
    return s == COA_OK ? 0 : batch_run_job_wrong(b, job, s, e);
}

int batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    const struct processors_wish wish = batch_plan_wish(b, job, from, JOB_NEVER);
    const struct processors_choice how = batch_plan_choice(b, job, 0);
    const int result = batch_plan_place(b, job, &wish, &how, e);
    if (result == 0 || (result > 0 && b->outcomes[job].start > JOB_NEVER / 2))
        return error_fail(e, "job %" PRId64 " would start after 2^62 seconds",
                          b->jobs[job].number);
    return result > 0 ? 0 : -1;
}

int batch_plan_leave_heads(struct batch_run *b, size_t but, struct error *e)
{
    while (b->heads > but)
        if (batch_plan_withdraw(b, b->queue[--b->heads], e) != 0) return -1;
    b->seen = 0;
    b->refused = NULL;
    b->heads_due = b->heads > 0 ? b->outcomes[b->queue[0]].start : JOB_NEVER;
    return 0;
}

int batch_plan_follow(struct batch_run *b, uint32_t job, coa_id *last, struct error *e)
{
    const struct held *held = held_get(&b->processors.held, job);
    if (held->booking < *last && (batch_plan_withdraw(b, job, e) != 0 ||
                                  batch_plan_reserve(b, job, b->now, e) != 0))
        return -1;
    *last = held_get(&b->processors.held, job)->booking;
    return 0;
}

int batch_plan_await(struct batch_run *b, uint32_t job, struct error *e)
{
    const int64_t start = b->outcomes[job].start;
    if (events_push_numbered(&b->events, start, BATCH_START, job, job) != 0)
        return batch_run_memory(e);
    return 0;
}

int batch_plan_promise(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    if (batch_plan_reserve(b, job, from, e) != 0) return -1;
    if (!b->jobs[job].reserved) {
        batch_plan_expect(b, b->outcomes[job].start);
        return 0;
    }
    b->booked++;
    return batch_plan_await(b, job, e);
}

/* ---- re-planning ------------------------------------------------------------------- */

/* Narrows what the job looks for to windows that may be new. 0 if there are none.
 *
 * Where servers are counted, a window that touches the one it has needs them just before
 * that begins. */
static int narrow(const struct batch_run *b, const struct job *j, int64_t old,
                  struct processors_wish *wish)
{
    const struct freed *f = &b->freed;
    const int64_t end = b->processors.named ? old + j->estimate : old;
    size_t first, last;
    first = freed_after(f, wish->from);
    if (first == f->count || f->items[first].lo >= end) return 0;
    if (f->items[first].lo - j->estimate >= wish->from)
        wish->from = f->items[first].lo - j->estimate + 1;
    last = freed_after(f, end - 1);
    if (last == f->count || f->items[last].lo >= end) {
        if (f->items[--last].hi < wish->until) wish->until = f->items[last].hi;
        if (!b->processors.named && wish->until > old - j->estimate + 1)
            wish->until = old - j->estimate + 1;
    }
    return wish->from < wish->until;
}

/* The same where the selection weighs what runs on the same nodes: it may also choose
 * other processors for the same time, if others have come or gone then. */
static int narrow_weighing(const struct batch_run *b, const struct job *j, int64_t old,
                           struct processors_wish *wish)
{
    const int may = narrow(b, j, old, wish);
    if (!freed_has(&b->freed, old) && !freed_has(&b->taken, old)) return may;
    if (!may) wish->from = old;
    wish->until = old + 1;
    return 1;
}

/* The same by the holes that have opened. */
static int narrow_to_holes(const struct batch_run *b, const struct job *j, int64_t old,
                           struct processors_wish *wish)
{
    const struct openings *o = b->openings;
    const struct openings_cell *cell = openings_for(o, j->servers, j->estimate);
    const int64_t apart = old - j->estimate;
    const int touches = openings_at(o, j->servers, old - 1);
    int64_t from = apart + 1;
    if (cell->begin <= apart && cell->freed < old) {
        from = cell->freed - j->estimate + 1;
        if (from < cell->begin) from = cell->begin;
        if (!touches && wish->until > apart + 1) wish->until = apart + 1;
    } else if (!touches) {
        return 0;
    }
    if (wish->from < from) wish->from = from;
    return wish->from < wish->until;
}

struct opening { /* what has become free */
    struct openings *openings;
    int64_t from, to;
    uint32_t gave;     /* so many servers in all of it */
    uint32_t had;      /* servers that were free in all of it before, or fewer */
    uint32_t least;    /* that are free now in a hole that has all of it; 0 = unknown */
    int64_t first_end; /* of the first hole listed */
    int stopped;
};

/* Holes of no more servers than were free before are not new. */
static int note_opening(void *context, int64_t start, int64_t end, uint32_t servers)
{
    struct opening *o = (struct opening *)context;
    if (servers <= o->had) return o->stopped = 1;
    if (o->first_end == o->from) o->first_end = end;
    openings_add(o->openings, servers, start, end, start > o->from ? start : o->from);
    if (servers <= o->least) return 0;
    openings_free(o->openings, servers, start > o->from ? start : o->from,
                  end < o->to ? end : o->to);
    if (o->least > 0 || start > o->from || end < o->to) return 0;
    o->least = servers;
    o->had = servers > o->gave ? servers - o->gave : 0;
    return 0;
}

/* Notes the holes that have opened in [from, to), in all of which so many servers have
 * been given back, and *had were free before. Sets *had to how many were, as far as that
 * is seen. */
static int open_up(struct batch_run *b, int64_t from, int64_t to, uint32_t gave,
                   uint32_t *had, struct error *e)
{
    struct opening o;
    coa_status s;
    o.openings = b->openings;
    o.from = o.first_end = from > b->now ? from : b->now;
    o.to = to < b->openings->last ? to : b->openings->last;
    o.gave = gave;
    o.had = 0;
    o.least = 0;
    o.stopped = 0;
    if (o.from >= o.to) return 0;
    s = processors_holes(&b->processors, o.from, o.to,
                         *had < b->openings->least ? b->openings->least : *had + 1,
                         note_opening, &o);
    if (s == COA_OK && o.stopped && o.first_end < o.to)
        s = processors_holes(&b->processors, o.first_end, o.to, o.least + 1, note_opening,
                             &o);
    if (o.to == to) *had = o.had;
    return s == COA_OK ? 0 : batch_run_wrong(b, s, e);
}

/* Notes all holes that have opened, where that pays. */
static int open_all(struct batch_run *b, struct error *e)
{
    const size_t from = b->rules->sifts_from;
    uint32_t servers = 0;
    int64_t length = 0;
    size_t i;
    b->sifts =
        !b->processors.named && b->waiting >= (from ? from : (size_t)BATCH_SIFTS_FROM);
    if (!b->sifts) return 0;
    if (!b->openings) b->openings = (struct openings *)malloc(sizeof *b->openings);
    if (!b->openings) return batch_run_memory(e);
    b->openings->least = UINT32_MAX;
    b->openings->first = b->openings->last = b->now;
    for (i = 0; i < b->waiting; i++) {
        const struct job *j = &b->jobs[b->queue[i]];
        const int64_t start = b->outcomes[b->queue[i]].start;
        if (j->servers > servers) servers = j->servers;
        if (j->servers < b->openings->least) b->openings->least = j->servers;
        if (j->estimate > length) length = j->estimate;
        if (start > b->openings->last) b->openings->last = start;
    }
    openings_begin(b->openings, servers, length);
    for (i = 0; i < b->freed.count; i++) {
        const struct freed_interval *f = &b->freed.items[i];
        uint32_t had = f->had;
        if (open_up(b, f->lo, f->hi, UINT32_MAX, &had, e) != 0) return -1;
    }
    return 0;
}

/* The job has left its window: what it leaves is free for the jobs after it at once, and
 * for the others in the next re-plan. */
static int leave(struct batch_run *b, const struct job *j, int64_t old, int64_t start,
                 struct error *e)
{
    int64_t end = old + j->estimate, from = start + j->estimate;
    uint32_t had = 0;
    if (b->processors.named || from < old) from = old;
    if (b->sifts ? open_up(b, from, end, j->servers, &had, e) != 0
                 : freed_add(&b->freed, from, end, 0) != 0)
        return b->sifts ? -1 : batch_run_memory(e);
    if (freed_add(&b->vacated, from, end, had) != 0) return batch_run_memory(e);
    if (weighs(b)) {
        end = start + j->estimate;
        if (freed_add(&b->taken, start, end, 0) != 0 ||
            freed_add(&b->retaken, start, end, 0) != 0)
            return batch_run_memory(e);
    }
    refusals_open(&b->refusals, from);
    return 0;
}

/* Leaves out starts that are known to be in vain for windows that end before `apart` +
 * the job's length: they do not overlap the one it has. 0 if no other start is left. */
static int leave_out(const struct batch_run *b, const struct job *j, int64_t apart,
                     struct processors_wish *wish)
{
    const int64_t until = wish->until < apart ? wish->until : apart;
    if (wish->from < until)
        wish->from =
            refusals_skip(&b->refusals, j->servers, j->estimate, wish->from, until);
    return wish->from < wish->until;
}

/* All windows that may be better than the one the job has. */
static struct processors_wish better_wish(const struct batch_run *b, uint32_t job)
{
    const int64_t old = b->outcomes[job].start;
    return batch_plan_wish(b, job, b->now, b->processors.named ? old + 1 : old);
}

/* The job moves to the first of these windows. 1, or 0 if there is none; or -1. */
static int move_to(struct batch_run *b, uint32_t job, const struct processors_wish *wish,
                   struct error *e)
{
    const struct processors_choice how = batch_plan_choice(b, job, 0);
    int64_t start = b->outcomes[job].start;
    const coa_status s = processors_move(
        &b->processors, held_get(&b->processors.held, job), wish, how, &start);
    if (s != COA_OK) return s == COA_E_NOFIT ? 0 : batch_run_job_wrong(b, job, s, e);
    b->outcomes[job].start = start;
    return 1;
}

int batch_plan_move(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct processors_wish wish = better_wish(b, job);
    return wish.from < wish.until ? move_to(b, job, &wish, e) : 0;
}

/* The job looks for a better window where one may be new. */
static int move(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    const int64_t old = b->outcomes[job].start, apart = old - j->estimate + 1;
    struct processors_wish wish = better_wish(b, job);
    int64_t until;
    int moved, may;
    if (wish.from >= wish.until) return 0;
    may = b->sifts    ? narrow_to_holes(b, j, old, &wish)
          : weighs(b) ? narrow_weighing(b, j, old, &wish)
                      : narrow(b, j, old, &wish);
    if (may <= 0) return may;
    if (!leave_out(b, j, apart, &wish)) return 0;
    moved = move_to(b, job, &wish, e);
    if (moved == 0 && b->sifts)
        openings_refuse(b->openings, j->servers, j->estimate, old - j->estimate + 1);
    if (moved < 0) return -1;
    until = moved ? b->outcomes[job].start : wish.until;
    refusals_add(&b->refusals, j->servers, j->estimate, wish.from,
                 until < apart ? until : apart);
    if (!moved) return 0;
    batch_plan_expect(b, b->outcomes[job].start);
    return leave(b, j, old, b->outcomes[job].start, e);
}

/* The waiting jobs in the order in which they may move. */
static const uint32_t *movers_of(struct batch_run *b)
{
    size_t i, at;
    batch_run_sort(b);
    if (b->rules->compress != BATCH_COMPRESS_START) return b->queue;
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        const int64_t start = b->outcomes[job].start;
        for (at = i; at > 0 && start < b->outcomes[b->by_start[at - 1]].start; at--)
            b->by_start[at] = b->by_start[at - 1];
        b->by_start[at] = job;
    }
    return b->by_start;
}

int batch_plan_replan(struct batch_run *b, struct error *e)
{
    const int moves = b->rules->kind == BATCH_CONSERVATIVE &&
                      b->rules->compress != BATCH_COMPRESS_NONE && b->waiting > 0;
    const uint32_t *movers;
    size_t i;
    b->ended = 0;
    if (freed_move(&b->freed, &b->vacated) != 0 ||
        freed_move(&b->taken, &b->retaken) != 0)
        return batch_run_memory(e);
    if (moves && (b->freed.count > 0 || b->taken.count > 0)) {
        movers = movers_of(b);
        refusals_begin(&b->refusals);
        if (open_all(b, e) != 0) return -1;
        for (i = 0; i < b->waiting; i++)
            if (move(b, movers[i], e) != 0) return -1;
    }
    b->freed.count = b->taken.count = 0;
    return 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* The job takes the servers it has booked (give 0), or gives them back, but for the
 * booking; which ones, if that is known. */
static int hold(struct batch_run *b, const struct held *held, const coa_booking *booked,
                int give, struct error *e)
{
    struct processors *p = &b->processors;
    const uint32_t job = held->job;
    const int share = sharing_share_any(&held->share), idle = batch_plan_among(b) != NULL;
    const int grant = b->grants && !give;
    coa_booking shown;
    coa_status s = COA_OK;
    if (!share && !idle && !grant) return 0;
    if (!booked) {
        booked = &shown;
        p->call = "coa_get";
        s = coa_get(p->calendar, held->booking, &shown);
        if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    }
    if (share)
        b->speeds_changed |= sharing_loads_change(&p->loads, booked->runs,
                                                  booked->run_count, &held->share, give);
    if (idle) s = processors_idle(p, booked, give);
    if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    return grant && grants_add(b->grants, job, booked) != 0 ? batch_run_memory(e) : 0;
}

int batch_plan_start(struct batch_run *b, uint32_t job, const coa_booking *booked,
                     struct error *e)
{
    const struct job *j = &b->jobs[job];
    struct held *held = held_get(&b->processors.held, job);
    b->outcomes[job].fate = JOB_RAN;
    b->outcomes[job].start = b->now;
    b->outcomes[job].lost = 0;
    b->idle -= j->servers;
    b->running++;
    held->state = HELD_RUNNING;
    held->pace = sharing_pace_begin(b->now);
    held->due = b->now + j->run;
    held->rank = b->events.pushed;
    if (hold(b, held, booked, 0, e) != 0) return -1;
    if (events_push(&b->events, held->due, BATCH_END, job) != 0)
        return batch_run_memory(e);
    if (b->notify) b->notify(b->context, job, 0);
    return 0;
}

int64_t batch_plan_planned(const struct batch_run *b, uint32_t job)
{
    const int64_t estimate = b->jobs[job].estimate;
    if (!b->rules->sharing) return b->outcomes[job].start + estimate;
    return sharing_pace_end(&held_get(&b->processors.held, job)->pace, estimate);
}

int batch_plan_end(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    const int64_t planned = batch_plan_planned(b, job);
    struct held *held = held_get(&b->processors.held, job);
    coa_status s;
    b->outcomes[job].lost = b->now - b->outcomes[job].start - j->run;
    b->ended = b->changed = b->unsettled = 1;
    b->running--;
    b->idle += j->servers;
    if (hold(b, held, NULL, 1, e) != 0) return -1;
    s = processors_end(&b->processors, held, b->now, planned);
    if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    if (b->rules->kind == BATCH_CONSERVATIVE &&
        freed_add(&b->freed, b->now, planned, 0) != 0)
        return batch_run_memory(e);
    if (b->notify) b->notify(b->context, job, 1);
    return 0;
}
