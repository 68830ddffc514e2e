/* flexco_site.h - a provider: first come first served with conservative backfilling.
 *
 * Each local job is booked at its earliest start when it is submitted. That is a
 * promise: it may start earlier, never later. When a job ends before its estimate the
 * queue is compressed (paper 5, algorithm 2): in order of start each job that is the
 * site's own moves to the earliest start there is then. Processors that are idle after
 * that are offered to the jobs at the head of the queue that only the metascheduler can
 * move (flexco_meta.h).
 */
#ifndef FLEXCO_SITE_H
#define FLEXCO_SITE_H

#include "base/error.h"
#include "flexco/flexco_state.h"

#include <stddef.h>
#include <stdint.h>

/* An empty calendar for the site. */
int flexco_site_create(struct flexco *f, uint32_t site, struct error *e);

/* ---- local jobs -------------------------------------------------------------------- */

/* Books the job at the earliest start there is. */
int flexco_site_local_book(struct flexco *f, uint32_t job, struct error *e);

/* Moves each of its own jobs that waits, in order of start, to the earliest start there
 * is. The time of the calendar is the present. */
int flexco_site_pass(struct flexco *f, uint32_t site, struct error *e);

/* ---- the head of the queue --------------------------------------------------------- */

/* Are any processors free now? */
int flexco_site_idle(const struct flexco *f, const struct flexco_site *s, int *idle,
                     struct error *e);

/* Lists in f->head the metascheduler's jobs that stand before the first of the site's
 * own in the queue: *n. */
int flexco_site_head(struct flexco *f, const struct flexco_site *s, size_t *n,
                     struct error *e);

#endif
