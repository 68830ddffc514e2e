/* outages.h - when clusters fail and come back: drawn at random, or as a test lists it.
 *
 *     struct outage_plan plan = {.mtbf = 86400, .mttr = 3600, .seed = 1};
 *     outages_source_begin(&source, &plan, cluster, first_submission);
 *     for (o = outages_next(&source, first_submission); o.from < JOB_NEVER;
 *          o = outages_next(&source, o.to)) ...
 *
 * Drawn are the times between failures (from the end of one outage to the next one) and
 * the times to repair, both exponential, rounded up to seconds. Each cluster has random
 * numbers of its own, so a further cluster changes nothing for those before it.
 */
#ifndef OUTAGES_H
#define OUTAGES_H

#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

enum { OUTAGES_MOST = 1000000 }; /* in one run */

struct outage { /* the cluster is down in [from, to) */
    uint32_t cluster;
    int64_t from, to; /* JOB_NEVER: it does not fail, or does not come back */
};

struct outage_plan {     /* zero-initialise: no outages                              */
    struct outage *list; /* by cluster, then by time; from 0 = the first submission */
    size_t count;
    int64_t mtbf, mttr; /* means, in seconds, above 0; mtbf 0: not drawn */
    uint64_t seed;
};

/* ---- the outages of one cluster ---------------------------------------------------- */

struct outage_source {
    const struct outage_plan *plan;
    uint32_t cluster;
    int64_t origin; /* the first submission         */
    size_t next;    /* in the list                  */
    struct random random;
};

void outages_source_begin(struct outage_source *s, const struct outage_plan *plan,
                          uint32_t cluster, int64_t origin);

/* The next outage after the one that ended at `after` (the first after the origin). From
 * JOB_NEVER on there is none. */
struct outage outages_next(struct outage_source *s, int64_t after);

#endif
