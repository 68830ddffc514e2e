/* oom_wdm.c - paths and wavelengths with every allocation refused.
 *
 * For each operation and each of many states: refuse the first request for memory, then
 * the second, ... until the operation makes no more; each refused once, and from then on.
 * After a refusal the status is NETS_E_NOMEM, the wavelengths are as before, and the same
 * call then succeeds. Nothing leaks. */
#include "exact.h"
#include "light.h"
#include "netsched.h"
#include "test.h"

enum { NODES = 6, LINKS = 14, WAVES = 4 };

typedef struct state {
    nets_network *net;
    nets_id last;
} state;

static test_heap heap;

/* ---- a state, and everything one can ask of it ------------------------------------- */

static void book_some(state *s)
{
    light p = {0};
    uint32_t i;
    nets_id id;
    nets_status status;
    p.count = 3;
    for (i = 0; i < 3; i++) {
        p.at[i].link = (uint32_t)test_below(LINKS);
        p.at[i].wave = (uint32_t)test_below(WAVES);
    }
    p.start = test_between(0, 50);
    p.end = p.start + test_between(1, 20);
    status = light_commit(s->net, &p, &id);
    CHECK(status == NETS_OK || status == NETS_E_BUSY);
    if (status == NETS_OK) s->last = id;
    if (status == NETS_OK && test_below(4) == 0)
        CHECK_EQ(nets_cancel(s->net, id), NETS_OK);
}

/* Nodes in a ring, and links across it. */
static state make(int bookings)
{
    nets_desc desc = {0};
    state s = {NULL, 0};
    uint32_t i;
    desc.alloc = test_heap_hook;
    desc.alloc_ctx = &heap;
    CHECK_EQ(nets_create(&s.net, &desc), NETS_OK);
    for (i = 0; i < NODES; i++) CHECK_EQ(nets_add_node(s.net, NULL), NETS_OK);
    for (i = 0; i < LINKS; i++) {
        const uint32_t to = (i + 1 + (i < NODES ? 0 : i / 5)) % NODES;
        CHECK_EQ(nets_add_link(s.net, i % NODES, to, 1, i, NULL), NETS_OK);
        CHECK_EQ(nets_add_waves(s.net, i, 0, WAVES), NETS_OK);
    }
    CHECK_EQ(nets_set_converter(s.net, 2), NETS_OK);
    while (bookings-- > 0) book_some(&s);
    return s;
}

static void unmake(state *s)
{
    nets_destroy(s->net);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 31);
}

static uint64_t mix_lightpath(uint64_t h, const light *p)
{
    uint32_t i;
    h = mix(mix(mix(h, p->count), (uint64_t)p->start), (uint64_t)p->end);
    for (i = 0; i < p->count; i++)
        h = mix(h, ((uint64_t)p->at[i].link << 32) + p->at[i].wave);
    return h;
}

static uint64_t mix_profile(uint64_t h, const nets_profile *p)
{
    uint32_t i;
    if (!p) return mix(h, 0);
    h = mix(h, (uint64_t)p->first + 1);
    for (i = 0; i < p->count; i++)
        h = mix(mix(h, (uint64_t)p->steps[i].time), (uint64_t)p->steps[i].amount);
    return h;
}

static uint64_t fingerprint(const state *s)
{
    uint64_t h = 1;
    nets_id id;
    uint32_t link, wave;
    light p = {0};
    for (id = 0; id <= s->last + 2; id++) {
        const nets_status status = light_get(s->net, id, &p);
        CHECK(status == NETS_OK || status == NETS_E_NOTFOUND);
        h = mix_lightpath(h, &p);
    }
    for (link = 0; link < LINKS; link++)
        for (wave = 0; wave < 3 * WAVES; wave++)
            h = mix_profile(h, light_profile(s->net, link, wave));
    CHECK_EQ(nets_check(s->net), NETS_OK);
    return h;
}

/* ---- the operations ---------------------------------------------------------------- */

typedef nets_status (*operation)(state *s);

static nets_status op_paths(state *s)
{
    nets_path_list list = {0};
    nets_path_request r = {0};
    nets_status status;
    list.alloc = test_heap_hook;
    list.alloc_ctx = &heap;
    r.to = 3;
    r.k = 7;
    status = nets_paths(s->net, &r, &list);
    CHECK_EQ(list.count > 1, status == NETS_OK);
    nets_path_list_free(&list);
    return status;
}

static nets_status first_slot(state *s, uint32_t k)
{
    nets_plan p = {0};
    nets_lightpath_request r = {0};
    nets_status status;
    p.alloc = test_heap_hook;
    p.alloc_ctx = &heap;
    r.to = 3;
    r.length = 10;
    r.k = k;
    status = nets_first_lightpath(s->net, &r, &p);
    CHECK_EQ(p.count > 0, status == NETS_OK);
    nets_plan_free(&p);
    return status;
}

static nets_status op_first_slot_paths(state *s) { return first_slot(s, 3); }
static nets_status op_first_slot_routes(state *s) { return first_slot(s, 0); }

static nets_status op_add(state *s) { return nets_add_waves(s->net, 5, 2, 2 * WAVES); }
/* Late enough to be free. */
static nets_status op_commit(state *s)
{
    light p = {3, 0, {{0, 0}, {1, 1}, {0, 2}}, 0, 0};
    nets_id id = 77;
    nets_status status;
    p.start = 100;
    p.end = 200;
    status = light_commit(s->net, &p, &id);
    CHECK_EQ(id != 0, status == NETS_OK);
    return status;
}

/* ---- the sweep --------------------------------------------------------------------- */

/* The operation with its n-th request refused. Returns whether there was one. */
static int refuse(operation op, int bookings, int sticky, long n, uint64_t wanted)
{
    state s = make(bookings);
    const uint64_t before = fingerprint(&s);
    int refused;
    nets_status status;
    heap.fail_at = heap.calls + n;
    heap.sticky = sticky;
    heap.failures = 0;
    status = op(&s);
    heap.fail_at = 0;
    refused = heap.failures > 0;
    CHECK_EQ(status, refused ? NETS_E_NOMEM : NETS_OK);
    if (refused) {
        CHECK_EQ(fingerprint(&s), before);
        CHECK_EQ(op(&s), NETS_OK);
    }
    CHECK_EQ(fingerprint(&s), wanted);
    unmake(&s);
    return refused;
}

static void sweep(operation op)
{
    const int stride = 41 - (int)test_scaled(40);
    int bookings, sticky;
    long n, refusals = 0;
    memset(&heap, 0, sizeof heap);
    for (bookings = 0; bookings <= 40; bookings += stride) {
        const uint64_t seed = test_state_;
        uint64_t wanted, next;
        state s = make(bookings);
        next = test_state_;
        CHECK_EQ(op(&s), NETS_OK);
        wanted = fingerprint(&s);
        unmake(&s);
        for (sticky = 0; sticky < 2; sticky++)
            for (n = 1;; n++) {
                test_state_ = seed;
                if (!refuse(op, bookings, sticky, n, wanted)) break;
                refusals++;
            }
        test_state_ = next;
    }
    CHECK(refusals > 0); /* a sweep that refuses nothing proves nothing */
}

static void paths(void) { sweep(op_paths); }
static void first_slot_paths(void) { sweep(op_first_slot_paths); }
static void first_slot_routes(void) { sweep(op_first_slot_routes); }
static void add(void) { sweep(op_add); }
static void commit(void) { sweep(op_commit); }
/* What is committed can be given back without memory, in any order. */
static void release(void)
{
    long n;
    memset(&heap, 0, sizeof heap);
    for (n = test_scaled(100); n > 0; n--) {
        state s = make(40);
        nets_id id;
        long calls;
        for (id = 1; id <= s.last; id++) {
            const nets_id other = 1 + (nets_id)test_below(s.last);
            calls = heap.calls;
            CHECK(nets_cancel(s.net, other) != NETS_E_NOMEM);
            CHECK_EQ(heap.calls, calls);
            CHECK_EQ(nets_check(s.net), NETS_OK);
        }
        calls = heap.calls;
        for (id = 1; id <= s.last; id++) CHECK(nets_cancel(s.net, id) != NETS_E_NOMEM);
        CHECK_EQ(heap.calls, calls);
        CHECK_EQ(nets_profile_min(light_profile(s.net, 0, 0), 0, NETS_FOREVER), 1);
        unmake(&s);
    }
}

TEST_MAIN(TEST(paths), TEST(first_slot_paths), TEST(first_slot_routes), TEST(add),
          TEST(commit), TEST(release))
