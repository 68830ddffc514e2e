/* test_netsched.c - netsched.h: profiles and sets of times against arrays, and what
 * calls.txt cannot say: NULL, and what a search has done. The answers on any network are
 * those of prop_netsched.c. */
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
    for (uint32_t i = 0; i < p->count; i++)
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
    nets_spans out = {0}, none = {0};
    CHECK_EACH(NETS_E_ARG, nets_profile_take(&p, 5, 5, 1), nets_profile_take(&p, 6, 5, 1),
               nets_profile_take(&p, 5, 6, -1), nets_profile_take(&p, 5, 6, LOW),
               nets_profile_give(&p, 5, 5, 1), nets_profile_give(&p, 5, 6, -1),
               nets_profile_add(&p, 5, 5, 1), nets_profile_copy(&p, NULL),
               nets_profile_copy(NULL, &p), nets_profile_earliest(&p, 1, 0, 0, 10, &x),
               nets_profile_earliest(&p, 1, -1, 0, 10, &x),
               nets_profile_earliest(&p, -1, 1, 0, 10, &x),
               nets_profile_starts(&p, 1, 0, 0, 10, &out),
               nets_profile_starts(&p, -1, 1, 0, 10, &out),
               nets_profile_take(NULL, 0, 1, 1), nets_profile_give(NULL, 0, 1, 1),
               nets_profile_earliest(NULL, 1, 1, 0, 9, &x),
               nets_profile_earliest(&p, 1, 1, 0, 9, NULL),
               nets_profile_starts(NULL, 1, 1, 0, 9, &out),
               nets_profile_starts(&p, 1, 1, 0, 9, NULL), nets_spans_add(NULL, 0, 1),
               nets_spans_combine(NULL, &out, NETS_UNION, &none),
               nets_spans_combine(&out, NULL, NETS_UNION, &none),
               nets_spans_combine(&out, &none, NETS_UNION, NULL),
               nets_spans_combine(&out, &out, (nets_spans_op)3, &none));
    CHECK_EACH(NETS_E_RANGE, nets_profile_give(&p, 5, 6, 1),
               nets_profile_give(&p, LOW, NETS_FOREVER, HIGH),
               nets_profile_add(&p, 5, 7, 1), nets_profile_add(&p, 5, 7, LOW));
    CHECK_EACH(NETS_E_BUSY, nets_profile_take(&p, 5, 7, MOST + 1),
               nets_profile_take(&p, 5, 7, HIGH));
    CHECK_EACH(0, nets_profile_value(NULL, 3), nets_profile_min(NULL, 3, 4),
               nets_spans_has(NULL, 0), x - 77);
    nets_profile_free(NULL);
    nets_profile_forget(NULL, 3);
    nets_spans_clear(NULL);
    nets_spans_free(NULL);
    CHECK_EQ(nets_profile_take(&p, 5, 7, MOST), NETS_OK);
    CHECK_EQ(nets_profile_give(&p, 5, 8, 1), NETS_E_RANGE); /* at 7 there is all */
    CHECK_EQ(nets_profile_give(&p, 5, 7, MOST), NETS_OK);
    CHECK_EQ(nets_profile_take(&p, 5, 7, 0), NETS_OK);
    CHECK_EQ(nets_profile_add(&p, 5, 7, -2 * MOST), NETS_OK);
    CHECK_EQ(nets_profile_add(&p, 5, 7, -1), NETS_E_RANGE);
    CHECK_EQ(nets_profile_add(&p, 5, 7, 2 * MOST), NETS_OK);
    CHECK_EQ(nets_profile_copy(&p, &p), NETS_OK);
    CHECK_EQ(nets_profile_next(NULL, 0), NETS_FOREVER);
    CHECK(p.first == MOST && p.count == 0);
    CHECK_EQ(nets_profile_take(&p, 25, 30, MOST), NETS_OK); /* the ends of time */
    CHECK_EACH(NETS_E_NOFIT, nets_profile_earliest(&p, 1, NETS_FOREVER, 26, HIGH - 1, &x),
               nets_profile_earliest(&p, 1, HIGH - 29, 26, NETS_FOREVER, &x));
    CHECK_EQ(nets_profile_earliest(&p, 1, NETS_FOREVER, 26, NETS_FOREVER, &x), NETS_OK);
    CHECK_EQ(x, 30);
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
    CHECK_EQ(audit_profile(p), NETS_OK);
    for (int t = from; t < INSTANTS; t++)
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
        int t, forgotten = 0;
        nets_spans out = {.alloc = test_heap_hook, .alloc_ctx = &heap};
        for (t = 0; t < INSTANTS; t++) want[t] = total;
        for (int k = 0; k < 60; k++, rounds--) {
            const int a = (int)test_between(forgotten, INSTANTS - 2);
            const int b = (int)test_between(a + 1, INSTANTS - 1);
            const nets_time end = b == INSTANTS - 1 ? NETS_FOREVER : b;
            const int until = b == INSTANTS - 1 ? INSTANTS : b;
            const nets_amount amount = test_between(0, 3);
            const int how = (int)test_below(5), give = how > 2, any = how == 2;
            nets_amount least = want[a];
            nets_profile same = {.alloc = test_heap_hook, .alloc_ctx = &heap};
            nets_time x = 0;
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
            const nets_time dur = test_between(1, 9);
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
    for (int t = 0; t < BITS; t++) CHECK_EQ(nets_spans_has(s, t), bits[t]);
    for (uint32_t i = 0; i < s->count; i++) {
        CHECK(s->at[i].from < s->at[i].to);
        CHECK(!i || s->at[i - 1].to < s->at[i].from);
    }
}

static void random_spans(nets_spans *s, unsigned char *bits)
{
    nets_status status;
    nets_spans_clear(s);
    memset(bits, 0, BITS);
    for (int k = (int)test_below(9); k > 0; k--) {
        const int a = (int)test_below(BITS - 1);
        const int b = (int)test_between(a + 1, a + 7 < BITS ? a + 7 : BITS);
        EACH_REFUSED(&heap, k == 2, status, nets_spans_add(s, a, b), check_bits(s, bits));
        CHECK_EQ(status, NETS_OK);
        for (int t = a; t < b; t++) bits[t] = 1;
        check_bits(s, bits);
    }
}

static void spans_random(void)
{
    long rounds = test_scaled(20000);
    nets_spans a = {0}, b = {0}, out = {0};
    unsigned char in_a[BITS], in_b[BITS], want[BITS] = {0};
    nets_status s;
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
        for (int t = 0; t < BITS; t++)
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
    CHECK(test_refusals > 0);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static void spans_misuse(void)
{
    nets_spans a = {0}, b = {0}, out = {0};
    CHECK_EQ(nets_spans_combine(&a, &a, NETS_UNION, &b), NETS_OK);
    CHECK(a.count == 0 && a.at == NULL);
    CHECK_EACH(NETS_E_ARG, nets_spans_add(&a, 3, 3), nets_spans_add(&a, 3, 2),
               nets_spans_add(&a, HIGH, LOW));
    CHECK_EQ(nets_spans_has(&a, 3), 0);
    CHECK_EQ(nets_spans_add(&a, LOW, HIGH), NETS_OK);
    CHECK_EQ(nets_spans_add(&a, -3, 3), NETS_OK);
    CHECK_EQ(a.count, 1);
    CHECK_EACH(1, nets_spans_has(&a, LOW), nets_spans_has(&a, HIGH - 1));
    CHECK_EQ(nets_spans_has(&a, HIGH), 0); /* half-open */
    CHECK_EQ(nets_spans_add(&b, LOW, LOW + 1), NETS_OK);
    CHECK_EQ(nets_spans_add(&b, HIGH - 1, HIGH), NETS_OK);
    CHECK_EQ(nets_spans_combine(&out, &a, NETS_INTERSECTION, &b), NETS_OK);
    CHECK_EQ(out.count, 2);
    CHECK_EQ(nets_spans_combine(&out, &b, NETS_UNION, &a), NETS_OK);
    CHECK_EQ(out.count, 1);
    nets_spans_clear(&out);
    CHECK(out.count == 0 && out.capacity > 0);
    nets_spans_free(&a);
    nets_spans_free(&b);
    nets_spans_free(&out);
    CHECK(out.at == NULL && out.count == 0 && out.capacity == 0);
}

/* ---- a network --------------------------------------------------------------------- */

/* NULL instead of an object, and numbers that no enum has. */
static void nothing(void)
{
    nets_network *net = make(2), *other = net;
    const nets_plan empty = {.count = 1};
    nets_plan p = {0};
    nets_link_info link;
    nets_partition_info part;
    nets_unit_info unit;
    nets_cluster_info cluster;
    nets_wave_info wave;
    nets_stats_info c;
    nets_event event = {0, 0, 0};
    nets_booking b;
    nets_id id;
    uint32_t n;
    LINKS(net, {0, 1, 8, 0});
    CHECK_EACH(NETS_E_ARG, nets_create(NULL, NULL), nets_add_node(NULL, &n),
               nets_add_link(NULL, 0, 1, 5, 0, &n), nets_set_group(NULL, 0, 0),
               nets_add_partition(NULL, 0, 5, NETS_FULL, &n),
               nets_add_partition(net, 0, 5, (nets_access)2, &n),
               nets_add_unit(NULL, 0, 4, 9, &n), nets_allow(NULL, 0, 3),
               nets_add_cluster(NULL, 0, 4, 5, &n), nets_set_capacity(NULL, 0, 1),
               nets_add_waves(NULL, 0, 0, 1), nets_set_converter(NULL, 0),
               nets_set_tag(NULL, 1, 1), nets_next_event(NULL, &event, 0),
               nets_next_event(net, NULL, 0));
    CHECK_EACH(NETS_E_ARG, nets_get_link(NULL, 0, &link), nets_get_link(net, 0, NULL),
               nets_get_link(net, NETS_NONE, &link), nets_get_link(net, 1, &link),
               nets_get_partition(NULL, 0, &part), nets_get_partition(net, 0, NULL),
               nets_get_partition(net, 0, &part), nets_get_unit(NULL, 0, &unit),
               nets_get_unit(net, 0, NULL), nets_get_unit(net, 0, &unit),
               nets_get_cluster(NULL, 0, &cluster), nets_get_cluster(net, 0, NULL),
               nets_get_cluster(net, 0, &cluster), nets_get_wave(NULL, 0, &wave),
               nets_get_wave(net, 0, NULL), nets_get_wave(net, 0, &wave));
    CHECK_EACH(NETS_E_ARG, nets_commit(NULL, &p, &id), nets_commit(net, NULL, &id),
               nets_commit(net, &empty, NULL), nets_advance(NULL, 5),
               nets_block(NULL, NETS_LINK, 0, 10, 20, 1, NULL),
               nets_block(net, (nets_kind)9, 0, 10, 20, 1, NULL),
               nets_in_the_way(net, NETS_LINK, 0, 10, 20, 0, NULL), nets_cancel(NULL, 1),
               nets_finish(NULL, 1, 1), nets_extend(NULL, 1, 1, NULL),
               nets_get(NULL, 1, &b), nets_get(net, 1, NULL), nets_next(NULL, 0, &b),
               nets_next(net, 0, NULL));
    CHECK_EQ(nets_extend(net, 1, 1, NULL), NETS_E_NOTFOUND);
    CHECK_EACH(NETS_NONE, nets_wave_of(NULL, 0, 0), nets_wave_of(net, 0, 0),
               nets_wave_of(net, 1, 0), nets_wave_of(net, 0, NETS_WAVES_MOST));
    CHECK(!nets_profile_of(NULL, NETS_UNIT, 0));
    CHECK(!nets_profile_of(net, (nets_kind)4, 0));
    CHECK_EQ(nets_create_abi(&other, NULL, NETSCHED_ABI + 1), NETS_E_ABI);
    CHECK(other == NULL);
    CHECK_EQ(nets_create(&other, NULL), NETS_OK);
    nets_destroy(other);
    nets_destroy(NULL);
    nets_plan_free(NULL);
    memset(&c, 0x55, sizeof c);
    nets_stats(NULL, &c);
    CHECK(c.nodes == 0 && c.now == 0 && c.bytes == 0 && c.bookings == 0);
    nets_stats(NULL, NULL);
    nets_stats(net, &c);
    CHECK(c.nodes == 2 && c.links == 1 && c.bookings == 0 && c.now == 0);
    make_end(net);
}

static int ask_nothing(void *ctx, const nets_booking *b, nets_request *r)
{
    (void)ctx, (void)b, (void)r;
    return 1;
}

/* Searches for nothing, and with needs or legs that are none. */
static void no_request(void)
{
    nets_network *net = make(2);
    const nets_request r = {.to = 1, .bandwidth = 1, .length = 5};
    nets_request from = r, to = r, legs = r;
    nets_plan p = {0};
    nets_spans out = {0};
    nets_alternative_info a;
    nets_reason why;
    nets_amount flow;
    nets_id id;
    LINKS(net, {0, 1, 8, 0});
    from.at_from_count = to.at_to_count = legs.leg_count = 1;
    CHECK_EACH(NETS_E_ARG, nets_first_slot(NULL, &r, &p), nets_first_slot(net, NULL, &p),
               nets_first_slot(net, &r, NULL), nets_first_slot(net, &from, &p),
               nets_first_slot(net, &to, &p), nets_first_slot(net, &legs, &p),
               nets_starts(NULL, &r, &out), nets_starts(net, NULL, &out),
               nets_starts(net, &r, NULL), nets_starts(net, &from, &out),
               nets_alternatives(NULL, &r, &a), nets_alternatives(net, NULL, &a),
               nets_alternatives(net, &r, NULL), nets_alternatives(net, &from, &a),
               nets_explain(NULL, &r, &why), nets_explain(net, NULL, &why),
               nets_explain(net, &r, NULL), nets_explain(net, &from, &why),
               nets_max_flow(NULL, 0, 1, 10, 20, 0, &flow),
               nets_max_flow(net, 0, 1, 10, 20, 0, NULL),
               nets_drain(net, NETS_LINK, 0, 1, 2, 0, NULL, NULL, NULL, &id),
               nets_drain(NULL, NETS_LINK, 0, 1, 2, 0, ask_nothing, NULL, NULL, &id));
    CHECK_EQ(nets_drain(net, NETS_LINK, 0, 5, 9, 0, ask_nothing, NULL, NULL, NULL),
             NETS_OK); /* nothing is in the way */
    make_end(net);
}

static void texts(void)
{
    char version[20];
    unsigned abi = 0;
    for (int s = 0; s < NETS_STATUS_COUNT; s++)
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

/* Bookings that are over leave no steps. */
static void over_and_gone(void)
{
    nets_network *net = make(2);
    LINKS(net, {0, 1, 5, 0});
    for (nets_time t = 0; t < 70; t++) {
        CHECK_EQ(nets_advance(net, t), NETS_OK);
        (void)make_block(net, NETS_LINK, 0, t, t + 1, 5 - t % 2);
        CHECK(nets_profile_of(net, NETS_LINK, 0)->count < 4);
    }
    make_end(net);
}

/* More combinations than are tried by default: nets_explain says what would be more. */
static void default_limit(void)
{
    const nets_need both[2] = {{1, 1}, {2, 1}};
    nets_request r = {.length = 5};
    nets_network *net = make(1);
    nets_reason why;
    UNITS(net, 0, 1, NETS_FULL, {1, 0});
    UNITS(net, 0, 2, NETS_PAIRS, {1, 0});
    for (uint32_t cid = 2; cid < 514; cid++)
        CHECK_EQ(nets_add_unit(net, cid % 2, 1, cid / 2, NULL), NETS_OK);
    r.to = 0;
    r.at_to = both, r.at_to_count = 2;
    r.splittable = 1;
    CHECK_EQ(nets_explain(net, &r, &why), NETS_E_LIMIT);
    CHECK_STR(why.field, "max_combinations");
    CHECK(why.value == 0 && why.least == 65537 && why.most == UINT32_MAX);
    make_end(net);
}

/* Two paths share their first and their last link: one search finds both. A plan reports
 * what its search did, not earlier ones. */
static void search_told(void)
{
    nets_network *net = make(8);
    nets_request r = {.to = 7, .bandwidth = 2, .length = 2, .splittable = 1};
    nets_plan p = {0};
    LINKS(net, {0, 1, 2, 0}, {1, 2, 1, 0}, {1, 3, 1, 0}, {2, 4, 1, 0}, {3, 5, 1, 0},
          {4, 6, 1, 0}, {5, 6, 1, 0}, {6, 7, 2, 0});
    slot_at(net, &r, &p, 0);
    CHECK(p.count == 8 && p.instants == 1 && p.searches == 1);
    (void)make_block(net, NETS_LINK, 0, 0, 20, 1);
    r.splittable = 0, r.to = 1;
    slot_at(net, &r, &p, 20);
    CHECK(p.instants == 2 && p.searches == 2);
    nets_plan_free(&p);
    make_end(net);
}

TEST_MAIN(TEST(profile_misuse), TEST(profile_random), TEST(spans_random),
          TEST(spans_misuse), TEST(nothing), TEST(no_request), TEST(texts),
          TEST(over_and_gone), TEST(default_limit), TEST(search_told))
