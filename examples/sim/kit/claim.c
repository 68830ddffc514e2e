/* claim.c - a claim is read by words from left to right. */
#include "kit/claim.h"

#include "base/word.h"
#include "kit/base.h"
#include "kit/tables.h"

#include <math.h>
#include <string.h>

struct reader {
    const struct experiment *x;
    const char *claim;
    struct word rest; /* the words not read yet */
};

struct side {
    struct row_cell cell;
    size_t values[EXPERIMENT_AXES]; /* of each axis: which value */
    int chosen;                     /* the variant is named      */
};

FAIL_NORETURN static void refuse(const struct reader *r, const char *what, struct word w)
{
    fail_usage("--claim '%s': %s, not '%.*s'", r->claim, what, WORD(w));
}

static struct word next(struct reader *r)
{
    struct word w = {NULL, 0};
    while (r->rest.at && w.length == 0) w = word_part(&r->rest, ' ');
    return w;
}

static int is_relation(struct word w)
{
    return !w.length || (w.length == 1 && strchr("/-<>=", *w.at)) || word_is(w, "in") ||
           word_is(w, "within");
}

/* As in --facts, where blanks are _. */
static int is_named(struct word w, const char *name)
{
    size_t i;
    for (i = 0; i < w.length && name[i]; i++)
        if (w.at[i] != (name[i] == ' ' ? '_' : name[i])) return 0;
    return i == w.length && !name[i];
}

/* Which of the names the word is. */
static size_t find(const struct reader *r, struct word w, const char *const *names,
                   size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_named(w, names[i])) return i;
    refuse(r, base_text("expected one of %s", base_list(names, count)), w);
}

/* The place of an axis of classes; names that runs give are known after them. */
static void take_class(const struct reader *r, struct word w, uint32_t axis,
                       struct side *to)
{
    const struct axis *a = &r->x->sim->axes[axis];
    const int counted = a->kind == AXIS_EDGES || a->kind == AXIS_WORDS;
    const uint32_t end = counted ? (uint32_t)a->count : ROW_PLACES;
    uint32_t place = 0;
    while (place < end && !is_named(w, tables_place(r->x, axis, place))) place++;
    if (place == end && (a->kind != AXIS_NAMES || r->x->rows.count))
        refuse(r, base_text("expected a class of %s (see --facts)", a->name), w);
    to->cell.axis = axis, to->cell.place = place;
}

/* A variant, or NAME=VALUE. */
static void take(const struct reader *r, struct word w, struct side *to)
{
    const struct experiment *x = r->x;
    struct word value = w;
    const struct word name = word_part(&value, '=');
    size_t a = 0, k = 0;
    to->chosen |= !value.at;
    while (a < x->axis_count && !word_is(name, experiment_axis(x, a)->name)) a++;
    while (k < x->sim->axes_count && !word_is(name, x->sim->axes[k].name)) k++;
    if (!value.at)
        to->cell.variant = (uint32_t)find(r, w, x->variant_names, x->variants);
    else if (a < x->axis_count)
        to->values[a] =
            find(r, value, x->value_texts[a], x->options.given[x->axes[a]].count);
    else if (k < x->sim->axes_count)
        take_class(r, value, (uint32_t)k, to);
    else
        refuse(r, "expected a swept option or class as NAME", w);
}

/* A cell that begins with the word, and in *end the word behind it. */
static struct row_cell read_cell(struct reader *r, struct word w, const struct side *all,
                                 struct word *end)
{
    struct side s = *all;
    if (!w.length) refuse(r, "expected a figure", w);
    for (; !is_relation(w); w = next(r)) take(r, w, &s);
    for (s.cell.point = 0; s.cell.point < r->x->points; s.cell.point++)
        if (memcmp(r->x->values[s.cell.point], s.values,
                   r->x->axis_count * sizeof *s.values) == 0)
            break;
    if (s.cell.point == r->x->points)
        fail_usage("--claim '%s': --each does not run that point", r->claim);
    *end = w;
    for (size_t v = 0; !s.chosen && v < r->x->rows.count && v < r->x->variants &&
                       !row_figure(&r->x->rows, s.cell);
         v++)
        s.cell.variant = (uint32_t)v;
    return s.cell;
}

static double read_number(const struct reader *r, struct word w)
{
    double x = 0;
    if (!word_is_number(w, &x)) refuse(r, "expected a number", w);
    return x;
}

/* Behind < or >: a number, a cell, or so many times a cell. */
static double read_bound(struct reader *r, struct claim *c, const struct side *all,
                         struct word *end)
{
    struct word w = next(r);
    double x = 0;
    const int number = word_is_number(w, &x);
    if (number) *end = next(r);
    if (number && !word_is(*end, "*")) return x;
    if (c->how != EXPERIMENT_ALONE) refuse(r, "expected a number", number ? *end : w);
    c->how = number ? EXPERIMENT_RELATIVE : EXPERIMENT_LESS;
    c->other = read_cell(r, number ? next(r) : w, all, end);
    return x;
}

static void read_range(struct reader *r, struct claim *c)
{
    const struct word w = next(r);
    struct word to = w, from = word_part(&to, ':');
    if (!to.at) refuse(r, "expected a range LOW:HIGH", w);
    if (from.length) c->from = read_number(r, from);
    if (to.length) c->to = read_number(r, to);
    if (!(c->from < c->to)) refuse(r, "expected LOW below HIGH", w);
}

static void read_equal(struct reader *r, struct claim *c, const struct side *all)
{
    struct word w;
    if (c->how != EXPERIMENT_ALONE) refuse(r, "expected 'in LOW:HIGH'", r->rest);
    c->other = read_cell(r, next(r), all, &w);
    if (!word_is(w, "within")) refuse(r, "expected within X, or X%", w);
    w = next(r);
    const int percent = w.length && w.at[w.length - 1] == '%';
    w.length -= (size_t)percent;
    c->how = percent ? EXPERIMENT_RELATIVE : EXPERIMENT_LESS;
    c->to = read_number(r, w) / (percent ? 100 : 1);
    c->from = percent - c->to, c->to += percent;
}

/* The measure; and what behind "at" is said of all cells, which is then left out. */
static struct side read_all(struct reader *r)
{
    const struct experiment *x = r->x;
    struct side all = {
        {(uint32_t)x->base, (uint32_t)x->against, 0, ROW_NONE, ROW_NONE}, {0}, 0};
    const struct word measure = word_part(&r->rest, ':');
    const char *name = base_text("%.*s", (int)measure.length, measure.at);
    const char *at = r->rest.at ? strstr(r->rest.at, " at ") : NULL;
    struct reader behind = *r;
    struct word w;
    all.cell.measure = measure_number(x->sim, name);
    if (!r->rest.at || all.cell.measure == ROW_NONE)
        fail_usage("--claim: '%s' does not begin with MEASURE: (see --facts)", r->claim);
    memcpy(all.values, x->values[x->base], sizeof all.values);
    if (!at) return all;
    r->rest.length = (size_t)(at - r->rest.at);
    for (behind.rest = word_of(at + 4); (w = next(&behind)).length;) take(r, w, &all);
    return all;
}

struct claim claim_read(const struct experiment *x, const char *text)
{
    struct reader r = {x, text, word_of(text)};
    struct claim c = {.text = text, .judged = 1, .from = -INFINITY, .to = INFINITY};
    const struct side all = read_all(&r);
    struct word w = next(&r);
    c.cell = c.other = read_cell(&r, w, &all, &w);
    if (word_is(w, "/") || word_is(w, "-")) {
        c.how = word_is(w, "/") ? EXPERIMENT_RELATIVE : EXPERIMENT_LESS;
        c.other = read_cell(&r, next(&r), &all, &w);
    }
    if (!w.length)
        c.judged = 0;
    else if (word_is(w, "<"))
        c.to = read_bound(&r, &c, &all, &w);
    else if (word_is(w, ">"))
        c.from = read_bound(&r, &c, &all, &w);
    else if (word_is(w, "in"))
        read_range(&r, &c), w = next(&r);
    else if (word_is(w, "="))
        read_equal(&r, &c, &all), w = next(&r);
    if (w.length) refuse(&r, "expected < > = or in, then the end", w);
    if (!(c.from < c.to)) refuse(&r, "expected an amount above 0", word_of(text));
    return c;
}

struct row_spread claim_figure(const struct experiment *x, const struct claim *c)
{
    struct row_spread s = experiment_compare(x, c->cell, c->other, c->how);
    if (c->how == EXPERIMENT_RELATIVE) s.mean++, s.low++, s.high++;
    return s;
}

/* Does the interval lie between the two, whose ends are not in the range? */
static const char *verdict(double low, double high, double from, double to)
{
    if (low > from && high < to) return "holds";
    return high <= from || low >= to ? "does not hold" : "undecided";
}

void claim_print(const struct experiment *x, const struct claim *c, FILE *to)
{
    const struct row_spread s = claim_figure(x, c);
    fprintf(to, isnan(s.mean) ? "%s: no such figure" : "%s: %.6g", c->text, s.mean);
    if (isfinite(s.low))
        fprintf(to, " (%.6g..%.6g), %s", s.low, s.high, tables_over(x, s.count, s.count));
    else
        fprintf(to, ", no interval (%s)",
                s.why == INTERVAL_ALIKE ? "weeks resemble the ones before"
                : s.why == INTERVAL_FEW ? "needs five seeds or ten weeks"
                                        : "the value it is relative to is not above 0");
    if (c->judged) fprintf(to, ": %s", verdict(s.low, s.high, c->from, c->to));
    fputc('\n', to);
}
