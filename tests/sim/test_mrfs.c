/* test_mrfs.c - paper 3's algorithms (mrfs/mrfs_run.h): every algorithm with every
 * search, that is every row of both tables, on small networks. The searches must decide
 * alike.
 */
#include "test.h"

#include "base/error.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"

#include <string.h>

enum { ONE = 1000000000 };

static void make(struct mrfs_scenario *s, int64_t density, int64_t seed)
{
    static struct mrfs_place place = {.nodes = 12,
                                      .degree = 3 * (int64_t)ONE,
                                      .capacity = 100,
                                      .sites = {.sites = 5,
                                                .types = 2,
                                                .units = 4,
                                                .cids = 2,
                                                .amount = {100, 100},
                                                .pairs = ONE / 2}};
    static const struct mrfs_demand demand = {.ends = 2,
                                              .window = 2 * (int64_t)ONE,
                                              .ahead = 3600, .requests = 60,
                                              .bandwidth = {10, 100},
                                              .amount = {10, 80},
                                              .duration = {600, 3600}};
    struct error e;
    memset(s, 0, sizeof *s);
    if (mrfs_scenario_make(s, &place, &demand, density, seed, &e) != 0)
        CHECK_STR(e.text, "");
}

/* A hash of all decisions; some are accepted, and none is left undecided. */
static uint64_t decide(const struct mrfs_scenario *s, size_t algorithm, size_t search)
{
    struct mrfs_run r = {.algorithm = mrfs_run_algorithm(algorithm),
                         .search = mrfs_run_search(search)};
    struct error e;
    uint64_t hash;
    size_t accepted = 0, i;
    if (mrfs_run_make(&r, s, &e) != 0) CHECK_STR(e.text, "");
    for (i = 0; i < r.count; i++) {
        CHECK(r.decisions[i].outcome != MRFS_undecided);
        accepted += r.decisions[i].outcome == MRFS_accepted;
    }
    CHECK(accepted > r.count / 10);
    hash = r.hash;
    mrfs_run_free(&r);
    return hash;
}

static void every_algorithm_and_search(void)
{
    struct mrfs_scenario s;
    size_t a, search;
    int64_t seed;
    CHECK_EQ(mrfs_run_algorithms.count, MRFS_ALGORITHMS);
    for (seed = 1; seed <= 4; seed++) {
        make(&s, seed % 2 ? 60 : 120, seed);
        for (a = 0; a < mrfs_run_algorithms.count; a++) {
            const uint64_t first = decide(&s, a, 0);
            for (search = 1; search < mrfs_run_searches.count; search++)
                CHECK_EQ(decide(&s, a, search), first);
        }
        mrfs_scenario_free(&s);
    }
}

TEST_MAIN(TEST(every_algorithm_and_search))
