/* consume.c - the least used node takes the next process: nodes wait in order of their
 * use with one more (events.h). Of a large job most processes are placed before that:
 * each node takes all up to a use that a bisection finds. */
#include "batch/consume.h"

#include "base/array.h"

#include <stdlib.h>

void consume_free(struct consume *c)
{
    free(c->nodes);
    events_free(&c->bids);
    c->nodes = NULL;
    c->room = 0;
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
            if (ARRAY_ROOM(c->nodes, c->count, c->room, 1) != 0) return -1;
            last = &c->nodes[c->count++];
            last->node = node;
            last->free = here;
            last->taken = 0;
        }
    }
    return 0;
}

/* The node bids for the next process, if it has a free processor left. 0, or -1. */
static int bid(struct consume *c, const struct sharing_loads *l,
               const struct sharing_share *share, uint32_t at)
{
    const struct consume_candidate *node = &c->nodes[at];
    const struct sharing_share *used = &l->of[node->node];
    uint64_t load = 0;
    int r;
    if (node->taken == node->free) return 0;
    for (r = 0; r < SHARING_SHARED; r++) {
        const uint64_t with = used->of[r] + share->of[r] * (node->taken + UINT64_C(1));
        if (share->of[r] && with > load) load = with;
    }
    return events_push_numbered(&c->bids, (int64_t)load, 0, at, at);
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

/* Counts how many of n processors each node gives. 1, or 0 if there are too few within
 * the limit; -1 when memory is out. */
static int take(struct consume *c, const struct sharing_loads *l,
                const struct sharing_share *share, uint32_t n, uint64_t limit)
{
    uint32_t i;
    n = take_most(c, l, share, n, limit);
    c->bids.count = 0;
    for (i = 0; i < c->count; i++)
        if (bid(c, l, share, i) != 0) return -1;
    for (; n > 0; n--) {
        const struct event *best = events_next(&c->bids);
        if (!best || (uint64_t)best->time > limit) return 0;
        i = best->subject;
        events_pop(&c->bids);
        c->nodes[i].taken++;
        if (bid(c, l, share, i) != 0) return -1;
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
    int taken;
    chosen->count = 0;
    if (!sharing_share_any(share)) return choose_lowest(from, n, chosen);
    if (list_nodes(c, l, from) != 0) return -1;
    taken = take(c, l, share, n, limit);
    if (taken <= 0) return taken;
    return name_chosen(c, l, from, chosen) == 0 ? 1 : -1;
}
