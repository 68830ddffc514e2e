/* sharing.c - whole numbers throughout, products of 128 bits where 64 do not do. */
#include "machine/sharing.h"

#include "base/wide.h"
#include "base/word.h"
#include "kit/base.h"

#include <string.h>

void sharing_read(const char *text, double capacity[SHARING_SHARED])
{
    struct word rest = word_of(text);
    for (int r = 0; r < SHARING_SHARED; r++)
        if (!word_is_number(word_part(&rest, ','), &capacity[r]) ||
            !(capacity[r] >= 0 && capacity[r] < 1e9) ||
            (rest.at != NULL) != (r < SHARING_SHARED - 1))
            fail_usage("--node-capacity: '%s' is not three numbers from 0 to below"
                       " 1e9: MEM,ETH,NET",
                       text);
}

#define SHARING_SHARE_MOST 4000000000 /* times 2^31 processes: within 64 bits */

/* Each step is stored in a separate double, so that every machine rounds alike. */
static uint64_t share_of(double usage, double capacity)
{
    if (!(capacity > 0) || !(usage > 0)) return 0;
    const double part = usage / capacity;
    double millionths = part * SHARING_SHARE_ONE;
    if (!(millionths < (double)SHARING_SHARE_MOST)) return SHARING_SHARE_MOST;
    millionths += 0.5;
    return (uint64_t)millionths;
}

struct sharing_share sharing_share(const struct sharing *s, const struct job *job)
{
    const double *usage = s && s->usage ? s->usage(s->context, job) : NULL;
    struct sharing_share share = {{0}};
    for (int r = 0; r < SHARING_SHARED && usage; r++)
        share.of[r] = share_of(usage[r], s->capacity[r]);
    return share;
}

int sharing_share_any(const struct sharing_share *share)
{
    return (share->of[0] | share->of[1] | share->of[2]) != 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

void sharing_loads_begin(struct sharing_loads *l, uint32_t servers, uint32_t nodes)
{
    l->servers = servers;
    l->nodes = nodes;
    l->of = base_zeroed(nodes, sizeof *l->of);
}

void sharing_loads_clear(struct sharing_loads *l)
{
    memset(l->of, 0, l->nodes * sizeof *l->of);
}

static uint32_t node_of(const struct sharing_loads *l, uint32_t server)
{
    const uint32_t each = l->servers / l->nodes, more = l->servers % l->nodes;
    const uint64_t large = (uint64_t)more * (each + UINT64_C(1));
    if (server < large) return server / (each + 1);
    return more + (uint32_t)((server - large) / each);
}

/* Its first server; of the node after the last: how many servers there are. */
static uint32_t first_server(const struct sharing_loads *l, uint32_t node)
{
    const uint32_t each = l->servers / l->nodes, more = l->servers % l->nodes;
    return node * each + (node < more ? node : more);
}

uint32_t sharing_loads_part(const struct sharing_loads *l, struct job_run *left,
                            uint32_t *node)
{
    *node = node_of(l, left->first);
    uint32_t here = first_server(l, *node + 1) - left->first;
    if (here > left->count) here = left->count;
    left->first += here;
    left->count -= here;
    return here;
}

int sharing_loads_change(struct sharing_loads *l, struct job_run run,
                         const struct sharing_share *share, int give)
{
    uint32_t node;
    int changed = 0;
    while (run.count > 0) {
        const uint32_t processes = sharing_loads_part(l, &run, &node);
        for (int r = 0; r < SHARING_SHARED; r++) {
            uint64_t *at = &l->of[node].of[r];
            const uint64_t all = share->of[r] * processes, before = *at;
            *at = give ? before - all : before + all;
            changed |= all > 0 && (before > SHARING_SHARE_ONE || *at > SHARING_SHARE_ONE);
        }
    }
    return changed;
}

uint64_t sharing_loads_slowdown(const struct sharing_loads *l, struct job_run run,
                                const struct sharing_share *share)
{
    uint64_t worst = SHARING_SHARE_ONE;
    uint32_t node;
    while (run.count > 0) {
        sharing_loads_part(l, &run, &node);
        for (int r = 0; r < SHARING_SHARED; r++)
            if (share->of[r] && l->of[node].of[r] > worst) worst = l->of[node].of[r];
    }
    return worst;
}

/* ---- work -------------------------------------------------------------------------- */

/* x * times / by, rounded up or down; UINT64_MAX if that is too large. */
static uint64_t ratio(uint64_t x, uint64_t times, uint64_t by, int up)
{
    const uint64_t nearest = wide_ratio(x, times, by);
    const struct wide whole = wide_product(x, times), got = wide_product(nearest, by);
    if (nearest == UINT64_MAX) return nearest;
    if (up) return nearest + (uint64_t)wide_less(got, whole);
    return nearest - (uint64_t)wide_less(whole, got);
}

#define SHARING_WORK_SECOND INT64_C(1000000)

void sharing_pace_change(struct sharing_pace *p, int64_t now, uint64_t slowdown)
{
    p->done +=
        (int64_t)ratio((uint64_t)(now - p->since),
                       (uint64_t)SHARING_WORK_SECOND * SHARING_SHARE_ONE, p->slowdown, 0);
    p->since = now;
    p->slowdown = slowdown;
}

int64_t sharing_pace_end(const struct sharing_pace *p, int64_t seconds)
{
    const int64_t left = seconds * SHARING_WORK_SECOND - p->done;
    const uint64_t time = ratio((uint64_t)left, p->slowdown,
                                (uint64_t)SHARING_WORK_SECOND * SHARING_SHARE_ONE, 1);
    return time > (uint64_t)(JOB_NEVER - p->since) ? JOB_NEVER : p->since + (int64_t)time;
}
