/* check.c - the sum over time of what starts and ends at a resource, ends first. */
#include "kit/check.h"

#include "base/statistics.h"
#include "kit/base.h"
#include "kit/sim.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* At one instant in this order. */
enum { ENDS, SHRINKS, BEGINS };

enum { DIGIT = 11, DIGITS = 1 << DIGIT, TIME = 66, ALL = TIME + 33 };

struct change { /* of what is held, or of what there is */
    double time;
    int64_t size;
    uint32_t item, resource;
    unsigned what, digit;
    uint64_t key; /* ordered as the times are */
};

struct changes {
    struct change *at;
    size_t count, room;
};

static void add(struct changes *all, double time, int64_t size, size_t item,
                uint32_t resource, unsigned what)
{
    struct change *c;
    all->at = (struct change *)base_room(all->at, &all->room, all->count, sizeof *c);
    c = &all->at[all->count++];
    c->key = statistics_key(time + 0.0), c->time = time, c->size = size,
    c->item = (uint32_t)item;
    c->resource = resource, c->what = what;
}

/* By resource and time; equal ones stay in order. From the lowest digit to the highest,
 * and then by resource: each pass keeps the order of the one before. */
static void sort(struct changes *all)
{
    struct change *from = all->at, *to, *spare;
    size_t i;
    int low;
    spare = to = (struct change *)base_zeroed(all->count, sizeof *to);
    for (low = 0; low < ALL; low += DIGIT) {
        size_t ends[DIGITS + 1] = {0}, most = 0;
        for (i = 0; i < all->count; i++) {
            const uint64_t key = low < TIME ? from[i].key >> low
                                            : (uint64_t)from[i].resource >> (low - TIME);
            from[i].digit = key & (DIGITS - 1);
            if (++ends[from[i].digit + 1] > most) most = ends[from[i].digit + 1];
        }
        if (most == all->count) continue; /* all have the same digit */
        for (i = 0; i < DIGITS; i++) ends[i + 1] += ends[i];
        for (i = 0; i < all->count; i++) to[ends[from[i].digit]++] = from[i];
        spare = from, from = to, to = spare;
    }
    free(to);
    all->at = from;
}

static struct changes changes_of(const struct run *r)
{
    struct changes all = {NULL, 0, 0};
    size_t count, i;
    struct run_part *p = run_held(r, &count);
    for (i = 0; i < count; i++)
        if (p[i].size > 0 && p[i].end > p[i].start)
            add(&all, p[i].end, -p[i].size, p[i].item, p[i].resource, ENDS);
    for (i = 0; i < r->changes; i++)
        add(&all, r->capacity[i].time, r->capacity[i].size, 0, r->capacity[i].resource,
            SHRINKS);
    for (i = 0; i < count; i++)
        if (p[i].size > 0 && p[i].end > p[i].start)
            add(&all, p[i].start, p[i].size, p[i].item, p[i].resource, BEGINS);
    free(p);
    sort(&all);
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
        if (c->what == SHRINKS)
            size = c->size;
        else
            held += c->size;
        if (size < 0 || held <= size) continue;
        if (c->what == SHRINKS)
            fail("%" PRId64 " of %" PRId64 " are in use at %.10g%s", held, size, c->time,
                 at_resource(r, c->resource));
        fail("%s %u starts at %.10g, when %" PRId64 " of %" PRId64 " would be in use%s",
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
        if (x[ITEM_FATE] > ITEM_RAN) continue;
        check_times(r, i);
        check_columns(r, i);
    }
    if (r->changes && !r->recorded) check_sums(r);
}
