/* paper1.h - the figures of section 5 of paper 1 (Castillo et al., HPDC 2009), from what
 * several policies made of one workload: figures 3 to 5 and table 2, and with them the
 * machine over time: how busy it is, and which job runs on which servers on one day (not
 * in the paper). Figures 6 and 7 are those of a sweep
 * (sweep_plots.h).
 *
 * Waiting counts from the ready time s_r. Figures 3 to 5 are over the jobs compared
 * (metrics.h), except 4(b); that one, table 2 and the machine over time are over all
 * jobs. Where the paper does not say how it groups, the rule stands above the function.
 * Values are kept in hours and percent.
 */
#ifndef PAPER1_H
#define PAPER1_H

#include "base/error.h"
#include "online/schedule.h"
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

#endif
