/* test_mrfs.c - paper 3's experiment (mrfs/mrfs_experiment.h): every algorithm with every
 * search, that is every row of both tables, on small networks. The searches must accept
 * the same requests.
 */
#include "test.h"

#include "base/error.h"
#include "base/progress.h"
#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_run.h"
#include "program/cli.h"
#include "program/table.h"

#include <math.h>

static struct error error;

static struct mrfs_settings settings_of(int64_t algorithms, int64_t search)
{
    static const struct mrfs_settings small = {.place = {.nodes = 12,
                                                         .degree = 3 * (int64_t)CLI_ONE,
                                                         .capacity = 100,
                                                         .sites = {.sites = 5,
                                                                   .types = 2,
                                                                   .units = 4,
                                                                   .cids = 2,
                                                                   .amount = {100, 100},
                                                                   .pairs = CLI_ONE / 2}},
                                               .demand = {.window = 2 * (int64_t)CLI_ONE,
                                                          .ahead = 3600,
                                                          .requests = 60,
                                                          .bandwidth = {10, 100},
                                                          .amount = {10, 80},
                                                          .duration = {600, 3600}},
                                               .densities = {{60, 120}, 2},
                                               .repetitions = 2,
                                               .seed = 1};
    struct mrfs_settings s = small;
    s.algorithms = algorithms;
    s.search = search;
    return s;
}

static void make(struct mrfs_experiment *x, const struct mrfs_settings *s)
{
    size_t i;
    error.text[0] = 0;
    memset(x, 0, sizeof *x);
    CHECK_EQ(mrfs_experiment_open(x, s, &error), 0);
    for (i = 0; i < mrfs_experiment_runs(x); i++)
        if (mrfs_experiment_run(x, i, &error) != 0) CHECK_STR(error.text, "");
}

static void every_algorithm_and_search(void)
{
    static struct mrfs_experiment first, x;
    size_t a, search, i;
    CHECK_EQ(mrfs_run_algorithms.count, MRFS_ALGORITHMS);
    for (a = 0; a < mrfs_run_algorithms.count; a++)
        for (search = 0; search < mrfs_run_searches.count; search++) {
            const struct mrfs_settings s = settings_of((int64_t)1 << a, (int64_t)search);
            make(search == 0 ? &first : &x, &s);
            if (search == 0) continue;
            for (i = 0; i < x.count; i++) {
                CHECK_EQ(mrfs_experiment_hash(&x, i, 0),
                         mrfs_experiment_hash(&first, i, 0));
                CHECK(cube_run(&x.cube, i, 0, 0)[MRFS_FIGURE_acceptance] > 0.1);
            }
            mrfs_experiment_free(&x);
            if (search + 1 == mrfs_run_searches.count) mrfs_experiment_free(&first);
        }
}

/* A run of one algorithm is the same beside the others. */
static void alone_and_together(void)
{
    static struct mrfs_experiment all, one;
    const struct mrfs_settings s = settings_of((1 << MRFS_ALGORITHMS) - 1, 0);
    size_t a;
    make(&all, &s);
    CHECK_EQ(all.algorithm_count, mrfs_run_algorithms.count);
    for (a = 0; a < all.algorithm_count; a++) {
        const struct mrfs_settings single = settings_of((int64_t)1 << a, 0);
        CHECK(all.algorithms[a] == mrfs_run_algorithm(a));
        make(&one, &single);
        CHECK_EQ(mrfs_experiment_hash(&one, 1, 0), mrfs_experiment_hash(&all, 1, a));
        mrfs_experiment_free(&one);
    }
    mrfs_experiment_free(&all);
}

/* The tables have a row for each density and a column for each algorithm. */
static void tables_of_results(void)
{
    static struct mrfs_experiment x;
    const struct mrfs_settings s = settings_of((1 << MRFS_ALGORITHMS) - 1, 0);
    struct mrfs_sweep sweep;
    struct table t = {0};
    size_t a;
    make(&x, &s);
    sweep = mrfs_experiment_by_density(&x);
    mrfs_results_sweep(&t, &x, &sweep, MRFS_FIGURE_acceptance);
    CHECK_EQ(table_check(&t, &error), 0);
    CHECK_EQ(t.count, 2);
    CHECK_EQ(t.columns, MRFS_ALGORITHMS);
    CHECK_STR(t.rows[1].label, "120");
    for (a = 0; a < MRFS_ALGORITHMS; a++)
        CHECK_STR(t.heads[a], mrfs_run_algorithm(a)->name);
    table_free(&t);
    CHECK_EQ(mrfs_experiment_by_nodes(&x).line.count, 0);
    CHECK(!cube_line_above(&x.cube, &sweep.line, MRFS_FIGURE_seconds_mean, -1));
    CHECK(cube_line_above(&x.cube, &sweep.line, MRFS_FIGURE_requests, 50));
    mrfs_results_point(&t, &x, 0);
    CHECK_STR(t.rows[0].label, "requests");
    CHECK_STR(table_at(&t, 0, 0), "60");
    table_free(&t);
    mrfs_experiment_free(&x);
}

static void figures_as_text(void)
{
    char text[TEXT_NUMBER];
    CHECK_STR(measure_text(12.5, MEASURE_SHORT, text), "12.50");
    CHECK_STR(measure_text(12, MEASURE_SHORT, text), "12");
    CHECK_STR(measure_text(1234.5, MEASURE_SHORT, text), "1,235");
    CHECK_STR(measure_text(0.125, MEASURE_PERCENT, text), "12.5");
    CHECK_STR(measure_text((double)NAN, MEASURE_SHORT, text), "-");
}

TEST_MAIN(TEST(every_algorithm_and_search), TEST(alone_and_together),
          TEST(tables_of_results), TEST(figures_as_text))
