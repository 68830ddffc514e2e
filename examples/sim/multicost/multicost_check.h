/* multicost_check.h - is a run possible? What must hold of every run of a grid, from
 * what was reserved and what became of the tasks alone, not from how it came about.
 *
 *   - No link carries more bursts at a time than its capacity has room for, no cluster
 *     computes more tasks at a time than it has CPUs.
 *   - Every task has ended, once, or has a reason; as many as have ended were computed.
 *   - None ended before its creation, the time its data take to be sent and to get there
 *     the quickest way, and the time of its work, nor sooner than its data were there.
 */
#ifndef MULTICOST_CHECK_H
#define MULTICOST_CHECK_H

#include "base/error.h"
#include "multicost/multicost_run.h"

/* Of a run made with plan.keep. 0, or -1 with what cannot be. */
int multicost_check_check(const struct multicost_run *r, struct error *e);

#endif
