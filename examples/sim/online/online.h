/* online.h - the online co-allocator of paper 1: each job is a request that is made when
 * the job is submitted, and gets its start at once, and its servers, too, unless they
 * are bound late.
 *
 * The calendar of coalloc.h does the work; this module replays a workload on it. A job
 * that ends before the time booked for it gives the rest back.
 */
#ifndef ONLINE_H
#define ONLINE_H

#include "coalloc.h"

#include "kit/option.h"
#include "online/schedule.h"

#include <stdint.h>
#include <stdio.h>

struct online_rules {
    coa_index index;
    uint32_t place;
    int64_t slot, horizon, step;
    uint32_t retries; /* as the calendar takes them                  */
    int half;         /* that is half the slots of the horizon       */
};

enum { /* values that are not numbers */
       ONLINE_PAPER = -1,
       ONLINE_HALF = -1,
       ONLINE_NONE = -2,
       ONLINE_RETRIES_PAPER = -3
};

struct online_asked { /* as options have them */
    int64_t index, place, slot, horizon, step, retries;
};

extern const struct option_word online_indexes[], online_places[], online_paper[],
    online_retries[];

/* The rules; the paper's if any of them is asked for, `paper`: or its lengths are. */
struct online_rules online_rules_asked(const struct online_asked *a, int paper);

/* Fails, status 2, where they do not go together. */
void online_check(const struct online_rules *rules);

/* "online: up to 2,016 retries every 15 min, horizon 42 d". */
void online_describe(FILE *to, const struct online_rules *rules);

/* Replays the whole workload. d->stats are the calendar's when the last job is booked;
 * but idle_groups, of the range tree, is the mean over the jobs booked, of the moment
 * after each was. A reservation that starts when it is ready, or not at all, is not bound
 * by the horizon. */
void online_simulate(struct schedule *d, const struct online_rules *rules);

/* The calendar as it stands at this time, for coa_destroy. The tag of a booking is the
 * place of its job in the workload. */
coa_calendar *online_calendar(struct schedule *d, const struct online_rules *rules,
                              int64_t time);

#endif
