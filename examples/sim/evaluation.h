/* evaluation.h - all pictures of a run of coalloc_sim: paper 1's figures for one
 * experiment, those of a sweep, and the page (--report) and files (--csv) that hold them.
 */
#ifndef SIM_EVALUATION_H
#define SIM_EVALUATION_H

#include "experiment.h"
#include "page.h"
#include "paper1.h"
#include "results.h"
#include "sweep.h"
#include "sweep_plots.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_evaluation { /* zero-initialise; sim_evaluation_free */
    sim_schedule schedules[SIM_POLICIES_MAX];
    sim_paper1 paper1;
    int made; /* paper1 is */
    sim_sweep_plots sweep;
    sim_sheet summary;
} sim_evaluation;

static inline void sim_evaluation_free(sim_evaluation *v)
{
    if (v->made) sim_paper1_free(&v->paper1);
    sim_sweep_plots_free(&v->sweep);
    sim_sheet_free(&v->summary);
}

/* A figure that some policy has is a row, as in the table on the terminal. */
static inline void sim_summary_row(sim_sheet *t, const char *label, sim_figure_unit unit,
                                   sim_figure figure, const sim_column *columns, size_t n)
{
    size_t i;
    if (!sim_table_wanted(label, figure, columns, n)) return;
    sim_sheet_label(t, label, sim_unit_text(unit));
    for (i = 0; i < n; i++) {
        char text[SIM_NUMBER_TEXT];
        sim_sheet_cell(t, "%s",
                       sim_figure_text(columns[i].figures->value[figure], unit, text));
    }
    sim_sheet_row(t);
}

static inline void sim_summary(sim_sheet *t, const sim_experiment *x)
{
    sim_column columns[SIM_POLICIES_MAX];
    size_t i;
    t->texts = 1;
    sim_sheet_cell(t, "%s", "");
    for (i = 0; i < x->count; i++) {
        columns[i].heading = x->results[i].heading;
        columns[i].figures = &x->results[i].figures;
        sim_sheet_cell(t, "%s", columns[i].heading);
    }
    sim_sheet_row(t);
#define SIM_SUMMARY_ROW(name, unit, label) \
    sim_summary_row(t, label, unit, SIM_FIGURE_##name, columns, x->count);
    SIM_FIGURES(SIM_SUMMARY_ROW)
#undef SIM_SUMMARY_ROW
}

/* Makes all of it; `day` as sim_day, `sweep` may have no points. 0, or -1. */
static inline int sim_evaluation_make(sim_evaluation *v, const sim_experiment *x,
                                      const sim_sweep *sweep, int64_t day, sim_error *e)
{
    const sim_schedule *log = NULL;
    size_t i;
    for (i = 0; i < x->count; i++) {
        const sim_result *r = &x->results[i];
        sim_schedule *s = &v->schedules[i];
        s->name = r->heading;
        s->jobs = x->workload.jobs;
        s->outcomes = r->outcomes;
        s->count = x->workload.count;
        s->granted = r->grants.of;
        s->runs = r->grants.runs;
        s->compared = x->compared;
        if (r->policy.kind == SIM_POLICY_TRACE) log = s;
    }
    sim_summary(&v->summary, x);
    v->made = 1;
    if (sim_paper1_make(&v->paper1, v->schedules, x->count, x->workload.servers, day, e))
        return -1;
    return sweep->count ? sim_sweep_plots_make(&v->sweep, sweep, log, e) : 0;
}

/* One file for each figure. */
static inline int sim_evaluation_csv(const sim_evaluation *v, const sim_sweep *sweep,
                                     const char *folder, sim_error *e)
{
    if (sim_paper1_csv(folder, &v->paper1, e) != 0) return -1;
    if (!sweep->count) return 0;
    if (sim_sweep_csv(sweep, folder, e) != 0) return -1;
    return sim_sweep_plots_csv(folder, &v->sweep, e);
}

/* What stands above the table. */
static inline int sim_page_head(sim_page *page, const sim_settings *s,
                                const sim_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return -1;
    sim_print_head(to, s, x);
    if (fclose(to) != 0) {
        free(text);
        return -1;
    }
    sim_page_lines(page, text);
    free(text);
    return 0;
}

/* The page; its footer has the command line. 0, or -1. */
static inline int sim_evaluation_page(const sim_evaluation *v, const sim_settings *s,
                                      const sim_experiment *x, const sim_sweep *sweep,
                                      const char *path, const char *program, int argc,
                                      char **argv, sim_error *e)
{
    const char *slash = s->trace ? strrchr(s->trace, '/') : NULL;
    sim_page page = {0};
    int result = 0;
    sim_page_title(&page, "Schedules of %s", slash ? slash + 1 : x->workload.source);
    if (sim_page_head(&page, s, x) != 0) result = sim_fail(e, "out of memory");
    sim_page_text(&page, "Numbers of figures and tables are those of C. Castillo, G. N."
                         " Rouskas, K. Harfoush, HPDC 2009.");
    sim_page_section(&page, "Summary");
    sim_page_sheet(&page, &v->summary);
    sim_paper1_page(&page, &v->paper1);
    if (sweep->count)
        sim_page_text(&page, "All above is without --sweep, all below with it.");
    if (sweep->count) sim_sweep_plots_page(&page, &v->sweep, sweep);
    sim_page_made(&page, program, argc, argv);
    if (result == 0) result = sim_page_file(&page, path, e);
    sim_page_free(&page);
    return result;
}

#endif
