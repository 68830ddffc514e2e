/* freed.c - bisection finds an interval. */
#include "batch/freed.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

void freed_free(struct freed *f)
{
    free(f->items);
    memset(f, 0, sizeof *f);
}

size_t freed_after(const struct freed *f, int64_t t)
{
    size_t lo = 0, hi = f->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (f->items[middle].hi > t)
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

int freed_add(struct freed *f, int64_t lo, int64_t hi, uint32_t had)
{
    size_t from, to;
    if (lo >= hi) return 0;
    if (ARRAY_ROOM(f->items, f->count, f->capacity, 1) != 0) return -1;
    from = freed_after(f, lo - 1); /* the first that overlaps or touches it */
    for (to = from; to < f->count && f->items[to].lo <= hi; to++) {
        if (f->items[to].lo < lo) lo = f->items[to].lo;
        if (f->items[to].hi > hi) hi = f->items[to].hi;
        if (f->items[to].had < had) had = f->items[to].had;
    }
    if (to != from + 1)
        memmove(f->items + from + 1, f->items + to, (f->count - to) * sizeof *f->items);
    f->count = f->count + 1 - (to - from);
    f->items[from].lo = lo;
    f->items[from].hi = hi;
    f->items[from].had = had;
    return 0;
}

int freed_move(struct freed *f, struct freed *from)
{
    size_t i;
    for (i = 0; i < from->count; i++)
        if (freed_add(f, from->items[i].lo, from->items[i].hi, from->items[i].had) != 0)
            return -1;
    from->count = 0;
    return 0;
}

int freed_has(const struct freed *f, int64_t t)
{
    const size_t i = freed_after(f, t);
    return i < f->count && f->items[i].lo <= t;
}
