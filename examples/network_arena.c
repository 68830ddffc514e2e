/* network_arena.c - a network without a heap: all its memory comes from one buffer, also
 * when it is loaded again. The arena is from coalloc.h. */
#define COALLOC_IMPLEMENTATION
#define NETSCHED_IMPLEMENTATION
#include "../coalloc.h"
#include "../netsched.h"

#include <stdio.h>
#include <string.h>

static unsigned char buffer[1 << 16], stream[4096];
static size_t written, seen;

static int put(void *ctx, const void *data, size_t size)
{
    (void)ctx;
    if (size > sizeof stream - written) return 1;
    memcpy(stream + written, data, size);
    written += size;
    return 0;
}

static size_t get(void *ctx, void *data, size_t size)
{
    (void)ctx;
    if (size > written - seen) size = written - seen;
    memcpy(data, stream + seen, size);
    seen += size;
    return size;
}

int main(void)
{
    nets_room room = {0};
    nets_desc desc = {0};
    nets_request job = {0};
    nets_plan plan = {0};
    nets_network *net;
    coa_arena arena;
    int made = 0;

    room.nodes = room.links = 2;
    room.bookings = room.shared = 20; /* at one time, one link each: */
    room.uses = 1;
    desc.room = &room;
    desc.alloc = coa_arena_alloc;
    desc.alloc_ctx = &arena;
    if (nets_memory_bound(&desc) > sizeof buffer) return 1;
    if (coa_arena_init(&arena, buffer, sizeof buffer) != COA_OK) return 1;
    if (nets_create(&net, &desc) != NETS_OK) return 1;
    if (nets_add_node(net, NULL) != NETS_OK || nets_add_node(net, NULL) != NETS_OK ||
        nets_add_duplex(net, 0, 1, 10, 0, NULL) != NETS_OK)
        return 1;

    job.to = 1, job.bandwidth = 4, job.length = 30, job.tag = 4711;
    for (; made < 5; made++)
        if (nets_first_slot(net, &job, &plan) != NETS_OK ||
            nets_commit(net, &plan, NULL) != NETS_OK)
            return 1;
    nets_plan_free(&plan);
    if (nets_save(net, put, NULL) != NETS_OK) return 1;
    nets_destroy(net);
    printf("%d bookings, %u bytes saved\n", made, (unsigned)written);

    if (nets_load(&net, &desc, get, NULL) != NETS_OK) return 1;
    if (nets_first_slot(net, &job, &plan) != NETS_OK) return 1;
    printf("the next one starts at %d\n", (int)plan.start);
    nets_plan_free(&plan);
    nets_destroy(net);
    printf("in use after nets_destroy: %u bytes\n", (unsigned)arena.used);
    return 0;
}
