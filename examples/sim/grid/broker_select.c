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

static enum broker_room room_of(const struct broker_view *v)
{
    return broker_policy_resources(v->rules->resources)->room;
}

/* Has the cluster the job's CPUs free now, and does it satisfy dynamic requirements? The
 * class satisfies the static ones. */
static int has_it_free(const struct broker_view *v, const struct broker_entry *entry,
                       uint32_t cluster, const struct grid_state *s)
{
    if (s->free_cpus < entry->servers) return 0;
    return !entry->dynamic ||
           demands_fits(v->grid, v->demands, &v->jobs[entry->job], cluster, s);
}

int broker_select_candidate(const struct broker_view *v, const struct broker_entry *entry,
                            uint32_t cluster, const struct grid_state *s)
{
    if (broker_policy_jobs(v->rules->jobs)->at_once && !in_time(v, entry, cluster, s))
        return 0;
    return room_of(v) != BROKER_ROOM_THERE || has_it_free(v, entry, cluster, s);
}

/* Where the policy asks for it: has some cluster of the job's class room now? */
static int passes_gate(const struct broker_view *v, const struct broker_entry *entry)
{
    const struct broker_class *of = &v->classes.items[entry->class_of];
    uint32_t i;
    if (room_of(v) != BROKER_ROOM_SOMEWHERE) return 1;
    for (i = 0; i < of->count; i++) {
        const uint32_t k = v->classes.clusters[of->first + i];
        if (has_it_free(v, entry, k, broker_view_see(v, k))) return 1;
    }
    return 0;
}

uint32_t broker_select(const struct broker_view *v, const struct broker_entry *entry)
{
    const struct broker_policy_resources *policy =
        broker_policy_resources(v->rules->resources);
    const struct broker_class *of = &v->classes.items[entry->class_of];
    struct broker_question q = {v, entry, 0, 0, 0, 0};
    uint32_t best = BROKER_NO_CLUSTER, most = 0, i;
    double highest = 0;
    if (!passes_gate(v, entry)) return BROKER_NO_CLUSTER;
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

/* ---- classes of jobs --------------------------------------------------------------- */

/* Finds what is free for each class that has jobs waiting. */
static void find_room(struct broker_view *v)
{
    uint32_t c, i;
    for (c = 0; c < v->classes.count; c++) {
        struct broker_class *of = &v->classes.items[c];
        if (!of->waiting) continue;
        of->room = 0;
        for (i = 0; i < of->count; i++) {
            const struct grid_state *s =
                broker_view_see(v, v->classes.clusters[of->first + i]);
            if (s->free_cpus > of->room) of->room = s->free_cpus;
        }
    }
}

/* May a job of the class that needs so many CPUs have a cluster? */
static int has_room(const struct broker_view *v, const struct broker_class *of,
                    uint32_t servers)
{
    return room_of(v) == BROKER_ROOM_NOT_ASKED || of->room >= servers;
}

size_t broker_select_first(struct broker_view *v)
{
    const struct broker_entry *first = NULL;
    uint32_t c;
    size_t i;
    find_room(v);
    for (c = 0; c < v->classes.count; c++) {
        struct broker_class *of = &v->classes.items[c];
        of->open = of->waiting && has_room(v, of, of->least);
        for (i = 0; of->open && i < of->size_count; i++) {
            const struct broker_queue *q = &of->sizes[i].queue;
            if (q->count && (!first || broker_queue_before(broker_queue_at(q, 0), first)))
                first = broker_queue_at(q, 0);
        }
    }
    return first ? broker_queue_place(&v->queue, first) : v->queue.count;
}

int broker_select_open(const struct broker_view *v, const struct broker_entry *entry)
{
    return has_room(v, &v->classes.items[entry->class_of], entry->servers);
}
