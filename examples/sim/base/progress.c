/* progress.c - implements progress.h. */
#define _POSIX_C_SOURCE 200809L

#include "base/progress.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <unistd.h>

/* 75 s as "1 min 15 s": two units at most. */
static void time_left(char *to, size_t size, double seconds)
{
    const unsigned long s = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000;
    if (s < 60)
        snprintf(to, size, "%lu s", s);
    else if (s < 3600)
        snprintf(to, size, "%lu min %lu s", s / 60, s % 60);
    else
        snprintf(to, size, "%lu h %lu min", s / 3600, s / 60 % 60);
}

void progress_text(char to[PROGRESS_TEXT], const char *what, size_t done, size_t total,
                   double seconds)
{
    char some[TEXT_NUMBER], all[TEXT_NUMBER], left[40];
    const double share = total ? (double)done / (double)total : 0;
    const int used =
        snprintf(to, PROGRESS_TEXT, "%.40s: %s of %s (%d %%)", what,
                 text_count(done, some), text_count(total, all), (int)(100 * share));
    if (done == 0 || done >= total || used < 0) return;
    time_left(left, sizeof left, seconds * (1 - share) / share);
    snprintf(to + used, PROGRESS_TEXT - (size_t)used, ", %s left", left);
}

static void progress_draw(struct progress *p, double now)
{
    char text[PROGRESS_TEXT];
    progress_text(text, p->what, p->done, p->total, now - p->begun);
    fprintf(stderr, "\r\033[K%s", text);
    fflush(stderr);
    p->drawn = now;
}

void progress_start(struct progress *p, const char *what, size_t total)
{
    p->what = what;
    p->total = total;
    p->done = 0;
    p->begun = p->drawn = clock_seconds();
    p->shown = isatty(STDERR_FILENO);
    pthread_mutex_init(&p->lock, NULL);
    if (p->shown) progress_draw(p, p->begun);
}

void progress_add(struct progress *p, size_t more)
{
    double now;
    if (!p || !p->shown) return;
    pthread_mutex_lock(&p->lock);
    p->done += more;
    now = clock_seconds();
    if (now - p->drawn > 0.2 && p->done <= p->total) progress_draw(p, now);
    pthread_mutex_unlock(&p->lock);
}

void progress_end(struct progress *p)
{
    if (p->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&p->lock);
}
