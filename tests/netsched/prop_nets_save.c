/* prop_nets_save.c - nets_save and nets_load. Random networks with bookings in place are
 * saved and loaded at random moments: the copy has the same numbers, ids, profiles and
 * bookings, is saved as the same bytes, and answers the same. Every bit of a stream is
 * flipped, every byte cut off, every number changed with the checksums made right again,
 * every request for memory refused. */
#include "exact.h"
#include "inside.h"
#include "test.h"

enum { NODES = 5, BYTES = 1 << 16 };

typedef struct stream {
    unsigned char at[BYTES];
    size_t size, read, piece, most; /* pieces of up to `piece` bytes; room for `most` */
} stream;

static test_heap heap;
static stream saved, again;
static nets_need needs[2];

static int put(void *ctx, const void *data, size_t size)
{
    stream *s = (stream *)ctx;
    if (s->most - s->size < size) return 1;
    memcpy(s->at + s->size, data, size);
    s->size += size;
    return 0;
}

static size_t get(void *ctx, void *data, size_t size)
{
    stream *s = (stream *)ctx;
    if (size > s->piece) size = s->piece;
    if (size > s->size - s->read) size = s->size - s->read;
    memcpy(data, s->at + s->read, size);
    s->read += size;
    return size;
}

static void save(const nets_network *net, stream *s)
{
    s->size = 0;
    s->most = BYTES;
    CHECK_EQ(nets_save(net, put, s), NETS_OK);
}

static nets_status load(nets_network **net, stream *s)
{
    nets_desc d = {0};
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    s->read = 0;
    if (!s->piece) s->piece = BYTES;
    return nets_load(net, &d, get, s);
}

/* ---- a random network -------------------------------------------------------------- */

static nets_network *make(void)
{
    nets_desc d = {0};
    nets_network *net;
    uint32_t i, k, part, unit, before = 0;
    memset(&heap, 0, sizeof heap);
    d.now = test_between(-20, 20);
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    for (i = 0; i < NODES; i++) {
        const uint32_t parts = (uint32_t)test_below(3);
        CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        for (k = 0; k < parts; k++) {
            const int pairs = k && test_below(2);
            CHECK_EQ(nets_add_partition(net, i, k, pairs ? NETS_PAIRS : NETS_FULL, &part),
                     NETS_OK);
            CHECK_EQ(nets_add_unit(net, part, test_between(1, 6), 1, &unit), NETS_OK);
            CHECK_EQ(nets_add_unit(net, part, test_between(1, 6), 0, NULL), NETS_OK);
            if (pairs) CHECK_EQ(nets_allow(net, before, unit + 1), NETS_OK);
            if (pairs) CHECK_EQ(nets_allow(net, before + 1, unit), NETS_OK);
            before = unit;
        }
    }
    for (i = 0; i < 2 * NODES; i++)
        CHECK_EQ(nets_add_link(net, i % NODES, (i + 1 + i / NODES) % NODES,
                               test_between(1, 9), test_between(0, 3), NULL),
                 NETS_OK);
    CHECK_EQ(nets_add_cluster(net, 1, 4, 3, NULL), NETS_OK);
    CHECK_EQ(nets_add_waves(net, 3, 2, 2), NETS_OK);
    CHECK_EQ(nets_add_waves(net, 1, 0, 3), NETS_OK);
    CHECK_EQ(nets_set_converter(net, 2), NETS_OK);
    return net;
}

static nets_request wish(nets_time now)
{
    nets_request r = {0};
    uint32_t i;
    r.from = (uint32_t)test_below(NODES);
    r.to = (r.from + 1 + (uint32_t)test_below(NODES - 1)) % NODES;
    r.ready = now + test_between(0, 5);
    r.length = test_between(1, 9);
    r.bandwidth = test_between(1, 6);
    r.tag = test_below(3) ? 0 : (uint64_t)test_between(-9, 9);
    r.splittable = (int)test_below(2);
    for (i = 0; i < 2; i++) needs[i].type = i;
    for (i = 0; i < 2; i++) needs[i].amount = test_between(1, 4);
    r.at_from = r.at_to = needs;
    r.at_from_count = (uint32_t)test_below(3);
    r.at_to_count = (uint32_t)test_below(3);
    r.deadline = r.ready + r.length + 40;
    return r;
}

/* Bookings come, go and end; some of each kind of resource is taken without one. */
static void live(nets_network *net, int steps)
{
    nets_plan plan = {0};
    nets_counts_info c;
    while (steps-- > 0) {
        nets_booking b;
        nets_request r;
        nets_use u = {0}, *own;
        nets_counts(net, &c);
        r = wish(c.now);
        if (nets_first_slot(net, &r, &plan) == NETS_OK)
            CHECK_EQ(nets_commit(net, &plan, NULL), NETS_OK);
        u.kind = (nets_kind)test_below(4);
        u.index = (uint32_t)test_below(5);
        u.from = c.now + test_between(0, 9);
        u.to = test_below(5) ? u.from + test_between(1, 9) : NETS_FOREVER;
        u.amount = 1;
        if (test_below(2)) {
            (void)!nets_block(net, u.kind, u.index, u.from, u.to, 1, NULL);
        } else { /* a plan of one's own, which has no flow */
            own = plan.uses;
            plan.uses = &u;
            plan.count = 1;
            plan.refused = 0;
            (void)!nets_commit(net, &plan, NULL);
            plan.uses = own;
            plan.count = 0;
        }
        if (test_below(3) == 0 && nets_next(net, test_below(9), &b) == NETS_OK)
            CHECK_EQ(nets_cancel(net, b.id), NETS_OK);
        if (test_below(4) == 0)
            CHECK_EQ(nets_advance(net, c.now + test_between(0, 6)), NETS_OK);
    }
    nets_plan_free(&plan);
}

/* ---- comparing --------------------------------------------------------------------- */

static int same_uses(const nets_use *a, const nets_use *b, uint32_t count)
{
    uint32_t i;
    for (i = 0; i < count; i++)
        if (a[i].kind != b[i].kind || a[i].index != b[i].index ||
            a[i].from != b[i].from || a[i].to != b[i].to || a[i].amount != b[i].amount ||
            a[i].flow != b[i].flow || a[i].whole != b[i].whole)
            return 0;
    return 1;
}

static void compare(const nets_network *a, const nets_network *b)
{
    nets_counts_info x, y;
    nets_booking p, q;
    uint32_t kind, i;
    nets_time t;
    nets_counts(a, &x);
    nets_counts(b, &y);
    CHECK(x.nodes == y.nodes && x.links == y.links && x.partitions == y.partitions);
    CHECK(x.waves == y.waves && x.units == y.units && x.clusters == y.clusters &&
          x.bookings == y.bookings);
    CHECK_EQ(x.now, y.now);
    for (kind = 0; kind <= NETS_WAVE; kind++)
        for (i = 0;; i++) {
            const nets_profile *f = nets_profile_of(a, (nets_kind)kind, i);
            const nets_profile *g = nets_profile_of(b, (nets_kind)kind, i);
            CHECK(!f == !g);
            if (!f) break;
            for (t = x.now; t < x.now + 60; t++)
                CHECK_EQ(nets_profile_value(f, t), nets_profile_value(g, t));
            CHECK_EQ(nets_profile_value(f, NETS_FOREVER),
                     nets_profile_value(g, NETS_FOREVER));
        }
    for (p.id = 0; nets_next(a, p.id, &p) == NETS_OK;) {
        CHECK_EQ(nets_get(b, p.id, &q), NETS_OK);
        CHECK(p.start == q.start && p.end == q.end && p.count == q.count);
        CHECK(p.tag == q.tag && p.block == q.block);
        CHECK(same_uses(p.uses, q.uses, p.count));
    }
    CHECK_EQ(nets_check(b), NETS_OK);
}

/* ---- tests ------------------------------------------------------------------------- */

static void round_trips(void)
{
    long rounds = test_scaled(2000);
    nets_plan p = {0}, q = {0};
    while (rounds-- > 0) {
        nets_network *net = make(), *copy;
        int k;
        live(net, (int)test_below(30));
        save(net, &saved);
        saved.piece = test_below(2) ? BYTES : 1 + (size_t)test_below(40);
        CHECK_EQ(load(&copy, &saved), NETS_OK);
        CHECK_EQ(saved.read, saved.size);
        compare(net, copy);
        save(copy, &again);
        CHECK_EQ(again.size, saved.size);
        CHECK(memcmp(again.at, saved.at, saved.size) == 0);
        for (k = 0; k < 6; k++) {
            nets_counts_info c;
            nets_request r;
            nets_status s;
            nets_id one = 0, other = 0;
            nets_counts(net, &c);
            r = wish(c.now);
            s = nets_first_slot(net, &r, &p);
            CHECK_EQ(nets_first_slot(copy, &r, &q), s);
            CHECK(p.start == q.start && p.count == q.count);
            CHECK(same_uses(p.uses, q.uses, p.count));
            if (s != NETS_OK) continue;
            CHECK_EQ(nets_commit(net, &p, &one), NETS_OK);
            CHECK_EQ(nets_commit(copy, &q, &other), NETS_OK);
            CHECK_EQ(one, other);
        }
        compare(net, copy);
        nets_plan_free(&p);
        nets_plan_free(&q);
        nets_destroy(net);
        nets_destroy(copy);
        CHECK_EQ(heap.live_blocks, 0);
        CHECK_EQ(heap.bad_size, 0);
    }
}

static void no_network(stream *s)
{
    nets_network *net = (nets_network *)s;
    const long blocks = heap.live_blocks;
    const nets_status status = load(&net, s);
    CHECK(status == NETS_E_CORRUPT || status == NETS_E_FOREIGN || status == NETS_E_ABI);
    CHECK(net == NULL);
    CHECK_EQ(heap.live_blocks, blocks);
}

static void damage(void)
{
    nets_network *net = make();
    size_t i, full;
    live(net, 12);
    save(net, &saved);
    full = saved.size;
    for (i = 0; i < full; i++) {
        const unsigned bit = (unsigned)test_below(8);
        saved.size = i;
        no_network(&saved);
        saved.size = full;
        saved.at[i] ^= (unsigned char)(1u << bit);
        no_network(&saved);
        saved.at[i] ^= (unsigned char)(1u << bit);
    }
    nets_destroy(net);
}

/* CRC-64/XZ of more bytes. */
static uint64_t crc_of(uint64_t crc, const unsigned char *at, size_t n)
{
    static uint64_t table[256];
    int i, k;
    for (i = 0; i < 256 && !table[255]; i++) {
        uint64_t x = (uint64_t)i;
        for (k = 0; k < 8; k++) x = x >> 1 ^ (x & 1 ? 0xC96C5795D7870F42u : 0);
        table[i] = x;
    }
    for (; n > 0; n--) crc = crc >> 8 ^ table[(crc ^ *at++) & 255];
    return crc;
}

static void put_sum(stream *s, size_t at, uint64_t crc)
{
    uint64_t sum = ~crc;
    int i;
    for (i = 0; i < 8; i++, sum >>= 8) s->at[at + (size_t)i] = (unsigned char)sum;
}

/* Makes both checksums right. */
static void mend(stream *s)
{
    const uint64_t first = crc_of(UINT64_MAX, s->at, 60);
    put_sum(s, 60, first);
    put_sum(s, s->size - 8, crc_of(first, s->at + 68, s->size - 76));
}

/* Any number is changed, and the checksums are right: what is loaded is sane, and no more
 * memory is taken than a small multiple of the stream. */
static void lies(void)
{
    static const unsigned char bytes[] = {0, 1, 2, 3, 0x7F, 0x80, 0xFF};
    nets_network *net = make();
    const size_t stride = test_scaled(100) < 10 ? 5 : 1;
    long loaded = 0, refused = 0;
    size_t i, k, held;
    live(net, 12);
    save(net, &saved);
    again = saved;
    mend(&again);
    CHECK(memcmp(again.at, saved.at, saved.size) == 0);
    held = heap.live_bytes;
    heap.most = held + 100 * saved.size + 10000;
    for (i = 12; i < saved.size - 8; i += stride)
        for (k = 0; k < sizeof bytes; k++) {
            nets_network *copy;
            nets_status s;
            again = saved;
            again.at[i] = bytes[k];
            if (test_below(4) == 0) again.at[i + 1] = bytes[test_below(sizeof bytes)];
            mend(&again);
            s = load(&copy, &again);
            CHECK(s == NETS_OK || s == NETS_E_CORRUPT);
            refused += s != NETS_OK;
            if (s != NETS_OK) continue;
            loaded++;
            CHECK_EQ(nets_check(copy), NETS_OK);
            live(copy, 1);
            nets_destroy(copy);
            CHECK_EQ(heap.live_bytes, held);
        }
    CHECK(loaded > 100 && refused > 100);
    nets_destroy(net);
}

static void misuse_and_memory(void)
{
    nets_network *net = make(), *copy = net;
    nets_desc d = {0};
    long calls, blocks;
    live(net, 12);
    saved.size = 0;
    saved.most = 50;
    CHECK_EQ(nets_save(net, put, &saved), NETS_E_IO);
    CHECK_EQ(nets_save(NULL, put, &saved), NETS_E_ARG);
    CHECK_EQ(nets_save(net, NULL, &saved), NETS_E_ARG);
    calls = heap.calls;
    save(net, &saved);
    CHECK_EQ(heap.calls, calls); /* never asks for memory */
    CHECK_EQ(nets_load(NULL, NULL, get, &saved), NETS_E_ARG);
    CHECK_EQ(nets_load(&copy, NULL, NULL, &saved), NETS_E_ARG);
    CHECK(copy == NULL);
    d.now = 1;
    CHECK_EQ(nets_load(&copy, &d, get, &saved), NETS_E_ARG);
    CHECK_EQ(nets_load_abi(&copy, NULL, get, &saved, NETSCHED_ABI + 1), NETS_E_ABI);
    blocks = heap.live_blocks;
    for (calls = 1;; calls++) {
        nets_status s;
        heap.fail_at = heap.calls + calls;
        s = load(&copy, &saved);
        heap.fail_at = 0;
        if (s == NETS_OK) break;
        CHECK_EQ(s, NETS_E_NOMEM);
        CHECK(copy == NULL);
        CHECK_EQ(heap.live_blocks, blocks);
    }
    CHECK(calls > 20);
    compare(net, copy);
    nets_destroy(net);
    nets_destroy(copy);
    CHECK_EQ(heap.live_blocks, 0);
}

/* A network can be saved and loaded up to its last id, and gives none after that. */
static void last_id(void)
{
    nets_network *net = make(), *copy;
    nets_use u = {0};
    nets_plan p = {0};
    nets_counts_info c;
    nets_id id;
    nets_counts(net, &c);
    u.from = c.now + 1;
    u.to = NETS_FOREVER;
    u.amount = 1;
    p.uses = &u;
    p.count = 1;
    inside_last_id(net, NETS_IDS_MOST - 2);
    for (u.index = 0; u.index < 2; u.index++) {
        CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
        save(net, &saved);
        CHECK_EQ(load(&copy, &saved), NETS_OK);
        compare(net, copy);
        nets_destroy(copy);
    }
    CHECK_EQ(id, NETS_IDS_MOST);
    CHECK_EQ(nets_commit(net, &p, &id), NETS_E_RANGE);
    CHECK_EQ(id, 0);
    CHECK_EQ(nets_check(net), NETS_OK);
    p.replaces = NETS_IDS_MOST;
    CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
    save(net, &saved);
    CHECK_EQ(load(&copy, &saved), NETS_OK);
    compare(net, copy);
    nets_destroy(copy);
    nets_destroy(net);
}

TEST_MAIN(TEST(round_trips), TEST(damage), TEST(lies), TEST(last_id),
          TEST(misuse_and_memory))
