/* heap.h - memory that runs out on demand, for tests of the simulators' modules.
 *
 * A test that includes this, before all others, is linked with libsim-heap.a: the modules
 * with malloc, calloc, realloc and free replaced by heap_malloc, ..., heap_free. What
 * follows the #include in the test's own source calls these too. All of them take their
 * memory from `store`, which counts requests and blocks and can refuse (test.h,
 * test_heap). Blocks that the C library allocated (open_memstream) are freed by
 * (free)(block). */
#ifndef HEAP_H
#define HEAP_H

#include "test.h"

static test_heap store;

void *heap_malloc(size_t size);
void *heap_calloc(size_t n, size_t each);
void *heap_realloc(void *old, size_t size);
void heap_free(void *block);

static size_t heap_size_of(const void *block)
{
    size_t size = 0;
    if (block) memcpy(&size, (const char *)block - TEST_HEAD_, sizeof size);
    return size;
}

void *heap_realloc(void *old, size_t size)
{
    return test_heap_hook(&store, old, heap_size_of(old), size ? size : 1);
}

void *heap_malloc(size_t size) { return heap_realloc(NULL, size); }

void *heap_calloc(size_t n, size_t each)
{
    void *got = heap_realloc(NULL, n * each);
    if (got) memset(got, 0, n * each);
    return got;
}

void heap_free(void *block)
{
    if (block) test_heap_hook(&store, block, heap_size_of(block), 0);
}

#define malloc(size) heap_malloc(size)
#define calloc(n, each) heap_calloc((n), (each))
#define realloc(old, size) heap_realloc((old), (size))
#define free(block) heap_free(block)

#endif
