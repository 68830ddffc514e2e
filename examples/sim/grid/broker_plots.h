/* broker_plots.h - the pictures of broker_sim: figures 7 to 10 of paper 2 (I. Rodero, F.
 * Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling), and more.
 *
 *     figure 7    the share of the jobs submitted, over time
 *     figure 8    execution time, waiting and bounded slowdown of each set-up
 *     figure 9    use of the CPUs of each cluster; and, not in the paper, of its nodes
 *     figure 10   the average bounded slowdown of the jobs finished so far, over time, of
 *                 each cluster; under SLOW, or the first set-up that selects by slowdown
 *     factors     waiting and slowdown over JR's reduction factor, if there are several
 *     delays      the same over the age of the broker's information, as multiples of what
 *                 they are without delay
 *     gantt       which job runs where, on each cluster, for some hours of the first
 *                 set-up
 *
 * All but factors and delays are of the first factor and the first delay.
 */
#ifndef BROKER_PLOTS_H
#define BROKER_PLOTS_H

#include "base/error.h"
#include "report/page.h"

/* The page of a struct broker_experiment. 0, or -1. */
int broker_plots_page(struct page *page, const void *experiment, struct error *e);

#endif
