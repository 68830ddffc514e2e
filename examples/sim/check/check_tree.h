/* check_tree.h - has a processor two jobs at a time? For checkers of results.
 *
 * Jobs are told in order of their starts; a tree knows when each processor is free again.
 * Processors that always belong together are one leaf; a node has the latest of its
 * leaves, and what was set for all of them at once. In O(n log n) for n runs of
 * processors, however many these are.
 *
 *     check_tree_room, check_tree_add for each run, check_tree_begin, then
 *     check_tree_hold for each run, by start
 */
#ifndef CHECK_TREE_H
#define CHECK_TREE_H

#include <stddef.h>
#include <stdint.h>

struct check_tree {       /* zero-initialise; check_tree_free */
    uint64_t *keys;       /* where leaves begin, ascending */
    size_t count, leaves; /* leaves: a power of two */
    int64_t *latest, *whole;
};

/* For so many runs. 0, or -1 when memory is out. */
int check_tree_room(struct check_tree *t, size_t runs);

/* A run of `count` CPUs of the cluster will be told of. */
void check_tree_add(struct check_tree *t, uint32_t cluster, uint32_t first,
                    uint32_t count);

/* All have been added. 0, or -1 when memory is out. */
int check_tree_begin(struct check_tree *t);

void check_tree_free(struct check_tree *t);

void check_tree_raise(int64_t *value, int64_t to);

/* These CPUs, which were added, are somebody's during [start, end); no earlier start is
 * told of after this. 0, or -1 if one of them is not free. */
int check_tree_hold(struct check_tree *t, uint32_t cluster, uint32_t first,
                    uint32_t count, int64_t start, int64_t end);

#endif
