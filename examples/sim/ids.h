/* ids.h - which numbers have been seen, and how often: users, job numbers, sizes.
 *
 * A hash table with open addressing; memory follows the number of different ones.
 */
#ifndef SIM_IDS_H
#define SIM_IDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_id {
    int64_t id;
    uint64_t value; /* how often, or what else was kept for it; 0 = an empty place */
} sim_id;

typedef struct sim_ids { /* zero-initialise; sim_ids_free */
    sim_id *places;      /* a power of two of them, at most half of them taken */
    size_t room, count;
} sim_ids;

static inline void sim_ids_free(sim_ids *s)
{
    free(s->places);
    s->places = NULL;
    s->room = s->count = 0;
}

/* Its place, or the empty one where it would be. There is room. */
static inline sim_id *sim_ids_place(const sim_ids *s, int64_t id)
{
    uint64_t at = (uint64_t)id * 0x9E3779B97F4A7C15u;
    at ^= at >> 29;
    for (;; at++) {
        sim_id *place = &s->places[at & (s->room - 1)];
        if (!place->value || place->id == id) return place;
    }
}

static inline int sim_ids_grow(sim_ids *s)
{
    sim_ids grown = {NULL, 0, 0};
    size_t i;
    grown.room = s->room ? 2 * s->room : 64;
    grown.places = (sim_id *)calloc(grown.room, sizeof *grown.places);
    if (!grown.places) return -1;
    for (i = 0; i < s->room; i++)
        if (s->places[i].value) *sim_ids_place(&grown, s->places[i].id) = s->places[i];
    grown.count = s->count;
    sim_ids_free(s);
    *s = grown;
    return 0;
}

/* What is kept for it; 0 if it was not seen. */
static inline uint64_t sim_ids_get(const sim_ids *s, int64_t id)
{
    return s->room ? sim_ids_place(s, id)->value : 0;
}

/* Where its value is, to be changed at once, and not to 0; NULL when memory is out. */
static inline uint64_t *sim_ids_at(sim_ids *s, int64_t id)
{
    sim_id *place;
    if (2 * s->count >= s->room && sim_ids_grow(s) != 0) return NULL;
    place = sim_ids_place(s, id);
    if (!place->value) {
        place->id = id;
        s->count++;
    }
    return &place->value;
}

/* Counts it in. How often it was seen before, or -1 when memory is out. */
static inline int64_t sim_ids_add(sim_ids *s, int64_t id)
{
    uint64_t *value = sim_ids_at(s, id);
    return value ? (int64_t)(*value)++ : -1;
}

#endif
