/* conetwork.h - a job at several sites, and the bandwidth between them, in one step.
 *
 * coalloc.h books a job's processors at several calendars together (FlexCo; M. A. S.
 * Netto, R. Buyya, paper 5), netsched.h books links. Here a job asks for both: each
 * ordered pair of the sites that have a share may need bandwidth from the job's start to
 * its end, over one path. All is booked, or nothing; a single site needs no bandwidth.
 *
 * What is found is what coa_flex_reserve would book if only such bookings counted whose
 * sites the network can connect for as long: the earliest end over all starts, shapes,
 * sites and paths; of several that of the first shape, then a single site, then the
 * largest share at the cursor's site, then at the next. So at a start at which the shares
 * FlexCo prefers cannot be connected, other sites or a single one are tried before a
 * later start is. It is exact for the paths allowed, the k shortest of each pair.
 *
 * How: FlexCo's own answer, if the network carries it. Else each set of sites is asked in
 * turn. FlexCo's earliest start on these and the network's earliest start for all of them
 * are asked alternately, each from the other's answer on, until both say the same. Sets
 * are enough, not shares: what the network can do for a set it can do for each part of
 * it, so that FlexCo may leave out some. Sets are many: hence SIM_CONETWORK_SITES.
 *
 * To be moved, a job is taken out of copies of the calendars and booked there; if that
 * ends earlier, the copies take the place of the calendars in the list of sites. So there
 * is nothing to be undone, and a failure changes nothing.
 */
#ifndef SIM_CONETWORK_H
#define SIM_CONETWORK_H

#include "coalloc.h"
#include "netsched.h"

#include "routes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SIM_CONETWORK_SITES 16u /* at most so many */

typedef struct sim_conetwork_request {
    coa_flex_request job;
    const nets_amount *between; /* from site i to site k: [i * sites + k], 0 = nothing;
                                   NULL: nothing at all */
} sim_conetwork_request;

typedef struct sim_conetwork_booking {
    coa_flex_booking job; /* its parts are valid as those of coa_flex_reserve */
    nets_id links;        /* its bandwidth, in the network; 0 = it needs none */
} sim_conetwork_booking;

typedef struct sim_conetwork_plan { /* the best that has been found */
    int found;
    coa_time start, end;
    uint32_t mold, parts;
    uint32_t share[SIM_CONETWORK_SITES];
} sim_conetwork_plan;

typedef struct sim_conetwork { /* sim_conetwork_make, sim_conetwork_free */
    coa_site *sites;           /* the caller's; a move replaces calendars in it */
    uint32_t count;
    uint32_t node[SIM_CONETWORK_SITES];
    sim_routes routes; /* its most_tries can be set */
} sim_conetwork;

typedef struct sim_conetwork_search {
    sim_conetwork *c;
    const sim_conetwork_request *req;
    const coa_site *sites;         /* c->sites, or copies without the job to be moved */
    coa_time ready, by;            /* earliest start, latest end */
    const sim_conetwork_plan *old; /* the job to be moved, or NULL; what may change: */
    uint32_t ops;
    sim_conetwork_plan best;
} sim_conetwork_search;

static inline coa_status sim_conetwork_status(nets_status s)
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

/* Site i is at node[i] of the network; of each pair of sites the `paths` shortest paths
 * count. The sites' list and the network are the caller's and are to stay.
 * COA_E_ARG, COA_E_RANGE (too many sites), COA_E_NOMEM: there is nothing to free. */
static inline coa_status sim_conetwork_make(sim_conetwork *c, coa_site *sites,
                                            uint32_t count, nets_network *net,
                                            const uint32_t *node, uint32_t paths)
{
    memset(c, 0, sizeof *c);
    if (!sites || count == 0 || !net || !node) return COA_E_ARG;
    if (count > SIM_CONETWORK_SITES) return COA_E_RANGE;
    c->sites = sites;
    c->count = count;
    memcpy(c->node, node, count * sizeof *node);
    return sim_conetwork_status(sim_routes_make(&c->routes, net, c->node, count, paths));
}

static inline void sim_conetwork_free(sim_conetwork *c) { sim_routes_free(&c->routes); }

/* ---- what a job asks for ----------------------------------------------------------- */

static inline coa_mold sim_conetwork_mold(const coa_flex_request *job, uint32_t mold)
{
    coa_mold m;
    m.servers = job->servers;
    m.length = job->length;
    return mold > 0 ? job->molds[mold - 1] : m;
}

static inline coa_status sim_conetwork_check(const sim_conetwork *c,
                                             const sim_conetwork_request *req)
{
    uint32_t i;
    for (i = 0; req->between && i < c->count * c->count; i++) {
        if (req->between[i] < 0) return COA_E_ARG;
        if (req->between[i] > NETS_MOST) return COA_E_RANGE;
    }
    return COA_OK;
}

static inline uint32_t sim_conetwork_parts(const uint32_t *share)
{
    uint32_t i, parts = 0;
    for (i = 0; i < SIM_CONETWORK_SITES; i++) parts += share[i] > 0;
    return parts;
}

/* What FlexCo says of the sites in `list`, or of all of them, as a plan. */
static inline void sim_conetwork_plan_of(const coa_flex_booking *b, const uint32_t *list,
                                         sim_conetwork_plan *p)
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
static inline sim_carriage sim_conetwork_carriage(const sim_conetwork_search *q,
                                                  const unsigned char *used,
                                                  coa_time start, coa_time duration)
{
    sim_carriage a;
    a.between = q->req->between;
    a.used = used;
    a.duration = duration;
    a.start = start;
    a.end = q->by;
    return a;
}

/* The network's earliest start from *start on for all of these sites together. */
static inline coa_status sim_conetwork_connect(sim_conetwork_search *q,
                                               const unsigned char *used,
                                               coa_time duration, coa_time *start)
{
    const sim_carriage a = sim_conetwork_carriage(q, used, *start, duration);
    if (!a.between) return COA_OK;
    return sim_conetwork_status(
        sim_routes_earliest(&q->c->routes, q->c->node, &a, start));
}

static inline void sim_conetwork_used(const sim_conetwork_plan *p, unsigned char *used)
{
    uint32_t i;
    for (i = 0; i < SIM_CONETWORK_SITES; i++) used[i] = p->share[i] > 0;
}

/* Can the network carry this plan? */
static inline coa_status sim_conetwork_carries(sim_conetwork_search *q,
                                               const sim_conetwork_plan *p)
{
    unsigned char used[SIM_CONETWORK_SITES];
    coa_time start = p->start;
    coa_status s;
    sim_conetwork_used(p, used);
    s = sim_conetwork_connect(q, used, p->end - p->start, &start);
    return s == COA_OK && start > p->start ? COA_E_NOFIT : s;
}

/* ---- the search -------------------------------------------------------------------- */

/* Is x better than y, in the order told above? */
static inline int sim_conetwork_better(const sim_conetwork_search *q,
                                       const sim_conetwork_plan *x,
                                       const sim_conetwork_plan *y)
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
static inline int sim_conetwork_keeps(const sim_conetwork_search *q, uint32_t mold)
{
    const coa_flex_request *job = &q->req->job;
    return q->old && (q->ops & COA_REMAP) == 0 &&
           sim_conetwork_mold(job, mold).servers ==
               sim_conetwork_mold(job, q->old->mold).servers;
}

/* The sites of a set in the cursor's order, each with its share if that is given; their
 * numbers go to `list`. 0 if this set is not to be tried. */
static inline uint32_t sim_conetwork_list(const sim_conetwork_search *q, uint32_t set,
                                          uint32_t mold, coa_site *sites, uint32_t *list)
{
    const coa_flex_request *job = &q->req->job;
    const int keeps = sim_conetwork_keeps(q, mold), given = keeps || job->fixed;
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
static inline coa_status sim_conetwork_try(sim_conetwork_search *q, uint32_t set,
                                           uint32_t mold)
{
    const coa_mold m = sim_conetwork_mold(&q->req->job, mold);
    unsigned char used[SIM_CONETWORK_SITES] = {0};
    uint32_t list[SIM_CONETWORK_SITES], count, i;
    coa_site sites[SIM_CONETWORK_SITES];
    coa_flex_request r = q->req->job;
    sim_conetwork_plan plan;
    coa_flex_booking b;
    coa_status s;
    count = sim_conetwork_list(q, set, mold, sites, list);
    if (count == 0) return COA_E_NOFIT;
    for (i = 0; i < count; i++) used[list[i]] = 1;
    r.servers = m.servers;
    r.length = m.length + (count > 1 ? r.overhead : 0);
    r.overhead = 0;
    r.ready = q->ready;
    r.deadline = q->by;
    r.first = 0;
    r.fixed = r.fixed || sim_conetwork_keeps(q, mold);
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
        s = sim_conetwork_connect(q, used, r.length, &start);
        if (s != COA_OK) return s;
        if (start == b.start) break;
        r.ready = start;
    }
    sim_conetwork_plan_of(&b, list, &plan);
    plan.mold = mold;
    if (!sim_conetwork_better(q, &plan, &q->best)) return COA_OK;
    q->best = plan;
    q->by = plan.end;
    return COA_OK;
}

/* All shapes and sets of sites. */
static inline coa_status sim_conetwork_sets(sim_conetwork_search *q)
{
    const uint32_t all = 1u << q->c->count;
    uint32_t mold, set;
    for (mold = 0; mold <= q->req->job.mold_count; mold++) {
        if (q->old && (q->ops & COA_MOLD) == 0 && mold != q->old->mold) continue;
        for (set = 1; set < all; set++) {
            const coa_status s = sim_conetwork_try(q, set, mold);
            if (s != COA_OK && s != COA_E_NOFIT) return s;
        }
    }
    return q->best.found ? COA_OK : COA_E_NOFIT;
}

/* The best plan that ends by q->by. FlexCo's own answer checks the request, and none can
 * end before that. */
static inline coa_status sim_conetwork_plan_it(sim_conetwork_search *q)
{
    coa_flex_request r = q->req->job;
    sim_conetwork_plan plan;
    coa_flex_booking b;
    coa_status s = sim_conetwork_check(q->c, q->req);
    if (s != COA_OK) return s;
    r.ready = q->ready;
    s = coa_flex_earliest(q->sites, q->c->count, &r, &b);
    if (s != COA_OK) return s;
    if (b.end > q->by) return COA_E_NOFIT;
    sim_conetwork_plan_of(&b, NULL, &plan);
    if (!q->old || q->ops == (COA_SHIFT | COA_REMAP | COA_MOLD)) {
        s = sim_conetwork_carries(q, &plan);
        if (s == COA_OK) q->best = plan;
        if (s != COA_E_NOFIT) return s;
    }
    return sim_conetwork_sets(q);
}

/* ---- booking ----------------------------------------------------------------------- */

/* The plan's processors at q->sites. */
static inline coa_status sim_conetwork_servers(const sim_conetwork_search *q,
                                               coa_flex_booking *out)
{
    const sim_conetwork_plan *p = &q->best;
    const coa_mold m = sim_conetwork_mold(&q->req->job, p->mold);
    coa_site sites[SIM_CONETWORK_SITES];
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
static inline coa_status sim_conetwork_links(sim_conetwork_search *q, nets_id *links)
{
    const sim_conetwork_plan *p = &q->best;
    unsigned char used[SIM_CONETWORK_SITES];
    sim_carriage a;
    nets_plan plan;
    nets_id id = 0;
    coa_status s = sim_conetwork_carries(q, p); /* the paths again */
    if (s != COA_OK) return s;
    sim_conetwork_used(p, used);
    a = sim_conetwork_carriage(q, used, p->start, p->end - p->start);
    memset(&plan, 0, sizeof plan);
    if (a.between) sim_routes_plan(&q->c->routes, &a, p->start, &plan);
    plan.altering = *links;
    if (plan.count > 0)
        s = sim_conetwork_status(nets_commit(q->c->routes.net, &plan, &id));
    else if (*links != 0)
        s = sim_conetwork_status(nets_release(q->c->routes.net, *links));
    if (s == COA_OK) *links = id;
    return s;
}

static inline coa_time sim_conetwork_later(coa_time a, coa_time b)
{
    return a > b ? a : b;
}

static inline coa_time sim_conetwork_now(const sim_conetwork *c)
{
    nets_counts_info counts;
    nets_counts(c->routes.net, &counts);
    return counts.now;
}

static inline void sim_conetwork_begin(sim_conetwork_search *q, sim_conetwork *c,
                                       const sim_conetwork_request *req)
{
    memset(q, 0, sizeof *q);
    q->c = c;
    q->req = req;
    q->sites = c->sites;
    q->ready = sim_conetwork_later(req->job.ready, sim_conetwork_now(c));
    q->by = req->job.deadline != 0 && req->job.deadline < COA_FOREVER ? req->job.deadline
                                                                      : COA_FOREVER - 1;
}

/* Books processors and bandwidth, as told above.
 * COA_E_NOFIT  no start fits
 * COA_E_RANGE  also: for one set of sites more than routes.most_tries paths would have to
 *              be tried
 * COA_E_ARG    also: a negative bandwidth
 * else as coa_flex_reserve. After all but OK nothing is booked; a number of the network's
 * bookings may have been passed over. */
static inline coa_status sim_conetwork_reserve(sim_conetwork *c,
                                               const sim_conetwork_request *req,
                                               sim_conetwork_booking *out)
{
    sim_conetwork_search q;
    coa_status s;
    memset(out, 0, sizeof *out);
    sim_conetwork_begin(&q, c, req);
    s = sim_conetwork_plan_it(&q);
    if (s == COA_OK) s = sim_conetwork_links(&q, &out->links);
    if (s != COA_OK) return s;
    s = sim_conetwork_servers(&q, &out->job);
    if (s == COA_OK || out->links == 0) return s;
    if (nets_release(c->routes.net, out->links) != NETS_OK) s = COA_E_CORRUPT;
    out->links = 0;
    return s;
}

/* Gives all back, or nothing: statuses as coa_flex_cancel. */
static inline coa_status sim_conetwork_cancel(sim_conetwork *c,
                                              const sim_conetwork_booking *b)
{
    const coa_status s = coa_flex_cancel(c->sites, c->count, b->job.id);
    if (s != COA_OK || b->links == 0) return s;
    return sim_conetwork_status(nets_release(c->routes.net, b->links));
}

/* The job ends now, at the network's time: statuses as coa_flex_finish. All is given back
 * from then on, or nothing. */
static inline coa_status sim_conetwork_finish(sim_conetwork *c,
                                              const sim_conetwork_booking *b)
{
    const coa_status s =
        coa_flex_finish(c->sites, c->count, b->job.id, sim_conetwork_now(c));
    nets_status links = NETS_OK;
    if (s == COA_OK && b->links != 0 && b->job.end > sim_conetwork_now(c))
        links = nets_release(c->routes.net, b->links);
    return s == COA_OK ? sim_conetwork_status(links) : s;
}

/* ---- copies ------------------------------------------------------------------------ */

typedef struct sim_conetwork_bytes { /* a saved calendar */
    unsigned char *at;
    size_t size, room, read;
} sim_conetwork_bytes;

static inline int sim_conetwork_write(void *ctx, const void *data, size_t size)
{
    sim_conetwork_bytes *b = (sim_conetwork_bytes *)ctx;
    if (b->room - b->size < size) {
        const size_t room = 2 * b->room + size;
        unsigned char *at = (unsigned char *)realloc(b->at, room);
        if (!at) return -1;
        b->at = at;
        b->room = room;
    }
    memcpy(b->at + b->size, data, size);
    b->size += size;
    return 0;
}

static inline size_t sim_conetwork_read(void *ctx, void *data, size_t size)
{
    sim_conetwork_bytes *b = (sim_conetwork_bytes *)ctx;
    if (size > b->size - b->read) size = b->size - b->read;
    if (size > 0) memcpy(data, b->at + b->read, size);
    b->read += size;
    return size;
}

static inline coa_status sim_conetwork_copy(const coa_calendar *from, coa_calendar **to)
{
    sim_conetwork_bytes bytes;
    coa_desc whole, desc;
    coa_status s;
    memset(&bytes, 0, sizeof bytes);
    memset(&desc, 0, sizeof desc);
    coa_describe(from, &whole);
    desc.bookings = whole.bookings;
    desc.alloc = whole.alloc;
    desc.alloc_ctx = whole.alloc_ctx;
    s = coa_save(from, sim_conetwork_write, &bytes);
    if (s == COA_OK) s = coa_load(to, &desc, sim_conetwork_read, &bytes);
    free(bytes.at);
    return s == COA_E_IO ? COA_E_NOMEM : s;
}

static inline void sim_conetwork_drop(const sim_conetwork *c, coa_site *copies)
{
    uint32_t i;
    for (i = 0; i < c->count; i++) coa_destroy(copies[i].calendar);
}

/* All sites' calendars without the job. After a failure there are none. */
static inline coa_status sim_conetwork_copies(const sim_conetwork *c, coa_id without,
                                              coa_site *copies)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < c->count; i++) {
        copies[i] = c->sites[i];
        copies[i].calendar = NULL;
    }
    for (i = 0; i < c->count && s == COA_OK; i++)
        s = sim_conetwork_copy(c->sites[i].calendar, &copies[i].calendar);
    if (s == COA_OK) s = coa_flex_cancel(copies, c->count, without);
    if (s != COA_OK) sim_conetwork_drop(c, copies);
    return s;
}

/* A picture of the network without the booking `links`, which is not 0. */
static inline nets_status sim_conetwork_picture(const nets_network *net, nets_id links,
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
static inline coa_status sim_conetwork_move(sim_conetwork_search *q, coa_site *copies,
                                            sim_conetwork_booking *b)
{
    sim_routes *routes = &q->c->routes;
    nets_id links = b->links;
    coa_flex_booking job;
    nets_view *view = NULL;
    coa_status s = COA_OK;
    if (links != 0)
        s = sim_conetwork_status(sim_conetwork_picture(routes->net, links, &view));
    if (s != COA_OK) return s;
    routes->view = view;
    s = sim_conetwork_plan_it(q);
    if (s == COA_OK) s = sim_conetwork_servers(q, &job);
    if (s == COA_OK) s = sim_conetwork_links(q, &links); /* the last that can fail */
    routes->view = NULL;
    nets_view_destroy(view);
    if (s != COA_OK) return s;
    b->job = job;
    b->links = links;
    q->sites = copies;
    return s;
}

/* May it be moved, and is the request one for it? */
static inline coa_status sim_conetwork_check_move(const sim_conetwork *c,
                                                  const coa_flex_request *job,
                                                  const coa_flex_booking *old)
{
    uint32_t i;
    for (i = 0; i < c->count; i++) {
        coa_desc d;
        coa_describe(c->sites[i].calendar, &d);
        if (old->start < d.now) return COA_E_PAST;
    }
    if (old->start < sim_conetwork_now(c)) return COA_E_PAST;
    if (old->mold > job->mold_count || (job->mold_count > 0 && !job->molds))
        return COA_E_ARG;
    return sim_conetwork_mold(job, old->mold).servers == old->servers ? COA_OK
                                                                      : COA_E_ARG;
}

/* Moves a booking if it then ends earlier, to the earliest end there is by `ops`, which
 * are those of coa_flex_reschedule; its own processors and bandwidth count as free. Paths
 * may change by any of them, and so may servers. *b becomes what is booked then, its job
 * with a new id, its bandwidth with the one it has. If nothing ends earlier *b stays.
 * Statuses as coa_flex_reschedule and sim_conetwork_reserve; after all but OK nothing has
 * changed. All calendars in the list of sites are others after a move. */
static inline coa_status sim_conetwork_reschedule(sim_conetwork *c,
                                                  const sim_conetwork_request *req,
                                                  uint32_t ops, sim_conetwork_booking *b)
{
    coa_site copies[SIM_CONETWORK_SITES];
    sim_conetwork_search q;
    sim_conetwork_plan old;
    coa_flex_booking now;
    coa_status s;
    uint32_t i;
    if (ops == 0 || ops > (COA_SHIFT | COA_REMAP | COA_MOLD)) return COA_E_ARG;
    s = coa_flex_get(c->sites, c->count, b->job.id, &now);
    if (s != COA_OK) return s;
    now.mold = b->job.mold; /* there it is booked as if it had but one shape */
    b->job = now;
    s = sim_conetwork_check_move(c, &req->job, &now);
    if (s != COA_OK) return s;
    sim_conetwork_plan_of(&now, NULL, &old);
    s = sim_conetwork_copies(c, now.id, copies);
    if (s != COA_OK) return s;
    sim_conetwork_begin(&q, c, req);
    q.sites = copies;
    q.old = &old;
    q.ops = ops;
    if (q.by >= old.end) q.by = old.end - 1;
    if ((ops & COA_SHIFT) == 0) q.ready = old.start;
    s = sim_conetwork_move(&q, copies, b);
    if (s != COA_OK) {
        sim_conetwork_drop(c, copies);
        return s == COA_E_NOFIT ? COA_OK : s;
    }
    for (i = 0; i < c->count; i++) {
        coa_destroy(c->sites[i].calendar);
        c->sites[i].calendar = copies[i].calendar;
    }
    return COA_OK;
}

#endif
