/* prop_interval.c - what 95 % intervals cover: weeks and seeds are drawn from worlds
 * whose truth is known, and how often the interval holds it is counted; each also
 * against its definition. VERBOSE=1 prints the counts; TEST_SCALE=500 counts better.
 */
#include "kit/interval.h"

#include "test.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static double uniform(void)
{
    return ((double)(test_random() >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

static double below(double z) { return erfc(-z / sqrt(2)) / 2; } /* P(normal < z) */

/* ---- worlds ------------------------------------------------------------------------ */

/* A week's jobs, and what they have of two figures, from numbers that are normal and, in
 * a series, correlate from week to week. */
struct week {
    double jobs, x, y;
};

static struct week calm(const double z[4])
{
    const struct week w = {exp(0.1 * z[3]), exp(0.2 * z[0]),
                           0.7 * exp(0.2 * z[0] + 0.1 * z[1])};
    return w;
}

static struct week lognormal(const double z[4])
{
    const struct week w = {exp(0.5 * z[3]), exp(0.7 * z[0]),
                           0.7 * exp(0.7 * z[0] + 0.4 * z[1])};
    return w;
}

static struct week heavy(const double z[4]) /* and a base that is small and calm */
{
    const struct week w = {exp(0.5 * z[3]), exp(z[0]), 0.2 * exp(0.3 * z[1])};
    return w;
}

static struct week pareto(const double z[4]) /* P(above m) = m^-3, both, each by itself */
{
    const struct week w = {exp(0.5 * z[3]), pow(below(z[0]), -1.0 / 3),
                           0.5 * pow(below(z[1]), -1.0 / 3)};
    return w;
}

static struct week busy(const double z[4]) /* weeks with more jobs have longer waits */
{
    const struct week w = {exp(0.5 * z[3]), exp(0.42 * z[0] + 0.56 * z[3]),
                           0.8 * exp(0.42 * z[0] + 0.56 * z[3] + 0.3 * z[1])};
    return w;
}

static struct week zeros(const double z[4]) /* no job waits in 4 of 10 weeks */
{
    const double m = below(z[2]) < 0.4 ? 0 : exp(0.7 * z[0]);
    const struct week w = {exp(0.5 * z[3]), m, 0.5 * m * exp(0.4 * z[1])};
    return w;
}

static double whole(double x) { return floor(x + uniform()); } /* of the same mean */

static struct week shares(const double z[4]) /* of jobs refused: 10 and 5 % */
{
    const double jobs = 1 + whole(100 * exp(0.5 * z[3])), u = below(z[0]);
    const struct week w = {jobs, whole(jobs * 0.3 * u * u) / jobs,
                           whole(jobs * 0.15 * u * below(z[1]) * 4 / 3) / jobs};
    return w;
}

static struct week rare(const double z[4]) /* of jobs refused: in 6 of 10 weeks */
{
    const double jobs = 1 + whole(100 * exp(0.5 * z[3])), u = below(z[0]);
    const double p = below(z[2]) < 0.4 ? 0 : 0.15 * u * u;
    const struct week w = {jobs, whole(jobs * p) / jobs, whole(jobs * p / 2) / jobs};
    return w;
}

static const struct world {
    const char *name;
    struct week (*week)(const double z[4]);
    int share;
    double x, y; /* logarithms of the truth: exp(s^2 / 2) is the mean of a lognormal */
} worlds[] = {
    {"calm", calm, 0, 0.02, -0.356675 + 0.02 + 0.005},
    {"shares", shares, 1, -2.302585, -2.995732},
    {"lognormal", lognormal, 0, 0.245, -0.356675 + 0.245 + 0.08},
    {"heavy", heavy, 0, 0.5, -1.609438 + 0.045},
    {"Pareto", pareto, 0, 0.405465, -0.287682},
    {"busy", busy, 0, 0.0882 + 0.5618 - 0.125, -0.223144 + 0.525 + 0.045},
    {"zeros", zeros, 0, -0.510826 + 0.245, -0.510826 + 0.245 - 0.693147 + 0.08},
    {"rare", rare, 1, -3.506558, -4.199705},
};
enum { WORLDS = sizeof worlds / sizeof *worlds, SEEDS_OF = 2 };

enum { FIGURE, DIFFERENCE, RELATIVE, ASKED };

/* n units in a row, each like the one before by `correlation`. */
static void draw(const struct world *w, double correlation, struct interval_unit *x,
                 struct interval_unit *y, size_t n)
{
    const double fresh = sqrt(1 - correlation * correlation);
    double z[4];
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 4; k++)
            z[k] = i ? correlation * z[k] + fresh * normal() : normal();
        struct week week = w->week(z);
        x[i].weight = y[i].weight = week.jobs;
        x[i].sum = week.x * week.jobs;
        y[i].sum = week.y * week.jobs;
    }
}

static struct interval ask(int asked, const struct world *w,
                           const struct interval_unit *x, const struct interval_unit *y,
                           size_t n, enum interval_over over)
{
    return interval_of(x, asked == FIGURE ? NULL : y, n,
                       asked == RELATIVE ? INTERVAL_RELATIVE
                       : w->share        ? INTERVAL_SHARE
                                         : INTERVAL_MEAN,
                       over);
}

static double truth(int asked, const struct world *w)
{
    return asked == FIGURE       ? exp(w->x)
           : asked == DIFFERENCE ? exp(w->x) - exp(w->y)
                                 : exp(w->x - w->y) - 1;
}

/* In percent, of the intervals that there are; how many there are into *given. */
static double covered(int asked, const struct world *w, double correlation, size_t n,
                      enum interval_over over, long runs, double *given)
{
    struct interval_unit x[MOST], y[MOST];
    const double t = truth(asked, w);
    long held = 0, there = 0;
    for (long run = 0; run < runs; run++) {
        draw(w, correlation, x, y, n);
        struct interval i = ask(asked, w, x, y, n, over);
        if (i.why != INTERVAL_GIVEN) continue;
        there++;
        held += i.low <= t && t <= i.high;
    }
    *given = 100 * (double)there / (double)runs;
    return 100 * (double)held / (double)(there ? there : 1);
}

static const size_t weeks[] = {10, 20, 49}, seeds[] = {5, 10, 20};

/* At least `least` percent, but for the chance in so few runs. */
static void count(enum interval_over over, double correlation, size_t count_of,
                  double least)
{
    static const char *const names[] = {"figure", "difference", "relative"};
    const long runs = test_scaled(4000);
    const double slack = 300 * sqrt(0.09 / (double)runs);
    const size_t *const units = over == INTERVAL_SEEDS ? seeds : weeks;
    for (int asked = 0; asked < ASKED; asked++)
        for (size_t w = 0; w < count_of; w++)
            for (size_t k = correlation > 0.5; k < 3;
                 k++) { /* of 10 weeks many have none */
                double given;
                const double c =
                    covered(asked, &worlds[w], correlation, units[k], over, runs, &given);
                if (getenv("VERBOSE"))
                    printf("%s %s %s %.1f %zu: %.1f of %.1f\n",
                           over == INTERVAL_SEEDS ? "seeds" : "weeks", names[asked],
                           worlds[w].name, correlation, units[k], c, given);
                CHECK(c >= least - slack);
                CHECK(given >= 88 - slack);
            }
}

static void independent_weeks_are_covered(void) { count(INTERVAL_WEEKS, 0, WORLDS, 90); }
static void correlated_weeks_are_covered(void) { count(INTERVAL_WEEKS, 0.3, WORLDS, 87); }

static void strongly_correlated_weeks_are_covered(void)
{
    count(INTERVAL_WEEKS, 0.6, WORLDS, 83);
}

/* What differs between seeds are means over whole runs: calm, or shares. */
static void seeds_are_covered(void) { count(INTERVAL_SEEDS, 0, SEEDS_OF, 85); }

/* ---- cases ------------------------------------------------------------------------- */

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

static void seeds_by_hand(void)
{
    const struct interval_unit x[] = {{2, 2}, {2, 1}, {0, 0}, {9, 3}, {4, 1}, {50, 10}};
    const struct interval_unit y[] = {{1, 1}, {1, 1}, {7, 1}, {2, 1}, {2, 1}, {4, 2}};
    struct interval i = interval_of(x, NULL, 6, INTERVAL_MEAN, INTERVAL_SEEDS);
    CHECK(i.why == INTERVAL_GIVEN && i.count == 5 && near(i.estimate, 3));
    CHECK(near(i.high, 3 + 2.776 * sqrt(0.5)) && near(i.low, 3 - 2.776 * sqrt(0.5)));
    i = interval_of(x, y, 6, INTERVAL_MEAN, INTERVAL_SEEDS); /* 0, 1, 1, 2, 3 */
    CHECK(i.count == 5 && near(i.estimate, 1.4) &&
          near(i.high, 1.4 + 2.776 * sqrt(0.26)));
    i = interval_of(x, y, 6, INTERVAL_RELATIVE, INTERVAL_SEEDS); /* 3 to 1.6 */
    CHECK(near(i.estimate, 0.875) && i.low > 0 && i.high > i.estimate);
    i = interval_of(x, NULL, 5, INTERVAL_MEAN, INTERVAL_SEEDS);
    CHECK(i.why == INTERVAL_FEW && i.count == 4 && near(i.estimate, 2.5) &&
          i.low != i.low);
}

static void nothing_and_all(void)
{
    struct interval_unit x[12] = {{0, 0}}, y[12] = {{0, 0}};
    struct interval i = interval_of(x, NULL, 0, INTERVAL_MEAN, INTERVAL_WEEKS);
    CHECK(i.estimate != i.estimate && i.count == 0 && i.why == INTERVAL_FEW);
    i = interval_of(x, y, 12, INTERVAL_MEAN, INTERVAL_SEEDS);
    CHECK(i.estimate != i.estimate && i.count == 0 && i.why == INTERVAL_FEW);
    for (int k = 0; k < 12; k++) x[k].weight = 10, y[k].weight = 1, x[k].sum = k;
    i = interval_of(x, NULL, 9, INTERVAL_MEAN, INTERVAL_WEEKS);
    CHECK(i.why == INTERVAL_FEW && i.count == 9 && near(i.estimate, 0.4));
    i = interval_of(x, NULL, 12, INTERVAL_MEAN, INTERVAL_WEEKS);
    CHECK(i.why == INTERVAL_ALIKE && near(i.estimate, 0.55) && i.low != i.low);
    for (int over = INTERVAL_SEEDS; over <= INTERVAL_WEEKS; over++) {
        const enum interval_over o = (enum interval_over)over;
        for (int k = 0; k < 12; k++) x[k].sum = y[k].sum = 0;
        i = interval_of(x, NULL, 12, INTERVAL_MEAN, o); /* no job waits */
        CHECK(i.why == INTERVAL_GIVEN && near(i.low, 0) && near(i.high, 0));
        i = interval_of(x, y, 12, INTERVAL_RELATIVE, o);
        CHECK(i.why == INTERVAL_BASE && i.estimate != i.estimate);
        i = interval_of(x, NULL, 12, INTERVAL_SHARE, o); /* none of 120 */
        CHECK(near(i.low, 0) && near(i.estimate, 0) && near(pow(1 - i.high, 120), 0.025));
        for (int k = 0; k < 12; k++) x[k].sum = 10, y[k].sum = 3;
        i = interval_of(x, NULL, 12, INTERVAL_SHARE, o);
        CHECK(near(i.high, 1) && near(i.estimate, 1) && near(pow(i.low, 120), 0.025));
        i = interval_of(x, y, 12, INTERVAL_RELATIVE, o); /* all are alike */
        CHECK(near(i.estimate, -2.0 / 3) && near(i.low, i.high));
        for (int k = 0; k < 12; k++) x[k].sum = -10 * (k % 3); /* -1 on average */
        i = interval_of(x, NULL, 12, INTERVAL_MEAN, o);
        CHECK(i.why == INTERVAL_GIVEN && near(i.estimate, -1) && i.high > -1 &&
              i.low < -1);
        for (int k = 0; k < 12; k++) y[k].sum = k == 5; /* one unit has all of the base */
        i = interval_of(x, y, 12, INTERVAL_RELATIVE, o);
        CHECK(i.why == INTERVAL_BASE && near(i.estimate, -13) && i.low != i.low);
    }
}

static void wrong_units_are_not_believed(void)
{
    static const struct interval_unit wrong[] = {{INFINITY, 1}, {-INFINITY, 1}, {NAN, 1},
                                                 {1, INFINITY}, {1, NAN},       {1, -1},
                                                 {1, 0}};
    struct interval_unit x[12];
    struct interval i;
    for (size_t w = 0; w < 9; w++) {
        for (size_t k = 0; k < 12; k++) x[k].sum = 1, x[k].weight = 2;
        if (w < 7) x[6] = wrong[w];
        if (w == 7) x[2].sum = x[3].sum = 1e308; /* each by itself would do */
        if (w == 8) x[2].sum = 2.001;            /* more than all */
        i = interval_of(x, NULL, 12, w == 8 ? INTERVAL_SHARE : INTERVAL_MEAN,
                        INTERVAL_WEEKS);
        CHECK(i.why == INTERVAL_WRONG && i.estimate != i.estimate && i.low != i.low);
        i = interval_of(x + 1, x + 6, 6, INTERVAL_MEAN, INTERVAL_SEEDS);
        CHECK(w > 6 || i.why == INTERVAL_WRONG);
    }
}

static void differences_of_shares_stay_in_range(void)
{
    struct interval_unit x[12], y[12];
    for (int k = 0; k < 12; k++) {
        x[k].weight = y[k].weight = 10;
        x[k].sum = 0, y[k].sum = k == 4 ? 2 : 10;
    }
    struct interval i = interval_of(x, y, 12, INTERVAL_SHARE, INTERVAL_WEEKS);
    CHECK(i.low >= -1 && near(i.low, -1) && i.high > i.estimate);
    i = interval_of(y, x, 12, INTERVAL_SHARE, INTERVAL_WEEKS);
    CHECK(i.high <= 1 && near(i.high, 1) && i.low < i.estimate);
}

/* ---- against the definition -------------------------------------------------------- */

/* How much of Student's distribution is between -t and t, by Simpson's rule. */
static double student_within(double t, double freedom)
{
    enum { STEPS = 400 };
    const double at_0 = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) /
                        sqrt(3.141592653589793 * freedom);
    double sum = 0;
    for (int k = 0; k <= STEPS; k++)
        sum += (k == 0 || k == STEPS ? 1
                : k % 2              ? 4
                                     : 2) *
               pow(1 + t * t * k * k / STEPS / STEPS / freedom, -(freedom + 1) / 2);
    return 2 * at_0 * sum * t / STEPS / 3;
}

static void many_seeds_as_defined(void)
{
    struct interval_unit x[MOST];
    struct interval i;
    for (size_t n = 5; n <= MOST; n++) {
        for (size_t k = 0; k < n; k++) x[k].sum = k % 2 ? 1 : -1, x[k].weight = 1;
        i = interval_of(x, NULL, n, INTERVAL_MEAN, INTERVAL_SEEDS);
        CHECK(fabs(student_within((i.high - i.estimate) * sqrt((double)(n - 1)) /
                                      sqrt(1 - i.estimate * i.estimate),
                                  (double)(n - 1)) -
                   0.95) < 0.0003);
    }
}

/* Where Hall's T + a T^2 + a^2 T^3 / 3 is t. */
static double hall(double t, double a)
{
    double low = -1e4, high = 1e4;
    while (high - low > 1e-9) {
        const double m = (low + high) / 2;
        if (m + a * m * m + a * a * m * m * m / 3 < t)
            low = m;
        else
            high = m;
    }
    return low;
}

static double without(const struct interval_unit *x, size_t n, size_t left_out)
{
    double sum = 0, weight = 0;
    for (size_t i = 0; i < n; i++)
        if (i != left_out) sum += x[i].sum, weight += x[i].weight;
    return sum / weight;
}

/* Means of any sign and differences over weeks, by what interval.h says. */
static void weeks_as_defined(void)
{
    struct interval_unit x[MOST], y[MOST];
    long run = test_scaled(300);
    while (run-- > 0) {
        const size_t n = (size_t)test_between(10, 40);
        const int alone = (int)test_below(2), sign = alone && test_below(2);
        double d[MOST], mean = 0, two = 0, three = 0, four = 0, next = 0;
        double t;
        draw(&worlds[WORLDS - 1 - 2 * test_below(3)], 0.3, x, y, n);
        if (sign) x[test_below(n)].sum = -0.1;
        struct interval i =
            interval_of(x, alone ? NULL : y, n, INTERVAL_MEAN, INTERVAL_WEEKS);
        if (i.why != INTERVAL_GIVEN || !(i.high > i.low)) continue;
        const double all = without(x, n, n) - (alone ? 0 : without(y, n, n));
        for (size_t k = 0; k < n; k++) {
            d[k] = all - without(x, n, k) + (alone ? 0 : without(y, n, k));
            mean += d[k] / (double)n;
        }
        for (size_t k = 0; k < n; k++) {
            d[k] -= mean;
            two += pow(d[k], 2), three += pow(d[k], 3), four += pow(d[k], 4);
            if (k) next += d[k] * d[k - 1];
        }
        const double r = fmax(next / two + 1 / (double)n, 0);
        const double worth = (1 - r) / (1 + r);
        const double freedom =
            fmax(2, worth * fmin(1.5 * two * two / four - 1, (double)(n - 1) / 2));
        const double error = sqrt(two * (double)(n - 1) / (double)n / worth);
        const double a =
            three / pow(two, 1.5) / 3 * (double)(n * n) / (double)((n - 1) * (n - 2));
        CHECK(near(i.estimate, all) && near(i.correlation, r));
        if (alone && !sign && !(all <= 0)) {
            t = log(i.high / i.low) / 2 * all / error;
            CHECK(fabs(i.high * i.low / all / all - 1) < 1e-6);
        } else {
            t = (all - i.low) / error;
            t += a * t * t + a * a * t * t * t / 3;
            CHECK(fabs(hall(-t, a) * error + i.high - all) < 1e-6 * (i.high - i.low));
        }
        CHECK(fabs(student_within(t, freedom) - 0.95) < 0.003);
    }
}

TEST_MAIN(TEST(independent_weeks_are_covered), TEST(correlated_weeks_are_covered),
          TEST(strongly_correlated_weeks_are_covered), TEST(seeds_are_covered),
          TEST(seeds_by_hand), TEST(nothing_and_all), TEST(wrong_units_are_not_believed),
          TEST(differences_of_shares_stay_in_range), TEST(weeks_as_defined),
          TEST(many_seeds_as_defined))
