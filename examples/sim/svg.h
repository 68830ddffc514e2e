/* svg.h - draws a figure as SVG, to stand inside an HTML page.
 *
 * Text is text, colours are the page's (sim_svg_style: light, dark, print), the size is
 * the reader's (viewBox). Series differ by colour and by dash, marker or hatch, so that a
 * grey print and a colour-blind eye can tell them apart; the legend stands above the axes
 * and never covers data.
 *
 * Many points do not make a large picture. Lines, steps and fills keep, in each column of
 * the drawing, the first, the lowest, the highest and the last value: the same pixels as
 * all of them. Points that fall on one spot are drawn once. Bars too narrow to see are
 * put together and show the largest. What cannot be drawn (negative values on a
 * logarithmic axis, infinities, series beyond SIM_SVG_SERIES) is counted under the axes.
 * Lines, steps and fills are drawn in order of ascending x; in any other order, points.
 */
#ifndef SIM_SVG_H
#define SIM_SVG_H

#include "axis.h"
#include "figure.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    SIM_SVG_NOTES = 5,
    SIM_SVG_SERIES = 64, /* drawn at most                                */
    SIM_SVG_PANELS = 16,
    SIM_SVG_COLOURS = 8,
    SIM_SVG_MARKED = 60,  /* points of a line, to have markers            */
    SIM_SVG_NARROW = 460, /* units across: on a phone, 14 of them are 11 px */
    SIM_SVG_WIDE = 1000,
    SIM_SVG_TEXT = 14, /* size of text                                 */
    SIM_SVG_TICK = 13
};

/* ---- text and numbers -------------------------------------------------------------- */

/* Characters that drive a terminal or turn the reading direction of what follows, and
 * those XML does not have. */
static inline int sim_xml_odd(const char *s, int bytes)
{
    const unsigned char *u = (const unsigned char *)s;
    if (bytes == 0 || (bytes == 1 && (u[0] < ' ' || u[0] == 127))) return 1;
    if (bytes == 2) return u[0] == 0xC2 && u[1] < 0xA0;
    if (bytes != 3) return 0;
    return (u[0] == 0xE2 && u[1] == 0x80 && u[2] >= 0xA8 && u[2] <= 0xAE) ||
           (u[0] == 0xE2 && u[1] == 0x81 && u[2] >= 0xA6 && u[2] <= 0xA9) ||
           (u[0] == 0xEF && u[1] == 0xBF && u[2] >= 0xBE);
}

/* One character as text of HTML or XML, in an element or a quoted attribute. What is odd
 * or no UTF-8 becomes the replacement character, a line break or tab a space. */
static inline void sim_xml_character(FILE *to, const char *s, int bytes)
{
    switch (*s) {
    case '&': fputs("&amp;", to); return;
    case '<': fputs("&lt;", to); return;
    case '>': fputs("&gt;", to); return;
    case '"': fputs("&quot;", to); return;
    case '\'': fputs("&#39;", to); return;
    case '\n':
    case '\r':
    case '\t': fputc(' ', to); return;
    default: break;
    }
    if (sim_xml_odd(s, bytes))
        fputs("\xef\xbf\xbd", to);
    else
        fwrite(s, 1, (size_t)bytes, to);
}

static inline void sim_xml_text(FILE *to, const char *text)
{
    while (*text) {
        const int bytes = sim_utf8_length(text);
        sim_xml_character(to, text, bytes);
        text += bytes ? bytes : 1;
    }
}

/* As much of the text as is not wider than `width`, ... for the rest. */
static inline void sim_xml_fit(FILE *to, const char *text, double size, double width)
{
    const double whole = sim_text_width(text, size);
    double used = size; /* room for the dots */
    if (whole <= width) {
        sim_xml_text(to, text);
        return;
    }
    while (*text) {
        const int bytes = sim_utf8_length(text);
        used += sim_glyph_width(text, bytes) * size;
        if (used > width) break;
        sim_xml_character(to, text, bytes);
        text += bytes ? bytes : 1;
    }
    fputs("\xe2\x80\xa6", to);
}

/* A name for ids: letters, figures, - and _. */
static inline void sim_xml_id(FILE *to, const char *text)
{
    for (; *text; text++) {
        const char c = *text;
        const int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-';
        fputc(plain ? c : '_', to);
    }
}

/* To a tenth of a unit, without what need not be said. */
static inline void sim_svg_number(FILE *to, double x)
{
    const long tenths = (long)floor(x * 10 + 0.5);
    const long size = tenths < 0 ? -tenths : tenths;
    fprintf(to, "%s%ld", tenths < 0 ? "-" : "", size / 10);
    if (size % 10) fprintf(to, ".%ld", size % 10);
}

static inline void sim_svg_attribute(FILE *to, const char *name, double x)
{
    fprintf(to, " %s=\"", name);
    sim_svg_number(to, x);
    fputc('"', to);
}

static inline void sim_svg_point(FILE *to, double x, double y)
{
    sim_svg_number(to, x);
    fputc(' ', to);
    sim_svg_number(to, y);
}

static inline void sim_svg_line(FILE *to, const char *class, double x1, double y1,
                                double x2, double y2)
{
    fprintf(to, "<path class=\"%s\" d=\"M", class);
    sim_svg_point(to, x1, y1);
    fputc('L', to);
    sim_svg_point(to, x2, y2);
    fputs("\"/>\n", to);
}

static inline void sim_svg_rect(FILE *to, double x, double y, double w, double h)
{
    fputs("<rect", to);
    sim_svg_attribute(to, "x", x);
    sim_svg_attribute(to, "y", y);
    sim_svg_attribute(to, "width", w);
    sim_svg_attribute(to, "height", h);
}

/* `class`: tl, tm or tr - anchored left, in the middle or right; and k for tick size. */
static inline void sim_svg_text(FILE *to, const char *class, double x, double y,
                                const char *text, double width)
{
    const int tick = strchr(class, 'k') != NULL;
    fprintf(to, "<text class=\"%s\"", class);
    sim_svg_attribute(to, "x", x);
    sim_svg_attribute(to, "y", y);
    fputc('>', to);
    sim_xml_fit(to, text, tick ? SIM_SVG_TICK : SIM_SVG_TEXT, width);
    fputs("</text>\n", to);
}

/* ---- style ------------------------------------------------------------------------- */

/* The rules that drawings need, for the page's style sheet. Colours after Okabe and Ito
 * (2008), darker on white and lighter on black for contrast. */
static inline void sim_svg_style(FILE *to)
{
    fputs(":root{--bg:#fff;--ink:#1b1b1b;--soft:#555;--grid:#ddd;"
          "--s0:#0067b0;--s1:#c94a00;--s2:#007d5c;--s3:#a03c8c;"
          "--s4:#8a6500;--s5:#3a3aa8;--s6:#b3123f;--s7:#4d5a63}\n"
          "@media screen and (prefers-color-scheme:dark){:root{--bg:#16181b;--ink:#eee;"
          "--soft:#b4b8bd;--grid:#3a3e44;"
          "--s0:#5cb8ff;--s1:#ff9a52;--s2:#3fd3a0;--s3:#f09ad8;"
          "--s4:#e8c33f;--s5:#a9a9ff;--s6:#ff7d95;--s7:#b9c4cc}}\n",
          to);
    fputs("svg{font-family:system-ui,-apple-system,'Segoe UI','Liberation Sans',Arial,"
          "sans-serif}\n"
          "svg text{font-size:14px;fill:var(--ink)}"
          "svg .k{font-size:13px}"
          "svg .tm{text-anchor:middle}svg .tr{text-anchor:end}\n"
          "svg .ax{stroke:var(--soft);fill:none}"
          "svg .gr{stroke:var(--grid);fill:none}"
          "svg .cut{stroke:var(--soft);fill:none;stroke-dasharray:2 3}\n"
          "svg .ln{stroke:var(--c);stroke-width:2;fill:none;stroke-linejoin:round;"
          "stroke-linecap:round}"
          "svg .dash{stroke-linecap:butt}"
          "svg .sp{stroke:var(--c);stroke-width:1.2;stroke-opacity:.7;fill:none}"
          "svg .fl{stroke:var(--c);stroke-width:1;fill:var(--c);fill-opacity:.3}"
          "svg .hi{stroke:var(--c);stroke-width:1.8;fill:var(--c);fill-opacity:.1}\n"
          "svg .ba{fill:var(--c)}"
          "svg .dt{fill:var(--c);stroke:var(--c);stroke-width:1.4}"
          "svg .ht{stroke:var(--bg);stroke-width:1.6;fill:none;pointer-events:none}\n",
          to);
    fputs("svg .s0{--c:var(--s0)}svg .s1{--c:var(--s1)}svg .s2{--c:var(--s2)}"
          "svg .s3{--c:var(--s3)}svg .s4{--c:var(--s4)}svg .s5{--c:var(--s5)}"
          "svg .s6{--c:var(--s6)}svg .s7{--c:var(--s7)}\n",
          to);
}

/* With 8 colours, 40 series differ by colour or dash; 24 by colour or marker. */
static inline const char *sim_svg_dash(size_t series)
{
    static const char *const dashes[] = {"", "7 4", "2 3", "10 3 2 3", "14 4"};
    return dashes[series % 5];
}

/* Which hatch bars have, 0 = none: 32 series differ by colour or hatch. */
static inline int sim_svg_hatch(size_t series)
{
    return (int)((series + series / SIM_SVG_COLOURS) % 4);
}

static inline void sim_svg_dashed(FILE *to, const char *class, size_t series)
{
    const char *dash = sim_svg_dash(series);
    if (*dash)
        fprintf(to, "<path class=\"%s dash\" stroke-dasharray=\"%s\"", class, dash);
    else
        fprintf(to, "<path class=\"%s\"", class);
}

static inline void sim_svg_marker(FILE *to, size_t series, double x, double y)
{
    static const char *const shapes[] = {
        "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z",
        "m-3-3h6v6h-6z",
        "m0-4l4 7h-8z",
        "m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z",
        "m0 4l4-7h-8z",
        "m-3-3l6 6m0-6l-6 6"};
    fputc('M', to);
    sim_svg_point(to, x, y);
    fputs(shapes[series % 6], to);
}

/* ---- a path with few vertices that looks like one with all of them ----------------- */

typedef struct sim_vertex {
    double x, y;
} sim_vertex;

typedef struct sim_path {
    FILE *to;
    double column;     /* width of one                                     */
    double base;       /* fills: where they are closed; NAN = not filled   */
    int open;          /* vertices of this stretch written so far          */
    double start, end; /* of the stretch                                   */
    size_t held;       /* vertices in the present column                   */
    sim_vertex first, last, low, high;
    size_t low_at, high_at; /* which of those held                              */
} sim_path;

static inline void sim_path_write(sim_path *p, sim_vertex v)
{
    if (p->open == 0) {
        p->start = v.x;
        fputc('M', p->to);
        if (isfinite(p->base)) {
            sim_svg_point(p->to, v.x, p->base);
            fputc(' ', p->to);
        }
    } else {
        fputc(' ', p->to);
    }
    sim_svg_point(p->to, v.x, v.y);
    p->open++;
    p->end = v.x;
}

static inline void sim_path_flush(sim_path *p)
{
    const int low_first = p->low_at < p->high_at;
    const size_t near = low_first ? p->low_at : p->high_at;
    const size_t far = low_first ? p->high_at : p->low_at;
    const size_t count = p->held;
    p->held = 0;
    if (count == 0) return;
    sim_path_write(p, p->first);
    if (near > 0 && near + 1 < count) sim_path_write(p, low_first ? p->low : p->high);
    if (far > near && far > 0 && far + 1 < count)
        sim_path_write(p, low_first ? p->high : p->low);
    if (count > 1) sim_path_write(p, p->last);
}

static inline void sim_path_to(sim_path *p, double x, double y)
{
    const sim_vertex v = {x, y};
    if (p->held && floor(x / p->column) > floor(p->first.x / p->column))
        sim_path_flush(p);
    if (p->held == 0) {
        p->first = p->low = p->high = v;
        p->low_at = p->high_at = 0;
    }
    if (y > p->low.y) {
        p->low = v;
        p->low_at = p->held;
    }
    if (y < p->high.y) {
        p->high = v;
        p->high_at = p->held;
    }
    p->last = v;
    p->held++;
}

/* The stretch ends; what comes next begins another. */
static inline void sim_path_end(sim_path *p)
{
    sim_path_flush(p);
    if (p->open && isfinite(p->base)) {
        fputc(' ', p->to);
        sim_svg_point(p->to, p->end, p->base);
        fputc('z', p->to);
    } else if (p->open == 1) {
        fputs("h0", p->to); /* a round dot */
    }
    p->open = 0;
}

/* ---- layout ------------------------------------------------------------------------ */

typedef struct sim_drawing {
    FILE *to;
    const sim_plot *plot;
    const sim_series *drawn[SIM_SVG_SERIES];
    size_t series, wanted; /* how many are drawn, and were to be          */
    double width, left, right, top, height; /* of the present panel's axes     */
    double panel; /* height of each                              */
    sim_scale x, y;
    int blank;              /* nothing can be drawn                       */
    int bars;               /* the x axis has categories                   */
    size_t slots, together; /* groups of bars, of how many categories each */
    size_t lost;            /* values that cannot be drawn                 */
    int unordered;          /* a line drawn as points                      */
} sim_drawing;

static inline double sim_at_x(const sim_drawing *d, double v)
{
    return d->left + sim_scale_at(&d->x, v) * (d->right - d->left);
}

static inline double sim_at_y(const sim_drawing *d, double v)
{
    return d->top + (1 - sim_scale_at(&d->y, v)) * d->height;
}

/* Where bars and fills stand: at zero, or at the end of the axis nearest to it. */
static inline double sim_base_y(const sim_drawing *d)
{
    double at = d->y.log ? 0 : sim_scale_at(&d->y, 0);
    at = at < 0 ? 0 : at > 1 ? 1 : at;
    return d->top + (1 - at) * d->height;
}

/* A value below the smallest of a logarithmic axis's is drawn where bars stand. */
static inline int sim_can_draw(const sim_axis *axis, double v)
{
    return sim_drawable(v) && (!axis->log || v >= 0 || fabs(v) < SIM_AXIS_TINY);
}

static inline int sim_ascending(const sim_series *s)
{
    size_t i;
    for (i = 1; i < s->count; i++)
        if (!(s->points[i].x >= s->points[i - 1].x)) return 0;
    return 1;
}

/* May point k be seen between the ends of the x axis? What is not has no say in y. */
static inline int sim_in_view(const sim_axis *x, const sim_series *s, size_t k)
{
    if (!sim_mark_holds(s->mark) || !sim_axis_fixed(x)) return 1;
    return !(s->points[k].x >= x->hi || s->points[k + 1].x <= x->lo);
}

static inline void sim_svg_ranges(sim_drawing *d, sim_range *x, sim_range *y)
{
    const sim_plot *p = d->plot;
    size_t i, k;
    *x = *y = sim_range_none();
    for (i = 0; i < d->series; i++) {
        const sim_series *s = d->drawn[i];
        const size_t ends = s->count && sim_mark_holds(s->mark) ? s->count - 1 : s->count;
        d->bars |= s->mark == SIM_BARS;
        d->unordered |= s->mark != SIM_BARS && s->mark != SIM_POINTS && !sim_ascending(s);
        for (k = 0; k < s->count; k++) {
            const double vx = s->points[k].x, vy = s->points[k].y;
            if (!sim_can_draw(&p->x, vx)) {
                d->lost++;
                continue;
            }
            sim_range_add(x, vx);
            if (k >= ends || isnan(vy)) continue;
            if (!sim_can_draw(&p->y, vy))
                d->lost++;
            else if (sim_in_view(&p->x, s, k))
                sim_range_add(y, vy);
            if (k < s->range_count && sim_can_draw(&p->y, s->ranges[k].least) &&
                sim_can_draw(&p->y, s->ranges[k].most)) {
                sim_range_add(y, s->ranges[k].least);
                sim_range_add(y, s->ranges[k].most);
            }
        }
    }
}

/* How far the widest label of the axis reaches. */
static inline double sim_ticks_width(const sim_scale *s)
{
    double most = 0;
    int i;
    for (i = 0; i < s->count; i++) {
        const double width = sim_text_width(s->ticks[i].text, SIM_SVG_TICK);
        if (width > most) most = width;
    }
    return most;
}

static inline void sim_svg_scales(sim_drawing *d)
{
    sim_range x, y;
    double spare = 10;
    int pass;
    sim_svg_ranges(d, &x, &y);
    d->blank = y.count == 0;
    sim_scale_make(&d->y, &d->plot->y, y, d->panel, SIM_SVG_TICK, 1, 1);
    d->left = 14 + sim_ticks_width(&d->y);
    if (d->left > d->width / 2) d->left = d->width / 2;
    for (pass = 0; pass < 2;
         pass++) { /* the labels decide on the margin, and it on them */
        d->right = d->width - spare;
        sim_scale_make(&d->x, &d->plot->x, x, d->right - d->left, SIM_SVG_TICK, 0, 0);
        if (!d->bars) spare = 6 + sim_ticks_width(&d->x) / 2;
        if (!d->bars && d->left < spare) d->left = spare;
        if (spare > d->width / 4) spare = d->width / 4;
    }
    if (d->bars) {
        const size_t room = (size_t)(d->right - d->left) / 2;
        const size_t each = d->series ? d->series : 1, all = d->plot->category_count;
        const size_t slots = room / each > 0 ? room / each : 1;
        d->together = all > slots ? (all + slots - 1) / slots : 1;
        d->slots = (all + d->together - 1) / d->together;
    }
}

/* ---- what stands around the data --------------------------------------------------- */

static inline double sim_legend_width(const sim_drawing *d, size_t i)
{
    const double name = sim_text_width(d->drawn[i]->name, SIM_SVG_TEXT);
    const double most = d->width - 52;
    return 50 + (name < most ? name : most);
}

/* Histograms that lie over each other are nearly transparent. */
static inline const char *sim_path_class(const sim_drawing *d, sim_mark mark)
{
    if (mark == SIM_HISTOGRAM && d->series > 1) return "hi";
    return mark == SIM_FILL || mark == SIM_HISTOGRAM ? "fl" : "ln";
}

static inline void sim_svg_swatch(sim_drawing *d, size_t i, double x, double y)
{
    const sim_mark mark = d->drawn[i]->mark;
    FILE *to = d->to;
    fprintf(to, "<g class=\"s%d\">", (int)(i % SIM_SVG_COLOURS));
    if (mark == SIM_BARS) {
        sim_svg_rect(to, x + 6, y - 11, 14, 13);
        fputs(" class=\"ba\"/>", to);
        if (sim_svg_hatch(i)) {
            sim_svg_rect(to, x + 6, y - 11, 14, 13);
            fputs(" fill=\"url(#", to);
            sim_xml_id(to, d->plot->id);
            fprintf(to, "_h%d)\"/>", sim_svg_hatch(i));
        }
    } else {
        if (mark != SIM_POINTS) {
            sim_svg_dashed(to, sim_path_class(d, mark), i);
            fputs(" d=\"M", to);
            sim_svg_point(to, x, y - 5);
            fputs(sim_mark_holds(mark) && mark != SIM_STEPS ? "v-6h26v10h-26z\"/>"
                                                            : "h26\"/>",
                  to);
        }
        if (mark == SIM_POINTS ||
            (mark == SIM_LINE && d->drawn[i]->count <= SIM_SVG_MARKED)) {
            fputs("<path class=\"dt\" d=\"", to);
            sim_svg_marker(to, i, x + 13, y - 5);
            fputs("\"/>", to);
        }
    }
    fputs("</g>\n", to);
}

/* Draws it if `draw`; its height. */
static inline double sim_svg_legend(sim_drawing *d, int draw)
{
    double x = 4, y = 0;
    size_t i;
    if (d->plot->panels || d->series == 0) return 0;
    for (i = 0; i < d->series; i++) {
        const double width = sim_legend_width(d, i);
        if (x > 4 && x + width > d->width) {
            x = 4;
            y += 21;
        }
        if (draw) {
            sim_svg_swatch(d, i, x, y + 17);
            sim_svg_text(d->to, "tl", x + 32, y + 17, d->drawn[i]->name, d->width - 52);
        }
        x += width;
    }
    return y + 24;
}

static inline void sim_svg_axis_y(sim_drawing *d)
{
    int i;
    for (i = 0; i < d->y.count; i++) {
        const double y = d->top + (1 - d->y.ticks[i].at) * d->height;
        sim_svg_line(d->to, "gr", d->left, y, d->right, y);
        sim_svg_text(d->to, "k tr", d->left - 6, y + 4.5, d->y.ticks[i].text,
                     d->left - 8);
    }
    if (d->y.strip > 0) { /* here the scale ends */
        const double y = d->top + (1 - d->y.strip) * d->height;
        sim_svg_line(d->to, "cut", d->left, y, d->right, y);
    }
}

static inline void sim_svg_axis_x(sim_drawing *d, int labels)
{
    const double bottom = d->top + d->height;
    int i;
    sim_svg_line(d->to, "ax", d->left, bottom, d->right, bottom);
    if (d->bars) return;
    for (i = 0; i < d->x.count; i++) {
        const char *text = d->x.ticks[i].text;
        const double x = d->left + d->x.ticks[i].at * (d->right - d->left);
        const double half = sim_text_width(text, SIM_SVG_TICK) / 2;
        sim_svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (labels && x - half >= 0 && x + half <= d->width)
            sim_svg_text(d->to, "k tm", x, bottom + 21, text, d->width);
    }
    if (d->x.strip > 0) {
        const double x = d->left + d->x.strip * (d->right - d->left);
        sim_svg_line(d->to, "cut", x, d->top, x, bottom);
    }
}

static inline double sim_slot_x(const sim_drawing *d, double slot)
{
    return d->left + slot * (d->right - d->left) / (double)(d->slots ? d->slots : 1);
}

static inline double sim_category_width(const sim_drawing *d, size_t slot)
{
    const char *name = d->plot->categories[slot * d->together];
    const double width = sim_text_width(name, SIM_SVG_TICK);
    const double room = sim_slot_x(d, 1) - sim_slot_x(d, 0) - SIM_SVG_TICK;
    const double most = room > 120 ? room : 120;
    return width < most ? width : most;
}

/* Every k-th category has its name: the smallest k with which they do not touch. */
static inline void sim_svg_categories(sim_drawing *d)
{
    const double bottom = d->top + d->height;
    double widest = 0;
    size_t i, stride;
    for (i = 0; i < d->slots; i++)
        if (sim_category_width(d, i) > widest) widest = sim_category_width(d, i);
    widest += 0.6 * SIM_SVG_TICK;
    for (stride = 1; stride < d->slots; stride++)
        if (sim_slot_x(d, (double)stride) - d->left >= widest) break;
    for (i = 0; i < d->slots; i += stride) {
        const double x = sim_slot_x(d, (double)i + 0.5);
        const double width = sim_category_width(d, i);
        sim_svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (x - width / 2 >= 0 && x + width / 2 <= d->width)
            sim_svg_text(d->to, "k tm", x, bottom + 21,
                         d->plot->categories[i * d->together], width + 0.01);
    }
}

/* ---- the data ---------------------------------------------------------------------- */

/* Points at most 2 columns outside the axes: beyond lies nothing to be seen. */
static inline double sim_near_x(const sim_drawing *d, double v)
{
    const double x = sim_at_x(d, v), lo = d->left - 4, hi = d->right + 4;
    return x < lo ? lo : x > hi ? hi : x;
}

static inline double sim_near_y(const sim_drawing *d, double v)
{
    const double y = sim_at_y(d, v), lo = d->top - 4 * d->height;
    const double hi = d->top + 5 * d->height;
    return y < lo ? lo : y > hi ? hi : y;
}

static inline void sim_svg_steps(sim_drawing *d, const sim_series *s, sim_path *path)
{
    size_t i;
    for (i = 0; i + 1 < s->count; i++) {
        const double y = sim_near_y(d, s->points[i].y);
        const double from = sim_near_x(d, s->points[i].x);
        const double to = sim_near_x(d, s->points[i + 1].x);
        if (isnan(y) || isnan(from) || isnan(to) || !sim_in_view(&d->plot->x, s, i)) {
            sim_path_end(path);
        } else {
            sim_path_to(path, from, y);
            sim_path_to(path, to, y);
        }
    }
}

/* Within the axes or next to a point that is. */
static inline int sim_line_needs(const sim_drawing *d, const sim_series *s, size_t i)
{
    const double x = sim_at_x(d, s->points[i].x);
    if (x < d->left)
        return i + 1 < s->count && sim_at_x(d, s->points[i + 1].x) >= d->left;
    if (x > d->right) return i > 0 && sim_at_x(d, s->points[i - 1].x) <= d->right;
    return 1;
}

static inline void sim_svg_joined(sim_drawing *d, const sim_series *s, sim_path *path)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        const double x = sim_at_x(d, s->points[i].x), y = sim_near_y(d, s->points[i].y);
        if (isnan(x) || isnan(y))
            sim_path_end(path);
        else if (sim_line_needs(d, s, i))
            sim_path_to(path, x < -1e4 ? -1e4 : x > 1e4 ? 1e4 : x, y);
    }
}

/* Where the data are: nothing outside is seen. */
static inline void sim_svg_clip(sim_drawing *d, size_t panel, int define)
{
    fputs(define ? "<clipPath id=\"" : " clip-path=\"url(#", d->to);
    sim_xml_id(d->to, d->plot->id);
    fprintf(d->to, define ? "_c%zu\">" : "_c%zu)\"", panel);
    if (!define) return;
    sim_svg_rect(d->to, d->left - 1, d->top - 2, d->right - d->left + 2, d->height + 3);
    fputs("/></clipPath>\n", d->to);
}

static inline void sim_svg_path(sim_drawing *d, size_t i, size_t panel)
{
    const sim_series *s = d->drawn[i];
    const int filled = s->mark == SIM_FILL || s->mark == SIM_HISTOGRAM;
    const double crowd = d->plot->panels ? 1 : (double)d->series / 8;
    sim_path path = {0};
    path.to = d->to;
    path.column = crowd > 1 ? crowd : 1;
    path.base = filled ? sim_base_y(d) : NAN;
    if (path.base >= d->top + d->height) path.base += 4; /* the axis is line enough */
    sim_svg_dashed(d->to, sim_path_class(d, s->mark), d->plot->panels ? 0 : i);
    sim_svg_clip(d, panel, 0);
    fputs(" d=\"", d->to);
    if (s->mark == SIM_LINE)
        sim_svg_joined(d, s, &path);
    else
        sim_svg_steps(d, s, &path);
    sim_path_end(&path);
    fputs("\"/>\n", d->to);
}

enum { SIM_SPOTS = SIM_SVG_WIDE / 3 * 160 };

/* Few points as markers, many as dots, each spot of 3 by 3 units once. */
static inline void sim_svg_points(sim_drawing *d, size_t i)
{
    const sim_series *s = d->drawn[i];
    const int few = s->count <= SIM_SVG_MARKED;
    unsigned char seen[SIM_SPOTS / 8 + 1];
    size_t k;
    memset(seen, 0, sizeof seen);
    fputs(few ? "<path class=\"dt\" d=\"" : "<path class=\"ln\" d=\"", d->to);
    for (k = 0; k < s->count; k++) {
        const double x = sim_at_x(d, s->points[k].x), y = sim_at_y(d, s->points[k].y);
        size_t spot;
        if (!(x >= d->left - 0.5 && x <= d->right + 0.5)) continue;
        if (!(y >= d->top - 0.5 && y <= d->top + d->height + 0.5)) continue;
        spot = (size_t)(x / 3) * 160 + (size_t)((y - d->top + 1) / 3) % 160;
        if (!few && seen[spot / 8 % sizeof seen] & 1 << spot % 8) continue;
        seen[spot / 8 % sizeof seen] |= (unsigned char)(1 << spot % 8);
        if (few) {
            sim_svg_marker(d->to, i, x, y);
        } else {
            fputc('M', d->to);
            sim_svg_point(d->to, x, y);
            fputs("h0", d->to);
        }
    }
    fputs("\"/>\n", d->to);
}

/* What the points of a line stand for, as upright lines: those of each series beside
 * those of the one before. */
static inline void sim_svg_spans(sim_drawing *d, size_t i)
{
    const sim_series *s = d->drawn[i];
    const double aside = ((double)i - (double)(d->series - 1) / 2) * 2.5;
    size_t k;
    if (!s->range_count) return;
    fputs("<path class=\"sp\" d=\"", d->to);
    for (k = 0; k < s->range_count; k++) {
        const double x = sim_at_x(d, s->points[k].x) + aside;
        const double lo = sim_near_y(d, s->ranges[k].least);
        const double hi = sim_near_y(d, s->ranges[k].most);
        if (isnan(x) || isnan(lo) || isnan(hi)) continue;
        fputc('M', d->to);
        sim_svg_point(d->to, x, lo);
        fputc('V', d->to);
        sim_svg_number(d->to, hi);
    }
    fputs("\"/>\n", d->to);
}

static inline void sim_svg_bar(sim_drawing *d, size_t i, size_t slot, double value,
                               double inner, double width)
{
    const double group = sim_slot_x(d, 1) - sim_slot_x(d, 0);
    const double x =
        sim_slot_x(d, (double)slot) + (group - inner) / 2 + width * (double)i;
    const double y = sim_near_y(d, value), base = sim_base_y(d);
    const size_t first = slot * d->together;
    char text[SIM_NUMBER_TEXT];
    int k;
    if (isnan(y)) return;
    for (k = 0; k < (sim_svg_hatch(i) && width >= 3 ? 2 : 1); k++) {
        sim_svg_rect(d->to, x, y < base ? y : base, width, fabs(base - y));
        if (k == 0) {
            fputs(" class=\"ba\"", d->to);
        } else {
            fputs(" fill=\"url(#", d->to);
            sim_xml_id(d->to, d->plot->id);
            fprintf(d->to, "_h%d)\"", sim_svg_hatch(i));
        }
        fputs("><title>", d->to);
        sim_xml_fit(d->to, d->drawn[i]->name, 1, 40);
        fputs(", ", d->to);
        sim_xml_fit(d->to, d->plot->categories[first], 1, 40);
        snprintf(text, sizeof text, "%.4g", value);
        fprintf(d->to, ": %s</title></rect>\n", text);
    }
}

/* One bar for each slot and series: the largest of the categories put together. */
static inline void sim_svg_bars(sim_drawing *d, size_t i)
{
    const sim_series *s = d->drawn[i];
    const double group = sim_slot_x(d, 1) - sim_slot_x(d, 0);
    const double many = (double)(d->series ? d->series : 1);
    const double inner = 0.8 * group < 40 * many ? 0.8 * group : 40 * many;
    size_t k, slot = SIZE_MAX;
    double largest = NAN;
    for (k = 0; k < s->count; k++) {
        const double x = s->points[k].x, y = s->points[k].y;
        size_t at;
        if (!(x >= 0 && x < (double)d->plot->category_count)) continue;
        at = (size_t)x / d->together;
        if (at != slot) {
            sim_svg_bar(d, i, slot, largest, inner, inner / many);
            largest = NAN;
        }
        slot = at;
        if (sim_can_draw(&d->plot->y, y) && !(fabs(y) <= fabs(largest))) largest = y;
    }
    sim_svg_bar(d, i, slot, largest, inner, inner / many);
}

static inline void sim_svg_series(sim_drawing *d, size_t i, size_t panel)
{
    const sim_series *s = d->drawn[i];
    const int ordered = s->mark == SIM_BARS || s->mark == SIM_POINTS || sim_ascending(s);
    fprintf(d->to, "<g class=\"s%d\">\n", (int)(i % SIM_SVG_COLOURS));
    if (s->mark == SIM_BARS)
        sim_svg_bars(d, i);
    else if (s->mark != SIM_POINTS && ordered)
        sim_svg_path(d, i, panel);
    if (s->mark == SIM_POINTS || !ordered ||
        (s->mark == SIM_LINE && s->count <= SIM_SVG_MARKED))
        sim_svg_points(d, i);
    if (s->mark == SIM_LINE) sim_svg_spans(d, i);
    fputs("</g>\n", d->to);
}

/* ---- the whole --------------------------------------------------------------------- */

static inline void sim_svg_hatches(sim_drawing *d)
{
    static const char *const lines[] = {"M-1 7L7-1M-1 1L1-1M5 7L7 5",
                                        "M-1-1L7 7M5-1L7 1M-1 5L1 7", "M0 3h6"};
    int i;
    for (i = 0; i < 3; i++) {
        fputs("<pattern id=\"", d->to);
        sim_xml_id(d->to, d->plot->id);
        fprintf(d->to,
                "_h%d\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                "<path class=\"ht\" d=\"%s\"/></pattern>\n",
                i + 1, lines[i]);
    }
}

/* For those who hear the page: what is drawn against what, and of whom. */
static inline void sim_svg_open(FILE *to, const char *title, const char *what,
                                double width, double height)
{
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ", to);
    sim_svg_point(to, width, height);
    fputs("\" aria-label=\"", to);
    sim_xml_text(to, title);
    if (*what) fputs(": ", to);
    sim_xml_text(to, what);
    fputs("\">\n<title>", to);
    sim_xml_text(to, title);
    fputs("</title>\n", to);
}

/* What a reader of the picture must know of what is not in it: n lines. */
static inline int sim_svg_notes(const sim_drawing *d, char notes[SIM_SVG_NOTES][120])
{
    int n = 0;
    if (d->wanted > d->series)
        snprintf(notes[n++], 120, "the first %zu of %zu series", d->series, d->wanted);
    if (d->lost)
        snprintf(notes[n++], 120, "%zu value%s cannot be drawn on these axes", d->lost,
                 d->lost == 1 ? "" : "s");
    if (d->unordered) snprintf(notes[n++], 120, "points out of order are not joined");
    if (d->bars && d->together > 1)
        snprintf(notes[n++], 120, "each bar is the largest of %zu", d->together);
    if (d->y.count && d->y.strip > 0)
        snprintf(notes[n++], 120, "below the dotted line: zero");
    return n;
}

static inline void sim_svg_panel(sim_drawing *d, size_t panel, int last)
{
    const size_t first = d->plot->panels ? panel : 0;
    const size_t end = d->plot->panels ? panel + 1 : d->series;
    size_t i;
    sim_svg_clip(d, panel, 1);
    sim_svg_axis_y(d);
    for (i = first; i < end && i < d->series; i++) sim_svg_series(d, i, panel);
    sim_svg_axis_x(d, last);
    if (d->bars && last) sim_svg_categories(d);
    if (d->plot->panels && panel < d->series)
        sim_svg_text(d->to, "tl", d->left, d->top - 7, d->drawn[panel]->name,
                     d->right - d->left);
    if (d->y.count == 0 || d->blank)
        sim_svg_text(d->to, "tm", (d->left + d->right) / 2, d->top + d->height / 2,
                     "no data", d->right - d->left);
}

/* The first `most` of those to be drawn. */
static inline void sim_svg_choose(sim_drawing *d, size_t most)
{
    size_t i;
    for (i = 0; i < d->plot->series_count; i++) {
        if (d->plot->series[i].undrawn) continue;
        if (d->series < most) d->drawn[d->series++] = &d->plot->series[i];
        d->wanted++;
    }
}

static inline void sim_svg_plot(FILE *to, const sim_plot *p)
{
    const size_t most = p->panels ? SIM_SVG_PANELS : SIM_SVG_SERIES;
    sim_drawing d = {0};
    char notes[SIM_SVG_NOTES][120], what[700];
    size_t i, panels;
    double legend, top, bottom;
    int n, k;
    d.to = to;
    d.plot = p;
    sim_svg_choose(&d, most);
    d.width = p->wide ? SIM_SVG_WIDE : SIM_SVG_NARROW;
    d.panel = d.height = p->panels ? 110 : p->wide ? 300 : 250;
    panels = p->panels && d.series ? d.series : 1;
    sim_svg_scales(&d);
    n = sim_svg_notes(&d, notes);
    legend = sim_svg_legend(&d, 0);
    top = legend + (p->panels ? 45 : 32);
    bottom = top + (double)panels * (d.panel + 30) - 30;
    snprintf(what, sizeof what, "%s against %s, %zu series", d.y.title, d.x.title,
             d.wanted);
    sim_svg_open(to, p->title, what, d.width, bottom + 52 + 19 * n);
    if (d.bars) sim_svg_hatches(&d);
    sim_svg_legend(&d, 1);
    sim_svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    for (i = 0; i < panels; i++) {
        d.top = top + (double)i * (d.panel + 30);
        sim_svg_panel(&d, i, i + 1 == panels);
    }
    sim_svg_text(to, "tm", (d.left + d.right) / 2, bottom + 43,
                 d.bars && p->x.label ? p->x.label : d.x.title,
                 2 * (d.width - (d.left + d.right) / 2) - 4);
    for (k = 0; k < n; k++)
        sim_svg_text(to, "k tl", 4, bottom + 62 + 19 * k, notes[k], d.width - 8);
    fputs("</svg>\n", to);
}

#endif
