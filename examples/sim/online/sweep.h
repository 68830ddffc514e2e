/* sweep.h - settings take several values, with an experiment for each; of several
 * settings every value of one with every value of the others, and of --seeds all that in
 * each seed.
 *
 *     --sweep ar=0:1:0.1                        from, to, step; or ar=0,0.5,1
 *     --sweep load=0.5,0.9 --sweep ar=0,1 --seeds 5         4 cells, 20 points
 *
 * A point of the sweep is what the program computes when it is given
 * those values and that seed. The points are computed here, several at a time, or
 * gathered from files that other processes wrote. The points of a cell
 * differ in the seed.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/evaluation_settings.h"
#include "program/cli.h"
#include "program/cube.h"
#include "program/json.h"
#include "program/program.h"
#include "program/table.h"
#include "workload/metrics.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- one point --------------------------------------------------------------------- */

/* An experiment of which only the figures and the distribution of the waits are kept, so
 * that a thousand points fit in memory.
 *
 * A point can be written to a file and read again, so that any machine can compute any
 * point. The file is text, a number or word on each line in a fixed order, and ends with
 * a hash of all before it: a file that was cut or changed is refused. So is one of a run
 * with other settings. */

enum { SWEEP_VALUE = 32, SWEEP_BIN = 1800, SWEEP_POINT_AXES = 4, SWEEP_WEEKS = 6 };

struct sweep_wait_bin { /* jobs that waited [bin, bin + 1) half hours */
    uint64_t bin, jobs;
};

struct sweep_curve { /* what one policy gave at one point */
    char policy[24], index[16];
    uint64_t hash;               /* of the schedule             */
    double value[METRICS_COUNT]; /* as in struct metrics_figures */
    double weeks[SWEEP_WEEKS];   /* of the mean wait, week by week: itself, what it is */
    /* more than the first policy's, each with low and high */
    struct sweep_wait_bin *waits; /* from submission, ascending   */
    size_t wait_count;
};

struct sweep_point {
    size_t at[SWEEP_POINT_AXES]; /* which value of each setting that is swept */
    struct evaluation_settings settings;
    struct sweep_curve curves[POLICY_POLICIES_MAX];
    size_t count;
};

/* Frees the curves. */
void sweep_point_clear(struct sweep_point *p);

/* Makes the settings those of a point: the waits that a log recorded belong to the log as
 * it is, so the policy `trace` is left out. */
void sweep_point_settings(struct evaluation_settings *s);

/* Runs the experiment, in one thread. 0, or -1. */
int sweep_point_run(struct sweep_point *p, int timing, struct error *e);

int sweep_point_write(const struct sweep_point *p, const char *path, struct error *e);

/* Reads the curves. `name` names the point in a message, "ar=0.3". 0, or -1: the
 * file is not there, damaged, or of a run with other settings than p->settings. */
int sweep_point_read(struct sweep_point *p, const char *name, const char *path,
                     struct error *e);

/* Removes the figures that were measured of the run itself: its time and memory. */
void sweep_point_untime(struct sweep_point *p);

enum { SWEEP_MAX = VALUES_MAX, SWEEP_AXES = SWEEP_POINT_AXES, SWEEP_TEXT = 256 };

struct sweep_axis {           /* what is swept */
    char option[SWEEP_VALUE]; /* "ar" */
    enum values_kind kind;
    struct values values; /* in seconds, or billionths */
};

struct sweep { /* zero-initialise; sweep_free */
    struct sweep_axis axes[SWEEP_AXES];
    size_t axis_count, cells, seeds;
    char label[SWEEP_TEXT];     /* of the first axis: "--load" */
    struct sweep_point *points; /* cell by cell, the first axis fastest, seed by seed */
    size_t count;               /* 0: there is no sweep */
    struct cube cube;           /* when they have run: cells, policies, seeds */
    char headings[POLICY_POLICIES_MAX][48];
};

void sweep_free(struct sweep *sweep);

/* ---- its points -------------------------------------------------------------------- */

/* Texts NAME=VALUES, where --NAME is an option that takes a number: makes a point
 * for each combination of values and seed, with the settings *s but for these. CLI_RUN,
 * or CLI_USAGE or CLI_BAD after a complaint; sweep_free in any case. */
int sweep_read(struct sweep *sweep, const char *program, const struct cli_list *texts,
               const struct evaluation_settings *s);

/* Is this option swept? */
int sweep_has(const struct sweep *sweep, const char *option);

/* The values of a cell from axis `first` on, as "load=0.5 ar=0.2": what stands between
 * name and value (NULL: no names) and between axes; `durations`: 4h, not 14400. Returns
 * `to`. */
struct sweep_form {
    const char *equals, *between;
    int durations;
    size_t first;
};
const char *sweep_text(const struct sweep *sweep, size_t cell,
                       const struct sweep_form *form, char to[SWEEP_TEXT]);

/* The options, with this between them. Returns `to`. */
const char *sweep_options(const struct sweep *sweep, const char *between,
                          char to[SWEEP_TEXT]);

/* The value of the first axis as a number; a duration is in hours. */
double sweep_x(const struct sweep *sweep, size_t cell);

/* The file of point i in a folder: DIR/ar-0.3.point, or DIR/load-0.5,ar-0.3,seed-2.point.
 * 0, or -1: the name is too long. */
int sweep_path(const struct sweep *sweep, size_t i, const char *folder, char *to,
               size_t size, struct error *e);

/* Computes all points, or reads them from the folder `gather` if it is not NULL, and
 * collects them. */
int sweep_run(const struct program *p, struct sweep *sweep, const char *gather,
              struct error *e);

/* Puts the points, which are there, into the cube. 0, or -1. */
int sweep_collect(struct sweep *sweep, struct error *e);

/* The table of a figure: a row for each cell, a column for each policy. */
void sweep_table(struct table *t, const struct sweep *sweep, enum metrics_figure figure);

/* Of enough seeds and policies, how much longer jobs wait than under the first policy. */
int sweep_differs(const struct sweep *sweep);
void sweep_differences(struct table *t, const struct sweep *sweep);

/* Was any job turned away? */
int sweep_rejected(const struct sweep *sweep);

/* The mean waiting times, for a terminal. */
void sweep_print(FILE *to, const struct sweep *sweep);

void sweep_json(const struct sweep *sweep, struct json *j);

/* sweep.csv: a row for each figure of each policy in each cell. */
int sweep_csv(const struct sweep *sweep, const char *folder, struct error *e);

/* ---- several processes or machines ------------------------------------------------- */

/* A sweep over several processes or machines: a plan with a command for
 * each point, what such a command does, and the points gathered (sweep_run).
 *
 *     coalloc_sim log.swf --sweep ar=0:1:0.1 --plan points >plan     one command a line
 *     parallel <plan                                                 each with --point
 *     coalloc_sim log.swf --sweep ar=0:1:0.1 --gather points --report sweep.html */
struct sweep_plan {         /* the options, NULL = not given */
    struct cli_list values; /* --sweep NAME=VALUES */
    const char *plan, *gather, *point;
};

enum { SWEEP_PLAN_OPTIONS = 4 };

/* Fills `to` with the options; returns how many there are. */
size_t sweep_plan_options(struct sweep_plan *o, struct cli_option to[SWEEP_PLAN_OPTIONS]);

/* Do they agree with each other, with the run and with the other outputs? `trace_out`:
 * the option of that name, or NULL. CLI_RUN, or CLI_USAGE after a complaint. */
int sweep_plan_check(const struct program *p, const struct sweep_plan *o,
                     const struct evaluation_settings *s, const char *trace_out);

/* Makes the points of --sweep, if it is given, and checks the settings of each; those of
 * *s are checked, too, and become a point's for --point. CLI_RUN, or the exit status. */
int sweep_plan_read(const struct program *p, const struct sweep_plan *o,
                    struct evaluation_settings *s, struct sweep *sweep);

/* Prints a command for each point that is not in the folder of --plan yet: the command
 * line of this run, with the value and the file of the point. 0, or -1. */
int sweep_plan_print(const struct program *p, const struct sweep_plan *o,
                     struct sweep *sweep, struct error *e);

/* Does what one of these commands says: computes one point and writes its file. */
int sweep_plan_point(const struct program *p, const struct sweep_plan *o,
                     const struct evaluation_settings *s, struct error *e);

#endif
