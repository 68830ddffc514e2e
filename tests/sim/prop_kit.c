/* prop_kit.c - the kit's arithmetic against plain definitions: measures of random items,
 * whatever is asked of them together; options there and back; the check of use over time
 * against a look at every second; charts read back.
 */
#define _XOPEN_SOURCE 700

#include "test.h"

#include "sim/kit_queue.h"

#include "base/compare.h"
#include "kit/experiment.h"
#include "kit/plot.h"

#include <inttypes.h>

static double real(double lo, double hi)
{
    return lo + (hi - lo) * (double)test_below(1000000) / 1e6;
}

/* ---- measures ---------------------------------------------------------------------- */

static void begin(struct run *r, size_t count)
{
    static const struct row none = {{0, 0, 0, ROW_NONE, ROW_NONE}, 0, ROW_NONE, 0, 0};
    memset(r, 0, sizeof *r);
    r->sim = &queue;
    r->columns = ITEM_OWN + queue.columns_count;
    r->place = none;
    r->timing = 1;
    run_items(r, count);
}

static void fill(struct run *r)
{
    for (size_t i = 0; i < r->count; i++) {
        double *x = run_item(r, i);
        x[ITEM_SUBMIT] = real(0, 40 * 86400);
        x[ITEM_FATE] = 1 + (double)test_below(2);
        x[ITEM_KIND] = test_below(10) ? ITEM_MEASURED : ITEM_GIVEN;
        x[KIND] = (double)test_below(2);
        x[WORTH] = 1 + (double)test_below(9);
        if (x[ITEM_FATE] > 1) continue;
        x[WAIT] = test_below(4) ? floor(real(0, 1000)) : 0;
        if (test_below(2)) x[LUCK] = real(-1, 1);
    }
}

static int is_in(const struct axis *a, uint32_t place, const double *x)
{
    const double v = x[a->of];
    if (isnan(v)) return 0;
    if (a->kind == AXIS_WORDS) return fabs(v - place) < 0.5;
    if (a->kind == AXIS_POWERS)
        return v <= ldexp(1, (int)place) && (place == 0 || v > ldexp(1, (int)place - 1));
    return (place == 0 || v >= a->edges[place]) &&
           (place + 1 == a->count || v < a->edges[place + 1]);
}

struct pair {
    double value, weight;
};

static int by_value(const void *a, const void *b)
{
    const struct pair *x = (const struct pair *)a, *y = (const struct pair *)b;
    return COMPARE(x->value, y->value);
}

/* By definition: the smallest value that so much of the weight does not exceed. */
static double percentile(struct pair *of, size_t n, double part)
{
    double all = 0, sum = 0;
    qsort(of, n, sizeof *of, by_value);
    for (size_t i = 0; i < n; i++) all += of[i].weight;
    for (size_t i = 0; i < n; i++) {
        sum += of[i].weight;
        if (sum >= part * all - 1e-9) return of[i].value;
    }
    return of[n - 1].value;
}

/* What a measure is; NAN: of nothing. `a` NULL: of all items. */
static double plain(const struct run *r, const unsigned char *compared,
                    const struct measure *m, const struct axis *a, uint32_t place)
{
    struct pair *of = (struct pair *)base_zeroed(r->count, sizeof *of);
    double above = 0, worth = 0, weights = 0, fated = 0, sum = 0, all = 0, value = 0;
    size_t n = 0;
    for (size_t i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        if (x[ITEM_KIND] > 0 || (m->compared && !compared[i])) continue;
        if (a && !is_in(a, place, x)) continue;
        if (m->where.column && fabs(x[m->where.column] - m->where.value) > 0.5) continue;
        all++;
        if (m->fates && !(m->fates >> (int)x[ITEM_FATE] & 1)) continue;
        fated++;
        if (m->stat < STAT_ABOVE || isnan(x[m->of])) continue;
        of[n].value = x[m->of];
        of[n++].weight = m->by ? x[m->by] : 1;
        above += x[m->of] > 0;
        worth += x[m->of] * (m->by ? x[m->by] : 1);
        weights += m->by ? x[m->by] : 1;
        sum += x[m->of];
    }
    switch (m->stat) {
    case STAT_COUNT: value = a && fated < 1 ? (double)NAN : fated; break;
    case STAT_SHARE: value = fated / all; break;
    case STAT_ABOVE: value = above / (double)n; break;
    case STAT_SUM: value = sum; break;
    case STAT_MEAN: value = worth / weights; break;
    case STAT_RATIO: value = sum / weights; break;
    default:
        value = n == 0                ? (double)NAN
                : m->stat == STAT_P50 ? percentile(of, n, 0.5)
                : m->stat == STAT_P95 ? percentile(of, n, 0.95)
                : m->stat == STAT_P99 ? percentile(of, n, 0.99)
                                      : percentile(of, n, 1);
    }
    free(of);
    return value;
}

static int alike(double x, double y)
{
    return isnan(x) ? isnan(y) : fabs(x - y) <= 1e-9 * fmax(1, fabs(x));
}

/* The mean of a cell; it is neither below its least seed or block nor above the most. */
static double mean_of(const struct rows *r, struct row_cell of)
{
    const struct row_spread s = row_spread(r, of, NULL, INTERVAL_MEAN);
    CHECK(isnan(s.mean) || s.least < s.mean || alike(s.least, s.mean));
    CHECK(isnan(s.mean) || s.most > s.mean || alike(s.most, s.mean));
    return s.mean;
}

static void check_rows(struct run *r, const unsigned char *compared, int blocks)
{
    struct rows rows = {0};
    struct row_cell of = {0, 0, 0, ROW_NONE, ROW_NONE};
    rows.seeds = 1;
    measure_take(r, compared, blocks);
    row_append(&rows, &r->rows);
    row_sort(&rows);
    for (; of.measure < queue.measures_count; of.measure++) {
        const struct measure *m = &queue.measures[of.measure];
        if (m->stat == STAT_GIVEN) continue;
        of.axis = of.place = ROW_NONE;
        CHECK(alike(mean_of(&rows, of), plain(r, compared, m, NULL, 0)));
        for (uint32_t a = 0; a < 2 && m->classes; a++)
            for (of.axis = a, of.place = 0; of.place < queue.axes[a].count; of.place++)
                CHECK(alike(mean_of(&rows, of),
                            plain(r, compared, m, &queue.axes[a], of.place)));
    }
    row_free(&rows);
}

static void measures_by_definition(void)
{
    struct run r;
    unsigned char compared[400];
    for (int round = 0; round < 100; round++) {
        begin(&r, (size_t)test_below(round % 10 ? 400 : 4));
        fill(&r);
        for (size_t i = 0; i < 400; i++) compared[i] = test_below(4) > 0;
        for (int k = 0; k < 2; k++) {
            check_rows(&r, compared, k);
            r.rows.count = 0;
        }
        free(r.items);
        free(r.rows.rows);
    }
}

/* ---- options ----------------------------------------------------------------------- */

static int64_t there_and_back(struct options *o, size_t i, int64_t value)
{
    char text[OPTION_WIDE];
    o->given[i].told = 0;
    option_give(o, i, option_text(&o->table[i], value, text));
    return o->given[i].values[0];
}

static void options_there_and_back(void)
{
    struct options o;
    char text[OPTION_WIDE * 3], a[OPTION_WIDE], b[OPTION_WIDE];
    option_begin(&o, options, queue.options_count);
    for (int round = 0; round < 3000; round++) {
        const int64_t gap = (int64_t)test_below((uint64_t)1 << test_below(36));
        const int64_t step = 1 + (int64_t)test_below(1000), n = (int64_t)test_below(40);
        CHECK_EQ(there_and_back(&o, 4, gap), gap);
        CHECK_EQ(there_and_back(&o, 7, gap + 1), gap + 1);
        CHECK_EQ(there_and_back(&o, 1, 1 + OPTION_K * (1 + gap % 99)),
                 1 + OPTION_K * (1 + gap % 99));
        snprintf(text, sizeof text, "%s:%s:%s", option_text(&options[4], gap, a),
                 option_text(&options[4], gap + n * step, b), "0.000000001");
        sprintf(strrchr(text, ':') + 1, "0.%09" PRId64, step);
        o.given[4].told = 0;
        option_give(&o, 4, text);
        CHECK_EQ(o.given[4].count, n + 1);
        for (int64_t k = 0; k <= n; k++) CHECK_EQ(o.given[4].values[k], gap + k * step);
    }
}

/* ---- use over time ----------------------------------------------------------------- */

/* 1: the check ends the process. */
static int is_refused(const struct run *r)
{
    pid_t child;
    int status = 0;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(9);
        run_check(r);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* Second by second: does anything hold more than there is? */
static int is_too_much(const struct run *r, const int64_t capacity[2][50])
{
    for (int t = 0; t < 50; t++)
        for (int k = 0; k < 2; k++) {
            int64_t held = 0;
            for (size_t i = 0; i < r->count; i++) {
                const double *x = run_item(r, i);
                if (x[ITEM_FATE] < 2 && x[ITEM_START] <= t && t < x[ITEM_END] &&
                    (int)x[ITEM_RESOURCE] == k)
                    held += (int64_t)x[ITEM_SIZE];
            }
            if (held > capacity[k][t]) return 1;
        }
    return 0;
}

static void held_second_by_second(void)
{
    struct run r;
    int64_t capacity[2][50];
    int refused = 0;
    for (int round = 0; round < 300; round++) {
        begin(&r, 1 + (size_t)test_below(12));
        for (int k = 0; k < 2; k++)
            for (int t = 0; t < 50; t++) {
                capacity[k][t] = t > 0 && test_below(8) ? capacity[k][t - 1]
                                                        : 5 + (int64_t)test_below(9);
                if (t == 0 || capacity[k][t] != capacity[k][t - 1])
                    run_capacity(&r, t, capacity[k][t], (uint32_t)k);
            }
        for (size_t i = 0; i < r.count; i++) {
            double *x = run_item(&r, i);
            x[ITEM_SUBMIT] = x[ITEM_START] = (double)test_below(40);
            x[ITEM_END] = x[ITEM_START] + (double)test_below(10);
            x[ITEM_SIZE] = (double)test_below(6);
            x[ITEM_RESOURCE] = (double)test_below(2);
            x[ITEM_FATE] = 1 + (test_below(6) == 0);
            x[WAIT] = x[KIND] = x[WORTH] = 0;
        }
        CHECK_EQ(is_refused(&r), is_too_much(&r, (const int64_t(*)[50])capacity));
        refused += is_too_much(&r, (const int64_t(*)[50])capacity);
        free(r.items);
        free(r.capacity);
    }
    CHECK(refused > 10 && refused < 270);
}

/* ---- charts ------------------------------------------------------------------------ */

/* Random ones, read back: each value has one mark, where the numbers along the scale say
 * that it is. */
enum { PLACES = 12, SERIES = 4, VALUES = PLACES * SERIES, LINE = 8000 };

struct seen { /* of a chart */
    double tick[64], tick_at[64], mark[VALUES];
    size_t ticks, marks;
};

static double where(const struct seen *s, double v, int log)
{
    const double a = s->tick[0], b = s->tick[s->ticks - 1];
    const double part = log ? log10(v / a) / log10(b / a) : (v - a) / (b - a);
    return s->tick_at[0] + part * (s->tick_at[s->ticks - 1] - s->tick_at[0]);
}

/* Ticks are in percent, marks of 1000; `tick` is how one begins. */
static void read_chart(FILE *f, struct seen *s, const char *tick, int curves)
{
    static char line[LINE];
    char *end;
    memset(s, 0, sizeof *s);
    while (fgets(line, sizeof line, f)) {
        CHECK(!strstr(line, "nan") && !strstr(line, "inf"));
        for (char *at = line; (at = strstr(at, tick)) != NULL;) {
            CHECK(s->ticks < 64);
            s->tick_at[s->ticks] = strtod(at + strlen(tick), &end);
            at = strchr(end, '>') + 1;
            s->tick[s->ticks++] = *at == '\xe2' ? -atof(at + 3) : atof(at);
        }
        for (char *at = line; (at = strstr(at, "<g class=\"m l")) != NULL;) {
            at = strchr(strstr(at, "d=\"M"), ' ');
            CHECK(s->marks < VALUES);
            s->mark[s->marks] = strtod(at, NULL) / 10;
            if (curves) s->mark[s->marks] = 100 - s->mark[s->marks];
            s->marks++;
        }
    }
}

static void values_where_they_are(void)
{
    static const struct plot_series series[SERIES] = {
        {"a", 0}, {"b<", 1}, {"c&", 2}, {"d\"", 3}};
    for (long round = test_scaled(2000); round > 0; round--) {
        struct plot_value at[VALUES];
        struct plot_place place[PLACES];
        struct plot p = {.alt = "chart",
                         .unit = "",
                         .series = series,
                         .values = at,
                         .place = place,
                         .x_label = "x"};
        const int curves = (int)test_below(2), zero = (int)test_below(2);
        const int64_t wide = test_below(2) ? 1000 : 10;
        const double size = pow(10, (double)test_between(-6, 9));
        struct seen s;
        FILE *f = tmpfile();
        size_t i, n = 0;
        CHECK(f != NULL);
        p.places = (size_t)test_between(1, PLACES);
        p.count = (size_t)test_between(1, SERIES);
        for (i = 0; i < p.places; i++)
            place[i].x = (double)i, place[i].text = "",
            place[i].count = place[i].end = NULL;
        for (i = 0; i < p.places * p.count; i++) {
            at[i].is = size * (double)test_between(zero ? -wide : 1, wide);
            at[i].low = at[i].is - size * (double)test_below(5000);
            at[i].high = at[i].is + size * (double)test_below(5000);
            if (test_below(5) == 0) at[i].is = (double)NAN;
            if (test_below(2)) at[i].low = at[i].high = (double)NAN;
        }
        p.zero = zero;
        struct plot_scale scale = plot_scale(at, p.places * p.count, zero);
        p.down = !curves;
        plot_print(f, &p);
        rewind(f);
        read_chart(f, &s, curves ? "class=\"yl\" style=\"top:" : "style=\"left:", curves);
        for (size_t k = 0; k < p.places * p.count; k++) { /* series by series */
            i = k % p.places * p.count + k / p.places;
            if (isnan(at[i].is)) continue;
            CHECK(n < s.marks && s.ticks >= 2);
            CHECK(fabs(s.mark[n] - where(&s, at[i].is, scale.log)) < 0.2);
            n++;
        }
        CHECK_EQ(n, s.marks);
        fclose(f);
    }
}

TEST_MAIN(TEST(measures_by_definition), TEST(options_there_and_back),
          TEST(held_second_by_second), TEST(values_where_they_are))
