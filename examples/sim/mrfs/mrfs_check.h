/* mrfs_check.h - is what an algorithm booked sound? From the uses it made, by itself.
 *
 *     never more of a link or a unit than there is, at any time
 *     each accepted request runs within its window, for its duration
 *     at each time its flow leaves the source and arrives at the destination, and nothing
 *     is lost on the way; of each type it has what it asks for, from units of one C-ID;
 *     what is booked of a resource is its share of the flow
 *     WN: one path, one unit of each type; RC: units that are accessible to each other
 *
 * With splitting, whether all of the units' shares can reach each other is not looked at.
 */
#ifndef MRFS_CHECK_H
#define MRFS_CHECK_H

#include "base/error.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"

/* ---- all of it --------------------------------------------------------------------- */

/* A run that kept its uses. 0, or -1 with what is wrong. */
int mrfs_check(const struct mrfs_run *r, const struct mrfs_scenario *s, struct error *e);

#endif
