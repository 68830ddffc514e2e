/* mrfs_run.h - one algorithm decides on every request of a scenario, as they arrive.
 *
 * Each request is told at once whether and when it runs, and is booked; nothing is ever
 * taken back. The algorithms of paper 3 (Li, Ranka, Sahni, Schmalz) that observe
 * accessibility, RC, are given the network as it is; the others, RN, the same network in
 * which every unit reaches every other: it is what they are for.
 *
 * What is measured is the processor time of the search: of nets_first_slot, or of the
 * paper's own algorithm (mrfs_paper.h), which must find the same start. What is booked is
 * what nets_first_slot answers in both cases.
 */
#ifndef MRFS_RUN_H
#define MRFS_RUN_H

#include "netsched.h"

#include "base/error.h"
#include "mrfs/mrfs_paper.h"
#include "mrfs/mrfs_scenario.h"
#include "base/choice.h"
#include "topology/network.h"

#include <stddef.h>
#include <stdint.h>

/* What became of a request, and for one that was refused, what was short. */
#define MRFS_OUTCOMES(X)                \
    X(accepted, "accepted")             \
    X(links, "refused: links")          \
    X(units, "refused: units")          \
    X(both, "refused: links and units") \
    X(limit, "refused: not all combinations of C-IDs, or ways of legs, were tried")

enum mrfs_outcome {
    MRFS_undecided,
#define MRFS_OUTCOME(name, text) MRFS_##name,
    MRFS_OUTCOMES(MRFS_OUTCOME)
#undef MRFS_OUTCOME
        MRFS_OUTCOME_COUNT
};

struct mrfs_decision {
    enum mrfs_outcome outcome;
    int64_t start;     /* of an accepted one                              */
    uint32_t links;    /* that it uses                                    */
    uint32_t shortest; /* WN by the paper's search: those of the shortest */
                       /* path with room at its start; else 0             */
    uint64_t searches; /* for a path; by the paper's search: its `work`   */
    uint64_t instants; /* at which feasibility was decided; its `length`  */
    double seconds;    /* the search took                                 */
};

/* The four of paper 3 (Li, Ranka, Sahni, Schmalz): with or without splitting (WS, WN),
 * with or without constraints on resource accessibility (RC, RN). */
enum { MRFS_ALGORITHMS = 4 };

struct mrfs_algorithm {
    struct choice choice;
    const char *name; /* as in the paper: "WS-RC"                                    */
    nets_algorithm search;
    int splits;                 /* a job may be split over paths and units           */
    int constrained;            /* only some pairs of units are accessible           */
    mrfs_paper_algorithm paper; /* as the paper prints it                            */
};

/* Rows are struct mrfs_algorithm. */
extern const struct choice_table mrfs_run_algorithms;

const struct mrfs_algorithm *mrfs_run_algorithm(size_t row);

struct mrfs_run { /* zero-initialise; mrfs_run_free */
    const struct mrfs_algorithm *algorithm;
    const struct mrfs_search *search;
    uint32_t combinations; /* of C-IDs at most; 0 = the library's default */
    nets_network *network;
    struct mrfs_paper paper;
    nets_spans starts; /* as the paper's algorithm finds them */
    nets_plan plan;
    struct mrfs_decision *decisions; /* of each request                             */
    size_t count;
    double link_seconds, unit_seconds; /* amount times time used before the horizon, */
                                       /* each as a share of its capacity            */
    uint64_t hash;                     /* of every decision                          */
    uint64_t bytes_peak;
};

void mrfs_run_free(struct mrfs_run *r);

/* How the first slot is found: one row of a table for each way. */
struct mrfs_search {
    struct choice choice;
    const char *note; /* what else a reader of the results must know; or NULL */
    /* NULL, or what is done before the first request */
    nets_status (*begin)(struct mrfs_run *r, const struct mrfs_scenario *s);
    /* Finds the first slot for r->plan; the time and the effort go into *d. *status is
     * that of nets_first_slot. 0, or -1. */
    int (*find)(struct mrfs_run *r, const nets_request *ask, struct mrfs_decision *d,
                nets_status *status, struct error *e);
};

/* Rows are struct mrfs_search. */
extern const struct choice_table mrfs_run_searches;

const struct mrfs_search *mrfs_run_search(size_t row);

/* Fills *r, whose first three members are set and the others zero; mrfs_run_free it,
 * whatever happens. 0, or -1. */
int mrfs_run_make(struct mrfs_run *r, const struct mrfs_scenario *s, struct error *e);

#endif
