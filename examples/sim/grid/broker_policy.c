/* broker_policy.c - the two tables, and the functions of their rows. */
#include "grid/broker_policy.h"

#include "base/hash.h"
#include "base/random.h"
#include "grid/broker_site.h"
#include "kit/option.h"

#include <math.h>
#include <string.h>

/* ---- candidates -------------------------------------------------------------------- */

/* Would the job still end in time there? It starts at once where its CPUs are free and no
 * job waits; else when all CPUs together have done the work that is there. */
static int in_time(const struct broker_view *v, const struct broker_entry *entry,
                   uint32_t cluster, const struct grid_state *s)
{
    const struct job *j = &v->task.jobs[entry->job];
    const int64_t cpus = v->task.grid->clusters[cluster].cpus;
    int64_t wait = 0;
    if (s->free_cpus < entry->servers || s->queued)
        wait = s->work / cpus + (s->work % cpus != 0);
    return wait <= broker_rules_deadline(v->task.rules, j) - j->estimate - v->now;
}

static enum broker_room room_of(const struct broker_view *v)
{
    return broker_policy_resources(v->task.rules->resources)->room;
}

/* Has the cluster the job's CPUs free now, and does it satisfy dynamic requirements? The
 * class satisfies the static ones. */
static int has_it_free(const struct broker_view *v, const struct broker_entry *entry,
                       uint32_t cluster, const struct grid_state *s)
{
    if (s->free_cpus < entry->servers) return 0;
    return !entry->dynamic || demands_fits(v->task.grid, v->task.demands,
                                           &v->task.jobs[entry->job], cluster, s);
}

/* May the job go to this cluster, one of its class? Where the policy asks for room
 * somewhere, that is another question. */
static int match_requirements(const struct broker_view *v,
                              const struct broker_entry *entry, uint32_t cluster,
                              const struct grid_state *s)
{
    if (broker_policy_jobs(v->task.rules->jobs)->at_once &&
        !in_time(v, entry, cluster, s))
        return 0;
    return room_of(v) != BROKER_ROOM_THERE || has_it_free(v, entry, cluster, s);
}

/* ---- classes of jobs --------------------------------------------------------------- */

/* Finds the free CPUs for each class that has jobs waiting. */
static void find_room(struct broker_view *v)
{
    for (uint32_t c = 0; c < v->classes.count; c++) {
        struct broker_class *of = &v->classes.items[c];
        if (!of->waiting) continue;
        of->room = 0;
        for (uint32_t i = 0; i < of->count; i++) {
            const struct grid_state *s = broker_view_see(v, of->clusters[i]);
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

size_t broker_policy_first(struct broker_view *v)
{
    const struct broker_entry *first = NULL;
    find_room(v);
    for (uint32_t c = 0; c < v->classes.count; c++) {
        struct broker_class *of = &v->classes.items[c];
        of->open = of->waiting && has_room(v, of, of->least);
        for (size_t i = 0; of->open && i < of->size_count; i++) {
            const struct broker_queue *q = &of->sizes[i].queue;
            if (q->count && (!first || broker_queue_before(broker_queue_at(q, 0), first)))
                first = broker_queue_at(q, 0);
        }
    }
    return first ? broker_queue_place(&v->queue, first) : v->queue.count;
}

int broker_policy_open(const struct broker_view *v, const struct broker_entry *entry)
{
    return has_room(v, &v->classes.items[entry->class_of], entry->servers);
}

/* ---- the choice -------------------------------------------------------------------- */

/* Where the policy asks for it: has some cluster of the job's class room now? */
static int passes_gate(const struct broker_view *v, const struct broker_entry *entry)
{
    const struct broker_class *of = &v->classes.items[entry->class_of];
    if (room_of(v) != BROKER_ROOM_SOMEWHERE) return 1;
    for (uint32_t i = 0; i < of->count; i++) {
        const uint32_t k = of->clusters[i];
        if (has_it_free(v, entry, k, broker_view_see(v, k))) return 1;
    }
    return 0;
}

/* Of two clusters alike to the policy, does the later one of the grid win? */
static int wins_tie(const struct broker_rules *rules, uint32_t free, uint32_t best)
{
    if (rules->ties == BROKER_TIES_MOST) return free > best;
    return rules->ties == BROKER_TIES_LEAST && free < best;
}

/* Listing 5, for every policy; with `slow` to the letter (--ties first):
 *
 *     for (i = 1; i < n; i++)
 *       if (MatchRequirements(REQS(JOB), res_i) == true)     class, match_requirements
 *         if (AVG_BSLD(res_i) < minBSLD || minBSLD == -1) {  score: -avg_bsld
 *           minBSLD = AVG_BSLD(res_i)                        highest
 *           selectedResource = res_i                         best
 */
uint32_t broker_policy_select(const struct broker_view *v,
                              const struct broker_entry *entry)
{
    const struct broker_policy_resources *policy =
        broker_policy_resources(v->task.rules->resources);
    const struct broker_class *of = &v->classes.items[entry->class_of];
    struct broker_question q = {v, entry, 0, 0, 0, 0};
    uint32_t best = BROKER_NO_CLUSTER, most = 0, i;
    double highest = 0;
    if (!passes_gate(v, entry)) return BROKER_NO_CLUSTER;
    if (policy->prepare) policy->prepare(&q);
    for (i = 0; i < of->count; i++) {
        const uint32_t k = of->clusters[i];
        const struct grid_state *s = broker_view_see(v, k);
        if (!match_requirements(v, entry, k, s)) continue;
        const double score = policy->score(&q, k, s);
        if (best != BROKER_NO_CLUSTER &&
            (score < highest ||
             (!(score > highest) && !wins_tie(v->task.rules, s->free_cpus, most))))
            continue;
        best = k;
        highest = score;
        most = s->free_cpus;
    }
    return best;
}

/* ---- JR-backfilling ---------------------------------------------------------------- */

/* Listing 3, of which the head (job_1) is asked by broker.c:
 *
 *     for (i = 2; i <= n; i++) {
 *       tmpRank = ComputeJobRank(REQS(job_i), RESOURCES)     has_cluster, entry->rank
 *       tmpRank = tmpRank * i * ReductionFactor              reduction_factor
 *       if (tmpRank >= 0 && (tmpRank < minRank || minRank == -1)) {
 *         minRank = tmpRank                                  lightest.weight
 *         selected = i                                       lightest.place
 *
 * Only jobs that fit are looked at: most are judged by the CPUs that are free on the best
 * cluster of their class. */

/* Finds the smallest job of each class, after no job had room. */
static void find_smallest(struct broker_view *v)
{
    for (uint32_t c = 0; c < v->classes.count; c++) {
        struct broker_class *of = &v->classes.items[c];
        size_t i = 0;
        while (i < of->size_count && of->sizes[i].queue.count == 0) i++;
        of->least = i < of->size_count ? of->sizes[i].servers : UINT32_MAX;
    }
}

/* Does the job have a cluster? Its class says so, unless it asks for dynamic
 * attributes. */
static int has_cluster(const struct broker_view *v, const struct broker_entry *entry)
{
    if (!broker_policy_open(v, entry)) return 0;
    if (room_of(v) == BROKER_ROOM_NOT_ASKED) return 1;
    return !entry->dynamic || broker_policy_select(v, entry) != BROKER_NO_CLUSTER;
}

/* The factor of a job's rank with so many jobs ahead of it; positions count from 1. With
 * a reduction factor of 0 only ranks count; listing 3 multiplies by the position. */
static double reduction_factor(const struct broker_rules *rules, size_t ahead)
{
    const double position = (double)(ahead + 1);
    if (rules->jr_listing) return position;
    return 1 + (double)rules->jr_factor / OPTION_ONE * position;
}

/* The first place that is looked at: the head has been asked, unless it is weighed as all
 * others are. */
static size_t first_place(const struct broker_rules *rules)
{
    return rules->jr_no_head ? 0 : 1;
}

/* The lightest so far. */
struct lightest {
    size_t place; /* SIZE_MAX: none */
    double weight;
    size_t end; /* from this place on none can be lighter */
};

static void find_end(const struct broker_view *v, struct lightest *best)
{
    size_t lo = best->place + 1, hi = v->queue.count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (v->least_rank * reduction_factor(v->task.rules, middle) >= best->weight)
            hi = middle;
        else
            lo = middle + 1;
    }
    best->end = lo;
}

/* Looks for a lighter job of one class and size, which are judged alike. */
static void look_among(const struct broker_view *v, const struct broker_queue *q,
                       struct lightest *best)
{
    const struct broker_queue *all = &v->queue;
    size_t i, place = 0; /* at least that, in the queue */
    for (i = 0; i < q->count; i++, place++) {
        const struct broker_entry *entry = broker_queue_at(q, i);
        const int any = best->place != SIZE_MAX;
        if (any && best->end < all->count &&
            !broker_queue_before(entry, broker_queue_at(all, best->end)))
            return;
        if (!(entry->rank >= 0) ||
            (any && entry->rank * reduction_factor(v->task.rules, place) > best->weight))
            continue;
        place = broker_queue_place(all, entry);
        const double weight = entry->rank * reduction_factor(v->task.rules, place);
        if (place < first_place(v->task.rules) ||
            (any && (weight > best->weight ||
                     (!(weight < best->weight) && place > best->place))))
            continue;
        if (!has_cluster(v, entry)) continue;
        best->place = place;
        best->weight = weight;
        find_end(v, best);
    }
}

static size_t jr_backfilling(struct broker_view *v)
{
    const size_t count = v->queue.count, first = first_place(v->task.rules);
    struct lightest best = {SIZE_MAX, 0, 0};
    if (count <= first || broker_policy_first(v) == count) return SIZE_MAX;
    for (uint32_t c = 0; c < v->classes.count; c++) {
        const struct broker_class *of = &v->classes.items[c];
        for (size_t i = 0; of->open && i < of->size_count; i++) {
            const struct broker_queue *q = &of->sizes[i].queue;
            if (q->count && !broker_policy_open(v, broker_queue_at(q, 0))) break;
            look_among(v, q, &best);
        }
    }
    if (best.place == SIZE_MAX) {
        find_smallest(v);
        return SIZE_MAX;
    }
    return best.place;
}

static const struct broker_policy_jobs jobs[] = {
    [BROKER_FCFS] = {{"fcfs", "first come, first served"}, .at_once = 0},
    [BROKER_JR] = {{"jr", "JR-backfilling"}, .ranks = 1, .next = jr_backfilling},
    [BROKER_EDF] = {{"edf", "earliest deadline first"},
                    .dated = 1,
                    .key = broker_rules_deadline},
    [BROKER_REALTIME] = {{"realtime", "decided at submission: refused if no cluster would"
                                      " meet the deadline, with the wait estimated if"
                                      " CPUs are busy; only realtime+match keeps every"
                                      " deadline"},
                         .dated = 1,
                         .at_once = 1},
};

const struct choice_table broker_policy_jobs_table = CHOICE_TABLE(jobs);

const struct broker_policy_jobs *broker_policy_jobs(size_t row) { return &jobs[row]; }

/* ---- which cluster ----------------------------------------------------------------- */

static double value_of(const struct broker_question *q, uint32_t cluster,
                       const struct grid_state *now)
{
    const struct broker_view *v = q->view;
    return demands_cluster_rank(v->task.grid, v->task.demands,
                                &v->task.jobs[q->entry->job], cluster, now);
}

/* Listing 4, the lower the better:
 *
 *     BSLD(job) = max(1, (runtime + waittime) / max(runtime, 60))  broker_rules_slowdown
 *     AVG_BSLD(resource) = sum of BSLD(job_i) / #finished_jobs     grid_state_bsld
 */
static double avg_bsld(const struct broker_question *q, uint32_t cluster,
                       const struct grid_state *s)
{
    (void)q, (void)cluster;
    return -grid_state_bsld(s);
}

static double score_isis(const struct broker_question *q, uint32_t cluster,
                         const struct grid_state *s)
{
    return -((double)s->work / q->view->task.grid->clusters[cluster].cpus);
}

/* Another number for each job, cluster and time of the choice. */
static double score_random(const struct broker_question *q, uint32_t cluster,
                           const struct grid_state *s)
{
    const struct broker_view *v = q->view;
    const uint64_t when =
        hash_add(hash_add(HASH_START, v->task.rules->seed), (uint64_t)v->now);
    struct random r = {hash_add(hash_add(when, q->entry->job), cluster)};
    (void)s;
    return random_unit(&r);
}

/* The fraction of waiting CPUs in waiting and free ones, over the grid. */
static double crowding(const struct broker_view *v)
{
    double wanted = 0, idle = 0;
    for (uint32_t k = 0; k < v->task.grid->count; k++) {
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
    q->phi = crowding(q->view);
    q->largest = -HUGE_VAL;
    q->least = q->bsld = HUGE_VAL;
    for (uint32_t i = 0; i < of->count; i++) {
        const uint32_t k = of->clusters[i];
        const struct grid_state *s = broker_view_see(q->view, k);
        if (!match_requirements(q->view, q->entry, k, s)) continue;
        const double value = value_of(q, k, NULL);
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
    [BROKER_MATCH] = {{"match", "by requirements, on free CPUs (matchmaking)"},
                      BROKER_ROOM_THERE,
                      .score = value_of},
    [BROKER_SLOW] = {{"slow", "lowest average slowdown"},
                     BROKER_ROOM_NOT_ASKED,
                     .score = avg_bsld},
    [BROKER_SLOW_GATE] = {{"slow-gate", "slow, while some cluster has CPUs free"},
                          BROKER_ROOM_SOMEWHERE,
                          .score = avg_bsld},
    [BROKER_SLOW_FREE] = {{"slow-free", "slow, among clusters that have CPUs free"},
                          BROKER_ROOM_THERE,
                          .score = avg_bsld},
    [BROKER_MATCH_SLOW] = {{"match-slow", "by requirements and slowdown"},
                           BROKER_ROOM_NOT_ASKED,
                           .prepare = prepare_match_slow,
                           .score = score_match_slow},
    [BROKER_ISIS] = {{"isis", "no broker: each job chooses its cluster"},
                     BROKER_ROOM_NOT_ASKED,
                     .alone = 1,
                     .score = score_isis},
    {{"random", "a matching one, by --seed"}, BROKER_ROOM_THERE, .score = score_random}};

const struct choice_table broker_policy_resources_table = CHOICE_TABLE(resources);

const struct broker_policy_resources *broker_policy_resources(size_t row)
{
    return &resources[row];
}

/* ---- set-ups ----------------------------------------------------------------------- */

static const struct broker_setup named[] = {
    {"FCFS", "in place of fcfs+match", BROKER_FCFS, BROKER_MATCH},
    {"RANK", "in place of jr+match", BROKER_JR, BROKER_MATCH},
    {"SLOW", "in place of jr+slow", BROKER_JR, BROKER_SLOW}};

enum {
    NAMED = sizeof named / sizeof *named,
    JOBS = sizeof jobs / sizeof *jobs,
    RESOURCES = sizeof resources / sizeof *resources
};

typedef char all_setups_fit[NAMED + JOBS * RESOURCES <= BROKER_SETUPS ? 1 : -1];

static int is_named(size_t j, size_t r)
{
    for (size_t i = 0; i < NAMED; i++)
        if (named[i].jobs == j && named[i].resources == r) return 1;
    return 0;
}

size_t broker_policy_setups(struct broker_setup all[BROKER_SETUPS])
{
    size_t count = NAMED, j, r;
    memset(all, 0, BROKER_SETUPS * sizeof *all);
    memcpy(all, named, sizeof named);
    for (j = 0; j < JOBS; j++)
        for (r = 0; r < RESOURCES; r++) {
            if (resources[r].alone || is_named(j, r)) continue;
            snprintf(all[count].name, sizeof all->name, "%s+%s", jobs[j].choice.word,
                     resources[r].choice.word);
            all[count].jobs = j;
            all[count++].resources = r;
        }
    for (r = 0; r < RESOURCES; r++) {
        if (!resources[r].alone) continue;
        snprintf(all[count].name, sizeof all->name, "%s", resources[r].choice.word);
        all[count++].resources = r;
    }
    return count;
}
