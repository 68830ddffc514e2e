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

#include "grid/broker_policy.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>

void broker_coallocate_free(struct broker_coallocate *t)
{
    coa_flex_destroy(t->flex);
    free(t->sites);
    free(t->cluster);
}

/* May the cluster have a part of the job? */
static int fits_part(const struct broker_task *task, const struct job *job,
                     size_t cluster)
{
    struct job part = *job;
    part.servers = 1;
    return demands_fits(task->grid, task->demands, &part, cluster, NULL);
}

int broker_coallocate_large(const struct broker_task *task, const struct job *job)
{
    uint64_t cpus = 0;
    if (broker_rules_fits(task, job)) return 0;
    for (size_t k = 0; k < task->grid->count; k++)
        if (fits_part(task, job, k)) cpus += task->grid->clusters[k].cpus;
    return cpus >= job->servers;
}

int broker_coallocate_find(const struct broker_view *v, const struct job *job,
                           struct broker_coallocate *t)
{
    const struct broker_rules *rules = v->task.rules;
    const uint32_t clusters = (uint32_t)v->task.grid->count;
    t->sites = base_zeroed(clusters, sizeof *t->sites);
    t->cluster = base_zeroed(clusters, sizeof *t->cluster);
    for (uint32_t k = 0; k < clusters; k++)
        if (fits_part(&v->task, job, k)) {
            t->cluster[t->count] = k;
            t->sites[t->count].number = (uint64_t)k + 1;
            t->sites[t->count++].calendar = v->sites[k].local.plan;
        }
    if (t->count < 2) return 0;
    coa_flex_request r = {.ready = v->now,
                          .length = job->estimate,
                          .overhead =
                              broker_rules_overhead(job->estimate, rules->coallocate),
                          .servers = job->servers};
    if (broker_policy_jobs(rules->jobs)->at_once)
        r.deadline = broker_rules_deadline(rules, job);
    coa_status s = coa_flex_create(&t->flex, 0, t->sites, t->count, NULL, NULL);
    if (s == COA_OK) s = coa_flex_earliest(t->flex, &r, &t->found);
    if (s != COA_OK && s != COA_E_NOFIT)
        fail("job %" PRId64 ": coa_flex_earliest: %s", job->number, coa_status_text(s));
    return s == COA_OK;
}
