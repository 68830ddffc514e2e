/* cube_plots.h - plots of a cube (program/cube.h): a curve or a group of bars for each
 * variant. A value is multiplied by the factor, as 1.0 / FIGURE_HOUR. Of several seeds it
 * is the mean, with its range.
 */
#ifndef CUBE_PLOTS_H
#define CUBE_PLOTS_H

#include "program/cube.h"
#include "report/figure.h"

#include <stddef.h>

/* What is drawn; ranges are what cube_spread_lines says. */
struct cube_plots {
    const struct cube *cube;
    size_t measure;
    double factor;
};

/* The range of the point added last: the interval of its mean, cut at 0 unless a value is
 * below, or what table_spread shows in its place. */
void cube_plots_range(struct figure_plot *p, size_t series,
                      const struct statistics_spread *s, double factor);

/* A curve for each variant over the points of the line. */
void cube_plots_curves(struct figure_plot *p, const struct cube_plots *of,
                       const struct cube_line *line);

/* A category for each variant; and bars of that name, one for each variant. */
void cube_plots_categories(struct figure_plot *p, const struct cube *c);
void cube_plots_bars(struct figure_plot *p, const struct cube_plots *of, size_t point,
                     const char *name);

#endif
