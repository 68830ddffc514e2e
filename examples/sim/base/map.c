/* map.c - open addressing with linear probing: a key is in the entry its hash names, or
 * in the first one after it that was empty.
 */
#include "base/map.h"

#include <stdlib.h>

enum { MAP_FIRST_ROOM = 64 };

void map_free(struct map *m)
{
    free(m->entries);
    m->entries = NULL;
    m->room = m->count = 0;
}

/* The entry where the search for a key begins: Fibonacci hashing (Knuth, volume 3,
 * section 6.4) of both halves of the key. */
static size_t map_home(const struct map *m, int64_t key)
{
    const uint64_t folded = (uint64_t)key ^ (uint64_t)key >> 32;
    return (size_t)(folded * 0x9E3779B97F4A7C15u >> 32) & (m->room - 1);
}

/* The entry of a key, or the empty one where it would be; there is one. */
static struct map_entry *map_find(const struct map *m, int64_t key)
{
    size_t at = map_home(m, key);
    while (m->entries[at].value && m->entries[at].key != key)
        at = (at + 1) & (m->room - 1);
    return &m->entries[at];
}

static int map_grow(struct map *m)
{
    struct map grown = {NULL, 0, 0};
    grown.room = m->room ? 2 * m->room : MAP_FIRST_ROOM;
    grown.entries = calloc(grown.room, sizeof *grown.entries);
    if (!grown.entries) return -1;
    for (size_t i = 0; i < m->room; i++)
        if (m->entries[i].value) *map_find(&grown, m->entries[i].key) = m->entries[i];
    grown.count = m->count;
    map_free(m);
    *m = grown;
    return 0;
}

uint64_t map_get(const struct map *m, int64_t key)
{
    return m->room ? map_find(m, key)->value : 0;
}

uint64_t *map_at(struct map *m, int64_t key)
{
    if (2 * m->count >= m->room && map_grow(m) != 0) return NULL;
    struct map_entry *entry = map_find(m, key);
    if (!entry->value) {
        entry->key = key;
        m->count++;
    }
    return &entry->value;
}

int64_t map_add(struct map *m, int64_t key)
{
    uint64_t *value = map_at(m, key);
    return value ? (int64_t)(*value)++ : -1;
}
