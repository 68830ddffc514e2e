/* make fuzz && build/fuzz/tests/fuzz/fuzz_networks -entropic=0 -max_len=96 \
 *     build/corpus/networks
 *
 * fuzz_networks.c - bytes as calls on a network: things are added, asked for, booked,
 * ended and blocked, with numbers from small to the ends of what can be said; every
 * request for memory may be refused, and the network may have its room in a buffer that
 * just suffices. Then it is saved, the rest of the bytes changes the stream, the
 * checksums are made right, and it is loaded. After every call all must be sound, and
 * what fails changes nothing. Without LIBFUZZER it tries random bytes.
 */
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"

#include "fuzz.h"

#include "netsched/modes.h"

static struct {
    const unsigned char *at, *end;
    nets_network *net;
    test_heap heap, other;
    nets_plan plan;
} z;

static stream saved;

static unsigned next(unsigned n) { return z.at < z.end ? *z.at++ % n : 0; }

/* Mostly a few, sometimes at one of the ends. */
static int64_t number(void)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1, -1,       0, 1,
                                   NETS_MOST, INT64_MAX - 1, INT64_MAX};
    const unsigned n = next(256);
    return n < 240 ? (int64_t)(n % 40) : ends[n % 8];
}

static uint32_t which(uint32_t count)
{
    const unsigned n = next(256);
    return n > 250 || count == 0 ? n - 251 + count : n % count;
}

static nets_stats_info stats(void)
{
    nets_stats_info s;
    nets_stats(z.net, &s);
    return s;
}

static nets_request request(nets_need *needs)
{
    const uint32_t nodes = stats().nodes;
    nets_request r = {0};
    unsigned i;
    r.from = which(nodes);
    r.to = which(nodes);
    r.ready = number();
    r.deadline = next(2) ? number() : 0;
    r.length = number();
    r.bandwidth = number();
    i = next(256);
    r.splittable = i & 1;
    r.fixed = i >> 1 & 1;
    r.algorithm = (nets_algorithm)(i >> 2 & 4 ? i >> 3 & 7 : 0);
    r.at_from_count = i >> 6 & 1;
    r.at_to_count = i >> 6 & 2;
    r.max_combinations = next(3);
    r.replaces = next(8);
    r.at_from = needs;
    r.at_to = needs + 1;
    for (i = 0; i < 3; i++) needs[i].type = next(3), needs[i].amount = number();
    return r;
}

static nets_status add(unsigned what)
{
    const nets_stats_info s = stats();
    const uint32_t a = which(s.nodes), b = which(s.nodes);
    switch (what) {
    case 0: return nets_add_node(z.net, NULL);
    case 1: return nets_add_link(z.net, a, b, number(), number(), NULL);
    case 2: return nets_add_duplex(z.net, a, b, number(), number(), NULL);
    case 3:
        return nets_add_partition(z.net, a, next(3), next(2) ? NETS_PAIRS : NETS_FULL,
                                  NULL);
    case 4: return nets_add_unit(z.net, which(s.partitions), number(), next(3), NULL);
    case 5: return nets_allow(z.net, which(s.units), which(s.units));
    case 6: return nets_add_cluster(z.net, a, number(), number(), NULL);
    case 7: return nets_add_waves(z.net, which(s.links), next(5), next(5));
    default: return nets_set_converter(z.net, a);
    }
}

static nets_status ask(unsigned what)
{
    nets_need needs[3];
    nets_request r = request(needs);
    nets_alternative_info offer;
    nets_spans starts = {0};
    nets_reason why;
    nets_status s;
    r.light = next(4) == 0;
    if (r.light) r.bandwidth = r.splittable = 0;
    r.max_hops = r.splittable ? 0 : next(3);
    switch (what) {
    case 0: return nets_alternatives(z.net, &r, &offer);
    case 1: return nets_explain(z.net, &r, &why);
    case 2:
        s = nets_starts(z.net, &r, &starts);
        nets_spans_free(&starts);
        return s;
    default: s = nets_first_slot(z.net, &r, &z.plan); break;
    }
    return s == NETS_OK ? nets_commit(z.net, &z.plan, NULL) : s;
}

static nets_status change(unsigned what)
{
    nets_use uses[2];
    nets_plan p = {0};
    const uint32_t links = stats().links;
    const nets_id id = next(10);
    unsigned i;
    switch (what) {
    case 0: return nets_cancel(z.net, id);
    case 1: return nets_finish(z.net, id, number());
    case 2: return nets_extend(z.net, id, number(), NULL);
    case 3: return nets_advance(z.net, number());
    case 4:
        return (next(2) ? nets_block : nets_fail)(z.net, (nets_kind)next(7), which(links),
                                                  number(), number(), number(), NULL);
    case 5: return nets_set_group(z.net, which(links), next(3));
    default: break;
    }
    memset(uses, 0, sizeof uses);
    for (i = 0; i < 2; i++) {
        uses[i].kind = (nets_kind)next(5);
        uses[i].index = which(links);
        uses[i].from = number();
        uses[i].to = number();
        uses[i].amount = number();
    }
    p.uses = uses;
    p.count = 1 + next(2);
    p.replaces = id % 4 ? 0 : id;
    return nets_commit(z.net, &p, NULL);
}

static size_t save(const nets_network *net, stream *s)
{
    s->size = s->read = 0;
    CHECK_EQ(nets_save(net, put, s), NETS_OK);
    return s->size;
}

/* Changes numbers of the stream, and reads it. */
static void damage_and_load(void)
{
    enum { HEADER = 60 }; /* then its checksum */
    static stream again;
    nets_network *net = NULL;
    nets_desc d = {0};
    uint64_t crc;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &z.other;
    while (z.at < z.end) {
        const size_t at = (next(256) * 256 + next(256)) % (saved.size - 8);
        put_number(&saved, at, (uint64_t)number(), next(2) ? 8 : 1);
    }
    crc = test_crc(UINT64_MAX, saved.at, HEADER);
    put_number(&saved, HEADER, ~crc, 8);
    crc = test_crc(crc, saved.at + HEADER + 8, saved.size - HEADER - 16);
    put_number(&saved, saved.size - 8, ~crc, 8);
    if (nets_load(&net, &d, get, &saved) == NETS_OK) {
        CHECK_EQ(nets_check(net), NETS_OK);
        CHECK_EQ(save(net, &again), saved.size);
        CHECK(memcmp(again.at, saved.at, again.size) == 0);
        nets_destroy(net);
    }
    CHECK(z.other.live_blocks == 0 && z.other.bad_size == 0);
}

static void fuzz_check(const unsigned char *data, size_t size)
{
    static stream after;
    nets_room room = {5, 9, 3, 5, 4, 2, 4, 6, 6, 3};
    nets_desc d = {0};
    nets_status s;
    memset(&z, 0, sizeof z);
    z.at = data;
    z.end = data + size;
    d.alloc = z.plan.alloc = test_heap_hook;
    d.alloc_ctx = z.plan.alloc_ctx = &z.heap;
    if (next(2)) d.room = &room;
    CHECK_EQ(nets_create(&z.net, &d), NETS_OK);
    (void)save(z.net, &saved);
    for (;;) {
        const unsigned what = next(32);
        if (what == 0) break; /* also at the end */
        z.heap.fail_at = next(8) ? 0 : z.heap.calls + 1 + (long)next(4);
        s = what < 16 ? add(what % 9) : what < 24 ? ask(what % 8) : change(what % 8);
        z.heap.fail_at = 0;
        CHECK_EQ(nets_check(z.net), NETS_OK);
        (void)save(z.net, s == NETS_OK ? &saved : &after);
        if (s == NETS_OK) continue;
        CHECK_EQ(after.size, saved.size);
        CHECK(memcmp(after.at, saved.at, after.size) == 0);
    }
    nets_plan_free(&z.plan);
    nets_destroy(z.net);
    CHECK(z.heap.live_blocks == 0 && z.heap.bad_size == 0);
    damage_and_load();
}

static void random_bytes(void)
{
    long rounds = test_scaled(3000);
    for (; rounds > 0; rounds--) {
        unsigned char bytes[400];
        size_t i, n = (size_t)test_below(sizeof bytes);
        for (i = 0; i < n; i++) bytes[i] = (unsigned char)test_below(256);
        for (i = 1; i < 40 && i < n; i += 4) bytes[i] = (unsigned char)test_below(9);
        fuzz_check(bytes, n);
    }
}

FUZZ_MAIN(TEST(random_bytes))
