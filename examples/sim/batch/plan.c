/* plan.c - bisection finds the piece of a time; a search walks from piece to piece. */
#include "batch/plan.h"

#include "base/array.h"
#include "base/job.h"

#include <stdlib.h>
#include <string.h>

void plan_free(struct plan *p)
{
    free(p->time);
    free(p->free);
    memset(p, 0, sizeof *p);
}

/* ---- the pieces -------------------------------------------------------------------- */

static void move_pieces(struct plan *p, size_t to, size_t from, size_t n)
{
    memmove(p->time + to, p->time + from, n * sizeof *p->time);
    memmove(p->free + to, p->free + from, n * sizeof *p->free);
}

/* Makes room for `more` pieces after the first `count`. 0, or -1 when memory is out. */
static int enlarge(struct plan *p, size_t count, size_t more)
{
    size_t times = p->capacity, frees = p->capacity;
    if (ARRAY_ROOM(p->time, count, times, more) != 0 ||
        ARRAY_ROOM(p->free, count, frees, more) != 0)
        return -1;
    p->capacity = times < frees ? times : frees;
    return 0;
}

/* Makes room for two more pieces, as one booking needs. 0, or -1 when memory is out. */
static int make_room(struct plan *p)
{
    if (p->count + 2 <= p->capacity) return 0;
    if (p->first > p->capacity / 2) { /* reuse the room of the past */
        move_pieces(p, 0, p->first, p->count - p->first);
        p->count -= p->first;
        p->first = 0;
        return 0;
    }
    return enlarge(p, p->count, 2);
}

int plan_begin(struct plan *p, uint32_t servers)
{
    p->first = 0;
    if (enlarge(p, 0, 1) != 0) return -1;
    p->time[0] = INT64_MIN;
    p->free[0] = servers;
    p->count = 1;
    return 0;
}

size_t plan_at(const struct plan *p, int64_t t)
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

/* The piece that begins at t, which lies in piece `at`; made if there is none, after
 * make_room. */
static inline size_t split(struct plan *p, size_t at, int64_t t)
{
    if (p->time[at] == t) return at;
    move_pieces(p, at + 1, at, p->count - at);
    p->time[at + 1] = t;
    p->count++;
    return at + 1;
}

/* Two pieces that are alike become one. */
static inline void join(struct plan *p, size_t piece)
{
    if (piece <= p->first || p->free[piece] != p->free[piece - 1]) return;
    move_pieces(p, piece, piece + 1, p->count - piece - 1);
    p->count--;
}

int plan_change(struct plan *p, int64_t start, int64_t end, uint32_t n, int give)
{
    size_t i, from, to;
    if (start >= end) return 0;
    if (make_room(p) != 0) return -1;
    from = split(p, plan_at(p, start), start);
    for (to = from + 1; to < p->count && p->time[to] <= end;) to++;
    to = split(p, to - 1, end);
    for (i = from; i < to; i++) {
        if (give)
            p->free[i] += n;
        else
            p->free[i] -= n;
    }
    join(p, to);
    join(p, from);
    return 0;
}

/* ---- search ------------------------------------------------------------------------ */

int64_t plan_find(const struct plan *p, const struct plan_wish *wish)
{
    const int64_t *const time = p->time;
    const uint32_t *const idle = p->free;
    const size_t count = p->count;
    const uint32_t servers = wish->servers;
    int64_t start = wish->from;
    size_t i;
    if (start >= wish->until) return JOB_NEVER;
    i = plan_at(p, start);
    for (;;) {
        int64_t end;
        while (idle[i] < servers) {
            if (++i == count || time[i] >= wish->until) return JOB_NEVER;
            start = time[i];
        }
        end = start > JOB_NEVER - wish->length ? JOB_NEVER : start + wish->length;
        if (end > wish->own) end = wish->own;
        do {
            if (++i == count || time[i] >= end) return start;
        } while (idle[i] >= servers);
    }
}
