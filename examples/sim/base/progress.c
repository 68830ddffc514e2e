/* progress.c - implements progress.h. */
#define _POSIX_C_SOURCE 200809L

#include "base/progress.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
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

void progress_name(char to[PROGRESS_TEXT], const struct progress *p)
{
    static const char more[] = ", ...";
    size_t used = strlen(to), i;
    for (i = 0; i < p->running_count; i++) {
        const char *name = p->running[i].name, *before = i ? ", " : ": ";
        const size_t length = strlen(before) + strlen(name);
        const size_t after = i + 1 < p->running_count ? sizeof more : 1;
        if (used + length + after > PROGRESS_WIDE) {
            if (i) strcpy(to + used, more);
            return;
        }
        strcat(strcpy(to + used, before), name);
        used += length;
    }
}

static void progress_draw(struct progress *p, double now)
{
    char text[PROGRESS_TEXT];
    progress_text(text, p->what, p->done, p->total, now - p->begun);
    progress_name(text, p);
    fprintf(stderr, "\r\033[K%s", text);
    fflush(stderr);
    p->drawn = now;
}

void progress_start(struct progress *p, const char *what, size_t total)
{
    p->what = what;
    p->total = total;
    p->done = p->running_count = 0;
    p->begun = p->drawn = clock_seconds();
    p->shown = isatty(STDERR_FILENO);
    pthread_mutex_init(&p->lock, NULL);
    if (p->shown) progress_draw(p, p->begun);
}

/* The place of this name among those that are running; running_count = it is not. */
static size_t progress_find(const struct progress *p, const char *name)
{
    size_t i = 0;
    while (i < p->running_count &&
           strncmp(p->running[i].name, name, PROGRESS_NAME - 1) != 0)
        i++;
    return i;
}

void progress_enter(struct progress *p, const char *name)
{
    size_t i;
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    i = progress_find(p, name);
    if (i < p->running_count) {
        p->running[i].runs++;
    } else if (i < PROGRESS_NAMES) {
        snprintf(p->running[i].name, PROGRESS_NAME, "%s", name);
        p->running[i].runs = 1;
        p->running_count++;
    }
    pthread_mutex_unlock(&p->lock);
}

void progress_leave(struct progress *p, const char *name)
{
    size_t i;
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    i = progress_find(p, name);
    if (i < p->running_count && --p->running[i].runs == 0) {
        p->running_count--;
        memmove(&p->running[i], &p->running[i + 1],
                (p->running_count - i) * sizeof p->running[0]);
    }
    pthread_mutex_unlock(&p->lock);
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
