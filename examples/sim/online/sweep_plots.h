/* sweep_plots.h - the pictures of a sweep: figures 6 and 7 of paper 1, over whatever is
 * swept.
 *
 *     figure 6      waiting time from submission, a curve for each of a few values, a
 *                   figure for each policy, beside the log's own waits if they are known
 *     figure 7(a)   its mean, a curve for each policy
 *     figure 7(b)   operations for each request, where the range tree counted them, else
 *                   attempts
 *     utilisation   not in the paper
 *
 * With them stand the tables of the sweep (sweep.h). The files (--csv) have the curves of
 * all values.
 */
#ifndef SWEEP_PLOTS_H
#define SWEEP_PLOTS_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/schedule.h"
#include "online/sweep.h"
#include "report/figure.h"
#include "report/page.h"

#include <stddef.h>
#include <stdint.h>

struct sweep_plots { /* the page's */
    struct figure_plot *fig6[POLICY_POLICIES_MAX];
    struct figure_plot *fig7a, *fig7b, *utilisation;
};

/* Percent of the jobs by waiting time, in bins of half an hour, so that a peak at three
 * hours shows where it is; the axis goes as far as 99 % of the jobs of each curve that is
 * drawn (6 to 12 hours). */
int sweep_plots_curve(struct figure_plot *p, const char *name, int drawn,
                      const uint64_t *waits, size_t n);

/* Is the value number i of n drawn? The first, the last, and evenly between. */
int sweep_plots_drawn(size_t i, size_t n);

/* Puts them and the tables on a page, and at its end figure 7(b) where it has
 * no curve: only as a file. 0, or -1. */
int sweep_plots_draw(struct page *page, struct sweep_plots *f, const struct sweep *sweep,
                     const struct schedule *log, struct error *e);
void sweep_plots_end(struct page *page, struct sweep_plots *f, const struct sweep *sweep);

#endif
