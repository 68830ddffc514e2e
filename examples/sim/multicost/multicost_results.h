/* multicost_results.h - the results of multicost_sim: tables for people, JSON and CSV for
 * programs.
 *
 *     struct multicost_results r = {0};
 *     multicost_results_make(&r, &experiment, e);      when its runs are made
 *     multicost_results_print(stdout, &r);             see program_results
 *     multicost_results_free(&r);
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

enum { MULTICOST_TABLES = 6 };

struct multicost_results { /* zero-initialise; multicost_results_free */
    const struct multicost_experiment *x;
    struct table by_load[MULTICOST_TABLES]; /* one figure each                     */
    size_t count, on_page;                  /* tables; those that the page shows   */
    struct table figures;                   /* every figure at the largest load    */
    struct multicost_tasks *tasks; /* by load; NULL unless outcomes are kept      */
};

/* Makes the tables. 0, or -1. */
int multicost_results_make(struct multicost_results *r,
                           const struct multicost_experiment *x, struct error *e);

void multicost_results_free(struct multicost_results *r);

/* What was simulated, in a few lines. */
void multicost_results_print_head(FILE *to, const struct multicost_experiment *x);

/* ---- for struct program_results: `results` is a struct multicost_results ----------- */

void multicost_results_print(FILE *to, const void *results);
void multicost_results_json(struct json *j, const void *results);
int multicost_results_csv(const char *folder, const void *results, struct error *e);

#endif
