/* check_tree.c - a segment tree over the CPUs at which any run begins or ends. */
#include "check/check_tree.h"

#include "base/compare.h"

#include <stdlib.h>

struct check_tree {
    uint64_t *keys;          /* where runs begin or end, ascending */
    size_t count, leaves;    /* leaves: a power of two */
    int64_t *latest, *whole; /* of a node: when the last of its leaves is free; what was
                                set for all of them at once */
};

static uint64_t key_of(uint32_t cluster, uint32_t cpu)
{
    return (uint64_t)cluster << 32 | cpu;
}

/* Builds the tree. 0, or -1 when memory is out. */
static int begin(struct check_tree *t, const struct check_tree_use *uses, size_t count)
{
    size_t i;
    t->keys = (uint64_t *)malloc((2 * count + 1) * sizeof *t->keys);
    if (!t->keys) return -1;
    for (i = 0; i < count; i++) {
        t->keys[2 * i] = key_of(uses[i].cluster, uses[i].first);
        t->keys[2 * i + 1] = key_of(uses[i].cluster, uses[i].first + uses[i].count);
    }
    qsort(t->keys, 2 * count, sizeof *t->keys, compare_u64);
    for (i = 0; i < 2 * count; i++)
        if (t->count == 0 || t->keys[t->count - 1] != t->keys[i])
            t->keys[t->count++] = t->keys[i];
    for (t->leaves = 1; t->leaves < t->count;) t->leaves *= 2;
    t->latest = (int64_t *)malloc(2 * t->leaves * sizeof *t->latest);
    t->whole = (int64_t *)malloc(2 * t->leaves * sizeof *t->whole);
    if (!t->latest || !t->whole) return -1;
    for (i = 0; i < 2 * t->leaves; i++) t->latest[i] = t->whole[i] = INT64_MIN;
    return 0;
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

static void raise_to(int64_t *value, int64_t to)
{
    if (*value < to) *value = to;
}

/* When all of the leaves [from, to) are free. */
static int64_t free_at(const struct check_tree *t, size_t from, size_t to)
{
    int64_t latest = INT64_MIN;
    size_t l, r;
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) raise_to(&latest, t->latest[l++]);
        if (r % 2) raise_to(&latest, t->latest[--r]);
    }
    for (l = from; l > 0; l /= 2) raise_to(&latest, t->whole[l]);
    for (r = to - 1; r > 0; r /= 2) raise_to(&latest, t->whole[r]);
    return latest;
}

/* None of the leaves [from, to) is free until that time. */
static void hold_until(struct check_tree *t, size_t from, size_t to, int64_t until)
{
    size_t l, r;
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) raise_to(&t->whole[l++], until);
        if (r % 2) raise_to(&t->whole[--r], until);
    }
    for (l = from; l > 0; l /= 2) raise_to(&t->latest[l], until);
    for (r = to - 1; r > 0; r /= 2) raise_to(&t->latest[r], until);
    for (l = from, r = to; l < r; l /= 2, r /= 2) {
        if (l % 2) raise_to(&t->latest[l++], until);
        if (r % 2) raise_to(&t->latest[--r], until);
    }
}

static int by_start(const void *a, const void *b)
{
    const struct check_tree_use *x = (const struct check_tree_use *)a;
    const struct check_tree_use *y = (const struct check_tree_use *)b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

int check_tree_twice(struct check_tree_use *uses, size_t count, uint32_t *job)
{
    struct check_tree t = {0};
    int result = begin(&t, uses, count);
    size_t i;
    if (count) qsort(uses, count, sizeof *uses, by_start);
    for (i = 0; i < count && result == 0; i++) {
        const struct check_tree_use *u = &uses[i];
        const size_t from = leaf_of(&t, key_of(u->cluster, u->first));
        const size_t to = leaf_of(&t, key_of(u->cluster, u->first + u->count));
        result = free_at(&t, from, to) > u->start;
        hold_until(&t, from, to, u->end);
        *job = u->job;
    }
    free(t.keys);
    free(t.latest);
    free(t.whole);
    return result;
}
