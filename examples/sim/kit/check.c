/* check.c - the sum over time of what starts and ends at a resource, ends first. */
#include "kit/check.h"

#include "base/compare.h"
#include "kit/base.h"
#include "kit/sim.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct change { /* of what is held, or of what there is */
    double time;
    int64_t held, size; /* size -1: the capacity stays */
    size_t item;
    uint32_t resource;
};

struct changes {
    struct change *at;
    size_t count, room;
};

/* At one instant: what ends, then the new capacity, then what begins. */
static int rank(const struct change *c) { return c->size >= 0 ? 1 : c->held < 0 ? 0 : 2; }

static int compare(const void *a, const void *b)
{
    const struct change *x = (const struct change *)a, *y = (const struct change *)b;
    if (x->resource != y->resource) return COMPARE(x->resource, y->resource);
    if (x->time < y->time || x->time > y->time) return COMPARE(x->time, y->time);
    if (rank(x) != rank(y)) return rank(x) - rank(y);
    return COMPARE(x->item, y->item);
}

static void add(struct changes *all, struct change c)
{
    all->at = (struct change *)base_room(all->at, &all->room, all->count, sizeof c);
    all->at[all->count++] = c;
}

static void add_held(struct changes *all, size_t item, uint32_t resource, int64_t size,
                     double start, double end)
{
    const struct change begins = {start, size, -1, item, resource};
    const struct change ends = {end, -size, -1, item, resource};
    if (size <= 0 || !(end > start)) return;
    add(all, begins);
    add(all, ends);
}

static int ran(const double *x) { return x[ITEM_FATE] >= 1 && x[ITEM_FATE] <= 1; }

static struct changes changes_of(const struct run *r)
{
    struct changes all = {NULL, 0, 0};
    unsigned char *parted = (unsigned char *)base_zeroed(r->count, 1);
    size_t i;
    for (i = 0; i < r->changes; i++) {
        const struct run_change *c = &r->capacity[i];
        const struct change capacity = {c->time, 0, c->size, 0, c->resource};
        add(&all, capacity);
    }
    for (i = 0; i < r->part_count; i++) {
        const struct run_part *p = &r->parts[i];
        parted[p->item] = 1;
        add_held(&all, p->item, p->resource, p->size, p->start, p->end);
    }
    for (i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        if (ran(x) && !parted[i])
            add_held(&all, i, (uint32_t)x[ITEM_RESOURCE], (int64_t)x[ITEM_SIZE],
                     x[ITEM_START], x[ITEM_END]);
    }
    free(parted);
    if (all.count) qsort(all.at, all.count, sizeof *all.at, compare);
    return all;
}

static const char *at_resource(const struct run *r, uint32_t resource)
{
    if (resource >= r->resource_count || !r->resources[resource]) return "";
    return base_text(" at %s", r->resources[resource]);
}

static void check_sums(const struct run *r)
{
    struct changes all = changes_of(r);
    int64_t held = 0, size = -1;
    size_t i;
    for (i = 0; i < all.count; i++) {
        const struct change *c = &all.at[i];
        if (i == 0 || c->resource != c[-1].resource) held = 0, size = -1;
        held += c->held;
        if (c->size >= 0) size = c->size;
        if (size < 0 || held <= size) continue;
        if (c->size >= 0)
            fail("%" PRId64 " of %" PRId64 " are in use at %.10g%s", held, size, c->time,
                 at_resource(r, c->resource));
        fail("%s %zu starts at %.10g, when %" PRId64 " of %" PRId64 " would be in use%s",
             r->sim->item, c->item + 1, c->time, held, size, at_resource(r, c->resource));
    }
    free(all.at);
}

static void check_times(const struct run *r, size_t i)
{
    const double *x = run_item(r, i);
    const char *item = r->sim->item;
    const double lasts = x[ITEM_END] - x[ITEM_START];
    if (!isfinite(x[ITEM_START]) || !isfinite(x[ITEM_END]))
        fail("%s %zu ran, but has no start or no end", item, i + 1);
    if (x[ITEM_START] < x[ITEM_SUBMIT])
        fail("%s %zu starts at %.10g, before it is submitted at %.10g", item, i + 1,
             x[ITEM_START], x[ITEM_SUBMIT]);
    if (x[ITEM_START] < x[ITEM_READY])
        fail("%s %zu starts at %.10g, before it is ready at %.10g", item, i + 1,
             x[ITEM_START], x[ITEM_READY]);
    if (x[ITEM_END] < x[ITEM_START])
        fail("%s %zu ends at %.10g, before its start at %.10g", item, i + 1, x[ITEM_END],
             x[ITEM_START]);
    if (fabs(lasts - x[ITEM_LENGTH]) > 1e-6 * fmax(1, x[ITEM_LENGTH]))
        fail("%s %zu starts at %.10g and runs for %.10g, not %.10g", item, i + 1,
             x[ITEM_START], lasts, x[ITEM_LENGTH]);
    if (r->changes && !(x[ITEM_SIZE] >= 0 && x[ITEM_SIZE] <= floor(x[ITEM_SIZE])))
        fail("%s %zu holds %g, which is no whole number", item, i + 1, x[ITEM_SIZE]);
}

/* What a simulator left out, which a measure would take for a number. */
static void check_columns(const struct run *r, size_t i)
{
    const double *x = run_item(r, i);
    size_t k;
    for (k = 0; k < r->sim->columns_count; k++) {
        const double value = x[ITEM_OWN + k];
        if (r->sim->columns[k].is & COLUMN_OPTIONAL ? isinf(value) : !isfinite(value))
            fail("%s %zu: its %s is %g", r->sim->item, i + 1, r->sim->columns[k].name,
                 value);
    }
}

void check_run(const struct run *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        if (!(x[ITEM_FATE] > 0))
            fail("%s %zu, submitted at %.10g, was never decided", r->sim->item, i + 1,
                 x[ITEM_SUBMIT]);
        if (x[ITEM_FATE] >= (double)r->sim->fates_count)
            fail("%s %zu has fate %g, which is none", r->sim->item, i + 1, x[ITEM_FATE]);
        if (!isfinite(x[ITEM_SUBMIT]))
            fail("%s %zu has no submission", r->sim->item, i + 1);
        if (!ran(x)) continue;
        check_times(r, i);
        check_columns(r, i);
    }
    if (r->changes && !r->recorded) check_sums(r);
}
