/* evaluation_results.h - the results of coalloc_sim: the lines and tables that people
 * read, JSON and CSV for programs, the pictures of paper 1 for one experiment (paper1.h)
 * and of a sweep (sweep_plots.c), as files and on a page.
 */
#ifndef EVALUATION_RESULTS_H
#define EVALUATION_RESULTS_H

#include "online/evaluation.h"
#include "online/evaluation_settings.h"
#include "online/sweep.h"
#include "program/program.h"

struct evaluation_shown { /* borrowed */
    const struct evaluation_settings *settings;
    const struct evaluation *x;
    const struct sweep *sweep; /* may have no points */
    const struct program *program;
};

/* Of a struct evaluation_shown, for program_write. */
extern const struct program_results evaluation_results;

#endif
