/* disturb.c - implements disturb.h. */
#include "base/disturb.h"

#include "base/array.h"
#include "base/compare.h"

#include <stdlib.h>
#include <string.h>

struct search {
    const struct disturb *d;
    size_t *first;         /* of each server: its first touch                      */
    uint32_t *held, *paid; /* of each thing: how many servers; in which choice     */
    double *shares;        /* of each server; -1: it is taken                      */
};

int disturb_touch(struct disturb *d, uint32_t server, uint32_t thing)
{
    const struct disturb_touch touch = {server, thing};
    if (ARRAY_ROOM(d->touches, d->count, d->room, 1) != 0) return -1;
    d->touches[d->count++] = touch;
    return 0;
}

void disturb_free(struct disturb *d)
{
    free(d->touches);
    d->touches = NULL;
    d->count = d->room = 0;
}

static int compare_touches(const void *x, const void *y)
{
    const struct disturb_touch *a = (const struct disturb_touch *)x;
    const struct disturb_touch *b = (const struct disturb_touch *)y;
    return a->server != b->server ? COMPARE(a->server, b->server)
                                  : COMPARE(a->thing, b->thing);
}

/* Sorts the touches, each once. */
static void sort_touches(struct disturb *d, struct search *s)
{
    const size_t all = d->count;
    size_t i;
    if (all) qsort(d->touches, all, sizeof *d->touches, compare_touches);
    for (d->count = 0, i = 0; i < all; i++) {
        const struct disturb_touch *t = &d->touches[i];
        if (i > 0 && compare_touches(t - 1, t) == 0) continue;
        s->held[t->thing]++;
        s->first[t->server + 1]++;
        d->touches[d->count++] = *t;
    }
    for (i = 0; i < d->servers; i++) s->first[i + 1] += s->first[i];
}

/* What these servers cost; `number` differs from choice to choice. */
static int64_t cost_of(struct search *s, const uint32_t *chosen, uint32_t n,
                       uint32_t number)
{
    int64_t cost = 0;
    uint32_t i;
    size_t k;
    for (i = 0; i < n; i++)
        for (k = s->first[chosen[i]]; k < s->first[chosen[i] + 1]; k++) {
            const uint32_t thing = s->d->touches[k].thing;
            if (s->paid[thing] != number) cost += s->d->weights[thing];
            s->paid[thing] = number;
        }
    return cost;
}

/* ---- all choices ------------------------------------------------------------------- */

int disturb_are_few(uint32_t servers, uint32_t n, uint32_t most)
{
    double all = 1;
    uint32_t i;
    if (n > servers - n) n = servers - n; /* those that are left out are as many */
    for (i = 0; i < n && all <= most; i++) all = all * (servers - i) / (i + 1);
    return all <= most;
}

int disturb_next(uint32_t servers, uint32_t n, uint32_t *chosen)
{
    uint32_t i = n;
    while (i > 0 && chosen[i - 1] == servers - n + i - 1) i--;
    if (i == 0) return 0;
    for (chosen[i - 1]++; i < n; i++) chosen[i] = chosen[i - 1] + 1;
    return 1;
}

/* Goes through all of them; `at` is one. */
static void look_at_all(struct search *s, uint32_t n, uint32_t *at, uint32_t *chosen)
{
    int64_t least = INT64_MAX, cost;
    uint32_t i, number = 0;
    for (i = 0; i < n; i++) at[i] = i;
    do {
        cost = cost_of(s, at, n, ++number);
        if (cost >= least) continue;
        least = cost;
        memcpy(chosen, at, n * sizeof *at);
    } while (disturb_next(s->d->servers, n, at));
}

/* ---- a greedy one ------------------------------------------------------------------ */

/* The part of each thing that is not paid for one of its servers, or one of `most`. */
static double share_of(const struct search *s, uint32_t server, uint32_t most)
{
    double share = 0;
    size_t k;
    for (k = s->first[server]; k < s->first[server + 1]; k++) {
        const uint32_t thing = s->d->touches[k].thing;
        const uint32_t held = s->held[thing] < most ? s->held[thing] : most;
        if (!s->paid[thing]) share += (double)s->d->weights[thing] / held;
    }
    return share;
}

static void take(struct search *s, uint32_t server, uint32_t *chosen, uint32_t *n)
{
    s->shares[server] = -1;
    chosen[*n] = server;
    (void)cost_of(s, &chosen[(*n)++], 1, 1);
}

static void greedy(struct search *s, uint32_t n, uint32_t *chosen)
{
    uint32_t got = 0, i, best;
    while (got < n) {
        double least = 0;
        for (best = UINT32_MAX, i = 0; i < s->d->servers && got < n; i++) {
            const double share = s->shares[i] < 0 ? 0 : share_of(s, i, n - got);
            if (s->shares[i] < 0) continue;
            if (share <= 0) take(s, i, chosen, &got);
            if (share <= 0 || (best != UINT32_MAX && share >= least)) continue;
            best = i;
            least = share;
        }
        if (got < n) take(s, best, chosen, &got);
    }
    qsort(chosen, n, sizeof *chosen, compare_u32);
}

static int compare_shares(const void *x, const void *y)
{
    return COMPARE(*(const double *)x, *(const double *)y);
}

/* Can no choice cost less than this? */
static int is_least(struct search *s, uint32_t n, const uint32_t *chosen)
{
    const int64_t cost = cost_of(s, chosen, n, 2);
    double bound = 0;
    uint32_t i;
    memset(s->paid, 0, s->d->things * sizeof *s->paid);
    for (i = 0; i < s->d->servers; i++) s->shares[i] = share_of(s, i, UINT32_MAX);
    qsort(s->shares, s->d->servers, sizeof *s->shares, compare_shares);
    for (i = 0; i < n; i++) bound += s->shares[i];
    return (double)cost < bound + 0.99; /* costs are whole numbers */
}

int disturb_choose(struct disturb *d, uint32_t n, uint32_t *chosen)
{
    const size_t servers = (size_t)d->servers + 2, things = (size_t)d->things + 1;
    struct search s = {.d = d};
    uint32_t *numbers = (uint32_t *)calloc(servers + 2 * things, sizeof *numbers);
    int exact = -1;
    s.first = (size_t *)calloc(servers, sizeof *s.first);
    s.shares = (double *)calloc(servers, sizeof *s.shares);
    if (numbers && s.first && s.shares) {
        s.held = numbers + servers;
        s.paid = s.held + things;
        sort_touches(d, &s);
        exact = disturb_are_few(d->servers, n, DISTURB_CHOICES);
        if (exact)
            look_at_all(&s, n, numbers, chosen);
        else
            greedy(&s, n, chosen);
        exact = exact || is_least(&s, n, chosen);
    }
    free(numbers);
    free(s.first);
    free(s.shares);
    return exact;
}
