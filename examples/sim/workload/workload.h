/* workload.h - the jobs to simulate: read from a log, or made by the built-in model.
 *
 *     struct workload w = {.count = 0};
 *     const struct workload_reading how = {.overrun = WORKLOAD_OVERRUN_EXTEND};
 *     workload_load(&w, "KTH-SP2.swf", 0, &how);
 *     workload_shape(&w, &shape);
 *     for (i = 0; i < w.count; i++) w.jobs[i].submit ...     in order of submission
 *     workload_free(&w);
 *
 * Lines of a log that are not jobs are skipped and counted; so are, where demands are
 * read, jobs with a bad requirement (demands.h). Jobs that cannot be simulated are left
 * out and counted by reason. What cannot be read, or leaves no job, ends the program
 * (kit/fail.h).
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "swf.h"

#include "base/job.h"
#include "workload/demands.h"
#include "workload/feedback.h"
#include "workload/grid.h"
#include "workload/log.h"
#include "workload/requirements.h"
#include "workload/resources.h"
#include "workload/shape.h"
#include "workload/usage.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Why a job of a log is left out. */
enum workload_left_out {
    WORKLOAD_LEFT_PARTIAL_EXECUTION,
    WORKLOAD_LEFT_NO_SUBMIT_TIME,
    WORKLOAD_LEFT_NO_RUN_TIME,
    WORKLOAD_LEFT_NO_SIZE,
    WORKLOAD_LEFT_OUT_OF_RANGE,
    WORKLOAD_LEFT_COUNT
};

extern const char *const workload_reasons[WORKLOAD_LEFT_COUNT]; /* for people */

struct workload_left { /* a job that is left out */
    int64_t submit;    /* or of the line above, where it has none */
    enum workload_left_out why;
};

struct workload {     /* zero-initialise; workload_free */
    char source[256]; /* where it is from, for people            */
    struct job *jobs; /* by submit time                          */
    size_t count, room;
    int64_t start;    /* the log's UnixStartTime; 0: none */
    int64_t now;      /* the log's Now: what runs and waits then is in it; -1: not said */
    int64_t first;    /* submission in the log, of a job that was left out, too */
    uint32_t servers; /* the size of the machine                     */
    struct usage_machine machine; /* what its log says of it                     */
    struct usage usage;           /* of the jobs that are being read             */
    char header[8192];            /* its lines on where, by whom and when        */
    char *resources;              /* ... "Resources:", or NULL                   */
    size_t resources_line;        /* ... the last such line                      */
    char *reserved; /* ... "Reservation:", as a file that is empty on its other lines */
    size_t reserved_size, reserved_room, reserved_lines;
    struct workload_left *left;
    size_t left_count, left_room;
    uint64_t left_out[WORKLOAD_LEFT_COUNT]; /* how many of `left`, by reason     */
    uint64_t sizes_cut;          /* jobs that workload_shape cut to max_cpus     */
    struct log_odd bad, surplus; /* lines that are not jobs; ... with more columns */
    uint64_t unsorted;           /* jobs after one that was submitted later      */
    uint64_t held, needs;        /* jobs of which the same member is not 0       */
    uint64_t held_more;          /* ... and this one                             */
    uint64_t reservations;       /* made by workload_reserve, reservations_apply */
};

void workload_free(struct workload *w);

/* ---- a log ------------------------------------------------------------------------- */

/* The time to book: a job's run time, or its estimate. */
enum workload_runtime { WORKLOAD_RUNTIME_ACTUAL, WORKLOAD_RUNTIME_REQUESTED };

/* The size of a job; where it is missing, the other one. */
enum workload_size { WORKLOAD_SIZE_REQUESTED, WORKLOAD_SIZE_ALLOCATED };

/* A job that ran longer than requested: its run time is cut, or its estimate becomes the
 * run time, or both are left. */
enum workload_overrun {
    WORKLOAD_OVERRUN_KILL,
    WORKLOAD_OVERRUN_EXTEND,
    WORKLOAD_OVERRUN_LEAVE
};

struct workload_reading { /* how jobs are made of the lines of a log */
    enum workload_runtime runtime;
    enum workload_size size;
    enum workload_overrun overrun;
    int unfinished; /* take jobs that ran or waited, which have a run time of -1 */
    int planned;    /* ... with their estimate as run time */
    struct demands *demands;      /* where to put what the jobs ask for; NULL = nowhere */
    struct grid *grid;            /* ... whose attributes these are                     */
    struct feedback_links *links; /* where to put which job follows which; or NULL */
    struct resources *resources;  /* where to put what they need; or NULL */
    const struct requirements_rules
        *generate; /* requirements for jobs that have none; NULL = no            */
};

/* Reads the log at `path` ("-": standard input; .gz is unpacked) for a machine of so many
 * servers; 0 = as many as the log says, else as it had in use at once, and at least as
 * its largest job needs. */
void workload_load(struct workload *w, const char *path, uint32_t servers,
                   const struct workload_reading *how);

/* The same in steps. Adds a job of a log: 1, or 0 if it is left out, and counted. */
int workload_take(struct workload *w, const swf_job *from,
                  const struct workload_reading *how);

/* When all are there: sorts them and sets the size of the machine. */
void workload_finish(struct workload *w, uint32_t servers);

/* By submission, then by order: for qsort on jobs. */
int workload_compare_submit(const void *a, const void *b);

/* Adds a job, zeroed but for its order and what its log says of it: nothing. */
struct job *workload_add(struct workload *w);

/* The model of Lublin and Feitelson (lublin.h). */
void workload_lublin(struct workload *w, uint64_t seed, uint32_t servers, size_t jobs);

/* Generates requirements for its jobs: the same as for the jobs of the log that swf_tool
 * makes of the model. */
void workload_require(struct workload *w, const struct workload_reading *how);

/* Changes the workload as shape.h says; its first job, and its first N jobs, are among
 * those that can be simulated. The size of the machine stays; if it was guessed,
 * --scale-size is for it, too. */
void workload_shape(struct workload *w, const struct shape *s);

/* Makes each job an advance reservation (JOB_WAITS or JOB_EXACT) with probability `share`
 * (rho, in billionths), as in paper 1, section 5.2; it is ready at its submission plus 0
 * .. window, uniformly. A larger share includes the reservations of a smaller one, with
 * the same ready times. */
void workload_reserve(struct workload *w, uint64_t seed, int64_t share, int64_t window,
                      enum job_reserved how);

/* Replaces estimates, and with them the times booked, by such as users would give who may
 * request at most `maximum`; 0: a guess (estimates.h). */
void workload_estimate(struct workload *w, int64_t maximum, uint64_t seed);

/* ---- what to say of it ------------------------------------------------------------- */

/* Warns on standard error of lines that are not jobs, and of a log with more in use at
 * once than there is. */
void workload_report_warn(const struct workload *w);

/* How many jobs are larger than the machine; nothing where there are none. */
void workload_report_print_large(FILE *to, const struct workload *w);

/* How many jobs and lines were left out, by reason; nothing where there are none. */
void workload_report_print_left_out(FILE *to, const struct workload *w);

/* How the log was changed (shape.h); `jobs`: to so many jobs, 0 = all. */
void workload_report_print_shape(FILE *to, const struct workload *w,
                                 const struct shape *shape, int64_t jobs);

/* What to say behind the size of the machine: that it is a guess, or "". */
const char *workload_report_guess(const char *guess);

#endif
