/* plan.h - the queue of a machine and its plan, in which windows are booked, moved
 * and given back.
 */
#ifndef PLAN_H
#define PLAN_H

#include "coalloc.h"

#include "machine/machine.h"

#include <stdint.h>

/* Events of one time and kind are ordered by rank. */
static inline void plan_push(struct events *to, int64_t time, uint32_t kind, uint32_t job,
                             uint64_t rank)
{
    if (events_push_numbered(to, time, kind, job, rank) != 0) fail("out of memory");
}

/* ---- the queue --------------------------------------------------------------------- */

struct orders_ranking plan_ranking(const struct machine *m, size_t order);

/* The job joins the queue. */
void plan_enqueue(struct machine *m, uint32_t job);

/* The job leaves it; until it is closed the queue stands as it is. */
void plan_leave(struct machine *m, uint32_t job);
void plan_close(struct machine *m);

/* Sorts the queue again if its order changes with time. */
void plan_sort(struct machine *m);

/* Jobs from this place of the queue on were not there before. */
static inline void plan_unseen(struct machine *m, size_t place)
{
    if (place < m->line.seen) m->line.seen = place;
    if (place <= m->line.from) m->line.from = m->line.seen = 0;
}

/* There may be room for jobs that have found none. */
void plan_more_room(struct machine *m);

/* ---- windows ----------------------------------------------------------------------- */

/* Books a window that starts now, on idle servers. `ahead`: the job starts ahead of
 * others, under rua only where it slows no job. 0 if there is none. */
int plan_now(struct machine *m, uint32_t job, int ahead);

/* The plan as of now: it is advanced where it is looked at, not at each instant. */
static inline coa_calendar *plan_of(struct machine *m)
{
    if (m->planned < m->now)
        grants_must(coa_advance(m->plan, m->planned = m->now), "coa_advance");
    return m->plan;
}

/* For so long a job is booked. */
static inline int64_t plan_length(const struct machine *m, uint32_t job)
{
    return m->rules->asking ? m->jobs[job].length : m->jobs[job].estimate;
}

/* Does the machine have all that it asks for? */
static inline int plan_fits(const struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    return j->servers <= m->servers &&
           (!m->pool || resources_need(m->pool->r, j)->nodes > 0);
}

/* From then on it may start. */
static inline int64_t plan_from(const struct machine *m, uint32_t job)
{
    return m->jobs[job].ready > m->now ? m->jobs[job].ready : m->now;
}

/* Books the job's window at the earliest start from `from` on. 0: it is rejected. */
int plan_reserve(struct machine *m, uint32_t job, int64_t from);

/* A reservation will start then. */
void plan_expect_start(struct machine *m, uint32_t job);

/* Books the window of a reservation that starts when it is ready. In the way of a
 * downtime, promises are moved: in the order of their starts each gets the earliest that
 * is not before its own. 0: it is refused, as it is if one of these finds none within
 * the horizon, and nothing has changed. */
int plan_exact(struct machine *m, uint32_t job);

/* Something new is planned in [from, to): waiting jobs may weigh it. */
void plan_taken(struct machine *m, int64_t from, int64_t to);

/* Gives back the job's window: there is more room. */
void plan_withdraw(struct machine *m, uint32_t job);

/* The same, for good: other promises may move. */
void plan_give_up(struct machine *m, uint32_t job);

/* The job starts, and gets its servers. */
void plan_grant(struct machine *m, uint32_t job);

/* The job, which was planned to end then, has ended. */
void plan_end(struct machine *m, uint32_t job, int64_t planned);

/* The job, which has a window, moves to a better one if there is one, its own counting as
 * free: an earlier one or, where servers have names, other servers. 1 if it has moved. */
int plan_move(struct machine *m, uint32_t job);

/* The job, which has a promise, looks for a better window where one may be new. */
void plan_move_if_new(struct machine *m, uint32_t job);

/* ---- speeds, where nodes share something (speeds.c) -------------------------- */

void speeds_begin(struct machine *m);
void speeds_free(struct machine *m);

/* The job, which has its servers, begins to run. It ends: returns when it was planned
 * to. */
void speeds_started(struct machine *m, uint32_t job);
int64_t speeds_ended(struct machine *m, uint32_t job);

/* After starts and ends, if speeds may have changed: computes them, and moves ends. */
void speeds_compute(struct machine *m);

static inline void speeds_settle(struct machine *m)
{
    if (m->speeds.changed) speeds_compute(m);
}

#endif
