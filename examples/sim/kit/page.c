/* page.c - sentences are put together from figures; charts are those of plot.c. */
#include "kit/page.h"

#include "kit/base.h"
#include "kit/brief.h"
#include "kit/command.h"
#include "kit/page_words.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = 8,
    SERIES = 4,
    COLUMNS = sizeof((struct first *)0)->columns / sizeof(struct first_column)
};

/* A rule a line. */
static const char style[] =
    ":root{--bg:#fff;--fg:#1a1f24;--dim:#59636e;--line:#dfe3e8;--soft:#f5f7f9;"
    "--warn:#d9a400;--s0:#0b62a8;--s1:#c4500a;--s2:#16784f;--s3:#8a3fa0;--s4:#8f6a00;"
    "--s5:#b3204d;--s6:#2e7583;--s7:#555}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14181c;--fg:#e8ebee;--dim:#9da8b3;"
    "--line:#30373e;--soft:#1b2026;--warn:#b98d10;--s0:#64b1f2;--s1:#f5914f;--s2:#57c596;"
    "--s3:#cc93dd;--s4:#dcb64a;--s5:#f37d9f;--s6:#7fc4d0;--s7:#aaa}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:20px 20px 60px;max-width:1120px;background:var(--bg);"
    "color:var(--fg);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "a{color:var(--s0)}code,pre{font:.86em/1.45 ui-monospace,monospace}\n"
    "h1{font-size:1.5em;line-height:1.25;margin:0 0 4px}\n"
    "h2{font-size:1.15em;margin:36px 0 4px;padding-top:14px;border-top:1px solid "
    "var(--line)}\n"
    ".sub,.cap,.dim,small{color:var(--dim);font-size:.92em}.sub{margin:0 0 12px}\n"
    ".cap{margin:2px 0 12px;max-width:54em}.lead{margin:0 0 8px;max-width:60em}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-size:.92em;"
    "font-variant-numeric:tabular-nums;overflow-wrap:normal}\n"
    "td,th{padding:6px 10px;text-align:right;border-top:1px solid var(--line);"
    "font-weight:400}\n"
    "th:first-child{text-align:left;padding-left:0;background:var(--bg);"
    "white-space:pre-wrap}\n"
    "tr:first-child>*{border-top:0;color:var(--dim);vertical-align:bottom}\n"
    ".sum th small{display:block;max-width:30em}.sum th b svg{vertical-align:-1px}\n"
    ".sum td.big{font-size:1.35em;font-weight:650}.sum .strip{width:220px;"
    "position:relative}\n"
    ".sum .strip div{position:relative;height:36px}.sum td.d{white-space:nowrap}\n"
    ".d i{display:block;font-style:normal;color:var(--dim);font-size:.9em}\n"
    ".facts{display:grid;grid-template-columns:repeat(3,1fr);gap:0 28px;margin-top:18px;"
    "font-size:.92em}\n"
    ".facts>div{border-top:3px solid var(--line);padding-top:8px}.facts>div.w{"
    "border-color:var(--warn)}\n"
    ".facts h2{all:unset;font-weight:600}.facts p{margin:2px 0}\n"
    ".two{display:grid;grid-template-columns:1fr 1fr;gap:8px 44px}\n"
    "details{border-top:1px solid var(--line);padding:9px 0}\n"
    "summary{cursor:pointer;font-weight:600}pre{white-space:pre-wrap}\n"
    "figure{margin:0}figure svg{height:auto}figcaption{color:var(--dim)}\n"
    "figure svg text{font:12px system-ui,sans-serif;fill:var(--fg)}\n"
    "svg .other{fill:var(--dim);opacity:.35}svg .f0{fill:var(--s0)}\n"
    "@media(max-width:860px){.facts,.two{grid-template-columns:1fr}.facts>div{"
    "margin-bottom:12px}}\n"
    "@media(max-width:640px){body{padding:14px 14px 40px}h1{font-size:1.3em}\n"
    ".scroll table{white-space:nowrap}.scroll th:first-child{position:sticky;left:0;"
    "max-width:44vw}\n"
    ".sum,.sum tbody{display:block}.sum tr{display:grid;grid-template-columns:1fr auto;"
    "padding:8px 0;border-top:1px solid var(--line)}\n"
    ".sum tr:first-child,.sum td,.sum .strip{display:none}\n"
    ".sum tr th,.sum td.big,.sum td.d{display:block;border:0;padding:0}\n"
    ".sum td.big::after{content:attr(data-u);font-size:.7em;font-weight:400;"
    "color:var(--dim)}\n"
    ".sum td.d{grid-column:1/3;text-align:left;white-space:normal}.d i{display:inline}}\n"
    "@media print{body{max-width:none;padding:0;font-size:10.5pt}a{color:inherit}"
    "tr,.row,.plot,.dots,.facts>div{break-inside:avoid}h2,.cap{break-after:avoid}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

static void element(FILE *to, const char *tag, const char *text)
{
    fprintf(to, "<%s>", tag);
    write_html_text(to, text);
    fprintf(to, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

/* ---- the first screen -------------------------------------------------------------- */

/* What the words of a variant stand for; "". */
static const char *sentence_of(const struct experiment *x, size_t variant)
{
    const char *text = "";
    size_t w;
    if (x->named) return text;
    for (w = 0; w < x->word_count; w++) {
        const struct option *o = &x->options.table[x->words[w]];
        const int64_t is =
            x->options.given[x->words[w]].at[x->chosen[variant][w]] % OPTION_K;
        if (o->spans == OPTION_VARIANTS && o->words && o->kind == OPTION_WORD &&
            o->words[is].about)
            text = base_text("%s%s%s", text, *text ? "; " : "", o->words[is].about);
    }
    return text;
}

static void difference_cell(const struct page *p, size_t variant)
{
    const struct row_spread s = words_spread(p, variant, EXPERIMENT_LESS);
    if (variant == p->x->against) {
        fputs("<td class=\"d\"><i>the baseline</i></td>", p->to);
        return;
    }
    fprintf(p->to, "<td class=\"d\"><b>%s</b>", words_number(s.mean, p->unit, 1));
    if (isfinite(s.low))
        fprintf(p->to, " <small>(%s to %s)</small>", words_value(p, s.low),
                words_value(p, s.high));
    fputc(' ', p->to);
    element(p->to, "i",
            isfinite(s.low) && s.low <= 0 && s.high >= 0 ? "no clear difference"
                                                         : brief_verdict(p->x, &s));
    fputs("</td>", p->to);
}

static void summary_row(const struct page *p, size_t variant,
                        const struct plot_scale *scale, const struct plot_value *v)
{
    struct row_cell of = p->of;
    const char *about = sentence_of(p->x, variant);
    size_t i;
    of.variant = (uint32_t)variant;
    fputs("<tr><th scope=\"row\"><b>", p->to);
    write_html_text(p->to, brief_name(p->x, variant));
    fputs("</b>", p->to);
    if (*about) element(p->to, "small", about);
    fprintf(p->to, "</th><td class=\"big\" data-u=\" %s\">%s</td>\n", words_unit(p, 0),
            words_value(p, words_spread(p, variant, EXPERIMENT_ALONE).mean));
    fputs("<td class=\"strip\"><div>", p->to);
    plot_strip(p->to, scale, &p->series[variant], v, 1, p->series[variant].name);
    fputs("</div></td>", p->to);
    for (i = 1; i < COLUMNS && p->first->columns[i].measure; i++) {
        of.measure = measure_number(p->x->sim, p->first->columns[i].measure);
        fprintf(p->to, "<td>%s</td>",
                words_value(p, experiment_spread(p->x, of, EXPERIMENT_ALONE).mean));
    }
    if (p->x->variants > 1) difference_cell(p, variant);
    fputs("</tr>\n", p->to);
}

static void summary(const struct page *p)
{
    const struct experiment *x = p->x;
    struct plot_value *all = base_kept(x->variants, sizeof *all);
    struct plot_scale scale;
    struct row_cell of = p->of;
    size_t v, i;
    for (v = 0; v < x->variants; v++) {
        of.variant = (uint32_t)v;
        all[v] = words_at(p, of, EXPERIMENT_ALONE);
    }
    scale = plot_scale(all, x->variants, 0);
    fputs("<table class=\"sum\"><tr>", p->to);
    element(p->to, "th",
            *unit_name(p->unit) ? base_text("%s, %s", p->first->what, unit_name(p->unit))
                                : p->first->what);
    for (i = 0; i < COLUMNS && p->first->columns[i].measure; i++) {
        element(p->to, "th", p->first->columns[i].heading);
        if (i > 0) continue;
        fputs("<th class=\"strip\"><div>", p->to);
        plot_ticks(p->to, &scale, "");
        fputs("</div></th>\n", p->to);
    }
    if (x->variants > 1)
        element(p->to, "th",
                base_text("minus %s (95 %% interval)", brief_name(x, x->against)));
    fputs("</tr>\n", p->to);
    for (v = 0; v < x->variants; v++) summary_row(p, v, &scale, &all[v]);
    fputs("</table>\n", p->to);
}

/* Lines of a text, from line `first` on; returns what is left behind `most` of them. */
static const char *lines(FILE *to, const char *text, int most)
{
    for (; *text && most > 0; most--) {
        const size_t n = strcspn(text, "\n");
        element(to, "p", base_text("%.*s", (int)n, text));
        text += n + (text[n] != 0);
    }
    return text;
}

static void print_caution(FILE *to, const void *of)
{
    const struct experiment *x = (const struct experiment *)of;
    x->sim->caution(to, x);
}

static void notes(const struct page *p, const char *about)
{
    enum { MOST = 9 };
    const char *rest;
    fputs("<div class=\"facts\"><div><h2>What was simulated</h2>\n", p->to);
    rest = lines(p->to, about, MOST);
    if (*rest) {
        fputs("<details><summary>more of this</summary>\n", p->to);
        lines(p->to, rest, 1000);
        fputs("</details>\n", p->to);
    }
    fputs("</div><div><h2>How certain</h2>\n", p->to);
    element(p->to, "p", words_certain(p));
    fputs("</div><div class=\"w\"><h2>Cautions</h2>\n", p->to);
    if (p->x->sim->caution) lines(p->to, base_printed(print_caution, p->x), 9);
    element(
        p->to, "p",
        p->x->variants > 1
            ? "Of many intervals, one in twenty misses the truth: a difference in one "
              "class alone may be chance."
            : "One variant alone: nothing here says that another would do worse.");
    fputs("</div></div>\n", p->to);
}

/* ---- charts ------------------------------------------------------------------------ */

static void chart(const struct page *p, const char *title, const char *caption)
{
    element(p->to, "h2", title);
    element(p->to, "p class=\"cap\"", caption);
}

/* Room for the values of so many places and series, NAN until they are known. */
static struct plot plot_of(const struct page *p, size_t places, size_t count, enum unit u)
{
    struct plot c = {.unit = unit_name(u), .series = p->series};
    size_t i;
    c.places = places, c.count = count, c.alt = p->what;
    c.x = (double *)base_kept(places, sizeof *c.x);
    c.texts = (const char **)base_kept(places, sizeof *c.texts);
    c.at = (struct plot_value *)base_kept(places * count, sizeof *c.at);
    for (i = 0; i < places * count; i++) c.at[i].is = c.at[i].low = c.at[i].high = NAN;
    return c;
}

/* Of nothing there is no chart. */
static void curves(const struct page *p, struct plot *c, const char *title,
                   const char *caption)
{
    size_t i = 0;
    while (i < c->places * c->count && !isfinite(c->at[i].is)) i++;
    if (i == c->places * c->count) return;
    if (*title) {
        chart(p, title, caption);
        plot_key(p->to, c->series, c->count, 1);
    }
    plot_curves(p->to, c);
}

/* A measure along an option that is swept. */
static void swept(const struct page *p, size_t axis, uint32_t m)
{
    const struct experiment *x = p->x;
    const struct option *o = experiment_axis(x, axis);
    size_t points[OPTION_VALUES], i, v;
    const size_t n = experiment_line(x, axis, points);
    const enum unit u = tables_unit(x, m);
    struct plot c = plot_of(p, n, x->variants, u);
    int words = 0;
    c.x_label = o->name, c.log_x = o->log, c.alt = tables_label(x, m);
    for (i = 0; i < n; i++) {
        struct row_cell of = {(uint32_t)points[i], 0, m, ROW_NONE, ROW_NONE};
        c.x[i] = option_number(o, experiment_value(x, axis, points[i]));
        c.texts[i] = experiment_text(x, axis, points[i]);
        c.log_x &= c.x[i] > 0;
        words |= isnan(c.x[i]);
        for (v = 0; v < x->variants; v++) {
            of.variant = (uint32_t)v;
            c.at[i * x->variants + v] = words_at(p, of, EXPERIMENT_ALONE);
        }
    }
    for (i = 0; i < n && words; i++) c.x[i] = (double)i;
    curves(p, &c,
           base_text("How does %s change with %s?", m == p->of.measure ? p->what : c.alt,
                     o->name),
           base_text("%s at each value of --%s%s.",
                     words_capital(tables_with_unit(c.alt, u)), o->name,
                     isfinite(c.at[0].low) ? ", with 95 % intervals" : ""));
}

/* What share of the items is at or beyond each edge of the axis. */
static void tail(const struct page *p)
{
    const struct experiment *x = p->x;
    const uint32_t axis = measure_axis(x->sim, p->first->tail);
    const struct axis *a = &x->sim->axes[axis];
    struct plot c = plot_of(p, a->count - 1, x->variants, UNIT_PERCENT);
    struct row_cell of = {p->of.point, 0, (uint32_t)x->sim->measures_count, axis, 0};
    const size_t one = c.places / 3; /* an edge for the caption */
    const char *said = "";
    size_t i, v;
    c.x_label = a->label, c.log_x = a->edges[1] > 0, c.zero = 1;
    for (v = 0; v < x->variants; v++) {
        double beyond = 0;
        of.variant = (uint32_t)v;
        for (i = c.places; i > 0; i--) {
            of.place = (uint32_t)i;
            if (row_weight(&x->rows, of) > 0) beyond += row_mean(&x->rows, of);
            c.at[(i - 1) * x->variants + v].is = 100 * beyond;
            c.x[i - 1] = unit_shown(a->edges[i], a->unit);
            c.texts[i - 1] = measure_edge(a, i);
        }
        if (v < SERIES)
            said = base_text("%s%s %.3g %s", said, v ? "," : "",
                             c.at[one * x->variants + v].is, brief_name(x, v));
    }
    curves(p, &c, p->first->question,
           base_text("Of 100 %s, so many have a %s of at least the time below. %s:%s.",
                     experiment_items(x), a->label, c.texts[one], said));
}

/* Means of whole weeks: in two panels where some variants are far above others. */
static void weeks(const struct page *p)
{
    enum { FAR = 4 };
    const struct experiment *x = p->x;
    const size_t n = x->rows.blocks ? x->rows.blocks[x->base] : 0;
    double least = INFINITY;
    size_t i, v;
    int panel;
    if (n < INTERVAL_LEAST_WEEKS || x->seeds > 1) return;
    for (v = 0; v < x->variants; v++)
        least = fmin(least, words_spread(p, v, EXPERIMENT_ALONE).mean);
    for (panel = 0; panel < 2; panel++) {
        struct plot c = plot_of(p, n - 2, x->variants, p->unit);
        c.texts = NULL, c.x_label = "week", c.zero = 1;
        for (i = 0; i < c.places; i++) c.x[i] = (double)i + 2;
        for (i = 0; i < x->rows.count; i++) {
            const struct row *r = &x->rows.at[i];
            if (r->point == p->of.point && r->measure == p->of.measure &&
                r->axis == ROW_NONE && r->block > 0 && r->block < n - 1 &&
                (words_spread(p, r->variant, EXPERIMENT_ALONE).mean > FAR * least) ==
                    panel)
                c.at[(r->block - 1) * x->variants + r->variant].is =
                    unit_shown(r->sum / r->weight, p->unit);
        }
        curves(
            p, &c,
            panel ? "" : base_text("How does the %s change from week to week?", p->what),
            base_text("%s of the %s of each week, %s, but for the first and the last.",
                      words_capital(p->what), experiment_items(x), unit_name(p->unit)));
    }
}

/* At most so many places of an axis, those with most items, in their order. */
static size_t places_of(const struct page *p, uint32_t axis, uint32_t to[ROW_PLACES])
{
    struct row_cell of = p->of;
    size_t n = tables_places(p->x, of.measure, axis, to), i, least;
    of.axis = axis;
    while (n > ROWS) {
        double weight = INFINITY;
        for (i = 0, least = 0; i < n; i++) {
            of.place = to[i];
            if (row_weight(&p->x->rows, of) >= weight) continue;
            weight = row_weight(&p->x->rows, of), least = i;
        }
        for (n--; least < n; least++) to[least] = to[least + 1];
    }
    return n;
}

/* The classes of an axis: means, or what `variant` has more than the one it is compared
 * with. */
static void by_class(const struct page *p, uint32_t axis, enum experiment_beside how,
                     size_t variant)
{
    const int less = how == EXPERIMENT_LESS;
    uint32_t places[ROW_PLACES];
    const size_t n = places_of(p, axis, places);
    struct plot c = plot_of(p, n, less ? 1 : p->count, p->unit);
    const char *counts[ROWS], *ends[ROWS];
    struct row_cell of = p->of;
    size_t i, k;
    if (n < 2) return;
    c.x_label = p->x->sim->axes[axis].label, c.unit = words_unit(p, less), c.zero = less;
    c.counts = counts, c.ends = less ? ends : NULL, of.axis = axis;
    if (less) c.series += variant;
    for (i = 0; i < n; i++) {
        of.place = places[i], of.variant = (uint32_t)p->x->against;
        c.texts[i] = brief_class(p->x, axis, places[i]);
        counts[i] = words_number(floor(row_weight(&p->x->rows, of) + 0.5), UNIT_COUNT, 0);
        for (k = 0; k < c.count; k++) {
            struct plot_value *v = &c.at[i * c.count + k];
            of.variant = (uint32_t)(less ? variant : k);
            *v = words_at(p, of, how);
            if (!less) v->low = v->high = NAN;
            ends[i] = base_text(
                v->low > 0 || v->high < 0 ? "<b>%s</b>" : "%s",
                words_number(experiment_spread(p->x, of, how).mean, p->unit, 1));
        }
    }
    plot_rows(p->to, &c);
}

static void by_classes(const struct page *p, enum experiment_beside how, size_t variant)
{
    size_t a;
    fputs("<div class=\"two\">\n", p->to);
    for (a = 0; a < 2 && p->first->axes[a]; a++)
        by_class(p, measure_axis(p->x->sim, p->first->axes[a]), how, variant);
    fputs("</div>\n", p->to);
}

static void who(const struct page *p)
{
    const struct experiment *x = p->x;
    const char *against = x->variant_names[x->against];
    size_t v, others = 0;
    chart(p, base_text("Who has which %s?", p->what),
          base_text("%s of each group, %s; in grey how many %s it has.",
                    words_capital(p->what), unit_name(p->unit), experiment_items(x)));
    plot_key(p->to, p->series, p->count, 0);
    by_classes(p, EXPERIMENT_ALONE, 0);
    for (v = 0; v < p->count && others < 2; v++) {
        const char *name = x->variant_names[v];
        if (!words_is_other(p, v)) continue;
        others++;
        chart(
            p,
            base_text("%s beside %s: who gains, who pays?", words_capital(name), against),
            base_text("%s under %s minus %s's. %s of the line %s is better; lines are "
                      "95 %% intervals, bold where they do not hold 0.",
                      words_capital(p->what), name, against,
                      p->first->better_more ? "Right" : "Left", name));
        by_classes(p, EXPERIMENT_LESS, v);
    }
}

/* ---- tables ------------------------------------------------------------------------ */

static void write_table(FILE *to, const struct tables_one *t, int open)
{
    size_t i;
    if (t->open != open) return;
    if (!t->open) fputs("<details>", to);
    element(to, t->open ? "h2" : "summary", t->title);
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n", to);
    for (i = 0; i < t->rows * t->columns; i++) {
        const int head = i < t->columns || i % t->columns == 0;
        if (i % t->columns == 0) fputs("<tr>", to);
        element(to, head ? "th" : "td", t->cells[i]);
        if (i % t->columns == t->columns - 1) fputs("</tr>\n", to);
    }
    fprintf(to, "</table></div>%s\n", t->open ? "" : "</details>");
}

static void open_table(void *to, const struct tables_one *t) { write_table(to, t, 1); }

static void hidden_table(void *to, const struct tables_one *t) { write_table(to, t, 0); }

static void print_settings(FILE *to, const void *of)
{
    option_json((const struct options *)of, to);
}

static void experts(const struct page *p)
{
    const struct options *o = &p->x->options;
    const char *word;
    size_t i;
    tables_show(p->x, hidden_table, p->to);
    fputs("<details><summary>All settings</summary>", p->to);
    element(p->to, "pre", base_printed(print_settings, o));
    fputs("</details>\n<details><summary>Make this page again</summary><pre>", p->to);
    write_html_text(p->to, p->x->sim->name);
    for (i = 0; (word = option_word_told(o, i)) != NULL; i++) {
        fputc(' ', p->to);
        write_html_text(p->to, word);
    }
    fprintf(p->to, "</pre><p class=\"cap\">Version %s.", COMMAND_VERSION);
    fputs(" --json FILE has every figure and a hash of each input.</p></details>\n",
          p->to);
}

/* ---- all --------------------------------------------------------------------------- */

void page_begin(FILE *to, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n",
          to);
    element(to, "title", title);
    fprintf(to, "<style>\n%s", style);
    plot_style(to);
    fputs("</style></head><body>\n", to);
    element(to, "h1", title);
}

void page_text(FILE *to, const char *text) { element(to, "p", text); }

void page_end(FILE *to) { fputs("</body></html>\n", to); }

static void choose(struct page *p)
{
    const struct experiment *x = p->x;
    size_t v, look = 0;
    p->series = base_kept(x->variants, sizeof *p->series);
    p->count = x->variants < SERIES ? x->variants : SERIES;
    for (v = 0; v < x->variants; v++) {
        p->series[v].name = brief_name(x, v);
        p->series[v].look = brief_is_recorded(x, v) ? PLOT_RECORDED : look++;
    }
}

void page_print(const struct experiment *x, FILE *to)
{
    struct page p = {.x = x,
                     .first = &x->sim->first,
                     .to = to,
                     .of = {(uint32_t)x->base, 0, 0, ROW_NONE, ROW_NONE}};
    const char *about = x->about ? x->about : "";
    const size_t line = strcspn(about, "\n");
    size_t a;
    uint32_t m;
    words_begin(&p);
    choose(&p);
    page_begin(to, words_finding(&p));
    element(to, "p class=\"sub\"",
            base_text("%.*s%ssimulated by %s %s", (int)line, about,
                      line ? " \xc2\xb7 " : "", x->sim->name, COMMAND_VERSION));
    for (a = 0; a < p.count; a++)
        if (words_is_other(&p, a) && *words_lead(&p, a))
            element(to, "p class=\"lead\"", words_lead(&p, a));
    summary(&p);
    notes(&p, about[line] && about[line + 1] ? about + line + 1 : about);
    fputs("<main>\n", to);
    for (a = 0; a < x->axis_count; a++) swept(&p, a, p.of.measure);
    if (p.first->tail) tail(&p);
    if (p.first->axes[0]) who(&p);
    weeks(&p);
    tables_show(x, open_table, to);
    for (a = 0; a < x->axis_count; a++) {
        fprintf(to, "<details><summary>More by %s</summary>\n",
                experiment_axis(x, a)->name);
        for (m = 0; m < x->sim->measures_count; m++)
            if (x->sim->measures[m].swept && m != p.of.measure &&
                !(x->sim->measures[m].timed && x->how.no_timing))
                swept(&p, a, m);
        fputs("</details>\n", to);
    }
    experts(&p);
    fputs("</main>\n", to);
    page_end(to);
}
