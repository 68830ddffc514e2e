/* clock.h - how long something takes: seconds of a clock that nobody sets, or those that
 * a processor spent on the calling thread. */
#ifndef SIM_CLOCK_H
#define SIM_CLOCK_H

#include <time.h>

static inline double sim_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline double sim_thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
