/* map.c - implements map.h. */
#include "base/map.h"

#include <stdlib.h>

void map_free(struct map *s)
{
    free(s->places);
    s->places = NULL;
    s->room = s->count = 0;
}

/* Its place, or the empty one where it would be. There is room. */
static struct map_place *map_find(const struct map *s, int64_t id)
{
    uint64_t at = (uint64_t)id * 0x9E3779B97F4A7C15u;
    at ^= at >> 29;
    for (;; at++) {
        struct map_place *place = &s->places[at & (s->room - 1)];
        if (!place->value || place->id == id) return place;
    }
}

static int map_grow(struct map *s)
{
    struct map grown = {NULL, 0, 0};
    size_t i;
    grown.room = s->room ? 2 * s->room : 64;
    grown.places = (struct map_place *)calloc(grown.room, sizeof *grown.places);
    if (!grown.places) return -1;
    for (i = 0; i < s->room; i++)
        if (s->places[i].value) *map_find(&grown, s->places[i].id) = s->places[i];
    grown.count = s->count;
    map_free(s);
    *s = grown;
    return 0;
}

uint64_t map_get(const struct map *s, int64_t id)
{
    return s->room ? map_find(s, id)->value : 0;
}

uint64_t *map_at(struct map *s, int64_t id)
{
    struct map_place *place;
    if (2 * s->count >= s->room && map_grow(s) != 0) return NULL;
    place = map_find(s, id);
    if (!place->value) {
        place->id = id;
        s->count++;
    }
    return &place->value;
}

int64_t map_add(struct map *s, int64_t id)
{
    uint64_t *value = map_at(s, id);
    return value ? (int64_t)(*value)++ : -1;
}
