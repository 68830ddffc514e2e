/* progress.h - a progress bar on standard error, if that is a terminal.
 *
 *     struct progress p;
 *     progress_start(&p, "points", count);
 *     progress_enter(&p, "easy"); ... progress_leave(&p, "easy");
 *     ... progress_add(&p, 1) after each, from any thread
 *     progress_end(&p);
 *
 * It says how much is done, how long the rest will take if it goes on like this, and the
 * names of runs, a few times a second, and is removed at the end.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <pthread.h>
#include <stddef.h>

/* Names of runs end before column PROGRESS_WIDE; so many of them are kept. */
enum { PROGRESS_TEXT = 120, PROGRESS_WIDE = 80, PROGRESS_NAMES = 16 };

struct progress {
    const char *what;
    size_t total, done;
    double begun, drawn;                 /* when, by clock.h                          */
    int shown;                           /* 0 = there is no terminal                  */
    const char *running[PROGRESS_NAMES]; /* borrowed, in the order of their beginning */
    size_t running_count;
    pthread_mutex_t lock;
};

/* "jobs: 5,120 of 10,000 (51 %), 12 s left: fcfs, easy": once some are done after so many
 * seconds; each name once, and as many as fit. */
void progress_text(char to[PROGRESS_TEXT], const struct progress *p, double seconds);

void progress_start(struct progress *p, const char *what, size_t total);

/* A run of this name begins, or ends. */
void progress_enter(struct progress *p, const char *name);
void progress_leave(struct progress *p, const char *name);

/* `more` of the total are done. p may be NULL. */
void progress_add(struct progress *p, size_t more);

void progress_end(struct progress *p);

#endif
