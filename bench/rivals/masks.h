/* masks.h - rival: sorted time slices, each with one bit for each server that is free.
 *
 * A window's free servers are the AND of its slices. It is taken a block of words at a
 * time, over all slices of the window: a block ends at the first slice that leaves
 * nothing in it, the question ends when n servers are found or can no longer be. Each
 * slice also keeps how many are free, which rules out starts without looking at a bit,
 * and a summary, one bit for each block with anything in it, so that full regions are not
 * looked at. Masks come from a pool, past slices leave at the front, equal
 * neighbours become one slice. */
#ifndef RIVAL_MASKS_H
#define RIVAL_MASKS_H

#include "slices.h"

#define MASKS_NARROW 2u /* words in a block, for up to 128 servers */
#define MASKS_BLOCK 8u  /* else */

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

static inline uint64_t *masks_set(const slice *s) { return (uint64_t *)s->set; }

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
    slice *s;
    uint32_t i;
    m->memory.bytes = m->memory.peak = sizeof *m;
    m->block = servers <= 64 * MASKS_NARROW ? MASKS_NARROW : MASKS_BLOCK;
    m->blocks = (servers - 1) / 64 / m->block + 1;
    m->words = m->blocks * m->block;
    m->summary = (m->blocks - 1) / 64 + 1;
    m->now = now;
    m->horizon = horizon;
    m->hits = (masks_hit *)rival_resize(&m->memory, NULL, 0, m->blocks * sizeof *m->hits);
    m->slices.size = sizeof(slice);
    rival_row_open(&m->memory, &m->slices, 0);
    s = slices_of(&m->slices);
    s->time = INT64_MIN;
    s->free = servers;
    s->set = masks_new(m);
    memset(masks_set(s), 0, masks_size(m));
    for (i = 0; i < servers; i++) masks_set(s)[i / 64] |= (uint64_t)1 << i % 64;
    for (i = 0; i < m->blocks; i++)
        masks_set(s)[m->words + i / 64] |= (uint64_t)1 << i % 64;
    return m;
}

static void masks_destroy(void *self)
{
    masks *m = (masks *)self;
    uint32_t i;
    for (i = 0; i < m->slices.count; i++) free(masks_set(&slices_of(&m->slices)[i]));
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
    const uint32_t passed = slices_passed(&m->slices, now);
    uint32_t i;
    for (i = 0; i < passed; i++) masks_release(m, masks_set(&slices_of(&m->slices)[i]));
    rival_row_drop(&m->slices, passed);
    m->now = now;
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
static inline uint32_t masks_and(const slice *s, uint32_t a, uint32_t b, size_t at,
                                 uint32_t width, uint64_t *out)
{
    uint64_t word[MASKS_BLOCK], any;
    uint32_t i, k, found = 0;
    for (i = 0; i < width; i++) word[i] = masks_set(&s[a])[at + i];
    for (k = a + 1; k < b; k++) {
        const uint64_t *bits = masks_set(&s[k]) + at;
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
    const slice *s = slices_of(&m->slices);
    const uint64_t *first = masks_set(&s[a]) + m->words,
                   *other = masks_set(&s[least]) + m->words;
    uint32_t i, k, found = 0, left = s[least].free; /* left: in blocks not yet seen */
    m->hit_count = 0;
    for (i = 0; i < m->summary; i++) {
        uint64_t some;
        for (some = other[i]; some != 0; some &= some - 1) {
            masks_hit *h = &m->hits[m->hit_count];
            const size_t at = ((size_t)i * 64 + masks_lowest(some)) * width;
            uint32_t more = 0;
            for (k = 0; k < width; k++) left -= masks_bits(masks_set(&s[least])[at + k]);
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
    const int64_t limit = m->horizon > 0 ? m->now + m->horizon : RIVAL_NEVER;
    slices_window w = slices_begin(&m->slices, start);
    while (slices_fit(&m->slices, &w, length, n, limit)) {
        if (masks_find(m, w.from, w.to, w.least, n, width)) return w.start;
        slices_skip(&m->slices, &w, w.from + 1);
    }
    return RIVAL_NOFIT;
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
    const uint32_t i = slices_at(&m->slices, t);
    slice *s = slices_of(&m->slices);
    if (s[i].time == t) return i;
    rival_row_open(&m->memory, &m->slices, i + 1);
    s = slices_of(&m->slices) + i;
    s[1] = s[0];
    s[1].time = t;
    s[1].set = masks_new(m);
    memcpy(masks_set(&s[1]), masks_set(&s[0]), masks_size(m));
    return i + 1;
}

static void masks_join(masks *m, uint32_t i)
{
    slice *s = slices_of(&m->slices) + i;
    if (i == 0 || s[0].free != s[-1].free ||
        memcmp(masks_set(&s[0]), masks_set(&s[-1]), masks_size(m)) != 0)
        return;
    masks_release(m, masks_set(&s[0]));
    rival_row_close(&m->slices, i);
}

static inline void masks_take(masks *m, uint32_t from, uint32_t to, uint32_t n,
                              uint32_t width)
{
    uint32_t h, i, k;
    for (k = from; k < to; k++) {
        slice *s = slices_of(&m->slices) + k;
        uint64_t *summary = masks_set(s) + m->words;
        s->free -= n;
        for (h = 0; h < m->hit_count; h++) {
            const masks_hit *hit = &m->hits[h];
            uint64_t *bits = masks_set(s) + (size_t)hit->block * width, any = 0;
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
        slices_of(&m->slices)[k].free += b->servers;
        for (i = 0; i < b->run_count; i++)
            masks_give_run(m, masks_set(&slices_of(&m->slices)[k]), &b->runs[i]);
    }
    masks_join(m, to);
    masks_join(m, from);
}

static const rival_kind masks_kind = {
    "masks",      1,           masks_create, masks_destroy, masks_advance, masks_reserve,
    masks_finish, masks_memory};

#endif
