/* broker_coallocate.c - a job larger than any cluster, at several of them at once.
 *
 * Where the broker may co-allocate, a job that needs more processors than any cluster has
 * that satisfies its static HARD requirements gets processors of several, as one job:
 * coa_flex_earliest (FlexCo; M. A. S. Netto, R. Buyya, paper 5) finds the earliest end
 * over the plans of the clusters. At several clusters the job
 * takes `coallocate` percent longer, of its estimate when it is planned and of its run
 * time when it runs, both rounded up. Each part is an advance reservation at its cluster,
 * booked when the job is submitted around running jobs (by their estimates), other
 * reservations, and under conservative backfilling the promises to waiting jobs. So all
 * parts start at the promised time and end together. Jobs that wait in a local queue
 * without a promise are planned around it.
 *
 * The broker asks the clusters themselves: neither an information delay nor its queue
 * matters here. It needs processors that are counted, and clusters that do not fail: a
 * part cannot be taken back from a local system when another one is lost. */
#include "grid/broker_site.h"

#include "batch/batch.h"
#include "grid/broker_policy.h"
#include "grid/broker_rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void broker_coallocate_free(struct broker_coallocate *t)
{
    coa_flex_destroy(t->flex);
    free(t->sites);
    free(t->cluster);
    memset(t, 0, sizeof *t);
}

int64_t broker_coallocate_overhead(int64_t time, uint32_t percent)
{
    return time / 100 * percent + (time % 100 * percent + 99) / 100;
}

/* May the cluster have a part of the job? */
static int fits_part(const struct grid *g, const struct demands *d, const struct job *job,
                     size_t cluster)
{
    struct job part = *job;
    part.servers = 1;
    return demands_fits(g, d, &part, cluster, NULL);
}

int broker_coallocate_large(const struct grid *g, const struct demands *d,
                            const struct job *job)
{
    size_t k;
    uint64_t cpus = 0;
    for (k = 0; k < g->count; k++) {
        if (demands_fits(g, d, job, k, NULL)) return 0;
        if (fits_part(g, d, job, k)) cpus += g->clusters[k].cpus;
    }
    return cpus >= job->servers;
}

static int list_sites(const struct broker_view *v, const struct job *job,
                      struct broker_coallocate *t)
{
    uint32_t k;
    t->sites = (coa_site *)calloc(v->grid->count, sizeof *t->sites);
    t->cluster = (uint32_t *)calloc(v->grid->count, sizeof *t->cluster);
    if (!t->sites || !t->cluster) return -1;
    for (k = 0; k < v->grid->count; k++) {
        if (!fits_part(v->grid, v->demands, job, k)) continue;
        t->cluster[t->count] = k;
        t->sites[t->count++].calendar = v->sites[k].local.plan;
    }
    return 0;
}

int broker_coallocate_find(const struct broker_view *v, const struct job *job,
                           struct broker_coallocate *t, struct error *e)
{
    const char *call = "coa_flex_create";
    coa_flex_request r;
    coa_status s;
    if (list_sites(v, job, t) != 0) return error_fail(e, "out of memory");
    if (t->count < 2) return 0;
    memset(&r, 0, sizeof r);
    r.ready = v->now;
    r.length = job->estimate;
    r.overhead = broker_coallocate_overhead(job->estimate, v->rules->coallocate);
    r.servers = job->servers;
    if (broker_policy_jobs(v->rules->jobs)->at_once)
        r.deadline = broker_rules_deadline(v->rules, job);
    s = coa_flex_create(&t->flex, 0, t->sites, t->count, NULL, NULL);
    if (s == COA_OK) {
        call = "coa_flex_earliest";
        s = coa_flex_earliest(t->flex, &r, &t->found);
    }
    if (s == COA_OK) return 1;
    if (s == COA_E_NOFIT) return 0;
    return error_fail(e, "job %" PRId64 ": %s: %s", job->number, call,
                      coa_status_text(s));
}
