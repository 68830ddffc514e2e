/* lublin.h - a workload for those who have no log at hand: the model of
 *
 *   U. Lublin and D. G. Feitelson: The workload on parallel supercomputers: modeling the
 *   characteristics of rigid jobs. J. Parallel Distrib. Comput. 63(11), 1105-1122, 2003.
 *
 * Three parts, with the published parameters for a workload that does not tell batch from
 * interactive jobs; only the largest size follows the machine, as the authors advise:
 *   size      serial, a power of two, or any; its log2 is uniform in two stages
 *   run time  e^x, x from one of two gamma distributions, the larger the job the likelier
 *             from the longer one
 *   arrivals  e^x seconds apart at the average rate, x from a gamma distribution; the
 *             rate follows the time of day, half hour by half hour
 */
#ifndef LUBLIN_H
#define LUBLIN_H

#include "base/random.h"

#include <stdint.h>

enum { LUBLIN_HALF_HOURS = 48, LUBLIN_HALF_HOUR = 1800 };

struct lublin {
    struct random random;
    double size_low, size_middle, size_high; /* log2 of servers               */
    double rate[LUBLIN_HALF_HOURS];          /* arrivals, 1 = the day's mean  */
    double now;                              /* seconds since midnight, day 0 */
};

struct lublin_job {
    int64_t submit, run;
    uint32_t servers;
};

/* `servers` (at least 1) is the machine's size. */
void lublin_init(struct lublin *m, uint64_t seed, uint32_t servers);

struct lublin_job lublin_next(struct lublin *m, uint32_t servers);

#endif
