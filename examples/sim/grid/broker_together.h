/* broker_together.h - a job larger than any cluster, at several of them at once.
 *
 * Where the broker may co-allocate, a job that needs more processors than any cluster
 * has that satisfies its static HARD requirements gets some of several, as one job: by
 * coa_flex_earliest (FlexCo; M. A. S. Netto, R. Buyya, paper 5) over calendars that are
 * what each cluster has promised, at the earliest end there is. At several it takes
 * `coallocate` percent longer, of its estimate when it is planned and of its run time
 * when it runs, both rounded up. Each part is an advance reservation at its cluster:
 * booked when the job is submitted, around what runs there by its estimate, others,
 * and under conservative backfilling what each waiting job is promised. So it starts when
 * it was told to, and all parts start and end together. Jobs that wait in a local queue
 * and are promised nothing are planned around it.
 *
 * The broker asks the clusters themselves: an information delay does not matter here, nor
 * does its queue. Only where processors are counted and clusters do not fail: a part
 * cannot be taken back from a local system when another one is lost.
 */
#ifndef BROKER_TOGETHER_H
#define BROKER_TOGETHER_H

#include "coalloc.h"

#include "base/job.h"
#include "grid/broker_select.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stdint.h>

#define BROKER_TOGETHER_PARTS \
    0x1000000u /* at most: of each large job one at each cluster */

struct broker_together { /* an answer: zero-initialise; broker_together_free */
    coa_site *sites;     /* calendars of the clusters that may have a part */
    uint32_t *cluster;   /* which one each of them is                      */
    uint32_t count;
    coa_flex_booking found;
};

void broker_together_free(struct broker_together *t);

/* So many percent of a time, rounded up. */
int64_t broker_together_overhead(int64_t time, uint32_t percent);

/* Can no cluster run it alone, but perhaps several of them? */
int broker_together_large(const struct grid *g, const struct demands *d,
                          const struct job *job);

/* Where and when the job can run: 1; 0: never, or under realtime not by its deadline; -1:
 * memory is out. broker_together_free it, whatever happens. */
int broker_together_find(const struct broker_view *v, const struct job *job,
                         struct broker_together *t);

#endif
