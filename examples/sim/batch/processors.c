/* processors.c - implements processors.h. */
#include "batch/processors.h"

#include "base/job.h"

#include <string.h>

void processors_free(struct processors *p)
{
    coa_destroy(p->calendar);
    held_helds_free(&p->held);
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
    held_helds_clear(&p->held);
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

static coa_request processors_request(const struct plan_wish *wish,
                                      const struct processors_picking *how)
{
    coa_request want = {0};
    want.ready = wish->from;
    want.length = wish->length;
    want.servers = wish->servers;
    want.place =
        how->rule == PROCESSORS_CONTIGUOUS ? COA_PLACE_CONTIGUOUS : COA_PLACE_FIRST_FIT;
    want.among = how->among;
    if (wish->until != JOB_NEVER) want.deadline = wish->until - 1 + wish->length;
    return want;
}

/* What is used of each node at that time, by plan. */
static void processors_planned(struct processors *p, int64_t at)
{
    coa_booking b;
    size_t i;
    sharing_loads_clear(&p->planned);
    for (i = 0; i < p->held.room; i++) {
        const struct held *held = &p->held.places[i];
        if (held->state == HELD_NOT || !held->booking ||
            coa_get(p->calendar, held->booking, &b) != COA_OK)
            continue;
        if (b.start <= at && at < b.end)
            sharing_loads_change(&p->planned, b.runs, b.run_count, &held->share, 0);
    }
}

/* Less Consume. */
static coa_status processors_spread(struct processors *p, const coa_request *want,
                                    const struct processors_picking *how, int64_t *start,
                                    coa_id *id)
{
    coa_status status = coa_earliest(p->calendar, want, start);
    int chosen;
    if (status != COA_OK) return status;
    status =
        coa_search(p->calendar, *start, *start + want->length, how->among, &p->found);
    if (status != COA_OK) return status;
    if (sharing_share_any(&how->share)) processors_planned(p, *start);
    chosen = consume_choose(&p->consume, &p->planned, &p->found, want->servers,
                            &how->share, how->limit, &p->chosen);
    if (chosen <= 0) return chosen < 0 ? COA_E_NOMEM : COA_E_NOFIT;
    return coa_commit(p->calendar, *start, *start + want->length, &p->chosen, id);
}

int processors_book(struct processors *p, const struct plan_wish *wish,
                    const struct processors_picking *how, int64_t *start, coa_id *id)
{
    const coa_request want = processors_request(wish, how);
    coa_booking found;
    coa_status status;
    if (how->rule == PROCESSORS_LESS_CONSUME) {
        status = processors_spread(p, &want, how, start, id);
    } else {
        status = coa_reserve(p->calendar, &want, &found);
        *start = found.start;
        *id = found.id;
    }
    return status == COA_OK ? 1 : status == COA_E_NOMEM ? -1 : 0;
}

/* Are these the processors of that booking? */
static int processors_same(const struct processors *p, coa_id id, const coa_set *s)
{
    coa_booking b;
    return coa_get(p->calendar, id, &b) == COA_OK && b.run_count == s->count &&
           memcmp(b.runs, s->runs, s->count * sizeof *b.runs) == 0;
}

int processors_withdraw(struct processors *p, uint32_t job, int64_t from)
{
    struct held *held = held_helds_get(&p->held, job);
    coa_booking b;
    coa_status status = coa_get(p->calendar, held->booking, &b);
    if (status == COA_OK && from <= b.start)
        status = coa_cancel(p->calendar, held->booking);
    else if (status == COA_OK && from < b.end)
        status = coa_finish(p->calendar, held->booking, from);
    held_helds_remove(&p->held, held);
    return status == COA_OK ? 0 : -1;
}

/* Those who are promised some of p->kept within [from, to) are displaced. */
static int processors_displace(struct processors *p, int64_t from, int64_t to)
{
    coa_booking b;
    size_t i;
    uint32_t k, n = 0;
    for (i = 0; i < p->held.room; i++) {
        struct held *held = &p->held.places[i];
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

/* Keeps the processors of a booking in mind. */
static int processors_keep(struct processors *p, const coa_booking *b)
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
    if (coa_get(p->calendar, held->booking, &b) != COA_OK ||
        processors_keep(p, &b) != 0 || processors_displace(p, b.end, end) != 0)
        return -1;
    return coa_extend(p->calendar, held->booking, end) == COA_OK ? 1 : -1;
}

int processors_move(struct processors *p, struct held *held, const struct plan_wish *wish,
                    const struct processors_picking *how, int64_t *start)
{
    coa_booking old;
    int result;
    if (coa_get(p->calendar, held->booking, &old) != COA_OK ||
        processors_keep(p, &old) != 0)
        return -1;
    if (coa_cancel(p->calendar, held->booking) != COA_OK) return -1;
    held->booking = 0;
    result = processors_book(p, wish, how, start, &held->booking);
    if (result < 0) return -1;
    if (result == 1)
        return *start != old.start || !processors_same(p, held->booking, &p->kept);
    if (coa_commit(p->calendar, old.start, old.end, &p->kept, &held->booking) != COA_OK)
        return -1;
    return 0;
}
