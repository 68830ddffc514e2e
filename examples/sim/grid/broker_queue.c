/* broker_queue.c - sets of clusters are found by a hash of their numbers; a place in the
 * queue by bisection. */
#include "grid/broker_queue.h"

#include "base/array.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void broker_queue_classes_free(struct broker_classes *c)
{
    uint32_t i;
    size_t k;
    for (i = 0; i < c->count; i++) {
        struct broker_class *of = &c->items[i];
        for (k = 0; k < of->size_count; k++) broker_queue_free(&of->sizes[k].queue);
        free(of->sizes);
    }
    free(c->items);
    free(c->clusters);
    map_free(&c->known);
    memset(c, 0, sizeof *c);
}

/* Makes room for one more set of up to n. 0, or -1 when memory is out. */
static int make_room(struct broker_classes *c, size_t n)
{
    return ARRAY_ROOM(c->items, c->count, c->capacity, 1) != 0 ||
                   ARRAY_ROOM(c->clusters, c->used, c->room, n) != 0
               ? -1
               : 0;
}

/* The class whose set are the n clusters after those in use; a new one if need be.
 * BROKER_NO_CLASS when memory is out. */
static uint32_t intern(struct broker_classes *c, uint32_t n)
{
    const uint32_t *set = c->clusters + c->used;
    uint64_t hash = HASH_START, *known;
    struct broker_class *made;
    uint32_t i;
    for (i = 0; i < n; i++) hash = hash_add(hash, set[i]);
    for (;; hash++) { /* another set may have the same hash */
        known = map_at(&c->known, (int64_t)hash);
        if (!known) return BROKER_NO_CLASS;
        if (!*known) break;
        made = &c->items[*known - 1];
        if (made->count == n &&
            memcmp(c->clusters + made->first, set, n * sizeof *set) == 0)
            return (uint32_t)*known - 1;
    }
    made = &c->items[c->count];
    memset(made, 0, sizeof *made);
    made->first = c->used;
    made->count = n;
    made->least = UINT32_MAX;
    c->used += n;
    *known = c->count + UINT64_C(1);
    return c->count++;
}

int broker_queue_classes_of(struct broker_classes *c, const struct grid *g,
                            const struct demands *d, const struct job *job,
                            uint32_t *class_of)
{
    uint32_t n = 0;
    size_t k;
    if (make_room(c, g->count) != 0) return -1;
    for (k = 0; k < g->count; k++)
        if (demands_fits(g, d, job, k, NULL)) c->clusters[c->used + n++] = (uint32_t)k;
    *class_of = BROKER_NO_CLASS;
    if (n == 0) return 0;
    *class_of = intern(c, n);
    return *class_of == BROKER_NO_CLASS ? -1 : 0;
}

/* ---- the queue --------------------------------------------------------------------- */

void broker_queue_free(struct broker_queue *q)
{
    free(q->items);
    memset(q, 0, sizeof *q);
}

/* Makes room for an entry on either side. (ARRAY_ROOM makes room at the end only.) */
static int room_on_both_sides(struct broker_queue *q)
{
    struct broker_entry *grown;
    const size_t more = 2 * q->count + 64;
    if (q->first > 0 && q->first + q->count < q->capacity) return 0;
    grown = (struct broker_entry *)malloc(more * sizeof *grown);
    if (!grown) return -1;
    if (q->count)
        memcpy(grown + more / 4, broker_queue_at(q, 0), q->count * sizeof *grown);
    free(q->items);
    q->items = grown;
    q->first = more / 4;
    q->capacity = more;
    return 0;
}

int broker_queue_before(const struct broker_entry *a, const struct broker_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->job < b->job;
}

size_t broker_queue_place(const struct broker_queue *q, const struct broker_entry *entry)
{
    size_t lo = 0, hi = q->count;
    if (hi && broker_queue_before(broker_queue_at(q, hi - 1), entry)) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (broker_queue_before(broker_queue_at(q, middle), entry))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* 0, or -1 when memory is out. */
static int insert(struct broker_queue *q, const struct broker_entry *entry)
{
    size_t lo;
    if (room_on_both_sides(q) != 0) return -1;
    lo = broker_queue_place(q, entry);
    if (lo < q->count / 2) {
        q->first--;
        memmove(broker_queue_at(q, 0), broker_queue_at(q, 1), lo * sizeof *entry);
    } else {
        memmove(broker_queue_at(q, lo + 1), broker_queue_at(q, lo),
                (q->count - lo) * sizeof *entry);
    }
    *broker_queue_at(q, lo) = *entry;
    q->count++;
    return 0;
}

static void take_out(struct broker_queue *q, size_t i)
{
    if (i < q->count / 2) {
        memmove(broker_queue_at(q, 1), broker_queue_at(q, 0), i * sizeof *q->items);
        q->first++;
    } else {
        memmove(broker_queue_at(q, i), broker_queue_at(q, i + 1),
                (q->count - i - 1) * sizeof *q->items);
    }
    q->count--;
}

/* The class's queue for jobs of that size, or the place for it. */
static size_t size_at(const struct broker_class *of, uint32_t servers)
{
    size_t lo = 0, hi = of->size_count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (of->sizes[middle].servers < servers)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

int broker_queue_add(struct broker_queue *q, struct broker_classes *c,
                     const struct broker_entry *entry)
{
    struct broker_class *of = &c->items[entry->class_of];
    const size_t at = size_at(of, entry->servers);
    if (at == of->size_count || of->sizes[at].servers != entry->servers) {
        struct broker_size made = {0, {NULL, 0, 0, 0}};
        made.servers = entry->servers;
        if (ARRAY_ROOM(of->sizes, of->size_count, of->size_capacity, 1) != 0) return -1;
        memmove(of->sizes + at + 1, of->sizes + at,
                (of->size_count++ - at) * sizeof *of->sizes);
        of->sizes[at] = made;
    }
    return insert(&of->sizes[at].queue, entry) == 0 ? insert(q, entry) : -1;
}

void broker_queue_remove(struct broker_queue *q, struct broker_classes *c, size_t i)
{
    const struct broker_entry *entry = broker_queue_at(q, i);
    struct broker_class *of = &c->items[entry->class_of];
    struct broker_queue *size = &of->sizes[size_at(of, entry->servers)].queue;
    take_out(size, broker_queue_place(size, entry));
    take_out(q, i);
}
