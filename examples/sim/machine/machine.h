/* machine.h - one machine: what runs on it and waits for it, its plan, and its judge.
 *
 * Jobs wait in a queue until they start; they run for their run time and are planned by
 * their estimate. The plan, a calendar of coalloc.h, says how many servers, or which, are
 * free at any later time: what runs, advance reservations, promises and holds each have a
 * booking in it.
 *
 *     static void decide(struct machine *m)              a policy: EASY backfilling
 *     {
 *         size_t i, held = 0;
 *         for (i = 0; i < m->waiting && m->idle > 0; i++)
 *             if (!machine_start(m, m->queue[i]) && held++ == 0)
 *                 machine_hold(m, m->queue[i]);
 *     }
 *     static const struct machine_policy easy = {.decide = decide};
 *
 * At one instant, ends first: all ends, one re-plan, all arrivals, starts that were
 * promised, then what the policy decides. Per event: arrivals first, and the policy is
 * asked after each, and after each end. machine_instant() is that, word for word.
 *
 * No policy has to know of reservations: one (paper 1, section 5.2) is booked when it
 * comes, at the earliest start from its ready time on at which the plan has room, and
 * never moves (but see speeds.c). One that is exact has that start or none. A downtime
 * (job.on) has it unless a job that runs, or another reservation, is in its way, or a
 * promise there finds no start within the horizon: promises are moved, and count as
 * broken if they become later.
 *
 * What a policy says is believed only if it can be: what cannot ends the program.
 *
 * machine_run() runs a whole log. A caller that has several machines, or sends the jobs
 * itself, calls machine_begin; then, at each instant that is due or at which a job comes,
 * machine_clock, machine_ends, machine_arrive for each job, machine_starts; machine_free.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include "coalloc.h"

#include "base/events.h"
#include "base/job.h"
#include "machine/grants.h"
#include "machine/orders.h"
#include "machine/pool.h"
#include "machine/processors.h"
#include "machine/replan.h"
#include "machine/sharing.h"
#include "kit/fail.h"
#include "workload/feedback.h"

#include <stddef.h>
#include <stdint.h>

struct machine;

struct machine_policy {                /* each is called if it is there */
    void (*replan)(struct machine *m); /* jobs have ended: promises may move            */
    void (*arrive)(struct machine *m, uint32_t job); /* it is in the queue from now on  */
    void (*decide)(struct machine *m); /* something has happened: jobs may start        */
    int takes_late; /* reservations that may be late are jobs to it                     */
    int gentle;     /* ahead of a hold, only where no job is slowed (Less Consume)      */
};

enum machine_binding {
    MACHINE_BINDING_COUNT, /* so many servers are free at any time of the run */
    MACHINE_BINDING_IDS    /* the same ones throughout: servers have names    */
};

enum machine_ties { MACHINE_TIES_ENDS_FIRST, MACHINE_TIES_PER_EVENT };

/* Conservative: which waiting jobs may move after an end: none; or all of them, in order
 * of the queue or of their planned starts. */
enum machine_compress {
    MACHINE_COMPRESS_NONE,
    MACHINE_COMPRESS_ARRIVAL,
    MACHINE_COMPRESS_START
};

struct machine_rules {
    const struct machine_policy *policy;
    void *own;                      /* the policy's: m->rules->own                      */
    uint32_t reservations;          /* easy, rua: K >= 1                                */
    uint32_t backfill;              /* the order of jobs behind these: 1 + a row of
                                       orders_table; 0 = as in the queue                */
    enum machine_compress compress; /* conservative                                     */
    size_t order;                   /* of the queue: a row of orders_table              */
    enum machine_binding binding;
    size_t selection; /* a row of processors_table; not first-fit: servers have names   */
    const struct sharing *sharing; /* what nodes share: servers have names; or NULL     */
    const struct resources *resources; /* counted besides servers; or NULL: not
                                          with sharing, downtimes, ties per event       */
    enum machine_ties ties;
    struct feedback *feedback; /* a whole run: when the jobs come, which are its own;
                                   NULL = when they are submitted                       */
    const coa_desc *calendar;  /* of the plan, and                                     */
    const coa_request *asking; /* what all requests have; jobs are planned by their
                                   length; NULL: by the estimate                        */
    int64_t horizon;           /* promises end so long after now; 0 = no limit         */
};

/* Do servers have names by these rules? */
int machine_names(const struct machine_rules *rules);

enum machine_news { MACHINE_CAME, MACHINE_STANDS, MACHINE_STARTED, MACHINE_ENDED };

/* Is called when a job has come and waits, or is a reservation that stands; after each
 * start, when it is known which servers it has; after each end. */
typedef void (*machine_notify)(void *context, uint32_t job, enum machine_news what);

enum { MACHINE_END, MACHINE_START, MACHINE_WAKE }; /* kinds of events */

/* Of a job. From MACHINE_WAITS to MACHINE_APPOINTED it is in the queue. */
enum machine_state {
    MACHINE_UNKNOWN, /* it has not come                    */
    MACHINE_WAITS,
    MACHINE_HELD,      /* while the policy is asked it has a window        */
    MACHINE_PROMISED,  /* it has a window, which may move                  */
    MACHINE_APPOINTED, /* it has a start, for which nothing is booked      */
    MACHINE_RESERVED,  /* it has a window, which does not move             */
    MACHINE_RUNS,
    MACHINE_OVER
};

struct machine_job { /* as the machine knows it */
    coa_id booking;  /* in the plan; 0 = none               */
    uint32_t tried;  /* line.more when it could not start   */
    uint32_t state;
};

enum { MACHINE_REFUSED = 4 };

struct machine_line {  /* of the queue, and who of it has no room             */
    size_t from, seen; /* places from .. seen - 1 are known to have none      */
    uint32_t more;     /* another number: a job that had none perhaps has now */
    uint32_t refused[MACHINE_REFUSED], refusals; /* the last that found none; all */
    size_t gone, first_gone, place;              /* since the policy is asked     */
    uint32_t *sorted;                            /* in another order              */
    size_t room, sorted_room;
};

struct machine_holds { /* those made since the policy is asked, or booked before    */
    uint32_t *jobs;
    size_t made, booked, room;
    int64_t due; /* the earliest start of these, or JOB_NEVER                       */
    int stay;    /* they may stay booked until the policy is asked again            */
    int early;   /* a job has ended before its planned end since the first looked   */
    int spoilt;  /* a window was given back: none stays                             */
};

struct machine_sets { /* of servers                     */
    int watched;      /* which ones are idle is looked at        */
    coa_set idle;     /* these                                   */
    coa_set kept;     /* the servers of a job that looks for others    */
    coa_set found, chosen;
};

struct machine_moves {        /* what lets promises move                              */
    struct replan_gaps freed; /* since the last re-plan, or in it for the next one    */
    struct replan_gaps taken, taken_next; /* so: booked, if the selection weighs that */
    struct replan pass;
    int open;  /* the policy is asked who moves                                       */
    int ended; /* a job has ended since the last re-plan                              */
};

struct machine_speed { /* of a running job, where nodes share something */
    uint32_t job;
    struct sharing_share share; /* what each of its processes uses      */
    struct sharing_pace pace;   /* how far it has come                  */
    int64_t due;                /* when it ends if nothing changes      */
    uint64_t rank;              /* its position in the order of starts  */
};

struct machine_speeds {
    struct sharing_loads loads;   /* what runs on each node                        */
    struct sharing_loads planned; /* the load there at the start of a window */
    struct machine_speed *jobs;   /* that run                                      */
    size_t count, room;
    int changed; /* since they were computed, they may have                        */
};

struct machine {            /* zero-initialise, machine_free                           */
    const struct job *jobs; /* set by the caller: the jobs of all machines             */
    size_t count;
    uint32_t servers;
    const struct machine_rules *rules;
    struct job_outcome *outcomes; /* of each; .start of one that waits: its promise    */
    struct machine_job *known;    /* of each, zeroed                                   */
    struct grants *grants;        /* of each, begun                                    */
    machine_notify notify;        /* or NULL                                           */
    void *context;                /* for notify                                        */
    const char *blame;            /* what a message begins with                        */
    /* from here on for reading only */
    int64_t now;
    uint32_t idle;   /* servers that no job holds                                      */
    uint32_t *queue; /* the jobs that wait; as it is while the policy is asked         */
    size_t waiting;
    coa_calendar *plan;
    uint64_t broken; /* promises that could not be kept: running jobs were slowed, or a
                        downtime came                                                  */
    /* its own */
    const struct processors_row *selection;
    coa_request asking;   /* what all requests have                                    */
    int named;            /* servers have names                                        */
    int apart;            /* so they have, or jobs have nodes                          */
    struct pool *pool;    /* resources; NULL = none                                    */
    struct events events; /* ends; starts of reservations; wakes                       */
    int64_t planned;      /* the plan is as of then (plan_of)                        */
    int64_t promised;     /* the earliest start of a job that waits, or JOB_NEVER      */
    int64_t woken;        /* the last wake that was asked for                          */
    size_t next;          /* job of a whole log                                        */
    int changed;          /* something has happened since the policy was asked         */
    int grown;            /* more than arrivals                                        */
    struct machine_line line;
    struct machine_holds holds;
    struct machine_sets sets;
    struct machine_moves moves;
    struct machine_speeds speeds;
};

/* ---- what a policy may say --------------------------------------------------------- */

/* Each is refused, and ends the program, for a job in whose state it makes no sense
 * (the table in machine.c). */

/* The job starts now, if it waits, and that delays nothing that has a booking: 1; else
 * 0. */
int machine_start(struct machine *m, uint32_t job);

/* The next place of the queue, from this one on, whose job may start; else m->waiting.
 * For long queues. */
size_t machine_next(struct machine *m, size_t place);

/* It must be able to; else the program ends. */
void machine_must_start(struct machine *m, uint32_t job);

/* Nothing that starts this time delays the earliest start that the job has now. */
void machine_hold(struct machine *m, uint32_t job);

/* The job will start at the earliest start there is, unless it moves to a sooner one. It
 * is rejected if there is none. Where a policy re-plans it asks all that have a promise:
 * free room is new only once. */
void machine_promise(struct machine *m, uint32_t job);
void machine_sooner(struct machine *m, uint32_t job);

/* 0: no promise can move, when the policy is asked to re-plan. For long queues. */
int machine_may_move(const struct machine *m);

/* The same, but it never moves: it is a reservation from now on. */
void machine_book(struct machine *m, uint32_t job);

/* The job will start then, if it can: nothing is booked. */
void machine_appoint(struct machine *m, uint32_t job, int64_t start);

void machine_reject(struct machine *m, uint32_t job);

/* The policy is asked then, though nothing happens. */
void machine_wake(struct machine *m, int64_t time);

/* The jobs that wait, in another order, without the first `but` of the queue. */
const uint32_t *machine_sorted(struct machine *m, size_t but, size_t order);
const uint32_t *machine_by_promise(struct machine *m);

/* The policy said what cannot be. */
FAIL_PRINTF(2, 3)
FAIL_NORETURN void machine_refuse(const struct machine *m, const char *format, ...);

/* ---- one machine, step by step ----------------------------------------------------- */

/* All of an instant of a whole log. */
void machine_instant(struct machine *m);

void machine_begin(struct machine *m);
void machine_free(struct machine *m);

/* The time of the next event, or JOB_NEVER. */
static inline int64_t machine_due(const struct machine *m)
{
    const struct event *event = events_next(&m->events);
    return event && event->time < m->promised ? event->time : m->promised;
}

/* Sets the time, which neither goes back nor passes machine_due. */
static inline void machine_clock(struct machine *m, int64_t now) { m->now = now; }

/* Ends all jobs that are due to end at this instant. */
void machine_ends(struct machine *m);

/* A job arrives. */
void machine_arrive(struct machine *m, uint32_t job);

/* Starts all jobs that are promised now, and those that the policy starts. */
void machine_starts(struct machine *m);

/* ---- a whole log ------------------------------------------------------------------- */

/* Until that time, or to its end: JOB_NEVER. */
void machine_run(struct machine *m, int64_t until);

#endif
