/* axis.h - from the values of a figure to an axis: its range, its scale, its labels.
 *
 * Ticks stand at 1, 2 or 5 times a power of ten; times in the unit that suits the range
 * (seconds, minutes, hours, days), at steps that divide the next larger unit. The
 * smallest step is taken whose labels do not touch each other. Very large and very small
 * numbers are shown with a power of ten in the title of the axis.
 *
 * A logarithmic axis has no place for zero. If there are zeros, a strip at its lower end
 * is kept for them, labelled 0: the strip has no scale. Negative values, infinities and
 * values beyond 10^150 are not drawn (axis_scale_at returns NAN); values within 10^-150
 * of zero count as zero.
 */
#ifndef AXIS_H
#define AXIS_H

#include "base/text.h"
#include "report/figure.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define AXIS_HUGE 1e150
#define AXIS_TINY 1e-150

enum { AXIS_TICKS = 48, AXIS_TICK_TEXT = 48 };

/* The width of one UTF-8 character of `bytes` bytes, in em. It is an upper estimate, as
 * fonts differ. A byte that is not UTF-8 counts as a replacement character. */
double axis_glyph_width(const char *s, int bytes);

/* The width of the text in units of the drawing, at a font size of `size` units. */
double axis_text_width(const char *text, double size);

/* 10^k, the same on every machine. */
double axis_power10(int k);

struct axis_range {
    double lo, hi;   /* of the values that can be drawn */
    double positive; /* the smallest value above zero   */
    size_t count;
    int zeros;
};

/* The range of no values at all. */
struct axis_range axis_range_none(void);

/* Is the value finite and not beyond AXIS_HUGE? */
int axis_drawable(double v);

/* Widens the range by a value; ignores one that cannot be drawn. */
void axis_range_add(struct axis_range *r, double v);

struct axis_tick {
    double at; /* 0 .. 1 along the axis */
    char text[AXIS_TICK_TEXT];
};

struct axis_scale {
    double lo, hi; /* values at its ends; logarithmic: above the zero strip      */
    int log;
    double strip; /* logarithmic: the share of the axis kept for zero           */
    double ln_lo, ln_hi;
    double length; /* in units of the drawing                                    */
    double text_size;
    int upright; /* a y axis: labels above each other                          */
    struct axis_tick ticks[AXIS_TICKS];
    int count;
    char title[320];
};

/* The place of v along the axis: 0 at its lower end, 1 at its upper end, outside of these
 * if v is beyond a fixed range, NAN if v cannot be drawn. */
double axis_scale_at(const struct axis_scale *s, double v);

/* Has the axis a fixed range that is not empty? */
int axis_fixed(const struct figure_axis *axis);

/* Fills *s for values within r. `length` and `text_size` are in units of the drawing.
 * `upright`: it is a y axis. `zero`: a linear axis includes zero. */
void axis_scale_make(struct axis_scale *s, const struct figure_axis *axis,
                     struct axis_range r, double length, double text_size, int upright,
                     int zero);

/* A length of time in a fitting unit: "90 s", "2.5 h". */
const char *axis_duration_text(int64_t seconds, char to[TEXT_NUMBER]);

#endif
