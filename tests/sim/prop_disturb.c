/* prop_disturb.c - base/disturb.h against every choice that there is. */
#include "test.h"

#include "base/disturb.h"

enum { SERVERS = 12, THINGS = 6 };

/* What the servers of the mask cost. */
static int64_t cost_of(const struct disturb *d, unsigned mask)
{
    int64_t cost = 0;
    unsigned paid = 0;
    size_t i;
    for (i = 0; i < d->count; i++)
        if (mask >> d->touches[i].server & 1) paid |= 1u << d->touches[i].thing;
    for (i = 0; i < d->things; i++) cost += paid >> i & 1 ? d->weights[i] : 0;
    return cost;
}

static unsigned bits(unsigned mask)
{
    unsigned n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

static void every_choice(void)
{
    long round;
    for (round = 0; round < test_scaled(3000); round++) {
        int64_t weights[THINGS], cost, least = INT64_MAX;
        struct disturb d = {.servers = (uint32_t)test_between(1, SERVERS),
                            .things = (uint32_t)test_between(0, THINGS),
                            .weights = weights};
        const uint32_t n = (uint32_t)test_between(1, d.servers);
        unsigned char chosen[SERVERS];
        unsigned mask, got = 0;
        uint64_t k = test_below(30);
        uint32_t i;
        for (i = 0; i < d.things; i++)
            weights[i] = test_below(4) ? test_between(0, 9) : INT64_C(1000000000000);
        while (d.things && k-- > 0)
            CHECK_EQ(disturb_touch(&d, (uint32_t)test_below(d.servers),
                                   (uint32_t)test_below(d.things)),
                     0);
        CHECK_EQ(disturb_choose(&d, n, &cost, chosen), 1);
        for (i = 0; i < d.servers; i++) got |= (unsigned)chosen[i] << i;
        for (mask = 0; mask < 1u << d.servers; mask++)
            if (bits(mask) == n && cost_of(&d, mask) < least) least = cost_of(&d, mask);
        CHECK_EQ(cost, least);
        CHECK_EQ(bits(got), n);
        CHECK_EQ(cost_of(&d, got), least);
        disturb_free(&d);
    }
}

/* Many jobs of one server, which all choices of as many have in common; and what is too
 * much for the search is answered nevertheless. */
static void many(void)
{
    enum { MANY = 2000 };
    static int64_t weights[MANY];
    static unsigned char chosen[MANY];
    struct disturb d = {.servers = MANY, .things = MANY, .weights = weights};
    uint32_t i;
    int64_t cost;
    for (i = 0; i < MANY; i++) {
        weights[i] = 1;
        CHECK_EQ(disturb_touch(&d, i, i), 0);
    }
    CHECK_EQ(disturb_choose(&d, MANY / 2, &cost, chosen), 1);
    CHECK_EQ(cost, MANY / 2);
    for (i = 0; i < 5 * MANY; i++)
        CHECK_EQ(
            disturb_touch(&d, (uint32_t)test_below(MANY), (uint32_t)test_below(MANY)), 0);
    CHECK(disturb_choose(&d, MANY / 2, &cost, chosen) >= 0);
    CHECK(cost > 0);
    disturb_free(&d);
}

TEST_MAIN(TEST(every_choice), TEST(many))
