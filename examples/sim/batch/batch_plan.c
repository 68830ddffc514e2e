/* batch_plan.c - a re-plan only searches where something has come free since the job last
 * looked (replan.h). */
#include "batch/batch_plan.h"

#include "kit/base.h"

#include <inttypes.h>
#include <string.h>

void batch_plan_must(coa_status s, const char *call)
{
    if (s != COA_OK) fail("%s: %s", call, coa_status_text(s));
}

/* ---- the queue --------------------------------------------------------------------- */

struct orders_ranking batch_plan_ranking(const struct batch_run *b, size_t order)
{
    struct orders_ranking r;
    r.jobs = b->jobs;
    r.order = order;
    r.now = b->now;
    return r;
}

int batch_plan_sort(struct batch_run *b)
{
    const struct orders_ranking r = batch_plan_ranking(b, b->rules->order);
    if (!orders_order(r.order)->changes) return 0;
    orders_sort(&r, b->queue, b->waiting);
    return 1;
}

/* Where it belongs, unless the order is made anew at each look. */
void batch_plan_enqueue(struct batch_run *b, uint32_t job)
{
    const struct orders_ranking r = batch_plan_ranking(b, b->rules->order);
    size_t lo = 0, hi = b->waiting;
    b->queue = (uint32_t *)base_room(b->queue, &b->queue_room, hi, sizeof *b->queue);
    b->list = (uint32_t *)base_room(b->list, &b->list_room, hi, sizeof *b->list);
    if (r.order == ORDER_FCFS || orders_order(r.order)->changes) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (orders_before(&r, job, b->queue[middle]))
            hi = middle;
        else
            lo = middle + 1;
    }
    memmove(b->queue + lo + 1, b->queue + lo, (b->waiting - lo) * sizeof *b->queue);
    b->queue[lo] = job;
    b->waiting++;
}

/* ---- windows ----------------------------------------------------------------------- */

/* A start of the job in [from, until); JOB_NEVER: at any time. */
static coa_request request_of(const struct batch_run *b, uint32_t job, int64_t from,
                              int64_t until)
{
    coa_request want = {0};
    want.ready = from;
    want.length = b->jobs[job].estimate;
    want.servers = b->jobs[job].servers;
    want.place = b->selection->place;
    want.tag = job;
    if (until != JOB_NEVER) want.deadline = until - 1 + want.length;
    return want;
}

/* What all jobs planned on each node at that time use of it. */
static void plan_loads(struct batch_run *b, int64_t at)
{
    coa_booking other = {0};
    uint32_t i;
    sharing_loads_clear(&b->planned);
    while (coa_next(b->plan, other.id, &other, &b->chosen) == COA_OK) {
        struct sharing_share share;
        if (other.start > at || other.end <= at) continue;
        share = sharing_share(b->rules->sharing, &b->jobs[other.tag]);
        for (i = 0; i < other.run_count; i++) {
            const struct job_run run = {other.runs[i].first, other.runs[i].count};
            sharing_loads_change(&b->planned, run, &share, 0);
        }
    }
}

/* Books what the selection chooses of all that are free in the earliest window. */
static coa_status book_chosen(struct batch_run *b, const coa_request *want,
                              uint64_t limit, coa_booking *booked)
{
    struct processors_question q = {0};
    coa_status s = coa_earliest(b->plan, want, &booked->start);
    const int64_t end = booked->start + want->length;
    if (s != COA_OK) return s;
    s = coa_search(b->plan, booked->start, end, want->among, &b->found);
    batch_plan_must(s, "coa_search");
    q.found = &b->found;
    q.want = want->servers;
    q.share = sharing_share(b->rules->sharing, &b->jobs[want->tag]);
    q.loads = &b->planned;
    q.limit = limit;
    if (sharing_share_any(&q.share)) plan_loads(b, booked->start);
    b->chosen.count = 0;
    if (!b->selection->choose(&q, &b->chosen)) return COA_E_NOFIT;
    return coa_commit(b->plan, booked->start, end, &b->chosen, want->tag, &booked->id);
}

/* Books a window for the job. 0 if there is none. */
static int book(struct batch_run *b, const coa_request *want, uint64_t limit)
{
    coa_booking booked;
    const coa_status s = b->selection->choose ? book_chosen(b, want, limit, &booked)
                                              : coa_reserve(b->plan, want, &booked);
    if (s == COA_E_NOFIT) return 0;
    batch_plan_must(s, "coa_reserve");
    b->outcomes[want->tag].start = booked.start;
    b->grants->booking[want->tag] = booked.id;
    return 1;
}

/* With ties per event a server may be free in the plan while a job still holds it. */
int batch_plan_now(struct batch_run *b, uint32_t job, int ahead)
{
    const int limited = ahead && b->rules->kind == BATCH_RUA;
    coa_request want = request_of(b, job, b->now, b->now + 1);
    if (b->named && b->rules->ties == BATCH_TIES_PER_EVENT) want.among = &b->idle_servers;
    return book(b, &want, limited ? SHARING_SHARE_ONE : UINT64_MAX);
}

/* Does the selection weigh what is planned on the same nodes, and may jobs move? */
static int weighs(const struct batch_run *b)
{
    return b->rules->sharing && b->selection->weighs &&
           b->rules->kind == BATCH_CONSERVATIVE;
}

void batch_plan_taken(struct batch_run *b, int64_t from, int64_t to)
{
    if (!weighs(b)) return;
    replan_free(&b->taken, from, to);
    replan_free(&b->taken_next, from, to);
}

void batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from)
{
    const coa_request want = request_of(b, job, from, JOB_NEVER);
    if (!book(b, &want, UINT64_MAX) || b->outcomes[job].start > JOB_NEVER / 2)
        fail("job %" PRId64 " would start after 2^62 seconds", b->jobs[job].number);
    batch_plan_taken(b, b->outcomes[job].start,
                     b->outcomes[job].start + b->jobs[job].estimate);
}

static void expect_start(struct batch_run *b, uint32_t job)
{
    if (events_push_numbered(&b->events, b->outcomes[job].start, BATCH_START, job, job) !=
        0)
        fail("out of memory"); /* of reservations that start then, the lowest first */
}

void batch_plan_promise(struct batch_run *b, uint32_t job, int64_t from)
{
    batch_plan_reserve(b, job, from);
    if (b->jobs[job].reserved)
        expect_start(b, job);
    else if (b->outcomes[job].start < b->promised)
        b->promised = b->outcomes[job].start;
}

/* When it is ready, on the servers that it has to have, as far as they have names. */
static int book_exact(struct batch_run *b, uint32_t job)
{
    const struct job *j = &b->jobs[job];
    const coa_request want = request_of(b, job, j->ready, j->ready + 1);
    coa_status s;
    if (!j->on || !b->named) return book(b, &want, UINT64_MAX);
    grants_list(j->on, &b->chosen);
    s = coa_commit(b->plan, j->ready, j->ready + j->estimate, &b->chosen, job,
                   &b->grants->booking[job]);
    if (s == COA_E_BUSY) return 0;
    batch_plan_must(s, "coa_commit");
    b->outcomes[job].start = j->ready;
    return 1;
}

/* Books the downtime in a copy of the plan that lacks the promises in its way. */
static int displace(struct batch_run *b, uint32_t job)
{
    const struct job *j = &b->jobs[job];
    coa_calendar *plan = b->plan;
    coa_booking other = {0};
    struct events moved = {NULL, 0, 0, 0};
    const struct event *next;
    int stands;
    batch_plan_must(coa_copy(&b->plan, plan, NULL), "coa_copy");
    while (coa_in_the_way(b->plan, j->ready, j->ready + j->estimate,
                          b->named ? &b->chosen : NULL, other.id, &other,
                          NULL) == COA_OK) {
        const uint32_t who = (uint32_t)other.tag;
        if (b->outcomes[who].fate == JOB_RAN || b->jobs[who].reserved) continue;
        batch_plan_withdraw(b, who);
        if (events_push_numbered(&moved, other.start, 0, who, who) != 0)
            fail("out of memory");
    }
    stands = book_exact(b, job);
    coa_destroy(stands ? plan : b->plan);
    if (!stands) b->plan = plan;
    for (; stands && (next = events_next(&moved)) != NULL; events_pop(&moved)) {
        const int64_t was = next->time, length = b->jobs[next->subject].estimate;
        batch_plan_reserve(b, next->subject, was);
        b->broken += b->outcomes[next->subject].start > was;
        replan_free(&b->freed, was, was + length);
    }
    events_free(&moved);
    return stands;
}

int batch_plan_exact(struct batch_run *b, uint32_t job)
{
    const int moves = b->jobs[job].on && b->rules->kind == BATCH_CONSERVATIVE;
    const int stands = book_exact(b, job) || (moves && displace(b, job));
    if (stands) expect_start(b, job);
    return stands;
}

void batch_plan_withdraw(struct batch_run *b, uint32_t job)
{
    batch_plan_must(coa_cancel(b->plan, b->grants->booking[job]), "coa_cancel");
}

/* ---- moves ------------------------------------------------------------------------- */

/* First fit of servers with names: can the job get an earlier start, or lower servers? A
 * window that touches its own from before needs enough just before that begins; where too
 * few are idle then, windows end by that start. */
static int may_gain(struct batch_run *b, coa_request want, const coa_booking *old)
{
    const coa_run *last = &old->runs[old->run_count - 1];
    const uint32_t end = last->first + last->count;
    const int64_t from = old->start, until = want.deadline - want.length + 1;
    coa_request before = want;
    int64_t start;
    if (want.ready < from) {
        before.ready = from - 1;
        before.length = 1;
        before.deadline = from;
        if (coa_earliest(b->plan, &before, &start) == COA_OK) return 1;
        want.deadline = from;
        if (coa_earliest(b->plan, &want, &start) == COA_OK) return 1;
    }
    if (until <= from) return 0;
    batch_plan_must(coa_search(b->plan, from, old->end, NULL, &b->found), "coa_search");
    return b->found.count > 0 && b->found.runs[0].first < end;
}

/* Where servers have names, the job leaves its window and takes the best one, perhaps the
 * same. */
static int move_named(struct batch_run *b, const coa_request *want)
{
    coa_id *id = &b->grants->booking[want->tag];
    coa_booking old, moved;
    coa_status s;
    batch_plan_must(coa_get(b->plan, *id, &old, &b->kept), "coa_get");
    if (b->selection == processors_row(PROCESSORS_FIRST_FIT) && !may_gain(b, *want, &old))
        return 0;
    batch_plan_withdraw(b, (uint32_t)want->tag);
    if (!book(b, want, UINT64_MAX)) {
        s = coa_commit(b->plan, old.start, old.end, &b->kept, want->tag, id);
        batch_plan_must(s, "coa_commit");
        return 0;
    }
    batch_plan_must(coa_get(b->plan, *id, &moved, &b->found), "coa_get");
    return moved.start != old.start || moved.run_count != b->kept.count ||
           memcmp(moved.runs, b->kept.runs, b->kept.count * sizeof *moved.runs) != 0;
}

/* Windows that may be better: where servers have names, those with the same start. */
static int64_t better_until(const struct batch_run *b, uint32_t job)
{
    return b->outcomes[job].start + (b->named ? 1 : 0);
}

/* Moves the job to the first window that starts in [from, until). */
static int move(struct batch_run *b, uint32_t job, int64_t from, int64_t until)
{
    coa_request want = request_of(b, job, from, until);
    coa_booking moved;
    const char *call;
    coa_status s;
    if (b->named) return move_named(b, &want);
    s = replan_reserve(b->plan, &want, b->grants->booking[job], b->outcomes[job].start,
                       &moved, &call);
    if (s == COA_E_NOFIT) return 0;
    batch_plan_must(s, call);
    b->outcomes[job].start = moved.start;
    return 1;
}

int batch_plan_move(struct batch_run *b, uint32_t job)
{
    return move(b, job, b->now, better_until(b, job));
}

/* The job looks for a better window where one may be new. Where the selection weighs what
 * runs on the same nodes, that may be other processors for the same time, if others have
 * come (`taken`) or gone then. */
static void move_if_new(struct batch_run *b, uint32_t job)
{
    const struct replan_job is = {b->outcomes[job].start, b->jobs[job].estimate,
                                  b->jobs[job].servers};
    int64_t from = b->now, until = better_until(b, job);
    const int may = replan_narrow(&b->replan, &is, &from, &until);
    int moved;
    if (weighs(b) && (replan_is_free(&b->replan.freed, is.start) ||
                      replan_is_free(&b->taken, is.start))) {
        if (!may) from = is.start;
        until = is.start + 1;
    } else if (!may) {
        return;
    }
    moved = move(b, job, from, until);
    replan_learn(&b->replan, &is, moved ? b->outcomes[job].start : until);
    if (!moved) return;
    if (b->outcomes[job].start < b->promised) b->promised = b->outcomes[job].start;
    replan_leave(&b->replan, &is, b->outcomes[job].start);
    batch_plan_taken(b, b->outcomes[job].start, b->outcomes[job].start + is.length);
}

/* The waiting jobs in the order in which they may move. */
static const uint32_t *movers_of(const struct batch_run *b)
{
    size_t i, at;
    if (b->rules->compress != BATCH_COMPRESS_START) return b->queue;
    for (i = 0; i < b->waiting; i++) {
        const int64_t start = b->outcomes[b->queue[i]].start;
        for (at = i; at > 0 && start < b->outcomes[b->list[at - 1]].start; at--)
            b->list[at] = b->list[at - 1];
        b->list[at] = b->queue[i];
    }
    return b->list;
}

void batch_plan_replan(struct batch_run *b)
{
    const int moves =
        b->rules->kind == BATCH_CONSERVATIVE && b->rules->compress != BATCH_COMPRESS_NONE;
    const uint32_t *movers;
    size_t i;
    b->ended = 0;
    b->taken = b->taken_next;
    b->taken_next.count = 0;
    replan_begin(&b->replan, b->now, b->named, &b->freed);
    if (!moves || (b->replan.freed.count == 0 && b->taken.count == 0)) return;
    batch_plan_sort(b);
    movers = movers_of(b);
    for (i = 0; i < b->waiting; i++) move_if_new(b, movers[i]);
}
