/* link_state.c - a journal of notes for each resource, from which nodes catch up. */
#include "multicost/link_state.h"

#include "base/job.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

enum { BELIEFS_MAX = 1 << 21 }; /* nodes times links and clusters */

void link_state_free(struct link_state *p)
{
    for (size_t i = 0; p->free && i < (size_t)p->nodes * p->resources; i++)
        nets_profile_free(&p->free[i]);
    for (size_t i = 0; p->journals && i < p->resources; i++) free(p->journals[i].notes);
    free(p->free);
    free(p->heard);
    free(p->journals);
    free(p->delay);
    memset(p, 0, sizeof *p);
}

/* ---- delays ------------------------------------------------------------------------ */

int64_t link_state_later(int64_t time, int64_t delay)
{
    return time > JOB_NEVER - delay ? JOB_NEVER : time + delay;
}

/* delay[to]: of the quickest path between `from` and each node. Bellman-Ford, until
 * no link shortens a path. */
static void delays_from(const nets_network *net, uint32_t nodes, uint32_t links,
                        uint32_t from, int64_t *delay)
{
    int changed = 1;
    for (uint32_t i = 0; i < nodes; i++) delay[i] = i == from ? 0 : JOB_NEVER;
    while (changed) {
        changed = 0;
        for (uint32_t i = 0; i < links; i++) {
            nets_link_info l;
            if (nets_get_link(net, i, &l) != NETS_OK) return;
            if (link_state_later(delay[l.from], l.delay) < delay[l.to]) {
                delay[l.to] = link_state_later(delay[l.from], l.delay);
                changed = 1;
            }
            if (link_state_later(delay[l.to], l.delay) < delay[l.from]) {
                delay[l.from] = link_state_later(delay[l.to], l.delay);
                changed = 1;
            }
        }
    }
}

int64_t link_state_delay(const struct link_state *p, uint32_t from, uint32_t to)
{
    return p->delay[(size_t)from * p->nodes + to];
}

/* ---- making ------------------------------------------------------------------------ */

void link_state_init(struct link_state *p, const nets_network *net, int64_t interval)
{
    nets_stats_info counts;
    nets_link_info link;
    nets_cluster_info cluster;
    nets_stats(net, &counts);
    p->nodes = counts.nodes;
    p->links = counts.links;
    p->resources = counts.links + counts.clusters;
    p->interval = interval;
    if ((uint64_t)p->nodes * p->resources > BELIEFS_MAX ||
        (uint64_t)p->nodes * p->nodes > BELIEFS_MAX)
        fail("the network is too large: nodes x (links + clusters) is more than %d",
             BELIEFS_MAX);
    const size_t all = (size_t)p->nodes * p->resources;
    p->delay = base_zeroed((size_t)p->nodes * p->nodes, sizeof *p->delay);
    p->journals = base_zeroed(p->resources, sizeof *p->journals);
    p->heard = base_zeroed(all, sizeof *p->heard);
    p->free = base_zeroed(all, sizeof *p->free);
    for (uint32_t node = 0; node < p->nodes; node++)
        delays_from(net, p->nodes, p->links, node, p->delay + (size_t)node * p->nodes);
    for (uint32_t r = 0; r < p->resources; r++) {
        nets_amount all_free = 0;
        if (nets_get_link(net, r, &link) == NETS_OK) {
            p->journals[r].node = link.from;
            all_free = link.capacity;
        } else if (nets_get_cluster(net, r - p->links, &cluster) == NETS_OK) {
            p->journals[r].node = cluster.node;
            all_free = cluster.cpus;
        }
        p->journals[r].due = 256;
        for (uint32_t node = 0; node < p->nodes; node++)
            nets_profile_init(&p->free[(size_t)node * p->resources + r], all_free, NULL,
                              NULL);
    }
}

/* ---- hearing ----------------------------------------------------------------------- */

/* Adds a note to a profile at `now`; what it says of the past is left out. */
static nets_status note_take(nets_profile *free, const struct link_state_note *note,
                             int64_t now)
{
    const int64_t from = note->from > now ? note->from : now;
    if (from >= note->to) return NETS_OK;
    return note->amount > 0 ? nets_profile_take(free, from, note->to, note->amount)
                            : nets_profile_give(free, from, note->to, -note->amount);
}

/* Adds the notes on one resource that have reached the node by now. */
static void hear(struct link_state *p, uint32_t node, uint32_t resource, int64_t now)
{
    const struct link_state_journal *j = &p->journals[resource];
    const size_t at = (size_t)node * p->resources + resource;
    const int64_t looked = p->interval ? now - now % p->interval : now;
    const int64_t delay = link_state_delay(p, j->node, node);
    nets_profile *free = &p->free[at];
    size_t i = (size_t)(p->heard[at] - j->dropped);
    if (free->count && free->steps[0].time <= now) nets_profile_forget(free, now);
    for (; i < j->count && link_state_later(j->notes[i].made, delay) <= looked; i++) {
        const nets_status s = note_take(free, &j->notes[i], now);
        if (s != NETS_OK) fail("cannot update a node's view: %s", nets_status_text(s));
    }
    p->heard[at] = j->dropped + i;
}

void link_state_update(struct link_state *p, uint32_t node, int64_t now)
{
    for (uint32_t r = 0; r < p->resources; r++) hear(p, node, r, now);
}

const nets_profile *link_state_all(const struct link_state *p, uint32_t node)
{
    return &p->free[(size_t)node * p->resources];
}

/* ---- telling ----------------------------------------------------------------------- */

/* Drops the notes that have reached all nodes by now. */
static void journal_drop(struct link_state *p, uint32_t resource, int64_t now)
{
    struct link_state_journal *j = &p->journals[resource];
    uint64_t known = j->dropped + j->count;
    for (uint32_t node = 0; node < p->nodes; node++) {
        uint64_t *heard = &p->heard[(size_t)node * p->resources + resource];
        if (link_state_delay(p, j->node, node) == JOB_NEVER)
            *heard = j->dropped + j->count; /* it never will */
        else
            hear(p, node, resource, now);
        if (*heard < known) known = *heard;
    }
    const size_t old = (size_t)(known - j->dropped);
    j->count -= old;
    j->dropped = known;
    memmove(j->notes, j->notes + old, j->count * sizeof *j->notes);
    j->due = 2 * j->count + 256;
}

void link_state_note(struct link_state *p, nets_kind kind, uint32_t index, int64_t now,
                     int64_t from, int64_t to, nets_amount amount)
{
    const uint32_t resource = kind == NETS_LINK ? index : p->links + index;
    const struct link_state_note note = {now, from, to, amount};
    struct link_state_journal *j = &p->journals[resource];
    if (j->count >= j->due) journal_drop(p, resource, now);
    BASE_PUSH(j->notes, j->count, j->capacity) = note;
}
