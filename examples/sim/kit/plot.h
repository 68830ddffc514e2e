/* plot.h - a chart: text is HTML around an SVG that stretches, so that letters keep their
 * size at every width. Rows go down, with marks and intervals; curves go to the right.
 *
 * A series has its own colour, mark and dash, by its look, on the whole page. Values are
 * as they are shown, NAN: none; an interval without ends is not drawn.
 */
#ifndef PLOT_H
#define PLOT_H

#include <stddef.h>
#include <stdio.h>

enum { PLOT_LOOKS = 8, PLOT_RECORDED = PLOT_LOOKS }; /* grey: what no policy decided */

struct plot_value {
    double is, low, high;
};

struct plot_series {
    const char *name;
    size_t look; /* below PLOT_LOOKS, or PLOT_RECORDED */
};

struct plot_scale {
    double lo, hi, step;
    int log;
};

struct plot_place {
    double x; /* of a curve                                 */
    const char *text;
    const char *count; /* of a row: how many, in grey; or NULL       */
    const char *end;   /* of a row: the value as HTML; or NULL       */
};

struct plot {
    const char *alt, *unit, *x_label; /* x_label: what a place is        */
    const struct plot_series *series;
    size_t count;  /* of the series                           */
    size_t places; /* rows, or values along a curve           */
    struct plot_place *place;
    struct plot_value *values; /* of each place, of each series           */
    int down;                  /* rows                                    */
    int zero;                  /* the scale has 0 (plot_scale)            */
    int log_x;
};

/* Of all n values with their intervals; `zero`: 0 is in it, and it is not logarithmic. An
 * interval that is far beyond all values is cut where the scale ends. */
struct plot_scale plot_scale(const struct plot_value *v, size_t n, int zero);

/* "0.0804" of three digits, or "-1.5"; the minus is wide. */
const char *plot_number(double v, int digits);

/* Numbers below, or (`up`) to the left of, a chart of this scale. */
void plot_ticks(FILE *to, const struct plot_scale *s, int up, const char *unit);

/* Rows without their texts, for a cell of a table. */
void plot_strip(FILE *to, const struct plot *p, const struct plot_scale *s);

/* Which mark, or dash, is which. */
void plot_key(FILE *to, const struct plot *p);

void plot_print(FILE *to, const struct plot *p);

/* The rules of a style sheet that these need. */
extern const char plot_style[];

#endif
