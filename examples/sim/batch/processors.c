/* processors.c - the table of selections; every window is a booking of the calendar. A
 * selection that chooses itself gets all processors that are free throughout the earliest
 * window, and its choice is booked. */
#include "batch/processors.h"

#include "base/job.h"

#include <string.h>

/* ---- selections -------------------------------------------------------------------- */

/* What all jobs planned on each node at that time use of it. */
static void plan_loads(struct processors *p, int64_t at)
{
    coa_booking b;
    const struct held *held;
    size_t at_held = 0;
    sharing_loads_clear(&p->planned);
    while ((held = held_next(&p->held, &at_held)) != NULL) {
        if (!held->booking || coa_get(p->calendar, held->booking, &b) != COA_OK) continue;
        if (b.start <= at && at < b.end)
            sharing_loads_change(&p->planned, b.runs, b.run_count, &held->share, 0);
    }
}

static int choose_less_consumed(struct processors *p, int64_t start, const coa_set *found,
                                uint32_t want, const struct processors_choice *how,
                                coa_set *chosen)
{
    if (sharing_share_any(&how->share)) plan_loads(p, start);
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

const char *processors_words(void)
{
    static char text[CHOICE_TEXT];
    return text[0] ? text : choice_words(&processors_table, text, sizeof text);
}

const char *processors_help(void)
{
    static char text[CHOICE_TEXT];
    return text[0] ? text : choice_help(&processors_table, text, sizeof text);
}

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

int processors_begin(struct processors *p, uint32_t servers, int64_t now)
{
    coa_desc desc = {0};
    coa_destroy(p->calendar);
    desc.servers = servers;
    desc.now = now;
    if (coa_create(&p->calendar, &desc) != COA_OK) return -1;
    held_clear(&p->held);
    sharing_loads_clear(&p->loads);
    coa_set_clear(&p->idle);
    return coa_set_add(&p->idle, 0, servers) == COA_OK ? 0 : -1;
}

void processors_advance(struct processors *p, int64_t now)
{
    const coa_status status = coa_advance(p->calendar, now);
    (void)status; /* a calendar without a horizon can stand at any time */
}

int processors_idle(struct processors *p, const coa_booking *b, int give)
{
    uint32_t i;
    for (i = 0; i < b->run_count; i++) {
        const coa_run *run = &b->runs[i];
        if ((give ? coa_set_add(&p->idle, run->first, run->count)
                  : coa_set_remove(&p->idle, run->first, run->count)) != COA_OK)
            return -1;
    }
    return 0;
}

/* ---- bookings ---------------------------------------------------------------------- */

static coa_request request_of(const struct plan_wish *wish,
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

/* Books those of the earliest window that the selection chooses. */
static coa_status book_chosen(struct processors *p, const coa_request *want,
                              const struct processors_choice *how, int64_t *start,
                              coa_id *id)
{
    coa_status status = coa_earliest(p->calendar, want, start);
    int chosen;
    if (status != COA_OK) return status;
    status =
        coa_search(p->calendar, *start, *start + want->length, how->among, &p->found);
    if (status != COA_OK) return status;
    coa_set_clear(&p->chosen);
    chosen = rows[how->rule].choose(p, *start, &p->found, want->servers, how, &p->chosen);
    if (chosen <= 0) return chosen < 0 ? COA_E_NOMEM : COA_E_NOFIT;
    return coa_commit(p->calendar, *start, *start + want->length, &p->chosen, id);
}

int processors_book(struct processors *p, const struct plan_wish *wish,
                    const struct processors_choice *how, int64_t *start, coa_id *id)
{
    const coa_request want = request_of(wish, how);
    coa_booking found;
    coa_status status;
    if (rows[how->rule].choose) {
        status = book_chosen(p, &want, how, start, id);
    } else {
        status = coa_reserve(p->calendar, &want, &found);
        *start = found.start;
        *id = found.id;
    }
    return status == COA_OK ? 1 : status == COA_E_NOMEM ? -1 : 0;
}

/* Are these the processors of that booking? */
static int same_processors(const struct processors *p, coa_id id, const coa_set *s)
{
    coa_booking b;
    return coa_get(p->calendar, id, &b) == COA_OK && b.run_count == s->count &&
           memcmp(b.runs, s->runs, s->count * sizeof *b.runs) == 0;
}

int processors_withdraw(struct processors *p, uint32_t job, int64_t from)
{
    struct held *held = held_get(&p->held, job);
    coa_booking b;
    coa_status status = coa_get(p->calendar, held->booking, &b);
    if (status == COA_OK && from <= b.start)
        status = coa_cancel(p->calendar, held->booking);
    else if (status == COA_OK && from < b.end)
        status = coa_finish(p->calendar, held->booking, from);
    held_remove(&p->held, held);
    return status == COA_OK ? 0 : -1;
}

/* Displaces all promises that have some of p->kept within [from, to). */
static int displace(struct processors *p, int64_t from, int64_t to)
{
    coa_booking b;
    struct held *held;
    size_t at = 0;
    uint32_t k, n = 0;
    while ((held = held_next(&p->held, &at)) != NULL) {
        int meets = 0;
        if (held->state != HELD_PROMISED ||
            coa_get(p->calendar, held->booking, &b) != COA_OK || b.start >= to ||
            b.end <= from)
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
        if (coa_cancel(p->calendar, held->booking) != COA_OK) return -1;
        held->booking = 0;
        held->state = HELD_DISPLACED;
    }
    return 0;
}

/* Notes the processors of a booking in p->kept. */
static int keep(struct processors *p, const coa_booking *b)
{
    uint32_t i;
    coa_set_clear(&p->kept);
    for (i = 0; i < b->run_count; i++)
        if (coa_set_add(&p->kept, b->runs[i].first, b->runs[i].count) != COA_OK)
            return -1;
    return 0;
}

int processors_prolong(struct processors *p, const struct held *held, int64_t end)
{
    coa_booking b;
    coa_status status = coa_get(p->calendar, held->booking, &b);
    if (status != COA_OK) return -1;
    if (b.end >= end) return 0;
    status = coa_extend(p->calendar, held->booking, end);
    if (status != COA_E_BUSY) return status == COA_OK ? 0 : -1;
    if (coa_get(p->calendar, held->booking, &b) != COA_OK || keep(p, &b) != 0 ||
        displace(p, b.end, end) != 0)
        return -1;
    return coa_extend(p->calendar, held->booking, end) == COA_OK ? 1 : -1;
}

int processors_move(struct processors *p, struct held *held, const struct plan_wish *wish,
                    const struct processors_choice *how, int64_t *start)
{
    coa_booking old;
    int result;
    if (coa_get(p->calendar, held->booking, &old) != COA_OK || keep(p, &old) != 0)
        return -1;
    if (coa_cancel(p->calendar, held->booking) != COA_OK) return -1;
    held->booking = 0;
    result = processors_book(p, wish, how, start, &held->booking);
    if (result < 0) return -1;
    if (result == 1)
        return *start != old.start || !same_processors(p, held->booking, &p->kept);
    if (coa_commit(p->calendar, old.start, old.end, &p->kept, &held->booking) != COA_OK)
        return -1;
    return 0;
}
