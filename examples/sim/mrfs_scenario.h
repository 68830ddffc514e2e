/* mrfs_scenario.h - what every algorithm is given: a network with local resources, and
 * requests that come in one after the other (paper 3, section 5: Li, Ranka, Sahni,
 * Schmalz).
 *
 * Requests arrive as a Poisson process. Each asks for bandwidth between two sites, drawn
 * evenly from all pairs, and for some of each type of resource at both, for a duration,
 * within a reservation window. Bandwidth and amounts are drawn in percent of what a link
 * and a unit usually have (their median), so that they suit any network.
 *
 * What is drawn for request number i depends on the seed alone: at another density the
 * same requests come, closer together, and so they do, between the sites of the same
 * numbers, on a network of another size.
 */
#ifndef SIM_MRFS_SCENARIO_H
#define SIM_MRFS_SCENARIO_H

#include "cli.h"
#include "error.h"
#include "figure.h"
#include "hash.h"
#include "random.h"
#include "sites.h"
#include "topology.h"
#include "values.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_MRFS_REQUESTS = 1000000 }; /* at most, in one scenario */

typedef struct sim_mrfs_demand { /* how requests are drawn */
    sim_span bandwidth, amount;  /* percent of the median link and unit             */
    sim_span duration;           /* seconds                                         */
    int64_t window;              /* et - st over the duration, in billionths        */
    int64_t ahead;               /* st is up to so many seconds after the arrival   */
    int64_t horizon;             /* requests arrive within so many seconds ...      */
    int64_t requests;            /* ... or so many do; 0 = by the horizon           */
} sim_mrfs_demand;

typedef struct sim_mrfs_place { /* where: sim_mrfs_place_read */
    const char *network;        /* its name; NULL = random with `nodes` nodes   */
    const char *text;           /* a file's, else NULL ...                      */
    size_t size;                /* ... and its length                           */
    int64_t nodes;
    int64_t degree;   /* of random networks, in billionths            */
    int64_t capacity; /* of links that tell none, in Mb/s             */
    sim_sites sites;  /* of networks that tell none                   */
} sim_mrfs_place;

typedef struct sim_mrfs_request {
    int64_t arrive, start, end, duration, bandwidth;
    uint32_t from, to;             /* nodes                                  */
    uint32_t from_types, to_types; /* how many types are needed there ...    */
    size_t needs;                  /* ... the first of them, and then `to`'s */
} sim_mrfs_request;

typedef struct sim_mrfs_scenario { /* zero-initialise; sim_mrfs_scenario_free */
    sim_topology network;
    int own;         /* the network has resources of its own */
    uint32_t *sites; /* nodes with resources                 */
    size_t site_count;
    int64_t link_median, *unit_median; /* by type */
    sim_mrfs_request *requests;
    size_t count, room;
    nets_need *needs;
    size_t need_count, need_room;
    int64_t horizon; /* requests arrive before */
} sim_mrfs_scenario;

static inline void sim_mrfs_scenario_free(sim_mrfs_scenario *s)
{
    static const sim_mrfs_scenario nothing = {0};
    sim_topology_free(&s->network);
    free(s->sites);
    free(s->unit_median);
    free(s->requests);
    free(s->needs);
    *s = nothing;
}

/* A generator for each thing that is drawn, so that one does not shift the other. */
static inline sim_random sim_mrfs_random(int64_t seed, uint64_t what)
{
    sim_random r;
    r.state = sim_hash(sim_hash(SIM_HASH_START, (uint64_t)seed), what);
    return r;
}

/* ---- the network ------------------------------------------------------------------- */

static inline sim_topology_options sim_mrfs_network_options(const sim_mrfs_place *p,
                                                            int64_t seed)
{
    sim_topology_options o = sim_topology_defaults();
    sim_random r = sim_mrfs_random(seed, 1);
    o.capacity_bps = p->capacity * 1000000;
    o.degree = p->degree;
    o.seed = sim_random_bits(&r);
    return o;
}

/* Makes or reads the network. Random ones of the same seed and another size have nothing
 * in common. */
static inline int sim_mrfs_network(sim_topology *t, const sim_mrfs_place *p, int64_t seed,
                                   sim_error *e)
{
    const sim_topology_options o = sim_mrfs_network_options(p, seed);
    char name[64];
    if (p->text)
        return sim_topology_parse(p->network, p->text, p->size, SIM_TOPOLOGY_AUTO, &o, t,
                                  e);
    snprintf(name, sizeof name, "random:%" PRId64, p->nodes);
    return sim_topology_get(p->network ? p->network : name, SIM_TOPOLOGY_AUTO, &o, t, e);
}

/* What --network names, NULL = it is not given: a file is read once, into *text, for
 * free(). 0, or -1. */
static inline int sim_mrfs_place_read(sim_mrfs_place *p, const char *name, char **text,
                                      sim_error *e)
{
    const sim_topology_options o = sim_mrfs_network_options(p, 1);
    sim_topology t;
    sim_source s = sim_topology_source(name, &o, &t, e);
    sim_input in;
    int made;
    if (!name) return 0;
    made = sim_make_named(&s);
    if (made == 0 && strncmp(name, "random:", 7) == 0)
        p->nodes = (int64_t)t.node_count;
    else
        p->network = name;
    sim_topology_free(&t);
    if (made <= 0) return made;
    if (sim_input_open(&in, name, e) != 0) return -1;
    made = sim_input_text(&in, SIM_TOPOLOGY_BYTES, text, &p->size, e);
    p->text = *text;
    return made;
}

static inline const char *sim_mrfs_network_name(const sim_mrfs_place *p)
{
    return p->network ? p->network : "random";
}

/* Two sites at least, and a way between them is for the algorithms to find. */
static inline int sim_mrfs_sites(sim_mrfs_scenario *s, const sim_mrfs_place *p,
                                 int64_t seed, sim_error *e)
{
    sim_topology *t = &s->network;
    sim_random r = sim_mrfs_random(seed, 2);
    uint32_t i;
    s->own = t->partition_count > 0;
    if (!s->own) {
        sim_sites wanted = p->sites;
        if ((size_t)wanted.sites > t->node_count) wanted.sites = (int64_t)t->node_count;
        if (sim_sites_place(t, &wanted, &r, e) != 0) return -1;
    }
    s->sites = (uint32_t *)malloc(t->node_count * sizeof *s->sites);
    if (!s->sites) return sim_fail(e, "out of memory for the sites");
    for (i = 0; i < t->node_count; i++)
        if (t->nodes[i].partition != SIM_TOPOLOGY_NONE) s->sites[s->site_count++] = i;
    if (s->site_count < 2)
        return sim_fail(e, "%s: resources at one node only; requests need two",
                        sim_mrfs_network_name(p));
    if (t->link_count == 0)
        return sim_fail(e, "%s: there is no link", sim_mrfs_network_name(p));
    return 0;
}

static inline int sim_compare_i64(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts the values; the upper one of two in the middle, 0 of none. */
static inline int64_t sim_median_i64(int64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, sim_compare_i64);
    return count ? values[count / 2] : 0;
}

static inline int sim_mrfs_medians(sim_mrfs_scenario *s, sim_error *e)
{
    const sim_topology *t = &s->network;
    const size_t most = t->link_count > t->unit_count ? t->link_count : t->unit_count;
    int64_t *values = (int64_t *)malloc((most + 1) * sizeof *values);
    uint32_t type;
    size_t i, n;
    s->unit_median = (int64_t *)calloc(t->types.count + 1, sizeof *s->unit_median);
    if (!values || !s->unit_median) {
        free(values);
        return sim_fail(e, "out of memory for the network");
    }
    for (i = 0; i < t->link_count; i++) values[i] = t->links[i].capacity;
    s->link_median = sim_median_i64(values, t->link_count);
    for (type = 0; type < t->types.count; type++) {
        for (n = i = 0; i < t->unit_count; i++)
            if (t->partitions[t->units[i].partition].type == type)
                values[n++] = t->units[i].amount;
        s->unit_median[type] = sim_median_i64(values, n);
    }
    free(values);
    return 0;
}

/* ---- requests ---------------------------------------------------------------------- */

/* That many percent, at least 1. */
static inline int64_t sim_percent(int64_t whole, int64_t percent)
{
    const double part = (double)whole / 100 * (double)percent + 0.5;
    return part < 1 ? 1 : part < 9e15 ? (int64_t)part : 9000000000000000;
}

static inline int64_t sim_times_billionths(int64_t n, int64_t factor)
{
    return n * (factor / CLI_ONE) + n * (factor % CLI_ONE) / CLI_ONE;
}

/* The needs at a node, for each type there is; how many. -1: out of memory */
static inline int sim_mrfs_needs(sim_mrfs_scenario *s, uint32_t node,
                                 const int64_t *amount, uint32_t *count)
{
    const sim_topology *t = &s->network;
    uint32_t p;
    *count = 0;
    for (p = t->nodes[node].partition; p != SIM_TOPOLOGY_NONE;
         p = t->partitions[p].before) {
        void *needs = s->needs;
        nets_need *need;
        if (sim_grow(&needs, s->need_count, &s->need_room, sizeof *s->needs) != 0)
            return -1;
        s->needs = (nets_need *)needs;
        need = &s->needs[s->need_count++];
        need->type = t->partitions[p].type;
        need->amount = amount[need->type];
        ++*count;
    }
    return 0;
}

/* The next request, which arrives then. */
static inline int sim_mrfs_draw(sim_mrfs_scenario *s, const sim_mrfs_demand *d,
                                int64_t arrive, sim_random *r)
{
    int64_t amount[SIM_TOPOLOGY_TYPES];
    sim_mrfs_request *q;
    void *requests = s->requests;
    uint64_t from, to;
    uint32_t k;
    if (sim_grow(&requests, s->count, &s->room, sizeof *s->requests) != 0) return -1;
    s->requests = (sim_mrfs_request *)requests;
    q = &s->requests[s->count];
    from = sim_random_below(r, s->site_count);
    to = sim_random_below(r, s->site_count - 1);
    q->from = s->sites[from];
    q->to = s->sites[to + (to >= from)];
    q->arrive = arrive;
    q->start = arrive + (int64_t)(sim_random_unit(r) * (double)(d->ahead + 1));
    q->duration = sim_random_span(r, &d->duration);
    q->end = q->start + sim_times_billionths(q->duration, d->window);
    q->bandwidth = sim_percent(s->link_median, sim_random_span(r, &d->bandwidth));
    for (k = 0; k < s->network.types.count; k++)
        amount[k] = sim_percent(s->unit_median[k], sim_random_span(r, &d->amount));
    q->needs = s->need_count;
    if (sim_mrfs_needs(s, q->from, amount, &q->from_types) != 0 ||
        sim_mrfs_needs(s, q->to, amount, &q->to_types) != 0)
        return -1;
    s->count++;
    return 0;
}

/* As many as come within the horizon, or as are wanted; `density` an hour. */
static inline int sim_mrfs_requests(sim_mrfs_scenario *s, const sim_mrfs_demand *d,
                                    int64_t density, int64_t seed, sim_error *e)
{
    sim_random gaps = sim_mrfs_random(seed, 3), r = sim_mrfs_random(seed, 4);
    const double mean = 3600.0 / (double)density;
    double time = 0;
    for (;;) {
        time -= mean * sim_ln(sim_random_unit(&gaps));
        if (d->requests ? s->count == (size_t)d->requests
                        : !(time < (double)d->horizon) || s->count == SIM_MRFS_REQUESTS)
            break;
        if (sim_mrfs_draw(s, d, (int64_t)time, &r) != 0)
            return sim_fail(e, "out of memory for the requests");
    }
    s->horizon = d->requests ? (int64_t)time + 1 : d->horizon;
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *s (zeroed; sim_mrfs_scenario_free it, whatever happens). 0, or -1. */
static inline int sim_mrfs_scenario_make(sim_mrfs_scenario *s, const sim_mrfs_place *p,
                                         const sim_mrfs_demand *d, int64_t density,
                                         int64_t seed, sim_error *e)
{
    if (sim_mrfs_network(&s->network, p, seed, e) != 0) return -1;
    if (sim_mrfs_sites(s, p, seed, e) != 0 || sim_mrfs_medians(s, e) != 0) return -1;
    return sim_mrfs_requests(s, d, density, seed, e);
}

#endif
