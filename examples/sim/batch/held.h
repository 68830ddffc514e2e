/* held.h - the jobs that have processors or are promised some: a table by job.
 *
 * Open addressing; memory follows the number of jobs held at one time, however many there
 * are in all. A record moves when another comes or goes: look it up again then.
 */
#ifndef HELD_H
#define HELD_H

#include "coalloc.h"

#include "batch/sharing.h"

#include <stddef.h>
#include <stdint.h>

enum held_holding {
    HELD_NOT,       /* an empty place */
    HELD_PROMISED,  /* from its start on */
    HELD_DISPLACED, /* its promise cannot be kept, and there is no other yet */
    HELD_RUNNING
};

struct held {
    uint32_t job;
    enum held_holding state;
    coa_id booking;             /* its processors, and when: in the calendar; 0 = none */
    struct sharing_share share; /* what each of its processes uses */
    struct sharing_pace pace;   /* where something is shared: how far it has come,  */
    int64_t due;                /* when it ends if nothing changes,                 */
    uint64_t rank;              /* and the how-manieth it was to start              */
};

struct held_helds {      /* zero-initialise; held_helds_free */
    struct held *places; /* a power of two of them, at most half of them taken */
    size_t room, count;
};

void held_helds_free(struct held_helds *h);

/* None is held; the memory stays. */
void held_helds_clear(struct held_helds *h);

/* NULL if it is not held. */
struct held *held_helds_get(const struct held_helds *h, uint32_t job);

/* A record for a job that has none, promised and else zero; NULL when memory is out. */
struct held *held_helds_add(struct held_helds *h, uint32_t job);

/* The job is no longer held. Those behind it move up where they would not be found. */
void held_helds_remove(struct held_helds *h, struct held *gone);

#endif
