/* progress.c - one line is drawn over the last one, not more often than one can read. */
#define _POSIX_C_SOURCE 200809L

#include "base/progress.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* 75 s as "1 min 15 s": two units at most. */
static void add_time(char to[PROGRESS_TEXT], double seconds)
{
    const unsigned long s = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000;
    const size_t used = strlen(to);
    if (s < 60)
        snprintf(to + used, PROGRESS_TEXT - used, ", %lu s left", s);
    else if (s < 3600)
        snprintf(to + used, PROGRESS_TEXT - used, ", %lu min %lu s left", s / 60, s % 60);
    else
        snprintf(to + used, PROGRESS_TEXT - used, ", %lu h %lu min left", s / 3600,
                 s / 60 % 60);
}

/* The place of a name among those that are running, before place `end`; `end`: none. */
static size_t find(const struct progress *p, const char *name, size_t end)
{
    size_t i = 0;
    while (i < end && strcmp(p->running[i], name) != 0) i++;
    return i;
}

static void add_names(char to[PROGRESS_TEXT], const struct progress *p)
{
    size_t used = strlen(to), i;
    for (i = 0; i < p->running_count; i++) {
        const char *name = p->running[i], *before = i ? ", " : ": ";
        if (find(p, name, i) < i) continue;
        if (used + strlen(name) + sizeof ", , ..." > PROGRESS_WIDE) {
            if (i) strcpy(to + used, ", ...");
            return;
        }
        used += (size_t)sprintf(to + used, "%s%s", before, name);
    }
}

void progress_text(char to[PROGRESS_TEXT], const struct progress *p, double seconds)
{
    char done[TEXT_NUMBER], total[TEXT_NUMBER];
    const double share = p->total ? (double)p->done / (double)p->total : 0;
    snprintf(to, PROGRESS_TEXT, "%.20s: %s of %s (%d %%)", p->what,
             text_count(p->done, done), text_count(p->total, total), (int)(100 * share));
    if (p->done > 0 && p->done < p->total) add_time(to, seconds * (1 - share) / share);
    add_names(to, p);
}

static void draw(struct progress *p, double now)
{
    char text[PROGRESS_TEXT];
    progress_text(text, p, now - p->begun);
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
    if (p->shown) draw(p, p->begun);
}

void progress_enter(struct progress *p, const char *name)
{
    pthread_mutex_lock(&p->lock);
    if (p->running_count < PROGRESS_NAMES) p->running[p->running_count++] = name;
    pthread_mutex_unlock(&p->lock);
}

void progress_leave(struct progress *p, const char *name)
{
    pthread_mutex_lock(&p->lock);
    size_t i = find(p, name, p->running_count);
    if (i < p->running_count)
        for (p->running_count--; i < p->running_count; i++)
            p->running[i] = p->running[i + 1];
    pthread_mutex_unlock(&p->lock);
}

void progress_add(struct progress *p, size_t more)
{
    if (!p || !p->shown) return;
    pthread_mutex_lock(&p->lock);
    p->done += more;
    const double now = clock_seconds();
    if (now - p->drawn > 0.2 && p->done <= p->total) draw(p, now);
    pthread_mutex_unlock(&p->lock);
}

void progress_end(struct progress *p)
{
    if (p->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&p->lock);
}
