/* broker_results.h - the results of an experiment for programs: JSON and CSV. Tables for
 * people are in broker_tables.h, pictures in broker_plots.h.
 *
 * The functions fit struct program_results; `of` is the struct broker_experiment.
 */
#ifndef BROKER_RESULTS_H
#define BROKER_RESULTS_H

#include "base/error.h"
#include "program/json.h"

/* The fields of an object: grid, workload, settings, runs. */
void broker_results_json(struct json *j, const void *of);

/* A file for each kind of row, in a folder that is made if need be. 0, or -1. */
int broker_results_csv(const char *folder, const void *of, struct error *e);

#endif
