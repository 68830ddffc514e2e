/* check_tree.c - a segment tree over the CPUs at which any run begins or ends. */
#include "check/check_tree.h"

#include "base/compare.h"

#include <stdlib.h>

static uint64_t key_of(uint32_t cluster, uint32_t cpu)
{
    return (uint64_t)cluster << 32 | cpu;
}

int check_tree_room(struct check_tree *t, size_t runs)
{
    t->keys = (uint64_t *)malloc((2 * runs + 1) * sizeof *t->keys);
    return t->keys ? 0 : -1;
}

void check_tree_add(struct check_tree *t, uint32_t cluster, uint32_t first,
                    uint32_t count)
{
    t->keys[t->count++] = key_of(cluster, first);
    t->keys[t->count++] = key_of(cluster, first + count);
}

int check_tree_begin(struct check_tree *t)
{
    const size_t n = t->count;
    size_t i;
    qsort(t->keys, n, sizeof *t->keys, compare_u64);
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

void check_tree_free(struct check_tree *t)
{
    free(t->keys);
    free(t->latest);
    free(t->whole);
}

static size_t leaf_of(const struct check_tree *t, uint64_t key)
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

void check_tree_raise(int64_t *value, int64_t to)
{
    if (*value < to) *value = to;
}

/* When all of the leaves [from, to) are free. */
static int64_t free_at(const struct check_tree *t, size_t from, size_t to)
{
    int64_t latest = INT64_MIN;
    size_t l, r;
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) check_tree_raise(&latest, t->latest[l++]);
        if (r % 2) check_tree_raise(&latest, t->latest[--r]);
    }
    for (l = from; l > 0; l /= 2) check_tree_raise(&latest, t->whole[l]);
    for (r = to - 1; r > 0; r /= 2) check_tree_raise(&latest, t->whole[r]);
    return latest;
}

/* None of the leaves [from, to) is free until that time. */
static void hold_until(struct check_tree *t, size_t from, size_t to, int64_t until)
{
    size_t l, r;
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) check_tree_raise(&t->whole[l++], until);
        if (r % 2) check_tree_raise(&t->whole[--r], until);
    }
    for (l = from; l > 0; l /= 2) check_tree_raise(&t->latest[l], until);
    for (r = to - 1; r > 0; r /= 2) check_tree_raise(&t->latest[r], until);
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) check_tree_raise(&t->latest[l++], until);
        if (r % 2) check_tree_raise(&t->latest[--r], until);
    }
}

int check_tree_hold(struct check_tree *t, uint32_t cluster, uint32_t first,
                    uint32_t count, int64_t start, int64_t end)
{
    const size_t from = leaf_of(t, key_of(cluster, first));
    const size_t to = leaf_of(t, key_of(cluster, first + count));
    if (free_at(t, from, to) > start) return -1;
    hold_until(t, from, to, end);
    return 0;
}
