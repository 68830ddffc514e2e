/* dinic.h - rival: one maximum flow from nothing for each basic interval (paper 3, Li et
 * al., section 4.1 and figure 2, left), by Dinic's algorithm.
 *
 * The graph is made once: the arcs that leave a node lie together, and links that come in
 * pairs are each other's reverse. For each basic interval of the window every link's
 * profile is asked, then the flow is found: levels backwards from the sink, so that no
 * way leads astray, and from each node on with the arc it stopped at. */
#ifndef RIVAL_DINIC_H
#define RIVAL_DINIC_H

#include "rival.h"

#include "netsched.h"

typedef struct dinic_arc {
    int64_t left; /* of its capacity */
    uint32_t to, twin;
} dinic_arc;

typedef struct dinic {
    const nets_network *net;
    uint32_t nodes, links, arcs;
    uint32_t *first;   /* of each node: its first arc; one more at the end */
    uint32_t *at;      /* of each link: its arc */
    int64_t *capacity; /* of each arc */
    dinic_arc *arc;
    uint32_t *next; /* of each node: the arc to try next */
    uint32_t *level, *queue;
    nets_time *times; /* of all breakpoints in the window */
    uint32_t time_count, time_capacity;
} dinic;

#define DINIC_FAR UINT32_MAX

static void *dinic_array(size_t count, size_t size)
{
    return rival_zeroed((count + 1) * size);
}

static nets_link_info dinic_link(const nets_network *net, uint32_t link)
{
    nets_link_info l;
    if (nets_get_link(net, link, &l) != NETS_OK) exit(1);
    return l;
}

/* Is link i + 1 the way back of link i? */
static int dinic_paired(const dinic *d, uint32_t i)
{
    nets_link_info there, back;
    if (i + 1 >= d->links) return 0;
    there = dinic_link(d->net, i);
    back = dinic_link(d->net, i + 1);
    return there.from == back.to && there.to == back.from;
}

/* Calls `each` for every two arcs that are each other's reverse, with the links they are,
 * or NETS_NONE. */
static void dinic_pairs(dinic *d, void (*each)(dinic *d, uint32_t a, uint32_t b,
                                               uint32_t there, uint32_t back))
{
    uint32_t i;
    for (i = 0; i < d->links; i++) {
        const nets_link_info l = dinic_link(d->net, i);
        const int paired = dinic_paired(d, i);
        each(d, l.from, l.to, i, paired ? i + 1 : NETS_NONE);
        i += (uint32_t)paired;
    }
}

static void dinic_count(dinic *d, uint32_t a, uint32_t b, uint32_t there, uint32_t back)
{
    (void)there;
    (void)back;
    d->first[a + 1]++;
    d->first[b + 1]++;
    d->arcs += 2;
}

static void dinic_place(dinic *d, uint32_t a, uint32_t b, uint32_t there, uint32_t back)
{
    const uint32_t x = d->first[a] + d->next[a]++, y = d->first[b] + d->next[b]++;
    d->arc[x].to = b;
    d->arc[x].twin = y;
    d->arc[y].to = a;
    d->arc[y].twin = x;
    d->at[there] = x;
    if (back != NETS_NONE) d->at[back] = y;
}

static dinic *dinic_create(const nets_network *net)
{
    dinic *d = (dinic *)rival_zeroed(sizeof *d);
    nets_counts_info c;
    uint32_t v;
    nets_counts(net, &c);
    d->net = net;
    d->nodes = c.nodes;
    d->links = c.links;
    d->first = (uint32_t *)dinic_array(d->nodes, sizeof *d->first);
    d->next = (uint32_t *)dinic_array(d->nodes, sizeof *d->next);
    d->level = (uint32_t *)dinic_array(d->nodes, sizeof *d->level);
    d->queue = (uint32_t *)dinic_array(d->nodes, sizeof *d->queue);
    d->at = (uint32_t *)dinic_array(d->links, sizeof *d->at);
    dinic_pairs(d, dinic_count);
    for (v = 0; v < d->nodes; v++) d->first[v + 1] += d->first[v];
    d->arc = (dinic_arc *)dinic_array(d->arcs, sizeof *d->arc);
    d->capacity = (int64_t *)dinic_array(d->arcs, sizeof *d->capacity);
    dinic_pairs(d, dinic_place);
    return d;
}

static void dinic_destroy(dinic *d)
{
    free(d->first);
    free(d->next);
    free(d->level);
    free(d->queue);
    free(d->at);
    free(d->arc);
    free(d->capacity);
    free(d->times);
    free(d);
}

/* Capacities are what is free at time t. */
static void dinic_read(dinic *d, nets_time t)
{
    uint32_t i;
    for (i = 0; i < d->links; i++)
        d->capacity[d->at[i]] =
            nets_profile_value(nets_profile_of(d->net, NETS_LINK, i), t);
}

/* Distances to the sink, over arcs with something left, until the source has one. */
static int dinic_levels(dinic *d, uint32_t from, uint32_t to)
{
    uint32_t head = 0, tail = 0, v, i;
    for (v = 0; v < d->nodes; v++) d->level[v] = DINIC_FAR;
    d->level[to] = 0;
    d->queue[tail++] = to;
    while (head < tail) {
        v = d->queue[head++];
        for (i = d->first[v]; i < d->first[v + 1]; i++) {
            const dinic_arc *a = &d->arc[i];
            if (d->level[a->to] != DINIC_FAR || d->arc[a->twin].left == 0) continue;
            d->level[a->to] = d->level[v] + 1;
            if (a->to == from) return 1;
            d->queue[tail++] = a->to;
        }
    }
    return 0;
}

/* Sends up to `most` from v on to the sink, each step one level down; returns how much. */
static int64_t dinic_push(dinic *d, uint32_t v, uint32_t to, int64_t most)
{
    int64_t sent = 0;
    if (v == to) return most;
    for (; d->next[v] < d->first[v + 1]; d->next[v]++) {
        dinic_arc *a = &d->arc[d->next[v]];
        const int64_t rest = most - sent;
        int64_t part;
        if (a->left == 0 || d->level[a->to] + 1 != d->level[v]) continue;
        part = dinic_push(d, a->to, to, a->left < rest ? a->left : rest);
        a->left -= part;
        d->arc[a->twin].left += part;
        sent += part;
        if (sent == most) break; /* the arc may have more */
    }
    return sent;
}

/* The maximum flow with the capacities that were read. */
static int64_t dinic_flow(dinic *d, uint32_t from, uint32_t to)
{
    int64_t flow = 0;
    uint32_t i;
    for (i = 0; i < d->arcs; i++) d->arc[i].left = d->capacity[i];
    while (dinic_levels(d, from, to)) {
        memcpy(d->next, d->first, d->nodes * sizeof *d->next);
        flow += dinic_push(d, from, to, INT64_MAX);
    }
    return flow;
}

/* ---- first slot -------------------------------------------------------------------- */

static int dinic_earlier(const void *a, const void *b)
{
    const nets_time x = *(const nets_time *)a, y = *(const nets_time *)b;
    return (x > y) - (x < y);
}

static void dinic_time(dinic *d, nets_time t)
{
    if (d->time_count == d->time_capacity) {
        rival_memory none = {0, 0, 0};
        d->times = (nets_time *)rival_room(&none, d->times, &d->time_capacity,
                                           d->time_count + 1, sizeof *d->times);
    }
    d->times[d->time_count++] = t;
}

/* Where basic intervals begin: at `start` and at every breakpoint before `end`. */
static void dinic_intervals(dinic *d, nets_time start, nets_time end)
{
    uint32_t i, k, kept = 0;
    d->time_count = 0;
    dinic_time(d, start);
    for (i = 0; i < d->links; i++) {
        const nets_profile *p = nets_profile_of(d->net, NETS_LINK, i);
        uint32_t low = 0, high = p->count;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (p->steps[middle].time <= start)
                low = middle + 1;
            else
                high = middle;
        }
        for (k = low; k < p->count && p->steps[k].time < end; k++)
            dinic_time(d, p->steps[k].time);
    }
    qsort(d->times, d->time_count, sizeof *d->times, dinic_earlier);
    for (i = 0; i < d->time_count; i++)
        if (kept == 0 || d->times[kept - 1] != d->times[i])
            d->times[kept++] = d->times[i];
    d->time_count = kept;
}

/* The earliest start of a splittable request, or NETS_FOREVER. As the paper does it, all
 * basic intervals are decided first; with `stop` only until some in a row are long
 * enough. */
static nets_time dinic_first_slot(dinic *d, const nets_request *r, int stop)
{
    nets_time begin = NETS_FOREVER, answer = NETS_FOREVER; /* of feasible ones in a row */
    uint32_t i;
    dinic_intervals(d, r->start, r->end);
    for (i = 0; i < d->time_count; i++) {
        const nets_time t = d->times[i];
        const nets_time over = i + 1 < d->time_count ? d->times[i + 1] : r->end;
        dinic_read(d, t);
        if (dinic_flow(d, r->from, r->to) < r->bandwidth)
            begin = NETS_FOREVER;
        else if (begin == NETS_FOREVER)
            begin = t;
        if (begin != NETS_FOREVER && answer == NETS_FOREVER &&
            over - begin >= r->duration)
            answer = begin;
        if (stop && answer != NETS_FOREVER) break;
    }
    return answer;
}

#endif
