/* mrfs_scenario.h - what every algorithm is given: a network with local resources, and
 * requests that come in one after the other (paper 3, section 5: Li, Ranka, Sahni,
 * Schmalz).
 *
 * Requests arrive as a Poisson process. Each asks for bandwidth between two sites, drawn
 * evenly from all pairs, and for some of each type of resource at both, for a duration,
 * within a reservation window. With more ends than two (not in the paper) it asks for the
 * same bandwidth from the first, its base, to each other one, at once. Bandwidth and
 * amounts are drawn in percent of what a link and a unit usually have (their median), so
 * that they suit any network.
 *
 * Every draw for request number i depends on the seed alone: at another density the
 * same requests come, closer together, and so they do, between the sites of the same
 * numbers, on a network of another size. With more ends they are the same, and more.
 */
#ifndef MRFS_SCENARIO_H
#define MRFS_SCENARIO_H

#include "netsched.h"

#include "kit/option.h"
#include "topology/topology.h"
#include "topology/topology_named.h"

#include <stddef.h>
#include <stdint.h>

enum { MRFS_REQUESTS = 1000000 /* at most, in one scenario */, MRFS_ENDS = 8 };

struct mrfs_list { /* a file of requests (mrfs_list.h); name NULL: they are drawn */
    const char *name, *text;
    size_t size;
};

struct mrfs_demand { /* how requests are drawn */
    struct option_span bandwidth,
        amount;                  /* percent of the median link and unit             */
    struct option_span duration; /* seconds                                         */
    int64_t window;              /* et - st over the duration, in billionths        */
    int64_t ahead;               /* st is up to so many seconds after the arrival   */
    int64_t horizon;             /* requests arrive within so many seconds ...      */
    int64_t requests;            /* ... or so many do; 0 = by the horizon           */
    int64_t ends;                /* sites of a request, 2 to MRFS_ENDS              */
    struct mrfs_list list;       /* or all of it is in a file                       */
};

/* Paper 3, section 2.1 (Li, Ranka, Sahni, Schmalz), gives the model of local resources
 * but no numbers. Here each of a number of sites gets a partition for each type of
 * resource (T-ID), one behind the other. All partitions have the same number of units,
 * dealt out evenly to the compatibility classes (C-ID). Which pairs of units of
 * neighbouring partitions are accessible to each other is drawn pair by pair, but each
 * unit reaches at least one. */
struct mrfs_sites {
    int64_t sites, types, units, cids; /* types at each site, units of each type      */
    struct option_span amount;         /* of a unit                                   */
    int64_t pairs;                     /* share that is accessible, in billionths     */
};

struct mrfs_place {                /* where */
    struct topology_named network; /* name NULL: random                       */
    int64_t nodes;                 /* of a random network without a name      */
    int64_t capacity;              /* Mb/s of links that have none; 0 = 1000  */
                                   /* of a file's, else 10000                 */
    int64_t both_ways;             /* as topology_options' */
    const char *capacity_key;
    struct mrfs_sites sites; /* of networks without resources           */
};

struct mrfs_request {
    int64_t arrive, start, end, duration, bandwidth;
    int64_t volume; /* > 0: in place of a duration, at most `bandwidth` */
    uint32_t ends;
    uint32_t at[MRFS_ENDS];    /* nodes, the base first                    */
    uint32_t types[MRFS_ENDS]; /* how many types are needed there ...      */
    size_t needs;              /* ... the first of the base's, then of the */
                               /* others, one behind the other             */
};

struct mrfs_scenario { /* zero-initialise; mrfs_scenario_free */
    struct topology network;
    uint32_t *sites; /* nodes with resources */
    size_t site_count;
    int64_t link_median, *unit_median; /* by type */
    struct mrfs_request *requests;
    size_t count, room;
    nets_need *needs;
    size_t need_count, need_room;
    int64_t horizon; /* requests arrive before; of a file's, the last deadline, too */
};

void mrfs_scenario_free(struct mrfs_scenario *s);

/* Fills *s (zeroed), or ends the program. */
void mrfs_scenario_make(struct mrfs_scenario *s, const struct mrfs_place *p,
                        const struct mrfs_demand *d, int64_t density, int64_t seed);

#endif
