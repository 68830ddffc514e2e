/* mrfs_results.h - the results of mrfs_sim, when all runs are made: tables for people,
 * JSON and CSV for programs, pictures on a page and as files.
 *
 *     points.csv     a row for each figure of each algorithm at each point
 *     requests.csv   a row for each decision on each request
 *     figure 3       acceptance ratio, and time for a request, against the density of
 *                    requests and the size of the network. (In the paper (b) is the size
 *                    in the caption but the run time in the text: here are all four.)
 *     refusals       what was short, at each density
 *
 * Figures are those of paper 3 (Li, Ranka, Sahni, Schmalz).
 */
#ifndef MRFS_RESULTS_H
#define MRFS_RESULTS_H

#include "mrfs/mrfs_experiment.h"
#include "program/program.h"
#include "program/table.h"

/* Acceptance, or the mean time for a request: a row for each point of the sweep. */
void mrfs_results_sweep(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep, enum mrfs_figure figure);

/* Every figure at one point, except those that do not apply. */
void mrfs_results_point(struct table *t, const struct mrfs_experiment *x, size_t point);

/* JSON, CSV, tables and pictures of a struct mrfs_experiment, for program_write. */
extern const struct program_results mrfs_results;

#endif
