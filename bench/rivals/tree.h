/* tree.h - a structure of idle periods that `make bench-tree` measures against ours: five
 * functions.
 *
 * Yours: a file bench/rivals/tree_NAME.c with a line that begins `const tree_kind`, as in
 * tree_skip.c (a skip list) and tree_array.c (a sorted array); what follows may have any
 * name, also of the file copied. All answers are compared with a plain list: a
 * wrong one is reported and ends the run. A server has at most one period at a time; with
 * --log it may have several, that neither overlap nor touch. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>
#include <stdint.h>

#include "coalloc.h" /* coa_period: a server is idle during [start, end) */

typedef struct tree_tally {
    uint64_t visits;  /* nodes that were looked at; stays 0: not counted */
    size_t bytes;     /* held now; stays 0: not counted */
    uint32_t servers; /* they are 0 .. servers - 1; never more than n below */
} tree_tally;

typedef struct tree_kind {
    const char *name;
    /* An empty one for up to n periods at a time; NULL if it cannot hold so many. It may
     * keep `tally`, and add to it. */
    void *(*create)(uint32_t n, tree_tally *tally);
    void (*destroy)(void *tree);
    void (*insert)(void *tree, const coa_period *p);
    void (*remove)(void *tree, const coa_period *p); /* it is there */
    /* With servers = NULL: how many periods start at `start` or before and end at `end`
     * or later. Else it stops at n of them, writes whose they are, in any order, and
     * returns n; if there are fewer it may return any number below n. */
    uint32_t (*find)(void *tree, coa_time start, coa_time end, uint32_t n,
                     uint32_t *servers);
} tree_kind;

#endif
