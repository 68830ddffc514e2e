/* held.h - the jobs that have processors or are promised some: a hash table by job.
 *
 * Open addressing; memory grows with the number of jobs held at one time. A record may
 * move when another is added or removed: look it up again then.
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
    HELD_DISPLACED, /* its promise cannot be kept, and there is no new one yet */
    HELD_RUNNING
};

struct held {
    uint32_t job;
    enum held_holding state;
    coa_id booking;             /* its processors, and when: in the calendar; 0 = none */
    struct sharing_share share; /* what each of its processes uses */
    struct sharing_pace pace;   /* where nodes share something: how far it has come, */
    int64_t due;                /* when it ends if nothing changes,                 */
    uint64_t rank;              /* its position in the order of starts              */
};

struct held_table {      /* zero-initialise; held_free */
    struct held *places; /* a power of two of them, at most half of them taken */
    size_t room, count;
};

void held_free(struct held_table *h);

/* Empties the table and keeps its memory. */
void held_clear(struct held_table *h);

/* NULL if it is not held. */
struct held *held_get(const struct held_table *h, uint32_t job);

/* A record for a job that has none, promised and else zero; NULL when memory is out. */
struct held *held_add(struct held_table *h, uint32_t job);

/* Removes the job's record. */
void held_remove(struct held_table *h, struct held *gone);

#endif
