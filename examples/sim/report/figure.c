/* figure.c - every array of a plot grows by itself; `failed` records that one could not.
 */
#include "report/figure.h"

#include "base/array.h"
#include "base/outfile.h"
#include "base/outfolder.h"
#include "base/statistics.h"
#include "base/text.h"
#include "program/csv.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- filling ----------------------------------------------------------------------- */

void figure_plot_text(struct figure_plot *p, char **text, const char *format, ...)
{
    va_list args;
    char *made;
    va_start(args, format);
    made = text_format(format, args);
    va_end(args);
    if (!made) {
        p->failed = 1;
        return;
    }
    free(*text);
    *text = made;
}

void figure_plot_init(struct figure_plot *p, const char *id, const char *title)
{
    static const struct figure_plot nothing = {0};
    *p = nothing;
    figure_plot_text(p, &p->id, "%s", id);
    figure_plot_text(p, &p->title, "%s", title);
}

size_t figure_plot_series(struct figure_plot *p, enum figure_mark mark,
                          const char *format, ...)
{
    static const struct figure_series nothing = {0};
    va_list args;
    struct figure_series *s;
    if (p->failed) return SIZE_MAX;
    if (ARRAY_ROOM(p->series, p->series_count, p->series_capacity, 1) != 0) {
        p->failed = 1;
        return SIZE_MAX;
    }
    s = &p->series[p->series_count];
    *s = nothing;
    s->mark = mark;
    va_start(args, format);
    s->name = text_format(format, args);
    va_end(args);
    if (!s->name) {
        p->failed = 1;
        return SIZE_MAX;
    }
    return p->series_count++;
}

void figure_plot_point(struct figure_plot *p, size_t series, double x, double y)
{
    struct figure_series *s;
    if (p->failed || series >= p->series_count) return;
    s = &p->series[series];
    if (ARRAY_ROOM(s->points, s->count, s->capacity, 1) != 0) {
        p->failed = 1;
        return;
    }
    s->points[s->count].x = x;
    s->points[s->count++].y = y;
}

void figure_plot_range(struct figure_plot *p, size_t series, double least, double most)
{
    const struct figure_extent nothing = {NAN, NAN};
    struct figure_series *s;
    if (p->failed || series >= p->series_count) return;
    s = &p->series[series];
    while (s->range_count < s->count) {
        if (ARRAY_ROOM(s->ranges, s->range_count, s->range_capacity, 1) != 0) {
            p->failed = 1;
            return;
        }
        s->ranges[s->range_count++] = nothing;
    }
    if (!s->count) return;
    s->ranges[s->count - 1].least = least;
    s->ranges[s->count - 1].most = most;
}

void figure_plot_category(struct figure_plot *p, const char *format, ...)
{
    va_list args;
    char *name;
    if (p->failed) return;
    va_start(args, format);
    name = text_format(format, args);
    va_end(args);
    if (!name ||
        ARRAY_ROOM(p->categories, p->category_count, p->category_capacity, 1) != 0) {
        free(name);
        p->failed = 1;
        return;
    }
    p->categories[p->category_count++] = name;
}

/* ---- what figures have in common --------------------------------------------------- */

struct figure_axis figure_axis_hours(const char *label)
{
    const struct figure_axis axis = {label, "hours", FIGURE_HOUR, 0, 0, 0, 0, 0};
    return axis;
}

struct figure_axis figure_axis_plain(const char *label, const char *unit)
{
    const struct figure_axis axis = {label, unit, 0, 0, 0, 0, 0, 0};
    return axis;
}

void figure_caption_add(struct figure_plot *p, const char *format, ...)
{
    const size_t used = p->caption ? strlen(p->caption) : 0;
    va_list args;
    char *more, *whole;
    va_start(args, format);
    more = text_format(format, args);
    va_end(args);
    /* appended to a few times: it needs no capacity (base/array.h) */
    whole = more ? (char *)realloc(p->caption, used + strlen(more) + 1) : NULL;
    if (whole) {
        memcpy(whole + used, more, strlen(more) + 1);
        p->caption = whole;
    } else {
        p->failed = 1;
    }
    free(more);
}

/* Logarithmic if the largest value is more than `times` the least. */
static void axis_stretch(struct figure_plot *p, double most, double least, double times)
{
    if (!(most > times * least)) return;
    p->y.log = 1;
    figure_caption_add(p, " The vertical scale is logarithmic.");
}

void figure_axis_spread(struct figure_plot *p)
{
    double least = HUGE_VAL, most = 0;
    size_t i, k;
    for (i = 0; i < p->series_count; i++) {
        double sum = 0;
        uint64_t count = 0;
        for (k = 0; k < p->series[i].count; k++) {
            const double y = p->series[i].points[k].y;
            if (!isfinite(y)) continue;
            if (y < 0) return;
            most = fmax(most, y);
            sum += y;
            count++;
        }
        if (sum > 0) least = fmin(least, statistics_mean(sum, count));
    }
    axis_stretch(p, most, least, 10);
}

void figure_axis_spread_values(struct figure_plot *p)
{
    double least = HUGE_VAL, most = 0;
    size_t i, k;
    for (i = 0; i < p->series_count; i++)
        for (k = 0; k < p->series[i].count; k++) {
            const double y = p->series[i].points[k].y;
            most = fmax(most, y);
            if (y > 0) least = fmin(least, y);
        }
    axis_stretch(p, most, least, 20);
}

void figure_plot_free(struct figure_plot *p)
{
    static const struct figure_plot nothing = {0};
    size_t i;
    for (i = 0; i < p->series_count; i++) {
        free(p->series[i].name);
        free(p->series[i].points);
        free(p->series[i].ranges);
    }
    for (i = 0; i < p->category_count; i++) free(p->categories[i]);
    free(p->series);
    free(p->categories);
    free(p->id);
    free(p->title);
    free(p->caption);
    *p = nothing;
}

/* ---- as CSV ------------------------------------------------------------------------ */

int figure_mark_holds(enum figure_mark mark)
{
    return mark == FIGURE_STEPS || mark == FIGURE_FILL || mark == FIGURE_HISTOGRAM;
}

static int plot_ranged(const struct figure_plot *p)
{
    size_t i;
    for (i = 0; i < p->series_count; i++)
        if (p->series[i].range_count) return 1;
    return 0;
}

/* Does any series hold y until the next x? */
static int plot_holds(const struct figure_plot *p)
{
    size_t i;
    for (i = 0; i < p->series_count; i++)
        if (figure_mark_holds(p->series[i].mark)) return 1;
    return 0;
}

static void axis_csv(FILE *to, const struct figure_axis *axis, const char *unnamed,
                     const char *more)
{
    fputc(',', to);
    csv_column(to, axis->label ? axis->label : unnamed, axis->unit);
    fputs(more, to);
}

static void plot_csv_head(FILE *to, const struct figure_plot *p)
{
    fputs("series", to);
    axis_csv(to, &p->x, p->category_count ? "category" : "x", "");
    if (plot_holds(p)) axis_csv(to, &p->x, "x", "_to");
    axis_csv(to, &p->y, "y", "");
    if (plot_ranged(p)) {
        axis_csv(to, &p->y, "y", "_least");
        axis_csv(to, &p->y, "y", "_most");
    }
    fputc('\n', to);
}

static void plot_csv_row(FILE *to, const struct figure_plot *p,
                         const struct figure_series *s, size_t i)
{
    const struct figure_extent nothing = {NAN, NAN};
    const struct figure_extent range = i < s->range_count ? s->ranges[i] : nothing;
    const double x = s->points[i].x;
    char text[TEXT_NUMBER];
    csv_text(to, s->name);
    fputc(',', to);
    if (s->mark == FIGURE_BARS && x >= 0 && x < (double)p->category_count)
        csv_text(to, p->categories[(size_t)x]);
    else
        fputs(text_number(x, text), to);
    if (plot_holds(p)) fputc(',', to);
    if (figure_mark_holds(s->mark)) fputs(text_number(s->points[i + 1].x, text), to);
    fprintf(to, ",%s", text_number(s->points[i].y, text));
    if (plot_ranged(p)) {
        fprintf(to, ",%s", text_number(range.least, text));
        fprintf(to, ",%s", text_number(range.most, text));
    }
    fputc('\n', to);
}

void figure_plot_csv(FILE *to, const void *plot)
{
    const struct figure_plot *p = (const struct figure_plot *)plot;
    size_t i, k;
    plot_csv_head(to, p);
    for (i = 0; i < p->series_count; i++) {
        const struct figure_series *s = &p->series[i];
        for (k = 0; k + (size_t)figure_mark_holds(s->mark) < s->count; k++)
            plot_csv_row(to, p, s, k);
    }
}

/* ---- of a cube --------------------------------------------------------------------- */

void figure_cube_range(struct figure_plot *p, size_t series,
                       const struct statistics_spread *s, double factor)
{
    const double low = s->least < 0 ? s->low : fmax(s->low, 0);
    const int sure = isfinite(s->low);
    figure_plot_range(p, series, (sure ? low : s->least) * factor,
                      (sure ? s->high : s->most) * factor);
}

/* Adds a value of a variant at a point to a series. */
static void add_mean(struct figure_plot *p, size_t series, double x,
                     const struct figure_cube *of, size_t point, size_t variant)
{
    const struct statistics_spread s = cube_spread(of->cube, point, variant, of->measure);
    figure_plot_point(p, series, x, s.mean * of->factor);
    if (of->cube->seeds < 2) return;
    figure_cube_range(p, series, &s, of->factor);
}

void figure_cube_curves(struct figure_plot *p, const struct figure_cube *of,
                        const struct cube_line *line)
{
    size_t v, i;
    for (v = 0; v < of->cube->variants; v++) {
        size_t series;
        if (line->only && !line->only[v]) continue;
        series = figure_plot_series(p, FIGURE_LINE, "%s", of->cube->names[v]);
        for (i = 0; i < line->count; i++)
            add_mean(p, series, line->at[i].x, of, line->at[i].point, v);
    }
}

void figure_cube_categories(struct figure_plot *p, const struct cube *c)
{
    size_t i;
    for (i = 0; i < c->variants; i++) figure_plot_category(p, "%s", c->names[i]);
}

void figure_cube_bars(struct figure_plot *p, const struct figure_cube *of, size_t point,
                      const char *name)
{
    const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", name);
    size_t i;
    for (i = 0; i < of->cube->variants; i++) add_mean(p, series, (double)i, of, point, i);
}
