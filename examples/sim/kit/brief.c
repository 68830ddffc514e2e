/* brief.c - lines of 80 columns, over the same figures as all tables. */
#include "kit/brief.h"

#include "base/text.h"
#include "kit/base.h"
#include "kit/tables.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = sizeof(((struct first *)0)->columns) / sizeof(struct first_column) };

int brief_possible(const struct experiment *x)
{
    return x->sim->first.columns[0].measure && x->points == 1;
}

int brief_is_recorded(const struct experiment *x, size_t variant)
{
    const char *name = x->sim->first.recorded;
    return name && strcmp(x->variant_names[variant], name) == 0;
}

const char *brief_name(const struct experiment *x, size_t variant)
{
    return brief_is_recorded(x, variant) ? "recorded" : x->variant_names[variant];
}

const char *brief_verdict(const struct experiment *x, const struct row_spread *s)
{
    const struct first *f = &x->sim->first;
    if (isfinite(s->low)) return s->low > 0 ? f->more : s->high < 0 ? f->less : "unclear";
    if (isnan(s->mean)) return "";
    return s->why == INTERVAL_ALIKE ? "weeks too alike"
           : x->seeds > 1           ? "too few seeds"
           : x->sim->weeks          ? "too few weeks"
                                    : "one run";
}

/* Of a column of figures; all is 80 columns wide. */
#define WIDE(column) ((column) == COLUMNS - 1 ? 7 : 6)

/* ---- on a terminal ----------------------------------------------------------------- */

struct brief {
    const struct experiment *x;
    FILE *to;
    struct row_cell cell; /* the measure that decides, at the base */
    int label;            /* how wide                              */
    size_t least, most;   /* weeks or seeds of the intervals       */
};

static struct row_spread less_of(struct brief *b)
{
    const struct row_spread s = experiment_spread(b->x, b->cell, EXPERIMENT_LESS);
    if (!isfinite(s.low)) return s;
    if (b->most == 0 || s.count < b->least) b->least = s.count;
    if (s.count > b->most) b->most = s.count;
    return s;
}

/* "0.14 (0.02 to 0.28)"; without an interval the difference alone. */
static const char *difference(const struct brief *b, const struct row_spread *s)
{
    const enum unit u = tables_unit(b->x, b->cell.measure);
    char text[3][UNIT_TEXT];
    if (!isfinite(s->low)) return base_text("%s", unit_text(s->mean, u, text[0]));
    return base_text("%s (%s to %s)", unit_text(s->mean, u, text[0]),
                     unit_text(s->low, u, text[1]), unit_text(s->high, u, text[2]));
}

static void summary(struct brief *b)
{
    const struct experiment *x = b->x;
    const struct first *f = &x->sim->first;
    const uint32_t decides = b->cell.measure;
    const enum unit u = tables_unit(x, decides);
    char text[UNIT_TEXT];
    fprintf(b->to, "\n%-*s", b->label, base_text("%s, %s", f->what, unit_name(u)));
    for (size_t i = 0; i < COLUMNS && f->columns[i].measure; i++)
        fprintf(b->to, " %*s", WIDE(i), f->columns[i].heading);
    if (x->variants > 1)
        fprintf(b->to, "  minus %s (95 %% interval)", x->variant_names[x->against]);
    fputc('\n', b->to);
    for (b->cell.variant = 0; b->cell.variant < x->variants; b->cell.variant++) {
        struct row_spread s;
        fprintf(b->to, "%-*s", b->label, brief_name(x, b->cell.variant));
        for (size_t i = 0; i < COLUMNS && f->columns[i].measure; i++) {
            b->cell.measure = measure_number(x->sim, f->columns[i].measure);
            s = experiment_spread(x, b->cell, EXPERIMENT_ALONE);
            fprintf(b->to, " %*s", WIDE(i), unit_text(s.mean, u, text));
        }
        b->cell.measure = decides;
        if (b->cell.variant != x->against) {
            s = less_of(b);
            fprintf(b->to, "  %-20s %s", difference(b, &s), brief_verdict(x, &s));
        }
        fputc('\n', b->to);
    }
}

/* A class. Of one variant the interval, and a word where it is sure who is better; of
 * more the differences, and a star there. */
static void class_line(struct brief *b, const size_t *others, size_t n)
{
    const struct experiment *x = b->x;
    char text[UNIT_TEXT];
    for (size_t i = 0; i < n; i++) {
        b->cell.variant = (uint32_t)others[i];
        struct row_spread s = less_of(b);
        const int sure = isfinite(s.low) && (s.low > 0 || s.high < 0);
        if (n > 1) {
            fprintf(b->to, " %12s%s",
                    unit_text(s.mean, tables_unit(x, b->cell.measure), text),
                    sure        ? "*"
                    : i + 1 < n ? " "
                                : "");
            continue;
        }
        fprintf(b->to, sure ? "  %-23s  %s is better" : "  %s", difference(b, &s),
                x->variant_names[(s.mean > 0) == x->sim->first.better_more ? others[0]
                                                                           : x->against]);
    }
    fputc('\n', b->to);
}

/* Who gains, who pays. */
static void classes(struct brief *b)
{
    enum { MOST = 4 };
    const struct experiment *x = b->x;
    uint32_t places[ROW_PLACES];
    size_t others[MOST], n = 0, count;
    char text[UNIT_TEXT];
    for (size_t v = 0; v < x->variants && n < MOST; v++)
        if (v != x->against && !brief_is_recorded(x, v)) others[n++] = v;
    if (n == 0) return;
    fprintf(b->to, "\n%s minus %s, mean %s in %s%s\n",
            n > 1 ? "others" : x->variant_names[others[0]], x->variant_names[x->against],
            x->sim->first.what, unit_name(tables_unit(x, b->cell.measure)),
            n > 1 ? "; * where 0 is outside the 95 % interval" : "");
    fprintf(b->to, "%-24s %8s", "", experiment_items(x));
    for (size_t i = 0; i < n && n > 1; i++)
        fprintf(b->to, "%s%12s", i ? "  " : " ", x->variant_names[others[i]]);
    fputc('\n', b->to);
    for (size_t a = 0; a < 2 && x->sim->first.axes[a]; a++) {
        b->cell.axis = measure_axis(x->sim, x->sim->first.axes[a]);
        count = tables_places(x, b->cell.measure, b->cell.axis, places);
        for (size_t i = 0; i < count; i++) {
            b->cell.variant = (uint32_t)x->against, b->cell.place = places[i];
            fprintf(
                b->to, "%-8s %-15s %8s", i ? "" : x->sim->axes[b->cell.axis].label,
                tables_class(x, b->cell.axis, places[i]),
                unit_text(floor(row_weight(&x->rows, b->cell) + 0.5), UNIT_COUNT, text));
            class_line(b, others, n);
        }
    }
    b->cell.axis = b->cell.place = ROW_NONE;
}

/* Lines go on below, indented, where they have more than 80 columns. */
static void wrap(FILE *to, const char *text)
{
    size_t column = 0, n;
    for (; *text; text += n) {
        n = strcspn(text + 1, " \n") + 1; /* a word, with the blank before it */
        if (*text == ' ' && column + n > 80) column = (size_t)fprintf(to, "\n ");
        fprintf(to, "%.*s", (int)n, text);
        column = *text == '\n' ? n - 1 : column + n;
    }
}

void brief_print(const struct experiment *x, FILE *to)
{
    const struct row_cell of = {(uint32_t)x->base, 0,
                                measure_number(x->sim, x->sim->first.columns[0].measure),
                                ROW_NONE, ROW_NONE};
    struct brief b = {x, to, of, 13, 0, 0};
    for (size_t v = 0; v < x->variants; v++)
        if (strlen(x->variant_names[v]) > (size_t)b.label)
            b.label = (int)strlen(x->variant_names[v]);
    if (x->about) wrap(to, x->about);
    summary(&b);
    classes(&b);
    fputc('\n', to);
    if (b.most)
        fprintf(to, "95 %% intervals: over %s%s.\n",
                strstr(tables_over(x, b.least, b.most), "over ") + 5,
                x->seeds > 1 ? "" : ", one sample each");
    if (x->sim->caution) x->sim->caution(to, x);
    fprintf(to, "More: %s%s--help\n", x->how.table ? "" : "--table all, ",
            x->how.report ? "" : "--report page.html (charts), ");
}
