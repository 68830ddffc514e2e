/* prop_plot.c - random charts (kit/plot.h), read back: each value has one mark or bar,
 * where the numbers beside the grid say that it is, and inside the chart.
 */
#include "test.h"

#include "kit/plot.h"

#include <math.h>

enum { PLACES = 12, SERIES = 4, VALUES = PLACES * SERIES, LINE = 1000 };

struct seen { /* of a chart */
    double tick[64], tick_y[64];
    size_t ticks, marks;
    double y[VALUES], lo[VALUES], hi[VALUES]; /* of each mark, of its error bar */
};

static double y_of(const struct seen *s, double v, int log)
{
    const double a = s->tick[0], b = s->tick[s->ticks - 1];
    const double part = log ? log10(v / a) / log10(b / a) : (v - a) / (b - a);
    return s->tick_y[0] + part * (s->tick_y[s->ticks - 1] - s->tick_y[0]);
}

/* Reads numbers behind the beginning of an element in the line: 1, or 0. */
static int element(const char *line, const char *begin, const char *numbers, double *a,
                   double *b, double *c)
{
    const char *at = strstr(line, begin);
    return at && sscanf(at + strlen(begin), numbers, a, b, c) >= 2;
}

static void read_chart(FILE *f, struct seen *s)
{
    char line[LINE];
    double x, y, high = 0, grid = -1;
    memset(s, 0, sizeof *s);
    while (fgets(line, sizeof line, f)) {
        CHECK(!strstr(line, "nan") && !strstr(line, "inf"));
        if (element(line, "class=\"grid\" d=\"M", "%lf %lf", &x, &y, &high)) grid = y;
        if (grid >= 0 && strstr(line, "\"end\">")) {
            CHECK(s->ticks < 64);
            s->tick_y[s->ticks] = grid;
            s->tick[s->ticks++] = atof(strstr(line, "\"end\">") + 6);
            grid = -1;
        }
        if (strstr(line, "<g class=\"p\">"))
            s->lo[s->marks] = s->hi[s->marks] = (double)NAN;
        if (element(line, "class=\"error\" d=\"M", "%lf %lfV%lf", &x, &y, &high))
            s->lo[s->marks] = y, s->hi[s->marks] = high;
        if (element(line, "<rect class=\"f", "%*u\" x=\"%lf\" y=\"%lf", &x, &y, &high) ||
            element(line, "<path class=\"f", "%*u\" d=\"M%lf %lf", &x, &y, &high))
            s->y[s->marks] = y;
        if (strstr(line, "<title>")) CHECK(s->marks++ < VALUES);
    }
}

static void values_where_they_are(void)
{
    static const char *const texts[PLACES] = {"0", "1", "2", "3", "4",  "5",
                                              "6", "7", "8", "9", "10", "11"};
    static const char *const names[SERIES] = {"a", "b<", "c&", "d\""};
    long round;
    for (round = test_scaled(2000); round > 0; round--) {
        double x[PLACES], y[VALUES], lo[VALUES], hi[VALUES];
        struct plot p = {.x_label = "x", .y_label = "y"};
        const double size = pow(10, (double)test_between(-6, 9));
        struct seen s;
        FILE *f = tmpfile();
        size_t i, k, n = 0;
        CHECK(f != NULL);
        p.bars = (int)test_below(2);
        p.log_y = (int)test_below(2);
        p.places = (size_t)test_between(1, PLACES);
        p.series = (size_t)test_between(1, SERIES);
        p.x = x, p.texts = texts, p.names = names, p.alt = "chart", p.id = "chart";
        p.y = y, p.lo = lo, p.hi = hi;
        for (i = 0; i < p.places; i++) x[i] = (double)i;
        for (i = 0; i < p.places * p.series; i++) {
            y[i] = size * (double)test_between(1, 1000);
            lo[i] = y[i] * (double)test_between(1, 100) / 100;
            hi[i] = y[i] * (double)test_between(100, 200) / 100;
            if (test_below(5) == 0) y[i] = lo[i] = hi[i] = (double)NAN;
        }
        plot_write(&p, f);
        rewind(f);
        read_chart(f, &s);
        for (k = 0; k < VALUES; k++) { /* curves go series by series */
            i = p.bars ? k : k % p.places * p.series + k / p.places;
            if (k >= p.places * p.series || isnan(y[i])) continue;
            CHECK(n < s.marks && s.ticks >= 2);
            CHECK(fabs(s.y[n] - y_of(&s, y[i], p.log_y)) < 0.2);
            CHECK(hi[i] > lo[i] ? fabs(s.lo[n] - y_of(&s, lo[i], p.log_y)) < 0.2 &&
                                      fabs(s.hi[n] - y_of(&s, hi[i], p.log_y)) < 0.2
                                : isnan(s.lo[n]));
            CHECK(s.hi[n] >= 0 || isnan(s.hi[n]));
            n++;
        }
        CHECK_EQ(n, s.marks);
        fclose(f);
    }
}

TEST_MAIN(TEST(values_where_they_are))
