/* ids.c - implements ids.h. */
#include "base/ids.h"

#include <stdlib.h>

void ids_free(struct ids *s)
{
    free(s->places);
    s->places = NULL;
    s->room = s->count = 0;
}

/* Its place, or the empty one where it would be. There is room. */
static struct id *ids_place(const struct ids *s, int64_t id)
{
    uint64_t at = (uint64_t)id * 0x9E3779B97F4A7C15u;
    at ^= at >> 29;
    for (;; at++) {
        struct id *place = &s->places[at & (s->room - 1)];
        if (!place->value || place->id == id) return place;
    }
}

static int ids_grow(struct ids *s)
{
    struct ids grown = {NULL, 0, 0};
    size_t i;
    grown.room = s->room ? 2 * s->room : 64;
    grown.places = (struct id *)calloc(grown.room, sizeof *grown.places);
    if (!grown.places) return -1;
    for (i = 0; i < s->room; i++)
        if (s->places[i].value) *ids_place(&grown, s->places[i].id) = s->places[i];
    grown.count = s->count;
    ids_free(s);
    *s = grown;
    return 0;
}

uint64_t ids_get(const struct ids *s, int64_t id)
{
    return s->room ? ids_place(s, id)->value : 0;
}

uint64_t *ids_at(struct ids *s, int64_t id)
{
    struct id *place;
    if (2 * s->count >= s->room && ids_grow(s) != 0) return NULL;
    place = ids_place(s, id);
    if (!place->value) {
        place->id = id;
        s->count++;
    }
    return &place->value;
}

int64_t ids_add(struct ids *s, int64_t id)
{
    uint64_t *value = ids_at(s, id);
    return value ? (int64_t)(*value)++ : -1;
}
