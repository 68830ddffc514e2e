/* usage.c - starts and ends, sorted by time, are added up. */
#include "workload/usage.h"

#include "base/compare.h"
#include "base/job.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

void usage_add(struct usage *u, const swf_job *job)
{
    const int64_t size = log_job_size(job, 1), end = log_job_end(job, job->submit);
    int i;
    if (end < 0 || job->run == 0 || size <= 0 || size > JOB_SERVERS_MAX) return;
    if (log_is_part(job) || (job->procs <= 0 && u->allocated)) return;
    if (job->procs > 0 && !u->allocated) u->count = 0;
    u->allocated |= job->procs > 0;
    for (i = 0; i < 2; i++) {
        u->changes = base_room(u->changes, &u->room, u->count, sizeof *u->changes);
        u->changes[u->count].at = i ? end : end - job->run;
        u->changes[u->count++].by = i ? -size : size;
    }
}

/* At one time, what ends comes first. */
static int compare_changes(const void *a, const void *b)
{
    const struct usage_change *x = a;
    const struct usage_change *y = b;
    return x->at != y->at ? COMPARE(x->at, y->at) : COMPARE(x->by, y->by);
}

int64_t usage_most(struct usage *u)
{
    int64_t used = 0, most = 0;
    size_t i;
    if (u->count) qsort(u->changes, u->count, sizeof *u->changes, compare_changes);
    for (i = 0; i < u->count; i++) {
        used += u->changes[i].by;
        if (used > most) most = used;
    }
    free(u->changes);
    memset(u, 0, sizeof *u);
    return most;
}

int64_t usage_of_log(const struct log *log)
{
    struct usage u = {.count = 0};
    size_t i;
    for (i = 0; i < log->count; i++) usage_add(&u, &log->jobs[i].job);
    return usage_most(&u);
}

int64_t usage_size(struct usage_machine *m, int64_t given)
{
    m->guess = NULL;
    if (given > 0) return given;
    if (m->procs > 0) return m->procs;
    if (m->nodes > 0 && m->most <= m->nodes) return m->nodes;
    m->guess =
        m->most > m->largest ? "the most in use at once" : "the largest job's size";
    return m->most > m->largest ? m->most : m->largest;
}
