/* base.h - memory that is there, or the program ends.
 *
 *     BASE_PUSH(jobs, count, room) = job;
 */
#ifndef BASE_H
#define BASE_H

#include "kit/fail.h"

#include <stddef.h>
#include <stdio.h>

/* Room for one more item behind the first `count`: the array, perhaps moved. It grows by
 * half. */
void *base_grow(void *items, size_t *room, size_t count, size_t each);
static inline void *base_room(void *items, size_t *room, size_t count, size_t each)
{
    return count < *room ? items : base_grow(items, room, count, each);
}

/* The next item of such an array, which has one more then. */
#define BASE_PUSH(items, count, room)                                   \
    (*((items) = base_room((items), &(room), (count), sizeof *(items)), \
       &(items)[(count)++]))

/* `count` zeroed items, for free(); never NULL. */
void *base_zeroed(size_t count, size_t each);

/* The same until the program ends: what lasts as long as it does is not for free(). */
void *base_kept(size_t count, size_t each);

/* Keeps what malloc made in the same way; fails if that is NULL. */
void *base_keep(void *made);

/* What printf would print, kept. */
FAIL_PRINTF(1, 2) const char *base_text(const char *format, ...);

/* "a, b, c", kept. */
const char *base_list(const char *const *names, size_t count);

/* What `print` writes about `of`, kept. */
const char *base_printed(void (*print)(FILE *to, const void *of), const void *of);

#endif
