/* burst.h - reservations that are announced and not confirmed: a burst of data, its
 * setup message, and the task it is for. As in JET (just enough time), the protocol of
 * paper 4, section 5: K. Christodoulopoulos, E. Varvarigos; E. Varvarigos, V. Sharma,
 * 1998.
 *
 * The setup message leaves the source as soon as the decision to send is there, travels
 * with the delay of each link, and takes at each node, at that moment, the next link of
 * the path for exactly the time in which the burst will pass: [send + delays so far,
 * that + length). The burst itself follows, at `send`, without waiting for an answer.
 *
 *   blocked    The link is taken meanwhile. The message ends here; the burst, when it
 *              comes, is lost. The news travels back along the path, with the same
 *              delays. What was reserved upstream stays so and is wasted; or, if so
 *              wanted (`release`), the news gives a window back where it comes by before
 *              the window begins. (The burst is then lost there, or was never sent.)
 *   booked     At the cluster the message reserves a CPU for [start, start + work), the
 *              time that was predicted.
 *   conflict   There is no CPU for that. The task waits at the cluster, first come first
 *              served: it gets the earliest time for which a CPU is free throughout, not
 *              before its data are there, and not before those who wait already.
 *
 * What is reserved and given back is noted for others to hear of (pictures.h), and kept
 * for who wants to draw or to check it. Where the message is, and when it comes to the
 * next place, the caller keeps in his queue of events: at one instant news come before
 * setups, see multicost_run.h.
 */
#ifndef BURST_H
#define BURST_H

#include "netsched.h"

#include "base/error.h"
#include "multicost/beliefs.h"

#include <stddef.h>
#include <stdint.h>

struct burst_use { /* so much was reserved; or given back, if negative */
    nets_kind kind;
    uint32_t index;
    int64_t from, to;
    nets_amount amount;
};

struct burst_uses { /* zero-initialise; burst_uses_free */
    struct burst_use *at;
    size_t count, capacity;
};

struct burst_ground { /* what bursts go through */
    nets_network *net;
    struct beliefs *pictures;
    struct burst_uses *uses; /* NULL: they are not kept                              */
    nets_amount rate;        /* of a burst                                           */
    int release;             /* windows upstream of where a burst was blocked        */
    int64_t *last;           /* of each cluster: the latest start of those waiting   */
    int64_t until;           /* what is used before that counts in:                  */
    double used[3];          /* by nets_kind, amount times time                      */
};

struct burst {
    const uint32_t *links; /* the path */
    uint32_t count;
    uint32_t cluster;
    int64_t send, length; /* the data leave the source at, and take */
    int64_t start, work;  /* the time on a CPU: predicted, then true */
    /* where its message is */
    uint32_t hop;     /* at the node that links[hop] leaves; count: at the cluster */
    int64_t offset;   /* delays of the links before                                */
    uint32_t blocked; /* the hop it was blocked at */
};

enum burst_setup {
    BURST_SETUP_FAILED = -1, /* out of memory, or a mistake: see the error            */
    BURST_SETUP_ON,          /* the link is reserved, *at: the message is at its end  */
    BURST_SETUP_BLOCKED,     /* the news begins here, *at now: burst_news         */
    BURST_SETUP_BOOKED,      /* a CPU is reserved from b->start on, as predicted; *at: */
    BURST_SETUP_CONFLICT     /* the task ends; or at another time than predicted       */
};

/* The data are at the cluster, all of them. */
int64_t burst_arrival(const struct burst *b);

int burst_ground_fail(const char *what, nets_status s, struct error *e);

void burst_uses_free(struct burst_uses *u);

/* The setup message comes to where b->hop says, at `now`; the network's time is `now`. */
enum burst_setup burst_setup(struct burst_ground *g, struct burst *b, int64_t now,
                             int64_t *at, struct error *e);

/* The news that the burst was blocked is at b->hop, at `now`. 1: that is the source. 0:
 * it goes on and will be at the node before at *at. -1. */
int burst_news(struct burst_ground *g, struct burst *b, int64_t now, int64_t *at,
               struct error *e);

#endif
