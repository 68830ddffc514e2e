/* test_corners.c - the last branches: objects that are missing, each request for memory
 * of a network with room refused, amounts and times at the end of what can be said,
 * stamps that are used up, and paths whose delays lie more slots apart than a word has
 * bits. */
#include "coalloc.h"
#include "test.h"

static long got, freed; /* blocks, without a hook */

#define realloc(at, size) (got += !(at), realloc(at, size))
#define free(at) (freed += (at) != NULL, free(at))
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#undef realloc
#undef free

#include "modes.h"
#include "audit.h"

static test_heap heap;

/* A network of so many nodes, each linked to the next both ways, with capacity 10. */
static nets_network *chain(uint32_t nodes, const nets_room *room)
{
    nets_network *net = NULL;
    nets_desc d = {0};
    uint32_t i;
    memset(&heap, 0, sizeof heap);
    got = freed = 0;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    d.room = room;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    for (i = 0; i < nodes; i++) {
        CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        if (i) CHECK_EQ(nets_add_duplex(net, i - 1, i, 10, 1, NULL), NETS_OK);
    }
    return net;
}

static void destroy(nets_network *net)
{
    CHECK_EQ(audit_network(net), NETS_OK);
    nets_destroy(net);
    CHECK(heap.live_blocks == 0 && heap.bad_size == 0 && got == 0);
}

/* ---- nothing instead of an object -------------------------------------------------- */

static void no_profile(void)
{
    nets_profile p;
    nets_spans s = {0}, t = {0};
    nets_time x = 7;
    nets_profile_init(&p, 5, NULL, NULL);
    nets_profile_free(NULL);
    nets_profile_forget(NULL, 3);
    CHECK(nets_profile_value(NULL, 3) == 0 && nets_profile_min(NULL, 3, 4) == 0);
    CHECK_EQ(nets_profile_take(NULL, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_profile_take(&p, 0, 1, -1), NETS_E_ARG);
    CHECK_EQ(nets_profile_give(NULL, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_profile_give(&p, 0, 1, -1), NETS_E_ARG);
    CHECK_EQ(nets_profile_earliest(NULL, 1, 1, 0, 9, &x), NETS_E_ARG);
    CHECK_EQ(nets_profile_earliest(&p, 1, 1, 0, 9, NULL), NETS_E_ARG);
    CHECK_EQ(nets_profile_earliest(&p, -1, 1, 0, 9, &x), NETS_E_ARG);
    CHECK_EQ(nets_profile_starts(NULL, 1, 1, 0, 9, &s), NETS_E_ARG);
    CHECK_EQ(nets_profile_starts(&p, 1, 1, 0, 9, NULL), NETS_E_ARG);
    CHECK_EQ(nets_profile_starts(&p, -1, 1, 0, 9, &s), NETS_E_ARG);
    CHECK_EQ(x, 7);
    CHECK_EQ(nets_spans_add(NULL, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_spans_union(NULL, &s, &t), NETS_E_ARG);
    CHECK_EQ(nets_spans_union(&s, NULL, &t), NETS_E_ARG);
    CHECK_EQ(nets_spans_union(&s, &t, NULL), NETS_E_ARG);
    CHECK_EQ(nets_spans_has(NULL, 0), 0);
    nets_spans_clear(NULL);
    nets_spans_free(NULL);
    nets_profile_free(&p);
}

static void no_network(void)
{
    nets_network *net = chain(2, NULL);
    nets_link_info link;
    nets_partition_info partition;
    nets_unit_info unit;
    nets_cluster_info cluster;
    nets_wave_info wave;
    nets_booking b;
    nets_plan plan = {0};
    plan.count = 1;
    CHECK_EQ(nets_commit(net, &plan, NULL), NETS_E_ARG);
    CHECK_EQ(nets_get_link(NULL, 0, &link), NETS_E_ARG);
    CHECK_EQ(nets_get_partition(NULL, 0, &partition), NETS_E_ARG);
    CHECK_EQ(nets_get_unit(NULL, 0, &unit), NETS_E_ARG);
    CHECK_EQ(nets_get_cluster(NULL, 0, &cluster), NETS_E_ARG);
    CHECK_EQ(nets_get_wave(NULL, 0, &wave), NETS_E_ARG);
    CHECK_EQ(nets_get_link(net, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_get_partition(net, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_get_unit(net, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_get_cluster(net, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_get_wave(net, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_get_link(net, 2, &link), NETS_E_ARG);
    CHECK_EQ(nets_finish(NULL, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_extend(NULL, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_extend(net, 1, 1), NETS_E_NOTFOUND);
    CHECK_EQ(nets_get(NULL, 1, &b), NETS_E_ARG);
    CHECK_EQ(nets_get(net, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_next(NULL, 0, &b), NETS_E_ARG);
    CHECK_EQ(nets_next(net, 0, NULL), NETS_E_ARG);
    CHECK_STR(nets_status_text((nets_status)999), "unknown status");
    destroy(net);
}

/* ---- memory ------------------------------------------------------------------------ */

/* A network with room asks for all of it at once, and for that of a resource when that is
 * added; each request is refused in turn, and nothing is left of it. */
static void room_refused(void)
{
    static const nets_room room = {4, 8, 2, 4, 2, 2, 3, 9, 4, 3};
    nets_network *net = NULL;
    nets_desc d = {0};
    nets_stats_info before, after;
    nets_status s;
    long turn;
    memset(&heap, 0, sizeof heap);
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    d.room = &room;
    for (turn = 1;; turn++) {
        heap.fail_at = heap.calls + turn;
        s = nets_create(&net, &d);
        heap.fail_at = 0;
        if (s == NETS_OK) break;
        CHECK(s == NETS_E_NOMEM && !net && heap.live_blocks == 0);
    }
    CHECK(turn > 20);
    for (turn = 0; turn < 2; turn++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (turn = 1;; turn++) {
        nets_stats(net, &before);
        heap.fail_at = heap.calls + turn;
        s = nets_add_duplex(net, 0, 1, 5, 0, NULL);
        heap.fail_at = 0;
        if (s == NETS_OK) break;
        nets_stats(net, &after);
        CHECK(s == NETS_E_NOMEM && after.links == before.links);
    }
    CHECK(turn > 2);
    destroy(net);
}

/* A link is given wavelengths of which it has some: nothing is kept for those. */
static void waves_again(void)
{
    static const nets_room room = {2, 2, 0, 0, 0, 0, 2, 2, 2, 0};
    nets_network *net = chain(2, &room);
    nets_request r = {0};
    nets_plan p = {0};
    long blocks;
    CHECK_EQ(nets_add_waves(net, 0, 1, 2), NETS_OK);
    blocks = heap.live_blocks;
    CHECK_EQ(nets_add_waves(net, 0, 0, 4), NETS_OK);
    CHECK_EQ(heap.live_blocks, blocks + 2);
    CHECK_EQ(nets_add_waves(net, 0, 0, 4), NETS_OK);
    CHECK_EQ(heap.live_blocks, blocks + 2);
    r.to = 1;
    r.length = r.light = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    nets_plan_free(&p);
    destroy(net);
}

/* The bound of more than can be addressed is 0, not what is left of it in 64 bits. */
static void room_beyond(void)
{
    static const nets_room some = {2, 2, 0, 0, 0, 0, 2, 2, 2, 0};
    nets_room r = some;
    CHECK(nets_memory_bound(&r) > 0);
    r.nodes = UINT32_MAX;
    CHECK_EQ(nets_memory_bound(&r), 0);
    r = some;
    r.bookings = r.uses = UINT32_MAX;
    CHECK_EQ(nets_memory_bound(&r), 0);
    r.bookings = INT32_MAX - 1;
    CHECK_EQ(nets_memory_bound(&r), 0);
    r = some;
    r.links = (1u << 30) - 1;
    r.shared = (1u << 29) - 2;
    CHECK_EQ(nets_memory_bound(&r), 0);
    r.links = 1u << 10;
    r.shared = 1u << 8; /* fits, and is no less than its steps take */
    CHECK(nets_memory_bound(&r) > ((size_t)1 << 20) * sizeof(nets_step));
}

/* Nothing is there yet that could answer, and there is no memory for it. */
static void no_search(void)
{
    nets_network *net = chain(2, NULL);
    nets_request r = {0};
    nets_reason why;
    nets_amount flow;
    r.to = 1;
    r.bandwidth = r.length = 1;
    heap.fail_at = heap.calls + 1;
    heap.sticky = 1;
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_NOMEM);
    CHECK_EQ(why.status, NETS_E_NOMEM);
    CHECK_EQ(nets_max_flow(net, 0, 1, 0, 5, 0, &flow), NETS_E_NOMEM);
    heap.fail_at = 0;
    CHECK_EQ(nets_max_flow(net, 0, 1, 0, 5, 0, &flow), NETS_OK);
    CHECK_EQ(flow, 10);
    destroy(net);
}

/* ---- requests ---------------------------------------------------------------------- */

static void refused(nets_network *net, const nets_request *r, nets_status want)
{
    nets_plan p = {0};
    nets_reason why;
    CHECK_EQ(nets_first_slot(net, r, &p), want);
    CHECK_EQ(nets_explain(net, r, &why), want == NETS_E_NOFIT ? NETS_E_NEVER : want);
    nets_plan_free(&p);
}

static void members(void)
{
    nets_network *net = chain(2, NULL);
    nets_request r = {0}, q;
    nets_need need = {7, 1};
    nets_id id;
    CHECK_EQ(nets_add_partition(net, 1, 7, NETS_FULL, NULL), NETS_OK);
    CHECK_EQ(nets_add_unit(net, 0, 4, 1, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 50, 60, 1, &id), NETS_OK);
    r.to = 1;
    r.bandwidth = r.length = 1;
    r.at_to = &need;
    r.at_to_count = 1;
    refused(net, &r, NETS_OK);
    need.amount = NETS_MOST + 1;
    refused(net, &r, NETS_E_RANGE);
    need.amount = 0;
    refused(net, &r, NETS_E_ARG);
    need.amount = 1;
    q = r;
    q.replaces = id;
    refused(net, &q, NETS_E_ARG);
    q = r;
    q.algorithm = (nets_algorithm)9;
    refused(net, &q, NETS_E_ARG);
    q.splittable = 1;
    refused(net, &q, NETS_E_ARG);
    q = r;
    q.ready = INT64_MIN + 3;
    q.deadline = INT64_MIN + 5;
    q.length = 9;
    refused(net, &q, NETS_E_ARG);
    /* a unit that is free only near the end of time is free too late */
    CHECK_EQ(nets_block(net, NETS_UNIT, 0, 0, NETS_FOREVER - 10, 4, NULL), NETS_OK);
    r.splittable = 1;
    r.length = 100;
    refused(net, &r, NETS_E_NOFIT);
    r.length = 5;
    refused(net, &r, NETS_OK);
    destroy(net);
}

/* Amounts that add up to no more than an amount may be. */
static void largest(void)
{
    nets_network *net = chain(1, NULL);
    nets_request r = {0};
    nets_plan p = {0};
    nets_need need = {7, NETS_MOST};
    nets_amount flow;
    uint32_t i;
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i < 3; i++) {
        CHECK_EQ(nets_add_link(net, 0, 1, NETS_MOST - i, 0, NULL), NETS_OK);
        if (i == 0) CHECK_EQ(nets_add_partition(net, 1, 7, NETS_FULL, NULL), NETS_OK);
        CHECK_EQ(nets_add_unit(net, 0, NETS_MOST - 1, 1, NULL), NETS_OK);
    }
    CHECK_EQ(nets_add_cluster(net, 0, NETS_MOST + 1, 1, NULL), NETS_E_RANGE);
    CHECK_EQ(nets_add_cluster(net, 0, NETS_MOST, 1, NULL), NETS_OK);
    CHECK_EQ(nets_max_flow(net, 0, 1, 0, 5, 0, &flow), NETS_E_RANGE);
    CHECK_EQ(nets_max_flow(net, 0, 1, 0, 5, NETS_MOST, &flow), NETS_OK);
    CHECK_EQ(flow, NETS_MOST);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, 9, NETS_MOST, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 1, 0, 9, NETS_MOST / 2, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 2, 0, 9, NETS_MOST / 2, NULL), NETS_OK);
    r.to = 1;
    r.bandwidth = NETS_MOST;
    r.length = 2;
    r.splittable = 1;
    r.at_to = &need;
    r.at_to_count = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(p.start, 9);
    nets_plan_free(&p);
    destroy(net);
}

/* Two classes by pairs, of which only the second has what is asked for. */
static void one_combination(void)
{
    nets_network *net = chain(2, NULL);
    nets_request r = {0};
    nets_alternative_info offer;
    nets_spans starts = {0};
    nets_plan p = {0};
    nets_need need[2] = {{7, 3}, {8, 3}};
    uint32_t i;
    for (i = 0; i < 2; i++)
        CHECK_EQ(nets_add_partition(net, 1, 7 + i, i ? NETS_PAIRS : NETS_FULL, NULL),
                 NETS_OK);
    for (i = 0; i < 4; i++) CHECK_EQ(nets_add_unit(net, i / 2, 3, i % 2, NULL), NETS_OK);
    CHECK_EQ(nets_allow(net, 0, 3), NETS_OK);
    CHECK_EQ(nets_allow(net, 1, 2), NETS_OK);
    r.to = 1;
    r.bandwidth = 1;
    r.length = 2;
    r.at_to = need;
    r.at_to_count = 2;
    r.max_combinations = 1;
    CHECK_EQ(nets_alternatives(net, &r, &offer), NETS_OK);
    CHECK(offer.start == 0 && offer.split_start == NETS_FOREVER);
    r.splittable = 1;
    CHECK_EQ(nets_alternatives(net, &r, &offer), NETS_E_LIMIT);
    r.max_combinations = 4;
    CHECK_EQ(nets_alternatives(net, &r, &offer), NETS_OK);
    CHECK(offer.start == 0 && offer.flow == offer.whole);
    CHECK_EQ(nets_starts(net, &r, &starts), NETS_OK);
    CHECK_EQ(starts.count, 1);
    nets_spans_free(&starts);
    need[0].amount = 4; /* of which no class has more than 3 */
    CHECK_EQ(nets_alternatives(net, &r, &offer), NETS_OK);
    CHECK(offer.start == NETS_FOREVER && 4 * offer.flow == 3 * offer.whole);
    for (i = 2; i < 4; i++)
        CHECK_EQ(nets_block(net, NETS_UNIT, i, 0, 8 - i, 0, NULL), NETS_OK);
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    CHECK(p.start == 5 && p.count == 1 && p.uses[0].index == 0 && p.uses[0].amount == 3);
    nets_plan_free(&p);
    r.max_combinations = 1;
    CHECK_EQ(nets_alternatives(net, &r, &offer), NETS_E_LIMIT);
    r.splittable = 0;
    need[0].amount = NETS_MOST - 1; /* there are not so many parts as a split needs */
    CHECK_EQ(nets_alternatives(net, &r, &offer), NETS_OK);
    CHECK(offer.start == NETS_FOREVER && offer.split_start == NETS_FOREVER);
    destroy(net);
}

/* A search that has used up its stamps answers as before. */
static void stamps_used_up(void)
{
    nets_network *net = chain(4, NULL);
    nets_request r = {0};
    nets_plan p = {0};
    int k;
    r.to = 3;
    r.bandwidth = r.length = 5;
    r.splittable = 1;
    CHECK_EQ(nets_block(net, NETS_LINK, 2, 0, 30, 6, NULL), NETS_OK);
    for (k = 0; k < 6; k++) {
        if (k % 3 == 1) net->search->stamp = UINT32_MAX;
        if (k % 3 == 2) net->search->number = UINT32_MAX / 4 + 1;
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
        CHECK(p.start == 30 && p.count == 3);
    }
    nets_plan_free(&p);
    destroy(net);
}

/* A run that has no room for its uses goes on over several instants; when it has ended
 * too early, there is room for the answer. */
static void no_room_for_a_run(void)
{
    static const nets_room room = {3, 5, 0, 0, 0, 0, 9, 2, 9, 0};
    nets_network *net = chain(0, &room);
    nets_request r = {0};
    nets_plan p = {0};
    uint32_t i;
    for (i = 0; i < 2; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i < 5; i++)
        CHECK_EQ(nets_add_link(net, 0, 1, i < 4 ? 1 : 3, 0, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 4, 0, 6, 3, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 3, 0, 2, 1, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 2, 4, 1, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 1, 4, 6, 1, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 2, 5, 6, 1, NULL), NETS_OK);
    for (i = 0; i < 4; i++)
        CHECK_EQ(nets_block(net, NETS_LINK, i, 6, 99, 1, NULL), NETS_OK);
    p.alloc = test_heap_hook;
    p.alloc_ctx = &heap;
    r.to = 1;
    r.bandwidth = 3;
    r.length = 8;
    r.splittable = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(p.start, 6);
    r.ready = 99;
    for (r.bandwidth = 3; r.bandwidth < 6; r.bandwidth++) /* as many uses less 2 */
        CHECK_EQ(nets_first_slot(net, &r, &p), r.bandwidth < 5 ? NETS_OK : NETS_E_NOMEM);
    nets_plan_free(&p);
    destroy(net);
}

/* A network of 8 nodes and these links: from, to, capacity. */
static nets_network *with_links(uint32_t count, const int (*links)[3])
{
    nets_network *net = chain(0, NULL);
    uint32_t i;
    for (i = 0; i < 8; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i < count; i++)
        CHECK_EQ(nets_add_link(net, (uint32_t)links[i][0], (uint32_t)links[i][1],
                               links[i][2], 0, NULL),
                 NETS_OK);
    return net;
}

/* A flow by a short path and back over its middle: a link has flow no more, and the flow
 * holds until a later link is taken. */
static void flow_taken_back(void)
{
    static const int links[9][3] = {{0, 1, 1}, {1, 2, 1}, {2, 7, 1}, {0, 3, 1}, {3, 4, 1},
                                    {4, 2, 1}, {1, 5, 1}, {5, 6, 1}, {6, 7, 1}};
    nets_network *net = with_links(9, links);
    nets_request r = {0};
    nets_spans starts = {0};
    CHECK_EQ(nets_block(net, NETS_LINK, 7, 5, 6, 1, NULL), NETS_OK);
    r.to = 7;
    r.bandwidth = r.length = 2;
    r.deadline = 20;
    r.splittable = 1;
    CHECK_EQ(nets_starts(net, &r, &starts), NETS_OK);
    CHECK(starts.count == 2 && starts.at[0].from == 0 && starts.at[0].to == 4);
    CHECK(starts.at[1].from == 6 && starts.at[1].to == 19);
    nets_spans_free(&starts);
    destroy(net);
}

/* Two paths share their first and their last link: one search finds both. */
static void one_search(void)
{
    static const int links[8][3] = {{0, 1, 2}, {1, 2, 1}, {1, 3, 1}, {2, 4, 1},
                                    {3, 5, 1}, {4, 6, 1}, {5, 6, 1}, {6, 7, 2}};
    nets_network *net = with_links(8, links);
    nets_request r = {0};
    nets_plan p = {0};
    r.to = 7;
    r.bandwidth = r.length = 2;
    r.splittable = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK(p.count == 8 && p.searches == 1);
    nets_plan_free(&p);
    destroy(net);
}

/* A unit is used from when a link of the same number no longer is. */
static void equal_numbers(void)
{
    nets_network *net = chain(2, NULL);
    const nets_need need = {7, 1};
    nets_request r = {0};
    nets_plan p = {0};
    uint32_t i;
    CHECK_EQ(nets_add_link(net, 0, 1, 1, 0, NULL), NETS_OK);
    CHECK_EQ(nets_add_partition(net, 1, 7, NETS_FULL, NULL), NETS_OK);
    for (i = 0; i < 2; i++) {
        CHECK_EQ(nets_add_unit(net, 0, 1, 1, NULL), NETS_OK);
        CHECK_EQ(nets_block(net, NETS_UNIT, i, 5 * i, 5 + 5 * i, 0, NULL), NETS_OK);
        CHECK_EQ(nets_block(net, NETS_LINK, 2 * i, 5 - 5 * i, 10 - 5 * i, 0, NULL),
                 NETS_OK);
    }
    r.to = 1;
    r.at_to = &need;
    r.bandwidth = r.at_to_count = 1;
    r.length = 10;
    r.splittable = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK(p.start == 0 && p.count == 4);
    for (i = 0; i < 2; i++)
        CHECK_EQ(nets_block(net, NETS_UNIT, i, 5 - 5 * i, 10 - 5 * i, 0, NULL), NETS_OK);
    r.splittable = 0; /* of two units that are free from 10 on, the first one */
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK(p.start == 10 && p.uses[1].kind == NETS_UNIT && p.uses[1].index == 0);
    nets_plan_free(&p);
    destroy(net);
}

/* One that gives more than it is asked for. */
static size_t too_much(void *ctx, void *data, size_t size)
{
    (void)ctx;
    memset(data, 0, size);
    return size + 1;
}

static void bad_reader(void)
{
    nets_network *net = NULL;
    CHECK_EQ(nets_load(&net, NULL, too_much, NULL), NETS_E_CORRUPT);
    CHECK(net == NULL);
}

/* ---- multicost and paths ----------------------------------------------------------- */

/* A view of nothing; one that learns what it knows; vectors of unequal length. */
static void odd_views(void)
{
    nets_network *net = chain(0, NULL);
    nets_view_desc d = {0};
    nets_view *view = NULL;
    uint64_t word;
    nets_profile p;
    d.slots_l = d.slots_m = NETS_I_MOST;
    d.tau_l = 1;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
    nets_view_destroy(view);
    d.slots_l = d.slots_m = 70;
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(net, 0, 1, 5, 0, NULL), NETS_OK);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 3, 5, 2, NULL), NETS_OK);
    CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
    CHECK_EQ(
        nets_view_learn(view, NETS_LINK, 0, nets_view_profile(view, NETS_LINK, 0), 4),
        NETS_OK);
    CHECK_EQ(nets_profile_value(nets_view_profile(view, NETS_LINK, 0), 4), 3);
    nets_view_destroy(view);
    nets_profile_init(&p, 5, test_heap_hook, &heap);
    CHECK_EQ(nets_profile_take(&p, (nets_time)1 << 40, (nets_time)1 << 41, 5), NETS_OK);
    nets_i_bits_read(&word, 64, NETS_I_ONES, &p, 1, 0, (nets_time)1 << 38);
    CHECK_EQ(word, ~UINT64_C(0xF0));
    nets_profile_free(&p);
    destroy(net);
}

/* Routes that are not the view's own: links that do not exist or do not meet, and times
 * beyond the end of time. */
static void routes_of_others(void)
{
    nets_network *net = chain(3, NULL);
    nets_view_desc d = {0};
    nets_view *view = NULL;
    nets_task task = {0};
    nets_route good, r;
    nets_plan p = {0};
    uint32_t links[2], i;
    int64_t costs[4] = {1, 1, INT64_MAX, 1};
    nets_cost cost = {0};
    CHECK_EQ(nets_add_cluster(net, 2, 4, 1, NULL), NETS_OK);
    d.slots_l = 70;
    d.tau_l = 1;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
    task.method = NETS_EXACT;
    task.data = task.rate = 2;
    task.workload = 9;
    CHECK_EQ(nets_multicost(view, &task, &good), NETS_OK);
    CHECK_EQ(good.link_count, 2);
    memcpy(links, good.links, sizeof links);
    r = good;
    r.links = links;
    for (i = 0; i < 2; i++) CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_OK);
    CHECK_EQ(p.count, 3);
    view->sites.count = 0; /* as if the cluster were not there */
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    view->sites.count = 1;
    links[1] = 9;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    links[1] = links[0];
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    links[1] = good.links[1];
    i = view->hops.count; /* it is the last link no more */
    view->hops.count = links[1];
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    view->hops.count = i;
    r.send = INT64_MAX;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_RANGE);
    r.send = INT64_MAX - 1;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_RANGE);
    CHECK(p.count == 0 && p.start == 0 && p.end == 0);
    r = good;
    r.start = r.end + 1;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    r = good;
    r.link_count = 3;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    task.rate = 0;
    CHECK_EQ(nets_route_plan(view, &task, &good, &p), NETS_E_ARG);
    task.rate = 2;
    cost.links = costs; /* of the second link no more can be said than INT64_MAX */
    cost.link = 1;
    task.costs = &cost;
    task.cost_count = 1;
    CHECK_EQ(nets_multicost(view, &task, &good), NETS_OK);
    CHECK_EQ(good.costs[0], INT64_MAX);
    cost.limit = INT64_MAX - 1;
    CHECK_EQ(nets_multicost(view, &task, &good), NETS_E_NOFIT);
    nets_plan_free(&p);
    nets_view_destroy(view);
    destroy(net);
}

/* Times that lie beyond the end of time, one step later each. */
static void late_tasks(void)
{
    nets_network *net = chain(2, NULL);
    nets_view_desc d = {0};
    nets_view *view = NULL;
    nets_task task = {0};
    nets_route r;
    nets_time late;
    CHECK_EQ(nets_add_cluster(net, 1, 4, 1, NULL), NETS_OK);
    d.slots_l = 70;
    d.tau_l = 10;
    CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
    task.method = NETS_EXACT;
    task.data = task.rate = 2;
    task.workload = 100;
    for (late = 0; late < 3000; late++) {
        nets_status s;
        task.origin = INT64_MAX - late;
        s = nets_multicost(view, &task, &r);
        if (s == NETS_OK) break;
        CHECK(s == NETS_E_NOFIT || s == NETS_E_RANGE);
    }
    CHECK_EQ(late, 700); /* the slots of a view end in time */
    task.origin = 0;
    task.workload = INT64_MAX;
    CHECK(nets_multicost(view, &task, &r) != NETS_OK);
    nets_view_destroy(view);
    destroy(net);
}

/* Two paths to a node whose delays differ by more slots than a word has bits, or all: the
 * slower one is kept only while it has a slot that the other has not. */
static void far_apart(void)
{
    nets_time apart;
    for (apart = 1; apart < 200; apart += 21) {
        int gap;
        for (gap = 0; gap < 3; gap++) {
            nets_network *net = chain(2, NULL);
            nets_view_desc d = {0};
            nets_view *view = NULL;
            nets_task task = {0};
            nets_route exact, r;
            uint32_t link;
            CHECK_EQ(nets_add_link(net, 0, 1, 10, apart, &link), NETS_OK);
            CHECK_EQ(nets_add_link(net, 0, 1, 10, 1 + 2 * apart, NULL), NETS_OK);
            CHECK_EQ(nets_add_cluster(net, 1, 4, 1, NULL), NETS_OK);
            CHECK_EQ(nets_block(net, NETS_LINK, 0, 0, gap ? 400 : 40, 10, NULL), NETS_OK);
            if (gap > 1)
                CHECK_EQ(nets_block(net, NETS_LINK, link, 0, 30, 10, NULL), NETS_OK);
            d.slots_l = 130;
            d.tau_l = 1;
            CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
            task.data = task.rate = 3;
            task.workload = 1;
            task.method = NETS_EXACT;
            CHECK_EQ(nets_multicost(view, &task, &exact), NETS_OK);
            for (task.method = NETS_AWMC_T; task.method <= NETS_ECT; task.method++) {
                CHECK_EQ(nets_multicost(view, &task, &r), NETS_OK);
                if (task.method == NETS_MC_T) CHECK_EQ(r.end, exact.end);
            }
            nets_view_destroy(view);
            destroy(net);
        }
    }
}

/* Delays, origins and work that add up to more than a time can be: no answer, or one that
 * comes after all of them. */
static void huge_delays(void)
{
    static const nets_time huge[] = {INT64_MAX, INT64_MAX - 1, INT64_MAX / 2 + 1,
                                     INT64_MAX / 4, 5};
    const uint32_t link = 0;
    unsigned i;
    for (i = 0; i < 5 * 5 * 5 * 3; i++) {
        const nets_time delay = huge[i % 5], tau = 1 + i / 125 % 3;
        nets_network *net = chain(1, NULL);
        nets_view_desc d = {0};
        nets_view *view = NULL;
        nets_task task = {0};
        nets_route r, mine = {0};
        nets_plan p = {0};
        nets_status s;
        CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        CHECK_EQ(nets_add_link(net, 0, 1, 5, delay, NULL), NETS_OK);
        CHECK_EQ(nets_add_cluster(net, 1, 4, 1, NULL), NETS_OK);
        d.slots_l = 3;
        d.tau_l = tau;
        CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
        task.method = (nets_method)(i % 5);
        task.data = i % 2;
        task.rate = 1;
        task.origin = huge[i / 5 % 5];
        task.workload = huge[i / 25 % 5];
        s = nets_multicost(view, &task, &r);
        CHECK(s == NETS_OK || s == NETS_E_RANGE || s == NETS_E_NOFIT);
        CHECK(s != NETS_OK || (r.end >= task.origin && r.end - task.origin >= delay &&
                               r.end - task.origin - delay >= task.workload));
        mine.links = &link;
        mine.link_count = 1;
        mine.send = task.origin;
        mine.end = INT64_MAX;
        s = nets_route_plan(view, &task, &mine, &p);
        CHECK(s == NETS_OK || s == NETS_E_RANGE);
        nets_plan_free(&p);
        nets_view_destroy(view);
        destroy(net);
    }
}

/* The end of a task over two links of this delay that begins at `origin`, or 0 if none
 * can be told; until `busy` the links are not free. */
static nets_time end_of_task(nets_time delay, nets_time tau_l, nets_time tau_m,
                             nets_time origin, nets_time busy)
{
    nets_network *net = chain(1, NULL);
    nets_view_desc d = {0};
    nets_view *view = NULL;
    nets_task task = {0};
    nets_route r = {0};
    nets_status s;
    uint32_t i;
    for (i = 0; i < 2; i++) {
        CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        CHECK_EQ(nets_add_link(net, i, i + 1, 5, delay, NULL), NETS_OK);
        if (busy) CHECK_EQ(nets_block(net, NETS_LINK, i, 0, busy, 5, NULL), NETS_OK);
    }
    CHECK_EQ(nets_add_cluster(net, 2, 4, 1, NULL), NETS_OK);
    d.slots_l = 3;
    d.tau_l = tau_l;
    d.tau_m = tau_m;
    CHECK_EQ(nets_view_create(&view, net, &d), NETS_OK);
    for (i = 0; i < 2 && origin; i++) /* what is known of the links is as old as that */
        CHECK_EQ(nets_view_learn(view, NETS_LINK, i, NULL, 100), NETS_OK);
    task.data = task.rate = task.workload = 1;
    task.origin = origin;
    s = nets_multicost(view, &task, &r);
    CHECK_EQ(s, r.end ? NETS_OK : NETS_E_RANGE);
    nets_view_destroy(view);
    destroy(net);
    return r.end;
}

/* Slots whose ends are, rounded up, beyond all times. */
static void huge_slots(void)
{
    const nets_time slot = (nets_time)1 << 40;
    CHECK_EQ(end_of_task(0, slot, slot, 0, 0), slot + 1);
    CHECK_EQ(end_of_task(0, slot, slot, 0, 7), 2 * slot + 1); /* not in slot 0 */
    CHECK_EQ(end_of_task(INT64_MAX, 32, 1, 0, 0), 0);
    CHECK_EQ(end_of_task(INT64_MAX / 2 - 63, 32, 1, 0, 0), INT64_MAX - 94);
    CHECK_EQ(end_of_task(INT64_MAX / 2 - 63, 32, 1000, 0, 0), 0);
    CHECK_EQ(end_of_task(0, 5, 1, INT64_MAX - 3, INT64_MAX - 96), 0);
}

TEST_MAIN(TEST(no_profile), TEST(no_network), TEST(room_refused), TEST(waves_again),
          TEST(room_beyond), TEST(no_search), TEST(members), TEST(largest),
          TEST(one_combination), TEST(stamps_used_up), TEST(no_room_for_a_run),
          TEST(flow_taken_back), TEST(one_search), TEST(equal_numbers), TEST(bad_reader),
          TEST(odd_views), TEST(routes_of_others), TEST(late_tasks), TEST(far_apart),
          TEST(huge_delays), TEST(huge_slots))
