/* feedback.h - closed loops: a job whose line names a preceding job (field 17) and a
 * think time (field 18) is submitted when that job has ended and the think time is over,
 * so when it comes depends on the schedule.
 *
 *     struct feedback f = {0};
 *     feedback_begin(&f, jobs, count, &links);        f.jobs: a copy whose times change
 *     while ((now = feedback_due(&f)) != JOB_NEVER)
 *         job = feedback_next(&f);                    ... it comes now
 *         feedback_ended(&f, job, end);               ... those that follow it will come
 *     feedback_free(&f);
 *
 * A job that never runs counts as ended when it was submitted.
 */
#ifndef FEEDBACK_H
#define FEEDBACK_H

#include "base/events.h"
#include "base/job.h"
#include "base/map.h"

#include <stddef.h>
#include <stdint.h>

struct feedback_link {        /* preceding = 0: it follows no job */
    int64_t preceding, think; /* the number of another job; seconds */
};

struct feedback_links { /* by struct job.order; zero-initialise, feedback_drop */
    struct feedback_link *of, *out; /* out: of the jobs that are left out */
    size_t count, room, out_count, out_room;
    struct map out_of; /* by their numbers: 1 + their place in out */
};

struct feedback { /* zero-initialise; feedback_free */
    struct job *jobs;
    size_t count, linked; /* linked: jobs that follow another one           */
    uint32_t *first;      /* of each job: 1 + the first that follows it     */
    uint32_t *next;       /* ... and the next one that follows the same     */
    const struct feedback_links *links;
    struct events arrivals;
};

/* The job of this order, above those added so far, follows another one. */
void feedback_add(struct feedback_links *l, uint32_t order, struct feedback_link link);

/* A job of this number follows another one, and is left out: what will follow it follows
 * that, a think time later. */
void feedback_leave_out(struct feedback_links *l, int64_t number,
                        struct feedback_link link);

void feedback_drop(struct feedback_links *l);

/* `jobs` are sorted by submission. A job that is not there, or was submitted later by the
 * log, is not followed. */
void feedback_begin(struct feedback *f, const struct job *jobs, size_t count,
                    const struct feedback_links *links);

/* When the next job comes; JOB_NEVER: none does, unless one ends. */
int64_t feedback_due(const struct feedback *f);

/* Which one that is; call it at that time. */
uint32_t feedback_next(struct feedback *f);

/* The job ends at this time, not before the present. Those that follow it must come
 * within 30,000 years, or the program ends (kit/fail.h). */
void feedback_ended(struct feedback *f, uint32_t job, int64_t end);

void feedback_free(struct feedback *f);

#endif
