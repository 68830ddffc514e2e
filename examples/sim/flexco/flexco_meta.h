/* flexco_meta.h - the metascheduler: books meta-jobs over the sites, and moves them.
 *
 * Paper 5, section 4. A booking may be found here or by messages;
 * flexco_meta_adopt_flex makes it the job's in both cases. Here the metascheduler sees
 * the sites' calendars themselves: algorithm 1 is coa_flex_reserve, what it does when
 * it is offered processors that became free early is coa_flex_reschedule.
 */
#ifndef FLEXCO_META_H
#define FLEXCO_META_H

#include "coalloc.h"

#include "base/error.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* ---- which sites ------------------------------------------------------------------- */

/* The sites that are up have changed. */
void flexco_meta_list(struct flexco *f);

/* Would the job, as submitted, fit if it were alone? The largest sites decide, as many
 * as it may have. */
int flexco_meta_fits(const struct flexco *f, const struct flexco_job *j);

/* ---- what it asks for -------------------------------------------------------------- */

coa_flex_request flexco_meta_request(const struct flexco *f, uint32_t job,
                                     coa_mold molds[FLEXCO_SHAPES - 1]);

/* ---- a booking becomes the job's --------------------------------------------------- */

/* Takes away what the job has from `from` on, except in the sites' calendars. */
void flexco_meta_drop(struct flexco *f, uint32_t job, int64_t from);

/* Makes a booking of coalloc.h, which is in the calendars, the job's in place of its
 * old one. Part `site` of it is at site sites[site], at that site if `sites` is NULL. */
int flexco_meta_adopt_flex(struct flexco *f, uint32_t job, const coa_flex_booking *from,
                           const uint32_t *sites, struct error *e);

/* ---- the calendars themselves ------------------------------------------------------ */

/* The next calls of f->flex are for the sites of the job, which the metascheduler has:
 * they cost as much as these do. */
int flexco_meta_choose_own(struct flexco *f, uint32_t job, struct error *e);

int flexco_meta_book(struct flexco *f, uint32_t job, struct error *e);

int flexco_meta_offer(struct flexco *f, uint32_t job, struct error *e);

#endif
