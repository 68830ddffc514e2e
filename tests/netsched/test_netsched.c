/* test_netsched.c - netsched.h: profiles and sets of times against arrays; what is
 * refused, and why; misuse and extremes. The answers on any network are those of
 * prop_netsched.c. */
#include "exact.h"
#include "netsched.h"
#include "test.h"

#include "make.h"
#include "modes.h"

#define LOW INT64_MIN
#define HIGH INT64_MAX
#define MOST NETS_MOST

/* ---- profiles ---------------------------------------------------------------------- */

static nets_profile profile(nets_amount amount)
{
    nets_profile p;
    memset(&heap, 0, sizeof heap);
    nets_profile_init(&p, amount, test_heap_hook, &heap);
    CHECK_EQ(heap.calls, 0);
    CHECK_EQ(p.count, 0);
    CHECK_EQ(p.first, amount);
    return p;
}

/* Times ascend, and neighbours differ. */
static nets_status audit_profile(const nets_profile *p)
{
    uint32_t i;
    for (i = 0; i < p->count; i++)
        if (p->steps[i].amount == (i ? p->steps[i - 1].amount : p->first) ||
            (i && p->steps[i].time <= p->steps[i - 1].time))
            return NETS_E_CORRUPT;
    return p->count > p->capacity ? NETS_E_CORRUPT : NETS_OK;
}

static void profile_end(nets_profile *p)
{
    CHECK_EQ(audit_profile(p), NETS_OK);
    nets_profile_free(p);
    CHECK_EQ(nets_profile_value(p, 0), 0);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static void profile_misuse(void)
{
    nets_profile p = profile(MOST);
    nets_time x = 77;
    nets_spans out = {0};
    CHECK_EQ(nets_profile_take(&p, 5, 5, 1), NETS_E_ARG);
    CHECK_EQ(nets_profile_take(&p, 6, 5, 1), NETS_E_ARG);
    CHECK_EQ(nets_profile_take(&p, 5, 6, -1), NETS_E_ARG);
    CHECK_EQ(nets_profile_take(&p, 5, 6, LOW), NETS_E_ARG);
    CHECK_EQ(nets_profile_give(&p, 5, 5, 1), NETS_E_ARG);
    CHECK_EQ(nets_profile_give(&p, 5, 6, -1), NETS_E_ARG);
    CHECK_EQ(nets_profile_give(&p, 5, 6, 1), NETS_E_RANGE);
    CHECK_EQ(nets_profile_give(&p, LOW, NETS_FOREVER, HIGH), NETS_E_RANGE);
    CHECK(p.first == MOST && p.count == 0);
    CHECK_EQ(nets_profile_take(&p, 5, 7, MOST + 1), NETS_E_BUSY);
    CHECK_EQ(nets_profile_take(&p, 5, 7, HIGH), NETS_E_BUSY);
    CHECK_EQ(nets_profile_take(&p, 5, 7, MOST), NETS_OK);
    CHECK_EQ(nets_profile_give(&p, 5, 8, 1), NETS_E_RANGE); /* at 7 there is all */
    CHECK_EQ(nets_profile_give(&p, 5, 7, MOST), NETS_OK);
    CHECK_EQ(nets_profile_take(&p, 5, 7, 0), NETS_OK);
    CHECK(p.first == MOST && p.count == 0);
    CHECK_EQ(nets_profile_add(&p, 5, 5, 1), NETS_E_ARG);
    CHECK_EQ(nets_profile_add(&p, 5, 7, 1), NETS_E_RANGE);
    CHECK_EQ(nets_profile_add(&p, 5, 7, LOW), NETS_E_RANGE);
    CHECK_EQ(nets_profile_add(&p, 5, 7, -2 * MOST), NETS_OK);
    CHECK_EQ(nets_profile_add(&p, 5, 7, -1), NETS_E_RANGE);
    CHECK_EQ(nets_profile_add(&p, 5, 7, 2 * MOST), NETS_OK);
    CHECK_EQ(nets_profile_copy(&p, NULL), NETS_E_ARG);
    CHECK_EQ(nets_profile_copy(&p, &p), NETS_OK);
    CHECK_EQ(nets_profile_next(NULL, 0), NETS_FOREVER);
    CHECK(p.first == MOST && p.count == 0);
    CHECK_EQ(nets_profile_earliest(&p, 1, 0, 0, 10, &x), NETS_E_ARG);
    CHECK_EQ(nets_profile_earliest(&p, 1, -1, 0, 10, &x), NETS_E_ARG);
    CHECK_EQ(nets_profile_earliest(&p, -1, 1, 0, 10, &x), NETS_E_ARG);
    CHECK_EQ(nets_profile_starts(&p, 1, 0, 0, 10, &out), NETS_E_ARG);
    CHECK_EQ(nets_profile_starts(&p, -1, 1, 0, 10, &out), NETS_E_ARG);
    CHECK_EQ(x, 77);
    CHECK_EQ(nets_profile_take(&p, 25, 30, MOST), NETS_OK); /* the ends of time */
    CHECK_EQ(nets_profile_earliest(&p, 1, NETS_FOREVER, 26, HIGH - 1, &x), NETS_E_NOFIT);
    CHECK_EQ(nets_profile_earliest(&p, 1, NETS_FOREVER, 26, NETS_FOREVER, &x), NETS_OK);
    CHECK_EQ(x, 30);
    CHECK_EQ(nets_profile_earliest(&p, 1, HIGH - 29, 26, NETS_FOREVER, &x), NETS_E_NOFIT);
    CHECK_EQ(nets_profile_earliest(&p, 1, HIGH - 30, 26, NETS_FOREVER, &x), NETS_OK);
    CHECK_EQ(x, 30);
    CHECK_EQ(nets_profile_earliest(&p, 0, HIGH, LOW, NETS_FOREVER, &x), NETS_OK);
    CHECK_EQ(x, LOW);
    CHECK_EQ(nets_profile_give(&p, 25, 30, MOST), NETS_OK);
    profile_end(&p);
    nets_profile_init(&p, HIGH, NULL, NULL); /* the nearest that there is */
    CHECK_EQ(nets_profile_value(&p, 0), MOST);
    nets_profile_init(&p, LOW, NULL, NULL);
    CHECK_EQ(nets_profile_value(&p, 0), 0);
}

#define INSTANTS 48

static void check_instants(const nets_profile *p, const nets_amount *want, int from)
{
    int t;
    CHECK_EQ(audit_profile(p), NETS_OK);
    for (t = from; t < INSTANTS; t++)
        if (nets_profile_value(p, t) != want[t])
            CHECK_EQ(nets_profile_value(p, t), want[t]);
}

/* Against an array of instants; the last one stands for all that follow. Some requests
 * for memory are refused. */
static void profile_random(void)
{
    long rounds = test_scaled(40000);
    while (rounds > 0) {
        const nets_amount total = test_between(1, 7);
        nets_amount want[INSTANTS];
        nets_profile p = profile(total);
        nets_status s;
        int k, t, forgotten = 0;
        nets_spans out = {.alloc = test_heap_hook, .alloc_ctx = &heap};
        for (t = 0; t < INSTANTS; t++) want[t] = total;
        for (k = 0; k < 60; k++, rounds--) {
            const int a = (int)test_between(forgotten, INSTANTS - 2);
            const int b = (int)test_between(a + 1, INSTANTS - 1);
            const nets_time end = b == INSTANTS - 1 ? NETS_FOREVER : b;
            const int until = b == INSTANTS - 1 ? INSTANTS : b;
            const nets_amount amount = test_between(0, 3);
            const int how = (int)test_below(5), give = how > 2, any = how == 2;
            nets_amount least = want[a];
            nets_profile same = {.alloc = test_heap_hook, .alloc_ctx = &heap};
            nets_time dur, x = 0;
            for (t = a; t < until; t++)
                if (want[t] < least) least = want[t];
            CHECK_EQ(nets_profile_min(&p, a, end), least);
            EACH_REFUSED(&heap, k % 4 == 0, s,
                         give  ? nets_profile_give(&p, a, end, amount)
                         : any ? nets_profile_add(&p, a, end, -amount) /* below zero */
                               : nets_profile_take(&p, a, end, amount),
                         check_instants(&p, want, forgotten));
            CHECK_EQ(s, give || any || least >= amount ? NETS_OK : NETS_E_BUSY);
            for (t = a; s == NETS_OK && t < until; t++)
                want[t] += give ? amount : -amount;
            check_instants(&p, want, forgotten);
            EACH_REFUSED(&heap, k % 4 == 0, s, nets_profile_copy(&same, &p),
                         CHECK_EQ(same.count, 0));
            CHECK_EQ(s, NETS_OK);
            check_instants(&same, want, forgotten);
            for (t = b; t < INSTANTS && want[t] == want[b]; t++) {
            }
            CHECK_EQ(nets_profile_next(&same, b), t < INSTANTS ? t : NETS_FOREVER);
            nets_profile_free(&same);
            dur = test_between(1, 9);
            EACH_REFUSED(&heap, k % 4 == 0, s,
                         nets_profile_starts(&p, amount, dur, a, b, &out), (void)0);
            CHECK_EQ(s, NETS_OK);
            for (t = b; t-- > a;) { /* which starts fit, the earliest last */
                int u, fits = t + dur <= b;
                for (u = t; fits && u < t + dur; u++) fits = want[u] >= amount;
                if (fits) x = t;
                CHECK_EQ(nets_spans_has(&out, t), fits);
            }
            CHECK(!out.count ||
                  (out.at[0].from >= a && out.at[out.count - 1].to <= b - dur + 1));
            {
                nets_time y = -9;
                s = nets_profile_earliest(&p, amount, dur, a, b, &y);
                CHECK_EQ(s, out.count ? NETS_OK : NETS_E_NOFIT);
                CHECK_EQ(y, out.count ? x : -9);
            }
            if (test_below(10) == 0) {
                forgotten = a;
                nets_profile_forget(&p, forgotten);
                CHECK_EQ(audit_profile(&p), NETS_OK);
                CHECK_EQ(nets_profile_value(&p, LOW), want[forgotten]);
                if (forgotten > INSTANTS - 10) break;
            }
        }
        nets_spans_free(&out);
        profile_end(&p);
    }
}

/* ---- sets of times ----------------------------------------------------------------- */

#define BITS 40

/* The set has these bits, and its spans neither overlap nor touch. */
static void check_bits(const nets_spans *s, const unsigned char *bits)
{
    uint32_t i;
    int t;
    for (t = 0; t < BITS; t++) CHECK_EQ(nets_spans_has(s, t), bits[t]);
    for (i = 0; i < s->count; i++) {
        CHECK(s->at[i].from < s->at[i].to);
        CHECK(!i || s->at[i - 1].to < s->at[i].from);
    }
}

static void random_spans(nets_spans *s, unsigned char *bits)
{
    nets_status status;
    int k, t;
    nets_spans_clear(s);
    memset(bits, 0, BITS);
    for (k = (int)test_below(9); k > 0; k--) {
        const int a = (int)test_below(BITS - 1);
        const int b = (int)test_between(a + 1, a + 7 < BITS ? a + 7 : BITS);
        EACH_REFUSED(&heap, k == 2, status, nets_spans_add(s, a, b), check_bits(s, bits));
        CHECK_EQ(status, NETS_OK);
        for (t = a; t < b; t++) bits[t] = 1;
        check_bits(s, bits);
    }
}

static void spans_random(void)
{
    long rounds = test_scaled(20000);
    nets_spans a = {0}, b = {0}, out = {0};
    unsigned char in_a[BITS], in_b[BITS], want[BITS] = {0};
    nets_status s;
    int t;
    memset(&heap, 0, sizeof heap);
    out.alloc = a.alloc = b.alloc = test_heap_hook;
    out.alloc_ctx = a.alloc_ctx = b.alloc_ctx = &heap;
    while (rounds-- > 0) {
        nets_spans *const to[] = {&out, &a, &b};
        unsigned char *const bits[] = {want, in_a, in_b};
        const int op = (int)test_below(3), i = (int)test_below(3), k = (int)test_below(3);
        const int j = (int)test_below(8) ? 3 - k : 1; /* also one set twice */
        const nets_spans *x = k == 0 ? &b : to[k], *y = k == 0 ? &a : to[j];
        unsigned char was_a[BITS], was_b[BITS];
        random_spans(&a, in_a);
        random_spans(&b, in_b);
        memcpy(was_a, x == &a ? in_a : in_b, BITS);
        memcpy(was_b, y == &a ? in_a : in_b, BITS);
        EACH_REFUSED(&heap, rounds % 16 == 0, s,
                     nets_spans_combine(to[i], x, (nets_spans_op)op, y),
                     check_bits(to[i], bits[i]));
        CHECK_EQ(s, NETS_OK);
        for (t = 0; t < BITS; t++)
            bits[i][t] = op == NETS_UNION          ? was_a[t] | was_b[t]
                         : op == NETS_INTERSECTION ? was_a[t] & was_b[t]
                                                   : was_a[t] & !was_b[t];
        check_bits(&out, want);
        check_bits(&a, in_a);
        check_bits(&b, in_b);
    }
    nets_spans_free(&a);
    nets_spans_free(&b);
    nets_spans_free(&out);
    CHECK(refusals > 0);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static void spans_misuse(void)
{
    nets_spans a = {0}, b = {0}, out = {0};
    CHECK_EQ(nets_spans_add(&a, 3, 3), NETS_E_ARG);
    CHECK_EQ(nets_spans_add(&a, 3, 2), NETS_E_ARG);
    CHECK_EQ(nets_spans_add(&a, HIGH, LOW), NETS_E_ARG);
    CHECK_EQ(nets_spans_has(&a, 3), 0);
    CHECK_EQ(nets_spans_add(&a, LOW, HIGH), NETS_OK);
    CHECK_EQ(nets_spans_add(&a, -3, 3), NETS_OK);
    CHECK_EQ(a.count, 1);
    CHECK_EQ(nets_spans_has(&a, LOW), 1);
    CHECK_EQ(nets_spans_has(&a, HIGH - 1), 1);
    CHECK_EQ(nets_spans_has(&a, HIGH), 0); /* half-open */
    CHECK_EQ(nets_spans_add(&b, LOW, LOW + 1), NETS_OK);
    CHECK_EQ(nets_spans_add(&b, HIGH - 1, HIGH), NETS_OK);
    CHECK_EQ(nets_spans_combine(&out, &a, NETS_INTERSECTION, &b), NETS_OK);
    CHECK_EQ(out.count, 2);
    CHECK_EQ(nets_spans_combine(&out, &b, NETS_UNION, &a), NETS_OK);
    CHECK_EQ(out.count, 1);
    nets_spans_clear(&out);
    CHECK_EQ(out.count, 0);
    CHECK(out.capacity > 0);
    nets_spans_free(&a);
    nets_spans_free(&b);
    nets_spans_free(&out);
    CHECK(out.at == NULL && out.count == 0 && out.capacity == 0);
}

/* ---- building a network ------------------------------------------------------------ */

static void creation(void)
{
    nets_desc d = {0};
    nets_network *net = (nets_network *)&d;
    nets_stats_info c;
    CHECK_EQ(nets_create(NULL, NULL), NETS_E_ARG);
    d.now = 5;
    CHECK_EQ(nets_create_abi(&net, NULL, NETSCHED_ABI + 1), NETS_E_ABI);
    CHECK(net == NULL);
    CHECK_EQ(nets_create(&net, NULL), NETS_OK);
    nets_stats(net, &c);
    CHECK_EQ(c.now, 0);
    CHECK_EQ(c.nodes + c.links + c.partitions + c.units + c.clusters, 0);
    nets_destroy(net);
    nets_destroy(NULL);
    memset(&c, 0x55, sizeof c);
    nets_stats(NULL, &c);
    CHECK(c.nodes == 0 && c.now == 0 && c.bytes == 0 && c.bookings == 0);
    nets_stats(NULL, NULL);
    net = MAKE(0, .now = LOW);
    nets_stats(net, &c);
    CHECK_EQ(c.now, LOW);
    make_end(net);
}

static void links(void)
{
    static const nets_link_info links[] = {{0, 1, 5, 2, NETS_NONE},
                                           {2, 1, MOST, HIGH, 0x80000001},
                                           {1, 2, MOST, HIGH, 0x80000001},
                                           {0, 1, 6, 0, NETS_NONE}};
    nets_network *net = make(3);
    nets_link_info info;
    nets_stats_info c;
    uint32_t number = 77, i;
    CHECK_EQ(nets_add_node(NULL, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(NULL, 0, 1, 5, 0, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(net, 0, 0, 5, 0, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(net, 0, 3, 5, 0, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(net, 3, 1, 5, 0, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(net, 0, 1, 0, 0, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(net, 0, 1, 5, -1, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_duplex(net, 1, 1, 5, 0, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_duplex(net, 1, 2, 5, LOW, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_link(net, 0, 1, MOST + 1, 0, &number), NETS_E_RANGE);
    CHECK_EQ(nets_add_duplex(net, 0, 1, HIGH, 0, &number), NETS_E_RANGE);
    CHECK_EQ(number, 77);
    CHECK_EQ(nets_add_link(net, 0, 1, 5, 2, &number), NETS_OK);
    CHECK_EQ(number, 0);
    CHECK_EQ(nets_add_duplex(net, 2, 1, MOST, HIGH, &number), NETS_OK);
    CHECK_EQ(number, 1);
    CHECK_EQ(nets_add_link(net, 0, 1, 6, 0, NULL), NETS_OK); /* parallel */
    for (i = 0; i < 4; i++) {
        CHECK_EQ(nets_get_link(net, i, &info), NETS_OK);
        CHECK(info.from == links[i].from && info.to == links[i].to);
        CHECK(info.capacity == links[i].capacity && info.delay == links[i].delay);
        CHECK_EQ(info.group, links[i].group);
    }
    CHECK_EQ(nets_set_group(net, 4, 0), NETS_E_ARG);
    CHECK_EQ(nets_set_group(NULL, 0, 0), NETS_E_ARG);
    CHECK_EQ(nets_get_link(net, 4, &info), NETS_E_ARG);
    CHECK_EQ(nets_get_link(net, NETS_NONE, &info), NETS_E_ARG);
    nets_stats(net, &c);
    CHECK(c.nodes == 3 && c.links == 4);
    make_end(net);
}

static void partitions(void)
{
    nets_network *net = make(2);
    nets_partition_info info;
    nets_unit_info unit;
    nets_cluster_info cluster;
    nets_stats_info c;
    uint32_t number = 77;
    CHECK_EQ(nets_add_partition(NULL, 0, 5, NETS_FULL, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_partition(net, 2, 5, NETS_FULL, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_partition(net, 0, 5, NETS_PAIRS, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_partition(net, 0, 5, (nets_access)2, &number), NETS_E_ARG);
    CHECK_EQ(number, 77);
    CHECK_EQ(UNITS(net, 0, 5, NETS_FULL, {4, 9}, {MOST, UINT32_MAX}), 0);
    CHECK_EQ(nets_add_partition(net, 0, 5, NETS_FULL, &number), NETS_E_ARG);
    CHECK_EQ(UNITS(net, 1, 5, NETS_FULL, {1, 1}), 1);
    CHECK_EQ(UNITS(net, 0, 0, NETS_PAIRS, {5, 0}), 2);
    CHECK_EQ(UNITS(net, 0, UINT32_MAX, NETS_PAIRS, {1, 1}), 3);
    CHECK_EQ(nets_add_unit(NULL, 0, 4, 9, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_unit(net, 4, 4, 9, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_unit(net, 0, 0, 9, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_unit(net, 0, MOST + 1, 9, &number), NETS_E_RANGE);
    CHECK_EQ(number, 77);
    CHECK_EQ(nets_allow(NULL, 0, 3), NETS_E_ARG);
    CHECK_EQ(nets_allow(net, 0, 3), NETS_OK);
    CHECK_EQ(nets_allow(net, 0, 3), NETS_OK); /* given twice */
    CHECK_EQ(nets_allow(net, 3, 4), NETS_OK);
    CHECK_EQ(nets_allow(net, 3, 0), NETS_E_ARG);
    CHECK_EQ(nets_allow(net, 0, 4), NETS_E_ARG); /* two partitions apart */
    CHECK_EQ(nets_allow(net, 0, 1), NETS_E_ARG); /* of one partition */
    CHECK_EQ(nets_allow(net, 2, 3), NETS_E_ARG); /* of another node */
    CHECK_EQ(nets_allow(net, 0, 5), NETS_E_ARG);
    CHECK_EQ(nets_allow(net, 5, 3), NETS_E_ARG);
    CHECK_EQ(nets_get_partition(net, 3, &info), NETS_OK);
    CHECK(info.node == 0 && info.type == UINT32_MAX && info.place == 2);
    CHECK(info.units == 1 && info.access == NETS_PAIRS);
    CHECK_EQ(nets_get_partition(net, 4, &info), NETS_E_ARG);
    CHECK_EQ(nets_get_unit(net, 1, &unit), NETS_OK);
    CHECK(unit.partition == 0 && unit.cid == UINT32_MAX && unit.amount == MOST);
    CHECK_EQ(nets_get_unit(net, 5, &unit), NETS_E_ARG);
    CHECK_EQ(nets_add_cluster(NULL, 0, 4, 5, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_cluster(net, 2, 4, 5, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_cluster(net, 0, 0, 5, &number), NETS_E_ARG);
    CHECK_EQ(nets_add_cluster(net, 0, 4, 0, &number), NETS_E_ARG);
    CHECK_EQ(make_cluster(net, 1, 4, 5), 0);
    CHECK_EQ(nets_get_cluster(net, 0, &cluster), NETS_OK);
    CHECK(cluster.node == 1 && cluster.cpus == 4 && cluster.speed == 5);
    CHECK_EQ(nets_get_cluster(net, 1, &cluster), NETS_E_ARG);
    nets_stats(net, &c);
    CHECK(c.partitions == 4 && c.units == 5 && c.clusters == 1);
    CHECK(nets_profile_of(net, NETS_UNIT, 1)->first == MOST);
    CHECK(nets_profile_of(net, NETS_CLUSTER, 0)->first == 4);
    CHECK(nets_profile_of(net, NETS_CLUSTER, 1) == NULL);
    CHECK(nets_profile_of(net, NETS_LINK, 0) == NULL);
    CHECK(nets_profile_of(net, (nets_kind)4, 0) == NULL);
    CHECK(nets_profile_of(NULL, NETS_UNIT, 0) == NULL);
    make_end(net);
}

static void texts(void)
{
    char version[20];
    unsigned abi = 0;
    int s;
    for (s = 0; s < NETS_STATUS_COUNT; s++)
        CHECK(strcmp(nets_status_text((nets_status)s), "unknown status") != 0);
    CHECK_STR(nets_status_text(NETS_OK), "ok");
    CHECK_STR(nets_status_text(NETS_STATUS_COUNT), "unknown status");
    CHECK_STR(nets_status_text((nets_status)99), "unknown status");
    (void)snprintf(version, sizeof version, "%d.%d.%d", NETSCHED_VERSION_MAJOR,
                   NETSCHED_VERSION_MINOR, NETSCHED_VERSION_PATCH);
    CHECK_STR(nets_version(NULL), version);
    CHECK_STR(nets_version(&abi), version);
    CHECK_EQ(abi, NETSCHED_ABI);
}

/* ---- bookings ---------------------------------------------------------------------- */

/* Nothing is booked. */
static void check_free(const nets_network *net)
{
    nets_stats_info c;
    nets_stats(net, &c);
    CHECK_EQ(c.bookings, 0);
    CHECK(nets_profile_of(net, NETS_LINK, 0)->count == 0 &&
          nets_profile_of(net, NETS_LINK, 1)->count == 0 &&
          nets_profile_of(net, NETS_UNIT, 0)->count == 0);
    CHECK_EQ(nets_check(net), NETS_OK);
}

static nets_use use(nets_kind kind, uint32_t index, nets_time from, nets_time to,
                    nets_amount amount)
{
    const nets_use u = {
        .kind = kind, .index = index, .from = from, .to = to, .amount = amount};
    return u;
}

static void commit_misuse(void)
{
    nets_network *net = make(2);
    nets_use uses[3];
    nets_plan p = {.uses = uses};
    nets_id id = 77;
    nets_booking b;
    int k;
    LINKS(net, {0, 1, 8, 0}, {0, 1, 5, 0});
    UNITS(net, 1, 3, NETS_FULL, {6, 0});
    CHECK_EQ(nets_advance(net, 4), NETS_OK);
    for (k = 0; k < 10; k++) {
        nets_status want = NETS_E_ARG;
        uses[0] = use(NETS_LINK, 0, 10, 20, 5);
        uses[1] = use(NETS_LINK, 1, 10, 20, 5);
        uses[2] = use(NETS_UNIT, 0, 10, 20, 5);
        p.count = 3;
        p.replaces = 0;
        switch (k) {
        case 0: p.count = 0; break;
        case 1: uses[2].index = 1; break;
        case 2: uses[2].kind = (nets_kind)4; break;
        case 3: uses[2].amount = 0; break;
        case 4: uses[2].amount = -5; break;
        case 5: uses[2].to = 10; break;
        case 6: uses[2].from = 21; break;
        case 7: uses[2].from = 3, want = NETS_E_PAST; break;
        case 8: uses[2].amount = HIGH, want = NETS_E_BUSY; break;
        default: p.replaces = 5, want = NETS_E_NOTFOUND; break;
        }
        id = 77;
        CHECK_EQ(nets_commit(net, &p, &id), want);
        CHECK_EQ(id, 0);
        check_free(net);
    }
    CHECK_EQ(nets_commit(NULL, &p, &id), NETS_E_ARG);
    CHECK_EQ(nets_commit(net, NULL, &id), NETS_E_ARG);
    CHECK_EQ(nets_advance(NULL, 5), NETS_E_ARG);
    CHECK_EQ(nets_advance(net, 3), NETS_E_PAST);
    id = 77;
    CHECK_EQ(nets_block(NULL, NETS_LINK, 0, 10, 20, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_LINK, 2, 10, 20, 1, &id), NETS_E_ARG);
    CHECK_EQ(id, 0);
    CHECK_EQ(nets_block(net, (nets_kind)9, 0, 10, 20, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 20, 20, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 10, 20, -1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 3, 20, 1, NULL), NETS_E_PAST);
    CHECK_EQ(nets_block(net, NETS_LINK, 0, 10, 20, HIGH, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_NODE, 2, 10, 20, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_block(net, NETS_NODE, 1, 10, 20, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_set_group(net, 0, 7), NETS_OK);
    CHECK_EQ(nets_fail(net, NETS_GROUP, 7, 10, 20, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_fail(net, NETS_GROUP, 8, 10, 20, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_in_the_way(net, NETS_NODE, 2, 10, 20, 0, &b), NETS_E_ARG);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 10, 20, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 20, 20, 0, &b), NETS_E_ARG);
    CHECK_EQ(nets_in_the_way(net, NETS_LINK, 0, 3, 20, 0, &b), NETS_E_PAST);
    CHECK_EQ(nets_finish(net, 1, 10), NETS_E_NOTFOUND);
    CHECK_EQ(nets_cancel(net, 0), NETS_E_NOTFOUND);
    CHECK_EQ(nets_cancel(net, 1), NETS_E_NOTFOUND);
    CHECK_EQ(nets_cancel(net, UINT64_MAX), NETS_E_NOTFOUND);
    CHECK_EQ(nets_cancel(NULL, 1), NETS_E_ARG);
    check_free(net);
    make_end(net);
}

/* Blocks take no more than MOST beyond all there is. */
static void blocks_add_up(void)
{
    nets_network *net = make(2);
    LINKS(net, {0, 1, MOST, 0});
    (void)make_block(net, NETS_NODE, 1, 0, 9, 0);
    (void)make_block(net, NETS_LINK, 0, 0, 9, 0);
    CHECK_EQ(nets_fail(net, NETS_LINK, 0, 0, 9, 1, NULL), NETS_E_RANGE);
    make_end(net);
}

/* Bookings that are over leave no steps. */
static void over_and_gone(void)
{
    nets_network *net = make(2);
    nets_time t;
    LINKS(net, {0, 1, 5, 0});
    for (t = 0; t < 70; t++) {
        CHECK_EQ(nets_advance(net, t), NETS_OK);
        (void)make_block(net, NETS_LINK, 0, t, t + 1, 5 - t % 2);
        CHECK(nets_profile_of(net, NETS_LINK, 0)->count < 4);
    }
    make_end(net);
}

/* ---- first slot: why not ----------------------------------------------------------- */

static nets_request request(nets_time duration, nets_amount bandwidth)
{
    const nets_request r = {.to = 1, .length = duration, .bandwidth = bandwidth};
    return r;
}

/* s - a - d with 5 and s - b - c - d with 5: one path carries 5, two carry 10. */
static nets_network *two_routes(void)
{
    nets_network *net = make(5);
    LINKS(net, {0, 3, 5, 0}, {3, 4, 5, 0}, {4, 1, 5, 0}, {0, 2, 5, 0}, {2, 1, 5, 0});
    return net;
}

/* More combinations than are tried by default: nets_explain says what would be more. */
static void default_limit(void)
{
    const nets_need both[2] = {{1, 1}, {2, 1}};
    nets_request r = request(5, 0);
    nets_network *net = make(1);
    nets_reason why;
    uint32_t cid;
    UNITS(net, 0, 1, NETS_FULL, {1, 0});
    UNITS(net, 0, 2, NETS_PAIRS, {1, 0});
    for (cid = 2; cid < 514; cid++)
        CHECK_EQ(nets_add_unit(net, cid % 2, 1, cid / 2, NULL), NETS_OK);
    r.to = 0;
    r.at_to = both, r.at_to_count = 2;
    r.splittable = 1;
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_LIMIT);
    CHECK_STR(why.field, "max_combinations");
    CHECK(why.value == 0 && why.least == 65537 && why.most == UINT32_MAX);
    make_end(net);
}

/* nets_explain gives this status, member, value, and what it may be. */
static void because(nets_network *net, const nets_request *r, nets_status status,
                    const char *field, int64_t value, int64_t least, int64_t most)
{
    nets_reason why;
    CHECK_EQ(nets_explain(net, r, &why), status);
    CHECK_EQ(why.status, status);
    CHECK(field ? why.field && strcmp(why.field, field) == 0 : !why.field);
    CHECK_EQ(why.value, value);
    CHECK_EQ(why.least, least);
    CHECK_EQ(why.most, most);
}

static void explained(void)
{
    const nets_need cpus = {7, 9}, lost = {8, 1}, two[2] = {{9, 1}, {7, 9}};
    nets_network *net = two_routes();
    uint32_t i;
    nets_request r = request(10, 5);
    nets_plan plan = {0};
    nets_reason why;
    nets_id id;
    CHECK(strstr(nets_status_text(NETS_E_NEVER), "type") ==
          NULL); /* it has two reasons */
    because(net, &r, NETS_OK, NULL, 0, 0, 0);
    r.bandwidth = 6; /* one path never has it, two have */
    because(net, &r, NETS_E_NEVER, "bandwidth", 6, 1, 5);
    r.splittable = 1;
    because(net, &r, NETS_OK, NULL, 0, 0, 0);
    r.bandwidth = 11;
    because(net, &r, NETS_E_NEVER, "bandwidth", 11, 1, 10);
    r.bandwidth = 10;
    r.deadline = 15;
    id = make_block(net, NETS_LINK, 3, 2, 20, 2);
    because(net, &r, NETS_E_NEVER, "bandwidth", 10, 1, 8); /* a block stays */
    CHECK_EQ(nets_cancel(net, id), NETS_OK);
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_OK);
    CHECK_EQ(nets_commit(net, &plan, &id), NETS_OK);
    because(net, &r, NETS_E_NOFIT, NULL, 0, 0, 0);
    CHECK_EQ(nets_cancel(net, id), NETS_OK);
    r.deadline = 9;
    because(net, &r, NETS_E_ARG, "length", 10, 1, 9);
    r.deadline = 0;
    r.length = 0;
    because(net, &r, NETS_E_ARG, "length", 0, 1, NETS_FOREVER);
    r.ready = 5;
    r.deadline = 20;
    because(net, &r, NETS_E_ARG, "length", 0, 1, 15);
    r.length = 10;
    CHECK_EQ(nets_advance(net, 7), NETS_OK);
    r.ready = 30;
    because(net, &r, NETS_E_ARG, "ready", 30, 7, 10);
    r.ready = 5;
    r.deadline = 8;
    r.length = 3; /* from now on, 7, it is too short */
    because(net, &r, NETS_E_NEVER, "deadline", 8, 10, NETS_FOREVER);
    CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_E_NOFIT);
    CHECK(plan.count == 0 && plan.refused);
    nets_plan_free(&plan);
    r.length = 10;
    r.ready = NETS_FOREVER - 5;
    r.deadline = 0;
    because(net, &r, NETS_E_RANGE, "ready", NETS_FOREVER - 5, 7, NETS_FOREVER - 10);
    r.ready = 7;
    r.at_from = &lost, r.at_from_count = 1;
    because(net, &r, NETS_E_NEVER, "type", 8, 0, 0);
    UNITS(net, r.from, 7, NETS_FULL, {4, 0}, {3, 0});
    r.at_from = &cpus;
    because(net, &r, NETS_E_NEVER, "amount", 9, 1, 7);
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_NEVER);
    CHECK(why.need == &cpus);
    r.splittable = 0; /* 9 of one unit, and 10 over one path, which is asked first */
    because(net, &r, NETS_E_NEVER, "bandwidth", 10, 1, 5);
    r.bandwidth = 1;
    because(net, &r, NETS_E_NEVER, "amount", 9, 1, 4);
    UNITS(net, r.from, 9, NETS_FULL, {9, 0});
    r.at_from = two, r.at_from_count = 2;
    because(net, &r, NETS_E_NEVER, "amount", 9, 1, 4); /* the second, alone */
    r.bandwidth = 5;
    for (i = 0; i < 2; i++) /* which leaves no value that will do, whenever it is asked */
        CHECK_EQ(nets_fail(net, NETS_LINK, 3 * i, 7, NETS_FOREVER, 0, NULL), NETS_OK);
    r.ready = LOW;
    for (r.splittable = 0; r.splittable < 2; r.splittable++)
        because(net, &r, NETS_E_NEVER, "bandwidth", 5, 1, 0);
    r.replaces = 77;
    because(net, &r, NETS_E_NOTFOUND, "replaces", 77, 0, 0);
    CHECK_EQ(nets_explain(NULL, &r, &why), NETS_E_ARG);
    CHECK_EQ(nets_explain(net, NULL, &why), NETS_E_ARG);
    CHECK_EQ(nets_explain(net, &r, NULL), NETS_E_ARG);
    nets_plan_free(&plan);
    make_end(net);
}

/* ---- first slot: misuse, and extremes ---------------------------------------------- */

static void refused_as(nets_network *net, const nets_request *r, nets_status want)
{
    nets_plan p = {0};
    nets_spans out = {0};
    nets_alternative_info a;
    nets_reason why;
    CHECK_EQ(nets_first_slot(net, r, &p), want);
    CHECK_EQ(p.count, 0);
    CHECK_EQ(nets_starts(net, r, &out), want);
    CHECK_EQ(nets_alternatives(net, r, &a), want);
    CHECK_EQ(nets_explain(net, r, &why), want);
    CHECK_EQ(why.status, want);
    CHECK(why.field != NULL || (r->at_from_count && !r->at_from) ||
          (r->at_to_count && !r->at_to));
    nets_plan_free(&p);
    nets_spans_free(&out);
    CHECK_EQ(nets_check(net), NETS_OK);
}

static void request_misuse(void)
{
    nets_network *net = two_routes();
    const nets_need twice[2] = {{1, 2}, {1, 3}}, none[1] = {{1, 0}}, less[1] = {{1, -3}};
    const nets_need fine[1] = {{1, 1}};
    nets_request r;
    nets_plan p = {0};
    nets_spans out = {0};
    nets_alternative_info a;
    int k;
    UNITS(net, 0, 1, NETS_FULL, {4, 0});
    CHECK_EQ(nets_advance(net, 10), NETS_OK);
    for (k = 0; k < 32; k++) {
        nets_status want = NETS_E_ARG;
        r = request(5, 1);
        r.ready = 10;
        switch (k) {
        case 0: r.from = 5; break;
        case 1: r.to = 5; break;
        case 2: r.to = NETS_NONE; break;
        case 3: r.to = 0; break;
        case 4: r.length = 0; break;
        case 5: r.length = -5; break;
        case 6: r.length = LOW; break;
        case 7: r.bandwidth = 0; break;
        case 8: r.bandwidth = -1; break;
        case 9: r.bandwidth = LOW; break;
        case 10: r.at_from = twice, r.at_from_count = 2; break;
        case 11: r.at_to = twice, r.at_to_count = 2; break;
        case 12: r.at_from = none, r.at_from_count = 1; break;
        case 13: r.at_to = less, r.at_to_count = 1; break;
        case 14: r.deadline = 14; break;
        case 15: r.deadline = 10; break;
        case 16: r.deadline = 3; break;
        case 17: r.deadline = LOW; break;
        case 18: r.algorithm = NETS_WS_RC; break;
        case 19: r.algorithm = NETS_WS_RN; break;
        case 20: r.algorithm = NETS_WN_RC, r.splittable = 1; break;
        case 21: r.algorithm = NETS_WN_RN, r.splittable = 1; break;
        case 22: r.algorithm = (nets_algorithm)5; break;
        case 23: r.fixed = 1; break;
        case 24: r.ready = 12, r.deadline = 12; break;
        case 25: r.replaces = 1, want = NETS_E_NOTFOUND; break;
        case 26: r.to = 0, r.at_to = fine, r.at_to_count = 1; break; /* one node: */
        case 27: r.to = 0, r.bandwidth = 0; break;                   /* nothing   */
        case 28:
            r.to = 0, r.bandwidth = 0, r.at_to = fine, r.at_to_count = 1;
            r.at_from = fine, r.at_from_count = 1;
            break;
        case 29:
            r.from = 0, r.to = 0, r.bandwidth = -1, r.at_to = fine, r.at_to_count = 1;
            break;
        default: r.at_from_count = 1; break; /* of NULL */
        }
        refused_as(net, &r, want);
    }
    r = request(5, 1);
    r.ready = 10;
    CHECK_EQ(nets_first_slot(NULL, &r, &p), NETS_E_ARG);
    CHECK_EQ(nets_first_slot(net, NULL, &p), NETS_E_ARG);
    CHECK_EQ(nets_first_slot(net, &r, NULL), NETS_E_ARG);
    CHECK_EQ(nets_starts(NULL, &r, &out), NETS_E_ARG);
    CHECK_EQ(nets_starts(net, NULL, &out), NETS_E_ARG);
    CHECK_EQ(nets_starts(net, &r, NULL), NETS_E_ARG);
    CHECK_EQ(nets_alternatives(NULL, &r, &a), NETS_E_ARG);
    CHECK_EQ(nets_alternatives(net, NULL, &a), NETS_E_ARG);
    CHECK_EQ(nets_alternatives(net, &r, NULL), NETS_E_ARG);
    r.deadline = 15; /* as long as the window */
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(p.start, 10);
    nets_plan_free(&p);
    nets_spans_free(&out);
    nets_plan_free(NULL);
    make_end(net);
}

/* A window that ends at time 0 is one, if the flag says that the deadline counts. With
 * the other one a request starts when it is ready, or not at all, nor if that is past. */
static void request_flags(void)
{
    nets_network *net = MAKE(2, .now = -50);
    nets_request r = {.to = 1, .bandwidth = 1, .length = 10, .ready = -50};
    nets_plan p = {0};
    nets_spans out = {0};
    LINKS(net, {0, 1, 5, 0});
    (void)make_block(net, NETS_LINK, 0, -50, 50, 5);
    slot_at(net, &r, &p, 50);
    r.flags = NETS_HAS_DEADLINE;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    r.deadline = 1;
    because(net, &r, NETS_E_NEVER, "bandwidth", 1, 1, 0);
    r.deadline = -50;
    because(net, &r, NETS_E_ARG, "ready", -50, -50, -60);
    r.flags = NETS_EXACTLY, r.deadline = 0, r.ready = 49;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    r.ready = 51;
    slot_at(net, &r, &p, 51);
    CHECK_EQ(nets_advance(net, 60), NETS_OK);
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    because(net, &r, NETS_E_NEVER, "ready", 51, 60, NETS_FOREVER - 10);
    r.deadline = 65, r.flags = NETS_EXACTLY | NETS_HAS_DEADLINE;
    because(net, &r, NETS_E_NEVER, "deadline", 65, 70, NETS_FOREVER);
    r.flags = 4;
    because(net, &r, NETS_E_ARG, "flags", 4, 0, 0);
    CHECK_EQ(nets_starts(net, &r, &out), NETS_E_ARG);
    nets_plan_free(&p);
    make_end(net);
}

/* A plan reports what its search did, not earlier ones, and of legs without a start what
 * is in the way. Units may be, too, until they are enough for all legs. */
static void search_told(void)
{
    const nets_need cpus = {7, 3};
    nets_network *net = make(3);
    nets_request leg = {.to = 1, .bandwidth = 3, .length = 10}, r = leg;
    nets_plan p = {0};
    uint32_t unit, i;
    LINKS(net, {0, 1, 5, 0}, {1, 2, 5, 0});
    unit = UNITS(net, 1, 7, NETS_FULL, {6, 0});
    (void)make_block(net, NETS_LINK, 0, 0, 20, 3);
    r.deadline = 90;
    for (i = 0; i < 2; i++) {
        slot_at(net, &r, &p, 20);
        CHECK(p.instants == 2 && p.searches == 2);
    }
    r.legs = &leg, r.leg_count = 1;
    r.to = 2, r.length = 15;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    CHECK(p.count == 1 && p.uses->kind == NETS_LINK && p.uses->index == 0);
    CHECK(p.uses->from == p.start && p.uses->to == p.end && p.end == p.start + 10);
    (void)make_block(net, NETS_UNIT, unit, 0, 50, 1);
    r.to = 1, r.bandwidth = leg.bandwidth = 1;
    r.at_to = leg.at_to = &cpus, r.at_to_count = leg.at_to_count = 1;
    slot_at(net, &r, &p, 50);
    nets_plan_free(&p);
    make_end(net);
}

/* Two legs that are split change from link to link, once there is enough for both. */
static void split_legs(void)
{
    nets_network *net = make(2);
    nets_request leg = {.to = 1, .bandwidth = 3, .length = 10, .splittable = 1}, r = leg;
    nets_plan p = {0};
    LINKS(net, {0, 1, 6, 0}, {0, 1, 6, 0});
    (void)make_block(net, NETS_LINK, 0, 0, 1, 3);
    (void)make_block(net, NETS_LINK, 0, 5, 10, 6);
    (void)make_block(net, NETS_LINK, 1, 0, 5, 6);
    (void)make_block(net, NETS_LINK, 1, 10, 90, 6);
    r.legs = &leg, r.leg_count = 1;
    slot_at(net, &r, &p, 1);
    nets_plan_free(&p);
    make_end(net);
}

/* Legs of which something is wrong, or too much. */
static void legs_misuse(void)
{
    const nets_need need = {0, 1};
    nets_request leg = {.to = 2, .bandwidth = 3}, many[16];
    const nets_request good = leg;
    nets_request r = {
        .to = 1, .bandwidth = 7, .length = 10, .legs = &leg, .leg_count = 1};
    nets_network *net = make(3);
    nets_plan p = {0};
    nets_spans out = {0};
    nets_alternative_info a;
    nets_reason why;
    uint32_t i;
    LINKS(net, {0, 1, 10, 0}, {1, 2, 5, 0});
    CHECK_EQ(nets_starts(net, &r, &out), NETS_E_ARG);
    CHECK_EQ(nets_alternatives(net, &r, &a), NETS_E_ARG);
#define LEG(member, value, status) \
    leg = good;                    \
    leg.member = value;            \
    CHECK_EQ(nets_first_slot(net, &r, &p), status)
    LEG(bandwidth, MOST, NETS_E_NOFIT);
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_NEVER);
    CHECK(why.leg == 1 && why.most == 5);
    LEG(bandwidth, MOST + 1, NETS_E_RANGE);
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_RANGE);
    CHECK_EQ(why.leg, 1);
    LEG(length, -1, NETS_E_ARG);
    LEG(length, NETS_FOREVER - 1, NETS_OK);
    r.ready = 2; /* it would end too late */
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_RANGE);
    LEG(to, 9, NETS_E_ARG);
    LEG(to, 0, NETS_E_ARG); /* equal ends, nothing asked there */
    leg.bandwidth = 0;
    leg.at_to = &need; /* there alone, no light path leads to it */
    leg.at_to_count = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NEVER);
    leg.light = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    CHECK_EQ(nets_commit(net, &p, NULL), NETS_E_ARG);
    for (i = 0; i < 16; i++) many[i] = good; /* one fits with the 7 of the first leg */
    r.legs = many;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    r.leg_count = 16;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    r.legs = NULL;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    nets_plan_free(&p);
    make_end(net);
}

/* The first leg goes on where a block ends, with the same amount, and the other one takes
 * of its link later: without the first leg there are more steps than with both. */
static void legs_given_back(void)
{
    nets_network *net = make(2);
    const nets_request leg = {.to = 1, .bandwidth = 1, .length = 3, .splittable = 1};
    const nets_request r = {
        .to = 1, .bandwidth = 3, .length = 8, .legs = &leg, .leg_count = 1};
    nets_plan p = {0};
    LINKS(net, {0, 1, 4, 0}, {0, 1, 1, 0});
    (void)make_block(net, NETS_LINK, 0, 0, 3, 3);
    (void)make_block(net, NETS_LINK, 1, 4, 5, 1);
    slot_at(net, &r, &p, 3);
    CHECK(p.count == 3 && p.uses[2].index == 0 && p.uses[2].from == 4);
    nets_plan_free(&p);
    make_end(net);
}

/* How far a booking can be extended that uses a link twice. */
static void extended_twice(void)
{
    nets_network *net = make(2);
    nets_use uses[2] = {{.to = 5, .amount = 4}, {.to = 5, .amount = 4}};
    const nets_plan p = {.uses = uses, .count = 2};
    nets_time latest = -1;
    nets_id id;
    LINKS(net, {0, 1, 10, 0});
    CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
    (void)make_block(net, NETS_LINK, 0, 8, 10, 4);
    CHECK_EQ(nets_extend(net, id, 12, NULL), NETS_E_BUSY);
    CHECK_EQ(nets_extend(net, id, 12, &latest), NETS_E_BUSY);
    CHECK_EQ(latest, 8);
    CHECK_EQ(nets_extend(net, id, latest, &latest), NETS_OK);
    CHECK_EQ(nets_set_capacity(net, 0, 0), NETS_E_ARG);
    CHECK_EQ(nets_set_capacity(net, 0, MOST + 1), NETS_E_RANGE);
    CHECK_EQ(nets_set_capacity(NULL, 0, 1), NETS_E_ARG);
    make_end(net);
}

static int ask_nothing(void *ctx, const nets_booking *b, nets_request *r)
{
    (void)b;
    r->from = r->to = *(uint32_t *)ctx; /* and nothing there: not a request */
    return 0;
}

static void drain_misuse(void)
{
    nets_network *net = make(3);
    const nets_request r = {.to = 1, .bandwidth = 1, .length = 5};
    nets_plan p = {0};
    nets_booking b;
    uint32_t node = 0;
    nets_id id = 7, out = 7;
    LINKS(net, {0, 1, 10, 0});
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
    CHECK_EQ(nets_drain(net, NETS_LINK, 0, 1, 2, 0, NULL, NULL, NULL, &out), NETS_E_ARG);
    CHECK_EQ(nets_drain(NULL, NETS_LINK, 0, 1, 2, 0, ask_nothing, NULL, &node, &out),
             NETS_E_ARG);
    CHECK_EQ(nets_drain(net, NETS_LINK, 1, 1, 2, 0, ask_nothing, NULL, &node, &out),
             NETS_E_ARG);
    CHECK_EQ(nets_drain(net, NETS_NODE, 2, 1, 2, 0, ask_nothing, NULL, &node, &out),
             NETS_E_ARG);
    CHECK_EQ(nets_drain(net, NETS_LINK, 0, -1, 2, 1, ask_nothing, NULL, &node, &out),
             NETS_E_PAST);
    CHECK_EQ(nets_drain(net, NETS_LINK, 0, 1, 2, 1, ask_nothing, NULL, &node, &out),
             NETS_E_ARG); /* nothing was changed */
    CHECK(out == 0 && nets_check(net) == NETS_OK && nets_next(net, id, &b) != NETS_OK);
    CHECK_EQ(nets_drain(net, NETS_LINK, 0, 5, 9, 0, ask_nothing, NULL, &node, NULL),
             NETS_OK); /* nothing is in the way */
    CHECK(nets_next(net, id, &b) == NETS_OK && b.block == 1 && b.id == id + 1);
    nets_plan_free(&p);
    make_end(net);
}

static void volume_misuse(void)
{
    nets_network *net = make(2);
    nets_request r = {.to = 1, .volume = 12, .least = 4, .most = 3}, leg;
    nets_alternative_info other;
    nets_plan p = {0};
    nets_spans all = {0};
    nets_reason why;
    LINKS(net, {0, 1, 10, 0});
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_ARG);
    CHECK(!strcmp(why.field, "most") && why.least == 4);
    r.most = 0;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK(p.end == 2 && p.bandwidth == 6 && p.start == 0);
    CHECK_EQ(nets_starts(net, &r, &all), NETS_E_ARG);
    CHECK_EQ(nets_alternatives(net, &r, &other), NETS_E_ARG);
    r.deadline = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_NEVER);
    CHECK(!strcmp(why.field, "bandwidth") && why.value == 12 && why.most == 10);
    r.most = 5;
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_NEVER);
    CHECK(!strcmp(why.field, "volume") && why.value == 12 && why.most == 5);
    leg = r;
    r.legs = &leg;
    r.leg_count = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    r.volume = r.most = r.deadline = 0; /* of a leg they are not read */
    r.least = 0;
    r.bandwidth = leg.bandwidth = 5;
    r.length = leg.length = 6;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK(p.count == 2 && p.end == 6 && p.uses[1].amount == 5);
    r.leg_count = 0;
    r.volume = -1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    r.volume = INT64_MAX; /* more than there is time for */
    r.deadline = 0;
    r.least = r.most = 0;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(p.bandwidth, 10);
    r.from = r.to = 0;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    nets_plan_free(&p);
    make_end(net);
}

static void waves_misuse(void)
{
    nets_network *net = make(2);
    nets_wave_info wave = {7, 7};
    LINKS(net, {0, 1, 2, 0});
    CHECK_EQ(nets_get_wave(net, 0, &wave), NETS_E_ARG);
    CHECK_EQ(nets_wave_of(NULL, 0, 0), NETS_NONE);
    CHECK_EQ(nets_add_waves(NULL, 0, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_add_waves(net, 1, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_add_waves(net, 0, 0, 0), NETS_E_ARG);
    CHECK_EQ(nets_add_waves(net, 0, NETS_WAVES_MOST, 1), NETS_E_RANGE);
    CHECK_EQ(nets_add_waves(net, 0, 1, NETS_WAVES_MOST), NETS_E_RANGE);
    CHECK_EQ(nets_add_waves(net, 0, 1, UINT32_MAX), NETS_E_RANGE);
    CHECK_EQ(nets_add_waves(net, 0, NETS_WAVES_MOST - 1, 1), NETS_OK);
    CHECK_EQ(nets_set_converter(NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_set_converter(net, 2), NETS_E_ARG);
    CHECK_EQ(nets_wave_of(net, 0, 0), NETS_NONE);
    CHECK_EQ(nets_wave_of(net, 1, 0), NETS_NONE);
    CHECK_EQ(nets_wave_of(net, 0, NETS_WAVES_MOST), NETS_NONE);
    CHECK_EQ(nets_wave_of(net, 0, NETS_WAVES_MOST - 1), 0);
    CHECK_EQ(nets_get_wave(net, 0, &wave), NETS_OK);
    CHECK(wave.link == 0 && wave.wave == NETS_WAVES_MOST - 1);
    make_end(net);
}

/* A good request for a light path, and what is wrong if one member is changed. */
static void light_misuse(void)
{
    static const uint32_t none = NETS_NONE;
    const nets_request good = {
        .light = 1, .to = 1, .ready = 10, .deadline = 20, .length = 10};
    nets_network *net = make(2);
    nets_request r = good;
    nets_plan p = {0};
    LINKS(net, {0, 1, 2, 0});
    CHECK_EQ(nets_advance(net, 10), NETS_OK);
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT); /* no wavelengths at all */
    CHECK_EQ(nets_add_waves(net, 0, 1, 2), NETS_OK);
#define LIGHT(member, value, status) \
    r = good;                        \
    r.member = value;                \
    CHECK_EQ(nets_first_slot(net, &r, &p), status)
    LIGHT(from, 1, NETS_E_ARG);
    LIGHT(light, 0, NETS_E_ARG); /* without a bandwidth */
    LIGHT(bandwidth, -1, NETS_E_ARG);
    LIGHT(bandwidth, 2, NETS_OK);
    LIGHT(bandwidth, 3, NETS_E_NOFIT);
    LIGHT(bandwidth, MOST + 1, NETS_E_RANGE);
    LIGHT(splittable, 1, NETS_E_ARG);
    LIGHT(fixed, 1, NETS_E_ARG);
    LIGHT(via_count, 1, NETS_E_ARG);
    LIGHT(via, &none, NETS_OK); /* none of it */
    r.via_count = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
    LIGHT(first_wave, 3, NETS_E_NOFIT);
    LIGHT(first_wave, UINT32_MAX, NETS_E_NOFIT);
    LIGHT(waves, UINT32_MAX, NETS_OK);
    r.first_wave = 1; /* all from there on */
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    r.light = 0;
    r.bandwidth = r.splittable = 1;
    r.max_hops = 1;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_ARG);
    nets_plan_free(&p);
    make_end(net);
}

static void max_flow_misuse(void)
{
    nets_network *net = make(3);
    nets_amount flow = 77;
    LINKS(net, {0, 1, MOST, 0}, {0, 1, MOST, 0}, {0, 1, MOST, 0});
    CHECK_EQ(nets_advance(net, 10), NETS_OK);
    CHECK_EQ(nets_max_flow(NULL, 0, 1, 10, 20, 0, &flow), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 0, 0, 10, 20, 0, &flow), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 0, 3, 10, 20, 0, &flow), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 3, 0, 10, 20, 0, &flow), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 0, 1, 20, 20, 0, &flow), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 0, 1, 10, 20, -1, &flow), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 0, 1, 10, 20, 0, NULL), NETS_E_ARG);
    CHECK_EQ(nets_max_flow(net, 0, 1, 9, 20, 0, &flow), NETS_E_PAST);
    CHECK_EQ(nets_max_flow(net, 0, 1, 10, 20, 0, &flow), NETS_E_RANGE);
    CHECK_EQ(nets_max_flow(net, 0, 2, 10, 20, 0, &flow), NETS_OK);
    CHECK_EQ(flow, 0);
    (void)make_block(net, NETS_LINK, 1, 15, 16, MOST);
    (void)make_block(net, NETS_LINK, 2, 15, 16, MOST);
    CHECK_EQ(nets_max_flow(net, 0, 1, 10, 20, 0, &flow), NETS_OK);
    CHECK_EQ(flow, MOST);
    make_end(net);
}

/* The largest amounts and the longest durations, at both ends of time. */
static void extremes(void)
{
    static const struct {
        nets_time ready, length, deadline;
        nets_status status;
    } windows[] = {{1, HIGH - 1, 0, NETS_OK},
                   {2, HIGH - 1, 0, NETS_E_RANGE}, /* + length */
                   {-2, HIGH - 1, 0, NETS_OK},
                   {-3, HIGH - 1, 0, NETS_E_RANGE}, /* - length */
                   {LOW, 1, 0, NETS_E_RANGE},
                   {LOW + 1, 1, 0, NETS_OK},
                   {HIGH - 2, 1, 0, NETS_OK},
                   {-1, HIGH - 1, HIGH - 3, NETS_E_ARG},
                   {-1, HIGH - 1, HIGH - 2, NETS_OK},
                   {LOW, NETS_FOREVER, 0, NETS_OK}, /* never ends, from any time on */
                   {0, NETS_FOREVER, 0, NETS_OK},
                   {HIGH - 1, NETS_FOREVER, NETS_FOREVER, NETS_OK},
                   {5, NETS_FOREVER, HIGH - 1, NETS_E_ARG}};
    nets_network *net = MAKE(3, .now = LOW);
    const nets_need much[1] = {{1, MOST}};
    const nets_need prime[2] = {{1, 2305843009213693951}, {2, 3}}; /* bandwidth: 2^61 */
    nets_request r = {.to = 1, .bandwidth = MOST, .at_to = much, .at_to_count = 1};
    nets_plan p = {0};
    nets_spans out = {0};
    uint32_t i;
    LINKS(net, {0, 1, MOST, 0}, {0, 1, MOST, 0}, {0, 1, MOST, 0});
    UNITS(net, 1, 1, NETS_FULL, {MOST, 0});
    for (i = 0; i < 2 * sizeof windows / sizeof *windows; i++) {
        r.splittable = i % 2;
        r.ready = windows[i / 2].ready;
        r.length = windows[i / 2].length;
        r.deadline = windows[i / 2].deadline;
        CHECK_EQ(nets_first_slot(net, &r, &p), windows[i / 2].status);
        CHECK_EQ(nets_starts(net, &r, &out), windows[i / 2].status);
        if (windows[i / 2].status != NETS_OK) continue;
        CHECK_EQ(p.start, r.ready);
        CHECK_EQ(p.end, r.length == NETS_FOREVER ? r.length : r.ready + r.length);
        CHECK_EQ(nets_spans_has(&out, r.ready), 1);
        CHECK(!r.deadline || p.end == NETS_FOREVER ||
              (out.count == 1 && out.at[0].to == 0));
    }
    for (i = 0; i < 2; i++) {
        r = request(1, i ? MOST + 1 : HIGH);
        refused_as(net, &r, NETS_E_RANGE);
        r.splittable = 1;
        refused_as(net, &r, NETS_E_RANGE);
    }
    r = request(1, (int64_t)1 << 61);
    r.at_to = prime, r.at_to_count = 1;
    r.splittable = 1;
    r.algorithm = NETS_WS_RC; /* without pairs neither asks for a common multiple */
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    r.algorithm = NETS_WS_RN;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    UNITS(net, 1, 2, NETS_PAIRS, {MOST, 0});
    CHECK_EQ(nets_allow(net, 0, 1), NETS_OK);
    r.at_to_count = 2;
    r.algorithm = NETS_CHOOSE;
    refused_as(net, &r, NETS_E_RANGE); /* they have no common multiple in range */
    r.at_to_count = 1;
    r.splittable = 0;
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    CHECK_EQ(nets_commit(net, &p, NULL), NETS_OK);
    r.to = 2; /* to where no link goes */
    r.at_to_count = 0;
    for (r.splittable = 0; r.splittable < 2; r.splittable++) {
        CHECK_EQ(nets_first_slot(net, &r, &p), NETS_E_NOFIT);
        CHECK_EQ(p.count, 0);
        CHECK_EQ(nets_starts(net, &r, &out), NETS_OK);
        CHECK_EQ(out.count, 0);
    }
    nets_plan_free(&p);
    nets_spans_free(&out);
    make_end(net);
}

static void room_misuse(void)
{
    nets_network *net;
    nets_desc d = {0};
    nets_room room = {0}, most;
    memset(&most, 0xFF, sizeof most);
    CHECK_EQ(nets_memory_bound(NULL), 0);
    CHECK_EQ(nets_memory_bound(&d), 0);
    d.room = &most;
    CHECK_EQ(nets_memory_bound(&d), 0);
    CHECK_EQ(nets_create(&net, &d), NETS_E_RANGE);
    CHECK(net == NULL);
    d.room = &room;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    nets_destroy(net);
}

TEST_MAIN(TEST(profile_misuse), TEST(profile_random), TEST(spans_random),
          TEST(spans_misuse), TEST(creation), TEST(links), TEST(partitions), TEST(texts),
          TEST(commit_misuse), TEST(blocks_add_up), TEST(over_and_gone),
          TEST(default_limit), TEST(explained), TEST(request_misuse), TEST(request_flags),
          TEST(search_told), TEST(split_legs), TEST(legs_misuse), TEST(legs_given_back),
          TEST(waves_misuse), TEST(light_misuse), TEST(max_flow_misuse), TEST(extremes),
          TEST(extended_twice), TEST(drain_misuse), TEST(volume_misuse),
          TEST(room_misuse))
