/* lists.h - rival: for each server a sorted list of the spans it is booked.
 *
 * The first span of every server stands in two arrays, start and end, so that a question
 * runs along 16 bytes a server and stops at the n-th that is free; eight busy servers are
 * passed by at once. Later spans stand latest first behind them: the next one is taken
 * off the end. Spans that touch are one. Past spans are dropped when the server is
 * looked at. A start that fails for want of servers is followed by the n-th smallest of
 * the servers' own next starts: no start between can do. */
#ifndef RIVAL_LISTS_H
#define RIVAL_LISTS_H

#include "rival.h"

#define LISTS_STRIDE 8u

typedef struct lists_span {
    int64_t start, end;
} lists_span;

typedef struct lists_later { /* after the first, latest first */
    lists_span *spans;
    uint32_t count, capacity;
} lists_later;

typedef struct lists {
    rival_memory memory;
    uint32_t servers, room; /* room: servers rounded up to the stride */
    int64_t now, horizon;
    int64_t *start, *end; /* each server's first span; RIVAL_NEVER: it has none */
    lists_later *later;
    int64_t *next, *order; /* scratch of a search */
    rival_runs runs;
} lists;

/* Servers that only fill up the stride get `unused`. */
static int64_t *lists_column(lists *l, int64_t unused)
{
    int64_t *at = (int64_t *)rival_resize(&l->memory, NULL, 0, l->room * sizeof *at);
    uint32_t i;
    for (i = 0; i < l->room; i++) at[i] = i < l->servers ? RIVAL_NEVER : unused;
    return at;
}

static void *lists_create(uint32_t servers, int64_t now, int64_t horizon)
{
    lists *l = (lists *)rival_zeroed(sizeof *l);
    size_t size;
    l->memory.bytes = l->memory.peak = sizeof *l;
    l->servers = servers;
    l->room = (servers + LISTS_STRIDE - 1) / LISTS_STRIDE * LISTS_STRIDE;
    l->now = now;
    l->horizon = horizon;
    l->start = lists_column(l, 0);
    l->end = lists_column(l, RIVAL_NEVER);
    l->next = lists_column(l, RIVAL_NEVER);
    l->order = lists_column(l, RIVAL_NEVER);
    size = l->room * sizeof *l->later;
    l->later = (lists_later *)rival_resize(&l->memory, NULL, 0, size);
    memset(l->later, 0, size);
    return l;
}

static void lists_destroy(void *self)
{
    lists *l = (lists *)self;
    uint32_t i;
    for (i = 0; i < l->servers; i++) free(l->later[i].spans);
    free(l->later);
    free(l->start);
    free(l->end);
    free(l->next);
    free(l->order);
    rival_runs_free(&l->memory, &l->runs);
    free(l);
}

static rival_memory lists_memory(const void *self)
{
    return ((const lists *)self)->memory;
}

static void lists_advance(void *self, int64_t now) { ((lists *)self)->now = now; }

/* ---- one server's list ------------------------------------------------------------- */

static void lists_pop(lists *l, uint32_t i)
{
    lists_later *later = &l->later[i];
    lists_span s = {RIVAL_NEVER, RIVAL_NEVER};
    if (later->count > 0) s = later->spans[--later->count];
    l->start[i] = s.start;
    l->end[i] = s.end;
}

static void lists_expire(lists *l, uint32_t i)
{
    while (l->end[i] <= l->now) lists_pop(l, i);
}

/* How many later spans start at `t` or after: the earlier ones follow them. */
static uint32_t lists_after(const lists_later *later, int64_t t)
{
    uint32_t low = 0, high = later->count;
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (later->spans[mid].start >= t)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void lists_insert(lists *l, lists_later *later, uint32_t at, int64_t start,
                         int64_t end)
{
    later->spans = (lists_span *)rival_room(&l->memory, later->spans, &later->capacity,
                                            later->count + 1, sizeof *later->spans);
    memmove(later->spans + at + 1, later->spans + at,
            (later->count++ - at) * sizeof *later->spans);
    later->spans[at].start = start;
    later->spans[at].end = end;
}

static void lists_remove(lists_later *later, uint32_t at)
{
    memmove(later->spans + at, later->spans + at + 1,
            (--later->count - at) * sizeof *later->spans);
}

static void lists_take(lists *l, uint32_t i, int64_t start, int64_t end)
{
    lists_later *later = &l->later[i];
    lists_expire(l, i);
    if (end == l->start[i]) {
        l->start[i] = start;
    } else if (end < l->start[i]) {
        if (l->start[i] != RIVAL_NEVER)
            lists_insert(l, later, later->count, l->start[i], l->end[i]);
        l->start[i] = start;
        l->end[i] = end;
    } else {
        const uint32_t p = lists_after(later, end);
        int64_t *before = p < later->count ? &later->spans[p].end : &l->end[i];
        const int joins = p > 0 && later->spans[p - 1].start == end;
        if (*before == start) {
            *before = joins ? later->spans[p - 1].end : end;
            if (joins) lists_remove(later, p - 1);
        } else if (joins) {
            later->spans[p - 1].start = start;
        } else {
            lists_insert(l, later, p, start, end);
        }
    }
}

/* [start, end) lies in one span. */
static void lists_give(lists *l, uint32_t i, int64_t start, int64_t end)
{
    lists_later *later = &l->later[i];
    uint32_t p = later->count;
    lists_span *s;
    lists_expire(l, i);
    if (l->end[i] >= end) {
        if (l->end[i] > end) {
            if (l->start[i] < start)
                lists_insert(l, later, later->count, end, l->end[i]);
            else
                l->start[i] = end;
        }
        if (l->start[i] < start)
            l->end[i] = start;
        else if (l->start[i] == start)
            lists_pop(l, i);
        return;
    }
    p = lists_after(later, start + 1);
    s = &later->spans[p];
    if (s->start == start && s->end == end) {
        lists_remove(later, p);
    } else if (s->start == start) {
        s->start = end;
    } else if (s->end == end) {
        s->end = start;
    } else {
        const int64_t rest = s->end;
        s->end = start;
        lists_insert(l, later, p, end, rest);
    }
}

/* The server's first start at `t` or later. */
static int64_t lists_next(lists *l, uint32_t i, int64_t t, int64_t length)
{
    const lists_later *later = &l->later[i];
    uint32_t p;
    lists_expire(l, i);
    if (l->start[i] - length >= t) return t;
    if (t < l->end[i]) t = l->end[i];
    p = lists_after(later, t);
    if (p < later->count && later->spans[p].end > t) t = later->spans[p].end;
    for (; p > 0; p--) {
        if (later->spans[p - 1].start - length >= t) return t;
        t = later->spans[p - 1].end;
    }
    return t;
}

/* ---- all servers ------------------------------------------------------------------- */

/* None of eight servers can begin at t: each is in its first span. A sum of sign bits:
 * first starts before `end` and ends after `t`. */
static int lists_all_busy(const lists *l, uint32_t i, int64_t t, int64_t end)
{
    int64_t busy = -1;
    uint32_t k;
    for (k = i; k < i + LISTS_STRIDE; k++) busy &= (l->start[k] - end) & (t - l->end[k]);
    return busy < 0;
}

/* The lowest n servers that can begin at t; fewer if there are not so many. */
static uint32_t lists_collect(lists *l, int64_t t, int64_t length, uint32_t n)
{
    uint32_t found = 0, i = 0;
    l->runs.count = 0;
    while (i < l->servers && found < n) {
        uint32_t stop;
        if (lists_all_busy(l, i, t, t + length)) {
            i += LISTS_STRIDE;
            continue;
        }
        stop = i + LISTS_STRIDE < l->servers ? i + LISTS_STRIDE : l->servers;
        for (; i < stop && found < n; i++) {
            if (l->start[i] - length < t && t < l->end[i]) continue;
            if (lists_next(l, i, t, length) > t) continue;
            rival_runs_add(&l->memory, &l->runs, i, 1);
            found++;
        }
    }
    return found;
}

/* The n-th smallest of a[0 .. count-1], which it reorders (Hoare's selection). */
static int64_t lists_nth(int64_t *a, uint32_t count, uint32_t n)
{
    int64_t low = 0, high = (int64_t)count - 1;
    const int64_t k = (int64_t)n - 1;
    while (low < high) {
        const int64_t pivot = a[low + (high - low) / 2];
        int64_t i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                const int64_t swap = a[i];
                a[i++] = a[j];
                a[j--] = swap;
            }
        }
        if (k <= j)
            high = j;
        else if (k >= i)
            low = i;
        else
            break;
    }
    return a[k];
}

/* The earliest start after t, at which fewer than n servers can begin. */
static int64_t lists_earliest(lists *l, int64_t t, int64_t length, uint32_t n)
{
    uint32_t i, ready;
    for (i = 0; i < l->servers; i++) l->next[i] = lists_next(l, i, t, length);
    do {
        memcpy(l->order, l->next, l->servers * sizeof *l->order);
        t = lists_nth(l->order, l->servers, n);
        if (l->horizon > 0 && t + length > l->now + l->horizon) return RIVAL_NOFIT;
        for (i = ready = 0; i < l->servers; i++) {
            if (l->next[i] < t) l->next[i] = lists_next(l, i, t, length);
            ready += l->next[i] == t;
        }
    } while (ready < n);
    return t;
}

static void lists_reserve(void *self, const rival_question *q, rival_booking *out)
{
    lists *l = (lists *)self;
    int64_t t = q->ready > l->now ? q->ready : l->now;
    uint32_t i, k;
    out->start = RIVAL_NOFIT;
    if (l->horizon > 0 && t + q->length > l->now + l->horizon) return;
    if (lists_collect(l, t, q->length, q->servers) < q->servers) {
        t = lists_earliest(l, t, q->length, q->servers);
        if (t == RIVAL_NOFIT) return;
        l->runs.count = 0;
        for (i = k = 0; k < q->servers; i++)
            if (l->next[i] == t) {
                rival_runs_add(&l->memory, &l->runs, i, 1);
                k++;
            }
    }
    out->start = t;
    out->end = t + q->length;
    out->runs = l->runs.at;
    out->run_count = l->runs.count;
    for (k = 0; k < l->runs.count; k++)
        for (i = 0; i < l->runs.at[k].count; i++)
            lists_take(l, l->runs.at[k].first + i, out->start, out->end);
}

static void lists_finish(void *self, const rival_booking *b, int64_t at)
{
    lists *l = (lists *)self;
    uint32_t i, k;
    for (k = 0; k < b->run_count; k++)
        for (i = 0; i < b->runs[k].count; i++)
            lists_give(l, b->runs[k].first + i, at, b->end);
}

static const rival_kind lists_kind = {
    "lists",      1,           lists_create, lists_destroy, lists_advance, lists_reserve,
    lists_finish, lists_memory};

#endif
