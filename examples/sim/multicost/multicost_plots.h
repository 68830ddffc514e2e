/* multicost_plots.h - the pictures of multicost_sim: figure 2 of paper 4 (K.
 * Christodoulopoulos, E. Varvarigos), and a drawn network, on a page and as files.
 *
 *     figure 2(a)   average total delay over lambda, a curve for each method
 *     blocking, conflict   what section 5 says of the curves
 *     figure 2(b)   paths searched, of the methods that search paths
 *     bursts, links, CPUs   not in the paper
 *     netmap        how busy the links are over time, one for each method, in the first
 *                   repetition at the largest lambda
 *     tables        the curves as numbers, and every figure at the largest lambda
 */
#ifndef MULTICOST_PLOTS_H
#define MULTICOST_PLOTS_H

#include "base/error.h"
#include "multicost/multicost_experiment.h"
#include "report/figure.h"
#include "report/netmap.h"
#include "report/page.h"

#include <stddef.h>

enum { MULTICOST_PLOTS = 9, MULTICOST_SHEETS = 5 };

struct multicost_plots { /* zero-initialise; multicost_plots_free */
    struct figure_plot plots[MULTICOST_PLOTS];
    struct netmap maps[MULTICOST_METHODS];
    struct page_sheet sheets[MULTICOST_SHEETS];
    size_t plot_count, map_count, sheet_count;
};

void multicost_plots_free(struct multicost_plots *f);

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; multicost_plots_free it, whatever happens). 0, or -1. */
int multicost_plots_make(struct multicost_plots *f, const struct multicost_experiment *x,
                         struct error *e);

int multicost_plots_csv(const char *folder, const struct multicost_plots *f,
                        struct error *e);

/* Everything on one page; its footer has the command line. 0, or -1. */
int multicost_plots_page(const struct multicost_plots *f,
                         const struct multicost_experiment *x, const char *path,
                         const char *program, const char *flags, int argc, char **argv,
                         struct error *e);

#endif
