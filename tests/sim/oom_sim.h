/* oom_sim.h - for tests of the simulators when memory runs out: every malloc, calloc and
 * realloc of the headers included after this one asks a heap that can refuse, and each
 * place that asks is known, with how often it was refused. */
#ifndef OOM_SIM_H
#define OOM_SIM_H

#include "test.h"

static test_heap store;

/* ---- every place that asks for memory ---------------------------------------------- */

static struct place {
    const char *file;
    int line, grows; /* a realloc */
    long refused, refused_growing;
} oom_places[128];
static size_t place_count;

static struct place *place_of(const char *file, int line)
{
    size_t i;
    for (i = 0; i < place_count; i++)
        if (oom_places[i].line == line && strcmp(oom_places[i].file, file) == 0)
            return &oom_places[i];
    if (place_count == sizeof oom_places / sizeof oom_places[0]) abort();
    oom_places[i].file = file;
    oom_places[i].line = line;
    place_count++;
    return &oom_places[i];
}

static size_t size_of(const void *block)
{
    size_t size = 0;
    if (block) memcpy(&size, (const char *)block - TEST_HEAD_, sizeof size);
    return size;
}

static void *ask(void *old, size_t size, int grows, const char *file, int line)
{
    struct place *at = place_of(file, line);
    void *got = test_heap_hook(&store, old, size_of(old), size ? size : 1);
    at->grows = grows;
    if (!got) at->refused++;
    if (!got && old) at->refused_growing++;
    return got;
}

static inline void *ask_zeroed(size_t n, size_t each, const char *file, int line)
{
    void *got = ask(NULL, n * each, 0, file, line);
    if (got) memset(got, 0, n * each);
    return got;
}

static inline void give_back(void *block)
{
    if (block) test_heap_hook(&store, block, size_of(block), 0);
}

/* Was every place in a file of that name refused what it asked for, also when an array
 * was about to grow? */
static inline void check_places_in(const char *name)
{
    size_t i;
    if (test_scaled(100) < 100) return;
    for (i = 0; i < place_count; i++) {
        char text[200];
        const char *const what = !oom_places[i].refused ? "never refused"
                                 : oom_places[i].grows && !oom_places[i].refused_growing
                                     ? "never refused when it grew"
                                     : "refused";
        if (!strstr(oom_places[i].file, name)) continue;
        snprintf(text, sizeof text, "%s:%d: %s", oom_places[i].file, oom_places[i].line,
                 what);
        if (strcmp(what, "refused") != 0) CHECK_STR(text, "refused");
    }
}

/* ... in any file? */
static inline void check_places(void) { check_places_in(""); }

#define malloc(size) ask(NULL, (size), 0, __FILE__, __LINE__)
#define calloc(n, each) ask_zeroed((n), (each), __FILE__, __LINE__)
#define realloc(old, size) ask((old), (size), 1, __FILE__, __LINE__)
#define free(block) give_back(block)

#endif
