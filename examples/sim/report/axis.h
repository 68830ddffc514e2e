/* axis.h - from the values of a figure to an axis: its range, its scale, its labels.
 *
 * Ticks stand at 1, 2 or 5 times a power of ten; times in the unit that suits the range
 * (seconds, minutes, hours, days), at steps that divide the next larger unit. Of the
 * steps that exist the smallest is taken whose labels do not touch each other. Very large
 * and very small numbers are shown with a power of ten in the axis's title.
 *
 * A logarithmic axis has no place for zero. If there are zeros, a strip at its lower end
 * is kept for them, labelled 0: in it there is no scale. Negative values are not drawn,
 * nor are infinities and anything beyond 10^150 (axis_scale_at says NAN); what lies within
 * 10^-150 of zero is zero.
 */
#ifndef AXIS_H
#define AXIS_H

#include "report/figure.h"

#include <math.h>
#include <stddef.h>

#define AXIS_HUGE 1e150
#define AXIS_TINY 1e-150

enum { AXIS_TICKS = 48, AXIS_TICK_TEXT = 48 };

/* ---- how wide text is -------------------------------------------------------------- */

/* In em, rather too much: fonts differ, and a box too large harms nobody. What is odd
 * will be a replacement character, as wide as any. */
double axis_glyph_width(const char *s, int bytes);

double axis_text_width(const char *text, double size);

/* ---- numbers as labels ------------------------------------------------------------- */

double axis_power10(int k);

/* ---- ranges ------------------------------------------------------------------------ */

struct axis_range {
    double lo, hi;   /* of what is drawable             */
    double positive; /* the smallest value above zero   */
    size_t count;
    int zeros;
};

struct axis_range axis_range_none(void);

int axis_drawable(double v);

void axis_range_add(struct axis_range *r, double v);

/* ---- scales ------------------------------------------------------------------------ */

struct axis_tick {
    double at; /* 0 .. 1 along the axis */
    char text[AXIS_TICK_TEXT];
};

struct axis_scale {
    double lo, hi; /* values at its ends; logarithmic: above the zero strip      */
    int log;
    double strip; /* logarithmic: the part of the axis kept for zero            */
    double ln_lo, ln_hi;
    double length; /* in units of the drawing                                    */
    double text_size;
    int upright; /* a y axis: labels above each other                          */
    struct axis_tick ticks[AXIS_TICKS];
    int count;
    char title[320];
};

/* Where v is along the axis, within 0 .. 1 unless it is beyond a fixed range; or NAN. */
double axis_scale_at(const struct axis_scale *s, double v);

/* ---- linear ------------------------------------------------------------------------ */

struct axis_time_unit {
    const char *name;
    double seconds;
    double steps[10]; /* of ticks, in this unit, above 1-2-5 fractions of it; 0 = end */
};

/* The unit in which a time of this many seconds is best told. */
const struct axis_time_unit *axis_time_unit_of(double seconds);

/* ---- an axis ----------------------------------------------------------------------- */

/* Does it have ends of its own, between which there is something? */
int axis_fixed(const struct figure_axis *axis);

/* Fills *s for values within r. `zero`: a linear axis goes down (or up) to zero. */
void axis_scale_make(struct axis_scale *s, const struct figure_axis *axis,
                     struct axis_range r, double length, double text_size, int upright,
                     int zero);

#endif
