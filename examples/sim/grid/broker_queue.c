/* broker_queue.c - sets of clusters are found by a hash of their numbers; a place in the
 * queue by bisection. */
#include "grid/broker_queue.h"

#include "base/hash.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

void broker_queue_classes_free(struct broker_classes *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        struct broker_class *of = &c->items[i];
        for (size_t k = 0; k < of->size_count; k++) free(of->sizes[k].queue.items);
        free(of->sizes);
        free(of->clusters);
    }
    free(c->items);
    map_free(&c->known);
}

/* The class of a set of n clusters: one that there is, or a new one, whose the set is. */
static uint32_t intern(struct broker_classes *c, uint32_t *set, uint32_t n)
{
    uint64_t hash = HASH_START, *known;
    struct broker_class *made;
    for (uint32_t i = 0; i < n; i++) hash = hash_add(hash, set[i]);
    for (;; hash++) { /* another set may have the same hash */
        known = map_at(&c->known, (int64_t)hash);
        if (!known) fail("out of memory");
        if (!*known) break;
        made = &c->items[*known - 1];
        if (made->count != n || memcmp(made->clusters, set, n * sizeof *set) != 0)
            continue;
        free(set);
        return (uint32_t)*known - 1;
    }
    c->items = base_room(c->items, &c->room, c->count, sizeof *c->items);
    made = &c->items[c->count];
    memset(made, 0, sizeof *made);
    made->clusters = set;
    made->count = n;
    made->least = UINT32_MAX;
    *known = c->count + UINT64_C(1);
    return c->count++;
}

uint32_t broker_queue_class_of(struct broker_classes *c, const struct broker_task *task,
                               const struct job *job)
{
    const struct grid *g = task->grid;
    uint32_t *set = base_zeroed(g->count, sizeof *set), n = 0;
    for (size_t k = 0; k < g->count; k++)
        if (demands_fits(g, task->demands, job, k, NULL)) set[n++] = (uint32_t)k;
    if (n > 0) return intern(c, set, n);
    free(set);
    return BROKER_NO_CLASS;
}

/* ---- the queue --------------------------------------------------------------------- */

/* Makes room for an entry on either side. (base_room makes room at the end only.) */
static void room_on_both_sides(struct broker_queue *q)
{
    const size_t more = 2 * q->count + 64;
    if (q->first > 0 && q->first + q->count < q->capacity) return;
    struct broker_entry *grown = base_zeroed(more, sizeof *grown);
    if (q->count)
        memcpy(grown + more / 4, broker_queue_at(q, 0), q->count * sizeof *grown);
    free(q->items);
    q->items = grown;
    q->first = more / 4;
    q->capacity = more;
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

static void insert(struct broker_queue *q, const struct broker_entry *entry)
{
    room_on_both_sides(q);
    const size_t lo = broker_queue_place(q, entry);
    if (lo < q->count / 2) {
        q->first--;
        memmove(broker_queue_at(q, 0), broker_queue_at(q, 1), lo * sizeof *entry);
    } else {
        memmove(broker_queue_at(q, lo + 1), broker_queue_at(q, lo),
                (q->count - lo) * sizeof *entry);
    }
    *broker_queue_at(q, lo) = *entry;
    q->count++;
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

/* The class's queue for jobs of that size; a new one if need be. */
static struct broker_queue *queue_of_size(struct broker_class *of, uint32_t servers)
{
    size_t lo = 0, hi = of->size_count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (of->sizes[middle].servers < servers)
            lo = middle + 1;
        else
            hi = middle;
    }
    if (lo == of->size_count || of->sizes[lo].servers != servers) {
        of->sizes =
            base_room(of->sizes, &of->size_room, of->size_count, sizeof *of->sizes);
        memmove(of->sizes + lo + 1, of->sizes + lo,
                (of->size_count++ - lo) * sizeof *of->sizes);
        memset(&of->sizes[lo], 0, sizeof *of->sizes);
        of->sizes[lo].servers = servers;
    }
    return &of->sizes[lo].queue;
}

void broker_queue_add(struct broker_queue *q, struct broker_classes *c,
                      const struct broker_entry *entry)
{
    struct broker_class *of = &c->items[entry->class_of];
    insert(queue_of_size(of, entry->servers), entry);
    insert(q, entry);
    of->waiting++;
    if (of->waiting == 1 || entry->servers < of->least) of->least = entry->servers;
}

void broker_queue_remove(struct broker_queue *q, struct broker_classes *c, size_t i)
{
    const struct broker_entry *entry = broker_queue_at(q, i);
    struct broker_class *of = &c->items[entry->class_of];
    struct broker_queue *size = queue_of_size(of, entry->servers);
    of->waiting--;
    take_out(size, broker_queue_place(size, entry));
    take_out(q, i);
}
