/* mrfs_results.h - the results of mrfs_sim, when all runs are made: tables for people,
 * JSON and CSV for programs.
 *
 *     points.csv     a row for each figure of each algorithm at each point
 *     requests.csv   a row for each decision on each request
 */
#ifndef MRFS_RESULTS_H
#define MRFS_RESULTS_H

#include "base/error.h"
#include "mrfs/mrfs_experiment.h"
#include "program/json.h"
#include "program/table.h"

#include <stdio.h>

/* Acceptance, or the mean time for a request: a row for each point of the sweep. */
void mrfs_results_sweep(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep, enum mrfs_figure figure);

/* Every figure at one point, except those that do not apply. */
void mrfs_results_point(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_point *p);

/* ---- of a struct mrfs_experiment: for page_asked and struct program_results -------- */

/* What was simulated, in a few lines. */
void mrfs_results_head(FILE *to, const void *experiment);

void mrfs_results_print(FILE *to, const void *experiment);
void mrfs_results_json(struct json *j, const void *experiment);
int mrfs_results_csv(const char *folder, const void *experiment, struct error *e);

#endif
