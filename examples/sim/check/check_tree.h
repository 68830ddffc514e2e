/* check_tree.h - does a processor ever have two jobs at a time? For checkers of results.
 * A tree knows when each processor is free again. In O(n log n) for n runs, however many
 * processors they have.
 */
#ifndef CHECK_TREE_H
#define CHECK_TREE_H

#include <stddef.h>
#include <stdint.h>

struct check_tree_use { /* a job has these processors of a cluster during [start, end) */
    uint32_t job, cluster, first, count;
    int64_t start, end;
};

/* 0; or 1 with the first job, in order of starts, that has a processor which is not free
 * then, maybe as the job has it twice. Sorts the uses. */
int check_tree_twice(struct check_tree_use *uses, size_t count, uint32_t *job);

#endif
