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

int events_push_numbered(struct events *q, int64_t time, uint32_t kind, uint32_t subject,
                         uint64_t sequence)
{
    struct event e;
    size_t at = q->count;
    if (ARRAY_ROOM(q->heap, q->count, q->capacity, 1) != 0) return -1;
    e.time = time;
    e.kind = kind;
    e.subject = subject;
    e.sequence = sequence;
    q->count++;
    while (at > 0 && events_before(&e, &q->heap[(at - 1) / 2])) {
        q->heap[at] = q->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->heap[at] = e;
    return 0;
}

int events_push(struct events *q, int64_t time, uint32_t kind, uint32_t subject)
{
    return events_push_numbered(q, time, kind, subject, q->pushed++);
}

void events_pop(struct events *q)
{
    const struct event last = q->heap[--q->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= q->count) break;
        if (child + 1 < q->count && events_before(&q->heap[child + 1], &q->heap[child]))
            child++;
        if (!events_before(&q->heap[child], &last)) break;
        q->heap[at] = q->heap[child];
        at = child;
    }
    if (q->count) q->heap[at] = last;
}

void events_free(struct events *q)
{
    free(q->heap);
    q->heap = NULL;
    q->count = q->capacity = 0;
}
