/* broker_queue.h - the jobs that wait at the broker, and who of them need not be asked.
 *
 * Most jobs are alike in what counts: the set of clusters whose static attributes satisfy
 * them. Jobs with the same set are a class. Of a class it is known how many CPUs are free
 * on the best of its clusters, so that a job is looked at by two numbers, and a queue in
 * which no class has room for its smallest job is not looked at at all.
 *
 * The queue is in order of its keys (submission, or deadline, then submission), in one
 * array: jobs leave mostly near its head, so the shorter side moves.
 */
#ifndef SIM_BROKER_QUEUE_H
#define SIM_BROKER_QUEUE_H

#include "demands.h"
#include "grid.h"
#include "hash.h"
#include "ids.h"
#include "job.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_class {
    size_t first;   /* its clusters: sim_classes.clusters[first ...], in order */
    uint32_t count; /* of them                                                 */
    uint32_t room;  /* most free CPUs of one that is up; 0 if none is          */
    uint32_t least; /* no job of the class that waits needs fewer              */
    uint32_t waiting;
    int up; /* any of them is                                          */
} sim_class;

typedef struct sim_classes { /* zero-initialise; sim_classes_free */
    sim_class *items;
    uint32_t count, capacity;
    uint32_t *clusters;
    size_t used, room;
    sim_ids known; /* by a hash of the set: one more than its class */
} sim_classes;

#define SIM_NO_CLASS UINT32_MAX

static inline void sim_classes_free(sim_classes *c)
{
    free(c->items);
    free(c->clusters);
    sim_ids_free(&c->known);
    memset(c, 0, sizeof *c);
}

/* Room for one more set of up to n. 0, or -1 when memory is out. */
static inline int sim_classes_room(sim_classes *c, size_t n)
{
    if (c->count == c->capacity) {
        const uint32_t more = 2 * c->capacity + 16;
        sim_class *grown = (sim_class *)realloc(c->items, more * sizeof *grown);
        if (!grown) return -1;
        c->items = grown;
        c->capacity = more;
    }
    if (c->room - c->used < n) {
        const size_t more = 2 * c->room + n;
        uint32_t *grown = (uint32_t *)realloc(c->clusters, more * sizeof *grown);
        if (!grown) return -1;
        c->clusters = grown;
        c->room = more;
    }
    return 0;
}

/* The class whose set stands behind those in use, n clusters; it may be new.
 * SIM_NO_CLASS when memory is out. */
static inline uint32_t sim_classes_intern(sim_classes *c, uint32_t n)
{
    const uint32_t *set = c->clusters + c->used;
    uint64_t hash = SIM_HASH_START, *known;
    sim_class *made;
    uint32_t i;
    for (i = 0; i < n; i++) hash = sim_hash(hash, set[i]);
    for (;; hash++) { /* another set may have the same hash */
        known = sim_ids_at(&c->known, (int64_t)hash);
        if (!known) return SIM_NO_CLASS;
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

/* The job's class; SIM_NO_CLASS if no cluster will ever do. -1 when memory is out. */
static inline int sim_classes_of(sim_classes *c, const sim_grid *g, const sim_demands *d,
                                 const sim_job *job, uint32_t *class_of)
{
    uint32_t n = 0;
    size_t k;
    if (sim_classes_room(c, g->count) != 0) return -1;
    for (k = 0; k < g->count; k++)
        if (sim_demand_fits(g, d, job, k, NULL)) c->clusters[c->used + n++] = (uint32_t)k;
    *class_of = SIM_NO_CLASS;
    if (n == 0) return 0;
    *class_of = sim_classes_intern(c, n);
    return *class_of == SIM_NO_CLASS ? -1 : 0;
}

/* ---- the queue --------------------------------------------------------------------- */

typedef struct sim_entry {
    int64_t key; /* order: this, then the job's index           */
    double rank; /* of the job: section III-B                   */
    uint32_t job, servers, class_of;
    int dynamic; /* a HARD requirement is on a dynamic attribute */
} sim_entry;

typedef struct sim_queue { /* zero-initialise; sim_queue_free */
    sim_entry *items;      /* first .. first + count - 1 */
    size_t first, count, capacity;
} sim_queue;

static inline void sim_queue_free(sim_queue *q)
{
    free(q->items);
    memset(q, 0, sizeof *q);
}

static inline sim_entry *sim_queue_at(const sim_queue *q, size_t i)
{
    return &q->items[q->first + i];
}

/* Room on both sides. */
static inline int sim_queue_room(sim_queue *q)
{
    sim_entry *grown;
    const size_t more = 2 * q->count + 64;
    if (q->first > 0 && q->first + q->count < q->capacity) return 0;
    grown = (sim_entry *)malloc(more * sizeof *grown);
    if (!grown) return -1;
    if (q->count) memcpy(grown + more / 4, sim_queue_at(q, 0), q->count * sizeof *grown);
    free(q->items);
    q->items = grown;
    q->first = more / 4;
    q->capacity = more;
    return 0;
}

static inline int sim_entry_before(const sim_entry *a, const sim_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->job < b->job;
}

/* 0, or -1 when memory is out. */
static inline int sim_queue_add(sim_queue *q, const sim_entry *entry)
{
    size_t lo = 0, hi = q->count;
    if (sim_queue_room(q) != 0) return -1;
    if (hi && sim_entry_before(sim_queue_at(q, hi - 1), entry)) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (sim_entry_before(entry, sim_queue_at(q, middle)))
            hi = middle;
        else
            lo = middle + 1;
    }
    if (lo < q->count / 2) {
        q->first--;
        memmove(sim_queue_at(q, 0), sim_queue_at(q, 1), lo * sizeof *entry);
    } else {
        memmove(sim_queue_at(q, lo + 1), sim_queue_at(q, lo),
                (q->count - lo) * sizeof *entry);
    }
    *sim_queue_at(q, lo) = *entry;
    q->count++;
    return 0;
}

static inline void sim_queue_remove(sim_queue *q, size_t i)
{
    if (i < q->count / 2) {
        memmove(sim_queue_at(q, 1), sim_queue_at(q, 0), i * sizeof *q->items);
        q->first++;
    } else {
        memmove(sim_queue_at(q, i), sim_queue_at(q, i + 1),
                (q->count - i - 1) * sizeof *q->items);
    }
    q->count--;
}

#endif
