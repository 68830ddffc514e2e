/* claim.h - --claim: a sentence about figures, and whether it holds.
 *
 *     MEASURE: CELL [/ CELL | - CELL] [< X | > X | in X:X] [at WORD ...]
 *     MEASURE: CELL < [X *] CELL              or with >
 *     MEASURE: CELL = CELL within X[%]
 *
 * A CELL is words as in --facts: a variant (if none is given, the one that others are
 * compared with, or the first that has such a figure), NAME=VALUE of an option that is
 * swept (else its base) or of a class; words behind "at" are for all cells. Without < > =
 * in it is a figure only.
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "kit/experiment.h"

struct claim {
    const char *text;
    struct row_cell cell, other;
    enum experiment_beside how; /* RELATIVE: of / other */
    int judged;
    double from, to; /* infinite: no bound */
};

/* Fails with status 2 where a name is unknown. */
struct claim claim_read(const struct experiment *x, const char *text);

/* The figure and its interval. */
struct row_spread claim_figure(const struct experiment *x, const struct claim *c);

/* "wait_mean: a < b: -12.5 (-20..-5), 95 % interval over 5 seeds: holds" */
void claim_print(const struct experiment *x, const struct claim *c, FILE *to);

#endif
