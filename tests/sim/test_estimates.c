/* test_estimates.c - the model of user run-time estimates (workload/estimates.h): the
 * distribution against the formulas of its paper, and pinned values.
 */
#include "test.h"

#include "base/hash.h"
#include "base/random.h"
#include "workload/estimates.h"

#include <math.h>

enum { HOUR = 3600 };

static const struct estimate *of_rank(const struct estimates *m, uint32_t rank)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->value[i].rank == rank) return &m->value[i];
    return NULL;
}

static int close_to(double a, double b) { return fabs(a - b) <= 1e-9 * fabs(b); }

/* ---- the distribution -------------------------------------------------------------- */

static void numbers(void)
{
    static const size_t at[][2] = {{0, 0},        {1, 1},        {20, 10},
                                   {110, 15},     {200, 20},     {1000, 35},
                                   {10000, 90},   {40000, 215},  {70000, 340},
                                   {250000, 565}, {250001, 565}, {SIZE_MAX, 565}};
    size_t last = 0;
    for (size_t jobs = 0; jobs < sizeof at / sizeof at[0]; jobs++)
        CHECK_EQ(estimates_number(at[jobs][0]), at[jobs][1]);
    for (size_t jobs = 1; jobs < 300000; jobs += 1 + jobs / 100) {
        const size_t number = estimates_number(jobs);
        const double power = 0.653566 * pow((double)jobs, 0.547761);
        CHECK(number >= last && number >= 1 && number <= jobs);
        /* the paper's other fit, a power law, agrees */
        if (jobs >= 1000 && jobs <= 250000)
            CHECK(fabs((double)number - power) < 0.45 * power);
        last = number;
    }
}

static void check_shares(const struct estimates *m, size_t head)
{
    double head_raw[20], tail = 0, all = 0;
    head_raw[0] = 89;
    for (size_t i = 1; i < 20; i++) {
        head_raw[i] = 14.0491 * exp(-0.177531 * (double)(i + 1)) + 0.462513;
        head_raw[0] -= head_raw[i];
    }
    for (size_t i = head; i < m->count; i++)
        tail += 795.6 * pow((double)(21 + i - head), -2.267);
    const double tail_scale = tail > 11 ? 11 / tail : 1;
    double scale = 0;
    for (size_t i = 0; i < head; i++) scale += head_raw[i];
    scale = (100 - tail * tail_scale) / scale;
    for (size_t i = 0; i < m->count; i++) {
        const struct estimate *v = of_rank(m, (uint32_t)i + 1);
        const double percent =
            i < head ? scale * head_raw[i]
                     : tail_scale * 795.6 * pow((double)(21 + i - head), -2.267);
        CHECK(v != NULL);
        CHECK(close_to(v->share, percent / 100));
        all += v->share;
    }
    CHECK(close_to(all, 1));
}

/* Whole jobs: all are given out, the shares are kept, more popular is never less. */
static void check_jobs(const struct estimates *m)
{
    size_t sum = 0, last = SIZE_MAX;
    for (uint32_t rank = 1; rank <= m->count; rank++) {
        const struct estimate *v = of_rank(m, rank);
        const double due = v->share * (double)m->jobs;
        CHECK(v->jobs >= 1 && v->jobs <= last);
        CHECK(fabs((double)v->jobs - due) < 1.5 + (double)m->count / 20 + 0.002 * due);
        last = v->jobs;
        sum += v->jobs;
    }
    CHECK_EQ(sum, m->jobs);
}

static void shares(void)
{
    static const size_t sizes[] = {1,     2,     3,      7,      20,      100,      199,
                                   200,   201,   500,    1000,   5000,    9000,     10000,
                                   30000, 77199, 100000, 250000, 1000000, 100000000};
    static const int64_t maxima[] = {3 * HOUR, 18 * HOUR, 36 * HOUR, 60 * HOUR};
    struct estimates m;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t k = 0; k < sizeof maxima / sizeof maxima[0]; k++) {
            estimates_model(&m, sizes[s], maxima[k], test_random());
            CHECK(m.count <= estimates_number(sizes[s]));
            /* three hours have not so many minutes that differ */
            CHECK(k == 0 || m.count + m.count / 20 >= estimates_number(sizes[s]));
            CHECK_EQ(m.value[m.count - 1].time, maxima[k]);
            CHECK_EQ(m.value[m.count - 1].rank, 1);
            for (size_t i = 1; i < m.count; i++)
                CHECK(m.value[i].time > m.value[i - 1].time);
            CHECK(m.value[0].time > 0);
            check_shares(&m, m.count < 20 ? m.count : 20);
            check_jobs(&m);
        }
}

/* ---- which job gets which ---------------------------------------------------------- */

/* Each job's is enough for it, and beyond the maximum only if it has to be. */
static uint64_t estimates_hash(size_t n, int64_t maximum, uint64_t seed)
{
    static int64_t runs[10000], estimates[10000];
    struct random r = {42};
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < n; i++) runs[i] = 1 + (int64_t)(random_bits(&r) % 20000);
    estimates_tsafrir(runs, n, maximum, seed, estimates);
    if (!maximum) maximum = estimates_maximum(runs, n);
    for (size_t i = 0; i < n; i++) {
        CHECK(estimates[i] >= runs[i]);
        CHECK(estimates[i] <= maximum || estimates[i] == runs[i]);
        hash = hash_add(hash, (uint64_t)estimates[i]);
    }
    return hash;
}

/* The same estimates on every machine, for ever: published figures depend on it. In the
 * last of these some jobs run longer than the maximum. */
static void pinned(void)
{
    CHECK_EQ(estimates_hash(10000, 0, 1), 0x270715B2596E73D4);
    CHECK_EQ(estimates_hash(10000, 18 * HOUR, 2), (int64_t)0xFC4749B2619386EEu);
    CHECK_EQ(estimates_hash(300, 1000000, 3), 0x4426688F372E3CC9);
    CHECK_EQ(estimates_hash(300, 3 * HOUR, 6), (int64_t)0x8C3F44335D5C011Bu);
    CHECK(estimates_hash(100, 0, 4) != estimates_hash(100, 0, 5));
}

static void default_maximum(void)
{
    static const struct {
        int64_t longest, maximum;
    } cases[] = {{0, HOUR},
                 {HOUR, HOUR},
                 {HOUR + 1, 2 * HOUR},
                 {18 * HOUR - 1, 18 * HOUR},
                 {18 * HOUR + 1, 24 * HOUR},
                 {72 * HOUR, 72 * HOUR},
                 {72 * HOUR + 1, 96 * HOUR},
                 {96 * HOUR, 96 * HOUR},
                 {1000 * HOUR, 1008 * HOUR},
                 {ESTIMATES_MAXIMUM, ESTIMATES_MAXIMUM},
                 {INT64_MAX, ESTIMATES_MAXIMUM}};
    int64_t runs[3] = {1, 0, -1}, many[20];
    CHECK_EQ(estimates_maximum(NULL, 0), HOUR);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        runs[1] = cases[i].longest;
        CHECK_EQ(estimates_maximum(runs, 3), cases[i].maximum);
    }
    for (size_t i = 0; i < 20; i++) many[i] = i < 18 ? HOUR / 2 : 60 * HOUR;
    CHECK_EQ(estimates_maximum(many, 20), HOUR); /* nine of ten stay within it */
    many[0] = HOUR + 1;
    CHECK_EQ(estimates_maximum(many, 20), 2 * HOUR);
}

TEST_MAIN(TEST(numbers), TEST(shares), TEST(pinned), TEST(default_maximum))
