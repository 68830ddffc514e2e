/* lublin.c - the model has three parts:
 *
 *   size      serial, a power of two, or any; its log2 is uniform in two stages
 *   run time  e^x, where x has one of two gamma distributions; the larger the job, the
 *             more likely the one of longer times
 *   arrivals  e^x seconds apart at the average rate, where x has a gamma distribution;
 *             the rate follows the time of day, half hour by half hour
 */
#include "workload/lublin.h"

#include "base/portable.h"

/* The density of arrivals over the day, but for a factor: gamma(8.1737, 3.9631) in half
 * hours. */
static double density(double half_hour)
{
    return portable_exp(7.1737 * portable_ln(half_hour) - half_hour / 3.9631);
}

void lublin_init(struct lublin *m, uint64_t seed, uint32_t servers)
{
    const int day_starts = 11; /* half hours after midnight, when it is quiet */
    double sum = 0;
    m->random.state = seed;
    m->size_low = 0.8;
    m->size_high = portable_ln((double)servers) / portable_ln(2);
    m->size_middle = m->size_high - 2.5;
    if (m->size_middle < m->size_low) m->size_middle = m->size_low;
    if (m->size_high < m->size_low) m->size_high = m->size_low;
    m->now = 0;
    for (int i = day_starts; i < day_starts + LUBLIN_HALF_HOURS; i++) {
        /* Simpson's rule over the half hour around i */
        const double weight = density(i - 0.5) + 4 * density(i) + density(i + 0.5);
        m->rate[(i - 1) % LUBLIN_HALF_HOURS] = weight;
        sum += weight;
    }
    for (int i = 0; i < LUBLIN_HALF_HOURS; i++) m->rate[i] *= LUBLIN_HALF_HOURS / sum;
}

static uint32_t draw_size(struct lublin *m, uint32_t servers)
{
    const double kind = random_unit(&m->random);
    if (kind <= 0.244) return 1;
    const int first_stage = random_unit(&m->random) <= 0.86;
    double log2_size = random_unit(&m->random);
    if (first_stage)
        log2_size = m->size_low + log2_size * (m->size_middle - m->size_low);
    else
        log2_size = m->size_middle + log2_size * (m->size_high - m->size_middle);
    if (kind <= 0.244 + 0.576) log2_size = (double)(int)(log2_size + 0.5);
    const double size = portable_exp(log2_size * portable_ln(2)) + 0.5;
    return size < (double)servers ? (uint32_t)size : servers;
}

static int64_t draw_run(struct lublin *m, uint32_t servers)
{
    const double p_short = 0.78 - 0.0054 * servers;
    const double longest = 12; /* e^12 s = 45 h */
    double x;
    do {
        if (random_unit(&m->random) <= p_short)
            x = random_gamma(&m->random, 4.2, 0.94);
        else
            x = random_gamma(&m->random, 312, 0.03);
    } while (x > longest);
    return (int64_t)portable_exp(x);
}

/* The next arrival: when the rate, integrated over time, reaches e^x seconds. */
static int64_t next_arrival(struct lublin *m)
{
    const double longest = 13; /* e^13 s = 5 days */
    double x;
    do x = random_gamma(&m->random, 10.2303 * 1.0225, 0.4871);
    while (x > longest);
    double due = portable_exp(x);
    for (;;) {
        const int64_t bucket = (int64_t)m->now / LUBLIN_HALF_HOUR;
        const double end = (double)((bucket + 1) * LUBLIN_HALF_HOUR);
        const double rate = m->rate[bucket % LUBLIN_HALF_HOURS];
        const double gain = (end - m->now) * rate;
        if (due < gain) {
            m->now += due / rate;
            return (int64_t)m->now;
        }
        due -= gain;
        m->now = end;
    }
}

struct lublin_job lublin_next(struct lublin *m, uint32_t servers)
{
    struct lublin_job job;
    job.submit = next_arrival(m);
    job.servers = draw_size(m, servers);
    job.run = draw_run(m, job.servers);
    return job;
}
