/* check_downs.h - when was a cluster down? For checkers of results.
 *
 *     struct check_downs d = {0};
 *     if (check_downs_begin(&d, outages, n, clusters, &bad) == CHECK_DOWNS_SOUND &&
 *         check_downs_down(&d, cluster, from, to)) ...
 *     check_downs_free(&d);
 *
 * Outages are given in order of their starts; those of one cluster must not overlap. They
 * are sorted by cluster, so that each question takes O(log n).
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

/* Are the outages sound, or what is wrong with one of them? */
enum check_downs_state {
    CHECK_DOWNS_SOUND,
    CHECK_DOWNS_NO_MEMORY,
    CHECK_DOWNS_OF_NOTHING, /* the one at *bad is of no cluster or of no time        */
    CHECK_DOWNS_DISORDER,   /* the one at *bad begins before the one before it       */
    CHECK_DOWNS_OVERLAP     /* d->list[*bad] begins when its cluster is down already */
};

void check_downs_free(struct check_downs *d);

/* Takes the outages of so many clusters; *bad: which one is wrong, if any is. */
enum check_downs_state check_downs_begin(struct check_downs *d,
                                         const struct outage *outages, size_t n,
                                         size_t clusters, size_t *bad);

/* The cluster's last outage that begins before that time, or NULL. */
const struct outage *check_downs_outage(const struct check_downs *d, uint32_t cluster,
                                        int64_t before);

/* Is the cluster down at some time of [from, to)? */
int check_downs_down(const struct check_downs *d, uint32_t cluster, int64_t from,
                     int64_t to);

/* Does an outage of the cluster begin at this time? */
int check_downs_fails_at(const struct check_downs *d, uint32_t cluster, int64_t time);

#endif
