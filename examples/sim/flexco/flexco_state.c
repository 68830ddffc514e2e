/* flexco_state.c - a queue is a sorted array that is used from `first` on. */
#include "flexco/flexco_state.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- what can go wrong ------------------------------------------------------------- */

int flexco_state_memory(struct error *e) { return error_fail(e, "out of memory"); }

int flexco_state_wrong(coa_status s, struct error *e)
{
    if (s == COA_E_NOMEM) return flexco_state_memory(e);
    return error_fail(e, "the schedule cannot go on: %s", coa_status_text(s));
}

/* ---- the pool ---------------------------------------------------------------------- */

/* Blocks of that class have room for 2^class. */
static uint32_t flexco_state_class(uint32_t count)
{
    uint32_t size = 0;
    while ((UINT64_C(1) << size) < count) size++;
    return size;
}

int flexco_state_pool_add(struct flexco_pool *p, const struct flexco_share *shares,
                          uint32_t count, size_t *place)
{
    const uint32_t size = flexco_state_class(count);
    const size_t need = (size_t)1 << size;
    if (p->free[size]) {
        *place = (size_t)(p->free[size] - 1);
        p->free[size] = p->items[*place].id;
    } else {
        if (ARRAY_ROOM(p->items, p->count, p->capacity, need) != 0) return -1;
        *place = p->count;
        p->count += need;
    }
    memcpy(p->items + *place, shares, count * sizeof *shares);
    return 0;
}

void flexco_state_pool_remove(struct flexco_pool *p, size_t place, uint32_t count)
{
    const uint32_t size = flexco_state_class(count);
    p->items[place].id = p->free[size];
    p->free[size] = (coa_id)place + 1;
}

/* ---- a site's queue ---------------------------------------------------------------- */

size_t flexco_state_queue_find(const struct flexco_site *s, int64_t start, uint32_t job)
{
    size_t lo = s->first, hi = s->end;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        const struct flexco_wait *w = &s->queue[middle];
        if (w->start < start || (w->start == start && w->job < job))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

int flexco_state_queue_add(struct flexco_site *s, const struct flexco_wait *w)
{
    size_t at;
    if (s->end == s->capacity && s->first > s->capacity / 2) { /* the past makes room */
        memmove(s->queue, s->queue + s->first, (s->end - s->first) * sizeof *s->queue);
        s->end -= s->first;
        s->first = 0;
    }
    if (ARRAY_ROOM(s->queue, s->end, s->capacity, 1) != 0) return -1;
    at = flexco_state_queue_find(s, w->start, w->job);
    memmove(s->queue + at + 1, s->queue + at, (s->end - at) * sizeof *s->queue);
    s->queue[at] = *w;
    s->end++;
    return 0;
}

void flexco_state_queue_remove(struct flexco_site *s, int64_t start, uint32_t job)
{
    const size_t at = flexco_state_queue_find(s, start, job);
    if (at - s->first < s->end - at) {
        memmove(s->queue + s->first + 1, s->queue + s->first,
                (at - s->first) * sizeof *s->queue);
        s->first++;
    } else {
        s->end--;
        memmove(s->queue + at, s->queue + at + 1, (s->end - at) * sizeof *s->queue);
    }
}

void flexco_state_queue_advance(struct flexco_site *s, size_t place, int64_t start)
{
    struct flexco_wait w = s->queue[place];
    const size_t to = flexco_state_queue_find(s, start, w.job);
    memmove(s->queue + to + 1, s->queue + to, (place - to) * sizeof *s->queue);
    w.end -= w.start - start;
    w.start = start;
    s->queue[to] = w;
}

/* ---- what is free at a site -------------------------------------------------------- */

int flexco_state_take(struct flexco_site *s, int64_t from, int64_t to, uint32_t servers)
{
    return plan_change(&s->plan, from, to, servers, 0);
}

int flexco_state_give(struct flexco_site *s, int64_t from, int64_t to, uint32_t servers)
{
    if (from < s->grown_from) s->grown_from = from;
    if (to > s->grown_to) s->grown_to = to;
    return plan_change(&s->plan, from, to, servers, 1);
}

void flexco_state_not_grown(struct flexco_site *s)
{
    s->grown_from = INT64_MAX;
    s->grown_to = INT64_MIN;
}

/* ---- jobs -------------------------------------------------------------------------- */

int flexco_state_ask(struct flexco *f, uint32_t job, struct error *e)
{
    if (ARRAY_ROOM(f->asking, f->asking_count, f->asking_capacity, 1) != 0)
        return flexco_state_memory(e);
    f->asking[f->asking_count++] = job;
    f->states[job].phase = FLEXCO_ASKS;
    return 0;
}

void flexco_state_decide(struct flexco *f, uint32_t job, enum flexco_fate fate)
{
    f->result->outcomes[job].fate = fate;
    f->states[job].phase = FLEXCO_IS_OVER;
    f->left--;
}

void flexco_state_promise(struct flexco *f, uint32_t job, uint32_t servers)
{
    const struct flexco_state *st = &f->states[job];
    struct flexco_outcome *o = &f->result->outcomes[job];
    if (o->promised < 0) {
        o->first_start = st->start;
        o->promised = st->end;
        o->first_parts = st->share_count;
    }
    o->booked_end = st->end;
    o->servers = servers;
    o->shape = st->shape;
}
