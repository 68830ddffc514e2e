/* map.h - which numbers have been seen, and how often: users, job numbers, sizes.
 *
 * A hash table with open addressing; memory follows the number of different ones.
 */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_place {
    int64_t id;
    uint64_t value; /* how often, or what else was kept for it; 0 = an empty place */
};

struct map {                  /* zero-initialise; map_free */
    struct map_place *places; /* a power of two of them, at most half of them taken */
    size_t room, count;
};

void map_free(struct map *s);

/* What is kept for it; 0 if it was not seen. */
uint64_t map_get(const struct map *s, int64_t id);

/* Where its value is, to be changed at once, and not to 0; NULL when memory is out. */
uint64_t *map_at(struct map *s, int64_t id);

/* Counts it in. How often it was seen before, or -1 when memory is out. */
int64_t map_add(struct map *s, int64_t id);

#endif
