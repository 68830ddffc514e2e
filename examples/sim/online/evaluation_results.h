/* evaluation_results.h - the results of an experiment: the lines and tables that people
 * read, JSON and CSV for programs.
 */
#ifndef EVALUATION_RESULTS_H
#define EVALUATION_RESULTS_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/evaluation.h"
#include "online/evaluation_settings.h"
#include "program/json.h"
#include "program/table.h"

#include <stddef.h>
#include <stdio.h>

/* The first lines, for a terminal and for the page: what was simulated, and how. */
void evaluation_results_head(FILE *to, const struct evaluation_settings *s,
                             const struct evaluation *x);

/* ---- the tables -------------------------------------------------------------------- */

/* A row for each figure, a column for each policy. */
void evaluation_results_summary(struct table *t, const struct evaluation *x);

/* That, and for each policy a row for each size, for a terminal. */
void evaluation_results_print(FILE *to, const struct evaluation *x);

/* ---- for programs ------------------------------------------------------------------ */

/* The members of an object: workload, settings, runs. */
void evaluation_results_json(const struct evaluation_settings *s,
                             const struct evaluation *x, struct json *j);

/* jobs.csv, figures.csv and sizes.csv. 0, or -1. */
int evaluation_results_csv(const char *folder, const struct evaluation *x,
                           struct error *e);

#endif
