/* held.c - the map gives a record's place; the places of removed records are used
 * again. */
#include "batch/held.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

void held_free(struct held_table *h)
{
    map_free(&h->by_job);
    free(h->records);
    memset(h, 0, sizeof *h);
}

void held_clear(struct held_table *h)
{
    map_clear(&h->by_job);
    h->used = h->spare = 0;
}

struct held *held_get(const struct held_table *h, uint32_t job)
{
    const uint64_t place = map_get(&h->by_job, job);
    return place ? &h->records[place - 1] : NULL;
}

struct held *held_add(struct held_table *h, uint32_t job)
{
    struct held *record;
    uint64_t *place;
    if (!h->spare && ARRAY_ROOM(h->records, h->used, h->capacity, 1) != 0) return NULL;
    place = map_at(&h->by_job, job);
    if (!place) return NULL;
    *place = h->spare ? h->spare : ++h->used;
    record = &h->records[*place - 1];
    if (h->spare) h->spare = (size_t)record->rank;
    memset(record, 0, sizeof *record);
    record->job = job;
    record->state = HELD_PROMISED;
    return record;
}

void held_remove(struct held_table *h, struct held *gone)
{
    map_remove(&h->by_job, gone->job);
    gone->rank = h->spare;
    h->spare = (size_t)(gone - h->records) + 1;
}

struct held *held_next(const struct held_table *h, size_t *at)
{
    const struct map_entry *entry = map_next(&h->by_job, at);
    return entry ? &h->records[entry->value - 1] : NULL;
}
