/* plan.h - how many servers are free from now on: a step function of time.
 *
 * Between two times of `time` nothing changes; the last piece lasts for ever. Flat
 * arrays: a batch scheduler's plan has tens to thousands of pieces, and it is searched
 * far more often than changed. Which servers are free is another matter: processors.h.
 *
 * A search can be told of a window that is the asker's own, [own, own + length): there
 * its servers count as free. That is how a waiting job looks for an earlier start without
 * giving up the one it has. The own window always has room for its owner, so nothing from
 * `own` on needs to be looked at.
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
    int64_t own; /* start of the window that is the asker's own; JOB_NEVER    */
};

void plan_free(struct plan *p);

/* ---- the pieces -------------------------------------------------------------------- */

/* A machine of so many servers, all free: the first time, or again. */
int plan_begin(struct plan *p, uint32_t servers);

/* The piece in which t lies: no piece before the first is asked for. */
size_t plan_at(const struct plan *p, int64_t t);

/* Nothing before `now` will be asked for. */
void plan_advance(struct plan *p, int64_t now);

/* Books [start, end) for n servers, or gives it back. 0, or -1 when memory is out, and
 * then nothing has changed. */
int plan_change(struct plan *p, int64_t start, int64_t end, uint32_t n, int give);

/* ---- search ------------------------------------------------------------------------ */

/* The earliest start, or JOB_NEVER if there is none before `until`. A piece with too few
 * rules out all starts up to its end: one walk finds the first start. */
int64_t plan_find(const struct plan *p, const struct plan_wish *wish);

#endif
