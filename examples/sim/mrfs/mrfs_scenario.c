/* mrfs_scenario.c - network, sites and requests each have a separate random stream,
 * and so have the further ends of each request: more of them leave all others alone. */
#include "mrfs/mrfs_scenario.h"

#include "base/compare.h"
#include "base/hash.h"
#include "base/portable.h"
#include "base/random.h"
#include "kit/base.h"
#include "mrfs/mrfs_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void mrfs_scenario_free(struct mrfs_scenario *s)
{
    topology_free(&s->network);
    free(s->sites);
    free(s->unit_median);
    free(s->requests);
    free(s->needs);
    memset(s, 0, sizeof *s);
}

/* A random stream for each purpose, so that none shifts another. */
static struct random stream(int64_t seed, uint64_t what)
{
    const struct random r = {hash_add(hash_add(HASH_START, (uint64_t)seed), what)};
    return r;
}

/* ---- sites ------------------------------------------------------------------------- */

/* A number from the span, each as likely. */
static int64_t draw(struct random *r, const struct option_span *s)
{
    return s->lo + (int64_t)((double)(s->hi - s->lo + 1) * random_unit(r));
}

/* A partition with its units, behind the one the node had last. */
static void add_partition(struct topology *t, const struct mrfs_sites *s, uint32_t node,
                          uint32_t type, struct random *r)
{
    struct topology_partition *p = &t->partitions[t->partition_count];
    p->node = node;
    p->type = type;
    p->before = t->nodes[node].partition;
    p->first = (uint32_t)t->unit_count;
    p->count = (uint32_t)s->units;
    p->access = p->before != TOPOLOGY_NONE && s->pairs < OPTION_ONE
                    ? TOPOLOGY_ACCESS_PAIRS
                    : TOPOLOGY_ACCESS_FULL;
    for (int64_t u = 0; u < s->units; u++) {
        struct topology_unit *unit = &t->units[t->unit_count++];
        unit->partition = (uint32_t)t->partition_count;
        unit->cid = (uint32_t)(u % s->cids);
        unit->amount = draw(r, &s->amount);
    }
    t->nodes[node].partition = (uint32_t)t->partition_count++;
}

/* Which units of the partition reach which of the one before. */
static void add_pairs(struct topology *t, const struct mrfs_sites *s, uint32_t partition,
                      struct random *r)
{
    const double share = (double)s->pairs / OPTION_ONE;
    const uint32_t units = t->partitions[partition].count;
    if (t->partitions[partition].access != TOPOLOGY_ACCESS_PAIRS) return;
    for (uint32_t b = 0; b < units; b++) {
        const uint32_t sure = (uint32_t)random_below(r, units);
        for (uint32_t a = 0; a < units; a++) {
            const struct topology_pair pair = {partition, a, b};
            if (!(random_unit(r) < share) && a != sure) continue;
            BASE_PUSH(t->pairs, t->pair_count, t->pair_capacity) = pair;
        }
    }
}

/* Adds the sites to a network without resources; every node if there are not enough. */
static void place_sites(struct topology *t, const struct mrfs_sites *s, struct random *r)
{
    const size_t wanted = (size_t)s->sites;
    const size_t sites = wanted < t->node_count ? wanted : t->node_count;
    const size_t partitions = sites * (size_t)s->types;
    uint32_t *nodes = random_choose(r, (uint32_t)t->node_count, (uint32_t)sites), p, k;
    char name[24];
    if (!nodes) fail("out of memory");
    t->partitions = base_zeroed(partitions, sizeof *t->partitions);
    t->units = base_zeroed(partitions * (size_t)s->units, sizeof *t->units);
    for (k = 0; k < s->types; k++) {
        snprintf(name, sizeof name, "type%" PRIu32, k);
        if (names_add(&t->types, word_of(name)) == NAMES_NONE) fail("out of memory");
    }
    for (size_t i = 0; i < sites; i++)
        for (k = 0; k < s->types; k++) add_partition(t, s, nodes[i], k, r);
    for (p = 0; p < t->partition_count; p++) add_pairs(t, s, p, r);
    free(nodes);
}

/* ---- the network ------------------------------------------------------------------- */

/* Random networks of the same seed but another size have nothing in common. */
static void make_network(struct topology *t, const struct mrfs_place *p, int64_t seed)
{
    struct topology_options o = topology_default;
    struct topology_named n = p->network;
    struct random r = stream(seed, 1);
    char name[64];
    if (p->capacity || !n.text)
        o.capacity_bps = (p->capacity ? p->capacity : 10000) * 1000000;
    o.both_ways = p->both_ways != 0;
    o.capacity_key = p->capacity_key;
    snprintf(name, sizeof name, "random:%" PRId64, p->nodes);
    if (!n.name) n.name = name;
    n.seed = random_bits(&r);
    topology_named_make(t, &n, &o);
}

static const char *name_of(const struct mrfs_place *p)
{
    return p->network.name ? p->network.name : "random";
}

/* There must be enough sites; whether paths join them is for the algorithms to find. */
static void choose_sites(struct mrfs_scenario *s, const struct mrfs_place *p,
                         int64_t ends, int64_t seed)
{
    struct topology *t = &s->network;
    struct random r = stream(seed, 2);
    if (t->partition_count == 0) place_sites(t, &p->sites, &r);
    s->sites = base_zeroed(t->node_count, sizeof *s->sites);
    for (uint32_t i = 0; i < t->node_count; i++)
        if (t->nodes[i].partition != TOPOLOGY_NONE) s->sites[s->site_count++] = i;
    if (s->site_count < (size_t)ends)
        fail("%s: nodes with resources: %zu; requests need %" PRId64, name_of(p),
             s->site_count, ends);
}

/* Sorts the values; the upper one of two in the middle, 0 of none. */
static int64_t median_i64(int64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_i64);
    return count ? values[count / 2] : 0;
}

static void find_medians(struct mrfs_scenario *s)
{
    const struct topology *t = &s->network;
    const size_t most = t->link_count > t->unit_count ? t->link_count : t->unit_count;
    int64_t *values = base_zeroed(most, sizeof *values);
    size_t i, n;
    s->unit_median = base_zeroed(t->types.count, sizeof *s->unit_median);
    for (i = 0; i < t->link_count; i++) values[i] = t->links[i].capacity;
    s->link_median = median_i64(values, t->link_count);
    for (uint32_t type = 0; type < t->types.count; type++) {
        for (n = i = 0; i < t->unit_count; i++)
            if (t->partitions[t->units[i].partition].type == type)
                values[n++] = t->units[i].amount;
        s->unit_median[type] = median_i64(values, n);
    }
    free(values);
}

/* ---- requests ---------------------------------------------------------------------- */

/* So many percent of it, at least 1. */
static int64_t percent_of(int64_t whole, int64_t percent)
{
    const double part = (double)whole / 100 * (double)percent + 0.5;
    return part < 1 ? 1 : part < 9e15 ? (int64_t)part : 9000000000000000;
}

static int64_t times_billionths(int64_t n, int64_t factor)
{
    return n * (factor / OPTION_ONE) + n * (factor % OPTION_ONE) / OPTION_ONE;
}

/* Adds the needs at a node, one for each type there; how many. */
static uint32_t add_needs(struct mrfs_scenario *s, uint32_t node, const int64_t *amount)
{
    const struct topology *t = &s->network;
    uint32_t p, count = 0;
    for (p = t->nodes[node].partition; p != TOPOLOGY_NONE; p = t->partitions[p].before) {
        nets_need *need = &BASE_PUSH(s->needs, s->need_count, s->need_room);
        need->type = t->partitions[p].type;
        need->amount = amount[need->type];
        count++;
    }
    return count;
}

/* Draws the sites of q that are left, each another one. */
static void draw_ends(const struct mrfs_scenario *s, struct mrfs_request *q,
                      struct random r)
{
    uint32_t n = 2, k;
    while (n < q->ends) {
        q->at[n] = s->sites[random_below(&r, s->site_count)];
        for (k = 0; q->at[k] != q->at[n]; k++) continue;
        n += k == n;
    }
}

/* Draws the next request. */
static void draw_request(struct mrfs_scenario *s, const struct mrfs_demand *d,
                         int64_t arrive, int64_t seed, struct random *r)
{
    int64_t amount[TOPOLOGY_TYPES];
    struct mrfs_request *q = &BASE_PUSH(s->requests, s->count, s->room);
    const uint64_t from = random_below(r, s->site_count);
    const uint64_t to = random_below(r, s->site_count - 1);
    q->ends = (uint32_t)d->ends;
    q->at[0] = s->sites[from];
    q->at[1] = s->sites[to + (to >= from)];
    draw_ends(s, q, stream(seed, 4 + s->count));
    q->arrive = arrive, q->volume = 0;
    q->start = arrive + (int64_t)(random_unit(r) * (double)(d->ahead + 1));
    q->duration = draw(r, &d->duration);
    q->end = q->start + times_billionths(q->duration, d->window);
    q->bandwidth = percent_of(s->link_median, draw(r, &d->bandwidth));
    for (uint32_t k = 0; k < s->network.types.count; k++)
        amount[k] = percent_of(s->unit_median[k], draw(r, &d->amount));
    q->needs = s->need_count;
    for (uint32_t k = 0; k < q->ends; k++) q->types[k] = add_needs(s, q->at[k], amount);
}

/* Requests of a file; or drawn ones, `density` an hour, until the horizon or until there
 * are enough. */
void mrfs_scenario_make(struct mrfs_scenario *s, const struct mrfs_place *p,
                        const struct mrfs_demand *d, int64_t density, int64_t seed)
{
    struct random gaps = stream(seed, 3), r = stream(seed, 4);
    const double mean = 3600.0 / (double)density;
    double time = 0;
    make_network(&s->network, p, seed);
    if (!d->list.name) choose_sites(s, p, d->ends, seed);
    if (s->network.link_count == 0) fail("%s: there is no link", name_of(p));
    s->horizon = d->horizon;
    if (d->list.name) {
        mrfs_list_read(s, &d->list);
        return;
    }
    find_medians(s);
    for (;;) {
        time -= mean * portable_ln(random_unit(&gaps));
        if (d->requests ? s->count == (size_t)d->requests
                        : !(time < (double)d->horizon) || s->count == MRFS_REQUESTS)
            break;
        draw_request(s, d, (int64_t)time, seed, &r);
    }
    if (d->requests) s->horizon = (int64_t)time + 1;
}
