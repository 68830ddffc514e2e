/* twostep.h - booking a job at several providers by messages, all of it or nothing.
 *
 * Paper 5's metascheduler (section 4.1) asks providers for their time slots, finds a
 * time by them, and submits the parts. What the paper leaves open: messages take time,
 * so that the slots may be stale; they get lost; and providers fail. So it books in two
 * steps:
 *
 *     metascheduler                             provider
 *     ask             ------------------------>
 *                     <------------------------ slots (slots.h)
 *     prepare (plan)  ------------------------> holds the processors, under a lease
 *                     <------------------------ held, or refused: the slots were stale
 *     confirm         ------------------------> the lease is void
 *                     <------------------------ acknowledged
 *     give back       ------------------------> lets go of them
 *                     <------------------------ returned
 *
 * Only when all have held it confirms; when all have acknowledged the job is booked. If
 * anything else happens, all is given back and the next attempt begins. Why no part is
 * ever left over:
 *   - the metascheduler repeats a message a few times if no answer comes in due time;
 *   - a provider releases a hold that is not confirmed when its lease ends, which is
 *     never later than its start: so what was prepared and forgotten goes away;
 *   - what may have been confirmed is given back again and again until it is returned, or
 *     the provider is known to have failed, and with it all it had;
 *   - what is not acknowledged by all providers at its start is given back: no part runs
 *     alone;
 *   - every request may come twice without harm.
 * Messages between the same two arrive in the order in which they were sent. The
 * metascheduler does not fail; it learns of the failure of a provider one latency
 * later. A provider that comes back has lost all it had.
 *
 * A hold is a booking in the provider's calendar, so no other job gets what is held.
 * When the last acknowledgement is heard the holds become one coa_flex_booking, of the
 * same shares at the same time. As that must happen before the start, no start is
 * planned that is less than four latencies away.
 *
 * A job is moved in the same way. Its own processors count as free, and only those it
 * needs beyond them are held. Its old booking stands until all of the new one is
 * confirmed; then the exchange happens at all sites in one instant, without messages.
 *
 * The caller tells the time; everything happens in twostep_step, in an order that
 * depends only on what was begun. Without latency a job is booked at the instant it is
 * begun.
 */
#ifndef TWOSTEP_H
#define TWOSTEP_H

#include "coalloc.h"

#include "flexco/messages/twostep_state.h"

#include <stdint.h>

/* ---- the calls ---------------------------------------------------------------------
 *
 * A struct twostep is opened and freed by twostep_state.h. Times are 0 or more. The
 * caller advances the calendars to `now` before each call, and never skips a time at
 * which something is due. Calls that return int: 0, or -1 and t->status says why, mostly
 * COA_E_NOMEM; the calendars are sound then, but *t can only be freed. */

/* When something happens next; COA_FOREVER: never. */
int64_t twostep_due(struct twostep *t);

/* Does everything that is due by now. */
int twostep_step(struct twostep *t, int64_t now);

/* Does only the next thing that is due; there must be one. */
int twostep_turn(struct twostep *t, int64_t now);

/* Begins to book a job. The request is copied; it has at most TWOSTEP_MOLDS
 * alternatives. */
int twostep_begin(struct twostep *t, uint32_t job, const coa_flex_request *request,
                  int64_t now);

/* Begins to move the job's booking, as coa_flex_reschedule would by `ops`. */
int twostep_begin_move(struct twostep *t, uint32_t job, const coa_flex_request *request,
                       uint32_t ops, coa_id booking, int64_t now);

/* Has the job been begun, and has it not ended? */
int twostep_busy(const struct twostep *t, uint32_t job);

/* The job's booking is lost, or not wanted any more: it ends without a call of `ended`.
 * */
int twostep_drop(struct twostep *t, uint32_t job, int64_t now);

/* The site has failed. The caller has cancelled and dropped the jobs with a part there;
 * the calendar is not looked at until the site is up. */
int twostep_site_failed(struct twostep *t, uint32_t site, int64_t now);

/* The site is back, with an empty calendar in the list of sites. */
int twostep_site_up(struct twostep *t, uint32_t site, int64_t now);

#endif
