/* multicost_results.h - the results of multicost_sim, when all runs are made: tables for
 * people, JSON and CSV for programs.
 *
 *     runs.csv    a row for each figure of each run
 *     tasks.csv   a row for each task of the first repetition of each point
 */
#ifndef MULTICOST_RESULTS_H
#define MULTICOST_RESULTS_H

#include "base/error.h"
#include "multicost/multicost_experiment.h"
#include "multicost/multicost_tasks.h"
#include "program/json.h"
#include "program/table.h"

#include <stddef.h>
#include <stdio.h>

/* Every figure at the largest load. */
void multicost_results_figures(struct table *t, const struct multicost_experiment *x);

/* One figure: a row for each load. And the figures of which there always is a table. */
void multicost_results_table(struct table *t, const struct multicost_experiment *x,
                             enum multicost_figure figure);

enum { MULTICOST_TABLES = 4 };
extern const enum multicost_figure multicost_results_by_load[MULTICOST_TABLES];

/* ---- of a struct multicost_experiment: for page_asked and struct program_results --- */

/* What was simulated, in a few lines. */
void multicost_results_head(FILE *to, const void *experiment);

void multicost_results_print(FILE *to, const void *experiment);
void multicost_results_json(struct json *j, const void *experiment);
int multicost_results_csv(const char *folder, const void *experiment, struct error *e);

#endif
