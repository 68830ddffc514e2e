/* flexco_booked.c - a window is searched from its end: an instant that has too many rules
 * out all starts up to there. */
#include "flexco/flexco_booked.h"

#include "base/array.h"
#include "base/job.h"

#include <string.h>

/* Instants from here on are not kept. */
#define FLEXCO_BOOKED_MOST (INT64_C(1) << 17)

/* The first instant at or after t. */
static int64_t flexco_booked_instant(int unit, int64_t t)
{
    const int64_t k = (t + (INT64_C(1) << unit) - 1) >> unit;
    return k < FLEXCO_BOOKED_MOST ? k : FLEXCO_BOOKED_MOST;
}

/* Makes the instants up to `end` known; those before `now` make room. */
static int flexco_booked_extend(struct flexco_booked *b, int64_t now, int64_t end)
{
    const size_t past = (size_t)(now - b->first);
    size_t more;
    if (past >= b->count) {
        b->count = 0;
        b->first = now;
    } else if (past > b->count / 2) {
        b->count -= past;
        memmove(b->at, b->at + past, b->count * sizeof *b->at);
        b->first = now;
    }
    if (end <= b->first + (int64_t)b->count) return 0;
    more = (size_t)(end - b->first) - b->count;
    if (ARRAY_ROOM(b->at, b->count, b->capacity, more) != 0) return -1;
    memset(b->at + b->count, 0, more * sizeof *b->at);
    b->count += more;
    return 0;
}

int flexco_booked_add(struct flexco_booked *b, int unit, int64_t now, int64_t from,
                      int64_t to, uint32_t n)
{
    const int64_t end = flexco_booked_instant(unit, to);
    int64_t i = flexco_booked_instant(unit, from) - b->first, stop;
    if (end > b->first + (int64_t)b->count) {
        if (flexco_booked_extend(b, flexco_booked_instant(unit, now), end) != 0)
            return -1;
        i = flexco_booked_instant(unit, from) - b->first;
    }
    for (stop = end - b->first; i < stop; i++) b->at[i] += n;
    return 0;
}

void flexco_booked_take(struct flexco_booked *b, int unit, int64_t from, int64_t to,
                        uint32_t n)
{
    int64_t i = flexco_booked_instant(unit, from) - b->first;
    const int64_t stop = flexco_booked_instant(unit, to) - b->first;
    for (; i < stop; i++) b->at[i] -= n;
}

/* The last instant in [from, to) that has more booked than that; -1. */
static int64_t flexco_booked_above(const struct flexco_booked *b, int64_t from,
                                   int64_t to, int64_t most)
{
    const uint32_t *at = b->at;
    const int64_t first = b->first;
    while (to > from)
        if (at[--to - first] > most) return to;
    return -1;
}

int64_t flexco_booked_start(const struct flexco_booked *b, int unit,
                            const struct flexco_window *w)
{
    const int64_t known = b->first + (int64_t)b->count;
    const int64_t since = flexco_booked_instant(unit, w->since);
    const int64_t over = flexco_booked_instant(unit, w->over);
    int64_t start = w->from, good = flexco_booked_instant(unit, start), end, k;
    if (w->most < 0) return JOB_NEVER;
    while (start <= w->to) { /* all instants from `start` to before `good` will do */
        end = flexco_booked_instant(unit, start + w->length);
        if (end > known) end = known;
        k = flexco_booked_above(b, over > good ? over : good, end, w->most);
        if (k < 0)
            k = flexco_booked_above(b, since > good ? since : good,
                                    over < end ? over : end, w->most + w->own);
        if (k < 0) k = flexco_booked_above(b, good, since < end ? since : end, w->most);
        if (k < 0) return start;
        good = end;
        start = (k << unit) + 1;
    }
    return JOB_NEVER;
}
