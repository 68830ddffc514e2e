/* undo.h - the memory of a small world can go back to what it was, so that a test tries
 * every next call without making those before it again. Include after test.h. */
#ifndef UNDO_H
#define UNDO_H

typedef struct undo_part { /* of what the test itself knows of a world */
    void *at;              /* NULL: there is no more */
    size_t size;
} undo_part;

typedef struct undo_moment {
    unsigned char known[4096];
    coa_arena arena;
    size_t end; /* of the part ever used */
    unsigned char at[1 << 16];
} undo_moment;

static undo_moment undo; /* now */

/* Of the 300 KB that COUNT takes for desc.bookings in tiny sizes only the first nodes are
 * used in a small world. */
static size_t undo_size(size_t size) { return size < 8192 ? size : 8192; }

static void *undo_hook(void *unused, void *old, size_t old_size, size_t new_size)
{
    const size_t held = undo_size(old_size), size = undo_size(new_size);
    unsigned char *p;
    (void)unused;
    if (undo.end == 0)
        CHECK_EQ(coa_arena_init(&undo.arena, undo.at, sizeof undo.at), COA_OK);
    p = (unsigned char *)coa_arena_alloc(&undo.arena, old, held, size);
    CHECK(p || size == 0);
    if (p && (size_t)(p - undo.at) + size + 32 > undo.end) /* and the head of a gap */
        undo.end = (size_t)(p - undo.at) + size + 32;
    return p;
}

/* Keeps this moment in m, or goes back to it. */
static void undo_copy(undo_moment *m, const undo_part *part, int back)
{
    const undo_moment *from = back ? m : &undo;
    unsigned char *known = m->known;
    for (; part->at; known += part++->size)
        memcpy(back ? part->at : known, back ? known : part->at, part->size);
    memcpy(back ? &undo.arena : &m->arena, &from->arena,
           offsetof(undo_moment, at) - offsetof(undo_moment, arena) + from->end);
}

#endif
