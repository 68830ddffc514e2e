/* openings.h - which waiting jobs may fit where processors have become free: for holes
 * (coa_holes) that have opened, by size and length, the earliest begin.
 *
 * Sizes and lengths are classified, two classes to each power of two. So a yes may be
 * wrong; a no is not.
 */
#ifndef OPENINGS_H
#define OPENINGS_H

#include <stdint.h>

enum { OPENINGS_SIZES = 64, OPENINGS_LENGTHS = 128 };

struct openings_cell { /* the holes for some jobs of this class: */
    int64_t begin;     /* the earliest begin; INT64_MAX = there are none  */
    int64_t freed;     /* the earliest time that has become free in them  */
};

struct openings {
    uint32_t least;          /* servers that any of the jobs needs */
    int64_t last;            /* start that any of them has         */
    uint32_t sizes, lengths; /* classes of those jobs              */
    struct openings_cell cells[OPENINGS_SIZES][OPENINGS_LENGTHS];
};

/* No holes; jobs of at most so many servers and that length will be asked for. */
void openings_begin(struct openings *o, uint32_t servers, int64_t length);

/* `servers` servers are free in [begin, end); what has become free of it begins at
 * `freed`. */
void openings_add(struct openings *o, uint32_t servers, int64_t begin, int64_t end,
                  int64_t freed);

/* So many servers for that length have been looked for: what has become free before
 * `freed` is of no use for them. */
void openings_refuse(struct openings *o, uint32_t servers, int64_t length, int64_t freed);

/* May a job that starts at `start` have a window in a hole that ends by then? */
int openings_may(const struct openings *o, uint32_t servers, int64_t length,
                 int64_t start);

#endif
