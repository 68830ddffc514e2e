/* orders.h - in which order waiting jobs are looked at: --order or --queue-order, and
 * --backfill-order.
 *
 * An order is one row of a table: its word, what it is, and how two jobs compare.
 *
 *   fcfs       as they came
 *   sjf, ljf   shortest, longest estimate first
 *   saf, laf   smallest, largest area first: estimate * servers
 *   lxf        largest expansion factor first: (wait + estimate) / estimate, which grows
 *              with time, so that the queue is sorted again at each look
 *   lxwf       the same under paper 2's name
 *
 * Equal jobs follow their place in the workload. All comparisons are exact.
 *
 * Recipe for a new order: a function and its row in orders.c, nothing else. The options,
 * --help, the messages and the tests get it from the table.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "base/job.h"
#include "base/choice.h"

#include <stddef.h>
#include <stdint.h>

/* Below 0 if x goes first, above 0 if y does, else 0. */
typedef int (*orders_compare)(const struct job *x, const struct job *y, int64_t now);

struct orders_order { /* a row */
    struct choice choice;
    orders_compare compare; /* NULL = as they came                         */
    int changes;            /* the order of two jobs may change with time  */
};

enum order { ORDER_FCFS, ORDER_SJF }; /* rows that the code refers to */

extern const struct choice_table orders_table;

/* The row; order < orders_table.count. */
const struct orders_order *orders_order(size_t order);

/* The words, for a command line: "fcfs|sjf|..."; "queue|fcfs|sjf|...", the first for "as
 * the queue". */
const char *orders_words(void);
const char *orders_backfill_words(void);

struct orders_ranking { /* what the order of two jobs follows from */
    const struct job *jobs;
    size_t order;
    int64_t now;
};

/* Does job x come before y? */
int orders_before(const struct orders_ranking *r, uint32_t x, uint32_t y);

/* Sorts a list of jobs. */
void orders_sort(const struct orders_ranking *r, uint32_t *list, size_t n);

#endif
