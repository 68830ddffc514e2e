/* drawing_marks.c - a function for each mark; drawing_marks_series chooses among them. */
#include "report/drawing.h"

#include "base/text.h"
#include "report/svg.h"

#include <math.h>
#include <stdint.h>

/* ---- where it is ------------------------------------------------------------------- */

int drawing_marks_can_draw(const struct figure_axis *axis, double v)
{
    return axis_drawable(v) && (!axis->log || v >= 0 || fabs(v) < AXIS_TINY);
}

double drawing_marks_along(const struct drawing *d, double at)
{
    return d->left + d->inset + at * (d->right - d->left - 2 * d->inset);
}

int drawing_marks_panels(const struct drawing *d) { return d->plot->panels || d->split; }

static double drawing_marks_x(const struct drawing *d, double v)
{
    return drawing_marks_along(d, axis_scale_at(&d->x, v));
}

static double drawing_marks_y(const struct drawing *d, double v)
{
    return d->top + (1 - axis_scale_at(&d->y, v)) * d->height;
}

/* How far to the right of its x the series is drawn. */
static double shift(const struct drawing *d, size_t i)
{
    return ((double)i - (double)(d->series - 1) / 2) * d->aside;
}

/* The y at which bars and fills begin: zero, or the end of the axis nearest to zero. */
static double drawing_marks_base(const struct drawing *d)
{
    double at = d->y.log ? 0 : axis_scale_at(&d->y, 0);
    at = at < 0 ? 0 : at > 1 ? 1 : at;
    return d->top + (1 - at) * d->height;
}

/* The x of a value, at most a few units outside the axes: what is further out is not
 * seen. */
static double near_x(const struct drawing *d, double v)
{
    const double x = drawing_marks_x(d, v), lo = d->left - 4, hi = d->right + 4;
    return x < lo ? lo : x > hi ? hi : x;
}

static double near_y(const struct drawing *d, double v)
{
    const double y = drawing_marks_y(d, v), lo = d->top - 4 * d->height;
    const double hi = d->top + 5 * d->height;
    return y < lo ? lo : y > hi ? hi : y;
}

double drawing_marks_slot(const struct drawing *d, double slot)
{
    return d->left + slot * (d->right - d->left) / (double)(d->slots ? d->slots : 1);
}

/* ---- what a series is -------------------------------------------------------------- */

int drawing_marks_in_view(const struct figure_axis *x, const struct figure_series *s,
                          size_t k)
{
    if (!figure_mark_holds(s->mark) || !axis_fixed(x)) return 1;
    return !(s->points[k].x >= x->hi || s->points[k + 1].x <= x->lo);
}

/* A line with a marker at each of its points. */
static int line_few(const struct figure_series *s)
{
    return s->mark == FIGURE_LINE && s->count <= DRAWING_MARKED;
}

/* Does the line of this series carry markers? */
static int marked(const struct drawing *d, const struct figure_series *s)
{
    const int many = s->mark == FIGURE_LINE || s->mark == FIGURE_STEPS;
    return line_few(s) || (many && d->series > 1 && !drawing_marks_panels(d));
}

int drawing_marks_few(const struct drawing *d)
{
    size_t i;
    for (i = 0; i < d->series; i++)
        if (!line_few(d->drawn[i])) return 0;
    return d->series > 0;
}

/* Does a point of one series lie on that of the other with the same number? */
static int drawing_marks_hides(const struct drawing *d, const struct figure_series *a,
                               const struct figure_series *b)
{
    size_t k;
    for (k = 0; k < a->count && k < b->count; k++) {
        const double dx =
            drawing_marks_x(d, a->points[k].x) - drawing_marks_x(d, b->points[k].x);
        const double dy =
            drawing_marks_y(d, a->points[k].y) - drawing_marks_y(d, b->points[k].y);
        if (fabs(dx) < DRAWING_MARKS_NEAR && fabs(dy) < DRAWING_MARKS_NEAR) return 1;
    }
    return 0;
}

/* The shortest way between two points of a series along x. */
static double drawing_marks_gap(const struct drawing *d)
{
    double least = d->right - d->left;
    size_t i, k;
    for (i = 0; i < d->series; i++)
        for (k = 1; k < d->drawn[i]->count; k++) {
            const double from = drawing_marks_x(d, d->drawn[i]->points[k - 1].x);
            const double gap = drawing_marks_x(d, d->drawn[i]->points[k].x) - from;
            if (gap > 0 && gap < least) least = gap;
        }
    return least;
}

double drawing_marks_apart(const struct drawing *d)
{
    int needed = 0;
    double most;
    size_t i, k;
    if (d->series < 2 || d->x.log || drawing_marks_panels(d) || !drawing_marks_few(d))
        return 0; /* a step along a logarithmic axis would be another value */
    for (i = 0; i < d->series && !needed; i++) {
        needed = d->drawn[i]->range_count > 0;
        for (k = 0; k < i && !needed; k++)
            needed = drawing_marks_hides(d, d->drawn[i], d->drawn[k]);
    }
    if (!needed) return 0;
    most = drawing_marks_gap(d) / 2 / (double)(d->series - 1);
    return most < 2 ? 0 : most < DRAWING_MARKS_ASIDE ? most : DRAWING_MARKS_ASIDE;
}

/* Several histograms over each other are drawn nearly transparent. */
static const char *drawing_marks_class(const struct drawing *d, enum figure_mark mark)
{
    if (mark == FIGURE_HISTOGRAM && d->series > 1) return "hi";
    return mark == FIGURE_FILL || mark == FIGURE_HISTOGRAM ? "fl" : "ln";
}

/* ---- definitions, the legend ------------------------------------------------------- */

void drawing_marks_clip(struct drawing *d, size_t panel, int define)
{
    fputs(define ? "<clipPath id=\"" : " clip-path=\"url(#", d->to);
    svg_xml_id(d->to, d->plot->id);
    fprintf(d->to, define ? "_c%zu\">" : "_c%zu)\"", panel);
    if (!define) return;
    svg_rect(d->to, d->left - 1, d->top - 2, d->right - d->left + 2, d->height + 3);
    fputs("/></clipPath>\n", d->to);
}

void drawing_marks_hatches(struct drawing *d)
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

/* Fills the rectangle at hand, which is left open, with the hatch of the series. */
static void hatched(struct drawing *d, size_t i)
{
    fputs(" fill=\"url(#", d->to);
    svg_xml_id(d->to, d->plot->id);
    fprintf(d->to, "_h%d)\"", svg_hatch(i));
}

/* A marker of series i; a title may follow. */
static void drawing_marks_dot(struct drawing *d, size_t i, double x, double y)
{
    fputs("<path class=\"dt\" d=\"", d->to);
    svg_marker(d->to, i, x, y);
    fputc('"', d->to);
}

void drawing_marks_swatch(struct drawing *d, size_t i, double x, double y)
{
    const enum figure_mark mark = d->drawn[i]->mark;
    const int dot = mark == FIGURE_BARS && d->dots;
    FILE *to = d->to;
    fprintf(to, "<g class=\"s%d\">", (int)(i % SVG_COLOURS));
    if (mark == FIGURE_BARS && !d->dots) {
        svg_rect(to, x + 6, y - 11, 14, 13);
        fputs(" class=\"ba\"/>", to);
        if (svg_hatch(i)) {
            svg_rect(to, x + 6, y - 11, 14, 13);
            hatched(d, i);
            fputs("/>", to);
        }
    } else if (!dot) {
        svg_dashed(to, drawing_marks_class(d, mark), i);
        fputs(" d=\"M", to);
        svg_point(to, x, y - 5);
        fputs(figure_mark_holds(mark) && mark != FIGURE_STEPS ? "v-6h26v10h-26z\"/>"
                                                              : "h26\"/>",
              to);
    }
    if (dot || marked(d, d->drawn[i])) {
        drawing_marks_dot(d, i, x + 13, y - 5);
        fputs("/>", to);
    }
    fputs("</g>\n", to);
}

/* ---- lines, steps, fills ----------------------------------------------------------- */

static void drawing_marks_steps(struct drawing *d, const struct figure_series *s,
                                struct svg_path *path)
{
    size_t i;
    for (i = 0; i + 1 < s->count; i++) {
        const double y = near_y(d, s->points[i].y);
        const double from = near_x(d, s->points[i].x);
        const double to = near_x(d, s->points[i + 1].x);
        if (isnan(y) || isnan(from) || isnan(to) ||
            !drawing_marks_in_view(&d->plot->x, s, i)) {
            svg_path_end(path);
        } else {
            svg_path_to(path, from, y);
            svg_path_to(path, to, y);
        }
    }
}

/* Does the line need this point: is it, or one of its neighbours, within the axes? */
static int needs(const struct drawing *d, const struct figure_series *s, size_t i)
{
    const double x = drawing_marks_x(d, s->points[i].x);
    if (x < d->left)
        return i + 1 < s->count && drawing_marks_x(d, s->points[i + 1].x) >= d->left;
    if (x > d->right) return i > 0 && drawing_marks_x(d, s->points[i - 1].x) <= d->right;
    return 1;
}

static void joined(struct drawing *d, const struct figure_series *s, double aside,
                   struct svg_path *path)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        const double x = drawing_marks_x(d, s->points[i].x) + aside,
                     y = near_y(d, s->points[i].y);
        if (isnan(x) || isnan(y))
            svg_path_end(path);
        else if (needs(d, s, i))
            svg_path_to(path, x < -1e4 ? -1e4 : x > 1e4 ? 1e4 : x, y);
    }
}

static void drawing_marks_path(struct drawing *d, size_t i, size_t panel)
{
    const struct figure_series *s = d->drawn[i];
    const int filled = s->mark == FIGURE_FILL || s->mark == FIGURE_HISTOGRAM;
    const double crowd = (double)d->series / (8 * (double)d->columns);
    struct svg_path path = {0};
    path.to = d->to;
    path.column = crowd > 1 && !d->plot->panels ? crowd : 1;
    path.base = filled ? drawing_marks_base(d) : NAN;
    if (path.base >= d->top + d->height)
        path.base += 4; /* hides the outline on the axis */
    svg_dashed(d->to, drawing_marks_class(d, s->mark), drawing_marks_panels(d) ? 0 : i);
    drawing_marks_clip(d, panel, 0);
    fputs(" d=\"", d->to);
    if (s->mark == FIGURE_LINE)
        joined(d, s, shift(d, i), &path);
    else
        drawing_marks_steps(d, s, &path);
    svg_path_end(&path);
    fputs("\"/>\n", d->to);
}

/* ---- points ------------------------------------------------------------------------ */

/* Is the place within the axes? */
static int inside(const struct drawing *d, double x, double y)
{
    return x >= d->left - 0.5 && x <= d->right + 0.5 && y >= d->top - 0.5 &&
           y <= d->top + d->height + 0.5;
}

/* A marker at each point. */
static void drawing_marks_points(struct drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const double aside = shift(d, i);
    size_t k;
    fputs("<path class=\"dt\" d=\"", d->to);
    for (k = 0; k < s->count; k++) {
        const double x = drawing_marks_x(d, s->points[k].x) + aside,
                     y = drawing_marks_y(d, s->points[k].y);
        if (inside(d, x, y)) svg_marker(d->to, i, x, y);
    }
    fputs("\"/>\n", d->to);
}

/* The y of a line or of steps at x, between point k and the next; NAN: there is none. */
static double drawing_marks_between(const struct drawing *d,
                                    const struct figure_series *s, size_t k, double x)
{
    const double from = drawing_marks_x(d, s->points[k].x);
    const double to = drawing_marks_x(d, s->points[k + 1].x);
    const double y = drawing_marks_y(d, s->points[k].y);
    if (s->mark == FIGURE_STEPS || !(to > from)) return y;
    return y + (drawing_marks_y(d, s->points[k + 1].y) - y) * (x - from) / (to - from);
}

/* A few markers on a long line, each series' at places of its own. */
static void beads(struct drawing *d, size_t i)
{
    enum { BEADS = 5 };
    const struct figure_series *s = d->drawn[i];
    const double phase = ((double)i + 0.5) / (double)d->series;
    size_t k = 0;
    int bead;
    fputs("<path class=\"dt\" d=\"", d->to);
    for (bead = 0; bead < BEADS; bead++) {
        const double x = d->left + (bead + phase) / BEADS * (d->right - d->left);
        double y;
        while (k + 1 < s->count && !(drawing_marks_x(d, s->points[k + 1].x) >= x)) k++;
        if (k + 1 >= s->count || !(drawing_marks_x(d, s->points[k].x) <= x)) continue;
        y = drawing_marks_between(d, s, k, x);
        if (inside(d, x, y)) svg_marker(d->to, i, x, y);
    }
    fputs("\"/>\n", d->to);
}

/* ---- ranges ------------------------------------------------------------------------ */

/* The y of an end of a range. What is not above zero ends at the foot of a logarithmic
 * axis. */
static double drawing_marks_end(const struct drawing *d, double v)
{
    return d->y.log && v < AXIS_TINY ? d->top + d->height : near_y(d, v);
}

static void span(struct drawing *d, const struct figure_extent *range, double x)
{
    const double lo = drawing_marks_end(d, range->least);
    const double hi = drawing_marks_end(d, range->most);
    if (isnan(x) || isnan(lo) || isnan(hi)) return;
    fputc('M', d->to);
    svg_point(d->to, x, lo);
    fputc('V', d->to);
    svg_number(d->to, hi);
}

/* The ranges of the points of a line, as upright lines. */
static void spans(struct drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    size_t k;
    if (!s->range_count) return;
    fputs("<path class=\"sp\" d=\"", d->to);
    for (k = 0; k < s->range_count; k++)
        span(d, &s->ranges[k], drawing_marks_x(d, s->points[k].x) + shift(d, i));
    fputs("\"/>\n", d->to);
}

/* The range of a bar or dot; a bar's stands out from the bar. */
static void bar_span(struct drawing *d, size_t i, size_t k, double x)
{
    static const char *const classes[] = {"sp", "eb", "er"};
    const struct figure_series *s = d->drawn[i];
    int at;
    if (k >= s->range_count || isnan(s->ranges[k].least)) return;
    for (at = d->dots ? 0 : 1; at < (d->dots ? 1 : 3); at++) {
        fprintf(d->to, "<path class=\"%s\" d=\"", classes[at]);
        span(d, &s->ranges[k], x);
        fputs("\"/>\n", d->to);
    }
}

/* ---- bars -------------------------------------------------------------------------- */

/* "RANK, narwhal: 53.5", with the range if there is one. */
static void bar_title(struct drawing *d, size_t i, size_t category, size_t k)
{
    const struct figure_series *s = d->drawn[i];
    char text[TEXT_NUMBER];
    fputs("<title>", d->to);
    svg_xml_fit(d->to, s->name, 1, 40);
    fputs(", ", d->to);
    svg_xml_fit(d->to, d->plot->categories[category], 1, 40);
    snprintf(text, sizeof text, "%.4g", s->points[k].y);
    fprintf(d->to, ": %s", text);
    if (k < s->range_count && !isnan(s->ranges[k].least))
        fprintf(d->to, " (%.4g to %.4g)", s->ranges[k].least, s->ranges[k].most);
    fputs("</title>", d->to);
}

/* The value of point k, in the group of that slot. `inner`: how wide the group is. */
static void drawing_marks_bar(struct drawing *d, size_t i, size_t slot, size_t k,
                              double inner)
{
    const double group = drawing_marks_slot(d, 1) - drawing_marks_slot(d, 0);
    const double width = inner / (double)d->series;
    const double x =
        drawing_marks_slot(d, (double)slot) + (group - inner) / 2 + width * (double)i;
    const double y = near_y(d, d->drawn[i]->points[k].y);
    const double base = drawing_marks_base(d);
    int layer;
    if (isnan(y)) return;
    if (d->dots) {
        drawing_marks_dot(d, i, x + width / 2, y);
        fputc('>', d->to);
        bar_title(d, i, slot * d->together, k);
        fputs("</path>\n", d->to);
    }
    for (layer = 0; layer < (svg_hatch(i) && width >= 3 ? 2 : 1) && !d->dots; layer++) {
        svg_rect(d->to, x, y < base ? y : base, width, fabs(base - y));
        if (layer)
            hatched(d, i);
        else
            fputs(" class=\"ba\"", d->to);
        fputc('>', d->to);
        bar_title(d, i, slot * d->together, k);
        fputs("</rect>\n", d->to);
    }
    bar_span(d, i, k, x + width / 2);
}

/* One bar for each slot and series: the largest value of the categories in that slot. */
static void drawing_marks_bars(struct drawing *d, size_t i)
{
    const struct figure_series *s = d->drawn[i];
    const double group = drawing_marks_slot(d, 1) - drawing_marks_slot(d, 0);
    const double most = 40 * (double)d->series;
    const double inner = 0.8 * group < most ? 0.8 * group : most;
    size_t k, slot = SIZE_MAX, largest = SIZE_MAX;
    for (k = 0; k < s->count; k++) {
        const double x = s->points[k].x, y = s->points[k].y;
        size_t at;
        if (!(x >= 0 && x < (double)d->plot->category_count)) continue;
        at = (size_t)x / d->together;
        if (at != slot && largest < k) {
            drawing_marks_bar(d, i, slot, largest, inner);
            largest = SIZE_MAX;
        }
        slot = at;
        if (drawing_marks_can_draw(&d->plot->y, y) &&
            !(largest < k && fabs(y) <= fabs(s->points[largest].y)))
            largest = k;
    }
    if (largest < s->count) drawing_marks_bar(d, i, slot, largest, inner);
}

void drawing_marks_series(struct drawing *d, size_t i, size_t panel)
{
    const struct figure_series *s = d->drawn[i];
    fprintf(d->to, "<g class=\"s%d\">\n", (int)(i % SVG_COLOURS));
    if (s->mark == FIGURE_BARS)
        drawing_marks_bars(d, i);
    else
        drawing_marks_path(d, i, panel);
    if (s->mark == FIGURE_LINE) spans(d, i);
    if (line_few(s))
        drawing_marks_points(d, i);
    else if (marked(d, s))
        beads(d, i);
    fputs("</g>\n", d->to);
}
