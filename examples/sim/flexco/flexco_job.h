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
 * estimate and run time alike. Its overhead is the same time in every shape, as a
 * request has one: a percentage of the estimate as submitted when it is planned, of the
 * run time as submitted when it runs, rounded up. No job runs beyond the end that was
 * planned: it is killed there.
 */
#ifndef FLEXCO_JOB_H
#define FLEXCO_JOB_H

#include <stdint.h>

#define FLEXCO_META UINT32_MAX /* as a job's site: it is the metascheduler's */

enum {
    FLEXCO_SHAPES = 3,          /* as submitted, half, twice        */
    FLEXCO_EFFICIENCY = 80,     /* percent: E by default */
    FLEXCO_OVERHEAD_MAX = 10000 /* percent */
};

struct flexco_job {        /* seconds from the first submission of all */
    int64_t number;        /* its name in its log                      */
    int64_t submit;        /* >= 0                                     */
    int64_t run, estimate; /* >= 1; killed at its estimate             */
    uint32_t servers;      /* >= 1                                     */
    uint32_t site;         /* or FLEXCO_META                       */
    uint32_t overhead;     /* at several sites, percent; meta-jobs     */
};

struct flexco_system { /* the sites */
    uint32_t count;
    const uint32_t *servers; /* of each */
};

int flexco_job_is_meta(const struct flexco_job *j);

uint64_t flexco_job_servers(const struct flexco_system *s);

/* Have all sites together so many? Looks at no more of them than have. */
int flexco_job_fits(const struct flexco_system *s, uint64_t servers);

/* t num / den, rounded up; t <= 2^40, num and den < 2^40. In two halves, as the product
 * has more than 64 bits. */
int64_t flexco_job_part_of(int64_t t, uint64_t num, uint64_t den);

struct flexco_shape {
    uint32_t servers;
    int64_t run, estimate; /* at one site */
};

/* Fills in its shapes, [0] as submitted, and returns how many there are: 1 without
 * `molds`. */
uint32_t flexco_job_shapes(const struct flexco_system *system, const struct flexco_job *j,
                           int molds, uint32_t efficiency,
                           struct flexco_shape shapes[FLEXCO_SHAPES]);

/* How long it is booked for, in that shape, at so many sites. */
int64_t flexco_job_planned(const struct flexco_job *j, const struct flexco_shape *shape,
                           uint32_t sites);

/* How long it would run if it were not killed. */
int64_t flexco_job_wanted(const struct flexco_job *j, const struct flexco_shape *shape,
                          uint32_t sites);

/* How long it runs: as long as it wants, or until it is killed. */
int64_t flexco_job_actual(const struct flexco_job *j, const struct flexco_shape *shape,
                          uint32_t sites);

#endif
