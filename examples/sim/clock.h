/* clock.h - how long something takes: seconds of a clock that nobody sets. */
#ifndef SIM_CLOCK_H
#define SIM_CLOCK_H

#include <time.h>

static inline double sim_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
