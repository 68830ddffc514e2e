/* broker_select.h - which cluster, and which job: the policies of paper 2, sections III
 * and IV-A2, over what the broker sees of the clusters.
 *
 * Which cluster is one loop: of the candidates the one with the highest score; of equals
 * the one with most free CPUs, then the first of the grid. The policies are what a
 * candidate is and what it scores:
 *
 *   match        satisfies all HARD requirements now and has the CPUs free; the sum of
 *                priority * value over the SOFT ones it satisfies (section III-A)
 *   slow         satisfies the static HARD ones; the lower the average bounded slowdown
 *                of the jobs that finished there the better (listing 5)
 *   match-slow   the same; (1 - phi) * value / largest value + phi * least slowdown /
 *                slowdown, where phi, the dynamic factor of section VI, is the share of
 *                the CPUs that waiting jobs ask for in those and the free ones: an idle
 *                grid goes by SOFT requirements, a crowded one by performance
 *   isis         the same; the least work left for each CPU (Guim and Corbalan's
 *                dispatchers, JSSPP 2008: each job chooses for itself)
 *
 * Which job is the head of the queue, or JR-backfilling: listing 3.
 */
#ifndef SIM_BROKER_SELECT_H
#define SIM_BROKER_SELECT_H

#include "broker_queue.h"
#include "broker_rules.h"
#include "broker_site.h"
#include "demands.h"
#include "grid.h"

#include <math.h>
#include <stdint.h>

#define SIM_NO_CLUSTER UINT32_MAX

typedef struct sim_broker_view { /* what decisions are made from */
    const sim_grid *grid;
    const sim_demands *demands;
    const sim_job *jobs;
    const sim_broker_rules *rules;
    sim_site *sites;
    sim_classes classes;
    sim_queue queue;
    double least_rank; /* no job has been in the queue with a lower one, but below 0 */
    int64_t now;
    uint64_t looks;
} sim_broker_view;

static inline const sim_state *sim_broker_see(const sim_broker_view *v, uint32_t cluster)
{
    sim_site *s = &v->sites[cluster];
    return v->rules->delay ? &s->picture : sim_site_look(s, v->now);
}

/* ---- deadlines --------------------------------------------------------------------- */

/* submission + factor * estimate, rounded up. */
static inline int64_t sim_broker_deadline(const sim_broker_rules *rules, const sim_job *j)
{
    const int64_t one = CLI_ONE;
    const int64_t whole = rules->deadline_factor / one,
                  part = rules->deadline_factor % one;
    const int64_t high = j->estimate / one, low = j->estimate % one;
    return j->submit + j->estimate * whole + high * part + (low * part + one - 1) / one;
}

/* Would it still end in time there? It starts at once where its CPUs are free and nobody
 * waits; else when the work that is there would be done on all CPUs. */
static inline int sim_broker_in_time(const sim_broker_view *v, const sim_entry *entry,
                                     uint32_t cluster, const sim_state *s)
{
    const sim_job *j = &v->jobs[entry->job];
    const int64_t cpus = v->grid->clusters[cluster].cpus;
    int64_t wait = 0;
    if (s->free_cpus < entry->servers || s->queued)
        wait = s->work / cpus + (s->work % cpus != 0);
    return wait <= sim_broker_deadline(v->rules, j) - j->estimate - v->now;
}

/* ---- which cluster ----------------------------------------------------------------- */

static inline int sim_broker_candidate(const sim_broker_view *v, const sim_entry *entry,
                                       uint32_t cluster, const sim_state *s)
{
    const int now = v->rules->resources == SIM_BROKER_MATCH;
    if (!s->up || (now && s->free_cpus < entry->servers)) return 0;
    if (v->rules->jobs == SIM_BROKER_REALTIME &&
        !sim_broker_in_time(v, entry, cluster, s))
        return 0;
    if (!now || !entry->dynamic) return 1; /* the class has the static ones */
    return sim_demand_fits(v->grid, v->demands, &v->jobs[entry->job], cluster, s);
}

typedef struct sim_broker_scale { /* of match-slow */
    double phi;                   /* the factor                                */
    double value, least, bsld;    /* largest and least value, least slowdown   */
} sim_broker_scale;

static inline double sim_broker_value(const sim_broker_view *v, const sim_entry *entry,
                                      uint32_t cluster, const sim_state *now)
{
    return sim_demand_value(v->grid, v->demands, &v->jobs[entry->job], cluster, now);
}

static inline double sim_broker_phi(const sim_broker_view *v)
{
    double wanted = 0, idle = 0;
    uint32_t k;
    for (k = 0; k < v->grid->count; k++) {
        const sim_state *s = sim_broker_see(v, k);
        if (!s->up) continue;
        wanted += (double)s->queued_cpus;
        idle += s->free_cpus;
    }
    return wanted > 0 ? wanted / (wanted + idle) : 0;
}

static inline sim_broker_scale sim_broker_scale_of(const sim_broker_view *v,
                                                   const sim_entry *entry)
{
    const sim_class *of = &v->classes.items[entry->class_of];
    sim_broker_scale scale = {0, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
    uint32_t i;
    if (v->rules->resources != SIM_BROKER_MATCH_SLOW) return scale;
    scale.phi = sim_broker_phi(v);
    for (i = 0; i < of->count; i++) {
        const uint32_t k = v->classes.clusters[of->first + i];
        const sim_state *s = sim_broker_see(v, k);
        double value;
        if (!sim_broker_candidate(v, entry, k, s)) continue;
        value = sim_broker_value(v, entry, k, NULL);
        scale.value = fmax(scale.value, value);
        scale.least = fmin(scale.least, value);
        scale.bsld = fmin(scale.bsld, sim_state_bsld(s));
    }
    return scale;
}

/* The value as a share of the largest. Where none is above 0, as priorities below it can
 * have it: the largest is 1, the others by how far they are below it. */
static inline double sim_broker_share(const sim_broker_scale *scale, double value)
{
    if (scale->value > 0) return value / scale->value;
    return scale->least < 0 ? 1 - (value - scale->value) / scale->least : 1;
}

static inline double sim_broker_score(const sim_broker_view *v, const sim_entry *entry,
                                      uint32_t cluster, const sim_state *s,
                                      const sim_broker_scale *scale)
{
    double value;
    switch (v->rules->resources) {
    case SIM_BROKER_MATCH: return sim_broker_value(v, entry, cluster, s);
    case SIM_BROKER_SLOW: return -sim_state_bsld(s);
    case SIM_BROKER_ISIS: return -((double)s->work / v->grid->clusters[cluster].cpus);
    case SIM_BROKER_MATCH_SLOW: break;
    }
    value = sim_broker_share(scale, sim_broker_value(v, entry, cluster, NULL));
    return (1 - scale->phi) * value + scale->phi * (scale->bsld / sim_state_bsld(s));
}

/* The job's cluster, or SIM_NO_CLUSTER. */
static inline uint32_t sim_broker_select(const sim_broker_view *v, const sim_entry *entry)
{
    const sim_class *of = &v->classes.items[entry->class_of];
    const sim_broker_scale scale = sim_broker_scale_of(v, entry);
    uint32_t best = SIM_NO_CLUSTER, most = 0, i;
    double highest = 0;
    for (i = 0; i < of->count; i++) {
        const uint32_t k = v->classes.clusters[of->first + i];
        const sim_state *s = sim_broker_see(v, k);
        double score;
        if (!sim_broker_candidate(v, entry, k, s)) continue;
        score = sim_broker_score(v, entry, k, s, &scale);
        if (best != SIM_NO_CLUSTER &&
            (score < highest || (!(score > highest) && s->free_cpus <= most)))
            continue;
        best = k;
        highest = score;
        most = s->free_cpus;
    }
    return best;
}

/* ---- which job: JR-backfilling ----------------------------------------------------- */

/* What is free for each class. Is there one whose smallest job might have room? */
static inline int sim_broker_hope(sim_broker_view *v)
{
    const int now = v->rules->resources == SIM_BROKER_MATCH;
    int hope = 0;
    uint32_t c, i;
    for (c = 0; c < v->classes.count; c++) {
        sim_class *of = &v->classes.items[c];
        if (!of->waiting) continue;
        of->room = 0;
        of->up = 0;
        for (i = 0; i < of->count; i++) {
            const sim_state *s = sim_broker_see(v, v->classes.clusters[of->first + i]);
            if (!s->up) continue;
            of->up = 1;
            if (s->free_cpus > of->room) of->room = s->free_cpus;
        }
        hope |= of->up && (!now || of->room >= of->least);
    }
    return hope;
}

/* The smallest job of each class anew: nobody had room. */
static inline void sim_broker_least(sim_broker_view *v)
{
    uint32_t c;
    size_t i;
    for (c = 0; c < v->classes.count; c++) v->classes.items[c].least = UINT32_MAX;
    for (i = 0; i < v->queue.count; i++) {
        const sim_entry *entry = sim_queue_at(&v->queue, i);
        sim_class *of = &v->classes.items[entry->class_of];
        if (entry->servers < of->least) of->least = entry->servers;
    }
}

/* Does the job have a cluster? The class tells, unless a dynamic attribute matters. */
static inline int sim_broker_has_cluster(const sim_broker_view *v, const sim_entry *entry)
{
    const sim_class *of = &v->classes.items[entry->class_of];
    if (!of->up) return 0;
    if (v->rules->resources != SIM_BROKER_MATCH) return 1;
    if (of->room < entry->servers) return 0;
    return !entry->dynamic || sim_broker_select(v, entry) != SIM_NO_CLUSTER;
}

/* What multiplies the rank of the job in this place, behind so many others. With the
 * factor 0 only ranks count; listing 3 multiplies by its i, from 1 on. */
static inline double sim_broker_weight(const sim_broker_rules *rules, size_t ahead)
{
    if (rules->jr_listing) return (double)ahead + 1;
    return 1 + (double)rules->jr_factor / CLI_ONE * (double)ahead;
}

/* The place of the next job, whom the head of the queue, who has no cluster, lets pass;
 * SIZE_MAX. Weights grow along the queue: once even the lowest rank would weigh no less
 * than the best so far, the rest need not be looked at. */
static inline size_t sim_broker_backfill(sim_broker_view *v)
{
    size_t best = SIZE_MAX, i;
    double lightest = 0;
    if (v->queue.count < 2 || !sim_broker_hope(v)) return SIZE_MAX;
    for (i = 1; i < v->queue.count; i++) {
        const sim_entry *entry = sim_queue_at(&v->queue, i);
        const double factor = sim_broker_weight(v->rules, i);
        v->looks++;
        if (best != SIZE_MAX && v->least_rank * factor >= lightest) return best;
        if (!(entry->rank >= 0)) continue;
        if (best != SIZE_MAX && entry->rank * factor >= lightest) continue;
        if (!sim_broker_has_cluster(v, entry)) continue;
        best = i;
        lightest = entry->rank * factor;
    }
    if (best == SIZE_MAX) sim_broker_least(v);
    return best;
}

#endif
