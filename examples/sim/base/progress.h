/* progress.h - a progress bar on standard error, where a person is looking: only when
 * that is a terminal. It redraws a hundred times at most, and wipes itself at the end.
 * Several threads may work on what it shows.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <pthread.h>
#include <stddef.h>

struct progress {
    const char *what;
    size_t total, done;
    size_t next; /* redraw when this many are done */
    int shown;   /* somebody is looking            */
    pthread_mutex_t lock;
};

void progress_start(struct progress *p, const char *what, size_t total);

/* `more` of the total are done. */
void progress_add(struct progress *p, size_t more);

void progress_end(struct progress *p);

#endif
