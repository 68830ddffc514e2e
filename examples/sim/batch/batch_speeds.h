/* batch_speeds.h - where jobs share what their nodes have (sharing.h), they run at speeds
 * that change, and so their ends move.
 *
 * Speeds are computed when all ends of an instant are done and again when all starts are;
 * with ties per event after each of them. A job is not killed for the time it loses: its
 * planned end moves as well. If it moves later, into windows that are promised to others
 * on its processors (conservative backfilling, advance reservations), those promises
 * cannot be kept. They are made anew: reservations first, by number, then waiting jobs in
 * order of the queue. A promise that became later counts as broken.
 */
#ifndef BATCH_SPEEDS_H
#define BATCH_SPEEDS_H

#include "base/error.h"
#include "base/events.h"
#include "batch/batch_run.h"

/* The next event that still holds, or NULL: events of jobs whose end has moved are
 * dropped. */
const struct event *batch_speeds_skip_stale(struct batch_run *b);
static inline const struct event *batch_speeds_event(struct batch_run *b)
{
    return b->rules->sharing ? batch_speeds_skip_stale(b) : events_next(&b->events);
}

/* Jobs have started or ended: computes the speeds of those on the same nodes. */
int batch_speeds_change(struct batch_run *b, struct error *e);
static inline int batch_speeds_settle(struct batch_run *b, struct error *e)
{
    return b->rules->sharing ? batch_speeds_change(b, e) : 0;
}

#endif
