/* sweep_point.h - one point of a sweep: an experiment of which only the figures and the
 * distribution of the waits are kept, so that a thousand points fit in memory.
 *
 * A point can be written to a file and read again, so that any machine can compute any
 * point. The file is text, a number or word on each line in a fixed order, and ends with
 * a hash of all before it: a file that was cut or changed is refused. So is one of a run
 * with other settings.
 */
#ifndef SWEEP_POINT_H
#define SWEEP_POINT_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/evaluation_settings.h"
#include "workload/metrics.h"

#include <stddef.h>
#include <stdint.h>

enum { SWEEP_VALUE = 32, SWEEP_BIN = 1800, SWEEP_POINT_AXES = 4 };

struct sweep_wait_bin { /* jobs that waited [bin, bin + 1) half hours */
    uint64_t bin, jobs;
};

struct sweep_curve { /* what one policy gave at one point */
    char policy[24], index[16];
    uint64_t hash;                /* of the schedule             */
    double value[METRICS_COUNT];  /* as in struct metrics_figures */
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

#endif
