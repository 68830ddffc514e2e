/* drawing.c - the order of a drawing: the ranges and scales of the axes, the legend and
 * the axes, then each series by its mark, and notes on what is not drawn. */
#include "report/drawing.h"

#include "base/text.h"
#include "report/svg.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- layout ------------------------------------------------------------------------ */

static double drawing_at_x(const struct drawing *d, double v)
{
    return d->left + axis_scale_at(&d->x, v) * (d->right - d->left);
}

static double drawing_at_y(const struct drawing *d, double v)
{
    return d->top + (1 - axis_scale_at(&d->y, v)) * d->height;
}

/* The y at which bars and fills begin: zero, or the end of the axis nearest to zero. */
static double drawing_base_y(const struct drawing *d)
{
    double at = d->y.log ? 0 : axis_scale_at(&d->y, 0);
    at = at < 0 ? 0 : at > 1 ? 1 : at;
    return d->top + (1 - at) * d->height;
}

/* Can the value be drawn on this axis? On a logarithmic axis a negative one cannot. */
static int drawing_can_draw(const struct figure_axis *axis, double v)
{
    return axis_drawable(v) && (!axis->log || v >= 0 || fabs(v) < AXIS_TINY);
}

static int drawing_ascending(const struct figure_series *s)
{
    size_t i;
    for (i = 1; i < s->count; i++)
        if (!(s->points[i].x >= s->points[i - 1].x)) return 0;
    return 1;
}

/* Is any of point k between the ends of the x axis? Other points do not count for the
 * range of the y axis. */
static int drawing_in_view(const struct figure_axis *x, const struct figure_series *s,
                           size_t k)
{
    if (!figure_mark_holds(s->mark) || !axis_fixed(x)) return 1;
    return !(s->points[k].x >= x->hi || s->points[k + 1].x <= x->lo);
}

static void drawing_ranges(struct drawing *d, struct axis_range *x, struct axis_range *y)
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
            s->mark != FIGURE_BARS && s->mark != FIGURE_POINTS && !drawing_ascending(s);
        for (k = 0; k < s->count; k++) {
            const double vx = s->points[k].x, vy = s->points[k].y;
            if (!drawing_can_draw(&p->x, vx)) {
                d->lost++;
                continue;
            }
            axis_range_add(x, vx);
            if (k >= ends || isnan(vy)) continue;
            if (!drawing_can_draw(&p->y, vy))
                d->lost++;
            else if (drawing_in_view(&p->x, s, k))
                axis_range_add(y, vy);
            if (k < s->range_count && drawing_can_draw(&p->y, s->ranges[k].least) &&
                drawing_can_draw(&p->y, s->ranges[k].most)) {
                axis_range_add(y, s->ranges[k].least);
                axis_range_add(y, s->ranges[k].most);
            }
        }
    }
}

double drawing_ticks_width(const struct axis_scale *s)
{
    double most = 0;
    int i;
    for (i = 0; i < s->count; i++) {
        const double width = axis_text_width(s->ticks[i].text, SVG_TICK);
        if (width > most) most = width;
    }
    return most;
}

static void drawing_scales(struct drawing *d)
{
    struct axis_range x, y;
    double spare = 10;
    int pass;
    drawing_ranges(d, &x, &y);
    d->blank = y.count == 0;
    axis_scale_make(&d->y, &d->plot->y, y, d->panel, SVG_TICK, 1, 1);
    d->left = 14 + drawing_ticks_width(&d->y);
    if (d->left > d->width / 2) d->left = d->width / 2;
    for (pass = 0; pass < 2;
         pass++) { /* the margin depends on the labels, and they on it */
        d->right = d->width - spare;
        axis_scale_make(&d->x, &d->plot->x, x, d->right - d->left, SVG_TICK, 0, 0);
        if (!d->bars) spare = 6 + drawing_ticks_width(&d->x) / 2;
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

static double drawing_legend_width(const struct drawing *d, size_t i)
{
    const double name = axis_text_width(d->drawn[i]->name, SVG_TEXT);
    const double most = d->width - 52;
    return 50 + (name < most ? name : most);
}

/* Several histograms over each other are drawn nearly transparent. */
static const char *drawing_path_class(const struct drawing *d, enum figure_mark mark)
{
    if (mark == FIGURE_HISTOGRAM && d->series > 1) return "hi";
    return mark == FIGURE_FILL || mark == FIGURE_HISTOGRAM ? "fl" : "ln";
}

static void drawing_swatch(struct drawing *d, size_t i, double x, double y)
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
            svg_dashed(to, drawing_path_class(d, mark), i);
            fputs(" d=\"M", to);
            svg_point(to, x, y - 5);
            fputs(figure_mark_holds(mark) && mark != FIGURE_STEPS ? "v-6h26v10h-26z\"/>"
                                                                  : "h26\"/>",
                  to);
        }
        if (mark == FIGURE_POINTS ||
            (mark == FIGURE_LINE && d->drawn[i]->count <= DRAWING_MARKED)) {
            fputs("<path class=\"dt\" d=\"", to);
            svg_marker(to, i, x + 13, y - 5);
            fputs("\"/>", to);
        }
    }
    fputs("</g>\n", to);
}

/* Returns the height of the legend, and draws it if `draw`. */
static double drawing_legend(struct drawing *d, int draw)
{
    double x = 4, y = 0;
    size_t i;
    if (d->plot->panels || d->series == 0) return 0;
    for (i = 0; i < d->series; i++) {
        const double width = drawing_legend_width(d, i);
        if (x > 4 && x + width > d->width) {
            x = 4;
            y += 21;
        }
        if (draw) {
            drawing_swatch(d, i, x, y + 17);
            svg_text(d->to, "tl", x + 32, y + 17, d->drawn[i]->name, d->width - 52);
        }
        x += width;
    }
    return y + 24;
}

void drawing_axis_y(struct drawing *d)
{
    int i;
    for (i = 0; i < d->y.count; i++) {
        const double y = d->top + (1 - d->y.ticks[i].at) * d->height;
        svg_line(d->to, "gr", d->left, y, d->right, y);
        svg_text(d->to, "k tr", d->left - 6, y + 4.5, d->y.ticks[i].text, d->left - 8);
    }
    if (d->y.strip > 0) { /* the end of the scale, above the strip for zero */
        const double y = d->top + (1 - d->y.strip) * d->height;
        svg_line(d->to, "cut", d->left, y, d->right, y);
    }
}

void drawing_axis_x(struct drawing *d, int labels)
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

static double drawing_slot_x(const struct drawing *d, double slot)
{
    return d->left + slot * (d->right - d->left) / (double)(d->slots ? d->slots : 1);
}

static double drawing_category_width(const struct drawing *d, size_t slot)
{
    const char *name = d->plot->categories[slot * d->together];
    const double width = axis_text_width(name, SVG_TICK);
    const double room = drawing_slot_x(d, 1) - drawing_slot_x(d, 0) - SVG_TICK;
    const double most = room > 120 ? room : 120;
    return width < most ? width : most;
}

/* Writes the name of every k-th category, for the smallest k with which names do not
 * touch. */
static void drawing_categories(struct drawing *d)
{
    const double bottom = d->top + d->height;
    double widest = 0;
    size_t i, stride;
    for (i = 0; i < d->slots; i++)
        if (drawing_category_width(d, i) > widest) widest = drawing_category_width(d, i);
    widest += 0.6 * SVG_TICK;
    for (stride = 1; stride < d->slots; stride++)
        if (drawing_slot_x(d, (double)stride) - d->left >= widest) break;
    for (i = 0; i < d->slots; i += stride) {
        const double x = drawing_slot_x(d, (double)i + 0.5);
        const double width = drawing_category_width(d, i);
        svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (x - width / 2 >= 0 && x + width / 2 <= d->width)
            svg_text(d->to, "k tm", x, bottom + 21, d->plot->categories[i * d->together],
                     width + 0.01);
    }
}

/* ---- the data ---------------------------------------------------------------------- */

/* The x of a value, at most 2 columns outside the axes: what is further out is not seen.
 */
static double drawing_near_x(const struct drawing *d, double v)
{
    const double x = drawing_at_x(d, v), lo = d->left - 4, hi = d->right + 4;
    return x < lo ? lo : x > hi ? hi : x;
}

static double drawing_near_y(const struct drawing *d, double v)
{
    const double y = drawing_at_y(d, v), lo = d->top - 4 * d->height;
    const double hi = d->top + 5 * d->height;
    return y < lo ? lo : y > hi ? hi : y;
}

static void drawing_steps(struct drawing *d, const struct figure_series *s,
                          struct svg_path *path)
{
    size_t i;
    for (i = 0; i + 1 < s->count; i++) {
        const double y = drawing_near_y(d, s->points[i].y);
        const double from = drawing_near_x(d, s->points[i].x);
        const double to = drawing_near_x(d, s->points[i + 1].x);
        if (isnan(y) || isnan(from) || isnan(to) || !drawing_in_view(&d->plot->x, s, i)) {
            svg_path_end(path);
        } else {
            svg_path_to(path, from, y);
            svg_path_to(path, to, y);
        }
    }
}

/* Does the line need this point: is it, or one of its neighbours, within the axes? */
static int drawing_line_needs(const struct drawing *d, const struct figure_series *s,
                              size_t i)
{
    const double x = drawing_at_x(d, s->points[i].x);
    if (x < d->left)
        return i + 1 < s->count && drawing_at_x(d, s->points[i + 1].x) >= d->left;
    if (x > d->right) return i > 0 && drawing_at_x(d, s->points[i - 1].x) <= d->right;
    return 1;
}

static void drawing_joined(struct drawing *d, const struct figure_series *s,
                           struct svg_path *path)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        const double x = drawing_at_x(d, s->points[i].x),
                     y = drawing_near_y(d, s->points[i].y);
        if (isnan(x) || isnan(y))
            svg_path_end(path);
        else if (drawing_line_needs(d, s, i))
            svg_path_to(path, x < -1e4 ? -1e4 : x > 1e4 ? 1e4 : x, y);
    }
}

/* The clip path of the data area: defines it, or names it in an attribute. */
static void drawing_clip(struct drawing *d, size_t panel, int define)
{
    fputs(define ? "<clipPath id=\"" : " clip-path=\"url(#", d->to);
    svg_xml_id(d->to, d->plot->id);
    fprintf(d->to, define ? "_c%zu\">" : "_c%zu)\"", panel);
    if (!define) return;
    svg_rect(d->to, d->left - 1, d->top - 2, d->right - d->left + 2, d->height + 3);
    fputs("/></clipPath>\n", d->to);
}

static void drawing_path(struct drawing *d, size_t i, size_t panel)
{
    const struct figure_series *s = d->drawn[i];
    const int filled = s->mark == FIGURE_FILL || s->mark == FIGURE_HISTOGRAM;
    const double crowd = d->plot->panels ? 1 : (double)d->series / 8;
    struct svg_path path = {0};
    path.to = d->to;
    path.column = crowd > 1 ? crowd : 1;
    path.base = filled ? drawing_base_y(d) : NAN;
    if (path.base >= d->top + d->height)
        path.base += 4; /* hides the outline on the axis */
    svg_dashed(d->to, drawing_path_class(d, s->mark), d->plot->panels ? 0 : i);
    drawing_clip(d, panel, 0);
    fputs(" d=\"", d->to);
    if (s->mark == FIGURE_LINE)
        drawing_joined(d, s, &path);
    else
        drawing_steps(d, s, &path);
    svg_path_end(&path);
    fputs("\"/>\n", d->to);
}

enum { SVG_SPOTS = SVG_WIDE / 3 * 160 };

/* Few points are markers; many are dots, of which each square of 3 by 3 units gets one.
 */
static void drawing_points(struct drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const int few = s->count <= DRAWING_MARKED;
    unsigned char seen[SVG_SPOTS / 8 + 1];
    size_t k;
    memset(seen, 0, sizeof seen);
    fputs(few ? "<path class=\"dt\" d=\"" : "<path class=\"ln\" d=\"", d->to);
    for (k = 0; k < s->count; k++) {
        const double x = drawing_at_x(d, s->points[k].x),
                     y = drawing_at_y(d, s->points[k].y);
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

/* The ranges of the points of a line, as upright lines; each series is shifted a little
 * to the right of the one before. */
static void drawing_spans(struct drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const double aside = ((double)i - (double)(d->series - 1) / 2) * 2.5;
    size_t k;
    if (!s->range_count) return;
    fputs("<path class=\"sp\" d=\"", d->to);
    for (k = 0; k < s->range_count; k++) {
        const double x = drawing_at_x(d, s->points[k].x) + aside;
        const double lo = drawing_near_y(d, s->ranges[k].least);
        const double hi = drawing_near_y(d, s->ranges[k].most);
        if (isnan(x) || isnan(lo) || isnan(hi)) continue;
        fputc('M', d->to);
        svg_point(d->to, x, lo);
        fputc('V', d->to);
        svg_number(d->to, hi);
    }
    fputs("\"/>\n", d->to);
}

static void drawing_bar(struct drawing *d, size_t i, size_t slot, double value,
                        double inner, double width)
{
    const double group = drawing_slot_x(d, 1) - drawing_slot_x(d, 0);
    const double x =
        drawing_slot_x(d, (double)slot) + (group - inner) / 2 + width * (double)i;
    const double y = drawing_near_y(d, value), base = drawing_base_y(d);
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

/* One bar for each slot and series: the largest value of the categories in that slot. */
static void drawing_bars(struct drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const double group = drawing_slot_x(d, 1) - drawing_slot_x(d, 0);
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
            drawing_bar(d, i, slot, largest, inner, inner / many);
            largest = NAN;
        }
        slot = at;
        if (drawing_can_draw(&d->plot->y, y) && !(fabs(y) <= fabs(largest))) largest = y;
    }
    drawing_bar(d, i, slot, largest, inner, inner / many);
}

static void drawing_series(struct drawing *d, size_t i, size_t panel)
{
    const struct figure_series *s = d->drawn[i];
    const int ordered =
        s->mark == FIGURE_BARS || s->mark == FIGURE_POINTS || drawing_ascending(s);
    fprintf(d->to, "<g class=\"s%d\">\n", (int)(i % SVG_COLOURS));
    if (s->mark == FIGURE_BARS)
        drawing_bars(d, i);
    else if (s->mark != FIGURE_POINTS && ordered)
        drawing_path(d, i, panel);
    if (s->mark == FIGURE_POINTS || !ordered ||
        (s->mark == FIGURE_LINE && s->count <= DRAWING_MARKED))
        drawing_points(d, i);
    if (s->mark == FIGURE_LINE) drawing_spans(d, i);
    fputs("</g>\n", d->to);
}

/* ---- the whole --------------------------------------------------------------------- */

static void drawing_hatches(struct drawing *d)
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

/* Notes on what is not drawn; returns their number. */
static int drawing_notes(const struct drawing *d, char notes[DRAWING_NOTES][120])
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

static void drawing_panel(struct drawing *d, size_t panel, int last)
{
    const size_t first = d->plot->panels ? panel : 0;
    const size_t end = d->plot->panels ? panel + 1 : d->series;
    size_t i;
    drawing_clip(d, panel, 1);
    drawing_axis_y(d);
    for (i = first; i < end && i < d->series; i++) drawing_series(d, i, panel);
    drawing_axis_x(d, last);
    if (d->bars && last) drawing_categories(d);
    if (d->plot->panels && panel < d->series)
        svg_text(d->to, "tl", d->left, d->top - 7, d->drawn[panel]->name,
                 d->right - d->left);
    if (d->y.count == 0 || d->blank)
        svg_text(d->to, "tm", (d->left + d->right) / 2, d->top + d->height / 2, "no data",
                 d->right - d->left);
}

/* Chooses the first `most` series that are to be drawn. */
static void drawing_choose(struct drawing *d, size_t most)
{
    size_t i;
    for (i = 0; i < d->plot->series_count; i++) {
        if (d->plot->series[i].undrawn) continue;
        if (d->series < most) d->drawn[d->series++] = &d->plot->series[i];
        d->wanted++;
    }
}

void drawing_plot(FILE *to, const struct figure_plot *p)
{
    const size_t most = p->panels ? DRAWING_PANELS : DRAWING_SERIES;
    struct drawing d = {0};
    char notes[DRAWING_NOTES][120], what[700];
    size_t i, panels;
    double legend, top, bottom;
    int n, k;
    d.to = to;
    d.plot = p;
    drawing_choose(&d, most);
    d.width = p->wide ? SVG_WIDE : SVG_NARROW;
    d.panel = d.height = p->panels ? 110 : p->wide ? 300 : 250;
    panels = p->panels && d.series ? d.series : 1;
    drawing_scales(&d);
    n = drawing_notes(&d, notes);
    legend = drawing_legend(&d, 0);
    top = legend + (p->panels ? 45 : 32);
    bottom = top + (double)panels * (d.panel + 30) - 30;
    snprintf(what, sizeof what, "%s against %s, %zu series", d.y.title, d.x.title,
             d.wanted);
    svg_open(to, p->title, what, d.width, bottom + 52 + 19 * n);
    if (d.bars) drawing_hatches(&d);
    drawing_legend(&d, 1);
    svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    for (i = 0; i < panels; i++) {
        d.top = top + (double)i * (d.panel + 30);
        drawing_panel(&d, i, i + 1 == panels);
    }
    svg_text(to, "tm", (d.left + d.right) / 2, bottom + 43,
             d.bars && p->x.label ? p->x.label : d.x.title,
             2 * (d.width - (d.left + d.right) / 2) - 4);
    for (k = 0; k < n; k++)
        svg_text(to, "k tl", 4, bottom + 62 + 19 * k, notes[k], d.width - 8);
    fputs("</svg>\n", to);
}
