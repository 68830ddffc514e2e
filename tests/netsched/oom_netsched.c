/* oom_netsched.c - every function of netsched.h that may ask for memory, with every
 * request refused.
 *
 * For each operation and each of many states: refuse the first request for memory, then
 * the second, ... until the operation makes no more; each refused once, and from then on.
 * After a refusal the status is NETS_E_NOMEM, the network is what it was, profile by
 * profile and booking by booking, and the same call then does what it does in a network
 * that never lacked memory. Nothing leaks. */
#include "exact.h"
#include "netsched.h"
#include "test.h"

#define NODES 5

static test_heap heap;

/* ---- a state, and everything one can see of it ------------------------------------- */

static nets_plan plan; /* a plan, a set and a profile of the operation at hand */
static nets_spans spans;
static nets_profile profile;
static nets_id altered; /* some booking */

static const nets_need needs[2] = {{1, 2}, {2, 3}};

static void build(nets_network *net)
{
    uint32_t i, part, unit;
    for (i = 0; i < NODES; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i < NODES; i++) {
        CHECK_EQ(nets_add_duplex(net, i, (i + 1) % NODES, 6, 1, NULL), NETS_OK);
        CHECK_EQ(nets_add_duplex(net, i, (i + 2) % NODES, 4, 2, NULL), NETS_OK);
    }
    for (i = 0; i < 2; i++) { /* at nodes 0 and 1: two types, the outer one by pairs */
        CHECK_EQ(nets_add_partition(net, i, 1, NETS_FULL, &part), NETS_OK);
        CHECK_EQ(nets_add_unit(net, part, 5, 0, &unit), NETS_OK);
        CHECK_EQ(nets_add_unit(net, part, 5, 1, NULL), NETS_OK);
        CHECK_EQ(nets_add_partition(net, i, 2, NETS_PAIRS, &part), NETS_OK);
        CHECK_EQ(nets_add_unit(net, part, 5, 1, NULL), NETS_OK);
        CHECK_EQ(nets_add_unit(net, part, 5, 0, NULL), NETS_OK);
        CHECK_EQ(nets_allow(net, unit, unit + 2), NETS_OK);
        CHECK_EQ(nets_allow(net, unit + 1, unit + 3), NETS_OK);
    }
    for (i = 2; i < 4; i++) { /* at nodes 2 and 3 one that all reach */
        CHECK_EQ(nets_add_partition(net, i, 1, NETS_FULL, &part), NETS_OK);
        CHECK_EQ(nets_add_unit(net, part, 5, 0, NULL), NETS_OK);
        CHECK_EQ(nets_add_unit(net, part, 5, 0, NULL), NETS_OK);
    }
    CHECK_EQ(nets_add_cluster(net, 0, 6, 1, NULL), NETS_OK);
}

/* With `bookings` of up to three uses each, some given back. */
static nets_network *make(int bookings)
{
    nets_desc d = {0};
    nets_network *net;
    int i, k;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    build(net);
    altered = 0;
    for (i = 0; i < bookings; i++) {
        nets_use uses[3];
        nets_plan p;
        nets_id id;
        memset(&p, 0, sizeof p);
        memset(uses, 0, sizeof uses);
        p.uses = uses;
        p.count = (uint32_t)test_between(1, 3);
        for (k = 0; k < 3; k++) {
            uses[k].kind = test_below(3) ? NETS_LINK : NETS_UNIT;
            uses[k].index = (uint32_t)test_below(uses[k].kind == NETS_LINK ? 20 : 12);
            uses[k].from = test_between(0, 60);
            uses[k].to = uses[k].from + test_between(1, 20);
            uses[k].amount = 1;
        }
        if (nets_commit(net, &p, &id) != NETS_OK) continue;
        if (test_below(4) == 0)
            CHECK_EQ(nets_cancel(net, id), NETS_OK);
        else
            altered = id;
    }
    memset(&plan, 0, sizeof plan);
    memset(&spans, 0, sizeof spans);
    plan.alloc = spans.alloc = test_heap_hook;
    plan.alloc_ctx = spans.alloc_ctx = &heap;
    nets_profile_init(&profile, 9, test_heap_hook, &heap);
    for (i = 0; i < bookings; i++)
        CHECK_EQ(nets_profile_take(&profile, 5 * i, 5 * i + 3, 4), NETS_OK);
    return net;
}

static void destroy(nets_network *net)
{
    nets_plan_free(&plan);
    nets_spans_free(&spans);
    nets_profile_free(&profile);
    nets_destroy(net);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 31);
}

/* From now on: what is over may be forgotten at any time. */
static uint64_t mix_profile(uint64_t h, const nets_profile *p, nets_time now)
{
    uint32_t i;
    h = mix(h, (uint64_t)nets_profile_value(p, now));
    for (i = 0; i < p->count; i++)
        if (p->steps[i].time > now)
            h = mix(mix(h, (uint64_t)p->steps[i].time), (uint64_t)p->steps[i].amount);
    return h;
}

/* All that can be seen: how many of each, profiles, bookings, and the profile and the set
 * of one's own. */
static uint64_t fingerprint(const nets_network *net)
{
    uint64_t h = 1;
    nets_counts_info c;
    nets_booking b;
    nets_id after = 0;
    uint32_t i;
    int kind;
    nets_counts(net, &c);
    h = mix(mix(mix(mix(mix(h, c.nodes), c.links), c.partitions), c.units), c.clusters);
    for (kind = NETS_LINK; kind <= NETS_CLUSTER; kind++)
        for (i = 0; nets_profile_of(net, (nets_kind)kind, i); i++)
            h = mix_profile(h, nets_profile_of(net, (nets_kind)kind, i), c.now);
    for (; nets_next(net, after, &b) == NETS_OK; after = b.id) {
        h = mix(mix(mix(h, b.id), (uint64_t)b.start), (uint64_t)b.end);
        for (i = 0; i < b.count; i++)
            h = mix(mix(mix(mix(mix(h, b.uses[i].kind), b.uses[i].index),
                            (uint64_t)b.uses[i].from),
                        (uint64_t)b.uses[i].to),
                    (uint64_t)b.uses[i].amount);
    }
    h = mix_profile(h, &profile, INT64_MIN);
    for (i = 0; i < spans.count; i++)
        h = mix(mix(h, (uint64_t)spans.at[i].from), (uint64_t)spans.at[i].to);
    CHECK_EQ(nets_check(net), NETS_OK);
    return h;
}

/* ---- the operations ---------------------------------------------------------------- */

typedef nets_status (*operation)(nets_network *net);

static nets_request request(void)
{
    nets_request r;
    memset(&r, 0, sizeof r);
    r.to = 1;
    r.ready = 3;
    r.length = 8;
    r.bandwidth = 5;
    return r;
}

static nets_status slot(nets_network *net, const nets_request *r)
{
    const nets_status s = nets_first_slot(net, r, &plan);
    if (s != NETS_OK) CHECK_EQ(plan.count, 0);
    if (s == NETS_OK) CHECK(plan.count > 0 && plan.start >= r->ready);
    return s;
}

/* By both ends' needs, or between nodes that have no partition by pairs. */
static nets_request local_request(int split, int constrained)
{
    nets_request r = request();
    r.splittable = split;
    r.at_from = r.at_to = needs;
    r.at_from_count = r.at_to_count = constrained ? 2 : 1;
    if (!constrained) {
        r.from = 2;
        r.to = 3;
    }
    return r;
}

static nets_status op_slot_ws_rc(nets_network *net)
{
    const nets_request r = local_request(1, 1);
    return slot(net, &r);
}

static nets_status op_slot_wn_rc(nets_network *net)
{
    const nets_request r = local_request(0, 1);
    return slot(net, &r);
}

static nets_status op_slot_ws_rn(nets_network *net)
{
    const nets_request r = local_request(1, 0);
    return slot(net, &r);
}

static nets_status op_slot_wn_rn(nets_network *net)
{
    const nets_request r = local_request(0, 0);
    return slot(net, &r);
}

static nets_status op_slot_replaces(nets_network *net)
{
    nets_request r = local_request(1, 1);
    r.replaces = altered;
    return slot(net, &r);
}

static nets_status op_slot_fixed(nets_network *net)
{
    nets_request r = local_request(1, 1);
    r.fixed = 1;
    return slot(net, &r);
}

static nets_status starts_of(nets_network *net, int split, int constrained)
{
    nets_request r = local_request(split, constrained);
    nets_spans out = {0, 0, NULL, test_heap_hook, &heap};
    const nets_status s = nets_starts(net, &r, &out);
    if (s == NETS_OK) CHECK(out.count > 0);
    nets_spans_free(&out);
    return s;
}

static nets_status op_starts_split(nets_network *net) { return starts_of(net, 1, 1); }
static nets_status op_starts_path(nets_network *net) { return starts_of(net, 0, 1); }
static nets_status op_starts_rn(nets_network *net) { return starts_of(net, 1, 0); }

static nets_status alternatives_of(nets_network *net, int split)
{
    nets_request r = local_request(split, 1);
    nets_alternative_info a;
    r.bandwidth = 7;
    return nets_alternatives(net, &r, &a);
}

static nets_status op_alternatives_split(nets_network *net)
{
    return alternatives_of(net, 1);
}

static nets_status op_alternatives_path(nets_network *net)
{
    return alternatives_of(net, 0);
}

static nets_status explain_of(nets_network *net, int split)
{
    nets_request r = local_request(split, 1);
    nets_reason why;
    const nets_status s = (r.bandwidth = 1000, nets_explain(net, &r, &why));
    return s == NETS_E_NEVER ? NETS_OK : s;
}

static nets_status op_explain_split(nets_network *net) { return explain_of(net, 1); }
static nets_status op_explain_path(nets_network *net) { return explain_of(net, 0); }

static nets_status op_max_flow(nets_network *net)
{
    nets_amount flow;
    return nets_max_flow(net, 0, 3, 5, 30, 0, &flow);
}

/* Six uses, so that memory is asked for after some have been taken. */
static nets_status commit(nets_network *net, nets_id id)
{
    nets_use uses[6];
    nets_plan p;
    nets_id out = 77;
    nets_status s;
    uint32_t i;
    memset(&p, 0, sizeof p);
    memset(uses, 0, sizeof uses);
    p.uses = uses;
    p.count = 6;
    p.replaces = id;
    for (i = 0; i < p.count; i++) {
        uses[i].kind = i < 4 ? NETS_LINK : NETS_UNIT;
        uses[i].index = i;
        uses[i].from = 200 + i;
        uses[i].to = 210 + 2 * i;
        uses[i].amount = 2;
    }
    s = nets_commit(net, &p, &out);
    CHECK_EQ(out != 0, s == NETS_OK);
    return s;
}

static nets_status op_commit(nets_network *net) { return commit(net, 0); }
static nets_status op_commit_replaces(nets_network *net) { return commit(net, altered); }

static nets_status op_block(nets_network *net)
{
    return nets_block(net, NETS_CLUSTER, 0, 7, 9, 2, NULL);
}

static nets_id last_of(const nets_network *net)
{
    nets_booking b;
    for (b.id = 0; nets_next(net, b.id, &b) == NETS_OK;) {
    }
    return b.id;
}

static nets_status op_extend(nets_network *net)
{
    nets_id id = 0;
    nets_status s = NETS_OK;
    if (nets_profile_value(nets_profile_of(net, NETS_CLUSTER, 0), 300) == 6)
        s = nets_block(net, NETS_CLUSTER, 0, 300, 400, 2, &id);
    else
        id = last_of(net);
    return s == NETS_OK ? nets_extend(net, id, 500) : s;
}

static nets_status op_add_node(nets_network *net) { return nets_add_node(net, NULL); }

static nets_status op_add_link(nets_network *net)
{
    return nets_add_link(net, 0, 1, 5, 0, NULL);
}

static nets_status op_add_duplex(nets_network *net)
{
    return nets_add_duplex(net, 0, 1, 5, 0, NULL);
}

static nets_status op_add_partition(nets_network *net)
{
    return nets_add_partition(net, 0, 9, NETS_FULL, NULL);
}

static nets_status op_add_unit(nets_network *net)
{
    return nets_add_unit(net, 0, 5, 0, NULL);
}

static nets_status op_allow(nets_network *net) { return nets_allow(net, 0, 3); }

static nets_status op_add_cluster(nets_network *net)
{
    return nets_add_cluster(net, 1, 5, 1, NULL);
}

static nets_status op_profile_take(nets_network *net)
{
    (void)net;
    return nets_profile_take(&profile, 1, 1000, 2);
}

static nets_status op_profile_give(nets_network *net)
{
    (void)net;
    return nets_profile_give(&profile, 1, 1000, 2);
}

static nets_status op_profile_starts(nets_network *net)
{
    (void)net;
    return nets_profile_starts(&profile, 6, 1, 0, 2000, &spans);
}

static nets_status op_spans(nets_network *net)
{
    (void)net;
    return nets_spans_add(&spans, 5, 9);
}

/* op_spans2 and op_spans3: out of two sets whose memory is there. */
static nets_status of_two(int both)
{
    nets_span in_a[3] = {{0, 3}, {5, 8}, {20, 30}}, in_b[2] = {{2, 6}, {9, 25}};
    nets_spans a = {3, 3, NULL, NULL, NULL}, b = {2, 2, NULL, NULL, NULL};
    a.at = in_a;
    b.at = in_b;
    return both ? nets_spans_intersect(&spans, &a, &b) : nets_spans_union(&spans, &a, &b);
}

static nets_status op_union(nets_network *net)
{
    (void)net;
    return of_two(0);
}

static nets_status op_intersect(nets_network *net)
{
    (void)net;
    return of_two(1);
}

/* ---- the sweep --------------------------------------------------------------------- */

static void sweep_state(operation op, int bookings, int sticky, long *refused)
{
    const uint64_t seed = test_state_;
    nets_network *net = make(bookings);
    uint64_t state, before, wanted;
    nets_status s;
    nets_time start;
    long n;
    CHECK_EQ(op(net), NETS_OK);
    wanted = fingerprint(net);
    start = plan.start;
    destroy(net);
    state = test_state_;
    for (n = 1;; n++) {
        test_state_ = seed;
        net = make(bookings);
        before = fingerprint(net);
        heap.fail_at = heap.calls + n;
        heap.sticky = sticky;
        heap.failures = 0;
        s = op(net);
        heap.fail_at = 0;
        *refused += heap.failures;
        if (heap.failures > 0) {
            CHECK_EQ(s, NETS_E_NOMEM);
            CHECK_EQ(fingerprint(net), (int64_t)before);
            s = op(net);
        }
        CHECK_EQ(s, NETS_OK);
        CHECK_EQ(fingerprint(net), (int64_t)wanted);
        CHECK_EQ(plan.start, start);
        destroy(net);
        if (heap.failures == 0) break;
    }
    test_state_ = state;
}

static void sweep(operation op)
{
    const int stride = 31 - (int)test_scaled(27);
    long refused = 0;
    int bookings, sticky;
    memset(&heap, 0, sizeof heap);
    for (bookings = 2; bookings <= 30; bookings += stride)
        for (sticky = 0; sticky < 2; sticky++)
            sweep_state(op, bookings, sticky, &refused);
    CHECK(refused > 0); /* a sweep that refuses nothing proves nothing */
}

static void slots(void)
{
    sweep(op_slot_ws_rc);
    sweep(op_slot_wn_rc);
    sweep(op_slot_ws_rn);
    sweep(op_slot_wn_rn);
    sweep(op_slot_replaces);
    sweep(op_slot_fixed);
}

static void starts(void)
{
    sweep(op_starts_split);
    sweep(op_starts_path);
    sweep(op_starts_rn);
}

static void alternatives(void)
{
    sweep(op_alternatives_split);
    sweep(op_alternatives_path);
    sweep(op_explain_split);
    sweep(op_explain_path);
}

static void max_flow(void) { sweep(op_max_flow); }

static void commits(void)
{
    sweep(op_commit);
    sweep(op_commit_replaces);
    sweep(op_block);
}

static void additions(void)
{
    sweep(op_add_node);
    sweep(op_add_link);
    sweep(op_add_duplex);
    sweep(op_add_partition);
    sweep(op_add_unit);
    sweep(op_allow);
    sweep(op_add_cluster);
}

static void profiles(void)
{
    sweep(op_profile_take);
    sweep(op_profile_give);
    sweep(op_profile_starts);
}

static void sets(void)
{
    sweep(op_spans);
    sweep(op_union);
    sweep(op_intersect);
}

/* Of a block: two calls, the second of which may ask for memory as well. */
static void extending(void)
{
    long n, refused = 0;
    memset(&heap, 0, sizeof heap);
    for (n = 1;; n++) {
        nets_network *net = make(0);
        nets_status s;
        heap.fail_at = heap.calls + n;
        heap.failures = 0;
        s = op_extend(net);
        heap.fail_at = 0;
        CHECK_EQ(s, heap.failures ? NETS_E_NOMEM : NETS_OK);
        CHECK_EQ(nets_check(net), NETS_OK);
        if (s != NETS_OK) CHECK_EQ(op_extend(net), NETS_OK);
        CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_CLUSTER, 0), 499), 4);
        CHECK_EQ(nets_profile_value(nets_profile_of(net, NETS_CLUSTER, 0), 500), 6);
        destroy(net);
        if (s == NETS_OK) break;
        refused++;
    }
    CHECK(refused > 0);
}

static void creation(void)
{
    nets_desc d = {0};
    nets_network *net = (nets_network *)&d;
    memset(&heap, 0, sizeof heap);
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    heap.fail_at = 1;
    CHECK_EQ(nets_create(&net, &d), NETS_E_NOMEM);
    CHECK(net == NULL);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    nets_destroy(net);
    CHECK_EQ(heap.live_blocks, 0);
}

/* Checks the network, for which there is memory; these requests do not count. */
static void check_sane(const nets_network *net)
{
    const long calls = heap.calls, fail_at = heap.fail_at;
    heap.fail_at = 0;
    CHECK_EQ(nets_check(net), NETS_OK);
    heap.calls = calls;
    heap.fail_at = fail_at;
}

/* ---- what never asks for memory ---------------------------------------------------- */

/* Bookings are given back in any order, at any time, with all memory gone. */
static void release_and_advance(void)
{
    long rounds = test_scaled(400);
    while (rounds-- > 0) {
        nets_network *net;
        nets_booking b;
        nets_time now = 0;
        long calls;
        memset(&heap, 0, sizeof heap);
        net = make((int)test_between(1, 60));
        CHECK_EQ(op_commit(net), NETS_OK);
        heap.fail_at = heap.calls + 1;
        heap.sticky = 1;
        calls = heap.calls;
        while (nets_next(net, 0, &b) == NETS_OK) {
            nets_id id = b.id;
            while (nets_next(net, id, &b) == NETS_OK && test_below(4)) id = b.id;
            CHECK_EQ(nets_cancel(net, id), NETS_OK);
            if (test_below(4) == 0) {
                now += test_between(0, 6);
                CHECK_EQ(nets_advance(net, now), NETS_OK);
            }
            check_sane(net);
        }
        CHECK_EQ(heap.calls, calls);
        heap.fail_at = 0;
        destroy(net);
    }
}

/* A long life with too little memory: whatever is refused leaves the network sane, and
 * arrays that grew while others did not do no harm. */
static void chaos(void)
{
    const long rounds = test_scaled(6000);
    nets_network *net;
    nets_time now = 0;
    long i, refused = 0, booked = 0;
    memset(&heap, 0, sizeof heap);
    net = make(20);
    for (i = 0; i < rounds; i++) {
        nets_request r = local_request((int)test_below(2), (int)test_below(2));
        nets_booking b;
        nets_status s;
        heap.sticky = (int)test_below(2);
        heap.fail_at = test_below(3) ? heap.calls + (long)test_between(1, 6) : 0;
        r.ready = now + test_between(0, 90);
        r.deadline = r.ready + 40;
        r.length = test_between(1, 20);
        r.bandwidth = test_between(1, 9);
        if (test_below(4) == 0 &&
            nets_next(net, test_below(30) + (uint64_t)booked, &b) == NETS_OK)
            r.replaces = b.id;
        s = nets_first_slot(net, &r, &plan);
        if (s == NETS_OK) s = nets_commit(net, &plan, NULL);
        refused += s == NETS_E_NOMEM;
        booked += s == NETS_OK && !r.replaces;
        CHECK(s == NETS_OK || s == NETS_E_NOFIT || s == NETS_E_NOMEM ||
              (s == NETS_E_PAST && r.replaces));
        heap.fail_at = test_below(2) ? 0 : heap.calls + 1;
        if (test_below(3) == 0 && nets_next(net, test_below(20), &b) == NETS_OK)
            CHECK_EQ(nets_cancel(net, b.id), NETS_OK);
        if (test_below(4) == 0) {
            now += test_between(0, 9);
            CHECK_EQ(nets_advance(net, now), NETS_OK);
        }
        check_sane(net);
    }
    heap.fail_at = 0;
    destroy(net);
    CHECK(rounds < 6000 || (refused > 500 && booked > 500));
}

TEST_MAIN(TEST(slots), TEST(starts), TEST(alternatives), TEST(max_flow), TEST(commits),
          TEST(additions), TEST(profiles), TEST(sets), TEST(extending), TEST(creation),
          TEST(release_and_advance), TEST(chaos))
