/* prop_drain.c - the servers that cost least (base/disturb.h, online/drain.h) against
 * every choice that there is.
 */
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#define SWF_IMPLEMENTATION
#include "swf.h"

#include "test.h"

#include "base/disturb.h"
#include "online/drain.h"
#include "workload/workload.h"

#include <inttypes.h>

enum { FEW = 12, MANY = 20, THINGS = 6 };

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

/* Greedy where there are many: then what it says of its answer is true. */
static void every_choice(void)
{
    long round;
    for (round = 0; round < test_scaled(400); round++) {
        const int large = round % 8 < 2, many = round % 8 == 0;
        int64_t weights[THINGS], least = INT64_MAX;
        struct disturb d = {.servers = large ? MANY : (uint32_t)test_between(1, FEW),
                            .things = (uint32_t)test_between(0, THINGS),
                            .weights = weights};
        const uint32_t n = many    ? MANY / 2
                           : large ? MANY - 1
                                   : (uint32_t)test_between(1, d.servers);
        uint32_t chosen[MANY], i;
        unsigned mask, got = 0;
        uint64_t k = test_below(3 * d.servers);
        int exact;
        for (i = 0; i < d.things; i++)
            weights[i] = test_below(4) ? test_between(0, 9) : INT64_C(100000000000);
        while (d.things && k-- > 0)
            CHECK_EQ(disturb_touch(&d, (uint32_t)test_below(d.servers),
                                   (uint32_t)test_below(d.things)),
                     0);
        exact = disturb_choose(&d, n, chosen);
        CHECK(exact == 1 || (many && exact == 0));
        for (i = 0; i < n; i++) got |= 1u << chosen[i];
        CHECK_EQ(bits(got), n);
        for (mask = 0; mask < 1u << d.servers; mask++)
            if (bits(mask) == n && cost_of(&d, mask) < least) least = cost_of(&d, mask);
        CHECK(!exact || cost_of(&d, got) == least);
        disturb_free(&d);
    }
}

/* ---- a calendar -------------------------------------------------------------------- */

struct cost {
    int64_t stay, late, moved;
};

static void note(void *of, coa_id id, coa_time was, coa_time is)
{
    struct cost *c = (struct cost *)of;
    (void)id;
    c->stay += is == COA_FOREVER;
    c->moved += is != COA_FOREVER;
    c->late += is == COA_FOREVER ? 0 : is - was;
}

static int less(struct cost a, struct cost b)
{
    return a.stay != b.stay   ? a.stay < b.stay
           : a.late != b.late ? a.late < b.late
                              : a.moved < b.moved;
}

static struct cost least_of(const coa_calendar *cal, uint32_t servers, uint32_t n,
                            int64_t from, int64_t until)
{
    struct cost least = {INT64_MAX, 0, 0};
    unsigned mask, i;
    for (mask = 0; mask < 1u << servers; mask++) {
        struct cost cost = {0, 0, 0};
        coa_set down = {0};
        coa_calendar *copy;
        coa_status status;
        coa_id block;
        if (bits(mask) != n) continue;
        for (i = 0; i < servers; i++)
            if (mask >> i & 1) CHECK(coa_set_add(&down, i, 1) == COA_OK);
        CHECK(coa_copy(&copy, cal, NULL) == COA_OK);
        status = coa_drain(copy, from, until, &down, 0, 1, note, &cost, &block);
        CHECK(status == COA_OK || status == COA_E_BUSY);
        if (less(cost, least)) least = cost;
        coa_destroy(copy);
        coa_set_free(&down);
    }
    return least;
}

static void every_drain(void)
{
    long round;
    for (round = 0; round < test_scaled(300); round++) {
        const struct online_rules rules = {.index = COA_INDEX_MAP};
        const int64_t at = test_between(0, 40), from = at + test_between(0, 40);
        const int64_t length = test_between(1, 40);
        struct workload w = {.first = 100, .servers = (uint32_t)test_between(1, 7)};
        const uint32_t n = (uint32_t)test_between(1, w.servers);
        static char text[65536];
        char question[64], moment[24], *found;
        const struct drain_question q = {moment, question};
        struct cost least, cost = {-1, -1, -1};
        struct job_outcome outcomes[20] = {{0}};
        struct grants grants = {.of = NULL};
        FILE *json = tmpfile();
        coa_calendar *cal;
        while (w.count < 20) {
            struct job *job = workload_add(&w);
            job->submit = job->ready = (int64_t)w.count + 99;
            job->length = job->run = test_between(1, 30);
            job->servers = (uint32_t)test_between(1, w.servers);
        }
        cal = online_calendar(&w, &rules, 100 + at, outcomes, &grants);
        least = least_of(cal, w.servers, n, 100 + from, 100 + from + length);
        snprintf(moment, sizeof moment, "%d", (int)at);
        snprintf(question, sizeof question, "%d@%d+%d", (int)n, (int)from, (int)length);
        CHECK(json != NULL);
        drain_answer(&q, &w, NULL, &rules, NULL, json);
        rewind(json);
        text[fread(text, 1, sizeof text - 1, json)] = 0;
        found = strstr(text, "\"cheapest\"");
        CHECK(found && strstr(text, "\"exact\": true"));
        CHECK_EQ(sscanf(strstr(found, "\"stay\""),
                        "\"stay\": %" SCNd64 ", \"move\": %" SCNd64
                        ", \"later\": %*d, \"late_seconds\": %" SCNd64,
                        &cost.stay, &cost.moved, &cost.late),
                 3);
        CHECK(!less(least, cost) && !less(cost, least));
        fclose(json);
        coa_destroy(cal);
        grants_free(&grants);
        workload_free(&w);
    }
}

TEST_MAIN(TEST(every_choice), TEST(every_drain))
