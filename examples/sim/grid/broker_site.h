/* broker_site.h - a cluster of the grid: its local system, its state, and the state that
 * the broker knows.
 *
 * With an information delay a cluster sends its state at the end of each instant at which
 * it changed, and it reaches the broker `delay` seconds later. Without a delay the broker
 * sees the state itself. The broker does not add the jobs it has sent since to the old
 * state: that is what makes old information expensive.
 */
#ifndef BROKER_SITE_H
#define BROKER_SITE_H

#include "coalloc.h"

#include "base/job.h"
#include "machine/machine.h"
#include "grid/broker.h"
#include "grid/broker_queue.h"

#include <stddef.h>
#include <stdint.h>

struct broker_run; /* broker.c */

struct broker_site {
    struct broker_run *run;
    uint32_t cluster;
    struct machine local;
    struct grid_state state;   /* as it is now, except `work`                       */
    struct grid_state picture; /* as the broker knows it                            */
    struct grid_state *news;   /* sent and not received: first_news .. news_end - 1 */
    size_t first_news, news_end, news_room;
    uint32_t *taken;     /* CPUs in use of each node                         */
    int64_t counted;     /* until then it is known how long nodes were in use */
    double waiting_work; /* CPU-seconds of the jobs that wait, by estimates  */
    double running_ends; /* sum of CPUs * planned end of those that run      */
    int changed;         /* the state has, at this instant                   */
    int unwanted;        /* the broker saw it idle and sent it nothing       */
};

struct broker_view {
    struct broker_task task;
    struct broker_site *sites;
    struct broker_classes classes;
    struct broker_queue queue;
    double least_rank; /* the lowest, not below 0, of all jobs that were in the queue */
    int64_t now;
};

/* The state as it is now, `work` included. */
const struct grid_state *broker_site_look(struct broker_site *s, int64_t now);

/* The cluster's state as the broker knows it: the present one, or the last that was sent
 * where there is an information delay. */
static inline const struct grid_state *broker_view_see(const struct broker_view *v,
                                                       uint32_t cluster)
{
    struct broker_site *s = &v->sites[cluster];
    return v->task.rules->delay ? &s->picture : broker_site_look(s, v->now);
}

/* Sends the state to the broker. */
void broker_site_send(struct broker_site *s, int64_t now);

/* When the next state reaches the broker, or JOB_NEVER. */
static inline int64_t broker_site_news_due(const struct broker_site *s, int64_t delay)
{
    return s->first_news < s->news_end ? s->news[s->first_news].time + delay : JOB_NEVER;
}

/* Gives the broker the news that has reached it by now. */
static inline void broker_site_receive(struct broker_site *s, int64_t now, int64_t delay)
{
    for (; broker_site_news_due(s, delay) <= now; s->first_news++)
        s->picture = s->news[s->first_news];
}

/* A run of CPUs is in use from now on (more 1), or no longer: counts free_nodes. */
void broker_site_nodes(struct broker_site *s, const struct grid_cluster *c,
                       const struct job_run *run, int more);

void broker_site_arrived(struct broker_site *s, const struct job *j);
void broker_site_started(struct broker_site *s, const struct job *j, int64_t now);
void broker_site_ended(struct broker_site *s, const struct job *j, int64_t start);

/* ---- at several clusters (broker_coallocate.c) ------------------------------------- */

struct broker_coallocate { /* an answer: zero-initialise; broker_coallocate_free */
    coa_site *sites;       /* the plans of the clusters that may have a part */
    coa_flex *flex;        /* of these sites; it has the parts of `found`    */
    uint32_t *cluster;     /* which cluster each of them is                  */
    uint32_t count;
    coa_flex_booking found;
};

void broker_coallocate_free(struct broker_coallocate *t);

/* Can no cluster run the job alone, but several of them together? */
int broker_coallocate_large(const struct broker_task *task, const struct job *job);

/* Finds where and when the job can run. 0 if it never can, or not by its deadline where
 * jobs are refused for that. Call broker_coallocate_free in any case. */
int broker_coallocate_find(const struct broker_view *v, const struct job *job,
                           struct broker_coallocate *t);

#endif
