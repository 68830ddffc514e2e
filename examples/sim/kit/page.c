/* page.c - the page around the figures, and where their numbers come from. */
#include "kit/page.h"

#include "kit/base.h"
#include "kit/command.h"
#include "kit/gantt.h"
#include "kit/plot.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rule a line. */
static const char style[] =
    ":root{--bg:#fff;--fg:#1d2329;--dim:#5c6670;--line:#d9dee3;--s0:#0b62a8;--s1:#c4500a;"
    "--s2:#16784f;--s3:#8a3fa0;--s4:#8f6a00;--s5:#b3204d;--s6:#3f7f8c;--s7:#555}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14181c;--fg:#e6e9ec;--dim:#9aa4ae;"
    "--line:#353c43;--s0:#64b1f2;--s1:#f5914f;--s2:#57c596;--s3:#cc93dd;--s4:#dcb64a;"
    "--s5:#f37d9f;--s6:#7fc4d0;--s7:#aaa}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:16px;max-width:1080px;background:var(--bg);"
    "color:var(--fg);font:16px/1.5 system-ui,sans-serif}\n"
    "a{color:var(--s0)}\nh1{font-size:1.5em}\nh2{font-size:1.15em;margin-top:2em}\n"
    "pre{white-space:pre-wrap;color:var(--dim);font-size:.85em}\n"
    ".figures{display:grid;gap:24px;margin-top:24px;"
    "grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr))}\n"
    "figure{margin:0;min-width:0}\n"
    "figcaption{color:var(--dim);font-size:.85em}\n"
    "figure h3{font-size:1em;margin:0 0 4px}\n"
    "svg{width:100%;height:auto;display:block}\n"
    "svg text{font:12px system-ui,sans-serif;fill:var(--fg)}\n"
    "svg .small{font-size:10.5px}\n"
    "svg .grid{stroke:var(--line)}\nsvg .axis{stroke:var(--dim)}\n"
    "svg .error{stroke:var(--fg);stroke-width:1.2;fill:none}\n"
    "svg .other{fill:var(--dim);opacity:.35}\nsvg .more{stroke-dasharray:5 3}\n"
    ".key{display:flex;flex-wrap:wrap;gap:2px 14px;font-size:.85em}\n"
    ".key i{display:inline-block;width:11px;height:11px;margin-right:5px}\n"
    ".key .more{background-image:linear-gradient(90deg,#0000 30%,var(--bg) 30% 70%,"
    "#0000 70%)}\n"
    ".scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px}\n"
    "table{border-collapse:collapse;font-size:.85em;white-space:nowrap}\n"
    "td,th{padding:3px 10px;text-align:right;font-variant-numeric:tabular-nums;"
    "border-top:1px solid var(--line)}\n"
    "th:first-child{text-align:left;position:sticky;left:0;font-weight:400;"
    "background:var(--bg);min-width:min(44vw,170px);max-width:46vw;"
    "white-space:pre-wrap}\n"
    "tr:first-child>*{border:0;font-weight:600}\n";

static void element(FILE *to, const char *tag, const char *text)
{
    fprintf(to, "<%s>", tag);
    write_html_text(to, text);
    fprintf(to, "</%s>\n", tag);
}

struct listed { /* how many tables there were */
    FILE *to;
    size_t count;
};

static void write_link(void *context, const struct tables_one *t)
{
    struct listed *l = (struct listed *)context;
    fprintf(l->to, "<a href=\"#table-%zu\">", l->count++);
    write_html_text(l->to, t->title);
    fputs("</a>\n", l->to);
}

static void write_table(void *context, const struct tables_one *t)
{
    struct listed *l = (struct listed *)context;
    FILE *to = l->to;
    size_t i;
    fprintf(to, "<a id=\"table-%zu\"></a>", l->count++);
    element(to, "h2", t->title);
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n", to);
    for (i = 0; i < t->rows * t->columns; i++) {
        const int head = i < t->columns || i % t->columns == 0;
        if (i % t->columns == 0) fputs("<tr>", to);
        element(to, head ? "th" : "td", t->cells[i]);
        if (i % t->columns == t->columns - 1) fputs("</tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

/* ---- figures ----------------------------------------------------------------------- */

/* What changes along an axis of a figure, or from colour to colour: variants, points,
 * measures or places. */
struct side {
    uint32_t *of; /* the member of a cell that changes */
    uint32_t at[OPTION_VALUES];
    const char *names[OPTION_VALUES];
    size_t count;
};

struct drawing { /* the numbers of one figure */
    const struct experiment *x;
    const struct figure *figure;
    struct plot plot;
    double x_values[OPTION_VALUES], *y, *lo, *hi;
    const char *texts[OPTION_VALUES];
    struct row_spread over; /* what its upright lines are */
    struct row_cell cell;   /* the one that sides change  */
    struct side places, series;
};

static const struct row_spread nothing = {NAN, NAN, NAN, NAN, NAN, 0, NULL, INTERVAL_FEW};

/* Of one figure after the other: it is large. */
static struct drawing *begin(const struct experiment *x, const struct figure *f)
{
    static struct drawing d;
    const struct row_cell cell = {(uint32_t)x->base, 0, 0, ROW_NONE, ROW_NONE};
    memset(&d.plot, 0, sizeof d.plot);
    d.x = x, d.figure = f;
    d.over = nothing;
    d.cell = cell;
    if (f->measure) d.cell.measure = measure_number(x->sim, f->measure);
    if (f->axis) d.cell.axis = measure_axis(x->sim, f->axis);
    d.plot.log_y = f->log_y;
    d.plot.x_label = "";
    return &d;
}

static void add(struct side *s, uint32_t at, const char *name)
{
    s->at[s->count] = at;
    s->names[s->count++] = name;
}

static void by_variant(struct drawing *d, struct side *s)
{
    size_t v;
    s->of = &d->cell.variant, s->count = 0;
    for (v = 0; v < d->x->variants && v < OPTION_VALUES; v++)
        add(s, (uint32_t)v, d->x->variant_names[v]);
}

static void by_place(struct drawing *d, struct side *s)
{
    uint32_t places[ROW_PLACES];
    const size_t n = tables_places(d->x, d->cell.measure, d->cell.axis, places);
    size_t i;
    s->of = &d->cell.place, s->count = 0;
    for (i = 0; i < n; i++)
        add(s, places[i], tables_place(d->x, d->cell.axis, places[i]));
}

/* Along option a; names say of what, where it is not below the figure. */
static void by_point(struct drawing *d, struct side *s, size_t a, int named)
{
    size_t line[OPTION_VALUES], i;
    const size_t n = experiment_line(d->x, a, line);
    s->of = &d->cell.point, s->count = 0;
    for (i = 0; i < n; i++) {
        const char *text = experiment_text(d->x, a, line[i]);
        add(s, (uint32_t)line[i],
            named ? base_text("%s %s", experiment_axis(d->x, a)->name, text) : text);
    }
}

/* Room for numbers: a curve, or a colour of bars, for each name. */
static void make_room(struct drawing *d, size_t places, const char *const *names,
                      size_t series)
{
    struct plot *p = &d->plot;
    p->series = series, p->names = names;
    p->places = places, p->x = d->x_values, p->texts = d->texts;
    p->y = d->y = (double *)base_zeroed(3 * places * series, sizeof *d->y);
    p->lo = d->lo = d->y + places * series;
    p->hi = d->hi = d->lo + places * series;
}

/* A value without an interval. */
static void put(struct drawing *d, size_t place, size_t series, double y)
{
    const size_t k = place * d->plot.series + series;
    d->y[k] = d->lo[k] = d->hi[k] = y;
}

/* The means of both sides' cells, with intervals, or from the least to the most seed. */
static void fill(struct drawing *d)
{
    size_t i, k, n = 0;
    make_room(d, d->places.count, d->series.names, d->series.count);
    for (i = 0; i < d->places.count; i++)
        for (k = 0; k < d->series.count; k++, n++) {
            const enum unit u = tables_unit(d->x, d->cell.measure);
            struct row_spread s;
            *d->places.of = d->places.at[i], *d->series.of = d->series.at[k];
            s = experiment_spread(d->x, d->cell, EXPERIMENT_ALONE);
            d->texts[i] = d->places.names[i];
            put(d, i, k, unit_shown(s.mean, u));
            if (isfinite(s.low))
                d->lo[n] = unit_shown(s.low, u), d->hi[n] = unit_shown(s.high, u);
            else if (d->x->seeds > 1)
                d->lo[n] = unit_shown(s.least, u), d->hi[n] = unit_shown(s.most, u);
            if (d->hi[n] > d->lo[n]) d->over = s;
        }
}

static const char *caption_of(const struct drawing *d)
{
    const char *caption = d->figure->caption ? d->figure->caption : "";
    const char *space = *caption ? " " : "";
    if (!d->over.count) return caption;
    if (isfinite(d->over.low))
        return base_text("%s%sUpright lines: %s.", caption, space,
                         tables_over(d->x, d->over.count, d->over.count));
    return base_text("%s%sUpright lines: from the least to the most of %zu seeds.",
                     caption, space, d->over.count);
}

/* Of nothing there is no figure. */
static void finish(struct drawing *d, const char *id, const char *where, FILE *to)
{
    const size_t count = d->plot.places * d->plot.series;
    size_t i = 0;
    while (i < count && !isfinite(d->y[i])) i++;
    if (i == count) {
        free(d->y);
        return;
    }
    d->plot.id = id;
    d->plot.alt = base_text("%s%s", d->figure->title, where);
    fputs("<figure>", to);
    element(to, "h3", d->plot.alt);
    fputs("<div class=\"key\">", to);
    for (i = 0; i < d->plot.series; i++) {
        fprintf(to, "<span><i%s style=\"background-color:var(--s%zu)\"></i>",
                i < PLOT_COLOURS ? "" : " class=\"more\"", i % PLOT_COLOURS);
        write_html_text(to, d->plot.names[i]);
        fputs("</span>", to);
    }
    fputs("</div>\n", to);
    plot_write(&d->plot, to);
    element(to, "figcaption", caption_of(d));
    fputs("</figure>\n", to);
    free(d->y);
}

static void finish_measure(struct drawing *d, const char *by, const char *where, FILE *to)
{
    const uint32_t m = d->cell.measure;
    d->plot.y_label = tables_with_unit(tables_label(d->x, m), tables_unit(d->x, m));
    finish(d, base_text("%s-%s", tables_name(d->x, m), by), where, to);
}

/* Along option a. Where a value is a word, all stand side by side. */
static void lines(const struct experiment *x, const struct figure *f, size_t a, FILE *to)
{
    struct drawing *d = begin(x, f);
    const struct option *o = experiment_axis(x, a);
    size_t i;
    int words = 0;
    by_point(d, &d->places, a, 0);
    by_variant(d, &d->series);
    fill(d);
    for (i = 0; i < d->places.count; i++) {
        d->x_values[i] = option_number(o, experiment_value(x, a, d->places.at[i]));
        words |= isnan(d->x_values[i]);
    }
    for (i = 0; i < d->places.count && words; i++) d->x_values[i] = (double)i;
    d->plot.x_label = o->name;
    d->plot.log_x = o->log && !words && d->x_values[0] > 0;
    finish_measure(d, o->name, base_text(", by %s", o->name), to);
}

static const char *statistic(const struct experiment *x, uint32_t m)
{
    switch (x->sim->measures[m].stat) {
    case STAT_MEAN: return "mean";
    case STAT_P50: return "half at most";
    case STAT_P95: return "95 % at most";
    case STAT_P99: return "99 % at most";
    case STAT_MOST: return "most";
    default: return "";
    }
}

/* Of all items, and of another measure with it. */
static void by_measure(struct drawing *d, struct side *s)
{
    const char *beside = d->figure->beside;
    s->of = &d->cell.measure, s->count = 0;
    add(s, d->cell.measure, beside ? statistic(d->x, d->cell.measure) : "");
    if (!beside) return;
    add(s, measure_number(d->x->sim, beside),
        statistic(d->x, measure_number(d->x->sim, beside)));
}

/* Of each class, or of all: a colour for each variant; or of a variant alone a colour for
 * each value of option `a`. */
static void bars(const struct experiment *x, const struct figure *f, size_t variant,
                 size_t a, int alone, FILE *to)
{
    struct drawing *d = begin(x, f);
    const uint32_t m = d->cell.measure;
    const char *where = "", *id = f->axis ? f->axis : "all";
    if (f->axis)
        by_place(d, &d->places), d->plot.x_label = x->sim->axes[d->cell.axis].label;
    else
        by_measure(d, &d->places);
    if (d->places.count == 0) return;
    if (alone) {
        d->cell.variant = (uint32_t)variant;
        by_point(d, &d->series, a, 1);
        id = base_text("%s-%s-%s", id, experiment_axis(x, a)->name,
                       x->variant_names[variant]);
        where = base_text(", %s", x->variant_names[variant]);
    } else {
        by_variant(d, &d->series);
        if (f->axis && m < x->sim->measures_count)
            where = base_text(", by %s", d->plot.x_label);
    }
    fill(d);
    d->cell.measure = m;
    d->plot.bars = 1;
    finish_measure(d, id, where, to);
}

/* What share of the items is beyond each edge. */
static void tail(const struct experiment *x, const struct figure *f, FILE *to)
{
    struct drawing *d = begin(x, f);
    const struct axis *a = &x->sim->axes[d->cell.axis];
    size_t i, v;
    d->cell.measure = (uint32_t)x->sim->measures_count;
    make_room(d, a->count - 1, x->variant_names, x->variants);
    for (v = 0; v < x->variants; v++) {
        double beyond = 0;
        d->cell.variant = (uint32_t)v;
        for (i = a->count - 1; i > 0; i--) {
            double part;
            d->cell.place = (uint32_t)i;
            part = row_mean(&x->rows, d->cell);
            if (isfinite(part)) beyond += 100 * part;
            put(d, i - 1, v, beyond);
            d->x_values[i - 1] = unit_shown(a->edges[i], a->unit);
            d->texts[i - 1] = measure_edge(a, i);
        }
    }
    d->plot.log_x = d->x_values[0] > 0;
    d->plot.x_label = base_text("%s, at least", a->label);
    finish_measure(d, base_text("tail-%s", a->name), "", to);
}

/* Capacity in use over time, at the base, in the first seed. */
static void use(const struct experiment *x, const struct figure *f, FILE *to)
{
    enum { PARTS = 120, DAY = 86400 };
    struct drawing *d = begin(x, f);
    const struct run *runs = experiment_run(x, x->base, 0, 0);
    double first = INFINITY, last = -INFINITY, part[PARTS];
    size_t v, i;
    for (v = 0; v < x->variants; v++)
        for (i = 0; runs[v].items && i < runs[v].count; i++) {
            first = fmin(first, run_item(&runs[v], i)[ITEM_SUBMIT]);
            last = fmax(last, run_item(&runs[v], i)[ITEM_END]);
        }
    if (!(last > first) || !gantt_possible(runs)) return;
    make_room(d, PARTS, x->variant_names, x->variants);
    for (v = 0; v < x->variants; v++) {
        gantt_use(&runs[v], first, last, PARTS, part);
        for (i = 0; i < PARTS; i++) put(d, i, v, 100 * part[i]);
    }
    for (i = 0; i < PARTS; i++)
        d->x_values[i] = ((double)i + 0.5) * (last - first) / PARTS / DAY;
    d->plot.bare = 1;
    d->plot.x_label = "days";
    d->plot.y_label = "in use (%)";
    finish(d, "use", "", to);
}

/* When an item counts in its curve *k, with the measure when it ends, without when it
 * comes; NAN: never. */
static double counts_at(const struct drawing *d, const double *item, size_t *k)
{
    const struct simulator *s = d->x->sim;
    *k = 0;
    if (!d->figure->measure) return item[ITEM_SUBMIT];
    while (*k < d->series.count && d->series.at[*k] != item[s->axes[d->cell.axis].of])
        ++*k;
    return *k == d->series.count || isnan(item[s->measures[d->cell.measure].of])
               ? (double)NAN
               : item[ITEM_END];
}

/* The mean so far of a measure, a curve for each class, or without a measure how many
 * items have come; of a variant, at the base, in the first seed. */
static void so_far(const struct experiment *x, const struct figure *f, size_t variant,
                   FILE *to)
{
    enum { PARTS = 200, HOUR = 3600 };
    const struct run *r = experiment_run(x, x->base, 0, variant);
    struct drawing *d = begin(x, f);
    double first = INFINITY, last = -INFINITY, all = 0;
    double sum[ROW_PLACES] = {0}, n[ROW_PLACES] = {0};
    size_t i, k, at;
    d->series.count = 0;
    if (f->measure) by_place(d, &d->series);
    if (!f->measure) add(&d->series, 0, experiment_items(x));
    for (i = 0; i < r->count && r->items; i++) {
        const double t = counts_at(d, run_item(r, i), &k);
        first = fmin(first, run_item(r, i)[ITEM_SUBMIT]);
        last = fmax(last, t); /* of NAN and a number the number */
        all += !isnan(t);
    }
    if (!(all > 1)) return;
    make_room(d, PARTS, d->series.names, d->series.count);
    for (i = 0; i < r->count; i++) { /* first y and lo are the sums within each part */
        const double *item = run_item(r, i), t = counts_at(d, item, &k);
        const double part = ceil((t - first) / (last - first) * PARTS);
        if (isnan(t)) continue;
        at = part > PARTS ? PARTS - 1 : part > 1 ? (size_t)part - 1 : 0;
        if (f->measure)
            d->y[at * d->series.count + k] += item[x->sim->measures[d->cell.measure].of];
        d->lo[at * d->series.count + k]++;
    }
    for (i = 0, at = 0; i < PARTS; i++) {
        for (k = 0; k < d->series.count; k++, at++) {
            sum[k] += d->y[at], n[k] += d->lo[at];
            put(d, i, k, f->measure ? sum[k] / n[k] : 100 * n[k] / all);
        }
        d->x_values[i] = (double)(i + 1) / PARTS * (last - first) / HOUR;
    }
    d->plot.bare = 1;
    d->plot.x_label = "hours since the first submission";
    d->plot.y_label = f->measure ? tables_label(x, d->cell.measure)
                                 : base_text("%s submitted (%%)", experiment_items(x));
    finish(d,
           f->measure ? base_text("%s-so-far-%s", f->measure, x->variant_names[variant])
                      : "so-far",
           f->measure ? base_text(", %s", x->variant_names[variant]) : "", to);
}

/* The same day of each variant, at the base, in the first seed. */
static void days(const struct experiment *x, const struct figure *f, FILE *to)
{
    const struct run *run = experiment_run(x, x->base, 0, 0);
    const double day = run->items ? gantt_day(run) : -1;
    size_t v;
    for (v = 0; v < x->variants && day >= 0; v++) {
        if (!gantt_possible(&run[v])) continue;
        fprintf(to, "<figure id=\"day-%zu\">", v + 1);
        element(to, "h3", base_text("%s, %s", f->title, x->variant_names[v]));
        gantt_write(&run[v], day, to);
        element(to, "figcaption", f->caption ? f->caption : "");
        fputs("</figure>\n", to);
    }
}

static void figure(const struct experiment *x, const struct figure *f, FILE *to)
{
    const uint32_t m = f->measure ? measure_number(x->sim, f->measure) : ROW_NONE;
    const int alone = f->points && x->axis_count > 0;
    size_t v, a;
    if (m < x->sim->measures_count && x->sim->measures[m].timed && x->how.no_timing)
        return;
    switch (f->kind) {
    case FIGURE_FACTS: break;
    case FIGURE_DAY: days(x, f, to); break;
    case FIGURE_USE: use(x, f, to); break;
    case FIGURE_TAIL: tail(x, f, to); break;
    case FIGURE_LINES:
        for (a = 0; a < x->axis_count; a++) lines(x, f, a, to);
        break;
    case FIGURE_SO_FAR:
        for (v = 0; v < (f->measure ? x->variants : 1); v++) so_far(x, f, v, to);
        break;
    case FIGURE_BARS:
        for (v = 0; v < (alone ? x->variants : 1); v++)
            for (a = 0; a < (alone ? x->axis_count : 1); a++) bars(x, f, v, a, alone, to);
    }
}

void page_begin(FILE *to, const char *title)
{
    size_t i;
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n",
          to);
    element(to, "title", title);
    fprintf(to, "<style>\n%s", style);
    for (i = 0; i < PLOT_COLOURS; i++)
        fprintf(to,
                "svg .f%zu{fill:var(--s%zu)}\nsvg .c%zu{stroke:var(--s%zu);fill:none;"
                "stroke-width:2}\n",
                i, i, i, i);
    fputs("</style></head><body>\n", to);
    element(to, "h1", title);
}

void page_text(FILE *to, const char *text) { element(to, "p", text); }

void page_end(FILE *to) { fputs("</body></html>\n", to); }

void page_print(const struct experiment *x, FILE *to)
{
    struct listed links = {to, 0}, all = {to, 0};
    const char *word;
    size_t i;
    page_begin(to, x->sim->name);
    page_text(to, x->sim->about);
    if (x->about && *x->about) element(to, "pre", x->about);
    fputs("<nav class=\"key\">On this page:\n<a href=\"#figures\">figures</a>\n", to);
    tables_show(x, write_link, &links);
    fputs("</nav>\n<div class=\"figures\" id=\"figures\">\n", to);
    for (i = 0; i < x->sim->figures_count; i++) figure(x, &x->sim->figures[i], to);
    fputs("</div>\n", to);
    tables_show(x, write_table, &all);
    fprintf(to, "<p>Made by <code>%s", x->sim->name);
    for (i = 0; (word = option_word_told(&x->options, i)) != NULL; i++) {
        fputc(' ', to);
        write_html_text(to, word);
    }
    fprintf(to, "</code>, version %s.</p>\n", COMMAND_VERSION);
    page_end(to);
}
