/* drawing_marks.h - the data of a drawing (drawing.h): each series by its mark.
 *
 * Bars have a length, which means nothing on a logarithmic axis: there each value is a
 * dot. Two series of which one would hide the other are told apart: where a line has few
 * points, those of the series that share an x stand side by side (drawing_marks_apart);
 * where it has many, each line carries a few markers of its own, at places of its own.
 */
#ifndef DRAWING_MARKS_H
#define DRAWING_MARKS_H

#include "report/drawing.h"

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
