/* array.h - arrays that grow as items are added.
 *
 * An array is three variables of the caller's: a pointer from malloc (or NULL), how many
 * items are in use, and how many there is memory for (a size_t):
 *
 *     struct line *lines = NULL;
 *     size_t count = 0, capacity = 0;
 *     ...
 *     if (ARRAY_ROOM(lines, count, capacity, 1) != 0) return -1;   out of memory
 *     lines[count++] = line;
 *     ...
 *     free(lines);
 *
 * The capacity grows by half, so that adding n items copies about 3 n of them in all.
 * Arrays that share one count each get a separate capacity, or a copy of the
 * shared one.
 */
#ifndef ARRAY_H
#define ARRAY_H

#include <stddef.h>

/* Makes room for `more` items after the first `count`. 0, or -1 if there is not enough
 * memory (or the size would overflow); the array and its capacity are then unchanged.
 * The arguments are evaluated more than once. */
#define ARRAY_ROOM(items, count, capacity, more) \
    ((more) <= (capacity) - (count)              \
         ? 0                                     \
         : array_grow(&(items), &(capacity), (count), (more), sizeof *(items)))

/* The same by function, where `items` points to the pointer and `each` is the size of an
 * item: called only if there is too little room. */
int array_grow(void *items, size_t *capacity, size_t count, size_t more, size_t each);

#endif
