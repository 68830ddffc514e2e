/* dinic.h - rival: one maximum flow from nothing for each basic interval (paper 3, Li et
 * al., section 4.1 and figure 2, left), by Dinic's algorithm.
 *
 * The graph is made once: the arcs that leave a node lie together, and links that come in
 * pairs are each other's reverse. The basic intervals of a window are the breakpoints of
 * all links, sorted; each changes the capacities that are new with it, and the flow is
 * found: levels backwards from the sink, so that no way leads astray, and from each node
 * on with the arc it stopped at. */
#ifndef RIVAL_DINIC_H
#define RIVAL_DINIC_H

#include "rival.h"

#include "netsched.h"

typedef struct dinic_arc {
    int64_t left; /* of its capacity */
    uint32_t to, twin;
} dinic_arc;

typedef struct dinic_break { /* from then on an arc has that capacity */
    nets_time time;
    int64_t amount;
    uint32_t arc;
} dinic_break;

typedef struct dinic {
    const nets_network *net;
    uint32_t nodes, links, arcs;
    uint32_t *first;   /* of each node: its first arc; one more at the end */
    uint32_t *at;      /* of each link: its arc */
    int64_t *capacity; /* of each arc */
    dinic_arc *arc;
    uint32_t *next; /* of each node: the arc to try next */
    uint32_t *level, *queue;
    dinic_break *breaks;
    uint32_t break_count, break_capacity;
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
    free(d->breaks);
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

/* Sends up to `most` from v on, each step one level down to the sink; tells how much. */
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
    const nets_time x = ((const dinic_break *)a)->time,
                    y = ((const dinic_break *)b)->time;
    return (x > y) - (x < y);
}

/* Appends the breakpoints of a link between `start` and `end`. */
static void dinic_breaks_of(dinic *d, uint32_t link, nets_time start, nets_time end)
{
    const nets_profile *p = nets_profile_of(d->net, NETS_LINK, link);
    rival_memory none = {0, 0, 0};
    uint32_t low = 0, high = p->count;
    while (low < high) { /* the first after `start` */
        const uint32_t middle = low + (high - low) / 2;
        if (p->steps[middle].time <= start)
            low = middle + 1;
        else
            high = middle;
    }
    d->breaks =
        (dinic_break *)rival_room(&none, d->breaks, &d->break_capacity,
                                  d->break_count + p->count - low, sizeof *d->breaks);
    for (; low < p->count && p->steps[low].time < end; low++) {
        dinic_break *b = &d->breaks[d->break_count++];
        b->time = p->steps[low].time;
        b->amount = p->steps[low].amount;
        b->arc = d->at[link];
    }
}

/* The global list: where in the window basic intervals begin, and what is new there. */
static void dinic_global_list(dinic *d, nets_time start, nets_time end)
{
    uint32_t i;
    d->break_count = 0;
    for (i = 0; i < d->links; i++) dinic_breaks_of(d, i, start, end);
    qsort(d->breaks, d->break_count, sizeof *d->breaks, dinic_earlier);
}

/* The earliest start of a splittable request, or NETS_FOREVER. As the paper does it, all
 * basic intervals are decided first; with `stop` only until some in a row are long
 * enough. The window has an end. */
static nets_time dinic_first_slot(dinic *d, const nets_request *r, int stop)
{
    nets_time begin = NETS_FOREVER; /* of the feasible intervals in a row */
    nets_time answer = NETS_FOREVER, t = r->start;
    uint32_t i = 0;
    dinic_global_list(d, r->start, r->end);
    dinic_read(d, r->start);
    while (t < r->end && !(stop && answer != NETS_FOREVER)) {
        const nets_time over = i < d->break_count ? d->breaks[i].time : r->end;
        if (dinic_flow(d, r->from, r->to) < r->bandwidth)
            begin = NETS_FOREVER;
        else if (begin == NETS_FOREVER)
            begin = t;
        if (begin != NETS_FOREVER && answer == NETS_FOREVER &&
            over - begin >= r->duration)
            answer = begin;
        for (t = over; i < d->break_count && d->breaks[i].time == t; i++)
            d->capacity[d->breaks[i].arc] = d->breaks[i].amount;
    }
    return answer;
}

#endif
