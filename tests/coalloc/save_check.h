/* save_check.h - what must hold of coa_load whatever bytes it is given; for test_save.c
 * and the fuzzer. Include after coalloc.h with its implementation, and test.h.
 *
 * Knows the format from the manual alone: its own checksum, and its own reader, which
 * checks every rule that the manual names: no server is in two bookings at once; on
 * COUNT, no server is bound twice and never more are booked than there are.
 */
#ifndef SAVE_CHECK_H
#define SAVE_CHECK_H

#include "audit.h"
#include "flex_at.h"

/* ---- a stream in memory ------------------------------------------------------------ */

typedef struct save_bytes {
    unsigned char *at;
    size_t size, capacity;
    size_t pos;   /* read so far */
    size_t piece; /* most to give at once; 0 = all that is asked for */
    long calls, fail_at;
} save_bytes;

static inline int save_write(void *ctx, const void *data, size_t size)
{
    save_bytes *b = (save_bytes *)ctx;
    if (size == 0 || size > 1024) return 1;
    if (++b->calls == b->fail_at) return 1;
    if (b->size + size > b->capacity) {
        b->capacity = 2 * b->capacity + size + 64;
        b->at = (unsigned char *)realloc(b->at, b->capacity);
        if (!b->at) abort();
    }
    memcpy(b->at + b->size, data, size);
    b->size += size;
    return 0;
}

static inline size_t save_read(void *ctx, void *data, size_t size)
{
    save_bytes *b = (save_bytes *)ctx;
    b->calls++;
    if (size > b->size - b->pos) size = b->size - b->pos;
    if (b->piece > 0 && size > b->piece) size = b->piece;
    if (size > 0) memcpy(data, b->at + b->pos, size);
    b->pos += size;
    return size;
}

static inline void save_free(save_bytes *b)
{
    free(b->at);
    memset(b, 0, sizeof *b);
}

static inline void save_put(save_bytes *b, uint64_t x, int bytes)
{
    unsigned char little[8];
    int i;
    for (i = 0; i < bytes; i++) little[i] = (unsigned char)(x >> (8 * i));
    b->fail_at = 0;
    if (save_write(b, little, (size_t)bytes) != 0) abort();
}

static inline uint64_t save_get(const unsigned char *at, int bytes)
{
    uint64_t x = 0;
    while (bytes-- > 0) x = x << 8 | at[bytes];
    return x;
}

static inline void save_set(unsigned char *at, uint64_t x, int bytes)
{
    for (; bytes > 0; bytes--, x >>= 8) *at++ = (unsigned char)(x & 255);
}

/* ---- the checksum ------------------------------------------------------------------ */

static inline uint64_t save_crc(uint64_t crc, const unsigned char *at, size_t n)
{
    static uint64_t of[256]; /* of a byte alone */
    uint64_t i, k;
    for (i = 0; of[255] == 0; i++)
        for (of[i] = i, k = 0; k < 8; k++)
            of[i] = of[i] >> 1 ^ (of[i] & 1) * 0xC96C5795D7870F42u;
    for (; n > 0; n--, at++) crc = crc >> 8 ^ of[(crc ^ *at) & 255];
    return crc;
}

enum { SAVE_HEADER = 104, SAVE_HEADER_SUM = 96 };

/* Of the first `size` bytes, as it stands at the end. */
static inline uint64_t save_sum(const unsigned char *at, size_t size)
{
    const uint64_t crc = save_crc(UINT64_MAX, at, SAVE_HEADER_SUM);
    return ~save_crc(crc, at + SAVE_HEADER, size - SAVE_HEADER);
}

/* ---- a reader of its own ----------------------------------------------------------- */

typedef struct save_item { /* a server in a booking */
    uint32_t server;
    int64_t start, end;
} save_item;

typedef struct save_promise { /* a booking of COUNT */
    int64_t start, end;
    uint64_t servers, bound;
} save_promise;

typedef struct save_walk {
    const unsigned char *at;
    size_t size, pos;
    int bad; /* beyond the end, or no sense in going on */
    int lie; /* a number that no calendar writes */
    uint64_t *ids;
    size_t id_count;
    save_item *items;
    size_t count, capacity;
    save_promise *promises;
    size_t promised;
    int64_t now;
    uint32_t servers, index, unnamed;
} save_walk;

static inline uint64_t save_next(save_walk *w, int bytes)
{
    if (w->bad || w->size - w->pos < (size_t)bytes) {
        w->bad = 1;
        return 0;
    }
    w->pos += (size_t)bytes;
    return save_get(w->at + w->pos - bytes, bytes);
}

static inline void save_walk_free(save_walk *w)
{
    free(w->ids);
    free(w->items);
    free(w->promises);
}

static inline int save_has_id(const save_walk *w, uint64_t id)
{
    size_t i;
    for (i = 0; i < w->id_count; i++)
        if (w->ids[i] == id) return 1;
    return 0;
}

/* An id, which must be above those before it. */
static inline void save_add_id(save_walk *w, uint64_t id)
{
    w->ids = (uint64_t *)realloc(w->ids, (w->id_count + 1) * sizeof *w->ids);
    if (!w->ids) abort();
    if (id == 0 || (w->id_count > 0 && id <= w->ids[w->id_count - 1])) w->lie = 1;
    w->ids[w->id_count++] = id;
}

static inline void save_cover(save_walk *w, uint32_t first, uint32_t count, int64_t start,
                              int64_t end)
{
    uint32_t s;
    if (end <= w->now) return;
    for (s = first; s - first < count && count <= 5000; s++) {
        if (w->count == w->capacity) {
            w->capacity = 2 * w->capacity + 64;
            w->items = (save_item *)realloc(w->items, w->capacity * sizeof *w->items);
            if (!w->items) abort();
        }
        w->items[w->count].server = s;
        w->items[w->count].start = start > w->now ? start : w->now;
        w->items[w->count++].end = end;
    }
}

/* How many servers they are. */
static inline uint64_t save_walk_runs(save_walk *w, uint64_t n, int64_t start,
                                      int64_t end)
{
    uint64_t servers = 0, behind = 0, i;
    for (i = 0; i < n && !w->bad; i++) {
        const uint32_t first = (uint32_t)save_next(w, 4);
        const uint32_t count = (uint32_t)save_next(w, 4);
        if (count == 0 || (i > 0 && first <= behind)) w->lie = 1;
        behind = (uint64_t)first + count;
        if (behind > w->servers) w->lie = 1;
        save_cover(w, first, count, start, end);
        servers += count;
    }
    return servers;
}

static inline void save_walk_booking(save_walk *w)
{
    save_promise p;
    save_add_id(w, save_next(w, 8));
    p.start = (int64_t)save_next(w, 8);
    p.end = (int64_t)save_next(w, 8);
    (void)save_next(w, 8); /* the tag */
    p.servers = save_next(w, 4);
    if (p.start == INT64_MIN || p.start >= p.end || p.end <= w->now) w->lie = 1;
    if (save_next(w, 4) == 0) w->lie = 1; /* attempts */
    if (save_next(w, 4) > 1) w->lie = 1;  /* flags: 1 = a block */
    p.bound = save_walk_runs(w, save_next(w, 4), p.start, p.end);
    if (p.servers == 0 || (w->index != 3 && p.bound != p.servers)) w->lie = 1;
    if (w->bad || w->index != 3) return;
    w->promises =
        (save_promise *)realloc(w->promises, (w->promised + 1) * sizeof *w->promises);
    if (!w->promises) abort();
    w->promises[w->promised++] = p;
}

/* Walks through a stream; w->pos is then where its last checksum stands. */
static inline void save_walk_all(save_walk *w)
{
    uint64_t last_id, skipped, bookings, parts, last = 0;
    if (w->size < SAVE_HEADER) {
        w->bad = 1;
        return;
    }
    w->index = (uint32_t)save_get(w->at + 12, 4);
    w->servers = (uint32_t)save_get(w->at + 16, 4);
    w->unnamed = (uint32_t)save_get(w->at + 20, 4);
    w->now = (int64_t)save_get(w->at + 24, 8);
    last_id = save_get(w->at + 48, 8);
    skipped = save_get(w->at + 80, 8);
    bookings = save_get(w->at + 88, 4);
    parts = save_get(w->at + 92, 4);
    w->lie = skipped > last_id || bookings > last_id - skipped || parts > bookings ||
             save_get(w->at + 8, 4) != 4 || w->unnamed > (w->index == 3) ||
             (w->index != 2 && (save_get(w->at + 64, 8) || save_get(w->at + 72, 8)));
    w->pos = SAVE_HEADER;
    for (; bookings > 0 && !w->bad; bookings--) save_walk_booking(w);
    if (w->id_count > 0 && w->ids[w->id_count - 1] > last_id) w->lie = 1;
    for (; parts > 0 && !w->bad; parts--) {
        const uint64_t id = save_next(w, 8), in_all = save_next(w, 4);
        if (id <= last || !save_has_id(w, id) || in_all == 0) w->lie = 1;
        (void)save_next(w, 4); /* which mold */
        (void)save_next(w, 8); /* the key */
        (void)save_next(w, 8); /* the mark */
        last = id;
    }
}

static inline int save_item_order(const void *x, const void *y)
{
    const save_item *p = (const save_item *)x, *q = (const save_item *)y;
    if (p->server != q->server) return p->server < q->server ? -1 : 1;
    return p->start < q->start ? -1 : p->start > q->start;
}

/* COUNT: who has started, and no one else, has as many servers as it asked for, or nobody
 * has any if they are unnamed; no server is in two bookings; at no start are more booked
 * than there are. */
static inline int save_promises_fit(const save_walk *w)
{
    size_t i, k;
    for (i = 0; i < w->promised; i++) {
        const save_promise *p = &w->promises[i];
        const int64_t t = p->start > w->now ? p->start : w->now;
        uint64_t busy = 0;
        const int named = p->start <= w->now && !w->unnamed;
        if (p->servers == 0 || p->bound != (named ? p->servers : 0)) return 0;
        for (k = 0; k < w->promised; k++)
            if (w->promises[k].start <= t && t < w->promises[k].end)
                busy += w->promises[k].servers;
        if (busy > w->servers) return 0;
    }
    for (i = 0; i < w->count; i++)
        if (w->items[i].server >= w->servers ||
            (i > 0 && w->items[i].server == w->items[i - 1].server))
            return 0;
    return 1;
}

/* No server is in two bookings at once. */
static inline int save_disjoint(save_walk *w)
{
    size_t i;
    if (w->count > 0) qsort(w->items, w->count, sizeof *w->items, save_item_order);
    if (w->index == 3) return save_promises_fit(w);
    for (i = 0; i < w->count; i++)
        if (w->items[i].server >= w->servers ||
            (i > 0 && w->items[i].server == w->items[i - 1].server &&
             w->items[i].start < w->items[i - 1].end))
            return 0;
    return 1;
}

/* Puts right checksums where they are read, if there is room for them; the stream may
 * grow by eight bytes. */
static inline void save_fix(save_bytes *b)
{
    save_walk w;
    if (b->size < SAVE_HEADER) return;
    save_set(b->at + SAVE_HEADER_SUM, ~save_crc(UINT64_MAX, b->at, SAVE_HEADER_SUM), 8);
    memset(&w, 0, sizeof w);
    w.at = b->at;
    w.size = b->size;
    save_walk_all(&w);
    save_walk_free(&w);
    if (w.bad) return;
    while (b->size < w.pos + 8) save_put(b, 0, 1);
    save_set(b->at + w.pos, save_sum(b->at, w.pos), 8);
}

/* ---- memory: no more than the bytes justify ---------------------------------------- */

typedef struct save_heap {
    test_heap heap;
    size_t peak;
    size_t most; /* 0, or no more than so many bytes */
} save_heap;

static inline void *save_hook(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    save_heap *h = (save_heap *)ctx;
    void *p;
    if (h->most > 0 && h->heap.live_bytes + new_size > h->most) return NULL;
    p = test_heap_hook(&h->heap, ptr, old_size, new_size);
    if (h->heap.live_bytes > h->peak) h->peak = h->heap.live_bytes;
    return p;
}

enum { SAVE_PER_BYTE = 48, SAVE_AT_LEAST = 40000 };
#ifndef SAVE_TREE
#define SAVE_TREE (1 << 20)
#endif

/* Is all of the stream there, with right checksums? */
static inline int save_complete(const unsigned char *at, size_t size)
{
    save_walk w;
    int complete;
    memset(&w, 0, sizeof w);
    w.at = at;
    w.size = size;
    save_walk_all(&w);
    complete = !w.bad && size - w.pos >= 8 &&
               save_get(at + SAVE_HEADER_SUM, 8) ==
                   (uint64_t)~save_crc(UINT64_MAX, at, SAVE_HEADER_SUM) &&
               save_get(at + w.pos, 8) == save_sum(at, w.pos);
    save_walk_free(&w);
    return complete;
}

/* ---- a calendar, saved ------------------------------------------------------------- */

/* What is loaded with `d` of what is saved of it; its last id becomes `last`, if any. */
static inline coa_calendar *save_reload(const coa_calendar *cal, const coa_desc *d,
                                        coa_id last)
{
    save_bytes b = {0};
    coa_calendar *copy = NULL;
    CHECK_EQ(coa_save(cal, save_write, &b), COA_OK);
    if (last) save_set(b.at + 48, last, 8);
    if (last) save_fix(&b);
    CHECK_EQ(coa_load(&copy, d, save_read, &b), COA_OK);
    CHECK_EQ(b.pos, b.size);
    save_free(&b);
    return copy;
}

/* A number for all that is saved of it but what searches count, and lifting. */
static inline uint64_t save_print(const coa_calendar *cal)
{
    save_bytes b = {0};
    uint64_t h = 1;
    size_t i;
    CHECK_EQ(coa_save(cal, save_write, &b), COA_OK);
    memset(b.at + 56, 0, 24);
    memset(b.at + SAVE_HEADER_SUM, 0, 8);
    for (i = 0; i + 8 < b.size; i++) h = (h ^ b.at[i]) * 0x9E3779B97F4A7C15u + (h >> 31);
    save_free(&b);
    return h;
}

/* ---- all that must hold of any stream ---------------------------------------------- */

/* A loaded calendar behaves: it books, frees, moves on, and stays sane. */
static inline void save_check_use(coa_calendar *cal)
{
    coa_desc d;
    coa_booking b;
    coa_id id = 0, last = 0;
    coa_request r;
    coa_site alone = {NULL, NULL, 0};
    coa_flex *flex = NULL;
    int i;
    alone.calendar = cal;
    CHECK_EQ(coa_flex_create(&flex, FLEX_KEY, &alone, 1, NULL, NULL), COA_OK);
    coa_describe(cal, &d);
    memset(&r, 0, sizeof r);
    for (i = 0; i < 4; i++) {
        r.length = 1 + i * 3;
        r.servers = 1 + (uint32_t)i * (d.servers / 4);
        if (coa_reserve(cal, &r, &b) == COA_OK) CHECK(b.id > id);
    }
    check_sane(cal);
    while (coa_next(cal, id, &b) == COA_OK) {
        const coa_status s = b.id % 2 == 0 && b.start + 1 < b.end && b.start >= d.now
                                 ? coa_finish(cal, b.id, b.start + 1)
                                 : coa_cancel(cal, b.id);
        CHECK_EQ(s, b.parts > 0 ? COA_E_ARG : COA_OK);
        if (b.parts > 0) { /* another key may be meant */
            const coa_status f = coa_flex_cancel(flex, b.id, 0);
            if (f != COA_E_NOTFOUND) CHECK_EQ(f, b.parts > 1 ? COA_E_ARG : COA_OK);
            if (f == COA_E_ARG) CHECK_EQ(coa_flex_cancel(flex, b.id, 1), COA_OK);
        }
        last = id = b.id;
    }
    check_sane(cal);
    coa_flex_destroy(flex);
    if (d.now < COA_FOREVER / 2) {
        const coa_status s = coa_advance(cal, d.now + 5);
        CHECK(s == COA_OK || (s == COA_E_RANGE && d.horizon > COA_FOREVER / 4));
        check_sane(cal);
        CHECK(s != COA_OK || coa_get(cal, last, &b) != COA_OK || b.end > d.now + 5);
    }
}

/* Loads any bytes at all. A calendar comes of them only if they are exactly what that
 * calendar writes; memory is at most a multiple of the bytes; nothing leaks. A complete
 * stream of RANGE_TREE may need what its calendar needs, and here does not get more than
 * SAVE_TREE bytes. */
static inline coa_status save_check_any(const unsigned char *data, size_t size,
                                        size_t piece)
{
    save_heap h;
    save_bytes in, again;
    coa_desc d;
    coa_calendar *cal = NULL;
    save_walk w;
    coa_status s;
    int tree;
    memset(&h, 0, sizeof h);
    memset(&in, 0, sizeof in);
    memset(&again, 0, sizeof again);
    memset(&d, 0, sizeof d);
    memset(&w, 0, sizeof w);
    in.at = (unsigned char *)malloc(size + !size); /* of the exact size: overreads show */
    if (!in.at) abort();
    if (size) memcpy(in.at, data, size);
    in.size = size;
    in.piece = piece;
    tree = size > 16 && save_get(data + 12, 4) == 2 && save_complete(data, size);
    h.most = tree ? (size_t)SAVE_TREE : SAVE_PER_BYTE * size + SAVE_AT_LEAST;
    d.alloc = save_hook;
    d.alloc_ctx = &h;
    s = coa_load(&cal, &d, save_read, &in);
    CHECK(s == COA_OK || s == COA_E_CORRUPT || s == COA_E_FOREIGN || s == COA_E_ABI ||
          (tree && s == COA_E_NOMEM));
    CHECK_EQ(cal != NULL, s == COA_OK);
    if (cal) {
        CHECK_EQ(coa_save(cal, save_write, &again), COA_OK);
        CHECK_EQ(again.size, in.pos);
        CHECK(memcmp(again.at, in.at, again.size) == 0);
        w.at = in.at;
        w.size = in.size;
        save_walk_all(&w);
        CHECK(!w.bad && !w.lie);
        CHECK_EQ(w.pos + 8, in.pos);
        CHECK(save_disjoint(&w));
        save_walk_free(&w);
        h.most = 0;
        check_sane(cal);
        save_check_use(cal);
        coa_destroy(cal);
    }
    CHECK_EQ(h.heap.live_blocks, 0);
    CHECK_EQ(h.heap.bad_size, 0);
    save_free(&in);
    save_free(&again);
    return s;
}

#endif
