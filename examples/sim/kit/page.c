/* page.c - a chart is a struct plot: one function each fills it, show() prints it with a
 * caption that says one of its places. */
#include "kit/page.h"

#include "kit/base.h"
#include "kit/brief.h"
#include "kit/command.h"
#include "kit/plot.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    ROWS = 8,
    SERIES = 4,
    COLUMNS = sizeof((struct first *)0)->columns / sizeof(struct first_column)
};

struct page {
    const struct experiment *x;
    const struct first *first;
    FILE *to;
    struct row_cell cell; /* the measure that decides, at the base */
    enum unit unit;
    const char *what, *base;    /* "mean wait"; the name of the baseline */
    struct plot_series *series; /* of every variant                      */
    double *means;              /* of every variant                      */
};

static const char style[] =
    ":root{--bg:#fff;--fg:#1a1f24;--dim:#59636e;--line:#dfe3e8;--l:34%}"
    "@media(prefers-color-scheme:dark){:root{--bg:#14181c;--fg:#e8ebee;--dim:#9da8b3;"
    "--line:#30373e;--l:66%}}*{box-sizing:border-box}body{margin:0 auto;padding:20px;"
    "max-width:1120px;background:var(--bg);color:var(--fg);overflow-wrap:anywhere;"
    "font:16px/1.5 system-ui,sans-serif}h1{font-size:1.5em;line-height:1.25;margin:0}h2{"
    "font-size:1.15em;margin:36px 0 4px;padding-top:14px}p{margin:2px 0 10px;"
    "max-width:60em}.cap,small,i,figcaption{color:var(--dim);font-size:.92em;"
    "font-style:normal}pre{font:.86em monospace;white-space:pre-wrap}\nh2,td,th,details,"
    ".facts>div{border-top:1px solid var(--line)}details{padding:9px 0}summary{"
    "cursor:pointer;font-weight:600}.scroll{overflow-x:auto}table{"
    "border-collapse:collapse;width:100%;font-size:.92em;overflow-wrap:normal;"
    "font-variant-numeric:tabular-nums}td,th{padding:6px 10px;text-align:right;"
    "font-weight:400}th:first-child{text-align:left;padding-left:0;background:var(--bg);"
    "white-space:pre-wrap}tr:first-child>*{border:0;color:var(--dim);"
    "vertical-align:bottom}\n.sum small,.sum i{display:block;max-width:30em}.sum .big{"
    "font-size:1.35em;font-weight:650}.strip{width:220px}.strip div{height:36px}.sum .d{"
    "white-space:nowrap}.facts,.two{display:grid;gap:0 36px;"
    "grid-template-columns:repeat(auto-fit,minmax(min(450px,100%),1fr))}.facts{"
    "grid-template-columns:repeat(auto-fit,minmax(220px,1fr));margin-top:18px}.facts h2{"
    "all:unset;font-weight:600}.facts p{margin:2px 0}.facts>div{border-width:3px;"
    "margin-bottom:12px;max-height:24em;overflow:auto}.facts>:last-child{"
    "border-color:#b98d10}@media(max-width:640px){body{padding:14px}.scroll table{"
    "white-space:nowrap}.scroll th:first-child{position:sticky;left:0;max-width:44vw}"
    ".sum,.sum tbody{display:block}.sum tr{display:grid;grid-template-columns:1fr auto;"
    "padding:8px 0;border-top:1px solid var(--line)}.sum tr:first-child,.sum td,"
    ".sum .strip{display:none}.sum tr th,.sum .big,.sum .d{display:block;border:0;"
    "padding:0}.sum .big::after{content:attr(data-u);font-size:.7em;font-weight:400}"
    ".sum .d{grid-column:1/3;text-align:left;white-space:normal}.sum i{display:inline}}\n"
    "@media print{.facts>div{max-height:none}body{max-width:none;font-size:10.5pt}p,tr,"
    ".facts>div{break-inside:avoid}h2,.cap,.key{break-after:avoid}.two{display:block}}\n";

/* Headings begin with a capital. */
static void element(FILE *to, const char *tag, const char *text)
{
    const char *is = write_html(text);
    fprintf(to, "<%s>", tag);
    if (*tag == 'h' && *is) fputc(toupper((unsigned char)*is++), to);
    fprintf(to, "%s</%.*s>\n", is, (int)strcspn(tag, " "), tag);
}

/* ---- figures ----------------------------------------------------------------------- */

/* With a sign that is wide; `sign`: a plus, too. */
static const char *number(double v, enum unit u, int sign)
{
    char text[UNIT_TEXT];
    const int minus = *unit_text(v, u, text) == '-' && text[1];
    const int zero = !text[strspn(text, "-0.")];
    return base_text("%s%s",
                     zero            ? ""
                     : minus         ? "\xe2\x88\x92"
                     : sign && v > 0 ? "+"
                                     : "",
                     text + minus);
}

static struct row_spread spread(const struct page *p, size_t variant,
                                enum experiment_beside how)
{
    struct row_cell of = p->cell;
    of.variant = (uint32_t)variant;
    return experiment_spread(p->x, of, how);
}

/* Is it compared with another variant, and simulated? */
static int is_other(const struct page *p, size_t variant)
{
    return variant != p->x->against && !brief_is_recorded(p->x, variant);
}

static int is_clear(double low, double high) { return low > 0 || high < 0; }

/* ---- charts ------------------------------------------------------------------------ */

/* Room for values, NAN until they are known, of the variants from `first` on. */
static struct plot room(const struct page *p, size_t places, size_t first, size_t count)
{
    struct plot c = {.unit = unit_name(p->unit), .alt = p->what, .count = count};
    c.places = places, c.series = p->series + first;
    c.place = base_kept(places, sizeof *c.place);
    c.values = base_kept(places * count, sizeof *c.values);
    for (size_t i = 0; i < places * count; i++)
        c.values[i].is = c.values[i].low = c.values[i].high = NAN;
    return c;
}

/* The values of place i: of a cell under each variant. */
static void put(const struct page *p, struct plot *c, size_t i, struct row_cell of,
                enum experiment_beside how)
{
    const enum unit u = tables_unit(p->x, of.measure);
    for (size_t k = 0; k < c->count; k++) {
        struct plot_value *v = &c->values[i * c->count + k];
        of.variant = (uint32_t)(c->series + k - p->series);
        struct row_spread s = experiment_spread(p->x, of, how);
        v->is = unit_shown(s.mean, u), v->low = unit_shown(s.low, u);
        v->high = unit_shown(s.high, u);
        if (how == EXPERIMENT_LESS)
            c->place[i].end = base_text(is_clear(s.low, s.high) ? "<b>%s</b>" : "%s",
                                        number(s.mean, u, 1));
    }
}

/* Of nothing there is no chart. */
static void show(const struct page *p, const struct plot *c, const char *title,
                 const char *caption)
{
    const char *said = "";
    size_t i = 0, k;
    while (i < c->places * c->count && isnan(c->values[i].is)) i++;
    if (i == c->places * c->count) return;
    i = i / c->count > c->places / 3 ? i / c->count : c->places / 3;
    for (k = 0; k < c->count && k < SERIES; k++)
        if (isfinite(c->values[i * c->count + k].is))
            said = base_text("%s%s %s %s", said, *said ? "," : "", c->series[k].name,
                             plot_number(c->values[i * c->count + k].is, 3));
    if (title) element(p->to, "h2", title);
    element(p->to, "p class=\"cap\"",
            base_text("%sAt %s %s:%s%s%s.", caption, c->x_label, c->place[i].text, said,
                      *c->unit ? "\xc2\xa0" : "", c->unit));
    if (title) plot_key(p->to, c);
    plot_print(p->to, c);
}

/* A measure along an option that is swept: rows of times and words. */
static void swept(const struct page *p, size_t axis, uint32_t m)
{
    const struct experiment *x = p->x;
    const struct option *o = experiment_axis(x, axis);
    const char *what = m == p->cell.measure ? p->what : tables_label(x, m);
    struct row_cell of = {0, 0, m, ROW_NONE, ROW_NONE};
    size_t points[OPTION_VALUES], i;
    struct plot c = room(p, experiment_line(x, axis, points), 0, x->variants);
    c.x_label = o->name, c.log_x = o->log, c.alt = what;
    c.unit = unit_name(tables_unit(x, m)), c.down = o->kind == OPTION_TIME;
    for (i = 0; i < c.places; i++) {
        of.point = (uint32_t)points[i];
        put(p, &c, i, of, EXPERIMENT_ALONE);
        c.place[i].x = experiment_value(x, axis, points[i]);
        c.place[i].text = experiment_text(x, axis, points[i]);
        c.log_x &= c.place[i].x > 0;
        c.down |= isnan(c.place[i].x);
    }
    show(p, &c, base_text("How does %s change with %s?", what, o->name),
         isfinite(c.values[0].low) ? "With 95 % intervals. " : "");
}

/* What share of the items is at or beyond each edge of the axis. */
static void tail(const struct page *p)
{
    const struct experiment *x = p->x;
    const uint32_t axis = measure_axis(x->sim, p->first->tail);
    const struct axis *a = &x->sim->axes[axis];
    struct row_cell of = {p->cell.point, 0, (uint32_t)x->sim->measures_count, axis, 0};
    struct plot c = room(p, a->count - 1, 0, x->variants);
    int known = 0;
    c.x_label = a->label, c.log_x = a->edges[1] > 0, c.zero = 1, c.unit = "%";
    for (size_t i = c.places; i-- > 0;) {
        of.place = (uint32_t)i + 1;
        put(p, &c, i, of, EXPERIMENT_ALONE);
        c.place[i].x = unit_shown(a->edges[i + 1], a->unit);
        c.place[i].text = measure_edge(a, i + 1);
        for (size_t k = i * c.count; k < (i + 1) * c.count; k++) {
            known |= !isnan(c.values[k].is);
            c.values[k].is = fmax(c.values[k].is, 0) +
                             (i + 1 < c.places ? c.values[k + c.count].is : 0);
            c.values[k].low = c.values[k].high = NAN;
        }
    }
    if (known)
        show(p, &c, p->first->question,
             base_text("Share of %s with a %s of at least this long. ",
                       experiment_items(x), a->label));
}

/* Means of whole weeks: in two panels where some variants are far above others. */
static void weeks(const struct page *p)
{
    enum { FAR = 4 };
    const struct experiment *x = p->x;
    const size_t n = x->rows.blocks ? x->rows.blocks[x->base] : 0;
    double least = INFINITY;
    size_t i;
    int panel;
    for (i = 0; i < x->variants; i++) least = fmin(least, p->means[i]);
    for (panel = 0; panel < 2 && n >= INTERVAL_LEAST_WEEKS && x->seeds == 1; panel++) {
        struct plot c = room(p, n - 2, 0, x->variants);
        c.x_label = "week", c.zero = 1;
        for (i = 0; i < c.places; i++)
            c.place[i].x = (double)i, c.place[i].text = base_text("%zu", i + 2);
        for (i = 0; i < x->rows.count; i++) {
            const struct row *r = &x->rows.all[i];
            if (r->cell.point == p->cell.point && r->cell.measure == p->cell.measure &&
                r->cell.axis == ROW_NONE && r->block > 0 && r->block < n - 1 &&
                (p->means[r->cell.variant] > FAR * least) == panel)
                c.values[(r->block - 1) * x->variants + r->cell.variant].is =
                    unit_shown(r->sum / r->weight, p->unit);
        }
        show(p, &c,
             panel ? NULL
                   : base_text("How does the %s change from week to week?", p->what),
             "");
    }
}

/* The classes of one of the axes, at most ROWS: of variants the means, or of a variant
 * (`less`) what it has more than the baseline. Of those at the ends the smallest go. */
static struct plot classes(const struct page *p, size_t axis, size_t variant, int less)
{
    const struct experiment *x = p->x;
    const size_t series = less ? 1 : x->variants < SERIES ? x->variants : SERIES;
    struct plot c = room(p, ROW_PLACES, variant, series);
    uint32_t places[ROW_PLACES], *first = places;
    double weight[ROW_PLACES], *items = weight;
    struct row_cell of = p->cell;
    size_t i;
    of.axis = measure_axis(x->sim, p->first->axes[axis]);
    of.variant = (uint32_t)x->against;
    c.places = tables_places(x, of.measure, of.axis, places);
    for (i = 0; i < c.places; i++)
        of.place = places[i], weight[i] = row_weight(&x->rows, of);
    for (; c.places > ROWS; c.places--)
        if (*items < items[c.places - 1]) first++, items++;
    c.down = 1, c.zero = less, c.x_label = x->sim->axes[of.axis].label;
    if (less && p->unit == UNIT_PERCENT) c.unit = "points";
    for (i = 0; i < c.places; i++) {
        of.place = first[i];
        put(p, &c, i, of, less ? EXPERIMENT_LESS : EXPERIMENT_ALONE);
        c.place[i].text = tables_class(x, of.axis, of.place);
        c.place[i].count = number(floor(items[i] + 0.5), UNIT_COUNT, 0);
    }
    for (i = 0; i < c.places * series && !less; i++)
        c.values[i].low = c.values[i].high = NAN;
    return c;
}

/* Of all variants the means (`variant`: there is none), or of one what it has more. */
static void who(const struct page *p, size_t variant)
{
    const int less = variant < p->x->variants;
    const char *name = less ? brief_name(p->x, variant) : "";
    element(p->to, "h2",
            less ? base_text("%s versus %s: gains and losses", name, p->base)
                 : base_text("%s by group", p->what));
    element(p->to, "p class=\"cap\"",
            less ? base_text("The %s under %s minus %s's: %s of the line %s is better. "
                             "Lines are 95 %% intervals, bold where 0 is outside.",
                             p->what, name, p->base,
                             p->first->better_more ? "right" : "left", name)
                 : base_text("The %s of each group; grey: number of %s.", p->what,
                             experiment_items(p->x)));
    for (size_t a = 0; a < 2 && p->first->axes[a]; a++) {
        const struct plot c = classes(p, a, less ? variant : 0, less);
        if (!a && !less) plot_key(p->to, &c);
        fputs(a ? "<div>" : "<div class=\"two\"><div>", p->to);
        show(p, &c, NULL, "");
        fputs("</div>\n", p->to);
    }
    fputs("</div>\n", p->to);
}

/* ---- sentences --------------------------------------------------------------------- */

static const char *verdict(const struct page *p, const struct row_spread *s)
{
    return isnan(s->low) || is_clear(s->low, s->high) ? brief_verdict(p->x, s)
                                                      : "no clear difference";
}

/* The title: the baseline, and who differs by how much; at most three of them. */
static const char *finding(const struct page *p)
{
    const struct experiment *x = p->x;
    const char *text =
        base_text("%s %s%s%s%s%s", p->what, number(p->means[x->against], p->unit, 0),
                  *unit_name(p->unit) ? " " : "", unit_name(p->unit),
                  x->variants > 1 ? " under " : "", x->variants > 1 ? p->base : "");
    size_t v, n = 0;
    if (x->points > 1) text = base_text("at %s: %s", x->point_names[x->base], text);
    for (v = 0; v < x->variants; v++) {
        const struct row_spread s = spread(p, v, EXPERIMENT_LESS);
        if (is_other(p, v) && isfinite(s.mean) && n++ < 3)
            text = base_text("%s; %s %s%s (%s)", text, brief_name(x, v),
                             number(s.mean, p->unit, 1),
                             p->unit == UNIT_PERCENT ? " points" : "", verdict(p, &s));
    }
    return n > 3 ? base_text("%s; others below", text) : text;
}

/* How far a variant is from the one it is compared with, and for which classes. */
static void lead(const struct page *p, size_t variant)
{
    const double ratio = p->means[variant] / p->means[p->x->against];
    const char *said[2] = {"", ""}, *text = ""; /* where more, where less */
    int less;
    for (size_t a = 0; a < 2 && p->first->axes[a]; a++) {
        const struct plot c = classes(p, a, variant, 1);
        for (less = 0; less < 2; less++) {
            const char *label = base_text(" %s", c.x_label);
            for (size_t i = 0; i < c.places; i++)
                if (less ? c.values[i].high < 0 : c.values[i].low > 0) {
                    said[less] =
                        base_text("%s%s%s %s", said[less], *said[less] ? "," : "", label,
                                  c.place[i].text);
                    label = "";
                }
        }
    }
    if (ratio > 3 || (ratio > 0 && ratio < 1.0 / 3))
        text = base_text("; %.3g times %s's", ratio, p->base);
    for (less = 0; less < 2; less++)
        if (*said[less])
            text = base_text("%s; clearly %s for%s", text,
                             less ? p->first->less : p->first->more, said[less]);
    if (*text)
        element(p->to, "p",
                base_text("Under %s the %s is%s.", brief_name(p->x, variant), p->what,
                          text + 1));
}

static const char *certain(const struct page *p)
{
    const struct experiment *x = p->x;
    const char *unit = x->seeds > 1 ? "seed" : "week";
    struct row_spread s = spread(p, x->against, EXPERIMENT_ALONE);
    for (size_t v = 0; v < x->variants && !isfinite(s.low); v++)
        if (v != x->against) s = spread(p, v, EXPERIMENT_LESS);
    if (isfinite(s.low))
        return base_text(
            "95 %% intervals over %zu %ss; differences are taken %s by %s. They cover"
            " chance within %s: another site or year may differ by more. If one contains"
            " 0, the difference is unclear.%s",
            s.count, unit, unit, unit,
            x->seeds > 1 ? "the model that draws" : "this workload",
            x->variants == 1 ? ""
                             : " One interval in twenty misses the truth, so a "
                               "difference in a single class may be chance.");
    return s.why == INTERVAL_ALIKE
               ? "Weeks resemble the ones before too much for intervals: where figures "
                 "are close, other weeks may reverse them."
               : "There are no intervals: they need five seeds (--seeds), or a log of "
                 "ten weeks. Where figures are close, another run may reverse them.";
}

/* What the words of a variant stand for; "". */
static const char *sentence_of(const struct experiment *x, size_t variant)
{
    const char *text = "";
    for (size_t w = 0; w < x->word_count && !x->named; w++) {
        const struct option *o = &x->options.table[x->words[w]];
        const int64_t is =
            x->options.given[x->words[w]].values[x->chosen[variant][w]] % OPTION_K;
        if (o->kind == OPTION_WORD && o->words[is].about)
            text = base_text("%s%s%s", text, *text ? "; " : "", o->words[is].about);
    }
    return text;
}

/* ---- the first screen -------------------------------------------------------------- */

static const char *difference(const struct page *p, size_t variant)
{
    const struct row_spread s = spread(p, variant, EXPERIMENT_LESS);
    if (variant == p->x->against) return "<i>the baseline</i>";
    return base_text("<b>%s</b>%s <i>%s</i>", number(s.mean, p->unit, 1),
                     isfinite(s.low) ? base_text(" (%s to %s)", number(s.low, p->unit, 0),
                                                 number(s.high, p->unit, 0))
                                     : "",
                     verdict(p, &s));
}

static void summary(const struct page *p)
{
    const struct experiment *x = p->x;
    const struct first_column *f = p->first->columns;
    struct plot c = room(p, 1, 0, x->variants);
    size_t v, i;
    put(p, &c, 0, p->cell, EXPERIMENT_ALONE);
    struct plot_scale scale = plot_scale(c.values, x->variants, 0);
    c.count = 1, c.down = 1;
    fprintf(p->to,
            "<table class=\"sum\"><tr><th>%s%s%s</th><th>%s</th>"
            "<th class=\"strip\"><div>",
            p->what, *c.unit ? ", " : "", c.unit, f->heading ? f->heading : "");
    plot_ticks(p->to, &scale, 0, "");
    fputs("</div></th>\n", p->to);
    for (i = 1; i < COLUMNS && f[i].measure; i++) element(p->to, "th", f[i].heading);
    if (x->variants > 1)
        element(p->to, "th", base_text("minus %s (95 %% interval)", p->base));
    for (v = 0; v < x->variants; v++, c.series++, c.values++) {
        c.alt = c.series->name;
        fprintf(p->to,
                "</tr>\n<tr><th scope=\"row\"><b>%s</b><small>%s</small></th>"
                "<td class=\"big\" data-u=\" %s\">%s</td>\n<td class=\"strip\"><div>",
                write_html(c.alt), write_html(sentence_of(x, v)), c.unit,
                number(p->means[v], p->unit, 0));
        plot_strip(p->to, &c, &scale);
        fputs("</div></td>", p->to);
        for (i = 1; i < COLUMNS && f[i].measure; i++) {
            const struct row_cell of = {p->cell.point, (uint32_t)v,
                                        measure_number(x->sim, f[i].measure), ROW_NONE,
                                        ROW_NONE};
            fprintf(p->to, "<td>%s</td>",
                    number(experiment_spread(x, of, EXPERIMENT_ALONE).mean, p->unit, 0));
        }
        if (x->variants > 1) fprintf(p->to, "<td class=\"d\">%s</td>", difference(p, v));
    }
    fputs("</tr></table>\n", p->to);
}

static void note(const struct page *p, const char *head, const char *text)
{
    size_t n;
    if (!*text) return;
    fprintf(p->to, "<div><h2>%s</h2>\n", head);
    for (; *text; text += n + (text[n] != 0)) {
        n = strcspn(text, "\n");
        element(p->to, "p", base_text("%.*s", (int)n, text));
    }
    fputs("</div>\n", p->to);
}

static void print_caution(FILE *to, const void *of)
{
    const struct experiment *x = of;
    if (x->sim->caution) x->sim->caution(to, x);
    if (x->variants == 1)
        fputs("One variant alone: nothing here says that another would do worse.", to);
}

/* ---- tables ------------------------------------------------------------------------ */

static void table(FILE *to, const struct tables_one *t)
{
    fputs(t->open ? "" : "<details>", to);
    element(to, t->open ? "h2" : "summary", t->title);
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>", to);
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        if (i % t->columns == 0) fputs("<tr>\n", to);
        element(to, i < t->columns || i % t->columns == 0 ? "th" : "td", t->cells[i]);
    }
    fprintf(to, "</table></div>%s\n", t->open ? "" : "</details>");
}

/* The open ones first. */
static void print_tables(const struct experiment *x, FILE *to)
{
    size_t i, count;
    const struct tables_one *all = tables_all(x, &count);
    for (i = 0; i < 2 * count; i++)
        if (all[i % count].open == (i < count)) table(to, &all[i % count]);
}

static void print_command(FILE *to, const void *of)
{
    const struct experiment *x = of;
    const char *word;
    size_t i;
    for (i = 0; i < x->options.count; i++)
        if (x->options.table[i].of != OF_PROGRAM && x->options.given[i].text)
            fprintf(to, "%s=%s\n", x->options.table[i].name, x->options.given[i].text);
    fprintf(to, "\n%s", x->sim->name);
    for (i = 0; (word = option_word_told(&x->options, i)) != NULL; i++)
        fprintf(to, " %s", word);
    fputs("\n\nVersion " COMMAND_VERSION
          ". --facts FILE has every figure, --rows FILE a hash of each input.",
          to);
}

/* ---- all --------------------------------------------------------------------------- */

void page_begin(FILE *to, const char *title)
{
    fprintf(to,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>%s</title>\n"
            "<style>\n%s%s</style></head><body>\n",
            write_html(title), style, plot_style);
    element(to, "h1", title);
}

void page_text(FILE *to, const char *text) { element(to, "p", text); }

void page_end(FILE *to) { fputs("</body></html>\n", to); }

/* The measure that decides; of rows without it, the first that they have. */
static void choose(struct page *p)
{
    const struct experiment *x = p->x;
    const char *name = p->first->columns[0].measure;
    size_t v, look = 0;
    p->cell.point = (uint32_t)x->base, p->cell.axis = p->cell.place = ROW_NONE;
    p->cell.measure = name ? measure_number(x->sim, name) : 0;
    p->what = name ? p->first->mean : NULL;
    while (isnan(spread(p, x->against, EXPERIMENT_ALONE).mean) &&
           p->cell.measure + 1 < x->sim->measures_count)
        p->cell.measure = p->what ? 0 : p->cell.measure + 1, p->what = NULL;
    if (!p->what) p->what = tables_label(x, p->cell.measure);
    p->unit = tables_unit(x, p->cell.measure);
    p->base = brief_name(x, x->against);
    p->means = base_kept(x->variants, sizeof *p->means);
    p->series = base_kept(x->variants, sizeof *p->series);
    for (v = 0; v < x->variants; v++) {
        p->means[v] = spread(p, v, EXPERIMENT_ALONE).mean;
        p->series[v].name = brief_name(x, v);
        p->series[v].look = brief_is_recorded(x, v) ? PLOT_RECORDED : look++ % PLOT_LOOKS;
    }
}

void page_print(const struct experiment *x, FILE *to)
{
    struct page p = {.x = x, .first = &x->sim->first, .to = to};
    const char *about = x->about ? x->about : "";
    const size_t line = strcspn(about, "\n");
    size_t v, n;
    choose(&p);
    page_begin(to, finding(&p));
    element(to, "p class=\"cap\"",
            base_text("%.*s%s%s by %s " COMMAND_VERSION, (int)line, about,
                      line ? " \xc2\xb7 " : "", x->named ? "shown" : "simulated",
                      x->sim->name));
    for (v = 0; v < x->variants && v < SERIES; v++)
        if (is_other(&p, v)) lead(&p, v);
    summary(&p);
    fputs("<div class=\"facts\">", to);
    note(&p, "What was simulated",
         about[line] && about[line + 1] ? about + line + 1 : about);
    note(&p, "How certain", certain(&p));
    note(&p, "Cautions", base_printed(print_caution, x));
    fputs("</div>\n<main>\n", to);
    for (v = 0; v < x->axis_count; v++) {
        swept(&p, v, p.cell.measure);
        fprintf(to, "<details><summary>More by %s</summary>\n",
                experiment_axis(x, v)->name);
        for (uint32_t m = 0; m < x->sim->measures_count; m++)
            if (x->sim->measures[m].swept && m != p.cell.measure &&
                !(x->sim->measures[m].timed && x->how.no_timing))
                swept(&p, v, m);
        fputs("</details>\n", to);
    }
    if (p.first->tail) tail(&p);
    if (p.first->axes[0]) who(&p, x->variants);
    for (v = n = 0; v < x->variants && n < 2 && p.first->axes[0]; v++)
        if (is_other(&p, v) && isfinite(spread(&p, v, EXPERIMENT_LESS).low))
            who(&p, v), n++;
    weeks(&p);
    print_tables(x, to);
    fprintf(to,
            "<details><summary>All settings; how to make this page again</summary>"
            "<pre>%s</pre></details></main>\n",
            write_html(base_printed(print_command, x)));
    page_end(to);
}
