/* plan.h - how many servers are free from now on: a step function of time.
 *
 * Between two times of `time` nothing changes; the last piece lasts for ever. Flat
 * arrays: a batch scheduler's plan has tens to thousands of pieces, and it is searched
 * far more often than changed. Which servers are free is another matter: processors.h.
 *
 * A search can be told of a window that is the asker's own, [own, own + length): there
 * its servers count as free. That is how a waiting job looks for an earlier start without
 * giving up the one it has. The own window always has room for its owner, so nothing from
 * `own` on needs to be looked at.
 */
#ifndef SIM_PLAN_H
#define SIM_PLAN_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SIM_NEVER INT64_MAX

typedef struct sim_plan { /* zero-initialise; sim_plan_free */
    int64_t *time;        /* begin of each piece, ascending              */
    uint32_t *free;       /* servers free in it                          */
    size_t first, count;  /* pieces first .. count - 1 are in use        */
    size_t capacity;
} sim_plan;

typedef struct sim_wish { /* a search: n servers for `length` from `from` on */
    int64_t from, until;  /* a start before `until`; SIM_NEVER = any time    */
    int64_t length;
    uint32_t servers;
    int64_t own; /* start of the window that is the asker's own; SIM_NEVER    */
} sim_wish;

static inline void sim_plan_free(sim_plan *p)
{
    free(p->time);
    free(p->free);
    memset(p, 0, sizeof *p);
}

/* ---- the pieces -------------------------------------------------------------------- */

static inline void sim_plan_move(sim_plan *p, size_t to, size_t from, size_t n)
{
    memmove(p->time + to, p->time + from, n * sizeof *p->time);
    memmove(p->free + to, p->free + from, n * sizeof *p->free);
}

static inline int sim_plan_enlarge(sim_plan *p, size_t capacity)
{
    int64_t *time = (int64_t *)realloc(p->time, capacity * sizeof *time);
    uint32_t *count;
    if (!time) return -1;
    p->time = time;
    count = (uint32_t *)realloc(p->free, capacity * sizeof *count);
    if (!count) return -1;
    p->free = count;
    p->capacity = capacity;
    return 0;
}

/* Room for two more pieces, as one booking needs. 0, or -1 when memory is out. */
static inline int sim_plan_reserve(sim_plan *p)
{
    if (p->count + 2 <= p->capacity) return 0;
    if (p->first > p->capacity / 2) { /* the past makes room */
        sim_plan_move(p, 0, p->first, p->count - p->first);
        p->count -= p->first;
        p->first = 0;
        return 0;
    }
    return sim_plan_enlarge(p, 2 * p->capacity);
}

/* A machine of so many servers, all free: the first time, or again. */
static inline int sim_plan_begin(sim_plan *p, uint32_t servers)
{
    p->first = 0;
    if (p->capacity == 0 && sim_plan_enlarge(p, 64) != 0) return -1;
    p->time[0] = INT64_MIN;
    p->free[0] = servers;
    p->count = 1;
    return 0;
}

/* The piece in which t lies: no piece before the first is asked for. */
static inline size_t sim_plan_at(const sim_plan *p, int64_t t)
{
    size_t lo = p->first, hi = p->count;
    while (hi - lo > 1) {
        const size_t middle = lo + (hi - lo) / 2;
        if (p->time[middle] <= t)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

/* The piece that begins at t, made if there is none; sim_plan_reserve first. */
static inline size_t sim_plan_split(sim_plan *p, int64_t t)
{
    const size_t at = sim_plan_at(p, t);
    if (p->time[at] == t) return at;
    sim_plan_move(p, at + 1, at, p->count - at);
    p->time[at + 1] = t;
    p->count++;
    return at + 1;
}

/* Two pieces that are alike become one. */
static inline void sim_plan_join(sim_plan *p, size_t piece)
{
    if (piece <= p->first || p->free[piece] != p->free[piece - 1]) return;
    sim_plan_move(p, piece, piece + 1, p->count - piece - 1);
    p->count--;
}

/* Nothing before `now` will be asked for. */
static inline void sim_plan_advance(sim_plan *p, int64_t now)
{
    while (p->first + 1 < p->count && p->time[p->first + 1] <= now) p->first++;
}

/* Books [start, end) for n servers, or gives it back. 0, or -1 when memory is out, and
 * then nothing has changed. */
static inline int sim_plan_change(sim_plan *p, int64_t start, int64_t end, uint32_t n,
                                  int give)
{
    size_t i, from, to;
    if (start >= end) return 0;
    if (sim_plan_reserve(p) != 0) return -1;
    from = sim_plan_split(p, start);
    to = sim_plan_split(p, end);
    for (i = from; i < to; i++) {
        if (give)
            p->free[i] += n;
        else
            p->free[i] -= n;
    }
    sim_plan_join(p, to);
    sim_plan_join(p, from);
    return 0;
}

/* ---- search ------------------------------------------------------------------------ */

/* The earliest start, or SIM_NEVER if there is none before `until`. A piece with too few
 * rules out all starts up to its end: one walk finds the first start. */
static inline int64_t sim_plan_find(const sim_plan *p, const sim_wish *wish)
{
    size_t i = sim_plan_at(p, wish->from);
    int64_t start = wish->from;
    if (wish->from >= wish->until) return SIM_NEVER;
    for (;;) {
        int64_t end;
        while (p->free[i] < wish->servers) {
            if (++i == p->count || p->time[i] >= wish->until) return SIM_NEVER;
            start = p->time[i];
        }
        end = start > SIM_NEVER - wish->length ? SIM_NEVER : start + wish->length;
        if (end > wish->own) end = wish->own;
        do {
            if (++i == p->count || p->time[i] >= end) return start;
        } while (p->free[i] >= wish->servers);
    }
}

#endif
