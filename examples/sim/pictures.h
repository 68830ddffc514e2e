/* pictures.h - what each node of a network believes of all links and clusters: what was
 * true there some time ago (paper 4, section 2: K. Christodoulopoulos, E. Varvarigos).
 *
 * Who reserves tells it here (sim_pictures_note). A node hears of it as much later as a
 * message needs from there on the quickest way; with an interval T, moreover, it only
 * looks at the times 0, T, 2 T, ... Messages go along links in both directions, whatever
 * the way of the data, and need a link's delay. A link is watched by the node it leaves.
 *
 *     sim_pictures_init(&all, net, 0, e)
 *     sim_pictures_note(&all, NETS_LINK, 7, now, from, to, rate, e)  for each change
 *     sim_pictures_look(&all, node, now, e)                          then it may ask:
 *     sim_pictures_of(&all, node, NETS_LINK, 7)                      what is free of it
 *
 * A node's picture of a resource is a profile, kept up by the notes that reached it; so
 * all of it is the resource's own past, never a mixture that could not have been. Before
 * include: netsched.h with its implementation.
 */
#ifndef SIM_PICTURES_H
#define SIM_PICTURES_H

#include "error.h"
#include "figure.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_PICTURES_MAX = 1 << 21 }; /* nodes times links and clusters */

#define SIM_NEVER INT64_MAX /* no message comes from there */

typedef struct sim_note { /* `amount` is taken, or given back if negative */
    int64_t made, from, to;
    nets_amount amount;
} sim_note;

typedef struct sim_journal { /* of one resource: notes in order of time */
    sim_note *notes;
    size_t count, capacity;
    size_t due;       /* when as many are kept, those that all know are dropped */
    uint64_t dropped; /* so many came before notes[0]                           */
    uint32_t node;    /* where they are made                                    */
} sim_journal;

typedef struct sim_pictures {         /* zero-initialise; sim_pictures_free */
    uint32_t nodes, links, resources; /* resources: links, then clusters */
    int64_t interval;                 /* 0: news are looked at at once   */
    int64_t *delay;                   /* [from * nodes + to]; SIM_NEVER  */
    sim_journal *journals;
    nets_profile *free; /* [node * resources + resource]   */
    uint64_t *heard;    /* the same: so many of its notes  */
} sim_pictures;

static inline void sim_pictures_free(sim_pictures *p)
{
    static const sim_pictures nothing = {0};
    size_t i;
    for (i = 0; p->free && i < (size_t)p->nodes * p->resources; i++)
        nets_profile_free(&p->free[i]);
    for (i = 0; p->journals && i < p->resources; i++) free(p->journals[i].notes);
    free(p->free);
    free(p->heard);
    free(p->journals);
    free(p->delay);
    *p = nothing;
}

/* ---- delays ------------------------------------------------------------------------ */

static inline int64_t sim_later(int64_t time, int64_t delay)
{
    return time > SIM_NEVER - delay ? SIM_NEVER : time + delay;
}

/* delay[to] of the quickest way between `from` and each node: Bellman-Ford, for as long
 * as some link makes a way shorter. */
static inline void sim_delays_from(const nets_network *net, uint32_t nodes,
                                   uint32_t links, uint32_t from, int64_t *delay)
{
    uint32_t i;
    int changed = 1;
    for (i = 0; i < nodes; i++) delay[i] = i == from ? 0 : SIM_NEVER;
    while (changed) {
        changed = 0;
        for (i = 0; i < links; i++) {
            nets_link_info l;
            if (nets_get_link(net, i, &l) != NETS_OK) return;
            if (sim_later(delay[l.from], l.delay) < delay[l.to]) {
                delay[l.to] = sim_later(delay[l.from], l.delay);
                changed = 1;
            }
            if (sim_later(delay[l.to], l.delay) < delay[l.from]) {
                delay[l.from] = sim_later(delay[l.to], l.delay);
                changed = 1;
            }
        }
    }
}

/* How long a message from one node to the other needs. */
static inline int64_t sim_pictures_delay(const sim_pictures *p, uint32_t from,
                                         uint32_t to)
{
    return p->delay[(size_t)from * p->nodes + to];
}

/* ---- making ------------------------------------------------------------------------ */

/* Everybody knows that all is free. */
static inline int sim_pictures_begin(sim_pictures *p, const nets_network *net)
{
    uint32_t r, node;
    for (r = 0; r < p->resources; r++) {
        nets_link_info link;
        nets_cluster_info cluster;
        nets_amount all;
        if (r < p->links) {
            if (nets_get_link(net, r, &link) != NETS_OK) return -1;
            p->journals[r].node = link.from;
            all = link.capacity;
        } else {
            if (nets_get_cluster(net, r - p->links, &cluster) != NETS_OK) return -1;
            p->journals[r].node = cluster.node;
            all = cluster.cpus;
        }
        p->journals[r].due = 256;
        for (node = 0; node < p->nodes; node++)
            nets_profile_init(&p->free[(size_t)node * p->resources + r], all, NULL, NULL);
    }
    return 0;
}

/* Pictures of a network nothing is reserved in. 0, or -1; sim_pictures_free in any case.
 */
static inline int sim_pictures_init(sim_pictures *p, const nets_network *net,
                                    int64_t interval, sim_error *e)
{
    nets_counts_info counts;
    size_t all;
    uint32_t i;
    nets_counts(net, &counts);
    p->nodes = counts.nodes;
    p->links = counts.links;
    p->resources = counts.links + counts.clusters;
    p->interval = interval;
    if ((uint64_t)p->nodes * p->resources > SIM_PICTURES_MAX ||
        (uint64_t)p->nodes * p->nodes > SIM_PICTURES_MAX)
        return sim_fail(e,
                        "the network is too large: nodes times links and clusters are"
                        " more than %d",
                        SIM_PICTURES_MAX);
    all = (size_t)p->nodes * p->resources;
    p->delay = (int64_t *)calloc((size_t)p->nodes * p->nodes + 1, sizeof *p->delay);
    p->journals = (sim_journal *)calloc((size_t)p->resources + 1, sizeof *p->journals);
    p->heard = (uint64_t *)calloc(all + 1, sizeof *p->heard);
    p->free = (nets_profile *)calloc(all + 1, sizeof *p->free);
    if (!p->delay || !p->journals || !p->heard || !p->free)
        return sim_fail(e, "out of memory");
    for (i = 0; i < p->nodes; i++)
        sim_delays_from(net, p->nodes, p->links, i, p->delay + (size_t)i * p->nodes);
    return sim_pictures_begin(p, net) == 0 ? 0 : sim_fail(e, "the network changed");
}

/* ---- hearing ----------------------------------------------------------------------- */

/* A note comes in at `now`; what it says of the past is of no use. */
static inline nets_status sim_note_take(nets_profile *free, const sim_note *note,
                                        int64_t now)
{
    const int64_t from = note->from > now ? note->from : now;
    if (from >= note->to) return NETS_OK;
    return note->amount > 0 ? nets_profile_take(free, from, note->to, note->amount)
                            : nets_profile_give(free, from, note->to, -note->amount);
}

/* What of one resource has reached the node by now goes into its picture. */
static inline int sim_pictures_hear(sim_pictures *p, uint32_t node, uint32_t resource,
                                    int64_t now, sim_error *e)
{
    const sim_journal *j = &p->journals[resource];
    const size_t at = (size_t)node * p->resources + resource;
    const int64_t looked = p->interval ? now - now % p->interval : now;
    const int64_t delay = sim_pictures_delay(p, j->node, node);
    size_t i = (size_t)(p->heard[at] - j->dropped);
    nets_profile_forget(&p->free[at], now);
    for (; i < j->count && sim_later(j->notes[i].made, delay) <= looked; i++) {
        const nets_status s = sim_note_take(&p->free[at], &j->notes[i], now);
        if (s != NETS_OK)
            return sim_fail(e, "a node's picture went wrong: %s", nets_status_text(s));
    }
    p->heard[at] = j->dropped + i;
    return 0;
}

/* The node's picture is that of now. Times never go back. */
static inline int sim_pictures_look(sim_pictures *p, uint32_t node, int64_t now,
                                    sim_error *e)
{
    uint32_t r;
    for (r = 0; r < p->resources; r++)
        if (sim_pictures_hear(p, node, r, now, e) != 0) return -1;
    return 0;
}

static inline const nets_profile *sim_pictures_of(const sim_pictures *p, uint32_t node,
                                                  nets_kind kind, uint32_t index)
{
    const size_t r = kind == NETS_LINK ? index : (size_t)p->links + index;
    return &p->free[(size_t)node * p->resources + r];
}

/* ---- telling ----------------------------------------------------------------------- */

/* Notes that everybody has heard by now are dropped. */
static inline int sim_journal_drop(sim_pictures *p, uint32_t resource, int64_t now,
                                   sim_error *e)
{
    sim_journal *j = &p->journals[resource];
    uint64_t known = j->dropped + j->count;
    size_t old;
    uint32_t node;
    for (node = 0; node < p->nodes; node++) {
        const size_t at = (size_t)node * p->resources + resource;
        if (sim_pictures_delay(p, j->node, node) == SIM_NEVER) {
            p->heard[at] = known; /* it never will */
            continue;
        }
        if (sim_pictures_hear(p, node, resource, now, e) != 0) return -1;
        if (p->heard[at] < known) known = p->heard[at];
    }
    old = (size_t)(known - j->dropped);
    j->count -= old;
    j->dropped = known;
    memmove(j->notes, j->notes + old, j->count * sizeof *j->notes);
    j->due = 2 * j->count + 256;
    return 0;
}

/* At `now` `amount` of the resource was taken, or given back if negative, during
 * [from, to). Times never go back. 0, or -1. */
static inline int sim_pictures_note(sim_pictures *p, nets_kind kind, uint32_t index,
                                    int64_t now, int64_t from, int64_t to,
                                    nets_amount amount, sim_error *e)
{
    const uint32_t resource = kind == NETS_LINK ? index : p->links + index;
    sim_journal *j = &p->journals[resource];
    void *notes = j->notes;
    if (j->count >= j->due && sim_journal_drop(p, resource, now, e) != 0) return -1;
    if (sim_grow(&notes, j->count, &j->capacity, sizeof *j->notes) != 0)
        return sim_fail(e, "out of memory");
    j->notes = (sim_note *)notes;
    j->notes[j->count].made = now;
    j->notes[j->count].from = from;
    j->notes[j->count].to = to;
    j->notes[j->count++].amount = amount;
    return 0;
}

#endif
