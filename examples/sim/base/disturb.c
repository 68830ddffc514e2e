/* disturb.c - implements disturb.h. */
#include "base/disturb.h"

#include "base/array.h"
#include "base/compare.h"

#include <stdlib.h>
#include <string.h>

struct holder { /* a server, and what holds it */
    const struct disturb_touch *at;
    uint32_t count, server;
};

struct class
{ /* servers[first ...] have the same things */
    uint32_t first, size;
    double share; /* of the weights of its things, for one server */
};

struct search {
    const struct disturb *d;
    struct holder *servers;
    struct class *classes;
    uint32_t count, *left; /* left: servers in this class and those behind it      */
    uint32_t *paid;        /* of each thing: by how many classes that are taken    */
    unsigned char *taken, *best;
    int64_t least;
    long steps;
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

/* ---- classes ----------------------------------------------------------------------- */

static int compare_touches(const void *x, const void *y)
{
    const struct disturb_touch *a = (const struct disturb_touch *)x;
    const struct disturb_touch *b = (const struct disturb_touch *)y;
    return a->server != b->server ? COMPARE(a->server, b->server)
                                  : COMPARE(a->thing, b->thing);
}

static int compare_things(const struct holder *a, const struct holder *b)
{
    uint32_t i;
    if (a->count != b->count) return COMPARE(a->count, b->count);
    for (i = 0; i < a->count; i++)
        if (a->at[i].thing != b->at[i].thing)
            return COMPARE(a->at[i].thing, b->at[i].thing);
    return 0;
}

static int compare_holders(const void *x, const void *y)
{
    const struct holder *a = (const struct holder *)x, *b = (const struct holder *)y;
    const int order = compare_things(a, b);
    return order ? order : COMPARE(a->server, b->server);
}

static int compare_shares(const void *x, const void *y)
{
    const struct class *a = (const struct class *)x, *b = (const struct class *)y;
    return a->share != b->share ? COMPARE(a->share, b->share)
                                : COMPARE(a->first, b->first);
}

/* In order, each once. `held`, all 0: of each thing, how many servers. */
static void sort_touches(struct disturb *d, uint32_t *held)
{
    const size_t all = d->count;
    size_t i;
    if (all) qsort(d->touches, all, sizeof *d->touches, compare_touches);
    for (d->count = 0, i = 0; i < all; i++) {
        const struct disturb_touch *t = &d->touches[i];
        if (d->count && compare_touches(&d->touches[d->count - 1], t) == 0) continue;
        held[t->thing]++;
        d->touches[d->count++] = *t;
    }
}

/* Sorts the servers into classes, and these by what a server of them costs at least. */
static void make_classes(struct search *s, const uint32_t *held)
{
    const struct disturb *d = s->d;
    size_t i, k = 0, first;
    uint32_t c;
    for (i = 0; i < d->servers; i++) {
        for (first = k; k < d->count && d->touches[k].server == i;) k++;
        s->servers[i].server = (uint32_t)i;
        s->servers[i].at = d->touches + first;
        s->servers[i].count = (uint32_t)(k - first);
    }
    qsort(s->servers, d->servers, sizeof *s->servers, compare_holders);
    for (i = 0; i < d->servers; i++) {
        const struct holder *h = &s->servers[i];
        struct class *class;
        if (i == 0 || compare_things(h - 1, h) != 0) {
            class = &s->classes[s->count++];
            class->first = (uint32_t)i;
            for (c = 0; c < h->count; c++)
                class->share += (double)d->weights[h->at[c].thing] / held[h->at[c].thing];
        }
        s->classes[s->count - 1].size++;
    }
    qsort(s->classes, s->count, sizeof *s->classes, compare_shares);
    for (c = s->count; c-- > 0;) s->left[c] = s->left[c + 1] + s->classes[c].size;
}

/* ---- the search -------------------------------------------------------------------- */

/* What the class adds to what is paid; `change` 1 or -1 takes it, or gives it back. */
static int64_t add(struct search *s, uint32_t class, int change)
{
    const struct holder *h = &s->servers[s->classes[class].first];
    int64_t cost = 0;
    uint32_t i;
    for (i = 0; i < h->count; i++) {
        uint32_t *paid = &s->paid[h->at[i].thing];
        if (*paid == 0) cost += s->d->weights[h->at[i].thing];
        *paid += (uint32_t)change;
    }
    return cost;
}

static void greedy(struct search *s, uint32_t n)
{
    uint32_t got = 0, c;
    int64_t cost = 0;
    while (got < n) {
        uint32_t best = s->count;
        double least = 0;
        for (c = 0; c < s->count; c++) {
            const uint32_t size = s->classes[c].size;
            double each;
            if (s->taken[c]) continue;
            each = (double)add(s, c, 0) / (size < n - got ? size : n - got);
            if (best < s->count && each >= least) continue;
            best = c;
            least = each;
        }
        cost += add(s, best, 1);
        s->taken[best] = 1;
        got += s->classes[best].size < n - got ? s->classes[best].size : n - got;
    }
    s->least = cost;
    memcpy(s->best, s->taken, s->count);
    for (c = 0; c < s->count; c++)
        if (s->taken[c]) add(s, c, -1);
    memset(s->taken, 0, s->count);
}

/* The least that n servers of class c and those behind it can add: nothing where a thing
 * is paid already, else no less than their shares. */
static double bound(const struct search *s, uint32_t c, uint32_t n)
{
    const struct class *at;
    double sum = 0;
    int round;
    for (round = 0; round < 2; round++)
        for (at = s->classes + c; at < s->classes + s->count && n > 0; at++) {
            const struct holder *h = &s->servers[at->first];
            const uint32_t some = at->size < n ? at->size : n;
            uint32_t i;
            for (i = 0; i < h->count && !s->paid[h->at[i].thing]; i++) continue;
            if ((i < h->count) == round) continue;
            sum += round ? at->share * some : 0;
            n -= some;
        }
    return sum;
}

/* Decides on class c and those behind it: n more servers are needed. */
static void decide(struct search *s, uint32_t c, uint32_t n, int64_t cost)
{
    const uint32_t size = n ? s->classes[c].size : 0;
    if (n == 0) {
        if (cost >= s->least) return;
        s->least = cost;
        memcpy(s->best, s->taken, s->count);
        return;
    }
    if (++s->steps > DISTURB_STEPS || s->left[c] < n) return;
    if ((double)cost + bound(s, c, n) > (double)s->least - 0.5) return;
    s->taken[c] = 1;
    cost += add(s, c, 1);
    decide(s, c + 1, n > size ? n - size : 0, cost);
    add(s, c, -1);
    cost -= add(s, c, 0);
    s->taken[c] = 0;
    decide(s, c + 1, n, cost);
}

int disturb_choose(struct disturb *d, uint32_t n, int64_t *cost, unsigned char *chosen)
{
    const size_t servers = (size_t)d->servers + 1, things = (size_t)d->things + 1;
    struct search s = {.d = d};
    uint32_t *numbers = (uint32_t *)calloc(servers + 2 * things, sizeof *numbers);
    uint32_t c, i;
    s.servers = (struct holder *)calloc(servers, sizeof *s.servers);
    s.classes = (struct class *)calloc(servers, sizeof *s.classes);
    s.taken = (unsigned char *)calloc(2 * servers, 1);
    if (numbers && s.servers && s.classes && s.taken) {
        s.left = numbers;
        s.paid = numbers + servers;
        s.best = s.taken + servers;
        sort_touches(d, s.paid + things);
        make_classes(&s, s.paid + things);
        greedy(&s, n);
        if (s.count > DISTURB_CLASSES && s.least > 0)
            s.steps = DISTURB_STEPS + 1;
        else
            decide(&s, 0, n, 0);
        *cost = s.least;
        memset(chosen, 0, d->servers);
        for (c = 0; c < s.count; c++)
            for (i = 0; s.best[c] && i < s.classes[c].size && n > 0; i++, n--)
                chosen[s.servers[s.classes[c].first + i].server] = 1;
    }
    i = numbers && s.servers && s.classes && s.taken;
    free(numbers);
    free(s.servers);
    free(s.classes);
    free(s.taken);
    return i ? s.steps <= DISTURB_STEPS : -1;
}
