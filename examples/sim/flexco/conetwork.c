/* conetwork.c - implements conetwork.h. */
#include "flexco/conetwork.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

struct conetwork_search {
    struct conetwork *c;
    const struct conetwork_request *req;
    const coa_site *sites; /* c->sites, or copies without the job to be moved */
    coa_time ready, by;    /* earliest start, latest end */
    const struct conetwork_plan *old; /* the job to be moved, or NULL; what may change: */
    uint32_t ops;
    struct conetwork_plan best;
};

coa_status conetwork_status(nets_status s)
{
    switch (s) {
    case NETS_OK: return COA_OK;
    case NETS_E_NOMEM: return COA_E_NOMEM;
    case NETS_E_BUSY: return COA_E_BUSY;
    case NETS_E_NOFIT: return COA_E_NOFIT;
    case NETS_E_NOTFOUND: return COA_E_NOTFOUND;
    case NETS_E_PAST: return COA_E_PAST;
    case NETS_E_RANGE:
    case NETS_E_LIMIT: return COA_E_RANGE;
    default: return COA_E_ARG;
    }
}

coa_status conetwork_make(struct conetwork *c, coa_site *sites, uint32_t count,
                          nets_network *net, const uint32_t *node, uint32_t paths)
{
    memset(c, 0, sizeof *c);
    if (!sites || count == 0 || !net || !node) return COA_E_ARG;
    if (count > CONETWORK_SITES) return COA_E_RANGE;
    c->sites = sites;
    c->count = count;
    memcpy(c->node, node, count * sizeof *node);
    return conetwork_status(routes_make(&c->routes, net, c->node, count, paths));
}

void conetwork_free(struct conetwork *c) { routes_free(&c->routes); }

/* ---- what a job asks for ----------------------------------------------------------- */

coa_mold conetwork_mold(const coa_flex_request *job, uint32_t mold)
{
    coa_mold m;
    m.servers = job->servers;
    m.length = job->length;
    return mold > 0 ? job->molds[mold - 1] : m;
}

static coa_status conetwork_check(const struct conetwork *c,
                                  const struct conetwork_request *req)
{
    uint32_t i;
    for (i = 0; req->between && i < c->count * c->count; i++) {
        if (req->between[i] < 0) return COA_E_ARG;
        if (req->between[i] > NETS_MOST) return COA_E_RANGE;
    }
    return COA_OK;
}

uint32_t conetwork_parts(const uint32_t *share)
{
    uint32_t i, parts = 0;
    for (i = 0; i < CONETWORK_SITES; i++) parts += share[i] > 0;
    return parts;
}

void conetwork_plan_of(const coa_flex_booking *b, const uint32_t *list,
                       struct conetwork_plan *p)
{
    uint32_t k;
    memset(p, 0, sizeof *p);
    p->found = 1;
    p->start = b->start;
    p->end = b->end;
    p->mold = b->mold;
    p->parts = b->part_count;
    for (k = 0; k < b->part_count; k++) {
        const uint32_t site = b->parts[k].site;
        p->share[list ? list[site] : site] = b->parts[k].booking.servers;
    }
}

/* What these sites need of the network between the earliest start and `by`. */
static struct routes_carriage conetwork_carriage(const struct conetwork_search *q,
                                                 const unsigned char *used,
                                                 coa_time start, coa_time duration)
{
    struct routes_carriage a;
    a.between = q->req->between;
    a.used = used;
    a.duration = duration;
    a.start = start;
    a.end = q->by;
    return a;
}

/* The network's earliest start from *start on for all of these sites together. */
static coa_status conetwork_connect(struct conetwork_search *q, const unsigned char *used,
                                    coa_time duration, coa_time *start)
{
    const struct routes_carriage a = conetwork_carriage(q, used, *start, duration);
    if (!a.between) return COA_OK;
    return conetwork_status(routes_earliest(&q->c->routes, q->c->node, &a, start));
}

static void conetwork_used(const struct conetwork_plan *p, unsigned char *used)
{
    uint32_t i;
    for (i = 0; i < CONETWORK_SITES; i++) used[i] = p->share[i] > 0;
}

/* Can the network carry this plan? */
static coa_status conetwork_carries(struct conetwork_search *q,
                                    const struct conetwork_plan *p)
{
    unsigned char used[CONETWORK_SITES];
    coa_time start = p->start;
    coa_status s;
    conetwork_used(p, used);
    s = conetwork_connect(q, used, p->end - p->start, &start);
    return s == COA_OK && start > p->start ? COA_E_NOFIT : s;
}

/* ---- the search -------------------------------------------------------------------- */

/* Is x better than y, in the order told above? */
static int conetwork_better(const struct conetwork_search *q,
                            const struct conetwork_plan *x,
                            const struct conetwork_plan *y)
{
    const uint32_t n = q->c->count;
    uint32_t i;
    if (!y->found || x->end != y->end) return !y->found || x->end < y->end;
    if (x->mold != y->mold) return x->mold < y->mold;
    if ((x->parts > 1) != (y->parts > 1)) return x->parts == 1;
    for (i = 0; i < n; i++) {
        const uint32_t site = (q->req->job.first % n + i) % n;
        if (x->share[site] != y->share[site]) return x->share[site] > y->share[site];
    }
    return 0;
}

/* Does each site keep its share, in this shape? */
static int conetwork_keeps(const struct conetwork_search *q, uint32_t mold)
{
    const coa_flex_request *job = &q->req->job;
    return q->old && (q->ops & COA_REMAP) == 0 &&
           conetwork_mold(job, mold).servers == conetwork_mold(job, q->old->mold).servers;
}

/* The sites of a set in the cursor's order, each with its share if that is given; their
 * numbers go to `list`. 0 if this set is not to be tried. */
static uint32_t conetwork_list(const struct conetwork_search *q, uint32_t set,
                               uint32_t mold, coa_site *sites, uint32_t *list)
{
    const coa_flex_request *job = &q->req->job;
    const int keeps = conetwork_keeps(q, mold), given = keeps || job->fixed;
    const uint32_t n = q->c->count;
    uint32_t i, count = 0;
    for (i = 0; i < n; i++) {
        const uint32_t site = (job->first % n + i) % n;
        const int in = (set >> site & 1) != 0;
        const uint32_t share = keeps ? q->old->share[site] : q->sites[site].servers;
        if (given && in != (share > 0)) return 0;
        if (in && q->old && (q->ops & COA_REMAP) == 0 && q->old->share[site] == 0)
            return 0;
        if (!in) continue;
        list[count] = site;
        sites[count] = q->sites[site];
        sites[count++].servers = share;
    }
    return given || job->most_sites == 0 || count <= job->most_sites ? count : 0;
}

/* The best booking at this set of sites, or some of them, in one shape. */
static coa_status conetwork_try(struct conetwork_search *q, uint32_t set, uint32_t mold)
{
    const coa_mold m = conetwork_mold(&q->req->job, mold);
    unsigned char used[CONETWORK_SITES] = {0};
    uint32_t list[CONETWORK_SITES], count, i;
    coa_site sites[CONETWORK_SITES];
    coa_flex_request r = q->req->job;
    struct conetwork_plan plan;
    coa_flex_booking b;
    coa_status s;
    count = conetwork_list(q, set, mold, sites, list);
    if (count == 0) return COA_E_NOFIT;
    for (i = 0; i < count; i++) used[list[i]] = 1;
    r.servers = m.servers;
    r.length = m.length + (count > 1 ? r.overhead : 0);
    r.overhead = 0;
    r.ready = q->ready;
    r.deadline = q->by;
    r.first = 0;
    r.fixed = r.fixed || conetwork_keeps(q, mold);
    r.molds = NULL;
    r.mold_count = 0;
    for (;;) {
        coa_time start;
        s = coa_flex_earliest(sites, count, &r, &b);
        if (s != COA_OK) return s;
        if (b.end > q->by) return COA_E_NOFIT; /* a deadline of 0 is none */
        if (q->old && (q->ops & COA_SHIFT) == 0 && b.start != q->old->start)
            return COA_E_NOFIT;
        if (count > 1 && b.part_count == 1) return COA_E_NOFIT; /* better alone */
        start = b.start;
        s = conetwork_connect(q, used, r.length, &start);
        if (s != COA_OK) return s;
        if (start == b.start) break;
        r.ready = start;
    }
    conetwork_plan_of(&b, list, &plan);
    plan.mold = mold;
    if (!conetwork_better(q, &plan, &q->best)) return COA_OK;
    q->best = plan;
    q->by = plan.end;
    return COA_OK;
}

/* All shapes and sets of sites. */
static coa_status conetwork_sets(struct conetwork_search *q)
{
    const uint32_t all = 1u << q->c->count;
    uint32_t mold, set;
    for (mold = 0; mold <= q->req->job.mold_count; mold++) {
        if (q->old && (q->ops & COA_MOLD) == 0 && mold != q->old->mold) continue;
        for (set = 1; set < all; set++) {
            const coa_status s = conetwork_try(q, set, mold);
            if (s != COA_OK && s != COA_E_NOFIT) return s;
        }
    }
    return q->best.found ? COA_OK : COA_E_NOFIT;
}

/* The best plan that ends by q->by. FlexCo's own answer checks the request, and none can
 * end before that. */
static coa_status conetwork_plan_it(struct conetwork_search *q)
{
    coa_flex_request r = q->req->job;
    struct conetwork_plan plan;
    coa_flex_booking b;
    coa_status s = conetwork_check(q->c, q->req);
    if (s != COA_OK) return s;
    r.ready = q->ready;
    s = coa_flex_earliest(q->sites, q->c->count, &r, &b);
    if (s != COA_OK) return s;
    if (b.end > q->by) return COA_E_NOFIT;
    conetwork_plan_of(&b, NULL, &plan);
    if (!q->old || q->ops == (COA_SHIFT | COA_REMAP | COA_MOLD)) {
        s = conetwork_carries(q, &plan);
        if (s == COA_OK) q->best = plan;
        if (s != COA_E_NOFIT) return s;
    }
    return conetwork_sets(q);
}

/* ---- booking ----------------------------------------------------------------------- */

/* The plan's processors at q->sites. */
static coa_status conetwork_servers(const struct conetwork_search *q,
                                    coa_flex_booking *out)
{
    const struct conetwork_plan *p = &q->best;
    const coa_mold m = conetwork_mold(&q->req->job, p->mold);
    coa_site sites[CONETWORK_SITES];
    coa_flex_request r = q->req->job;
    coa_status s;
    uint32_t i;
    for (i = 0; i < q->c->count; i++) {
        sites[i] = q->sites[i];
        sites[i].servers = p->share[i];
    }
    r.ready = p->start;
    r.deadline = p->end;
    r.servers = m.servers;
    r.length = m.length;
    r.fixed = 1;
    r.molds = NULL;
    r.mold_count = 0;
    s = coa_flex_reserve(sites, q->c->count, &r, out);
    if (s == COA_OK) out->mold = p->mold;
    return s;
}

/* The plan's bandwidth in place of the booking *links, if that is not 0. */
static coa_status conetwork_links(struct conetwork_search *q, nets_id *links)
{
    const struct conetwork_plan *p = &q->best;
    unsigned char used[CONETWORK_SITES];
    struct routes_carriage a;
    nets_plan plan;
    nets_id id = 0;
    coa_status s = conetwork_carries(q, p); /* the paths again */
    if (s != COA_OK) return s;
    conetwork_used(p, used);
    a = conetwork_carriage(q, used, p->start, p->end - p->start);
    memset(&plan, 0, sizeof plan);
    if (a.between) routes_plan(&q->c->routes, &a, p->start, &plan);
    plan.altering = *links;
    if (plan.count > 0)
        s = conetwork_status(nets_commit(q->c->routes.net, &plan, &id));
    else if (*links != 0)
        s = conetwork_status(nets_release(q->c->routes.net, *links));
    if (s == COA_OK) *links = id;
    return s;
}

static coa_time conetwork_later(coa_time a, coa_time b) { return a > b ? a : b; }

static coa_time conetwork_now(const struct conetwork *c)
{
    nets_counts_info counts;
    nets_counts(c->routes.net, &counts);
    return counts.now;
}

static void conetwork_begin(struct conetwork_search *q, struct conetwork *c,
                            const struct conetwork_request *req)
{
    memset(q, 0, sizeof *q);
    q->c = c;
    q->req = req;
    q->sites = c->sites;
    q->ready = conetwork_later(req->job.ready, conetwork_now(c));
    q->by = req->job.deadline != 0 && req->job.deadline < COA_FOREVER ? req->job.deadline
                                                                      : COA_FOREVER - 1;
}

coa_status conetwork_reserve(struct conetwork *c, const struct conetwork_request *req,
                             struct conetwork_booking *out)
{
    struct conetwork_search q;
    coa_status s;
    memset(out, 0, sizeof *out);
    conetwork_begin(&q, c, req);
    s = conetwork_plan_it(&q);
    if (s == COA_OK) s = conetwork_links(&q, &out->links);
    if (s != COA_OK) return s;
    s = conetwork_servers(&q, &out->job);
    if (s == COA_OK || out->links == 0) return s;
    if (nets_release(c->routes.net, out->links) != NETS_OK) s = COA_E_CORRUPT;
    out->links = 0;
    return s;
}

coa_status conetwork_cancel(struct conetwork *c, const struct conetwork_booking *b)
{
    const coa_status s = coa_flex_cancel(c->sites, c->count, b->job.id);
    if (s != COA_OK || b->links == 0) return s;
    return conetwork_status(nets_release(c->routes.net, b->links));
}

coa_status conetwork_finish(struct conetwork *c, const struct conetwork_booking *b)
{
    const coa_status s = coa_flex_finish(c->sites, c->count, b->job.id, conetwork_now(c));
    nets_status links = NETS_OK;
    if (s == COA_OK && b->links != 0 && b->job.end > conetwork_now(c))
        links = nets_release(c->routes.net, b->links);
    return s == COA_OK ? conetwork_status(links) : s;
}

/* ---- copies ------------------------------------------------------------------------ */

struct conetwork_bytes { /* a saved calendar */
    unsigned char *at;
    size_t size, room, read;
};

static int conetwork_write(void *ctx, const void *data, size_t size)
{
    struct conetwork_bytes *b = (struct conetwork_bytes *)ctx;
    if (ARRAY_ROOM(b->at, b->size, b->room, size) != 0) return -1;
    memcpy(b->at + b->size, data, size);
    b->size += size;
    return 0;
}

static size_t conetwork_read(void *ctx, void *data, size_t size)
{
    struct conetwork_bytes *b = (struct conetwork_bytes *)ctx;
    if (size > b->size - b->read) size = b->size - b->read;
    if (size > 0) memcpy(data, b->at + b->read, size);
    b->read += size;
    return size;
}

static coa_status conetwork_copy(const coa_calendar *from, coa_calendar **to)
{
    struct conetwork_bytes bytes;
    coa_desc whole, desc;
    coa_status s;
    memset(&bytes, 0, sizeof bytes);
    memset(&desc, 0, sizeof desc);
    coa_describe(from, &whole);
    desc.bookings = whole.bookings;
    desc.alloc = whole.alloc;
    desc.alloc_ctx = whole.alloc_ctx;
    s = coa_save(from, conetwork_write, &bytes);
    if (s == COA_OK) s = coa_load(to, &desc, conetwork_read, &bytes);
    free(bytes.at);
    return s == COA_E_IO ? COA_E_NOMEM : s;
}

static void conetwork_drop(const struct conetwork *c, coa_site *copies)
{
    uint32_t i;
    for (i = 0; i < c->count; i++) coa_destroy(copies[i].calendar);
}

/* All sites' calendars without the job. After a failure there are none. */
static coa_status conetwork_copies(const struct conetwork *c, coa_id without,
                                   coa_site *copies)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < c->count; i++) {
        copies[i] = c->sites[i];
        copies[i].calendar = NULL;
    }
    for (i = 0; i < c->count && s == COA_OK; i++)
        s = conetwork_copy(c->sites[i].calendar, &copies[i].calendar);
    if (s == COA_OK) s = coa_flex_cancel(copies, c->count, without);
    if (s != COA_OK) conetwork_drop(c, copies);
    return s;
}

/* A picture of the network without the booking `links`, which is not 0. */
static nets_status conetwork_picture(const nets_network *net, nets_id links,
                                     nets_view **out)
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

/* Finds and books what is better than q->old, at copies of the sites; *b is what then
 * holds. COA_E_NOFIT: nothing is better. */
static coa_status conetwork_move(struct conetwork_search *q, coa_site *copies,
                                 struct conetwork_booking *b)
{
    struct routes *routes = &q->c->routes;
    nets_id links = b->links;
    coa_flex_booking job;
    nets_view *view = NULL;
    coa_status s = COA_OK;
    if (links != 0) s = conetwork_status(conetwork_picture(routes->net, links, &view));
    if (s != COA_OK) return s;
    routes->view = view;
    s = conetwork_plan_it(q);
    if (s == COA_OK) s = conetwork_servers(q, &job);
    if (s == COA_OK) s = conetwork_links(q, &links); /* the last that can fail */
    routes->view = NULL;
    nets_view_destroy(view);
    if (s != COA_OK) return s;
    b->job = job;
    b->links = links;
    q->sites = copies;
    return s;
}

/* May it be moved, and is the request one for it? */
static coa_status conetwork_check_move(const struct conetwork *c,
                                       const coa_flex_request *job,
                                       const coa_flex_booking *old)
{
    uint32_t i;
    for (i = 0; i < c->count; i++) {
        coa_desc d;
        coa_describe(c->sites[i].calendar, &d);
        if (old->start < d.now) return COA_E_PAST;
    }
    if (old->start < conetwork_now(c)) return COA_E_PAST;
    if (old->mold > job->mold_count || (job->mold_count > 0 && !job->molds))
        return COA_E_ARG;
    return conetwork_mold(job, old->mold).servers == old->servers ? COA_OK : COA_E_ARG;
}

coa_status conetwork_reschedule(struct conetwork *c, const struct conetwork_request *req,
                                uint32_t ops, struct conetwork_booking *b)
{
    coa_site copies[CONETWORK_SITES];
    struct conetwork_search q;
    struct conetwork_plan old;
    coa_flex_booking now;
    coa_status s;
    uint32_t i;
    if (ops == 0 || ops > (COA_SHIFT | COA_REMAP | COA_MOLD)) return COA_E_ARG;
    s = coa_flex_get(c->sites, c->count, b->job.id, &now);
    if (s != COA_OK) return s;
    now.mold = b->job.mold; /* there it is booked as if it had but one shape */
    b->job = now;
    s = conetwork_check_move(c, &req->job, &now);
    if (s != COA_OK) return s;
    conetwork_plan_of(&now, NULL, &old);
    s = conetwork_copies(c, now.id, copies);
    if (s != COA_OK) return s;
    conetwork_begin(&q, c, req);
    q.sites = copies;
    q.old = &old;
    q.ops = ops;
    if (q.by >= old.end) q.by = old.end - 1;
    if ((ops & COA_SHIFT) == 0) q.ready = old.start;
    s = conetwork_move(&q, copies, b);
    if (s != COA_OK) {
        conetwork_drop(c, copies);
        return s == COA_E_NOFIT ? COA_OK : s;
    }
    for (i = 0; i < c->count; i++) {
        coa_destroy(c->sites[i].calendar);
        c->sites[i].calendar = copies[i].calendar;
    }
    return COA_OK;
}
