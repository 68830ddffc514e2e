/* mrfs_algorithms.h - the four algorithms of paper 3 (Li, Ranka, Sahni, Schmalz), one row
 * of a table each: with or without splitting (WS, WN), with or without constraints on
 * resource accessibility (RC, RN).
 *
 *     for (i = 0; i < mrfs_algorithms.count; i++)
 *         puts(mrfs_algorithms_row(i)->name);
 */
#ifndef MRFS_ALGORITHMS_H
#define MRFS_ALGORITHMS_H

#include "netsched.h"

#include "mrfs/mrfs_paper.h"
#include "program/choice.h"

#include <stddef.h>

enum { MRFS_ALGORITHMS = 4 };

struct mrfs_algorithm {
    struct choice choice;
    const char *name; /* as in the paper: "WS-RC"                                    */
    nets_algorithm search;
    int splits;                 /* a job may be split over paths and units           */
    int constrained;            /* only some pairs of units are accessible           */
    mrfs_paper_algorithm paper; /* as the paper prints it                            */
};

/* Rows are struct mrfs_algorithm. */
extern const struct choice_table mrfs_algorithms;

const struct mrfs_algorithm *mrfs_algorithms_row(size_t row);

#endif
