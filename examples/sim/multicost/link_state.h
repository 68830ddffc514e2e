/* link_state.h - what each node of a network knows of all links and clusters: their state
 * some time ago (paper 4, section 2: K. Christodoulopoulos, E. Varvarigos).
 *
 *     link_state_init(&all, net, 0)
 *     link_state_note(&all, NETS_LINK, 7, now, from, to, rate)       each change
 *     link_state_update(&all, node, now)                  before the node asks:
 *     link_state_all(&all, node)[7]                       the free capacity of link 7
 *
 * Each reservation is noted where it is made: a link at the node it leaves, a cluster at
 * its own node. Other nodes hear of it when a message has come to them by the quickest
 * path; and with an interval T, a node reads its messages only at the times 0, T, 2 T,
 * ... Messages go along links in both directions, whatever the direction of the data, and
 * need a link's delay.
 *
 * What a node knows of a resource is a profile, to which a node adds the notes that have
 * reached it. So it is a past state of the resource, never a mixture that could not have
 * been.
 */
#ifndef LINK_STATE_H
#define LINK_STATE_H

#include "netsched.h"

#include <stddef.h>
#include <stdint.h>

struct link_state_note { /* `amount` is reserved, or given back if negative */
    int64_t made, from, to;
    nets_amount amount;
};

struct link_state_journal { /* of one resource: notes in order of time */
    struct link_state_note *notes;
    size_t count, capacity;
    size_t due;       /* at so many notes, those that all nodes know are dropped */
    uint64_t dropped; /* so many came before notes[0]                            */
    uint32_t node;    /* where they are made                                     */
};

struct link_state {                   /* zero-initialise; link_state_free */
    uint32_t nodes, links, resources; /* resources: links, then clusters */
    int64_t interval;                 /* 0: messages are read at once    */
    int64_t *delay;                   /* [from * nodes + to]; JOB_NEVER:
                                         no message comes from there  */
    struct link_state_journal *journals;
    nets_profile *free; /* [node * resources + resource]: what it knows            */
    uint64_t *heard;    /* [the same]: the number of its notes that have arrived  */
};

void link_state_free(struct link_state *p);

/* time + delay; JOB_NEVER if it is never. */
int64_t link_state_later(int64_t time, int64_t delay);

/* The time that a message needs; JOB_NEVER: there is no path. */
int64_t link_state_delay(const struct link_state *p, uint32_t from, uint32_t to);

/* Every node knows that all is free. */
void link_state_init(struct link_state *p, const nets_network *net, int64_t interval);

/* Adds the notes that have reached the node by now to what it knows. Times never go
 * back. */
void link_state_update(struct link_state *p, uint32_t node, int64_t now);

/* What the node knows is free of each resource: p->links links, then the clusters. */
const nets_profile *link_state_all(const struct link_state *p, uint32_t node);

/* Notes that at `now` `amount` of the resource was reserved for [from, to), or given back
 * if it is negative. Times never go back. */
void link_state_note(struct link_state *p, nets_kind kind, uint32_t index, int64_t now,
                     int64_t from, int64_t to, nets_amount amount);

#endif
