/* threads.c - implements threads.h. */
#define _POSIX_C_SOURCE 200809L

#include "base/threads.h"

#include "base/system.h"

#include <pthread.h>

struct threads {
    size_t count;
    int (*run)(void *context, size_t task, struct error *e); /* 0, or -1 */
    void *context;
    size_t next;        /* the first task that is not begun    */
    size_t failed;      /* the first that failed, or SIZE_MAX  */
    struct error error; /* its reason                        */
    pthread_mutex_t lock;
};

int64_t threads_default(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < THREADS_MAX ? n : THREADS_MAX;
}

static void *threads_work(void *arg)
{
    struct threads *t = (struct threads *)arg;
    for (;;) {
        struct error e;
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

int threads_run(size_t count, int64_t threads, int (*run)(void *, size_t, struct error *),
                void *context, struct error *e)
{
    pthread_t ids[THREADS_MAX];
    struct threads t;
    int64_t i, more = 0;
    t.count = count;
    t.run = run;
    t.context = context;
    t.next = 0;
    t.failed = SIZE_MAX;
    pthread_mutex_init(&t.lock, NULL);
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    while (more + 1 < threads && more + 1 < (int64_t)count &&
           pthread_create(&ids[more], NULL, threads_work, &t) == 0)
        more++;
    threads_work(&t);
    for (i = 0; i < more; i++) pthread_join(ids[i], NULL);
    pthread_mutex_destroy(&t.lock);
    if (t.failed == SIZE_MAX) return 0;
    *e = t.error;
    return -1;
}
