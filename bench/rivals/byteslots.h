/* byteslots.h - AWMC-T (paper 4, Christodoulopoulos and Varvarigos) with one byte for
 * each slot, as one would write it first.
 *
 * Paths are kept in a heap by delay, then weight. One is dropped if the one kept last
 * at its node has at least its weight: that one's delay is no longer. Vectors of links
 * and clusters are read from the profiles, by memset, and when time moves on by whole
 * slots only where they are new; the paths' are in one array that only grows. All
 * tasks ask for the same rate and CPUs, and clusters have the links' slots. */
#ifndef BYTESLOTS_H
#define BYTESLOTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netsched.h"

typedef struct byteslots_label {
    int64_t delay; /* slots */
    uint32_t weight, node, parent, next;
    uint32_t length; /* links */
    unsigned char beyond;
} byteslots_label;

typedef struct byteslots_hop {
    uint32_t to, link;
    int64_t delay; /* slots */
} byteslots_hop;

typedef struct byteslots {
    const nets_network *net;
    uint32_t nodes, links, clusters, slots_l;
    nets_time tau_l, origin;
    int read;

    int64_t shift;   /* times the delay */
    uint32_t *first; /* hop of each node, and an end */
    byteslots_hop *hops;
    unsigned char *link_bits, *cluster_bits; /* and one more for all beyond */
    byteslots_label *labels;
    unsigned char *bits;          /* of labels */
    uint32_t *heap, *last, *list; /* last: kept at each node */
    uint32_t label_count, capacity, heap_count;
} byteslots;

typedef struct byteslots_answer {
    nets_time end, arrive; /* since the origin; -1: none */
    uint32_t cluster, paths;
    uint64_t labels;
} byteslots_answer;

static inline void *byteslots_room(void *at, size_t bytes)
{
    void *p = realloc(at, bytes ? bytes : 1);
    if (p) return p;
    fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
    exit(1);
}

static inline void byteslots_grow(byteslots *b, uint32_t capacity)
{
    b->capacity = capacity;
    b->labels =
        (byteslots_label *)byteslots_room(b->labels, capacity * sizeof *b->labels);
    b->bits = (unsigned char *)byteslots_room(b->bits, (size_t)capacity * b->slots_l);
    b->heap = (uint32_t *)byteslots_room(b->heap, capacity * sizeof *b->heap);
}

static inline void byteslots_connect(byteslots *b)
{
    uint32_t i, node, n = 0;
    for (node = 0; node < b->nodes; node++) {
        b->first[node] = n;
        for (i = 0; i < b->links; i++) {
            nets_link_info l;
            if (nets_get_link(b->net, i, &l) != NETS_OK || l.from != node) continue;
            b->hops[n].to = l.to;
            b->hops[n].link = i;
            b->hops[n++].delay = (l.delay + b->tau_l - 1) / b->tau_l;
        }
    }
    b->first[node] = n;
}

static inline byteslots *byteslots_create(const nets_network *net,
                                          const nets_view_desc *desc)
{
    byteslots *b = (byteslots *)byteslots_room(NULL, sizeof *b);
    nets_stats_info n;
    memset(b, 0, sizeof *b);
    nets_stats(net, &n);
    b->net = net;
    b->nodes = n.nodes;
    b->links = n.links;
    b->clusters = n.clusters;
    b->slots_l = desc->slots_l;
    b->tau_l = desc->tau_l;
    b->shift = desc->shared_clock ? 1 : 2;
    b->first = (uint32_t *)byteslots_room(NULL, (b->nodes + 1) * sizeof *b->first);
    b->last = (uint32_t *)byteslots_room(NULL, b->nodes * sizeof *b->last);
    b->hops = (byteslots_hop *)byteslots_room(NULL, b->links * sizeof *b->hops);
    b->link_bits =
        (unsigned char *)byteslots_room(NULL, (size_t)b->links * (b->slots_l + 1));
    b->cluster_bits =
        (unsigned char *)byteslots_room(NULL, (size_t)b->clusters * (b->slots_l + 1));
    byteslots_grow(b, 64);
    byteslots_connect(b);
    return b;
}

static inline void byteslots_destroy(byteslots *b)
{
    free(b->first);
    free(b->last);
    free(b->hops);
    free(b->link_bits);
    free(b->cluster_bits);
    free(b->labels);
    free(b->bits);
    free(b->heap);
    free(b);
}

/* What a profile says from `origin` on. */
static inline void byteslots_read(unsigned char *bits, uint32_t slots,
                                  const nets_profile *p, nets_amount amount,
                                  nets_time origin, nets_time tau)
{
    const nets_time end = origin + slots * tau;
    uint32_t i = 0, above = p->count;
    memset(bits, 1, slots);
    while (i < above) { /* to the piece that holds the origin */
        const uint32_t middle = i + (above - i) / 2;
        if (p->steps[middle].time <= origin)
            i = middle + 1;
        else
            above = middle;
    }
    for (; i <= p->count && (i == 0 || p->steps[i - 1].time < end); i++) {
        nets_time from = i ? p->steps[i - 1].time : INT64_MIN;
        nets_time to = i < p->count ? p->steps[i].time : INT64_MAX;
        const nets_amount free = i ? p->steps[i - 1].amount : p->first;
        if (from < origin) from = origin;
        if (to > end) to = end;
        if (free >= amount || from >= to) continue;
        from = (from - origin) / tau;
        to = (to - origin + tau - 1) / tau;
        memset(bits + from, 0, (size_t)(to - from));
    }
    bits[slots] = (p->count ? p->steps[p->count - 1].amount : p->first) >= amount;
}

static inline int byteslots_before(const byteslots *b, uint32_t i, uint32_t k)
{
    const byteslots_label *x = &b->labels[i], *y = &b->labels[k];
    if (x->delay != y->delay) return x->delay < y->delay;
    if (x->weight != y->weight) return x->weight > y->weight;
    return i < k;
}

static inline void byteslots_push(byteslots *b, uint32_t label)
{
    uint32_t i = b->heap_count++;
    while (i > 0 && byteslots_before(b, label, b->heap[(i - 1) / 2])) {
        b->heap[i] = b->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    b->heap[i] = label;
}

static inline uint32_t byteslots_pop(byteslots *b)
{
    const uint32_t top = b->heap[0], last = b->heap[--b->heap_count];
    uint32_t i = 0, child;
    while ((child = 2 * i + 1) < b->heap_count) {
        if (child + 1 < b->heap_count &&
            byteslots_before(b, b->heap[child + 1], b->heap[child]))
            child++;
        if (!byteslots_before(b, b->heap[child], last)) break;
        b->heap[i] = b->heap[child];
        i = child;
    }
    b->heap[i] = last;
    return top;
}

/* & with the left shift, and the weight of what comes out. */
static inline uint32_t byteslots_and(unsigned char *out, const unsigned char *v,
                                     const unsigned char *w, uint32_t slots,
                                     int64_t shift)
{
    uint32_t weight = 0;
    int64_t k = 0, whole = shift < slots ? slots - shift : 0;
    for (; k < whole; k++) {
        out[k] = v[k] & w[k + shift];
        weight += out[k];
    }
    for (; k < slots; k++) {
        out[k] = v[k] & w[slots];
        weight += out[k];
    }
    return weight;
}

static inline int byteslots_pruned(const byteslots *b, const byteslots_label *l)
{
    return b->last[l->node] != NETS_NONE &&
           b->labels[b->last[l->node]].weight >= l->weight;
}

static inline int byteslots_visits(const byteslots *b, uint32_t label, uint32_t node)
{
    for (; label != NETS_NONE; label = b->labels[label].parent)
        if (b->labels[label].node == node) return 1;
    return 0;
}

static inline void byteslots_extend(byteslots *b, uint32_t label, const byteslots_hop *h)
{
    const uint32_t fresh = b->label_count;
    const unsigned char *w = b->link_bits + (size_t)h->link * (b->slots_l + 1);
    byteslots_label *l, *parent;
    if (fresh == b->capacity) byteslots_grow(b, 2 * fresh);
    parent = &b->labels[label];
    l = &b->labels[fresh];
    l->delay = parent->delay + h->delay;
    l->node = h->to;
    l->parent = label;
    l->length = parent->length + 1;
    l->beyond = parent->beyond & w[b->slots_l];
    l->weight = byteslots_and(b->bits + (size_t)fresh * b->slots_l,
                              b->bits + (size_t)label * b->slots_l, w, b->slots_l,
                              b->shift * parent->delay);
    l->weight += l->beyond;
    if (!l->weight || byteslots_pruned(b, l)) return;
    byteslots_push(b, b->label_count++);
}

/* The first of `run` ones at or after `from`; -1: there are none. */
static inline int64_t byteslots_run(const unsigned char *bits, int64_t slots, int beyond,
                                    int64_t from, int64_t run)
{
    int64_t k, ones = 0;
    if (from >= slots) return beyond ? from : -1;
    for (k = from; k < slots; k++) {
        ones = bits[k] ? ones + 1 : 0;
        if (ones == run) return k + 1 - run;
    }
    return beyond ? slots - ones : -1;
}

/* The best cluster for a path that ends there. */
static inline void byteslots_try(const byteslots *b, const nets_task *task,
                                 uint32_t label, byteslots_answer *best)
{
    const byteslots_label *l = &b->labels[label];
    const nets_time length = (task->data + task->rate - 1) / task->rate;
    const int64_t burst = (length + b->tau_l - 1) / b->tau_l;
    int64_t est = 0;
    uint32_t c;
    if (l->length) {
        est = byteslots_run(b->bits + (size_t)label * b->slots_l, b->slots_l, l->beyond,
                            0, burst);
        if (est < 0) return;
        est += burst + l->delay;
    }
    for (c = 0; c < b->clusters; c++) {
        const unsigned char *bits = b->cluster_bits + (size_t)c * (b->slots_l + 1);
        nets_cluster_info info;
        int64_t start;
        nets_time end;
        if (nets_get_cluster(b->net, c, &info) != NETS_OK || info.node != l->node)
            continue;
        end = (task->workload + info.speed - 1) / info.speed;
        start = byteslots_run(bits, b->slots_l, bits[b->slots_l], est,
                              (end + b->tau_l - 1) / b->tau_l);
        if (start < 0) continue;
        end += start * b->tau_l;
        if (best->end >= 0 &&
            (end > best->end || (end == best->end && c > best->cluster) ||
             (end == best->end && c == best->cluster && est * b->tau_l >= best->arrive)))
            continue;
        best->end = end;
        best->arrive = est * b->tau_l;
        best->cluster = c;
    }
}

/* One vector, from another origin on: its useful part moves to the front. */
static inline void byteslots_move(unsigned char *bits, uint32_t slots, uint32_t kept,
                                  const nets_profile *p, nets_amount amount,
                                  nets_time origin, nets_time tau)
{
    memmove(bits, bits + (slots - kept), kept);
    byteslots_read(bits + kept, slots - kept, p, amount, origin + kept * tau, tau);
}

/* All vectors from an origin on, unless they are those already. */
static inline void byteslots_picture(byteslots *b, const nets_task *task)
{
    const nets_time moved = task->origin - b->origin;
    const int whole = b->read && moved >= 0 && moved % b->tau_l == 0;
    const uint32_t slots = (uint32_t)(moved / b->tau_l);
    const uint32_t kept = whole && slots < b->slots_l ? b->slots_l - slots : 0;
    uint32_t i;
    if (b->read && moved == 0) return;
    b->read = 1;
    b->origin = task->origin;
    for (i = 0; i < b->links; i++)
        byteslots_move(b->link_bits + (size_t)i * (b->slots_l + 1), b->slots_l, kept,
                       nets_profile_of(b->net, NETS_LINK, i), task->rate, task->origin,
                       b->tau_l);
    for (i = 0; i < b->clusters; i++)
        byteslots_move(b->cluster_bits + (size_t)i * (b->slots_l + 1), b->slots_l, kept,
                       nets_profile_of(b->net, NETS_CLUSTER, i), task->cpus, task->origin,
                       b->tau_l);
}

static inline byteslots_answer byteslots_ask(byteslots *b, const nets_task *task)
{
    byteslots_answer best = {-1, 0, 0, 0, 0};
    uint32_t i;
    byteslots_picture(b, task);
    for (i = 0; i < b->nodes; i++) b->last[i] = NETS_NONE;
    memset(&b->labels[0], 0, sizeof b->labels[0]);
    memset(b->bits, 1, b->slots_l);
    b->labels[0].node = task->source;
    b->labels[0].parent = NETS_NONE;
    b->labels[0].beyond = 1;
    b->labels[0].weight = b->slots_l + 1;
    b->label_count = 1;
    b->heap_count = 0;
    byteslots_push(b, 0);
    while (b->heap_count) {
        const uint32_t label = byteslots_pop(b), node = b->labels[label].node;
        if (byteslots_pruned(b, &b->labels[label])) continue;
        b->last[node] = label;
        best.paths += label > 0;
        byteslots_try(b, task, label, &best);
        for (i = b->first[node]; i < b->first[node + 1]; i++)
            if (!byteslots_visits(b, label, b->hops[i].to)) {
                best.labels++;
                byteslots_extend(b, label, &b->hops[i]);
            }
    }
    return best;
}

#endif
