/* broker_backfill.c - most jobs are judged by two numbers of their class: the CPUs that
 * are free on the best of its clusters, and the smallest job that waits. */
#include "grid/broker_backfill.h"

#include "grid/broker_policy.h"
#include "grid/broker_queue.h"
#include "grid/broker_rules.h"
#include "grid/broker_select.h"
#include "program/cli.h"

#include <stdint.h>

/* Finds the smallest job of each class, after no job had room. */
static void find_smallest(struct broker_view *v)
{
    uint32_t c;
    size_t i;
    for (c = 0; c < v->classes.count; c++) v->classes.items[c].least = UINT32_MAX;
    for (i = 0; i < v->queue.count; i++) {
        const struct broker_entry *entry = broker_queue_at(&v->queue, i);
        struct broker_class *of = &v->classes.items[entry->class_of];
        if (entry->servers < of->least) of->least = entry->servers;
    }
}

/* Does the job have a cluster? Its class says so, unless it asks for dynamic
 * attributes. */
static int has_cluster(const struct broker_view *v, const struct broker_entry *entry)
{
    if (!broker_select_open(v, entry)) return 0;
    if (!broker_policy_resources(v->rules->resources)->now) return 1;
    return !entry->dynamic || broker_select(v, entry) != BROKER_NO_CLUSTER;
}

/* The factor of a job's rank with so many jobs ahead of it. With a reduction factor of 0
 * only ranks count; listing 3 multiplies by its i, from 1 on. */
static double weight_at(const struct broker_rules *rules, size_t ahead)
{
    if (rules->jr_listing) return (double)ahead + 1;
    return 1 + (double)rules->jr_factor / CLI_ONE * (double)ahead;
}

size_t broker_backfill(struct broker_view *v)
{
    size_t best = SIZE_MAX, i;
    double lightest = 0;
    if (v->queue.count < 2) return SIZE_MAX;
    i = broker_select_first(v);
    if (i == v->queue.count) return SIZE_MAX;
    if (i == 0) i = 1;
    v->looks += i - 1; /* those ahead of it have no cluster */
    for (; i < v->queue.count; i++) {
        const struct broker_entry *entry = broker_queue_at(&v->queue, i);
        double factor;
        v->looks++;
        if (best == SIZE_MAX && !v->classes.items[entry->class_of].open) continue;
        factor = weight_at(v->rules, i);
        if (best != SIZE_MAX && v->least_rank * factor >= lightest) return best;
        if (!(entry->rank >= 0)) continue;
        if (best != SIZE_MAX && entry->rank * factor >= lightest) continue;
        if (!has_cluster(v, entry)) continue;
        best = i;
        lightest = entry->rank * factor;
    }
    if (best == SIZE_MAX) find_smallest(v);
    return best;
}
