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
#ifndef SIM_LUBLIN_H
#define SIM_LUBLIN_H

#include "random.h"

#include <stdint.h>

enum { SIM_LUBLIN_HALF_HOURS = 48, SIM_LUBLIN_HALF_HOUR = 1800 };

typedef struct sim_lublin {
    sim_random random;
    double size_low, size_middle, size_high;        /* log2 of servers               */
    double rate[SIM_LUBLIN_HALF_HOURS];             /* arrivals, 1 = the day's mean  */
    double now;                                     /* seconds since midnight, day 0 */
} sim_lublin;

typedef struct sim_lublin_job {
    int64_t submit, run;
    uint32_t servers;
} sim_lublin_job;

/* Arrivals over the day, up to a factor: gamma(8.1737, 3.9631) in half hours. */
static inline double sim_lublin_density(double half_hour)
{
    return sim_exp(7.1737 * sim_ln(half_hour) - half_hour / 3.9631);
}

/* `servers` (at least 1) is the machine's size. */
static inline void sim_lublin_init(sim_lublin *m, uint64_t seed, uint32_t servers)
{
    const int day_starts = 11;  /* half hours after midnight, when it is quiet */
    double sum = 0;
    int i;
    m->random.state = seed;
    m->size_low = 0.8;
    m->size_high = sim_ln((double)servers) / sim_ln(2);
    m->size_middle = m->size_high - 2.5;
    if (m->size_middle < m->size_low) m->size_middle = m->size_low;
    if (m->size_high < m->size_low) m->size_high = m->size_low;
    m->now = 0;
    for (i = day_starts; i < day_starts + SIM_LUBLIN_HALF_HOURS; i++) {
        /* Simpson's rule over the half hour around i */
        const double weight = sim_lublin_density(i - 0.5) + 4 * sim_lublin_density(i)
                              + sim_lublin_density(i + 0.5);
        m->rate[(i - 1) % SIM_LUBLIN_HALF_HOURS] = weight;
        sum += weight;
    }
    for (i = 0; i < SIM_LUBLIN_HALF_HOURS; i++) m->rate[i] *= SIM_LUBLIN_HALF_HOURS / sum;
}

static inline uint32_t sim_lublin_size(sim_lublin *m, uint32_t servers)
{
    const double kind = sim_random_unit(&m->random);
    double log2_size, size;
    int first_stage;
    if (kind <= 0.244) return 1;
    first_stage = sim_random_unit(&m->random) <= 0.86;
    log2_size = sim_random_unit(&m->random);
    if (first_stage)
        log2_size = m->size_low + log2_size * (m->size_middle - m->size_low);
    else
        log2_size = m->size_middle + log2_size * (m->size_high - m->size_middle);
    if (kind <= 0.244 + 0.576) log2_size = (double)(int)(log2_size + 0.5);
    size = sim_exp(log2_size * sim_ln(2)) + 0.5;
    return size < (double)servers ? (uint32_t)size : servers;
}

static inline int64_t sim_lublin_run(sim_lublin *m, uint32_t servers)
{
    const double p_short = 0.78 - 0.0054 * servers;
    const double longest = 12;  /* e^12 s = 45 h */
    double x;
    do {
        if (sim_random_unit(&m->random) <= p_short)
            x = sim_random_gamma(&m->random, 4.2, 0.94);
        else
            x = sim_random_gamma(&m->random, 312, 0.03);
    } while (x > longest);
    return (int64_t)sim_exp(x);
}

/* The next arrival: when the rate, summed over time, has paid for e^x seconds. */
static inline int64_t sim_lublin_arrival(sim_lublin *m)
{
    const double longest = 13;  /* e^13 s = 5 days */
    double x, due;
    do
        x = sim_random_gamma(&m->random, 10.2303 * 1.0225, 0.4871);
    while (x > longest);
    due = sim_exp(x);
    for (;;) {
        const int64_t bucket = (int64_t)m->now / SIM_LUBLIN_HALF_HOUR;
        const double end = (double)((bucket + 1) * SIM_LUBLIN_HALF_HOUR);
        const double rate = m->rate[bucket % SIM_LUBLIN_HALF_HOURS];
        const double pays = (end - m->now) * rate;
        if (due < pays) {
            m->now += due / rate;
            return (int64_t)m->now;
        }
        due -= pays;
        m->now = end;
    }
}

static inline sim_lublin_job sim_lublin_next(sim_lublin *m, uint32_t servers)
{
    sim_lublin_job job;
    job.submit = sim_lublin_arrival(m);
    job.servers = sim_lublin_size(m, servers);
    job.run = sim_lublin_run(m, job.servers);
    return job;
}

#endif
