/* progress.c - implements progress.h. */
#define _POSIX_C_SOURCE 200809L

#include "base/progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_start(struct progress *p, const char *what, size_t total)
{
    p->what = what;
    p->total = total;
    p->done = 0;
    p->next = 1;
    p->shown = isatty(STDERR_FILENO);
    pthread_mutex_init(&p->lock, NULL);
}

static void progress_draw(struct progress *p)
{
    const int width = 40;
    const int percent = (int)((double)p->done / (double)p->total * 100);
    const int filled = percent * width / 100;
    fprintf(stderr, "\r%s [%.*s%*s] %3d%%", p->what, filled,
            "########################################", width - filled, "", percent);
    fflush(stderr);
    p->next = p->done + 1 + p->total / 100;
}

void progress_add(struct progress *p, size_t more)
{
    if (!p || !p->shown) return;
    pthread_mutex_lock(&p->lock);
    p->done += more;
    if (p->done >= p->next && p->done <= p->total) progress_draw(p);
    pthread_mutex_unlock(&p->lock);
}

void progress_end(struct progress *p)
{
    if (p->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&p->lock);
}
