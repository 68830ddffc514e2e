/* plan.h - how many servers are free from now on: a step function of time.
 *
 * A piece begins at each time of `time` and has a constant number of free servers; the
 * last one lasts for ever. Two flat arrays do: a batch scheduler's plan has tens to
 * thousands of pieces and is searched far more often than changed. processors.h knows
 * which servers are free.
 *
 * A search may name a window [own, own + length) that the job already has, in which its
 * servers count as free: so a waiting job looks for an earlier start without giving up
 * the one it has. That window always has room for the job, so the search ends at `own`.
 */
#ifndef PLAN_H
#define PLAN_H

#include <stddef.h>
#include <stdint.h>

struct plan {            /* zero-initialise; plan_free */
    int64_t *time;       /* begin of each piece, ascending              */
    uint32_t *free;      /* servers free in it                          */
    size_t first, count; /* pieces first .. count - 1 are in use        */
    size_t capacity;
};

struct plan_wish {       /* a search: n servers for `length` from `from` on */
    int64_t from, until; /* a start before `until`; JOB_NEVER = any time    */
    int64_t length;
    uint32_t servers;
    int64_t own; /* start of the window that the job has; JOB_NEVER = none */
};

void plan_free(struct plan *p);

/* ---- the pieces -------------------------------------------------------------------- */

/* A machine of so many servers, all free: the first time, or again. */
int plan_begin(struct plan *p, uint32_t servers);

/* The piece in which t lies; t is not before the first piece. */
size_t plan_at(const struct plan *p, int64_t t);

/* Forgets what was before `now`. */
static inline void plan_advance(struct plan *p, int64_t now)
{
    while (p->first + 1 < p->count && p->time[p->first + 1] <= now) p->first++;
}

/* Books n servers for [start, end), or gives them back. 0, or -1 when memory is out; then
 * nothing has changed. */
int plan_change(struct plan *p, int64_t start, int64_t end, uint32_t n, int give);

/* ---- search ------------------------------------------------------------------------ */

/* The earliest start, or JOB_NEVER if there is none before `until`. A piece with too few
 * rules out all starts up to its end: one walk finds the first start. */
int64_t plan_find(const struct plan *p, const struct plan_wish *wish);

#endif
