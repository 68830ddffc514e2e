/* measure.c - items are read once, column by column, with the class of each; then each
 * measure picks those that count for it. */
#include "kit/measure.h"

#include "base/random.h"
#include "kit/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WEEK = 7 * 86400, WEEKS = 1000, NO_PLACE = 255 };

uint32_t measure_number(const struct simulator *s, const char *name)
{
    uint32_t i;
    for (i = 0; i < s->measures_count; i++)
        if (strcmp(s->measures[i].name, name) == 0) return i;
    return strcmp(name, "share") == 0 ? i : ROW_NONE;
}

uint32_t measure_hash(const struct simulator *s)
{
    return (uint32_t)s->measures_count + 1;
}

uint32_t measure_axis(const struct simulator *s, const char *name)
{
    for (uint32_t i = 0; i < s->axes_count; i++)
        if (strcmp(s->axes[i].name, name) == 0) return i;
    return ROW_NONE;
}

/* ---- are the tables right? --------------------------------------------------------- */

static int is_of_column(enum measure_stat s) { return s >= STAT_ABOVE; }

static void check_measure(const struct simulator *s, const struct measure *m)
{
    const size_t columns = ITEM_OWN + s->columns_count;
    if (!m->stat) fail("measure %s: no .stat", m->name);
    if (strcmp(m->name, "share") == 0 || m != s->measures + measure_number(s, m->name))
        fail("measure %s: the name is taken", m->name);
    if (m->of >= columns || m->by >= columns || m->where.column >= columns)
        fail("measure %s: there is no such column", m->name);
    if (m->stat == STAT_GIVEN && (m->of || m->by || m->fates || m->where.column))
        fail("measure %s: STAT_GIVEN takes no column and no fates", m->name);
    if (!is_of_column(m->stat) && (m->of || m->by))
        fail("measure %s: it takes no .of and no .by", m->name);
    if (m->stat == STAT_RATIO && !m->by) fail("measure %s: a ratio needs .by", m->name);
    if (m->by && (m->stat <= STAT_SUM || m->stat == STAT_MOST))
        fail("measure %s: .by goes with means, ratios and percentiles", m->name);
    if (m->fates >> 1 >> (s->fates_count - 1) || m->fates & 1)
        fail("measure %s: there is no such fate", m->name);
    if (m->stat == STAT_SHARE && !m->fates) fail("measure %s: no .fates", m->name);
}

void measure_check(const struct simulator *s)
{
    if (s->fates_count < 2 || s->fates_count > 32) fail("fates: from 1 to 31");
    for (size_t i = 0; i < s->measures_count; i++) check_measure(s, &s->measures[i]);
    for (size_t i = 0; i < s->axes_count; i++) {
        const struct axis *a = &s->axes[i];
        if (!a->kind || a->of >= ITEM_OWN + s->columns_count || a->count > ROW_PLACES ||
            (a->kind == AXIS_EDGES && (!a->count || a->count > AXIS_EDGES_MOST)) ||
            (a->kind == AXIS_WORDS && !a->words))
            fail("axis %s: no .kind, .count, .words, or no such column", a->name);
        if (measure_axis(s, a->name) != i) fail("axis %s: the name is taken", a->name);
    }
    if (s->first.columns[0].measure &&
        measure_number(s, s->first.columns[0].measure) == ROW_NONE)
        fail("first: there is no measure %s", s->first.columns[0].measure);
    const uint32_t tail = s->first.tail ? measure_axis(s, s->first.tail) : ROW_NONE;
    if (s->first.tail && (tail == ROW_NONE || s->axes[tail].kind != AXIS_EDGES))
        fail("first: there is no axis %s with edges", s->first.tail);
}

/* ---- rows -------------------------------------------------------------------------- */

static void add_row(struct run *r, uint32_t measure, uint32_t axis, uint32_t place,
                    uint32_t block, double sum, double weight)
{
    struct row row = r->place;
    row.cell.measure = measure, row.cell.axis = axis, row.block = block;
    row.cell.place = axis == ROW_NONE ? ROW_NONE : place;
    row.sum = sum, row.weight = weight;
    if (!isfinite(sum) || !isfinite(weight) || !(weight > 0))
        fail("%s is %g over a weight of %g",
             measure < r->sim->measures_count ? r->sim->measures[measure].name : "share",
             sum, weight);
    BASE_PUSH(r->rows.rows, r->rows.count, r->rows.room) = row;
}

static void give(struct run *r, const char *measure, uint32_t axis, uint32_t place,
                 double sum, double weight)
{
    const uint32_t m = measure_number(r->sim, measure);
    if (m == ROW_NONE) fail("there is no measure '%s'", measure);
    add_row(r, m, axis, place, ROW_NONE, sum, weight);
}

void run_give(struct run *r, const char *measure, double value)
{
    if (!isnan(value)) give(r, measure, ROW_NONE, ROW_NONE, value, 1);
}

static uint32_t axis_of(const struct run *r, const char *axis, uint32_t place)
{
    const uint32_t a = measure_axis(r->sim, axis);
    if (a == ROW_NONE) fail("there is no axis '%s'", axis);
    if (place >= ROW_PLACES) fail("%s: place %u is too far", axis, place);
    return a;
}

void run_class(struct run *r, const char *measure, const char *axis, uint32_t place,
               double sum, double weight)
{
    give(r, measure, axis_of(r, axis, place), place, sum, weight);
}

void run_name(struct run *r, const char *axis, uint32_t place, const char *name)
{
    const uint32_t a = axis_of(r, axis, place);
    if (!r->texts) r->texts = base_kept(r->sim->axes_count, sizeof *r->texts);
    if (!r->texts[a]) r->texts[a] = base_kept(ROW_PLACES, sizeof **r->texts);
    r->texts[a][place] = base_text("%s", name);
}

/* ---- classes ----------------------------------------------------------------------- */

static uint32_t power_of(double x)
{
    double power = 1;
    uint32_t k = 0;
    for (; k + 1 < ROW_PLACES && power < x; k++) power *= 2;
    return k;
}

/* NO_PLACE: of no class. */
static uint32_t place_of(const struct axis *a, const double *item)
{
    const double v = item[a->of];
    if (isnan(v)) return NO_PLACE;
    if (a->kind == AXIS_POWERS) return power_of(v);
    if (a->kind == AXIS_EDGES) {
        const double *edge = a->edges + 1, *end = a->edges + a->count;
        while (edge < end && v >= *edge) edge++;
        return (uint32_t)(edge - a->edges) - 1;
    }
    if (!(v >= 0 && v < ROW_PLACES && v <= floor(v)) ||
        (a->kind == AXIS_WORDS && v >= (double)a->count))
        fail("axis %s: there is no place %g", a->name, v);
    return (uint32_t)v;
}

const char *measure_edge(const struct axis *a, size_t k)
{
    char text[UNIT_TEXT];
    return base_text("%s", a->unit == UNIT_SECONDS
                               ? unit_span(a->edges[k], text)
                               : unit_text(a->edges[k], a->unit, text));
}

const char *measure_place(const struct axis *a, uint32_t place, const char *const *names)
{
    const char *const *words = a->kind == AXIS_WORDS ? a->words : names;
    switch (a->kind) {
    case AXIS_WORDS:
    case AXIS_NAMES: return words && words[place] ? words[place] : base_text("%u", place);
    case AXIS_POWERS:
        return place < 2 ? base_text("%u", place + 1)
                         : base_text("%.0f-%.0f", ldexp(1, (int)place - 1) + 1,
                                     ldexp(1, (int)place));
    case AXIS_EDGES: break;
    }
    if (place + 1 == a->count) return base_text("%s or more", measure_edge(a, place));
    if (place == 0) return base_text("under %s", measure_edge(a, 1));
    return base_text("%s to %s", measure_edge(a, place), measure_edge(a, place + 1));
}

/* ---- measures ---------------------------------------------------------------------- */

struct value {
    double value, weight;
};

struct taking {
    struct run *r;
    const unsigned char *compared;
    double *columns;       /* one behind the other, each of all items             */
    unsigned *fates;       /* of each item: a bit; 0: it is not measured          */
    unsigned char *places; /* of each axis, of each item                          */
    uint32_t *weeks;       /* of each item                                        */
    uint32_t week_count;
    int blocks;
    const struct measure *measure; /* the one at hand                         */
    uint32_t *picked;              /* the items that count for it, and ...           */
    struct value *values;          /* ... what each adds to its sum and its weight   */
    size_t count;
    struct value *sums; /* of each week, of each place */
    struct value *ranked;
};

static const double *column_of(const struct taking *t, size_t k)
{
    return t->columns + k * t->r->count;
}

static int is_mean(enum measure_stat s)
{
    return (s >= STAT_SHARE && s <= STAT_BELOW) || s == STAT_MEAN || s == STAT_RATIO;
}

/* Of which fates items count for it. */
static unsigned fates_of(const struct measure *m)
{
    return m->fates && m->stat != STAT_SHARE ? m->fates : ~0u;
}

/* Do the same items count for both? */
static int same_items(const struct measure *m, const struct measure *n)
{
    return m->of == n->of && m->by == n->by && m->compared == n->compared &&
           fates_of(m) == fates_of(n) && is_of_column(m->stat) == is_of_column(n->stat) &&
           m->where.column == n->where.column && m->where.value <= n->where.value &&
           m->where.value >= n->where.value;
}

/* Finds the items that count. */
static void pick(struct taking *t, const struct measure *m)
{
    const double *of = column_of(t, m->of), *by = column_of(t, m->by);
    const double *where = column_of(t, m->where.column), is = m->where.value;
    const unsigned fates = fates_of(m);
    const size_t all = t->r->count;
    size_t n = 0;
    for (size_t i = 0; i < all; i++) {
        if (!(t->fates[i] & fates) || (m->compared && !t->compared[i])) continue;
        if (m->where.column && !(where[i] >= is && where[i] <= is)) continue;
        if (is_of_column(m->stat) && isnan(of[i])) continue;
        if (m->by && isnan(by[i])) continue;
        t->picked[n++] = (uint32_t)i;
    }
    t->count = n;
}

/* What each of these adds to a sum and its weight. Of a percentile: the value, its
 * weight. */
static void weigh(struct taking *t, const struct measure *m)
{
    const double *of = column_of(t, m->of), *by = column_of(t, m->by);
    const size_t n = t->count;
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = t->picked[k];
        struct value s = {of[i], m->by ? by[i] : 1};
        switch (m->stat) {
        case STAT_COUNT: s.value = 1; break;
        case STAT_SHARE: s.value = (m->fates & t->fates[i]) != 0; break;
        case STAT_ABOVE: s.value = s.value > m->limit; break;
        case STAT_BELOW: s.value = s.value < m->limit; break;
        case STAT_MEAN: s.value *= s.weight; break;
        default: break;
        }
        t->values[k] = s;
    }
}

static void pick_and_weigh(struct taking *t, const struct measure *m)
{
    const struct measure *before = t->measure;
    const int same = before && same_items(m, before);
    if (!same) pick(t, m);
    if (!same || m->stat < STAT_P50 || before->stat < STAT_P50) weigh(t, m);
    t->measure = m;
}

/* Of all items; `axis` ROW_NONE: all are in place 0, NULL. */
static const unsigned char *places_of(const struct taking *t, uint32_t axis)
{
    return axis == ROW_NONE ? NULL : t->places + axis * t->r->count;
}

/* Sums of all places of an axis, by week if they are of items. Counts and sums are of the
 * whole run, over the weight 1. */
static void take_sums(struct taking *t, uint32_t measure, uint32_t axis)
{
    const int mean = is_mean(t->r->sim->measures[measure].stat);
    const uint32_t places = axis == ROW_NONE ? 1 : ROW_PLACES;
    const uint32_t weeks = t->blocks && mean ? t->week_count : 1;
    const unsigned char *place_of = places_of(t, axis);
    const struct value *values = t->values;
    struct value *const sums = t->sums;
    const size_t n = t->count;
    memset(sums, 0, sizeof *sums * places * weeks);
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = t->picked[k];
        struct value *to = weeks > 1 ? &sums[t->weeks[i] * places] : sums;
        if (place_of && place_of[i] == NO_PLACE) continue;
        if (place_of) to += place_of[i];
        to->value += values[k].value;
        to->weight += values[k].weight;
    }
    for (uint32_t place = 0; place < places; place++)
        for (uint32_t w = 0; w < weeks; w++) {
            const struct value *s = &sums[w * places + place];
            if (!(s->weight > 0) && (mean || axis != ROW_NONE)) continue;
            add_row(t->r, measure, axis, place, t->blocks && mean ? w : ROW_NONE,
                    s->value, mean ? s->weight : 1);
        }
}

/* The smallest value that `percent` of the weight does not exceed. Expected time O(n)
 * (Hoare's FIND); the values are in another order then. */
static double rank(struct value *of, size_t n, unsigned percent)
{
    struct random r = {n};
    double all = 0, below = 0; /* below: weight of the values known to be less */
    size_t lo = 0, hi = n, i;  /* it is one of lo .. hi - 1 */
    for (i = 0; i < n; i++) all += of[i].weight;
    for (;;) {
        const double pivot = of[lo + (size_t)(random_bits(&r) % (hi - lo))].value;
        double less = 0, equal = 0;
        size_t first = lo, last = hi; /* the equal ones */
        for (i = lo; i < last;) {
            const struct value moved = of[i];
            if (moved.value > pivot) {
                of[i] = of[--last], of[last] = moved;
                continue;
            }
            if (moved.value < pivot) {
                less += moved.weight;
                of[i] = of[first], of[first++] = moved;
            } else {
                equal += moved.weight;
            }
            i++;
        }
        if (first > lo && below + less >= all * percent / 100) {
            hi = first;
        } else if (last == hi || below + less + equal >= all * percent / 100) {
            return pivot;
        } else {
            lo = last;
            below += less + equal;
        }
    }
}

/* Percentiles of all places of an axis: their values one place behind the other. */
static void take_ranks(struct taking *t, uint32_t measure, uint32_t axis)
{
    static const unsigned percents[] = {50, 95, 99, 100};
    const struct measure *m = &t->r->sim->measures[measure];
    const unsigned percent = percents[m->stat - STAT_P50];
    const unsigned char *place_of = places_of(t, axis);
    size_t ends[NO_PLACE + 2] = {0}, k; /* those without a place come last */
    uint32_t place;
    for (k = 0; k < t->count; k++) ends[place_of ? place_of[t->picked[k]] + 1 : 1]++;
    for (place = 0; place < NO_PLACE; place++) ends[place + 1] += ends[place];
    for (k = 0; k < t->count; k++)
        t->ranked[ends[place_of ? place_of[t->picked[k]] : 0]++] = t->values[k];
    for (place = 0, k = 0; place < ROW_PLACES; k = ends[place++]) {
        const size_t n = ends[place] - k;
        if (n == 0) continue;
        add_row(t->r, measure, axis, place, ROW_NONE, rank(t->ranked + k, n, percent), 1);
    }
}

static int is_along(const struct measure *m, const struct axis *a)
{
    for (size_t i = 0; i < 2 && m->along[i]; i++)
        if (strcmp(m->along[i], a->name) == 0) return 1;
    return 0;
}

static void take(struct taking *t, uint32_t measure)
{
    const struct simulator *s = t->r->sim;
    const struct measure *m = &s->measures[measure];
    if (m->stat == STAT_GIVEN || (m->timed && !t->r->timing)) return;
    pick_and_weigh(t, m);
    (m->stat >= STAT_P50 ? take_ranks : take_sums)(t, measure, ROW_NONE);
    for (uint32_t a = 0; a < s->axes_count; a++)
        if ((m->classes && !s->axes[a].hidden) || is_along(m, &s->axes[a]))
            (m->stat >= STAT_P50 ? take_ranks : take_sums)(t, measure, a);
}

/* The share of the items in each place. Places of edges are there without items, too. */
static void take_shares(struct taking *t, uint32_t axis)
{
    const struct axis *a = &t->r->sim->axes[axis];
    const unsigned char *places = &t->places[axis * t->r->count];
    double in[ROW_PLACES] = {0}, all = 0;
    for (size_t i = 0; i < t->r->count; i++) {
        if (places[i] == NO_PLACE || (a->compared && !t->compared[i])) continue;
        if (!t->fates[i]) continue;
        in[places[i]]++;
        all++;
    }
    for (uint32_t k = 0; k < ROW_PLACES && all > 0; k++)
        if (in[k] > 0 || (a->kind == AXIS_EDGES && k < a->count))
            add_row(t->r, (uint32_t)t->r->sim->measures_count, axis, k, ROW_NONE, in[k],
                    all);
}

/* Weeks from the first submission. */
static void find_weeks(struct taking *t)
{
    const double *submit = column_of(t, ITEM_SUBMIT), *logged = column_of(t, ITEM_LOGGED);
    double first = INFINITY;
    for (size_t i = 0; i < t->r->count; i++)
        first = fmin(first, isnan(logged[i]) ? submit[i] : logged[i]);
    for (size_t i = 0; i < t->r->count && t->blocks; i++) {
        const double week = ((isnan(logged[i]) ? submit[i] : logged[i]) - first) / WEEK;
        t->weeks[i] = week < WEEKS - 1 ? (uint32_t)week : WEEKS - 1;
        if (t->weeks[i] >= t->week_count) t->week_count = t->weeks[i] + 1;
    }
}

static void read_items(struct taking *t)
{
    const struct run *r = t->r;
    const struct simulator *s = r->sim;
    for (size_t i = 0; i < r->count; i++) {
        const double *item = run_item(r, i);
        for (size_t k = 0; k < r->columns; k++) t->columns[k * r->count + i] = item[k];
        if (!(item[ITEM_KIND] > 0)) t->fates[i] = 1u << (unsigned)item[ITEM_FATE];
        for (size_t k = 0; k < s->axes_count; k++)
            t->places[k * r->count + i] = (unsigned char)place_of(&s->axes[k], item);
    }
}

void measure_take(struct run *r, const unsigned char *compared, int blocks)
{
    struct taking t = {.r = r, .compared = compared, .week_count = 1, .blocks = blocks};
    t.columns = base_zeroed(r->count, r->columns * sizeof *t.columns);
    t.fates = base_zeroed(r->count, sizeof *t.fates);
    t.places = base_zeroed(r->count, r->sim->axes_count);
    t.weeks = base_zeroed(r->count, sizeof *t.weeks);
    t.picked = base_zeroed(r->count, sizeof *t.picked);
    t.values = base_zeroed(2 * r->count, sizeof *t.values);
    t.ranked = t.values + r->count;
    read_items(&t);
    find_weeks(&t);
    t.sums = base_zeroed((size_t)t.week_count * ROW_PLACES, sizeof *t.sums);
    for (uint32_t k = 0; k < r->sim->measures_count; k++) take(&t, k);
    for (uint32_t k = 0; k < r->sim->axes_count; k++) take_shares(&t, k);
    if (r->hash)
        add_row(r, measure_hash(r->sim), ROW_NONE, 0, ROW_NONE, (double)(r->hash >> 32),
                (double)(r->hash & 0xFFFFFFFF) + 1);
    free(t.columns), free(t.fates), free(t.places), free(t.weeks), free(t.picked);
    free(t.values), free(t.sums);
}
