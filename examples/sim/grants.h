/* grants.h - which servers each job got, as runs of consecutive ids.
 *
 * All runs lie in one array, each job's one after the other, in the order in which the
 * jobs got theirs. For schedulers that only count there is a set of idle servers, which
 * gives the lowest ids first; it costs by its gaps, not by the size of the machine.
 */
#ifndef SIM_GRANTS_H
#define SIM_GRANTS_H

#include "coalloc.h"

#include "job.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_grants { /* zero-initialise; sim_grants_free */
    sim_granted *of;        /* of each job; NULL = nobody's are known */
    sim_run *runs;
    size_t count, capacity;
} sim_grants;

static inline void sim_grants_free(sim_grants *g)
{
    free(g->of);
    free(g->runs);
    g->of = NULL;
    g->runs = NULL;
    g->count = g->capacity = 0;
}

/* For so many jobs. 0, or -1 when memory is out. */
static inline int sim_grants_begin(sim_grants *g, size_t jobs)
{
    g->of = (sim_granted *)calloc(jobs ? jobs : 1, sizeof *g->of);
    return g->of ? 0 : -1;
}

/* Room for `more` runs; NULL when memory is out. The job gets those that are then added
 * by g->count. */
static inline sim_run *sim_grants_room(sim_grants *g, size_t more)
{
    if (more > g->capacity - g->count) {
        const size_t larger = g->capacity + g->capacity / 2 + more + 1024;
        sim_run *grown = (sim_run *)realloc(g->runs, larger * sizeof *grown);
        if (!grown) return NULL;
        g->runs = grown;
        g->capacity = larger;
    }
    return g->runs + g->count;
}

/* The job gets the servers of a booking. 0, or -1 when memory is out. */
static inline int sim_grants_add(sim_grants *g, size_t job, const coa_booking *b)
{
    sim_run *to = sim_grants_room(g, b->run_count);
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

typedef struct sim_idle { /* zero-initialise; ascending, no two adjacent */
    sim_run *runs;
    size_t count, capacity;
} sim_idle;

static inline void sim_idle_free(sim_idle *idle)
{
    free(idle->runs);
    idle->runs = NULL;
    idle->count = idle->capacity = 0;
}

static inline int sim_idle_grow(sim_idle *idle, size_t more)
{
    if (more > idle->capacity - idle->count) {
        const size_t larger = 2 * idle->capacity + more + 16;
        sim_run *grown = (sim_run *)realloc(idle->runs, larger * sizeof *grown);
        if (!grown) return -1;
        idle->runs = grown;
        idle->capacity = larger;
    }
    return 0;
}

/* The machine, all idle. */
static inline int sim_idle_begin(sim_idle *idle, uint32_t servers)
{
    if (sim_idle_grow(idle, 1) != 0) return -1;
    idle->runs[0].first = 0;
    idle->runs[0].count = servers;
    idle->count = 1;
    return 0;
}

/* The lowest n become the job's; so many there must be. 0, or -1 when memory is out. */
static inline int sim_idle_take(sim_idle *idle, uint32_t n, sim_grants *g, size_t job)
{
    size_t used = 0;
    uint32_t left = n;
    sim_run *to;
    while (left > 0 && idle->runs[used].count <= left) left -= idle->runs[used++].count;
    to = sim_grants_room(g, used + 1);
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

/* The job's servers are idle again: two ascending lists are merged from the back, then
 * neighbours joined. 0, or -1 when memory is out. */
static inline int sim_idle_give(sim_idle *idle, const sim_grants *g, size_t job)
{
    const sim_run *from = g->runs + g->of[job].first;
    size_t mine = g->of[job].count, old = idle->count, at = old + mine, i;
    if (sim_idle_grow(idle, mine) != 0) return -1;
    idle->count = at;
    while (mine > 0) {
        if (old > 0 && idle->runs[old - 1].first > from[mine - 1].first)
            idle->runs[--at] = idle->runs[--old];
        else
            idle->runs[--at] = from[--mine];
    }
    for (at = 0, i = 1; i < idle->count; i++) {
        sim_run *last = &idle->runs[at];
        if (last->first + last->count == idle->runs[i].first)
            last->count += idle->runs[i].count;
        else
            idle->runs[++at] = idle->runs[i];
    }
    idle->count = idle->count ? at + 1 : 0;
    return 0;
}

#endif
