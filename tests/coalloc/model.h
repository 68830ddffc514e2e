/* model.h - what the models of calendars have in common.
 *
 * For the models of promises, which define MODEL_PROMISES: it is included behind the
 * world `w`, whose bookings b[0 .. count - 1] have start, end, servers and bound. */
#ifndef MODEL_H
#define MODEL_H

#include "coalloc.h"
#include "test.h"

/* Makes of a request one that replaces the booking [start, end) of so many servers: it
 * asks for the same, or nearly, and mostly for an end before that one's. */
static inline void nearly_the_same(coa_request *r, coa_time start, coa_time end,
                                   uint32_t servers, coa_time now, coa_time grid,
                                   int horizon)
{
    r->length = end == COA_FOREVER ? COA_FOREVER : end - start;
    r->servers = servers;
    if (test_below(3)) r->ready = now;
    if (test_below(2)) r->step = r->retries = 0;
    if (test_below(5) == 0) r->step = start > now ? start - now : 1;
    if (test_below(5) == 0) r->step = start % 2 == 0 ? 2 : 1;
    if (r->step > 0 && r->step < grid / 4) r->step = grid / 4;
    if (r->step > 0 && !horizon) r->retries = 40;
    r->deadline = test_below(3) == 0 ? end - test_between(0, 3) : 0;
    if (test_below(8) == 0) r->servers = (uint32_t)test_below(r->servers) + 1;
    if (test_below(8) == 0) r->servers++;
    if (r->length < COA_FOREVER && test_below(8) == 0) r->length += test_between(0, 2);
    if (r->length > 1 && test_below(8) == 0) r->length--;
    if (r->length > COA_FOREVER / 2)
        r->length = COA_FOREVER; /* the end was moved there */
    if (r->length == COA_FOREVER) r->deadline = 0;
    if (r->step == 0 && r->retries != COA_NO_RETRY) r->retries = 0;
}

#ifdef MODEL_PROMISES
/* Returns how many servers are booked at t. */
static uint32_t model_busy(coa_time t)
{
    uint32_t n = 0;
    int i;
    for (i = 0; i < w.count; i++)
        if (w.b[i].start <= t && t < w.b[i].end) n += w.b[i].servers;
    return n;
}

/* Returns the most servers booked at any time in [start, end): the number only grows at
 * starts. */
static uint32_t model_most(coa_time start, coa_time end)
{
    uint32_t most = model_busy(start), n;
    int i;
    for (i = 0; i < w.count; i++) {
        if (w.b[i].start <= start || w.b[i].start >= end) continue;
        n = model_busy(w.b[i].start);
        if (n > most) most = n;
    }
    return most;
}

static void model_drop(int i);
static void model_start(int i); /* binds a booking */

static void model_advance(coa_time now)
{
    coa_time t;
    int i;
    for (;;) {
        for (t = COA_FOREVER, i = 0; i < w.count; i++) {
            if (w.b[i].end < t) t = w.b[i].end;
            if (!w.b[i].bound && w.b[i].start < t) t = w.b[i].start;
        }
        if (t > now) break;
        for (i = w.count; i-- > 0;)
            if (w.b[i].end == t) model_drop(i);
        for (i = 0; i < w.count; i++)
            if (!w.b[i].bound && w.b[i].start == t) model_start(i);
    }
    w.now = now;
}
#endif

#endif
