/* test_faults.c - faults that were found in 0.2, each with the smallest case of it. */
#include "coalloc.h"
#include "netsched.h"
#include "test.h"

/* A run that ends too early uses many links, its plan much more memory than the answer,
 * which is one link: the room that was told still suffices. */
static void room_of_the_answer(void)
{
    enum { THIN = 600, LATE = 50 };
    nets_room room = {0};
    nets_desc d = {0};
    nets_plan plan = {0};
    nets_request r = {0};
    nets_network *net;
    nets_use wide = {0};
    nets_plan booked = {0};
    coa_arena arena;
    size_t size;
    unsigned char *buffer;
    uint32_t i;
    room.nodes = 2;
    room.links = THIN + 1;
    room.bookings = 3;
    room.uses = 2;
    room.shared = 3;
    size = nets_memory_bound(&room);
    buffer = (unsigned char *)malloc(size);
    CHECK(buffer != NULL);
    CHECK_EQ(coa_arena_init(&arena, buffer, size), COA_OK);
    d.room = &room;
    d.alloc = coa_arena_alloc;
    d.alloc_ctx = &arena;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    for (i = 0; i < 2; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i <= THIN; i++)
        CHECK_EQ(nets_add_link(net, 0, 1, i < THIN ? 1 : THIN, 0, NULL), NETS_OK);
    booked.uses = &wide;
    booked.count = 1;
    wide.kind = NETS_LINK;
    wide.index = THIN; /* the wide link */
    wide.to = LATE;
    wide.amount = THIN;
    CHECK_EQ(nets_commit(net, &booked, NULL), NETS_OK);
    wide.index = 1; /* a thin one, for longer: all thin ones carry the job until 5 */
    wide.from = 5;
    wide.to = LATE + 20;
    wide.amount = 1;
    CHECK_EQ(nets_commit(net, &booked, NULL), NETS_OK);
    wide.index = 2; /* and another from then on, so that the flow is computed anew */
    wide.from = LATE;
    CHECK_EQ(nets_commit(net, &booked, NULL), NETS_OK);
    r.to = 1;
    r.bandwidth = THIN;
    r.duration = 10;
    r.splittable = 1;
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_OK);
    CHECK(plan.start == LATE && plan.count == 1);
    nets_plan_free(&plan);
    nets_destroy(net);
    free(buffer);
}

TEST_MAIN(TEST(room_of_the_answer))
