/* flexco_meta.h - the metascheduler: books meta-jobs over the sites, and moves them.
 *
 * Paper 5, section 4. The metascheduler sees the sites' calendars themselves: algorithm 1
 * is coa_flex_reserve, what it does when it is offered processors that became free early
 * is coa_flex_reschedule.
 */
#ifndef FLEXCO_META_H
#define FLEXCO_META_H

#include "coalloc.h"

#include "base/error.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* Books the meta-job, which would fit if it were alone. */
int flexco_meta_book(struct flexco *f, uint32_t job, struct error *e);

/* Offers the meta-job, which waits, an earlier time, as one of its sites has idle
 * processors. 1 if it has moved, else 0; or -1. */
int flexco_meta_offer(struct flexco *f, uint32_t job, struct error *e);

/* Ends the meta-job's booking now in all calendars. */
int flexco_meta_finish(struct flexco *f, uint32_t job, struct error *e);

/* Takes away what the job has from `from` on, except in the sites' calendars. */
void flexco_meta_drop(struct flexco *f, uint32_t job, int64_t from);

#endif
