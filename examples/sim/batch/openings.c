/* openings.c - a hole is entered for all smaller and shorter jobs, so the times never
 * fall along a row or a column, and an entry ends where nothing changes. The cells are
 * those of jobs, not of holes: while others take parts of a hole it becomes a smaller
 * one, and what is refused to a job is refused to all that are no smaller and no
 * shorter. */
#include "batch/openings.h"

#include <string.h>

/* The class of x >= 1: two for each power of two. */
static uint32_t class_of(uint64_t x)
{
    uint32_t high = 0, k;
    for (k = 32; k > 0; k /= 2)
        if (x >> (high + k)) high += k;
    return high ? 2 * high + (uint32_t)(x >> (high - 1) & 1) : 0;
}

/* The lowest class whose members are all at least x. */
static uint32_t class_above(uint64_t x) { return x > 1 ? class_of(x - 1) + 1 : 0; }

void openings_begin(struct openings *o, uint32_t servers, int64_t length)
{
    uint32_t i, k;
    o->sizes = class_of(servers) + 1;
    o->lengths = class_of((uint64_t)length) + 1;
    for (i = 0; i < o->sizes; i++)
        for (k = 0; k < o->lengths; k++)
            o->cells[i][k].begin = o->cells[i][k].freed = INT64_MAX;
    o->width = 0;
    while (((uint64_t)o->last - (uint64_t)o->first) >> o->width >= OPENINGS_PARTS)
        o->width++;
    memset(o->parts, 0, sizeof o->parts);
}

/* The cell learns of a hole; 0 if it knew one at least as early. */
static int add(struct openings_cell *cell, int64_t begin, int64_t freed)
{
    if (cell->begin <= begin && cell->freed <= freed) return 0;
    if (begin < cell->begin) cell->begin = begin;
    if (freed < cell->freed) cell->freed = freed;
    return 1;
}

static uint32_t least(uint32_t x, uint32_t y) { return x < y ? x : y; }

void openings_add(struct openings *o, uint32_t servers, int64_t begin, int64_t end,
                  int64_t freed)
{
    const uint32_t length =
        least(class_of((uint64_t)end - (uint64_t)begin) + 1, o->lengths);
    uint32_t i, k;
    for (i = least(class_of(servers) + 1, o->sizes); i > 0; i--) {
        for (k = length; k > 0 && add(&o->cells[i - 1][k - 1], begin, freed);) k--;
        if (k == length) return;
    }
}

void openings_refuse(struct openings *o, uint32_t servers, int64_t length, int64_t freed)
{
    const uint32_t from = class_above((uint64_t)length);
    uint32_t i, k;
    for (i = class_above(servers); i < o->sizes; i++)
        for (k = from; k < o->lengths; k++)
            if (o->cells[i][k].freed < freed) o->cells[i][k].freed = freed;
}

void openings_free(struct openings *o, uint32_t servers, int64_t from, int64_t to)
{
    uint64_t i = ((uint64_t)from - (uint64_t)o->first) >> o->width;
    const uint64_t last = ((uint64_t)to - 1 - (uint64_t)o->first) >> o->width;
    for (; i <= last; i++)
        if (o->parts[i] < servers) o->parts[i] = servers;
}

const struct openings_cell *openings_for(const struct openings *o, uint32_t servers,
                                         int64_t length)
{
    return &o->cells[class_of(servers)][class_of((uint64_t)length)];
}
