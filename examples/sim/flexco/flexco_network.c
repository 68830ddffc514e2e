/* flexco_network.c - the search for the best plan, which is then booked: first the
 * links, which can be released again, then the processors. */
#include "flexco/flexco_network.h"

#include <string.h>

struct plan { /* where a job could run */
    int found;
    coa_time start, end;
    uint32_t parts; /* sites */
    uint32_t share[FLEXCO_NETWORK_SITES];
};

struct search {
    struct flexco_network *n;
    const struct flexco_network_request *req;
    const coa_site *sites; /* n->sites, or copies without the job that is moved */
    coa_time ready, by;    /* earliest start, latest end */
    struct plan best;
};

static coa_status status_of(nets_status s)
{
    switch (s) {
    case NETS_OK: return COA_OK;
    case NETS_E_NOMEM: return COA_E_NOMEM;
    case NETS_E_BUSY: return COA_E_BUSY;
    case NETS_E_NEVER:
    case NETS_E_NOFIT: return COA_E_NOFIT;
    case NETS_E_NOTFOUND: return COA_E_NOTFOUND;
    case NETS_E_PAST: return COA_E_PAST;
    case NETS_E_RANGE:
    case NETS_E_LIMIT: return COA_E_RANGE;
    default: return COA_E_ARG;
    }
}

coa_status flexco_network_make(struct flexco_network *n, coa_site *sites, uint32_t count,
                               nets_network *net, const uint32_t *node, uint32_t paths)
{
    coa_status s;
    memset(n, 0, sizeof *n);
    if (!sites || count == 0 || !net || !node) return COA_E_ARG;
    if (count > FLEXCO_NETWORK_SITES) return COA_E_RANGE;
    n->sites = sites;
    n->count = count;
    memcpy(n->node, node, count * sizeof *node);
    s = coa_flex_create(&n->flex, 0, sites, count, NULL, NULL);
    if (s != COA_OK) return s;
    s = status_of(flexco_routes_make(&n->routes, net, n->node, count, paths));
    if (s != COA_OK) coa_flex_destroy(n->flex);
    return s;
}

void flexco_network_free(struct flexco_network *n)
{
    coa_flex_destroy(n->flex);
    n->flex = NULL;
    flexco_routes_free(&n->routes);
}

/* ---- the links --------------------------------------------------------------------- */

/* What a set of sites needs of the network, from `start` on. */
static struct flexco_routes_request links_wanted(const struct search *q,
                                                 const unsigned char *used,
                                                 coa_time start)
{
    struct flexco_routes_request r;
    r.between = q->req->between;
    r.used = used;
    r.duration = q->req->length;
    r.start = start;
    r.end = q->by;
    return r;
}

/* The network's earliest start from *start on for all of these sites together. */
static coa_status connect(struct search *q, const unsigned char *used, coa_time *start)
{
    const struct flexco_routes_request r = links_wanted(q, used, *start);
    if (!r.between) return COA_OK;
    return status_of(flexco_routes_earliest(&q->n->routes, q->n->node, &r, start));
}

/* ---- the search -------------------------------------------------------------------- */

/* Is x better than y, in the order of flexco_network.h? */
static int is_better(const struct plan *x, const struct plan *y)
{
    uint32_t i;
    if (!y->found || x->end != y->end) return !y->found || x->end < y->end;
    if ((x->parts > 1) != (y->parts > 1)) return x->parts == 1;
    for (i = 0; i < FLEXCO_NETWORK_SITES; i++)
        if (x->share[i] != y->share[i]) return x->share[i] > y->share[i];
    return 0;
}

/* FlexCo's answer for the sites in `list`, as a plan. */
static struct plan plan_of(const coa_flex_booking *b, const uint32_t *list)
{
    struct plan p = {0};
    uint32_t k;
    p.found = 1;
    p.start = b->start;
    p.end = b->end;
    p.parts = b->part_count;
    for (k = 0; k < b->part_count; k++)
        p.share[list[b->parts[k].site]] = b->parts[k].booking.servers;
    return p;
}

static coa_flex_request request_from(const struct search *q, coa_time ready)
{
    coa_flex_request r = {0};
    r.ready = ready;
    r.deadline = q->by;
    r.length = q->req->length;
    r.servers = q->req->servers;
    return r;
}

/* The best booking at this set of sites, or at some of them. */
static coa_status try_set(struct search *q, uint32_t set)
{
    unsigned char used[FLEXCO_NETWORK_SITES] = {0};
    uint32_t list[FLEXCO_NETWORK_SITES], count = 0, i;
    coa_site sites[FLEXCO_NETWORK_SITES];
    coa_time ready = q->ready;
    struct plan plan;
    coa_flex_booking b;
    coa_status s;
    for (i = 0; i < q->n->count; i++) {
        used[i] = set >> i & 1;
        if (!used[i]) continue;
        list[count] = i;
        sites[count++] = q->sites[i];
    }
    s = coa_flex_sites(q->n->flex, sites, count);
    while (s == COA_OK) {
        const coa_flex_request r = request_from(q, ready);
        s = coa_flex_earliest(q->n->flex, &r, &b);
        if (s != COA_OK) break;
        if (b.end > q->by) return COA_E_NOFIT; /* a deadline of 0 is none */
        if (count > 1 && b.part_count == 1) return COA_E_NOFIT; /* found by its own set */
        ready = b.start;
        s = connect(q, used, &ready);
        if (ready == b.start) break;
    }
    if (s != COA_OK) return s;
    plan = plan_of(&b, list);
    if (is_better(&plan, &q->best)) {
        q->best = plan;
        q->by = plan.end;
    }
    return COA_OK;
}

/* The best plan that ends by q->by. */
static coa_status find(struct search *q)
{
    const uint32_t sets = 1u << q->n->count;
    coa_status s = COA_OK;
    uint32_t set;
    for (set = 1; set < sets && (s == COA_OK || s == COA_E_NOFIT); set++)
        s = try_set(q, set);
    if (s != COA_OK && s != COA_E_NOFIT) return s;
    return q->best.found ? COA_OK : COA_E_NOFIT;
}

/* ---- booking ----------------------------------------------------------------------- */

/* Books the plan's processors at q->sites. */
static coa_status book_servers(const struct search *q, coa_flex_booking *out)
{
    coa_site sites[FLEXCO_NETWORK_SITES];
    coa_flex_request r = request_from(q, q->best.start);
    coa_status s;
    uint32_t i;
    for (i = 0; i < q->n->count; i++) {
        sites[i] = q->sites[i];
        sites[i].servers = q->best.share[i];
    }
    r.fixed = 1;
    s = coa_flex_sites(q->n->flex, sites, q->n->count);
    return s == COA_OK ? coa_flex_reserve(q->n->flex, &r, out) : s;
}

/* Books the plan's bandwidth in place of the booking *links, if that is not 0. */
static coa_status book_links(struct search *q, nets_id *links)
{
    unsigned char used[FLEXCO_NETWORK_SITES];
    struct flexco_routes_request r;
    coa_time start = q->best.start;
    nets_plan plan;
    nets_id id = 0;
    coa_status s;
    uint32_t i;
    for (i = 0; i < FLEXCO_NETWORK_SITES; i++) used[i] = q->best.share[i] > 0;
    s = connect(q, used, &start); /* finds the paths again */
    if (s != COA_OK) return s;
    r = links_wanted(q, used, start);
    memset(&plan, 0, sizeof plan);
    if (r.between) flexco_routes_plan(&q->n->routes, &r, start, &plan);
    plan.replaces = *links;
    if (plan.count > 0)
        s = status_of(nets_commit(q->n->routes.net, &plan, &id));
    else if (*links != 0)
        s = status_of(nets_release(q->n->routes.net, *links));
    if (s == COA_OK) *links = id;
    return s;
}

static coa_time network_now(const struct flexco_network *n)
{
    nets_counts_info counts;
    nets_counts(n->routes.net, &counts);
    return counts.now;
}

static void begin(struct search *q, struct flexco_network *n,
                  const struct flexco_network_request *req)
{
    const coa_time now = network_now(n);
    memset(q, 0, sizeof *q);
    q->n = n;
    q->req = req;
    q->sites = n->sites;
    q->ready = req->ready > now ? req->ready : now;
    q->by = COA_FOREVER - 1;
}

coa_status flexco_network_reserve(struct flexco_network *n,
                                  const struct flexco_network_request *req,
                                  struct flexco_network_booking *out)
{
    struct search q;
    coa_status s;
    memset(out, 0, sizeof *out);
    begin(&q, n, req);
    s = find(&q);
    if (s == COA_OK) s = book_links(&q, &out->links);
    if (s != COA_OK) return s;
    s = book_servers(&q, &out->job);
    if (s == COA_OK || out->links == 0) return s;
    if (nets_release(n->routes.net, out->links) != NETS_OK) s = COA_E_CORRUPT;
    out->links = 0;
    return s;
}

/* ---- copies ------------------------------------------------------------------------ */

static void drop(const struct flexco_network *n, coa_site *copies)
{
    uint32_t i;
    for (i = 0; i < n->count; i++) coa_destroy(copies[i].calendar);
}

/* Copies of all sites' calendars, without the job. After a failure there are none. */
static coa_status copy_all(struct flexco_network *n, coa_id without, coa_site *copies)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < n->count; i++) {
        copies[i] = n->sites[i];
        copies[i].calendar = NULL;
    }
    for (i = 0; i < n->count && s == COA_OK; i++)
        s = coa_copy(&copies[i].calendar, n->sites[i].calendar, NULL);
    if (s == COA_OK) s = coa_flex_sites(n->flex, copies, n->count);
    if (s == COA_OK) s = coa_flex_cancel(n->flex, without);
    if (s != COA_OK) drop(n, copies);
    return s;
}

/* What is free in the network without the booking `links`, which is not 0. */
static nets_status view_without(const nets_network *net, nets_id links, nets_view **out)
{
    nets_view_desc desc;
    nets_booking b;
    nets_status s;
    uint32_t i;
    memset(&desc, 0, sizeof desc);
    desc.slots_l = 1;
    desc.tau_l = 1;
    *out = NULL;
    s = nets_get(net, links, &b);
    if (s == NETS_OK) s = nets_view_create(out, net, &desc);
    for (i = 0; s == NETS_OK && i < b.count; i++)
        s = nets_view_give(*out, b.uses[i].kind, b.uses[i].index, b.uses[i].from,
                           b.uses[i].to, b.uses[i].amount);
    if (s == NETS_OK) return s;
    nets_view_destroy(*out);
    *out = NULL;
    return s;
}

/* ---- moving ------------------------------------------------------------------------ */

/* Finds something better and books it at q->sites; *b is then what is booked.
 * COA_E_NOFIT: nothing is better. */
static coa_status rebook(struct search *q, struct flexco_network_booking *b)
{
    struct flexco_routes *routes = &q->n->routes;
    nets_id links = b->links;
    coa_flex_booking job;
    nets_view *view = NULL;
    coa_status s = COA_OK;
    if (links != 0) s = status_of(view_without(routes->net, links, &view));
    if (s != COA_OK) return s;
    routes->view = view;
    s = find(q);
    if (s == COA_OK) s = book_servers(q, &job);
    if (s == COA_OK) s = book_links(q, &links); /* the last call that can fail */
    routes->view = NULL;
    nets_view_destroy(view);
    if (s != COA_OK) return s;
    b->job = job;
    b->links = links;
    return COA_OK;
}

/* Has the booking begun at any of the sites, or in the network? */
static int has_begun(const struct flexco_network *n, const coa_flex_booking *b)
{
    uint32_t i;
    for (i = 0; i < n->count; i++) {
        coa_desc d;
        coa_describe(n->sites[i].calendar, &d);
        if (b->start < d.now) return 1;
    }
    return b->start < network_now(n);
}

/* The booking stays as it is: shows it again. */
static coa_status stay(struct flexco_network *n, struct flexco_network_booking *b,
                       coa_status s)
{
    if (coa_flex_sites(n->flex, n->sites, n->count) != COA_OK ||
        coa_flex_get(n->flex, b->job.id, &b->job) != COA_OK)
        return COA_E_CORRUPT;
    return s;
}

coa_status flexco_network_move(struct flexco_network *n,
                               const struct flexco_network_request *req,
                               struct flexco_network_booking *b)
{
    coa_site copies[FLEXCO_NETWORK_SITES];
    coa_flex_booking old;
    struct search q;
    coa_status s = coa_flex_sites(n->flex, n->sites, n->count);
    uint32_t i;
    if (s == COA_OK) s = coa_flex_get(n->flex, b->job.id, &old);
    if (s != COA_OK) return s;
    b->job = old;
    if (has_begun(n, &old)) return COA_E_PAST;
    if (req->servers != old.servers) return COA_E_ARG;
    s = copy_all(n, old.id, copies);
    if (s != COA_OK) return stay(n, b, s);
    begin(&q, n, req);
    q.sites = copies;
    q.by = old.end - 1;
    s = rebook(&q, b);
    if (s != COA_OK) {
        drop(n, copies);
        return stay(n, b, s == COA_E_NOFIT ? COA_OK : s);
    }
    for (i = 0; i < n->count; i++) {
        coa_destroy(n->sites[i].calendar);
        n->sites[i].calendar = copies[i].calendar;
    }
    return COA_OK;
}
