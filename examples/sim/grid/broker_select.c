/* broker_select.c - one loop over the clusters of the job's class, which satisfy its
 * static HARD requirements. */
#include "grid/broker_select.h"

#include "grid/broker_policy.h"
#include "grid/broker_rules.h"
#include "workload/demands.h"

/* Would the job still end in time there? It starts at once where its CPUs are free and no
 * job waits; else when all CPUs together have done the work that is there. */
static int in_time(const struct broker_view *v, const struct broker_entry *entry,
                   uint32_t cluster, const struct grid_state *s)
{
    const struct job *j = &v->jobs[entry->job];
    const int64_t cpus = v->grid->clusters[cluster].cpus;
    int64_t wait = 0;
    if (s->free_cpus < entry->servers || s->queued)
        wait = s->work / cpus + (s->work % cpus != 0);
    return wait <= broker_rules_deadline(v->rules, j) - j->estimate - v->now;
}

int broker_select_candidate(const struct broker_view *v, const struct broker_entry *entry,
                            uint32_t cluster, const struct grid_state *s)
{
    const int now = broker_policy_resources(v->rules->resources)->now;
    if (!s->up || (now && s->free_cpus < entry->servers)) return 0;
    if (broker_policy_jobs(v->rules->jobs)->at_once && !in_time(v, entry, cluster, s))
        return 0;
    if (!now || !entry->dynamic) return 1; /* the class satisfies the static ones */
    return demands_fits(v->grid, v->demands, &v->jobs[entry->job], cluster, s);
}

uint32_t broker_select(const struct broker_view *v, const struct broker_entry *entry)
{
    const struct broker_policy_resources *policy =
        broker_policy_resources(v->rules->resources);
    const struct broker_class *of = &v->classes.items[entry->class_of];
    struct broker_question q = {v, entry, 0, 0, 0, 0};
    uint32_t best = BROKER_NO_CLUSTER, most = 0, i;
    double highest = 0;
    if (policy->prepare) policy->prepare(&q);
    for (i = 0; i < of->count; i++) {
        const uint32_t k = v->classes.clusters[of->first + i];
        const struct grid_state *s = broker_view_see(v, k);
        double score;
        if (!broker_select_candidate(v, entry, k, s)) continue;
        score = policy->score(&q, k, s);
        if (best != BROKER_NO_CLUSTER &&
            (score < highest || (!(score > highest) && s->free_cpus <= most)))
            continue;
        best = k;
        highest = score;
        most = s->free_cpus;
    }
    return best;
}
