/* plot.h - charts whose text is HTML around SVG that stretches, so that letters keep
 * their size at every width: rows of marks with intervals, and curves.
 *
 * A variant has its own colour, mark and dash, by its number, on the whole page. Values
 * are as they are shown, NAN: none; an interval without ends is not drawn.
 */
#ifndef PLOT_H
#define PLOT_H

#include <stddef.h>
#include <stdio.h>

enum { PLOT_COLOURS = 8, PLOT_RECORDED = 1000 }; /* a look: what no policy decided */

struct plot_value {
    double is, low, high;
};

struct plot_series {
    const char *name;
    size_t look; /* the number of the variant, or PLOT_RECORDED */
};

struct plot_scale {
    double lo, hi, step;
    int log;
};

struct plot {
    const char *alt, *unit;
    const struct plot_series *series;
    size_t count;          /* of the series                         */
    size_t places;         /* rows, or values along a curve         */
    struct plot_value *at; /* of each place, of each series         */
    int zero;              /* the scale has 0 (plot_scale)          */
    double *x;             /* curves: of each place                 */
    const char **texts;    /* of each place; NULL: ticks at numbers */
    const char *x_label;   /* of curves; of rows what a class is    */
    int log_x;
    const char *const *counts; /* of rows: how many, in grey; or NULL  */
    const char *const *ends;   /* of rows: the value as text; or NULL  */
};

/* Of all n values with their intervals; `zero`: 0 is in it, and it is not logarithmic. An
 * interval that is far beyond all values is cut where the scale ends. */
struct plot_scale plot_scale(const struct plot_value *v, size_t n, int zero);

/* Texts below, or above, what has this scale. */
void plot_ticks(FILE *to, const struct plot_scale *s, const char *unit);

/* One row of marks: of a table, or of a chart. */
void plot_strip(FILE *to, const struct plot_scale *s, const struct plot_series *series,
                const struct plot_value *v, size_t count, const char *alt);

/* Which mark, or dash, is which. */
void plot_key(FILE *to, const struct plot_series *series, size_t count, int curves);

void plot_rows(FILE *to, const struct plot *p);
void plot_curves(FILE *to, const struct plot *p);

/* The rules of a style sheet that these need. */
void plot_style(FILE *to);

#endif
