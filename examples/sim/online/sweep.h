/* sweep.h - one setting takes several values: an experiment for each.
 *
 *     --sweep ar=0:1:0.1        from, to, step; or ar=0,0.5,1
 *
 * A point of a sweep is what the program does when it is given that one value; what the
 * tables and pictures need of it is a struct sweep_point, small enough to keep all of them.
 * A point can be written to a file, so that any machine may work on any of them (--plan,
 * --point), and read again (--gather). The log's own waits are of the log as it is:
 * `trace` is left out of the points.
 *
 * A file of a point is text, a number or word a line, in a fixed order, and ends with a
 * hash: half a file is none.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/evaluation.h"
#include "program/cli.h"
#include "program/json.h"
#include "report/metrics.h"
#include "report/report.h"

#include <stddef.h>
#include <stdint.h>

enum { SWEEP_MAX = 1000, SWEEP_VALUE = 32, SWEEP_BIN = 1800 };

struct sweep_wait_bin { /* jobs that waited [bin, bin + 1) half hours */
    uint64_t bin, jobs;
};

struct sweep_curve { /* what one policy gave at one point */
    char policy[24], index[16];
    uint64_t hash;                      /* of the schedule          */
    double value[METRICS_FIGURE_COUNT]; /* NAN as in struct metrics_figures    */
    struct sweep_wait_bin *waits;       /* from submission, ascending */
    size_t wait_count;
};

struct sweep_point {
    char value[SWEEP_VALUE]; /* as on the command line */
    double x;                /* ... as a number; a duration in hours */
    struct evaluation_settings settings;
    struct sweep_curve curves[POLICY_POLICIES_MAX];
    size_t count;
};

struct sweep {                /* zero-initialise; sweep_free */
    char option[SWEEP_VALUE]; /* "ar" */
    int is_time;              /* its values are */
    struct sweep_point *points;
    size_t count;
};

void sweep_point_clear(struct sweep_point *p);

void sweep_free(struct sweep *sweep);

/* ---- the values -------------------------------------------------------------------- */

/* NAME=VALUES, where --NAME is an option of `p` that points into *s. CLI_RUN or
 * CLI_USAGE; sweep_free in any case. */
int sweep_read(struct sweep *sweep, const struct cli_program *p, const char *text,
               struct evaluation_settings *s);

/* ---- one point --------------------------------------------------------------------- */

void sweep_point_settings(struct evaluation_settings *s);

/* The whole experiment of a point, in one thread. */
int sweep_point_run(struct sweep_point *p, int timing, struct error *e);

/* ---- its file ---------------------------------------------------------------------- */

int sweep_point_write(const struct sweep_point *p, const char *path, struct error *e);

int sweep_point_read(struct sweep_point *p, const char *option, const char *path,
                     struct error *e);

/* Leaves out what was measured where the point was made: see evaluation_result_measure. */
void sweep_point_untime(struct sweep_point *p);

/* DIR/ar-0.3.point */
int sweep_point_path(const struct sweep *sweep, const struct sweep_point *p,
                     const char *folder, char *to, size_t size, struct error *e);

/* ---- results ----------------------------------------------------------------------- */

void sweep_print(const struct sweep *sweep);

void sweep_json(const struct sweep *sweep, struct json *j);

/* sweep.csv: one row for each figure of each policy at each point. */
int sweep_csv(const struct sweep *sweep, const char *folder, struct error *e);

#endif
