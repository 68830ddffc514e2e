/* broker_plots.h - the pictures of broker_sim: figures 7 to 10 of paper 2 (I. Rodero, F.
 * Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling), and more, on a page
 * and as files.
 *
 *     figure 7    the share of the jobs submitted, over time
 *     figure 8    execution time, waiting and bounded slowdown of each set-up
 *     figure 9    use of the CPUs of each cluster; and, not drawn there, of its nodes
 *     figure 10   the average bounded slowdown of the jobs finished so far, over time, of
 *                 each cluster; under SLOW, or the first set-up that selects by it
 *     factors     waiting and slowdown over JR's reduction factor, if there are several
 *     delays      the same over the age of the broker's information, as multiples of what
 *                 they are without
 *     gantt       who runs where, on each cluster, for some hours of the first set-up
 *     tables      all figures; clusters; factors; delays
 *
 * All are of the first factor and the first delay, unless they are over these.
 */
#ifndef BROKER_PLOTS_H
#define BROKER_PLOTS_H

#include "base/error.h"
#include "grid/broker_experiment.h"
#include "grid/broker_results.h"
#include "report/figure.h"
#include "report/gantt.h"
#include "report/page.h"

#include <stddef.h>

enum {
    BROKER_PLOTS = 12,
    BROKER_SHEETS = 3 + BROKER_BY_FACTOR + BROKER_BY_DELAY,
    BROKER_MOMENTS = 400, /* of curves over time                   */
    BROKER_HOURS = 6,     /* of the chart of who runs where        */
    BROKER_STRETCHES = 1000
};

struct broker_plots { /* zero-initialise; broker_plots_free */
    struct figure_plot plots[BROKER_PLOTS];
    struct page_sheet sheets[BROKER_SHEETS];
    struct gantt gantt;
    size_t plot_count, sheet_count;
    int charted; /* gantt is made */
};

void broker_plots_free(struct broker_plots *f);

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; broker_plots_free it, whatever happens). 0, or -1. */
int broker_plots_make(struct broker_plots *f, const struct broker_experiment *x,
                      struct error *e);

int broker_plots_csv(const char *folder, const struct broker_plots *f, struct error *e);

/* Everything on one page; its footer has the command line. 0, or -1. */
int broker_plots_page(const struct broker_plots *f, const struct broker_experiment *x,
                      const char *path, const char *program, const char *flags, int argc,
                      char **argv, struct error *e);

#endif
