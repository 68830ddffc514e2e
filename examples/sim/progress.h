/* progress.h - a progress bar on standard error, where a person is looking: only when
 * that is a terminal. It redraws a hundred times at most, and wipes itself at the end.
 */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

typedef struct sim_progress {
    const char *what;
    size_t total;
    size_t next;  /* redraw when this many are done; SIZE_MAX: nobody is looking */
} sim_progress;

static inline sim_progress sim_progress_start(const char *what, size_t total)
{
    sim_progress p;
    p.what = what;
    p.total = total;
    p.next = isatty(STDERR_FILENO) ? 0 : SIZE_MAX;
    return p;
}

static inline void sim_progress_at(sim_progress *p, size_t done)
{
    const int width = 40;
    int percent, filled;
    if (done < p->next) return;
    percent = (int)((double)done / (double)p->total * 100);
    filled = percent * width / 100;
    fprintf(stderr, "\r%s [%.*s%*s] %3d%%", p->what, filled,
            "########################################", width - filled, "", percent);
    fflush(stderr);
    p->next = done + 1 + p->total / 100;
}

static inline void sim_progress_end(const sim_progress *p)
{
    if (p->next != SIZE_MAX) fprintf(stderr, "\r\033[K");
}

#endif
