/* multicost_plots.h - the pictures of multicost_sim: figure 2 of paper 4 (K.
 * Christodoulopoulos, E. Varvarigos), and a drawn network, on a page and as files.
 *
 *     figure 2(a)   average total delay over lambda, a curve for each method
 *     blocking, conflict   what section 5 says of the curves
 *     figure 2(b)   paths searched, of the methods that search paths
 *     bursts, links, CPUs   not in the paper
 *     netmap        how busy the links are over time, one for each method, in the first
 *                   repetition at the largest lambda
 */
#ifndef MULTICOST_PLOTS_H
#define MULTICOST_PLOTS_H

#include "base/error.h"
#include "program/program.h"

/* The files of --csv and the page of --report, as far as they are asked for, of a struct
 * multicost_experiment. 0, or -1. */
int multicost_plots_write(const struct program *p, const void *experiment,
                          struct error *e);

#endif
