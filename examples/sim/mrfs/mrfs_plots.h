/* mrfs_plots.h - the pictures of mrfs_sim: figure 3 of paper 3 (Li, Ranka, Sahni,
 * Schmalz), and a drawn network.
 *
 *     figure 3   acceptance ratio, and time for a request, against the density of
 *                requests and against the size of the network. (Its caption has (b) as
 *                the network size, its text as the run time: here are all four.)
 *     refusals   what was short, at each density
 *     netmap     the links in use, one for each algorithm, at the point in the middle of
 *                the densities
 *     tables     every figure at that point
 */
#ifndef MRFS_PLOTS_H
#define MRFS_PLOTS_H

#include "base/error.h"
#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_run.h"
#include "report/figure.h"
#include "report/netmap.h"
#include "report/page.h"

#include <stddef.h>

enum { MRFS_PLOTS = 8, MRFS_DRAWN = 20000 }; /* links, at most */

struct mrfs_plots { /* zero-initialise; mrfs_plots_free */
    struct figure_plot plots[MRFS_PLOTS];
    size_t count;
    struct netmap maps[MRFS_ALGORITHMS];
    size_t map_count;
    struct page_sheet figures, by_density, by_nodes;
};

void mrfs_plots_free(struct mrfs_plots *f);

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; mrfs_plots_free it, whatever happens). 0, or -1. */
int mrfs_plots_make(struct mrfs_plots *f, const struct mrfs_settings *s,
                    const struct mrfs_experiment *x, struct error *e);

/* One file for each picture, in a folder that is there. */
int mrfs_plots_csv(const struct mrfs_plots *f, const char *folder, struct error *e);

/* The page; its footer has the command line. 0, or -1. */
int mrfs_plots_page(const struct mrfs_plots *f, const struct mrfs_settings *s,
                    const struct mrfs_experiment *x, const char *path,
                    const char *program, const char *flags, int argc, char **argv,
                    struct error *e);

#endif
