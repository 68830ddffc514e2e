/* sweep.h - one setting takes several values, with an experiment for each.
 *
 *     --sweep ar=0:1:0.1        from, to, step; or ar=0,0.5,1
 *
 * A point of the sweep (sweep_point.h) is what the program computes when it is given that
 * one value. The points are computed here, several at a time, or gathered from files that
 * other processes wrote (sweep_plan.h).
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "base/error.h"
#include "online/evaluation_settings.h"
#include "online/sweep_point.h"
#include "program/json.h"
#include "program/program.h"
#include "program/table.h"
#include "workload/metrics.h"

#include <stddef.h>
#include <stdio.h>

enum { SWEEP_MAX = 1000 };

struct sweep {                   /* zero-initialise; sweep_free */
    char option[SWEEP_VALUE];    /* "ar" */
    char label[2 * SWEEP_VALUE]; /* of an axis: "--load" */
    int is_time;                 /* its values are durations */
    struct sweep_point *points;
    size_t count; /* 0: there is no sweep */
};

void sweep_free(struct sweep *sweep);

/* ---- its points -------------------------------------------------------------------- */

/* NAME=VALUES, where --NAME is one of evaluation_settings_options: makes a point for each
 * value, with the settings *s but for that one. CLI_RUN, or CLI_USAGE or CLI_BAD after a
 * complaint; sweep_free in any case. */
int sweep_read(struct sweep *sweep, const char *program, const char *text,
               const struct evaluation_settings *s);

/* The file of a point in a folder: DIR/ar-0.3.point. 0, or -1: the name is too long. */
int sweep_path(const struct sweep *sweep, const struct sweep_point *p, const char *folder,
               char *to, size_t size, struct error *e);

/* Computes all points, or reads them from the folder `gather` if it is not NULL. */
int sweep_run(const struct program *p, struct sweep *sweep, const char *gather,
              struct error *e);

/* ---- results ----------------------------------------------------------------------- */

/* The value of a point as people write it: 4h, not 14400. */
const char *sweep_value_text(const struct sweep *sweep, size_t point,
                             char to[SWEEP_VALUE]);

/* The table of a figure: a row for each value, a column for each policy. */
void sweep_table(struct table *t, const struct sweep *sweep, enum metrics_figure figure);

/* Was any job turned away? */
int sweep_rejected(const struct sweep *sweep);

/* The mean waiting times, for a terminal. */
void sweep_print(FILE *to, const struct sweep *sweep);

void sweep_json(const struct sweep *sweep, struct json *j);

/* sweep.csv: a row for each figure of each policy at each point. */
int sweep_csv(const struct sweep *sweep, const char *folder, struct error *e);

#endif
