/* outages.h - when clusters fail and come back: told by a file, or drawn.
 *
 * A file has a line for each outage, "CLUSTER FROM TO": times count from the first
 * submission, in seconds or with a suffix s, m, h or d; TO may be `never`; what follows a
 * '#' is for people. Outages of a cluster neither overlap nor touch.
 *
 * Drawn are the times between failures (from the end of one outage to the next one) and
 * the times to repair, both exponential, rounded up to seconds. Each cluster has random
 * numbers of its own, so one more cluster changes nothing for those before it.
 */
#ifndef SIM_OUTAGES_H
#define SIM_OUTAGES_H

#include "error.h"
#include "grid.h"
#include "input.h"
#include "job.h"
#include "plan.h"
#include "random.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_OUTAGES_MOST = 10000000 }; /* of a run */

typedef struct sim_outage { /* the cluster is down in [from, to) */
    uint32_t cluster;
    int64_t from, to; /* to SIM_NEVER: it does not come back */
} sim_outage;

typedef struct sim_outage_plan { /* zero-initialise: none; sim_outages_free */
    sim_outage *list;            /* by cluster, then from; after the first submission */
    size_t count, capacity;
    int64_t mtbf, mttr; /* means, seconds, above 0; mtbf 0: not drawn        */
    uint64_t seed;
} sim_outage_plan;

static inline void sim_outages_free(sim_outage_plan *p)
{
    free(p->list);
    p->list = NULL;
    p->count = p->capacity = 0;
}

/* ---- one after the other ----------------------------------------------------------- */

typedef struct sim_outage_source { /* of one cluster */
    const sim_outage_plan *plan;
    uint32_t cluster;
    int64_t origin; /* the first submission    */
    size_t next;    /* in the list             */
    sim_random random;
} sim_outage_source;

static inline void sim_outage_source_begin(sim_outage_source *s,
                                           const sim_outage_plan *plan, uint32_t cluster,
                                           int64_t origin)
{
    s->plan = plan;
    s->cluster = cluster;
    s->origin = origin;
    s->random.state = 0;
    for (s->next = 0; s->next < plan->count; s->next++)
        if (plan->list[s->next].cluster >= cluster) break;
    s->random.state = plan->seed;
    s->random.state = sim_random_bits(&s->random) + cluster;
    s->random.state = sim_random_bits(&s->random);
}

/* Exponential, rounded up: at least a second, and no longer than any log. */
static inline int64_t sim_outage_draw(sim_random *r, int64_t mean)
{
    const double x = -sim_ln(sim_random_unit(r)) * (double)mean;
    return x < (double)SIM_TIME_MAX ? (int64_t)x + 1 : SIM_TIME_MAX;
}

/* The cluster's next outage; the one before ended at `after` (at first: the origin). From
 * SIM_NEVER on: there is none. */
static inline sim_outage sim_outage_next(sim_outage_source *s, int64_t after)
{
    const sim_outage_plan *p = s->plan;
    sim_outage o = {s->cluster, SIM_NEVER, SIM_NEVER};
    if (after >= SIM_NEVER / 2) return o;
    if (p->mtbf > 0) {
        o.from = after + sim_outage_draw(&s->random, p->mtbf);
        o.to = o.from + sim_outage_draw(&s->random, p->mttr);
    } else if (s->next < p->count && p->list[s->next].cluster == s->cluster) {
        o = p->list[s->next++];
        o.from += s->origin;
        if (o.to != SIM_NEVER) o.to += s->origin;
    }
    return o;
}

#endif
