/* evaluation_plots.h - all pictures of a run of coalloc_sim: paper 1's figures for one
 * experiment, those of a sweep, and the page (--report) and files (--csv) that hold them.
 */
#ifndef EVALUATION_PLOTS_H
#define EVALUATION_PLOTS_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/evaluation.h"
#include "online/paper1_figures.h"
#include "online/sweep.h"
#include "online/sweep_plots.h"
#include "report/page.h"

#include <stdint.h>

struct evaluation_plots { /* zero-initialise; evaluation_plots_free */
    struct paper1_figures_schedule schedules[POLICY_POLICIES_MAX];
    struct paper1_figures paper1;
    int made; /* paper1 is */
    struct sweep_plots sweep;
    struct page_sheet summary;
};

void evaluation_plots_free(struct evaluation_plots *v);

/* Makes all of it; `day` as paper1_figures_day, `sweep` may have no points. 0, or -1. */
int evaluation_plots_make(struct evaluation_plots *v, const struct evaluation *x,
                          const struct sweep *sweep, int64_t day, struct error *e);

/* One file for each figure. */
int evaluation_plots_csv(const struct evaluation_plots *v, const struct sweep *sweep,
                         const char *folder, struct error *e);

/* The page; its footer has the command line. 0, or -1. */
int evaluation_plots_page(const struct evaluation_plots *v,
                          const struct evaluation_settings *s, const struct evaluation *x,
                          const struct sweep *sweep, const char *path,
                          const char *program, int argc, char **argv, struct error *e);

#endif
