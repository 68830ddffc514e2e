/* mrfs_plots.h - the pictures of mrfs_sim: figure 3 of paper 3 (Li, Ranka, Sahni,
 * Schmalz), and a drawn network.
 *
 *     figure 3   acceptance ratio, and time for a request, against the density of
 *                requests and against the size of the network. (In the paper (b) is the
 *                size in the caption but the run time in the text: here are all four.)
 *     refusals   what was short, at each density
 *     netmap     the links in use, one for each algorithm, at the point in the middle of
 *                the densities
 */
#ifndef MRFS_PLOTS_H
#define MRFS_PLOTS_H

#include "base/error.h"
#include "program/program.h"

/* The files of --csv and the page of --report, as far as they are asked for, of a struct
 * mrfs_experiment. 0, or -1. */
int mrfs_plots_write(const struct program *p, const void *experiment, struct error *e);

#endif
