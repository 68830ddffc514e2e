/* consume.h - Less Consume: of the processors that are free, those on the nodes whose
 * shared resources are used least (Rodero, Guim, Corbalan, paper 2, section IV-A1).
 *
 * The processes of a job are placed one after the other, each on the node that is used
 * least with it there; of equal nodes on the lowest, and there on the lowest processor.
 * How much a node is used is the largest used fraction of a capacity, of the resources
 * that the job uses; so a job that uses none gets the lowest processors of all. A limit
 * may be set that no node's use may exceed with the job there.
 */
#ifndef CONSUME_H
#define CONSUME_H

#include "coalloc.h"

#include "base/events.h"
#include "batch/sharing.h"

#include <stddef.h>
#include <stdint.h>

struct consume_candidate { /* a node with free processors */
    uint32_t node, free;
    uint32_t taken; /* of them */
};

struct consume {                     /* zero-initialise; consume_free */
    struct consume_candidate *nodes; /* ascending                                    */
    size_t count, room;
    struct events bids; /* of the nodes for the next process: the subject is a node, the
                           time its load with one more; the least first, the lower node
                           of equals */
};

void consume_free(struct consume *c);

/* Chooses n of the servers in `from`, into `chosen`. 1, or 0 if there are too few within
 * the limit; -1 when memory is out. */
int consume_choose(struct consume *c, const struct sharing_loads *l, const coa_set *from,
                   uint32_t n, const struct sharing_share *share, uint64_t limit,
                   coa_set *chosen);

#endif
