/* flexco.h - sites with their own queues below a metascheduler, event by event. */
#ifndef SIM_FLEXCO_H
#define SIM_FLEXCO_H

#include "error.h"
#include "flexco_job.h"
#include "flexco_rules.h"

#include <stddef.h>

/* Runs the jobs, in order of arrival. `result`: zeroed; sim_flexco_result_free it,
 * whatever comes of it. 0, or -1 with words. */
static inline int sim_flexco_run(const sim_flexco_system *system,
                                 const sim_flexco_job *jobs, size_t count,
                                 const sim_flexco_rules *rules, sim_flexco_result *result,
                                 sim_error *e)
{
    (void)system;
    (void)jobs;
    (void)count;
    (void)rules;
    (void)result;
    return sim_fail(e, "the run is not there yet");
}

#endif
