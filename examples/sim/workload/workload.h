/* workload.h - the jobs to simulate: read from a log, or made by the built-in model.
 *
 * A log is read through swf.h in pieces of 64 KiB, leniently: lines that are no job are
 * counted and the first is told; where demands are asked for, those with a requirement
 * that makes no sense (demands.h) are among them. A job that cannot be simulated is left
 * out and counted by its reason; the rest are put in order of submission, equal times as
 * in the log.
 * workload_shape then changes it as shape.h says; its first job, and first N jobs,
 * are of those that can be simulated.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/requirements.h"
#include "workload/shape.h"

#include <stddef.h>
#include <stdint.h>

/* Why a job of the log is not simulated: name in the JSON, words for people. */
#define WORKLOAD_LEFT_OUT(X)                                      \
    X(partial_execution, "a part of a job that has its own line") \
    X(no_submit_time, "no submit time")                           \
    X(no_run_time, "no run time, or zero")                        \
    X(no_size, "no number of processors")                         \
    X(out_of_range, "times beyond 10^12 seconds")

enum workload_left_out {
#define WORKLOAD_LEFT_OUT_ENUM(name, text) WORKLOAD_LEFT_##name,
    WORKLOAD_LEFT_OUT(WORKLOAD_LEFT_OUT_ENUM)
#undef WORKLOAD_LEFT_OUT_ENUM
        WORKLOAD_LEFT_COUNT
};

enum workload_runtime { WORKLOAD_RUNTIME_ACTUAL, WORKLOAD_RUNTIME_REQUESTED };

enum workload_size { WORKLOAD_SIZE_REQUESTED, WORKLOAD_SIZE_ALLOCATED };

enum workload_overrun {
    WORKLOAD_OVERRUN_KILL,
    WORKLOAD_OVERRUN_EXTEND,
    WORKLOAD_OVERRUN_LEAVE
};

struct workload_reading { /* how jobs are made of the lines of a log */
    enum workload_runtime
        runtime;             /* booked: the time it ran, or its estimate            */
    enum workload_size size; /* servers: the first choice                           */
    enum workload_overrun
        overrun;             /* it ran longer than requested: is the run time cut, or
                                the estimate the run time, or are both left         */
    struct demands *demands; /* to be filled with what the jobs ask for; NULL = no   */
    struct grid *grid;       /* ... whose words these are                            */
    const struct requirements_rules
        *made; /* for jobs that ask for nothing; NULL = none */
};

struct workload {     /* zero-initialise; workload_free */
    char source[256]; /* where it is from, for people            */
    struct job *jobs; /* by submit time                          */
    size_t count, capacity;
    uint32_t first_order;         /* of its jobs: those of others are before */
    uint32_t servers;             /* the machine's size                      */
    int guessed;                  /* ... is only what its largest job needs  */
    int64_t max_procs, max_nodes; /* as the log tells; 0 = it does not     */
    char header[8192];            /* its lines on where, by whom and when    */
    uint64_t left_out[WORKLOAD_LEFT_COUNT];
    uint64_t bad_lines;         /* that are no job, skipped                */
    char first_bad_line[256];   /* where and what is wrong with the first  */
    uint64_t unsorted;          /* jobs after one submitted later          */
    uint64_t reservations;      /* made by workload_reserve            */
    struct requirements making; /* of a log's jobs                         */
};

void workload_free(struct workload *w);

/* Room for one more job, zeroed; NULL when memory is out. */
struct job *workload_add(struct workload *w);

int workload_compare_submit(const void *a, const void *b);

void workload_sort(struct workload *w);

/* ---- a log ------------------------------------------------------------------------- */

/* One job of the log: taken, or left out and counted. -1 when memory is out. */
int workload_take(struct workload *w, const swf_job *from,
                  const struct workload_reading *how);

/* How many servers: as given, else as the log says, else as its largest job needs. */
int workload_machine(struct workload *w, uint32_t given, struct error *e);

int workload_check(const struct workload *w, struct error *e);

/* Reads the log at `path` for a machine of `servers` (0 = as the log says). 0, or -1. */
int workload_load(struct workload *w, const char *path, uint32_t servers,
                  const struct workload_reading *how, struct error *e);

/* ---- the built-in workload --------------------------------------------------------- */

int workload_lublin(struct workload *w, uint64_t seed, uint32_t servers, size_t jobs,
                    struct error *e);

/* What its jobs ask for: as if they were those of the log that swf_tool makes of it. */
int workload_require(struct workload *w, const struct workload_reading *how,
                     struct error *e);

/* One number for all that a simulation makes of it. */
uint64_t workload_hash(const struct workload *w);

/* ---- its shape: see shape.h -------------------------------------------------------- */

/* The jobs of `other`, which has some and whose orders come behind those of w, come after
 * those of w, to be sorted in between. A job of `other` is known by its number, raised by
 * the largest of those before. */
int workload_append(struct workload *w, const struct workload *other, struct error *e);

/* All of it. The machine stays as it is, unless it is only as large as its largest job.
 * `how` says how to read the logs that are merged. 0, or -1. */
int workload_shape(struct workload *w, const struct shape *s,
                   const struct workload_reading *how, struct error *e);

/* ---- advance reservations ---------------------------------------------------------- */

/* Paper 1, section 5.2: each job becomes an advance reservation with probability `share`
 * (rho, in billionths); it is ready at its submission plus 0 .. window, uniformly. The
 * reservations of a smaller share are among those of a larger one, with the same ready
 * times. */
void workload_reserve(struct workload *w, uint64_t seed, int64_t share, int64_t window);

#endif
