/* mrfs_check.c - bookings become steps up and down, which are sorted and added up; each
 * plan is looked at whenever one of its uses begins or ends. */
#include "mrfs/mrfs_check.h"

#include "netsched.h"

#include "base/compare.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- capacity ---------------------------------------------------------------------- */

struct mrfs_step { /* from `time` on, so much more is booked */
    nets_kind kind;
    uint32_t index;
    int64_t time, amount;
};

/* By resource and time; at one time ends come before begins. */
static int compare_steps(const void *a, const void *b)
{
    const struct mrfs_step *x = (const struct mrfs_step *)a,
                           *y = (const struct mrfs_step *)b;
    if (x->kind != y->kind) return COMPARE(x->kind, y->kind);
    if (x->index != y->index) return COMPARE(x->index, y->index);
    if (x->time != y->time) return COMPARE(x->time, y->time);
    return COMPARE(x->amount, y->amount);
}

static int64_t total(const struct mrfs_run *r, nets_kind kind, uint32_t index)
{
    nets_link_info link;
    nets_unit_info unit;
    if (kind == NETS_LINK)
        return nets_get_link(r->network.net, index, &link) == NETS_OK ? link.capacity : 0;
    return nets_get_unit(r->network.net, index, &unit) == NETS_OK ? unit.amount : 0;
}

static int mrfs_check_capacity(const struct mrfs_run *r, struct error *e)
{
    const size_t n = 2 * r->use_count;
    struct mrfs_step *steps = (struct mrfs_step *)malloc((n + 1) * sizeof *steps);
    int64_t load = 0;
    size_t i;
    int result = 0;
    if (!steps) return error_fail(e, "out of memory for the check");
    for (i = 0; i < n; i++) {
        const nets_use *u = &r->uses[i / 2];
        steps[i].kind = u->kind;
        steps[i].index = u->index;
        steps[i].time = i % 2 ? u->to : u->from;
        steps[i].amount = i % 2 ? -u->amount : u->amount;
    }
    qsort(steps, n, sizeof *steps, compare_steps);
    for (i = 0; i < n && result == 0; i++) {
        const struct mrfs_step *x = &steps[i];
        if (i == 0 || x->kind != x[-1].kind || x->index != x[-1].index) load = 0;
        load += x->amount;
        if (load > total(r, x->kind, x->index))
            result =
                error_fail(e, "%s %" PRIu32 " has more booked than there is at %" PRId64,
                           x->kind == NETS_LINK ? "link" : "unit", x->index, x->time);
    }
    free(steps);
    return result;
}

/* ---- a plan, at one of its times --------------------------------------------------- */

struct mrfs_checking {
    const struct mrfs_scenario *scenario;
    const struct mrfs_run *run;
    const struct mrfs_request *request;
    const nets_use *uses; /* of the request */
    size_t count;
    int64_t *balance; /* flow out less flow in, of each node; all 0 in between */
    const char *why;  /* what is wrong */
};

static int active(const nets_use *u, int64_t time)
{
    return u->from <= time && time < u->to;
}

/* amount = flow / whole of what is asked, rounded up. */
static int share_is(const nets_use *u, int64_t asked)
{
    const double exact = (double)asked * (double)u->flow / (double)u->whole;
    return u->flow > 0 && u->flow <= u->whole && (double)u->amount > exact - 1e-6 &&
           (double)u->amount < exact + 1 + 1e-6;
}

/* The flow along the links at a time. */
static void mrfs_check_flow(struct mrfs_checking *c, int64_t time)
{
    nets_link_info link;
    int64_t whole = 0;
    size_t i;
    for (i = 0; i < c->count; i++) {
        const nets_use *u = &c->uses[i];
        if (u->kind != NETS_LINK || !active(u, time)) continue;
        if (nets_get_link(c->run->network.net, u->index, &link) != NETS_OK ||
            (whole && u->whole != whole) || !share_is(u, c->request->bandwidth)) {
            c->why = "a share of a link is not that of its flow";
            continue;
        }
        whole = u->whole;
        c->balance[link.from] += u->flow;
        c->balance[link.to] -= u->flow;
    }
    if (!whole) c->why = "no link is in use";
    c->balance[c->request->from] -= whole;
    c->balance[c->request->to] += whole;
    for (i = 0; i < c->scenario->network.node_count; i++) {
        if (c->balance[i]) c->why = "flow is lost, or comes from nowhere";
        c->balance[i] = 0;
    }
}

/* The unit of a need, when all of it is one. NETS_NONE if there are several. */
static uint32_t mrfs_check_need(struct mrfs_checking *c, uint32_t node,
                                const nets_need *need, int64_t time)
{
    const struct topology *t = &c->scenario->network;
    uint32_t cid = NETS_NONE, last = NETS_NONE, units = 0;
    int64_t flow = 0, whole = 0;
    size_t i;
    for (i = 0; i < c->count; i++) {
        const nets_use *u = &c->uses[i];
        const struct topology_unit *unit;
        const struct topology_partition *p;
        if (u->kind != NETS_UNIT || !active(u, time)) continue;
        unit = &t->units[u->index];
        p = &t->partitions[unit->partition];
        if (p->node != node || p->type != need->type) continue;
        if (!share_is(u, need->amount) || (units && u->whole != whole))
            c->why = "a share of a unit is not that of its flow";
        if (units && unit->cid != cid) c->why = "units of different C-IDs";
        whole = u->whole;
        cid = unit->cid;
        last = u->index;
        flow += u->flow;
        units++;
    }
    if (!units || flow != whole) c->why = "more or less of a type than was asked for";
    if (units > 1 && !c->run->algorithm->splits) c->why = "several units";
    return units == 1 ? last : NETS_NONE;
}

static int accessible(const struct topology *t, uint32_t outer, uint32_t inner)
{
    const uint32_t p = t->units[inner].partition, before = t->partitions[p].before;
    size_t i;
    if (t->partitions[p].access == TOPOLOGY_ACCESS_FULL) return 1;
    for (i = 0; i < t->pair_count; i++)
        if (t->pairs[i].partition == p &&
            t->partitions[p].first + t->pairs[i].inner == inner &&
            t->partitions[before].first + t->pairs[i].outer == outer)
            return 1;
    return 0;
}

/* The units at one end at a time. Needs are in order from the innermost partition on. */
static void mrfs_check_units(struct mrfs_checking *c, uint32_t node,
                             const nets_need *needs, uint32_t count, int64_t time)
{
    uint32_t k, inner = NETS_NONE;
    for (k = 0; k < count; k++) {
        const uint32_t unit = mrfs_check_need(c, node, &needs[k], time);
        if (k > 0 && unit != NETS_NONE && inner != NETS_NONE &&
            c->run->algorithm->constrained &&
            !accessible(&c->scenario->network, unit, inner))
            c->why = "units that are not accessible to each other";
        inner = unit;
    }
}

/* WN: all of the flow goes the same way all the time. */
static void path(struct mrfs_checking *c)
{
    size_t i;
    if (c->run->algorithm->splits) return;
    for (i = 0; i < c->count; i++)
        if (c->uses[i].flow != c->uses[i].whole ||
            c->uses[i].to - c->uses[i].from != c->request->duration)
            c->why = "not one path, with one unit of each type, throughout";
}

static void mrfs_check_time(struct mrfs_checking *c, int64_t time)
{
    const struct mrfs_request *q = c->request;
    const nets_need *needs = c->scenario->needs + q->needs;
    mrfs_check_flow(c, time);
    mrfs_check_units(c, q->from, needs, q->from_types, time);
    mrfs_check_units(c, q->to, needs + q->from_types, q->to_types, time);
}

/* A plan changes where a use of it begins or ends. */
static void plan(struct mrfs_checking *c, int64_t start)
{
    const struct mrfs_request *q = c->request;
    const int64_t end = start + q->duration;
    int64_t last = start - 1;
    size_t i;
    if (start < q->start || end > q->end) c->why = "outside its window";
    if (c->count == 0 || c->uses[0].from != start)
        c->why = "not in use from its start on";
    path(c);
    for (i = 0; i < c->count; i++) {
        const nets_use *u = &c->uses[i];
        if (u->from < start || u->to > end)
            c->why = "in use before its start or after its end";
        if (u->from > last) mrfs_check_time(c, u->from);
        if (u->from > last) last = u->from;
        if (u->to < end) mrfs_check_time(c, u->to);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

static int plans(const struct mrfs_run *r, const struct mrfs_scenario *s, struct error *e)
{
    struct mrfs_checking c;
    size_t i, next = r->use_count;
    int result = 0;
    memset(&c, 0, sizeof c);
    c.scenario = s;
    c.run = r;
    c.balance = (int64_t *)calloc(s->network.node_count + 1, sizeof *c.balance);
    if (!c.balance) return error_fail(e, "out of memory for the check");
    for (i = r->count; i-- > 0 && result == 0;) {
        const struct mrfs_decision *d = &r->decisions[i];
        if (d->outcome != MRFS_accepted) continue;
        c.request = &s->requests[i];
        c.uses = r->uses + d->uses;
        c.count = next - d->uses;
        next = d->uses;
        plan(&c, d->start);
        if (c.why) result = error_fail(e, "request %zu: %s", i + 1, c.why);
    }
    free(c.balance);
    return result;
}

int mrfs_check(const struct mrfs_run *r, const struct mrfs_scenario *s, struct error *e)
{
    if (mrfs_check_capacity(r, e) != 0) return -1;
    return plans(r, s, e);
}
