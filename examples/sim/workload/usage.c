/* usage.c - starts and ends, sorted by time, are added up. */
#include "workload/usage.h"

#include "base/compare.h"
#include "base/job.h"
#include "base/word.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int64_t usage_now(const swf_header *h)
{
    const struct word key = {h->key.data, h->key.size},
                      text = {h->text.data, h->text.size};
    int64_t now = -1;
    if (!word_is_any_case(key, "Now")) return -1;
    if (h->has_value) return h->value.whole;
    return word_is_whole(word_trim(text), 0, JOB_TIME_MAX, &now) ? now : -1;
}

void usage_add(struct usage *u, const swf_job *job)
{
    const int64_t size = log_job_size(job, 1);
    swf_job ended = *job;
    if (u->now > 0 && ended.run < 0) ended.run = 0; /* for its start, if it has one */
    int64_t end = log_job_end(&ended, job->submit);
    if (end >= 0 && job->run < 0 && u->now > 0) {
        ended.run = u->now + 1 - end;
        end = u->now + 1;
    }
    if (end < 0 || ended.run <= 0 || size <= 0 || size > JOB_SERVERS_MAX) return;
    if (log_is_part(job) || (job->procs <= 0 && u->allocated)) return;
    if (job->procs > 0 && !u->allocated) u->count = 0;
    u->allocated |= job->procs > 0;
    for (int i = 0; i < 2; i++) {
        const struct usage_change change = {i ? end : end - ended.run, i ? -size : size};
        BASE_PUSH(u->changes, u->count, u->room) = change;
    }
}

/* At one time, what ends comes first. */
static int compare_changes(const void *a, const void *b)
{
    const struct usage_change *x = a, *y = b;
    return x->at != y->at ? COMPARE(x->at, y->at) : COMPARE(x->by, y->by);
}

/* The largest use first. */
static int compare_uses(const void *a, const void *b)
{
    const struct usage_change *x = a, *y = b;
    return COMPARE(y->by, x->by);
}

int64_t usage_most(struct usage *u, int64_t *nearly)
{
    struct usage_change *c = u->changes;
    int64_t used = 0, most, above = 0, all = 0;
    size_t i;
    if (u->count) qsort(c, u->count, sizeof *c, compare_changes);
    for (i = 0; i < u->count; i++) { /* how long so much was in use */
        const int64_t next = i + 1 < u->count ? c[i + 1].at : c[i].at;
        used += c[i].by;
        c[i].by = used;
        c[i].at = next - c[i].at;
        all += used > 0 ? c[i].at : 0;
    }
    if (u->count) qsort(c, u->count, sizeof *c, compare_uses);
    most = u->count ? c[0].by : 0;
    for (i = 0; i < u->count && above + c[i].at <= all / 1000; i++) above += c[i].at;
    if (nearly) *nearly = i < u->count ? c[i].by : most;
    free(u->changes);
    memset(u, 0, sizeof *u);
    return most;
}

int64_t usage_of_log(const struct log *log)
{
    struct usage u = {.count = 0};
    for (size_t i = 0; i < log->line_count && u.now <= 0; i++)
        u.now = usage_now(&log->lines[i]);
    for (size_t i = 0; i < log->count; i++) usage_add(&u, &log->jobs[i].job);
    return usage_most(&u, NULL);
}

int64_t usage_size(struct usage_machine *m, int64_t given)
{
    m->guess = NULL;
    if (given > 0) return given;
    if (m->procs > 0) return m->procs;
    if (m->nodes > 0 && m->most <= m->nodes) return m->nodes;
    m->guess = m->most > m->largest ? "the most in use at the same time"
                                    : "the largest job's size";
    if (m->nearly >= m->largest && m->nearly < m->most)
        m->guess = base_text("the most in use at the same time, though %" PRId64
                             " would be enough 99.9 %% of the time",
                             m->nearly);
    return m->most > m->largest ? m->most : m->largest;
}
