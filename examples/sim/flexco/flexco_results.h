/* flexco_results.h - the results of flexco_sim: tables for people, JSON and CSV for
 * programs. All functions take a struct flexco_experiment that has ended.
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
#include "program/json.h"

#include <stdio.h>

void flexco_results_print(FILE *to, const void *experiment);

/* The fields of an object that is open. */
void flexco_results_json(struct json *j, const void *experiment);

/* All files, in a folder that is made if it is not there. 0, or -1. */
int flexco_results_csv(const char *folder, const void *experiment, struct error *e);

#endif
