/* consume.c - a heap of the nodes by their use with one more process; the least used node
 * takes the next one. Of a large job most processes are placed before that: each node
 * takes all up to a use that a bisection finds. */
#include "batch/consume.h"

#include "base/array.h"

#include <stdlib.h>

void consume_free(struct consume *c)
{
    free(c->nodes);
    free(c->heap);
    c->nodes = NULL;
    c->heap = NULL;
    c->room = 0;
}

static int grow(struct consume *c)
{
    size_t nodes = c->room, heap = c->room;
    if (ARRAY_ROOM(c->nodes, c->count, nodes, 1) != 0 ||
        ARRAY_ROOM(c->heap, c->count, heap, 1) != 0)
        return -1;
    c->room = nodes < heap ? nodes : heap;
    return 0;
}

/* Lists the nodes that have some of the servers. */
static int list_nodes(struct consume *c, const struct sharing_loads *l,
                      const coa_set *from)
{
    uint32_t i, node;
    c->count = 0;
    for (i = 0; i < from->count; i++) {
        coa_run left = from->runs[i];
        while (left.count) {
            const uint32_t here = sharing_loads_part(l, &left, &node);
            struct consume_candidate *last = c->count ? &c->nodes[c->count - 1] : NULL;
            if (last && last->node == node) {
                last->free += here;
                continue;
            }
            if (grow(c) != 0) return -1;
            last = &c->nodes[c->count++];
            last->node = node;
            last->free = here;
            last->taken = 0;
        }
    }
    return 0;
}

static int bid_before(const struct consume_bid *x, const struct consume_bid *y)
{
    return x->load != y->load ? x->load < y->load : x->at < y->at;
}

/* Puts a bid into the heap at a hole, or below it, moving lesser ones up. */
static void sift(struct consume *c, size_t at, struct consume_bid bid)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= c->bids) break;
        if (child + 1 < c->bids && bid_before(&c->heap[child + 1], &c->heap[child]))
            child++;
        if (!bid_before(&c->heap[child], &bid)) break;
        c->heap[at] = c->heap[child];
        at = child;
    }
    c->heap[at] = bid;
}

/* A node's bid for the next process. */
static struct consume_bid bid_of(const struct consume *c, const struct sharing_loads *l,
                                 const struct sharing_share *share, size_t at)
{
    const struct consume_candidate *node = &c->nodes[at];
    const struct sharing_share *used = &l->of[node->node];
    struct consume_bid bid = {0, 0};
    int r;
    for (r = 0; r < SHARING_SHARED; r++) {
        const uint64_t with = used->of[r] + share->of[r] * (node->taken + UINT64_C(1));
        if (share->of[r] && with > bid.load) bid.load = with;
    }
    bid.at = (uint32_t)at;
    return bid;
}

/* How many processes the node takes while it is used up to `most`. */
static uint32_t taken_up_to(const struct consume_candidate *node,
                            const struct sharing_loads *l,
                            const struct sharing_share *share, uint64_t most)
{
    const struct sharing_share *used = &l->of[node->node];
    uint64_t n = node->free;
    int r;
    for (r = 0; r < SHARING_SHARED; r++) {
        uint64_t room;
        if (!share->of[r]) continue;
        room = most > used->of[r] ? (most - used->of[r]) / share->of[r] : 0;
        if (room < n) n = room;
    }
    return (uint32_t)n;
}

static uint64_t all_up_to(const struct consume *c, const struct sharing_loads *l,
                          const struct sharing_share *share, uint64_t most)
{
    uint64_t n = 0;
    size_t i;
    for (i = 0; i < c->count; i++) n += taken_up_to(&c->nodes[i], l, share, most);
    return n;
}

#define CONSUME_BISECTION 64 /* steps */

/* Lets all nodes take what they take up to one use, the highest one with which they take
 * no more than n. Returns how many are left: fewer than there are nodes, unless n is more
 * than they can take within the limit. Of a small job it places none. */
static uint32_t take_most(struct consume *c, const struct sharing_loads *l,
                          const struct sharing_share *share, uint32_t n, uint64_t limit)
{
    uint64_t lo = 0, hi = limit;
    size_t i;
    if (n / CONSUME_BISECTION < c->count) return n;
    while (lo < hi) {
        const uint64_t middle = hi - (hi - lo) / 2;
        if (all_up_to(c, l, share, middle) <= n)
            lo = middle;
        else
            hi = middle - 1;
    }
    for (i = 0; i < c->count; i++) {
        c->nodes[i].taken = taken_up_to(&c->nodes[i], l, share, lo);
        n -= c->nodes[i].taken;
    }
    return n;
}

/* Counts how many of n processors each node gives. 0 if there are too few within the
 * limit. */
static int take(struct consume *c, const struct sharing_loads *l,
                const struct sharing_share *share, uint32_t n, uint64_t limit)
{
    size_t i;
    n = take_most(c, l, share, n, limit);
    for (i = c->bids = 0; i < c->count; i++)
        if (c->nodes[i].taken < c->nodes[i].free)
            c->heap[c->bids++] = bid_of(c, l, share, i);
    for (i = c->bids / 2; i-- > 0;) sift(c, i, c->heap[i]);
    for (; n > 0; n--) {
        const struct consume_bid best = c->heap[0];
        struct consume_candidate *node = &c->nodes[best.at];
        if (c->bids == 0 || best.load > limit) return 0;
        if (++node->taken < node->free)
            sift(c, 0, bid_of(c, l, share, best.at));
        else if (--c->bids > 0)
            sift(c, 0, c->heap[c->bids]);
    }
    return 1;
}

/* Chooses the lowest free processors of each node, as many as it gives. */
static int name_chosen(const struct consume *c, const struct sharing_loads *l,
                       const coa_set *from, coa_set *chosen)
{
    size_t at = 0;
    uint32_t i, node, taken = 0;
    for (i = 0; i < from->count; i++) {
        coa_run left = from->runs[i];
        while (left.count) {
            const uint32_t first = left.first, here = sharing_loads_part(l, &left, &node);
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

/* Chooses the lowest n. 1, or 0 if there are fewer. */
static int choose_lowest(const coa_set *from, uint32_t n, coa_set *chosen)
{
    uint32_t i;
    for (i = 0; i < from->count && n > 0; i++) {
        const uint32_t some = from->runs[i].count < n ? from->runs[i].count : n;
        if (coa_set_add(chosen, from->runs[i].first, some) != COA_OK) return -1;
        n -= some;
    }
    return n == 0;
}

int consume_choose(struct consume *c, const struct sharing_loads *l, const coa_set *from,
                   uint32_t n, const struct sharing_share *share, uint64_t limit,
                   coa_set *chosen)
{
    coa_set_clear(chosen);
    if (!sharing_share_any(share)) return choose_lowest(from, n, chosen);
    if (list_nodes(c, l, from) != 0) return -1;
    if (!take(c, l, share, n, limit)) return 0;
    return name_chosen(c, l, from, chosen) == 0 ? 1 : -1;
}
