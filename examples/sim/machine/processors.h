/* processors.h - which processors a job gets of those that are free throughout its
 * window: --processors, select= of a grid. A selection is one row of a table.
 *
 *   first-fit     the lowest
 *   contiguous    as many consecutive ones, the lowest such run (First Continuous Fit):
 *                 the job waits until there is one
 *   less-consume  those on the nodes whose shared resources are used least at the start
 *                 of the window, by all jobs planned there then: the processes are placed
 *                 one after the other, each on the node that is used least with it there;
 *                 of equal nodes on the lowest, and there on the lowest processor. How
 *                 much a node is used is the largest used fraction of a capacity, of the
 *                 resources that the job uses; a job that uses none gets the lowest
 *                 processors of all
 *
 * These are resource selection policies of I. Rodero, F. Guim, J. Corbalan,
 * "Performance-driven coordinated grid scheduling" (paper 2), section IV-A1.
 *
 * Recipe for a new selection: a function of type processors_choose and its row in
 * processors.c, nothing else.
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include "coalloc.h"

#include "base/choice.h"
#include "machine/sharing.h"

#include <stdint.h>

struct processors_question {
    const coa_set *found; /* free throughout the job's window, at least `want` */
    uint32_t want;
    struct sharing_share share; /* what each process of the job uses of its node  */
    const struct sharing_loads *loads; /* what others use of each when it starts; only if
                                          share uses something */
    uint64_t limit; /* no node may be used beyond this; UINT64_MAX = no limit */
};

/* Chooses `want` processors of `found` into `chosen`, which is empty. 0 if there is no
 * choice that will do. */
typedef int (*processors_choose)(const struct processors_question *q, coa_set *chosen);

struct processors_row { /* a selection */
    struct choice choice;
    processors_choose choose; /* NULL = the calendar chooses, by `place` */
    uint32_t place;
    int waits;  /* a job may wait though enough processors are free */
    int weighs; /* it depends on what other jobs use of their nodes */
};

enum processors_selection { /* rows that the code refers to */
                            PROCESSORS_FIRST_FIT,
                            PROCESSORS_CONTIGUOUS,
                            PROCESSORS_LESS_CONSUME
};

extern const struct choice_table processors_table;

const struct processors_row *processors_row(size_t selection);

/* "first-fit|contiguous|..." */
const char *processors_words(void);

#endif
