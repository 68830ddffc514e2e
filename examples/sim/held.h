/* held.h - the jobs that have processors or are promised some: a table by job.
 *
 * Open addressing; memory follows the number of jobs held at one time, however many there
 * are in all. A record moves when another comes or goes: look it up again then.
 */
#ifndef SIM_HELD_H
#define SIM_HELD_H

#include "coalloc.h"

#include "sharing.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum sim_holding {
    SIM_HELD_NOT,       /* an empty place */
    SIM_HELD_PROMISED,  /* from its start on */
    SIM_HELD_DISPLACED, /* its promise cannot be kept, and there is no other yet */
    SIM_HELD_RUNNING
} sim_holding;

typedef struct sim_held {
    uint32_t job;
    sim_holding state;
    coa_id booking;  /* its processors, and when: in the calendar; 0 = none */
    sim_share share; /* what each of its processes uses */
    sim_pace pace;   /* where something is shared: how far it has come,  */
    int64_t due;     /* when it ends if nothing changes,                 */
    uint64_t rank;   /* and the how-manieth it was to start              */
} sim_held;

typedef struct sim_helds { /* zero-initialise; sim_helds_free */
    sim_held *places;      /* a power of two of them, at most half of them taken */
    size_t room, count;
} sim_helds;

static inline void sim_helds_free(sim_helds *h)
{
    free(h->places);
    h->places = NULL;
    h->room = h->count = 0;
}

/* None is held; the memory stays. */
static inline void sim_helds_clear(sim_helds *h)
{
    size_t i;
    for (i = 0; i < h->room; i++) h->places[i].state = SIM_HELD_NOT;
    h->count = 0;
}

/* Where the search for a job begins. */
static inline size_t sim_helds_home(const sim_helds *h, uint32_t job)
{
    return (size_t)((job * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (h->room - 1);
}

/* Its place, or the empty one where it would be. There is room. */
static inline sim_held *sim_helds_place(const sim_helds *h, uint32_t job)
{
    size_t at = sim_helds_home(h, job);
    while (h->places[at].state != SIM_HELD_NOT && h->places[at].job != job)
        at = (at + 1) & (h->room - 1);
    return &h->places[at];
}

/* NULL if it is not held. */
static inline sim_held *sim_helds_get(const sim_helds *h, uint32_t job)
{
    sim_held *place = h->room ? sim_helds_place(h, job) : NULL;
    return place && place->state != SIM_HELD_NOT ? place : NULL;
}

static inline int sim_helds_grow(sim_helds *h)
{
    sim_helds grown = {NULL, 0, 0};
    size_t i;
    grown.room = h->room ? 2 * h->room : 64;
    grown.places = (sim_held *)calloc(grown.room, sizeof *grown.places);
    if (!grown.places) return -1;
    for (i = 0; i < h->room; i++)
        if (h->places[i].state != SIM_HELD_NOT)
            *sim_helds_place(&grown, h->places[i].job) = h->places[i];
    grown.count = h->count;
    sim_helds_free(h);
    *h = grown;
    return 0;
}

/* A record for a job that has none, promised and else zero; NULL when memory is out. */
static inline sim_held *sim_helds_add(sim_helds *h, uint32_t job)
{
    sim_held *place;
    if (2 * h->count >= h->room && sim_helds_grow(h) != 0) return NULL;
    place = sim_helds_place(h, job);
    memset(place, 0, sizeof *place);
    place->job = job;
    place->state = SIM_HELD_PROMISED;
    h->count++;
    return place;
}

/* The job is no longer held. Those behind it move up where they would not be found. */
static inline void sim_helds_remove(sim_helds *h, sim_held *gone)
{
    const size_t last = h->room - 1;
    size_t hole = (size_t)(gone - h->places), at = hole;
    for (;;) {
        at = (at + 1) & last;
        if (h->places[at].state == SIM_HELD_NOT) break;
        if (((at - sim_helds_home(h, h->places[at].job)) & last) < ((at - hole) & last))
            continue;
        h->places[hole] = h->places[at];
        hole = at;
    }
    h->places[hole].state = SIM_HELD_NOT;
    h->count--;
}

#endif
