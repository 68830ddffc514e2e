/* conetwork.h - a job at several sites, and the bandwidth between them, in one step.
 *
 * coalloc.h books a job's processors at several calendars together (FlexCo; M. A. S.
 * Netto, R. Buyya, paper 5), netsched.h books links. Here a job asks for both: each
 * ordered pair of the sites that have a share may need bandwidth from the job's start to
 * its end, over one path. All is booked, or nothing; a single site needs no bandwidth.
 *
 * What is found is what coa_flex_reserve would book if only such bookings counted whose
 * sites the network can connect for as long: the earliest end over all starts, shapes,
 * sites and paths; of several that of the first shape, then a single site, then the
 * largest share at the cursor's site, then at the next. So at a start at which the shares
 * FlexCo prefers cannot be connected, other sites or a single one are tried before a
 * later start is. It is exact for the paths allowed, the k shortest of each pair.
 *
 * How: FlexCo's own answer, if the network carries it. Else each set of sites is asked in
 * turn. FlexCo's earliest start on these and the network's earliest start for all of them
 * are asked alternately, each from the other's answer on, until both say the same. Sets
 * are enough, not shares: what the network can do for a set it can do for each part of
 * it, so that FlexCo may leave out some. Sets are many: hence CONETWORK_SITES.
 *
 * To be moved, a job is taken out of copies of the calendars and booked there; if that
 * ends earlier, the copies take the place of the calendars in the list of sites. So there
 * is nothing to be undone, and a failure changes nothing.
 */
#ifndef CONETWORK_H
#define CONETWORK_H

#include "coalloc.h"
#include "netsched.h"

#include "flexco/routes.h"

#include <stdint.h>

#define CONETWORK_SITES 16u /* at most so many */

struct conetwork_request {
    coa_flex_request job;
    const nets_amount *between; /* from site i to site k: [i * sites + k], 0 = nothing;
                                   NULL: nothing at all */
};

struct conetwork_booking {
    coa_flex_booking job; /* its parts are valid as those of coa_flex_reserve */
    nets_id links;        /* its bandwidth, in the network; 0 = it needs none */
};

struct conetwork_plan { /* the best that has been found */
    int found;
    coa_time start, end;
    uint32_t mold, parts;
    uint32_t share[CONETWORK_SITES];
};

struct conetwork {   /* conetwork_make, conetwork_free */
    coa_site *sites; /* the caller's; a move replaces calendars in it */
    uint32_t count;
    uint32_t node[CONETWORK_SITES];
    struct routes routes; /* its most_tries can be set */
};

coa_status conetwork_status(nets_status s);

/* Site i is at node[i] of the network; of each pair of sites the `paths` shortest paths
 * count. The sites' list and the network are the caller's and are to stay.
 * COA_E_ARG, COA_E_RANGE (too many sites), COA_E_NOMEM: there is nothing to free. */
coa_status conetwork_make(struct conetwork *c, coa_site *sites, uint32_t count,
                          nets_network *net, const uint32_t *node, uint32_t paths);

void conetwork_free(struct conetwork *c);

/* ---- what a job asks for ----------------------------------------------------------- */

coa_mold conetwork_mold(const coa_flex_request *job, uint32_t mold);

uint32_t conetwork_parts(const uint32_t *share);

/* What FlexCo says of the sites in `list`, or of all of them, as a plan. */
void conetwork_plan_of(const coa_flex_booking *b, const uint32_t *list,
                       struct conetwork_plan *p);

/* ---- booking ----------------------------------------------------------------------- */

/* Books processors and bandwidth, as told above.
 * COA_E_NOFIT  no start fits
 * COA_E_RANGE  also: for one set of sites more than routes.most_tries paths would have to
 *              be tried
 * COA_E_ARG    also: a negative bandwidth
 * else as coa_flex_reserve. After all but OK nothing is booked; a number of the network's
 * bookings may have been passed over. */
coa_status conetwork_reserve(struct conetwork *c, const struct conetwork_request *req,
                             struct conetwork_booking *out);

/* Gives all back, or nothing: statuses as coa_flex_cancel. */
coa_status conetwork_cancel(struct conetwork *c, const struct conetwork_booking *b);

/* The job ends now, at the network's time: statuses as coa_flex_finish. All is given back
 * from then on, or nothing. */
coa_status conetwork_finish(struct conetwork *c, const struct conetwork_booking *b);

/* ---- moving ------------------------------------------------------------------------ */

/* Moves a booking if it then ends earlier, to the earliest end there is by `ops`, which
 * are those of coa_flex_reschedule; its own processors and bandwidth count as free. Paths
 * may change by any of them, and so may servers. *b becomes what is booked then, its job
 * with a new id, its bandwidth with the one it has. If nothing ends earlier *b stays.
 * Statuses as coa_flex_reschedule and conetwork_reserve; after all but OK nothing has
 * changed. All calendars in the list of sites are others after a move. */
coa_status conetwork_reschedule(struct conetwork *c, const struct conetwork_request *req,
                                uint32_t ops, struct conetwork_booking *b);

#endif
