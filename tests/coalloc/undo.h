/* undo.h - memory for the objects of a small world, which can go back to what it was: so
 * a test tries every next call without making those before it again. Include after
 * test.h. */
#ifndef UNDO_H
#define UNDO_H

enum { UNDO_UNIT = 32, UNDO_BLOCK = 256, UNDO_ROOM = 2048 }; /* units */

typedef struct undo_memory {
    size_t end, live;             /* units that were ever used, blocks in use */
    size_t freed[UNDO_BLOCK + 2]; /* a free block of each size, which names the next */
    unsigned char at[UNDO_ROOM][UNDO_UNIT];
} undo_memory;

typedef struct undo_state { /* what else there is to a world */
    void *at;
    size_t size;
} undo_state;

typedef struct undo_moment {
    unsigned char state[4096];
    undo_memory memory;
} undo_moment;

static undo_memory undo = {1, 0, {0}, {{0}}};

/* Of the nodes that COUNT takes for desc.bookings in tiny sizes, 300 KB, a small world
 * uses only the first ones. */
static size_t undo_units(size_t size)
{
    const size_t n = (size + UNDO_UNIT - 1) / UNDO_UNIT;
    return n < UNDO_BLOCK ? n : UNDO_BLOCK;
}

static void *undo_hook(void *unused, void *old, size_t old_size, size_t new_size)
{
    const size_t held = undo_units(old_size), n = undo_units(new_size);
    size_t at = undo.freed[n];
    (void)unused;
    if (held == n) return old;
    if (n > 0 && at == 0) {
        at = undo.end;
        undo.end += n;
        CHECK(undo.end <= UNDO_ROOM);
    } else if (n > 0) {
        memcpy(&undo.freed[n], undo.at[at], sizeof at);
    }
    if (n > 0 && held > 0) memcpy(undo.at[at], old, (n < held ? n : held) * UNDO_UNIT);
    if (held > 0) {
        memset(old, 0x5A, held * UNDO_UNIT);
        memcpy(old, &undo.freed[held], sizeof at);
        undo.freed[held] = (size_t)((unsigned char *)old - undo.at[0]) / UNDO_UNIT;
    }
    undo.live += (n > 0) - (size_t)(held > 0);
    return n > 0 ? undo.at[at] : NULL;
}

static void undo_copy(undo_memory *to, const undo_memory *from)
{
    memcpy(to, from, offsetof(undo_memory, at) + from->end * UNDO_UNIT);
}

static void undo_remember(const undo_state *s, undo_moment *m)
{
    unsigned char *to = m->state;
    for (; s->at; to += s++->size) memcpy(to, s->at, s->size);
    undo_copy(&m->memory, &undo);
}

static void undo_back(const undo_state *s, const undo_moment *m)
{
    const unsigned char *from = m->state;
    for (; s->at; from += s++->size) memcpy(s->at, from, s->size);
    undo_copy(&undo, &m->memory);
}

#endif
