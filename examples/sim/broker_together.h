/* broker_together.h - a job larger than any cluster, at several of them at once.
 *
 * Where the broker may co-allocate, a job that needs more processors than any cluster
 * has that satisfies its static HARD requirements gets some of several, as one job: by
 * coa_flex_earliest (FlexCo; M. A. S. Netto, R. Buyya, paper 5) over calendars that are
 * what each cluster has promised, at the earliest end there is. At several it takes
 * `coallocate` percent longer, of its estimate when it is planned and of its run time
 * when it runs, both rounded up. Each part is an advance reservation at its cluster:
 * booked when the job is submitted, around what runs there by its estimate, others,
 * and under conservative backfilling what each waiting job is promised. So it starts when
 * it was told to, and all parts start and end together. Jobs that wait in a local queue
 * and are promised nothing are planned around it.
 *
 * The broker asks the clusters themselves: an information delay does not matter here, nor
 * does its queue. Only where processors are counted and clusters do not fail: a part
 * cannot be taken back from a local system when another one is lost.
 */
#ifndef SIM_BROKER_TOGETHER_H
#define SIM_BROKER_TOGETHER_H

#include "broker_select.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SIM_TOGETHER_PARTS 0x1000000u /* at most: of each large job one at each cluster */

typedef struct sim_together { /* an answer: zero-initialise; sim_together_free */
    coa_site *sites;          /* calendars of the clusters that may have a part */
    uint32_t *cluster;        /* which one each of them is                      */
    uint32_t count;
    coa_flex_booking found;
} sim_together;

static inline void sim_together_free(sim_together *t)
{
    uint32_t i;
    for (i = 0; i < t->count; i++) coa_destroy(t->sites[i].calendar);
    free(t->sites);
    free(t->cluster);
    memset(t, 0, sizeof *t);
}

/* So many percent of a time, rounded up. */
static inline int64_t sim_together_overhead(int64_t time, uint32_t percent)
{
    return time / 100 * percent + (time % 100 * percent + 99) / 100;
}

/* What the plan has given away from now on, as bookings. 0, or -1 when memory is out. */
static inline int sim_together_mirror(const sim_plan *p, uint32_t servers, int64_t now,
                                      coa_calendar **out)
{
    coa_desc desc;
    size_t i;
    memset(&desc, 0, sizeof desc);
    desc.servers = servers;
    desc.now = now;
    desc.index = COA_INDEX_COUNT;
    if (coa_create(out, &desc) != COA_OK) return -1;
    for (i = p->first; i + 1 < p->count; i++) {
        const int64_t from = p->time[i] > now ? p->time[i] : now;
        coa_request r;
        coa_booking booked;
        if (p->free[i] == servers || p->time[i + 1] <= now) continue;
        memset(&r, 0, sizeof r);
        r.ready = from;
        r.length = p->time[i + 1] - from;
        r.servers = servers - p->free[i];
        if (coa_reserve(*out, &r, &booked) != COA_OK) return -1;
    }
    return 0;
}

/* Could the cluster have a part of it? */
static inline int sim_together_fits(const sim_grid *g, const sim_demands *d,
                                    const sim_job *job, size_t cluster)
{
    sim_job part = *job;
    part.servers = 1;
    return sim_demand_fits(g, d, &part, cluster, NULL);
}

/* Can no cluster run it alone, but perhaps several of them? */
static inline int sim_together_large(const sim_grid *g, const sim_demands *d,
                                     const sim_job *job)
{
    size_t k;
    uint64_t cpus = 0;
    for (k = 0; k < g->count; k++) {
        if (sim_demand_fits(g, d, job, k, NULL)) return 0;
        if (sim_together_fits(g, d, job, k)) cpus += g->clusters[k].cpus;
    }
    return cpus >= job->servers;
}

static inline int sim_together_sites(const sim_broker_view *v, const sim_job *job,
                                     sim_together *t)
{
    uint32_t k;
    t->sites = (coa_site *)calloc(v->grid->count, sizeof *t->sites);
    t->cluster = (uint32_t *)calloc(v->grid->count, sizeof *t->cluster);
    if (!t->sites || !t->cluster) return -1;
    for (k = 0; k < v->grid->count; k++) {
        const sim_batch_run *local = &v->sites[k].local;
        if (!sim_together_fits(v->grid, v->demands, job, k)) continue;
        t->cluster[t->count] = k;
        if (sim_together_mirror(&local->plan, local->servers, v->now,
                                &t->sites[t->count++].calendar) != 0)
            return -1;
    }
    return 0;
}

/* Where and when the job can run: 1; 0: never, or under realtime not by its deadline; -1:
 * memory is out. sim_together_free it, whatever happens. */
static inline int sim_together_find(const sim_broker_view *v, const sim_job *job,
                                    sim_together *t)
{
    coa_flex_request r;
    coa_status s;
    if (sim_together_sites(v, job, t) != 0) return -1;
    if (t->count < 2) return 0;
    memset(&r, 0, sizeof r);
    r.ready = v->now;
    r.length = job->estimate;
    r.overhead = sim_together_overhead(job->estimate, v->rules->coallocate);
    r.servers = job->servers;
    if (v->rules->jobs == SIM_BROKER_REALTIME)
        r.deadline = sim_broker_deadline(v->rules, job);
    s = coa_flex_earliest(t->sites, t->count, &r, &t->found);
    return s == COA_OK ? 1 : s == COA_E_NOMEM ? -1 : 0;
}

#endif
