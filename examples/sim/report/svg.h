/* svg.h - draws a figure as SVG, to stand inside an HTML page.
 *
 * Text is text, colours are the page's (svg_style: light, dark, print), the size is
 * the reader's (viewBox). Series differ by colour and by dash, marker or hatch, so that a
 * grey print and a colour-blind eye can tell them apart; the legend stands above the axes
 * and never covers data.
 *
 * Many points do not make a large picture. Lines, steps and fills keep, in each column of
 * the drawing, the first, the lowest, the highest and the last value: the same pixels as
 * all of them. Points that fall on one spot are drawn once. Bars too narrow to see are
 * put together and show the largest. What cannot be drawn (negative values on a
 * logarithmic axis, infinities, series beyond SVG_SERIES) is counted under the axes.
 * Lines, steps and fills are drawn in order of ascending x; in any other order, points.
 */
#ifndef SVG_H
#define SVG_H

#include "report/axis.h"
#include "report/figure.h"

#include <stdio.h>

enum {
    SVG_NOTES = 5,
    SVG_SERIES = 64, /* drawn at most                                */
    SVG_PANELS = 16,
    SVG_COLOURS = 8,
    SVG_MARKED = 60,  /* points of a line, to have markers            */
    SVG_NARROW = 460, /* units across: on a phone, 14 of them are 11 px */
    SVG_WIDE = 1000,
    SVG_TEXT = 14, /* size of text                                 */
    SVG_TICK = 13
};

/* ---- text and numbers -------------------------------------------------------------- */

void svg_xml_text(FILE *to, const char *text);

/* A name for ids: letters, figures, - and _. */
void svg_xml_id(FILE *to, const char *text);

/* To a tenth of a unit, without what need not be said. */
void svg_number(FILE *to, double x);

void svg_point(FILE *to, double x, double y);

void svg_line(FILE *to, const char *class, double x1, double y1, double x2, double y2);

void svg_rect(FILE *to, double x, double y, double w, double h);

/* `class`: tl, tm or tr - anchored left, in the middle or right; and k for tick size. */
void svg_text(FILE *to, const char *class, double x, double y, const char *text,
              double width);

/* ---- style ------------------------------------------------------------------------- */

/* The rules that drawings need, for the page's style sheet. Colours after Okabe and Ito
 * (2008), darker on white and lighter on black for contrast. */
void svg_style(FILE *to);

/* ---- a path with few vertices that looks like one with all of them ----------------- */

struct svg_vertex {
    double x, y;
};

struct svg_path {
    FILE *to;
    double column;     /* width of one                                     */
    double base;       /* fills: where they are closed; NAN = not filled   */
    int open;          /* vertices of this stretch written so far          */
    double start, end; /* of the stretch                                   */
    size_t held;       /* vertices in the present column                   */
    struct svg_vertex first, last, low, high;
    size_t low_at, high_at; /* which of those held                              */
};

void svg_path_to(struct svg_path *p, double x, double y);

/* The stretch ends; what comes next begins another. */
void svg_path_end(struct svg_path *p);

/* ---- layout ------------------------------------------------------------------------ */

struct svg_drawing {
    FILE *to;
    const struct figure_plot *plot;
    const struct figure_series *drawn[SVG_SERIES];
    size_t series, wanted; /* how many are drawn, and were to be          */
    double width, left, right, top, height; /* of the present panel's axes     */
    double panel; /* height of each                              */
    struct axis_scale x, y;
    int blank;              /* nothing can be drawn                       */
    int bars;               /* the x axis has categories                   */
    size_t slots, together; /* groups of bars, of how many categories each */
    size_t lost;            /* values that cannot be drawn                 */
    int unordered;          /* a line drawn as points                      */
};

/* How far the widest label of the axis reaches. */
double svg_ticks_width(const struct axis_scale *s);

/* ---- what stands around the data --------------------------------------------------- */

void svg_axis_y(struct svg_drawing *d);

void svg_axis_x(struct svg_drawing *d, int labels);

/* ---- the whole --------------------------------------------------------------------- */

/* For those who hear the page: what is drawn against what, and of whom. */
void svg_open(FILE *to, const char *title, const char *what, double width, double height);

void svg_plot(FILE *to, const struct figure_plot *p);

#endif
