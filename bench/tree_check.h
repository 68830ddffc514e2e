/* tree_check.h - does a structure of idle periods answer what a plain list answers? */
#ifndef TREE_CHECK_H
#define TREE_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rivals/tree.h"

enum { TREE_WANTED = 12, TREE_WINDOWS = 50 }; /* servers a search is to find; windows */

typedef struct tree_list { /* what should be in the structure */
    const coa_period *periods;
    const uint8_t *in; /* is period i in it? The servers are 0 .. n - 1: i's is i */
    uint32_t n;
    coa_time *changes; /* room for 2 n */
} tree_list;

static inline int tree_less(const void *a, const void *b)
{
    const coa_time x = *(const coa_time *)a, y = *(const coa_time *)b;
    return (x > y) - (x < y);
}

/* How many periods hold the window; of a structure that only counts: how many servers are
 * free at every moment of it, whichever they are. */
static inline uint32_t tree_list_count(const tree_list *l, coa_time start, coa_time end,
                                       int counts)
{
    uint32_t i, k = 0, free_now = 0, hold = 0, least, changes = 0;
    for (i = 0; i < l->n; i++) {
        const coa_period *p = &l->periods[i];
        if (!l->in[i] || p->start >= end || p->end <= start) continue;
        hold += p->start <= start && p->end >= end;
        free_now += p->start <= start;
        if (p->start > start) l->changes[changes++] = 2 * p->start + 1; /* one more */
        if (p->end < end) l->changes[changes++] = 2 * p->end;
    }
    if (!counts) return hold;
    qsort(l->changes, changes, sizeof *l->changes, tree_less);
    for (least = free_now; k < changes; k++) {
        free_now += l->changes[k] % 2 ? 1 : UINT32_MAX;
        /* what ends and begins at one moment is one change */
        if (free_now < least &&
            (k + 1 == changes || l->changes[k + 1] / 2 != l->changes[k] / 2))
            least = free_now;
    }
    return least;
}

/* Compares the answers for some windows; 0, or -1 with the reason. */
static inline int tree_check_windows(const tree_kind *kind, void *tree,
                                     const tree_list *l, int counts, char why[200])
{
    uint32_t i, k, j, found[TREE_WANTED];
    for (k = 0; k < TREE_WINDOWS; k++) {
        const coa_period *w = &l->periods[(uint64_t)k * l->n / TREE_WINDOWS];
        const uint32_t have = tree_list_count(l, w->start, w->end, counts),
                       want = have < TREE_WANTED ? have : TREE_WANTED,
                       said = kind->find(tree, w->start, w->end, UINT32_MAX, NULL),
                       got = kind->find(tree, w->start, w->end, TREE_WANTED, found);
        if (said != have || (got != want && want == TREE_WANTED) || got > want) {
            snprintf(why, 200,
                     "%s, %u periods: %s of [%lld, %lld) finds %u, where there are %u",
                     kind->name, (unsigned)l->n, said != have ? "count" : "search",
                     (long long)w->start, (long long)w->end,
                     (unsigned)(said != have ? said : got),
                     (unsigned)(said != have ? have : want));
            return -1;
        }
        for (i = 0; i < got && !counts; i++) {
            const coa_period *p = found[i] < l->n ? &l->periods[found[i]] : NULL;
            for (j = 0; j < i && found[j] != found[i]; j++) continue;
            if (p && l->in[found[i]] && p->start <= w->start && p->end >= w->end &&
                j == i)
                continue;
            snprintf(why, 200, "%s, %u periods: search of [%lld, %lld) finds server %u%s",
                     kind->name, (unsigned)l->n, (long long)w->start, (long long)w->end,
                     (unsigned)found[i], j < i ? " twice" : ", which is not free then");
            return -1;
        }
    }
    return 0;
}

/* All periods inserted, a third of them removed (of many: 1000), inserted again; `tree`
 * is empty and has all at the end. 0, or -1 with the reason. */
static inline int tree_check(const tree_kind *kind, void *tree, const coa_period *periods,
                             uint32_t n, int counts, char why[200])
{
    uint8_t *in = (uint8_t *)malloc(n);
    tree_list l = {periods, in, n, (coa_time *)malloc(2 * n * sizeof(coa_time))};
    uint32_t i;
    int step, bad = 0;
    if (!in || !l.changes) abort();
    for (step = 0; step < 3 && !bad; step++) {
        for (i = 0; i < n; i++) {
            if (step > 0 && i % (n < 3000 ? 3 : n / 1000) != 0) continue;
            in[i] = step != 1;
            if (step == 1)
                kind->remove(tree, &periods[i]);
            else
                kind->insert(tree, &periods[i]);
        }
        bad = tree_check_windows(kind, tree, &l, counts, why);
    }
    free(in);
    free(l.changes);
    return bad;
}

#endif
