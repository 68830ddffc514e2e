/* paper1_figures.c - implements paper1_figures.h. */
#include "online/paper1_figures.h"

#include "base/compare.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/metrics.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Is job i one that figures are taken of? */
static int paper1_figures_counts(const struct paper1_figures_schedule *s, size_t i)
{
    return metrics_compared(s->outcomes, s->compared, i);
}

/* ---- distributions ----------------------------------------------------------------- */

uint64_t *paper1_figures_sorted(const struct paper1_figures_schedule *s,
                                enum paper1_figures_span what, size_t *count)
{
    uint64_t *values = (uint64_t *)malloc((s->count ? s->count : 1) * sizeof *values);
    size_t i;
    *count = 0;
    if (!values) return NULL;
    for (i = 0; i < s->count; i++) {
        const struct job *job = &s->jobs[i];
        const struct job_outcome *o = &s->outcomes[i];
        if (what == PAPER1_FIGURES_LENGTH)
            values[(*count)++] = (uint64_t)job->length;
        else if (paper1_figures_counts(s, i) && what == PAPER1_FIGURES_WAIT)
            values[(*count)++] = (uint64_t)metrics_wait(job, o);
        else if (paper1_figures_counts(s, i) && o->start > job->submit)
            values[(*count)++] = (uint64_t)(o->start - job->submit);
        else if (paper1_figures_counts(s, i))
            values[(*count)++] = 0;
    }
    qsort(values, *count, sizeof *values, compare_u64);
    return values;
}

void paper1_figures_distribution(struct figure_plot *p, size_t series,
                                 const uint64_t *values, size_t n, uint64_t width)
{
    const double hours = (double)width / FIGURE_HOUR;
    uint64_t next = 0; /* bins before it have been told */
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

/* Percent of the values above 0, 1, 2, ... hours, where that changes. */
static void paper1_figures_tail(struct figure_plot *p, size_t series,
                                const uint64_t *values, size_t n)
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

void paper1_figures_axis_reach(struct figure_axis *axis, const uint64_t *values, size_t n,
                               double most)
{
    double hours =
        n ? (double)(values[statistics_percentile(n, 99)] / FIGURE_HOUR + 1) : 6;
    hours = hours < 6 ? 6 : hours > most ? most : hours;
    axis->fixed = 1;
    if (hours > axis->hi) axis->hi = hours;
}

/* Percent of the values that are beyond the axis. */
static double paper1_figures_beyond(const struct figure_plot *p, const uint64_t *values,
                                    size_t n)
{
    size_t i = n;
    while (i > 0 && (double)values[i - 1] >= p->x.hi * FIGURE_HOUR) i--;
    return n ? 100.0 * (double)(n - i) / (double)n : 0;
}

/* ---- figures 3 to 5, table 2 ------------------------------------------------------- */

struct paper1_figures_bin {
    double sum;
    uint64_t count;
};

/* Figure 3(a): all jobs, by length in bins from one hour times 2^k to times 2^(k+1): half
 * of the jobs are shorter than any bin of a linear axis would be. The mean of wait /
 * length of the jobs in each bin. */
static void paper1_figures_figure3a(struct figure_plot *p,
                                    const struct paper1_figures_schedule *s)
{
    enum { BINS = 44, ONE_HOUR = 12 }; /* the first begins at 3600 / 4096 s */
    struct paper1_figures_bin bins[BINS] = {{0, 0}};
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", s->name);
    size_t i;
    int first = BINS, last = -1, k;
    for (i = 0; i < s->count; i++) {
        const double length = (double)s->jobs[i].length;
        if (!paper1_figures_counts(s, i) || !(length > 0)) continue;
        for (k = 0; k + 1 < BINS && length >= 3600 * ldexp(1, k + 1 - ONE_HOUR);) k++;
        bins[k].sum += (double)metrics_wait(&s->jobs[i], &s->outcomes[i]) / length;
        bins[k].count++;
        if (k < first) first = k;
        if (k > last) last = k;
    }
    for (k = first; k <= last; k++)
        figure_plot_point(p, series, ldexp(1, k - ONE_HOUR),
                          statistics_mean(bins[k].sum, bins[k].count));
    if (last >= 0) figure_plot_point(p, series, ldexp(1, last + 1 - ONE_HOUR), NAN);
}

/* Figure 3(b): jobs of 2 to 10 hours, in bins of half an hour. */
static void paper1_figures_figure3b(struct figure_plot *p,
                                    const struct paper1_figures_schedule *s)
{
    enum { BINS = 16, WIDTH = 1800, FROM = 2 * FIGURE_HOUR };
    struct paper1_figures_bin bins[BINS] = {{0, 0}};
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", s->name);
    size_t i;
    int k;
    for (i = 0; i < s->count; i++) {
        const int64_t at = s->jobs[i].length - FROM;
        if (!paper1_figures_counts(s, i) || at < 0 || at >= BINS * WIDTH) continue;
        bins[at / WIDTH].sum += (double)metrics_wait(&s->jobs[i], &s->outcomes[i]) /
                                (double)s->jobs[i].length;
        bins[at / WIDTH].count++;
    }
    for (k = 0; k < BINS; k++)
        figure_plot_point(p, series, 2 + 0.5 * k,
                          statistics_mean(bins[k].sum, bins[k].count));
    figure_plot_point(p, series, 10, NAN);
}

/* Figure 4(a): percent of the jobs by waiting time in bins of one hour, drawn as far as
 * 99 % of each policy's jobs go (6 to 24 hours), logarithmic: most jobs are in the first
 * bin, and policies differ in the others. And the tail, which the paper tells in words:
 * percent that wait longer than 0, 1, 2, ... hours. */
static int paper1_figures_figure4a(struct figure_plot *p, struct figure_plot *tail,
                                   const struct paper1_figures_schedule *s)
{
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", s->name);
    const size_t tailed = figure_plot_series(tail, FIGURE_LINE, "%s", s->name);
    size_t n;
    uint64_t *waits = paper1_figures_sorted(s, PAPER1_FIGURES_WAIT, &n);
    if (!waits) return -1;
    paper1_figures_distribution(p, series, waits, n, FIGURE_HOUR);
    paper1_figures_tail(tail, tailed, waits, n);
    paper1_figures_axis_reach(&p->x, waits, n, 24);
    free(waits);
    return 0;
}

/* Figure 4(b): percent of all jobs by the length booked, in bins of one hour, drawn as
 * far as 99 % of them go (6 to 48 hours). */
static int paper1_figures_figure4b(struct figure_plot *p,
                                   const struct paper1_figures_schedule *s)
{
    const size_t series = figure_plot_series(p, FIGURE_HISTOGRAM, "all jobs");
    size_t n;
    uint64_t *lengths = paper1_figures_sorted(s, PAPER1_FIGURES_LENGTH, &n);
    if (!lengths) return -1;
    paper1_figures_distribution(p, series, lengths, n, FIGURE_HOUR);
    paper1_figures_axis_reach(&p->x, lengths, n, 48);
    if (paper1_figures_beyond(p, lengths, n) > 0)
        figure_caption_add(p, " %.2f %% are longer, up to %.1f hours.",
                           paper1_figures_beyond(p, lengths, n),
                           (double)lengths[n - 1] / FIGURE_HOUR);
    free(lengths);
    return 0;
}

/* How many sizes go into one group of figure 5: the fewest of 1, 2, 5, 10, ... that make
 * at most 25 groups of all sizes up to the largest of a job that ran. */
static uint32_t paper1_figures_size_step(const struct paper1_figures_schedule *s,
                                         size_t n, uint32_t *largest)
{
    static const uint32_t mantissa[] = {1, 2, 5};
    uint64_t power = 1;
    size_t i, k;
    *largest = 0;
    for (i = 0; i < n; i++)
        for (k = 0; k < s[i].count; k++)
            if (paper1_figures_counts(&s[i], k) && s[i].jobs[k].servers > *largest)
                *largest = s[i].jobs[k].servers;
    for (;; power *= 10)
        for (i = 0; i < 3; i++)
            if (mantissa[i] * power * 25 >= *largest)
                return (uint32_t)(mantissa[i] * power);
}

static void paper1_figures_figure5(struct figure_plot *p,
                                   const struct paper1_figures_schedule *s, uint32_t step)
{
    struct paper1_figures_bin bins[26] = {{0, 0}};
    const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", s->name);
    size_t i;
    for (i = 0; i < s->count; i++) {
        const uint32_t group = s->jobs[i].servers ? (s->jobs[i].servers - 1) / step : 0;
        if (!paper1_figures_counts(s, i) || group > 25) continue;
        bins[group].sum +=
            (double)metrics_wait(&s->jobs[i], &s->outcomes[i]) / FIGURE_HOUR;
        bins[group].count++;
    }
    for (i = 0; i < p->category_count; i++)
        figure_plot_point(p, series, (double)i,
                          statistics_mean(bins[i].sum, bins[i].count));
}

static void paper1_figures_figure5_groups(struct figure_plot *p, uint32_t step,
                                          uint32_t largest)
{
    uint32_t lo;
    for (lo = 1; lo <= largest && lo > 0 && !p->failed; lo += step) {
        const uint32_t hi = lo + (step - 1);
        if (step == 1)
            figure_plot_category(p, "%" PRIu32, lo);
        else
            figure_plot_category(p, "%" PRIu32 "-%" PRIu32, lo, hi);
        if (largest - lo < step) break;
    }
}

/* One row of table 2; of each group the next that has not been told is in *next. */
static void paper1_figures_table2_row(struct page_sheet *t,
                                      const struct metrics_figures *f, size_t *next,
                                      size_t n, uint32_t lo)
{
    size_t i;
    page_sheet_cell(t, "%" PRIu32 "-%" PRIu32, lo, lo + (METRICS_SIZE_GROUP - 1));
    for (i = 0; i < n; i++) {
        const int here = next[i] < f[i].group_count && f[i].groups[next[i]].lo == lo;
        const struct metrics_group *g = here ? &f[i].groups[next[i]++] : NULL;
        if (g && g->requests) {
            page_sheet_cell(t, "%" PRIu64, g->requests);
            page_sheet_cell(t, "%.2f", g->attempts_mean);
        } else {
            page_sheet_cell(t, "%s", "");
            page_sheet_cell(t, "%s", "");
        }
    }
    page_sheet_row(t);
}

static void paper1_figures_table2_rows(struct page_sheet *t,
                                       const struct metrics_figures *f, size_t *next,
                                       size_t n)
{
    for (;;) {
        uint32_t lo = UINT32_MAX;
        size_t i;
        for (i = 0; i < n; i++)
            if (next[i] < f[i].group_count && f[i].groups[next[i]].lo < lo)
                lo = f[i].groups[next[i]].lo;
        if (lo == UINT32_MAX || t->failed) break;
        paper1_figures_table2_row(t, f, next, n, lo);
    }
}

static int paper1_figures_attempted(const struct paper1_figures_schedule *s)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (s->outcomes[i].attempts) return 1;
    return 0;
}

int paper1_figures_table2(struct page_sheet *t, const struct paper1_figures_schedule *s,
                          size_t n)
{
    struct metrics_figures *f = (struct metrics_figures *)calloc(n + 1, sizeof *f);
    size_t *next = (size_t *)calloc(n + 1, sizeof *next);
    int status = f && next ? 0 : -1;
    size_t i, tried = 0;
    t->texts = 1;
    page_sheet_cell(t, "servers asked for");
    for (i = 0; i < n && status == 0; i++) {
        uint64_t *keys;
        if (!paper1_figures_attempted(&s[i])) continue;
        page_sheet_cell(t, "%s: requests", s[i].name);
        page_sheet_cell(t, "mean attempts");
        keys = (uint64_t *)malloc(s[i].count * sizeof *keys);
        status = keys ? metrics_measure_groups(s[i].jobs, s[i].outcomes, s[i].count,
                                               s[i].compared, keys, &f[tried++])
                      : -1;
        free(keys);
    }
    page_sheet_row(t);
    if (status == 0) paper1_figures_table2_rows(t, f, next, tried);
    for (i = 0; i < tried; i++) metrics_figures_free(&f[i]);
    free(f);
    free(next);
    return status;
}

/* ---- utilisation over time --------------------------------------------------------- */

/* From the first submission to the last end of these schedules; equal if nothing ran. */
static void paper1_figures_schedule_span(const struct paper1_figures_schedule *s,
                                         size_t n, int64_t *from, int64_t *to)
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

/* Busy server seconds in each of `bins` bins of `width` seconds from `from` on; `busy`
 * has two more. Exact below 2^53. */
static void paper1_figures_busy(const struct paper1_figures_schedule *s, int64_t from,
                                int64_t width, size_t bins, double *busy)
{
    size_t i;
    memset(busy, 0, (bins + 2) * sizeof *busy);
    for (i = 0; i < s->count; i++)
        if (s->outcomes[i].fate == JOB_RAN)
            gantt_spread(busy, bins, width, s->outcomes[i].start - from,
                         job_end(&s->jobs[i], &s->outcomes[i]) - from,
                         s->jobs[i].servers);
    for (i = 1; i < bins; i++) busy[i] += busy[i - 1];
}

/* How wide the bins of utilisation are: 1, 3, 6, 12 hours, 1, 2, 4, ... days, the first
 * that makes at most 400. */
static int64_t paper1_figures_utilisation_width(int64_t span)
{
    static const int64_t hours[] = {1, 3, 6, 12, 24};
    int64_t width = FIGURE_HOUR;
    size_t i;
    for (i = 0; i < 5 && span / width >= 400; i++) width = hours[i] * FIGURE_HOUR;
    while (span / width >= 400) width *= 2;
    return width;
}

/* Percent of the servers that are busy, the mean of each bin; time counts from the first
 * submission. The last bin ends with the last job. */
static int paper1_figures_utilisation(struct figure_plot *p,
                                      const struct paper1_figures_schedule *s, size_t n,
                                      uint32_t servers)
{
    double *busy = (double *)malloc(403 * sizeof *busy);
    int64_t from, to, width;
    char text[TEXT_NUMBER];
    size_t i, k;
    if (!busy) return -1;
    paper1_figures_schedule_span(s, n, &from, &to);
    width = paper1_figures_utilisation_width(to - from);
    for (i = 0; i < n; i++) {
        const size_t series = figure_plot_series(p, FIGURE_FILL, "%s", s[i].name);
        int64_t mine, last;
        size_t bins;
        paper1_figures_schedule_span(&s[i], 1, &mine, &last);
        if (last <= from) continue;
        bins = (size_t)((last - from + width - 1) / width);
        paper1_figures_busy(&s[i], from, width, bins, busy);
        for (k = 0; k < bins; k++) {
            const int64_t start = (int64_t)k * width, end = start + width;
            const int64_t whole = end < last - from ? width : last - from - start;
            figure_plot_point(p, series, (double)start / FIGURE_HOUR,
                              100 * busy[k] / ((double)whole * (double)servers));
        }
        figure_plot_point(p, series, (double)(last - from) / FIGURE_HOUR, NAN);
    }
    free(busy);
    figure_plot_text(p, &p->caption,
                     "Share of the servers that are busy, means over %s, from the first"
                     " submission on.",
                     gantt_duration_text(width, text));
    return 0;
}

/* ---- one day ----------------------------------------------------------------------- */

/* The day, from 1, on which the most server seconds are busy, the first of equals. Days
 * count from the first submission, a million at most. 0: out of memory. */
static int64_t paper1_figures_busiest_day(const struct paper1_figures_schedule *s)
{
    int64_t from, to, days;
    double *busy;
    size_t i, best = 0;
    paper1_figures_schedule_span(s, 1, &from, &to);
    days = (to - from) / FIGURE_DAY + 1;
    if (days > 1000000) days = 1000000;
    busy = (double *)malloc(((size_t)days + 2) * sizeof *busy);
    if (!busy) return 0;
    paper1_figures_busy(s, from, FIGURE_DAY, (size_t)days, busy);
    for (i = 0; i < (size_t)days; i++)
        if (busy[i] > busy[best]) best = i;
    free(busy);
    return (int64_t)best + 1;
}

static void paper1_figures_day_jobs(struct gantt *g,
                                    const struct paper1_figures_schedule *s)
{
    const size_t panel = gantt_panel_add(g, s->name);
    size_t i;
    for (i = 0; i < s->count; i++) {
        const struct job *job = &s->jobs[i];
        struct gantt_bar bar = {0};
        if (s->outcomes[i].fate != JOB_RAN) continue;
        bar.job = job->number;
        bar.start = s->outcomes[i].start;
        bar.end = job_end(job, &s->outcomes[i]);
        bar.servers = job->servers;
        bar.reserved = job->reserved != 0;
        if (s->granted && s->granted[i].count) {
            bar.runs = s->runs + s->granted[i].first;
            bar.run_count = s->granted[i].count;
        }
        gantt_job(g, panel, &bar);
    }
}

/* Who runs what on a day, from 1; 0 = the busiest under the first of the schedules. */
static int paper1_figures_day(struct gantt *g, const struct paper1_figures_schedule *s,
                              size_t n, uint32_t servers, int64_t day)
{
    const int64_t which = day > 0 ? day : n ? paper1_figures_busiest_day(&s[0]) : 1;
    int64_t from, to;
    size_t i, jobs = 0;
    if (which == 0) return -1;
    paper1_figures_schedule_span(s, n, &from, &to);
    from += ((which < PAPER1_FIGURES_TIME_DAYS ? which : PAPER1_FIGURES_TIME_DAYS) - 1) *
            FIGURE_DAY;
    gantt_init(g, "day", "", servers, from, from + FIGURE_DAY);
    figure_plot_text(&g->plot, &g->plot.title, "Who runs what on day %" PRId64, which);
    g->plot.x.label = "since the day began";
    for (i = 0; i < n; i++) paper1_figures_day_jobs(g, &s[i]);
    for (i = 0; i < g->count; i++) jobs += g->panels[i].count;
    figure_plot_text(
        &g->plot, &g->plot.caption,
        "Each rectangle is a job on neighbouring servers; its colour only tells"
        " it from the jobs beside it. Day %" PRId64
        " of those that start with the first submission%s%s%s.",
        which, day > 0 ? "" : ": the one with the most busy server hours under ",
        day > 0 || !n ? "" : s[0].name, jobs ? "" : "; no job runs then");
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

static void paper1_figures_init(struct paper1_figures *f)
{
    static const struct paper1_figures nothing = {0};
    *f = nothing;
    figure_plot_init(&f->fig3a, "fig3a",
                     "Temporal penalty by length, all jobs (figure 3a)");
    f->fig3a.x = figure_axis_hours("length");
    f->fig3a.x.log = 1;
    f->fig3a.y = figure_axis_plain("mean of waiting time / length", NULL);
    f->fig3a.y.log = 1;
    figure_plot_text(
        &f->fig3a, &f->fig3a.caption,
        "How long jobs wait, as a multiple of how long they run: the mean over"
        " the jobs of each length. Both scales are logarithmic.");
    figure_plot_init(&f->fig3b, "fig3b",
                     "Temporal penalty by length, 2 to 10 hours (figure 3b)");
    f->fig3b.x = figure_axis_hours("length");
    f->fig3b.y = figure_axis_plain("mean of waiting time / length", NULL);
    f->fig3b.y.log = 1;
    figure_plot_text(&f->fig3b, &f->fig3b.caption,
                     "The same for jobs of middle length, in bins of half an hour; the"
                     " penalty is on a logarithmic scale.");
    figure_plot_init(&f->fig4a, "fig4a", "Waiting time (figure 4a)");
    f->fig4a.x = figure_axis_hours("waiting time");
    f->fig4a.y = figure_axis_plain("jobs", "%");
    f->fig4a.y.log = 1;
    figure_plot_text(&f->fig4a, &f->fig4a.caption,
                     "Bins of one hour, on a logarithmic scale.");
    figure_plot_init(&f->tail, "fig4a_tail", "Who waits longer (the tail of figure 4a)");
    f->tail.x = figure_axis_hours("waiting time");
    f->tail.y = figure_axis_plain("jobs that wait longer", "%");
    f->tail.y.log = 1;
    figure_plot_text(&f->tail, &f->tail.caption, "On a logarithmic scale.");
    figure_plot_init(&f->fig4b, "fig4b", "Length of the jobs (figure 4b)");
    f->fig4b.x = figure_axis_hours("length booked");
    f->fig4b.y = figure_axis_plain("jobs", "%");
    figure_plot_text(&f->fig4b, &f->fig4b.caption, "Bins of one hour.");
    figure_plot_init(&f->fig5, "fig5", "Mean waiting time by size (figure 5)");
    f->fig5.x = figure_axis_plain("servers asked for", NULL);
    f->fig5.y = figure_axis_hours("mean waiting time");
    figure_plot_text(&f->fig5, &f->fig5.caption, "Over the jobs of each group of sizes.");
    figure_plot_init(&f->utilisation, "utilisation", "Utilisation over time");
    f->utilisation.x = figure_axis_hours("time");
    f->utilisation.y = figure_axis_plain("busy servers", "%");
    f->utilisation.y.fixed = 1;
    f->utilisation.y.hi = 100;
    f->utilisation.panels = f->utilisation.wide = 1;
    page_sheet_caption(&f->table2, "Mean number of attempts by size (table 2)");
}

static int paper1_figures_check(const struct paper1_figures *f, struct error *e)
{
    if (figure_plot_check(&f->fig3a, e) || figure_plot_check(&f->fig3b, e) ||
        figure_plot_check(&f->fig4a, e) || figure_plot_check(&f->tail, e) ||
        figure_plot_check(&f->fig4b, e) || figure_plot_check(&f->fig5, e) ||
        figure_plot_check(&f->utilisation, e) || figure_plot_check(&f->day.plot, e))
        return -1;
    return f->table2.failed ? error_fail(e, "out of memory for table 2") : 0;
}

/* What is said of the jobs beyond the axis of figure 4(a), once it is known how far that
 * goes: "Beyond 24 hours: online 0.70 %, trace 4.76 %." */
static int paper1_figures_figure4a_rest(struct figure_plot *p,
                                        const struct paper1_figures_schedule *s, size_t n)
{
    size_t i, count, told = 0;
    for (i = 0; i < n; i++) {
        uint64_t *waits = paper1_figures_sorted(&s[i], PAPER1_FIGURES_WAIT, &count);
        double beyond;
        if (!waits) return -1;
        beyond = paper1_figures_beyond(p, waits, count);
        free(waits);
        if (!(beyond > 0)) continue;
        if (!told++) figure_caption_add(p, " Beyond %.0f hours:", p->x.hi);
        figure_caption_add(p, "%s %s %.2f %%", told > 1 ? "," : "", s[i].name, beyond);
    }
    if (told) figure_caption_add(p, ".");
    return 0;
}

int paper1_figures_make(struct paper1_figures *f, const struct paper1_figures_schedule *s,
                        size_t n, uint32_t servers, int64_t day, struct error *e)
{
    uint32_t largest, step = paper1_figures_size_step(s, n, &largest);
    size_t i;
    int status = 0;
    paper1_figures_init(f);
    paper1_figures_figure5_groups(&f->fig5, step, largest);
    for (i = 0; i < n && status == 0; i++) {
        paper1_figures_figure3a(&f->fig3a, &s[i]);
        paper1_figures_figure3b(&f->fig3b, &s[i]);
        status = paper1_figures_figure4a(&f->fig4a, &f->tail, &s[i]);
        paper1_figures_figure5(&f->fig5, &s[i], step);
    }
    figure_axis_spread(&f->fig5);
    f->fig4b.wide = f->fig5.wide = n > 2; /* no hole beside the one before it */
    if (status == 0) status = paper1_figures_figure4a_rest(&f->fig4a, s, n);
    if (status == 0 && n) status = paper1_figures_figure4b(&f->fig4b, &s[0]);
    if (status == 0) status = paper1_figures_table2(&f->table2, s, n);
    if (status == 0) status = paper1_figures_utilisation(&f->utilisation, s, n, servers);
    if (status == 0) status = paper1_figures_day(&f->day, s, n, servers, day);
    if (status != 0) return error_fail(e, "out of memory for the figures");
    return paper1_figures_check(f, e);
}

void paper1_figures_free(struct paper1_figures *f)
{
    figure_plot_free(&f->fig3a);
    figure_plot_free(&f->fig3b);
    figure_plot_free(&f->fig4a);
    figure_plot_free(&f->tail);
    figure_plot_free(&f->fig4b);
    figure_plot_free(&f->fig5);
    figure_plot_free(&f->utilisation);
    page_sheet_free(&f->table2);
    gantt_free(&f->day);
}

void paper1_figures_page(struct page *page, const struct paper1_figures *f)
{
    page_section(page, "Temporal penalty");
    page_plot(page, &f->fig3a);
    page_plot(page, &f->fig3b);
    page_section(page, "Waiting time and length");
    page_plot(page, &f->fig4a);
    page_plot(page, &f->tail);
    page_plot(page, &f->fig4b);
    page_plot(page, &f->fig5);
    if (f->table2.columns > 1) {
        page_section(page, "Attempts");
        page_sheet(page, &f->table2);
    }
    page_section(page, "The machine over time");
    page_plot(page, &f->utilisation);
    page_gantt(page, &f->day);
}

int paper1_figures_csv(const char *folder, const struct paper1_figures *f,
                       struct error *e)
{
    const struct figure_plot *plots[] = {&f->fig3a, &f->fig3b, &f->fig4a,      &f->tail,
                                         &f->fig4b, &f->fig5,  &f->utilisation};
    size_t i;
    for (i = 0; i < sizeof plots / sizeof plots[0]; i++)
        if (figure_plot_csv_file(folder, plots[i], e) != 0) return -1;
    if (page_sheet_csv_file(folder, "table2", &f->table2, e) != 0) return -1;
    return gantt_csv_file(folder, &f->day, e);
}
