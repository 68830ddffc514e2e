/* mrfs_run.h - one algorithm decides on every request of a scenario, as they arrive.
 *
 * Each request learns at once whether and when it runs, and is booked; nothing is ever
 * taken back. The algorithms of paper 3 (Li, Ranka, Sahni, Schmalz) that observe
 * accessibility, RC, are given the network as it is; the others, RN, the same network in
 * which every unit reaches every other: it is what they are for.
 *
 * The measure is the processor time of the search: of nets_first_slot, or of the
 * paper's own algorithm (mrfs_paper.h), which must find the same start. The answer of
 * nets_first_slot is booked in both cases.
 */
#ifndef MRFS_RUN_H
#define MRFS_RUN_H

#include "netsched.h"

#include "mrfs/mrfs_paper.h"
#include "mrfs/mrfs_scenario.h"

#include <stdint.h>

/* Of a request; of one that was refused, the short resource. Limit: not all combinations
 * of C-IDs, or ways of legs, were tried. */
enum mrfs_outcome {
    MRFS_undecided,
    MRFS_accepted,
    MRFS_links,
    MRFS_units,
    MRFS_both,
    MRFS_limit
};

struct mrfs_decision {
    enum mrfs_outcome outcome;
    int64_t start, end; /* of an accepted one                             */
    int64_t bandwidth;  /* of a volume that was accepted the rate found    */
    uint32_t links;     /* that it uses                                    */
    uint32_t shortest;  /* WN by the paper's search: links of the shortest */
                        /* path with room at its start; else 0             */
    uint64_t steps;     /* of the paper's search: see mrfs_paper.h          */
    uint64_t searches;  /* for a path; by the paper's search: its `work`   */
    uint64_t instants;  /* at which feasibility was decided; its `length`  */
    double seconds;     /* the search took                                 */
};

/* The four of paper 3 (Li, Ranka, Sahni, Schmalz): with or without splitting (WS, WN),
 * with or without constraints on resource accessibility (RC, RN). */
struct mrfs_algorithm {
    nets_algorithm search;
    int splits;      /* a job may be split over paths and units */
    int constrained; /* only some pairs of units are accessible */
};

enum { MRFS_ALGORITHMS = 4 };

extern const struct mrfs_algorithm mrfs_run_algorithms[MRFS_ALGORITHMS];

enum mrfs_search {
    MRFS_LIBRARY, /* nets_first_slot                                                */
    MRFS_PAPER,   /* as the paper prints it: searches are flows (WS) or unions of   */
                  /* ST lists (WN), instants basic intervals or the longest ST list */
    MRFS_ARCS,    /* the same, with an arc for each pair of units that are          */
                  /* accessible to each other                                       */
    MRFS_SEARCHES
};

struct mrfs_link {   /* by its number in the network */
    double seconds;  /* used before the horizon, as link_seconds below      */
    double refusals; /* requests in whose way it was at the last start tried */
};

struct mrfs_run { /* zero-initialise; mrfs_run_free */
    const struct mrfs_algorithm *algorithm;
    enum mrfs_search search;
    uint32_t combinations; /* of C-IDs at most; 0 = the library's default */
    nets_network *network;
    struct mrfs_paper paper;
    nets_spans starts; /* as the paper's algorithm finds them */
    nets_plan plan;
    struct mrfs_decision *decisions;   /* of each request                             */
    double link_seconds, unit_seconds; /* amount times time used before the horizon, */
                                       /* each as a share of its capacity            */
    struct mrfs_link *links;
    uint64_t hash; /* of every decision                          */
    uint64_t bytes_peak;
};

void mrfs_run_free(struct mrfs_run *r);

/* Fills *r, whose first three members are set and the others zero, or ends the program.
 */
void mrfs_run_make(struct mrfs_run *r, const struct mrfs_scenario *s);

#endif
