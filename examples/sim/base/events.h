/* events.h - a queue of future events, in order of time.
 *
 *     struct events queue = {.heap = NULL};
 *     events_push(&queue, job->submit, ARRIVAL, job_number);
 *     while ((next = events_next(&queue)) != NULL) {
 *         const struct event event = *next;
 *         events_pop(&queue);
 *         ...
 *     }
 *     events_free(&queue);
 *
 * The order is total, so that a run does not depend on how the queue is built: the
 * earlier time first; at the same time the lower kind (a simulator numbers its kinds in
 * the order in which they happen at one instant, say ends before arrivals); among events
 * of the same time and kind the one that was pushed first.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include <stddef.h>
#include <stdint.h>

struct event {
    int64_t time;
    uint32_t kind;
    uint32_t subject;  /* a job, a server, ...: the simulator's own */
    uint64_t sequence; /* set by the queue                          */
};

struct events { /* a binary heap; zero-initialise, events_free */
    struct event *heap;
    size_t count, capacity;
    uint64_t pushed; /* how many ever were: the next sequence */
};

/* 0, or -1 when memory is out. */
int events_push(struct events *q, int64_t time, uint32_t kind, uint32_t subject);

/* The same, but among events of the same time and kind this one has the place of an event
 * that was pushed as number `sequence`. */
int events_push_numbered(struct events *q, int64_t time, uint32_t kind, uint32_t subject,
                         uint64_t sequence);

/* The next event, or NULL. Valid until the queue changes. Defined here, as simulators
 * look at it several times at each instant. */
static inline const struct event *events_next(const struct events *q)
{
    return q->count ? &q->heap[0] : NULL;
}

/* Removes the next event; there must be one. */
void events_pop(struct events *q);

void events_free(struct events *q);

#endif
