/* heap.h - memory that runs out on demand, for tests of the simulators.
 *
 * A test that includes this is linked with libsim-store.a: the simulators' modules with
 * malloc, calloc, realloc and free replaced by heap_malloc, ..., heap_free. What follows
 * the #include in the test's own source calls these too. All of them take their memory
 * from `store`, which counts requests and blocks and can refuse (test.h, test_heap).
 *
 * Each place that asks for memory is known by its return address, with how often it was
 * refused; heap_check_places names these places by file and line, with addr2line. Include
 * this before all others.
 *
 * Blocks that the C library allocated (open_memstream) are freed by (free)(block). */
#ifndef HEAP_H
#define HEAP_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* popen */
#endif

#include "test.h"

#include <unistd.h>

static test_heap store;

/* ---- every place that asks for memory ---------------------------------------------- */

static struct heap_place {
    const void *at; /* a return address */
    int calls_realloc, has_grown;
    long refused, refused_growing;
    char name[200]; /* file:line */
} heap_places[256];
static size_t heap_place_count;

static inline void heap_begin(void)
{
    memset(&store, 0, sizeof store);
    memset(heap_places, 0, sizeof heap_places);
    heap_place_count = 0;
}

static struct heap_place *heap_place_of(const void *at)
{
    size_t i;
    for (i = 0; i < heap_place_count; i++)
        if (heap_places[i].at == at) return &heap_places[i];
    if (i == sizeof heap_places / sizeof heap_places[0]) abort();
    heap_places[i].at = at;
    heap_place_count++;
    return &heap_places[i];
}

/* ---- the functions that replace the C library's ------------------------------------ */

void *heap_malloc(size_t size);
void *heap_calloc(size_t n, size_t each);
void *heap_realloc(void *old, size_t size);
void heap_free(void *block);

/* The linker sends every call of array_grow (base/array.h) to __wrap_array_grow, so that
 * each array is a place of its own. */
int __real_array_grow(void *items, size_t *capacity, size_t count, size_t more,
                      size_t each);
int __wrap_array_grow(void *items, size_t *capacity, size_t count, size_t more,
                      size_t each);

static const void *heap_grower; /* the return address of array_grow, while it runs */

int __wrap_array_grow(void *items, size_t *capacity, size_t count, size_t more,
                      size_t each)
{
    int status;
    heap_grower = __builtin_return_address(0);
    status = __real_array_grow(items, capacity, count, more, each);
    heap_grower = NULL;
    return status;
}

static size_t heap_size_of(const void *block)
{
    size_t size = 0;
    if (block) memcpy(&size, (const char *)block - TEST_HEAD_, sizeof size);
    return size;
}

static void *heap_ask(void *old, size_t size, struct heap_place *place)
{
    void *got = test_heap_hook(&store, old, heap_size_of(old), size ? size : 1);
    if (old) place->has_grown = 1;
    if (!got) place->refused++;
    if (!got && old) place->refused_growing++;
    return got;
}

void *heap_malloc(size_t size)
{
    return heap_ask(NULL, size, heap_place_of(__builtin_return_address(0)));
}

void *heap_calloc(size_t n, size_t each)
{
    void *got = heap_ask(NULL, n * each, heap_place_of(__builtin_return_address(0)));
    if (got) memset(got, 0, n * each);
    return got;
}

void *heap_realloc(void *old, size_t size)
{
    struct heap_place *place =
        heap_place_of(heap_grower ? heap_grower : __builtin_return_address(0));
    place->calls_realloc = 1;
    return heap_ask(old, size, place);
}

void heap_free(void *block)
{
    if (block) test_heap_hook(&store, block, heap_size_of(block), 0);
}

/* ---- was each of them refused? ----------------------------------------------------- */

/* 0, or -1 if addr2line is missing or the program has no debugging information. */
static inline int heap_name_places(void)
{
    static char command[100 + 20 * sizeof heap_places / sizeof heap_places[0]];
    char line[4096];
    size_t i, n, named = 0;
    FILE *from;
    n = (size_t)snprintf(command, sizeof command, "addr2line -e /proc/%ld/exe",
                         (long)getpid());
    for (i = 0; i < heap_place_count; i++) /* a call ends before its return address */
        n += (size_t)snprintf(command + n, sizeof command - n, " %#llx",
                              (unsigned long long)(uintptr_t)heap_places[i].at - 1);
    snprintf(command + n, sizeof command - n, " 2>/dev/null");
    from = popen(command, "r");
    if (!from) return -1;
    for (i = 0; i < heap_place_count && fgets(line, sizeof line, from); i++) {
        const char *const ours = strstr(line, "examples/sim/");
        line[strcspn(line, " \n")] = 0; /* "file:line (discriminator 2)" */
        snprintf(heap_places[i].name, sizeof heap_places[i].name, "%.150s",
                 ours ? ours : line);
        named += line[0] != '?';
    }
    return pclose(from) == 0 && named == heap_place_count ? 0 : -1;
}

/* Places with the same name are one: a function that was inlined has several. */
static inline void heap_merge_places(void)
{
    size_t i, k, kept = 0;
    for (i = 0; i < heap_place_count; i++) {
        const struct heap_place *from = &heap_places[i];
        for (k = 0; k < kept && strcmp(heap_places[k].name, from->name) != 0; k++)
            continue;
        if (k == kept) {
            heap_places[kept++] = *from;
        } else {
            heap_places[k].calls_realloc |= from->calls_realloc;
            heap_places[k].has_grown |= from->has_grown;
            heap_places[k].refused += from->refused;
            heap_places[k].refused_growing += from->refused_growing;
        }
    }
    heap_place_count = kept;
}

/* Was every place in the files with `part` in their names, but not in those with `but`
 * (NULL = none), refused what it asked for, also when an array was about to grow? In the
 * simulators each call of realloc must have been refused when it grew; elsewhere, each
 * that did grow. At least `least` places must have been seen, in all files. Call it at
 * the end of a test, once. */
static inline void heap_check_places(const char *part, const char *but, size_t least)
{
    size_t i;
    if (test_scaled(100) < 100) return;
    if (heap_name_places() != 0) {
        CHECK(heap_place_count >= least);
        printf("SKIP %s places: addr2line does not name them\n",
               test_base_(__BASE_FILE__));
        return;
    }
    heap_merge_places();
    CHECK(heap_place_count >= least);
    for (i = 0; i < heap_place_count; i++) {
        const struct heap_place *place = &heap_places[i];
        const int grows = place->has_grown ||
                          (place->calls_realloc && strstr(place->name, "examples/sim/"));
        char text[300];
        if (!strstr(place->name, part) || (but && strstr(place->name, but))) continue;
        snprintf(text, sizeof text, "%s: %s", place->name,
                 place->refused == 0                    ? "never refused"
                 : grows && place->refused_growing == 0 ? "never refused when it grew"
                                                        : "refused");
        if (!strstr(text, ": refused")) CHECK_STR(text, "refused");
    }
}

#define malloc(size) heap_malloc(size)
#define calloc(n, each) heap_calloc((n), (each))
#define realloc(old, size) heap_realloc((old), (size))
#define free(block) heap_free(block)

#endif
