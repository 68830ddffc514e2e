/* evaluation_plots.c - the pictures live only while they are written. */
#include "online/evaluation_plots.h"

#include "batch/policy.h"
#include "online/paper1.h"
#include "online/schedule.h"
#include "online/sweep_plots.h"
#include "report/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plots {
    struct schedule schedules[POLICY_POLICIES_MAX];
    const struct schedule *log; /* what the log recorded, NULL = not asked for */
    struct paper1 paper1;
    struct sweep_plots sweep;
    struct figure_plot seeds; /* of a single seed not made */
};

static void list_schedules(struct plots *v, const struct evaluation *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        struct schedule *s = &v->schedules[i];
        s->name = r->heading;
        s->jobs = x->workload.jobs;
        s->outcomes = r->outcomes;
        s->count = x->workload.count;
        s->granted = r->grants.of;
        s->runs = r->grants.runs;
        s->compared = x->compared;
        if (r->policy.kind == POLICY_TRACE) v->log = s;
    }
}

/* The mean waiting time of each policy, and from where to where it is over the seeds. */
static int make_seeds(struct figure_plot *p, const struct evaluation *x, struct error *e)
{
    const double hour = FIGURE_HOUR;
    size_t series, i;
    figure_plot_init(p, "seeds", "Mean waiting time over the seeds");
    p->x.label = "policy";
    p->y = figure_axis_hours("mean waiting time");
    figure_plot_text(p, &p->caption,
                     "Means of %zu seeds; upright lines: from the least to the most.",
                     x->seeds);
    series = figure_plot_series(p, FIGURE_BARS, "mean waiting time");
    for (i = 0; i < x->count; i++) {
        const struct statistics_spread *s = &x->results[i].spread[METRICS_WAIT_MEAN];
        figure_plot_category(p, "%s", x->results[i].heading);
        figure_plot_point(p, series, (double)i, s->mean / hour);
        figure_plot_range(p, series, s->least / hour, s->most / hour);
    }
    figure_axis_spread_values(p);
    return figure_plot_check(p, e);
}

static int write_files(const struct plots *v, const struct evaluation_pictured *of,
                       const char *folder, struct error *e)
{
    if (paper1_csv(folder, &v->paper1, e) != 0) return -1;
    if (of->x->seeds > 1 && figure_plot_csv_file(folder, &v->seeds, e) != 0) return -1;
    if (!of->sweep->count) return 0;
    if (sweep_csv(of->sweep, folder, e) != 0) return -1;
    return sweep_plots_csv(folder, &v->sweep, e);
}

/* The lines above the tables, as on the terminal. */
static void print_head(FILE *to, const void *pictured)
{
    const struct evaluation_pictured *of = (const struct evaluation_pictured *)pictured;
    evaluation_results_head(to, of->settings, of->x);
}

static int write_page(const struct plots *v, const struct program *p,
                      const struct evaluation_pictured *of, struct error *e)
{
    static const char *const more[] = {"--trace-out", "--gather", NULL};
    const char *trace = of->settings->trace;
    const char *slash = trace ? strrchr(trace, '/') : NULL;
    struct page page = {0};
    int result;
    page_title(&page, "Schedules of %s", slash ? slash + 1 : of->x->workload.source);
    page_asked(&page, print_head, of);
    page_text(&page, "Numbers of figures and tables are those of C. Castillo, G. N."
                     " Rouskas, K. Harfoush, HPDC 2009.");
    page_section(&page, "Summary");
    evaluation_results_summary(page_new_table(&page), of->x);
    if (of->x->seeds > 1) {
        page_section(&page, "How much depends on the seed");
        page_plot(&page, &v->seeds);
    }
    if (of->sweep->count) {
        sweep_plots_page(&page, &v->sweep, of->sweep);
        page_text(&page, "All else on this page is without --sweep.");
    }
    paper1_page(&page, &v->paper1);
    page_command(&page, p, more);
    result = page_file(&page, p->to.report, e);
    page_free(&page);
    return result;
}

int evaluation_plots_write(const struct program *p, const struct evaluation_pictured *of,
                           struct error *e)
{
    const struct evaluation *x = of->x;
    struct plots v = {0};
    int result;
    list_schedules(&v, x);
    result =
        paper1_make(&v.paper1, v.schedules, x->count, x->workload.servers, of->day, e);
    if (result == 0 && x->seeds > 1) result = make_seeds(&v.seeds, x, e);
    if (result == 0 && of->sweep->count)
        result = sweep_plots_make(&v.sweep, of->sweep, v.log, e);
    if (result == 0 && p->to.csv) result = write_files(&v, of, p->to.csv, e);
    if (result == 0 && p->to.report) result = write_page(&v, p, of, e);
    paper1_free(&v.paper1);
    sweep_plots_free(&v.sweep);
    figure_plot_free(&v.seeds);
    return result;
}
