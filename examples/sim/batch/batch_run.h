/* batch_run.h - a machine under a batch scheduler: its rules, what it is like at a
 * moment, and its queue. How it goes on: batch.h.
 */
#ifndef BATCH_RUN_H
#define BATCH_RUN_H

#include "base/error.h"
#include "base/events.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/grants.h"
#include "batch/orders.h"
#include "batch/plan.h"
#include "batch/processors.h"
#include "batch/sharing.h"

#include <stddef.h>
#include <stdint.h>

enum batch_kind { BATCH_FCFS, BATCH_EASY, BATCH_CONSERVATIVE, BATCH_RUA };

/* Conservative: who moves after an end, none or everyone; in order of the queue, or of
 * their planned starts. */
enum batch_compress { BATCH_COMPRESS_NONE, BATCH_COMPRESS_ARRIVAL, BATCH_COMPRESS_START };

enum batch_binding {
    BATCH_BINDING_COUNT, /* so many servers are free at any time of the run */
    BATCH_BINDING_IDS    /* the same ones throughout: servers have names    */
};

enum batch_ties { BATCH_TIES_ENDS_FIRST, BATCH_TIES_PER_EVENT };

struct batch_rules {
    enum batch_kind kind;
    uint32_t reservations; /* easy, rua: K >= 1 */
    enum order order;
    uint32_t backfill; /* easy, rua: the order of those behind the reservations:
                          1 + enum order; 0 = as in the queue */
    enum batch_compress compress;
    enum batch_binding binding;
    enum processors_selection
        selection; /* not first-fit: servers have names                  */
    const struct sharing
        *sharing; /* the same; NULL = nodes have nothing to share        */
    enum batch_ties ties;
    struct progress *progress; /* told when a job has arrived; NULL = nobody asks */
};

enum { BATCH_END, BATCH_START }; /* kinds of events */

struct batch_stretch { /* of time; empty if hi <= lo */
    int64_t lo, hi;
};

/* Told of each start, when it is known who has which servers, and of each end. It leaves
 * the run as it is. */
typedef void (*batch_told)(void *context, uint32_t job, int ended);

struct batch_run {          /* one machine, as far as it has come: zero-initialise */
    const struct job *jobs; /* by the caller: all there are, for whatever machine       */
    size_t count;
    uint32_t servers;
    const struct batch_rules *rules;
    struct job_outcome
        *outcomes;         /* of each job; .start: also the promise of one that waits */
    struct grants *grants; /* of each job; NULL = nobody asks                    */
    batch_told told;       /* NULL = nobody asks                                 */
    void *context;         /* for told */
    /* from here on for reading only */
    struct plan plan;             /* where servers are counted                    */
    struct processors processors; /* where they have names                        */
    struct events events;         /* ends; starts of reservations                       */
    uint32_t *queue;              /* jobs that wait                                     */
    size_t waiting, room;
    size_t running, booked; /* jobs; reservations that have not started      */
    int64_t promised;       /* the earliest start any of them is promised; JOB_NEVER */
    uint32_t *by_start, *spare; /* room to sort them: as much as the queue has   */
    int64_t now;
    uint32_t idle;                /* servers that no job holds: how many                */
    struct grants_idle idle_runs; /* which, where they are counted                     */
    struct batch_stretch freed;   /* by early ends since the last re-plan */
    struct batch_stretch
        left;        /* by jobs that moved in it: those before them may follow */
    int ended;       /* something did, since the last re-plan */
    int stirred;     /* some came, went or started since the last pass         */
    int disturbed;   /* speeds may have changed since they were looked at      */
    uint64_t broken; /* promises that could not be kept, as others were slowed */
};

int batch_run_memory(struct error *e);

/* Which servers jobs get by these rules: usage-aware backfilling has its own way. */
enum processors_selection batch_run_selection(const struct batch_rules *rules);

/* Do servers have names by these rules? */
int batch_run_names(const struct batch_rules *rules);

int batch_run_named(const struct batch_run *b);

/* ---- the queue --------------------------------------------------------------------- */

struct orders_ranking batch_run_ranking(const struct batch_run *b, enum order order);

/* An expansion factor grows by itself: the order may have changed since the last look. */
void batch_run_sort(struct batch_run *b);

int batch_run_enqueue(struct batch_run *b, uint32_t job, struct error *e);

#endif
