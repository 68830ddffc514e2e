/* broker_results.h - what the set-ups of a broker gave: as tables for people, as JSON and
 * CSV for programs.
 *
 * The first table has a column for each set-up, at the first reduction factor and the
 * first delay. With several factors, or delays, there is one more for each of a few
 * figures; beside a figure at a delay stands how many times as large it is as at the
 * first.
 */
#ifndef BROKER_RESULTS_H
#define BROKER_RESULTS_H

#include "base/error.h"
#include "grid/broker_experiment.h"
#include "grid/broker_figures.h"
#include "program/json.h"
#include "report/report.h"

#include <stdio.h>

enum {
    BROKER_COLUMNS = 5, /* of a table, side by side              */
    BROKER_ROWS = 40,   /* clusters that a table on a terminal has */
    BROKER_UNKNOWN = 8, /* attributes that no cluster has, told      */
    BROKER_TEXT = 64
};

enum { BROKER_BY_FACTOR = 4, BROKER_BY_DELAY = 4 };

/* The figures that are shown over factors, and over delays. */
extern const enum broker_figure broker_results_by_factor[BROKER_BY_FACTOR];

extern const enum broker_figure broker_results_by_delay[BROKER_BY_DELAY];

/* ---- words ------------------------------------------------------------------------- */

const char *broker_results_factor_text(const struct broker_settings *s, size_t f,
                                       char to[BROKER_TEXT]);

const char *broker_results_delay_text(const struct broker_settings *s, size_t d,
                                      char to[BROKER_TEXT]);

/* "bounded slowdown (60 s), mean"; without what begins a line of the first table. */
const char *broker_results_label(enum broker_figure figure);

/* A figure at a delay, with how many times as large it is as at the first. */
const char *broker_results_loss_text(const struct broker_point *p,
                                     const struct broker_point *first,
                                     enum broker_figure figure, char to[BROKER_TEXT]);

/* A figure that no set-up has, or a reason that no job had, has no row; nor what failures
 * and shared nodes do where there are none. */
int broker_results_wanted(const struct broker_experiment *x, size_t figure);

/* ---- the first lines --------------------------------------------------------------- */

/* What was simulated, and how. */
void broker_results_print_broker_head(FILE *to, const struct broker_experiment *x);

/* ---- tables ------------------------------------------------------------------------ */

/* Are there several factors, and somebody they make a difference to? */
int broker_results_sweeps_factors(const struct broker_settings *s);

void broker_results_print(FILE *to, const struct broker_experiment *x);

/* ---- JSON -------------------------------------------------------------------------- */

/* The members of an object: grid, workload, settings, runs. */
void broker_results_json(struct json *j, const struct broker_experiment *x);

/* ---- CSV --------------------------------------------------------------------------- */

/* One tidy file for each kind of row, in a folder that is made if need be. */
int broker_results_csv(const char *folder, const struct broker_experiment *x,
                       struct error *e);

#endif
