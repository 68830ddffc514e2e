/* broker_site.h - a cluster of the grid: its local system, the state it tells the broker,
 * and how long that takes.
 *
 * News: with an information delay a cluster's state at the end of each instant at which
 * it changed is sent off, and is the broker's picture of it from `delay` later on.
 * Without delay the picture is the state itself. Of what it sends there the broker adds
 * nothing to the picture: that is what makes old information expensive.
 */
#ifndef SIM_BROKER_SITE_H
#define SIM_BROKER_SITE_H

#include "batch.h"
#include "broker_rules.h"
#include "grid.h"
#include "outages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_news { /* zero-initialise; those on their way: first .. count - 1 */
    sim_state *items;
    size_t first, count, capacity;
} sim_news;

typedef struct sim_site {
    sim_batch_run local;
    sim_state state;   /* as it is now, but for `work`                         */
    sim_state picture; /* as the broker sees it                                */
    sim_news news;
    uint32_t *taken;     /* CPUs in use of each node                             */
    double waiting_work; /* CPU-seconds of the jobs that wait, by estimates      */
    double running_ends; /* sum of CPUs * planned end of those that run          */
    int changed;         /* something did, at this instant                       */
    int refused;         /* the broker saw it idle, and it was of no use           */
    sim_outage outage;   /* the one it is in, or the next                        */
    sim_outage_source outages;
} sim_site;

/* ---- what it would tell ------------------------------------------------------------ */

/* CPU-seconds left, by estimates. Doubles are exact for what occurs, and saturate for
 * what does not. */
static inline int64_t sim_site_work(const sim_site *s, int64_t now)
{
    const double busy = (double)(s->local.servers - s->state.free_cpus);
    const double work = s->waiting_work + s->running_ends - busy * (double)now;
    if (!(work > 0)) return 0;
    return work < 9.0e18 ? (int64_t)work : INT64_MAX;
}

static inline const sim_state *sim_site_look(sim_site *s, int64_t now)
{
    s->state.work = sim_site_work(s, now);
    s->state.time = now;
    return &s->state;
}

/* ---- news -------------------------------------------------------------------------- */

/* 0, or -1 when memory is out. */
static inline int sim_news_send(sim_news *n, const sim_state *state)
{
    if (n->count == n->capacity && n->first > n->count / 2) {
        memmove(n->items, n->items + n->first, (n->count - n->first) * sizeof *n->items);
        n->count -= n->first;
        n->first = 0;
    }
    if (n->count == n->capacity) {
        const size_t more = 2 * n->capacity + 16;
        sim_state *grown = (sim_state *)realloc(n->items, more * sizeof *grown);
        if (!grown) return -1;
        n->items = grown;
        n->capacity = more;
    }
    n->items[n->count++] = *state;
    return 0;
}

/* When the next arrive; SIM_NEVER. */
static inline int64_t sim_news_due(const sim_news *n, int64_t delay)
{
    return n->first < n->count ? n->items[n->first].time + delay : SIM_NEVER;
}

/* What the broker sees now. */
static inline void sim_site_hear(sim_site *s, int64_t now, int64_t delay)
{
    for (; sim_news_due(&s->news, delay) <= now; s->news.first++)
        s->picture = s->news.items[s->news.first];
}

/* ---- jobs come, start and go ------------------------------------------------------- */

/* One more than the node's last CPU: sim_cluster_node the other way round. */
static inline uint64_t sim_cluster_node_end(const sim_cluster *c, uint64_t node)
{
    const uint64_t larger = c->cpus % c->nodes;
    return (node + 1) * (c->cpus / c->nodes) + (node < larger ? node + 1 : larger);
}

/* The nodes of a run of CPUs have so many more in use, or less: free_nodes follows. */
static inline void sim_site_nodes(sim_site *s, const sim_cluster *c, const sim_run *run,
                                  int more)
{
    const uint64_t end = (uint64_t)run->first + run->count;
    uint64_t cpu = run->first;
    uint32_t node = sim_cluster_node(c, run->first);
    for (; cpu < end; node++) {
        const uint64_t over = sim_cluster_node_end(c, node);
        const uint32_t n = (uint32_t)((over < end ? over : end) - cpu);
        uint32_t *taken = &s->taken[node];
        if (more) {
            s->state.free_nodes -= *taken == 0;
            *taken += n;
        } else {
            *taken -= n;
            s->state.free_nodes += *taken == 0;
        }
        cpu += n;
    }
}

static inline double sim_job_work(const sim_job *j)
{
    return (double)j->servers * (double)j->estimate;
}

static inline double sim_job_planned_end(const sim_job *j, int64_t start)
{
    return (double)j->servers * ((double)start + (double)j->estimate);
}

static inline void sim_site_arrived(sim_site *s, const sim_job *j)
{
    s->state.queued++;
    s->state.queued_cpus += j->servers;
    s->waiting_work += sim_job_work(j);
    s->changed = 1;
}

static inline void sim_site_leaves_queue(sim_site *s, const sim_job *j)
{
    s->state.queued--;
    s->state.queued_cpus -= j->servers;
    s->waiting_work -= sim_job_work(j);
    s->changed = 1;
}

static inline void sim_site_started(sim_site *s, const sim_job *j, int64_t now)
{
    sim_site_leaves_queue(s, j);
    s->state.running++;
    s->state.free_cpus -= j->servers;
    s->running_ends += sim_job_planned_end(j, now);
}

static inline void sim_site_ended(sim_site *s, const sim_job *j, int64_t start)
{
    s->state.running--;
    s->state.free_cpus += j->servers;
    s->running_ends -= sim_job_planned_end(j, start);
    s->changed = 1;
}

#endif
