/* consume.h - Less Consume: of the processors that are free, those on the nodes whose
 * shared resources are consumed least (Rodero, Guim, Corbalan, paper 2, section IV-A1).
 *
 * One process after the other goes to the node that is consumed least with it there; of
 * equals the lowest, and there the lowest processor. A node is consumed as its resource
 * that is used most of its capacity, of those that the job uses; so a job that uses none
 * gets the lowest processors of all. A limit may be set: no node is to be consumed beyond
 * it by this.
 */
#ifndef SIM_CONSUME_H
#define SIM_CONSUME_H

#include "coalloc.h"

#include "sharing.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_candidate { /* a node with free processors */
    uint32_t node, free;
    uint32_t taken; /* of them */
} sim_candidate;

typedef struct sim_bid {
    uint64_t load; /* of the node if it gets one more process */
    uint32_t at;   /* of the candidates */
} sim_bid;

typedef struct sim_consume { /* zero-initialise; sim_consume_free */
    sim_candidate *nodes;    /* ascending                          */
    sim_bid *heap;           /* the least first; of equals the lower node */
    size_t count, bids, room;
} sim_consume;

static inline void sim_consume_free(sim_consume *c)
{
    free(c->nodes);
    free(c->heap);
    c->nodes = NULL;
    c->heap = NULL;
    c->room = 0;
}

static inline int sim_consume_grow(sim_consume *c)
{
    const size_t room = 2 * c->room + 64;
    sim_candidate *nodes;
    sim_bid *heap;
    if (c->count < c->room) return 0;
    nodes = (sim_candidate *)realloc(c->nodes, room * sizeof *nodes);
    if (!nodes) return -1;
    c->nodes = nodes;
    heap = (sim_bid *)realloc(c->heap, room * sizeof *heap);
    if (!heap) return -1;
    c->heap = heap;
    c->room = room;
    return 0;
}

/* The nodes on which the servers lie. */
static inline int sim_consume_nodes(sim_consume *c, const sim_loads *l,
                                    const coa_set *from)
{
    uint32_t i, node;
    c->count = 0;
    for (i = 0; i < from->count; i++) {
        coa_run left = from->runs[i];
        while (left.count) {
            const uint32_t here = sim_loads_part(l, &left, &node);
            sim_candidate *last = c->count ? &c->nodes[c->count - 1] : NULL;
            if (last && last->node == node) {
                last->free += here;
                continue;
            }
            if (sim_consume_grow(c) != 0) return -1;
            last = &c->nodes[c->count++];
            last->node = node;
            last->free = here;
            last->taken = 0;
        }
    }
    return 0;
}

static inline int sim_bid_before(const sim_bid *x, const sim_bid *y)
{
    return x->load != y->load ? x->load < y->load : x->at < y->at;
}

/* Puts a bid into the heap at a hole, or below it, moving lesser ones up. */
static inline void sim_consume_sift(sim_consume *c, size_t at, sim_bid bid)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= c->bids) break;
        if (child + 1 < c->bids && sim_bid_before(&c->heap[child + 1], &c->heap[child]))
            child++;
        if (!sim_bid_before(&c->heap[child], &bid)) break;
        c->heap[at] = c->heap[child];
        at = child;
    }
    c->heap[at] = bid;
}

/* A node's bid for the next process. */
static inline sim_bid sim_consume_bid(const sim_consume *c, const sim_loads *l,
                                      const sim_share *share, size_t at)
{
    const sim_candidate *node = &c->nodes[at];
    const sim_share *used = &l->of[node->node];
    sim_bid bid = {0, 0};
    int r;
    for (r = 0; r < SIM_SHARED; r++) {
        const uint64_t with = used->of[r] + share->of[r] * (node->taken + UINT64_C(1));
        if (share->of[r] && with > bid.load) bid.load = with;
    }
    bid.at = (uint32_t)at;
    return bid;
}

/* Takes n processors, counted by node. 0: there are not so many within the limit. */
static inline int sim_consume_take(sim_consume *c, const sim_loads *l,
                                   const sim_share *share, uint32_t n, uint64_t limit)
{
    size_t i;
    c->bids = c->count;
    for (i = 0; i < c->count; i++) c->heap[i] = sim_consume_bid(c, l, share, i);
    for (i = c->count / 2; i-- > 0;) sim_consume_sift(c, i, c->heap[i]);
    for (; n > 0; n--) {
        const sim_bid best = c->heap[0];
        sim_candidate *node = &c->nodes[best.at];
        if (c->bids == 0 || best.load > limit) return 0;
        if (++node->taken < node->free)
            sim_consume_sift(c, 0, sim_consume_bid(c, l, share, best.at));
        else if (--c->bids > 0)
            sim_consume_sift(c, 0, c->heap[c->bids]);
    }
    return 1;
}

/* Of each node the lowest free ones, as many as were taken. */
static inline int sim_consume_name(const sim_consume *c, const sim_loads *l,
                                   const coa_set *from, coa_set *chosen)
{
    size_t at = 0;
    uint32_t i, node, taken = 0;
    for (i = 0; i < from->count; i++) {
        coa_run left = from->runs[i];
        while (left.count) {
            const uint32_t first = left.first, here = sim_loads_part(l, &left, &node);
            uint32_t some;
            if (c->nodes[at].node != node) {
                at++;
                taken = 0;
            }
            some = c->nodes[at].taken - taken < here ? c->nodes[at].taken - taken : here;
            taken += some;
            if (some && coa_set_add(chosen, first, some) != COA_OK) return -1;
        }
    }
    return 0;
}

/* The lowest n. */
static inline int sim_consume_lowest(const coa_set *from, uint32_t n, coa_set *chosen)
{
    uint32_t i;
    for (i = 0; i < from->count && n > 0; i++) {
        const uint32_t some = from->runs[i].count < n ? from->runs[i].count : n;
        if (coa_set_add(chosen, from->runs[i].first, some) != COA_OK) return -1;
        n -= some;
    }
    return n == 0;
}

/* Chooses n of the servers. 1, or 0: there are not so many within the limit; -1: memory
 * is out. */
static inline int sim_consume_choose(sim_consume *c, const sim_loads *l,
                                     const coa_set *from, uint32_t n,
                                     const sim_share *share, uint64_t limit,
                                     coa_set *chosen)
{
    coa_set_clear(chosen);
    if (!sim_share_any(share)) return sim_consume_lowest(from, n, chosen);
    if (sim_consume_nodes(c, l, from) != 0) return -1;
    if (!sim_consume_take(c, l, share, n, limit)) return 0;
    return sim_consume_name(c, l, from, chosen) == 0 ? 1 : -1;
}

#endif
