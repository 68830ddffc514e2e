/* refusals.h - windows that have been looked for in vain in a re-plan: where so many
 * servers are not free for so long, more servers or a longer time need not look.
 */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <stddef.h>
#include <stdint.h>

enum { REFUSALS_KEPT = 4 }; /* the last ones */

struct refusal { /* so many servers for that length cannot start in [from, until) */
    uint32_t servers;
    int64_t length, from, until;
};

struct refusals { /* zero-initialise */
    struct refusal items[REFUSALS_KEPT];
    size_t made;
};

/* Forgets them all. */
void refusals_begin(struct refusals *r);

/* [from, until) may be empty. */
void refusals_add(struct refusals *r, uint32_t servers, int64_t length, int64_t from,
                  int64_t until);

/* From that time on something may have become free. */
void refusals_open(struct refusals *r, int64_t from);

/* The first start in [from, until) that is not known to be in vain; `until` if there is
 * none. */
int64_t refusals_skip(const struct refusals *r, uint32_t servers, int64_t length,
                      int64_t from, int64_t until);

#endif
