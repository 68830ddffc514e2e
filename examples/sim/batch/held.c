/* held.c - linear probing; a removal moves records back that would not be found beyond
 * the hole. */
#include "batch/held.h"

#include <stdlib.h>
#include <string.h>

void held_free(struct held_table *h)
{
    free(h->places);
    h->places = NULL;
    h->room = h->count = 0;
}

void held_clear(struct held_table *h)
{
    size_t i;
    for (i = 0; i < h->room; i++) h->places[i].state = HELD_NOT;
    h->count = 0;
}

/* Where the search for a job begins. */
static size_t home_of(const struct held_table *h, uint32_t job)
{
    return (size_t)((job * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (h->room - 1);
}

/* The job's place, or the empty one where it belongs. The table is not full. */
static struct held *place_of(const struct held_table *h, uint32_t job)
{
    size_t at = home_of(h, job);
    while (h->places[at].state != HELD_NOT && h->places[at].job != job)
        at = (at + 1) & (h->room - 1);
    return &h->places[at];
}

struct held *held_get(const struct held_table *h, uint32_t job)
{
    struct held *place = h->room ? place_of(h, job) : NULL;
    return place && place->state != HELD_NOT ? place : NULL;
}

static int grow(struct held_table *h)
{
    struct held_table grown = {NULL, 0, 0};
    size_t i;
    grown.room = h->room ? 2 * h->room : 64;
    grown.places = (struct held *)calloc(grown.room, sizeof *grown.places);
    if (!grown.places) return -1;
    for (i = 0; i < h->room; i++)
        if (h->places[i].state != HELD_NOT)
            *place_of(&grown, h->places[i].job) = h->places[i];
    grown.count = h->count;
    held_free(h);
    *h = grown;
    return 0;
}

struct held *held_add(struct held_table *h, uint32_t job)
{
    struct held *place;
    if (2 * h->count >= h->room && grow(h) != 0) return NULL;
    place = place_of(h, job);
    memset(place, 0, sizeof *place);
    place->job = job;
    place->state = HELD_PROMISED;
    h->count++;
    return place;
}

void held_remove(struct held_table *h, struct held *gone)
{
    const size_t last = h->room - 1;
    size_t hole = (size_t)(gone - h->places), at = hole;
    for (;;) {
        at = (at + 1) & last;
        if (h->places[at].state == HELD_NOT) break;
        if (((at - home_of(h, h->places[at].job)) & last) < ((at - hole) & last))
            continue;
        h->places[hole] = h->places[at];
        hole = at;
    }
    h->places[hole].state = HELD_NOT;
    h->count--;
}
