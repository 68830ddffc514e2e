/* twostep_provider.h - the provider's side of the two-step reservation (twostep.h).
 *
 * A hold is a booking in its calendar; for a job that is moved, one for each part of
 * the time in which it needs more than it has: before, beside and after its booking.
 * With early binding those must be processors that it can have throughout.
 */
#ifndef TWOSTEP_PROVIDER_H
#define TWOSTEP_PROVIDER_H

#include "flexco/messages/twostep_state.h"

#include <stdint.h>

/* ---- a provider -------------------------------------------------------------------- */

struct twostep_hold *twostep_provider_hold_of(const struct twostep_provider *p,
                                              uint64_t attempt);

int twostep_provider_hold_drop(struct twostep *t, uint32_t site, struct twostep_hold *h,
                               int back);

/* ---- a provider's answers ---------------------------------------------------------- */

struct twostep_attempt *twostep_provider_attempt_of(const struct twostep *t,
                                                    const struct twostep_message *m);

/* A provider receives a message: it does what the message says and answers. */
int twostep_provider_hears(struct twostep *t, const struct twostep_message *m,
                           int64_t now);

/* The hold whose lease ends with this message; NULL if it is confirmed or gone. */
struct twostep_hold *twostep_provider_leases(const struct twostep *t,
                                             const struct twostep_message *m);

int twostep_provider_lease_ends(struct twostep *t, const struct twostep_message *m);

#endif
