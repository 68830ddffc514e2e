/* openings.h - which waiting jobs may fit where processors have become free: for holes
 * (coa_holes) that have opened, by size and length, the earliest begin; and by time, how
 * many are free.
 *
 * Sizes and lengths are classified, two classes to each power of two, and times are cut
 * into equal parts. So a yes may be wrong; a no is not.
 */
#ifndef OPENINGS_H
#define OPENINGS_H

#include <stdint.h>

enum { OPENINGS_SIZES = 64, OPENINGS_LENGTHS = 128, OPENINGS_PARTS = 512 };

struct openings_cell { /* the holes for some jobs of this class: */
    int64_t begin;     /* the earliest begin; INT64_MAX = there are none  */
    int64_t freed;     /* the earliest time that has become free in them  */
};

struct openings {
    uint32_t least;          /* servers that any of the jobs needs */
    int64_t first, last;     /* no time before; the last start that any of them has */
    uint32_t sizes, lengths; /* classes of those jobs              */
    uint32_t width;          /* a part of time has 2^width seconds */
    uint32_t parts[OPENINGS_PARTS]; /* the most that is free at a time of it */
    struct openings_cell cells[OPENINGS_SIZES][OPENINGS_LENGTHS];
};

/* No holes; jobs of at most so many servers and that length will be asked for. The caller
 * has set `least`, `first` and `last`. */
void openings_begin(struct openings *o, uint32_t servers, int64_t length);

/* `servers` servers are free in [begin, end); what has become free of it begins at
 * `freed`. */
void openings_add(struct openings *o, uint32_t servers, int64_t begin, int64_t end,
                  int64_t freed);

/* At some time in [from, to), within [first, last), so many servers have become free. */
void openings_free(struct openings *o, uint32_t servers, int64_t from, int64_t to);

/* So many servers for that length have been looked for: what has become free before
 * `freed` is of no use for them. */
void openings_refuse(struct openings *o, uint32_t servers, int64_t length, int64_t freed);

/* The holes for jobs of so many servers and that length. */
const struct openings_cell *openings_for(const struct openings *o, uint32_t servers,
                                         int64_t length);

/* May so many servers have become free at t, in [first, last)? */
static inline int openings_at(const struct openings *o, uint32_t servers, int64_t t)
{
    return o->parts[((uint64_t)t - (uint64_t)o->first) >> o->width] >= servers;
}

#endif
