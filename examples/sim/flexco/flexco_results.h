/* flexco_results.h - the results of flexco_sim: tables for people, JSON and CSV for
 * programs; pictures are in flexco_plots.c.
 *
 * Terminal: for each binding a table of all figures at the largest error of the
 * estimates, with a column for each mode; what each mode is better by than rigid, in
 * percent of rigid; and the same over the errors, for the figures that paper 5 draws.
 * JSON: sites, meta, settings, points. CSV: points.csv and better.csv have a row for
 * each figure, point and seed; jobs.csv tells what became of each job in the runs of the
 * first table with the first seed. Times are seconds after the first submission.
 */
#ifndef FLEXCO_RESULTS_H
#define FLEXCO_RESULTS_H

#include "base/error.h"
#include "base/job.h"
#include "flexco/flexco_experiment.h"
#include "flexco/flexco_job.h"
#include "program/program.h"
#include "program/table.h"
#include "report/gantt.h"
#include "report/page.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Of a struct flexco_experiment that has ended, for program_write. */
extern const struct program_results flexco_results;

/* The page of a struct flexco_experiment. 0, or -1. */
int flexco_plots_page(struct page *page, const void *experiment, struct error *e);

enum { FLEXCO_TEXT = 160, FLEXCO_ROWS = 16 /* sites that have a line of their own */ };

/* "late", "early". */
const char *flexco_tables_binding_word(int early);

/* Who moves a meta-job at one site. */
const char *flexco_tables_one_site(const struct flexco_settings *s);

/* "kept", "dropped": the small jobs. */
const char *flexco_tables_small(int dropped);

/* "response time, reduction": a figure that is compared with rigid's. Unlike the
 * figure's own label it can be read without the labels above it. */
const char *flexco_tables_better_label(size_t figure);

/* "estimates +25 %, without small jobs, early binding": which jobs a point is about.
 * The binding is named only if there are several. Returns `to`. */
const char *flexco_tables_point(const struct flexco_experiment *x,
                                const struct flexco_point *p, char to[FLEXCO_TEXT]);

/* The sites, their jobs, and what was left out of each log. For a page each site has a
 * line of its own, and a log is named without its folder. */
void flexco_tables_print_sites(FILE *to, const struct flexco_experiment *x, int page);

/* Estimates, seeds, binding. */
void flexco_tables_print_rules(FILE *to, const struct flexco_experiment *x);

/* A table that is not over the errors of the estimates shows the largest error. `binding`
 * and `small` are places in x->bindings and x->smalls. */

/* What figures 3 to 7 of the paper show. */
enum { FLEXCO_DRAWN = 5 };
extern const enum flexco_figure flexco_tables_drawn[FLEXCO_DRAWN];

/* All figures, a column for each mode; those that are 0 in every mode are left out. */
void flexco_tables_figures(struct table *t, const struct flexco_experiment *x,
                           size_t binding, size_t small);

/* What each mode is better by than rigid, for all figures that are compared. */
void flexco_tables_better(struct table *t, const struct flexco_experiment *x,
                          size_t binding, size_t small);

/* The same for one figure, a row for each error of the estimates; a column for each
 * mode but rigid, first those with small jobs, if they are asked for, then those
 * without. */
void flexco_tables_errors(struct table *t, const struct flexco_experiment *x,
                          size_t binding, enum flexco_figure figure);

/* How often a mode is worse than rigid in a figure, over all points and seeds. */
struct flexco_worse {
    size_t runs, worse; /* runs in which the figure can be compared, and is worse */
    double most, mean;  /* worse by, in percent of rigid: at most, over all runs  */
};

struct flexco_worse flexco_tables_count_worse(const struct flexco_experiment *x,
                                              size_t mode, enum flexco_figure figure);

/* The same for all modes and figures. */
void flexco_tables_worse(struct table *t, const struct flexco_experiment *x);

/* What late binding is better by than early binding; both must have been run. */
void flexco_tables_bindings(struct table *t, const struct flexco_experiment *x,
                            size_t small);

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
