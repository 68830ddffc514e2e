/* freed.h - when servers have become free: what a re-plan of waiting jobs looks at.
 *
 * A job that has found the earliest window for itself can later find an earlier one only
 * if that contains some time at which servers have been given back since. Such times are
 * kept as intervals.
 */
#ifndef FREED_H
#define FREED_H

#include <stddef.h>
#include <stdint.h>

struct freed_interval { /* [lo, hi) */
    int64_t lo, hi;
    uint32_t had; /* servers that were free throughout it before, or fewer */
};

struct freed { /* zero-initialise; freed_free; ascending, none touches the next */
    struct freed_interval *items;
    size_t count, capacity;
};

void freed_free(struct freed *f);

/* Adds [lo, hi), where `had` servers were free throughout before; nothing unless lo < hi.
 * 0, or -1 when memory is out. */
int freed_add(struct freed *f, int64_t lo, int64_t hi, uint32_t had);

/* Adds all that another has, which becomes empty. 0, or -1 when memory is out. */
int freed_move(struct freed *f, struct freed *from);

/* The first interval that ends after t; f->count if there is none. */
size_t freed_after(const struct freed *f, int64_t t);

/* Is t in an interval? */
int freed_has(const struct freed *f, int64_t t);

#endif
