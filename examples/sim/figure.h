/* figure.h - a figure of a paper as data: named series of points between two axes.
 *
 * A sim_plot is filled by whoever knows what the numbers mean, and then drawn (svg.h) and
 * written as CSV (here) by those who do not. (In metrics.h a "figure" is one number; this
 * is a picture, hence "plot".) It owns its text and its points.
 *
 * Memory may run out at any call. The plot then remembers that it is incomplete, further
 * calls do nothing, and whoever filled it asks once, at the end: sim_plot_check.
 *
 *     sim_plot p;
 *     sim_plot_init(&p, "fig5", "Mean waiting time by size");
 *     p.y.label = "mean waiting time", p.y.unit = "hours", p.y.seconds = 3600;
 *     s = sim_plot_series(&p, SIM_LINE, "%s", policy);
 *     sim_plot_point(&p, s, x, y);          ... for each point
 *     if (sim_plot_check(&p, e) != 0) ...   sim_plot_free(&p);
 *
 * A y of NAN is a gap: no value there. A y may stand for several values, as their mean:
 * sim_plot_range tells from where to where they are. Steps, fills and histograms hold y
 * from their x to the x of the next point, so they need one more point that tells where
 * they end.
 */
#ifndef SIM_FIGURE_H
#define SIM_FIGURE_H

#include "error.h"
#include "report.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_HOUR = 3600, SIM_DAY = 86400 };

typedef enum sim_mark {
    SIM_LINE,      /* points joined                                         */
    SIM_POINTS,    /* points alone                                          */
    SIM_STEPS,     /* y holds until the next x; the last y is not drawn     */
    SIM_FILL,      /* the same, filled down to zero                         */
    SIM_HISTOGRAM, /* the same: bins side by side                           */
    SIM_BARS       /* x is the number of a category: 0, 1, 2, ...           */
} sim_mark;

typedef struct sim_point {
    double x, y;
} sim_point;

typedef struct sim_extent {
    double least, most;
} sim_extent;

typedef struct sim_series {
    char *name;
    sim_mark mark;
    int undrawn; /* only in the CSV */
    sim_point *points;
    size_t count, capacity;
    sim_extent *ranges; /* of lines: those of the first points; NAN = none */
    size_t range_count, range_capacity;
} sim_series;

/* The texts must outlive the plot; NULL = none. */
typedef struct sim_axis {
    const char *label, *unit; /* "waiting time", "hours": of the values kept  */
    double seconds;           /* in one unit, if it is a time, else 0; a time */
                              /* may be drawn in another unit of time         */
    int log;
    int fixed; /* draw lo .. hi, whatever the data; if not: all */
    double lo, hi;
    double step; /* of a linear one: ticks at its multiples if they fit; 0 = as suits */
} sim_axis;

typedef struct sim_plot {
    char *id; /* of its CSV file, without .csv                */
    char *title, *caption;
    sim_axis x, y;
    char **categories; /* of bars                                      */
    size_t category_count, category_capacity;
    sim_series *series;
    size_t series_count, series_capacity;
    int panels; /* each series in a panel of its own            */
    int wide;   /* as wide as the page                          */
    int failed; /* memory ran out                               */
} sim_plot;

/* ---- filling ----------------------------------------------------------------------- */

/* Room for one more item of `size` bytes in the array *items; 0, or -1. */
static inline int sim_grow(void **items, size_t count, size_t *capacity, size_t size)
{
    const size_t more = *capacity ? 2 * *capacity : 8;
    void *grown;
    if (count < *capacity) return 0;
    if (more > SIZE_MAX / size) return -1;
    grown = realloc(*items, more * size);
    if (!grown) return -1;
    *items = grown;
    *capacity = more;
    return 0;
}

/* The formatted text in memory of its own, or NULL. */
SIM_PRINTF(1, 0)
static inline char *sim_text_made(const char *format, va_list args)
{
    va_list again;
    char *text = NULL;
    int length;
    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, args);
    if (length >= 0) text = (char *)malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* Replaces *text. */
SIM_PRINTF(3, 4)
static inline void sim_plot_text(sim_plot *p, char **text, const char *format, ...)
{
    va_list args;
    char *made;
    va_start(args, format);
    made = sim_text_made(format, args);
    va_end(args);
    if (!made) {
        p->failed = 1;
        return;
    }
    free(*text);
    *text = made;
}

static inline void sim_plot_init(sim_plot *p, const char *id, const char *title)
{
    static const sim_plot nothing = {0};
    *p = nothing;
    sim_plot_text(p, &p->id, "%s", id);
    sim_plot_text(p, &p->title, "%s", title);
}

/* Its place among the series, for sim_plot_point. */
SIM_PRINTF(3, 4)
static inline size_t sim_plot_series(sim_plot *p, sim_mark mark, const char *format, ...)
{
    static const sim_series nothing = {0};
    void *items = p->series;
    va_list args;
    sim_series *s;
    if (p->failed) return SIZE_MAX;
    if (sim_grow(&items, p->series_count, &p->series_capacity, sizeof *p->series) != 0) {
        p->failed = 1;
        return SIZE_MAX;
    }
    p->series = (sim_series *)items;
    s = &p->series[p->series_count];
    *s = nothing;
    s->mark = mark;
    va_start(args, format);
    s->name = sim_text_made(format, args);
    va_end(args);
    if (!s->name) {
        p->failed = 1;
        return SIZE_MAX;
    }
    return p->series_count++;
}

static inline void sim_plot_point(sim_plot *p, size_t series, double x, double y)
{
    sim_series *s;
    void *items;
    if (p->failed || series >= p->series_count) return;
    s = &p->series[series];
    items = s->points;
    if (sim_grow(&items, s->count, &s->capacity, sizeof *s->points) != 0) {
        p->failed = 1;
        return;
    }
    s->points = (sim_point *)items;
    s->points[s->count].x = x;
    s->points[s->count++].y = y;
}

/* The last point of the series stands for values from `least` to `most`. */
static inline void sim_plot_range(sim_plot *p, size_t series, double least, double most)
{
    const sim_extent nothing = {NAN, NAN};
    sim_series *s;
    if (p->failed || series >= p->series_count) return;
    s = &p->series[series];
    while (s->range_count < s->count) {
        void *items = s->ranges;
        if (sim_grow(&items, s->range_count, &s->range_capacity, sizeof *s->ranges) !=
            0) {
            p->failed = 1;
            return;
        }
        s->ranges = (sim_extent *)items;
        s->ranges[s->range_count++] = nothing;
    }
    if (!s->count) return;
    s->ranges[s->count - 1].least = least;
    s->ranges[s->count - 1].most = most;
}

/* The next category of the x axis, from the left. */
SIM_PRINTF(2, 3)
static inline void sim_plot_category(sim_plot *p, const char *format, ...)
{
    void *items = p->categories;
    va_list args;
    char *name;
    if (p->failed) return;
    va_start(args, format);
    name = sim_text_made(format, args);
    va_end(args);
    if (!name || sim_grow(&items, p->category_count, &p->category_capacity,
                          sizeof *p->categories) != 0) {
        free(name);
        p->failed = 1;
        return;
    }
    p->categories = (char **)items;
    p->categories[p->category_count++] = name;
}

/* ---- what figures have in common --------------------------------------------------- */

static inline sim_axis sim_axis_hours(const char *label)
{
    const sim_axis axis = {label, "hours", SIM_HOUR, 0, 0, 0, 0, 0};
    return axis;
}

static inline sim_axis sim_axis_plain(const char *label, const char *unit)
{
    const sim_axis axis = {label, unit, 0, 0, 0, 0, 0, 0};
    return axis;
}

/* Adds to a text of the plot. */
SIM_PRINTF(2, 3)
static inline void sim_caption_add(sim_plot *p, const char *format, ...)
{
    const size_t used = p->caption ? strlen(p->caption) : 0;
    va_list args;
    char *more, *whole;
    va_start(args, format);
    more = sim_text_made(format, args);
    va_end(args);
    whole = more ? (char *)realloc(p->caption, used + strlen(more) + 1) : NULL;
    if (whole) {
        memcpy(whole + used, more, strlen(more) + 1);
        p->caption = whole;
    } else {
        p->failed = 1;
    }
    free(more);
}

/* A logarithmic y axis if one series would press another to the ground: if the largest
 * value is more than ten times the mean of some series. Zeros alone do not count. */
static inline void sim_axis_spread(sim_plot *p)
{
    double least = HUGE_VAL, most = 0;
    size_t i, k;
    for (i = 0; i < p->series_count; i++) {
        double sum = 0;
        uint64_t count = 0;
        for (k = 0; k < p->series[i].count; k++) {
            const double y = p->series[i].points[k].y;
            if (!isfinite(y)) continue;
            if (y > most) most = y;
            sum += y;
            count++;
        }
        if (sum > 0 && sim_mean(sum, count) < least) least = sim_mean(sum, count);
    }
    if (!(most > 10 * least)) return;
    p->y.log = 1;
    sim_caption_add(p, " The vertical scale is logarithmic.");
}

/* ---- complete, and done with ------------------------------------------------------- */

/* Everything that was put in is in it, or -1. */
static inline int sim_plot_check(const sim_plot *p, sim_error *e)
{
    if (!p->failed) return 0;
    return sim_fail(e, "out of memory for the figure %s", p->id ? p->id : "");
}

static inline void sim_plot_free(sim_plot *p)
{
    static const sim_plot nothing = {0};
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

/* RFC 4180: quoted where need be. */
static inline void sim_csv_text(FILE *to, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static inline int sim_mark_holds(sim_mark mark)
{
    return mark == SIM_STEPS || mark == SIM_FILL || mark == SIM_HISTOGRAM;
}

static inline int sim_plot_ranged(const sim_plot *p)
{
    size_t i;
    for (i = 0; i < p->series_count; i++)
        if (p->series[i].range_count) return 1;
    return 0;
}

static inline void sim_plot_csv_row(FILE *to, const sim_plot *p, const sim_series *s,
                                    size_t i, int ranged)
{
    const sim_extent nothing = {NAN, NAN};
    const sim_extent range = i < s->range_count ? s->ranges[i] : nothing;
    const double x = s->points[i].x;
    char text[SIM_NUMBER_TEXT];
    sim_csv_text(to, s->name);
    fputc(',', to);
    if (s->mark == SIM_BARS && x >= 0 && x < (double)p->category_count)
        sim_csv_text(to, p->categories[(size_t)x]);
    else
        fputs(sim_number_text(x, text), to);
    fputc(',', to);
    if (sim_mark_holds(s->mark)) fputs(sim_number_text(s->points[i + 1].x, text), to);
    fprintf(to, ",%s", sim_number_text(s->points[i].y, text));
    if (ranged) {
        fprintf(to, ",%s", sim_number_text(range.least, text));
        fprintf(to, ",%s", sim_number_text(range.most, text));
    }
    fputc('\n', to);
}

/* One row for each value: of which series, at x (or the category's name; steps and bins:
 * from x to x_to), y; where there are ranges, their ends. Values are in the units of the
 * axes; no value is an empty cell. */
static inline void sim_plot_csv(FILE *to, const sim_plot *p)
{
    const int ranged = sim_plot_ranged(p);
    size_t i, k;
    fprintf(to, "series,x,x_to,y%s\n", ranged ? ",least,most" : "");
    for (i = 0; i < p->series_count; i++) {
        const sim_series *s = &p->series[i];
        for (k = 0; k + (size_t)sim_mark_holds(s->mark) < s->count; k++)
            sim_plot_csv_row(to, p, s, k, ranged);
    }
}

/* The same as the file `folder`/id.csv. 0, or -1. */
static inline int sim_plot_csv_file(const char *folder, const sim_plot *p, sim_error *e)
{
    char name[256], path[4096];
    sim_output out;
    snprintf(name, sizeof name, "%s.csv", p->id);
    if (sim_output_open_in(&out, path, sizeof path, folder, name, e) != 0) return -1;
    sim_plot_csv(out.file, p);
    return sim_output_close(&out, e);
}

#endif
