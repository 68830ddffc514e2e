/* sharing.h - processes on one node share its memory bandwidth, ethernet and network, and
 * slow each other down where they want more of it than there is.
 *
 * Processors 0, 1, ... are spread over the nodes in order; the first processors % nodes
 * nodes have one more. A job has one process on each of its processors, and each process
 * uses so much of each resource. All nodes have the same capacities.
 *
 *   A resource of which the processes on a node want more than its capacity slows those
 *   that use it by wanted / capacity. A process is slowed by the worst of its resources,
 *   a job by the worst of its processes: it runs at the speed of the slowest.
 *
 * Speeds change when a job starts or ends on a node. All of it is whole numbers, the same
 * on every machine: use and slowdown in millionths of a capacity (a use below half a
 * millionth is none, one of more than 4000 times the capacity counts as that), work in
 * microseconds at full speed. A stretch of time at one speed does the work that fits in,
 * rounded down; the job's end is the first whole second at which all is done.
 *
 * After the resource model of F. Guim, J. Corbalan, J. Labarta (MASCOTS 2007), which the
 * simulator of Rodero, Guim, Corbalan (paper 2, section IV-A1) has; how it slows a job is
 * not given there, and the simplest rule is taken.
 */
#ifndef SIM_SHARING_H
#define SIM_SHARING_H

#include "coalloc.h"

#include "job.h"
#include "plan.h"
#include "shape.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_SHARED = 3, SIM_SHARING_NODES = 1 << 24 };
#define SIM_SHARE_ONE 1000000
#define SIM_SHARE_MOST 4000000000 /* times 2^31 processes: within 64 bits */

/* What each process of a job uses (usage_memory, usage_ethernet, usage_network of a log):
 * SIM_SHARED numbers, in the unit of the capacities; NULL = nothing. */
typedef const double *(*sim_usage)(const void *context, const sim_job *job);

typedef struct sim_sharing { /* of one machine, as it is given */
    uint32_t nodes;          /* 1 .. SIM_SHARING_NODES                                */
    double capacity[SIM_SHARED]; /* of each node: memory bandwidth, ethernet, network;
                                    0 = without limit */
    sim_usage usage;
    const void *context;
} sim_sharing;

typedef struct sim_share { /* of each capacity, in millionths */
    uint64_t of[SIM_SHARED];
} sim_share;

/* Each step is a double for itself: no machine rounds otherwise. */
static inline uint64_t sim_share_of(double usage, double capacity)
{
    double part, millionths;
    if (!(capacity > 0) || !(usage > 0)) return 0;
    part = usage / capacity;
    millionths = part * SIM_SHARE_ONE;
    if (!(millionths < (double)SIM_SHARE_MOST)) return SIM_SHARE_MOST;
    millionths += 0.5;
    return (uint64_t)millionths;
}

/* What each process of the job uses; nothing where nothing is shared. */
static inline sim_share sim_sharing_share(const sim_sharing *s, const sim_job *job)
{
    const double *usage = s && s->usage ? s->usage(s->context, job) : NULL;
    sim_share share = {{0}};
    int r;
    for (r = 0; r < SIM_SHARED && usage; r++)
        share.of[r] = sim_share_of(usage[r], s->capacity[r]);
    return share;
}

static inline int sim_share_any(const sim_share *share)
{
    return (share->of[0] | share->of[1] | share->of[2]) != 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

typedef struct
    sim_loads { /* what is used of each node; zero-initialise, sim_loads_free */
    uint32_t servers, nodes; /* nodes 0: nothing is shared                              */
    sim_share *of;
} sim_loads;

static inline void sim_loads_free(sim_loads *l)
{
    free(l->of);
    l->of = NULL;
    l->nodes = 0;
}

static inline void sim_loads_clear(sim_loads *l)
{
    if (l->of) memset(l->of, 0, l->nodes * sizeof *l->of);
}

/* 0, or -1 when memory is out. */
static inline int sim_loads_begin(sim_loads *l, uint32_t servers, uint32_t nodes)
{
    l->servers = servers;
    l->nodes = nodes;
    l->of = (sim_share *)calloc(nodes, sizeof *l->of);
    return l->of ? 0 : -1;
}

static inline uint32_t sim_loads_node(const sim_loads *l, uint32_t server)
{
    const uint32_t each = l->servers / l->nodes, more = l->servers % l->nodes;
    const uint64_t large = (uint64_t)more * (each + UINT64_C(1));
    if (server < large) return server / (each + 1);
    return more + (uint32_t)((server - large) / each);
}

/* Its first server; of the node after the last: how many servers there are. */
static inline uint32_t sim_loads_first(const sim_loads *l, uint32_t node)
{
    const uint32_t each = l->servers / l->nodes, more = l->servers % l->nodes;
    return node * each + (node < more ? node : more);
}

/* Goes through the nodes of a run of servers: the part of it on the first node. What is
 * left is still to come. */
static inline uint32_t sim_loads_part(const sim_loads *l, coa_run *left, uint32_t *node)
{
    uint32_t here;
    *node = sim_loads_node(l, left->first);
    here = sim_loads_first(l, *node + 1) - left->first;
    if (here > left->count) here = left->count;
    left->first += here;
    left->count -= here;
    return here;
}

static inline int sim_loads_add(sim_share *at, const sim_share *share, uint32_t processes,
                                int give)
{
    int r, changed = 0;
    for (r = 0; r < SIM_SHARED; r++) {
        const uint64_t all = share->of[r] * processes, before = at->of[r];
        at->of[r] = give ? before - all : before + all;
        changed |= all > 0 && (before > SIM_SHARE_ONE || at->of[r] > SIM_SHARE_ONE);
    }
    return changed;
}

/* Processes come to these servers, or go. 1 if that makes a difference to speeds. */
static inline int sim_loads_change(sim_loads *l, const coa_run *runs, uint32_t n,
                                   const sim_share *share, int give)
{
    uint32_t i, node;
    int changed = 0;
    for (i = 0; i < n; i++) {
        coa_run left = runs[i];
        while (left.count) {
            const uint32_t processes = sim_loads_part(l, &left, &node);
            changed |= sim_loads_add(&l->of[node], share, processes, give);
        }
    }
    return changed;
}

/* How much a process on a node that is used so much is slowed: SIM_SHARE_ONE = not. */
static inline uint64_t sim_share_slowdown(const sim_share *at, const sim_share *share)
{
    uint64_t worst = SIM_SHARE_ONE;
    int r;
    for (r = 0; r < SIM_SHARED; r++)
        if (share->of[r] && at->of[r] > worst) worst = at->of[r];
    return worst;
}

/* ... and a job on these servers. */
static inline uint64_t sim_loads_slowdown(const sim_loads *l, const coa_run *runs,
                                          uint32_t n, const sim_share *share)
{
    uint64_t worst = SIM_SHARE_ONE;
    uint32_t i, node;
    for (i = 0; i < n; i++) {
        coa_run left = runs[i];
        while (left.count) {
            uint64_t here;
            sim_loads_part(l, &left, &node);
            here = sim_share_slowdown(&l->of[node], share);
            if (here > worst) worst = here;
        }
    }
    return worst;
}

/* ---- work -------------------------------------------------------------------------- */

typedef struct sim_pace { /* how far a running job has come      */
    uint64_t slowdown;    /* SIM_SHARE_ONE = full speed          */
    int64_t since;        /* it runs at this speed               */
    int64_t done;         /* until then, in microseconds of work */
} sim_pace;

/* x * times / by, rounded up or down; UINT64_MAX if that is too large. */
static inline uint64_t sim_work_ratio(uint64_t x, uint64_t times, uint64_t by, int up)
{
    const uint64_t nearest = sim_shape_ratio(x, times, by);
    const sim_wide whole = sim_wide_product(x, times),
                   got = sim_wide_product(nearest, by);
    if (nearest == UINT64_MAX) return nearest;
    if (up) return nearest + (uint64_t)sim_wide_less(got, whole);
    return nearest - (uint64_t)sim_wide_less(whole, got);
}

#define SIM_WORK_SECOND INT64_C(1000000)

static inline sim_pace sim_pace_begin(int64_t now)
{
    sim_pace p;
    p.slowdown = SIM_SHARE_ONE;
    p.since = now;
    p.done = 0;
    return p;
}

/* From `now` on it runs at another speed. */
static inline void sim_pace_change(sim_pace *p, int64_t now, uint64_t slowdown)
{
    p->done += (int64_t)sim_work_ratio((uint64_t)(now - p->since),
                                       (uint64_t)SIM_WORK_SECOND * SIM_SHARE_ONE,
                                       p->slowdown, 0);
    p->since = now;
    p->slowdown = slowdown;
}

/* When so many seconds of work are done, if the speed stays; SIM_NEVER if too late to be
 * told. */
static inline int64_t sim_pace_end(const sim_pace *p, int64_t seconds)
{
    const int64_t left = seconds * SIM_WORK_SECOND - p->done;
    const uint64_t time = sim_work_ratio((uint64_t)left, p->slowdown,
                                         (uint64_t)SIM_WORK_SECOND * SIM_SHARE_ONE, 1);
    return time > (uint64_t)(SIM_NEVER - p->since) ? SIM_NEVER : p->since + (int64_t)time;
}

#endif
