/* sharing.h - processes on one node share its memory bandwidth, ethernet and network, and
 * slow each other down where they want more of it than there is.
 *
 * Processors 0, 1, ... are spread over the nodes in order; the first processors % nodes
 * nodes have one more. A job has one process on each of its processors, and all its
 * processes use the same amount of each resource. All nodes have the same capacities.
 *
 *   If the processes on a node want more of a resource than its capacity, those that use
 *   it are slowed by wanted / capacity. A process is slowed by the worst of its
 *   resources; a job runs at the speed of its slowest process.
 *
 * Speeds change when a job starts or ends on a node. All numbers are whole, the same on
 * every machine: use and slowdown in millionths of a capacity (less than half a millionth
 * counts as none, more than 4000 times the capacity as 4000 times), work in microseconds
 * at full speed. The work done during a time at one speed is rounded down; a job ends at
 * the first whole second at which all its work is done.
 *
 * This follows the resource model of F. Guim, J. Corbalan, J. Labarta (MASCOTS 2007) that
 * the simulator of Rodero, Guim, Corbalan (paper 2, section IV-A1) uses; they do not say
 * how much a job is slowed, so the simplest rule is taken.
 */
#ifndef SHARING_H
#define SHARING_H

#include "base/job.h"

#include <stdint.h>

enum { SHARING_SHARED = 3, SHARING_NODES = 1 << 24 };

#define SHARING_SHARE_ONE 1000000

/* What each process of a job uses (usage_memory, usage_ethernet, usage_network of a log):
 * SHARING_SHARED numbers, in the unit of the capacities; NULL = nothing. */
typedef const double *(*sharing_usage)(const void *context, const struct job *job);

struct sharing {    /* of one machine, as it is given */
    uint32_t nodes; /* 1 .. SHARING_NODES                                */
    double capacity[SHARING_SHARED]; /* of each node: memory bandwidth, ethernet, network;
                                    0 = without limit */
    sharing_usage usage;
    const void *context;
};

/* Reads --node-capacity MEM,ETH,NET: three numbers from 0 on, below 1e9. */
void sharing_read(const char *text, double capacity[SHARING_SHARED]);

struct sharing_share { /* of each capacity, in millionths */
    uint64_t of[SHARING_SHARED];
};

/* What each process of the job uses; nothing where nothing is shared. */
struct sharing_share sharing_share(const struct sharing *s, const struct job *job);

int sharing_share_any(const struct sharing_share *share);

struct sharing_loads { /* the use of each node; zero-initialise, free(of) */
    uint32_t servers, nodes;
    struct sharing_share *of;
};

void sharing_loads_begin(struct sharing_loads *l, uint32_t servers, uint32_t nodes);

void sharing_loads_clear(struct sharing_loads *l);

/* Takes the part on the first node, *node, off a run of servers. Returns its servers;
 * *left is the rest. */
uint32_t sharing_loads_part(const struct sharing_loads *l, struct job_run *left,
                            uint32_t *node);

/* Processes come to these servers, or leave them (give 1). 1 if speeds may change. */
int sharing_loads_change(struct sharing_loads *l, struct job_run run,
                         const struct sharing_share *share, int give);

/* The slowdown of a process on the worst of these servers, in millionths. */
uint64_t sharing_loads_slowdown(const struct sharing_loads *l, struct job_run run,
                                const struct sharing_share *share);

struct sharing_pace {  /* how far a running job has come      */
    uint64_t slowdown; /* SHARING_SHARE_ONE = full speed      */
    int64_t since;     /* it runs at this speed               */
    int64_t done;      /* before that, in microseconds of work */
};

/* From `now` on it runs at another speed. */
void sharing_pace_change(struct sharing_pace *p, int64_t now, uint64_t slowdown);

/* When so many seconds of work are done if the speed stays; JOB_NEVER if the time is too
 * large. */
int64_t sharing_pace_end(const struct sharing_pace *p, int64_t seconds);

#endif
