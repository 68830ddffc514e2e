/* svg.h - the words and shapes of SVG, for drawings that stand inside an HTML page.
 *
 * Text is text, colours are the page's (svg_style: light, dark, print), the size is the
 * reader's (viewBox).
 */
#ifndef SVG_H
#define SVG_H

#include <stddef.h>
#include <stdio.h>

enum {
    SVG_COLOURS = 8,
    SVG_NARROW = 460, /* units across: on a phone, 14 of them are 11 px */
    SVG_WIDE = 1000,
    SVG_TEXT = 14, /* size of text                                 */
    SVG_TICK = 13
};

/* Text of HTML or XML, in an element or a quoted attribute. */
void svg_xml_text(FILE *to, const char *text);

/* As much of the text as is not wider than `width`, ... for the rest. */
void svg_xml_fit(FILE *to, const char *text, double size, double width);

/* The text as the name of an element: letters, digits, - and _. */
void svg_xml_id(FILE *to, const char *text);

/* A number to a tenth of a unit, as short as possible. */
void svg_number(FILE *to, double x);

/* Two numbers: a point of a path. */
void svg_point(FILE *to, double x, double y);

/* A whole element; svg_rect leaves it open for attributes. */
void svg_line(FILE *to, const char *class, double x1, double y1, double x2, double y2);

void svg_rect(FILE *to, double x, double y, double w, double h);

/* Text at (x, y), shortened to `width`. `class`: tl, tm or tr - anchored left, in the
 * middle or right; and k for the size of ticks. */
void svg_text(FILE *to, const char *class, double x, double y, const char *text,
              double width);

/* The rules for the page's style sheet. Colours follow Okabe and Ito (2008), darker on
 * white and lighter on black for contrast. */
void svg_style(FILE *to);

/* How series differ: with 8 colours, 40 series differ by colour or dash, 24 by colour or
 * marker, 32 by colour or hatch. */

/* The beginning of a path of that class, with the dashes of the series. */
void svg_dashed(FILE *to, const char *class, size_t series);

/* The marker of the series, as part of a path. */
void svg_marker(FILE *to, size_t series, double x, double y);

/* Which hatch the bars of the series have; 0 = none. */
int svg_hatch(size_t series);

struct svg_vertex {
    double x, y;
};

struct svg_path {
    FILE *to;
    double column;     /* width of one                                     */
    double base;       /* fills: where they are closed; NAN = not filled   */
    int open;          /* vertices of this part written so far             */
    double start, end; /* of the part                                      */
    size_t held;       /* vertices in the present column                   */
    struct svg_vertex first, last, low, high;
    size_t low_at, high_at; /* which of those held                              */
};

/* The next vertex. */
void svg_path_to(struct svg_path *p, double x, double y);

/* Ends this part of the path; the next vertex begins another. */
void svg_path_end(struct svg_path *p);

/* Opens the <svg> element. Screen readers say `title` and `what` is drawn in it. */
void svg_open(FILE *to, const char *title, const char *what, double width, double height);

#endif
