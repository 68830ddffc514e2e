/* broker_site.c - the work that is left is a sum that does not change as time goes by, so
 * that a look costs nothing. */
#include "grid/broker_site.h"

#include "kit/base.h"

#include <string.h>

/* CPU-seconds left, by estimates. Doubles are exact for all sums that occur. */
static int64_t work_left(const struct broker_site *s, int64_t now)
{
    const double busy = (double)(s->local.servers - s->state.free_cpus);
    const double work = s->waiting_work + s->running_ends - busy * (double)now;
    if (!(work > 0)) return 0;
    return work < 9.0e18 ? (int64_t)work : INT64_MAX;
}

const struct grid_state *broker_site_look(struct broker_site *s, int64_t now)
{
    s->state.work = work_left(s, now);
    s->state.time = now;
    return &s->state;
}

void broker_site_send(struct broker_site *s, int64_t now)
{
    if (s->news_end == s->news_room && s->first_news > s->news_end / 2) {
        s->news_end -= s->first_news;
        memmove(s->news, s->news + s->first_news, s->news_end * sizeof *s->news);
        s->first_news = 0;
    }
    BASE_PUSH(s->news, s->news_end, s->news_room) = *broker_site_look(s, now);
}

/* One more than the node's last CPU: the inverse of grid_cluster_node. */
static uint64_t node_end(const struct grid_cluster *c, uint64_t node)
{
    const uint64_t larger = c->cpus % c->nodes;
    return (node + 1) * (c->cpus / c->nodes) + (node < larger ? node + 1 : larger);
}

void broker_site_nodes(struct broker_site *s, const struct grid_cluster *c,
                       const struct job_run *run, int more)
{
    const uint64_t end = (uint64_t)run->first + run->count;
    uint32_t node = grid_cluster_node(c, run->first);
    for (uint64_t cpu = run->first; cpu < end; node++) {
        const uint64_t over = node_end(c, node);
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

static double work_of(const struct job *j)
{
    return (double)j->servers * (double)j->estimate;
}

static double planned_end(const struct job *j, int64_t start)
{
    return (double)j->servers * ((double)start + (double)j->estimate);
}

void broker_site_arrived(struct broker_site *s, const struct job *j)
{
    s->state.queued++;
    s->state.queued_cpus += j->servers;
    s->waiting_work += work_of(j);
    s->changed = 1;
}

void broker_site_started(struct broker_site *s, const struct job *j, int64_t now)
{
    s->state.queued--;
    s->state.queued_cpus -= j->servers;
    s->waiting_work -= work_of(j);
    s->state.running++;
    s->state.free_cpus -= j->servers;
    s->running_ends += planned_end(j, now);
    s->changed = 1;
}

void broker_site_ended(struct broker_site *s, const struct job *j, int64_t start)
{
    s->state.running--;
    s->state.free_cpus += j->servers;
    s->running_ends -= planned_end(j, start);
    s->changed = 1;
}
