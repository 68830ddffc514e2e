/* processors.c - the table of selections; a selection that chooses itself gets all
 * processors that are free throughout the earliest window, and its choice is booked. */
#include "batch/processors.h"

#include "base/job.h"
#include "batch/replan.h"

#include <string.h>

/* ---- selections -------------------------------------------------------------------- */

/* What all jobs planned on each node at that time use of it, but for one. */
static void plan_loads(struct processors *p, int64_t at, const struct held *without)
{
    coa_booking b;
    const struct held *held;
    size_t at_held = 0;
    sharing_loads_clear(&p->planned);
    while ((held = held_next(&p->held, &at_held)) != NULL) {
        if (held == without || held->start > at || held->end <= at) continue;
        if (held->booking && coa_get(p->calendar, held->booking, &b) == COA_OK)
            sharing_loads_change(&p->planned, b.runs, b.run_count, &held->share, 0);
    }
}

static int choose_less_consumed(struct processors *p, int64_t start, const coa_set *found,
                                uint32_t want, const struct processors_choice *how,
                                coa_set *chosen)
{
    if (sharing_share_any(&how->share)) plan_loads(p, start, how->mover);
    return consume_choose(&p->consume, &p->planned, found, want, &how->share, how->limit,
                          chosen);
}

static const struct processors_row rows[] = {
    [PROCESSORS_FIRST_FIT] =
        {{"first-fit", "the lowest"}, NULL, COA_PLACE_FIRST_FIT, 0, 0},
    [PROCESSORS_CONTIGUOUS] = {{"contiguous", "consecutive ones: First Continuous Fit"},
                               NULL,
                               COA_PLACE_CONTIGUOUS,
                               1,
                               0},
    [PROCESSORS_LESS_CONSUME] = {{"less-consume", "on the nodes whose shared resources"
                                                  " are used least"},
                                 choose_less_consumed,
                                 COA_PLACE_FIRST_FIT,
                                 0,
                                 1}};

const struct choice_table processors_table = CHOICE_TABLE(rows);

const struct processors_row *processors_row(size_t selection) { return &rows[selection]; }

const char *processors_words(void) { return choice_words(&processors_table, NULL); }

/* ---- a machine --------------------------------------------------------------------- */

void processors_free(struct processors *p)
{
    coa_destroy(p->calendar);
    held_free(&p->held);
    coa_set_free(&p->idle);
    coa_set_free(&p->kept);
    coa_set_free(&p->found);
    coa_set_free(&p->chosen);
    consume_free(&p->consume);
    sharing_loads_free(&p->planned);
    sharing_loads_free(&p->loads);
    memset(p, 0, sizeof *p);
}

int processors_share(struct processors *p, uint32_t servers, uint32_t nodes)
{
    if (sharing_loads_begin(&p->planned, servers, nodes) != 0) return -1;
    return sharing_loads_begin(&p->loads, servers, nodes);
}

/* Where processors have names, slices are faster than groups on a small machine. */
static uint32_t index_for(const struct processors *p, uint32_t servers)
{
    const uint32_t upto = p->slices_upto ? p->slices_upto : (uint32_t)PROCESSORS_SLICES;
    if (!p->named) return COA_INDEX_COUNT;
    return servers <= upto ? COA_INDEX_SLICES : COA_INDEX_MAP;
}

coa_status processors_begin(struct processors *p, uint32_t servers, int named,
                            int64_t now)
{
    coa_desc desc = {0};
    coa_status s;
    coa_destroy(p->calendar);
    desc.servers = servers;
    p->named = named;
    desc.index = index_for(p, servers);
    desc.now = p->now = now - 1; /* what starts now is not bound yet */
    p->call = "coa_create";
    s = coa_create(&p->calendar, &desc);
    if (s != COA_OK) return s;
    held_clear(&p->held);
    sharing_loads_clear(&p->loads);
    p->idle.count = 0;
    p->call = "coa_set_add";
    return named ? coa_set_add(&p->idle, 0, servers) : COA_OK;
}

coa_status processors_advance(struct processors *p, int64_t now)
{
    coa_status s;
    p->call = "coa_advance";
    s = coa_advance(p->calendar, now);
    if (s == COA_OK) p->now = now;
    return s;
}

coa_status processors_idle(struct processors *p, const coa_booking *b, int give)
{
    coa_status s = COA_OK;
    uint32_t i;
    p->call = give ? "coa_set_add" : "coa_set_remove";
    for (i = 0; i < b->run_count && s == COA_OK; i++)
        s = give ? coa_set_add(&p->idle, b->runs[i].first, b->runs[i].count)
                 : coa_set_remove(&p->idle, b->runs[i].first, b->runs[i].count);
    return s;
}

/* ---- bookings ---------------------------------------------------------------------- */

static coa_request request_of(const struct processors_wish *wish,
                              const struct processors_choice *how)
{
    coa_request want = {0};
    want.ready = wish->from;
    want.length = wish->length;
    want.servers = wish->servers;
    want.place = rows[how->rule].place;
    want.among = how->among;
    if (wish->until != JOB_NEVER) want.deadline = wish->until - 1 + wish->length;
    return want;
}

coa_status processors_next_starts(struct processors *p, int64_t *time, coa_start_fn start,
                                  void *context)
{
    coa_status s;
    p->call = "coa_next_starts";
    s = coa_next_starts(p->calendar, time, start, context);
    if (s != COA_E_NOTFOUND) return s;
    *time = JOB_NEVER;
    return COA_OK;
}

/* Adds the processors of a booking to a set. */
static coa_status add_processors(struct processors *p, const coa_booking *b, coa_set *to)
{
    coa_status s = COA_OK;
    uint32_t i;
    p->call = "coa_set_add";
    for (i = 0; i < b->run_count && s == COA_OK; i++)
        s = coa_set_add(to, b->runs[i].first, b->runs[i].count);
    return s;
}

/* Notes the processors of a booking in p->kept, and shows it. */
static coa_status keep(struct processors *p, coa_id id, coa_booking *b)
{
    coa_status s;
    p->call = "coa_get";
    s = coa_get(p->calendar, id, b);
    if (s != COA_OK) return s;
    p->kept.count = 0;
    return add_processors(p, b, &p->kept);
}

/* Sets p->chosen to those that the selection chooses for [start, end), among all that are
 * free then. A job that moves has its own, p->kept, too: where it comes to start earlier,
 * those that are free until it would have started. */
static coa_status choose(struct processors *p, int64_t start, int64_t end,
                         uint32_t servers, const struct processors_choice *how)
{
    coa_set *found = &p->found, *own = &p->chosen;
    const int64_t before = how->mover ? how->mover->start : end;
    coa_status s;
    int chosen;
    p->call = "coa_search";
    s = coa_search(p->calendar, start, end, how->among, found);
    if (s == COA_OK && before <= start)
        s = coa_set_combine(found, found, COA_SET_UNION, &p->kept);
    if (s == COA_OK && start < before && before < end) {
        s = coa_search(p->calendar, start, before, &p->kept, own);
        if (s == COA_OK) s = coa_set_combine(found, found, COA_SET_UNION, own);
    }
    if (s != COA_OK) return s;
    p->chosen.count = 0;
    p->call = "the selection of processors";
    chosen = rows[how->rule].choose(p, start, found, servers, how, &p->chosen);
    if (chosen > 0) return COA_OK;
    return chosen < 0 ? COA_E_NOMEM : COA_E_NOFIT;
}

/* Books those of the earliest window that the selection chooses. A job that moves leaves
 * its window: COA_E_NOFIT if it would have the same again. */
static coa_status book_chosen(struct processors *p, coa_request want,
                              const struct processors_choice *how, int64_t *start,
                              coa_id *id)
{
    const struct held *mover = how->mover;
    coa_booking old;
    coa_status s;
    int64_t end;
    want.replaces = mover ? mover->booking : 0;
    p->call = "coa_earliest";
    s = coa_earliest(p->calendar, &want, start);
    if (s == COA_OK && mover) s = keep(p, mover->booking, &old);
    if (s != COA_OK) return s;
    end = *start + want.length;
    s = choose(p, *start, end, want.servers, how);
    if (s != COA_OK) return s;
    if (mover) {
        if (*start == old.start && p->chosen.count == p->kept.count &&
            memcmp(p->chosen.runs, p->kept.runs, p->kept.count * sizeof *p->kept.runs) ==
                0)
            return COA_E_NOFIT;
        p->call = "coa_cancel";
        s = coa_cancel(p->calendar, mover->booking);
        if (s != COA_OK) return s;
    }
    p->call = "coa_commit";
    return coa_commit(p->calendar, *start, end, &p->chosen, 0, id);
}

static coa_status book(struct processors *p, uint32_t job,
                       const struct processors_wish *wish,
                       const struct processors_choice *how, int64_t *start, coa_id *id)
{
    coa_request want = request_of(wish, how);
    coa_status s;
    want.tag = job;
    p->booked.run_count = 0;
    if (rows[how->rule].choose) return book_chosen(p, want, how, start, id);
    p->call = "coa_reserve";
    s = coa_reserve(p->calendar, &want, &p->booked);
    *start = p->booked.start;
    *id = p->booked.id;
    return s;
}

coa_status processors_book(struct processors *p, uint32_t job,
                           const struct processors_wish *wish,
                           const struct processors_choice *how, int64_t *start)
{
    struct held *held;
    coa_id id;
    const coa_status s = book(p, job, wish, how, start, &id);
    if (s != COA_OK) return s;
    p->call = "held_add";
    held = held_add(&p->held, job);
    if (!held) return COA_E_NOMEM;
    held->booking = id;
    held->start = *start;
    held->end = *start + wish->length;
    held->share = how->share;
    return COA_OK;
}

coa_status processors_withdraw(struct processors *p, uint32_t job)
{
    struct held *held = held_get(&p->held, job);
    const coa_id id = held->booking;
    held_remove(&p->held, held);
    p->call = "coa_cancel";
    return coa_cancel(p->calendar, id);
}

coa_status processors_end(struct processors *p, struct held *held, int64_t now,
                          int64_t planned)
{
    const coa_id id = held->booking;
    held_remove(&p->held, held);
    p->call = "coa_finish";
    return now < planned ? coa_finish(p->calendar, id, now) : COA_OK;
}

/* Displaces all promises that have some of p->kept within [from, to). */
static coa_status displace(struct processors *p, int64_t from, int64_t to)
{
    coa_booking b;
    struct held *held;
    size_t at = 0;
    coa_status s = COA_OK;
    uint32_t k, n = 0;
    p->call = "coa_cancel";
    while (s == COA_OK && (held = held_next(&p->held, &at)) != NULL) {
        int meets = 0;
        if (held->state != HELD_PROMISED || held->start >= to || held->end <= from ||
            coa_get(p->calendar, held->booking, &b) != COA_OK)
            continue;
        for (k = n = 0; k < b.run_count && n < p->kept.count && !meets;) {
            const coa_run *x = &b.runs[k], *y = &p->kept.runs[n];
            meets = x->first < y->first + y->count && y->first < x->first + x->count;
            if (x->first < y->first)
                k++;
            else
                n++;
        }
        if (!meets) continue;
        s = coa_cancel(p->calendar, held->booking);
        held->booking = 0;
        held->state = HELD_DISPLACED;
    }
    return s;
}

static coa_status extend(struct processors *p, struct held *held, int64_t end)
{
    coa_status s;
    p->call = "coa_extend";
    s = coa_extend(p->calendar, held->booking, end, NULL);
    if (s == COA_OK) held->end = end;
    return s;
}

coa_status processors_prolong(struct processors *p, struct held *held, int64_t end,
                              int *displaced)
{
    coa_booking b;
    coa_status s;
    if (held->end >= end) return COA_OK;
    s = extend(p, held, end);
    if (s != COA_E_BUSY) return s;
    *displaced = 1;
    s = keep(p, held->booking, &b);
    if (s == COA_OK) s = displace(p, b.end, end);
    return s == COA_OK ? extend(p, held, end) : s;
}

coa_status processors_shorten(struct processors *p, struct held *held, int64_t end)
{
    coa_status s;
    p->call = "coa_finish";
    s = coa_finish(p->calendar, held->booking, end);
    if (s == COA_OK) held->end = end;
    return s;
}

/* Are these the processors of that booking? */
static int same_processors(const struct processors *p, coa_id id, const coa_set *s)
{
    coa_booking b;
    return coa_get(p->calendar, id, &b) == COA_OK && b.run_count == s->count &&
           memcmp(b.runs, s->runs, s->count * sizeof *b.runs) == 0;
}

/* Is one of the servers found lower than the last of a booking? */
static int has_lower(const coa_set *found, const coa_booking *b)
{
    const coa_run *last = &b->runs[b->run_count - 1];
    return found->count > 0 && found->runs[0].first < last->first + last->count;
}

/* As a request that replaces the booking: COA_OK if it has moved to an earlier start. */
static coa_status move_earlier(struct processors *p, const struct held *held,
                               coa_request want, int64_t *start)
{
    coa_booking moved;
    coa_status s;
    want.tag = held->job;
    s = replan_reserve(p->calendar, &want, held->booking, held->start, &moved, &p->call);
    *start = moved.start;
    return s;
}

/* A window that touches the job's own from before needs its processors just before that
 * begins. Where fewer are idle then, windows end by that start. */
static coa_status keep_apart(struct processors *p, coa_request *want, int64_t from)
{
    coa_request before = *want;
    coa_status s;
    int64_t at;
    before.ready = from - 1;
    before.length = 1;
    before.deadline = from != 0 ? from : COA_DEADLINE_0;
    p->call = "coa_earliest";
    s = coa_earliest(p->calendar, &before, &at);
    if (s != COA_E_NOFIT) return s;
    if (want->deadline > from) want->deadline = before.deadline;
    return want->ready + want->length <= from ? COA_OK : COA_E_NOFIT;
}

static coa_status move(struct processors *p, struct held *held,
                       const struct processors_wish *wish,
                       const struct processors_choice *how, int64_t *start)
{
    coa_request want = request_of(wish, how);
    coa_booking old;
    coa_status s;
    if (!p->named) return move_earlier(p, held, want, start);
    if (rows[how->rule].choose) return book_chosen(p, want, how, start, &held->booking);
    p->call = "coa_get";
    s = coa_get(p->calendar, held->booking, &old);
    if (s != COA_OK) return s;
    if (how->rule == PROCESSORS_FIRST_FIT) {
        const int64_t from = old.start, to = old.end, own = from - 1 + wish->length;
        const int same = want.deadline == 0 || want.deadline > own;
        if (same) want.deadline = own != 0 ? own : COA_DEADLINE_0; /* an earlier start */
        s = want.ready < from ? keep_apart(p, &want, from) : COA_E_NOFIT;
        if (s == COA_OK) s = move_earlier(p, held, want, start);
        if (s != COA_E_NOFIT) return s;
        *start = from;
        if (!same) return s;
        p->call = "coa_search"; /* lower processors for the same time? */
        s = coa_search(p->calendar, from, to, how->among, &p->found);
        if (s != COA_OK) return s;
        p->call = "coa_get";
        s = coa_get(p->calendar, held->booking, &old);
        if (s != COA_OK) return s;
        if (!has_lower(&p->found, &old)) return COA_E_NOFIT;
    }
    s = keep(p, held->booking, &old);
    if (s != COA_OK) return s;
    p->call = "coa_cancel";
    s = coa_cancel(p->calendar, held->booking);
    if (s != COA_OK) return s;
    s = book(p, held->job, wish, how, start, &held->booking);
    if (s == COA_OK)
        return *start == old.start && same_processors(p, held->booking, &p->kept)
                   ? COA_E_NOFIT
                   : COA_OK;
    if (s != COA_E_NOFIT) return s;
    p->call = "coa_commit";
    s = coa_commit(p->calendar, old.start, old.end, &p->kept, 0, &held->booking);
    return s == COA_OK ? COA_E_NOFIT : s;
}

coa_status processors_move(struct processors *p, struct held *held,
                           const struct processors_wish *wish,
                           struct processors_choice how, int64_t *start)
{
    coa_status s;
    how.mover = held;
    s = move(p, held, wish, &how, start);
    if (s != COA_OK) return s;
    held->start = *start;
    held->end = *start + wish->length;
    return COA_OK;
}
