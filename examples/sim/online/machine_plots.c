/* machine_plots.c - busy servers are summed over bins (schedule_busy), whose width grows
 * with the length of the log.
 */
#include "online/machine_plots.h"

#include "base/job.h"
#include "base/text.h"
#include "report/axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

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

int machine_plots_utilisation(struct figure_plot *p, const struct schedule *s, size_t n,
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

static void add_jobs(struct gantt *g, const struct schedule *s)
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

int machine_plots_day(struct gantt *g, const struct schedule *s, size_t n,
                      uint32_t servers, int64_t day)
{
    const int64_t which = day > 0 ? day : n ? busiest_day(&s[0]) : 1;
    int64_t from, to;
    size_t i, jobs = 0;
    if (which == 0) return -1;
    schedule_span(s, n, &from, &to);
    from += ((which < MACHINE_PLOTS_DAYS ? which : MACHINE_PLOTS_DAYS) - 1) * FIGURE_DAY;
    gantt_init(g, "day", "", servers, from, from + FIGURE_DAY);
    figure_plot_text(&g->plot, &g->plot.title, "Who runs what on day %" PRId64, which);
    g->plot.x.label = "since the day began";
    for (i = 0; i < n; i++) add_jobs(g, &s[i]);
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
