/* check_tree.h - has a processor two jobs at a time? For checkers of results.
 *
 * Jobs are told in order of their starts; a tree knows when each processor is free again.
 * Processors that always belong together are one leaf; a node has the latest of its
 * leaves, and what was set for all of them at once. In O(n log n) for n runs of
 * processors, however many these are.
 *
 *     sim_check_tree_room, sim_check_tree_add for each run, sim_check_tree_begin, then
 *     sim_check_hold for each run, by start
 */
#ifndef SIM_CHECK_TREE_H
#define SIM_CHECK_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_check_tree { /* zero-initialise; sim_check_tree_free */
    uint64_t *keys;             /* where leaves begin, ascending */
    size_t count, leaves;       /* leaves: a power of two */
    int64_t *latest, *whole;
} sim_check_tree;

static inline uint64_t sim_check_key(uint32_t cluster, uint32_t cpu)
{
    return (uint64_t)cluster << 32 | cpu;
}

static inline int sim_check_compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* For so many runs. 0, or -1 when memory is out. */
static inline int sim_check_tree_room(sim_check_tree *t, size_t runs)
{
    t->keys = (uint64_t *)malloc((2 * runs + 1) * sizeof *t->keys);
    return t->keys ? 0 : -1;
}

/* A run of `count` CPUs of the cluster will be told of. */
static inline void sim_check_tree_add(sim_check_tree *t, uint32_t cluster, uint32_t first,
                                      uint32_t count)
{
    t->keys[t->count++] = sim_check_key(cluster, first);
    t->keys[t->count++] = sim_check_key(cluster, first + count);
}

/* All have been added. 0, or -1 when memory is out. */
static inline int sim_check_tree_begin(sim_check_tree *t)
{
    const size_t n = t->count;
    size_t i;
    qsort(t->keys, n, sizeof *t->keys, sim_check_compare_keys);
    for (i = t->count = 0; i < n; i++)
        if (t->count == 0 || t->keys[t->count - 1] != t->keys[i])
            t->keys[t->count++] = t->keys[i];
    for (t->leaves = 1; t->leaves < t->count;) t->leaves *= 2;
    t->latest = (int64_t *)malloc(2 * t->leaves * sizeof *t->latest);
    t->whole = (int64_t *)malloc(2 * t->leaves * sizeof *t->whole);
    if (!t->latest || !t->whole) return -1;
    for (i = 0; i < 2 * t->leaves; i++) t->latest[i] = t->whole[i] = INT64_MIN;
    return 0;
}

static inline void sim_check_tree_free(sim_check_tree *t)
{
    free(t->keys);
    free(t->latest);
    free(t->whole);
}

static inline size_t sim_check_leaf(const sim_check_tree *t, uint64_t key)
{
    size_t lo = 0, hi = t->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (t->keys[middle] < key)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo + t->leaves;
}

static inline void sim_check_raise(int64_t *value, int64_t to)
{
    if (*value < to) *value = to;
}

/* When are all of the leaves [from, to) free? */
static inline int64_t sim_check_free(const sim_check_tree *t, size_t from, size_t to)
{
    int64_t latest = INT64_MIN;
    size_t l, r;
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) sim_check_raise(&latest, t->latest[l++]);
        if (r % 2) sim_check_raise(&latest, t->latest[--r]);
    }
    for (l = from; l > 0; l /= 2) sim_check_raise(&latest, t->whole[l]);
    for (r = to - 1; r > 0; r /= 2) sim_check_raise(&latest, t->whole[r]);
    return latest;
}

/* They are not free until then. */
static inline void sim_check_hold_until(sim_check_tree *t, size_t from, size_t to,
                                        int64_t until)
{
    size_t l, r;
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) sim_check_raise(&t->whole[l++], until);
        if (r % 2) sim_check_raise(&t->whole[--r], until);
    }
    for (l = from; l > 0; l /= 2) sim_check_raise(&t->latest[l], until);
    for (r = to - 1; r > 0; r /= 2) sim_check_raise(&t->latest[r], until);
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) sim_check_raise(&t->latest[l++], until);
        if (r % 2) sim_check_raise(&t->latest[--r], until);
    }
}

/* These CPUs, which were added, are somebody's during [start, end); no earlier start is
 * told of after this. 0, or -1 if one of them is not free. */
static inline int sim_check_hold(sim_check_tree *t, uint32_t cluster, uint32_t first,
                                 uint32_t count, int64_t start, int64_t end)
{
    const size_t from = sim_check_leaf(t, sim_check_key(cluster, first));
    const size_t to = sim_check_leaf(t, sim_check_key(cluster, first + count));
    if (sim_check_free(t, from, to) > start) return -1;
    sim_check_hold_until(t, from, to, end);
    return 0;
}

#endif
