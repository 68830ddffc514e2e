/* broker_coallocate.h - a job larger than any cluster, at several of them at once.
 *
 * Where the broker may co-allocate, a job that needs more processors than any cluster has
 * that satisfies its static HARD requirements gets processors of several, as one job:
 * coa_flex_earliest (FlexCo; M. A. S. Netto, R. Buyya, paper 5) finds the earliest end
 * over the plans of the clusters. At several clusters the job
 * takes `coallocate` percent longer, of its estimate when it is planned and of its run
 * time when it runs, both rounded up. Each part is an advance reservation at its cluster,
 * booked when the job is submitted around running jobs (by their estimates), other
 * reservations, and under conservative backfilling the promises to waiting jobs. So all
 * parts start at the promised time and end together. Jobs that wait in a local queue
 * without a promise are planned around it.
 *
 * The broker asks the clusters themselves: neither an information delay nor its queue
 * matters here. It needs processors that are counted, and clusters that do not fail: a
 * part cannot be taken back from a local system when another one is lost.
 */
#ifndef BROKER_COALLOCATE_H
#define BROKER_COALLOCATE_H

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "grid/broker_site.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stdint.h>

#define BROKER_COALLOCATE_PARTS \
    0x1000000u /* at most: of each large job one at each cluster */

struct broker_coallocate { /* an answer: zero-initialise; broker_coallocate_free */
    coa_site *sites;       /* the plans of the clusters that may have a part */
    coa_flex *flex;        /* of these sites; it has the parts of `found`    */
    uint32_t *cluster;     /* which cluster each of them is                  */
    uint32_t count;
    coa_flex_booking found;
};

void broker_coallocate_free(struct broker_coallocate *t);

/* So many percent of a time, rounded up. */
int64_t broker_coallocate_overhead(int64_t time, uint32_t percent);

/* Can no cluster run the job alone, but several of them together? */
int broker_coallocate_large(const struct grid *g, const struct demands *d,
                            const struct job *job);

/* Finds where and when the job can run. 1; 0 if it never can, or not by its deadline
 * where jobs are refused for that; -1 with a message. Call broker_coallocate_free in any
 * case. */
int broker_coallocate_find(const struct broker_view *v, const struct job *job,
                           struct broker_coallocate *t, struct error *e);

#endif
