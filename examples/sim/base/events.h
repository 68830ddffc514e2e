/* events.h - what happens next: a queue of events in order of time.
 *
 * The order is total, so that a run never depends on how the queue is built: earlier time
 * first; at one instant the lower kind first (each simulator numbers its kinds in the
 * order it declares, say ends before arrivals); among equal kinds the one pushed first.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include <stddef.h>
#include <stdint.h>

struct event {
    int64_t time;
    uint32_t kind;
    uint32_t subject;  /* the simulator's own: a job, a server, ... */
    uint64_t sequence; /* set by the queue                          */
};

struct events { /* zero-initialise; a binary heap */
    struct event *heap;
    size_t count, capacity;
    uint64_t pushed;
};

/* Among equals it comes as the one that was pushed as number `sequence`. 0, or -1 when
 * memory is out. */
int events_push_numbered(struct events *q, int64_t time, uint32_t kind, uint32_t subject,
                         uint64_t sequence);

/* 0, or -1 when memory is out. */
int events_push(struct events *q, int64_t time, uint32_t kind, uint32_t subject);

/* The next event, or NULL. Valid until the queue changes. */
const struct event *events_next(const struct events *q);

/* Drops the next event; there must be one. */
void events_pop(struct events *q);

void events_free(struct events *q);

#endif
