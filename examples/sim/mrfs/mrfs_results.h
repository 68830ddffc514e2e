/* mrfs_results.h - the results of mrfs_sim: tables for people, JSON and CSV for programs.
 *
 *     struct mrfs_results r = {0};
 *     mrfs_results_make(&r, &experiment, e);       when its runs are made
 *     mrfs_results_print(stdout, &r);              and the others: see program_results
 *     mrfs_results_free(&r);
 *
 *     points.csv     a row for each figure of each algorithm at each point
 *     requests.csv   a row for each decision on each request
 */
#ifndef MRFS_RESULTS_H
#define MRFS_RESULTS_H

#include "base/error.h"
#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_sweep.h"
#include "program/json.h"
#include "program/table.h"

#include <stdio.h>

enum { MRFS_SWEEPS = 2 }; /* by density, by nodes */

struct mrfs_results { /* zero-initialise; mrfs_results_free */
    const struct mrfs_experiment *x;
    struct mrfs_sweep sweeps[MRFS_SWEEPS];
    struct table acceptance[MRFS_SWEEPS], times[MRFS_SWEEPS]; /* empty: nothing to tell */
    struct table figures; /* every figure at the point that is drawn                    */
};

/* Makes the tables. 0, or -1. */
int mrfs_results_make(struct mrfs_results *r, const struct mrfs_experiment *x,
                      struct error *e);

void mrfs_results_free(struct mrfs_results *r);

/* What was simulated, in a few lines. */
void mrfs_results_print_head(FILE *to, const struct mrfs_experiment *x);

/* ---- for struct program_results: `results` is a struct mrfs_results ---------------- */

void mrfs_results_print(FILE *to, const void *results);
void mrfs_results_json(struct json *j, const void *results);
int mrfs_results_csv(const char *folder, const void *results, struct error *e);

#endif
