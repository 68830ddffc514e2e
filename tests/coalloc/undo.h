/* undo.h - memory for the objects of a small world, which can go back to what it was: so
 * a test tries every next call without making those before it again. Include after
 * test.h. */
#ifndef UNDO_H
#define UNDO_H

enum { UNDO_UNIT = 32, UNDO_BLOCK = 256, UNDO_ROOM = 2048 }; /* units */

typedef struct undo_memory {
    size_t end, live;                /* units that were ever used, blocks in use */
    size_t freed[UNDO_BLOCK + 2];  /* a free block of each size, which names the next */
    unsigned char at[UNDO_ROOM][UNDO_UNIT];
} undo_memory;

static undo_memory memory = {1, 0, {0}, {{0}}};

/* Of the nodes that COUNT takes for desc.bookings in tiny sizes, 300 KB, a small world
 * uses only the first ones. */
static size_t memory_units(size_t size)
{
    const size_t n = (size + UNDO_UNIT - 1) / UNDO_UNIT;
    return n < UNDO_BLOCK ? n : UNDO_BLOCK;
}

static void *memory_hook(void *unused, void *old, size_t old_size, size_t new_size)
{
    const size_t held = memory_units(old_size), n = memory_units(new_size);
    size_t at = memory.freed[n];
    (void)unused;
    if (held == n) return old;
    if (n > 0 && at == 0) {
        at = memory.end;
        memory.end += n;
        CHECK(memory.end <= UNDO_ROOM);
    } else if (n > 0) {
        memcpy(&memory.freed[n], memory.at[at], sizeof at);
    }
    if (n > 0 && held > 0) memcpy(memory.at[at], old, (n < held ? n : held) * UNDO_UNIT);
    if (held > 0) {
        memset(old, 0x5A, held * UNDO_UNIT);
        memcpy(old, &memory.freed[held], sizeof at);
        memory.freed[held] = (size_t)((unsigned char *)old - memory.at[0]) / UNDO_UNIT;
    }
    memory.live += (n > 0) - (size_t)(held > 0);
    return n > 0 ? memory.at[at] : NULL;
}

static void memory_copy(undo_memory *to, const undo_memory *from)
{
    memcpy(to, from, offsetof(undo_memory, at) + from->end * UNDO_UNIT);
}

#endif
