/* beliefs.h - what each node of a network believes of all links and clusters: what was
 * true there some time ago (paper 4, section 2: K. Christodoulopoulos, E. Varvarigos).
 *
 * Who reserves tells it here (beliefs_note). A node hears of it as much later as a
 * message needs from there on the quickest way; with an interval T, moreover, it only
 * looks at the times 0, T, 2 T, ... Messages go along links in both directions, whatever
 * the way of the data, and need a link's delay. A link is watched by the node it leaves.
 *
 *     beliefs_init(&all, net, 0, e)
 *     beliefs_note(&all, NETS_LINK, 7, now, from, to, rate, e)  for each change
 *     beliefs_look(&all, node, now, e)                          then it may ask:
 *     beliefs_of(&all, node, NETS_LINK, 7)                      what is free of it
 *
 * A node's picture of a resource is a profile, kept up by the notes that reached it; so
 * all of it is the resource's own past, never a mixture that could not have been. Before
 * include: netsched.h with its implementation.
 */
#ifndef BELIEFS_H
#define BELIEFS_H

#include "netsched.h"

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct beliefs_note { /* `amount` is taken, or given back if negative */
    int64_t made, from, to;
    nets_amount amount;
};

struct beliefs_journal { /* of one resource: notes in order of time */
    struct beliefs_note *notes;
    size_t count, capacity;
    size_t due;       /* when as many are kept, those that all know are dropped */
    uint64_t dropped; /* so many came before notes[0]                           */
    uint32_t node;    /* where they are made                                    */
};

struct beliefs {                      /* zero-initialise; beliefs_free */
    uint32_t nodes, links, resources; /* resources: links, then clusters */
    int64_t interval;                 /* 0: news are looked at at once   */
    int64_t *delay;                   /* [from * nodes + to]; JOB_NEVER:
                                         no message comes from there  */
    struct beliefs_journal *journals;
    nets_profile *free; /* [node * resources + resource]   */
    uint64_t *heard;    /* the same: so many of its notes  */
};

void beliefs_free(struct beliefs *p);

/* ---- delays ------------------------------------------------------------------------ */

int64_t beliefs_later(int64_t time, int64_t delay);

/* How long a message from one node to the other needs. */
int64_t beliefs_delay(const struct beliefs *p, uint32_t from, uint32_t to);

/* ---- making ------------------------------------------------------------------------ */

/* Pictures of a network nothing is reserved in. 0, or -1; beliefs_free in any case.
 */
int beliefs_init(struct beliefs *p, const nets_network *net, int64_t interval,
                 struct error *e);

/* ---- hearing ----------------------------------------------------------------------- */

/* The node's picture is that of now. Times never go back. */
int beliefs_look(struct beliefs *p, uint32_t node, int64_t now, struct error *e);

const nets_profile *beliefs_of(const struct beliefs *p, uint32_t node, nets_kind kind,
                               uint32_t index);

/* ---- telling ----------------------------------------------------------------------- */

/* At `now` `amount` of the resource was taken, or given back if negative, during
 * [from, to). Times never go back. 0, or -1. */
int beliefs_note(struct beliefs *p, nets_kind kind, uint32_t index, int64_t now,
                 int64_t from, int64_t to, nets_amount amount, struct error *e);

#endif
