/* evaluation_plots.c - implements evaluation_plots.h. */
#define _POSIX_C_SOURCE 200809L

#include "online/evaluation_plots.h"

#include "base/text.h"
#include "online/evaluation_results.h"
#include "program/measure.h"
#include "report/metrics.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void evaluation_plots_free(struct evaluation_plots *v)
{
    if (v->made) paper1_figures_free(&v->paper1);
    sweep_plots_free(&v->sweep);
    page_sheet_free(&v->summary);
}

/* A figure that some policy has is a row, as in the table on the terminal. */
static void evaluation_plots_summary_row(struct page_sheet *t, const char *label,
                                         enum measure_unit unit,
                                         enum metrics_figure figure,
                                         const struct report_column *columns, size_t n)
{
    size_t i;
    if (!report_table_wanted(label, figure, columns, n)) return;
    page_sheet_label(t, label, measure_unit_name(unit));
    for (i = 0; i < n; i++) {
        char text[TEXT_NUMBER];
        page_sheet_cell(t, "%s",
                        measure_text(columns[i].figures->value[figure], unit, text));
    }
    page_sheet_row(t);
}

static void evaluation_plots_summary(struct page_sheet *t, const struct evaluation *x)
{
    struct report_column columns[POLICY_POLICIES_MAX];
    size_t i;
    t->texts = 1;
    page_sheet_cell(t, "%s", "");
    for (i = 0; i < x->count; i++) {
        columns[i].heading = x->results[i].heading;
        columns[i].figures = &x->results[i].figures;
        page_sheet_cell(t, "%s", columns[i].heading);
    }
    page_sheet_row(t);
#define SUMMARY_ROW(name, unit, label)                                           \
    evaluation_plots_summary_row(t, label, unit, METRICS_FIGURE_##name, columns, \
                                 x->count);
    METRICS_FIGURES(SUMMARY_ROW)
#undef SUMMARY_ROW
}

int evaluation_plots_make(struct evaluation_plots *v, const struct evaluation *x,
                          const struct sweep *sweep, int64_t day, struct error *e)
{
    const struct paper1_figures_schedule *log = NULL;
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        struct paper1_figures_schedule *s = &v->schedules[i];
        s->name = r->heading;
        s->jobs = x->workload.jobs;
        s->outcomes = r->outcomes;
        s->count = x->workload.count;
        s->granted = r->grants.of;
        s->runs = r->grants.runs;
        s->compared = x->compared;
        if (r->policy.kind == POLICY_TRACE) log = s;
    }
    evaluation_plots_summary(&v->summary, x);
    v->made = 1;
    if (paper1_figures_make(&v->paper1, v->schedules, x->count, x->workload.servers, day,
                            e))
        return -1;
    return sweep->count ? sweep_plots_make(&v->sweep, sweep, log, e) : 0;
}

int evaluation_plots_csv(const struct evaluation_plots *v, const struct sweep *sweep,
                         const char *folder, struct error *e)
{
    if (paper1_figures_csv(folder, &v->paper1, e) != 0) return -1;
    if (!sweep->count) return 0;
    if (sweep_csv(sweep, folder, e) != 0) return -1;
    return sweep_plots_csv(folder, &v->sweep, e);
}

/* What stands above the table. */
static int evaluation_plots_page_head(struct page *page,
                                      const struct evaluation_settings *s,
                                      const struct evaluation *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return -1;
    evaluation_results_print_head(to, s, x);
    if (fclose(to) != 0) {
        free(text);
        return -1;
    }
    page_lines(page, text);
    free(text);
    return 0;
}

int evaluation_plots_page(const struct evaluation_plots *v,
                          const struct evaluation_settings *s, const struct evaluation *x,
                          const struct sweep *sweep, const char *path,
                          const char *program, int argc, char **argv, struct error *e)
{
    const char *slash = s->trace ? strrchr(s->trace, '/') : NULL;
    struct page page = {0};
    int result = 0;
    page_title(&page, "Schedules of %s", slash ? slash + 1 : x->workload.source);
    if (evaluation_plots_page_head(&page, s, x) != 0)
        result = error_fail(e, "out of memory");
    page_text(&page, "Numbers of figures and tables are those of C. Castillo, G. N."
                     " Rouskas, K. Harfoush, HPDC 2009.");
    page_section(&page, "Summary");
    page_sheet(&page, &v->summary);
    paper1_figures_page(&page, &v->paper1);
    if (sweep->count)
        page_text(&page, "All above is without --sweep, all below with it.");
    if (sweep->count) sweep_plots_page(&page, &v->sweep, sweep);
    page_made(&page, program, argc, (const char *const *)argv);
    if (result == 0) result = page_file(&page, path, e);
    page_free(&page);
    return result;
}
