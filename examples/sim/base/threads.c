/* threads.c - each thread takes the next task that is not begun. */
#define _POSIX_C_SOURCE 200809L

#include "base/threads.h"

#include "base/system.h"

#include <pthread.h>

struct threads {
    size_t count, next; /* tasks; the first that is not begun */
    void (*run)(void *context, size_t task);
    void *context;
    pthread_mutex_t lock;
};

int64_t threads_default(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < THREADS_MAX ? n : THREADS_MAX;
}

static void *work(void *of)
{
    struct threads *t = of;
    for (;;) {
        pthread_mutex_lock(&t->lock);
        const size_t task = t->next++;
        pthread_mutex_unlock(&t->lock);
        if (task >= t->count) return NULL;
        t->run(t->context, task);
    }
}

void threads_run(size_t count, int64_t threads, void (*run)(void *context, size_t task),
                 void *context)
{
    struct threads t = {count, 0, run, context, PTHREAD_MUTEX_INITIALIZER};
    pthread_t ids[THREADS_MAX];
    int64_t i, more = 0;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    while (more + 1 < threads && more + 1 < (int64_t)count &&
           pthread_create(&ids[more], NULL, work, &t) == 0)
        more++;
    work(&t);
    for (i = 0; i < more; i++) pthread_join(ids[i], NULL);
}
