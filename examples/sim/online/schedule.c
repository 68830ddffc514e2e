/* schedule.c - each function passes over all jobs once. */
#include "online/schedule.h"

#include "base/compare.h"
#include "base/statistics.h"
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

void schedule_plot(struct figure_plot *p, size_t series, const uint64_t *values, size_t n,
                   uint64_t width)
{
    const double hours = (double)width / FIGURE_HOUR;
    uint64_t next = 0; /* the first bin without a point */
    size_t i = 0;
    while (i < n) {
        const uint64_t bin = values[i] / width;
        const size_t from = i;
        while (i < n && values[i] / width == bin) i++;
        if (bin > next) figure_plot_point(p, series, (double)next * hours, 0);
        figure_plot_point(p, series, (double)bin * hours,
                          100.0 * (double)(i - from) / (double)n);
        next = bin + 1;
    }
    if (n) figure_plot_point(p, series, (double)next * hours, 0);
}

void schedule_tail(struct figure_plot *p, size_t series, const uint64_t *values, size_t n)
{
    double told = 0;
    size_t i = 0;
    if (n && values[0] > 0) figure_plot_point(p, series, 0, 100);
    while (i < n) {
        const uint64_t hour = values[i] / FIGURE_HOUR + (values[i] % FIGURE_HOUR != 0);
        const size_t from = i;
        while (i < n && values[i] <= hour * FIGURE_HOUR) i++;
        if (hour > 0 && (double)(hour - 1) > told)
            figure_plot_point(p, series, (double)(hour - 1),
                              100.0 * (double)(n - from) / (double)n);
        figure_plot_point(p, series, (double)hour, 100.0 * (double)(n - i) / (double)n);
        told = (double)hour;
    }
}

void schedule_reach(struct figure_axis *axis, const uint64_t *values, size_t n,
                    double most)
{
    double hours =
        n ? (double)(values[statistics_percentile(n, 99)] / FIGURE_HOUR + 1) : 6;
    hours = hours < 6 ? 6 : hours > most ? most : hours;
    axis->fixed = 1;
    if (hours > axis->hi) axis->hi = hours;
}

double schedule_beyond(const struct figure_plot *p, const uint64_t *values, size_t n)
{
    size_t i = n;
    while (i > 0 && (double)values[i - 1] >= p->x.hi * FIGURE_HOUR) i--;
    return n ? 100.0 * (double)(n - i) / (double)n : 0;
}
