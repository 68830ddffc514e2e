/* multicost_results.h - what the runs of a grid gave: as tables for people, as JSON and
 * CSV for programs.
 */
#ifndef MULTICOST_RESULTS_H
#define MULTICOST_RESULTS_H

#include "base/error.h"
#include "multicost/multicost_experiment.h"
#include "report/metrics.h"
#include "report/report.h"

#include <stdio.h>

struct multicost_about { /* a figure */
    const char *name, *label;
    enum metrics_figure_unit unit;
};

const struct multicost_about *multicost_results_figure_about(size_t figure);

/* Means of counts need not be whole. */
const char *multicost_results_text(double x, enum metrics_figure_unit unit, double runs,
                                   char text[REPORT_NUMBER_TEXT]);

/* ---- tables ------------------------------------------------------------------------ */

/* The first lines: what was simulated, and how. */
void multicost_results_print_mc_head(FILE *to, const struct multicost_experiment *x);

const struct multicost_point *multicost_results_point_at(
    const struct multicost_experiment *x, size_t load, size_t method);

void multicost_results_print(FILE *to, const struct multicost_experiment *x);

/* ---- JSON -------------------------------------------------------------------------- */

/* The members of an object: network, settings, points. */
void multicost_results_json(struct report_json *j, const struct multicost_experiment *x);

/* ---- CSV --------------------------------------------------------------------------- */

int multicost_results_csv_runs(const char *folder, const struct multicost_experiment *x,
                               struct error *e);

/* What became of each task in the first repetition of each point. */
int multicost_results_csv_tasks(const char *folder, const struct multicost_experiment *x,
                                struct error *e);

#endif
