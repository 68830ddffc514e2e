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
#include "grid/broker_experiment.h"
#include "report/figure.h"
#include "report/gantt.h"

#include <stddef.h>

enum { BROKER_PLOTS = 24 }; /* at most; add_plot checks it */

struct broker_plots { /* zero-initialise; broker_plots_free */
    struct figure_plot plots[BROKER_PLOTS];
    struct gantt gantt;
    size_t plot_count;
    int charted; /* gantt is made */
};

/* Makes all pictures; call broker_plots_free in any case. 0, or -1 with a message. */
int broker_plots_make(struct broker_plots *f, const struct broker_experiment *x,
                      struct error *e);

void broker_plots_free(struct broker_plots *f);

/* A file for each picture. 0, or -1. */
int broker_plots_csv(const char *folder, const struct broker_plots *f, struct error *e);

#endif
