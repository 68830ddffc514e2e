/* flexco_job.h - what a job of FlexCo's sites asks for, and how long it takes there.
 *
 * M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support" (paper 5), sections 2 and 3. A local job runs
 * at the site it is submitted to. A meta-job is submitted to the metascheduler, which
 * divides it among the sites; at more than one it takes longer (the network).
 *
 * Where a meta-job may be molded it has two more shapes, half and twice its processors.
 * A job that uses its own n processors to E percent takes, on m of them,
 *
 *     T(m) = T ((100 - E) m + E n) / (100 m)          (Amdahl's law), rounded up,
 *
 * estimate and run time alike. Its overhead is the same time in every shape, as a request
 * has one: a percentage of the estimate as submitted when it is planned, of the run time
 * as submitted when it runs, rounded up. No job runs beyond the end that was planned: it
 * is killed there.
 */
#ifndef SIM_FLEXCO_JOB_H
#define SIM_FLEXCO_JOB_H

#include "job.h"

#include <stddef.h>
#include <stdint.h>

#define SIM_FLEXCO_META UINT32_MAX /* as a job's site: it is the metascheduler's */

enum {
    SIM_FLEXCO_SHAPES = 3,          /* as submitted, half, twice        */
    SIM_FLEXCO_EFFICIENCY = 80,     /* percent: what E is if nobody says */
    SIM_FLEXCO_OVERHEAD_MAX = 10000 /* percent */
};

typedef struct sim_flexco_job { /* seconds from the first submission of all */
    int64_t number;             /* its name in its log                      */
    int64_t submit;             /* >= 0                                     */
    int64_t run, estimate;      /* >= 1; killed at its estimate             */
    uint32_t servers;           /* >= 1                                     */
    uint32_t site;              /* or SIM_FLEXCO_META                       */
    uint32_t overhead;          /* at several sites, percent; meta-jobs     */
} sim_flexco_job;

/* Jobs are listed in order of arrival: by submission, then site (the metascheduler last),
 * then as in the workload. */

typedef struct sim_flexco_system { /* the sites */
    uint32_t count;
    const uint32_t *servers; /* of each */
} sim_flexco_system;

static inline int sim_flexco_is_meta(const sim_flexco_job *j)
{
    return j->site == SIM_FLEXCO_META;
}

static inline uint64_t sim_flexco_servers(const sim_flexco_system *s)
{
    uint64_t sum = 0;
    uint32_t i;
    for (i = 0; i < s->count; i++) sum += s->servers[i];
    return sum;
}

/* ---- lengths ----------------------------------------------------------------------- */

/* t num / den, rounded up; t <= 2^40, num and den < 2^40. In two halves, as the product
 * has more than 64 bits. */
static inline int64_t sim_flexco_part_of(int64_t t, uint64_t num, uint64_t den)
{
    const uint64_t high = (uint64_t)t >> 20, low = (uint64_t)t & 0xFFFFF;
    const uint64_t rest = (high * num % den << 20) + low * num;
    return (int64_t)((high * num / den << 20) + rest / den + (rest % den > 0));
}

static inline int64_t sim_flexco_percent(int64_t t, uint32_t percent)
{
    return sim_flexco_part_of(t, percent, 100);
}

typedef struct sim_flexco_shape {
    uint32_t servers;
    int64_t run, estimate; /* at one site */
} sim_flexco_shape;

/* The job on m processors. */
static inline sim_flexco_shape sim_flexco_on(const sim_flexco_job *j, uint32_t m,
                                             uint32_t efficiency)
{
    const uint64_t num =
        (100 - (uint64_t)efficiency) * m + (uint64_t)efficiency * j->servers;
    sim_flexco_shape s;
    s.servers = m;
    s.run = sim_flexco_part_of(j->run, num, 100 * (uint64_t)m);
    s.estimate = sim_flexco_part_of(j->estimate, num, 100 * (uint64_t)m);
    return s;
}

/* Its shapes, [0] as submitted; how many. Without `molds` it has no other. */
static inline uint32_t sim_flexco_shapes(const sim_flexco_system *system,
                                         const sim_flexco_job *j, int molds,
                                         uint32_t efficiency,
                                         sim_flexco_shape shapes[SIM_FLEXCO_SHAPES])
{
    const uint64_t half = ((uint64_t)j->servers + 1) / 2,
                   twice = 2 * (uint64_t)j->servers;
    const uint64_t all = sim_flexco_servers(system);
    uint32_t n = 1;
    shapes[0].servers = j->servers;
    shapes[0].run = j->run;
    shapes[0].estimate = j->estimate;
    if (!molds || !sim_flexco_is_meta(j)) return 1;
    if (half < j->servers && half <= all)
        shapes[n++] = sim_flexco_on(j, (uint32_t)half, efficiency);
    if (twice <= all) shapes[n++] = sim_flexco_on(j, (uint32_t)twice, efficiency);
    return n;
}

/* How long it is booked for, in that shape, at so many sites. */
static inline int64_t sim_flexco_planned(const sim_flexco_job *j,
                                         const sim_flexco_shape *shape, uint32_t sites)
{
    const int64_t overhead = sites > 1 ? sim_flexco_percent(j->estimate, j->overhead) : 0;
    return shape->estimate + overhead;
}

/* How long it would run if nobody killed it. */
static inline int64_t sim_flexco_wanted(const sim_flexco_job *j,
                                        const sim_flexco_shape *shape, uint32_t sites)
{
    return shape->run + (sites > 1 ? sim_flexco_percent(j->run, j->overhead) : 0);
}

/* How long it does run. */
static inline int64_t sim_flexco_actual(const sim_flexco_job *j,
                                        const sim_flexco_shape *shape, uint32_t sites)
{
    const int64_t planned = sim_flexco_planned(j, shape, sites);
    const int64_t wanted = sim_flexco_wanted(j, shape, sites);
    return wanted < planned ? wanted : planned;
}

#endif
