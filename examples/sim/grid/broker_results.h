/* broker_results.h - the results of broker_sim for programs: JSON and CSV. Tables for
 * people are in broker_tables.h, pictures in broker_plots.h.
 */
#ifndef BROKER_RESULTS_H
#define BROKER_RESULTS_H

#include "program/program.h"

/* Of a struct broker_experiment that is closed, for program_write. */
extern const struct program_results broker_results;

#endif
