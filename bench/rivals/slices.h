/* slices.h - what masks.h and ranges.h share: a sorted list of time slices, each with
 * a set of free servers and their number, and the walk over the windows that the
 * numbers alone do not rule out. The walk goes on where it was, so it looks at each
 * number once or twice, however many windows fail. */
#ifndef RIVAL_SLICES_H
#define RIVAL_SLICES_H

#include "rival.h"

typedef struct slice {
    int64_t time;   /* from here to the next slice */
    void *set;      /* the servers free: what the rival makes of it */
    uint32_t free;  /* how many */
    uint32_t count; /* ranges: of runs */
    uint32_t size;  /* ranges: class of the array */
    uint32_t reserved;
} slice;

typedef struct slices_window { /* slices from .. to-1 */
    int64_t start;
    uint32_t from, to;
    uint32_t least; /* the one with the fewest free */
} slices_window;

static inline slice *slices_of(const rival_row *r) { return (slice *)rival_row_items(r); }

/* The slice that holds at `t`. */
static inline uint32_t slices_at(const rival_row *r, int64_t t)
{
    const slice *s = slices_of(r);
    uint32_t low = 0, count = r->count;
    while (count > 1) {
        const uint32_t half = count / 2;
        low += s[low + half].time <= t ? half : 0;
        count -= half;
    }
    return low;
}

/* How many slices are over by `now`. */
static inline uint32_t slices_passed(const rival_row *r, int64_t now)
{
    const slice *s = slices_of(r);
    uint32_t passed = 0;
    while (passed + 1 < r->count && s[passed + 1].time <= now) passed++;
    return passed;
}

static inline slices_window slices_begin(const rival_row *r, int64_t start)
{
    slices_window w;
    w.start = start;
    w.from = w.to = w.least = slices_at(r, start);
    return w;
}

/* No start before slice i can do. */
static inline void slices_skip(const rival_row *r, slices_window *w, uint32_t i)
{
    w->from = i;
    w->start = slices_of(r)[i].time;
}

/* The window, or the next later one, in which every slice has n free; false if it would
 * end after `limit`. The last slice has all servers free. */
static inline int slices_fit(const rival_row *r, slices_window *w, int64_t length,
                             uint32_t n, int64_t limit)
{
    const slice *s = slices_of(r);
    uint32_t k;
    for (;;) {
        while (s[w->from].free < n) slices_skip(r, w, w->from + 1);
        if (w->start + length > limit) return 0;
        if (w->to < w->from) w->to = w->from;
        if (w->least < w->from)
            for (k = w->least = w->from; k < w->to; k++)
                if (s[k].free < s[w->least].free) w->least = k;
        for (; w->to < r->count && s[w->to].time < w->start + length; w->to++) {
            if (s[w->to].free < n) break;
            if (s[w->to].free < s[w->least].free) w->least = w->to;
        }
        if (w->to == r->count || s[w->to].time >= w->start + length) return 1;
        slices_skip(r, w, w->to + 1);
    }
}

#endif
