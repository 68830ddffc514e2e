/* base.c - implements base.h. */
#include "kit/base.h"

#include "base/text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

void *base_room(void *items, size_t *room, size_t count, size_t each)
{
    const size_t more = *room + *room / 2 + 16;
    void *moved;
    if (count < *room) return items;
    moved = more > SIZE_MAX / each ? NULL : realloc(items, more * each);
    if (!moved) fail("out of memory");
    *room = more;
    return moved;
}

void *base_zeroed(size_t count, size_t each)
{
    void *made = calloc(count ? count : 1, each);
    if (!made) fail("out of memory");
    return made;
}

static void **kept;
static size_t kept_count, room_of_kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void free_kept(void)
{
    while (kept_count > 0) free(kept[--kept_count]);
    free((void *)kept);
}

void *base_keep(void *made)
{
    if (!made) fail("out of memory");
    pthread_mutex_lock(&lock);
    if (!kept) atexit(free_kept);
    kept = (void **)base_room((void *)kept, &room_of_kept, kept_count, sizeof *kept);
    kept[kept_count++] = made;
    pthread_mutex_unlock(&lock);
    return made;
}

void *base_kept(size_t count, size_t each) { return base_keep(base_zeroed(count, each)); }

const char *base_text(const char *format, ...)
{
    char *made;
    va_list args;
    va_start(args, format);
    made = text_format(format, args);
    va_end(args);
    return (const char *)base_keep(made);
}
