/* flex_model.h - what a FlexCo call should answer, by brute force.
 *
 * The free servers of each site are laid out one by one and moment by moment from what
 * coa_next lists. Then all starts, alternatives and shares are tried. Include after
 * coalloc.h and test.h. */
#ifndef FLEX_MODEL_H
#define FLEX_MODEL_H

#ifndef TIMES
#define TIMES 130
#endif
enum { SITES = 3, SERVERS = 6 };

typedef struct world {
    coa_site site[SITES];
    uint32_t n;
    coa_set among[SITES];
    coa_run runs[SITES][SERVERS];
} world;

static coa_desc desc_of(const world *w, uint32_t i)
{
    coa_desc d;
    coa_describe(w->site[i].calendar, &d);
    return d;
}

static coa_time latest_now(const world *w)
{
    coa_time now = INT64_MIN;
    for (uint32_t i = 0; i < w->n; i++)
        if (desc_of(w, i).now > now) now = desc_of(w, i).now;
    return now;
}

/* ---- free servers, laid out -------------------------------------------------------- */

typedef struct layout {
    unsigned char busy[SITES][SERVERS][TIMES]; /* COUNT: number 0 counts */
    coa_time limit[SITES];
} layout;

static int usable(const world *w, uint32_t i, uint32_t s)
{
    return !w->site[i].among || coa_set_has(w->site[i].among, s);
}

/* Without the parts of booking `but`. */
static void lay_out(const world *w, coa_id but, layout *l)
{
    memset(l, 0, sizeof *l);
    for (uint32_t i = 0; i < w->n; i++) {
        const coa_desc d = desc_of(w, i);
        coa_set on = {0, 0, NULL, NULL, NULL};
        coa_booking b;
        coa_id after = 0;
        l->limit[i] = d.horizon > 0 ? d.now + d.horizon : TIMES;
        for (; coa_next(w->site[i].calendar, after, &b, &on) == COA_OK; after = b.id) {
            if (b.parts > 0 && b.id == but) continue;
            for (coa_time t = b.start > d.now ? b.start : d.now; t < b.end && t < TIMES;
                 t++) {
                if (d.index == COA_INDEX_COUNT)
                    l->busy[i][0][t] = (unsigned char)(l->busy[i][0][t] + b.servers);
                for (uint32_t k = 0; d.index != COA_INDEX_COUNT && k < b.run_count; k++)
                    for (uint32_t s = 0; s < b.runs[k].count; s++)
                        l->busy[i][b.runs[k].first + s][t] = 1;
            }
        }
        coa_set_free(&on);
    }
}

static int idle(const layout *l, uint32_t i, uint32_t s, coa_time start, coa_time end)
{
    for (; start < end; start++)
        if (l->busy[i][s][start]) return 0;
    return 1;
}

static uint32_t free_at(const world *w, const layout *l, uint32_t i, coa_time start,
                        coa_time end)
{
    const coa_desc d = desc_of(w, i);
    uint32_t n = 0;
    if (end > l->limit[i]) return 0;
    if (d.index != COA_INDEX_COUNT) {
        for (uint32_t s = 0; s < d.servers; s++)
            n += usable(w, i, s) && idle(l, i, s, start, end);
        return n;
    }
    for (n = d.servers; start < end; start++)
        if (d.servers - l->busy[i][0][start] < n) n = d.servers - l->busy[i][0][start];
    return n;
}

/* ---- brute force ------------------------------------------------------------------- */

typedef struct answer {
    int found;
    coa_time start, end;
    uint32_t mold;
    uint32_t share[SITES];
} answer;

typedef struct question {
    const world *w;
    const coa_flex_request *req;
    uint32_t ops; /* 0: a new booking */
    uint32_t old[SITES], old_servers, old_mold;
    coa_time old_start, by, ready;
} question;

static uint32_t sites_of(const uint32_t *share)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < SITES; i++) n += share[i] > 0;
    return n;
}

/* Is this what the request and the operations allow? */
static int allowed(const question *q, const coa_mold *m, uint32_t mold, coa_time t,
                   const uint32_t *share)
{
    const coa_flex_request *r = q->req;
    const int remap = q->ops == 0 || (q->ops & COA_REMAP) != 0;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < SITES; i++) sum += share[i];
    if (sum != m->servers) return 0;
    if (q->ops != 0 && !(q->ops & COA_MOLD) && mold != q->old_mold) return 0;
    if (q->ops != 0 && !(q->ops & COA_SHIFT) && t != q->old_start) return 0;
    if (!remap && m->servers == q->old_servers)
        return memcmp(share, q->old, sizeof q->old) == 0;
    for (uint32_t i = 0; i < SITES; i++)
        if (!remap && share[i] > 0 && q->old[i] == 0) return 0;
    if (r->fixed) {
        for (uint32_t i = 0; i < q->w->n; i++)
            if (share[i] != q->w->site[i].servers) return 0;
        return 1;
    }
    for (uint32_t i = 0; i < SITES; i++)
        if (share[i] > 0 && share[i] < r->least) return 0;
    return r->most_sites == 0 || sites_of(share) <= r->most_sites;
}

/* Is x larger in the cursor's order? */
static int larger(const question *q, const uint32_t *x, const uint32_t *y)
{
    for (uint32_t k = 0; k < q->w->n; k++) {
        const uint32_t i = (q->req->first % q->w->n + k) % q->w->n;
        if (x[i] != y[i]) return x[i] > y[i];
    }
    return 0;
}

static void consider(const question *q, coa_time t, coa_time end, uint32_t mold,
                     const uint32_t *share, answer *best)
{
    const int several = sites_of(share) > 1, had = sites_of(best->share) > 1;
    if (best->found) {
        if (end != best->end) {
            if (end > best->end) return;
        } else if (mold != best->mold) {
            if (mold > best->mold) return;
        } else if (several != had) {
            if (several) return;
        } else if (!larger(q, share, best->share)) {
            return;
        }
    }
    best->found = 1;
    best->start = t;
    best->end = end;
    best->mold = mold;
    memcpy(best->share, share, sizeof best->share);
}

static void brute_force(const question *q, const layout *l, answer *best)
{
    const coa_flex_request *r = q->req;
    const world *w = q->w;
    uint32_t free_short[SITES], free_long[SITES], share[SITES];
    memset(best, 0, sizeof *best);
    for (uint32_t mold = 0; mold <= r->mold_count; mold++) {
        coa_mold m = {r->servers, r->length};
        if (mold > 0) m = r->molds[mold - 1];
        for (coa_time t = q->ready; t + m.length <= q->by; t++) {
            if ((r->flags & COA_EXACTLY) && t != r->ready) continue;
            for (uint32_t i = 0; i < SITES; i++) {
                free_short[i] = i < w->n ? free_at(w, l, i, t, t + m.length) : 0;
                free_long[i] = i < w->n && t + m.length + r->overhead <= q->by
                                   ? free_at(w, l, i, t, t + m.length + r->overhead)
                                   : 0;
            }
            for (share[0] = 0; share[0] <= free_short[0]; share[0]++)
                for (share[1] = 0; share[1] <= free_short[1]; share[1]++)
                    for (share[2] = 0; share[2] <= free_short[2]; share[2]++) {
                        const int several = sites_of(share) > 1;
                        const coa_time end = t + m.length + (several ? r->overhead : 0);
                        if (several &&
                            (share[0] > free_long[0] || share[1] > free_long[1] ||
                             share[2] > free_long[2]))
                            continue;
                        if (!allowed(q, &m, mold, t, share)) continue;
                        consider(q, t, end, mold, share, best);
                    }
        }
    }
}

/* ---- a booking against the answer -------------------------------------------------- */

static void same_shares(const world *w, const coa_flex_booking *b, const answer *a)
{
    uint32_t k = 0, servers = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        servers += a->share[i];
        if (a->share[i] == 0) continue;
        CHECK(k < b->part_count);
        CHECK_EQ(b->parts[k].site, i);
        CHECK_EQ(b->parts[k].booking.id, b->id);
        CHECK_EQ(b->parts[k].booking.start, a->start);
        CHECK_EQ(b->parts[k].booking.end, a->end);
        CHECK_EQ(b->parts[k].booking.servers, a->share[i]);
        CHECK_EQ(b->parts[k].booking.parts, sites_of(a->share));
        k++;
    }
    CHECK_EQ(b->part_count, k);
    CHECK_EQ(b->servers, servers);
    CHECK_EQ(b->start, a->start);
    CHECK_EQ(b->end, a->end);
    CHECK_EQ(b->mold, a->mold);
    CHECK(b->examined > 0);
}

#endif
