/* paper1_figures.h - the figures of section 5 of paper 1 (Castillo et al., HPDC 2009), from what
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
#ifndef PAPER1_FIGURES_H
#define PAPER1_FIGURES_H

#include "base/error.h"
#include "base/job.h"
#include "report/figure.h"
#include "report/gantt.h"
#include "report/page.h"

#include <stddef.h>
#include <stdint.h>

#define PAPER1_FIGURES_TIME_DAYS \
    INT64_C(100000000) /* all times of a log are before that day */

struct paper1_figures_schedule { /* what one policy made of the jobs */
    const char *name;
    const struct job *jobs;
    const struct job_outcome *outcomes;
    size_t count;
    const struct job_granted *granted; /* of each job; NULL = its servers are not known */
    const struct job_run *runs;
    const unsigned char *compared; /* of each job, whether it counts; NULL = all do */
};

/* ---- distributions ----------------------------------------------------------------- */

enum paper1_figures_span {
    PAPER1_FIGURES_WAIT,
    PAPER1_FIGURES_WAIT_SUBMIT,
    PAPER1_FIGURES_LENGTH
};

/* The jobs' waits (of those that ran) or lengths (of all), ascending; to be freed. */
uint64_t *paper1_figures_sorted(const struct paper1_figures_schedule *s,
                                enum paper1_figures_span what, size_t *count);

/* Percent of the values in each bin of `width` seconds, [0, width), [width, 2 width), ...
 * A stretch of empty bins is one zero. */
void paper1_figures_distribution(struct figure_plot *p, size_t series,
                                 const uint64_t *values, size_t n, uint64_t width);

/* The axis goes on to the hour that 99 % of these values do not reach, but at least to
 * 6 and at most to `most` hours, and to the farthest of all that were asked for. */
void paper1_figures_axis_reach(struct figure_axis *axis, const uint64_t *values, size_t n,
                               double most);

/* ---- figures 3 to 5, table 2 ------------------------------------------------------- */

struct paper1_figures {
    struct figure_plot fig3a, fig3b, fig4a, tail, fig4b, fig5, utilisation;
    struct page_sheet table2;
    struct gantt day;
};

/* Table 2: the mean number of attempts by size, in the paper's groups of 50. A policy
 * that makes no attempts has no columns. */
int paper1_figures_table2(struct page_sheet *t, const struct paper1_figures_schedule *s,
                          size_t n);

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (paper1_figures_free it, whatever happens) from n schedules of one workload on so
 * many servers; `day` as paper1_figures_day. 0, or -1. */
int paper1_figures_make(struct paper1_figures *f, const struct paper1_figures_schedule *s,
                        size_t n, uint32_t servers, int64_t day, struct error *e);

void paper1_figures_free(struct paper1_figures *f);

/* Puts them on a page, which borrows them. */
void paper1_figures_page(struct page *page, const struct paper1_figures *f);

/* One file for each figure, in a folder that is there. 0, or -1. */
int paper1_figures_csv(const char *folder, const struct paper1_figures *f,
                       struct error *e);

#endif
