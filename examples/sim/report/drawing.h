/* drawing.h - draws a figure as SVG: axes, legend, and each series by its mark.
 *
 * Series differ by colour and by dash, marker or hatch, so that a grey print and a
 * colour-blind eye can tell them apart; the legend stands above the axes and never covers
 * data. Bars on a logarithmic axis are dots. More than DRAWING_LINES lines get a panel
 * each, all with the same axes.
 *
 * Many points do not make a large picture. Lines, steps and fills keep, in each column of
 * the drawing, the first, the lowest, the highest and the last value: the same pixels as
 * all of them. Points that would cover each other are drawn once. Bars too narrow to see
 * are put together and show the largest. What cannot be drawn (negative values on a
 * logarithmic axis, infinities, series beyond DRAWING_SERIES) is counted under the axes.
 * Lines, steps and fills are drawn in order of ascending x; series in any other order are
 * drawn as points.
 */
#ifndef DRAWING_H
#define DRAWING_H

#include "report/axis.h"
#include "report/figure.h"

#include <stdio.h>

enum {
    DRAWING_NOTES = 5,
    DRAWING_NAME = 17,   /* from one line of names to the next */
    DRAWING_SERIES = 64, /* drawn at most                                  */
    DRAWING_PANELS = 16, /* ... of those that ask for panels of their own  */
    DRAWING_LINES = 8,   /* in one panel; more of them get one each ...    */
    DRAWING_COLUMNS = 3, /* ... in so many columns                         */
    DRAWING_MARKED = 60  /* points of a line that still get markers        */
};

/* Is the drawing as wide as the page? */
int drawing_wide(const struct figure_plot *p);

/* The whole figure, as one <svg> element. */
void drawing_plot(FILE *to, const struct figure_plot *p);

/* ---- for other drawings that have axes (gantt.h) ----------------------------------- */

struct drawing {
    FILE *to;
    const struct figure_plot *plot;
    const struct figure_series *drawn[DRAWING_SERIES];
    size_t series, wanted; /* how many are drawn, how many there are     */
    double width, left, right, top, height; /* of the present panel's axes     */
    double panel;         /* height of each panel                       */
    size_t columns;       /* of panels                                  */
    double cell;          /* width of a column                          */
    double margin, spare; /* left and right of the axes in it           */
    double inset;         /* between the ends of the x axis and its values */
    double aside;         /* between the points of two series at one x  */
    int split;            /* many lines: each has a panel               */
    struct axis_scale x, y;
    int blank;              /* nothing can be drawn                       */
    int bars;               /* the x axis has categories                   */
    int dots;               /* ... and the y axis is logarithmic           */
    size_t slots, together; /* groups of bars, of how many categories each */
    size_t names;           /* lines of their names, 1 or 2 */
    size_t lost;            /* values that cannot be drawn                 */
};

/* The width of the widest label of the axis. */
double drawing_ticks_width(const struct axis_scale *s);

/* Draws an axis with its grid lines; of the x axis the labels only if `labels`. */
void drawing_axis_y(struct drawing *d);
void drawing_axis_x(struct drawing *d, int labels);

#endif
