/* bellman.h - rival: the earliest start for one path by extended Bellman-Ford on ST lists
 * (paper 3, Li et al., section 4.2 and figure 2, right), then the fewest hops at that
 * start by breadth-first search.
 *
 * A link's ST list is made of its profile when it is first looked at. A node's list only
 * grows: most often nothing new comes, and then nothing is written. */
#ifndef RIVAL_BELLMAN_H
#define RIVAL_BELLMAN_H

#include "rival.h"

#include "netsched.h"

typedef struct bellman_list { /* an ST list: sorted, neither overlapping nor adjacent */
    nets_span *at;
    uint32_t count, capacity;
} bellman_list;

typedef struct bellman_link {
    uint32_t link, to;
} bellman_link;

typedef struct bellman_nodes { /* the paper's list1 and list2 */
    uint32_t *at;
    uint32_t count;
} bellman_nodes;

typedef struct bellman {
    const nets_network *net;
    const nets_request *request;
    rival_memory memory;
    uint32_t nodes, links;
    uint32_t *first;   /* of each node: its first link; one more at the end */
    bellman_link *out; /* links by where they leave */
    bellman_list *of_link, *of_node;
    unsigned char *known; /* of_link is the request's */
    unsigned char *listed;
    bellman_nodes now, then;
    bellman_list both, sum; /* scratch */
    uint32_t *hops;
} bellman;

static void *bellman_array(size_t count, size_t size)
{
    return rival_zeroed((count + 1) * size);
}

static nets_link_info bellman_link_of(const bellman *b, uint32_t link)
{
    nets_link_info l;
    if (nets_get_link(b->net, link, &l) != NETS_OK) exit(1);
    return l;
}

static bellman *bellman_create(const nets_network *net)
{
    bellman *b = (bellman *)rival_zeroed(sizeof *b);
    nets_counts_info c;
    uint32_t i;
    nets_counts(net, &c);
    b->net = net;
    b->nodes = c.nodes;
    b->links = c.links;
    b->first = (uint32_t *)bellman_array(b->nodes + 1, sizeof *b->first);
    b->out = (bellman_link *)bellman_array(b->links, sizeof *b->out);
    b->of_link = (bellman_list *)bellman_array(b->links, sizeof *b->of_link);
    b->of_node = (bellman_list *)bellman_array(b->nodes, sizeof *b->of_node);
    b->known = (unsigned char *)bellman_array(b->links, 1);
    b->listed = (unsigned char *)bellman_array(b->nodes, 1);
    b->now.at = (uint32_t *)bellman_array(b->nodes, sizeof *b->now.at);
    b->then.at = (uint32_t *)bellman_array(b->nodes, sizeof *b->then.at);
    b->hops = (uint32_t *)bellman_array(b->nodes, sizeof *b->hops);
    /* first[v + 2] counts, first[v + 1] says where the next goes, first[v] stays */
    for (i = 0; i < b->links; i++) b->first[bellman_link_of(b, i).from + 2]++;
    for (i = 2; i <= b->nodes; i++) b->first[i] += b->first[i - 1];
    for (i = 0; i < b->links; i++) {
        const nets_link_info l = bellman_link_of(b, i);
        bellman_link *out = &b->out[b->first[l.from + 1]++];
        out->link = i;
        out->to = l.to;
    }
    return b;
}

static void bellman_destroy(bellman *b)
{
    uint32_t i;
    for (i = 0; i < b->links; i++) free(b->of_link[i].at);
    for (i = 0; i < b->nodes; i++) free(b->of_node[i].at);
    free(b->both.at);
    free(b->sum.at);
    free(b->first);
    free(b->out);
    free(b->of_link);
    free(b->of_node);
    free(b->known);
    free(b->listed);
    free(b->now.at);
    free(b->then.at);
    free(b->hops);
    free(b);
}

/* ---- lists ------------------------------------------------------------------------- */

static void bellman_room(bellman *b, bellman_list *l, uint32_t need)
{
    l->at = (nets_span *)rival_room(&b->memory, l->at, &l->capacity, need, sizeof *l->at);
}

/* Appends a span that begins at or after the last one's beginning. There is room. */
static inline void bellman_append(bellman_list *l, nets_span s)
{
    if (l->count == 0 || l->at[l->count - 1].to < s.from)
        l->at[l->count++] = s;
    else if (l->at[l->count - 1].to < s.to)
        l->at[l->count - 1].to = s.to;
}

/* The starts at which a link has enough for long enough, within the request's window. */
static void bellman_starts(bellman *b, bellman_list *out, const nets_profile *p)
{
    const nets_request *r = b->request;
    nets_time since = r->start; /* that long there has been enough */
    uint32_t low = 0, high = p->count;
    int enough;
    bellman_room(b, out, p->count / 2 + 1);
    out->count = 0;
    while (low < high) { /* the first step after the window begins */
        const uint32_t middle = low + (high - low) / 2;
        if (p->steps[middle].time <= r->start)
            low = middle + 1;
        else
            high = middle;
    }
    enough = (low > 0 ? p->steps[low - 1].amount : p->first) >= r->bandwidth;
    for (;; low++) {
        const int over = low == p->count || p->steps[low].time >= r->end;
        const nets_time t = over ? r->end : p->steps[low].time;
        const int then = !over && p->steps[low].amount >= r->bandwidth;
        if (enough && !then && t - since >= r->duration) {
            const nets_span s = {since, t - r->duration + 1};
            bellman_append(out, s);
        }
        if (over) return;
        if (then && !enough) since = t;
        enough = then;
    }
}

static void bellman_intersect(bellman *b, bellman_list *out, const bellman_list *x,
                              const bellman_list *y)
{
    uint32_t i = 0, j = 0;
    bellman_room(b, out, x->count + y->count);
    out->count = 0;
    while (i < x->count && j < y->count) {
        const nets_span a = x->at[i], c = y->at[j];
        const nets_span s = {a.from > c.from ? a.from : c.from,
                             a.to < c.to ? a.to : c.to};
        if (s.from < s.to) bellman_append(out, s);
        if (a.to < c.to)
            i++;
        else
            j++;
    }
}

static void bellman_union(bellman *b, bellman_list *out, const bellman_list *x,
                          const bellman_list *y)
{
    uint32_t i = 0, j = 0;
    bellman_room(b, out, x->count + y->count);
    out->count = 0;
    while (i < x->count || j < y->count)
        if (j == y->count || (i < x->count && x->at[i].from <= y->at[j].from))
            bellman_append(out, x->at[i++]);
        else
            bellman_append(out, y->at[j++]);
}

/* Is all of x in y? */
static int bellman_within(const bellman_list *x, const bellman_list *y)
{
    uint32_t i, j = 0;
    for (i = 0; i < x->count; i++) {
        while (j < y->count && y->at[j].to < x->at[i].to) j++;
        if (j == y->count || y->at[j].from > x->at[i].from) return 0;
    }
    return 1;
}

static int bellman_has(const bellman_list *x, nets_time t)
{
    uint32_t i = 0;
    while (i < x->count && x->at[i].to <= t) i++;
    return i < x->count && x->at[i].from <= t;
}

/* ---- search ------------------------------------------------------------------------ */

static const bellman_list *bellman_link_starts(bellman *b, uint32_t link)
{
    if (!b->known[link])
        bellman_starts(b, &b->of_link[link], nets_profile_of(b->net, NETS_LINK, link));
    b->known[link] = 1;
    return &b->of_link[link];
}

/* st(u) grows by what is in both st(v) and ST(v, u); 1 if that is something new. */
static int bellman_relax(bellman *b, uint32_t v, const bellman_link *out)
{
    bellman_list *st = &b->of_node[out->to], old;
    bellman_intersect(b, &b->both, &b->of_node[v], bellman_link_starts(b, out->link));
    if (bellman_within(&b->both, st)) return 0;
    bellman_union(b, &b->sum, st, &b->both);
    old = *st;
    *st = b->sum;
    b->sum = old;
    return 1;
}

/* st(n - 1, *), in place. */
static void bellman_ford(bellman *b)
{
    const nets_request *r = b->request;
    const nets_span window = {r->start, r->end - r->duration + 1};
    uint32_t v, k, i;
    for (v = 0; v < b->nodes; v++) b->of_node[v].count = 0;
    memset(b->known, 0, b->links);
    bellman_room(b, &b->of_node[r->from], 1);
    bellman_append(&b->of_node[r->from], window);
    b->now.at[0] = r->from;
    b->now.count = 1;
    for (k = 1; k < b->nodes && b->now.count > 0; k++) {
        const bellman_nodes done = b->now;
        b->then.count = 0;
        memset(b->listed, 0, b->nodes);
        for (i = 0; i < done.count; i++) {
            const bellman_link *out = &b->out[b->first[done.at[i]]];
            const bellman_link *end = &b->out[b->first[done.at[i] + 1]];
            for (; out < end; out++)
                if (bellman_relax(b, done.at[i], out) && !b->listed[out->to]) {
                    b->listed[out->to] = 1;
                    b->then.at[b->then.count++] = out->to;
                }
        }
        b->now = b->then;
        b->then = done;
    }
}

/* The fewest links of a path that is free from t on; there is one. */
static uint32_t bellman_hops(bellman *b, nets_time t)
{
    const nets_request *r = b->request;
    uint32_t *queue = b->now.at, head = 0, tail = 0, v;
    for (v = 0; v < b->nodes; v++) b->hops[v] = NETS_NONE;
    b->hops[r->from] = 0;
    queue[tail++] = r->from;
    while (head < tail && b->hops[r->to] == NETS_NONE) {
        const bellman_link *out = &b->out[b->first[queue[head]]];
        const bellman_link *end = &b->out[b->first[queue[head] + 1]];
        for (; out < end; out++)
            if (b->hops[out->to] == NETS_NONE &&
                bellman_has(bellman_link_starts(b, out->link), t)) {
                b->hops[out->to] = b->hops[queue[head]] + 1;
                queue[tail++] = out->to;
            }
        head++;
    }
    return b->hops[r->to];
}

/* The earliest start of a request for one path, and its hops; or NETS_FOREVER. The
 * window has an end. */
static nets_time bellman_first_slot(bellman *b, const nets_request *r, uint32_t *hops)
{
    const bellman_list *st = &b->of_node[r->to];
    b->request = r;
    bellman_ford(b);
    *hops = st->count > 0 ? bellman_hops(b, st->at[0].from) : 0;
    return st->count > 0 ? st->at[0].from : NETS_FOREVER;
}

#endif
