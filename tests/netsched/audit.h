/* audit.h - is the inside of a network sound? A file that implements the header has these
 * functions as well. */
#ifndef AUDIT_H
#define AUDIT_H

#include "netsched.h"

/* Times ascend, neighbours differ, no amount is negative: NETS_OK or NETS_E_CORRUPT. */
nets_status audit_profile(const nets_profile *p);

/* Each profile is, from now on, what remains of the resource after all bookings, and the
 * lists of bookings and of their uses are in order. Builds each profile anew, with memory
 * from the network's hook that nets_stats does not count: NETS_OK, NETS_E_CORRUPT or
 * NETS_E_NOMEM. */
nets_status audit_network(const nets_network *net);

#ifdef NETSCHED_IMPLEMENTED
#include "audit.c"
#endif
#endif
