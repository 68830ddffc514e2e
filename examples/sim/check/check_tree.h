/* check_tree.h - does a processor ever have two jobs at a time? For checkers of results.
 *
 *     struct check_tree t = {0};
 *     check_tree_room(&t, runs);               how many runs of processors there are
 *     check_tree_add(&t, ...);                 for each run
 *     check_tree_begin(&t);
 *     check_tree_hold(&t, ...);                for each run, in order of starts
 *     check_tree_free(&t);
 *
 * The tree knows when each processor is free again. In O(n log n) for n runs, however
 * many processors they have.
 */
#ifndef CHECK_TREE_H
#define CHECK_TREE_H

#include <stddef.h>
#include <stdint.h>

struct check_tree {          /* zero-initialise; check_tree_free */
    uint64_t *keys;          /* where runs begin or end, ascending */
    size_t count, leaves;    /* leaves: a power of two */
    int64_t *latest, *whole; /* of a node: when the last of its leaves is free; what was
                                set for all of them at once */
};

/* Makes room for so many runs. 0, or -1 when memory is out. */
int check_tree_room(struct check_tree *t, size_t runs);

/* Adds a run of `count` CPUs of a cluster. */
void check_tree_add(struct check_tree *t, uint32_t cluster, uint32_t first,
                    uint32_t count);

/* Builds the tree, once all runs are added. 0, or -1 when memory is out. */
int check_tree_begin(struct check_tree *t);

void check_tree_free(struct check_tree *t);

/* *value becomes at least `to`. */
void check_tree_raise(int64_t *value, int64_t to);

/* A job has this run, which was added, during [start, end); later calls have no earlier
 * start. 0, or -1 if one of the CPUs is not free at `start`. */
int check_tree_hold(struct check_tree *t, uint32_t cluster, uint32_t first,
                    uint32_t count, int64_t start, int64_t end);

#endif
