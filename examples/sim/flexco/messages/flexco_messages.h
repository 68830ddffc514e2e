/* flexco_messages.h - the metascheduler by messages, and which of the two it is.
 *
 * If sites publish all they know, messages take no time and none is lost, a metascheduler
 * does as well as one that sees the sites' calendars: it is flexco_meta.h. Otherwise it
 * has only published slots (slots.h), and books and moves in two steps (twostep.h):
 *   - what is held is taken from the site's local jobs; those get it back, and their
 *     queue advances, when a hold comes to nothing;
 *   - a job that fits into no slot that is known, or whose plans were stale too often, is
 *     tried again when a job ends, anywhere, or a site comes back;
 *   - a move that takes time is over when its last message is heard: then local jobs at
 *     the sites it was at advance, as in the last step of algorithm 2.
 */
#ifndef FLEXCO_MESSAGES_H
#define FLEXCO_MESSAGES_H

#include "base/error.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* ---- a run of them ----------------------------------------------------------------- */

/* If the rules ask for messages: from now on the metascheduler has no calendars. Kinds of
 * publishing are in the order of enum slots_publish. */
int flexco_messages_open(struct flexco *f, struct error *e);

void flexco_messages_close(struct flexco *f);

/* All messages that are due are heard. */
int flexco_messages_heard(struct flexco *f, struct error *e);

int64_t flexco_messages_due(const struct flexco *f);

/* The site has failed, or is back with an empty calendar. */
int flexco_messages_site(struct flexco *f, uint32_t site, struct error *e);

/* Local jobs advance into what came back to their sites. */
int flexco_messages_backs(struct flexco *f, struct error *e);

/* No more than jobs that nobody can book any more are left. */
void flexco_messages_unbooked(struct flexco *f);

/* ---- for whoever needs the metascheduler ------------------------------------------- */

/* Books the meta-job, which would fit were there no others. By messages: begins to. */
int flexco_messages_meta_book(struct flexco *f, uint32_t job, struct error *e);

/* A site at which the meta-job waits has processors to spare. 1 if it has moved, else 0;
 * or -1. */
int flexco_messages_meta_offer(struct flexco *f, uint32_t job, struct error *e);

/* The meta-job's booking is cut short in all calendars, or undone. */
int flexco_messages_meta_release(struct flexco *f, uint32_t job, int finish,
                                 struct error *e);

#endif
