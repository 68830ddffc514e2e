/* replan.h - which waiting jobs can start earlier, now that something came free.
 *
 * Each job has had the earliest start there was, so it can only move to a window that
 * meets a gap: a time in which servers have come free since. The jobs are asked one after
 * the other; one that moves leaves a gap to those after it, and to those before it in the
 * next pass. A search in vain is a fact for all jobs at least as large and as long.
 *
 * Where servers are counted, a gap must begin before the job's own start, and a window
 * that meets the job's own needs one just before that.
 *
 * All this only narrows what a calendar is asked: it says nothing, or what holds.
 */
#ifndef REPLAN_H
#define REPLAN_H

#include "coalloc.h"

#include <stdint.h>

enum { REPLAN_GAPS = 16, REPLAN_FACTS = 8 };

struct replan_gap { /* servers have come free in [from, to) */
    int64_t from, to;
};

struct replan_gaps { /* zero-initialise; by time, none touching the next */
    struct replan_gap gaps[REPLAN_GAPS + 1];
    uint32_t count; /* at most REPLAN_GAPS: the nearest are joined */
};

struct replan_job { /* that waits, and is booked */
    int64_t start, length;
    uint32_t servers;
};

/* For any t < before, so many servers are not free throughout [t, t + length), or already
 * not in that part of it that is before `within`. */
struct replan_fact {
    uint32_t servers;
    int64_t length, before, within;
};

struct replan { /* a pass; replan_begin */
    int64_t now;
    int named;                /* servers have names                         */
    struct replan_gaps freed; /* for the jobs still to be asked             */
    struct replan_gaps *freed_next;
    int64_t latest; /* start of the jobs asked                    */
    uint32_t fact_count, fact_next;
    struct replan_fact facts[REPLAN_FACTS];
};

/* Servers have come free in [from, to); nothing unless from < to. */
void replan_free(struct replan_gaps *g, int64_t from, int64_t to);

/* Have any come free at t? */
int replan_is_free(const struct replan_gaps *g, int64_t t);

/* Begins a pass for what came free before, *gaps, which becomes what comes free from now
 * on. */
void replan_begin(struct replan *r, int64_t now, int named, struct replan_gaps *gaps);

/* A job that starts then can use what others leave to it. */
static inline void replan_know(struct replan *r, int64_t start)
{
    if (start > r->latest) r->latest = start;
}

/* Narrows the starts [now, *until) that may be better than what the job has to [*from,
 * *until). 0 if none is left. Servers that are counted: *until is the job's start. */
int replan_narrow(struct replan *r, const struct replan_job *j, int64_t *from,
                  int64_t *until);

/* The job has been looked for: it has no start before `before`. */
void replan_learn(struct replan *r, const struct replan_job *j, int64_t before);

/* The job has moved to `start`: it leaves a gap. */
void replan_leave(struct replan *r, const struct replan_job *j, int64_t start);

/* Moves the booking `id`, which starts at `start`, to the earliest start that the request
 * can have when it counts as free. Sets *call to the call made. */
coa_status replan_reserve(coa_calendar *calendar, coa_request *want, coa_id id,
                          int64_t start, coa_booking *booking, const char **call);

#endif
