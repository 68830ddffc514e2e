/* outages.h - when clusters fail and come back: told by a file, or drawn.
 *
 * A file has a line for each outage, "CLUSTER FROM TO": times count from the first
 * submission, in seconds or with a suffix s, m, h or d; TO may be `never`; what follows a
 * '#' is for people. Outages of a cluster do not overlap.
 *
 * Drawn are the times between failures (from the end of one outage to the next one) and
 * the times to repair, both exponential, rounded up to seconds. Each cluster has random
 * numbers of its own, so one more cluster changes nothing for those before it.
 */
#ifndef OUTAGES_H
#define OUTAGES_H

#include "base/error.h"
#include "base/random.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

enum { OUTAGES_MOST = 1000000 }; /* of a run */

struct outage { /* the cluster is down in [from, to) */
    uint32_t cluster;
    int64_t from, to; /* to JOB_NEVER: it does not come back */
};

struct outage_plan {     /* zero-initialise: none; outages_free */
    struct outage *list; /* by cluster, then from; after the first submission */
    size_t count;
    int64_t mtbf, mttr; /* means, seconds, above 0; mtbf 0: not drawn        */
    uint64_t seed;
};

void outages_free(struct outage_plan *p);

/* ---- a file ------------------------------------------------------------------------ */

/* Reads the outages of the grid from the file, or standard input ("-"). Whatever comes of
 * it: outages_free. 0, or -1 and the file, line and field. */
int outages_load(struct outage_plan *p, const struct grid *g, const char *path,
                 struct error *e);

/* ---- one after the other ----------------------------------------------------------- */

struct outage_source { /* of one cluster */
    const struct outage_plan *plan;
    uint32_t cluster;
    int64_t origin; /* the first submission    */
    size_t next;    /* in the list             */
    struct random random;
};

void outages_source_begin(struct outage_source *s, const struct outage_plan *plan,
                          uint32_t cluster, int64_t origin);

/* The cluster's next outage; the one before ended at `after` (at first: the origin). From
 * JOB_NEVER on: there is none. */
struct outage outages_next(struct outage_source *s, int64_t after);

#endif
