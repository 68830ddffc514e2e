/* held.h - the jobs that have processors or are promised some: a record of each, found by
 * its job in a hash table (base/map.h).
 *
 * Memory grows with the number of jobs held at one time. Records may move when another is
 * added: look it up again then.
 */
#ifndef HELD_H
#define HELD_H

#include "coalloc.h"

#include "base/map.h"
#include "batch/sharing.h"

#include <stddef.h>
#include <stdint.h>

enum held_holding {
    HELD_PROMISED,  /* from its start on */
    HELD_DISPLACED, /* its promise cannot be kept, and there is no new one yet */
    HELD_RUNNING
};

struct held {
    uint32_t job;
    enum held_holding state;
    coa_id booking;             /* its processors, and when: in the calendar; 0 = none */
    int64_t start, end;         /* of that booking */
    struct sharing_share share; /* what each of its processes uses */
    struct sharing_pace pace;   /* where nodes share something: how far it has come, */
    int64_t due;                /* when it ends if nothing changes,                 */
    uint64_t rank;              /* its position in the order of starts              */
};

struct held_table {       /* zero-initialise; held_free */
    struct map by_job;    /* a job's place among the records, + 1 */
    struct held *records; /* `used` of them, some of which are spare */
    size_t used, capacity;
    size_t spare; /* a spare record's place + 1; its `rank` is that of the next */
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

/* Goes through all records: from *at = 0, each call returns the next one, and in the end
 * NULL. None may be added or removed meanwhile. */
struct held *held_next(const struct held_table *h, size_t *at);

#endif
