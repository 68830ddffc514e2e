/* plan.c - a re-plan only searches where something has come free since the job last
 * looked (replan.h). */
#include "machine/plan.h"

#include "base/compare.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the queue --------------------------------------------------------------------- */

struct orders_ranking plan_ranking(const struct machine *m, size_t order)
{
    const struct orders_ranking r = {m->jobs, order, m->now};
    return r;
}

void plan_sort(struct machine *m)
{
    const struct orders_ranking r = plan_ranking(m, m->rules->order);
    if (!orders_order(r.order)->changes) return;
    orders_sort(&r, m->queue, m->waiting);
    plan_unseen(m, 0);
}

/* Where it belongs, unless the order is made again at each look. */
void plan_enqueue(struct machine *m, uint32_t job)
{
    const struct orders_ranking r = plan_ranking(m, m->rules->order);
    size_t lo = 0, hi = m->waiting;
    m->queue = base_room(m->queue, &m->line.room, hi, sizeof *m->queue);
    if (r.order == ORDER_FCFS || orders_order(r.order)->changes) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (orders_before(&r, job, m->queue[middle]))
            hi = middle;
        else
            lo = middle + 1;
    }
    memmove(m->queue + lo + 1, m->queue + lo, (m->waiting - lo) * sizeof *m->queue);
    m->queue[lo] = job;
    m->waiting++;
    plan_unseen(m, lo);
}

void plan_more_room(struct machine *m)
{
    m->line.more++;
    m->line.from = m->line.seen = 0;
    m->line.refusals = 0;
}

void plan_leave(struct machine *m, uint32_t job)
{
    if (m->line.place >= m->waiting ||
        m->queue[m->line.place] != job) /* it is not where we are */
        for (m->line.place = 0; m->queue[m->line.place] != job;) m->line.place++;
    if (m->line.gone++ == 0 || m->line.place < m->line.first_gone)
        m->line.first_gone = m->line.place;
}

static int in_queue(const struct machine *m, uint32_t job)
{
    const uint32_t state = m->known[job].state;
    return state >= MACHINE_WAITS && state <= MACHINE_APPOINTED;
}

void plan_close(struct machine *m)
{
    size_t i, stay;
    if (m->line.gone == 0) return;
    for (i = stay = m->line.first_gone; m->line.gone > 0; i++) {
        if (in_queue(m, m->queue[i]))
            m->queue[stay++] = m->queue[i];
        else
            m->line.gone--;
    }
    memmove(m->queue + stay, m->queue + i, (m->waiting - i) * sizeof *m->queue);
    plan_unseen(m, m->line.first_gone);
    m->waiting -= i - stay;
}

/* ---- windows ----------------------------------------------------------------------- */

/* A start of the job in [from, until); JOB_NEVER: at any time. */
static coa_request request_of(const struct machine *m, uint32_t job, int64_t from,
                              int64_t until)
{
    coa_request want = m->asking;
    want.ready = from;
    want.length = plan_length(m, job);
    want.servers = m->jobs[job].servers;
    want.tag = job;
    if (until != JOB_NEVER) want.deadline = until - 1 + want.length;
    return want;
}

/* What all jobs planned on each node at that time use of it. */
static void plan_loads(struct machine *m, int64_t at)
{
    coa_booking other = {0};
    sharing_loads_clear(&m->speeds.planned);
    while (coa_next(plan_of(m), other.id, &other, &m->sets.chosen) == COA_OK) {
        if (other.start > at || other.end <= at) continue;
        struct sharing_share share =
            sharing_share(m->rules->sharing, &m->jobs[other.tag]);
        for (uint32_t i = 0; i < other.run_count; i++) {
            const struct job_run run = {other.runs[i].first, other.runs[i].count};
            sharing_loads_change(&m->speeds.planned, run, &share, 0);
        }
    }
}

/* Books what the selection chooses of all that are free in the earliest window. */
static coa_status book_chosen(struct machine *m, const coa_request *want, uint64_t limit,
                              coa_booking *booked)
{
    coa_status s = coa_earliest(plan_of(m), want, &booked->start);
    const int64_t end = booked->start + want->length;
    if (s != COA_OK) return s;
    s = coa_search(plan_of(m), booked->start, end, want->among, &m->sets.found);
    grants_must(s, "coa_search");
    struct processors_question q = {
        .found = &m->sets.found,
        .want = want->servers,
        .share = sharing_share(m->rules->sharing, &m->jobs[want->tag]),
        .loads = &m->speeds.planned,
        .limit = limit};
    if (sharing_share_any(&q.share)) plan_loads(m, booked->start);
    m->sets.chosen.count = 0;
    if (!m->selection->choose(&q, &m->sets.chosen)) return COA_E_NOFIT;
    return coa_commit(plan_of(m), booked->start, end, &m->sets.chosen, want->tag,
                      &booked->id);
}

/* Narrows the request to the earliest start at which there are other resources, too. */
static int agree(struct machine *m, coa_request *want)
{
    const int64_t last = want->deadline ? want->deadline - want->length : JOB_NEVER;
    int64_t start;
    coa_status s;
    while ((s = coa_earliest(plan_of(m), want, &start)) == COA_OK) {
        want->ready =
            pool_earliest(m->pool, (uint32_t)want->tag, want->length, start, last);
        if (want->ready == JOB_NEVER) return 0;
        want->deadline = start + want->length;
        if (want->ready == start) return 1;
        want->deadline = last == JOB_NEVER ? 0 : last + want->length;
    }
    if (s != COA_E_NOFIT) grants_must(s, "coa_earliest");
    return 0;
}

/* Books a window for the job's servers. 0 if there is none. */
static inline int book_servers(struct machine *m, const coa_request *want, uint64_t limit)
{
    const uint32_t job = (uint32_t)want->tag;
    coa_booking booked;
    const coa_status s = m->selection->choose ? book_chosen(m, want, limit, &booked)
                                              : coa_reserve(plan_of(m), want, &booked);
    if (m->rules->asking) m->outcomes[job].attempts = booked.attempts;
    if (s == COA_E_NOFIT) return 0;
    grants_must(s, "coa_reserve");
    m->outcomes[job].start = booked.start;
    m->known[job].booking = booked.id;
    if (m->rules->asking && m->named && !m->selection->choose)
        grants_add(m->grants, job, booked.runs, booked.run_count);
    return 1;
}

/* Books a window for the job. 0 if there is none. */
static inline int book(struct machine *m, coa_request *want, uint64_t limit)
{
    const uint32_t job = (uint32_t)want->tag;
    if (!m->pool) return book_servers(m, want, limit);
    if (!agree(m, want) || !book_servers(m, want, limit)) return 0;
    pool_book(m->pool, job, m->outcomes[job].start, want->length);
    return 1;
}

/* With ties per event a server may be free in the plan while a job still holds it. */
int plan_now(struct machine *m, uint32_t job, int ahead)
{
    const int limited = ahead && m->rules->policy->gentle;
    coa_request want = request_of(m, job, m->now, m->now + 1);
    if (m->named && m->rules->ties == MACHINE_TIES_PER_EVENT) want.among = &m->sets.idle;
    return book(m, &want, limited ? SHARING_SHARE_ONE : UINT64_MAX);
}

/* Does the selection weigh jobs planned on the same nodes, and may jobs move? */
static int weighs(const struct machine *m)
{
    return m->rules->sharing && m->selection->weighs && m->rules->policy->replan;
}

void plan_taken(struct machine *m, int64_t from, int64_t to)
{
    if (!weighs(m)) return;
    replan_free(&m->moves.taken, from, to);
    replan_free(&m->moves.taken_next, from, to);
}

/* The earliest start from `from` on, within the horizon. */
int plan_reserve(struct machine *m, uint32_t job, int64_t from)
{
    coa_request want = request_of(m, job, from, JOB_NEVER);
    if (m->rules->horizon && m->known[job].state != MACHINE_HELD)
        want.deadline = m->now + m->rules->horizon;
    if (!book(m, &want, UINT64_MAX)) {
        if (m->rules->asking || m->rules->horizon) return 0;
        m->outcomes[job].start = JOB_NEVER;
    }
    if (m->outcomes[job].start > JOB_NEVER / 2)
        fail("job %" PRId64 " would start after 2^62 seconds", m->jobs[job].number);
    plan_taken(m, m->outcomes[job].start, m->outcomes[job].start + want.length);
    return 1;
}

void plan_expect_start(struct machine *m, uint32_t job)
{
    /* of reservations that start then, the lowest first */
    plan_push(&m->events, m->outcomes[job].start, MACHINE_START, job, job);
}

/* When it is ready, on the servers that it has to have, as far as they have names. */
static int book_exact(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    coa_request want = request_of(m, job, j->ready, j->ready + 1);
    if (!j->on || !m->named) return book(m, &want, UINT64_MAX);
    grants_list(j->on, &m->sets.chosen);
    const coa_status s = coa_commit(plan_of(m), j->ready, j->ready + plan_length(m, job),
                                    &m->sets.chosen, job, &m->known[job].booking);
    if (m->rules->asking) m->outcomes[job].attempts = 1;
    if (s == COA_E_BUSY) return 0;
    grants_must(s, "coa_commit");
    m->outcomes[job].start = j->ready;
    return 1;
}

struct moved { /* a promise in the way of a downtime */
    int64_t start;
    coa_id booking;
    uint32_t job;
};

static int by_start(const void *x, const void *y)
{
    const struct moved *a = x, *b = y;
    const int order = COMPARE(a->start, b->start);
    return order ? order : COMPARE(a->job, b->job);
}

/* Books the downtime in a copy of the plan that lacks the promises in its way. */
static int displace(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    coa_calendar *plan = plan_of(m);
    coa_booking other = {0};
    struct moved *moved = NULL;
    size_t count = 0, room = 0;
    grants_must(coa_copy(&m->plan, plan, NULL), "coa_copy");
    while (coa_in_the_way(plan_of(m), j->ready, j->ready + plan_length(m, job),
                          m->named ? &m->sets.chosen : NULL, other.id, &other,
                          NULL) == COA_OK) {
        const struct moved is = {other.start, other.id, (uint32_t)other.tag};
        if (m->known[is.job].state == MACHINE_RUNS || m->jobs[is.job].reserved) continue;
        plan_withdraw(m, is.job);
        moved = base_room(moved, &room, count, sizeof is);
        moved[count++] = is;
    }
    if (count > 0) qsort(moved, count, sizeof *moved, by_start);
    int stands = book_exact(m, job);
    for (size_t i = 0; i < count && stands; i++)
        stands = plan_reserve(m, moved[i].job, moved[i].start);
    for (size_t i = 0; i < count; i++) {
        const struct moved *is = &moved[i];
        int64_t *start = &m->outcomes[is->job].start;
        if (!stands) {
            *start = is->start;
            m->known[is->job].booking = is->booking;
            continue;
        }
        if (m->known[is->job].state == MACHINE_RESERVED) plan_expect_start(m, is->job);
        m->broken += *start > is->start;
        replan_free(&m->moves.freed, is->start, is->start + plan_length(m, is->job));
    }
    coa_destroy(stands ? plan : m->plan);
    if (!stands) m->plan = plan;
    free(moved);
    return stands;
}

int plan_exact(struct machine *m, uint32_t job)
{
    const int moves = m->jobs[job].on && (m->promised != JOB_NEVER || m->rules->asking);
    const int stands = book_exact(m, job) || (moves && displace(m, job));
    if (stands) plan_expect_start(m, job);
    return stands;
}

void plan_give_up(struct machine *m, uint32_t job)
{
    const struct replan_job is = {m->outcomes[job].start, plan_length(m, job),
                                  m->jobs[job].servers};
    if (is.start + is.length > m->now) plan_withdraw(m, job); /* else it is over */
    if (m->promised == JOB_NEVER) return;
    replan_leave(&m->moves.pass, &is, is.start - is.length);
    replan_free(&m->moves.freed, is.start, is.start + is.length);
}

void plan_withdraw(struct machine *m, uint32_t job)
{
    grants_must(coa_cancel(plan_of(m), m->known[job].booking), "coa_cancel");
    m->grants->of[job].count = 0;
    if (m->pool) pool_give_back(m->pool, job);
    plan_more_room(m);
}

void plan_grant(struct machine *m, uint32_t job)
{
    coa_booking booked;
    if (!m->apart) {
        grants_take_lowest(m->grants, job, m->jobs[job].servers, &m->sets.idle);
    } else if (!m->named) {
        pool_take(m->pool, job, m->grants, &m->sets.idle);
    } else {
        if (m->grants->of[job].count == 0) { /* else known since it was booked */
            grants_must(coa_get(m->plan, m->known[job].booking, &booked, &m->sets.found),
                        "coa_get");
            grants_add(m->grants, job, booked.runs, booked.run_count);
        }
        if (m->sets.watched) grants_take(m->grants, job, &m->sets.idle);
    }
}

void plan_end(struct machine *m, uint32_t job, int64_t planned)
{
    if (m->now < planned) { /* else its booking is over */
        m->holds.early = 1;
        grants_must(coa_finish(plan_of(m), m->known[job].booking, m->now), "coa_finish");
        replan_free(&m->moves.freed, m->now, planned);
    }
    if (m->pool) pool_give_back(m->pool, job);
    plan_more_room(m);
}

/* ---- moves ------------------------------------------------------------------------- */

/* First fit of servers with names: can the job get an earlier start, or lower servers? A
 * window that touches its own from before needs enough just before that begins; where too
 * few are idle then, windows end by that start. */
static int may_gain(struct machine *m, coa_request want, const coa_booking *old)
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
        if (coa_earliest(plan_of(m), &before, &start) == COA_OK) return 1;
        want.deadline = from;
        if (coa_earliest(plan_of(m), &want, &start) == COA_OK) return 1;
    }
    if (until <= from) return 0;
    grants_must(coa_search(plan_of(m), from, old->end, NULL, &m->sets.found),
                "coa_search");
    return m->sets.found.count > 0 && m->sets.found.runs[0].first < end;
}

/* Where servers have names, the job leaves its window and takes the best one, perhaps the
 * same. */
static int move_named(struct machine *m, coa_request *want)
{
    coa_id *id = &m->known[want->tag].booking;
    coa_booking old, moved;
    grants_must(coa_get(m->plan, *id, &old, &m->sets.kept), "coa_get");
    if (m->selection == processors_row(PROCESSORS_FIRST_FIT) && !may_gain(m, *want, &old))
        return 0;
    plan_withdraw(m, (uint32_t)want->tag);
    if (!book(m, want, UINT64_MAX)) {
        const coa_status s =
            coa_commit(plan_of(m), old.start, old.end, &m->sets.kept, want->tag, id);
        grants_must(s, "coa_commit");
        if (m->pool) {
            pool_earliest(m->pool, (uint32_t)want->tag, want->length, old.start,
                          old.start);
            pool_book(m->pool, (uint32_t)want->tag, old.start, want->length);
        }
        return 0;
    }
    grants_must(coa_get(m->plan, *id, &moved, &m->sets.found), "coa_get");
    return moved.start != old.start || moved.run_count != m->sets.kept.count ||
           memcmp(moved.runs, m->sets.kept.runs,
                  m->sets.kept.count * sizeof *moved.runs) != 0;
}

/* Windows that may be better: where servers have names, those with the same start. */
static int64_t better_until(const struct machine *m, uint32_t job)
{
    return m->outcomes[job].start + (m->named ? 1 : 0);
}

/* Moves the job to the first window that starts in [from, until). */
static int move(struct machine *m, uint32_t job, int64_t from, int64_t until)
{
    coa_request want = request_of(m, job, from, until);
    coa_booking moved;
    const char *call;
    if (m->named) return move_named(m, &want);
    if (m->pool) {
        want.replaces = m->known[job].booking;
        if (!agree(m, &want)) return 0;
    }
    const coa_status s = replan_reserve(plan_of(m), &want, m->known[job].booking,
                                        m->outcomes[job].start, &moved, &call);
    if (s == COA_E_NOFIT) return 0;
    grants_must(s, call);
    m->outcomes[job].start = moved.start;
    if (m->pool) pool_book(m->pool, job, moved.start, want.length);
    plan_more_room(m);
    return 1;
}

int plan_move(struct machine *m, uint32_t job)
{
    return move(m, job, plan_from(m, job), better_until(m, job));
}

/* The job looks for a better window where one may be new. Where the selection weighs what
 * runs on the same nodes, that may be other processors for the same time, if others have
 * come (`taken`) or gone then. */
void plan_move_if_new(struct machine *m, uint32_t job)
{
    const struct replan_job is = {m->outcomes[job].start, plan_length(m, job),
                                  m->jobs[job].servers};
    int64_t from = m->now, until = better_until(m, job);
    const int may = replan_narrow(&m->moves.pass, &is, &from, &until);
    if (weighs(m) && (replan_is_free(&m->moves.pass.freed, is.start) ||
                      replan_is_free(&m->moves.taken, is.start))) {
        if (!may) from = is.start;
        until = is.start + 1;
    } else if (!may) {
        return;
    }
    const int moved =
        move(m, job, from > plan_from(m, job) ? from : plan_from(m, job), until);
    if (m->jobs[job].ready <= m->now && !m->pool) /* facts are of servers alone */
        replan_learn(&m->moves.pass, &is, moved ? m->outcomes[job].start : until);
    if (!moved) return;
    m->holds.spoilt = 1;
    if (m->outcomes[job].start < m->promised) m->promised = m->outcomes[job].start;
    replan_leave(&m->moves.pass, &is, m->outcomes[job].start);
    plan_taken(m, m->outcomes[job].start, m->outcomes[job].start + is.length);
}
