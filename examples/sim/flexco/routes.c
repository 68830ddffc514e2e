/* routes.c - implements routes.h. */
#include "flexco/routes.h"

#include <stdlib.h>
#include <string.h>

#define ROUTES_TRIES 65536u /* paths tried in one search, unless told otherwise */

void routes_free(struct routes *r)
{
    size_t i;
    for (i = 0; r->paths && i < (size_t)r->places * r->places; i++)
        nets_path_list_free(&r->paths[i]);
    free(r->paths);
    free(r->load);
    free(r->stack);
    free(r->chosen);
    free(r->uses);
    memset(r, 0, sizeof *r);
}

static nets_status routes_room(struct routes *r)
{
    const size_t pairs = (size_t)r->places * r->places;
    r->paths = (nets_path_list *)calloc(pairs, sizeof *r->paths);
    r->load = (nets_amount *)calloc((size_t)r->links + 1, sizeof *r->load);
    r->stack = (struct route *)calloc(pairs + 1, sizeof *r->stack);
    r->chosen = (uint32_t *)calloc(pairs, sizeof *r->chosen);
    r->uses = (nets_use *)calloc((size_t)r->links + 1, sizeof *r->uses);
    return r->paths && r->load && r->stack && r->chosen && r->uses ? NETS_OK
                                                                   : NETS_E_NOMEM;
}

nets_status routes_make(struct routes *r, nets_network *net, const uint32_t *node,
                        uint32_t places, uint32_t paths)
{
    nets_counts_info counts;
    nets_path_request q;
    nets_status s;
    uint32_t i, k;
    memset(r, 0, sizeof *r);
    nets_counts(net, &counts);
    r->net = net;
    r->places = places;
    r->links = counts.links;
    r->most_tries = ROUTES_TRIES;
    s = routes_room(r);
    memset(&q, 0, sizeof q);
    q.k = paths;
    for (i = 0; i < places && s == NETS_OK; i++) {
        if (node[i] >= counts.nodes) s = NETS_E_ARG;
        for (k = 0; k < places && s == NETS_OK; k++) {
            if (node[i] == node[k]) continue;
            q.from = node[i];
            q.to = node[k];
            s = nets_paths(net, &q, &r->paths[i * places + k]);
            if (s == NETS_E_NOFIT) s = NETS_OK; /* an empty list */
        }
    }
    if (s != NETS_OK) routes_free(r);
    return s;
}

/* ---- one search -------------------------------------------------------------------- */

static const nets_profile *routes_free_of(const struct routes *r, uint32_t link)
{
    return r->view ? nets_view_profile(r->view, NETS_LINK, link)
                   : nets_profile_of(r->net, NETS_LINK, link);
}

/* The pairs that ask go on the stack. Between places at one node nothing is needed. */
static void routes_pairs(struct routes *r, const struct routes_carriage *c,
                         const uint32_t *node)
{
    uint32_t i, k;
    r->depth = 0;
    for (i = 0; i < r->places; i++)
        for (k = 0; k < r->places; k++)
            if (c->used[i] && c->used[k] && node[i] != node[k] &&
                c->between[i * r->places + k] > 0)
                r->stack[r->depth++].pair = i * r->places + k;
}

/* The links of path p of a pair get so much more load, or less; 0 if that is too much for
 * any link. */
static int routes_load(struct routes *r, uint32_t pair, uint32_t p, nets_amount more)
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

/* The first start from *t on at which the links of that path carry their load, or, for
 * amount > 0, that. */
static nets_status routes_path_start(const struct routes *r,
                                     const struct routes_carriage *c, uint32_t pair,
                                     uint32_t p, nets_amount amount, nets_time *t)
{
    const nets_path_list *list = &r->paths[pair];
    const uint32_t *link = list->links + list->at[p].first;
    uint32_t i, agree = 0;
    for (i = 0; agree < list->at[p].hops; i = (i + 1) % list->at[p].hops) {
        nets_time x;
        const nets_status s = nets_profile_earliest(
            routes_free_of(r, link[i]), amount > 0 ? amount : r->load[link[i]],
            c->duration, *t, c->end, &x);
        if (s != NETS_OK) return s;
        agree = x > *t ? 1 : agree + 1;
        *t = x;
    }
    return NETS_OK;
}

/* The first start from *t on at which pairs 0 .. count - 1 of the stack go over the paths
 * they have. */
static nets_status routes_settle(const struct routes *r, const struct routes_carriage *c,
                                 uint32_t count, nets_time *t)
{
    uint32_t i, agree = 0;
    for (i = 0; agree < count; i = (i + 1) % count) {
        const nets_time before = *t;
        const nets_status s =
            routes_path_start(r, c, r->stack[i].pair, r->stack[i].next - 1, 0, t);
        if (s != NETS_OK) return s;
        agree = *t > before ? 1 : agree + 1;
    }
    return NETS_OK;
}

/* The first start from *t on at which each pair could be carried if it were alone. */
static nets_status routes_bound(const struct routes *r, const struct routes_carriage *c,
                                nets_time *t)
{
    uint32_t i, p, agree = 0;
    for (i = 0; agree < r->depth; i = (i + 1) % r->depth) {
        const uint32_t pair = r->stack[i].pair;
        nets_time first = NETS_FOREVER;
        for (p = 0; p < r->paths[pair].count; p++) {
            nets_time x = *t;
            if (routes_path_start(r, c, pair, p, c->between[pair], &x) == NETS_OK &&
                x < first)
                first = x;
        }
        if (first == NETS_FOREVER) return NETS_E_NOFIT;
        agree = first > *t ? 1 : agree + 1;
        *t = first;
    }
    return NETS_OK;
}

/* The next path of the pair at the top of the stack: 1 if all pairs up to it can then
 * start before `best`, and that start is kept for the pairs that follow. */
static int routes_descend(struct routes *r, const struct routes_carriage *c, uint32_t at,
                          nets_time best)
{
    struct route *top = &r->stack[at];
    const nets_amount asked = c->between[top->pair];
    const uint32_t p = top->next++;
    nets_time t = top->start;
    if (!routes_load(r, top->pair, p, asked)) return 0;
    if (routes_settle(r, c, at + 1, &t) != NETS_OK || t >= best) {
        routes_load(r, top->pair, p, -asked);
        return 0;
    }
    top[1].start = t;
    top[1].next = 0;
    return 1;
}

/* Tries combinations of paths, depth first; of equal starts the first one found stays. */
static nets_status routes_combine(struct routes *r, const struct routes_carriage *c,
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
            if (tries++ < r->most_tries) {
                at += (uint32_t)routes_descend(r, c, at, *best);
                continue;
            }
            *best = from; /* no more is tried */
            s = NETS_E_LIMIT;
        }
        if (at == 0) return s;
        at--;
        routes_load(r, r->stack[at].pair, r->stack[at].next - 1,
                    -c->between[r->stack[at].pair]);
    }
}

nets_status routes_earliest(struct routes *r, const uint32_t *node,
                            const struct routes_carriage *c, nets_time *start)
{
    nets_status s;
    *start = c->start;
    routes_pairs(r, c, node);
    if (r->depth == 0) return NETS_OK;
    s = routes_bound(r, c, start);
    return s == NETS_OK ? routes_combine(r, c, *start, start) : s;
}

void routes_plan(struct routes *r, const struct routes_carriage *c, nets_time start,
                 nets_plan *plan)
{
    uint32_t i;
    memset(plan, 0, sizeof *plan);
    plan->uses = r->uses;
    plan->start = start;
    plan->end = start + c->duration;
    for (i = 0; i < r->depth; i++)
        routes_load(r, r->stack[i].pair, r->chosen[i], c->between[r->stack[i].pair]);
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
