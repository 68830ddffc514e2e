/* figure.h - a figure of a paper as data: named series of points between two axes.
 *
 * The code that knows what the numbers mean fills a struct figure_plot; drawing.h draws
 * it and figure_plot_csv writes it as CSV. (In metrics.h a "figure" is one number; this
 * is a picture, hence "plot".) A plot owns its text and its points.
 *
 * Memory may run out at any call. The plot then remembers that it is incomplete and
 * ignores further calls; the caller asks once, at the end, whether it has failed.
 *
 *     struct figure_plot p;
 *     figure_plot_init(&p, "fig5", "Mean waiting time by size");
 *     p.y.label = "mean waiting time", p.y.unit = "hours", p.y.seconds = 3600;
 *     s = figure_plot_series(&p, FIGURE_LINE, "%s", policy);
 *     figure_plot_point(&p, s, x, y);          ... for each point
 *     if (p.failed) ...   figure_plot_free(&p);
 *
 * A y of NAN is a gap: there is no value. A y may be the mean of several values, whose
 * least and most figure_plot_range adds. Steps, fills and histograms hold y from their x
 * to the x of the next point; the last point only says where they end.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include "base/error.h"
#include "program/cube.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum { FIGURE_HOUR = 3600, FIGURE_DAY = 86400 };

enum figure_mark {
    FIGURE_LINE,      /* points joined, in the order in which they were added  */
    FIGURE_STEPS,     /* y holds until the next x; the last y is not drawn     */
    FIGURE_FILL,      /* the same, filled down to zero                         */
    FIGURE_HISTOGRAM, /* the same: bins side by side                           */
    FIGURE_BARS       /* x is the number of a category: 0, 1, 2, ...           */
};

struct figure_point {
    double x, y;
};

struct figure_extent {
    double least, most;
};

struct figure_series {
    char *name;
    enum figure_mark mark;
    int undrawn; /* written to the CSV only */
    struct figure_point *points;
    size_t count, capacity;
    struct figure_extent *ranges; /* of lines, for the first points; NAN = none */
    size_t range_count, range_capacity;
};

/* The texts are borrowed: they must outlive the plot. NULL = none. */
struct figure_axis {
    const char *label, *unit; /* "waiting time", "hours": of the values kept  */
    double seconds;           /* in one unit if it is a time, else 0; a time  */
                              /* may be drawn in another unit of time         */
    int log;
    int fixed; /* 1: draw lo .. hi; 0: the range of the data    */
    double lo, hi;
    double step; /* linear: ticks at its multiples if they fit; 0 = chosen */
};

struct figure_plot {
    char *id; /* the name of its CSV file, without .csv       */
    char *title, *caption;
    struct figure_axis x, y;
    char **categories; /* of bars                                      */
    size_t category_count, category_capacity;
    struct figure_series *series;
    size_t series_count, series_capacity;
    int panels;  /* each series in a panel of its own            */
    int wide;    /* as wide as the page                          */
    int undrawn; /* written to the CSV only                     */
    int failed;  /* memory ran out                               */
};

/* Replaces one of the plot's texts, such as &p->caption. */
ERROR_PRINTF(3, 4)
void figure_plot_text(struct figure_plot *p, char **text, const char *format, ...);

void figure_plot_init(struct figure_plot *p, const char *id, const char *title);

/* Begins a series. Returns its number, for figure_plot_point. */
ERROR_PRINTF(3, 4)
size_t figure_plot_series(struct figure_plot *p, enum figure_mark mark,
                          const char *format, ...);

/* Adds a point to the series of that number. */
void figure_plot_point(struct figure_plot *p, size_t series, double x, double y);

/* The last point added to the series is the mean of values from `least` to `most`. */
void figure_plot_range(struct figure_plot *p, size_t series, double least, double most);

/* The next category of the x axis, from the left. */
ERROR_PRINTF(2, 3)
void figure_plot_category(struct figure_plot *p, const char *format, ...);

/* An axis of times that are kept in seconds and drawn in hours. */
struct figure_axis figure_axis_hours(const char *label);

/* An axis of plain numbers. */
struct figure_axis figure_axis_plain(const char *label, const char *unit);

/* Appends to the caption of the plot. */
ERROR_PRINTF(2, 3)
void figure_caption_add(struct figure_plot *p, const char *format, ...);

/* Makes the y axis logarithmic if one series would flatten another: if the largest value
 * is more than ten times the mean of some series. Series of zeros do not count; a plot
 * with a value below zero is left alone. */
void figure_axis_spread(struct figure_plot *p);

/* The same if the largest value is more than 20 times the smallest above zero. */
void figure_axis_spread_values(struct figure_plot *p);

void figure_plot_free(struct figure_plot *p);

/* Does a series with this mark hold y until the next x? */
int figure_mark_holds(enum figure_mark mark);

/* One row for each value: its series, x (or the name of the category; if there are steps
 * or bins, where they end), y, and the ends of its range if there are ranges. Columns are
 * named by the axes and their units, in which the values are; a missing value is an empty
 * cell. For csv_write. */
void figure_plot_csv(FILE *to, const void *plot);

/* ---- of a cube --------------------------------------------------------------------- */

/* Plots of a cube (program/cube.h): a curve or a group of bars for each variant. A value
 * is multiplied by the factor, as 1.0 / FIGURE_HOUR. Of several seeds it is the mean,
 * with its range. */

/* What is drawn; ranges are what cube_spread_lines says. */
struct figure_cube {
    const struct cube *cube;
    size_t measure;
    double factor;
};

/* The range of the point added last: the interval of its mean, cut at 0 unless a value is
 * below, or what table_spread shows in its place. */
void figure_cube_range(struct figure_plot *p, size_t series,
                       const struct statistics_spread *s, double factor);

/* A curve for each variant over the points of the line. */
void figure_cube_curves(struct figure_plot *p, const struct figure_cube *of,
                        const struct cube_line *line);

/* A category for each variant; and bars of that name, one for each variant. */
void figure_cube_categories(struct figure_plot *p, const struct cube *c);
void figure_cube_bars(struct figure_plot *p, const struct figure_cube *of, size_t point,
                      const char *name);

#endif
