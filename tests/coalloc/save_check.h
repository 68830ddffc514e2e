/* save_check.h - what must hold of coa_load whatever bytes it is given; for test_save.c
 * and the fuzzer. Include after coalloc.h with its implementation, and test.h.
 *
 * Knows the format from the manual alone: its own checksum, and its own reader, which
 * says of any bytes whether they are a calendar: no server is in two bookings at once; on
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
    if (size == 0 || size > 128) return 1;
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
    for (int i = 0; i < bytes; i++) little[i] = (unsigned char)(x >> (8 * i));
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

enum { SAVE_HEADER = 104, SAVE_HEADER_SUM = 96 };

/* Of the first `size` bytes, as it stands at the end. */
static inline uint64_t save_sum(const unsigned char *at, size_t size)
{
    const uint64_t crc = test_crc(UINT64_MAX, at, SAVE_HEADER_SUM);
    return ~test_crc(crc, at + SAVE_HEADER, size - SAVE_HEADER);
}

/* ---- a separate reader: what coa_load must say of a stream ------------------------- */

typedef struct save_booking {
    uint64_t id, servers;
    int64_t from, end; /* from: its start, or now if that is later */
    int part;          /* it can be a part: no block, and it ends */
} save_booking;

typedef struct save_run { /* of a booking */
    uint64_t first, count;
    size_t of;
} save_run;

typedef struct save_walk {
    const unsigned char *at;
    size_t size, pos;
    int bad; /* the stream has ended too early */
    int lie; /* a number that no calendar writes */
    uint64_t format, index, servers, unnamed, last_id;
    int64_t now, horizon, slot;
    save_booking *booking;
    save_run *run;
    size_t bookings, runs;
    unsigned char *bytes; /* NULL; or of the number at each place, how many */
} save_walk;

static inline uint64_t save_next(save_walk *w, int bytes)
{
    if (w->bad || w->size - w->pos < (size_t)bytes) {
        w->bad = 1;
        return 0;
    }
    if (w->bytes) w->bytes[w->pos] = (unsigned char)bytes;
    w->pos += (size_t)bytes;
    return save_get(w->at + w->pos - bytes, bytes);
}

static inline void *save_grow(void *at, size_t count, size_t size)
{
    void *p = (count & (count - 1)) == 0 ? realloc(at, (2 * count + 1) * size) : at;
    if (!p) abort();
    return p;
}

static inline void save_walk_free(save_walk *w)
{
    free(w->booking);
    free(w->run);
}

static inline void save_walk_booking(save_walk *w)
{
    const int64_t limit = w->horizon > 0 && !w->lie ? w->now + w->horizon : INT64_MAX - 1;
    const uint64_t before = w->bookings > 0 ? w->booking[w->bookings - 1].id : 0;
    const uint64_t id = save_next(w, 8);
    const int64_t start = (int64_t)save_next(w, 8), end = (int64_t)save_next(w, 8);
    const uint64_t tag = save_next(w, 8), servers = save_next(w, 4);
    const uint64_t attempts = save_next(w, 4), block = save_next(w, 4);
    const int bound = w->index != COA_INDEX_COUNT || (start <= w->now && !w->unnamed);
    uint64_t runs = save_next(w, 4), behind = 0, sum = 0;
    (void)tag;
    for (uint64_t i = 0; i < runs && !w->bad; i++) {
        save_run r;
        r.first = save_next(w, 4);
        r.count = save_next(w, 4);
        r.of = w->bookings;
        w->lie |= r.count == 0 || (i > 0 && r.first <= behind);
        behind = r.first + r.count;
        w->lie |= behind > w->servers;
        sum += r.count;
        w->run = (save_run *)save_grow(w->run, w->runs, sizeof r);
        w->run[w->runs++] = r;
    }
    w->lie |= id <= before || id > w->last_id || start == INT64_MIN || start >= end ||
              end <= w->now || block > 1 || (block ? attempts != 1 : attempts == 0) ||
              servers == 0 || sum != (bound ? servers : 0);
    w->lie |= end > limit &&
              !(end == INT64_MAX && (w->horizon == 0 || (block && start <= limit)));
    w->booking = (save_booking *)save_grow(w->booking, w->bookings, sizeof *w->booking);
    w->booking[w->bookings].id = id;
    w->booking[w->bookings].servers = servers;
    w->booking[w->bookings].from = start > w->now ? start : w->now;
    w->booking[w->bookings].end = end;
    w->booking[w->bookings++].part = !block && end != INT64_MAX;
}

static inline void save_walk_part(save_walk *w, uint64_t last)
{
    const uint64_t before = w->format > 4 ? save_next(w, 4) : 0;
    const uint64_t id = save_next(w, 8), in_all = save_next(w, 4);
    const uint64_t mold = save_next(w, 4), key = save_next(w, 8), first = save_next(w, 8);
    size_t i;
    (void)mold, (void)key;
    w->lie |= w->format > 4 && first == 0;
    for (i = 0; i < w->bookings && w->booking[i].id != id; i++) continue;
    w->lie |= id <= last || before >= in_all || i == w->bookings || !w->booking[i].part;
}

/* No server is in two bookings at once; at no start more are booked than there are. */
static inline int save_disjoint(const save_walk *w)
{
    for (size_t i = 0; i < w->runs; i++)
        for (size_t k = 0; k < i; k++) {
            const save_run *r = w->run + i, *q = w->run + k;
            const save_booking *a = w->booking + r->of, *b = w->booking + q->of;
            if (r->of != q->of && r->first < q->first + q->count &&
                q->first < r->first + r->count && a->from < b->end && b->from < a->end)
                return 0;
        }
    for (size_t i = 0; i < w->bookings; i++) {
        const int64_t t = w->booking[i].from;
        uint64_t busy = 0;
        for (size_t k = 0; k < w->bookings; k++)
            if (w->booking[k].from <= t && t < w->booking[k].end)
                busy += w->booking[k].servers;
        if (busy > w->servers) return 0;
    }
    return 1;
}

/* Whether there can be a calendar of this description. */
static inline int save_no_calendar(const save_walk *w)
{
    if (w->index < COA_INDEX_MAP || w->index > COA_INDEX_SLICES || w->servers == 0 ||
        w->servers > COA_MAX_SERVERS || w->unnamed > (w->index == COA_INDEX_COUNT) ||
        (w->index == COA_INDEX_SLICES && w->servers > COA_SLICES_SERVERS) ||
        w->now == INT64_MIN || w->horizon < 0 || w->horizon == INT64_MAX)
        return 1;
    const int64_t tail = INT64_MAX - 1 - w->horizon;
    if (w->index != COA_INDEX_RANGE_TREE) return w->slot != 0 || w->now > tail;
    return w->horizon == 0 || w->slot <= 0 || w->slot > tail / 2 ||
           w->now > tail - 2 * w->slot || (w->horizon - 1) / w->slot > COA_MAX_SLOTS - 2;
}

/* Walks through a stream; w.pos is then where its last checksum stands. */
static inline save_walk save_walk_of(const unsigned char *at, size_t size,
                                     unsigned char *bytes)
{
    save_walk w = {0};
    w.at = at;
    w.size = size;
    w.bytes = bytes;
    w.bad = size < SAVE_HEADER;
    if (w.bad) return w;
    w.pos = 12;
    w.format = save_get(at + 8, 4);
    w.index = save_next(&w, 4);
    w.servers = save_next(&w, 4);
    w.unnamed = save_next(&w, 4);
    w.now = (int64_t)save_next(&w, 8);
    w.horizon = (int64_t)save_next(&w, 8);
    w.slot = (int64_t)save_next(&w, 8);
    w.last_id = save_next(&w, 8);
    (void)save_next(&w, 8); /* attempts */
    w.lie = save_no_calendar(&w) || w.last_id > INT64_MAX;
    uint64_t last = save_next(&w, 8) | save_next(&w, 8); /* visits */
    w.lie |= w.index != COA_INDEX_RANGE_TREE && last != 0;
    const uint64_t skipped = save_next(&w, 8);
    uint64_t bookings = save_next(&w, 4);
    uint64_t parts = save_next(&w, 4);
    w.lie |= skipped > w.last_id || bookings > w.last_id - skipped || parts > bookings;
    for (w.pos = SAVE_HEADER; bookings > 0 && !w.bad; bookings--) save_walk_booking(&w);
    for (last = 0; parts > 0 && !w.bad; parts--, last = save_get(at + w.pos - 32, 8))
        save_walk_part(&w, last);
    return w;
}

/* Puts right checksums where they are read, if there is room for them; the stream may
 * grow by eight bytes. */
static inline void save_fix(save_bytes *b)
{
    save_walk w;
    if (b->size < SAVE_HEADER) return;
    save_set(b->at + SAVE_HEADER_SUM, ~test_crc(UINT64_MAX, b->at, SAVE_HEADER_SUM), 8);
    w = save_walk_of(b->at, b->size, NULL);
    save_walk_free(&w);
    if (w.bad) return;
    while (b->size < w.pos + 8) save_put(b, 0, 1);
    save_set(b->at + w.pos, save_sum(b->at, w.pos), 8);
}

/* What coa_load says of these bytes. *end: where the stream ends, or 0 if it is not all
 * there, with right checksums. */
static inline coa_status save_verdict(const unsigned char *at, size_t size, size_t *end)
{
    save_walk w;
    *end = 0;
    if (size >= 8 && memcmp(at, "COALLOC", 8) != 0) return COA_E_FOREIGN;
    if (size >= 12 && save_get(at + 8, 4) / 2 != 2) return COA_E_ABI; /* 4 or 5 */
    w = save_walk_of(at, size, NULL);
    if (!w.bad && size - w.pos >= 8 &&
        save_get(at + SAVE_HEADER_SUM, 8) ==
            (uint64_t)~test_crc(UINT64_MAX, at, SAVE_HEADER_SUM) &&
        save_get(at + w.pos, 8) == save_sum(at, w.pos))
        *end = w.pos + 8;
    const int right = *end > 0 && !w.lie && save_disjoint(&w);
    save_walk_free(&w);
    return right ? COA_OK : COA_E_CORRUPT;
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

/* ---- a calendar, saved ------------------------------------------------------------- */

/* Loads with `d` the calendar that it saves; its last id becomes `last`, if any. */
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
    CHECK_EQ(coa_save(cal, save_write, &b), COA_OK);
    memset(b.at + 56, 0, 24);
    memset(b.at + SAVE_HEADER_SUM, 0, 8);
    for (size_t i = 0; i + 8 < b.size; i++)
        h = (h ^ b.at[i]) * 0x9E3779B97F4A7C15u + (h >> 31);
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
    coa_request r = {0};
    coa_site alone = {.number = 1};
    coa_flex *flex = NULL;
    alone.calendar = cal;
    CHECK_EQ(coa_flex_create(&flex, FLEX_KEY, &alone, 1, NULL, NULL), COA_OK);
    coa_describe(cal, &d);
    for (int i = 0; i < 4; i++) {
        r.length = 1 + i * 3;
        r.servers = 1 + (uint32_t)i * (d.servers / 4);
        if (coa_reserve(cal, &r, &b) == COA_OK) CHECK(b.id > id);
    }
    check_sane(cal);
    while (coa_next(cal, id, &b, NULL) == COA_OK) {
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
        CHECK(s != COA_OK || coa_get(cal, last, &b, NULL) != COA_OK || b.end > d.now + 5);
    }
}

/* Loads any bytes at all. Exactly those that the reader above accepts make a calendar,
 * which writes them again; memory is at most a multiple of the bytes; nothing leaks. A
 * whole stream of RANGE_TREE may need what its calendar needs, and here does not get more
 * than SAVE_TREE bytes. */
static inline coa_status save_check_any(const unsigned char *data, size_t size,
                                        size_t piece)
{
    save_heap h = {0};
    save_bytes in = {0}, again = {0};
    coa_desc d = {0};
    coa_calendar *cal = NULL;
    size_t end;
    const coa_status expected = save_verdict(data, size, &end);
    const int tree = end > 0 && save_get(data + 12, 4) == COA_INDEX_RANGE_TREE;
    in.at = (unsigned char *)malloc(size + !size); /* of the exact size: overreads show */
    if (!in.at) abort();
    if (size) memcpy(in.at, data, size);
    in.size = size;
    in.piece = piece;
    h.most = tree ? (size_t)SAVE_TREE : SAVE_PER_BYTE * size + SAVE_AT_LEAST;
    d.alloc = save_hook;
    d.alloc_ctx = &h;
    const coa_status s = coa_load(&cal, &d, save_read, &in);
    if (!tree || s != COA_E_NOMEM) CHECK_EQ(s, expected);
    CHECK_EQ(cal != NULL, s == COA_OK);
    if (cal) {
        CHECK_EQ(in.pos, end);
        CHECK_EQ(coa_save(cal, save_write, &again), COA_OK);
        if (save_get(in.at + 8, 4) == 4) { /* a former part is a booking */
            in.size = end - 8 - 32 * (size_t)save_get(in.at + 92, 4);
            save_set(in.at + 92, 0, 4);
            save_set(in.at + 8, 5, 4);
            in.capacity = end;
            save_fix(&in);
            end = in.size;
        }
        CHECK_EQ(again.size, end);
        CHECK(memcmp(again.at, in.at, end) == 0);
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
