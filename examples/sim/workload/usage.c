/* usage.c - starts and ends are sorted by time; at one time, what ends comes first. */
#include "workload/usage.h"

#include "base/job.h"
#include "kit/base.h"

#include <stdlib.h>

void usage_add(struct usage *u, const swf_job *job)
{
    const int64_t size = log_job_size(job, 1), end = log_job_end(job, job->submit);
    int i;
    if (end < 0 || job->run == 0 || size <= 0 || size > JOB_SERVERS_MAX) return;
    if (log_is_part(job) || (job->procs <= 0 && u->allocated)) return;
    if (job->procs > 0 && !u->allocated) u->count = 0;
    u->allocated |= job->procs > 0;
    for (i = 0; i < 2; i++) {
        u->changes = (struct usage_change *)base_room(u->changes, &u->room, u->count,
                                                      sizeof *u->changes);
        u->changes[u->count].at = i ? end : end - job->run;
        u->changes[u->count++].by = i ? -size : size;
    }
}

enum { DIGITS = 2048, DIGIT_BITS = 11 };

/* Where the change stands in time after the first one. */
static uint64_t key_of(const struct usage_change *c, int64_t first)
{
    return (uint64_t)(c->at - first) << 1 | (c->by > 0);
}

/* By radix, as a log of a year must not take longer to read. */
static void sort_changes(struct usage *u)
{
    struct usage_change *to = (struct usage_change *)base_zeroed(u->count, sizeof *to);
    int64_t first = INT64_MAX, last = 0;
    size_t i;
    int shift;
    for (i = 0; i < u->count; i++) {
        if (u->changes[i].at < first) first = u->changes[i].at;
        if (u->changes[i].at > last) last = u->changes[i].at;
    }
    for (shift = 0; (uint64_t)(last - first + 1) << 1 >> shift; shift += DIGIT_BITS) {
        struct usage_change *from = u->changes;
        size_t place[DIGITS + 1] = {0};
        for (i = 0; i < u->count; i++)
            place[(key_of(&from[i], first) >> shift) % DIGITS + 1]++;
        for (i = 1; i < DIGITS; i++) place[i] += place[i - 1];
        for (i = 0; i < u->count; i++)
            to[place[(key_of(&from[i], first) >> shift) % DIGITS]++] = from[i];
        u->changes = to;
        to = from;
    }
    free(to);
}

int64_t usage_most(struct usage *u, int64_t machine, double *beyond)
{
    int64_t used = 0, most = 0, over = 0, all = 0;
    size_t i;
    if (u->count) sort_changes(u);
    for (i = 0; i < u->count; i++) {
        const int64_t gone = i > 0 ? u->changes[i].at - u->changes[i - 1].at : 0;
        all += gone;
        if (used > machine) over += gone;
        used += u->changes[i].by;
        if (used > most) most = used;
    }
    *beyond = all > 0 ? (double)over / (double)all : 0;
    free(u->changes);
    u->changes = NULL;
    u->count = u->room = 0;
    u->allocated = 0;
    return most;
}

int64_t usage_of_log(const struct log *log)
{
    struct usage u = {.count = 0};
    double ignored;
    size_t i;
    for (i = 0; i < log->count; i++) usage_add(&u, &log->jobs[i].job);
    return usage_most(&u, 0, &ignored);
}

int64_t usage_size(struct usage_machine *m, int64_t given)
{
    m->guessed = USAGE_TOLD;
    if (given > 0) return given;
    if (m->procs > 0) return m->procs;
    if (m->nodes > 0 && m->most <= m->nodes) return m->nodes;
    m->guessed = m->most > m->largest ? USAGE_MOST : USAGE_LARGEST;
    return m->most > m->largest ? m->most : m->largest;
}
