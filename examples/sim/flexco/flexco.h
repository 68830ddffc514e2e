/* flexco.h - sites with separate queues below a metascheduler, event by event.
 *
 * M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support" (paper 5), sections 2 to 4. Each site books its
 * local jobs, first come first served with conservative backfilling: at the earliest
 * start when they are submitted, a promise. A metascheduler books meta-jobs over all
 * sites (flexco_meta.c). When jobs end before their estimates, queues are compressed,
 * which is algorithm 2: in order of start each job that is the site's own moves to the
 * earliest start there is then, and processors that are idle after that are offered to
 * the jobs at the head of the queue that only the metascheduler can move.
 *
 * At one instant, in this order; between instants nothing happens:
 *   1 jobs end; the rest of their bookings is given back;
 *   2 sites, by number, at which something ended early compress their queues;
 *   3 the jobs that are submitted now are booked;
 *   4 jobs whose start has come start. Their booking is not changed any more.
 *
 * No job ends later than it was first promised.
 *
 *     const struct flexco_task task = {&system, jobs, n, &rules};
 *     struct flexco_result r = {0};
 *     flexco_run(&task, &r);
 *     if ((wrong = flexco_check(&task, &r)) != NULL) fail("%s", wrong);
 *     flexco_result_free(&r);
 */
#ifndef FLEXCO_H
#define FLEXCO_H

#include "coalloc.h"

#include <stddef.h>
#include <stdint.h>

/* ---- jobs -------------------------------------------------------------------------- */

/* A local job runs at the site it is submitted to. A meta-job is submitted to the
 * metascheduler, which divides it among the sites; at more than one it takes longer (the
 * network).
 *
 * Where a meta-job may be molded it has two more shapes, half and twice its processors.
 * A job that uses its own n processors to E percent takes, on m of them,
 *
 *     T(m) = T ((100 - E) m + E n) / (100 m)          (Amdahl's law), rounded up,
 *
 * estimate and run time alike. Its overhead is the same time in every shape, as a
 * request has one: a percentage of the estimate as submitted when it is planned, of the
 * run time as submitted when it runs, rounded up. No job runs beyond the end that was
 * planned: it is killed there. */

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
    int small;             /* before its estimate was made longer      */
};

struct flexco_system { /* the sites */
    uint32_t count;
    const uint32_t *servers; /* of each */
};

int flexco_job_is_meta(const struct flexco_job *j);

uint64_t flexco_job_servers(const struct flexco_system *s);

/* Would the job fit if it were alone? A meta-job: into all sites together. */
int flexco_job_fits(const struct flexco_system *s, const struct flexco_job *j);

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

/* ---- rules ------------------------------------------------------------------------- */

/* A mode is what the metascheduler may do to a meta-job that waits, when a site offers it
 * processors that became free early. A meta-job that is booked at one site is that site's
 * own from then on: the site moves it forward as it moves its local jobs, and only jobs
 * at several sites are offered to the metascheduler. With `one_site_fixed` every meta-job
 * is the metascheduler's. */
enum flexco_mode { FLEXCO_RIGID, FLEXCO_SHIFT, FLEXCO_REMAP, FLEXCO_MOLD, FLEXCO_MODES };

struct flexco_rules { /* zero-initialise */
    enum flexco_mode mode;
    int early_binding;   /* COA_INDEX_MAP, else COA_INDEX_COUNT            */
    int one_site_fixed;  /* only the metascheduler moves a meta-job at one site */
    uint32_t efficiency; /* percent, 0 .. 100: E above                     */
};

struct flexco_task {
    const struct flexco_system *system;
    const struct flexco_job *jobs; /* in order of arrival: by submission, then site (the
                                      metascheduler last)                              */
    size_t count;
    const struct flexco_rules *rules;
};

/* ---- the result -------------------------------------------------------------------- */

enum flexco_fate {
    FLEXCO_FATE_finished,
    FLEXCO_FATE_killed,  /* at the planned end   */
    FLEXCO_FATE_refused, /* it can never fit     */
    FLEXCO_FATE_COUNT
};

struct flexco_part { /* what a site gave to a job */
    uint32_t site, servers;
    size_t first_run; /* which processors, early binding: runs[first_run ...] */
    uint32_t run_count;
};

struct flexco_outcome {            /* of a job; times -1 = never                       */
    int64_t start, end;            /* when it ran                                      */
    int64_t first_start, promised; /* of its first booking, [first_start, promised)    */
    int64_t booked_end;            /* of its last booking                              */
    size_t first_part;             /* parts[first_part ...]: by site                   */
    uint32_t part_count;
    uint32_t first_parts;           /* at how many sites it was booked first            */
    uint32_t servers, shape;        /* as it ran, else as booked last; 0 = as submitted */
    uint32_t shifts, remaps, molds; /* how often it moved, by what changed most         */
    enum flexco_fate fate;
};

struct flexco_result {               /* zero-initialise; flexco_result_free */
    struct flexco_outcome *outcomes; /* of each job                             */
    size_t count;
    struct flexco_part *parts;
    size_t part_count, part_room;
    coa_run *runs;
    size_t run_count, run_room;
    uint64_t compressions;                  /* of a site's queue                      */
    uint64_t advances;                      /* of local jobs, by compression          */
    uint64_t meta_advances;                 /* of meta-jobs at one site, the same     */
    uint64_t asked, moved;                  /* meta-jobs offered an earlier time      */
    uint64_t sites_asked;                   /* by calls for meta-jobs, summed         */
    uint64_t shifts, remaps, molds, joined; /* moved; joined: from several to one site */
    double seconds;                         /* it took                                */
};

void flexco_run(const struct flexco_task *task, struct flexco_result *result);

void flexco_result_free(struct flexco_result *r);

/* NULL, or the first thing in it that is impossible (flexco_check.c). */
const char *flexco_check(const struct flexco_task *task,
                         const struct flexco_result *result);

#endif
