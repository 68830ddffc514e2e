/* run.c - implements run.h. */
#include "kit/run.h"

#include "kit/base.h"
#include "kit/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void run_items(struct run *r, size_t count)
{
    size_t i;
    if (r->items) fail("run_items is called twice in a run");
    r->count = count;
    r->items = (double *)base_zeroed(count, r->columns * sizeof(double));
    for (i = 0; i < count * r->columns; i++) r->items[i] = (double)NAN;
    for (i = 0; i < count; i++) run_item(r, i)[ITEM_KIND] = ITEM_MEASURED;
    for (i = 0; i < count; i++) run_item(r, i)[ITEM_RESOURCE] = 0;
}

void run_capacity(struct run *r, double time, int64_t size, uint32_t resource)
{
    const struct run_change change = {time, size, resource};
    if (size < 0) fail("the capacity is %lld", (long long)size);
    r->capacity = (struct run_change *)base_room(r->capacity, &r->change_room, r->changes,
                                                 sizeof *r->capacity);
    r->capacity[r->changes++] = change;
}

void run_resource(struct run *r, uint32_t resource, const char *name)
{
    while (r->resource_count <= resource) {
        r->resources = (const char **)base_room((void *)r->resources, &r->resource_room,
                                                r->resource_count, sizeof name);
        r->resources[r->resource_count++] = NULL;
    }
    r->resources[resource] = name;
}

void run_part(struct run *r, size_t item, uint32_t resource, int64_t first, int64_t size,
              double start, double end)
{
    const struct run_part part = {item, resource, first, size, start, end};
    r->parts = (struct run_part *)base_room(r->parts, &r->part_room, r->part_count,
                                            sizeof *r->parts);
    r->parts[r->part_count++] = part;
}

struct run_part *run_held(const struct run *r, size_t *count)
{
    struct run_part *all =
        (struct run_part *)base_zeroed(r->part_count + r->count, sizeof *all);
    unsigned char *parted = (unsigned char *)base_zeroed(r->count, 1);
    size_t i, n = r->part_count;
    if (n) memcpy(all, r->parts, n * sizeof *all);
    for (i = 0; i < n; i++) parted[all[i].item] = 1;
    for (i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        const struct run_part part = {i,
                                      (uint32_t)x[ITEM_RESOURCE],
                                      -1,
                                      x[ITEM_SIZE] > 0 ? (int64_t)x[ITEM_SIZE] : 0,
                                      x[ITEM_START],
                                      x[ITEM_END]};
        if (!parted[i] && part.end > part.start && !(x[ITEM_FATE] > ITEM_RAN))
            all[n++] = part;
    }
    free(parted);
    *count = n;
    return all;
}

void run_class(struct run *r, const char *measure, const char *axis, uint32_t place,
               uint32_t block, double sum, double weight)
{
    const uint32_t m = measure_number(r->sim, measure);
    const uint32_t a = axis ? measure_axis(r->sim, axis) : ROW_NONE;
    if (m == ROW_NONE) fail("there is no measure '%s'", measure);
    if (axis && a == ROW_NONE) fail("there is no axis '%s'", axis);
    if (axis && place >= ROW_PLACES) fail("%s: place %u is too far", axis, place);
    measure_row(r, m, a, place, block, sum, weight);
}

void run_give(struct run *r, const char *measure, double value)
{
    if (!isnan(value)) run_class(r, measure, NULL, 0, ROW_NONE, value, 1);
}

void run_name(struct run *r, const char *axis, uint32_t place, const char *name)
{
    const uint32_t a = measure_axis(r->sim, axis);
    if (a == ROW_NONE || r->sim->axes[a].kind != AXIS_NAMES)
        fail("there is no axis '%s' with names", axis);
    if (place >= ROW_PLACES) fail("%s: place %u is too far", axis, place);
    if (!r->texts)
        r->texts = (const char ***)base_kept(r->sim->axes_count, sizeof *r->texts);
    if (!r->texts[a])
        r->texts[a] = (const char **)base_kept(ROW_PLACES, sizeof **r->texts);
    r->texts[a][place] = base_text("%s", name);
}
