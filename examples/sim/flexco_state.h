/* flexco_state.h - a run of FlexCo's sites as it stands: jobs, their bookings, sites.
 *
 * Every booking is in a calendar of its site (coalloc.h), which decides what fits. Beside
 * it each site keeps how many processors are free as a step function (plan.h): a glance
 * at that tells of most jobs that they cannot move, so that nobody has to ask.
 *
 * A site's queue has all jobs that are booked there and have not begun: local ones, and
 * meta-jobs with a part there, by booked start, then in order of arrival.
 */
#ifndef SIM_FLEXCO_STATE_H
#define SIM_FLEXCO_STATE_H

#include "coalloc.h"

#include "error.h"
#include "events.h"
#include "flexco_job.h"
#include "flexco_rules.h"
#include "outages.h"
#include "plan.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum sim_flexco_phase {
    SIM_FLEXCO_COMES,  /* not submitted yet                         */
    SIM_FLEXCO_ASKS,   /* submitted, not booked: for want of sites? */
    SIM_FLEXCO_WAITS,  /* booked                                    */
    SIM_FLEXCO_RUNS,   /* it has begun                              */
    SIM_FLEXCO_IS_OVER /* ended, or refused                         */
} sim_flexco_phase;

typedef struct sim_flexco_share { /* what a site gives to a meta-job */
    coa_id id;                    /* there */
    uint32_t site, servers;
} sim_flexco_share;

typedef struct sim_flexco_state { /* of a job */
    coa_id id;                    /* of its booking; 0: each share has its own  */
    int64_t start, end;           /* of its booking                             */
    int64_t over;                 /* while it runs: when that will be           */
    size_t shares;                /* of a meta-job that is booked: in the pool  */
    uint32_t share_count;         /* local: 1, which is not in the pool         */
    uint32_t shape;
    sim_flexco_phase phase;
} sim_flexco_state;

typedef struct sim_flexco_wait { /* a job in a site's queue */
    int64_t start, end;
    uint32_t job;
    uint32_t servers; /* SIM_FLEXCO_META: it is a meta-job */
} sim_flexco_wait;

typedef struct sim_flexco_site {
    coa_calendar *calendar; /* NULL = it is down */
    uint32_t servers;
    sim_plan plan;
    sim_flexco_wait *queue; /* [first], ..., [end - 1] */
    size_t first, end, capacity;
    int64_t grown_from, grown_to; /* within this more are free than at the last pass */
    int early;                    /* a job ended early: the queue will be compressed */
    int back;                     /* what messages had taken came back               */
    sim_outage outage;            /* the one it is in, or the next                   */
    sim_outage_source outages;
} sim_flexco_site;

/* The shares of all meta-jobs that are booked, in blocks of 1, 2, 4, 8, ... Free blocks
 * of a size are a list: free[] is the place of the first, and 1; then so is its id. */
typedef struct sim_flexco_pool {
    sim_flexco_share *items;
    size_t count, capacity;
    coa_id free[33];
} sim_flexco_pool;

typedef struct sim_flexco_messages sim_flexco_messages; /* flexco_messages.h */

typedef struct sim_flexco {
    const sim_flexco_system *system;
    const sim_flexco_job *jobs;
    size_t count, next; /* next: the first that is not submitted yet */
    size_t left;        /* that have no fate yet                     */
    uint64_t undone;    /* bookings, by failures                     */
    const sim_flexco_rules *rules;
    sim_flexco_result *result;
    int64_t now;
    sim_flexco_state *states;
    sim_flexco_site *sites;
    sim_flexco_pool pool;
    sim_events ends;  /* subject: a job; void unless that runs and is over then */
    uint32_t *asking; /* jobs that ask to be booked                             */
    size_t asking_count, asking_capacity;
    int again;         /* which they do at this instant                  */
    coa_site *up;      /* the sites that are up, for coa_flex_ calls     */
    uint32_t *at;      /* their numbers                                  */
    uint32_t *largest; /* how many processors they have, most first      */
    uint32_t up_count;
    uint32_t cursor;          /* next-fit: the site that comes first               */
    sim_flexco_share *shares; /* room for one of each site                         */
    uint32_t *head;           /* room for the meta-jobs at the head of a queue      */
    size_t head_capacity;
    coa_set kept; /* early binding: the processors of a job that may move      */
    sim_flexco_messages *messages; /* NULL: the metascheduler sees the calendars      */
} sim_flexco;

/* ---- what can go wrong ------------------------------------------------------------- */

static inline int sim_flexco_memory(sim_error *e) { return sim_fail(e, "out of memory"); }

/* A call of coalloc.h that had to succeed has not. */
static inline int sim_flexco_wrong(coa_status s, sim_error *e)
{
    if (s == COA_E_NOMEM) return sim_flexco_memory(e);
    return sim_fail(e, "the schedule cannot go on: %s", coa_status_text(s));
}

/* The array with room for one more than `count`; NULL when memory is out. */
static inline void *sim_flexco_room(void *items, size_t size, size_t count,
                                    size_t *capacity)
{
    const size_t more = *capacity + *capacity / 2 + 64;
    if (count < *capacity) return items;
    if (more > SIZE_MAX / size) return NULL;
    items = realloc(items, more * size);
    if (items) *capacity = more;
    return items;
}

/* ---- the pool ---------------------------------------------------------------------- */

/* Blocks of that class have room for 2^class. */
static inline uint32_t sim_flexco_class(uint32_t count)
{
    uint32_t size = 0;
    while ((UINT64_C(1) << size) < count) size++;
    return size;
}

/* Copies the shares into the pool: to *place. 0, or -1 when memory is out. */
static inline int sim_flexco_pool_add(sim_flexco_pool *p, const sim_flexco_share *shares,
                                      uint32_t count, size_t *place)
{
    const uint32_t size = sim_flexco_class(count);
    const size_t need = (size_t)1 << size;
    if (p->free[size]) {
        *place = (size_t)(p->free[size] - 1);
        p->free[size] = p->items[*place].id;
    } else {
        if (need > p->capacity - p->count) {
            const size_t more = p->capacity + p->capacity / 2 + need + 64;
            sim_flexco_share *grown =
                (sim_flexco_share *)realloc(p->items, more * sizeof *grown);
            if (!grown) return -1;
            p->items = grown;
            p->capacity = more;
        }
        *place = p->count;
        p->count += need;
    }
    memcpy(p->items + *place, shares, count * sizeof *shares);
    return 0;
}

static inline void sim_flexco_pool_remove(sim_flexco_pool *p, size_t place,
                                          uint32_t count)
{
    const uint32_t size = sim_flexco_class(count);
    p->items[place].id = p->free[size];
    p->free[size] = (coa_id)place + 1;
}

/* ---- a site's queue ---------------------------------------------------------------- */

/* The place of the first that is not before that one. */
static inline size_t sim_flexco_queue_find(const sim_flexco_site *s, int64_t start,
                                           uint32_t job)
{
    size_t lo = s->first, hi = s->end;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        const sim_flexco_wait *w = &s->queue[middle];
        if (w->start < start || (w->start == start && w->job < job))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* 0, or -1 when memory is out. */
static inline int sim_flexco_queue_add(sim_flexco_site *s, const sim_flexco_wait *w)
{
    size_t at;
    if (s->end == s->capacity && s->first > s->capacity / 2) { /* the past makes room */
        memmove(s->queue, s->queue + s->first, (s->end - s->first) * sizeof *s->queue);
        s->end -= s->first;
        s->first = 0;
    }
    if (s->end == s->capacity) {
        sim_flexco_wait *grown = (sim_flexco_wait *)sim_flexco_room(
            s->queue, sizeof *s->queue, s->end, &s->capacity);
        if (!grown) return -1;
        s->queue = grown;
    }
    at = sim_flexco_queue_find(s, w->start, w->job);
    memmove(s->queue + at + 1, s->queue + at, (s->end - at) * sizeof *s->queue);
    s->queue[at] = *w;
    s->end++;
    return 0;
}

static inline void sim_flexco_queue_remove(sim_flexco_site *s, int64_t start,
                                           uint32_t job)
{
    const size_t at = sim_flexco_queue_find(s, start, job);
    if (at - s->first < s->end - at) {
        memmove(s->queue + s->first + 1, s->queue + s->first,
                (at - s->first) * sizeof *s->queue);
        s->first++;
    } else {
        s->end--;
        memmove(s->queue + at, s->queue + at + 1, (s->end - at) * sizeof *s->queue);
    }
}

/* The job in that place starts earlier from now on. */
static inline void sim_flexco_queue_advance(sim_flexco_site *s, size_t place,
                                            int64_t start)
{
    sim_flexco_wait w = s->queue[place];
    const size_t to = sim_flexco_queue_find(s, start, w.job);
    memmove(s->queue + to + 1, s->queue + to, (place - to) * sizeof *s->queue);
    w.end -= w.start - start;
    w.start = start;
    s->queue[to] = w;
}

/* ---- what is free at a site -------------------------------------------------------- */

/* Those of a booking are not free any more. 0, or -1 when memory is out. */
static inline int sim_flexco_take(sim_flexco_site *s, int64_t from, int64_t to,
                                  uint32_t servers)
{
    return sim_plan_change(&s->plan, from, to, servers, 0);
}

/* They are. */
static inline int sim_flexco_give(sim_flexco_site *s, int64_t from, int64_t to,
                                  uint32_t servers)
{
    if (from < s->grown_from) s->grown_from = from;
    if (to > s->grown_to) s->grown_to = to;
    return sim_plan_change(&s->plan, from, to, servers, 1);
}

static inline void sim_flexco_not_grown(sim_flexco_site *s)
{
    s->grown_from = INT64_MAX;
    s->grown_to = INT64_MIN;
}

/* ---- jobs -------------------------------------------------------------------------- */

/* The job asks to be booked, when it can be. */
static inline int sim_flexco_ask(sim_flexco *f, uint32_t job, sim_error *e)
{
    uint32_t *grown = (uint32_t *)sim_flexco_room(f->asking, sizeof *f->asking,
                                                  f->asking_count, &f->asking_capacity);
    if (!grown) return sim_flexco_memory(e);
    f->asking = grown;
    f->asking[f->asking_count++] = job;
    f->states[job].phase = SIM_FLEXCO_ASKS;
    return 0;
}

static inline void sim_flexco_fated(sim_flexco *f, uint32_t job, sim_flexco_fate fate)
{
    f->result->outcomes[job].fate = fate;
    f->states[job].phase = SIM_FLEXCO_IS_OVER;
    f->left--;
}

/* What a booking says of the job, for the first time or not. */
static inline void sim_flexco_promise(sim_flexco *f, uint32_t job, uint32_t servers)
{
    const sim_flexco_state *st = &f->states[job];
    sim_flexco_outcome *o = &f->result->outcomes[job];
    if (o->promised < 0) {
        o->first_start = st->start;
        o->promised = st->end;
        o->first_parts = st->share_count;
    }
    o->booked_end = st->end;
    o->servers = servers;
    o->shape = st->shape;
}

#endif
