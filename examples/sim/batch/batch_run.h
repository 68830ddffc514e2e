/* batch_run.h - a machine under a batch scheduler: its rules, its state at one moment and
 * its queue. batch.h makes it go on.
 */
#ifndef BATCH_RUN_H
#define BATCH_RUN_H

#include "base/error.h"
#include "base/events.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/grants.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "batch/replan.h"
#include "batch/sharing.h"
#include "workload/feedback.h"

#include <stddef.h>
#include <stdint.h>

enum batch_kind { BATCH_FCFS, BATCH_EASY, BATCH_CONSERVATIVE, BATCH_RUA };

/* Conservative: which waiting jobs may move after an end: none; or all of them, in order
 * of the queue or of their planned starts. */
enum batch_compress { BATCH_COMPRESS_NONE, BATCH_COMPRESS_ARRIVAL, BATCH_COMPRESS_START };

enum batch_binding {
    BATCH_BINDING_COUNT, /* so many servers are free at any time of the run */
    BATCH_BINDING_IDS    /* the same ones throughout: servers have names    */
};

enum batch_ties { BATCH_TIES_ENDS_FIRST, BATCH_TIES_PER_EVENT };

struct batch_rules {
    enum batch_kind kind;
    uint32_t reservations; /* easy, rua: K >= 1 */
    size_t order;          /* a row of orders_table */
    uint32_t backfill;     /* easy, rua: the order of jobs behind the reservations:
                              1 + a row of orders_table; 0 = as in the queue     */
    enum batch_compress compress;
    enum batch_binding binding;
    size_t selection; /* a row of processors_table; not first-fit: servers have
                              names                                                */
    const struct sharing *sharing; /* what nodes share, and servers have names; NULL =
                                      nothing                                      */
    enum batch_ties ties;
    uint32_t slices_upto; /* servers with names: COA_INDEX_SLICES for at most so many; 0 =
                             PROCESSORS_SLICES. The answers are the same */
    struct progress *progress; /* advances with each arrival, or NULL */
    struct feedback *feedback; /* a whole run: when the jobs come, which are its own;
                                  NULL = when they are submitted */
};

enum { BATCH_END, BATCH_START }; /* kinds of events */

/* Is called after each start, when it is known which servers the job has, and after each
 * end. It must not change the run. */
typedef void (*batch_notify)(void *context, uint32_t job, int ended);

struct batch_run { /* one machine, as far as it has come: zero-initialise        */
    const struct job
        *jobs; /* set by the caller: the jobs of all machines                */
    size_t count;
    uint32_t servers;
    const struct batch_rules *rules;
    struct job_outcome
        *outcomes;         /* of each job; .start of a waiting job: its promise    */
    struct grants *grants; /* of each job, or NULL                                 */
    batch_notify notify;   /* or NULL                                              */
    void *context;         /* for notify                                           */
    /* from here on for reading only */
    struct processors processors; /* the plan                                      */
    size_t selection;             /* batch_run_selection                           */
    struct events events;         /* ends; starts of reservations                  */
    uint32_t *queue; /* jobs that wait                                       */
    size_t waiting, room;
    size_t running,
        booked;       /* jobs that run; reservations that have not started          */
    int64_t promised; /* the earliest start that a waiting job is promised          */
    uint32_t *by_start,
        *spare; /* room to sort jobs: as much as the queue has            */
    size_t due; /* jobs that are promised this moment: places in *spare   */
    int64_t now;
    uint32_t idle;            /* servers that no job holds                            */
    struct replan_gaps freed; /* since the last re-plan, or in it for the next */
    struct replan_gaps taken, taken_next; /* what has been booked, in a re-plan, and
                                             since: where the selection weighs that */
    struct replan replan;
    int ended;    /* a job has ended since the last re-plan                         */
    int changed;  /* a job has come, gone or started since the last pass            */
    size_t heads; /* the first jobs of the queue that have a reservation, by a pass  */
    size_t seen;  /* the first jobs of the queue that cannot start                   */
    const struct job *refused; /* the last job that found no room, or NULL           */
    int heads_stay;    /* reservations of heads may stay between passes              */
    int64_t heads_due; /* the earliest reservation of a head, or JOB_NEVER           */
    int unsettled; /* more than arrivals since the last pass: `seen` may be wrong    */
    int speeds_changed; /* speeds may have changed since they were computed */
    uint64_t
        broken; /* promises that could not be kept because running jobs were slowed  */
};

/* Says that memory is out. -1. */
int batch_run_memory(struct error *e);

/* Says which call of the plan failed, and why; and for which job. -1. */
int batch_run_wrong(const struct batch_run *b, coa_status s, struct error *e);
int batch_run_job_wrong(const struct batch_run *b, uint32_t job, coa_status s,
                        struct error *e);

/* How jobs get servers by these rules, a row of processors_table: usage-aware backfilling
 * always uses Less Consume. */
size_t batch_run_selection(const struct batch_rules *rules);

/* Do servers have names by these rules? */
int batch_run_names(const struct batch_rules *rules);

struct orders_ranking batch_run_ranking(const struct batch_run *b, size_t order);

/* Sorts the queue again if its order changes with time; false if it does not. */
int batch_run_sort(struct batch_run *b);

/* The job joins the queue. */
int batch_run_enqueue(struct batch_run *b, uint32_t job, struct error *e);

/* The next event that still holds, or NULL: events of jobs whose end has moved are
 * dropped. */
const struct event *batch_speeds_skip_stale(struct batch_run *b);
static inline const struct event *batch_speeds_event(struct batch_run *b)
{
    return b->rules->sharing ? batch_speeds_skip_stale(b) : events_next(&b->events);
}

/* Jobs have started or ended: computes the speeds of those on the same nodes. */
int batch_speeds_change(struct batch_run *b, struct error *e);
static inline int batch_speeds_settle(struct batch_run *b, struct error *e)
{
    return b->rules->sharing ? batch_speeds_change(b, e) : 0;
}

#endif
