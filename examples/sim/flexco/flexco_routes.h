/* flexco_routes.h - the earliest time at which a network can carry what several pairs
 * of sites ask for together.
 *
 * Sites are nodes of a network of netsched.h. Each ordered pair of the sites that take
 * part may ask for bandwidth, over one path from the first to the second: one of the k
 * shortest by hops, the same for the whole time. flexco_routes_earliest finds the first
 * start at which paths can be chosen so that each link carries everything that goes
 * over it. It is exact: combinations of paths are tried, depth first, until none is
 * left that could start before the best one found. As their number can grow
 * exponentially with the pairs, no more than FLEXCO_ROUTES_TRIES paths are tried.
 *
 * Delays do not matter. Two sites at the same node need no link.
 */
#ifndef FLEXCO_ROUTES_H
#define FLEXCO_ROUTES_H

#include "netsched.h"

#include <stdint.h>

#define FLEXCO_ROUTES_TRIES 65536u

struct flexco_routes_pair { /* a pair of sites that asks */
    uint32_t pair;          /* from * sites + to */
    uint32_t next;          /* the path to be tried next; the one before it is in use */
    nets_time start;        /* the earliest for the pairs before this one */
};

struct flexco_routes { /* zero-initialise; flexco_routes_free */
    nets_network *net;
    const nets_view *view; /* what is free, or NULL: what the network says is free */
    uint32_t sites, links;
    nets_path_list *paths; /* of each pair; none between sites at one node */
    nets_amount *load;     /* of each link */
    struct flexco_routes_pair *stack;
    uint32_t *chosen; /* the path of each pair on the stack in the best combination */
    nets_use *uses;   /* of a plan: room for one use of each link */
    uint32_t depth;   /* pairs that ask */
};

struct flexco_routes_request {  /* what is asked for */
    const nets_amount *between; /* by each pair: [from * sites + to] */
    const unsigned char *used;  /* which sites take part */
    nets_time duration;
    nets_time start, end; /* it lies within; end NETS_FOREVER: at any time */
};

void flexco_routes_free(struct flexco_routes *r);

/* Site i is at node[i]; each pair has the `paths` shortest paths that the network has
 * now. After a failure there is nothing to free. Statuses as nets_paths, without NOFIT.
 * */
nets_status flexco_routes_make(struct flexco_routes *r, nets_network *net,
                               const uint32_t *node, uint32_t sites, uint32_t paths);

/* The earliest start; the paths chosen for it are kept for flexco_routes_plan.
 * NETS_E_NOFIT  there is none
 * NETS_E_LIMIT  more than FLEXCO_ROUTES_TRIES paths would have to be tried */
nets_status flexco_routes_earliest(struct flexco_routes *r, const uint32_t *node,
                                   const struct flexco_routes_request *q,
                                   nets_time *start);

/* The last answer as a plan that can be booked: one use of each link it needs. */
void flexco_routes_plan(struct flexco_routes *r, const struct flexco_routes_request *q,
                        nets_time start, nets_plan *plan);

#endif
