/* processors.h - which processors a job gets, where they have names: the reservation
 * table of a machine, on a calendar of coalloc.h.
 *
 * Everything planned is a booking: of a running job until its planned end, of a promise,
 * of an advance reservation. A job takes the earliest start at which the selection finds
 * processors that are free throughout its window:
 *
 *   first-fit     the lowest
 *   contiguous    as many consecutive ones, the lowest such run (First Continuous Fit):
 *                 the job waits until there is one
 *   less-consume  those on the nodes whose shared resources are used least at the start
 *                 of the window, by all jobs planned there then (consume.h)
 *
 * These are resource selection policies of I. Rodero, F. Guim, J. Corbalan,
 * "Performance-driven coordinated grid scheduling" (paper 2), section IV-A1.
 *
 * Recipe for a new selection: a function of type processors_choose and its row in
 * processors.c, nothing else.
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include "coalloc.h"

#include "batch/consume.h"
#include "batch/held.h"
#include "batch/plan.h"
#include "batch/sharing.h"
#include "program/choice.h"

#include <stdint.h>

struct processors;
struct processors_choice;

/* Chooses `want` processors of `found`, which are free from `start` on for as long as the
 * job needs them, into `chosen` (empty). 1, or 0 if there is no choice that will do; -1
 * when memory is out. */
typedef int (*processors_choose)(struct processors *p, int64_t start,
                                 const coa_set *found, uint32_t want,
                                 const struct processors_choice *how, coa_set *chosen);

struct processors_row { /* a selection */
    struct choice choice;
    processors_choose choose; /* NULL = the calendar chooses, by `place` */
    uint32_t place;
    int waits;  /* a job may wait though enough processors are free */
    int weighs; /* it depends on what other jobs use of their nodes */
};

enum processors_selection { /* rows that the code refers to */
                            PROCESSORS_FIRST_FIT,
                            PROCESSORS_CONTIGUOUS,
                            PROCESSORS_LESS_CONSUME
};

extern const struct choice_table processors_table;

const struct processors_row *processors_row(size_t selection);

/* "first-fit|contiguous|...", and what they are, for --help. */
const char *processors_words(void);
const char *processors_help(void);

/* ---- a machine --------------------------------------------------------------------- */

struct processors {         /* zero-initialise; processors_free */
    coa_calendar *calendar; /* NULL = processors have no names here             */
    struct held_table held;
    coa_set idle;          /* those that no job holds, where that is asked for  */
    coa_set kept;          /* those of a job that looks for others              */
    coa_set found, chosen; /* for selections that choose themselves             */
    struct consume consume;
    struct sharing_loads planned; /* at the start of a window */
    struct sharing_loads loads;   /* by those that run        */
};

void processors_free(struct processors *p);

/* Where nodes share something: spreads the servers over so many nodes. Call it before
 * processors_begin. */
int processors_share(struct processors *p, uint32_t servers, uint32_t nodes);

/* A machine of so many processors from `now` on, all free: the first time, or again. 0,
 * or -1 when memory is out. */
int processors_begin(struct processors *p, uint32_t servers, int64_t now);

/* Forgets bookings that end by `now`; all of their jobs must have ended. */
void processors_advance(struct processors *p, int64_t now);

/* The booking's processors become idle (give 1), or are no longer. 0, or -1 when memory
 * is out. */
int processors_idle(struct processors *p, const coa_booking *b, int give);

/* ---- bookings ---------------------------------------------------------------------- */

struct processors_choice { /* how processors are chosen */
    size_t rule;           /* a row of processors_table                             */
    const coa_set *among;  /* NULL = of all                                         */
    struct sharing_share share; /* what each process of the job uses of its node     */
    uint64_t limit; /* no node is used beyond this; UINT64_MAX = no limit    */
};

/* Books what is wished for and sets *start and *id. 1; 0 if there is no such start; -1
 * when memory is out. */
int processors_book(struct processors *p, const struct plan_wish *wish,
                    const struct processors_choice *how, int64_t *start, coa_id *id);

/* Gives back the job's window: all of it, or what is left of it at `from`. 0, or -1 when
 * memory is out. */
int processors_withdraw(struct processors *p, uint32_t job, int64_t from);

/* A running job keeps its processors until `end` at least, even if they are promised to
 * others. 1 if a promise was displaced, else 0; -1 when memory is out. */
int processors_prolong(struct processors *p, const struct held *held, int64_t end);

/* The job looks for another window, its own counting as free. 1 if it has moved, to
 * *start; 0 if it has what it had; -1 when memory is out. */
int processors_move(struct processors *p, struct held *held, const struct plan_wish *wish,
                    const struct processors_choice *how, int64_t *start);

#endif
