/* test_cube.c - intervals over the results of an experiment: over seeds by a table of
 * Student's distribution, over blocks against what theory says of their width.
 */
#include "test.h"

#include "base/random.h"
#include "program/cube.h"

#include <math.h>

enum { SUM, COUNT, MEASURES };

static const struct measure measures[MEASURES] = {{"sum", "sum", MEASURE_NUMBER},
                                                  {"count", "count", MEASURE_COUNT}};
static const size_t base[2] = {0, 0}, of[2] = {0, 1};

static void open_cube(struct cube *c, size_t seeds)
{
    struct error e;
    memset(c, 0, sizeof *c);
    CHECK_EQ(cube_open(c, measures, MEASURES, 1, 2, seeds, &e), 0);
}

static void set(struct cube *c, size_t variant, size_t seed, double sum, double count)
{
    cube_run(c, 0, variant, seed)[SUM] = sum;
    cube_run(c, 0, variant, seed)[COUNT] = count;
}

static int near(double x, double y) { return fabs(x - y) < 1e-9; }

/* Differences 1, 2, 3, 4, 5: mean 3, deviation sqrt(2.5), t = 2.776. Of four there is no
 * interval; what two variants share cancels out. */
static void over_seeds(void)
{
    struct cube c;
    struct statistics_spread s;
    size_t i;
    open_cube(&c, 5);
    for (i = 0; i < 5; i++) {
        set(&c, 0, i, 1000.0 * (double)(i % 3), 1);
        set(&c, 1, i, 1000.0 * (double)(i % 3) + (double)i + 1, 1);
    }
    s = cube_paired(&c, of, base, SUM, NULL);
    CHECK(near(s.mean, 3));
    CHECK(near(s.high - s.mean, 2.776 * sqrt(2.5) / sqrt(5)));
    CHECK(near(s.mean - s.low, s.high - s.mean));
    set(&c, 1, 4, NAN, 1);
    s = cube_paired(&c, of, base, SUM, NULL);
    CHECK(near(s.mean, 2.5));
    CHECK(isnan(s.low) && isnan(s.high));
    cube_free(&c);
}

/* Sums over counts, not means of means; weeks without jobs do not count, and fewer than
 * five that do give no interval. */
static void over_blocks(void)
{
    struct cube c;
    struct statistics_spread s;
    size_t i;
    open_cube(&c, 6);
    for (i = 0; i < 6; i++) {
        set(&c, 0, i, 10 * (double)(i + 1), (double)(i + 1));
        set(&c, 1, i, 12 * (double)(i + 1), (double)(i + 1));
    }
    s = cube_blocks(&c, of, NULL, SUM, COUNT, 1);
    CHECK(near(s.mean, 12) && near(s.low, 12) && near(s.high, 12));
    s = cube_blocks(&c, of, base, SUM, COUNT, 1);
    CHECK(near(s.mean, 2) && near(s.low, 2) && near(s.high, 2));
    set(&c, 1, 5, 200, 6); /* 12 * 15 + 200 over 21 */
    s = cube_blocks(&c, of, NULL, SUM, COUNT, 1);
    CHECK(near(s.mean, 380.0 / 21));
    CHECK(near(s.low, 12) && s.high > s.mean);
    set(&c, 1, 0, 0, 0);
    CHECK_EQ(cube_blocks(&c, of, NULL, SUM, COUNT, 1).count, 5);
    CHECK(isfinite(cube_blocks(&c, of, NULL, SUM, COUNT, 1).low));
    set(&c, 1, 1, 0, 0);
    CHECK(isnan(cube_blocks(&c, of, NULL, SUM, COUNT, 1).low));
    cube_free(&c);
}

/* Of 400 blocks that are drawn independently the interval is about 1.96 deviations of the
 * mean to each side, whatever the base has in common with them. */
static void as_wide_as_theory(void)
{
    struct cube c;
    struct statistics_spread s, again;
    struct random r = {7};
    double half = 1.96 * sqrt(1.0 / 12) / 20;
    size_t i;
    open_cube(&c, 400);
    for (i = 0; i < 400; i++) {
        const double common = 100 * random_unit(&r);
        set(&c, 0, i, common, 1);
        set(&c, 1, i, common + random_unit(&r), 1);
    }
    s = cube_blocks(&c, of, base, SUM, COUNT, 1);
    CHECK(s.high - s.low > 1.7 * half && s.high - s.low < 2.3 * half);
    again = cube_blocks(&c, of, base, SUM, COUNT, 1);
    CHECK(near(s.low, again.low) && near(s.high, again.high));
    again = cube_blocks(&c, of, base, SUM, COUNT, 2);
    CHECK(!near(s.low, again.low) || !near(s.high, again.high));
    cube_free(&c);
}

TEST_MAIN(TEST(over_seeds), TEST(over_blocks), TEST(as_wide_as_theory))
