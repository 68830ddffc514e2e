/* processors.h - which processors a job gets, where they have names: the reservation
 * table of a machine, on a calendar of coalloc.h.
 *
 * Whatever is planned is a booking: of a running job until its planned end, of a promise,
 * of an advance reservation. A job takes the earliest start at which the selection finds
 * processors that are free throughout its window:
 *
 *   first-fit     the lowest
 *   contiguous    as many consecutive ones, the lowest such run (First Continuous Fit): a
 *                 job waits for one
 *   less-consume  those on the nodes whose shared resources are consumed least, at the
 *                 start of the window, by all that are planned there then (consume.h)
 *
 * These are resource selection policies of I. Rodero, F. Guim, J. Corbalan,
 * "Performance-driven coordinated grid scheduling" (paper 2), section IV-A1. The program
 * that includes this has the implementation of coalloc.h.
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include "coalloc.h"

#include "batch/consume.h"
#include "batch/held.h"
#include "batch/plan.h"
#include "batch/sharing.h"

#include <stdint.h>

enum processors_selection {
    PROCESSORS_FIRST_FIT,
    PROCESSORS_CONTIGUOUS,
    PROCESSORS_LESS_CONSUME
};

#define PROCESSORS_SELECTION_WORDS "first-fit|contiguous|less-consume" /* in this order */

struct processors {         /* zero-initialise; processors_free */
    coa_calendar *calendar; /* NULL = processors have no names here             */
    struct held_helds held;
    coa_set idle;          /* that no job holds, where it is asked for          */
    coa_set kept;          /* of a job that looks for others                    */
    coa_set found, chosen; /* less-consume */
    struct consume consume;
    struct sharing_loads planned; /* at the start of a window */
    struct sharing_loads loads;   /* by those that run        */
};

void processors_free(struct processors *p);

/* Where something is shared: on nodes of that many. Before processors_begin. */
int processors_share(struct processors *p, uint32_t servers, uint32_t nodes);

/* A machine of so many processors from `now` on, all free: the first time, or again. 0,
 * or -1 when memory is out. */
int processors_begin(struct processors *p, uint32_t servers, int64_t now);

/* Bookings that end by `now` are forgotten; all of their jobs must have ended. */
void processors_advance(struct processors *p, int64_t now);

/* Its processors are idle again, or not any more. 0, or -1 when memory is out. */
int processors_idle(struct processors *p, const coa_booking *b, int give);

/* ---- bookings ---------------------------------------------------------------------- */

struct processors_picking { /* how processors are chosen */
    enum processors_selection rule;
    const coa_set *among; /* NULL = of all                                            */
    struct sharing_share
        share;      /* less-consume: what each process of the job uses; and how */
    uint64_t limit; /* far a node may be consumed by it: UINT64_MAX             */
};

/* Books what is wished for, at *start. 1; or 0: there is no such start; -1: memory is
 * out. */
int processors_book(struct processors *p, const struct plan_wish *wish,
                    const struct processors_picking *how, int64_t *start, coa_id *id);

/* The job gives back what it has: all of it, or what is left of it at `from`. 0, or -1
 * when memory is out. */
int processors_withdraw(struct processors *p, uint32_t job, int64_t from);

/* A running job has its processors until `end`, if not longer, whoever was promised them.
 * 1 if somebody was, else 0; or -1: memory is out. */
int processors_prolong(struct processors *p, const struct held *held, int64_t end);

/* The job gives up what it has, its window being its own, for the first that it finds: 1;
 * or it finds none better and has what it had: 0; or -1: memory is out. */
int processors_move(struct processors *p, struct held *held, const struct plan_wish *wish,
                    const struct processors_picking *how, int64_t *start);

#endif
