/* ids.h - which numbers have been seen, and how often: users, job numbers, sizes.
 *
 * A hash table with open addressing; memory follows the number of different ones.
 */
#ifndef IDS_H
#define IDS_H

#include <stddef.h>
#include <stdint.h>

struct id {
    int64_t id;
    uint64_t value; /* how often, or what else was kept for it; 0 = an empty place */
};

struct ids {           /* zero-initialise; ids_free */
    struct id *places; /* a power of two of them, at most half of them taken */
    size_t room, count;
};

void ids_free(struct ids *s);

/* What is kept for it; 0 if it was not seen. */
uint64_t ids_get(const struct ids *s, int64_t id);

/* Where its value is, to be changed at once, and not to 0; NULL when memory is out. */
uint64_t *ids_at(struct ids *s, int64_t id);

/* Counts it in. How often it was seen before, or -1 when memory is out. */
int64_t ids_add(struct ids *s, int64_t id);

#endif
