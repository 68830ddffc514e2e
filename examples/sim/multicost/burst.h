/* burst.h - reservations that are announced and not confirmed: a burst of data, its setup
 * message, and the task it is for. As in JET (just enough time), the protocol of paper 4,
 * section 5: K. Christodoulopoulos, E. Varvarigos; E. Varvarigos, V. Sharma, 1998.
 *
 *     switch (burst_setup(&ground, &burst, now, &at)) ...         for each hop
 *     burst_news(&ground, &burst, now, &at)                       back, if it is blocked
 *
 * The setup message leaves the source when the decision to send has been made. It travels
 * with the delay of each link. At each node it reserves, when it comes there, the next
 * link of the path for exactly the time in which the burst will pass: [send + delays so
 * far, that + length). The burst itself follows at `send`, without waiting for an answer.
 *
 *   blocked    The link is reserved by others. The message ends here; the burst, when it
 *              comes, is lost. The news travels back along the path, with the same
 *              delays. Reservations upstream stay and are wasted; or, with `release`, the
 *              news gives back each window that has not begun when it passes. (The
 *              burst is then lost there, or was never sent.)
 *   booked     At the cluster the message reserves a CPU for [start, start + work), the
 *              time that was predicted.
 *   conflict   No CPU is free for that time. The task waits at the cluster, first come
 *              first served: it gets the earliest time for which a CPU is free
 *              throughout, but not before its data are there, and not before the tasks
 *              that wait already.
 *
 * Reservations and releases are noted for other nodes to hear of (link_state.h), and
 * kept if it is to be drawn or checked. The caller knows from its queue of events where a
 * message is and when it comes to the next node; at one instant news come before setup
 * messages, see multicost_run.h.
 */
#ifndef BURST_H
#define BURST_H

#include "netsched.h"

#include "multicost/link_state.h"

#include <stddef.h>
#include <stdint.h>

struct burst_uses { /* zero-initialise; free(at) */
    nets_use *at;   /* each was reserved, or if its amount is negative given back */
    size_t count, capacity;
};

struct burst_link {
    double used;     /* before `until`: amount times time */
    double refusals; /* bursts that it blocked            */
};

struct burst_ground { /* the network that bursts go through, and the news of it */
    nets_network *net;
    struct link_state *link_state;
    struct burst_uses *uses;  /* NULL: not kept                                       */
    nets_amount rate;         /* of a burst                                           */
    int release;              /* give back what a blocked burst reserved upstream     */
    int64_t *last;            /* by cluster: the latest start of a task that waits    */
    int64_t until;            /* uses before this time count in `used`                */
    double used[4];           /* by nets_kind: amount times time                      */
    struct burst_link *links; /* by number; NULL: not kept                           */
};

struct burst {
    const uint32_t *links; /* the path */
    nets_id *booked;       /* by hop: the booking of the link */
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
    BURST_SETUP_ON,      /* the link is reserved; the message is at its end at *at */
    BURST_SETUP_BLOCKED, /* the news begins here at *at, which is now: burst_news  */
    BURST_SETUP_BOOKED,  /* a CPU is reserved from b->start on, as predicted; the  */
                         /* task ends at *at                                       */
    BURST_SETUP_CONFLICT /* the same, but at another time than predicted           */
};

/* When all of its data are at the cluster. */
int64_t burst_arrival(const struct burst *b);

/* What the network does not refuse for being busy must go well, or the program ends. */
void burst_must(const char *what, nets_status s);

/* The setup message comes to node b->hop of its path at `now`, the network's time. */
enum burst_setup burst_setup(struct burst_ground *g, struct burst *b, int64_t now,
                             int64_t *at);

/* The news that the burst was blocked comes to node b->hop at `now`. 1: this is the
 * source. 0: the news goes on, and comes to the node before at *at. */
int burst_news(struct burst_ground *g, struct burst *b, int64_t now, int64_t *at);

#endif
