/* flexco_booked.h - how many processors are booked at regular instants: a coarse picture
 * that rules out most windows before a calendar is asked.
 *
 * Instant k is at k 2^unit seconds. A window needs so many free processors at each of its
 * instants: one with too few rules the window out. Where none does, the calendars decide.
 */
#ifndef FLEXCO_BOOKED_H
#define FLEXCO_BOOKED_H

#include <stddef.h>
#include <stdint.h>

struct flexco_booked { /* zero-initialise; free(at) */
    uint32_t *at;      /* of the instants first, ..., first + count - 1 */
    int64_t first;     /* nothing is known of other instants            */
    size_t count, capacity;
};

/* Adds n to what is booked at the instants in [from, to), where 0 <= now <= from. 0, or
 * -1 when memory is out. */
int flexco_booked_add(struct flexco_booked *b, int unit, int64_t now, int64_t from,
                      int64_t to, uint32_t n);

/* Takes n away, of what was added for [from, to) or more. */
void flexco_booked_take(struct flexco_booked *b, int unit, int64_t from, int64_t to,
                        uint32_t n);

struct flexco_window {   /* of which the start is looked for                  */
    int64_t from, to;    /* its first and last start                          */
    int64_t length;      /* >= 1                                              */
    int64_t most;        /* so many may be booked at any instant              */
    int64_t since, over; /* in [since, over) so many more: the job's own      */
    int64_t own;
};

/* A time such that no such window begins earlier; JOB_NEVER if there is none at all. */
int64_t flexco_booked_start(const struct flexco_booked *b, int unit,
                            const struct flexco_window *w);

#endif
