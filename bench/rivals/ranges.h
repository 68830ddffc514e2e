/* ranges.h - rival: sorted time slices, each with the free servers as sorted runs.
 *
 * A window's free servers are the intersection of its slices. It begins with the slice
 * that has the fewest and goes on from the last slice to the first, so that a window
 * found short at a slice rules out every start up to that slice. Each slice keeps how
 * many are free, which rules out starts without looking at a run. Of slices with many
 * runs only as many are taken as promise n servers, and more if they do not keep it. A
 * booking splices only the runs it touches. Run arrays come from pools by size, past
 * slices leave at the front, equal neighbours become one slice. */
#ifndef RIVAL_RANGES_H
#define RIVAL_RANGES_H

#include "slices.h"

#define RANGES_CLASSES 32u /* arrays of 4, 8, 16, ... runs */

typedef struct ranges {
    rival_memory memory;
    int64_t now, horizon;
    rival_row slices;
    coa_run *spare[RANGES_CLASSES]; /* pools, each array's first bytes lead to the next */
    rival_runs kept, found, more, piece;
} ranges;

static inline coa_run *ranges_set(const slice *s) { return (coa_run *)s->set; }

/* ---- run arrays from pools --------------------------------------------------------- */

static inline uint32_t ranges_capacity(uint32_t size) { return 4u << size; }

static coa_run *ranges_new(ranges *r, uint32_t size)
{
    coa_run *runs = r->spare[size];
    if (runs)
        memcpy(&r->spare[size], (const void *)runs, sizeof(coa_run *));
    else
        runs = (coa_run *)rival_resize(&r->memory, NULL, 0,
                                       ranges_capacity(size) * sizeof *runs);
    return runs;
}

static void ranges_release(ranges *r, const slice *s)
{
    memcpy(s->set, &r->spare[s->size], sizeof(coa_run *));
    r->spare[s->size] = ranges_set(s);
}

static void ranges_grow(ranges *r, slice *s, uint32_t need)
{
    const slice old = *s;
    while (ranges_capacity(s->size) < need) s->size++;
    s->set = ranges_new(r, s->size);
    memcpy(ranges_set(s), old.set, old.count * sizeof *ranges_set(s));
    ranges_release(r, &old);
}

static void *ranges_create(uint32_t servers, int64_t now, int64_t horizon)
{
    ranges *r = (ranges *)rival_zeroed(sizeof *r);
    slice *s;
    r->memory.bytes = r->memory.peak = sizeof *r;
    r->now = now;
    r->horizon = horizon;
    r->slices.size = sizeof(slice);
    rival_row_open(&r->memory, &r->slices, 0);
    s = slices_of(&r->slices);
    memset(s, 0, sizeof *s);
    s->time = INT64_MIN;
    s->free = servers;
    s->set = ranges_new(r, 0);
    ranges_set(s)[0].first = 0;
    ranges_set(s)[0].count = servers;
    s->count = 1;
    return r;
}

static void ranges_destroy(void *self)
{
    ranges *r = (ranges *)self;
    uint32_t i;
    for (i = 0; i < r->slices.count; i++) ranges_release(r, &slices_of(&r->slices)[i]);
    for (i = 0; i < RANGES_CLASSES; i++)
        while (r->spare[i]) {
            coa_run *runs = r->spare[i];
            memcpy(&r->spare[i], (const void *)runs, sizeof(coa_run *));
            free(runs);
        }
    rival_row_free(&r->memory, &r->slices);
    rival_runs_free(&r->memory, &r->kept);
    rival_runs_free(&r->memory, &r->found);
    rival_runs_free(&r->memory, &r->more);
    rival_runs_free(&r->memory, &r->piece);
    free(r);
}

static rival_memory ranges_memory(const void *self)
{
    return ((const ranges *)self)->memory;
}

static void ranges_advance(void *self, int64_t now)
{
    ranges *r = (ranges *)self;
    const uint32_t passed = slices_passed(&r->slices, now);
    uint32_t i;
    for (i = 0; i < passed; i++) ranges_release(r, &slices_of(&r->slices)[i]);
    rival_row_drop(&r->slices, passed);
    r->now = now;
}

/* ---- search ------------------------------------------------------------------------ */

/* The first of runs i .. count-1 that ends above `server`; it is often near. */
static inline uint32_t ranges_seek(const coa_run *runs, uint32_t i, uint32_t count,
                                   uint32_t server)
{
    uint32_t step = 1, low = i;
    while (i < count && runs[i].first + runs[i].count <= server) {
        low = i + 1;
        i += step;
        step *= 2;
    }
    if (i > count) i = count;
    while (low < i) {
        const uint32_t mid = low + (i - low) / 2;
        if (runs[mid].first + runs[mid].count <= server)
            low = mid + 1;
        else
            i = mid;
    }
    return low;
}

/* found = found and s; returns how many servers. */
static uint32_t ranges_intersect(ranges *r, const slice *s)
{
    const rival_runs in = r->found;
    uint32_t i = 0, k = 0, total = 0;
    r->more.count = 0;
    while (i < in.count && k < s->count) {
        const coa_run a = in.at[i], b = ranges_set(s)[k];
        const uint32_t a_end = a.first + a.count, b_end = b.first + b.count;
        const uint32_t first = a.first > b.first ? a.first : b.first;
        const uint32_t end = a_end < b_end ? a_end : b_end;
        if (end > first) {
            rival_runs_add(&r->memory, &r->more, first, end - first);
            total += end - first;
        }
        if (a_end <= b_end)
            i++;
        else
            k = ranges_seek(ranges_set(s), k + 1, s->count, a.first);
        if (i < in.count && k < s->count)
            k = ranges_seek(ranges_set(s), k, s->count, in.at[i].first);
    }
    r->found = r->more;
    r->more = in;
    return total;
}

/* The lowest servers free in all slices from .. to-1, into `kept`: n of them and true, or
 * false, and no start up to slice *short_at can do. `least` has the fewest. */
static int ranges_find(ranges *r, uint32_t from, uint32_t to, uint32_t least, uint32_t n,
                       uint32_t *short_at)
{
    const slice *s = slices_of(&r->slices);
    uint32_t next = 0, left = s[least].free, kept = 0, promise = 2 * n + 64, i, k;
    *short_at = from;
    r->kept.count = 0;
    while (kept + left >= n && left > 0) {
        uint32_t total = 0;
        const int whole = next == 0 && promise >= s[least].free;
        r->found.count = 0;
        for (; next < s[least].count && total < promise; next++) {
            const coa_run run = ranges_set(&s[least])[next];
            rival_runs_add(&r->memory, &r->found, run.first, run.count);
            total += run.count;
        }
        left -= total;
        for (k = to; k-- > from && total > 0;) {
            if (k == least) continue;
            total = ranges_intersect(r, &s[k]);
            if (kept + total + left >= n) continue;
            if (whole && kept == 0) *short_at = k < least ? k : least;
            return 0;
        }
        for (i = 0; i < r->found.count && kept < n; i++) {
            coa_run run = r->found.at[i];
            if (run.count > n - kept) run.count = n - kept;
            rival_runs_add(&r->memory, &r->kept, run.first, run.count);
            kept += run.count;
        }
        if (kept == n) return 1;
        promise *= 2;
    }
    return 0;
}

/* The earliest start of n servers for `length` at `start` or later. */
static int64_t ranges_earliest(ranges *r, int64_t start, int64_t length, uint32_t n)
{
    const int64_t limit = r->horizon > 0 ? r->now + r->horizon : RIVAL_NEVER;
    slices_window w = slices_begin(&r->slices, start);
    uint32_t short_at;
    while (slices_fit(&r->slices, &w, length, n, limit)) {
        if (ranges_find(r, w.from, w.to, w.least, n, &short_at)) return w.start;
        slices_skip(&r->slices, &w, short_at + 1);
    }
    return RIVAL_NOFIT;
}

/* ---- booking ----------------------------------------------------------------------- */

/* A slice that begins at `t`; returns it. */
static uint32_t ranges_split(ranges *r, int64_t t)
{
    const uint32_t i = slices_at(&r->slices, t);
    slice *s = slices_of(&r->slices);
    if (s[i].time == t) return i;
    rival_row_open(&r->memory, &r->slices, i + 1);
    s = slices_of(&r->slices) + i;
    s[1] = s[0];
    s[1].time = t;
    s[1].set = ranges_new(r, s[1].size);
    memcpy(ranges_set(&s[1]), ranges_set(&s[0]), s[0].count * sizeof *ranges_set(&s[0]));
    return i + 1;
}

static void ranges_join(ranges *r, uint32_t i)
{
    slice *s = slices_of(&r->slices) + i;
    if (i == 0 || s[0].free != s[-1].free || s[0].count != s[-1].count ||
        memcmp(ranges_set(&s[0]), ranges_set(&s[-1]),
               s[0].count * sizeof *ranges_set(&s[0])) != 0)
        return;
    ranges_release(r, s);
    rival_row_close(&r->slices, i);
}

/* Runs low .. high-1 of the slice become `piece`'s. */
static void ranges_splice(ranges *r, slice *s, uint32_t low, uint32_t high)
{
    const uint32_t count = s->count - (high - low) + r->piece.count;
    if (count > ranges_capacity(s->size)) ranges_grow(r, s, count);
    if (count != s->count)
        memmove(ranges_set(s) + low + r->piece.count, ranges_set(s) + high,
                (s->count - high) * sizeof *ranges_set(s));
    if (r->piece.count > 0)
        memcpy(ranges_set(s) + low, r->piece.at, r->piece.count * sizeof *ranges_set(s));
    s->count = count;
}

static void ranges_piece(ranges *r, uint32_t first, uint32_t end)
{
    if (end > first) rival_runs_add(&r->memory, &r->piece, first, end - first);
}

static void ranges_take(ranges *r, slice *s, const coa_run *taken, uint32_t count)
{
    const uint32_t low = ranges_seek(ranges_set(s), 0, s->count, taken[0].first);
    uint32_t i = low, k, first = ranges_set(s)[low].first;
    r->piece.count = 0;
    for (k = 0; k < count; k++) {
        while (ranges_set(s)[i].first + ranges_set(s)[i].count <= taken[k].first) {
            ranges_piece(r, first, ranges_set(s)[i].first + ranges_set(s)[i].count);
            first = ranges_set(s)[++i].first;
        }
        ranges_piece(r, first, taken[k].first);
        first = taken[k].first + taken[k].count;
    }
    ranges_piece(r, first, ranges_set(s)[i].first + ranges_set(s)[i].count);
    ranges_splice(r, s, low, i + 1);
}

static void ranges_give(ranges *r, slice *s, const coa_run *given, uint32_t count)
{
    const uint32_t touch = given[0].first > 0 ? given[0].first - 1 : 0;
    const uint32_t low = ranges_seek(ranges_set(s), 0, s->count, touch);
    const coa_run *runs = ranges_set(s);
    const uint32_t end = given[count - 1].first + given[count - 1].count;
    uint32_t i = low, k;
    r->piece.count = 0;
    for (k = 0; k < count; k++) {
        for (; i < s->count && runs[i].first < given[k].first; i++)
            ranges_piece(r, runs[i].first, runs[i].first + runs[i].count);
        ranges_piece(r, given[k].first, given[k].first + given[k].count);
    }
    if (i < s->count && runs[i].first == end) {
        ranges_piece(r, end, end + runs[i].count);
        i++;
    }
    ranges_splice(r, s, low, i);
}

static void ranges_reserve(void *self, const rival_question *q, rival_booking *out)
{
    ranges *r = (ranges *)self;
    const int64_t ready = q->ready > r->now ? q->ready : r->now;
    uint32_t from, to, k;
    out->start = ranges_earliest(r, ready, q->length, q->servers);
    if (out->start == RIVAL_NOFIT) return;
    out->end = out->start + q->length;
    out->runs = r->kept.at;
    out->run_count = r->kept.count;
    from = ranges_split(r, out->start);
    to = ranges_split(r, out->end);
    for (k = from; k < to; k++) {
        slice *s = slices_of(&r->slices) + k;
        s->free -= q->servers;
        ranges_take(r, s, out->runs, out->run_count);
    }
    ranges_join(r, to);
    ranges_join(r, from);
}

static void ranges_finish(void *self, const rival_booking *b, int64_t at)
{
    ranges *r = (ranges *)self;
    const uint32_t from = ranges_split(r, at), to = ranges_split(r, b->end);
    uint32_t k;
    for (k = from; k < to; k++) {
        slice *s = slices_of(&r->slices) + k;
        s->free += b->servers;
        ranges_give(r, s, b->runs, b->run_count);
    }
    ranges_join(r, to);
    ranges_join(r, from);
}

static const rival_kind ranges_kind = {"ranges",       1,
                                       ranges_create,  ranges_destroy,
                                       ranges_advance, ranges_reserve,
                                       ranges_finish,  ranges_memory};

#endif
