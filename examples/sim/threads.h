/* threads.h - many tasks, each on its own, by several threads.
 *
 * Who does which task is left to chance; what comes out must not be. So a task writes
 * only what belongs to it, and of several that fail the first in order is told.
 */
#ifndef SIM_THREADS_H
#define SIM_THREADS_H

#include "error.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

enum { SIM_THREADS_MAX = 256 };

typedef struct sim_tasks {
    size_t count;
    int (*run)(void *context, size_t task, sim_error *e); /* 0, or -1 */
    void *context;
    size_t next;   /* the task nobody has begun           */
    size_t failed; /* the first that failed; SIZE_MAX     */
    sim_error error; /* its reason                        */
    pthread_mutex_t lock;
} sim_tasks;

/* As many as there are processors. */
static inline int64_t sim_threads_default(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < SIM_THREADS_MAX ? n : SIM_THREADS_MAX;
}

static inline void *sim_tasks_work(void *arg)
{
    sim_tasks *t = (sim_tasks *)arg;
    for (;;) {
        sim_error e;
        size_t task;
        int result;
        pthread_mutex_lock(&t->lock);
        task = t->failed == SIZE_MAX ? t->next++ : t->count;
        pthread_mutex_unlock(&t->lock);
        if (task >= t->count) return NULL;
        result = t->run(t->context, task, &e);
        if (result == 0) continue;
        pthread_mutex_lock(&t->lock);
        if (task < t->failed) {
            t->failed = task;
            t->error = e;
        }
        pthread_mutex_unlock(&t->lock);
    }
}

/* Does tasks 0 .. count - 1 with up to so many threads: fewer if no more can be had.
 * Tasks are begun in order, so that the first to fail is the same whatever their number.
 * 0, or -1 with the reason of that one. */
static inline int sim_tasks_run(size_t count, int64_t threads,
                                int (*run)(void *, size_t, sim_error *), void *context,
                                sim_error *e)
{
    pthread_t ids[SIM_THREADS_MAX];
    sim_tasks t;
    int64_t i, more = 0;
    t.count = count;
    t.run = run;
    t.context = context;
    t.next = 0;
    t.failed = SIZE_MAX;
    pthread_mutex_init(&t.lock, NULL);
    if (threads > SIM_THREADS_MAX) threads = SIM_THREADS_MAX;
    while (more + 1 < threads && more + 1 < (int64_t)count &&
           pthread_create(&ids[more], NULL, sim_tasks_work, &t) == 0)
        more++;
    sim_tasks_work(&t);
    for (i = 0; i < more; i++) pthread_join(ids[i], NULL);
    pthread_mutex_destroy(&t.lock);
    if (t.failed == SIZE_MAX) return 0;
    *e = t.error;
    return -1;
}

#endif
