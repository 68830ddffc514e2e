/* evaluation_results.h - what an experiment gave: as a table for people, as JSON and CSV for
 * programs, and as a log of the schedule.
 */
#ifndef EVALUATION_RESULTS_H
#define EVALUATION_RESULTS_H

#include "base/error.h"
#include "online/evaluation.h"
#include "program/json.h"
#include "report/report.h"
#include "workload/workload.h"

#include <stdio.h>

/* Does any policy plan by estimates? */
int evaluation_results_settings_batch(const struct evaluation_settings *s);

/* ---- the table --------------------------------------------------------------------- */

/* The first lines: what was simulated, and how. */
void evaluation_results_print_head(FILE *to, const struct evaluation_settings *s,
                                   const struct evaluation *x);

void evaluation_results_print_table(const struct evaluation_settings *s,
                                    const struct evaluation *x);

/* ---- JSON -------------------------------------------------------------------------- */

/* The members of an object: workload, settings, runs. */
void evaluation_results_json_experiment(const struct evaluation_settings *s,
                                        const struct evaluation *x, struct json *j);

/* ---- CSV --------------------------------------------------------------------------- */

/* One tidy file for each kind of row. */
int evaluation_results_csv_experiment(const char *folder, const struct evaluation *x,
                                      struct error *e);

/* ---- the schedule as a log --------------------------------------------------------- */

/* One result as a log in the Standard Workload Format, in order of submission, with the
 * waiting times from submission that came out. Of the header that it can tell is kept. */
int evaluation_results_log_write(const struct workload *w,
                                 const struct evaluation_result *r, const char *path,
                                 struct error *e);

#endif
