/* evaluation_plots.h - all pictures of a run of coalloc_sim: those of paper 1 for one
 * experiment (paper1.h), those of a sweep (sweep_plots.h), and where they go: files in a
 * folder (--csv) and the page (--report).
 */
#ifndef EVALUATION_PLOTS_H
#define EVALUATION_PLOTS_H

#include "base/error.h"
#include "online/evaluation.h"
#include "online/evaluation_results.h"
#include "online/evaluation_settings.h"
#include "online/sweep.h"
#include "program/program.h"

#include <stdint.h>

struct evaluation_pictured { /* what is drawn: borrowed */
    const struct evaluation_settings *settings;
    const struct evaluation *x;
    const struct sweep *sweep; /* may have no points */
    int64_t day;               /* as for machine_plots_day */
};

/* Makes the pictures and writes those that the command line asks for. 0, or -1. */
int evaluation_plots_write(const struct program *p, const struct evaluation_pictured *of,
                           struct error *e);

#endif
