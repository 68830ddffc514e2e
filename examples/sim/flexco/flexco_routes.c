/* flexco_routes.c - a stack of the pairs that ask: those below the top have a path
 * each, whose bandwidth is added to the load of its links. */
#include "flexco/flexco_routes.h"

#include <stdlib.h>
#include <string.h>

void flexco_routes_free(struct flexco_routes *r)
{
    size_t i;
    for (i = 0; r->paths && i < (size_t)r->sites * r->sites; i++)
        nets_path_list_free(&r->paths[i]);
    free(r->paths);
    free(r->load);
    free(r->stack);
    free(r->chosen);
    free(r->uses);
    memset(r, 0, sizeof *r);
}

static nets_status allocate(struct flexco_routes *r)
{
    const size_t pairs = (size_t)r->sites * r->sites;
    r->paths = (nets_path_list *)calloc(pairs, sizeof *r->paths);
    r->load = (nets_amount *)calloc((size_t)r->links + 1, sizeof *r->load);
    r->stack = (struct flexco_routes_pair *)calloc(pairs + 1, sizeof *r->stack);
    r->chosen = (uint32_t *)calloc(pairs, sizeof *r->chosen);
    r->uses = (nets_use *)calloc((size_t)r->links + 1, sizeof *r->uses);
    return r->paths && r->load && r->stack && r->chosen && r->uses ? NETS_OK
                                                                   : NETS_E_NOMEM;
}

nets_status flexco_routes_make(struct flexco_routes *r, nets_network *net,
                               const uint32_t *node, uint32_t sites, uint32_t paths)
{
    nets_counts_info counts;
    nets_path_request q;
    nets_status s;
    uint32_t i, k;
    memset(r, 0, sizeof *r);
    nets_counts(net, &counts);
    r->net = net;
    r->sites = sites;
    r->links = counts.links;
    s = allocate(r);
    memset(&q, 0, sizeof q);
    q.k = paths;
    for (i = 0; i < sites && s == NETS_OK; i++) {
        if (node[i] >= counts.nodes) s = NETS_E_ARG;
        for (k = 0; k < sites && s == NETS_OK; k++) {
            if (node[i] == node[k]) continue;
            q.from = node[i];
            q.to = node[k];
            s = nets_paths(net, &q, &r->paths[i * sites + k]);
            if (s == NETS_E_NOFIT) s = NETS_OK; /* an empty list */
        }
    }
    if (s != NETS_OK) flexco_routes_free(r);
    return s;
}

/* ---- one search -------------------------------------------------------------------- */

static const nets_profile *profile_of(const struct flexco_routes *r, uint32_t link)
{
    return r->view ? nets_view_profile(r->view, NETS_LINK, link)
                   : nets_profile_of(r->net, NETS_LINK, link);
}

/* Puts the pairs that ask on the stack. Sites at the same node need nothing. */
static void push_pairs(struct flexco_routes *r, const struct flexco_routes_request *q,
                       const uint32_t *node)
{
    uint32_t i, k;
    r->depth = 0;
    for (i = 0; i < r->sites; i++)
        for (k = 0; k < r->sites; k++)
            if (q->used[i] && q->used[k] && node[i] != node[k] &&
                q->between[i * r->sites + k] > 0)
                r->stack[r->depth++].pair = i * r->sites + k;
}

/* Adds `more`, which may be negative, to the load of each link of path p of a pair. 0
 * if that is too much for any link, which then changes nothing. */
static int add_load(struct flexco_routes *r, uint32_t pair, uint32_t p, nets_amount more)
{
    const nets_path_list *list = &r->paths[pair];
    const uint32_t *link = list->links + list->at[p].first;
    int fits = 1;
    uint32_t i;
    for (i = 0; i < list->at[p].hops; i++) {
        if (more > 0 && r->load[link[i]] > NETS_MOST - more) fits = 0;
        if (!fits) break;
        r->load[link[i]] += more;
    }
    while (!fits && i-- > 0) r->load[link[i]] -= more;
    return fits;
}

/* The first start from *t on at which all links of that path carry their load. */
static nets_status path_start(const struct flexco_routes *r,
                              const struct flexco_routes_request *q, uint32_t pair,
                              uint32_t p, nets_time *t)
{
    const nets_path_list *list = &r->paths[pair];
    const uint32_t *link = list->links + list->at[p].first;
    uint32_t i, agree = 0;
    for (i = 0; agree < list->at[p].hops; i = (i + 1) % list->at[p].hops) {
        nets_time x;
        const nets_status s = nets_profile_earliest(
            profile_of(r, link[i]), r->load[link[i]], q->duration, *t, q->end, &x);
        if (s != NETS_OK) return s;
        agree = x > *t ? 1 : agree + 1;
        *t = x;
    }
    return NETS_OK;
}

/* The first start from *t on at which all of pairs 0 .. count - 1 of the stack can use
 * the paths they have. */
static nets_status pairs_start(const struct flexco_routes *r,
                               const struct flexco_routes_request *q, uint32_t count,
                               nets_time *t)
{
    uint32_t i, agree = 0;
    for (i = 0; agree < count; i = (i + 1) % count) {
        const nets_time before = *t;
        const nets_status s = path_start(r, q, r->stack[i].pair, r->stack[i].next - 1, t);
        if (s != NETS_OK) return s;
        agree = *t > before ? 1 : agree + 1;
    }
    return NETS_OK;
}

/* Gives the pair at the top of the stack its next path. 1 if all pairs up to it can
 * then start before `best`; that start is kept for the pairs that follow. */
static int next_path(struct flexco_routes *r, const struct flexco_routes_request *q,
                     uint32_t at, nets_time best)
{
    struct flexco_routes_pair *top = &r->stack[at];
    const nets_amount asked = q->between[top->pair];
    const uint32_t p = top->next++;
    nets_time t = top->start;
    if (!add_load(r, top->pair, p, asked)) return 0;
    if (pairs_start(r, q, at + 1, &t) != NETS_OK || t >= best) {
        add_load(r, top->pair, p, -asked);
        return 0;
    }
    top[1].start = t;
    top[1].next = 0;
    return 1;
}

/* Tries combinations of paths, depth first. The first of those with the earliest start
 * is kept. */
static nets_status combine(struct flexco_routes *r, const struct flexco_routes_request *q,
                           nets_time from, nets_time *best)
{
    uint32_t at = 0, i, tries = 0;
    nets_status s = NETS_E_NOFIT;
    *best = NETS_FOREVER;
    r->stack[0].start = from;
    r->stack[0].next = 0;
    for (;;) {
        if (at == r->depth) {
            for (i = 0; i < at; i++) r->chosen[i] = r->stack[i].next - 1;
            *best = r->stack[at].start;
            s = NETS_OK;
        } else if (*best > from &&
                   r->stack[at].next < r->paths[r->stack[at].pair].count) {
            if (tries++ < FLEXCO_ROUTES_TRIES) {
                at += (uint32_t)next_path(r, q, at, *best);
                continue;
            }
            *best = from; /* no more is tried */
            s = NETS_E_LIMIT;
        }
        if (at == 0) return s;
        at--;
        add_load(r, r->stack[at].pair, r->stack[at].next - 1,
                 -q->between[r->stack[at].pair]);
    }
}

nets_status flexco_routes_earliest(struct flexco_routes *r, const uint32_t *node,
                                   const struct flexco_routes_request *q,
                                   nets_time *start)
{
    *start = q->start;
    push_pairs(r, q, node);
    if (r->depth == 0) return NETS_OK;
    return combine(r, q, q->start, start);
}

void flexco_routes_plan(struct flexco_routes *r, const struct flexco_routes_request *q,
                        nets_time start, nets_plan *plan)
{
    uint32_t i;
    memset(plan, 0, sizeof *plan);
    plan->uses = r->uses;
    plan->start = start;
    plan->end = start + q->duration;
    for (i = 0; i < r->depth; i++)
        add_load(r, r->stack[i].pair, r->chosen[i], q->between[r->stack[i].pair]);
    for (i = 0; i < r->links; i++) {
        nets_use *u = &r->uses[plan->count];
        if (r->load[i] == 0) continue;
        memset(u, 0, sizeof *u);
        u->kind = NETS_LINK;
        u->index = i;
        u->from = start;
        u->to = plan->end;
        u->amount = r->load[i];
        u->flow = u->whole = 1;
        r->load[i] = 0;
        plan->count++;
    }
}
