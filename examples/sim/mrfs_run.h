/* mrfs_run.h - one algorithm decides on every request of a scenario, as they arrive.
 *
 * Each request is told at once whether and when it runs, and is booked; nothing is ever
 * taken back. The algorithms of paper 3 (Li, Ranka, Sahni, Schmalz) that observe
 * accessibility, RC, are given the network as it is; the others, RN, the same network in
 * which every unit reaches every other: it is what they are for.
 *
 * What is measured is the processor time of the search: of nets_first_slot, or of the
 * paper's own algorithm (mrfs_paper.h), which must find the same start. What is booked is
 * what nets_first_slot answers in both cases.
 */
#ifndef SIM_MRFS_RUN_H
#define SIM_MRFS_RUN_H

#include "clock.h"
#include "error.h"
#include "hash.h"
#include "mrfs_paper.h"
#include "mrfs_scenario.h"
#include "network.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_MRFS_ALGORITHMS = 4 };
#define SIM_MRFS_ALGORITHM_WORDS "ws-rc|wn-rc|ws-rn|wn-rn" /* nets_algorithm - 1 */

enum { SIM_MRFS_LIBRARY, SIM_MRFS_PAPER };
#define SIM_MRFS_SEARCH_WORDS "library|paper"

/* What became of a request, and for one that was refused, what was short. */
#define SIM_MRFS_OUTCOMES(X)            \
    X(accepted, "accepted")             \
    X(links, "refused: links")          \
    X(units, "refused: units")          \
    X(both, "refused: links and units") \
    X(limit, "refused: not all combinations of C-IDs were tried")

typedef enum sim_mrfs_outcome {
#define SIM_MRFS_OUTCOME(name, text) SIM_MRFS_##name,
    SIM_MRFS_OUTCOMES(SIM_MRFS_OUTCOME)
#undef SIM_MRFS_OUTCOME
        SIM_MRFS_OUTCOME_COUNT
} sim_mrfs_outcome;

typedef struct sim_mrfs_decision {
    sim_mrfs_outcome outcome;
    int64_t start;     /* of an accepted one                              */
    uint32_t links;    /* that it uses                                    */
    uint64_t searches; /* for a path; of the paper's: its `work`          */
    uint64_t instants; /* at which feasibility was decided; its `length`  */
    double seconds;    /* the search took                                 */
    size_t uses;       /* the first of its uses, if they are kept         */
} sim_mrfs_decision;

typedef struct sim_mrfs_run { /* zero-initialise; sim_mrfs_run_free */
    nets_algorithm algorithm;
    int search;
    uint32_t combinations; /* of C-IDs at most; 0 = the library's default */
    int keep;              /* the uses are wanted                         */
    sim_network network;
    sim_paper paper;
    nets_spans starts; /* as the paper's algorithm finds them */
    nets_plan plan;
    sim_mrfs_decision *decisions; /* of each request                             */
    size_t count;
    nets_use *uses; /* by request, those of each in the plan's order */
    size_t use_count, use_room;
    double link_seconds, unit_seconds; /* amount times time used before the horizon, */
                                       /* each as a share of its capacity            */
    uint64_t hash;                     /* of every decision                          */
    uint64_t bytes_peak;
} sim_mrfs_run;

static inline void sim_mrfs_run_free(sim_mrfs_run *r)
{
    sim_network_free(&r->network);
    sim_paper_free(&r->paper);
    nets_spans_free(&r->starts);
    nets_plan_free(&r->plan);
    free(r->decisions);
    free(r->uses);
    r->decisions = NULL;
    r->uses = NULL;
    r->use_count = r->use_room = 0;
}

static inline int sim_mrfs_splits(nets_algorithm a)
{
    return a == NETS_WS_RC || a == NETS_WS_RN;
}

static inline int sim_mrfs_constrained(nets_algorithm a)
{
    return a == NETS_WS_RC || a == NETS_WN_RC;
}

/* ---- one request ------------------------------------------------------------------- */

static inline nets_request sim_mrfs_ask(const sim_mrfs_run *r, const sim_mrfs_scenario *s,
                                        const sim_mrfs_request *q)
{
    nets_request ask;
    memset(&ask, 0, sizeof ask);
    ask.from = q->from;
    ask.to = q->to;
    ask.start = q->start;
    ask.end = q->end;
    ask.duration = q->duration;
    ask.bandwidth = q->bandwidth;
    ask.at_from = s->needs + q->needs;
    ask.at_from_count = q->from_types;
    ask.at_to = s->needs + q->needs + q->from_types;
    ask.at_to_count = q->to_types;
    ask.splittable = sim_mrfs_splits(r->algorithm);
    ask.algorithm = r->algorithm;
    ask.max_combinations = r->combinations;
    return ask;
}

static inline sim_mrfs_outcome sim_mrfs_refused(const nets_plan *plan)
{
    int links = 0, units = plan->count == 0; /* a type that is not there */
    uint32_t i;
    for (i = 0; i < plan->count; i++) {
        links |= plan->uses[i].kind == NETS_LINK;
        units |= plan->uses[i].kind == NETS_UNIT;
    }
    return links && units ? SIM_MRFS_both : links ? SIM_MRFS_links : SIM_MRFS_units;
}

static inline double sim_mrfs_capacity(const sim_mrfs_run *r, const nets_use *u)
{
    nets_link_info link;
    nets_unit_info unit;
    if (u->kind == NETS_LINK)
        return nets_get_link(r->network.net, u->index, &link) == NETS_OK
                   ? (double)link.capacity
                   : 1;
    return nets_get_unit(r->network.net, u->index, &unit) == NETS_OK ? (double)unit.amount
                                                                     : 1;
}

/* What an accepted request does to the sums; and its uses are kept if they are wanted. */
static inline int sim_mrfs_account(sim_mrfs_run *r, const sim_mrfs_scenario *s,
                                   sim_mrfs_decision *d, const nets_plan *plan)
{
    uint32_t i;
    d->uses = r->use_count;
    for (i = 0; i < plan->count; i++) {
        const nets_use *u = &plan->uses[i];
        const int64_t end = u->to < s->horizon ? u->to : s->horizon;
        const double share = (double)u->amount / sim_mrfs_capacity(r, u);
        d->links += u->kind == NETS_LINK;
        if (end > u->from)
            *(u->kind == NETS_LINK ? &r->link_seconds : &r->unit_seconds) +=
                share * (double)(end - u->from);
        r->hash = sim_hash(sim_hash(r->hash, u->index), (uint64_t)u->amount);
        if (r->keep) {
            void *uses = r->uses;
            if (sim_grow(&uses, r->use_count, &r->use_room, sizeof *u) != 0) return -1;
            r->uses = (nets_use *)uses;
            r->uses[r->use_count++] = *u;
        }
    }
    return 0;
}

/* Both searches must agree on the start, or that there is none. */
static inline int sim_mrfs_agree(const sim_mrfs_run *r, nets_status paper,
                                 nets_status library)
{
    if (library == NETS_E_LIMIT) return 1; /* the paper knows no limit */
    if (paper != NETS_OK) return paper == library;
    if (library == NETS_E_NOFIT) return r->starts.count == 0;
    return library == NETS_OK && r->starts.count && r->starts.at[0].from == r->plan.start;
}

/* Finds the first slot of request i and books it; *status is what the search said. */
static inline int sim_mrfs_book(sim_mrfs_run *r, const sim_mrfs_scenario *s, size_t i,
                                nets_status *status, sim_error *e)
{
    const nets_request ask = sim_mrfs_ask(r, s, &s->requests[i]);
    sim_mrfs_decision *d = &r->decisions[i];
    nets_status paper = NETS_OK;
    double begin = sim_thread_seconds();
    if (r->search == SIM_MRFS_PAPER) {
        paper = sim_paper_starts(&r->paper, &ask, &r->starts);
        d->seconds = sim_thread_seconds() - begin;
        begin = sim_thread_seconds();
    }
    *status = nets_first_slot(r->network.net, &ask, &r->plan);
    if (r->search != SIM_MRFS_PAPER) d->seconds = sim_thread_seconds() - begin;
    if (r->search == SIM_MRFS_PAPER && !sim_mrfs_agree(r, paper, *status))
        return sim_fail(e, "request %zu: the paper's algorithm finds another start",
                        i + 1);
    if (*status == NETS_OK) *status = nets_commit(r->network.net, &r->plan, NULL);
    return 0;
}

static inline int sim_mrfs_decide(sim_mrfs_run *r, const sim_mrfs_scenario *s, size_t i,
                                  sim_error *e)
{
    sim_mrfs_decision *d = &r->decisions[i];
    nets_status status = nets_advance(r->network.net, s->requests[i].arrive);
    if (status == NETS_OK && sim_mrfs_book(r, s, i, &status, e) != 0) return -1;
    if (status != NETS_OK && status != NETS_E_NOFIT && status != NETS_E_LIMIT)
        return sim_fail(e, "request %zu: %s", i + 1, nets_status_text(status));
    d->outcome = status == NETS_OK        ? SIM_MRFS_accepted
                 : status == NETS_E_LIMIT ? SIM_MRFS_limit
                                          : sim_mrfs_refused(&r->plan);
    d->start = status == NETS_OK ? r->plan.start : -1;
    d->searches = r->search == SIM_MRFS_PAPER ? r->paper.work : r->plan.searches;
    d->instants = r->search == SIM_MRFS_PAPER ? r->paper.length : r->plan.instants;
    r->hash = sim_hash(sim_hash(r->hash, (uint64_t)d->outcome), (uint64_t)d->start);
    if (status != NETS_OK || sim_mrfs_account(r, s, d, &r->plan) == 0) return 0;
    return sim_fail(e, "out of memory for what is in use");
}

/* ---- all of them ------------------------------------------------------------------- */

/* Fills *r, whose first four members are set and the others zero; sim_mrfs_run_free it,
 * whatever happens. 0, or -1. */
static inline int sim_mrfs_run_make(sim_mrfs_run *r, const sim_mrfs_scenario *s,
                                    sim_error *e)
{
    const int constrained = sim_mrfs_constrained(r->algorithm);
    nets_counts_info counts;
    size_t i;
    if (sim_network_make(&r->network, &s->network, constrained, e) != 0) return -1;
    if (r->search == SIM_MRFS_PAPER &&
        sim_paper_init(&r->paper, r->network.net, &s->network, constrained) != NETS_OK)
        return sim_fail(e, "out of memory for the network");
    r->hash = SIM_HASH_START;
    r->count = s->count;
    r->decisions = (sim_mrfs_decision *)calloc(s->count + 1, sizeof *r->decisions);
    if (!r->decisions) return sim_fail(e, "out of memory for the decisions");
    for (i = 0; i < s->count; i++)
        if (sim_mrfs_decide(r, s, i, e) != 0) return -1;
    nets_counts(r->network.net, &counts);
    r->bytes_peak = counts.bytes_peak;
    return 0;
}

#endif
