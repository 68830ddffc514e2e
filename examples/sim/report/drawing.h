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

/* ---- the data: each series by its mark (drawing_marks.c) --------------------------- */

/* Bars have a length, which means nothing on a logarithmic axis: there each value is a
 * dot. Two series of which one would hide the other are told apart: where a line has few
 * points, those of the series that share an x stand side by side (drawing_marks_apart);
 * where it has many, each line carries a few markers of its own, at places of its own. */

/* How far apart series are drawn that share an x, and markers at one place, in units. */
enum { DRAWING_MARKS_ASIDE = 8, DRAWING_MARKS_NEAR = 4 };

/* Can the value be drawn on this axis? On a logarithmic axis a negative one cannot. */
int drawing_marks_can_draw(const struct figure_axis *axis, double v);

/* The x of a place along the axis: 0 at its lower end, 1 at its upper end. */
double drawing_marks_along(const struct drawing *d, double at);

/* Has each series a panel of its own? */
int drawing_marks_panels(const struct drawing *d);

/* Is any of point k between the ends of the x axis? Other points do not count for the
 * range of the y axis. */
int drawing_marks_in_view(const struct figure_axis *x, const struct figure_series *s,
                          size_t k);

/* Are all series lines with so few points that each gets a marker? */
int drawing_marks_few(const struct drawing *d);

/* How far apart the points of series that share an x are to be drawn: 0 if none hides
 * another, and if there is no room. The scales of d are those of the first panel. */
double drawing_marks_apart(const struct drawing *d);

/* The left end of a category, counted from 0. */
double drawing_marks_slot(const struct drawing *d, double slot);

/* The sign of the series in the legend, 26 units wide, its text's line at y. */
void drawing_marks_swatch(struct drawing *d, size_t i, double x, double y);

/* The clip path of the data area: defines it, or names it in an attribute. */
void drawing_marks_clip(struct drawing *d, size_t panel, int define);

/* The patterns of hatched bars. */
void drawing_marks_hatches(struct drawing *d);

/* All of series i. */
void drawing_marks_series(struct drawing *d, size_t i, size_t panel);

#endif
