/* prop_drain.c - the servers and nodes that cost least (online/drain.h,
 * slurm/book_drain.h) against every choice that there is.
 */
#include "coalloc.h"

#include "test.h"

#include "online/drain.h"
#include "slurm/book_drain.h"
#include "slurm/hostlist.h"
#include "workload/workload.h"

#include <inttypes.h>

enum { NODES = 9, THINGS = 6 };

static unsigned bits(unsigned mask)
{
    unsigned n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

/* ---- a cluster --------------------------------------------------------------------- */

/* What the nodes of the mask cost, during [10, 20). */
static int64_t cost_of(const struct slurm_cluster *c, unsigned mask)
{
    int64_t cost = 0;
    unsigned paid = 0;
    for (unsigned i = 0; i < c->count; i++)
        if (mask >> c->uses[i].node & 1 && !c->uses[i].down && c->uses[i].start < 20 &&
            c->uses[i].end > 10)
            paid |= 1u << c->uses[i].what;
    for (unsigned i = 0; i < THINGS; i++)
        if (paid >> i & 1) cost += c->things[i].kind == SLURM_WAITS ? 1 : 1000000;
    return cost;
}

/* What it says of its answer is true; and mostly there is no better one. */
static void every_choice(void)
{
    const long rounds = test_scaled(400);
    long best = 0, proven = 0;
    for (long round = 0; round < rounds; round++) {
        struct slurm_use uses[THINGS * 8];
        struct slurm_thing things[THINGS];
        struct slurm_cluster c = {.uses = uses, .things = things};
        struct booking b = {.length = 10, .start = {0, 10}};
        struct names chosen = {.any_case = 0};
        struct error e;
        int64_t least = INT64_MAX;
        uint32_t nodes = (uint32_t)test_between(1, NODES), got = 0;
        b.nodes = test_between(1, nodes);
        for (uint32_t i = 0; i < nodes; i++) {
            const struct word name = {&"abcdefghi"[i], 1};
            CHECK_EQ(names_add(&c.nodes, name), i);
        }
        for (uint32_t i = 0; i < THINGS; i++) {
            const int64_t start = test_between(0, 25);
            things[i].kind = (enum slurm_kind)test_between(SLURM_DOWN, SLURM_WAITS);
            for (uint32_t k = (uint32_t)test_below(8); k > 0; k--) { /* some twice */
                const struct slurm_use use = {(uint32_t)test_below(nodes), i, start,
                                              start + test_between(1, 25),
                                              things[i].kind == SLURM_DOWN};
                uses[c.count++] = use;
            }
        }
        c.thing_count = THINGS;
        const int exact = book_drain_choose(&b, &c);
        CHECK_EQ(hostlist_read(word_of(b.parts[0].nodes[BOOK_NEXT]), &chosen, &e), 0);
        CHECK_EQ(chosen.count, b.nodes);
        for (uint32_t i = 0; i < chosen.count; i++)
            got |= 1u << names_find(&c.nodes, word_of(chosen.text[i]));
        for (uint32_t k = 0; k < 1u << nodes; k++)
            if (bits(k) == b.nodes && cost_of(&c, k) < least) least = cost_of(&c, k);
        proven += exact;
        best += cost_of(&c, got) == least;
        CHECK(!exact || cost_of(&c, got) == least);
        book_journal_drop(&b);
        names_free(&chosen);
        names_free(&c.nodes);
    }
    CHECK(proven > rounds / 2 && best > rounds * 3 / 4);
}

/* ---- a calendar -------------------------------------------------------------------- */

/* What stays is worse than any hours, and these than any moves. */
static int64_t cost_as(int64_t stay, int64_t seconds, int64_t moved)
{
    return stay * INT64_C(100000000000000) + seconds * 100 + moved;
}

static void note(void *of, const coa_booking *b, coa_time was)
{
    *(int64_t *)of +=
        was == COA_FOREVER ? cost_as(1, 0, 0) : cost_as(0, b->start - was, 1);
}

static int64_t least_of(const coa_calendar *cal, uint32_t servers, uint32_t n,
                        int64_t from, int64_t until)
{
    int64_t least = INT64_MAX;
    for (unsigned mask = 0; mask < 1u << servers; mask++) {
        int64_t cost = 0;
        coa_set down = {0};
        coa_calendar *copy;
        coa_id block;
        if (bits(mask) != n) continue;
        for (unsigned i = 0; i < servers; i++)
            if (mask >> i & 1) CHECK(coa_set_add(&down, i, 1) == COA_OK);
        CHECK(coa_copy(&copy, cal, NULL) == COA_OK);
        const coa_status status =
            coa_drain(copy, from, until, &down, 0, 1, NULL, note, &cost, &block);
        CHECK(status == COA_OK || status == COA_E_BUSY);
        if (cost < least) least = cost;
        coa_destroy(copy);
        coa_set_free(&down);
    }
    return least;
}

static void every_drain(void)
{
    for (long round = 0; round < test_scaled(300); round++) {
        const struct online_rules rules = {.index = COA_INDEX_MAP};
        const int64_t at = test_between(0, 40), from = at + test_between(0, 40);
        const int64_t length = test_between(1, 40);
        struct workload w = {.first = 0, .servers = (uint32_t)test_between(1, 7)};
        const uint32_t n = (uint32_t)test_between(1, w.servers);
        static char text[65536];
        char question[64], moment[24];
        const struct drain_question q = {.at = moment, .nodes = question};
        int64_t stay = -1, moved = -1;
        struct schedule d = {.w = &w};
        double hours = -1;
        FILE *to = tmpfile();
        while (w.count < 20) { /* hours, which the answer is in */
            struct job *job = workload_add(&w);
            job->submit = job->ready = 3600 * ((int64_t)w.count - 1);
            job->length = job->run = 3600 * test_between(1, 30);
            job->servers = (uint32_t)test_between(1, w.servers);
        }
        schedule_begin(&d, NULL);
        coa_calendar *cal = online_calendar(&d, &rules, 3600 * at);
        const int64_t least =
            least_of(cal, w.servers, n, 3600 * from, 3600 * (from + length));
        snprintf(moment, sizeof moment, "%dh", (int)at);
        snprintf(question, sizeof question, "%d@%dh+%dh", (int)n, (int)from, (int)length);
        CHECK(to != NULL);
        drain_answer(&q, &w, NULL, &rules, to);
        rewind(to);
        text[fread(text, 1, sizeof text - 1, to)] = 0;
        char *found = strstr(text, "\ncheapest ");
        CHECK(found && (strstr(text, "nothing costs") || strstr(text, "no jobs in")));
        CHECK_EQ(sscanf(found, " cheapest %" SCNd64 " %" SCNd64 " %*d %lf", &stay, &moved,
                        &hours),
                 3);
        CHECK_EQ(cost_as(stay, (int64_t)(hours * 3600 + 0.5), moved), least);
        fclose(to);
        coa_destroy(cal);
        schedule_free(&d);
        workload_free(&w);
    }
}

TEST_MAIN(TEST(every_choice), TEST(every_drain))
