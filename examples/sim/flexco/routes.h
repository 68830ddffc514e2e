/* routes.h - when a network can carry what several pairs of places ask for together.
 *
 * Places are nodes of a network of netsched.h. Each ordered pair of those that take part
 * may ask for bandwidth, over one path from the first to the second: one of the `paths`
 * shortest by hops, the same for the whole time. routes_earliest finds the first
 * start at which paths can be chosen so that each link carries all that goes over it. It
 * is exact: combinations of paths are tried until one starts as early as each pair could
 * alone, or until none is left that could start before the best one found. How many that
 * may be has a limit, as it can grow exponentially with the pairs.
 *
 * Delays do not matter. Two places at one node need no link.
 */
#ifndef ROUTES_H
#define ROUTES_H

#include "netsched.h"

#include <stdint.h>

struct route {       /* of a pair that asks: */
    uint32_t pair;   /* from * places + to */
    uint32_t next;   /* the path to be tried next; the one before it has the load */
    nets_time start; /* of the pairs before it */
};

struct routes { /* zero-initialise; routes_free */
    nets_network *net;
    const nets_view *view; /* what is free, or NULL: what the network has */
    uint32_t places, links;
    nets_path_list *paths; /* of each pair; none between places at one node */
    nets_amount *load;     /* of each link */
    struct route *stack;
    uint32_t *chosen; /* of each pair on the stack: the path of the best found */
    nets_use *uses;   /* of a plan: room for one on each link */
    uint32_t depth;   /* pairs that ask */
    uint32_t most_tries;
};

void routes_free(struct routes *r);

/* Place i is at node node[i]. Paths are found now: links added later are not in them.
 * After a failure there is nothing to free. Statuses as nets_paths, without NOFIT. */
nets_status routes_make(struct routes *r, nets_network *net, const uint32_t *node,
                        uint32_t places, uint32_t paths);

/* ---- one search -------------------------------------------------------------------- */

struct routes_carriage {        /* what is asked, and when */
    const nets_amount *between; /* of each pair, from * places + to */
    const unsigned char *used;  /* which places take part */
    nets_time duration;
    nets_time start, end; /* it lies within; end NETS_FOREVER: at any time */
};

/* The earliest start; which paths that takes is kept for routes_plan.
 * NETS_E_NOFIT  there is none
 * NETS_E_LIMIT  more paths than most_tries would have to be tried */
nets_status routes_earliest(struct routes *r, const uint32_t *node,
                            const struct routes_carriage *c, nets_time *start);

/* The last answer, to be booked at `start`: one use of each link it needs. */
void routes_plan(struct routes *r, const struct routes_carriage *c, nets_time start,
                 nets_plan *plan);

#endif
