/* drawing.c - the order of a drawing: the ranges and scales of the axes, the legend and
 * the axes, then each series by its mark, and notes on what is not drawn. */
#include "report/drawing.h"

#include "base/text.h"

#include "report/svg.h"

#include <math.h>

/* ---- layout ------------------------------------------------------------------------ */

/* Would the lines of the plot be too many for one panel? */
static int drawing_split(const struct figure_plot *p)
{
    size_t i, lines = 0;
    if (p->panels) return 0;
    for (i = 0; i < p->series_count; i++)
        lines += !p->series[i].undrawn && p->series[i].mark != FIGURE_BARS;
    return lines > DRAWING_LINES;
}

/* Widens the range of an axis by that of a point; on a logarithmic one its ends above
 * zero. */
static void add_range(const struct figure_axis *axis, const struct figure_extent *of,
                      struct axis_range *r)
{
    if (!axis->log || of->least > AXIS_TINY) axis_range_add(r, of->least);
    if (!axis->log || of->most > AXIS_TINY) axis_range_add(r, of->most);
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
        for (k = 0; k < s->count; k++) {
            const double vx = s->points[k].x, vy = s->points[k].y;
            if (!drawing_marks_can_draw(&p->x, vx)) {
                d->lost++;
                continue;
            }
            axis_range_add(x, vx);
            if (k >= ends || isnan(vy)) continue;
            if (!drawing_marks_can_draw(&p->y, vy))
                d->lost++;
            else if (drawing_marks_in_view(&p->x, s, k))
                axis_range_add(y, vy);
            if (k < s->range_count) add_range(&p->y, &s->ranges[k], y);
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

/* How much of the category axis each group of bars gets. */
static void drawing_slots(struct drawing *d)
{
    const size_t room = (size_t)(d->right - d->left) / 2;
    const size_t each = d->series ? d->series : 1, all = d->plot->category_count;
    const size_t slots = room / each > 0 ? room / each : 1;
    d->together = all > slots ? (all + slots - 1) / slots : 1;
    d->slots = (all + d->together - 1) / d->together;
}

/* The scales of the first panel, and where its axes are. */
static void drawing_scales(struct drawing *d)
{
    const double most = (double)(d->series ? d->series - 1 : 0) * DRAWING_MARKS_ASIDE;
    struct axis_range x, y;
    double spare = 10;
    int pass;
    drawing_ranges(d, &x, &y);
    d->blank = y.count == 0;
    d->dots = d->bars && d->plot->y.log;
    axis_scale_make(&d->y, &d->plot->y, y, d->panel, SVG_TICK, 1, 1);
    d->margin = 14 + drawing_ticks_width(&d->y);
    if (d->margin > d->cell / 2) d->margin = d->cell / 2;
    if (drawing_marks_few(d)) d->inset = 5 + (drawing_marks_panels(d) ? 0 : most / 2);
    if (d->inset > d->cell / 8) d->inset = d->cell / 8;
    for (pass = 0; pass < 2;
         pass++) { /* the margin depends on the labels, and they on it */
        d->left = d->margin;
        d->right = d->cell - spare;
        axis_scale_make(&d->x, &d->plot->x, x, d->right - d->left - 2 * d->inset,
                        SVG_TICK, 0, 0);
        if (!d->bars) spare = 6 + drawing_ticks_width(&d->x) / 2;
        if (!d->bars && d->margin < spare) d->margin = spare;
        if (spare > d->cell / 4) spare = d->cell / 4;
    }
    d->left = d->margin;
    d->spare = d->cell - d->right;
    d->aside = drawing_marks_apart(d);
    if (d->inset > 0) d->inset = 5 + d->aside * (double)(d->series - 1) / 2;
    if (d->bars) drawing_slots(d);
}

/* ---- what stands around the data --------------------------------------------------- */

static double legend_width(const struct drawing *d, size_t i)
{
    const double name = axis_text_width(d->drawn[i]->name, SVG_TEXT);
    const double most = d->width - 52;
    return 50 + (name < most ? name : most);
}

/* Returns the height of the legend, and draws it if `draw`. */
static double drawing_legend(struct drawing *d, int draw)
{
    double x = 4, y = 0;
    size_t i;
    if (drawing_marks_panels(d) || d->series == 0) return 0;
    for (i = 0; i < d->series; i++) {
        const double width = legend_width(d, i);
        if (x > 4 && x + width > d->width) {
            x = 4;
            y += 21;
        }
        if (draw) {
            drawing_marks_swatch(d, i, x, y + 17);
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
        const double x = drawing_marks_along(d, d->x.ticks[i].at);
        const double half = axis_text_width(text, SVG_TICK) / 2;
        svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (labels && x - half >= 0 && x + half <= d->width)
            svg_text(d->to, "k tm", x, bottom + 21, text, d->width);
    }
    if (d->x.strip > 0) {
        const double x = drawing_marks_along(d, d->x.strip);
        svg_line(d->to, "cut", x, d->top, x, bottom);
    }
}

static double category_width(const struct drawing *d, size_t slot)
{
    const char *name = d->plot->categories[slot * d->together];
    const double width = axis_text_width(name, SVG_TICK);
    const double room = drawing_marks_slot(d, 1) - drawing_marks_slot(d, 0) - SVG_TICK;
    const double most = room > 120 ? room : 120;
    return width < most ? width : most;
}

/* Does no name of every `stride`-th category touch the next one? */
static int categories_fit(const struct drawing *d, size_t stride)
{
    const double apart = drawing_marks_slot(d, (double)stride) - d->left;
    size_t i;
    for (i = 0; i + stride < d->slots; i++) {
        const double both = category_width(d, i) + category_width(d, i + stride);
        if (both / 2 + 0.6 * SVG_TICK > apart) return 0;
    }
    return 1;
}

/* Writes the name of every k-th category, for the smallest k with which names do not
 * touch, every second one on a line of its own if there are two. */
static void drawing_categories(struct drawing *d)
{
    const double bottom = d->top + d->height;
    size_t i, stride = 1;
    while (!categories_fit(d, d->names * stride)) stride++;
    for (i = 0; i < d->slots; i += stride) {
        const double x = drawing_marks_slot(d, (double)i + 0.5);
        const double width = category_width(d, i);
        svg_line(d->to, "ax", x, bottom, x, bottom + 5);
        if (x - width / 2 >= 0 && x + width / 2 <= d->width)
            svg_text(d->to, "k tm", x,
                     bottom + 21 + DRAWING_NAME * (double)(i / stride % d->names),
                     d->plot->categories[i * d->together], width + 0.01);
    }
}

/* ---- the whole --------------------------------------------------------------------- */

/* Notes on what is not drawn, and on how; returns their number. */
static int drawing_notes(const struct drawing *d, char notes[DRAWING_NOTES][120])
{
    int n = 0;
    if (d->wanted > d->series)
        snprintf(notes[n++], 120, "the first %zu of %zu series", d->series, d->wanted);
    if (d->lost)
        snprintf(notes[n++], 120, "%zu value%s cannot be drawn on these axes", d->lost,
                 text_s(d->lost));
    if (d->bars && d->together > 1)
        snprintf(notes[n++], 120, "each %s is the largest of %zu",
                 d->dots ? "dot" : "bar", d->together);
    if (d->y.count && d->y.strip > 0)
        snprintf(notes[n++], 120, "below the dotted line: zero");
    if (d->aside > 0) snprintf(notes[n++], 120, "points at one x stand side by side");
    return n;
}

/* Lines between the groups of dots, which have no bars to show what belongs together. */
static void drawing_groups(struct drawing *d)
{
    size_t i;
    for (i = 1; i < d->slots; i++) {
        const double x = drawing_marks_slot(d, (double)i);
        svg_line(d->to, "gr", x, d->top, x, d->top + d->height);
    }
}

static void drawing_panel(struct drawing *d, size_t panel, size_t panels)
{
    const int apart = drawing_marks_panels(d), last = panel + d->columns >= panels;
    const size_t first = apart ? panel : 0, end = apart ? panel + 1 : d->series;
    size_t i;
    drawing_marks_clip(d, panel, 1);
    drawing_axis_y(d);
    if (d->dots) drawing_groups(d);
    for (i = first; i < end && i < d->series; i++) drawing_marks_series(d, i, panel);
    drawing_axis_x(d, last);
    if (d->bars && last) drawing_categories(d);
    if (apart && panel < d->series)
        svg_text(d->to, "tl", d->left, d->top - 7, d->drawn[panel]->name,
                 d->right - d->left);
    if (d->y.count == 0 || d->blank)
        svg_text(d->to, "tm", (d->left + d->right) / 2, d->top + d->height / 2, "no data",
                 d->right - d->left);
}

/* Chooses the first `most` series that are to be drawn. */
static void choose(struct drawing *d, size_t most)
{
    size_t i;
    for (i = 0; i < d->plot->series_count; i++) {
        if (d->plot->series[i].undrawn) continue;
        if (d->series < most) d->drawn[d->series++] = &d->plot->series[i];
        d->wanted++;
    }
}

int drawing_wide(const struct figure_plot *p) { return p->wide || drawing_split(p); }

void drawing_plot(FILE *to, const struct figure_plot *p)
{
    const size_t most = p->panels ? DRAWING_PANELS : DRAWING_SERIES;
    struct drawing d = {0};
    char notes[DRAWING_NOTES][120], what[700];
    size_t i, panels, rows;
    double legend, top, bottom, under, middle;
    int n, k;
    d.to = to;
    d.plot = p;
    d.split = drawing_split(p);
    choose(&d, most);
    d.width = drawing_wide(p) ? SVG_WIDE : SVG_NARROW;
    d.panel = d.height = drawing_marks_panels(&d) ? 110 : p->wide ? 300 : 250;
    panels = drawing_marks_panels(&d) && d.series ? d.series : 1;
    d.columns = d.split ? DRAWING_COLUMNS : 1;
    rows = (panels + d.columns - 1) / d.columns;
    d.cell = d.width / (double)d.columns;
    drawing_scales(&d);
    n = drawing_notes(&d, notes);
    legend = drawing_legend(&d, 0);
    top = legend + (drawing_marks_panels(&d) ? 45 : 32);
    bottom = top + (double)rows * (d.panel + 30) - 30;
    middle = (d.margin + d.width - d.spare) / 2;
    snprintf(what, sizeof what, "%s against %s, %zu series", d.y.title, d.x.title,
             d.wanted);
    d.names = d.bars && panels == 1 && !categories_fit(&d, 1) ? 2 : 1;
    under = bottom + DRAWING_NAME * (double)(d.names - 1);
    svg_open(to, p->title, what, d.width, under + 52 + 19 * n);
    if (d.bars) drawing_marks_hatches(&d);
    drawing_legend(&d, 1);
    svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    for (i = 0; i < panels; i++) {
        d.top = top + (double)(i / d.columns) * (d.panel + 30);
        d.left = d.cell * (double)(i % d.columns) + d.margin;
        d.right = d.cell * (double)(i % d.columns + 1) - d.spare;
        drawing_panel(&d, i, panels);
    }
    svg_text(to, "tm", middle, under + 43, d.bars && p->x.label ? p->x.label : d.x.title,
             2 * (d.width - middle) - 4);
    for (k = 0; k < n; k++)
        svg_text(to, "k tl", 4, under + 62 + 19 * k, notes[k], d.width - 8);
    fputs("</svg>\n", to);
}
