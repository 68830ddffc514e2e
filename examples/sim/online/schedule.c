/* schedule.c - each function passes over all jobs once. */
#include "online/schedule.h"

#include "base/compare.h"
#include "base/statistics.h"
#include "report/gantt.h"
#include "workload/metrics.h"

#include <stdlib.h>
#include <string.h>

int schedule_compared(const struct schedule *s, size_t i)
{
    return metrics_compared(s->outcomes, s->compared, i);
}

uint64_t *schedule_sorted(const struct schedule *s, enum schedule_value what,
                          size_t *count)
{
    uint64_t *values = (uint64_t *)malloc((s->count ? s->count : 1) * sizeof *values);
    size_t i;
    *count = 0;
    if (!values) return NULL;
    for (i = 0; i < s->count; i++) {
        const struct job *job = &s->jobs[i];
        const struct job_outcome *o = &s->outcomes[i];
        if (what == SCHEDULE_LENGTH)
            values[(*count)++] = (uint64_t)job->length;
        else if (schedule_compared(s, i) && what == SCHEDULE_WAIT)
            values[(*count)++] = (uint64_t)metrics_wait(job, o);
        else if (schedule_compared(s, i) && o->start > job->submit)
            values[(*count)++] = (uint64_t)(o->start - job->submit);
        else if (schedule_compared(s, i))
            values[(*count)++] = 0;
    }
    qsort(values, *count, sizeof *values, compare_u64);
    return values;
}

void schedule_span(const struct schedule *s, size_t n, int64_t *from, int64_t *to)
{
    size_t i, k;
    *from = INT64_MAX;
    *to = INT64_MIN;
    for (i = 0; i < n; i++)
        for (k = 0; k < s[i].count; k++) {
            const int64_t end = job_end(&s[i].jobs[k], &s[i].outcomes[k]);
            if (s[i].jobs[k].submit < *from) *from = s[i].jobs[k].submit;
            if (s[i].outcomes[k].fate == JOB_RAN && end > *to) *to = end;
        }
    if (*to < *from) *from = *to = 0;
}

void schedule_busy(const struct schedule *s, int64_t from, int64_t width, size_t bins,
                   double *busy)
{
    size_t i;
    memset(busy, 0, (bins + 2) * sizeof *busy);
    for (i = 0; i < s->count; i++)
        if (s->outcomes[i].fate == JOB_RAN)
            statistics_busy_add(busy, bins, width, s->outcomes[i].start - from,
                                job_end(&s->jobs[i], &s->outcomes[i]) - from,
                                s->jobs[i].servers);
    for (i = 1; i < bins; i++) busy[i] += busy[i - 1];
}
