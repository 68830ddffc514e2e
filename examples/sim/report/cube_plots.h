/* cube_plots.h - plots of a cube (program/cube.h): a curve or a group of bars for each
 * variant. A value is multiplied by the factor, as 1.0 / FIGURE_HOUR. Of several seeds it
 * is the mean, with its range.
 */
#ifndef CUBE_PLOTS_H
#define CUBE_PLOTS_H

#include "program/cube.h"
#include "report/figure.h"

#include <stddef.h>

/* What is drawn; `text`: the range is from the least to the most, or with CUBE_INTERVAL
 * the 95 % interval, cut at zero. */
struct cube_plots {
    const struct cube *cube;
    size_t measure;
    double factor;
    enum cube_text text;
};

/* A curve for each variant over the points of the line. */
void cube_plots_curves(struct figure_plot *p, const struct cube_plots *of,
                       const struct cube_line *line);

/* A category for each variant; and bars of that name, one for each variant. */
void cube_plots_categories(struct figure_plot *p, const struct cube *c);
void cube_plots_bars(struct figure_plot *p, const struct cube_plots *of, size_t point,
                     const char *name);

#endif
