/* progress.h - a progress bar on standard error, where a person is looking: only when
 * that is a terminal. It redraws a hundred times at most, and wipes itself at the end.
 * Several threads may work on what it shows.
 */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

typedef struct sim_progress {
    const char *what;
    size_t total, done;
    size_t next; /* redraw when this many are done */
    int shown;   /* somebody is looking            */
    pthread_mutex_t lock;
} sim_progress;

static inline void sim_progress_start(sim_progress *p, const char *what, size_t total)
{
    p->what = what;
    p->total = total;
    p->done = 0;
    p->next = 1;
    p->shown = isatty(STDERR_FILENO);
    pthread_mutex_init(&p->lock, NULL);
}

static inline void sim_progress_draw(sim_progress *p)
{
    const int width = 40;
    const int percent = (int)((double)p->done / (double)p->total * 100);
    const int filled = percent * width / 100;
    fprintf(stderr, "\r%s [%.*s%*s] %3d%%", p->what, filled,
            "########################################", width - filled, "", percent);
    fflush(stderr);
    p->next = p->done + 1 + p->total / 100;
}

/* `more` of the total are done. */
static inline void sim_progress_add(sim_progress *p, size_t more)
{
    if (!p || !p->shown) return;
    pthread_mutex_lock(&p->lock);
    p->done += more;
    if (p->done >= p->next && p->done <= p->total) sim_progress_draw(p);
    pthread_mutex_unlock(&p->lock);
}

static inline void sim_progress_end(sim_progress *p)
{
    if (p->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&p->lock);
}

#endif
