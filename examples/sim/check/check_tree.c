/* check_tree.c - a segment tree over the CPUs at which any run begins or ends. */
#include "check/check_tree.h"

#include "base/compare.h"
#include "kit/base.h"

#include <stdlib.h>

struct check_tree {
    uint64_t *keys; /* where runs begin or end, ascending */
    size_t count;
    int64_t *latest, *whole; /* of a node: when the last of its leaves is free; a time set
                                for all of them */
};

static uint64_t key_of(uint32_t cluster, uint32_t cpu)
{
    return (uint64_t)cluster << 32 | cpu;
}

static void begin(struct check_tree *t, const struct check_tree_use *uses, size_t count)
{
    t->keys = base_zeroed(2 * count, sizeof *t->keys);
    for (size_t i = 0; i < count; i++) {
        t->keys[2 * i] = key_of(uses[i].cluster, uses[i].first);
        t->keys[2 * i + 1] = key_of(uses[i].cluster, uses[i].first + uses[i].count);
    }
    qsort(t->keys, 2 * count, sizeof *t->keys, compare_u64);
    for (size_t i = 0; i < 2 * count; i++)
        if (t->count == 0 || t->keys[t->count - 1] != t->keys[i])
            t->keys[t->count++] = t->keys[i];
    t->latest = base_zeroed(4 * t->count, sizeof *t->latest);
    t->whole = base_zeroed(4 * t->count, sizeof *t->whole);
    for (size_t i = 0; i < 4 * t->count; i++) t->latest[i] = t->whole[i] = INT64_MIN;
}

static size_t leaf_of(const struct check_tree *t, uint64_t key)
{
    const uint64_t *at = bsearch(&key, t->keys, t->count, sizeof key, compare_u64);
    return (size_t)(at - t->keys);
}

static void raise_to(int64_t *value, int64_t to)
{
    if (*value < to) *value = to;
}

/* Of the leaves [lo, hi) below the node, those in [from, to) are held until a time. When
 * all of these were free before. */
static int64_t hold(struct check_tree *t, size_t node, size_t lo, size_t hi, size_t from,
                    size_t to, int64_t until)
{
    const size_t middle = lo + (hi - lo) / 2;
    int64_t free_at = t->whole[node];
    if (from <= lo && hi <= to) {
        free_at = t->latest[node];
        raise_to(&t->whole[node], until);
    } else {
        if (from < middle)
            raise_to(&free_at, hold(t, 2 * node, lo, middle, from, to, until));
        if (to > middle)
            raise_to(&free_at, hold(t, 2 * node + 1, middle, hi, from, to, until));
    }
    raise_to(&t->latest[node], until);
    return free_at;
}

static int by_start(const void *a, const void *b)
{
    const struct check_tree_use *x = a;
    const struct check_tree_use *y = b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

int check_tree_twice(struct check_tree_use *uses, size_t count, uint32_t *job)
{
    struct check_tree t = {0};
    int result = 0;
    if (count == 0) return 0;
    begin(&t, uses, count);
    qsort(uses, count, sizeof *uses, by_start);
    for (size_t i = 0; i < count && result == 0; i++) {
        const struct check_tree_use *u = &uses[i];
        const size_t from = leaf_of(&t, key_of(u->cluster, u->first));
        const size_t to = leaf_of(&t, key_of(u->cluster, u->first + u->count));
        if (from < to) result = hold(&t, 1, 0, t.count, from, to, u->end) > u->start;
        *job = u->job;
    }
    free(t.keys);
    free(t.latest);
    free(t.whole);
    return result;
}
