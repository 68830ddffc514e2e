/* base.c - what lasts until the end is kept in one list, and freed there. */
#define _POSIX_C_SOURCE 200809L

#include "kit/base.h"

#include "base/array.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *base_grow(void *items, size_t *room, size_t count, size_t each)
{
    if (array_grow(&items, room, count, 1, each) != 0) fail("out of memory");
    return items;
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
    free(kept);
}

void *base_keep(void *made)
{
    if (!made) fail("out of memory");
    pthread_mutex_lock(&lock);
    if (!kept) atexit(free_kept);
    BASE_PUSH(kept, kept_count, room_of_kept) = made;
    pthread_mutex_unlock(&lock);
    return made;
}

void *base_kept(size_t count, size_t each) { return base_keep(base_zeroed(count, each)); }

const char *base_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *made = base_kept((size_t)length + 1, 1);
    va_start(args, format);
    vsnprintf(made, (size_t)length + 1, format, args);
    va_end(args);
    return made;
}

const char *base_list(const char *const *names, size_t count)
{
    const char *all = "";
    for (size_t i = 0; i < count; i++)
        all = base_text("%s%s%s", all, i ? ", " : "", names[i]);
    return all;
}

const char *base_printed(void (*print)(FILE *to, const void *of), const void *of)
{
    char *text = NULL;
#ifdef _WIN32 /* by a file that goes away when it is closed */
    char *name = _tempnam(NULL, "text");
    FILE *to = name ? fopen(name, "w+bTD") : NULL;
    if (!to) fail("a temporary file: %s", strerror(errno));
    free(name);
    print(to, of);
    size_t size = (size_t)ftell(to);
    rewind(to);
    text = base_zeroed(size + 1, 1);
    if (fread(text, 1, size, to) != size) fail("a temporary file cannot be read");
#else
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) fail("out of memory");
    print(to, of);
#endif
    fclose(to);
    return base_keep(text);
}
