/* grants.c - idle servers are an ascending list of runs: a job that starts takes from its
 * front, one that ends is merged into it from the back. */
#include "batch/grants.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

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

struct job_run *grants_room(struct grants *g, size_t more)
{
    if (ARRAY_ROOM(g->runs, g->count, g->capacity, more) != 0) return NULL;
    return g->runs + g->count;
}

int grants_add(struct grants *g, size_t job, const coa_booking *b)
{
    struct job_run *to = grants_room(g, b->run_count);
    uint32_t i;
    if (!to) return -1;
    for (i = 0; i < b->run_count; i++) {
        to[i].first = b->runs[i].first;
        to[i].count = b->runs[i].count;
    }
    g->of[job].first = g->count;
    g->of[job].count = b->run_count;
    g->count += b->run_count;
    return 0;
}

/* ---- the idle servers -------------------------------------------------------------- */

void grants_idle_free(struct grants_idle *idle)
{
    free(idle->runs);
    idle->runs = NULL;
    idle->count = idle->capacity = 0;
}

static int make_room(struct grants_idle *idle, size_t more)
{
    return ARRAY_ROOM(idle->runs, idle->count, idle->capacity, more);
}

int grants_idle_begin(struct grants_idle *idle, uint32_t servers)
{
    if (make_room(idle, 1) != 0) return -1;
    idle->runs[0].first = 0;
    idle->runs[0].count = servers;
    idle->count = 1;
    return 0;
}

int grants_idle_take(struct grants_idle *idle, uint32_t n, struct grants *g, size_t job)
{
    size_t used = 0;
    uint32_t left = n;
    struct job_run *to;
    while (left > 0 && idle->runs[used].count <= left) left -= idle->runs[used++].count;
    to = grants_room(g, used + 1);
    if (!to) return -1;
    memcpy(to, idle->runs, used * sizeof *to);
    g->of[job].first = g->count;
    g->of[job].count = (uint32_t)used;
    if (left > 0) {
        to[used].first = idle->runs[used].first;
        to[used].count = left;
        idle->runs[used].first += left;
        idle->runs[used].count -= left;
        g->of[job].count++;
    }
    g->count += g->of[job].count;
    idle->count -= used;
    memmove(idle->runs, idle->runs + used, idle->count * sizeof *idle->runs);
    return 0;
}

int grants_idle_give(struct grants_idle *idle, const struct grants *g, size_t job)
{
    const struct job_run *from = g->runs + g->of[job].first;
    size_t mine = g->of[job].count, old = idle->count, at = old + mine, i;
    if (make_room(idle, mine) != 0) return -1;
    idle->count = at;
    while (mine > 0) {
        if (old > 0 && idle->runs[old - 1].first > from[mine - 1].first)
            idle->runs[--at] = idle->runs[--old];
        else
            idle->runs[--at] = from[--mine];
    }
    for (at = 0, i = 1; i < idle->count; i++) {
        struct job_run *last = &idle->runs[at];
        if (last->first + last->count == idle->runs[i].first)
            last->count += idle->runs[i].count;
        else
            idle->runs[++at] = idle->runs[i];
    }
    idle->count = idle->count ? at + 1 : 0;
    return 0;
}
