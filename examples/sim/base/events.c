/* events.c - a binary heap, in which children are later than their parent. */
#include "base/events.h"

#include "base/array.h"

#include <stdlib.h>

static int events_before(const struct event *a, const struct event *b)
{
    if (a->time != b->time) return a->time < b->time;
    if (a->kind != b->kind) return a->kind < b->kind;
    return a->sequence < b->sequence;
}

/* The event goes up from that place. */
static void rise(struct events *q, size_t at, struct event e)
{
    while (at > 0 && events_before(&e, &q->heap[(at - 1) / 2])) {
        q->heap[at] = q->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->heap[at] = e;
}

int events_push_numbered(struct events *q, int64_t time, uint32_t kind, uint32_t subject,
                         uint64_t sequence)
{
    const struct event e = {time, kind, subject, sequence};
    if (ARRAY_ROOM(q->heap, q->count, q->capacity, 1) != 0) return -1;
    rise(q, q->count++, e);
    return 0;
}

int events_push(struct events *q, int64_t time, uint32_t kind, uint32_t subject)
{
    return events_push_numbered(q, time, kind, subject, q->pushed++);
}

void events_pop(struct events *q)
{
    const struct event last = q->heap[--q->count];
    size_t at = 0, child;
    for (; (child = 2 * at + 1) < q->count; at = child) { /* down to the leaves */
        if (child + 1 < q->count)
            child += (size_t)events_before(&q->heap[child + 1], &q->heap[child]);
        q->heap[at] = q->heap[child];
    }
    rise(q, at, last);
}

void events_free(struct events *q)
{
    free(q->heap);
    q->heap = NULL;
    q->count = q->capacity = 0;
}
