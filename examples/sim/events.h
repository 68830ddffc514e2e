/* events.h - what happens next: a queue of events in order of time.
 *
 * The order is total, so that a run never depends on how the queue is built: earlier time
 * first; at one instant the lower kind first (each simulator numbers its kinds in the
 * order it declares, say ends before arrivals); among equal kinds the one pushed first.
 */
#ifndef SIM_EVENTS_H
#define SIM_EVENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_event {
    int64_t time;
    uint32_t kind;
    uint32_t subject;  /* the simulator's own: a job, a server, ... */
    uint64_t sequence; /* set by the queue                          */
} sim_event;

typedef struct sim_events {  /* zero-initialise; a binary heap */
    sim_event *heap;
    size_t count, capacity;
    uint64_t pushed;
} sim_events;

static inline int sim_event_before(const sim_event *a, const sim_event *b)
{
    if (a->time != b->time) return a->time < b->time;
    if (a->kind != b->kind) return a->kind < b->kind;
    return a->sequence < b->sequence;
}

/* Among equals it comes as the one that was pushed as number `sequence`. 0, or -1 when
 * memory is out. */
static inline int sim_events_push_as(sim_events *q, int64_t time, uint32_t kind,
                                     uint32_t subject, uint64_t sequence)
{
    sim_event e;
    size_t at = q->count;
    if (q->count == q->capacity) {
        const size_t more = q->capacity ? 2 * q->capacity : 64;
        sim_event *grown = (sim_event *)realloc(q->heap, more * sizeof *grown);
        if (!grown) return -1;
        q->heap = grown;
        q->capacity = more;
    }
    e.time = time;
    e.kind = kind;
    e.subject = subject;
    e.sequence = sequence;
    q->count++;
    while (at > 0 && sim_event_before(&e, &q->heap[(at - 1) / 2])) {
        q->heap[at] = q->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->heap[at] = e;
    return 0;
}

/* 0, or -1 when memory is out. */
static inline int sim_events_push(sim_events *q, int64_t time, uint32_t kind,
                                  uint32_t subject)
{
    return sim_events_push_as(q, time, kind, subject, q->pushed++);
}

/* The next event, or NULL. Valid until the queue changes. */
static inline const sim_event *sim_events_next(const sim_events *q)
{
    return q->count ? &q->heap[0] : NULL;
}

/* Drops the next event; there must be one. */
static inline void sim_events_pop(sim_events *q)
{
    const sim_event last = q->heap[--q->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= q->count) break;
        if (child + 1 < q->count
            && sim_event_before(&q->heap[child + 1], &q->heap[child]))
            child++;
        if (!sim_event_before(&q->heap[child], &last)) break;
        q->heap[at] = q->heap[child];
        at = child;
    }
    if (q->count) q->heap[at] = last;
}

static inline void sim_events_free(sim_events *q)
{
    free(q->heap);
    q->heap = NULL;
    q->count = q->capacity = 0;
}

#endif
