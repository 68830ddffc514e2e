/* masks.h - rival: sorted time slices, each with one bit for each server that is free.
 *
 * A window's free servers are the AND of its slices. It is taken a block of words at a
 * time, over all slices of the window: a block ends at the first slice that leaves
 * nothing in it, the question ends when n servers are found or can no longer be. Each
 * slice also keeps how many are free, which rules out starts without looking at a bit,
 * and a summary, one bit for each block with anything in it, so that full regions are not
 * looked at. Masks come from a pool, what has passed leaves at the front, equal
 * neighbours become one slice. */
#ifndef RIVAL_MASKS_H
#define RIVAL_MASKS_H

#include "rival.h"

#define MASKS_NARROW 2u /* words in a block, for up to 128 servers */
#define MASKS_BLOCK 8u  /* else */

typedef struct masks_slice {
    int64_t time;   /* from here to the next slice */
    uint64_t *bits; /* then the summary */
    uint32_t free;
    uint32_t reserved;
} masks_slice;

typedef struct masks_hit { /* a block with servers free during all of a window */
    uint32_t block;
    uint64_t bits[MASKS_BLOCK];
} masks_hit;

typedef struct masks {
    rival_memory memory;
    uint32_t block, blocks, words, summary; /* words: of a mask; summary: of a summary */
    int64_t now, horizon;
    rival_row slices;
    uint64_t **spare; /* masks in the pool */
    uint32_t spare_count, spare_capacity, made;
    masks_hit *hits;
    uint32_t hit_count;
    rival_runs runs;
} masks;

static inline masks_slice *masks_slices(const masks *m)
{
    return (masks_slice *)rival_row_items(&m->slices);
}

static inline size_t masks_size(const masks *m)
{
    return (m->words + m->summary) * sizeof(uint64_t);
}

static uint64_t *masks_new(masks *m)
{
    if (m->spare_count > 0) return m->spare[--m->spare_count];
    m->spare = (uint64_t **)rival_room(&m->memory, m->spare, &m->spare_capacity,
                                       ++m->made, sizeof *m->spare);
    return (uint64_t *)rival_resize(&m->memory, NULL, 0, masks_size(m));
}

static void masks_release(masks *m, uint64_t *bits) { m->spare[m->spare_count++] = bits; }

static void *masks_create(uint32_t servers, int64_t now, int64_t horizon)
{
    masks *m = (masks *)rival_zeroed(sizeof *m);
    masks_slice *s;
    uint32_t i;
    m->memory.bytes = m->memory.peak = sizeof *m;
    m->block = servers <= 64 * MASKS_NARROW ? MASKS_NARROW : MASKS_BLOCK;
    m->blocks = (servers - 1) / 64 / m->block + 1;
    m->words = m->blocks * m->block;
    m->summary = (m->blocks - 1) / 64 + 1;
    m->now = now;
    m->horizon = horizon;
    m->hits = (masks_hit *)rival_resize(&m->memory, NULL, 0, m->blocks * sizeof *m->hits);
    m->slices.size = sizeof(masks_slice);
    rival_row_open(&m->memory, &m->slices, 0);
    s = masks_slices(m);
    s->time = INT64_MIN;
    s->free = servers;
    s->bits = masks_new(m);
    memset(s->bits, 0, masks_size(m));
    for (i = 0; i < servers; i++) s->bits[i / 64] |= (uint64_t)1 << i % 64;
    for (i = 0; i < m->blocks; i++) s->bits[m->words + i / 64] |= (uint64_t)1 << i % 64;
    return m;
}

static void masks_destroy(void *self)
{
    masks *m = (masks *)self;
    uint32_t i;
    for (i = 0; i < m->slices.count; i++) free(masks_slices(m)[i].bits);
    for (i = 0; i < m->spare_count; i++) free(m->spare[i]);
    free(m->spare);
    free(m->hits);
    rival_row_free(&m->memory, &m->slices);
    rival_runs_free(&m->memory, &m->runs);
    free(m);
}

static rival_memory masks_memory(const void *self)
{
    return ((const masks *)self)->memory;
}

static void masks_advance(void *self, int64_t now)
{
    masks *m = (masks *)self;
    const masks_slice *s = masks_slices(m);
    uint32_t passed = 0;
    while (passed + 1 < m->slices.count && s[passed + 1].time <= now)
        masks_release(m, s[passed++].bits);
    rival_row_drop(&m->slices, passed);
    m->now = now;
}

/* The slice that holds at `t`. */
static uint32_t masks_at(const masks *m, int64_t t)
{
    const masks_slice *s = masks_slices(m);
    uint32_t low = 0, count = m->slices.count;
    while (count > 1) {
        const uint32_t half = count / 2;
        low += s[low + half].time <= t ? half : 0;
        count -= half;
    }
    return low;
}

/* ---- search ------------------------------------------------------------------------ */

static inline uint32_t masks_bits(uint64_t w)
{
#if defined(__POPCNT__)
    return (uint32_t)__builtin_popcountll(w);
#else
    w -= w >> 1 & 0x5555555555555555u;
    w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
    w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)(w * 0x0101010101010101u >> 56);
#endif
}

static inline uint32_t masks_lowest(uint64_t w) /* its lowest bit; w > 0 */
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(w);
#else
    return masks_bits((w & (0 - w)) - 1);
#endif
}

/* The AND of one block of `width` words over slices a .. b-1; returns how many are in it.
 */
static inline uint32_t masks_and(const masks_slice *s, uint32_t a, uint32_t b, size_t at,
                                 uint32_t width, uint64_t *out)
{
    uint64_t word[MASKS_BLOCK], any;
    uint32_t i, k, found = 0;
    for (i = 0; i < width; i++) word[i] = s[a].bits[at + i];
    for (k = a + 1; k < b; k++) {
        const uint64_t *bits = s[k].bits + at;
        any = 0;
        for (i = 0; i < width; i++) any |= word[i] &= bits[i];
        if (any == 0) return 0;
    }
    for (i = 0; i < width; i++) {
        out[i] = word[i];
        found += masks_bits(word[i]);
    }
    return found;
}

/* The lowest blocks with n servers free in all slices a .. b-1, into hits; `least` is the
 * slice with the fewest. False if there are not so many. */
static inline int masks_find(masks *m, uint32_t a, uint32_t b, uint32_t least, uint32_t n,
                             uint32_t width)
{
    const masks_slice *s = masks_slices(m);
    const uint64_t *first = s[a].bits + m->words, *other = s[least].bits + m->words;
    uint32_t i, k, found = 0, left = s[least].free; /* left: in blocks not yet seen */
    m->hit_count = 0;
    for (i = 0; i < m->summary; i++) {
        uint64_t some;
        for (some = other[i]; some != 0; some &= some - 1) {
            masks_hit *h = &m->hits[m->hit_count];
            const size_t at = ((size_t)i * 64 + masks_lowest(some)) * width;
            uint32_t more = 0;
            for (k = 0; k < width; k++) left -= masks_bits(s[least].bits[at + k]);
            if ((some & (0 - some) & first[i]) != 0)
                more = masks_and(s, a, b, at, width, h->bits);
            h->block = (uint32_t)(at / width);
            m->hit_count += more > 0;
            found += more;
            if (found >= n) return 1;
            if (found + left < n) return 0;
        }
    }
    return 0;
}

/* The earliest start of n servers for `length` at `start` or later. */
static inline int64_t masks_earliest(masks *m, int64_t start, int64_t length, uint32_t n,
                                     uint32_t width)
{
    const masks_slice *s = masks_slices(m);
    const int64_t limit = m->horizon > 0 ? m->now + m->horizon : RIVAL_NEVER;
    uint32_t from = masks_at(m, start), to, least;
    for (;; start = s[++from].time) {
        while (s[from].free < n) start = s[++from].time;
        if (start + length > limit) return RIVAL_NOFIT;
        least = from;
        for (to = from; to < m->slices.count && s[to].time < start + length; to++) {
            if (s[to].free < n) break;
            if (s[to].free < s[least].free) least = to;
        }
        if (to < m->slices.count && s[to].time < start + length)
            from = to - 1; /* no start up to this slice can do */
        else if (masks_find(m, from, to, least, n, width))
            return start;
    }
}

/* ---- booking ----------------------------------------------------------------------- */

/* The first n servers of the hits become runs; those beyond leave the hits. */
static void masks_choose(masks *m, uint32_t n)
{
    uint32_t h, i;
    m->runs.count = 0;
    for (h = 0; h < m->hit_count; h++)
        for (i = 0; i < m->block; i++) {
            uint64_t *word = &m->hits[h].bits[i], left = *word;
            const uint32_t base = (m->hits[h].block * m->block + i) * 64;
            while (left != 0 && n > 0) { /* the lowest run of ones */
                const uint32_t low = masks_lowest(left);
                const uint64_t after = ~(left >> low);
                uint32_t count = after == 0 ? 64 : masks_lowest(after);
                if (count > n) count = n;
                rival_runs_add(&m->memory, &m->runs, base + low, count);
                n -= count;
                left = low + count == 64 ? 0 : left >> (low + count) << (low + count);
            }
            *word &= ~left;
        }
}

/* A slice that begins at `t`; returns it. */
static uint32_t masks_split(masks *m, int64_t t)
{
    const uint32_t i = masks_at(m, t);
    masks_slice *s = masks_slices(m);
    if (s[i].time == t) return i;
    rival_row_open(&m->memory, &m->slices, i + 1);
    s = masks_slices(m) + i;
    s[1] = s[0];
    s[1].time = t;
    s[1].bits = masks_new(m);
    memcpy(s[1].bits, s[0].bits, masks_size(m));
    return i + 1;
}

static void masks_join(masks *m, uint32_t i)
{
    masks_slice *s = masks_slices(m) + i;
    if (i == 0 || s[0].free != s[-1].free ||
        memcmp(s[0].bits, s[-1].bits, masks_size(m)) != 0)
        return;
    masks_release(m, s[0].bits);
    rival_row_close(&m->slices, i);
}

static inline void masks_take(masks *m, uint32_t from, uint32_t to, uint32_t n,
                              uint32_t width)
{
    uint32_t h, i, k;
    for (k = from; k < to; k++) {
        masks_slice *s = masks_slices(m) + k;
        uint64_t *summary = s->bits + m->words;
        s->free -= n;
        for (h = 0; h < m->hit_count; h++) {
            const masks_hit *hit = &m->hits[h];
            uint64_t *bits = s->bits + (size_t)hit->block * width, any = 0;
            for (i = 0; i < width; i++) any |= bits[i] &= ~hit->bits[i];
            if (any == 0) summary[hit->block / 64] &= ~((uint64_t)1 << hit->block % 64);
        }
    }
}

static void masks_give_run(const masks *m, uint64_t *bits, const coa_run *r)
{
    uint32_t at = r->first, left = r->count;
    while (left > 0) {
        const uint32_t room = 64 - at % 64, count = left < room ? left : room;
        const uint32_t block = at / 64 / m->block;
        bits[at / 64] |= (~(uint64_t)0 >> (64 - count)) << at % 64;
        bits[m->words + block / 64] |= (uint64_t)1 << block % 64;
        at += count;
        left -= count;
    }
}

static void masks_reserve(void *self, const rival_question *q, rival_booking *out)
{
    masks *m = (masks *)self;
    const int64_t ready = q->ready > m->now ? q->ready : m->now;
    uint32_t from, to;
    out->start = m->block == MASKS_NARROW
                     ? masks_earliest(m, ready, q->length, q->servers, MASKS_NARROW)
                     : masks_earliest(m, ready, q->length, q->servers, MASKS_BLOCK);
    if (out->start == RIVAL_NOFIT) return;
    out->end = out->start + q->length;
    masks_choose(m, q->servers);
    out->runs = m->runs.at;
    out->run_count = m->runs.count;
    from = masks_split(m, out->start);
    to = masks_split(m, out->end);
    if (m->block == MASKS_NARROW)
        masks_take(m, from, to, q->servers, MASKS_NARROW);
    else
        masks_take(m, from, to, q->servers, MASKS_BLOCK);
    masks_join(m, to);
    masks_join(m, from);
}

static void masks_finish(void *self, const rival_booking *b, int64_t at)
{
    masks *m = (masks *)self;
    const uint32_t from = masks_split(m, at), to = masks_split(m, b->end);
    uint32_t i, k;
    for (k = from; k < to; k++) {
        masks_slices(m)[k].free += b->servers;
        for (i = 0; i < b->run_count; i++)
            masks_give_run(m, masks_slices(m)[k].bits, &b->runs[i]);
    }
    masks_join(m, to);
    masks_join(m, from);
}

static const rival_kind masks_kind = {
    "masks",      1,           masks_create, masks_destroy, masks_advance, masks_reserve,
    masks_finish, masks_memory};

#endif
