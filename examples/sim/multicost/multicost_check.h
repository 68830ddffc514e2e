/* multicost_check.h - is a run possible? It is checked from its reservations and the
 * outcomes of its tasks alone.
 *
 *   - No link carries more bursts at a time than its capacity has room for, no cluster
 *     computes more tasks at a time than it has CPUs.
 *   - Every task has ended once, or has a reason not to; as many tasks were computed as
 *     have ended.
 *   - A task took at least the time its data need to be sent and to arrive by the
 *     quickest path, and the time of its work; and it began when all its data were there.
 */
#ifndef MULTICOST_CHECK_H
#define MULTICOST_CHECK_H

#include "base/error.h"
#include "multicost/multicost_run.h"

/* A run that was made with plan.keep. 0, or -1 with what is wrong. */
int multicost_check(const struct multicost_run *r, struct error *e);

#endif
