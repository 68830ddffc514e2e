/* plan.h - what is free from now on: a step function of time, of how many servers or
 * which.
 *
 * Between two times of `time` nothing changes; the last piece lasts for ever. A piece has
 * the number of free servers and, where servers have names (words > 0), one bit for each
 * that is free. Flat arrays: a batch scheduler's plan has tens to thousands of pieces,
 * and it is searched far more often than changed.
 *
 * A search can be told of a window that is the asker's own, [own, own + length): there
 * its servers count as free. That is how a waiting job looks for an earlier start without
 * giving up the one it has. By number the own window always has room for its owner, so
 * nothing from `own` on needs to be looked at.
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
    uint64_t *mask;       /* which: `words` each                         */
    size_t first, count;  /* pieces first .. count - 1 are in use        */
    size_t capacity, words;
} sim_plan;

typedef struct sim_wish { /* a search: n servers for `length` from `from` on */
    int64_t from, until;  /* a start before `until`; SIM_NEVER = any time    */
    int64_t length;
    uint32_t servers;
    int64_t own;              /* start of the window that is the asker's own; SIM_NEVER */
    const uint64_t *own_mask; /* and its servers, where they have names                 */
    const uint64_t *among;    /* only these, where they have names; NULL = all          */
} sim_wish;

static inline void sim_plan_free(sim_plan *p)
{
    free(p->time);
    free(p->free);
    free(p->mask);
    memset(p, 0, sizeof *p);
}

/* ---- sets of servers, one bit each ------------------------------------------------- */

/* The bits of x that are 1: of each 2, 4, 8, then all. In line: where the processor is
 * not known to count them itself, a compiler's own is a call. */
static inline uint32_t sim_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)(x * 0x0101010101010101u >> 56);
}

/* Only the lowest n stay. */
static inline void sim_mask_lowest(uint64_t *mask, size_t words, uint32_t n)
{
    size_t i;
    for (i = 0; i < words; i++) {
        uint32_t here = sim_bits(mask[i]);
        if (here > n) {
            uint64_t rest = mask[i];
            for (; n > 0; n--) rest &= rest - 1;
            mask[i] ^= rest;
            here = 0;
        }
        n -= here;
    }
}

/* Servers 0 .. n - 1. */
static inline void sim_mask_first(uint64_t *mask, size_t words, uint32_t n)
{
    size_t i;
    for (i = 0; i < words; i++) mask[i] = UINT64_MAX;
    if (n % 64) mask[words - 1] = ((uint64_t)1 << n % 64) - 1;
}

/* ---- the pieces -------------------------------------------------------------------- */

static inline uint64_t *sim_plan_mask(const sim_plan *p, size_t piece)
{
    return p->words ? p->mask + piece * p->words : NULL;
}

static inline void sim_plan_move(sim_plan *p, size_t to, size_t from, size_t n)
{
    memmove(p->time + to, p->time + from, n * sizeof *p->time);
    memmove(p->free + to, p->free + from, n * sizeof *p->free);
    if (p->words)
        memmove(sim_plan_mask(p, to), sim_plan_mask(p, from),
                n * p->words * sizeof *p->mask);
}

static inline int sim_plan_enlarge(sim_plan *p, size_t capacity)
{
    int64_t *time = (int64_t *)realloc(p->time, capacity * sizeof *time);
    uint32_t *count;
    uint64_t *mask = NULL;
    if (!time) return -1;
    p->time = time;
    count = (uint32_t *)realloc(p->free, capacity * sizeof *count);
    if (!count) return -1;
    p->free = count;
    if (p->words) {
        if (capacity > SIZE_MAX / sizeof *mask / p->words) return -1;
        mask = (uint64_t *)realloc(p->mask, capacity * p->words * sizeof *mask);
        if (!mask) return -1;
        p->mask = mask;
    }
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
static inline int sim_plan_begin(sim_plan *p, uint32_t servers, int named)
{
    p->words = named ? ((size_t)servers + 63) / 64 : 0;
    p->first = 0;
    if (p->capacity == 0 && sim_plan_enlarge(p, 64) != 0) return -1;
    p->time[0] = INT64_MIN;
    p->free[0] = servers;
    if (named) sim_mask_first(p->mask, p->words, servers);
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
    if (p->words && memcmp(sim_plan_mask(p, piece), sim_plan_mask(p, piece - 1),
                           p->words * sizeof *p->mask) != 0)
        return;
    sim_plan_move(p, piece, piece + 1, p->count - piece - 1);
    p->count--;
}

/* Nothing before `now` will be asked for. */
static inline void sim_plan_advance(sim_plan *p, int64_t now)
{
    while (p->first + 1 < p->count && p->time[p->first + 1] <= now) p->first++;
}

/* Books [start, end) for n servers, or gives it back: those of `mask`, if they have
 * names. 0, or -1 when memory is out, and then nothing has changed. */
static inline int sim_plan_change(sim_plan *p, int64_t start, int64_t end, uint32_t n,
                                  const uint64_t *mask, int give)
{
    size_t i, w, from, to;
    if (start >= end) return 0;
    if (sim_plan_reserve(p) != 0) return -1;
    from = sim_plan_split(p, start);
    to = sim_plan_split(p, end);
    for (i = from; i < to; i++) {
        uint64_t *at = sim_plan_mask(p, i);
        if (give)
            p->free[i] += n;
        else
            p->free[i] -= n;
        for (w = 0; w < p->words; w++) at[w] ^= mask[w];
    }
    sim_plan_join(p, to);
    sim_plan_join(p, from);
    return 0;
}

/* ---- searches ---------------------------------------------------------------------- */

/* By number. A piece with too few rules out all starts up to its end: one walk finds the
 * first start. */
static inline int64_t sim_plan_find_count(const sim_plan *p, const sim_wish *wish)
{
    size_t i = sim_plan_at(p, wish->from);
    int64_t start = wish->from;
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

/* How many of `common` are free in piece i, too, from time t on; only they stay in it. */
static inline uint32_t sim_plan_narrow(const sim_plan *p, size_t i, int64_t t,
                                       const sim_wish *wish, uint64_t *common)
{
    const uint64_t *mask = sim_plan_mask(p, i);
    const int own = t >= wish->own;
    uint32_t n = 0;
    size_t w;
    for (w = 0; w < p->words; w++) {
        common[w] &= own ? mask[w] | wish->own_mask[w] : mask[w];
        n += sim_bits(common[w]);
    }
    return n;
}

/* By name: `common` becomes all servers free throughout. A window, the pieces up to
 * `last`, is looked at from its end: where too few are left, all starts up to the end of
 * that piece are ruled out; or, if the own window begins within the piece, up to there.
 * */
static inline int64_t sim_plan_find_mask(const sim_plan *p, const sim_wish *wish,
                                         uint64_t *common)
{
    size_t last = sim_plan_at(p, wish->from), i;
    int64_t start = wish->from;
    while (start < wish->until) {
        const int64_t end =
            start > SIM_NEVER - wish->length ? SIM_NEVER : start + wish->length;
        int64_t t, next;
        while (last + 1 < p->count && p->time[last + 1] < end) last++;
        if (wish->among)
            memcpy(common, wish->among, p->words * sizeof *common);
        else
            memset(common, 0xFF, p->words * sizeof *common);
        for (i = last;; i--) {
            t = p->time[i] > start ? p->time[i] : start;
            if (t < wish->own && p->free[i] < wish->servers) break;
            if (sim_plan_narrow(p, i, t, wish, common) < wish->servers) break;
            if (t == start) return start;
        }
        next = i + 1 < p->count ? p->time[i + 1] : SIM_NEVER;
        start = t < wish->own && wish->own < next ? wish->own : next;
    }
    return SIM_NEVER;
}

/* The earliest start, or SIM_NEVER if there is none before `until`. Where servers have
 * names, `servers` (as many words) becomes the lowest of those free throughout. */
static inline int64_t sim_plan_find(const sim_plan *p, const sim_wish *wish,
                                    uint64_t *servers)
{
    int64_t start;
    if (wish->from >= wish->until) return SIM_NEVER;
    if (!p->words) return sim_plan_find_count(p, wish);
    start = sim_plan_find_mask(p, wish, servers);
    if (start != SIM_NEVER) sim_mask_lowest(servers, p->words, wish->servers);
    return start;
}

#endif
