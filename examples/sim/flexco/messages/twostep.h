/* twostep.h - booking a job at several providers by messages, all of it or nothing.
 *
 * Paper 5's metascheduler (section 4.1) asks providers for their time slots, finds a time
 * by them, and submits the parts. What the paper leaves open: messages take time, so that
 * the slots may be stale; they get lost; and providers fail. So it books in two steps:
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
 * anything else happens, all is given back and it begins anew (the attempt is over). Why
 * no part is ever left over:
 *   - who hears nothing for longer than an answer takes asks again, a few times;
 *   - a provider lets go of a hold that is not confirmed when its lease ends, which is
 *     never later than its start: so what was prepared and forgotten goes away;
 *   - what may have been confirmed is given back again and again until it is returned, or
 *     the provider is known to have failed, and with it all it had;
 *   - what is not acknowledged by all at its start is given back: no part runs alone;
 *   - all requests may come twice.
 * Messages between the same two arrive in the order in which they were sent. The
 * metascheduler does not fail; of a failure of a provider it learns a message's time
 * later. A provider that comes back has nothing of what it had, and knows it.
 *
 * A hold is a booking in the provider's calendar, so nobody else gets what is held. When
 * the last acknowledgement is heard they become one coa_flex_booking, of the same shares
 * at the same time. So that this is before its start, no start is planned that is less
 * than four messages away.
 *
 * A job is moved in the same way. Its own processors count as free, and what is held are
 * those it needs beyond them. Its booking stands until all of the new one is had; then
 * the exchange is one instant at all sites, no message tells what it gives up.
 *
 * Time is what the caller says; all happens in twostep_step, in an order that only
 * depends on what was begun. Without latency a job is booked within the instant.
 */
#ifndef TWOSTEP_H
#define TWOSTEP_H

#include "coalloc.h"

#include "flexco/messages/twostep_state.h"

#include <stdint.h>

/* ---- the calls --------------------------------------------------------------------- */

int64_t twostep_due(struct twostep *t);

/* The one thing that is next, after twostep_due; there must be one. */
int twostep_turn(struct twostep *t, int64_t now);

int twostep_step(struct twostep *t, int64_t now);

int twostep_begin(struct twostep *t, uint32_t job, const coa_flex_request *request,
                  int64_t now);

int twostep_begin_move(struct twostep *t, uint32_t job, const coa_flex_request *request,
                       uint32_t ops, coa_id booking, int64_t now);

int twostep_busy(const struct twostep *t, uint32_t job);

int twostep_drop(struct twostep *t, uint32_t job, int64_t now);

int twostep_site_failed(struct twostep *t, uint32_t site, int64_t now);

int twostep_site_up(struct twostep *t, uint32_t site, int64_t now);

#endif
