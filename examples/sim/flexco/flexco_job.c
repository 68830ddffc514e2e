/* flexco_job.c - times are whole seconds, rounded up, by integer arithmetic alone. */
#include "flexco/flexco.h"

int flexco_job_is_meta(const struct flexco_job *j) { return j->site == FLEXCO_META; }

uint64_t flexco_job_servers(const struct flexco_system *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->count; i++) sum += s->servers[i];
    return sum;
}

/* Looks at no more of them than have so many. */
static int fits(const struct flexco_system *s, uint64_t servers)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->count && sum < servers; i++) sum += s->servers[i];
    return sum >= servers;
}

int flexco_job_fits(const struct flexco_system *s, const struct flexco_job *j)
{
    return flexco_job_is_meta(j) ? fits(s, j->servers)
                                 : j->servers <= s->servers[j->site];
}

int64_t flexco_job_part_of(int64_t t, uint64_t num, uint64_t den)
{
    const uint64_t high = (uint64_t)t >> 20, low = (uint64_t)t & 0xFFFFF;
    const uint64_t rest = (high * num % den << 20) + low * num;
    return (int64_t)((high * num / den << 20) + rest / den + (rest % den > 0));
}

static int64_t flexco_job_percent(int64_t t, uint32_t percent)
{
    return flexco_job_part_of(t, percent, 100);
}

/* The job on m processors. */
static struct flexco_shape flexco_job_on(const struct flexco_job *j, uint32_t m,
                                         uint32_t efficiency)
{
    const uint64_t num =
        (100 - (uint64_t)efficiency) * m + (uint64_t)efficiency * j->servers;
    struct flexco_shape s;
    s.servers = m;
    s.run = flexco_job_part_of(j->run, num, 100 * (uint64_t)m);
    s.estimate = flexco_job_part_of(j->estimate, num, 100 * (uint64_t)m);
    return s;
}

uint32_t flexco_job_shapes(const struct flexco_system *system, const struct flexco_job *j,
                           int molds, uint32_t efficiency,
                           struct flexco_shape shapes[FLEXCO_SHAPES])
{
    const uint64_t half = ((uint64_t)j->servers + 1) / 2,
                   twice = 2 * (uint64_t)j->servers;
    uint32_t n = 1;
    shapes[0].servers = j->servers;
    shapes[0].run = j->run;
    shapes[0].estimate = j->estimate;
    if (!molds || !flexco_job_is_meta(j)) return 1;
    if (half < j->servers && fits(system, half))
        shapes[n++] = flexco_job_on(j, (uint32_t)half, efficiency);
    if (fits(system, twice)) shapes[n++] = flexco_job_on(j, (uint32_t)twice, efficiency);
    return n;
}

int64_t flexco_job_planned(const struct flexco_job *j, const struct flexco_shape *shape,
                           uint32_t sites)
{
    const int64_t overhead = sites > 1 ? flexco_job_percent(j->estimate, j->overhead) : 0;
    return shape->estimate + overhead;
}

int64_t flexco_job_wanted(const struct flexco_job *j, const struct flexco_shape *shape,
                          uint32_t sites)
{
    return shape->run + (sites > 1 ? flexco_job_percent(j->run, j->overhead) : 0);
}

int64_t flexco_job_actual(const struct flexco_job *j, const struct flexco_shape *shape,
                          uint32_t sites)
{
    const int64_t planned = flexco_job_planned(j, shape, sites);
    const int64_t wanted = flexco_job_wanted(j, shape, sites);
    return wanted < planned ? wanted : planned;
}
