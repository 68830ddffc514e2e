/* flexco_outages.h - FlexCo's sites fail and come back.
 *
 * A site that fails loses all its bookings. Its local jobs, those that ran and those
 * that waited, are booked anew when it is up again. A meta-job with a part there is
 * given back at all its sites at once, so that no part of it is left, and goes to the
 * metascheduler again, which books it over the sites that are up, or waits if it is
 * larger than those. Its other sites have processors to spare: they compress their
 * queues.
 */
#ifndef FLEXCO_OUTAGES_H
#define FLEXCO_OUTAGES_H

#include "base/error.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* Draws the first outage of the site; call it before any other thing happens. */
int flexco_outages_begin(struct flexco *f, uint32_t site, struct error *e);

/* Does the failures of this instant, then the repairs. */
int flexco_outages(struct flexco *f, struct error *e);

#endif
