/* lublin.h - a workload where no log is at hand: the model of
 *
 *   U. Lublin and D. G. Feitelson: The workload on parallel supercomputers: modeling the
 *   characteristics of rigid jobs. J. Parallel Distrib. Comput. 63(11), 1105-1122, 2003.
 *
 *     struct lublin model;
 *     lublin_init(&model, seed, 128);
 *     job = lublin_next(&model, 128);     jobs come in order of submission
 *
 * It has the published parameters for a workload in which batch and interactive jobs are
 * not distinguished; only the largest size follows the machine, as the authors advise.
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

/* `servers`, at least 1, is the size of the machine. */
void lublin_init(struct lublin *m, uint64_t seed, uint32_t servers);

struct lublin_job lublin_next(struct lublin *m, uint32_t servers);

#endif
