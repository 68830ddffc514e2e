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

/* A rule a line; bench/papers/drawing.awk takes those that begin with svg. */
static const char style[] =
    ":root{--bg:#fff;--fg:#1d2329;--dim:#5c6670;--line:#d9dee3;--s0:#0b62a8;--s1:#c4500a;"
    "--s2:#16784f;--s3:#8a3fa0;--s4:#8f6a00;--s5:#b3204d;--s6:#3f7f8c;--s7:#555}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14181c;--fg:#e6e9ec;--dim:#9aa4ae;"
    "--line:#353c43;--s0:#64b1f2;--s1:#f5914f;--s2:#57c596;--s3:#cc93dd;--s4:#dcb64a;"
    "--s5:#f37d9f;--s6:#7fc4d0;--s7:#aaa}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:16px;max-width:1080px;background:var(--bg);"
    "color:var(--fg);font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5em}\nh2{font-size:1.15em;margin-top:2em}\n"
    "pre{white-space:pre-wrap;color:var(--dim);font-size:.85em}\n"
    ".figures{display:grid;gap:24px;"
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
    ".scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px}\n"
    "table{border-collapse:collapse;font-size:.85em;white-space:nowrap}\n"
    "td,th{padding:3px 10px;text-align:right;font-variant-numeric:tabular-nums;"
    "border-top:1px solid var(--line)}\n"
    "th:first-child{text-align:left;position:sticky;left:0;font-weight:400;"
    "background:var(--bg);min-width:min(44vw,290px);max-width:46vw;"
    "white-space:pre-wrap}\n"
    "tr:first-child>*{border:0;font-weight:600}\n";

static void element(FILE *to, const char *tag, const char *text)
{
    fprintf(to, "<%s>", tag);
    write_html_text(to, text);
    fprintf(to, "</%s>\n", tag);
}

static void write_table(void *context, const struct tables_one *t)
{
    FILE *to = (FILE *)context;
    size_t i;
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

struct drawing { /* the numbers of one figure */
    struct plot plot;
    double x[OPTION_VALUES], *y, *lo, *hi;
    const char *texts[OPTION_VALUES];
    struct row_spread over; /* what its upright lines are */
};

static void begin_series(struct drawing *d, const char *const *names, size_t series,
                         size_t places)
{
    const struct row_spread none = {NAN, NAN, NAN, NAN, NAN, 0, NULL, NULL};
    memset(&d->plot, 0, sizeof d->plot);
    d->plot.series = series;
    d->plot.names = names;
    d->plot.x = d->x, d->plot.texts = d->texts, d->plot.places = places;
    d->plot.y = d->y = (double *)base_zeroed(3 * places * series, sizeof *d->y);
    d->plot.lo = d->lo = d->y + places * series;
    d->plot.hi = d->hi = d->lo + places * series;
    d->over = none;
}

static void begin(struct drawing *d, const struct experiment *x, size_t places)
{
    begin_series(d, x->variant_names, x->variants, places);
}

/* Place i of a series: the mean, and its interval, or from the least to the most seed. */
static void put_one(struct drawing *d, const struct experiment *x, size_t i,
                    size_t series, struct row_cell of)
{
    const enum unit u = tables_unit(x, of.measure);
    const struct row_spread s = experiment_spread(x, of, EXPERIMENT_ALONE);
    const size_t k = i * d->plot.series + series;
    const int sure = isfinite(s.low), seeds = x->seeds > 1;
    d->y[k] = unit_shown(s.mean, u);
    d->lo[k] = sure ? unit_shown(s.low, u) : seeds ? unit_shown(s.least, u) : d->y[k];
    d->hi[k] = sure ? unit_shown(s.high, u) : seeds ? unit_shown(s.most, u) : d->y[k];
    if (d->hi[k] > d->lo[k]) d->over = s;
}

/* Place i of all variants. */
static void put(struct drawing *d, const struct experiment *x, size_t i,
                struct row_cell of)
{
    for (of.variant = 0; of.variant < d->plot.series; of.variant++)
        put_one(d, x, i, of.variant, of);
}

static const char *caption_of(const struct experiment *x, const struct drawing *d,
                              const struct figure *f)
{
    const char *caption = f->caption ? f->caption : "";
    const char *space = *caption ? " " : "";
    if (!d->over.count) return caption;
    if (isfinite(d->over.low))
        return base_text("%s%sUpright lines: %s.", caption, space,
                         tables_over(x, d->over.count, d->over.count));
    return base_text("%s%sUpright lines: from the least to the most of %zu seeds.",
                     caption, space, d->over.count);
}

static void finish(struct drawing *d, const struct experiment *x, const struct figure *f,
                   const char *id, const char *where, FILE *to)
{
    size_t i;
    d->plot.id = id;
    d->plot.alt = base_text("%s%s", f->title, where);
    d->plot.log_y = f->log_y;
    fputs("<figure>", to);
    element(to, "h3", d->plot.alt);
    fputs("<div class=\"key\">", to);
    for (i = 0; i < d->plot.series; i++) {
        fprintf(to, "<span><i style=\"background:var(--s%zu)\"></i>", i % PLOT_COLOURS);
        write_html_text(to, d->plot.names[i]);
        fputs("</span>", to);
    }
    fputs("</div>\n", to);
    plot_write(&d->plot, to);
    element(to, "figcaption", caption_of(x, d, f));
    fputs("</figure>\n", to);
    free(d->y);
}

static void show(struct drawing *d, const struct experiment *x, const struct figure *f,
                 uint32_t measure, const char *by, const char *where, FILE *to)
{
    const char *unit = unit_name(tables_unit(x, measure));
    d->plot.y_label = base_text("%s%s%s%s", tables_label(x, measure), *unit ? " (" : "",
                                unit, *unit ? ")" : "");
    finish(d, x, f, base_text("%s-%s", tables_name(x, measure), by), where, to);
}

/* One for each option that is swept. Where a value is a word, all stand side by side. */
static void lines(const struct experiment *x, const struct figure *f, uint32_t measure,
                  FILE *to)
{
    struct drawing d;
    size_t line[OPTION_VALUES], a, i;
    for (a = 0; a < x->axis_count; a++) {
        const struct option *o = experiment_axis(x, a);
        int words = 0;
        begin(&d, x, experiment_line(x, a, line));
        for (i = 0; i < d.plot.places; i++) {
            const struct row_cell of = {(uint32_t)line[i], 0, measure, ROW_NONE,
                                        ROW_NONE};
            d.x[i] = option_number(o, experiment_value(x, a, line[i]));
            d.texts[i] = experiment_text(x, a, line[i]);
            words |= isnan(d.x[i]);
            put(&d, x, i, of);
        }
        for (i = 0; i < d.plot.places && words; i++) d.x[i] = (double)i;
        d.plot.x_label = o->name;
        d.plot.log_x = o->log && !words && d.x[0] > 0;
        show(&d, x, f, measure, o->name, base_text(", by %s", o->name), to);
    }
}

static void bars(const struct experiment *x, const struct figure *f, uint32_t measure,
                 FILE *to)
{
    struct drawing d;
    uint32_t places[ROW_PLACES];
    const uint32_t axis = measure_axis(x->sim, f->axis);
    const char *label = x->sim->axes[axis].label;
    const size_t count = tables_places(x, measure, axis, places);
    size_t i;
    if (count == 0) return;
    begin(&d, x, count);
    for (i = 0; i < count; i++) {
        const struct row_cell of = {(uint32_t)x->base, 0, measure, axis, places[i]};
        d.texts[i] = tables_place(x, axis, places[i]);
        put(&d, x, i, of);
    }
    d.plot.bars = 1;
    d.plot.x_label = label;
    show(&d, x, f, measure, f->axis,
         measure < x->sim->measures_count ? base_text(", by %s", label) : "", to);
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

/* Of all items; with another measure beside it. */
static void bars_of_all(const struct experiment *x, const struct figure *f, FILE *to)
{
    const char *const names[] = {f->measure, f->beside};
    const size_t count = f->beside ? 2 : 1;
    struct row_cell of = {(uint32_t)x->base, 0, 0, ROW_NONE, ROW_NONE};
    struct drawing d;
    size_t i;
    begin(&d, x, count);
    for (i = 0; i < count; i++) {
        of.measure = measure_number(x->sim, names[i]);
        d.texts[i] = count > 1 ? statistic(x, of.measure) : "";
        put(&d, x, i, of);
    }
    d.plot.bars = 1;
    d.plot.x_label = "";
    of.measure = measure_number(x->sim, f->measure);
    show(&d, x, f, of.measure, "all", "", to);
}

/* Bars of one variant: the series are the values of an option that is swept. */
static void bars_of_points(const struct experiment *x, const struct figure *f,
                           struct row_cell of, size_t a, FILE *to)
{
    struct drawing d;
    uint32_t places[ROW_PLACES];
    size_t line[OPTION_VALUES], i, k;
    const char *names[OPTION_VALUES];
    const size_t count = tables_places(x, of.measure, of.axis, places);
    const size_t series = experiment_line(x, a, line);
    for (k = 0; k < series; k++)
        names[k] = base_text("%s %s", experiment_axis(x, a)->name,
                             experiment_text(x, a, line[k]));
    begin_series(&d, names, series, count);
    for (i = 0; i < count; i++)
        for (k = 0; k < series; k++) {
            of.place = places[i], of.point = (uint32_t)line[k];
            d.texts[i] = tables_place(x, of.axis, of.place);
            put_one(&d, x, i, k, of);
        }
    d.plot.bars = 1;
    d.plot.x_label = x->sim->axes[of.axis].label;
    show(&d, x, f, of.measure,
         base_text("%s-%s-%s", f->axis, experiment_axis(x, a)->name,
                   x->variant_names[of.variant]),
         base_text(", %s", x->variant_names[of.variant]), to);
}

static void points(const struct experiment *x, const struct figure *f, uint32_t measure,
                   FILE *to)
{
    struct row_cell of = {0, 0, measure, measure_axis(x->sim, f->axis), 0};
    size_t a;
    for (; of.variant < x->variants; of.variant++)
        for (a = 0; a < x->axis_count; a++) bars_of_points(x, f, of, a, to);
}

/* What share of the items is beyond each edge. */
static void tail(const struct experiment *x, const struct figure *f, FILE *to)
{
    struct drawing d;
    const uint32_t axis = measure_axis(x->sim, f->axis);
    const uint32_t share = (uint32_t)x->sim->measures_count;
    const struct axis *a = &x->sim->axes[axis];
    char text[UNIT_TEXT];
    size_t i, k;
    begin(&d, x, a->count - 1);
    for (i = 0; i < d.plot.places * d.plot.series; i++)
        d.y[i] = 0, d.lo[i] = d.hi[i] = (double)NAN;
    for (i = 0; i < d.plot.places; i++) {
        struct row_cell of = {(uint32_t)x->base, 0, share, axis, 0};
        d.x[i] = unit_shown(a->edges[i + 1], a->unit);
        d.texts[i] = a->unit == UNIT_SECONDS
                         ? base_text("%s", unit_span(a->edges[i + 1], text))
                         : base_text("%s", unit_text(a->edges[i + 1], a->unit, text));
        for (k = i + 1; k < a->count; k++)
            for (of.place = (uint32_t)k, of.variant = 0; of.variant < x->variants;
                 of.variant++) {
                const double part = row_mean(&x->rows, of);
                if (isfinite(part)) d.y[i * d.plot.series + of.variant] += 100 * part;
            }
    }
    d.plot.log_x = d.x[0] > 0;
    d.plot.x_label = base_text("%s, at least", a->label);
    show(&d, x, f, share, base_text("tail-%s", a->name), "", to);
}

/* What is held over time, at the base, in the first seed. */
static void use(const struct experiment *x, const struct figure *f, FILE *to)
{
    enum { PARTS = 120, DAY = 86400 };
    struct drawing d;
    const struct run *runs = experiment_run(x, x->base, 0, 0);
    double first = INFINITY, last = -INFINITY, part[PARTS];
    size_t v, i;
    for (v = 0; v < x->variants; v++)
        for (i = 0; runs[v].items && i < runs[v].count; i++) {
            first = fmin(first, run_item(&runs[v], i)[ITEM_SUBMIT]);
            last = fmax(last, run_item(&runs[v], i)[ITEM_END]);
        }
    if (!(last > first) || !gantt_possible(runs)) return;
    begin(&d, x, PARTS);
    for (v = 0; v < x->variants; v++) {
        gantt_use(&runs[v], first, last, PARTS, part);
        for (i = 0; i < PARTS; i++)
            d.y[i * x->variants + v] = d.lo[i * x->variants + v] =
                d.hi[i * x->variants + v] = 100 * part[i];
    }
    for (i = 0; i < PARTS; i++) {
        d.x[i] = ((double)i + 0.5) * (last - first) / PARTS / DAY;
        d.texts[i] = base_text("%.*f", last - first > 20 * DAY ? 0 : 1, d.x[i]);
    }
    d.plot.bare = 1;
    d.plot.x_label = "days";
    d.plot.y_label = "in use (%)";
    finish(&d, x, f, "use", "", to);
}

struct event { /* an item ends, or comes */
    double time, value;
    size_t place;
};

static int by_time(const void *a, const void *b)
{
    const struct event *x = (const struct event *)a, *y = (const struct event *)b;
    return (x->time > y->time) - (x->time < y->time);
}

/* Curves over time of the mean so far, of each place; without values, of how many. */
static void draw_so_far(struct drawing *d, const struct event *all, size_t count,
                        double first, size_t parts, int counted)
{
    enum { HOUR = 3600 };
    const double span = count ? all[count - 1].time - first : 0;
    double sum[ROW_PLACES] = {0}, n[ROW_PLACES] = {0};
    size_t i, k, next = 0;
    for (i = 0; i < parts; i++) {
        const double part = (double)(i + 1) / (double)parts * span;
        for (; next < count && (all[next].time - first <= part || i + 1 == parts);
             next++) {
            sum[all[next].place] += all[next].value;
            n[all[next].place]++;
        }
        for (k = 0; k < d->plot.series; k++) {
            const double y = counted ? 100 * n[k] / (double)count : sum[k] / n[k];
            d->y[i * d->plot.series + k] = d->lo[i * d->plot.series + k] =
                d->hi[i * d->plot.series + k] = y;
        }
        d->x[i] = part / HOUR;
        d->texts[i] = base_text("%.1f", d->x[i]);
    }
    d->plot.bare = 1;
    d->plot.x_label = "hours since the first submission";
}

/* At the base, in the first seed. */
static void so_far(const struct experiment *x, const struct figure *f, uint32_t m,
                   size_t variant, FILE *to)
{
    enum { PARTS = 200 };
    const struct run *r = experiment_run(x, x->base, 0, variant);
    const struct measure *measure = f->measure ? &x->sim->measures[m] : NULL;
    const uint32_t axis = f->measure ? measure_axis(x->sim, f->axis) : ROW_NONE;
    struct event *all = (struct event *)base_zeroed(r->count, sizeof *all);
    uint32_t places[ROW_PLACES];
    const char *names[ROW_PLACES] = {experiment_items(x)};
    const size_t series = measure ? tables_places(x, m, axis, places) : 1;
    struct drawing d;
    double first = INFINITY;
    size_t i, k, n = 0;
    for (i = 0; i < series && measure; i++) names[i] = tables_place(x, axis, places[i]);
    for (i = 0; i < r->count && r->items; i++) {
        const double *item = run_item(r, i);
        struct event e = {item[ITEM_SUBMIT], 0, 0};
        first = fmin(first, e.time);
        if (measure) {
            for (k = 0; k < series && places[k] != item[x->sim->axes[axis].of];) k++;
            if (k == series || isnan(item[measure->of])) continue;
            e.time = item[ITEM_END], e.value = item[measure->of], e.place = k;
        }
        all[n++] = e;
    }
    if (n > 1) {
        qsort(all, n, sizeof *all, by_time);
        begin_series(&d, names, series, PARTS);
        draw_so_far(&d, all, n, first, PARTS, !measure);
        d.plot.y_label = measure ? tables_label(x, m)
                                 : base_text("%s submitted (%%)", experiment_items(x));
        finish(&d, x, f,
               measure ? base_text("%s-so-far-%s", f->measure, x->variant_names[variant])
                       : "so-far",
               measure ? base_text(", %s", x->variant_names[variant]) : "", to);
    }
    free(all);
}

/* The same day of each variant, at the base, in the first seed. */
static void days(const struct experiment *x, const struct figure *f, FILE *to)
{
    const struct run *run = experiment_run(x, x->base, 0, 0);
    const double day = run->items ? gantt_day(run) : -1;
    size_t v;
    for (v = 0; v < x->variants && day >= 0; v++) {
        if (!gantt_possible(&run[v])) continue;
        fputs("<figure>", to);
        element(to, "h3", base_text("%s, %s", f->title, x->variant_names[v]));
        gantt_write(&run[v], day, to);
        element(to, "figcaption", f->caption ? f->caption : "");
        fputs("</figure>\n", to);
    }
}

static void figure(const struct experiment *x, const struct figure *f, FILE *to)
{
    const uint32_t m = f->measure ? measure_number(x->sim, f->measure) : ROW_NONE;
    size_t v;
    if (f->kind == FIGURE_DAY)
        days(x, f, to);
    else if (f->kind == FIGURE_USE)
        use(x, f, to);
    else if (f->kind == FIGURE_TAIL)
        tail(x, f, to);
    else if (m < x->sim->measures_count && x->sim->measures[m].timed && x->how.no_timing)
        return;
    else if (f->kind == FIGURE_LINES)
        lines(x, f, m, to);
    else if (f->kind == FIGURE_SO_FAR)
        for (v = 0; v < (f->measure ? x->variants : 1); v++) so_far(x, f, m, v, to);
    else if (f->kind == FIGURE_BARS && !f->axis)
        bars_of_all(x, f, to);
    else if (f->points && x->axis_count)
        points(x, f, m, to);
    else
        bars(x, f, m, to);
}

void page_print(const struct experiment *x, FILE *to)
{
    const char *word;
    size_t i;
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n",
          to);
    element(to, "title", x->sim->name);
    fprintf(to, "<style>\n%s", style);
    for (i = 0; i < PLOT_COLOURS; i++)
        fprintf(to,
                "svg .f%zu{fill:var(--s%zu)}\nsvg .c%zu{stroke:var(--s%zu);fill:none;"
                "stroke-width:2}\n",
                i, i, i, i);
    fputs("</style></head><body>\n", to);
    element(to, "h1", x->sim->name);
    element(to, "p", x->sim->about);
    if (x->about) element(to, "pre", x->about);
    fputs("<div class=\"figures\">\n", to);
    for (i = 0; i < x->sim->figures_count; i++) figure(x, &x->sim->figures[i], to);
    fputs("</div>\n", to);
    tables_show(x, write_table, to);
    fprintf(to, "<p>Made by <code>%s", x->sim->name);
    for (i = 0; (word = option_word_told(&x->options, i)) != NULL; i++) {
        fputc(' ', to);
        write_html_text(to, word);
    }
    fprintf(to, "</code>, version %s.</p>\n</body></html>\n", COMMAND_VERSION);
}
