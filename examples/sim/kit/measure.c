/* measure.c - classes once for each item, then one pass over the items for each measure,
 * which adds to all classes at once. */
#include "kit/measure.h"

#include "base/compare.h"
#include "base/statistics.h"
#include "kit/base.h"
#include "kit/sim.h"

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

uint32_t measure_axis(const struct simulator *s, const char *name)
{
    uint32_t i;
    for (i = 0; i < s->axes_count; i++)
        if (strcmp(s->axes[i].name, name) == 0) return i;
    return ROW_NONE;
}

/* ---- are the tables right? --------------------------------------------------------- */

static int is_of_column(enum measure_stat s) { return s >= STAT_ABOVE; }

static void check_measure(const struct simulator *s, const struct measure *m)
{
    const size_t columns = ITEM_OWN + s->columns_count;
    if (!m->stat) fail("measure %s: no .stat", m->name);
    if (strcmp(m->name, "share") == 0 || measure_number(s, m->name) != m - s->measures)
        fail("measure %s: the name is taken", m->name);
    if (m->of >= columns || m->by >= columns || m->where.column >= columns)
        fail("measure %s: there is no such column", m->name);
    if (m->stat == STAT_GIVEN && (m->of || m->by || m->fates || m->where.column))
        fail("measure %s: what the run gives is of no items", m->name);
    if (!is_of_column(m->stat) && (m->of || m->by))
        fail("measure %s: it is of no column", m->name);
    if (m->stat == STAT_RATIO && !m->by) fail("measure %s: a ratio needs .by", m->name);
    if (m->by && (m->stat == STAT_ABOVE || m->stat == STAT_SUM || m->stat == STAT_MOST))
        fail("measure %s: .by goes with means, ratios and percentiles", m->name);
    if (m->fates >> 1 >> (s->fates_count - 1) || m->fates & 1)
        fail("measure %s: there is no such fate", m->name);
    if (m->stat == STAT_SHARE && !m->fates) fail("measure %s: no .fates", m->name);
}

static void check_figure(const struct simulator *s, const struct figure *f)
{
    const uint32_t axis = f->axis ? measure_axis(s, f->axis) : ROW_NONE;
    if (!f->kind) fail("figure '%s': no .kind", f->title);
    if (f->kind == FIGURE_DAY || f->kind == FIGURE_USE) return;
    if (f->kind == FIGURE_TAIL && (axis == ROW_NONE || s->axes[axis].kind != AXIS_EDGES))
        fail("figure '%s': no .axis with edges", f->title);
    if (f->kind == FIGURE_TAIL) return;
    if (!f->measure || measure_number(s, f->measure) == ROW_NONE)
        fail("figure '%s': there is no measure '%s'", f->title,
             f->measure ? f->measure : "");
    if (f->kind == FIGURE_BARS && axis == ROW_NONE)
        fail("figure '%s': there is no axis '%s'", f->title, f->axis ? f->axis : "");
}

void measure_check(const struct simulator *s)
{
    size_t i;
    if (s->fates_count < 2 || s->fates_count > 32) fail("fates: from 1 to 31");
    for (i = 0; i < s->measures_count; i++) check_measure(s, &s->measures[i]);
    for (i = 0; i < s->axes_count; i++) {
        const struct axis *a = &s->axes[i];
        if (!a->kind || a->of >= ITEM_OWN + s->columns_count || a->count > ROW_PLACES ||
            (a->kind == AXIS_EDGES && (!a->count || a->count > AXIS_EDGES_MOST)) ||
            (a->kind == AXIS_WORDS && !a->words))
            fail("axis %s: no .kind, .count, .words, or no such column", a->name);
        if (measure_axis(s, a->name) != i) fail("axis %s: the name is taken", a->name);
    }
    for (i = 0; i < s->figures_count; i++) check_figure(s, &s->figures[i]);
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
    uint32_t k = 0;
    if (isnan(v)) return NO_PLACE;
    if (a->kind == AXIS_POWERS) return power_of(v);
    if (a->kind == AXIS_EDGES) {
        while (k + 1 < a->count && v >= a->edges[k + 1]) k++;
        return k;
    }
    if (!(v >= 0 && v < ROW_PLACES) || (a->kind == AXIS_WORDS && v >= (double)a->count))
        fail("axis %s: there is no place %g", a->name, v);
    return (uint32_t)v;
}

static const char *bound(const struct axis *a, uint32_t k, char to[UNIT_TEXT])
{
    return a->unit == UNIT_SECONDS ? unit_span(a->edges[k], to)
                                   : unit_text(a->edges[k], a->unit, to);
}

const char *measure_place(const struct axis *a, uint32_t place, const char *const *names,
                          char to[96])
{
    char lo[UNIT_TEXT], hi[UNIT_TEXT];
    if (a->kind == AXIS_WORDS || a->kind == AXIS_NAMES) {
        const char *text = a->kind == AXIS_WORDS ? a->words[place]
                           : names               ? names[place]
                                                 : NULL;
        if (text)
            snprintf(to, 96, "%s", text);
        else
            snprintf(to, 96, "%u", place);
    } else if (a->kind == AXIS_POWERS) {
        if (place < 2)
            snprintf(to, 96, "%u", place + 1);
        else
            snprintf(to, 96, "%.0f-%.0f", ldexp(1, (int)place - 1) + 1,
                     ldexp(1, (int)place));
    } else if (place + 1 == a->count) {
        snprintf(to, 96, "from %s", bound(a, place, lo));
    } else if (place == 0) {
        snprintf(to, 96, "under %s", bound(a, 1, hi));
    } else {
        snprintf(to, 96, "%s to %s", bound(a, place, lo), bound(a, place + 1, hi));
    }
    return to;
}

/* ---- measures ---------------------------------------------------------------------- */

struct sum {
    double sum, weight;
};

struct value { /* of a percentile */
    double value, weight;
};

struct taking {
    const struct run *r;
    const unsigned char *compared;
    unsigned char *places; /* of each axis, of each item */
    uint32_t *weeks;       /* of each item               */
    uint32_t week_count;
    int blocks;
    struct sum *sums; /* of each week, of each place      */
    struct value *sorted;
};

static int is_measured(const double *item) { return !(item[ITEM_KIND] > 0); }

static unsigned fate_of(const double *item) { return 1u << (unsigned)item[ITEM_FATE]; }

static int counts(const struct taking *t, const struct measure *m, size_t i)
{
    const double *item = run_item(t->r, i), *where = &item[m->where.column];
    if (!is_measured(item) || (m->compared && !t->compared[i])) return 0;
    if (m->where.column && !(*where >= m->where.value && *where <= m->where.value))
        return 0;
    if (m->stat == STAT_SHARE) return 1;
    if (is_of_column(m->stat) && isnan(item[m->of])) return 0;
    if (m->by && isnan(item[m->by])) return 0;
    return !m->fates || m->fates & fate_of(item);
}

/* What an item adds; a count and a sum are of the whole run, over the weight 1. */
static struct sum worth(const struct measure *m, const double *item)
{
    struct sum s = {1, 1};
    switch (m->stat) {
    case STAT_SHARE: s.sum = (m->fates & fate_of(item)) != 0; break;
    case STAT_ABOVE: s.sum = item[m->of] > 0; break;
    case STAT_SUM: s.sum = item[m->of]; break;
    case STAT_MEAN:
        s.weight = m->by ? item[m->by] : 1;
        s.sum = item[m->of] * s.weight;
        break;
    case STAT_RATIO:
        s.sum = item[m->of];
        s.weight = item[m->by];
        break;
    default: break;
    }
    return s;
}

static int is_mean(enum measure_stat s)
{
    return s == STAT_SHARE || s == STAT_ABOVE || s == STAT_MEAN || s == STAT_RATIO;
}

static void emit(const struct taking *t, uint32_t measure, uint32_t axis, uint32_t place,
                 uint32_t block, double sum, double weight)
{
    struct row row = t->r->place;
    row.measure = measure, row.axis = axis, row.place = place, row.block = block;
    row.sum = sum, row.weight = weight;
    row_add(t->r->group, &row,
            measure < t->r->sim->measures_count ? t->r->sim->measures[measure].name
                                                : "share");
}

/* `axis` ROW_NONE: all are in place 0. */
static uint32_t place_at(const struct taking *t, uint32_t axis, size_t i)
{
    return axis == ROW_NONE ? 0 : t->places[axis * t->r->count + i];
}

/* Sums of all places of an axis, by week if they are of items. */
static void take_sums(struct taking *t, uint32_t measure, uint32_t axis)
{
    const struct measure *m = &t->r->sim->measures[measure];
    const uint32_t places = axis == ROW_NONE ? 1 : ROW_PLACES;
    const uint32_t weeks = t->blocks && is_mean(m->stat) ? t->week_count : 1;
    uint32_t w, place;
    size_t i;
    memset(t->sums, 0, sizeof *t->sums * places * weeks);
    for (i = 0; i < t->r->count; i++) {
        struct sum s, *to;
        if (!counts(t, m, i)) continue;
        place = place_at(t, axis, i);
        if (place == NO_PLACE) continue;
        s = worth(m, run_item(t->r, i));
        to = &t->sums[(weeks > 1 ? t->weeks[i] : 0) * places + place];
        to->sum += s.sum;
        to->weight += s.weight;
    }
    for (place = 0; place < places; place++)
        for (w = 0; w < weeks; w++) {
            const struct sum *s = &t->sums[w * places + place];
            const int whole = m->stat == STAT_COUNT || m->stat == STAT_SUM;
            if (!(s->weight > 0) && !(whole && axis == ROW_NONE)) continue;
            emit(t, measure, axis, axis == ROW_NONE ? ROW_NONE : place,
                 t->blocks && !whole ? w : ROW_NONE, s->sum, whole ? 1 : s->weight);
        }
}

static int compare_values(const void *a, const void *b)
{
    const struct value *x = (const struct value *)a, *y = (const struct value *)b;
    if (x->value < y->value || x->value > y->value) return COMPARE(x->value, y->value);
    return COMPARE(x->weight, y->weight);
}

/* The smallest value that `percent` of the weight does not exceed. */
static double rank(const struct value *sorted, size_t n, unsigned percent, int weighted)
{
    double all = 0, sum = 0;
    size_t i;
    if (!weighted) return sorted[statistics_percentile(n, percent)].value;
    for (i = 0; i < n; i++) all += sorted[i].weight;
    for (i = 0; i + 1 < n; i++) {
        sum += sorted[i].weight;
        if (sum >= all * percent / 100) break;
    }
    return sorted[i].value;
}

static void take_rank(struct taking *t, uint32_t measure, uint32_t axis)
{
    static const unsigned percents[] = {50, 95, 99, 100};
    const struct measure *m = &t->r->sim->measures[measure];
    const uint32_t places = axis == ROW_NONE ? 1 : ROW_PLACES;
    uint32_t place;
    size_t i, n;
    for (place = 0; place < places; place++) {
        for (n = i = 0; i < t->r->count; i++) {
            const double *item = run_item(t->r, i);
            if (place_at(t, axis, i) != place || !counts(t, m, i)) continue;
            t->sorted[n].value = item[m->of];
            t->sorted[n++].weight = m->by ? item[m->by] : 1;
        }
        if (n == 0) continue;
        qsort(t->sorted, n, sizeof *t->sorted, compare_values);
        emit(t, measure, axis, axis == ROW_NONE ? ROW_NONE : place, ROW_NONE,
             rank(t->sorted, n, percents[m->stat - STAT_P50], m->by != 0), 1);
    }
}

static void take(struct taking *t, uint32_t measure, uint32_t axis)
{
    const struct measure *m = &t->r->sim->measures[measure];
    if (m->stat == STAT_GIVEN || (m->timed && !t->r->timing)) return;
    if (m->stat >= STAT_P50)
        take_rank(t, measure, axis);
    else
        take_sums(t, measure, axis);
}

/* The share of the items in each place. Places of edges are there without items, too. */
static void take_shares(struct taking *t, uint32_t axis)
{
    const struct axis *a = &t->r->sim->axes[axis];
    double in[ROW_PLACES] = {0}, all = 0;
    uint32_t k;
    size_t i;
    for (i = 0; i < t->r->count; i++) {
        const uint32_t place = place_at(t, axis, i);
        if (place == NO_PLACE || (a->compared && !t->compared[i])) continue;
        if (!is_measured(run_item(t->r, i))) continue;
        in[place]++;
        all++;
    }
    for (k = 0; k < ROW_PLACES && all > 0; k++)
        if (in[k] > 0 || (a->kind == AXIS_EDGES && k < a->count))
            emit(t, (uint32_t)t->r->sim->measures_count, axis, k, ROW_NONE, in[k], all);
}

static double logged(const struct run *r, size_t i)
{
    const double *item = run_item(r, i);
    return isnan(item[ITEM_LOGGED]) ? item[ITEM_SUBMIT] : item[ITEM_LOGGED];
}

/* Weeks from the first submission. */
static void find_weeks(struct taking *t)
{
    double first = INFINITY;
    size_t i;
    for (i = 0; i < t->r->count; i++) first = fmin(first, logged(t->r, i));
    for (i = 0; i < t->r->count && t->blocks; i++) {
        const double week = (logged(t->r, i) - first) / WEEK;
        t->weeks[i] = week < WEEKS - 1 ? (uint32_t)week : WEEKS - 1;
        if (t->weeks[i] >= t->week_count) t->week_count = t->weeks[i] + 1;
    }
}

void measure_take(const struct run *r, const unsigned char *compared, int blocks)
{
    const struct simulator *s = r->sim;
    struct taking t = {r, compared, NULL, NULL, 1, blocks, NULL, NULL};
    uint32_t a, m;
    size_t i;
    t.places = (unsigned char *)base_zeroed(r->count, s->axes_count);
    t.weeks = (uint32_t *)base_zeroed(r->count, sizeof *t.weeks);
    find_weeks(&t);
    t.sums = (struct sum *)base_zeroed((size_t)t.week_count * ROW_PLACES, sizeof *t.sums);
    t.sorted = (struct value *)base_zeroed(r->count, sizeof *t.sorted);
    for (a = 0; a < s->axes_count; a++)
        for (i = 0; i < r->count; i++)
            t.places[a * r->count + i] =
                (unsigned char)place_of(&s->axes[a], run_item(r, i));
    for (m = 0; m < s->measures_count; m++) take(&t, m, ROW_NONE);
    for (a = 0; a < s->axes_count; a++) {
        take_shares(&t, a);
        for (m = 0; m < s->measures_count; m++)
            if (s->measures[m].classes > s->axes[a].hidden) take(&t, m, a);
    }
    free(t.sorted);
    free(t.sums);
    free(t.weeks);
    free(t.places);
}
