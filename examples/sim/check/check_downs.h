/* check_downs.h - when was a cluster down? For checkers of results.
 *
 * Outages are told by their begin; those of one cluster do not overlap. Here they lie by
 * cluster, so that each question takes O(log n).
 */
#ifndef CHECK_DOWNS_H
#define CHECK_DOWNS_H

#include "workload/outages.h"

#include <stddef.h>
#include <stdint.h>

struct check_downs {     /* zero-initialise; check_downs_free */
    struct outage *list; /* by cluster, then from */
    size_t count;
};

/* What is wrong with outages. */
enum check_downs_state {
    CHECK_DOWNS_SOUND,
    CHECK_DOWNS_NO_MEMORY,
    CHECK_DOWNS_OF_NOTHING, /* one, of those told, is of no cluster or no time   */
    CHECK_DOWNS_DISORDER,   /* one, of those told, begins before the one before  */
    CHECK_DOWNS_OVERLAP     /* one, of the list, begins when its cluster is down */
};

void check_downs_free(struct check_downs *d);

/* The outages of so many clusters; *bad: which one is wrong. */
enum check_downs_state check_downs_begin(struct check_downs *d,
                                         const struct outage *outages, size_t n,
                                         size_t clusters, size_t *bad);

/* The cluster's last outage that begins before that time. NULL = none does. */
const struct outage *check_downs_outage(const struct check_downs *d, uint32_t cluster,
                                        int64_t before);

/* Is the cluster down at some time of [from, to)? */
int check_downs_down(const struct check_downs *d, uint32_t cluster, int64_t from,
                     int64_t to);

int check_downs_fails_at(const struct check_downs *d, uint32_t cluster, int64_t time);

#endif
