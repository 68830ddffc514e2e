/* broker_policy.c - the two tables, and the functions of their rows. */
#include "grid/broker_policy.h"

#include "base/hash.h"
#include "base/random.h"
#include "grid/broker_backfill.h"
#include "grid/broker_rules.h"
#include "grid/broker_select.h"
#include "grid/broker_view.h"
#include "workload/demands.h"

#include <math.h>

/* ---- which job --------------------------------------------------------------------- */

static const struct broker_policy_jobs jobs[] = {
    [BROKER_FCFS] = {{"fcfs", "first come, first served"}, 0, 0, 0, NULL, NULL},
    [BROKER_JR] = {{"jr", "JR-backfilling"}, 1, 0, 0, NULL, broker_backfill},
    [BROKER_EDF] =
        {{"edf", "earliest deadline first"}, 0, 1, 0, broker_rules_deadline, NULL},
    [BROKER_REALTIME] = {{"realtime", "judged when it is submitted, and refused if by an"
                                      " estimate of the wait, where CPUs are not free, no"
                                      " cluster meets its deadline; only realtime+match"
                                      " keeps every deadline"},
                         0,
                         1,
                         1,
                         NULL,
                         NULL}};

const struct choice_table broker_policy_jobs_table = CHOICE_TABLE(jobs);

const struct broker_policy_jobs *broker_policy_jobs(size_t row) { return &jobs[row]; }

/* ---- which cluster ----------------------------------------------------------------- */

static double value_of(const struct broker_question *q, uint32_t cluster,
                       const struct grid_state *now)
{
    const struct broker_view *v = q->view;
    return demands_cluster_rank(v->grid, v->demands, &v->jobs[q->entry->job], cluster,
                                now);
}

static double score_match(const struct broker_question *q, uint32_t cluster,
                          const struct grid_state *s)
{
    return value_of(q, cluster, s);
}

static double score_slow(const struct broker_question *q, uint32_t cluster,
                         const struct grid_state *s)
{
    (void)q, (void)cluster;
    return -grid_state_bsld(s);
}

static double score_isis(const struct broker_question *q, uint32_t cluster,
                         const struct grid_state *s)
{
    return -((double)s->work / q->view->grid->clusters[cluster].cpus);
}

/* Another number for each job, cluster and time of the choice. */
static double score_random(const struct broker_question *q, uint32_t cluster,
                           const struct grid_state *s)
{
    const struct broker_view *v = q->view;
    const uint64_t when =
        hash_add(hash_add(HASH_START, v->rules->seed), (uint64_t)v->now);
    struct random r = {hash_add(hash_add(when, q->entry->job), cluster)};
    (void)s;
    return random_unit(&r);
}

/* The fraction of waiting CPUs in waiting and free ones, over the grid. */
static double crowding(const struct broker_view *v)
{
    double wanted = 0, idle = 0;
    uint32_t k;
    for (k = 0; k < v->grid->count; k++) {
        const struct grid_state *s = broker_view_see(v, k);
        wanted += (double)s->queued_cpus;
        idle += s->free_cpus;
    }
    return wanted > 0 ? wanted / (wanted + idle) : 0;
}

/* The largest and the least value, and the least slowdown, of all candidates. */
static void prepare_match_slow(struct broker_question *q)
{
    const struct broker_class *of = &q->view->classes.items[q->entry->class_of];
    uint32_t i;
    q->phi = crowding(q->view);
    q->largest = -HUGE_VAL;
    q->least = q->bsld = HUGE_VAL;
    for (i = 0; i < of->count; i++) {
        const uint32_t k = q->view->classes.clusters[of->first + i];
        const struct grid_state *s = broker_view_see(q->view, k);
        double value;
        if (!broker_select_candidate(q->view, q->entry, k, s)) continue;
        value = value_of(q, k, NULL);
        q->largest = fmax(q->largest, value);
        q->least = fmin(q->least, value);
        q->bsld = fmin(q->bsld, grid_state_bsld(s));
    }
}

/* Values are divided by the largest. If none is above 0, as priorities may be negative,
 * the largest counts as 1 and the others by how far they are below it. */
static double score_match_slow(const struct broker_question *q, uint32_t cluster,
                               const struct grid_state *s)
{
    double value = value_of(q, cluster, NULL);
    if (q->largest > 0)
        value = value / q->largest;
    else
        value = q->least < 0 ? 1 - (value - q->largest) / q->least : 1;
    return (1 - q->phi) * value + q->phi * (q->bsld / grid_state_bsld(s));
}

static const struct broker_policy_resources resources[] = {
    [BROKER_MATCH] = {{"match", "by requirements, on what is free; or matchmaking"},
                      BROKER_ROOM_THERE,
                      0,
                      NULL,
                      score_match},
    [BROKER_SLOW] =
        {{"slow", "lowest average slowdown"}, BROKER_ROOM_NOT_ASKED, 0, NULL, score_slow},
    [BROKER_SLOW_GATE] = {{"slow-gate", "the same, while some cluster has CPUs free"},
                          BROKER_ROOM_SOMEWHERE,
                          0,
                          NULL,
                          score_slow},
    [BROKER_SLOW_FREE] = {{"slow-free", "the same, among those that have CPUs free"},
                          BROKER_ROOM_THERE,
                          0,
                          NULL,
                          score_slow},
    [BROKER_MATCH_SLOW] = {{"match-slow", "by requirements and slowdown"},
                           BROKER_ROOM_NOT_ASKED,
                           0,
                           prepare_match_slow,
                           score_match_slow},
    [BROKER_ISIS] = {{"isis", "no broker: each job chooses its cluster"},
                     BROKER_ROOM_NOT_ASKED,
                     1,
                     NULL,
                     score_isis},
    {{"random", "one of those that match, by --seed"},
     BROKER_ROOM_THERE,
     0,
     NULL,
     score_random}};

const struct choice_table broker_policy_resources_table = CHOICE_TABLE(resources);

const struct broker_policy_resources *broker_policy_resources(size_t row)
{
    return &resources[row];
}
