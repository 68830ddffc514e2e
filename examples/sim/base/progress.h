/* progress.h - a progress bar on standard error, if that is a terminal.
 *
 *     struct progress p;
 *     progress_start(&p, "points", count);
 *     ... progress_add(&p, 1) after each, from any thread
 *     progress_end(&p);
 *
 * The bar is drawn at most a hundred times, and removed at the end.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <pthread.h>
#include <stddef.h>

struct progress {
    const char *what;
    size_t total, done;
    size_t next; /* draw it again when this many are done */
    int shown;   /* 0 = there is no terminal              */
    pthread_mutex_t lock;
};

void progress_start(struct progress *p, const char *what, size_t total);

/* `more` of the total are done. p may be NULL. */
void progress_add(struct progress *p, size_t more);

void progress_end(struct progress *p);

#endif
