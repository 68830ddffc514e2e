/* twostep_state.h - the state of the two-step reservation of twostep.h: rules, calls
 * and counts, messages under way, what providers hold, what attempts know; and sending.
 */
#ifndef TWOSTEP_STATE_H
#define TWOSTEP_STATE_H

#include "coalloc.h"

#include "base/events.h"
#include "flexco/messages/slots.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TWOSTEP_ATTEMPTS = 16, /* of a job, until it is given up      */
    TWOSTEP_REPEATS = 3,   /* of a message that is not answered   */
    TWOSTEP_MOLDS = 8      /* alternatives of a request           */
};

/* ---- what it is told, and what it tells -------------------------------------------- */

struct twostep_rules { /* zero-initialise */
    struct slots_publishing publishing;
    int64_t latency; /* of a message; 0 .. 10^12                     */
    int64_t lease;   /* of a hold; 0 = as long as repeating can take */
};

enum twostep_end {
    TWOSTEP_BOOKED,  /* the booking is given                                  */
    TWOSTEP_STAYS,   /* a move: nothing is earlier, or it is about to start   */
    TWOSTEP_NO_FIT,  /* the slots that are known have no room for it          */
    TWOSTEP_GIVEN_UP /* too many attempts                                     */
};                   /* unless BOOKED, the job has what it had before         */

struct twostep_calls {
    void *context;
    /* How a job that was begun ended. With TWOSTEP_BOOKED: `b`, valid until the call
     * returns, and its parts with it, by number of site; of a move the old one is gone.
     * Jobs may be begun from here. 0, or -1 to stop: twostep_step returns it. */
    int (*ended)(void *context, uint32_t job, enum twostep_end end,
                 const coa_flex_booking *b);
    /* These processors are held, or are not any more: they become those of a booking,
     * or, `back` being 1, are free again. Not called for what a failure ends. 0, or -1 to
     * stop. NULL = not called. */
    int (*held)(void *context, uint32_t site, const coa_booking *b);
    int (*let_go)(void *context, uint32_t site, const coa_booking *b, int back);
    /* Is this message lost? Called in the order of sending. NULL = none is. */
    int (*lost)(void *context);
};

struct twostep_counts {
    uint64_t messages; /* sent, lost ones too                                  */
    uint64_t lost;     /* on their way, or as the provider was down            */
    uint64_t repeats;  /* sent again because nothing was heard                 */
    uint64_t stale;    /* plans of which a provider refused its part           */
    uint64_t retries;  /* attempts after a job's first                         */
    uint64_t booked, moved;
    uint64_t leases; /* that ended without being confirmed                   */
};

struct twostep;

/* ---- messages ---------------------------------------------------------------------- */

enum twostep_message_kind {
    TWOSTEP_MESSAGE_ASK, /* to a provider */
    TWOSTEP_MESSAGE_PREPARE,
    TWOSTEP_MESSAGE_CONFIRM,
    TWOSTEP_MESSAGE_GIVE_BACK,
    TWOSTEP_MESSAGE_SLOTS, /* to the metascheduler */
    TWOSTEP_MESSAGE_HELD,
    TWOSTEP_MESSAGE_REFUSED,
    TWOSTEP_MESSAGE_ACKNOWLEDGED,
    TWOSTEP_MESSAGE_UNKNOWN, /* nothing to confirm: it ended, or the site failed */
    TWOSTEP_MESSAGE_RETURNED,
    TWOSTEP_MESSAGE_DOWN, /* a provider failed, or is back: not sent, it becomes known */
    TWOSTEP_MESSAGE_UP,
    TWOSTEP_MESSAGE_PATIENCE, /* no message: the attempt has waited long enough */
    TWOSTEP_MESSAGE_LEASE     /* no message either: the lease of a hold ends */
};

struct twostep_message {
    enum twostep_message_kind kind;
    uint32_t site, place; /* of the attempt in the list           */
    uint64_t attempt;     /* its number                           */
    uint64_t life;        /* of the provider; PATIENCE: its number */
    int64_t start, end;   /* prepare ...                          */
    uint32_t share;
    uint32_t most; /* refused: it could have had so many   */
    coa_id moves;  /* beyond its part of this; 0 = none    */
};

/* ---- what there is ----------------------------------------------------------------- */

enum { TWOSTEP_HOLD_PIECES = 3 }; /* before, beside and after what a moved job has */

struct twostep_hold { /* at a provider */
    uint64_t attempt;
    coa_id pieces[TWOSTEP_HOLD_PIECES]; /* bookings */
    uint32_t count;
    int confirmed;
};

struct twostep_provider {
    struct twostep_hold *holds;
    size_t count, capacity;
    uint32_t servers;
    int late;      /* it binds late */
    uint64_t life; /* 1, one more after each failure        */
    int up;
    int known_down; /* to the metascheduler                  */
};

enum twostep_site_hold { /* what the attempt may hold at a site, as far as it knows */
                         TWOSTEP_SITE_NOTHING,
                         TWOSTEP_SITE_ASKED, /* perhaps a hold            */
                         TWOSTEP_SITE_HELD   /* a hold, perhaps confirmed */
};

struct twostep_site { /* what an attempt knows of a site */
    struct slots slots;
    enum twostep_site_hold hold;
    int open;       /* an answer is awaited                           */
    uint32_t share; /* of the plan                                    */
    uint32_t own;   /* of the booking that is to be moved             */
    uint64_t life;  /* of the provider when it held; 0 = not known    */
};

enum twostep_attempt_phase {
    TWOSTEP_ATTEMPT_IDLE, /* a free place                              */
    TWOSTEP_ATTEMPT_ASKS,
    TWOSTEP_ATTEMPT_PREPARES,
    TWOSTEP_ATTEMPT_CONFIRMS,
    TWOSTEP_ATTEMPT_CLOSES /* it gives back                             */
};

struct twostep_misfit { /* early binding: at most so many fit into [start, end) */
    uint32_t site, most;
    int64_t start, end;
};

struct twostep_plan { /* or booking */
    int64_t start, end;
    uint32_t servers, mold;
};

struct twostep_attempt {
    enum twostep_attempt_phase phase;
    uint64_t number;
    uint32_t place; /* in the list */
    uint32_t job;
    coa_flex_request request;
    coa_mold molds[TWOSTEP_MOLDS]; /* of it */
    uint32_t ops;                  /* of a move; 0 = it is none */
    coa_id moves;                  /* that booking                                   */
    struct twostep_plan old;       /* it                                             */
    struct twostep_plan plan;
    uint32_t open;     /* sites that are to answer                   */
    uint32_t repeats;  /* in this phase                              */
    uint32_t before;   /* attempts of the job before this one        */
    uint64_t patience; /* the one that counts                        */
    struct twostep_misfit misfits[TWOSTEP_ATTEMPTS];
    uint32_t misfit_count;
    struct twostep_site *states; /* of each site */
};

struct twostep { /* twostep_state_open, twostep_state_free */
    const coa_site *sites;
    uint32_t site_count;
    struct twostep_rules rules;
    struct twostep_calls calls;
    struct events events;             /* subject: a place in messages    */
    struct twostep_message *messages; /* under way                       */
    uint32_t message_count;
    size_t message_capacity;
    uint32_t spare; /* the first free place, chained by their `place` */
    struct twostep_attempt **attempts;
    uint32_t attempt_count;
    size_t attempt_capacity;
    uint64_t numbered; /* attempts so far */
    struct twostep_provider *providers;
    coa_site *board; /* see twostep_plan.h; site i of it is at[i] */
    coa_flex *flex;  /* the jobs on the board                      */
    uint32_t *at;
    uint32_t board_count;
    coa_flex_part *parts;    /* of a booking that is shown to `ended` */
    struct slots_free known; /* the same                        */
    struct twostep_counts counts;
    coa_status status; /* why a call returned -1          */
};

int twostep_state_fail(struct twostep *t, coa_status why);

void twostep_state_free(struct twostep *t);

/* At least one site. Whatever comes of it: twostep_state_free. */
int twostep_state_open(struct twostep *t, const coa_site *sites, uint32_t n,
                       const struct twostep_rules *rules,
                       const struct twostep_calls *calls);

/* ---- sending ----------------------------------------------------------------------- */

/* The order of events at one instant: messages, in the order of sending, come first. */
enum {
    TWOSTEP_TURN_MESSAGE,
    TWOSTEP_TURN_KNOWN,
    TWOSTEP_TURN_PATIENCE,
    TWOSTEP_TURN_LEASE
};

/* How long an answer can take; later none comes. */
int64_t twostep_state_wait(const struct twostep *t);

int twostep_state_post(struct twostep *t, const struct twostep_message *m, int64_t when,
                       uint32_t turn);

int twostep_state_send(struct twostep *t, const struct twostep_message *m, int64_t now);

#endif
