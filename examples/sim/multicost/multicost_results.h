/* multicost_results.h - what the runs of a grid gave: as tables for people, as JSON and
 * CSV for programs.
 */
#ifndef MULTICOST_RESULTS_H
#define MULTICOST_RESULTS_H

#include "base/error.h"
#include "base/text.h"
#include "multicost/multicost_experiment.h"
#include "program/json.h"
#include "program/measure.h"
#include "report/metrics.h"
#include "report/report.h"

#include <stdio.h>

struct multicost_about { /* a figure */
    const char *name, *label;
    enum measure_unit unit;
};

const struct multicost_about *multicost_results_figure_about(size_t figure);

/* Means of counts need not be whole. */
const char *multicost_results_text(double x, enum measure_unit unit, double runs,
                                   char text[TEXT_NUMBER]);

/* ---- tables ------------------------------------------------------------------------ */

/* The first lines: what was simulated, and how. */
void multicost_results_print_mc_head(FILE *to, const struct multicost_experiment *x);

const struct multicost_point *multicost_results_point_at(
    const struct multicost_experiment *x, size_t load, size_t method);

void multicost_results_print(FILE *to, const struct multicost_experiment *x);

/* ---- JSON -------------------------------------------------------------------------- */

/* The members of an object: network, settings, points. */
void multicost_results_json(struct json *j, const struct multicost_experiment *x);

/* ---- CSV --------------------------------------------------------------------------- */

int multicost_results_csv_runs(const char *folder, const struct multicost_experiment *x,
                               struct error *e);

/* What became of each task in the first repetition of each point. */
int multicost_results_csv_tasks(const char *folder, const struct multicost_experiment *x,
                                struct error *e);

#endif
