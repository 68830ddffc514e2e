/* processors.h - the plan of a machine: a calendar of coalloc.h in which everything
 * planned is a booking: a running job until its planned end, a promise, an advance
 * reservation.
 *
 * Where processors are counted (COA_INDEX_COUNT), a job takes the earliest start from
 * which enough are free at any time of its window, and the lowest idle ones when it
 * starts. Where they have names (COA_INDEX_MAP; on a small machine COA_INDEX_SLICES), it
 * takes the earliest start at which the selection finds processors that are free
 * throughout:
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
#include "batch/sharing.h"
#include "base/choice.h"

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

/* "first-fit|contiguous|..." */
const char *processors_words(void);

/* ---- a machine --------------------------------------------------------------------- */

enum { PROCESSORS_SLICES = 256 };

struct processors { /* zero-initialise; processors_free */
    coa_calendar *calendar;
    int named;            /* processors have names                            */
    uint32_t slices_upto; /* with names: COA_INDEX_SLICES up to so many processors; 0 =
                             PROCESSORS_SLICES */
    int64_t now;          /* of the calendar                                  */
    const char *call;     /* the last call that can fail, for messages        */
    struct held_table held;
    coa_booking booked;    /* the last; run_count 0 = not known which */
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

/* Functions that return a coa_status set p->call to what was called. */

/* A machine of so many processors from `now` on, all free: the first time, or again. */
coa_status processors_begin(struct processors *p, uint32_t servers, int named,
                            int64_t now);

/* Moves on to `now`: bookings that end by then are over, and where processors are counted
 * those that start by then get theirs. All ends of jobs at `now` must have been told. */
coa_status processors_advance(struct processors *p, int64_t now);

/* coa_next_starts; *time = JOB_NEVER if no booking starts. Where processors are counted
 * the tag of a booking is its job. */
coa_status processors_next_starts(struct processors *p, int64_t *time, coa_start_fn start,
                                  void *context);

/* The booking's processors become idle (give 1), or are no longer. */
coa_status processors_idle(struct processors *p, const coa_booking *b, int give);

/* ---- bookings ---------------------------------------------------------------------- */

struct processors_wish { /* `servers` processors for `length`                   */
    int64_t from, until; /* a start from `from` on before `until`; JOB_NEVER = any time */
    int64_t length;
    uint32_t servers;
};

struct processors_choice { /* how processors are chosen */
    size_t rule;           /* a row of processors_table                             */
    const coa_set *among;  /* NULL = of all                                         */
    struct sharing_share share; /* what each process of the job uses of its node     */
    uint64_t limit; /* no node is used beyond this; UINT64_MAX = no limit    */
    const struct held
        *mover; /* the job if it has a booking, which counts as free; NULL */
};

/* Books for the job what is wished for, and sets *start and p->booked. COA_E_NOFIT if
 * there is no such start. */
coa_status processors_book(struct processors *p, uint32_t job,
                           const struct processors_wish *wish,
                           const struct processors_choice *how, int64_t *start);

/* Gives back the job's window, which has not begun. */
coa_status processors_withdraw(struct processors *p, uint32_t job);

/* The running job, which was planned to end at `planned`, ends at `now`. */
coa_status processors_end(struct processors *p, struct held *held, int64_t now,
                          int64_t planned);

/* A running job keeps its processors until `end` at least, even if they are promised to
 * others. Sets *displaced to 1 if a promise was displaced. */
coa_status processors_prolong(struct processors *p, struct held *held, int64_t end,
                              int *displaced);

/* A running job gives its processors back at `end`, sooner than planned. */
coa_status processors_shorten(struct processors *p, struct held *held, int64_t end);

/* The job looks for another window, its own counting as free: an earlier one and, where
 * processors have names, other processors. COA_OK if it has moved, to *start; COA_E_NOFIT
 * if it has what it had. */
coa_status processors_move(struct processors *p, struct held *held,
                           const struct processors_wish *wish,
                           struct processors_choice how, int64_t *start);

#endif
