/* grants.c - implements grants.h. */
#include "batch/grants.h"

#include "base/array.h"

#include <stdlib.h>

void grants_free(struct grants *g)
{
    free(g->of);
    free(g->runs);
    g->of = NULL;
    g->runs = NULL;
    g->count = g->capacity = 0;
}

int grants_begin(struct grants *g, size_t jobs)
{
    g->of = (struct job_granted *)calloc(jobs ? jobs : 1, sizeof *g->of);
    return g->of ? 0 : -1;
}

int grants_add(struct grants *g, size_t job, const coa_booking *b)
{
    struct job_run *to;
    uint32_t i;
    if (ARRAY_ROOM(g->runs, g->count, g->capacity, b->run_count) != 0) return -1;
    to = g->runs + g->count;
    for (i = 0; i < b->run_count; i++) {
        to[i].first = b->runs[i].first;
        to[i].count = b->runs[i].count;
    }
    g->of[job].first = g->count;
    g->of[job].count = b->run_count;
    g->count += b->run_count;
    return 0;
}
