/* twostep_plan.h - the metascheduler of twostep.h plans: it asks coalloc.h for the
 * earliest booking, not of the sites themselves but of pictures of them, which are
 * calendars made of the slots it has heard of. When all holds are confirmed, the same
 * plan is booked in the sites' own calendars.
 *
 *     twostep_plan_find(t, attempt, now);      attempt->plan, the shares of its sites
 *     twostep_plan_use_sites(t);                    later: the sites themselves
 *     for (...) t->board[i].servers = share of site t->at[i];
 *     twostep_plan_book(t, &attempt->plan, place, &booking);
 */
#ifndef TWOSTEP_PLAN_H
#define TWOSTEP_PLAN_H

#include "coalloc.h"

#include "flexco/messages/twostep_state.h"

#include <stdint.h>

/* Plans on what the attempt knows of the sites. COA_E_NOFIT: there is no room for the
 * job; a move: nothing ends earlier, or the job is about to start. */
coa_status twostep_plan_find(struct twostep *t, struct twostep_attempt *a, int64_t now);

/* Makes t->flex for the board as it is. */
coa_status twostep_plan_open(struct twostep *t);

/* The board becomes the sites that are up; t->at tells their numbers. */
void twostep_plan_use_sites(struct twostep *t);

/* Books exactly the plan on the board, each of whose sites gives `servers` of its own.
 * `place` as in coa_flex_request. */
coa_status twostep_plan_book(struct twostep *t, const struct twostep_plan *plan,
                             uint32_t place, coa_flex_booking *out);

/* Gives the parts of a booking on the board the numbers of their sites. */
void twostep_plan_show_parts(struct twostep *t, coa_flex_booking *b);

#endif
