/* map.h - a hash table from whole numbers to whole numbers above 0: how often a user was
 * seen, where the record of a job is kept.
 *
 *     struct map seen = {NULL, 0, 0};
 *     if (map_add(&seen, user) < 0) return -1;                    out of memory
 *     printf("%zu users, this one %d times\n", seen.count, (int)map_get(&seen, user));
 *     map_free(&seen);
 *
 * The value 0 means that the key is not there. Memory follows the number of keys, not
 * their size.
 */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_entry {
    int64_t key;
    uint64_t value; /* 0 = this entry is empty */
};

struct map {                   /* zero-initialise; map_free */
    struct map_entry *entries; /* `room` of them, a power of two, at most half in use */
    size_t room, count;
};

void map_free(struct map *m);

/* The value of a key, 0 if it is not there. */
uint64_t map_get(const struct map *m, int64_t key);

/* The value of a key to be read and changed until the next call; a new key has value 0,
 * which has to be changed. NULL when memory is out. */
uint64_t *map_at(struct map *m, int64_t key);

/* Adds 1 to the value of a key. Returns the value before, or -1 when memory is out. */
int64_t map_add(struct map *m, int64_t key);

#endif
