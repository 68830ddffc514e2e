/* schedule.h - what one policy makes of a workload: when each job starts, and on which
 * servers.
 *
 *     struct schedule d = {.w = &workload};
 *     schedule_begin(&d, NULL);
 *     ... a policy fills d.outcomes, and d.grants if it knows the servers ...
 *     schedule_write(&d, "easy.swf", "easy");
 *     schedule_free(&d);
 *
 * What cannot be done ends the program (kit/fail.h).
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "coalloc.h"

#include "base/job.h"
#include "machine/grants.h"
#include "machine/machine.h"
#include "kit/run.h"
#include "workload/feedback.h"
#include "workload/workload.h"

#include <stdint.h>

struct schedule {
    const struct workload *w;
    const struct job *jobs;   /* the workload's, or from `feedback`         */
    struct feedback feedback; /* when jobs come, where that depends on others   */
    struct job_outcome *outcomes;
    struct grants grants; /* .of = NULL: no servers are known                   */
    coa_stats_info stats; /* of the calendar, if there is one                   */
    uint64_t broken;      /* promises that were not kept                        */
    const struct resources *resources; /* that are counted, or NULL             */
};

/* No job is decided yet. `links`: which job follows which, or NULL. */
void schedule_begin(struct schedule *d, const struct feedback_links *links);
void schedule_free(struct schedule *d);

/* Runs the workload until that time (JOB_NEVER: the whole) by these rules on a machine
 * that is zeroed, but for .notify, .context and .blame. Returns its plan, for
 * coa_destroy. */
coa_calendar *schedule_run(struct schedule *d, struct machine_rules *rules,
                           struct machine *m, int64_t until);

/* The starts that the log recorded. */
void schedule_as_recorded(struct schedule *d);

/* A hash of every start, and of the servers. */
uint64_t schedule_hash(const struct schedule *d);

/* What the jobs make of the machine: makespan and utilisation; of the calendar, if there
 * is one, its memory; of a range tree (`index`, COA_INDEX_...; 0: none) the visits. */
void schedule_give(const struct schedule *d, uint32_t index, struct run *to);

/* Which servers job i has, for charts and --items. */
void schedule_put(const struct schedule *d, size_t i, struct run *to);

/* As a log, in order of submission, with the waiting times that came out. What the log
 * that was read says in its header about the system is kept. Of `several` policies each
 * has a file: FILE.swf becomes FILE-easy.swf. */
void schedule_write(const struct schedule *d, const char *path, const char *policy,
                    int several);

#endif
