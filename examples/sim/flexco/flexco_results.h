/* flexco_results.h - the results of flexco_sim: tables for people, JSON and CSV for
 * programs; pictures are in flexco_plots.h.
 *
 * Terminal: for each binding a table of all figures at the largest error of the
 * estimates, with a column for each mode; what each mode is better by than rigid, in
 * percent of rigid; and the same over the errors, for the figures that paper 5 draws.
 * JSON: sites, meta, settings, points. CSV: points.csv and better.csv have a row for
 * each figure, point and seed; jobs.csv tells what became of each job in the runs of the
 * first table with the first seed. Times are seconds after the first submission.
 */
#ifndef FLEXCO_RESULTS_H
#define FLEXCO_RESULTS_H

#include "program/program.h"

/* Of a struct flexco_experiment that has ended, for program_write. */
extern const struct program_results flexco_results;

#endif
