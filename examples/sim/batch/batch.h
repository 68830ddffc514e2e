/* batch.h - batch schedulers, event by event: FCFS, EASY, conservative and resource usage
 * aware backfilling.
 *
 * Jobs wait in a queue until their servers are free; they run for their run time and are
 * planned by their estimate. The plan says how many servers, or which, are free at any
 * later time: running jobs hold their servers until their planned end, advance
 * reservations hold their window, and under conservative backfilling so does every
 * waiting job. It is a calendar of coalloc.h, in which each of these has a booking.
 *
 *   fcfs          the head of the queue starts when it can; the others wait behind it
 *   easy:K        the first K jobs that cannot start have a reservation, made anew at
 *                 each pass; jobs behind start if they delay none of them (K = 1: Lifka,
 *                 1995)
 *   conservative  every job has a reservation from its arrival on, its promise (Mualem,
 *                 Feitelson, IEEE TPDS 2001); after an end the waiting jobs, one after
 *                 the other, look for an earlier one while the rest stay where they are
 *   rua:K         easy:K, but a job that starts ahead of others only gets processors of
 *                 nodes where it slows no job, itself included, chosen by Less Consume;
 *                 one that would slow itself even alone starts only at the head of the
 *                 queue (F. Guim, I. Rodero, J. Corbalan, "The resource usage aware
 *                 backfilling", JSSPP 2009; sharing.h says what nodes share)
 *
 * An advance reservation (paper 1, section 5.2) is booked when it arrives, at the
 * earliest start from its ready time on at which the plan has room, and never moves (but
 * see batch_speeds.c); the queue is planned around it. One that is exact has that start
 * or none. A downtime (job.on) has it unless a job that runs, or another reservation, is
 * in its way: promises of conservative backfilling are moved, and count as broken if they
 * become later. What is exact is not for nodes that share something.
 *
 * At one instant, ends first: all ends, one re-plan, all arrivals, then starts. Per
 * event: each arrival is planned as it is read, then each end is followed by a re-plan of
 * its own, then come the starts. A job that ends at this instant, but later in this
 * order, still holds its servers, though the plan may count them free.
 *
 * Where servers are counted, jobs get the lowest idle ones when they start, reservations
 * first, then in the order of starts.
 *
 * batch_simulate() runs a whole log. A caller that runs several machines at once does it
 * step by step: batch_begin; then, at each instant that is due or at which a job comes,
 * batch_clock, batch_ends, batch_arrive for each job that comes, batch_starts; batch_free
 * in the end.
 */
#ifndef BATCH_H
#define BATCH_H

#include "coalloc.h"

#include "base/events.h"
#include "base/job.h"
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
    size_t selection; /* a row of processors_table; not first-fit: servers have names */
    const struct sharing *sharing; /* what nodes share: servers have names; NULL =
                                      nothing                                     */
    enum batch_ties ties;
    struct feedback *feedback; /* a whole run: when the jobs come, which are its own;
                                  NULL = when they are submitted */
};

/* How jobs get servers by these rules, a row of processors_table: usage-aware backfilling
 * always uses Less Consume. */
size_t batch_selection(const struct batch_rules *rules);

/* Do servers have names by these rules? */
int batch_names(const struct batch_rules *rules);

/* ---- one machine, step by step ----------------------------------------------------- */

/* Is called after each start, when it is known which servers the job has, and after each
 * end. It must not change the run. */
typedef void (*batch_notify)(void *context, uint32_t job, int ended);

enum { BATCH_END, BATCH_START }; /* kinds of events */

struct batch_speed { /* of a running job, where nodes share something */
    uint32_t job;
    struct sharing_share share; /* what each of its processes uses      */
    struct sharing_pace pace;   /* how far it has come                  */
    int64_t due;                /* when it ends if nothing changes      */
    uint64_t rank;              /* its position in the order of starts  */
};

struct batch_run {          /* as far as it has come: zero-initialise, batch_free      */
    const struct job *jobs; /* set by the caller: the jobs of all machines             */
    size_t count;
    uint32_t servers;
    const struct batch_rules *rules;
    struct job_outcome *outcomes; /* of each job; .start of a waiting job: its promise */
    struct grants *grants;        /* of each job                                       */
    batch_notify notify;          /* or NULL                                           */
    void *context;                /* for notify                                        */
    /* from here on for reading only */
    coa_calendar *plan;
    const struct processors_row *selection;
    int named; /* servers have names */
    int64_t now;
    uint32_t idle;        /* servers that no job holds       */
    coa_set idle_servers; /* which ones                      */
    coa_set kept;         /* those of a job that looks for others    */
    coa_set found, chosen;
    struct events events; /* ends; starts of reservations                              */
    uint32_t *queue;      /* jobs that wait                                            */
    uint32_t *list;       /* room for them in another order                            */
    size_t waiting, queue_room, list_room;
    int64_t promised;         /* the earliest start that is promised, or JOB_NEVER   */
    struct replan_gaps freed; /* since the last re-plan, or in it for the next one   */
    struct replan_gaps taken, taken_next; /* so: booked, if the selection weighs that */
    struct replan replan;
    int ended;      /* a job has ended since the last re-plan                           */
    int changed;    /* a job has come, gone or started since the last pass              */
    int unsettled;  /* more than arrivals since the last pass: `seen` may be wrong      */
    size_t seen;    /* the first jobs of the queue that cannot start                    */
    size_t heads;   /* the first jobs of the queue that have a reservation, by a pass   */
    int heads_stay; /* they may keep it between passes                      */
    int early;      /* a job has ended before its planned end since the first of them
                       looked for a start                                    */
    int64_t heads_due;          /* the earliest of these, or JOB_NEVER                  */
    const struct job *refused;  /* the last job that found no room, or NULL             */
    struct sharing_loads loads; /* what runs on each node                              */
    struct sharing_loads planned; /* what is planned there at the start of a window    */
    struct batch_speed *speeds; /* of the jobs that run                                */
    size_t running, speeds_room;
    int speeds_changed; /* since they were computed, they may have                     */
    uint64_t broken;    /* promises that could not be kept: running jobs were slowed,
                           or a downtime came                                        */
};

/* The caller has set what it sets; `grants` is begun. */
void batch_begin(struct batch_run *b);
void batch_free(struct batch_run *b);

/* The time of the next event, or JOB_NEVER. */
static inline int64_t batch_due(const struct batch_run *b)
{
    const struct event *event = events_next(&b->events);
    return event && event->time < b->promised ? event->time : b->promised;
}

/* Sets the time, which neither goes back nor passes batch_due. */
void batch_clock(struct batch_run *b, int64_t now);

/* Ends all jobs that are due to end at this instant. */
void batch_ends(struct batch_run *b);

/* A job arrives that is not larger than the machine. */
void batch_arrive(struct batch_run *b, uint32_t job);

/* Starts all jobs that can start now. */
void batch_starts(struct batch_run *b);

/* ---- a whole log ------------------------------------------------------------------- */

/* Schedules n jobs, in order of submission, on so many servers. `outcomes`: n, zeroed.
 * `grants`: zeroed (grants_free it), or NULL if nobody asks. Returns how many promises
 * could not be kept. */
uint64_t batch_simulate(const struct job *jobs, size_t n, uint32_t servers,
                        const struct batch_rules *rules, struct job_outcome *outcomes,
                        struct grants *grants);

#endif
