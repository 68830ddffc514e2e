/* mrfs_run.c - the loop over requests. */
#include "mrfs/mrfs_run.h"

#include "base/clock.h"
#include "base/hash.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

const struct mrfs_algorithm mrfs_run_algorithms[MRFS_ALGORITHMS] = {
    {NETS_WS_RC, 1, 1}, {NETS_WN_RC, 0, 1}, {NETS_WS_RN, 1, 0}, {NETS_WN_RN, 0, 0}};

void mrfs_run_free(struct mrfs_run *r)
{
    nets_destroy(r->network);
    mrfs_paper_graph_free(&r->paper);
    nets_spans_free(&r->starts);
    nets_plan_free(&r->plan);
    free(r->decisions);
    free(r->links);
}

/* ---- one request ------------------------------------------------------------------- */

/* The request, and behind it its further legs. Needs at the base serve all;
 * leg 0 asks for it. */
static void request_of(const struct mrfs_run *r, const struct mrfs_scenario *s,
                       const struct mrfs_request *q, nets_request *ask)
{
    const nets_need *need = s->needs ? s->needs + q->needs + q->types[0] : NULL;
    memset(ask, 0, (q->ends - 1) * sizeof *ask);
    for (uint32_t k = 0; k + 1 < q->ends; k++) {
        ask[k].from = q->at[0], ask[k].to = q->at[k + 1];
        ask[k].bandwidth = q->bandwidth;
        ask[k].at_to = need, ask[k].at_to_count = q->types[k + 1];
        ask[k].splittable = r->algorithm->splits;
        ask[k].algorithm = r->algorithm->search;
        if (need) need += q->types[k + 1];
    }
    ask->ready = q->start, ask->deadline = q->end, ask->length = q->duration;
    ask->at_from = s->needs ? s->needs + q->needs : NULL;
    ask->at_from_count = q->types[0];
    if (q->volume) {
        ask->volume = q->volume, ask->most = q->bandwidth;
        ask->bandwidth = ask->length = 0;
    }
    ask->max_combinations = r->combinations;
    ask->legs = ask + 1, ask->leg_count = q->ends - 2;
}

/* Does a path lead from the base to each other site, after all bookings? */
static int has_paths(struct mrfs_run *r, const struct mrfs_request *q)
{
    const nets_time after = NETS_FOREVER / 2;
    nets_amount flow = 1;
    for (uint32_t k = 1; k < q->ends && flow > 0; k++)
        if (nets_max_flow(r->network, q->at[0], q->at[k], after, after + 1, 1, &flow) !=
            NETS_OK)
            fail("out of memory");
    return flow > 0;
}

static enum mrfs_outcome refused(struct mrfs_run *r, const struct mrfs_request *q)
{
    const nets_plan *plan = &r->plan;
    /* without a bottleneck: no path, or a type or pairs of units that are not there */
    int links = plan->count == 0 && !has_paths(r, q), units = plan->count == 0 && !links;
    for (uint32_t k = 0; k < plan->count; k++) {
        units |= plan->uses[k].kind == NETS_UNIT;
        if (plan->uses[k].kind != NETS_LINK) continue;
        links = 1;
        r->links[plan->uses[k].index].refusals++;
    }
    return links && units ? MRFS_both : links ? MRFS_links : MRFS_units;
}

static double capacity_of(const struct mrfs_run *r, const nets_use *u)
{
    nets_link_info link;
    nets_unit_info unit;
    if (u->kind == NETS_LINK)
        return nets_get_link(r->network, u->index, &link) == NETS_OK
                   ? (double)link.capacity
                   : 1;
    return nets_get_unit(r->network, u->index, &unit) == NETS_OK ? (double)unit.amount
                                                                 : 1;
}

/* What an accepted request does to the sums. */
static void account(struct mrfs_run *r, const struct mrfs_scenario *s,
                    struct mrfs_decision *d, const nets_plan *plan)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        const nets_use *u = &plan->uses[i];
        const int64_t end = u->to < s->horizon ? u->to : s->horizon;
        const double share = (double)u->amount / capacity_of(r, u);
        const double used = end > u->from ? share * (double)(end - u->from) : 0;
        d->links += u->kind == NETS_LINK;
        *(u->kind == NETS_LINK ? &r->link_seconds : &r->unit_seconds) += used;
        if (u->kind == NETS_LINK) r->links[u->index].seconds += used;
        r->hash = hash_add(hash_add(r->hash, u->index), (uint64_t)u->amount);
    }
}

/* Do both searches find the same start, or that there is none? */
static int agree(const struct mrfs_run *r, nets_status paper, nets_status library)
{
    if (library == NETS_E_LIMIT) return 1; /* the paper knows no limit */
    if (paper != NETS_OK) return paper == library || library == NETS_E_NEVER;
    if (library == NETS_E_NOFIT || library == NETS_E_NEVER) return r->starts.count == 0;
    return library == NETS_OK && r->starts.count && r->starts.at[0].from == r->plan.start;
}

/* Finds the first slot for r->plan. */
static nets_status find(struct mrfs_run *r, const nets_request *ask,
                        struct mrfs_decision *d)
{
    const double begin = clock_thread_seconds();
    nets_status library;
    if (r->search == MRFS_LIBRARY) {
        library = nets_first_slot(r->network, ask, &r->plan);
        d->seconds = clock_thread_seconds() - begin;
        d->searches = r->plan.searches;
        d->instants = r->plan.instants;
        return library;
    }
    const nets_status paper =
        mrfs_paper_starts(&r->paper, r->algorithm->search, ask, &r->starts);
    d->seconds = clock_thread_seconds() - begin;
    library = nets_first_slot(r->network, ask, &r->plan);
    d->searches = r->paper.work;
    d->steps = r->paper.steps;
    d->instants = r->paper.length;
    if (library == NETS_OK && !r->algorithm->splits)
        d->shortest = mrfs_paper_shortest(&r->paper, r->plan.start);
    if (!agree(r, paper, library)) fail("the paper's algorithm finds another start");
    return library;
}

static void decide(struct mrfs_run *r, const struct mrfs_scenario *s, size_t i)
{
    struct mrfs_decision *d = &r->decisions[i];
    nets_request ask[MRFS_ENDS - 1];
    nets_status status = nets_advance(r->network, s->requests[i].arrive);
    request_of(r, s, &s->requests[i], ask);
    if (status == NETS_OK) status = find(r, ask, d);
    if (status == NETS_OK) status = nets_commit(r->network, &r->plan, NULL);
    if (status != NETS_OK && status != NETS_E_NOFIT && status != NETS_E_LIMIT &&
        status != NETS_E_NEVER)
        fail("request %zu: %s", i + 1, nets_status_text(status));
    d->outcome = status == NETS_OK        ? MRFS_accepted
                 : status == NETS_E_LIMIT ? MRFS_limit
                                          : refused(r, &s->requests[i]);
    d->start = status == NETS_OK ? r->plan.start : -1;
    d->bandwidth = status == NETS_OK ? r->plan.bandwidth : s->requests[i].bandwidth;
    d->end = r->plan.end;
    r->hash = hash_add(r->hash, (uint64_t)(d->outcome - MRFS_accepted));
    r->hash = hash_add(r->hash, (uint64_t)d->start);
    if (status == NETS_OK) account(r, s, d, &r->plan);
}

void mrfs_run_make(struct mrfs_run *r, const struct mrfs_scenario *s)
{
    const int constrained = r->algorithm->constrained;
    const nets_status status = topology_network(&r->network, &s->network, constrained);
    nets_stats_info counts;
    if (status != NETS_OK) fail("the network: %s", nets_status_text(status));
    if (r->search != MRFS_LIBRARY)
        mrfs_paper_graph_init(&r->paper, r->network, &s->network, constrained);
    r->paper.each_pair = r->search == MRFS_ARCS;
    r->hash = HASH_START;
    r->decisions = base_zeroed(s->count, sizeof *r->decisions);
    nets_stats(r->network, &counts);
    r->links = base_zeroed(counts.links, sizeof *r->links);
    for (size_t i = 0; i < s->count; i++) decide(r, s, i);
    nets_stats(r->network, &counts);
    r->bytes_peak = counts.bytes_peak;
}
