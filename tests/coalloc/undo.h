/* undo.h - memory for the objects of a small world, which can go back to what it was: so
 * a test tries every next call without making those before it again. Include after
 * coalloc.h and test.h. */
#ifndef UNDO_H
#define UNDO_H

typedef struct undo_memory {
    coa_arena arena;
    size_t end; /* what lies behind was never used */
    unsigned char at[1 << 16];
} undo_memory;

static undo_memory memory;

/* Of the nodes that COUNT takes for desc.bookings in tiny sizes, 300 KB, a small world
 * uses only the first ones. */
static size_t used_of(size_t size) { return size < 8192 ? size : 8192; }

static void *memory_hook(void *arena, void *ptr, size_t old_size, size_t new_size)
{
    unsigned char *p = (unsigned char *)coa_arena_alloc(
        &memory.arena, ptr, used_of(old_size), used_of(new_size));
    const size_t end = p ? (size_t)(p - memory.at) + used_of(new_size) + 32 : 0;
    (void)arena;
    CHECK(end <= sizeof memory.at);
    if (end > memory.end) memory.end = end; /* with a gap's head behind the last block */
    return p;
}

static void memory_begin(void)
{
    memory.end = 32;
    CHECK_EQ(coa_arena_init(&memory.arena, memory.at, sizeof memory.at), COA_OK);
}

static void memory_copy(undo_memory *to, const undo_memory *from)
{
    memcpy(to, from, offsetof(undo_memory, at) + from->end);
}

#endif
