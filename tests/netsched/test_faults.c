/* test_faults.c - faults that were found in 0.2, each with the smallest case of it. */
#include "coalloc.h"
#include "exact.h"
#include "netsched.h"
#include "test.h"

#include "modes.h"
#include "audit.h"
#include "make.h"

/* A run that ends too early uses many links, its plan much more memory than the answer,
 * which is one link: the room that was told still suffices. */
static void room_of_the_answer(void)
{
    enum { THIN = 600, LATE = 50 };
    const nets_room room = {
        .nodes = 2, .links = THIN + 1, .bookings = 3, .uses = 2, .shared = 3};
    const size_t size = nets_memory_bound(&room);
    const nets_request r = {.to = 1, .bandwidth = THIN, .length = 10, .splittable = 1};
    /* the wide link; a thin one, for longer: all thin ones carry the job until 5; and
     * another from then on, so that the flow is computed anew */
    nets_use uses[3] = {{.index = THIN, .to = LATE, .amount = THIN},
                        {.index = 1, .from = 5, .to = LATE + 20, .amount = 1},
                        {.index = 2, .from = LATE, .to = LATE + 20, .amount = 1}};
    static stream saved;
    nets_desc d = {.room = &room, .alloc = coa_arena_alloc};
    nets_plan plan = {0}, booked = {.count = 1};
    nets_network *net;
    coa_arena arena;
    size_t taken;
    unsigned char *buffer = (unsigned char *)malloc(size);
    uint32_t i;
    CHECK(buffer != NULL);
    CHECK_EQ(coa_arena_init(&arena, buffer, size), COA_OK);
    d.alloc_ctx = &arena;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    taken = arena.used;
    for (i = 0; i < 2; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i <= THIN; i++) LINKS(net, {0, 1, i < THIN ? 1 : THIN, 0});
    for (i = 0; i < 3; i++) {
        booked.uses = &uses[i];
        CHECK_EQ(nets_commit(net, &booked, NULL), NETS_OK);
    }
    slot_at(net, &r, &plan, LATE);
    CHECK_EQ(plan.count, 1);
    CHECK(plan.capacity <= 8); /* not what the long run would take */
    nets_plan_free(&plan);
    CHECK_EQ(nets_save(net, put, &saved), NETS_OK);
    nets_destroy(net);
    CHECK_EQ(nets_load(&net, &d, get, &saved), NETS_OK); /* takes the same room */
    CHECK(arena.used >= taken);
    nets_destroy(net);
    free(buffer);
}

static nets_network *one_link(nets_amount capacity)
{
    nets_network *net = make(3);
    LINKS(net, {0, 1, capacity, 0});
    return net;
}

/* A booking that runs is changed from now on, under its id; its end is moved, on the same
 * resources. */
static void running(void)
{
    nets_network *net = one_link(10);
    const nets_id id = book_link(net, 0, 10, 6), later = book_link(net, 15, 20, 5);
    nets_request r = {.to = 1, .ready = 5, .length = 5, .replaces = id, .tag = 9};
    nets_plan p = {0};
    nets_booking b;
    nets_id same;
    CHECK_EQ(nets_advance(net, 5), NETS_OK);
    for (r.bandwidth = 10; r.bandwidth > 5; r.bandwidth -= 4) { /* up, and down to 6 */
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
        CHECK_EQ(nets_commit(net, &p, &same), NETS_OK);
        CHECK_EQ(same, id);
        CHECK_EQ(nets_get(net, id, &b), NETS_OK);
        CHECK(b.count == 2 && b.start == 0 && b.end == 10 && b.tag == 9);
        CHECK(b.uses[0].to == 5 && b.uses[0].amount == 6);
        CHECK_EQ(b.uses[1].amount, r.bandwidth);
        CHECK_EQ(audit_network(net), NETS_OK);
    }
    r.replaces = 77;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOTFOUND);
    CHECK_EQ(nets_extend(net, id, 9), NETS_E_ARG);
    CHECK_EQ(nets_extend(net, id, 10), NETS_OK);
    CHECK_EQ(nets_extend(net, id, 16), NETS_E_BUSY);
    CHECK_EQ(nets_extend(net, id, 15), NETS_OK);
    CHECK_EQ(nets_get(net, id, &b), NETS_OK);
    CHECK(b.start == 0 && b.end == 15 && b.count == 2 && b.uses[1].to == 15);
    CHECK_EQ(nets_finish(net, id, 4), NETS_E_PAST);
    CHECK_EQ(nets_finish(net, id, 16), NETS_E_ARG);
    CHECK_EQ(nets_finish(net, later, 15), NETS_E_ARG);
    CHECK_EQ(nets_finish(net, 77, 15), NETS_E_NOTFOUND);
    CHECK_EQ(nets_finish(net, id, 7), NETS_OK);
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_LINK, 0), 7), 10);
    CHECK_EQ(nets_finish(net, id, 5), NETS_OK);
    CHECK_EQ(nets_get(net, id, &b), NETS_E_NOTFOUND);
    CHECK_EQ(audit_network(net), NETS_OK);
    nets_plan_free(&p);
    make_end(net);
}

/* A block takes all of a resource, whatever is booked: what is given back there nobody
 * gets, nobody moves there, and a stream keeps it so. */
static void blocked(void)
{
    static stream s;
    nets_network *net = one_link(10), *copy;
    const nets_profile *p = nets_profile_of(net, NETS_LINK, 0);
    nets_request r = {.to = 1, .bandwidth = 4, .length = 100};
    nets_plan plan = {0};
    nets_booking b;
    nets_id job, some, rest;
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_OK);
    CHECK_EQ(nets_commit(net, &plan, &job), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, 200, 7, &some), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, 90, 0, &rest), NETS_OK);
    CHECK(nets_profile_value(p, 0) == -11 && nets_profile_value(p, 90) == -1);
    CHECK_EQ(nets_extend(net, rest, 100), NETS_OK);
    CHECK_EQ(nets_extend(net, job, 101), NETS_E_BUSY);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 0, 100, 0, &b), NETS_OK);
    CHECK(b.id == job && !b.block);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 100, 150, 0, &b), NETS_OK);
    CHECK(b.id == some && b.block);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 200, 250, 0, &b), NETS_E_NOTFOUND);
    CHECK_EQ(nets_in_the_way(net, NETS_NODE, 1, 100, 150, some, &b), NETS_E_NOTFOUND);
    CHECK_EQ(nets_in_the_way(net, NETS_NODE, 99, 0, 9, 0, &b), NETS_E_ARG);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 9, 9, 0, &b), NETS_E_ARG);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, -1, 9, 0, &b), NETS_E_PAST);
    CHECK_EQ(nets_save(net, put, &s), NETS_OK);
    CHECK_EQ(nets_load(&copy, NULL, get, &s), NETS_OK);
    CHECK_EQ(nets_profile_value(nets_profile_of(copy, NETS_LINK, 0), 99), -11);
    nets_destroy(copy);
    CHECK_EQ(nets_cancel(net, job), NETS_OK);
    r.deadline = 200;
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_E_NOFIT);
    CHECK(plan.count == 1 && plan.uses[0].amount == 0);
    r.bandwidth = 3;
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_OK);
    CHECK_EQ(plan.start, 100);
    CHECK_EQ(nets_commit(net, &plan, &job), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_NODE, 0, 0, 300, 0, &rest), NETS_OK);
    r.deadline = 0;
    r.replaces = job;
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_OK);
    CHECK_EQ(plan.start, 300);
    nets_plan_free(&plan);
    make_end(net);
}

/* With reserved room, bookings of which only the past is left make room for others. */
static void finished_makes_room(void)
{
    const nets_room room = {2, 1, 0, 0, 0, 0, 4, 2, 8, 0};
    nets_use u[2] = {{.to = 10, .amount = 1}, {.from = 50, .to = 60, .amount = 1}};
    const nets_plan p = {.uses = u, .count = 2};
    nets_network *net = MAKE(2, .room = &room);
    nets_id id[4];
    long calls;
    int i;
    LINKS(net, {0, 1, 9, 0});
    calls = heap.calls;
    for (i = 0; i < 4; i++) CHECK_EQ(nets_commit(net, &p, &id[i]), NETS_OK);
    CHECK_EQ(nets_advance(net, 15), NETS_OK);
    for (i = 0; i < 4; i++) CHECK_EQ(nets_finish(net, id[i], 40), NETS_OK);
    u[0].from = u[1].from, u[0].to = u[1].to;
    for (i = 0; i < 4; i++) CHECK_EQ(nets_commit(net, &p, &id[i]), NETS_OK);
    CHECK_EQ(heap.calls, calls);
    make_end(net);
}

/* One call blocks a link with its wavelengths, a node with all that is at it. What blocks
 * take adds up to NETS_MOST at most. */
static void blocked_at_once(void)
{
    nets_network *net = make(3);
    nets_booking b;
    nets_id id;
    uint32_t i;
    CHECK_EQ(nets_block(net, NETS_NODE, 1, 0, 9, 0, &id),
             NETS_E_ARG); /* it has nothing */
    LINKS(net, {1, 0, 5, 0}, {2, 1, NETS_MOST, 0}, {2, 0, 5, 0});
    CHECK_EQ(nets_add_waves(net, 0, 3, 2), NETS_OK);
    CHECK_EQ(nets_add_waves(net, 2, 0, 1), NETS_OK);
    for (i = 1; i < 3; i++) {
        UNITS(net, i, 8, NETS_FULL, {7, 0});
        (void)make_cluster(net, 3 - i, 6, 1);
    }
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, 9, 0, &id), NETS_OK);
    CHECK_EQ(nets_get(net, id, &b), NETS_OK);
    CHECK(b.count == 3 && b.uses[0].kind == NETS_LINK && b.uses[2].kind == NETS_WAVE);
    CHECK_EQ(nets_in_the_way(net, NETS_WAVE, 1, 0, 9, 0, &b), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, 9, 5, NULL), NETS_OK); /* alone */
    CHECK_EQ(nets_block(net, NETS_NODE, 1, 0, 9, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_NODE, 3, 0, 9, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_NODE, 1, 0, 9, 0, &id), NETS_OK);
    CHECK_EQ(nets_get(net, id, &b), NETS_OK);
    CHECK_EQ(b.count, 6); /* links 0 and 1, waves 0 and 1, unit 0, cluster 1 */
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_LINK, 0), 0), -10);
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_CLUSTER, 1), 0), 0);
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_WAVE, 2), 0), 1);
    CHECK_EQ(nets_block(net, NETS_LINK, 1, 0, 9, 0, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 1, 0, 9, 1, NULL), NETS_E_RANGE);
    CHECK_EQ(audit_network(net), NETS_OK);
    make_end(net);
}

/* A stream takes memory for what was read only, however many of one kind it holds, just
 * after their arrays have grown: most for wavelengths, 8 bytes in a stream. */
static void memory_of_a_stream(void)
{
    enum { MANY = 1354, KINDS = 8, MOST = 12 };
    static const char *const kinds[KINDS] = {"nodes",       "links",   "partitions",
                                             "units",       "pairs",   "clusters",
                                             "wavelengths", "bookings"};
    static stream s;
    int kind;
    for (kind = 0; kind < KINDS; kind++) {
        const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
        nets_network *net = one_link(NETS_MOST), *copy;
        nets_stats_info is;
        uint32_t i;
        if (kind) UNITS(net, 2, 0, NETS_FULL, {1, 0});
        if (kind) UNITS(net, 2, 1, NETS_PAIRS, {1, 0});
        for (i = 0; i < MANY; i++) {
            nets_status e = kind == 0   ? nets_add_node(net, NULL)
                            : kind == 1 ? nets_add_link(net, 0, 1, 1, 0, NULL)
                            : kind == 2 ? nets_add_partition(net, 0, i, NETS_FULL, NULL)
                            : kind == 5 ? nets_add_cluster(net, 0, 1, 1, NULL)
                            : kind == 6 ? nets_add_waves(net, 0, i, 1)
                                        : NETS_OK;
            if (kind == 3 || kind == 4) e = nets_add_unit(net, 0, 1, 0, NULL);
            if (kind == 4) e = nets_allow(net, i < 1 ? 0 : i + 1, 1);
            if (kind == 7) (void)book_link(net, 2 * i, 2 * i + 1, 1);
            CHECK_EQ(e, NETS_OK);
        }
        s.size = s.read = 0;
        CHECK_EQ(nets_save(net, put, &s), NETS_OK);
        make_end(net);
        CHECK_EQ(nets_load(&copy, &d, get, &s), NETS_OK);
        nets_stats(copy, &is);
        fprintf(stderr, "  %s: %.1f bytes for each of the stream\n", kinds[kind],
                (double)is.bytes_peak / (double)s.size);
        CHECK(is.bytes_peak <= MOST * s.size);
        nets_destroy(copy);
        s.size = s.size * 9 / 10; /* cut */
        s.read = 0;
        CHECK_EQ(nets_load(&copy, &d, get, &s), NETS_E_CORRUPT);
        CHECK_EQ(heap.live_blocks, 0);
    }
}

/* Two legs, of which one is longer, and what may become of them: blocked, extended, moved
 * while they run, saved; every wrong order is refused and changes nothing. */
static void legs_change(void)
{
    static stream s;
    nets_network *net = one_link(10), *copy;
    nets_request r = {.to = 1, .bandwidth = 4, .length = 10, .max_tries = 1};
    nets_request leg = {.from = 0, .to = 2, .bandwidth = 3, .length = 5}, many[100];
    nets_plan p = {0}, old = {0};
    nets_booking b;
    nets_spans spans = {0};
    nets_alternative_info other;
    nets_reason why;
    const nets_need need = {0, 1};
    nets_id id, same, block;
    uint32_t i;
    LINKS(net, {1, 2, 5, 0});
    r.legs = &leg;
    r.leg_count = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK(p.count == 3 && p.start == 0 &&
          p.end == 10); /* 4 and 3 of link 0, 3 of link 1 */
    CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
    CHECK_EQ(nets_commit(net, &p, &same), NETS_E_BUSY);
    CHECK_EQ(same, 0);
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_LINK, 0), 4), 3);
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_LINK, 0), 5), 6);
    CHECK_EQ(nets_advance(net, 2), NETS_OK);
    CHECK_EQ(nets_extend(net, id, 12), NETS_OK); /* only the leg that is longer */
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_LINK, 0), 11), 6);
    CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_LINK, 1), 5), 5);
    CHECK_EQ(nets_block(net, NETS_LINK, 1, 3, 20, 0, &block), NETS_OK);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 1, 3, 20, 0, &b), NETS_OK);
    CHECK_EQ(b.id, id);
    r.replaces = id;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(p.start, 20); /* not onto the block */
    CHECK_EQ(nets_cancel(net, block), NETS_OK);
    r.bandwidth = 7; /* more, from now on; 3 are left for the other leg */
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(p.start, 2);
    CHECK_EQ(nets_commit(net, &p, &same), NETS_OK);
    CHECK_EQ(nets_get(net, id, &b), NETS_OK);
    CHECK(same == id && b.start == 0 && b.end == 12 && b.count == 6);
    CHECK_EQ(audit_network(net), NETS_OK);
    CHECK_EQ(nets_save(net, put, &s), NETS_OK);
    CHECK_EQ(nets_load(&copy, NULL, get, &s), NETS_OK);
    CHECK_EQ(nets_get(copy, id, &b), NETS_OK);
    for (i = 0; i < b.count; i++) CHECK(b.uses[i].leg == (b.uses[i].amount == 3));
    CHECK_EQ(nets_cancel(copy, id), NETS_OK);
    CHECK_EQ(nets_profile_value(nets_profile_of(copy, NETS_LINK, 0), 3), 10);
    nets_destroy(copy);
    CHECK_EQ(nets_finish(net, id, 2), NETS_OK);
    CHECK_EQ(nets_commit(net, &p, NULL), NETS_E_NOTFOUND); /* it is over */
    r.replaces = 0;
    CHECK_EQ(nets_starts(net, &r, &spans), NETS_E_ARG);
    CHECK_EQ(nets_alternatives(net, &r, &other), NETS_E_ARG);
    r.legs = NULL;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_ARG);
    r.legs = &leg;
    leg.bandwidth = NETS_MOST;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_NOFIT);
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_NEVER);
    CHECK(why.leg == 1 && why.most == 5);
    leg.bandwidth = NETS_MOST + 1;
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_RANGE);
    CHECK_EQ(why.leg, 1);
    leg.bandwidth = 1;
    leg.length = NETS_FOREVER - 1; /* later it would end too late */
    r.ready = 1;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_RANGE);
    leg.length = -1;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_ARG);
    leg.length = 0;
    leg.to = 0; /* equal ends, nothing asked there */
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_ARG);
    leg.at_to = &need; /* there alone, no light path leads to it */
    leg.at_to_count = 1;
    leg.light = 1;
    leg.bandwidth = 0;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_ARG);
    leg.light = 0;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_NEVER);
    leg.at_to_count = 0;
    leg.bandwidth = 1;
    leg.to = 9;
    CHECK_EQ(nets_first_slot(net, &r, &old), NETS_E_ARG);
    CHECK_EQ(nets_commit(net, &old, NULL), NETS_E_ARG);
    leg.to = 2;
    for (i = 0; i < 100; i++) many[i] = leg; /* two fit beside the 7 of the first leg */
    r.legs = many;
    r.leg_count = 3;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    r.leg_count = 100;
    CHECK(nets_first_slot(net, &r, &p) == NETS_E_NOFIT);
    CHECK_EQ(audit_network(net), NETS_OK);
    nets_spans_free(&spans);
    nets_plan_free(&old);
    nets_plan_free(&p);
    make_end(net);
}

/* Disjoint legs: on two parallel links, in both directions, but not on the two directions
 * of one; and their light paths on wavelengths of one link. */
static void legs_apart(void)
{
    nets_network *net = make(2);
    nets_request r = {.to = 1, .bandwidth = 1, .length = 5, .disjoint = 1}, leg = r;
    nets_plan p = {0};
    uint32_t i, light;
    CHECK_EQ(nets_add_duplex(net, 0, 1, 9, 0, NULL), NETS_OK);
    for (i = 0; i < 2; i++) CHECK_EQ(nets_add_waves(net, i, 0, 4), NETS_OK);
    r.legs = &leg;
    r.leg_count = 1;
    for (light = 0; light < 2; light++) {
        r.light = leg.light = (int)light;
        r.disjoint = 1;
        leg.from = 0, leg.to = 1;
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
        leg.from = 1, leg.to = 0; /* back by the same one */
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
        r.disjoint = 0;
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    }
    CHECK_EQ(nets_add_duplex(net, 0, 1, 9, 0, NULL), NETS_OK);
    r.disjoint = 1;
    r.light = leg.light = 0;
    for (i = 0; i < 2; i++) {
        leg.from = i, leg.to = 1 - i;
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
        CHECK(p.count == 2 && p.uses[0].index / 2 != p.uses[1].index / 2);
    }
    nets_plan_free(&p);
    make_end(net);
}

/* A light path that passes link 1 twice, round by the converter, takes its rate twice. */
static void light_round(void)
{
    static const uint32_t waves[5][2] = {{0, 1}, {0, 2}, {0, 1}, {1, 1}, {1, 1}};
    nets_network *net = make(5);
    nets_request r = {.to = 3, .bandwidth = 5, .length = 9, .light = 1}, leg = r;
    nets_plan p = {0};
    nets_id id;
    uint32_t i;
    LINKS(net, {0, 1, 10, 0}, {1, 2, 10, 0}, {2, 4, 10, 0}, {4, 1, 10, 0}, {2, 3, 10, 0});
    for (i = 0; i < 5; i++)
        CHECK_EQ(nets_add_waves(net, i, waves[i][0], waves[i][1]), NETS_OK);
    CHECK_EQ(nets_set_converter(net, 4), NETS_OK);
    leg.from = 2, leg.light = 0, leg.bandwidth = 1;
    r.legs = &leg;
    for (; r.bandwidth < 7; r.bandwidth++)
        for (r.leg_count = 0; r.leg_count < 2; r.leg_count++) {
            const int fits = r.bandwidth == 5;
            const nets_status s = nets_first_slot(net, &r, &p);
            CHECK_EQ(s, fits || !r.leg_count ? NETS_OK : NETS_E_BUSY);
            if (s != NETS_OK) continue;
            CHECK_EQ(p.count, 12 + r.leg_count); /* each of six links with a wavelength */
            CHECK_EQ(nets_commit(net, &p, &id), fits ? NETS_OK : NETS_E_BUSY);
            if (fits) CHECK_EQ(nets_cancel(net, id), NETS_OK);
        }
    CHECK_EQ(audit_network(net), NETS_OK);
    nets_plan_free(&p);
    make_end(net);
}

/* A window that ends at time 0 is one, because a deadline of 0 means none. */
static void deadline_at_zero(void)
{
    nets_network *net = MAKE(2, .now = -50);
    nets_request r = {.to = 1, .bandwidth = 1, .length = 10, .ready = -50};
    nets_plan p = {0};
    LINKS(net, {0, 1, 5, 0});
    (void)book_link(net, -50, 50, 5);
    slot_at(net, &r, &p, 50);
    r.deadline = NETS_DEADLINE_0;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    nets_plan_free(&p);
    make_end(net);
}

static void because(nets_network *net, const nets_request *r, nets_status status,
                    const char *field, int64_t least, int64_t most)
{
    nets_reason why;
    CHECK_EQ(nets_explain(net, r, &why), status);
    CHECK(why.field != NULL);
    CHECK_STR(why.field, field);
    CHECK_EQ(why.least, least);
    CHECK_EQ(why.most, most);
}

/* What nets_explain says: NEVER has one text for both its reasons; where no value will
 * do, most < least; a missing link is no fault of the bandwidth. */
static void explained(void)
{
    const nets_need two[2] = {{7, 1}, {8, 5}};
    nets_network *net = one_link(10);
    nets_request r = {.to = 1, .bandwidth = 11, .length = 10};
    because(net, &r, NETS_E_NEVER, "bandwidth", 1, 10);
    CHECK(strstr(nets_status_text(NETS_E_NEVER), "type") == NULL);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, NETS_FOREVER, 0, NULL), NETS_OK);
    for (r.splittable = 0; r.splittable < 2; r.splittable++)
        because(net, &r, NETS_E_NEVER, "bandwidth", 1, 0);
    r.splittable = 0;
    r.bandwidth = 10;
    r.ready = INT64_MIN;
    because(net, &r, NETS_E_NEVER, "bandwidth", 1, 0); /* it means now */
    r.ready = 0;
    r.to = 2; /* to where no link goes */
    r.bandwidth = 1;
    because(net, &r, NETS_E_NEVER, "to", 1, 0);
    r.from = 1;
    r.at_to = two;
    r.at_to_count = 2;
    LINKS(net, {1, 2, 1, 0});
    UNITS(net, 2, 7, NETS_FULL, {4, 1});
    UNITS(net, 2, 8, NETS_FULL, {4, 1});
    because(net, &r, NETS_E_NEVER, "amount", 1, 4); /* the second, alone */
    make_end(net);
}

/* Paths found one after another carry 1 round from node 2 to 5 and back to 2: the plan
 * has only what goes from end to end. */
static void circle_in_a_flow(void)
{
    static const int64_t used[6][2] = {{0, 1}, {1, 2}, {2, 2}, {4, 1}, {5, 1}, {6, 2}};
    const nets_request r = {.to = 1, .bandwidth = 3, .length = 1, .splittable = 1};
    nets_network *net = make(6);
    nets_plan p = {0};
    uint32_t i;
    LINKS(net, {5, 1, 1, 0}, {2, 3, 2, 0}, {3, 1, 2, 0}, {2, 5, 1, 0}, {4, 5, 1, 0},
          {0, 4, 1, 0}, {0, 2, 2, 0}, {5, 2, 1, 0});
    slot_at(net, &r, &p, 0);
    CHECK_EQ(p.count, 6);
    for (i = 0; i < 6; i++)
        CHECK(p.uses[i].index == used[i][0] && p.uses[i].amount == used[i][1]);
    nets_plan_free(&p);
    make_end(net);
}

/* Of two clusters at which a task would end at the same time, the one that is free more
 * often is taken, because that pair dominates the other; else the lower number. */
static void equal_ends(void)
{
    nets_network *net = one_link(1);
    nets_task task = {.data = 1, .rate = 1, .workload = 5};
    nets_route route;
    nets_view *view;
    uint32_t i;
    for (i = 0; i < 2; i++) (void)make_cluster(net, 1, 1, 1);
    (void)make_block(net, NETS_CLUSTER, 0, 40, 50, 1);
    view = VIEW(net, .slots_l = 64, .tau_l = 1);
    for (i = 0; i < 2; i++) {
        for (task.method = NETS_AWMC_T; task.method <= NETS_EXACT;
             task.method = (nets_method)(task.method + 1)) {
            CHECK_EQ(nets_multicost(view, &task, &route), NETS_OK);
            CHECK(route.end == 6 && route.cluster == 1 - i);
        }
        CHECK_EQ(nets_view_learn(view, NETS_CLUSTER, 0,
                                 nets_profile_of(net, NETS_CLUSTER, 1), 0),
                 NETS_OK);
    }
    nets_view_destroy(view);
    make_end(net);
}

TEST_MAIN(TEST(room_of_the_answer), TEST(running), TEST(blocked), TEST(blocked_at_once),
          TEST(finished_makes_room), TEST(memory_of_a_stream), TEST(legs_change),
          TEST(legs_apart), TEST(light_round), TEST(deadline_at_zero), TEST(explained),
          TEST(circle_in_a_flow), TEST(equal_ends))
