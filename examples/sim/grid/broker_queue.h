/* broker_queue.h - the jobs that wait at the broker, and classes of jobs that can go to
 * the same clusters.
 *
 * Jobs whose static requirements the same set of clusters satisfies are a class. It is
 * known how many CPUs are free on the best cluster of a class, so that a job is judged by
 * two numbers, and a queue in which no class has room for its smallest job is not looked
 * at at all.
 *
 * The queue is one array in order of keys (0, or a deadline) and then of submission. Jobs
 * mostly leave near its head, so the shorter side moves. The jobs of a class that need as
 * many CPUs are in a separate queue as well, so that those that fit are found without a
 * look at the others.
 */
#ifndef BROKER_QUEUE_H
#define BROKER_QUEUE_H

#include "base/map.h"
#include "grid/broker.h"

#include <stddef.h>
#include <stdint.h>

struct broker_entry {
    int64_t key; /* the order: this, then the job's number      */
    double rank; /* of the job: section III-B                   */
    uint32_t job, servers, class_of;
    int dynamic; /* a HARD requirement is on a dynamic attribute */
};

struct broker_queue {           /* zero-initialise; free items */
    struct broker_entry *items; /* first .. first + count - 1  */
    size_t first, count, capacity;
};

struct broker_size { /* the waiting jobs of a class that need so many CPUs */
    uint32_t servers;
    struct broker_queue queue;
};

struct broker_class {
    uint32_t *clusters; /* in order                                 */
    uint32_t count;     /* of them                                  */
    uint32_t room;      /* most free CPUs of one                    */
    uint32_t least;     /* no waiting job of the class needs fewer  */
    uint32_t waiting;
    int open;                  /* its smallest job might have room         */
    struct broker_size *sizes; /* by servers; some are empty               */
    size_t size_count, size_room;
};

struct broker_classes { /* zero-initialise; broker_queue_classes_free */
    struct broker_class *items;
    uint32_t count;
    size_t room;
    struct map known; /* by a hash of the set: one more than its class */
};

#define BROKER_NO_CLASS UINT32_MAX

void broker_queue_classes_free(struct broker_classes *c);

/* The job's class, or BROKER_NO_CLASS if no cluster can ever run it. */
uint32_t broker_queue_class_of(struct broker_classes *c, const struct broker_task *task,
                               const struct job *job);

static inline struct broker_entry *broker_queue_at(const struct broker_queue *q, size_t i)
{
    return &q->items[q->first + i];
}

/* Is one before the other? */
int broker_queue_before(const struct broker_entry *a, const struct broker_entry *b);

/* The place of an entry that is in the queue. */
size_t broker_queue_place(const struct broker_queue *q, const struct broker_entry *entry);

/* Puts a job in its place in the queue, and into its class; takes that in place i out. */
void broker_queue_add(struct broker_queue *q, struct broker_classes *c,
                      const struct broker_entry *entry);
void broker_queue_remove(struct broker_queue *q, struct broker_classes *c, size_t i);

#endif
