/* paper1.h - the figures of section 5 of paper 1 (Castillo et al., HPDC 2009), from what
 * each policy made of the jobs.
 *
 *     figures 3 to 5, table 2   several policies on one workload
 *     not in the paper          utilisation over time; who runs what on one day
 *
 * Figures 6 and 7 are those of a sweep: sweep_plots.h. Waiting counts from the ready time
 * s_r. Figures 3 to 5 are over the jobs compared (metrics.h); figure 4(b), table 2,
 * utilisation and the day are over all.
 * Where the paper does not say how it groups, the rule stands above the function. Values
 * are kept in hours and percent.
 */
#ifndef SIM_PAPER1_H
#define SIM_PAPER1_H

#include "error.h"
#include "figure.h"
#include "gantt.h"
#include "job.h"
#include "metrics.h"
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SIM_TIME_DAYS INT64_C(100000000) /* all times of a log are before that day */

typedef struct sim_schedule { /* what one policy made of the jobs */
    const char *name;
    const sim_job *jobs;
    const sim_outcome *outcomes;
    size_t count;
    const sim_granted *granted; /* of each job; NULL = its servers are not known */
    const sim_run *runs;
    const unsigned char *compared; /* of each job, whether it counts; NULL = all do */
} sim_schedule;

/* Is job i one that figures are taken of? */
static inline int sim_counts(const sim_schedule *s, size_t i)
{
    return sim_compared(s->outcomes, s->compared, i);
}

/* ---- distributions ----------------------------------------------------------------- */

typedef enum sim_span { SIM_WAIT, SIM_WAIT_SUBMIT, SIM_LENGTH } sim_span;

/* The jobs' waits (of those that ran) or lengths (of all), ascending; to be freed. */
static inline uint64_t *sim_sorted(const sim_schedule *s, sim_span what, size_t *count)
{
    uint64_t *values = (uint64_t *)malloc((s->count ? s->count : 1) * sizeof *values);
    size_t i;
    *count = 0;
    if (!values) return NULL;
    for (i = 0; i < s->count; i++) {
        const sim_job *job = &s->jobs[i];
        const sim_outcome *o = &s->outcomes[i];
        if (what == SIM_LENGTH)
            values[(*count)++] = (uint64_t)job->length;
        else if (sim_counts(s, i) && what == SIM_WAIT)
            values[(*count)++] = (uint64_t)sim_wait(job, o);
        else if (sim_counts(s, i) && o->start > job->submit)
            values[(*count)++] = (uint64_t)(o->start - job->submit);
        else if (sim_counts(s, i))
            values[(*count)++] = 0;
    }
    qsort(values, *count, sizeof *values, sim_compare_u64);
    return values;
}

/* Percent of the values in each bin of `width` seconds, [0, width), [width, 2 width), ...
 * A stretch of empty bins is one zero. */
static inline void sim_distribution(sim_plot *p, size_t series, const uint64_t *values,
                                    size_t n, uint64_t width)
{
    const double hours = (double)width / SIM_HOUR;
    uint64_t next = 0; /* bins before it have been told */
    size_t i = 0;
    while (i < n) {
        const uint64_t bin = values[i] / width;
        const size_t from = i;
        while (i < n && values[i] / width == bin) i++;
        if (bin > next) sim_plot_point(p, series, (double)next * hours, 0);
        sim_plot_point(p, series, (double)bin * hours,
                       100.0 * (double)(i - from) / (double)n);
        next = bin + 1;
    }
    if (n) sim_plot_point(p, series, (double)next * hours, 0);
}

/* Percent of the values above 0, 1, 2, ... hours, where that changes. */
static inline void sim_tail(sim_plot *p, size_t series, const uint64_t *values, size_t n)
{
    double told = 0;
    size_t i = 0;
    if (n && values[0] > 0) sim_plot_point(p, series, 0, 100);
    while (i < n) {
        const uint64_t hour = values[i] / SIM_HOUR + (values[i] % SIM_HOUR != 0);
        const size_t from = i;
        while (i < n && values[i] <= hour * SIM_HOUR) i++;
        if (hour > 0 && (double)(hour - 1) > told)
            sim_plot_point(p, series, (double)(hour - 1),
                           100.0 * (double)(n - from) / (double)n);
        sim_plot_point(p, series, (double)hour, 100.0 * (double)(n - i) / (double)n);
        told = (double)hour;
    }
}

/* The axis goes on to the hour that 99 % of these values do not reach, but at least to
 * 6 and at most to `most` hours, and to the farthest of all that were asked for. */
static inline void sim_axis_reach(sim_axis *axis, const uint64_t *values, size_t n,
                                  double most)
{
    double hours = n ? (double)(values[n - 1 - n / 100] / SIM_HOUR + 1) : 6;
    hours = hours < 6 ? 6 : hours > most ? most : hours;
    axis->fixed = 1;
    if (hours > axis->hi) axis->hi = hours;
}

/* Percent of the values that are beyond the axis. */
static inline double sim_beyond(const sim_plot *p, const uint64_t *values, size_t n)
{
    size_t i = n;
    while (i > 0 && (double)values[i - 1] >= p->x.hi * SIM_HOUR) i--;
    return n ? 100.0 * (double)(n - i) / (double)n : 0;
}

/* ---- figures 3 to 5, table 2 ------------------------------------------------------- */

typedef struct sim_paper1 {
    sim_plot fig3a, fig3b, fig4a, tail, fig4b, fig5, utilisation;
    sim_sheet table2;
    sim_gantt day;
} sim_paper1;

typedef struct sim_bin {
    double sum;
    uint64_t count;
} sim_bin;

/* Figure 3(a): all jobs, by length in bins from one hour times 2^k to times 2^(k+1): half
 * of the jobs are shorter than any bin of a linear axis would be. The mean of wait /
 * length of the jobs in each bin. */
static inline void sim_figure3a(sim_plot *p, const sim_schedule *s)
{
    enum { BINS = 44, ONE_HOUR = 12 }; /* the first begins at 3600 / 4096 s */
    sim_bin bins[BINS] = {{0, 0}};
    const size_t series = sim_plot_series(p, SIM_STEPS, "%s", s->name);
    size_t i;
    int first = BINS, last = -1, k;
    for (i = 0; i < s->count; i++) {
        const double length = (double)s->jobs[i].length;
        if (!sim_counts(s, i) || !(length > 0)) continue;
        for (k = 0; k + 1 < BINS && length >= 3600 * ldexp(1, k + 1 - ONE_HOUR);) k++;
        bins[k].sum += (double)sim_wait(&s->jobs[i], &s->outcomes[i]) / length;
        bins[k].count++;
        if (k < first) first = k;
        if (k > last) last = k;
    }
    for (k = first; k <= last; k++)
        sim_plot_point(p, series, ldexp(1, k - ONE_HOUR),
                       sim_mean(bins[k].sum, bins[k].count));
    if (last >= 0) sim_plot_point(p, series, ldexp(1, last + 1 - ONE_HOUR), NAN);
}

/* Figure 3(b): jobs of 2 to 10 hours, in bins of half an hour. */
static inline void sim_figure3b(sim_plot *p, const sim_schedule *s)
{
    enum { BINS = 16, WIDTH = 1800, FROM = 2 * SIM_HOUR };
    sim_bin bins[BINS] = {{0, 0}};
    const size_t series = sim_plot_series(p, SIM_STEPS, "%s", s->name);
    size_t i;
    int k;
    for (i = 0; i < s->count; i++) {
        const int64_t at = s->jobs[i].length - FROM;
        if (!sim_counts(s, i) || at < 0 || at >= BINS * WIDTH) continue;
        bins[at / WIDTH].sum +=
            (double)sim_wait(&s->jobs[i], &s->outcomes[i]) / (double)s->jobs[i].length;
        bins[at / WIDTH].count++;
    }
    for (k = 0; k < BINS; k++)
        sim_plot_point(p, series, 2 + 0.5 * k, sim_mean(bins[k].sum, bins[k].count));
    sim_plot_point(p, series, 10, NAN);
}

/* Figure 4(a): percent of the jobs by waiting time in bins of one hour, drawn as far as
 * 99 % of each policy's jobs go (6 to 24 hours), logarithmic: most jobs are in the first
 * bin, and policies differ in the others. And the tail, which the paper tells in words:
 * percent that wait longer than 0, 1, 2, ... hours. */
static inline int sim_figure4a(sim_plot *p, sim_plot *tail, const sim_schedule *s)
{
    const size_t series = sim_plot_series(p, SIM_STEPS, "%s", s->name);
    const size_t tailed = sim_plot_series(tail, SIM_LINE, "%s", s->name);
    size_t n;
    uint64_t *waits = sim_sorted(s, SIM_WAIT, &n);
    if (!waits) return -1;
    sim_distribution(p, series, waits, n, SIM_HOUR);
    sim_tail(tail, tailed, waits, n);
    sim_axis_reach(&p->x, waits, n, 24);
    free(waits);
    return 0;
}

/* Figure 4(b): percent of all jobs by the length booked, in bins of one hour, drawn as
 * far as 99 % of them go (6 to 48 hours). */
static inline int sim_figure4b(sim_plot *p, const sim_schedule *s)
{
    const size_t series = sim_plot_series(p, SIM_HISTOGRAM, "all jobs");
    size_t n;
    uint64_t *lengths = sim_sorted(s, SIM_LENGTH, &n);
    if (!lengths) return -1;
    sim_distribution(p, series, lengths, n, SIM_HOUR);
    sim_axis_reach(&p->x, lengths, n, 48);
    if (sim_beyond(p, lengths, n) > 0)
        sim_caption_add(p, " %.2f %% are longer, up to %.1f hours.",
                        sim_beyond(p, lengths, n), (double)lengths[n - 1] / SIM_HOUR);
    free(lengths);
    return 0;
}

/* How many sizes go into one group of figure 5: the fewest of 1, 2, 5, 10, ... that make
 * at most 25 groups of all sizes up to the largest of a job that ran. */
static inline uint32_t sim_size_step(const sim_schedule *s, size_t n, uint32_t *largest)
{
    static const uint32_t mantissa[] = {1, 2, 5};
    uint64_t power = 1;
    size_t i, k;
    *largest = 0;
    for (i = 0; i < n; i++)
        for (k = 0; k < s[i].count; k++)
            if (sim_counts(&s[i], k) && s[i].jobs[k].servers > *largest)
                *largest = s[i].jobs[k].servers;
    for (;; power *= 10)
        for (i = 0; i < 3; i++)
            if (mantissa[i] * power * 25 >= *largest)
                return (uint32_t)(mantissa[i] * power);
}

static inline void sim_figure5(sim_plot *p, const sim_schedule *s, uint32_t step)
{
    sim_bin bins[26] = {{0, 0}};
    const size_t series = sim_plot_series(p, SIM_BARS, "%s", s->name);
    size_t i;
    for (i = 0; i < s->count; i++) {
        const uint32_t group = s->jobs[i].servers ? (s->jobs[i].servers - 1) / step : 0;
        if (!sim_counts(s, i) || group > 25) continue;
        bins[group].sum += (double)sim_wait(&s->jobs[i], &s->outcomes[i]) / SIM_HOUR;
        bins[group].count++;
    }
    for (i = 0; i < p->category_count; i++)
        sim_plot_point(p, series, (double)i, sim_mean(bins[i].sum, bins[i].count));
}

static inline void sim_figure5_groups(sim_plot *p, uint32_t step, uint32_t largest)
{
    uint32_t lo;
    for (lo = 1; lo <= largest && lo > 0 && !p->failed; lo += step) {
        const uint32_t hi = lo + (step - 1);
        if (step == 1)
            sim_plot_category(p, "%" PRIu32, lo);
        else
            sim_plot_category(p, "%" PRIu32 "-%" PRIu32, lo, hi);
        if (largest - lo < step) break;
    }
}

/* One row of table 2; of each group the next that has not been told is in *next. */
static inline void sim_table2_row(sim_sheet *t, const sim_figures *f, size_t *next,
                                  size_t n, uint32_t lo)
{
    size_t i;
    sim_sheet_cell(t, "%" PRIu32 "-%" PRIu32, lo, lo + (SIM_SIZE_GROUP - 1));
    for (i = 0; i < n; i++) {
        const int here = next[i] < f[i].group_count && f[i].groups[next[i]].lo == lo;
        const sim_group *g = here ? &f[i].groups[next[i]++] : NULL;
        if (g && g->requests) {
            sim_sheet_cell(t, "%" PRIu64, g->requests);
            sim_sheet_cell(t, "%.2f", g->attempts_mean);
        } else {
            sim_sheet_cell(t, "%s", "");
            sim_sheet_cell(t, "%s", "");
        }
    }
    sim_sheet_row(t);
}

static inline void sim_table2_rows(sim_sheet *t, const sim_figures *f, size_t *next,
                                   size_t n)
{
    for (;;) {
        uint32_t lo = UINT32_MAX;
        size_t i;
        for (i = 0; i < n; i++)
            if (next[i] < f[i].group_count && f[i].groups[next[i]].lo < lo)
                lo = f[i].groups[next[i]].lo;
        if (lo == UINT32_MAX || t->failed) break;
        sim_table2_row(t, f, next, n, lo);
    }
}

static inline int sim_attempted(const sim_schedule *s)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (s->outcomes[i].attempts) return 1;
    return 0;
}

/* Table 2: the mean number of attempts by size, in the paper's groups of 50. A policy
 * that makes no attempts has no columns. */
static inline int sim_table2(sim_sheet *t, const sim_schedule *s, size_t n)
{
    sim_figures *f = (sim_figures *)calloc(n + 1, sizeof *f);
    size_t *next = (size_t *)calloc(n + 1, sizeof *next);
    int status = f && next ? 0 : -1;
    size_t i, tried = 0;
    t->texts = 1;
    sim_sheet_cell(t, "servers asked for");
    for (i = 0; i < n && status == 0; i++) {
        uint64_t *keys;
        if (!sim_attempted(&s[i])) continue;
        sim_sheet_cell(t, "%s: requests", s[i].name);
        sim_sheet_cell(t, "mean attempts");
        keys = (uint64_t *)malloc(s[i].count * sizeof *keys);
        status = keys ? sim_measure_groups(s[i].jobs, s[i].outcomes, s[i].count,
                                           s[i].compared, keys, &f[tried++])
                      : -1;
        free(keys);
    }
    sim_sheet_row(t);
    if (status == 0) sim_table2_rows(t, f, next, tried);
    for (i = 0; i < tried; i++) sim_figures_free(&f[i]);
    free(f);
    free(next);
    return status;
}

/* ---- utilisation over time --------------------------------------------------------- */

/* From the first submission to the last end of these schedules; equal if nothing ran. */
static inline void sim_schedule_span(const sim_schedule *s, size_t n, int64_t *from,
                                     int64_t *to)
{
    size_t i, k;
    *from = INT64_MAX;
    *to = INT64_MIN;
    for (i = 0; i < n; i++)
        for (k = 0; k < s[i].count; k++) {
            const int64_t end = sim_end(&s[i].jobs[k], &s[i].outcomes[k]);
            if (s[i].jobs[k].submit < *from) *from = s[i].jobs[k].submit;
            if (s[i].outcomes[k].fate == SIM_RAN && end > *to) *to = end;
        }
    if (*to < *from) *from = *to = 0;
}

/* Busy server seconds in each of `bins` bins of `width` seconds from `from` on; `busy`
 * has two more. Exact below 2^53. */
static inline void sim_busy(const sim_schedule *s, int64_t from, int64_t width,
                            size_t bins, double *busy)
{
    size_t i;
    memset(busy, 0, (bins + 2) * sizeof *busy);
    for (i = 0; i < s->count; i++)
        if (s->outcomes[i].fate == SIM_RAN)
            sim_spread(busy, bins, width, s->outcomes[i].start - from,
                       sim_end(&s->jobs[i], &s->outcomes[i]) - from, s->jobs[i].servers);
    for (i = 1; i < bins; i++) busy[i] += busy[i - 1];
}

/* How wide the bins of utilisation are: 1, 3, 6, 12 hours, 1, 2, 4, ... days, the first
 * that makes at most 400. */
static inline int64_t sim_utilisation_width(int64_t span)
{
    static const int64_t hours[] = {1, 3, 6, 12, 24};
    int64_t width = SIM_HOUR;
    size_t i;
    for (i = 0; i < 5 && span / width >= 400; i++) width = hours[i] * SIM_HOUR;
    while (span / width >= 400) width *= 2;
    return width;
}

/* Percent of the servers that are busy, the mean of each bin; time counts from the first
 * submission. The last bin ends with the last job. */
static inline int sim_utilisation(sim_plot *p, const sim_schedule *s, size_t n,
                                  uint32_t servers)
{
    double *busy = (double *)malloc(403 * sizeof *busy);
    int64_t from, to, width;
    char text[SIM_NUMBER_TEXT];
    size_t i, k;
    if (!busy) return -1;
    sim_schedule_span(s, n, &from, &to);
    width = sim_utilisation_width(to - from);
    for (i = 0; i < n; i++) {
        const size_t series = sim_plot_series(p, SIM_FILL, "%s", s[i].name);
        int64_t mine, last;
        size_t bins;
        sim_schedule_span(&s[i], 1, &mine, &last);
        if (last <= from) continue;
        bins = (size_t)((last - from + width - 1) / width);
        sim_busy(&s[i], from, width, bins, busy);
        for (k = 0; k < bins; k++) {
            const int64_t start = (int64_t)k * width, end = start + width;
            const int64_t whole = end < last - from ? width : last - from - start;
            sim_plot_point(p, series, (double)start / SIM_HOUR,
                           100 * busy[k] / ((double)whole * (double)servers));
        }
        sim_plot_point(p, series, (double)(last - from) / SIM_HOUR, NAN);
    }
    free(busy);
    sim_plot_text(p, &p->caption,
                  "Share of the servers that are busy, means over %s, from the first"
                  " submission on.",
                  sim_duration_text(width, text));
    return 0;
}

/* ---- one day ----------------------------------------------------------------------- */

/* The day, from 1, on which the most server seconds are busy, the first of equals. Days
 * count from the first submission, a million at most. 0: out of memory. */
static inline int64_t sim_busiest_day(const sim_schedule *s)
{
    int64_t from, to, days;
    double *busy;
    size_t i, best = 0;
    sim_schedule_span(s, 1, &from, &to);
    days = (to - from) / SIM_DAY + 1;
    if (days > 1000000) days = 1000000;
    busy = (double *)malloc(((size_t)days + 2) * sizeof *busy);
    if (!busy) return 0;
    sim_busy(s, from, SIM_DAY, (size_t)days, busy);
    for (i = 0; i < (size_t)days; i++)
        if (busy[i] > busy[best]) best = i;
    free(busy);
    return (int64_t)best + 1;
}

static inline void sim_day_jobs(sim_gantt *g, const sim_schedule *s)
{
    const size_t panel = sim_gantt_panel_add(g, s->name);
    size_t i;
    for (i = 0; i < s->count; i++) {
        const sim_job *job = &s->jobs[i];
        sim_gantt_bar bar = {0};
        if (s->outcomes[i].fate != SIM_RAN) continue;
        bar.job = job->number;
        bar.start = s->outcomes[i].start;
        bar.end = sim_end(job, &s->outcomes[i]);
        bar.servers = job->servers;
        bar.reserved = job->reserved != 0;
        if (s->granted && s->granted[i].count) {
            bar.runs = s->runs + s->granted[i].first;
            bar.run_count = s->granted[i].count;
        }
        sim_gantt_job(g, panel, &bar);
    }
}

/* Who runs what on a day, from 1; 0 = the busiest under the first of the schedules. */
static inline int sim_day(sim_gantt *g, const sim_schedule *s, size_t n, uint32_t servers,
                          int64_t day)
{
    const int64_t which = day > 0 ? day : n ? sim_busiest_day(&s[0]) : 1;
    int64_t from, to;
    size_t i, jobs = 0;
    if (which == 0) return -1;
    sim_schedule_span(s, n, &from, &to);
    from += ((which < SIM_TIME_DAYS ? which : SIM_TIME_DAYS) - 1) * SIM_DAY;
    sim_gantt_init(g, "day", "", servers, from, from + SIM_DAY);
    sim_plot_text(&g->plot, &g->plot.title, "Who runs what on day %" PRId64, which);
    g->plot.x.label = "since the day began";
    for (i = 0; i < n; i++) sim_day_jobs(g, &s[i]);
    for (i = 0; i < g->count; i++) jobs += g->panels[i].count;
    sim_plot_text(&g->plot, &g->plot.caption,
                  "Each rectangle is a job on neighbouring servers; its colour only tells"
                  " it from the jobs beside it. Day %" PRId64
                  " of those that start with the first submission%s%s%s.",
                  which,
                  day > 0 ? "" : ": the one with the most busy server hours under ",
                  day > 0 || !n ? "" : s[0].name, jobs ? "" : "; no job runs then");
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

static inline void sim_paper1_init(sim_paper1 *f)
{
    static const sim_paper1 nothing = {0};
    *f = nothing;
    sim_plot_init(&f->fig3a, "fig3a", "Temporal penalty by length, all jobs (figure 3a)");
    f->fig3a.x = sim_axis_hours("length");
    f->fig3a.x.log = 1;
    f->fig3a.y = sim_axis_plain("mean of waiting time / length", NULL);
    f->fig3a.y.log = 1;
    sim_plot_text(&f->fig3a, &f->fig3a.caption,
                  "How long jobs wait, as a multiple of how long they run: the mean over"
                  " the jobs of each length. Both scales are logarithmic.");
    sim_plot_init(&f->fig3b, "fig3b",
                  "Temporal penalty by length, 2 to 10 hours (figure 3b)");
    f->fig3b.x = sim_axis_hours("length");
    f->fig3b.y = sim_axis_plain("mean of waiting time / length", NULL);
    f->fig3b.y.log = 1;
    sim_plot_text(&f->fig3b, &f->fig3b.caption,
                  "The same for jobs of middle length, in bins of half an hour; the"
                  " penalty is on a logarithmic scale.");
    sim_plot_init(&f->fig4a, "fig4a", "Waiting time (figure 4a)");
    f->fig4a.x = sim_axis_hours("waiting time");
    f->fig4a.y = sim_axis_plain("jobs", "%");
    f->fig4a.y.log = 1;
    sim_plot_text(&f->fig4a, &f->fig4a.caption,
                  "Bins of one hour, on a logarithmic scale.");
    sim_plot_init(&f->tail, "fig4a_tail", "Who waits longer (the tail of figure 4a)");
    f->tail.x = sim_axis_hours("waiting time");
    f->tail.y = sim_axis_plain("jobs that wait longer", "%");
    f->tail.y.log = 1;
    sim_plot_text(&f->tail, &f->tail.caption, "On a logarithmic scale.");
    sim_plot_init(&f->fig4b, "fig4b", "Length of the jobs (figure 4b)");
    f->fig4b.x = sim_axis_hours("length booked");
    f->fig4b.y = sim_axis_plain("jobs", "%");
    sim_plot_text(&f->fig4b, &f->fig4b.caption, "Bins of one hour.");
    sim_plot_init(&f->fig5, "fig5", "Mean waiting time by size (figure 5)");
    f->fig5.x = sim_axis_plain("servers asked for", NULL);
    f->fig5.y = sim_axis_hours("mean waiting time");
    sim_plot_text(&f->fig5, &f->fig5.caption, "Over the jobs of each group of sizes.");
    sim_plot_init(&f->utilisation, "utilisation", "Utilisation over time");
    f->utilisation.x = sim_axis_hours("time");
    f->utilisation.y = sim_axis_plain("busy servers", "%");
    f->utilisation.y.fixed = 1;
    f->utilisation.y.hi = 100;
    f->utilisation.panels = f->utilisation.wide = 1;
    sim_sheet_caption(&f->table2, "Mean number of attempts by size (table 2)");
}

static inline int sim_paper1_check(const sim_paper1 *f, sim_error *e)
{
    if (sim_plot_check(&f->fig3a, e) || sim_plot_check(&f->fig3b, e) ||
        sim_plot_check(&f->fig4a, e) || sim_plot_check(&f->tail, e) ||
        sim_plot_check(&f->fig4b, e) || sim_plot_check(&f->fig5, e) ||
        sim_plot_check(&f->utilisation, e) || sim_plot_check(&f->day.plot, e))
        return -1;
    return f->table2.failed ? sim_fail(e, "out of memory for table 2") : 0;
}

/* What is said of the jobs beyond the axis of figure 4(a), once it is known how far that
 * goes: "Beyond 24 hours: online 0.70 %, trace 4.76 %." */
static inline int sim_figure4a_rest(sim_plot *p, const sim_schedule *s, size_t n)
{
    size_t i, count, told = 0;
    for (i = 0; i < n; i++) {
        uint64_t *waits = sim_sorted(&s[i], SIM_WAIT, &count);
        double beyond;
        if (!waits) return -1;
        beyond = sim_beyond(p, waits, count);
        free(waits);
        if (!(beyond > 0)) continue;
        if (!told++) sim_caption_add(p, " Beyond %.0f hours:", p->x.hi);
        sim_caption_add(p, "%s %s %.2f %%", told > 1 ? "," : "", s[i].name, beyond);
    }
    if (told) sim_caption_add(p, ".");
    return 0;
}

/* Fills *f (sim_paper1_free it, whatever happens) from n schedules of one workload on so
 * many servers; `day` as sim_day. 0, or -1. */
static inline int sim_paper1_make(sim_paper1 *f, const sim_schedule *s, size_t n,
                                  uint32_t servers, int64_t day, sim_error *e)
{
    uint32_t largest, step = sim_size_step(s, n, &largest);
    size_t i;
    int status = 0;
    sim_paper1_init(f);
    sim_figure5_groups(&f->fig5, step, largest);
    for (i = 0; i < n && status == 0; i++) {
        sim_figure3a(&f->fig3a, &s[i]);
        sim_figure3b(&f->fig3b, &s[i]);
        status = sim_figure4a(&f->fig4a, &f->tail, &s[i]);
        sim_figure5(&f->fig5, &s[i], step);
    }
    sim_axis_spread(&f->fig5);
    f->fig4b.wide = f->fig5.wide = n > 2; /* no hole beside the one before it */
    if (status == 0) status = sim_figure4a_rest(&f->fig4a, s, n);
    if (status == 0 && n) status = sim_figure4b(&f->fig4b, &s[0]);
    if (status == 0) status = sim_table2(&f->table2, s, n);
    if (status == 0) status = sim_utilisation(&f->utilisation, s, n, servers);
    if (status == 0) status = sim_day(&f->day, s, n, servers, day);
    if (status != 0) return sim_fail(e, "out of memory for the figures");
    return sim_paper1_check(f, e);
}

static inline void sim_paper1_free(sim_paper1 *f)
{
    sim_plot_free(&f->fig3a);
    sim_plot_free(&f->fig3b);
    sim_plot_free(&f->fig4a);
    sim_plot_free(&f->tail);
    sim_plot_free(&f->fig4b);
    sim_plot_free(&f->fig5);
    sim_plot_free(&f->utilisation);
    sim_sheet_free(&f->table2);
    sim_gantt_free(&f->day);
}

/* Puts them on a page, which borrows them. */
static inline void sim_paper1_page(sim_page *page, const sim_paper1 *f)
{
    sim_page_section(page, "Temporal penalty");
    sim_page_plot(page, &f->fig3a);
    sim_page_plot(page, &f->fig3b);
    sim_page_section(page, "Waiting time and length");
    sim_page_plot(page, &f->fig4a);
    sim_page_plot(page, &f->tail);
    sim_page_plot(page, &f->fig4b);
    sim_page_plot(page, &f->fig5);
    if (f->table2.columns > 1) {
        sim_page_section(page, "Attempts");
        sim_page_sheet(page, &f->table2);
    }
    sim_page_section(page, "The machine over time");
    sim_page_plot(page, &f->utilisation);
    sim_page_gantt(page, &f->day);
}

/* One file for each figure, in a folder that is there. 0, or -1. */
static inline int sim_paper1_csv(const char *folder, const sim_paper1 *f, sim_error *e)
{
    const sim_plot *plots[] = {&f->fig3a, &f->fig3b, &f->fig4a,      &f->tail,
                               &f->fig4b, &f->fig5,  &f->utilisation};
    size_t i;
    for (i = 0; i < sizeof plots / sizeof plots[0]; i++)
        if (sim_plot_csv_file(folder, plots[i], e) != 0) return -1;
    if (sim_sheet_csv_file(folder, "table2", &f->table2, e) != 0) return -1;
    return sim_gantt_csv_file(folder, &f->day, e);
}

#endif
