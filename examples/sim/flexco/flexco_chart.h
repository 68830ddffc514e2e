/* flexco_chart.h - which job runs where at FlexCo's sites: a panel for each site, all
 * over the same hours, a meta-job at several sites joined by a line (paper 5: M. A. S.
 * Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support").
 *
 * With late binding no booking has processors of its own: any that are free will do
 * when it starts, and enough of them always are. The chart then draws them where they
 * are free in its picture: local jobs from below, meta-jobs from above, in one piece
 * where one is free, the smallest that is large enough. With early binding it draws
 * those booked.
 */
#ifndef FLEXCO_CHART_H
#define FLEXCO_CHART_H

#include "base/job.h"
#include "flexco/flexco_job.h"
#include "report/gantt.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FLEXCO_CHARTED = 8,        /* sites, at most                        */
    FLEXCO_PLACES = 1 << 20,   /* processors of one: more are counted   */
    FLEXCO_PLACED = 1 << 27,   /* processors times parts, more as well  */
    FLEXCO_STRETCHES = 1000,   /* of time to choose from                */
    FLEXCO_STRETCH = 24 * 3600 /* seconds, at least                     */
};

struct flexco_piece { /* a part of a job's execution, at one site */
    uint32_t job, site, servers, sites;
    uint32_t all; /* servers, at all its sites */
    int64_t start, end;
    size_t booked, first_run; /* in the result's runs; in the chart's */
    uint32_t booked_count, run_count;
};

struct flexco_chart { /* zero-initialise; flexco_chart_free */
    struct gantt gantt;
    struct flexco_piece *pieces; /* by site, start, end, job */
    size_t count, capacity;
    struct job_run *runs;
    size_t run_count, run_capacity;
    int failed;
};

void flexco_chart_free(struct flexco_chart *c);

/* Fills *c (zeroed; flexco_chart_free, whatever happens) with what ran from
 * stretch[0] to stretch[1]. */
void flexco_chart_make(struct flexco_chart *c, const char *id,
                       const struct flexco_system *system, const struct flexco_job *jobs,
                       const struct flexco_result *r, const int64_t stretch[2]);

/* The same as a chart that owns all it shows. */
void flexco_chart_draw(struct gantt *g, const char *id,
                       const struct flexco_system *system, const struct flexco_job *jobs,
                       const struct flexco_result *r, const int64_t stretch[2]);

/* A day, or more where all of it is long. */
void flexco_chart_stretch_find(const struct flexco_job *jobs,
                               const struct flexco_result *a,
                               const struct flexco_result *b, int64_t stretch[2]);

#endif
