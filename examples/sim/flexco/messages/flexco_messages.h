/* flexco_messages.h - the metascheduler that works by messages; and the choice between
 * it and the one that sees the calendars.
 *
 * If sites publish everything, messages take no time and none is lost, the
 * metascheduler sees the sites' calendars themselves (flexco_meta.h). Otherwise it has
 * only published slots (slots.h), and books and moves in two steps (twostep.h):
 *   - processors that are held are not free for local jobs; when a hold is released
 *     without a booking, local jobs may advance into them;
 *   - a job that fits into no slot that is known, or whose plans were stale too often, is
 *     tried again when a job ends, anywhere, or a site comes back;
 *   - a move that takes time is over when its last message is heard: then local jobs at
 *     the sites it has left advance, as in the last step of algorithm 2.
 */
#ifndef FLEXCO_MESSAGES_H
#define FLEXCO_MESSAGES_H

#include "base/error.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* ---- a run of them ----------------------------------------------------------------- */

/* Begins to work by messages, if the rules ask for it. (enum flexco_publish has the
 * order of enum slots_publish.) 0, or -1. */
int flexco_messages_open(struct flexco *f, struct error *e);

void flexco_messages_close(struct flexco *f);

/* All messages that are due are heard. */
int flexco_messages_hear(struct flexco *f, struct error *e);

int64_t flexco_messages_due(const struct flexco *f);

/* The site has failed, or is back with an empty calendar. */
int flexco_messages_site(struct flexco *f, uint32_t site, struct error *e);

/* At the end of a run: jobs that are not booked, though they would fit, have their
 * fate. */
void flexco_messages_unbooked(struct flexco *f);

/* ---- the metascheduler, whichever it is -------------------------------------------- */

/* Books the meta-job, which would fit if it were alone; by messages: begins to. */
int flexco_messages_book(struct flexco *f, uint32_t job, struct error *e);

/* Offers the meta-job, which waits, an earlier time, as one of its sites has idle
 * processors. 1 if it has moved, else 0; or -1. */
int flexco_messages_offer(struct flexco *f, uint32_t job, struct error *e);

/* Ends the meta-job's booking now in all calendars, or cancels it if not `finish`. */
int flexco_messages_release(struct flexco *f, uint32_t job, int finish, struct error *e);

#endif
