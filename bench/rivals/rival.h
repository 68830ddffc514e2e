/* rival.h - what every contestant of bench_calendar looks like, and what the rivals
 * share: memory that is counted, and an array with room at both ends.
 *
 * A rival answers the question of the calendar: the earliest start at or after `ready` at
 * which `servers` servers are free for `length`; it takes the lowest numbers (FIRST_FIT)
 * and says which, as sorted, coalesced runs. Count-only rivals leave the runs out. */
#ifndef RIVAL_H
#define RIVAL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coalloc.h"

#define RIVAL_NEVER INT64_MAX
#define RIVAL_NOFIT (-1) /* no start ends within the horizon */

typedef struct rival_memory {
    uint64_t bytes, peak; /* held now, and at most */
    uint64_t calls;       /* that asked for memory */
} rival_memory;

typedef struct rival_question {
    int64_t ready, length;
    uint32_t servers;
} rival_question;

typedef struct rival_booking {
    int64_t start, end; /* RIVAL_NOFIT as start: refused */
    uint32_t servers;
    uint32_t run_count;
    const coa_run *runs; /* valid until the next call */
    uint64_t id;         /* the calendar's; rivals get the runs */
} rival_booking;

typedef struct rival_kind {
    const char *name;
    int identities; /* answers with runs */
    void *(*create)(uint32_t servers, int64_t now, int64_t horizon);
    void (*destroy)(void *self);
    void (*advance)(void *self, int64_t now);
    void (*reserve)(void *self, const rival_question *q, rival_booking *out);
    /* [at, b->end) of the booking is given back */
    void (*finish)(void *self, const rival_booking *b, int64_t at);
    rival_memory (*memory)(const void *self);
} rival_kind;

/* ---- memory ------------------------------------------------------------------------ */

static inline void *rival_resize(rival_memory *m, void *ptr, size_t old_size,
                                 size_t new_size)
{
    void *p = NULL;
    m->bytes += new_size;
    m->bytes -= old_size;
    if (m->bytes > m->peak) m->peak = m->bytes;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    m->calls++;
    p = realloc(ptr, new_size);
    if (!p) {
        fprintf(stderr, "bench: no memory for a rival's %zu bytes\n", new_size);
        exit(1);
    }
    return p;
}

static inline void *rival_zeroed(size_t size)
{
    void *p = calloc(1, size);
    if (!p) {
        fprintf(stderr, "bench: no memory for a rival's %zu bytes\n", size);
        exit(1);
    }
    return p;
}

/* Room for `need` items of `size` bytes in an array that grows by half. */
static inline void *rival_room(rival_memory *m, void *at, uint32_t *capacity,
                               uint32_t need, size_t size)
{
    uint32_t grown = *capacity + *capacity / 2 + 16;
    if (need <= *capacity) return at;
    if (grown < need) grown = need;
    at = rival_resize(m, at, *capacity * size, grown * size);
    *capacity = grown;
    return at;
}

/* ---- a row: sorted items with room at both ends --------------------------------------
 *
 * Past items leave at the front in O(1); an insertion moves the shorter side. Item
 * 0 is the first that is there. */

typedef struct rival_row {
    char *at;
    uint32_t first, count, capacity; /* items first .. first + count - 1 of the memory */
    size_t size;
} rival_row;

static inline void *rival_row_items(const rival_row *r)
{
    return r->at + r->first * r->size;
}

/* Items from .. from + count - 1 move by one, to the front (by < 0) or to the back. */
static inline void rival_row_shift(const rival_row *r, uint32_t from, uint32_t count,
                                   int by)
{
    char *at = r->at + (r->first + from) * r->size;
    memmove(by < 0 ? at - r->size : at + r->size, at, count * r->size);
}

/* Room for a new item i; those from i on become i + 1 on. */
static inline void rival_row_open(rival_memory *m, rival_row *r, uint32_t i)
{
    const int full = r->first + r->count == r->capacity;
    if (r->first > 0 && (full || i < r->count - i)) {
        rival_row_shift(r, 0, i, -1);
        r->first--;
    } else {
        if (full)
            r->at = (char *)rival_room(m, r->at, &r->capacity, r->capacity + 1, r->size);
        rival_row_shift(r, i, r->count - i, 1);
    }
    r->count++;
}

/* Item i goes; those from i + 1 on become i on. */
static inline void rival_row_close(rival_row *r, uint32_t i)
{
    if (i < r->count - i - 1) {
        rival_row_shift(r, 0, i, 1);
        r->first++;
    } else {
        rival_row_shift(r, i + 1, r->count - i - 1, -1);
    }
    r->count--;
}

/* The first n items have passed. */
static inline void rival_row_drop(rival_row *r, uint32_t n)
{
    r->first += n;
    r->count -= n;
}

static inline void rival_row_free(rival_memory *m, rival_row *r)
{
    rival_resize(m, r->at, r->capacity * r->size, 0);
}

/* ---- runs -------------------------------------------------------------------------- */

typedef struct rival_runs {
    coa_run *at;
    uint32_t count, capacity;
} rival_runs;

/* Appends servers above all that are there; neighbours become one run. */
static inline void rival_runs_add(rival_memory *m, rival_runs *r, uint32_t first,
                                  uint32_t count)
{
    if (r->count > 0) {
        coa_run *last = &r->at[r->count - 1];
        if (last->first + last->count == first) {
            last->count += count;
            return;
        }
    }
    if (r->count == r->capacity)
        r->at =
            (coa_run *)rival_room(m, r->at, &r->capacity, r->count + 1, sizeof *r->at);
    r->at[r->count].first = first;
    r->at[r->count++].count = count;
}

static inline void rival_runs_free(rival_memory *m, rival_runs *r)
{
    rival_resize(m, r->at, r->capacity * sizeof *r->at, 0);
}

#endif
