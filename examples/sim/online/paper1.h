/* paper1.h - the figures of section 5 of paper 1 (Castillo et al., HPDC 2009), from what
 * several policies made of one workload: figures 3 to 5 and table 2, and with them the
 * machine over time: how busy it is, and which job runs on which servers on one day (not
 * in the paper); and figures 6 and 7, which are those of a sweep (sweep_plots.c).
 *
 * Waiting counts from the ready time s_r. Figures 3 to 5 are over the jobs compared
 * (metrics.h), except 4(b); that one, table 2 and the machine over time are over all
 * jobs. Where the paper does not say how it groups, the rule stands above the function.
 * Values are kept in hours and percent.
 */
#ifndef PAPER1_H
#define PAPER1_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/schedule.h"
#include "online/sweep.h"
#include "program/table.h"
#include "report/figure.h"
#include "report/gantt.h"
#include "report/page.h"

#include <stddef.h>
#include <stdint.h>

struct paper1 { /* the page's */
    struct figure_plot *fig3a, *fig3b, *fig4a, *tail, *fig4b, *fig5, *utilisation;
    struct gantt *day;
};

/* Table 2: the mean number of attempts by size, in the groups of metrics.h. A policy that
 * makes no attempts has no columns. 0, or -1 when memory is out. */
int paper1_table2(struct table *t, const struct schedule *s, size_t n, uint32_t servers);

/* Puts all of them on a page, from n schedules of one workload on so many servers; the
 * chart's day is the busiest one under the first schedule. 0, or -1. */
int paper1_draw(struct page *page, struct paper1 *f, const struct schedule *s, size_t n,
                uint32_t servers, struct error *e);

/* ---- a sweep ----------------------------------------------------------------------- */

/* The pictures of a sweep: figures 6 and 7 of paper 1, over whatever is swept.
 *
 *     figure 6      waiting time from submission, a curve for each of a few values, a
 *                   figure for each policy, beside the log's own waits if they are known
 *     figure 7(a)   its mean, a curve for each policy
 *     figure 7(b)   operations for each request, where the range tree counted them, else
 *                   attempts
 *     utilisation   not in the paper
 *
 * With them stand the tables of the sweep (sweep.h). The files (--csv) have the curves of
 * all values. */

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
