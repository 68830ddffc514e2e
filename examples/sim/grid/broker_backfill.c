/* broker_backfill.c - only jobs that fit are looked at: most are judged by the CPUs that
 * are free on the best cluster of their class. The looks of listing 3, which goes through
 * the queue, are counted. */
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
    for (c = 0; c < v->classes.count; c++) {
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
    if (!broker_select_open(v, entry)) return 0;
    if (broker_policy_resources(v->rules->resources)->room == BROKER_ROOM_NOT_ASKED)
        return 1;
    return !entry->dynamic || broker_select(v, entry) != BROKER_NO_CLUSTER;
}

/* The factor of a job's rank with so many jobs ahead of it. With a reduction factor of 0
 * only ranks count; listing 3 multiplies by its i, from 1 on. */
static double weight_at(const struct broker_rules *rules, size_t ahead)
{
    if (rules->jr_listing) return (double)ahead + 1;
    return 1 + (double)rules->jr_factor / CLI_ONE * (double)ahead;
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
        if (v->least_rank * weight_at(v->rules, middle) >= best->weight)
            hi = middle;
        else
            lo = middle + 1;
    }
    best->end = lo;
}

/* Looks for a lighter job among those of one class and size, which are judged alike. */
static void look_among(const struct broker_view *v, const struct broker_queue *q,
                       struct lightest *best)
{
    const struct broker_queue *all = &v->queue;
    size_t i, place = 0; /* at least that, in the queue */
    for (i = 0; i < q->count; i++, place++) {
        const struct broker_entry *entry = broker_queue_at(q, i);
        const int any = best->place != SIZE_MAX;
        double weight;
        if (any && best->end < all->count &&
            !broker_queue_before(entry, broker_queue_at(all, best->end)))
            return;
        if (!(entry->rank >= 0) ||
            (any && entry->rank * weight_at(v->rules, place) > best->weight))
            continue;
        place = broker_queue_place(all, entry);
        weight = entry->rank * weight_at(v->rules, place);
        if (place < first_place(v->rules) ||
            (any && (weight > best->weight ||
                     (!(weight < best->weight) && place > best->place))))
            continue;
        if (!has_cluster(v, entry)) continue;
        best->place = place;
        best->weight = weight;
        find_end(v, best);
    }
}

size_t broker_backfill(struct broker_view *v)
{
    const size_t count = v->queue.count, first = first_place(v->rules);
    struct lightest best = {SIZE_MAX, 0, 0};
    uint32_t c;
    size_t i;
    if (count <= first || broker_select_first(v) == count) return SIZE_MAX;
    for (c = 0; c < v->classes.count; c++) {
        const struct broker_class *of = &v->classes.items[c];
        for (i = 0; of->open && i < of->size_count; i++) {
            const struct broker_queue *q = &of->sizes[i].queue;
            if (q->count && !broker_select_open(v, broker_queue_at(q, 0))) break;
            look_among(v, q, &best);
        }
    }
    if (best.place == SIZE_MAX) {
        find_smallest(v);
        v->looks += count - first;
        return SIZE_MAX;
    }
    v->looks += (best.end < count ? best.end + 1 : count) - first;
    return best.place;
}
