/* outages.c - outages are drawn as they are asked for. */
#include "workload/outages.h"

#include "base/job.h"
#include "base/portable.h"

void outages_source_begin(struct outage_source *s, const struct outage_plan *plan,
                          uint32_t cluster, int64_t origin)
{
    s->plan = plan;
    s->cluster = cluster;
    s->origin = origin;
    s->random.state = 0;
    for (s->next = 0; s->next < plan->count; s->next++)
        if (plan->list[s->next].cluster >= cluster) break;
    s->random.state = plan->seed;
    s->random.state = random_bits(&s->random) + cluster;
    s->random.state = random_bits(&s->random);
}

/* Exponential, rounded up: at least a second, and no longer than any log. */
static int64_t draw_time(struct random *r, int64_t mean)
{
    const double x = -portable_ln(random_unit(r)) * (double)mean;
    return x < (double)JOB_TIME_MAX ? (int64_t)x + 1 : JOB_TIME_MAX;
}

struct outage outages_next(struct outage_source *s, int64_t after)
{
    const struct outage_plan *p = s->plan;
    struct outage o = {s->cluster, JOB_NEVER, JOB_NEVER};
    if (after >= JOB_NEVER / 2) return o;
    if (p->mtbf > 0) {
        o.from = after + draw_time(&s->random, p->mtbf);
        o.to = o.from + draw_time(&s->random, p->mttr);
    } else if (s->next < p->count && p->list[s->next].cluster == s->cluster) {
        o = p->list[s->next++];
        while (s->next < p->count && p->list[s->next].cluster == s->cluster &&
               p->list[s->next].from <= o.to)
            o.to = p->list[s->next++].to; /* it follows at once */
        o.from += s->origin;
        if (o.to != JOB_NEVER) o.to += s->origin;
    }
    return o;
}
