/* svg.c - implements svg.h. */
#include "report/svg.h"

#include "base/text.h"
#include "report/report.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- text and numbers -------------------------------------------------------------- */

/* Characters that drive a terminal or turn the reading direction of what follows, and
 * those XML does not have. */
static int svg_xml_odd(const char *s, int bytes)
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
static void svg_xml_character(FILE *to, const char *s, int bytes)
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
    if (svg_xml_odd(s, bytes))
        fputs("\xef\xbf\xbd", to);
    else
        fwrite(s, 1, (size_t)bytes, to);
}

void svg_xml_text(FILE *to, const char *text)
{
    while (*text) {
        const int bytes = text_utf8_length(text);
        svg_xml_character(to, text, bytes);
        text += bytes ? bytes : 1;
    }
}

/* As much of the text as is not wider than `width`, ... for the rest. */
static void svg_xml_fit(FILE *to, const char *text, double size, double width)
{
    const double whole = axis_text_width(text, size);
    double used = size; /* room for the dots */
    if (whole <= width) {
        svg_xml_text(to, text);
        return;
    }
    while (*text) {
        const int bytes = text_utf8_length(text);
        used += axis_glyph_width(text, bytes) * size;
        if (used > width) break;
        svg_xml_character(to, text, bytes);
        text += bytes ? bytes : 1;
    }
    fputs("\xe2\x80\xa6", to);
}

void svg_xml_id(FILE *to, const char *text)
{
    for (; *text; text++) {
        const char c = *text;
        const int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-';
        fputc(plain ? c : '_', to);
    }
}

void svg_number(FILE *to, double x)
{
    const long tenths = (long)floor(x * 10 + 0.5);
    const long size = tenths < 0 ? -tenths : tenths;
    fprintf(to, "%s%ld", tenths < 0 ? "-" : "", size / 10);
    if (size % 10) fprintf(to, ".%ld", size % 10);
}

static void svg_attribute(FILE *to, const char *name, double x)
{
    fprintf(to, " %s=\"", name);
    svg_number(to, x);
    fputc('"', to);
}

void svg_point(FILE *to, double x, double y)
{
    svg_number(to, x);
    fputc(' ', to);
    svg_number(to, y);
}

void svg_line(FILE *to, const char *class, double x1, double y1, double x2, double y2)
{
    fprintf(to, "<path class=\"%s\" d=\"M", class);
    svg_point(to, x1, y1);
    fputc('L', to);
    svg_point(to, x2, y2);
    fputs("\"/>\n", to);
}

void svg_rect(FILE *to, double x, double y, double w, double h)
{
    fputs("<rect", to);
    svg_attribute(to, "x", x);
    svg_attribute(to, "y", y);
    svg_attribute(to, "width", w);
    svg_attribute(to, "height", h);
}

void svg_text(FILE *to, const char *class, double x, double y, const char *text,
              double width)
{
    const int tick = strchr(class, 'k') != NULL;
    fprintf(to, "<text class=\"%s\"", class);
    svg_attribute(to, "x", x);
    svg_attribute(to, "y", y);
    fputc('>', to);
    svg_xml_fit(to, text, tick ? SVG_TICK : SVG_TEXT, width);
    fputs("</text>\n", to);
}

/* ---- style ------------------------------------------------------------------------- */

void svg_style(FILE *to)
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
static const char *svg_dash(size_t series)
{
    static const char *const dashes[] = {"", "7 4", "2 3", "10 3 2 3", "14 4"};
    return dashes[series % 5];
}

/* Which hatch bars have, 0 = none: 32 series differ by colour or hatch. */
static int svg_hatch(size_t series) { return (int)((series + series / SVG_COLOURS) % 4); }

static void svg_dashed(FILE *to, const char *class, size_t series)
{
    const char *dash = svg_dash(series);
    if (*dash)
        fprintf(to, "<path class=\"%s dash\" stroke-dasharray=\"%s\"", class, dash);
    else
        fprintf(to, "<path class=\"%s\"", class);
}

static void svg_marker(FILE *to, size_t series, double x, double y)
{
    static const char *const shapes[] = {
        "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z",
        "m-3-3h6v6h-6z",
        "m0-4l4 7h-8z",
        "m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z",
        "m0 4l4-7h-8z",
        "m-3-3l6 6m0-6l-6 6"};
    fputc('M', to);
    svg_point(to, x, y);
    fputs(shapes[series % 6], to);
}

/* ---- a path with few vertices that looks like one with all of them ----------------- */

static void svg_path_write(struct svg_path *p, struct svg_vertex v)
{
    if (p->open == 0) {
        p->start = v.x;
        fputc('M', p->to);
        if (isfinite(p->base)) {
            svg_point(p->to, v.x, p->base);
            fputc(' ', p->to);
        }
    } else {
        fputc(' ', p->to);
    }
    svg_point(p->to, v.x, v.y);
    p->open++;
    p->end = v.x;
}

static void svg_path_flush(struct svg_path *p)
{
    const int low_first = p->low_at < p->high_at;
    const size_t near = low_first ? p->low_at : p->high_at;
    const size_t far = low_first ? p->high_at : p->low_at;
    const size_t count = p->held;
    p->held = 0;
    if (count == 0) return;
    svg_path_write(p, p->first);
    if (near > 0 && near + 1 < count) svg_path_write(p, low_first ? p->low : p->high);
    if (far > near && far > 0 && far + 1 < count)
        svg_path_write(p, low_first ? p->high : p->low);
    if (count > 1) svg_path_write(p, p->last);
}

void svg_path_to(struct svg_path *p, double x, double y)
{
    const struct svg_vertex v = {x, y};
    if (p->held && floor(x / p->column) > floor(p->first.x / p->column))
        svg_path_flush(p);
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

void svg_path_end(struct svg_path *p)
{
    svg_path_flush(p);
    if (p->open && isfinite(p->base)) {
        fputc(' ', p->to);
        svg_point(p->to, p->end, p->base);
        fputc('z', p->to);
    } else if (p->open == 1) {
        fputs("h0", p->to); /* a round dot */
    }
    p->open = 0;
}

/* ---- layout ------------------------------------------------------------------------ */

static double svg_at_x(const struct svg_drawing *d, double v)
{
    return d->left + axis_scale_at(&d->x, v) * (d->right - d->left);
}

static double svg_at_y(const struct svg_drawing *d, double v)
{
    return d->top + (1 - axis_scale_at(&d->y, v)) * d->height;
}

/* Where bars and fills stand: at zero, or at the end of the axis nearest to it. */
static double svg_base_y(const struct svg_drawing *d)
{
    double at = d->y.log ? 0 : axis_scale_at(&d->y, 0);
    at = at < 0 ? 0 : at > 1 ? 1 : at;
    return d->top + (1 - at) * d->height;
}

/* A value below the smallest of a logarithmic axis's is drawn where bars stand. */
static int svg_can_draw(const struct figure_axis *axis, double v)
{
    return axis_drawable(v) && (!axis->log || v >= 0 || fabs(v) < AXIS_TINY);
}

static int svg_ascending(const struct figure_series *s)
{
    size_t i;
    for (i = 1; i < s->count; i++)
        if (!(s->points[i].x >= s->points[i - 1].x)) return 0;
    return 1;
}

/* May point k be seen between the ends of the x axis? What is not has no say in y. */
static int svg_in_view(const struct figure_axis *x, const struct figure_series *s,
                       size_t k)
{
    if (!figure_mark_holds(s->mark) || !axis_fixed(x)) return 1;
    return !(s->points[k].x >= x->hi || s->points[k + 1].x <= x->lo);
}

static void svg_ranges(struct svg_drawing *d, struct axis_range *x, struct axis_range *y)
{
    const struct figure_plot *p = d->plot;
    size_t i, k;
    *x = *y = axis_range_none();
    for (i = 0; i < d->series; i++) {
        const struct figure_series *s = d->drawn[i];
        const size_t ends =
            s->count && figure_mark_holds(s->mark) ? s->count - 1 : s->count;
        d->bars |= s->mark == FIGURE_BARS;
        d->unordered |=
            s->mark != FIGURE_BARS && s->mark != FIGURE_POINTS && !svg_ascending(s);
        for (k = 0; k < s->count; k++) {
            const double vx = s->points[k].x, vy = s->points[k].y;
            if (!svg_can_draw(&p->x, vx)) {
                d->lost++;
                continue;
            }
            axis_range_add(x, vx);
            if (k >= ends || isnan(vy)) continue;
            if (!svg_can_draw(&p->y, vy))
                d->lost++;
            else if (svg_in_view(&p->x, s, k))
                axis_range_add(y, vy);
            if (k < s->range_count && svg_can_draw(&p->y, s->ranges[k].least) &&
                svg_can_draw(&p->y, s->ranges[k].most)) {
                axis_range_add(y, s->ranges[k].least);
                axis_range_add(y, s->ranges[k].most);
            }
        }
    }
}

double svg_ticks_width(const struct axis_scale *s)
{
    double most = 0;
    int i;
    for (i = 0; i < s->count; i++) {
        const double width = axis_text_width(s->ticks[i].text, SVG_TICK);
        if (width > most) most = width;
    }
    return most;
}

static void svg_scales(struct svg_drawing *d)
{
    struct axis_range x, y;
    double spare = 10;
    int pass;
    svg_ranges(d, &x, &y);
    d->blank = y.count == 0;
    axis_scale_make(&d->y, &d->plot->y, y, d->panel, SVG_TICK, 1, 1);
    d->left = 14 + svg_ticks_width(&d->y);
    if (d->left > d->width / 2) d->left = d->width / 2;
    for (pass = 0; pass < 2;
         pass++) { /* the labels decide on the margin, and it on them */
        d->right = d->width - spare;
        axis_scale_make(&d->x, &d->plot->x, x, d->right - d->left, SVG_TICK, 0, 0);
        if (!d->bars) spare = 6 + svg_ticks_width(&d->x) / 2;
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

static double svg_legend_width(const struct svg_drawing *d, size_t i)
{
    const double name = axis_text_width(d->drawn[i]->name, SVG_TEXT);
    const double most = d->width - 52;
    return 50 + (name < most ? name : most);
}

/* Histograms that lie over each other are nearly transparent. */
static const char *svg_path_class(const struct svg_drawing *d, enum figure_mark mark)
{
    if (mark == FIGURE_HISTOGRAM && d->series > 1) return "hi";
    return mark == FIGURE_FILL || mark == FIGURE_HISTOGRAM ? "fl" : "ln";
}

static void svg_swatch(struct svg_drawing *d, size_t i, double x, double y)
{
    const enum figure_mark mark = d->drawn[i]->mark;
    FILE *to = d->to;
    fprintf(to, "<g class=\"s%d\">", (int)(i % SVG_COLOURS));
    if (mark == FIGURE_BARS) {
        svg_rect(to, x + 6, y - 11, 14, 13);
        fputs(" class=\"ba\"/>", to);
        if (svg_hatch(i)) {
            svg_rect(to, x + 6, y - 11, 14, 13);
            fputs(" fill=\"url(#", to);
            svg_xml_id(to, d->plot->id);
            fprintf(to, "_h%d)\"/>", svg_hatch(i));
        }
    } else {
        if (mark != FIGURE_POINTS) {
            svg_dashed(to, svg_path_class(d, mark), i);
            fputs(" d=\"M", to);
            svg_point(to, x, y - 5);
            fputs(figure_mark_holds(mark) && mark != FIGURE_STEPS ? "v-6h26v10h-26z\"/>"
                                                                  : "h26\"/>",
                  to);
        }
        if (mark == FIGURE_POINTS ||
            (mark == FIGURE_LINE && d->drawn[i]->count <= SVG_MARKED)) {
            fputs("<path class=\"dt\" d=\"", to);
            svg_marker(to, i, x + 13, y - 5);
            fputs("\"/>", to);
        }
    }
    fputs("</g>\n", to);
}

/* Draws it if `draw`; its height. */
static double svg_legend(struct svg_drawing *d, int draw)
{
    double x = 4, y = 0;
    size_t i;
    if (d->plot->panels || d->series == 0) return 0;
    for (i = 0; i < d->series; i++) {
        const double width = svg_legend_width(d, i);
        if (x > 4 && x + width > d->width) {
            x = 4;
            y += 21;
        }
        if (draw) {
            svg_swatch(d, i, x, y + 17);
            svg_text(d->to, "tl", x + 32, y + 17, d->drawn[i]->name, d->width - 52);
        }
        x += width;
    }
    return y + 24;
}

void svg_axis_y(struct svg_drawing *d)
{
    int i;
    for (i = 0; i < d->y.count; i++) {
        const double y = d->top + (1 - d->y.ticks[i].at) * d->height;
        svg_line(d->to, "gr", d->left, y, d->right, y);
        svg_text(d->to, "k tr", d->left - 6, y + 4.5, d->y.ticks[i].text, d->left - 8);
    }
    if (d->y.strip > 0) { /* here the scale ends */
        const double y = d->top + (1 - d->y.strip) * d->height;
        svg_line(d->to, "cut", d->left, y, d->right, y);
    }
}

void svg_axis_x(struct svg_drawing *d, int labels)
{
    const double bottom = d->top + d->height;
    int i;
    svg_line(d->to, "ax", d->left, bottom, d->right, bottom);
    if (d->bars) return;
    for (i = 0; i < d->x.count; i++) {
        const char *text = d->x.ticks[i].text;
        const double x = d->left + d->x.ticks[i].at * (d->right - d->left);
        const double half = axis_text_width(text, SVG_TICK) / 2;
        svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (labels && x - half >= 0 && x + half <= d->width)
            svg_text(d->to, "k tm", x, bottom + 21, text, d->width);
    }
    if (d->x.strip > 0) {
        const double x = d->left + d->x.strip * (d->right - d->left);
        svg_line(d->to, "cut", x, d->top, x, bottom);
    }
}

static double svg_slot_x(const struct svg_drawing *d, double slot)
{
    return d->left + slot * (d->right - d->left) / (double)(d->slots ? d->slots : 1);
}

static double svg_category_width(const struct svg_drawing *d, size_t slot)
{
    const char *name = d->plot->categories[slot * d->together];
    const double width = axis_text_width(name, SVG_TICK);
    const double room = svg_slot_x(d, 1) - svg_slot_x(d, 0) - SVG_TICK;
    const double most = room > 120 ? room : 120;
    return width < most ? width : most;
}

/* Every k-th category has its name: the smallest k with which they do not touch. */
static void svg_categories(struct svg_drawing *d)
{
    const double bottom = d->top + d->height;
    double widest = 0;
    size_t i, stride;
    for (i = 0; i < d->slots; i++)
        if (svg_category_width(d, i) > widest) widest = svg_category_width(d, i);
    widest += 0.6 * SVG_TICK;
    for (stride = 1; stride < d->slots; stride++)
        if (svg_slot_x(d, (double)stride) - d->left >= widest) break;
    for (i = 0; i < d->slots; i += stride) {
        const double x = svg_slot_x(d, (double)i + 0.5);
        const double width = svg_category_width(d, i);
        svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (x - width / 2 >= 0 && x + width / 2 <= d->width)
            svg_text(d->to, "k tm", x, bottom + 21, d->plot->categories[i * d->together],
                     width + 0.01);
    }
}

/* ---- the data ---------------------------------------------------------------------- */

/* Points at most 2 columns outside the axes: beyond lies nothing to be seen. */
static double svg_near_x(const struct svg_drawing *d, double v)
{
    const double x = svg_at_x(d, v), lo = d->left - 4, hi = d->right + 4;
    return x < lo ? lo : x > hi ? hi : x;
}

static double svg_near_y(const struct svg_drawing *d, double v)
{
    const double y = svg_at_y(d, v), lo = d->top - 4 * d->height;
    const double hi = d->top + 5 * d->height;
    return y < lo ? lo : y > hi ? hi : y;
}

static void svg_steps(struct svg_drawing *d, const struct figure_series *s,
                      struct svg_path *path)
{
    size_t i;
    for (i = 0; i + 1 < s->count; i++) {
        const double y = svg_near_y(d, s->points[i].y);
        const double from = svg_near_x(d, s->points[i].x);
        const double to = svg_near_x(d, s->points[i + 1].x);
        if (isnan(y) || isnan(from) || isnan(to) || !svg_in_view(&d->plot->x, s, i)) {
            svg_path_end(path);
        } else {
            svg_path_to(path, from, y);
            svg_path_to(path, to, y);
        }
    }
}

/* Within the axes or next to a point that is. */
static int svg_line_needs(const struct svg_drawing *d, const struct figure_series *s,
                          size_t i)
{
    const double x = svg_at_x(d, s->points[i].x);
    if (x < d->left)
        return i + 1 < s->count && svg_at_x(d, s->points[i + 1].x) >= d->left;
    if (x > d->right) return i > 0 && svg_at_x(d, s->points[i - 1].x) <= d->right;
    return 1;
}

static void svg_joined(struct svg_drawing *d, const struct figure_series *s,
                       struct svg_path *path)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        const double x = svg_at_x(d, s->points[i].x), y = svg_near_y(d, s->points[i].y);
        if (isnan(x) || isnan(y))
            svg_path_end(path);
        else if (svg_line_needs(d, s, i))
            svg_path_to(path, x < -1e4 ? -1e4 : x > 1e4 ? 1e4 : x, y);
    }
}

/* Where the data are: nothing outside is seen. */
static void svg_clip(struct svg_drawing *d, size_t panel, int define)
{
    fputs(define ? "<clipPath id=\"" : " clip-path=\"url(#", d->to);
    svg_xml_id(d->to, d->plot->id);
    fprintf(d->to, define ? "_c%zu\">" : "_c%zu)\"", panel);
    if (!define) return;
    svg_rect(d->to, d->left - 1, d->top - 2, d->right - d->left + 2, d->height + 3);
    fputs("/></clipPath>\n", d->to);
}

static void svg_path(struct svg_drawing *d, size_t i, size_t panel)
{
    const struct figure_series *s = d->drawn[i];
    const int filled = s->mark == FIGURE_FILL || s->mark == FIGURE_HISTOGRAM;
    const double crowd = d->plot->panels ? 1 : (double)d->series / 8;
    struct svg_path path = {0};
    path.to = d->to;
    path.column = crowd > 1 ? crowd : 1;
    path.base = filled ? svg_base_y(d) : NAN;
    if (path.base >= d->top + d->height) path.base += 4; /* the axis is line enough */
    svg_dashed(d->to, svg_path_class(d, s->mark), d->plot->panels ? 0 : i);
    svg_clip(d, panel, 0);
    fputs(" d=\"", d->to);
    if (s->mark == FIGURE_LINE)
        svg_joined(d, s, &path);
    else
        svg_steps(d, s, &path);
    svg_path_end(&path);
    fputs("\"/>\n", d->to);
}

enum { SVG_SPOTS = SVG_WIDE / 3 * 160 };

/* Few points as markers, many as dots, each spot of 3 by 3 units once. */
static void svg_points(struct svg_drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const int few = s->count <= SVG_MARKED;
    unsigned char seen[SVG_SPOTS / 8 + 1];
    size_t k;
    memset(seen, 0, sizeof seen);
    fputs(few ? "<path class=\"dt\" d=\"" : "<path class=\"ln\" d=\"", d->to);
    for (k = 0; k < s->count; k++) {
        const double x = svg_at_x(d, s->points[k].x), y = svg_at_y(d, s->points[k].y);
        size_t spot;
        if (!(x >= d->left - 0.5 && x <= d->right + 0.5)) continue;
        if (!(y >= d->top - 0.5 && y <= d->top + d->height + 0.5)) continue;
        spot = (size_t)(x / 3) * 160 + (size_t)((y - d->top + 1) / 3) % 160;
        if (!few && seen[spot / 8 % sizeof seen] & 1 << spot % 8) continue;
        seen[spot / 8 % sizeof seen] |= (unsigned char)(1 << spot % 8);
        if (few) {
            svg_marker(d->to, i, x, y);
        } else {
            fputc('M', d->to);
            svg_point(d->to, x, y);
            fputs("h0", d->to);
        }
    }
    fputs("\"/>\n", d->to);
}

/* What the points of a line stand for, as upright lines: those of each series beside
 * those of the one before. */
static void svg_spans(struct svg_drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const double aside = ((double)i - (double)(d->series - 1) / 2) * 2.5;
    size_t k;
    if (!s->range_count) return;
    fputs("<path class=\"sp\" d=\"", d->to);
    for (k = 0; k < s->range_count; k++) {
        const double x = svg_at_x(d, s->points[k].x) + aside;
        const double lo = svg_near_y(d, s->ranges[k].least);
        const double hi = svg_near_y(d, s->ranges[k].most);
        if (isnan(x) || isnan(lo) || isnan(hi)) continue;
        fputc('M', d->to);
        svg_point(d->to, x, lo);
        fputc('V', d->to);
        svg_number(d->to, hi);
    }
    fputs("\"/>\n", d->to);
}

static void svg_bar(struct svg_drawing *d, size_t i, size_t slot, double value,
                    double inner, double width)
{
    const double group = svg_slot_x(d, 1) - svg_slot_x(d, 0);
    const double x =
        svg_slot_x(d, (double)slot) + (group - inner) / 2 + width * (double)i;
    const double y = svg_near_y(d, value), base = svg_base_y(d);
    const size_t first = slot * d->together;
    char text[TEXT_NUMBER];
    int k;
    if (isnan(y)) return;
    for (k = 0; k < (svg_hatch(i) && width >= 3 ? 2 : 1); k++) {
        svg_rect(d->to, x, y < base ? y : base, width, fabs(base - y));
        if (k == 0) {
            fputs(" class=\"ba\"", d->to);
        } else {
            fputs(" fill=\"url(#", d->to);
            svg_xml_id(d->to, d->plot->id);
            fprintf(d->to, "_h%d)\"", svg_hatch(i));
        }
        fputs("><title>", d->to);
        svg_xml_fit(d->to, d->drawn[i]->name, 1, 40);
        fputs(", ", d->to);
        svg_xml_fit(d->to, d->plot->categories[first], 1, 40);
        snprintf(text, sizeof text, "%.4g", value);
        fprintf(d->to, ": %s</title></rect>\n", text);
    }
}

/* One bar for each slot and series: the largest of the categories put together. */
static void svg_bars(struct svg_drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const double group = svg_slot_x(d, 1) - svg_slot_x(d, 0);
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
            svg_bar(d, i, slot, largest, inner, inner / many);
            largest = NAN;
        }
        slot = at;
        if (svg_can_draw(&d->plot->y, y) && !(fabs(y) <= fabs(largest))) largest = y;
    }
    svg_bar(d, i, slot, largest, inner, inner / many);
}

static void svg_series(struct svg_drawing *d, size_t i, size_t panel)
{
    const struct figure_series *s = d->drawn[i];
    const int ordered =
        s->mark == FIGURE_BARS || s->mark == FIGURE_POINTS || svg_ascending(s);
    fprintf(d->to, "<g class=\"s%d\">\n", (int)(i % SVG_COLOURS));
    if (s->mark == FIGURE_BARS)
        svg_bars(d, i);
    else if (s->mark != FIGURE_POINTS && ordered)
        svg_path(d, i, panel);
    if (s->mark == FIGURE_POINTS || !ordered ||
        (s->mark == FIGURE_LINE && s->count <= SVG_MARKED))
        svg_points(d, i);
    if (s->mark == FIGURE_LINE) svg_spans(d, i);
    fputs("</g>\n", d->to);
}

/* ---- the whole --------------------------------------------------------------------- */

static void svg_hatches(struct svg_drawing *d)
{
    static const char *const lines[] = {"M-1 7L7-1M-1 1L1-1M5 7L7 5",
                                        "M-1-1L7 7M5-1L7 1M-1 5L1 7", "M0 3h6"};
    int i;
    for (i = 0; i < 3; i++) {
        fputs("<pattern id=\"", d->to);
        svg_xml_id(d->to, d->plot->id);
        fprintf(d->to,
                "_h%d\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                "<path class=\"ht\" d=\"%s\"/></pattern>\n",
                i + 1, lines[i]);
    }
}

void svg_open(FILE *to, const char *title, const char *what, double width, double height)
{
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ", to);
    svg_point(to, width, height);
    fputs("\" aria-label=\"", to);
    svg_xml_text(to, title);
    if (*what) fputs(": ", to);
    svg_xml_text(to, what);
    fputs("\">\n<title>", to);
    svg_xml_text(to, title);
    fputs("</title>\n", to);
}

/* What a reader of the picture must know of what is not in it: n lines. */
static int svg_notes(const struct svg_drawing *d, char notes[SVG_NOTES][120])
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

static void svg_panel(struct svg_drawing *d, size_t panel, int last)
{
    const size_t first = d->plot->panels ? panel : 0;
    const size_t end = d->plot->panels ? panel + 1 : d->series;
    size_t i;
    svg_clip(d, panel, 1);
    svg_axis_y(d);
    for (i = first; i < end && i < d->series; i++) svg_series(d, i, panel);
    svg_axis_x(d, last);
    if (d->bars && last) svg_categories(d);
    if (d->plot->panels && panel < d->series)
        svg_text(d->to, "tl", d->left, d->top - 7, d->drawn[panel]->name,
                 d->right - d->left);
    if (d->y.count == 0 || d->blank)
        svg_text(d->to, "tm", (d->left + d->right) / 2, d->top + d->height / 2, "no data",
                 d->right - d->left);
}

/* The first `most` of those to be drawn. */
static void svg_choose(struct svg_drawing *d, size_t most)
{
    size_t i;
    for (i = 0; i < d->plot->series_count; i++) {
        if (d->plot->series[i].undrawn) continue;
        if (d->series < most) d->drawn[d->series++] = &d->plot->series[i];
        d->wanted++;
    }
}

void svg_plot(FILE *to, const struct figure_plot *p)
{
    const size_t most = p->panels ? SVG_PANELS : SVG_SERIES;
    struct svg_drawing d = {0};
    char notes[SVG_NOTES][120], what[700];
    size_t i, panels;
    double legend, top, bottom;
    int n, k;
    d.to = to;
    d.plot = p;
    svg_choose(&d, most);
    d.width = p->wide ? SVG_WIDE : SVG_NARROW;
    d.panel = d.height = p->panels ? 110 : p->wide ? 300 : 250;
    panels = p->panels && d.series ? d.series : 1;
    svg_scales(&d);
    n = svg_notes(&d, notes);
    legend = svg_legend(&d, 0);
    top = legend + (p->panels ? 45 : 32);
    bottom = top + (double)panels * (d.panel + 30) - 30;
    snprintf(what, sizeof what, "%s against %s, %zu series", d.y.title, d.x.title,
             d.wanted);
    svg_open(to, p->title, what, d.width, bottom + 52 + 19 * n);
    if (d.bars) svg_hatches(&d);
    svg_legend(&d, 1);
    svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    for (i = 0; i < panels; i++) {
        d.top = top + (double)i * (d.panel + 30);
        svg_panel(&d, i, i + 1 == panels);
    }
    svg_text(to, "tm", (d.left + d.right) / 2, bottom + 43,
             d.bars && p->x.label ? p->x.label : d.x.title,
             2 * (d.width - (d.left + d.right) / 2) - 4);
    for (k = 0; k < n; k++)
        svg_text(to, "k tl", 4, bottom + 62 + 19 * k, notes[k], d.width - 8);
    fputs("</svg>\n", to);
}
