/* paper1.c - each figure is filled schedule by schedule: one pass over the jobs that adds
 * them up in bins, then a point for each bin.
 */
#include "online/paper1.h"

#include "base/job.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/axis.h"
#include "workload/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- figures 3 to 5, table 2 ------------------------------------------------------- */

struct bin {
    double sum;
    uint64_t count;
};

/* Figure 3(a): all jobs by length, in bins from 2^k to 2^(k+1) hours, as half of the jobs
 * are shorter than any bin of a linear axis would be. The value of a bin is the mean of
 * wait / length of its jobs. */
static void fill_3a(struct figure_plot *p, const struct schedule *s)
{
    enum { BINS = 44, ONE_HOUR = 12 }; /* the first begins at 3600 / 4096 s */
    struct bin bins[BINS] = {{0, 0}};
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", s->name);
    size_t i;
    int first = BINS, last = -1, k;
    for (i = 0; i < s->count; i++) {
        const double length = (double)s->jobs[i].length;
        if (!schedule_compared(s, i) || !(length > 0)) continue;
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
static void fill_3b(struct figure_plot *p, const struct schedule *s)
{
    enum { BINS = 16, WIDTH = 1800, FROM = 2 * FIGURE_HOUR };
    struct bin bins[BINS] = {{0, 0}};
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", s->name);
    size_t i;
    int k;
    for (i = 0; i < s->count; i++) {
        const int64_t at = s->jobs[i].length - FROM;
        if (!schedule_compared(s, i) || at < 0 || at >= BINS * WIDTH) continue;
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
 * bin, and policies differ in the others. The second plot is the tail, which the paper
 * gives in words: percent of the jobs that wait longer than 0, 1, 2, ... hours. */
static int fill_4a(struct figure_plot *p, struct figure_plot *tail,
                   const struct schedule *s)
{
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", s->name);
    const size_t tailed = figure_plot_series(tail, FIGURE_LINE, "%s", s->name);
    size_t n;
    uint64_t *waits = schedule_sorted(s, SCHEDULE_WAIT, &n);
    if (!waits) return -1;
    schedule_plot(p, series, waits, n, FIGURE_HOUR);
    schedule_tail(tail, tailed, waits, n);
    schedule_reach(&p->x, waits, n, 24);
    free(waits);
    return 0;
}

/* Figure 4(b): percent of all jobs by the length booked, in bins of one hour, drawn as
 * far as 99 % of them go (6 to 48 hours). */
static int fill_4b(struct figure_plot *p, const struct schedule *s)
{
    const size_t series = figure_plot_series(p, FIGURE_HISTOGRAM, "all jobs");
    size_t n;
    uint64_t *lengths = schedule_sorted(s, SCHEDULE_LENGTH, &n);
    if (!lengths) return -1;
    schedule_plot(p, series, lengths, n, FIGURE_HOUR);
    schedule_reach(&p->x, lengths, n, 48);
    if (schedule_beyond(p, lengths, n) > 0)
        figure_caption_add(p, " %.2f %% are longer, up to %.1f hours.",
                           schedule_beyond(p, lengths, n),
                           (double)lengths[n - 1] / FIGURE_HOUR);
    free(lengths);
    return 0;
}

/* Figure 5: the mean waiting time of each group of sizes. */
static void fill_5(struct figure_plot *p, const struct schedule *s, uint32_t servers)
{
    struct bin bins[METRICS_GROUPS] = {{0, 0}};
    const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", s->name);
    size_t i;
    for (i = 0; i < s->count; i++) {
        struct bin *bin = &bins[metrics_group_of(s->jobs[i].servers, servers)];
        if (!schedule_compared(s, i)) continue;
        bin->sum += (double)metrics_wait(&s->jobs[i], &s->outcomes[i]) / FIGURE_HOUR;
        bin->count++;
    }
    for (i = 0; i < p->category_count; i++)
        figure_plot_point(p, series, (double)i,
                          statistics_mean(bins[i].sum, bins[i].count));
}

static void groups_5(struct figure_plot *p, uint32_t servers)
{
    char text[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < metrics_group_count(servers); i++)
        figure_plot_category(p, "%s",
                             metrics_group_text(metrics_group_least(i, servers),
                                                metrics_group_most(i, servers), text));
}

/* ---- table 2 ----------------------------------------------------------------------- */

/* The group of sizes from `lo` on; NULL if there is no such job. */
static const struct metrics_group *group_at(const struct metrics_figures *f, uint32_t lo)
{
    size_t i = 0;
    while (i < f->group_count && f->groups[i].lo != lo) i++;
    return i < f->group_count ? &f->groups[i] : NULL;
}

/* The row of table 2 for the sizes from lo to hi, if any of n policies has such jobs. */
static void table2_row(struct table *t, const struct metrics_figures *f, size_t n,
                       uint32_t lo, uint32_t hi)
{
    char text[TEXT_NUMBER];
    size_t i = 0;
    while (i < n && !group_at(&f[i], lo)) i++;
    if (i == n) return;
    table_row(t, MEASURE_COUNT, "%s", metrics_group_text(lo, hi, text));
    for (i = 0; i < n; i++) {
        const struct metrics_group *g = group_at(&f[i], lo);
        if (g && g->requests) {
            table_cell(t, "%" PRIu64, g->requests);
            table_cell(t, "%.2f", g->attempts_mean);
        } else {
            table_cell(t, "%s", "");
            table_cell(t, "%s", "");
        }
    }
}

static int was_attempted(const struct schedule *s)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (s->outcomes[i].attempts) return 1;
    return 0;
}

int paper1_table2(struct table *t, const struct schedule *s, size_t n, uint32_t servers)
{
    struct metrics_figures *f = (struct metrics_figures *)calloc(n + 1, sizeof *f);
    size_t i, tried = 0;
    if (!f) return -1;
    table_title(t, MEASURE_COUNT, "Start times tried, by size (table 2)");
    table_stub(t, "servers asked for");
    for (i = 0; i < n; i++) {
        if (!was_attempted(&s[i])) continue;
        table_column(t, "%s: requests", s[i].name);
        table_column(t, "mean attempts");
        metrics_measure_groups(s[i].jobs, s[i].outcomes, s[i].count, servers,
                               s[i].compared, &f[tried++]);
    }
    for (i = 0; i < metrics_group_count(servers); i++)
        table2_row(t, f, tried, metrics_group_least(i, servers),
                   metrics_group_most(i, servers));
    free(f);
    return 0;
}

/* ---- utilisation over time --------------------------------------------------------- */

/* How wide the bins of utilisation are: 1, 3, 6, 12 hours, 1, 2, 4, ... days, the first
 * that makes at most 400. */
static int64_t utilisation_width(int64_t span)
{
    static const int64_t hours[] = {1, 3, 6, 12, 24};
    int64_t width = FIGURE_HOUR;
    size_t i;
    for (i = 0; i < 5 && span / width >= 400; i++) width = hours[i] * FIGURE_HOUR;
    while (span / width >= 400) width *= 2;
    return width;
}

/* Percent of the servers that are busy, means over bins of time from the first submission
 * on; the last bin ends with the last job. Fills *p, which is initialised. 0, or -1 when
 * memory is out. */
static int fill_utilisation(struct figure_plot *p, const struct schedule *s, size_t n,
                            uint32_t servers)
{
    double *busy = (double *)malloc(403 * sizeof *busy);
    int64_t from, to, width;
    char text[TEXT_NUMBER];
    size_t i, k;
    if (!busy) return -1;
    schedule_span(s, n, &from, &to);
    width = utilisation_width(to - from);
    for (i = 0; i < n; i++) {
        const size_t series = figure_plot_series(p, FIGURE_FILL, "%s", s[i].name);
        int64_t mine, last;
        size_t bins;
        schedule_span(&s[i], 1, &mine, &last);
        if (last <= from) continue;
        bins = (size_t)((last - from + width - 1) / width);
        schedule_busy(&s[i], from, width, bins, busy);
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
                     axis_duration_text(width, text));
    return 0;
}

/* ---- one day ----------------------------------------------------------------------- */

/* The day, from 1, on which the most server seconds are busy, the first of equals. Days
 * count from the first submission, a million at most. 0: out of memory. */
static int64_t busiest_day(const struct schedule *s)
{
    int64_t from, to, days;
    double *busy;
    size_t i, best = 0;
    schedule_span(s, 1, &from, &to);
    days = (to - from) / FIGURE_DAY + 1;
    if (days > 1000000) days = 1000000;
    busy = (double *)malloc(((size_t)days + 2) * sizeof *busy);
    if (!busy) return 0;
    schedule_busy(s, from, FIGURE_DAY, (size_t)days, busy);
    for (i = 0; i < (size_t)days; i++)
        if (busy[i] > busy[best]) best = i;
    free(busy);
    return (int64_t)best + 1;
}

static void add_day_jobs(struct gantt *g, const struct schedule *s)
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

/* The jobs of the busiest day under the first schedule. 0, or -1 when memory is out. */
static int make_day(struct gantt *g, const struct schedule *s, size_t n, uint32_t servers)
{
    const int64_t which = n ? busiest_day(&s[0]) : 1;
    int64_t from, to;
    size_t i, jobs = 0;
    if (which == 0) return -1;
    schedule_span(s, n, &from, &to);
    from += (which - 1) * FIGURE_DAY;
    gantt_init(g, "day", "", servers, from, from + FIGURE_DAY);
    figure_plot_text(&g->plot, &g->plot.title, "Who runs what on day %" PRId64, which);
    g->plot.x.label = "since the day began";
    for (i = 0; i < n; i++) add_day_jobs(g, &s[i]);
    for (i = 0; i < g->count; i++) jobs += g->panels[i].count;
    figure_plot_text(
        &g->plot, &g->plot.caption,
        "Each rectangle is a job on neighbouring servers; its colour only tells"
        " it from the jobs beside it. Day %" PRId64
        " of those that start with the first submission%s%s%s.",
        which, ": the one with the most busy server hours under ", n ? s[0].name : "",
        jobs ? "" : "; no job runs then");
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

/* A plot of jobs by length or waiting time, whose values are on a logarithmic scale. */
static struct figure_plot *new_plot(struct page *page, const char *section,
                                    const char *id, const char *title, const char *x,
                                    const struct figure_axis *y, const char *caption)
{
    struct figure_plot *p = page_new_plot(page, section, id, title);
    p->x = figure_axis_hours(x);
    p->y = *y;
    p->y.log = 1;
    figure_plot_text(p, &p->caption, "%s", caption);
    return p;
}

static void new_plots(struct page *page, struct paper1 *f)
{
    static const char longest[] = "Which jobs wait longest for their length";
    static const char waits[] = "How long jobs wait, and which ones";
    const struct figure_axis penalty =
        figure_axis_plain("mean of waiting time / length", NULL);
    const struct figure_axis jobs = figure_axis_plain("jobs", "%");
    const struct figure_axis longer = figure_axis_plain("jobs that wait longer", "%");
    f->fig3a = new_plot(page, longest, "fig3a",
                        "Waiting for each hour of run time, all jobs (figure 3a)",
                        "length", &penalty,
                        "How long jobs wait, as a multiple of how long they run: the mean"
                        " over the jobs of each length. Both scales are logarithmic.");
    f->fig3a->x.log = 1;
    f->fig3b = new_plot(
        page, longest, "fig3b",
        "Waiting for each hour of run time, jobs of 2 to 10 hours (figure 3b)", "length",
        &penalty,
        "The same for jobs of middle length, in bins of half an hour; the penalty is on a"
        " logarithmic scale.");
    f->fig4a =
        new_plot(page, waits, "fig4a", "How many jobs wait how long (figure 4a)",
                 "waiting time", &jobs, "Bins of one hour, on a logarithmic scale.");
    f->tail = new_plot(page, waits, "wait_tail",
                       "How many jobs wait longer (the tail of figure 4a)",
                       "waiting time", &longer, "On a logarithmic scale.");
    f->fig4b = new_plot(page, waits, "fig4b", "How long jobs are (figure 4b)",
                        "length booked", &jobs, "Bins of one hour.");
    f->fig4b->y.log = 0;
    f->fig5 = page_new_plot(page, waits, "fig5",
                            "How long jobs wait, by their size (figure 5)");
    f->fig5->x = figure_axis_plain("servers asked for", NULL);
    f->fig5->y = figure_axis_hours("mean waiting time");
    f->fig5->y.log = 1;
    figure_plot_text(f->fig5, &f->fig5->caption,
                     "Over the jobs of each group of sizes, on a logarithmic scale.");
}

/* Adds the jobs beyond the end of the axis to the caption of figure 4(a), when all series
 * are there: "Beyond 24 hours: online 0.70 %, trace 4.76 %." */
static int caption_4a(struct figure_plot *p, const struct schedule *s, size_t n)
{
    size_t i, count, told = 0;
    for (i = 0; i < n; i++) {
        uint64_t *waits = schedule_sorted(&s[i], SCHEDULE_WAIT, &count);
        double beyond;
        if (!waits) return -1;
        beyond = schedule_beyond(p, waits, count);
        free(waits);
        if (!(beyond > 0)) continue;
        if (!told++) figure_caption_add(p, " Beyond %.0f hours:", p->x.hi);
        figure_caption_add(p, "%s %s %.2f %%", told > 1 ? "," : "", s[i].name, beyond);
    }
    if (told) figure_caption_add(p, ".");
    return 0;
}

/* The machine over time. */
static int draw_machine(struct page *page, struct paper1 *f, const struct schedule *s,
                        size_t n, uint32_t servers)
{
    f->utilisation = page_new_plot(page, "When the machine is busy, and with what",
                                   "utilisation", "When the machine is busy");
    f->utilisation->x = figure_axis_hours("time");
    f->utilisation->y = figure_axis_plain("busy servers", "%");
    f->utilisation->y.fixed = 1;
    f->utilisation->y.hi = 100;
    f->utilisation->panels = f->utilisation->wide = 1;
    f->day = page_new_gantt(page);
    if (fill_utilisation(f->utilisation, s, n, servers) != 0) return -1;
    return make_day(f->day, s, n, servers);
}

int paper1_draw(struct page *page, struct paper1 *f, const struct schedule *s, size_t n,
                uint32_t servers, struct error *e)
{
    size_t i, tried = 0;
    int status = 0;
    new_plots(page, f);
    groups_5(f->fig5, servers);
    for (i = 0; i < n && status == 0; i++) {
        fill_3a(f->fig3a, &s[i]);
        fill_3b(f->fig3b, &s[i]);
        status = fill_4a(f->fig4a, f->tail, &s[i]);
        fill_5(f->fig5, &s[i], servers);
        tried += was_attempted(&s[i]) != 0;
    }
    f->fig4b->wide = f->fig5->wide = n > 2; /* else a place beside them stays empty */
    if (status == 0) status = caption_4a(f->fig4a, s, n);
    if (status == 0 && n) status = fill_4b(f->fig4b, &s[0]);
    if (tried) page_section(page, "How many start times a request tries");
    if (status == 0 && tried) status = paper1_table2(page_new_table(page), s, n, servers);
    if (status == 0) status = draw_machine(page, f, s, n, servers);
    return status ? error_fail(e, "out of memory for the figures") : 0;
}
