/* multicost_results.h - the results of multicost_sim, when all runs are made: tables for
 * people, JSON and CSV for programs, pictures on a page and as files.
 *
 *     runs.csv      a row for each figure of each run
 *     tasks.csv     a row for each task of the first repetition of each point
 *     figure 2(a)   average total delay over lambda, a curve for each method
 *     blocking, conflict   what section 5 says of the curves
 *     figure 2(b)   paths searched, of the methods that search paths
 *     bursts, links, CPUs   not in the paper
 *
 * Figures are those of paper 4 (K. Christodoulopoulos, E. Varvarigos).
 */
#ifndef MULTICOST_RESULTS_H
#define MULTICOST_RESULTS_H

#include "program/program.h"

/* Of a struct multicost_experiment, for program_write. */
extern const struct program_results multicost_results;

#endif
