/* flexco_setup.h - the sites of a FlexCo experiment and all of their jobs (paper 5,
 * section 5.1: M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model
 * based on advance reservations with rescheduling support").
 *
 *     local jobs   a log feeds one site, or each half of its time one; of several copies
 *                  the i-th is rotated by i weeks: the jobs of its first i weeks come at
 *                  its end. The first is submitted at 0, and submissions are drawn
 *                  together or apart until the site has its load (shape.h)
 *     meta-jobs    a log's, without those submitted after the time that is folded; what
 *                  comes in the second half of it moves back onto the first. Their sizes
 *                  may be counted in nodes, rounded up. Of all, jobs are drawn until they
 *                  make the load wanted: times stay as they are
 *     built in     where there is no log: the model of Lublin and Feitelson, local jobs
 *                  for their site, meta-jobs for two; as many as the load asks for
 *     estimates    local: the model of Tsafrir, Etsion and Feitelson (estimates.h), or
 *                  the log's. Meta-jobs: the log's; of built-in ones the model's, too
 *     overhead     of each meta-job: min(Poisson(20), 25) percent, if not given
 *
 * A seed draws built-in jobs, estimates and overheads; which jobs of a log remain is
 * the same for all seeds. Loads of locals are over their own span, the load of the
 * meta-jobs is a share of all processors over the longest local span.
 */
#ifndef FLEXCO_SETUP_H
#define FLEXCO_SETUP_H

#include "base/job.h"
#include "flexco/flexco.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FLEXCO_SITES_MOST = 1024,
    FLEXCO_SITES = 4, /* built in: so many, of so many processors */
    FLEXCO_PROCESSORS = 128,
    FLEXCO_META_SITES = 2,    /* a built-in meta-job is as large as so many, at most */
    FLEXCO_SMALL_TIME = 3600, /* a small job: estimate and processors, at most */
    FLEXCO_SMALL_SERVERS = 64,
    FLEXCO_OVERHEAD_MEAN = 20, /* percent */
    FLEXCO_OVERHEAD_MOST = 25,
    FLEXCO_ESTIMATE_MOST = 13 * 3600, /* that the model makes */
    FLEXCO_WEEK = 7 * 86400,
    FLEXCO_BUILT_IN_MOST = 1000000, /* jobs of a stream */
    FLEXCO_SOURCE = 320
};

struct flexco_given {         /* what the user says of sites and jobs */
    const char *const *local; /* logs; none = built in            */
    size_t local_count;
    const char *meta;           /* NULL = built in                  */
    struct shape shape;         /* of each log: --cut, --jobs       */
    int64_t paper;              /* the rest: as the paper  */
    int64_t split;              /* into halves: 0 or 1; -1 = not given */
    int64_t copies, processors; /* from here on 0 = not given       */
    int64_t load, meta_load;    /* billionths                       */
    int64_t fold, sites;
    int64_t meta_node; /* processors; sizes of the log's meta-jobs are in such nodes */
    int64_t span;      /* of the built-in local jobs       */
    int64_t estimates;
    int64_t overhead; /* percent, of each meta-job; -1 = drawn */
};

struct flexco_stream {          /* the jobs of a site, or the meta-jobs */
    char source[FLEXCO_SOURCE]; /* for people        */
    struct job *jobs;           /* by submission     */
    size_t count;
    uint64_t servers;  /* of the site; of all      */
    const char *guess; /* ... how                  */
    double load;       /* NAN if it is not known  */
};

struct flexco_jobs {
    struct flexco_job *at; /* in order of arrival */
    size_t count;
};

struct flexco_setup { /* zero-initialise; flexco_setup_free */
    uint32_t count;   /* sites                                  */
    uint32_t *servers;
    struct flexco_stream *streams; /* of each site, then the meta-jobs       */
    struct workload *logs;         /* as they were read, now without jobs    */
    uint64_t *log_jobs;            /* how many there were, of each           */
    size_t log_count;
    int64_t span;            /* from 0 to the last local submission    */
    struct flexco_jobs jobs; /* all, as estimated without an error     */
};

void flexco_setup_free(struct flexco_setup *s);

struct flexco_stream *flexco_setup_meta(const struct flexco_setup *s);

/* Missing settings, resolved: the paper's set-up, if asked for; else each option's
 * default. */
void flexco_setup_resolve(struct flexco_given *g);

/* When the last job of the stream is submitted. */
int64_t flexco_setup_last(const struct flexco_stream *s);

/* Builds sites and jobs from resolved settings (*s zeroed). */
void flexco_setup_make(struct flexco_setup *s, const struct flexco_given *g,
                       int64_t seed);

/* A copy, for free(): estimates too long by `error` percent, rounded up; perhaps without
 * the small ones. */
struct flexco_jobs flexco_setup_copy(const struct flexco_jobs *from, int64_t error,
                                     int without_small);

#endif
