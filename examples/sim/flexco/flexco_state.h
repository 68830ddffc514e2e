/* flexco_state.h - the state of a run of FlexCo's sites: jobs, their bookings, sites.
 *
 * Every booking is in the calendar of its site (coalloc.h), which decides what fits. A
 * job is a site's own, or the metascheduler's: local jobs and, unless the rules say
 * otherwise, meta-jobs that are booked at one site are the site's.
 *
 * A site's queue lists the jobs that are booked there and have not begun: its own, and
 * meta-jobs with a part there, by booked start, then in order of arrival. It is kept in
 * two halves, as compression only looks at its own jobs.
 *
 * An instant costs as much as the sites that have something to do: the sites are in heaps
 * by their next start, and those whose queues are to be looked at are listed. The time of
 * a calendar moves on when its site is used.
 */
#ifndef FLEXCO_STATE_H
#define FLEXCO_STATE_H

#include "coalloc.h"

#include "base/events.h"
#include "machine/replan.h"
#include "flexco/flexco.h"

#include <stddef.h>
#include <stdint.h>

struct flexco_share { /* what a site gives to a job */
    uint32_t site, servers;
};

struct flexco_state {                 /* of a job */
    coa_id id;                        /* of its booking                              */
    int64_t start, end;               /* of its booking                              */
    struct flexco_share *shares, own; /* by site; of one alone: &own   */
    uint32_t share_count;
    uint32_t owner; /* from its booking on: a site, or FLEXCO_META */
    uint32_t shape;
    int waits; /* it is booked, and has not begun */
};

struct flexco_wait { /* a job in a site's queue */
    int64_t start, length;
    uint32_t job, servers;
};

struct flexco_queue {       /* by start, then by job */
    struct flexco_wait *at; /* [first], ..., [end - 1] */
    size_t first, end, room;
};

struct flexco_site {
    coa_calendar *calendar;
    uint32_t idle; /* processors that no running job has                   */
    struct flexco_queue own, meta;
    int64_t due;             /* its time in flexco.starts; JOB_NEVER = none          */
    struct replan_gaps gaps; /* what came free since the queue was looked at         */
    int early;               /* a job ended early: it is in flexco.early                */
};

struct flexco {
    struct flexco_task task;
    size_t next; /* the first job that is not submitted yet  */
    size_t left; /* jobs that have no fate yet               */
    struct flexco_result *result;
    int64_t now;
    struct flexco_state *states;
    struct flexco_site *sites;
    struct replan replan; /* the pass over a site */
    struct events ends;   /* subject: a job                              */
    struct events starts; /* subject: a site; void unless that is its `due`         */
    uint32_t *early;      /* sites whose queues are to be compressed     */
    uint32_t early_count;
    coa_site *at;     /* the calendars of all sites                          */
    coa_flex *flex;   /* the meta-jobs in the calendars of the sites that are chosen */
    coa_site *chosen; /* their calendars                                     */
    uint32_t *choice; /* their numbers, by number                            */
    uint32_t chosen_count;
    int64_t advanced;            /* all calendars have reached that time                */
    uint32_t cursor;             /* next-fit: the site that comes first               */
    struct flexco_share *shares; /* room for one of each site                         */
    uint32_t *head;              /* room for the meta-jobs at the head of a queue      */
    size_t head_room;
};

/* The call of coalloc.h, which is for that job, had to succeed. */
void flexco_state_must(const struct flexco *f, coa_status s, const char *call,
                       uint32_t job);

/* ---- a site's queue ---------------------------------------------------------------- */

/* The place of the first that is not before that one. */
size_t flexco_state_queue_find(const struct flexco_queue *q, int64_t start, uint32_t job);

/* Adds a job that is booked, with a share of the site. */
void flexco_state_queue_add(struct flexco *f, uint32_t site, uint32_t job);

void flexco_state_queue_remove(struct flexco_queue *q, int64_t start, uint32_t job);

/* The site's own job in that place starts earlier from now on. */
void flexco_state_queue_advance(struct flexco *f, uint32_t site, size_t place,
                                int64_t start);

/* The half of the queue in which the first job of both is; NULL if both are empty. */
struct flexco_queue *flexco_state_queue_head(struct flexco_site *s);

/* The site and the time of the next start; NULL = there is none. */
const struct event *flexco_state_queue_next(struct flexco *f);

/* ---- jobs and calendars ------------------------------------------------------------ */

/* The time of the site's calendar, or of all, moves on to the present. */
void flexco_state_advance(const struct flexco *f, uint32_t site);
void flexco_state_advance_all(struct flexco *f);

/* More processors of the site are free in [from, to). */
void flexco_state_free_again(struct flexco *f, uint32_t site, int64_t from, int64_t to);

/* The job has its fate; nothing more happens to it. */
void flexco_state_decide(struct flexco *f, uint32_t job, enum flexco_fate fate);

/* Notes the job's booking in its outcome: the first one as the promise. */
void flexco_state_promise(struct flexco *f, uint32_t job, uint32_t servers);

/* Makes the job one of the site's own, which has all its processors there. */
void flexco_state_own(struct flexco_state *st, uint32_t site, uint32_t servers);

/* ---- the metascheduler (flexco_meta.c) --------------------------------------------- */

/* Books the meta-job, which would fit if it were alone. */
void flexco_meta_book(struct flexco *f, uint32_t job);

/* Offers the meta-job, which waits, an earlier time, as one of its sites has idle
 * processors. Has it moved? */
int flexco_meta_offer(struct flexco *f, uint32_t job);

/* Ends the meta-job's booking now in all calendars. */
void flexco_meta_finish(struct flexco *f, uint32_t job);

/* Takes away what the job has from `from` on, except in the sites' calendars. */
void flexco_meta_drop(struct flexco *f, uint32_t job, int64_t from);

#endif
