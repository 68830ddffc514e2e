/* mrfs_scenario.c - network, sites and requests each have a random stream of their own,
 * and so have the further ends of each request: more of them leave all others alone. */
#include "mrfs/mrfs_scenario.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/portable.h"
#include "base/random.h"
#include "topology/topology.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mrfs_scenario_free(struct mrfs_scenario *s)
{
    static const struct mrfs_scenario nothing = {0};
    topology_data_free(&s->network);
    free(s->sites);
    free(s->unit_median);
    free(s->requests);
    free(s->needs);
    *s = nothing;
}

/* A random stream for each purpose, so that none shifts another. */
static struct random stream(int64_t seed, uint64_t what)
{
    struct random r;
    r.state = hash_add(hash_add(HASH_START, (uint64_t)seed), what);
    return r;
}

/* ---- sites ------------------------------------------------------------------------- */

/* A number from the span, each as likely. */
static int64_t draw(struct random *r, const struct option_span *s)
{
    return s->lo + (int64_t)((double)(s->hi - s->lo + 1) * random_unit(r));
}

/* A partition with its units, behind the one the node had last. 0, or -1: out of memory.
 */
static int add_partition(struct topology *t, const struct mrfs_sites *s, uint32_t node,
                         uint32_t type, struct random *r)
{
    struct topology_partition p;
    int64_t u;
    p.node = node;
    p.type = type;
    p.before = t->nodes[node].partition;
    p.first = (uint32_t)t->unit_count;
    p.count = (uint32_t)s->units;
    p.access = p.before != TOPOLOGY_NONE && s->pairs < OPTION_ONE ? TOPOLOGY_ACCESS_PAIRS
                                                               : TOPOLOGY_ACCESS_FULL;
    if (ARRAY_ROOM(t->partitions, t->partition_count, t->partition_capacity, 1) != 0)
        return -1;
    t->nodes[node].partition = (uint32_t)t->partition_count;
    t->partitions[t->partition_count++] = p;
    for (u = 0; u < s->units; u++) {
        struct topology_unit unit;
        unit.partition = (uint32_t)t->partition_count - 1;
        unit.cid = (uint32_t)(u % s->cids);
        unit.amount = draw(r, &s->amount);
        if (ARRAY_ROOM(t->units, t->unit_count, t->unit_capacity, 1) != 0) return -1;
        t->units[t->unit_count++] = unit;
    }
    return 0;
}

static int add_pair(struct topology *t, uint32_t partition, uint32_t outer,
                    uint32_t inner)
{
    struct topology_pair pair;
    pair.partition = partition;
    pair.outer = outer;
    pair.inner = inner;
    if (ARRAY_ROOM(t->pairs, t->pair_count, t->pair_capacity, 1) != 0) return -1;
    t->pairs[t->pair_count++] = pair;
    return 0;
}

/* Which units of the partition reach which of the one before. */
static int add_pairs(struct topology *t, const struct mrfs_sites *s, uint32_t partition,
                     struct random *r)
{
    const double share = (double)s->pairs / OPTION_ONE;
    const uint32_t units = t->partitions[partition].count;
    uint32_t a, b;
    if (t->partitions[partition].access != TOPOLOGY_ACCESS_PAIRS) return 0;
    for (b = 0; b < units; b++) {
        const uint32_t sure = (uint32_t)random_below(r, units);
        for (a = 0; a < units; a++)
            if ((random_unit(r) < share || a == sure) &&
                add_pair(t, partition, a, b) != 0)
                return -1;
    }
    return 0;
}

static int add_types(struct topology *t, int64_t types)
{
    char name[24];
    int64_t k;
    for (k = 0; k < types; k++) {
        snprintf(name, sizeof name, "type%" PRId64, k);
        if (names_add(&t->types, word_of(name)) == NAMES_NONE) return -1;
    }
    return 0;
}

/* Adds the sites to a network without resources, which has at least as many nodes. 0, or
 * -1. */
static int place_sites(struct topology *t, const struct mrfs_sites *s, struct random *r,
                       struct error *e)
{
    uint32_t *nodes = random_choose(r, (uint32_t)t->node_count, (uint32_t)s->sites), p;
    int failed = !nodes || add_types(t, s->types) != 0;
    int64_t i, k;
    for (i = 0; i < s->sites && !failed; i++)
        for (k = 0; k < s->types && !failed; k++)
            failed = add_partition(t, s, nodes[i], (uint32_t)k, r) != 0;
    for (p = 0; p < t->partition_count && !failed; p++)
        failed = add_pairs(t, s, p, r) != 0;
    free(nodes);
    return failed ? error_fail(e, "out of memory for the sites") : 0;
}

/* ---- the network ------------------------------------------------------------------- */

static struct topology_options network_options(const struct mrfs_place *p, int64_t seed)
{
    struct topology_options o = topology_data_default();
    struct random r = stream(seed, 1);
    o.capacity_bps = p->capacity * 1000000;
    o.degree = p->degree;
    o.seed = random_bits(&r);
    return o;
}

/* Makes the network, or parses its file. Random networks of the same seed but another
 * size have nothing in common. */
static int make_network(struct topology *t, const struct mrfs_place *p, int64_t seed,
                        struct error *e)
{
    const struct topology_options o = network_options(p, seed);
    char name[64];
    if (p->text)
        return topology_format_parse(p->network, p->text, p->size, NULL, &o, t, e);
    snprintf(name, sizeof name, "random:%" PRId64, p->nodes);
    return topology_get(p->network ? p->network : name, NULL, &o, t, e);
}

int mrfs_scenario_place_read(struct mrfs_place *p, struct error *e)
{
    const struct topology_options o = network_options(p, 1);
    struct topology t;
    struct input in;
    int made;
    if (!p->name) return 0;
    made = topology_builtin_make(p->name, &o, &t, e);
    if (made == 0 && strncmp(p->name, "random:", 7) == 0)
        p->nodes = (int64_t)t.node_count;
    else
        p->network = p->name;
    topology_data_free(&t);
    if (made <= 0) return made;
    if (topology_open(&in, p->name, e) != 0) return -1;
    return input_read_all(&in, TOPOLOGY_FORMAT_BYTES, &p->text, &p->size, e);
}

void mrfs_scenario_place_free(struct mrfs_place *p)
{
    free(p->text);
    p->text = NULL;
}

static const char *network_name(const struct mrfs_place *p)
{
    return p->network ? p->network : "random";
}

/* There must be enough sites; whether paths join them is for the algorithms to find. */
static int choose_sites(struct mrfs_scenario *s, const struct mrfs_place *p, int64_t ends,
                        int64_t seed, struct error *e)
{
    struct topology *t = &s->network;
    struct random r = stream(seed, 2);
    uint32_t i;
    s->own = t->partition_count > 0;
    if (!s->own) {
        struct mrfs_sites wanted = p->sites;
        if ((size_t)wanted.sites > t->node_count) wanted.sites = (int64_t)t->node_count;
        if (place_sites(t, &wanted, &r, e) != 0) return -1;
    }
    s->sites = (uint32_t *)malloc(t->node_count * sizeof *s->sites);
    if (!s->sites) return error_fail(e, "out of memory for the sites");
    for (i = 0; i < t->node_count; i++)
        if (t->nodes[i].partition != TOPOLOGY_NONE) s->sites[s->site_count++] = i;
    if (s->site_count < (size_t)ends)
        return error_fail(e, "%s: nodes with resources: %zu; requests need %" PRId64,
                          network_name(p), s->site_count, ends);
    if (t->link_count == 0) return error_fail(e, "%s: there is no link", network_name(p));
    return 0;
}

/* Sorts the values; the upper one of two in the middle, 0 of none. */
static int64_t median_i64(int64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_i64);
    return count ? values[count / 2] : 0;
}

static int medians(struct mrfs_scenario *s, struct error *e)
{
    const struct topology *t = &s->network;
    const size_t most = t->link_count > t->unit_count ? t->link_count : t->unit_count;
    int64_t *values = (int64_t *)malloc((most + 1) * sizeof *values);
    uint32_t type;
    size_t i, n;
    s->unit_median = (int64_t *)calloc(t->types.count + 1, sizeof *s->unit_median);
    if (!values || !s->unit_median) {
        free(values);
        return error_fail(e, "out of memory for the network");
    }
    for (i = 0; i < t->link_count; i++) values[i] = t->links[i].capacity;
    s->link_median = median_i64(values, t->link_count);
    for (type = 0; type < t->types.count; type++) {
        for (n = i = 0; i < t->unit_count; i++)
            if (t->partitions[t->units[i].partition].type == type)
                values[n++] = t->units[i].amount;
        s->unit_median[type] = median_i64(values, n);
    }
    free(values);
    return 0;
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

/* Adds the needs at a node, one for each type there; *count of them. -1: out of
 * memory. */
static int add_needs(struct mrfs_scenario *s, uint32_t node, const int64_t *amount,
                     uint32_t *count)
{
    const struct topology *t = &s->network;
    uint32_t p;
    *count = 0;
    for (p = t->nodes[node].partition; p != TOPOLOGY_NONE; p = t->partitions[p].before) {
        nets_need *need;
        if (ARRAY_ROOM(s->needs, s->need_count, s->need_room, 1) != 0) return -1;
        need = &s->needs[s->need_count++];
        need->type = t->partitions[p].type;
        need->amount = amount[need->type];
        ++*count;
    }
    return 0;
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

/* Draws the next request. -1: out of memory. */
static int draw_request(struct mrfs_scenario *s, const struct mrfs_demand *d,
                        int64_t arrive, int64_t seed, struct random *r)
{
    int64_t amount[TOPOLOGY_TYPES];
    struct mrfs_request *q;
    uint64_t from, to;
    uint32_t k;
    if (ARRAY_ROOM(s->requests, s->count, s->room, 1) != 0) return -1;
    q = &s->requests[s->count];
    from = random_below(r, s->site_count);
    to = random_below(r, s->site_count - 1);
    q->ends = (uint32_t)d->ends;
    q->at[0] = s->sites[from];
    q->at[1] = s->sites[to + (to >= from)];
    draw_ends(s, q, stream(seed, 5 + s->count));
    q->arrive = arrive;
    q->start = arrive + (int64_t)(random_unit(r) * (double)(d->ahead + 1));
    q->duration = draw(r, &d->duration);
    q->end = q->start + times_billionths(q->duration, d->window);
    q->bandwidth = percent_of(s->link_median, draw(r, &d->bandwidth));
    for (k = 0; k < s->network.types.count; k++)
        amount[k] = percent_of(s->unit_median[k], draw(r, &d->amount));
    q->needs = s->need_count;
    for (k = 0; k < q->ends; k++)
        if (add_needs(s, q->at[k], amount, &q->types[k]) != 0) return -1;
    s->count++;
    return 0;
}

/* Draws requests, `density` an hour, until the horizon or until there are enough. */
static int draw_requests(struct mrfs_scenario *s, const struct mrfs_demand *d,
                         int64_t density, int64_t seed, struct error *e)
{
    struct random gaps = stream(seed, 3), r = stream(seed, 4);
    const double mean = 3600.0 / (double)density;
    double time = 0;
    for (;;) {
        time -= mean * portable_ln(random_unit(&gaps));
        if (d->requests ? s->count == (size_t)d->requests
                        : !(time < (double)d->horizon) || s->count == MRFS_REQUESTS)
            break;
        if (draw_request(s, d, (int64_t)time, seed, &r) != 0)
            return error_fail(e, "out of memory for the requests");
    }
    s->horizon = d->requests ? (int64_t)time + 1 : d->horizon;
    return 0;
}

int mrfs_scenario_make(struct mrfs_scenario *s, const struct mrfs_place *p,
                       const struct mrfs_demand *d, int64_t density, int64_t seed,
                       struct error *e)
{
    if (make_network(&s->network, p, seed, e) != 0) return -1;
    if (choose_sites(s, p, d->ends, seed, e) != 0 || medians(s, e) != 0) return -1;
    return draw_requests(s, d, density, seed, e);
}
