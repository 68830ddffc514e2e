/* make.h - what tests of netsched.h begin with: a network, its links and units, a view of
 * it; and what must hold when it goes. Include after netsched.h. */
#ifndef MAKE_H
#define MAKE_H

#include "test.h"

static test_heap heap; /* of the network */

/* MAKE(2, .now = 5): two nodes, described so. */
#define MAKE(nodes, ...)                      \
    make_network((nodes), &(const nets_desc){ \
                              .alloc = test_heap_hook, .alloc_ctx = &heap, __VA_ARGS__})
static inline nets_network *make_network(uint32_t nodes, const nets_desc *d)
{
    nets_network *net = NULL;
    memset(&heap, 0, sizeof heap);
    CHECK_EQ(nets_create(&net, d), NETS_OK);
    while (nodes-- > 0) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    return net;
}

static inline nets_network *make(uint32_t nodes) { return MAKE(nodes, .now = 0); }

static inline void make_end(nets_network *net)
{
    nets_stats_info c;
    CHECK_EQ(nets_check(net), NETS_OK);
    nets_stats(net, &c);
    CHECK(c.bytes == heap.live_bytes && c.bytes_peak >= c.bytes);
    nets_destroy(net);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

/* LINKS(net, {0, 1, 10, 2}): a link from node 0 to 1 with a capacity of 10 and a delay of
 * 2, ... */
#define LINKS(net, ...)                                  \
    make_links((net), (const int64_t[][4]){__VA_ARGS__}, \
               sizeof((const int64_t[][4]){__VA_ARGS__}) / sizeof(int64_t[4]))
static inline void make_links(nets_network *net, const int64_t (*link)[4], size_t n)
{
    for (; n > 0; n--, link++)
        CHECK_EQ(nets_add_link(net, (uint32_t)(*link)[0], (uint32_t)(*link)[1],
                               (*link)[2], (*link)[3], NULL),
                 NETS_OK);
}

/* UNITS(net, 1, 7, NETS_FULL, {4, 9}): at node 1 a partition of type 7 with a unit of 4
 * and C-ID 9, ...; returns the partition. */
#define UNITS(net, node, type, access, ...)                                        \
    make_units((net), (node), (type), (access), (const int64_t[][2]){__VA_ARGS__}, \
               sizeof((const int64_t[][2]){__VA_ARGS__}) / sizeof(int64_t[2]))
static inline uint32_t make_units(nets_network *net, uint32_t node, uint32_t type,
                                  nets_access access, const int64_t (*unit)[2], size_t n)
{
    uint32_t partition;
    CHECK_EQ(nets_add_partition(net, node, type, access, &partition), NETS_OK);
    for (; n > 0; n--, unit++)
        CHECK_EQ(nets_add_unit(net, partition, (*unit)[0], (uint32_t)(*unit)[1], NULL),
                 NETS_OK);
    return partition;
}

static inline uint32_t make_cluster(nets_network *net, uint32_t node, nets_amount cpus,
                                    int64_t speed)
{
    uint32_t cluster;
    CHECK_EQ(nets_add_cluster(net, node, cpus, speed, &cluster), NETS_OK);
    return cluster;
}

static inline nets_id make_block(nets_network *net, nets_kind kind, uint32_t index,
                                 nets_time from, nets_time to, nets_amount amount)
{
    nets_id id;
    CHECK_EQ(nets_fail(net, kind, index, from, to, amount, &id), NETS_OK);
    return id;
}

/* VIEW(net, .slots_l = 10, .tau_l = 1) */
#define VIEW(net, ...) make_view((net), &(const nets_view_desc){__VA_ARGS__})
static inline nets_view *make_view(const nets_network *net, const nets_view_desc *d)
{
    nets_view *view = NULL;
    CHECK_EQ(nets_view_create(&view, net, d), NETS_OK);
    return view;
}

/* The request's first slot is at `start`. */
static inline void slot_at(nets_network *net, const nets_request *r, nets_plan *p,
                           nets_time start)
{
    CHECK_EQ(nets_first_slot(net, r, p), NETS_OK);
    CHECK_EQ(p->start, start);
}

#endif
