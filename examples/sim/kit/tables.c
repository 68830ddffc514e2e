/* tables.c - cells are texts in one list, row by row; a row without any value goes. */
#include "kit/tables.h"

#include "kit/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLUS_MINUS " \xc2\xb1 "

struct tables { /* of the experiment, as they are made once */
    const struct experiment *x;
    struct tables_one *made;
    size_t count, room;
};

/* ---- names ------------------------------------------------------------------------- */

const char *tables_name(const struct experiment *x, uint32_t measure)
{
    if (measure < x->sim->measures_count) return x->sim->measures[measure].name;
    return measure == measure_hash(x->sim) ? "hash" : "share";
}

const char *tables_label(const struct experiment *x, uint32_t measure)
{
    if (measure == x->sim->measures_count) return experiment_items(x);
    const char *label = x->sim->measures[measure].label;
    return label + strspn(label, " ");
}

enum unit tables_unit(const struct experiment *x, uint32_t measure)
{
    return measure == x->sim->measures_count ? UNIT_PERCENT
                                             : x->sim->measures[measure].unit;
}

const char *tables_over(const struct experiment *x, size_t least, size_t most)
{
    const char *units = x->seeds > 1 ? "seeds" : "weeks";
    return least < most
               ? base_text("95 %% interval over %zu to %zu %s", least, most, units)
               : base_text("95 %% interval over %zu %s", most, units);
}

const char *tables_place(const struct experiment *x, uint32_t axis, uint32_t place)
{
    return measure_place(&x->sim->axes[axis], place, x->texts[axis]);
}

const char *tables_class(const struct experiment *x, uint32_t axis, uint32_t place)
{
    const char *name = tables_place(x, axis, place);
    if (x->sim->axes[axis].kind != AXIS_POWERS || place < 2) return name;
    const double low = ldexp(1, (int)place - 1) + 1, high = ldexp(1, (int)place);
    return low < (double)x->servers && (double)x->servers < high
               ? base_text("%.0f-%.0f", low, (double)x->servers)
               : name;
}

size_t tables_places(const struct experiment *x, uint32_t measure, uint32_t axis,
                     uint32_t to[ROW_PLACES])
{
    struct row_cell of = {(uint32_t)x->base, 0, measure, axis, 0};
    size_t n = 0;
    for (; of.place < ROW_PLACES; of.place++)
        for (of.variant = 0; of.variant < x->variants; of.variant++)
            if (row_weight(&x->rows, of) > 0) {
                to[n++] = of.place;
                break;
            }
    return n;
}

/* ---- cells ------------------------------------------------------------------------- */

static void cell(struct tables_one *t, const char *text)
{
    BASE_PUSH(t->cells, t->rows, t->room) =
        text; /* rows counts cells until the table is shown */
}

static const char *with_unit(const char *label, enum unit u)
{
    return *unit_name(u) ? base_text("%s (%s)", label, unit_name(u)) : label;
}

static const char *value(double mean, enum unit u)
{
    char text[UNIT_TEXT];
    return base_text("%s", unit_text(mean, u, text));
}

static const char *span(double mean, double lo, double hi, enum unit u)
{
    char text[3][UNIT_TEXT];
    return base_text("%s (%s..%s)", unit_text(mean, u, text[0]),
                     unit_text(lo, u, text[1]), unit_text(hi, u, text[2]));
}

/* Remembers over how many seeds or weeks the table's intervals are. */
static void note(struct tables_one *t, const struct row_spread *s)
{
    if (!isfinite(s->low)) return;
    if (t->over_most == 0 || s->count < t->over_least) t->over_least = s->count;
    if (s->count > t->over_most) t->over_most = s->count;
}

/* A mean with its interval over seeds; of few seeds the least and the most. */
static const char *spread(struct tables_one *t, const struct row_spread *s, enum unit u,
                          int seeds)
{
    const double mean = u == UNIT_COUNT && s->count ? floor(s->mean + 0.5) : s->mean;
    const double half = s->high - s->mean, other = s->mean - s->low;
    if (!seeds || !(s->most > s->least)) return value(mean, u);
    note(t, s);
    if (!isfinite(s->low))
        return base_text("%s, %s to %s", value(mean, u), value(s->least, u),
                         value(s->most, u));
    if (fabs(half - other) <= 1e-6 * fabs(half))
        return base_text("%s" PLUS_MINUS "%s", value(s->mean, u), value(half, u));
    return span(s->mean, s->low, s->high, u);
}

static const char *difference(struct tables_one *t, const struct row_spread *s,
                              enum unit u)
{
    note(t, s);
    return isfinite(s->low) ? span(s->mean, s->low, s->high, u) : value(s->mean, u);
}

/* Of each variant; of a difference, but for the one that others are compared with. How
 * many have a value; a detail, whose label begins with four blanks, has none while it is
 * 0. `alone`: the means, without intervals. */
static size_t values(const struct experiment *x, struct tables_one *t, struct row_cell of,
                     enum experiment_beside how, int alone)
{
    const struct measure *m =
        of.measure < x->sim->measures_count ? &x->sim->measures[of.measure] : NULL;
    const int detail = m && strspn(m->label, " ") >= 4;
    const enum unit u =
        how == EXPERIMENT_RELATIVE ? UNIT_PERCENT : tables_unit(x, of.measure);
    size_t known = 0;
    for (of.variant = 0; of.variant < x->variants; of.variant++) {
        if (how != EXPERIMENT_ALONE && of.variant == x->against) continue;
        struct row_spread s = experiment_spread(x, of, how);
        known += s.count > 0 && (!detail || fabs(s.mean) > 0);
        cell(t, how == EXPERIMENT_LESS ? difference(t, &s, u)
                : alone                ? value(s.mean, u)
                                       : spread(t, &s, u, x->seeds > 1));
    }
    return known;
}

/* ---- tables ------------------------------------------------------------------------ */

/* `others`: without the variant that is compared with. `second`: what the second column
 * has; NULL: the first variant. */
static struct tables_one begin(const struct experiment *x, const char *title, int others,
                               const char *second)
{
    struct tables_one t = {title, NULL, 0, 0, 0, 0, 0, 0};
    cell(&t, "");
    if (second) cell(&t, second);
    for (size_t v = 0; v < x->variants; v++)
        if (!others || v != x->against) cell(&t, x->variant_names[v]);
    t.columns = t.rows;
    return t;
}

static void end(struct tables *to, struct tables_one *t)
{
    t->rows /= t->columns;
    if (t->over_most)
        t->title = base_text("%s; %s", t->title,
                             tables_over(to->x, t->over_least, t->over_most));
    base_keep(t->cells);
    if (t->rows > 1) BASE_PUSH(to->made, to->count, to->room) = *t;
}

static const char *at_base(const struct experiment *x)
{
    return x->points > 1 ? base_text(" at %s", x->point_names[x->base]) : "";
}

/* The other axes, where they stay: ", nodes 100". */
static const char *elsewhere(const struct experiment *x, size_t axis)
{
    const char *text = "";
    for (size_t a = 0; a < x->axis_count; a++)
        if (a != axis)
            text = base_text("%s, %s %s", text, experiment_axis(x, a)->name,
                             experiment_text(x, a, x->base));
    return text;
}

/* A measure at several points; along an axis, or at all. With `relative`: what others are
 * more than the one that is compared with. */
static void by_point(struct tables *to, uint32_t m, size_t axis, int relative)
{
    const struct experiment *x = to->x;
    const int line = axis < x->axis_count;
    size_t *points = base_zeroed(x->points + OPTION_VALUES, sizeof *points);
    const size_t n = line ? experiment_line(x, axis, points) : x->points;
    const char *label = relative ? base_text("%s: more than %s (%%)", tables_label(x, m),
                                             x->variant_names[x->against])
                                 : with_unit(tables_label(x, m), tables_unit(x, m));
    struct tables_one t = begin(x,
                                base_text("%s, by %s%s", label,
                                          line ? experiment_axis(x, axis)->name : "point",
                                          line ? elsewhere(x, axis) : ""),
                                relative, NULL);
    size_t known = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t point = line ? points[i] : i;
        const struct row_cell of = {(uint32_t)point, 0, m, ROW_NONE, ROW_NONE};
        cell(&t, line ? experiment_text(x, axis, point) : x->point_names[point]);
        known += values(x, &t, of, relative ? EXPERIMENT_RELATIVE : EXPERIMENT_ALONE, 0);
    }
    if (!known) t.rows = t.columns;
    end(to, &t);
    free(points);
}

static void sweeps(struct tables *to)
{
    const struct experiment *x = to->x;
    for (size_t a = 0; a < x->axis_count; a++)
        for (uint32_t m = 0; m < x->sim->measures_count; m++)
            if (x->sim->measures[m].swept) by_point(to, m, a, 0);
    for (size_t a = 0; a < x->axis_count && x->variants > 1; a++)
        for (uint32_t m = 0; m < x->sim->measures_count; m++)
            if (x->sim->measures[m].relative) by_point(to, m, a, 1);
    if (x->axis_count < 2 || x->how.each) return;
    for (uint32_t m = 0; m < x->sim->measures_count; m++)
        if (x->sim->measures[m].swept) by_point(to, m, x->axis_count, 0);
}

/* Every measure at the base; with `relative` what others are more, of rows that have it.
 */
static void summary(struct tables *to, int relative)
{
    const struct experiment *x = to->x;
    const char *title = relative
                            ? base_text("More than %s (%%)", x->variant_names[x->against])
                            : "All figures";
    struct tables_one t = begin(x, base_text("%s%s", title, at_base(x)), relative, NULL);
    for (uint32_t m = 0; m < x->sim->measures_count; m++) {
        const struct row_cell of = {(uint32_t)x->base, 0, m, ROW_NONE, ROW_NONE};
        const struct measure *measure = &x->sim->measures[m];
        if (relative && !measure->relative) continue;
        cell(&t, relative ? measure->label : with_unit(measure->label, measure->unit));
        if (!values(x, &t, of, relative ? EXPERIMENT_RELATIVE : EXPERIMENT_ALONE, 0))
            t.rows -= t.columns;
    }
    end(to, &t);
}

/* Is the weight of its rows how many items they are of? */
static int is_of_items(const struct experiment *x, uint32_t m)
{
    const struct measure *of = &x->sim->measures[m];
    return !of->by &&
           (of->stat == STAT_MEAN || (of->stat >= STAT_SHARE && of->stat <= STAT_BELOW));
}

static void class_row(const struct experiment *x, struct tables_one *t,
                      struct row_cell of, enum experiment_beside how, int counted,
                      const char *label)
{
    cell(t, label);
    if (counted) cell(t, value(floor(row_weight(&x->rows, of) + 0.5), UNIT_COUNT));
    values(x, t, of, how, 1);
}

/* A measure of each class: means, and how many items they are of; or what each variant
 * has more than the one it is compared with. */
static void classes(struct tables *to, uint32_t m, enum experiment_beside how)
{
    const struct experiment *x = to->x;
    const int counted = how == EXPERIMENT_ALONE && is_of_items(x, m);
    const char *label = with_unit(tables_label(x, m), tables_unit(x, m));
    const char *all = x->sim->measures[m].stat == STAT_GIVEN
                          ? "all"
                          : base_text("all %s", experiment_items(x));
    struct tables_one t =
        begin(x, base_text("%s%s", label, at_base(x)), how == EXPERIMENT_LESS,
              counted ? experiment_items(x) : NULL);
    struct row_cell of = {(uint32_t)x->base, 0, m, ROW_NONE, ROW_NONE};
    const char *first = x->sim->first.columns[0].measure;
    uint32_t places[ROW_PLACES];
    size_t n;
    if (how == EXPERIMENT_LESS)
        t.title = base_text("%s minus %s", t.title, x->variant_names[x->against]);
    t.open = first && measure_number(x->sim, first) == m;
    class_row(x, &t, of, how, counted, all);
    for (of.axis = 0; of.axis < x->sim->axes_count; of.axis++) {
        n = x->sim->axes[of.axis].hidden ? 0 : tables_places(x, m, of.axis, places);
        for (size_t i = 0; i < n; i++) {
            of.place = places[i];
            class_row(x, &t, of, how, counted,
                      base_text("%s: %s", x->sim->axes[of.axis].label,
                                tables_class(x, of.axis, of.place)));
        }
    }
    end(to, &t);
}

static void make(struct tables *to)
{
    const struct experiment *x = to->x;
    sweeps(to);
    summary(to, 0);
    if (x->axis_count == 0 && x->variants > 1) summary(to, 1);
    for (uint32_t m = 0; m < x->sim->measures_count; m++) {
        if (!x->sim->measures[m].classes) continue;
        classes(to, m, EXPERIMENT_ALONE);
        if (x->variants > 1) classes(to, m, EXPERIMENT_LESS);
    }
}

const struct tables_one *tables_all(const struct experiment *x, size_t *count)
{
    static struct tables all;
    if (!all.x) {
        all.x = x;
        make(&all);
        if (all.made) base_keep(all.made);
    }
    *count = all.count;
    return all.made;
}

/* ---- a terminal -------------------------------------------------------------------- */

static int width_of(const char *text)
{
    int n = 0;
    for (; *text; text++) n += (*text & 0xC0) != 0x80;
    return n;
}

void tables_print(FILE *to, const struct tables_one *t)
{
    int label = 0, wide = 10, k;
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        k = width_of(t->cells[i]);
        if (i % t->columns == 0 && k > label) label = k;
        if (i % t->columns != 0 && k > wide) wide = k;
    }
    const int own_line = width_of(t->title) > label + 12;
    if (!own_line && width_of(t->title) > label) label = width_of(t->title);
    fprintf(to, "\n%s%s", own_line ? t->title : "", own_line ? "\n" : "");
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        const char *text = i || own_line ? t->cells[i] : t->title;
        if (i % t->columns == 0)
            fprintf(to, "%s%*s", text, label - width_of(text), "");
        else
            fprintf(to, "  %*s%s", wide - width_of(text), "", text);
        if (i % t->columns == t->columns - 1) fputc('\n', to);
    }
}
