/* plot.h - one chart as SVG: curves with error bars, or bars in groups.
 *
 * Series are the variants. A curve has a place on the x axis for each value; bars have a
 * group for each. NAN: no mark.
 */
#ifndef PLOT_H
#define PLOT_H

#include <stddef.h>
#include <stdio.h>

enum { PLOT_COLOURS = 8 }; /* of more series, the others are dashed */

struct plot {
    const char *x_label, *y_label;
    int bars, log_x, log_y;
    int bare; /* curves without marks */
    size_t places, series;
    const double *x;           /* of each place; bars: not used            */
    const char *const *texts;  /* of each place; bare: not used            */
    const double *y, *lo, *hi; /* place by place, of each series           */
    const char *const *names;  /* of the series                            */
    const char *alt;           /* the chart in a sentence                  */
    const char *id;            /* of the drawing                           */
};

void plot_write(const struct plot *p, FILE *to);

#endif
