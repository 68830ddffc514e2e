/* progress.h - a progress bar on standard error, if that is a terminal.
 *
 *     struct progress p;
 *     progress_start(&p, "points", count);
 *     ... progress_add(&p, 1) after each, from any thread
 *     progress_end(&p);
 *
 * It says how much is done and how long the rest will take if it goes on like this, a
 * few times a second, and is removed at the end.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <pthread.h>
#include <stddef.h>

enum { PROGRESS_TEXT = 120 };

struct progress {
    const char *what;
    size_t total, done;
    double begun, drawn; /* when, by clock.h                */
    int shown;           /* 0 = there is no terminal        */
    pthread_mutex_t lock;
};

/* "jobs: 5,120 of 10,000 (51 %), 12 s left", once some are done after so many seconds. */
void progress_text(char to[PROGRESS_TEXT], const char *what, size_t done, size_t total,
                   double seconds);

void progress_start(struct progress *p, const char *what, size_t total);

/* `more` of the total are done. p may be NULL. */
void progress_add(struct progress *p, size_t more);

void progress_end(struct progress *p);

#endif
