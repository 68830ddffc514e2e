/* batch_speeds.h - where nodes share something (sharing.h), jobs run at speeds that
 * change, and so their ends move.
 *
 * Speeds are looked at when all that end at an instant have ended, and when those who can
 * start have started; per event, after each of these. A job is not killed for the time it
 * loses: its planned end moves, too. If it moves later, into windows that others are
 * promised on its processors (conservative backfilling, advance reservations), those
 * promises cannot be kept. They are made anew, reservations first, by number, then the
 * others in order of the queue; one that is later than it was is counted.
 */
#ifndef BATCH_SPEEDS_H
#define BATCH_SPEEDS_H

#include "base/error.h"
#include "base/events.h"
#include "batch/batch_run.h"

/* The next event of those that are not stale, or NULL. */
const struct event *batch_speeds_event(struct batch_run *b);

/* Too many are stale: those that are not, anew. There is room. */
int batch_speeds_sweep(struct batch_run *b, struct error *e);

/* Jobs have started or ended: those beside them run at other speeds. */
int batch_speeds_settle(struct batch_run *b, struct error *e);

#endif
