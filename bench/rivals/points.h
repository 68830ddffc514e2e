/* points.h - rival, counts only: one sorted array of time points, each with the number of
 * servers free from it to the next. A question scans it from `ready` on, a booking
 * subtracts along its window. Nothing beats a flat array while few bookings are alive;
 * both parts grow with the points in the window.
 *
 * Times and counts stand apart, and both scans look at 16 counts at once, which compilers
 * turn into vector code. */
#ifndef RIVAL_POINTS_H
#define RIVAL_POINTS_H

#include "rival.h"

#define POINTS_STRIDE 16u

typedef struct points {
    rival_memory memory;
    int64_t now, horizon;
    rival_row times, counts; /* int64_t, int32_t: point i holds from times[i] on */
} points;

static inline int64_t *points_time(const points *p)
{
    return (int64_t *)rival_row_items(&p->times);
}

static inline int32_t *points_free(const points *p)
{
    return (int32_t *)rival_row_items(&p->counts);
}

static void points_open(points *p, uint32_t i, int64_t time, int32_t count)
{
    rival_row_open(&p->memory, &p->times, i);
    rival_row_open(&p->memory, &p->counts, i);
    points_time(p)[i] = time;
    points_free(p)[i] = count;
}

static void points_close(points *p, uint32_t i)
{
    rival_row_close(&p->times, i);
    rival_row_close(&p->counts, i);
}

static void *points_create(uint32_t servers, int64_t now, int64_t horizon)
{
    points *p = (points *)rival_zeroed(sizeof *p);
    p->memory.bytes = p->memory.peak = sizeof *p;
    p->now = now;
    p->horizon = horizon;
    p->times.size = sizeof(int64_t);
    p->counts.size = sizeof(int32_t);
    points_open(p, 0, INT64_MIN, (int32_t)servers);
    return p;
}

static void points_destroy(void *self)
{
    points *p = (points *)self;
    rival_row_free(&p->memory, &p->times);
    rival_row_free(&p->memory, &p->counts);
    free(p);
}

static rival_memory points_memory(const void *self)
{
    return ((const points *)self)->memory;
}

static void points_advance(void *self, int64_t now)
{
    points *p = (points *)self;
    const int64_t *time = points_time(p);
    uint32_t passed = 0;
    while (passed + 1 < p->times.count && time[passed + 1] <= now) passed++;
    rival_row_drop(&p->times, passed);
    rival_row_drop(&p->counts, passed);
    p->now = now;
}

/* The point that holds at `t`. */
static uint32_t points_at(const points *p, int64_t t)
{
    const int64_t *time = points_time(p);
    uint32_t low = 0, count = p->times.count;
    while (count > 1) {
        const uint32_t half = count / 2;
        low += time[low + half] <= t ? half : 0;
        count -= half;
    }
    return low;
}

/* How many of 16 counts are below n. */
static inline uint32_t points_low(const int32_t *count, int32_t n)
{
    int32_t low = 0;
    uint32_t i;
    for (i = 0; i < POINTS_STRIDE; i++) low += count[i] < n;
    return (uint32_t)low;
}

/* The first point from i on with at least n free: the last one always has. */
static uint32_t points_enough(const points *p, uint32_t i, int32_t n)
{
    const int32_t *count = points_free(p);
    while (i + POINTS_STRIDE <= p->counts.count &&
           points_low(count + i, n) == POINTS_STRIDE)
        i += POINTS_STRIDE;
    while (count[i] < n) i++;
    return i;
}

/* The first point from i on with fewer than n free, or at `end` or later. */
static uint32_t points_until(const points *p, uint32_t i, int32_t n, int64_t end)
{
    const int64_t *time = points_time(p);
    const int32_t *count = points_free(p);
    while (i + POINTS_STRIDE <= p->counts.count && time[i + POINTS_STRIDE - 1] < end &&
           points_low(count + i, n) == 0)
        i += POINTS_STRIDE;
    while (i < p->times.count && time[i] < end && count[i] >= n) i++;
    return i;
}

/* A point at `t`, where `i` is the first at `t` or later. 1 if it is new. */
static uint32_t points_split(points *p, uint32_t i, int64_t t)
{
    if (i < p->times.count && points_time(p)[i] == t) return 0;
    points_open(p, i, t, points_free(p)[i - 1]);
    return 1;
}

static void points_join(points *p, uint32_t i)
{
    const int32_t *count = points_free(p);
    if (i > 0 && count[i] == count[i - 1]) points_close(p, i);
}

/* `change` more are free during [start, end); `from` and `to` are the first points at
 * `start` and `end` or later. */
static void points_change(points *p, uint32_t from, int64_t start, uint32_t to,
                          int64_t end, int32_t change)
{
    int32_t *count;
    uint32_t i;
    to += points_split(p, from, start);
    points_split(p, to, end);
    count = points_free(p);
    for (i = from; i < to; i++) count[i] += change;
    points_join(p, to);
    points_join(p, from);
}

static void points_reserve(void *self, const rival_question *q, rival_booking *out)
{
    points *p = (points *)self;
    const int32_t n = (int32_t)q->servers;
    int64_t start = q->ready > p->now ? q->ready : p->now;
    uint32_t from = points_at(p, start), to = from;
    for (;;) {
        const uint32_t enough = points_enough(p, to, n);
        if (enough > from) {
            from = enough;
            start = points_time(p)[from];
        }
        if (p->horizon > 0 && start + q->length > p->now + p->horizon) {
            out->start = RIVAL_NOFIT;
            return;
        }
        to = points_until(p, enough, n, start + q->length);
        if (to == p->times.count || points_time(p)[to] >= start + q->length) break;
    }
    if (points_time(p)[from] < start) from++;
    out->start = start;
    out->end = start + q->length;
    points_change(p, from, start, to, out->end, -n);
}

static void points_finish(void *self, const rival_booking *b, int64_t at)
{
    points *p = (points *)self;
    const uint32_t from = points_at(p, at), to = points_at(p, b->end);
    points_change(p, from + (points_time(p)[from] < at), at,
                  to + (points_time(p)[to] < b->end), b->end, (int32_t)b->servers);
}

static const rival_kind points_kind = {"points",       0,
                                       points_create,  points_destroy,
                                       points_advance, points_reserve,
                                       points_finish,  points_memory};

#endif
