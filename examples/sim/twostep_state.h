/* twostep_state.h - the two-step reservation of twostep.h as it stands: what it is told
 * and tells, messages under way, what providers hold, what attempts know; and sending.
 */
#ifndef SIM_TWOSTEP_STATE_H
#define SIM_TWOSTEP_STATE_H

#include "coalloc.h"

#include "events.h"
#include "slots.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIM_TWOSTEP_ATTEMPTS = 16, /* of a job, until it is given up      */
    SIM_TWOSTEP_REPEATS = 3,   /* of a message that is not answered   */
    SIM_TWOSTEP_MOLDS = 8      /* alternatives of a request           */
};

/* ---- what it is told, and what it tells -------------------------------------------- */

typedef struct sim_twostep_rules { /* zero-initialise */
    sim_publishing publishing;
    int64_t latency; /* of a message; 0 .. 10^12                     */
    int64_t lease;   /* of a hold; 0 = as long as repeating can take */
} sim_twostep_rules;

typedef enum sim_twostep_end {
    SIM_TWOSTEP_BOOKED, /* the booking is given                                  */
    SIM_TWOSTEP_STAYS,  /* a move: nothing is earlier, or it is about to start   */
    SIM_TWOSTEP_NO_FIT, /* the slots that are known have no room for it          */
    SIM_TWOSTEP_TIRED   /* too many attempts                                     */
} sim_twostep_end;      /* but for BOOKED, the job has what it had before        */

typedef struct sim_twostep_calls {
    void *context;
    /* How a job that was begun ended. With SIM_TWOSTEP_BOOKED: `b`, valid until the call
     * returns, and its parts with it, by number of site; of a move the old one is gone.
     * Jobs may be begun from here. 0, or -1 to stop: sim_twostep_step returns it. */
    int (*ended)(void *context, uint32_t job, sim_twostep_end end,
                 const coa_flex_booking *b);
    /* These processors are held, or are not any more: they become those of a booking,
     * or, `back` being 1, are free again. Not called for what a failure ends. 0, or -1 to
     * stop. NULL = nobody wants to know. */
    int (*held)(void *context, uint32_t site, const coa_booking *b);
    int (*let_go)(void *context, uint32_t site, const coa_booking *b, int back);
    /* Is this message lost? Asked in the order of sending. NULL = none is. */
    int (*lost)(void *context);
} sim_twostep_calls;

typedef struct sim_twostep_counts {
    uint64_t messages; /* sent, lost ones too                                  */
    uint64_t lost;     /* on their way, or as the provider was down            */
    uint64_t repeats;  /* sent again because nothing was heard                 */
    uint64_t stale;    /* plans of which a provider refused its part           */
    uint64_t retries;  /* attempts after a job's first                         */
    uint64_t booked, moved;
    uint64_t leases; /* that ended without being confirmed                   */
} sim_twostep_counts;

typedef struct sim_twostep sim_twostep;

/* ---- messages ---------------------------------------------------------------------- */

typedef enum sim_message_kind {
    SIM_MESSAGE_ASK, /* to a provider */
    SIM_MESSAGE_PREPARE,
    SIM_MESSAGE_CONFIRM,
    SIM_MESSAGE_GIVE_BACK,
    SIM_MESSAGE_SLOTS, /* to the metascheduler */
    SIM_MESSAGE_HELD,
    SIM_MESSAGE_REFUSED,
    SIM_MESSAGE_ACKNOWLEDGED,
    SIM_MESSAGE_UNKNOWN, /* nothing to confirm: the lease ended, or it failed */
    SIM_MESSAGE_RETURNED,
    SIM_MESSAGE_DOWN, /* a provider failed, or is back: not sent, it becomes known */
    SIM_MESSAGE_UP,
    SIM_MESSAGE_PATIENCE, /* no message: the metascheduler has waited long enough */
    SIM_MESSAGE_LEASE     /* nor this: a hold's lease ends */
} sim_message_kind;

typedef struct sim_message {
    sim_message_kind kind;
    uint32_t site, place; /* of the attempt in the list           */
    uint64_t attempt;     /* its number                           */
    uint64_t life;        /* of the provider; PATIENCE: how manieth */
    int64_t start, end;   /* prepare ...                          */
    uint32_t share;
    uint32_t most; /* refused: it could have had so many   */
    coa_id moves;  /* beyond its part of this; 0 = none    */
} sim_message;

/* ---- what there is ----------------------------------------------------------------- */

enum { SIM_HOLD_PIECES = 3 }; /* before, beside and after what a moved job has */

typedef struct sim_hold { /* at a provider */
    uint64_t attempt;
    coa_id pieces[SIM_HOLD_PIECES]; /* bookings */
    uint32_t count;
    int confirmed;
} sim_hold;

typedef struct sim_provider {
    sim_hold *holds;
    size_t count, capacity;
    uint32_t servers;
    int late;      /* it binds late */
    uint64_t life; /* 1, one more after each failure        */
    int up;
    int known_down; /* to the metascheduler                  */
} sim_provider;

typedef enum sim_leg_state { /* what may be there, as far as is known */
                             SIM_LEG_NOTHING,
                             SIM_LEG_ASKED, /* perhaps a hold            */
                             SIM_LEG_HELD   /* a hold, perhaps confirmed */
} sim_leg_state;

typedef struct sim_leg { /* what an attempt knows of a site */
    sim_slots slots;
    sim_leg_state state;
    int open;       /* an answer is awaited                           */
    uint32_t share; /* of the plan                                    */
    uint32_t own;   /* of the booking that is to be moved             */
    uint64_t life;  /* of the provider when it held; 0 = not known    */
} sim_leg;

typedef enum sim_attempt_phase {
    SIM_ATTEMPT_IDLE, /* a free place                              */
    SIM_ATTEMPT_ASKS,
    SIM_ATTEMPT_PREPARES,
    SIM_ATTEMPT_CONFIRMS,
    SIM_ATTEMPT_CLOSES /* it gives back                             */
} sim_attempt_phase;

typedef struct sim_misfit { /* early binding: never more than that in [start, end) */
    uint32_t site, most;
    int64_t start, end;
} sim_misfit;

typedef struct sim_twostep_plan { /* or booking */
    int64_t start, end;
    uint32_t servers, mold;
} sim_twostep_plan;

typedef struct sim_attempt {
    sim_attempt_phase phase;
    uint64_t number;
    uint32_t place; /* in the list */
    uint32_t job;
    coa_flex_request request;
    coa_mold molds[SIM_TWOSTEP_MOLDS]; /* of it */
    uint32_t ops;                      /* of a move; 0 = it is none */
    coa_id moves;         /* that booking                                   */
    sim_twostep_plan old; /* it                                             */
    sim_twostep_plan plan;
    uint32_t open;     /* legs                                       */
    uint32_t repeats;  /* in this phase                              */
    uint32_t before;   /* attempts of the job before this one        */
    uint64_t patience; /* the one that counts                        */
    sim_misfit misfits[SIM_TWOSTEP_ATTEMPTS];
    uint32_t misfit_count;
    sim_leg *legs; /* of each site */
} sim_attempt;

struct sim_twostep { /* sim_twostep_open, sim_twostep_free */
    const coa_site *sites;
    uint32_t site_count;
    sim_twostep_rules rules;
    sim_twostep_calls calls;
    sim_events events;     /* subject: a place in messages    */
    sim_message *messages; /* under way                       */
    uint32_t message_count, message_capacity;
    uint32_t spare; /* the first free place, chained by their `place` */
    sim_attempt **attempts;
    uint32_t attempt_count, attempt_capacity;
    uint64_t numbered; /* attempts so far */
    sim_provider *providers;
    coa_site *board; /* a list of sites to work with, of these: */
    uint32_t *at;
    uint32_t board_count;
    coa_flex_part *parts; /* to be shown */
    sim_free known;       /* the same                        */
    sim_twostep_counts counts;
    coa_status status; /* why a call returned -1          */
};

static inline int sim_twostep_fail(sim_twostep *t, coa_status why)
{
    t->status = why;
    return -1;
}

static inline void sim_twostep_free(sim_twostep *t)
{
    uint32_t i, k;
    for (i = 0; i < t->attempt_count; i++) {
        for (k = 0; t->attempts[i]->legs && k < t->site_count; k++)
            sim_slots_free(&t->attempts[i]->legs[k].slots);
        free(t->attempts[i]->legs);
        free(t->attempts[i]);
    }
    for (i = 0; t->providers && i < t->site_count; i++) free(t->providers[i].holds);
    free(t->attempts);
    free(t->providers);
    free(t->board);
    free(t->at);
    free(t->parts);
    free(t->messages);
    sim_free_free(&t->known);
    sim_events_free(&t->events);
    memset(t, 0, sizeof *t);
}

/* At least one site. Whatever comes of it: sim_twostep_free. */
static inline int sim_twostep_open(sim_twostep *t, const coa_site *sites, uint32_t n,
                                   const sim_twostep_rules *rules,
                                   const sim_twostep_calls *calls)
{
    uint32_t i;
    memset(t, 0, sizeof *t);
    t->sites = sites;
    t->site_count = n;
    t->rules = *rules;
    t->calls = *calls;
    t->spare = UINT32_MAX;
    t->providers = (sim_provider *)calloc(n, sizeof *t->providers);
    t->board = (coa_site *)calloc(n, sizeof *t->board);
    t->at = (uint32_t *)calloc(n, sizeof *t->at);
    t->parts = (coa_flex_part *)calloc(n, sizeof *t->parts);
    if (!t->providers || !t->board || !t->at || !t->parts)
        return sim_twostep_fail(t, COA_E_NOMEM);
    for (i = 0; i < n; i++) {
        coa_desc d;
        coa_describe(sites[i].calendar, &d);
        t->providers[i].servers = d.servers;
        t->providers[i].late = d.index == COA_INDEX_COUNT;
        t->providers[i].life = 1;
        t->providers[i].up = 1;
    }
    return 0;
}

/* ---- sending ----------------------------------------------------------------------- */

/* What happens at one instant: messages in the order of sending, then the rest. */
enum { SIM_TURN_MESSAGE, SIM_TURN_KNOWN, SIM_TURN_PATIENCE, SIM_TURN_LEASE };

/* No answer comes later than that. */
static inline int64_t sim_twostep_wait(const sim_twostep *t)
{
    return 2 * t->rules.latency + 1;
}

/* A place for a message; UINT32_MAX when memory is out. */
static inline uint32_t sim_message_place(sim_twostep *t)
{
    uint32_t place = t->spare;
    if (place != UINT32_MAX) {
        t->spare = t->messages[place].place;
        return place;
    }
    if (t->message_count == t->message_capacity) {
        const uint32_t more = 2 * t->message_capacity + 4;
        sim_message *grown = (sim_message *)realloc(t->messages, more * sizeof *grown);
        if (!grown) return UINT32_MAX;
        t->messages = grown;
        t->message_capacity = more;
    }
    return t->message_count++;
}

static inline int sim_twostep_post(sim_twostep *t, const sim_message *m, int64_t when,
                                   uint32_t turn)
{
    const uint32_t place = sim_message_place(t);
    if (place == UINT32_MAX) return sim_twostep_fail(t, COA_E_NOMEM);
    t->messages[place] = *m;
    if (sim_events_push(&t->events, when, turn, place) != 0)
        return sim_twostep_fail(t, COA_E_NOMEM);
    return 0;
}

static inline int sim_twostep_send(sim_twostep *t, const sim_message *m, int64_t now)
{
    t->counts.messages++;
    if (t->calls.lost && t->calls.lost(t->calls.context)) {
        t->counts.lost++;
        return 0;
    }
    return sim_twostep_post(t, m, now + t->rules.latency, SIM_TURN_MESSAGE);
}

#endif
