/* batch_run.h - a machine under a batch scheduler: its rules, what it is like at a
 * moment, and its queue. How it goes on: batch.h.
 */
#ifndef SIM_BATCH_RUN_H
#define SIM_BATCH_RUN_H

#include "error.h"
#include "events.h"
#include "grants.h"
#include "job.h"
#include "orders.h"
#include "plan.h"
#include "processors.h"
#include "progress.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum sim_batch_kind {
    SIM_BATCH_FCFS,
    SIM_BATCH_EASY,
    SIM_BATCH_CONSERVATIVE,
    SIM_BATCH_RUA
} sim_batch_kind;

/* Conservative: who moves after an end, none or everyone; in order of the queue, or of
 * their planned starts. */
typedef enum sim_compress {
    SIM_COMPRESS_NONE,
    SIM_COMPRESS_ARRIVAL,
    SIM_COMPRESS_START
} sim_compress;

typedef enum sim_binding {
    SIM_BINDING_COUNT, /* so many servers are free at any time of the run */
    SIM_BINDING_IDS    /* the same ones throughout: servers have names    */
} sim_binding;

typedef enum sim_ties { SIM_TIES_ENDS_FIRST, SIM_TIES_PER_EVENT } sim_ties;

typedef struct sim_batch_rules {
    sim_batch_kind kind;
    uint32_t reservations; /* easy, rua: K >= 1 */
    sim_order order;
    uint32_t backfill; /* easy, rua: the order of those behind the reservations:
                          1 + sim_order; 0 = as in the queue */
    sim_compress compress;
    sim_binding binding;
    sim_selection selection;    /* not first-fit: servers have names                  */
    const sim_sharing *sharing; /* the same; NULL = nodes have nothing to share        */
    sim_ties ties;
    sim_progress *progress; /* told when a job has arrived; NULL = nobody asks */
} sim_batch_rules;

enum { SIM_BATCH_END, SIM_BATCH_START }; /* kinds of events */

typedef struct sim_stretch { /* of time; empty if hi <= lo */
    int64_t lo, hi;
} sim_stretch;

/* Told of each start, when it is known who has which servers, and of each end. It leaves
 * the run as it is. */
typedef void (*sim_batch_told)(void *context, uint32_t job, int ended);

typedef struct sim_batch_run { /* one machine, as far as it has come: zero-initialise */
    const sim_job *jobs; /* by the caller: all there are, for whatever machine       */
    size_t count;
    uint32_t servers;
    const sim_batch_rules *rules;
    sim_outcome *outcomes; /* of each job; .start: also the promise of one that waits */
    sim_grants *grants;    /* of each job; NULL = nobody asks                    */
    sim_batch_told told;   /* NULL = nobody asks                                 */
    void *context;         /* for told */
    /* from here on for reading only */
    sim_plan plan;             /* where servers are counted                    */
    sim_processors processors; /* where they have names                        */
    sim_events events;         /* ends; starts of reservations                       */
    uint32_t *queue;           /* jobs that wait                                     */
    size_t waiting, room;
    size_t running, booked; /* jobs; reservations that have not started      */
    int64_t promised;       /* the earliest start any of them is promised; SIM_NEVER */
    uint32_t *by_start, *spare; /* room to sort them: as much as the queue has   */
    int64_t now;
    uint32_t idle;      /* servers that no job holds: how many                */
    sim_idle idle_runs; /* which, where they are counted                     */
    sim_stretch freed;  /* by early ends since the last re-plan */
    sim_stretch left;   /* by jobs that moved in it: those before them may follow */
    int ended;          /* something did, since the last re-plan */
    int stirred;        /* some came, went or started since the last pass         */
    int disturbed;      /* speeds may have changed since they were looked at      */
    uint64_t broken;    /* promises that could not be kept, as others were slowed */
} sim_batch_run;

static inline int sim_batch_memory(sim_error *e) { return sim_fail(e, "out of memory"); }

/* Which servers jobs get by these rules: usage-aware backfilling has its own way. */
static inline sim_selection sim_batch_selection(const sim_batch_rules *rules)
{
    return rules->kind == SIM_BATCH_RUA ? SIM_LESS_CONSUME : rules->selection;
}

/* Do servers have names by these rules? */
static inline int sim_batch_names(const sim_batch_rules *rules)
{
    return rules->binding == SIM_BINDING_IDS || rules->selection != SIM_FIRST_FIT ||
           rules->sharing || rules->kind == SIM_BATCH_RUA;
}

static inline int sim_batch_named(const sim_batch_run *b)
{
    return b->processors.calendar != NULL;
}

/* ---- the queue --------------------------------------------------------------------- */

static inline sim_ranking sim_batch_ranking(const sim_batch_run *b, sim_order order)
{
    sim_ranking r;
    r.jobs = b->jobs;
    r.order = order;
    r.now = b->now;
    return r;
}

/* An expansion factor grows by itself: the order may have changed since the last look. */
static inline void sim_batch_sort(sim_batch_run *b)
{
    const sim_ranking r = sim_batch_ranking(b, b->rules->order);
    if (sim_order_changes(r.order)) sim_order_sort(&r, b->queue, b->waiting, b->by_start);
}

/* Room for one more to wait. */
static inline int sim_batch_more(sim_batch_run *b, sim_error *e)
{
    const size_t room = 2 * b->room + 64;
    uint32_t *grown;
    if (b->waiting < b->room) return 0;
    grown = (uint32_t *)realloc(b->by_start, room * sizeof *grown);
    if (!grown) return sim_batch_memory(e);
    b->by_start = grown;
    grown = (uint32_t *)realloc(b->spare, room * sizeof *grown);
    if (!grown) return sim_batch_memory(e);
    b->spare = grown;
    grown = (uint32_t *)realloc(b->queue, room * sizeof *grown);
    if (!grown) return sim_batch_memory(e);
    b->queue = grown;
    b->room = room;
    return 0;
}

static inline int sim_batch_enqueue(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const sim_ranking r = sim_batch_ranking(b, b->rules->order);
    size_t lo = 0, hi = b->waiting;
    if (sim_batch_more(b, e) != 0) return -1;
    if (r.order == SIM_ORDER_FCFS || sim_order_changes(r.order)) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (sim_order_before(&r, job, b->queue[middle]))
            hi = middle;
        else
            lo = middle + 1;
    }
    memmove(b->queue + lo + 1, b->queue + lo, (b->waiting - lo) * sizeof *b->queue);
    b->queue[lo] = job;
    b->waiting++;
    return 0;
}

#endif
