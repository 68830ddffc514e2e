/* broker_select.c - implements broker_select.h. */
#include "grid/broker_select.h"

#include "program/cli.h"

#include <math.h>

static const struct grid_state *broker_select_see(const struct broker_view *v,
                                                  uint32_t cluster)
{
    struct broker_site *s = &v->sites[cluster];
    return v->rules->delay ? &s->picture : broker_site_look(s, v->now);
}

/* ---- deadlines --------------------------------------------------------------------- */

int64_t broker_select_deadline(const struct broker_rules *rules, const struct job *j)
{
    const int64_t one = CLI_ONE;
    const int64_t whole = rules->deadline_factor / one,
                  part = rules->deadline_factor % one;
    const int64_t high = j->estimate / one, low = j->estimate % one;
    return j->submit + j->estimate * whole + high * part + (low * part + one - 1) / one;
}

/* Would it still end in time there? It starts at once where its CPUs are free and nobody
 * waits; else when the work that is there would be done on all CPUs. */
static int broker_select_in_time(const struct broker_view *v,
                                 const struct broker_entry *entry, uint32_t cluster,
                                 const struct grid_state *s)
{
    const struct job *j = &v->jobs[entry->job];
    const int64_t cpus = v->grid->clusters[cluster].cpus;
    int64_t wait = 0;
    if (s->free_cpus < entry->servers || s->queued)
        wait = s->work / cpus + (s->work % cpus != 0);
    return wait <= broker_select_deadline(v->rules, j) - j->estimate - v->now;
}

/* ---- which cluster ----------------------------------------------------------------- */

static int broker_select_candidate(const struct broker_view *v,
                                   const struct broker_entry *entry, uint32_t cluster,
                                   const struct grid_state *s)
{
    const int now = v->rules->resources == BROKER_MATCH;
    if (!s->up || (now && s->free_cpus < entry->servers)) return 0;
    if (v->rules->jobs == BROKER_REALTIME && !broker_select_in_time(v, entry, cluster, s))
        return 0;
    if (!now || !entry->dynamic) return 1; /* the class has the static ones */
    return demands_fits(v->grid, v->demands, &v->jobs[entry->job], cluster, s);
}

struct broker_scale {          /* of match-slow */
    double phi;                /* the factor                                */
    double value, least, bsld; /* largest and least value, least slowdown   */
};

static double broker_select_value(const struct broker_view *v,
                                  const struct broker_entry *entry, uint32_t cluster,
                                  const struct grid_state *now)
{
    return demands_cluster_rank(v->grid, v->demands, &v->jobs[entry->job], cluster, now);
}

static double broker_select_phi(const struct broker_view *v)
{
    double wanted = 0, idle = 0;
    uint32_t k;
    for (k = 0; k < v->grid->count; k++) {
        const struct grid_state *s = broker_select_see(v, k);
        if (!s->up) continue;
        wanted += (double)s->queued_cpus;
        idle += s->free_cpus;
    }
    return wanted > 0 ? wanted / (wanted + idle) : 0;
}

static struct broker_scale broker_select_scale_of(const struct broker_view *v,
                                                  const struct broker_entry *entry)
{
    const struct broker_class *of = &v->classes.items[entry->class_of];
    struct broker_scale scale = {0, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
    uint32_t i;
    if (v->rules->resources != BROKER_MATCH_SLOW) return scale;
    scale.phi = broker_select_phi(v);
    for (i = 0; i < of->count; i++) {
        const uint32_t k = v->classes.clusters[of->first + i];
        const struct grid_state *s = broker_select_see(v, k);
        double value;
        if (!broker_select_candidate(v, entry, k, s)) continue;
        value = broker_select_value(v, entry, k, NULL);
        scale.value = fmax(scale.value, value);
        scale.least = fmin(scale.least, value);
        scale.bsld = fmin(scale.bsld, grid_state_bsld(s));
    }
    return scale;
}

/* The value as a share of the largest. Where none is above 0, as priorities below it can
 * have it: the largest is 1, the others by how far they are below it. */
static double broker_select_share(const struct broker_scale *scale, double value)
{
    if (scale->value > 0) return value / scale->value;
    return scale->least < 0 ? 1 - (value - scale->value) / scale->least : 1;
}

static double broker_select_score(const struct broker_view *v,
                                  const struct broker_entry *entry, uint32_t cluster,
                                  const struct grid_state *s,
                                  const struct broker_scale *scale)
{
    double value;
    switch (v->rules->resources) {
    case BROKER_MATCH: return broker_select_value(v, entry, cluster, s);
    case BROKER_SLOW: return -grid_state_bsld(s);
    case BROKER_ISIS: return -((double)s->work / v->grid->clusters[cluster].cpus);
    case BROKER_MATCH_SLOW: break;
    }
    value = broker_select_share(scale, broker_select_value(v, entry, cluster, NULL));
    return (1 - scale->phi) * value + scale->phi * (scale->bsld / grid_state_bsld(s));
}

uint32_t broker_select(const struct broker_view *v, const struct broker_entry *entry)
{
    const struct broker_class *of = &v->classes.items[entry->class_of];
    const struct broker_scale scale = broker_select_scale_of(v, entry);
    uint32_t best = BROKER_NO_CLUSTER, most = 0, i;
    double highest = 0;
    for (i = 0; i < of->count; i++) {
        const uint32_t k = v->classes.clusters[of->first + i];
        const struct grid_state *s = broker_select_see(v, k);
        double score;
        if (!broker_select_candidate(v, entry, k, s)) continue;
        score = broker_select_score(v, entry, k, s, &scale);
        if (best != BROKER_NO_CLUSTER &&
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
static int broker_select_hope(struct broker_view *v)
{
    const int now = v->rules->resources == BROKER_MATCH;
    int hope = 0;
    uint32_t c, i;
    for (c = 0; c < v->classes.count; c++) {
        struct broker_class *of = &v->classes.items[c];
        if (!of->waiting) continue;
        of->room = 0;
        of->up = 0;
        for (i = 0; i < of->count; i++) {
            const struct grid_state *s =
                broker_select_see(v, v->classes.clusters[of->first + i]);
            if (!s->up) continue;
            of->up = 1;
            if (s->free_cpus > of->room) of->room = s->free_cpus;
        }
        hope |= of->up && (!now || of->room >= of->least);
    }
    return hope;
}

/* The smallest job of each class anew: nobody had room. */
static void broker_select_least(struct broker_view *v)
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

/* Does the job have a cluster? The class tells, unless a dynamic attribute matters. */
static int broker_select_has_cluster(const struct broker_view *v,
                                     const struct broker_entry *entry)
{
    const struct broker_class *of = &v->classes.items[entry->class_of];
    if (!of->up) return 0;
    if (v->rules->resources != BROKER_MATCH) return 1;
    if (of->room < entry->servers) return 0;
    return !entry->dynamic || broker_select(v, entry) != BROKER_NO_CLUSTER;
}

/* What multiplies the rank of the job in this place, behind so many others. With the
 * factor 0 only ranks count; listing 3 multiplies by its i, from 1 on. */
static double broker_select_weight(const struct broker_rules *rules, size_t ahead)
{
    if (rules->jr_listing) return (double)ahead + 1;
    return 1 + (double)rules->jr_factor / CLI_ONE * (double)ahead;
}

size_t broker_select_backfill(struct broker_view *v)
{
    size_t best = SIZE_MAX, i;
    double lightest = 0;
    if (v->queue.count < 2 || !broker_select_hope(v)) return SIZE_MAX;
    for (i = 1; i < v->queue.count; i++) {
        const struct broker_entry *entry = broker_queue_at(&v->queue, i);
        const double factor = broker_select_weight(v->rules, i);
        v->looks++;
        if (best != SIZE_MAX && v->least_rank * factor >= lightest) return best;
        if (!(entry->rank >= 0)) continue;
        if (best != SIZE_MAX && entry->rank * factor >= lightest) continue;
        if (!broker_select_has_cluster(v, entry)) continue;
        best = i;
        lightest = entry->rank * factor;
    }
    if (best == SIZE_MAX) broker_select_least(v);
    return best;
}
