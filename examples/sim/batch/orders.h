/* orders.h - in which order waiting jobs are looked at.
 *
 *   fcfs   as they came
 *   sjf    shortest estimate first
 *   ljf    longest estimate first
 *   saf    smallest area first: estimate * servers
 *   lxf    largest expansion factor first: (wait + estimate) / estimate, which grows by
 *          itself, so that the order must be made anew at each look
 *   lxwf   the same: paper 2's name of it
 *
 * Equals by their place in the workload. All is exact: nothing is rounded.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "base/job.h"

#include <stddef.h>
#include <stdint.h>

enum order { ORDER_FCFS, ORDER_SJF, ORDER_LJF, ORDER_SAF, ORDER_LXF, ORDER_LXWF };

#define ORDER_WORDS "fcfs|sjf|ljf|saf|lxf|lxwf"    /* in the order of enum order */
#define ORDERS_BACKFILL_WORDS "queue|" ORDER_WORDS /* queue: as the queue       */

/* Does it change by itself, as time goes by? */
int orders_changes(enum order order);

struct orders_ranking { /* what the order of two jobs follows from */
    const struct job *jobs;
    enum order order;
    int64_t now;
};

/* Does job x come before y? */
int orders_before(const struct orders_ranking *r, uint32_t x, uint32_t y);

/* Sorts a list of jobs that is hardly out of order, as a rule. */
void orders_sort(const struct orders_ranking *r, uint32_t *list, size_t n,
                 uint32_t *spare);

#endif
