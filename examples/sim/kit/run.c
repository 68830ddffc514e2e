/* run.c - the use of a resource over time is the sum of starts and ends. */
#include "kit/run.h"

#include "kit/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void run_items(struct run *r, size_t count)
{
    if (r->items) fail("run_items is called twice in a run");
    r->count = count;
    r->items = base_zeroed(count, r->columns * sizeof(double));
    for (size_t i = 0; i < count * r->columns; i++) r->items[i] = (double)NAN;
    for (size_t i = 0; i < count; i++) run_item(r, i)[ITEM_KIND] = ITEM_MEASURED;
    for (size_t i = 0; i < count; i++) run_item(r, i)[ITEM_RESOURCE] = 0;
}

void run_capacity(struct run *r, double time, int64_t size, uint32_t resource)
{
    const struct run_change change = {time, size, resource};
    if (size < 0) fail("the capacity is %lld", (long long)size);
    BASE_PUSH(r->capacity, r->changes, r->change_room) = change;
}

void run_resource(struct run *r, uint32_t resource, const char *name)
{
    while (r->resource_count <= resource)
        BASE_PUSH(r->resources, r->resource_count, r->resource_room) = NULL;
    r->resources[resource] = name;
}

void run_part(struct run *r, size_t item, uint32_t resource, int64_t first, int64_t size,
              double start, double end)
{
    const struct run_part part = {item, resource, first, size, start, end};
    BASE_PUSH(r->parts, r->part_count, r->part_room) = part;
}

void run_link(struct run *r, const char *from, const char *to, double use,
              double refusals)
{
    const struct run_link link = {base_text("%s", from), base_text("%s", to), use,
                                  refusals};
    BASE_PUSH(r->links, r->link_count, r->link_room) = link;
}

/* ---- is it possible? --------------------------------------------------------------- */

static const double size_most = 9007199254740992.0; /* 2^53: up to there all are whole */

enum { DIGIT = 11, DIGITS = 1 << DIGIT, TIME = 66, ALL = TIME + 33 };

struct change { /* of the amount in use, or of all */
    double time;
    int64_t size;
    uint32_t item, resource;
    int sets; /* the whole amount */
    unsigned digit;
    uint64_t key; /* ordered as the times are */
};

struct changes {
    struct change *list;
    size_t count, room;
};

/* A number that is in the order of the values. */
static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static void add(struct changes *all, double time, int64_t size, size_t item,
                uint32_t resource, int sets)
{
    const struct change c = {time, size, (uint32_t)item,    resource,
                             sets, 0,    key_of(time + 0.0)};
    BASE_PUSH(all->list, all->count, all->room) = c;
}

/* The begin or end of a part. */
static void add_part(struct changes *all, const struct run_part *p, int begins)
{
    if (p->size > 0 && p->end > p->start)
        add(all, begins ? p->start : p->end, begins ? p->size : -p->size, p->item,
            p->resource, 0);
}

/* Of all that items hold: the parts, and what those hold that have none. */
static void add_parts(const struct run *r, const unsigned char *parted, int begin,
                      struct changes *all)
{
    for (size_t i = 0; i < r->part_count; i++) add_part(all, &r->parts[i], begin);
    for (size_t i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        const struct run_part whole = {i,
                                       (uint32_t)x[ITEM_RESOURCE],
                                       -1,
                                       x[ITEM_SIZE] > 0 ? (int64_t)x[ITEM_SIZE] : 0,
                                       x[ITEM_START],
                                       x[ITEM_END]};
        if (!parted[i] && !(x[ITEM_FATE] > ITEM_RAN)) add_part(all, &whole, begin);
    }
}

static unsigned digit(const struct change *c, int low)
{
    return (unsigned)(low < TIME ? c->key >> low : c->resource >> (low - TIME)) &
           (DIGITS - 1);
}

/* By resource and time; equal ones stay in order. From the lowest digit to the highest,
 * and then by resource: each pass keeps the order of the one before. */
static void sort(struct changes *all)
{
    struct change *from = all->list, *spare;
    struct change *to = base_zeroed(all->count, sizeof *to);
    struct change differ = {0}; /* in which digits any does from the first */
    for (size_t i = 0; i < all->count; i++) {
        differ.key |= from[i].key ^ from->key;
        differ.resource |= from[i].resource ^ from->resource;
    }
    for (int low = 0; low < ALL; low += DIGIT) {
        size_t ends[DIGITS + 1] = {0};
        if (!digit(&differ, low)) continue;
        for (size_t i = 0; i < all->count; i++) {
            from[i].digit = digit(&from[i], low);
            ends[from[i].digit + 1]++;
        }
        for (size_t i = 0; i < DIGITS; i++) ends[i + 1] += ends[i];
        for (size_t i = 0; i < all->count; i++) to[ends[from[i].digit]++] = from[i];
        spare = from, from = to, to = spare;
    }
    free(to);
    all->list = from;
}

/* At one instant first what ends, then what changes, then what begins. */
static struct changes changes_of(const struct run *r)
{
    struct changes all = {NULL, 0, 0};
    unsigned char *parted = base_zeroed(r->count, 1);
    for (size_t i = 0; i < r->part_count; i++) parted[r->parts[i].item] = 1;
    add_parts(r, parted, 0, &all);
    for (size_t i = 0; i < r->changes; i++)
        add(&all, r->capacity[i].time, r->capacity[i].size, 0, r->capacity[i].resource,
            1);
    add_parts(r, parted, 1, &all);
    free(parted);
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
    for (size_t i = 0; i < all.count; i++) {
        const struct change *c = &all.list[i];
        if (i == 0 || c->resource != c[-1].resource) held = 0, size = -1;
        if (c->sets)
            size = c->size;
        else
            held += c->size;
        if (size < 0 || held <= size) continue;
        if (c->sets)
            fail("%" PRId64 " of %" PRId64 " are in use at %.10g%s", held, size, c->time,
                 at_resource(r, c->resource));
        fail("%s %u starts at %.10g, when %" PRId64 " of %" PRId64 " would be in use%s",
             r->sim->item, c->item + 1, c->time, held, size, at_resource(r, c->resource));
    }
    free(all.list);
}

static int is_whole(double x, double most)
{
    return x >= 0 && x <= most && x <= floor(x);
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
    if (r->changes && !is_whole(x[ITEM_SIZE], size_most))
        fail("%s %zu holds %g, which is not a whole number", item, i + 1, x[ITEM_SIZE]);
    if (!is_whole(x[ITEM_RESOURCE], UINT32_MAX))
        fail("%s %zu holds an unknown resource, %g", item, i + 1, x[ITEM_RESOURCE]);
}

/* What a simulator left out, which a measure would take for a number. */
static void check_columns(const struct run *r, size_t i)
{
    const double *x = run_item(r, i);
    for (size_t k = 0; k < r->sim->columns_count; k++) {
        const double value = x[ITEM_OWN + k];
        if (r->sim->columns[k].is & COLUMN_OPTIONAL ? isinf(value) : !isfinite(value))
            fail("%s %zu: its %s is %g", r->sim->item, i + 1, r->sim->columns[k].name,
                 value);
    }
}

static void check_part(const struct run *r, size_t i)
{
    const struct run_part *p = &r->parts[i];
    if (p->item >= r->count)
        fail("part %zu is of %s %zu, and there are %zu", i + 1, r->sim->item, p->item + 1,
             r->count);
    if (p->size < 0 || !isfinite(p->start) || !isfinite(p->end) || p->end < p->start)
        fail("%s %zu has a part of %" PRId64 " from %.10g to %.10g", r->sim->item,
             p->item + 1, p->size, p->start, p->end);
}

void run_check(const struct run *r)
{
    for (size_t i = 0; i < r->part_count; i++) check_part(r, i);
    for (size_t i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        if (!(x[ITEM_FATE] > 0))
            fail("%s %zu, submitted at %.10g, was never decided", r->sim->item, i + 1,
                 x[ITEM_SUBMIT]);
        if (!is_whole(x[ITEM_FATE], (double)r->sim->fates_count - 1))
            fail("%s %zu has an unknown fate, %g", r->sim->item, i + 1, x[ITEM_FATE]);
        if (!is_whole(x[ITEM_KIND], ITEM_DRAINED))
            fail("%s %zu has an unknown kind, %g", r->sim->item, i + 1, x[ITEM_KIND]);
        if (!isfinite(x[ITEM_SUBMIT]))
            fail("%s %zu has no submission", r->sim->item, i + 1);
        if (x[ITEM_FATE] > ITEM_RAN) continue;
        check_times(r, i);
        check_columns(r, i);
    }
    if (r->changes && !r->recorded) check_sums(r);
}
