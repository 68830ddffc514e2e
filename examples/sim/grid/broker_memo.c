/* broker_memo.c - a list, as there are few. */
#include "grid/broker_memo.h"

#include "kit/base.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct broker_memo_entry {
    struct broker_made made;
    void *settings;
    pthread_mutex_t lock;
    struct broker_memo_entry *next;
};

struct broker_memo {
    pthread_mutex_t lock;
    struct broker_memo_entry *first;
};

struct broker_memo *broker_memo_new(void)
{
    struct broker_memo *m = (struct broker_memo *)base_zeroed(1, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    return m;
}

static struct broker_memo_entry *add(struct broker_memo *m, const void *settings,
                                     size_t size)
{
    struct broker_memo_entry *e = (struct broker_memo_entry *)base_zeroed(1, sizeof *e);
    e->settings = base_zeroed(1, size);
    memcpy(e->settings, settings, size);
    pthread_mutex_init(&e->lock, NULL);
    e->made.entry = e;
    e->next = m->first;
    return m->first = e;
}

struct broker_made *broker_memo_take(struct broker_memo *m, const void *settings,
                                     size_t size)
{
    struct broker_memo_entry *e;
    pthread_mutex_lock(&m->lock);
    for (e = m->first; e && memcmp(e->settings, settings, size) != 0;) e = e->next;
    if (!e) e = add(m, settings, size);
    pthread_mutex_unlock(&m->lock);
    pthread_mutex_lock(&e->lock);
    return &e->made;
}

void broker_memo_leave(struct broker_made *made)
{
    pthread_mutex_unlock(&made->entry->lock);
}

void broker_memo_free(struct broker_memo *m)
{
    struct broker_memo_entry *e, *next;
    for (e = m->first; e; e = next) {
        next = e->next;
        broker_rules_free(&e->made.result);
        free(e->settings);
        free(e);
    }
    free(m);
}
