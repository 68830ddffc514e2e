/* pool.c - which nodes a job gets is chosen when its start is found, and booked then. */
#include "machine/pool.h"

#include "base/compare.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = RESOURCES_KINDS };

struct pool_booking {
    int64_t start, end;
    uint32_t nodes;
    struct pool_part {
        uint32_t node;
        coa_id id[KINDS]; /* 0 = it needs none */
    } parts[];
};

struct pool *pool_begin(const struct resources *r, const struct job *jobs, size_t count,
                        const int64_t *now)
{
    struct pool *p = base_zeroed(1, sizeof *p);
    coa_desc desc = {.index = COA_INDEX_COUNT, .unnamed = 1, .now = *now};
    uint32_t x, servers = 0;
    p->r = r, p->jobs = jobs, p->count = count, p->now = now;
    p->plans = base_zeroed((size_t)r->count * KINDS, sizeof *p->plans);
    p->held = base_zeroed(count, sizeof *p->held);
    p->earliest = base_zeroed(r->count, sizeof *p->earliest);
    p->sorted = base_zeroed(r->count, sizeof *p->sorted);
    p->first = base_zeroed(r->count, sizeof *p->first);
    p->chosen = base_zeroed(r->count, sizeof *p->chosen);
    for (x = 0; x < r->count; x++) {
        p->first[x] = servers;
        servers += r->nodes[x].of[RESOURCES_SERVERS];
        for (int k = 0; k < KINDS; k++) {
            desc.servers = r->nodes[x].of[k];
            if (desc.servers == 0) continue;
            grants_must(coa_create(&p->plans[x * KINDS + (uint32_t)k], &desc),
                        "coa_create");
        }
    }
    return p;
}

void pool_free(struct pool *p)
{
    size_t i;
    if (!p) return;
    for (i = 0; i < (size_t)p->r->count * KINDS; i++) coa_destroy(p->plans[i]);
    for (i = 0; i < p->count; i++) free(p->held[i]);
    coa_set_free(&p->servers);
    free(p->plans);
    free(p->held);
    free(p->earliest);
    free(p->sorted);
    free(p->first);
    free(p->chosen);
    free(p);
}

/* What the job has there, unless that is over. */
static const struct pool_part *part_on(const struct pool *p, uint32_t job, uint32_t x)
{
    const struct pool_booking *b = p->held[job];
    for (uint32_t i = 0; b && b->end > *p->now && i < b->nodes; i++)
        if (b->parts[i].node == x) return &b->parts[i];
    return NULL;
}

/* The earliest start in [from, last] on one node. */
static int64_t earliest_on(struct pool *p, uint32_t job, uint32_t x, int64_t length,
                           int64_t from, int64_t last)
{
    const struct resources_need *need = resources_need(p->r, &p->jobs[job]);
    const struct pool_part *own = part_on(p, job, x);
    coa_request want = {.ready = from, .length = length};
    int k, agree;
    if (last != JOB_NEVER) want.deadline = last + length;
    for (k = agree = 0; agree < KINDS; agree++, k = (k + 1) % KINDS) {
        coa_calendar *plan = p->plans[x * KINDS + (uint32_t)k];
        int64_t start;
        want.servers = need->each.of[k];
        if (want.servers == 0) continue;
        want.replaces = own ? own->id[k] : 0;
        if (!plan) return JOB_NEVER;
        grants_must(coa_advance(plan, *p->now), "coa_advance");
        coa_status s = coa_earliest(plan, &want, &start);
        if (s == COA_E_NOFIT) return JOB_NEVER;
        grants_must(s, "coa_earliest");
        if (start > want.ready) agree = 0;
        want.ready = start;
    }
    return want.ready;
}

struct resources_amount pool_left(const struct pool *p, uint32_t node, int64_t time)
{
    struct resources_amount left = {{0}};
    for (int k = 0; k < KINDS; k++) {
        coa_calendar *plan = p->plans[node * KINDS + (uint32_t)k];
        int64_t until;
        if (!plan) continue;
        grants_must(coa_advance(plan, *p->now), "coa_advance");
        grants_must(coa_profile(plan, time, NULL, &left.of[k], &until), "coa_profile");
    }
    return left;
}

/* What the node has left at that time: of GPUs, then of servers. */
static uint64_t fullness(const struct pool *p, uint32_t node, int64_t time)
{
    const struct resources_amount left = pool_left(p, node, time);
    return (uint64_t)left.of[RESOURCES_GPUS] << 32 | left.of[RESOURCES_SERVERS];
}

/* So many of the nodes where it can start then, in their order: the first, or those with
 * least left. */
static void choose(struct pool *p, uint32_t nodes, int64_t start)
{
    uint32_t n, x, next = 0;
    for (n = 0; n < nodes; n++) {
        uint64_t least = UINT64_MAX;
        for (x = 0; x < p->r->count && (least > 0 || p->r->best); x++) {
            const uint64_t left =
                p->earliest[x] == start && p->r->best ? fullness(p, x, start) : 0;
            if (p->earliest[x] != start || left >= least) continue;
            least = left;
            next = x;
        }
        p->earliest[next] = start - 1;
    }
    for (n = x = 0; n < nodes; x++)
        if (p->earliest[x] == start - 1) p->chosen[n++] = x;
}

/* No node can before earliest[x]: the n-th least of these is a bound for n nodes. */
int64_t pool_earliest(struct pool *p, uint32_t job, int64_t length, int64_t from,
                      int64_t last)
{
    const uint32_t nodes = resources_need(p->r, &p->jobs[job])->nodes;
    uint32_t x, able = 0;
    for (x = 0; x < p->r->count; x++) p->earliest[x] = INT64_MIN;
    for (;;) {
        for (x = able = 0; x < p->r->count && (able < nodes || p->r->best); x++) {
            if (p->earliest[x] < from)
                p->earliest[x] = earliest_on(p, job, x, length, from, last);
            able += p->earliest[x] == from;
        }
        if (able >= nodes) break;
        memcpy(p->sorted, p->earliest, p->r->count * sizeof *p->earliest);
        qsort(p->sorted, p->r->count, sizeof *p->sorted, compare_i64);
        from = p->sorted[nodes - 1];
        if (from > last || from == JOB_NEVER) return JOB_NEVER;
    }
    choose(p, nodes, from);
    return from;
}

void pool_give_back(struct pool *p, uint32_t job)
{
    struct pool_booking *b = p->held[job];
    for (uint32_t i = 0; b && i < b->nodes && b->end > *p->now; i++)
        for (int k = 0; k < KINDS; k++) {
            coa_calendar *plan = p->plans[b->parts[i].node * KINDS + (uint32_t)k];
            const coa_id id = b->parts[i].id[k];
            if (id)
                grants_must(b->start < *p->now ? coa_finish(plan, id, *p->now)
                                               : coa_cancel(plan, id),
                            "coa_finish");
        }
    free(b);
    p->held[job] = NULL;
}

void pool_book(struct pool *p, uint32_t job, int64_t start, int64_t length)
{
    const struct resources_need *need = resources_need(p->r, &p->jobs[job]);
    coa_booking booked;
    pool_give_back(p, job);
    struct pool_booking *b = base_zeroed(1, sizeof *b + need->nodes * sizeof *b->parts);
    b->start = start, b->end = start + length, b->nodes = need->nodes;
    for (uint32_t i = 0; i < b->nodes; i++) {
        b->parts[i].node = p->chosen[i];
        for (int k = 0; k < KINDS; k++) {
            const coa_request want = {.ready = start,
                                      .length = length,
                                      .deadline = start + length,
                                      .servers = need->each.of[k]};
            if (want.servers == 0) continue;
            grants_must(
                coa_reserve(p->plans[p->chosen[i] * KINDS + (uint32_t)k], &want, &booked),
                "coa_reserve");
            b->parts[i].id[k] = booked.id;
        }
    }
    p->held[job] = b;
}

void pool_take(struct pool *p, uint32_t job, struct grants *g, coa_set *idle)
{
    const struct resources_need *need = resources_need(p->r, &p->jobs[job]);
    const struct pool_booking *b = p->held[job];
    uint32_t i, r, all = p->jobs[job].servers;
    p->servers.count = 0;
    for (i = 0; i < b->nodes; i++) {
        const uint32_t x = b->parts[i].node, begin = p->first[x];
        const uint32_t end = begin + p->r->nodes[x].of[RESOURCES_SERVERS];
        uint32_t part = need->each.of[RESOURCES_SERVERS];
        if (part > all) part = all;
        all -= part;
        for (r = 0; r < idle->count && part > 0; r++) {
            const coa_run *run = &idle->runs[r];
            const uint32_t first = run->first > begin ? run->first : begin;
            const uint32_t last =
                run->first + run->count < end ? run->first + run->count : end;
            const uint32_t some = first >= last         ? 0
                                  : last - first < part ? last - first
                                                        : part;
            part -= some;
            if (some) grants_must(coa_set_add(&p->servers, first, some), "coa_set_add");
        }
    }
    grants_add(g, job, p->servers.runs, p->servers.count);
    grants_take(g, job, idle);
}
