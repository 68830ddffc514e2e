/* broker_backfill.h - JR-backfilling (paper 2, listing 3): which job passes the head of
 * the broker's queue when the head has no cluster. Without jr_head (section III-B, steps
 * 1 to 3) the head is weighed as all others are.
 *
 * Of the jobs that have a cluster it is the lightest: its weight is its rank (section
 * III-B), times 1 + factor for each job ahead of it. Weights grow along the queue: once
 * even the lowest rank would weigh no less than the best so far, the search ends.
 */
#ifndef BROKER_BACKFILL_H
#define BROKER_BACKFILL_H

#include "grid/broker_view.h"

#include <stddef.h>

/* The place of that job in the queue, or SIZE_MAX. */
size_t broker_backfill(struct broker_view *v);

#endif
