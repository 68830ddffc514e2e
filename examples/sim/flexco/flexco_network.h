/* flexco_network.h - a job at several sites and the bandwidth between them, booked in
 * one step.
 *
 * coalloc.h books a job's processors at several calendars together (FlexCo; M. A. S.
 * Netto, R. Buyya, paper 5), netsched.h books links. Here a job asks for both: each
 * ordered pair of the sites at which it has processors may need bandwidth from the
 * job's start to its end, over one path. Everything is booked, or nothing. A job at a
 * single site needs no bandwidth.
 *
 *     flexco_network_make(&grid, sites, count, net, node, 2);
 *     flexco_network_reserve(&grid, &request, &booking);
 *     flexco_network_move(&grid, &request, &booking);      when others ended early
 *     flexco_network_free(&grid);
 *
 * The booking is the best one there is: the earliest start over all sets of sites,
 * shares and paths. Ties: a single site, then the largest share at site 0, then at site
 * 1, and so on. It is exact for the paths allowed, the k shortest of each pair.
 *
 * How: each set of sites is asked in turn. FlexCo's earliest start at these sites and
 * the network's earliest start for all of them are asked alternately, each from the
 * other's answer on, until both are the same. Sets are enough, the shares need not be
 * known: what the network can do for a set it can do for each part of it. As there are
 * 2^n sets, n is at most FLEXCO_NETWORK_SITES.
 *
 * To be moved, a job is taken out of copies of the calendars and booked there; if it
 * then ends earlier, the copies replace the calendars in the list of sites. So a
 * failure changes nothing.
 */
#ifndef FLEXCO_NETWORK_H
#define FLEXCO_NETWORK_H

#include "coalloc.h"
#include "netsched.h"

#include "flexco/flexco_routes.h"

#include <stdint.h>

#define FLEXCO_NETWORK_SITES 16u /* at most */

struct flexco_network_request {
    coa_time ready, length; /* the earliest start; how long it takes */
    uint32_t servers;       /* at all sites together */
    const nets_amount
        *between; /* from site i to site k: [i * sites + k], 0 or less: nothing;
                                   NULL: nothing at all */
};

struct flexco_network_booking {
    coa_flex_booking job; /* its parts are valid as those of coa_flex_reserve */
    nets_id links;        /* its bandwidth, in the network; 0 = it needs none */
};

struct flexco_network { /* flexco_network_make, flexco_network_free */
    coa_site *sites;    /* the caller's; a move replaces calendars in it */
    uint32_t count;
    coa_flex *flex; /* the jobs; each call lists the sites it is about */
    uint32_t node[FLEXCO_NETWORK_SITES];
    struct flexco_routes routes;
};

/* Site i is at node[i] of the network; of each pair of sites the `paths` shortest paths
 * count. The list of sites and the network are the caller's and must stay.
 * COA_E_ARG, COA_E_RANGE (too many sites), COA_E_NOMEM: there is nothing to free. */
coa_status flexco_network_make(struct flexco_network *n, coa_site *sites, uint32_t count,
                               nets_network *net, const uint32_t *node, uint32_t paths);

void flexco_network_free(struct flexco_network *n);

/* Books processors and bandwidth, as described above.
 * COA_E_NOFIT  no start fits
 * COA_E_RANGE  also: too many paths would have to be tried (flexco_routes.h)
 * else as coa_flex_reserve. After a failure nothing is booked. */
coa_status flexco_network_reserve(struct flexco_network *n,
                                  const struct flexco_network_request *req,
                                  struct flexco_network_booking *out);

/* Moves a booking to the earliest end there is, if that is earlier than its end now;
 * the job's own processors and bandwidth count as free. Sites, shares and paths may
 * change. *b becomes the new booking: the job has a new id, and all calendars in the
 * list of sites are replaced. If nothing ends earlier *b stays. COA_E_PAST: the job has
 * begun; COA_E_ARG: the request asks for more or fewer processors than the booking has;
 * else as coa_flex_get and flexco_network_reserve. After a failure nothing has changed.
 * */
coa_status flexco_network_move(struct flexco_network *n,
                               const struct flexco_network_request *req,
                               struct flexco_network_booking *b);

#endif
