/* flexco_plots.h - the pictures of flexco_sim: figures 3 to 7 of paper 5 (M. A. S. Netto,
 * R. Buyya, "A flexible resource co-allocation model based on advance reservations with
 * rescheduling support"), and more, on a page and as files.
 *
 *     fig3 ... fig7    what each mode is better by than rigid, over the error of the
 *                      estimates, small jobs kept and dropped: response time; slowdown
 *                      of all, local and meta-jobs; utilisation
 *     response_local, response_meta
 *                      figure 3 for each: "the same", says the paper, and draws neither
 *     moves            how often a meta-job was moved, by what changed
 *     sites            how many meta-jobs were booked at several sites, and ran at one
 *     binding_response, binding_slowdown
 *                      with late and with early binding
 *     gantt_rigid, gantt_remap
 *                      who ran where on the same day, with rigid and with shift+remap
 *     tables           all figures; winners: the jobs that end earlier than with rigid,
 *                      and later, of the first seed; figures 3 to 7
 *
 * All are of the first binding, unless they are over it; those that are not over the
 * error are of the largest. Values are means over the seeds, with lines from least to
 * most.
 */
#ifndef FLEXCO_PLOTS_H
#define FLEXCO_PLOTS_H

#include "base/error.h"
#include "flexco/flexco_chart.h"
#include "flexco/flexco_experiment.h"
#include "report/figure.h"
#include "report/page.h"

#include <stddef.h>
#include <stdint.h>

enum { FLEXCO_PLOTS = 13, FLEXCO_SHEETS = 10, FLEXCO_CHARTS = 2 };

struct flexco_plots { /* zero-initialise; flexco_plots_free */
    struct figure_plot plots[FLEXCO_PLOTS];
    struct page_sheet sheets[FLEXCO_SHEETS];
    struct flexco_chart charts[FLEXCO_CHARTS];
    size_t plot_count, sheet_count, chart_count;
};

void flexco_plots_free(struct flexco_plots *f);

/* ---- who wins, who loses ----------------------------------------------------------- */

struct flexco_winners { /* of a kind of jobs, against rigid */
    uint64_t all, earlier, later;
    double won, lost; /* seconds, of all of them */
};

enum { FLEXCO_SMALL_LOCAL, FLEXCO_OTHER_LOCAL, FLEXCO_METAS, FLEXCO_KINDS };

/* Of the kept runs of two points, of the same jobs. */
void flexco_plots_win_count(const struct flexco_point *rigid,
                            const struct flexco_point *p,
                            struct flexco_winners kinds[FLEXCO_KINDS]);

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; flexco_plots_free it, whatever happens). 0, or -1. */
int flexco_plots_make(struct flexco_plots *f, const struct flexco_experiment *x,
                      struct error *e);

int flexco_plots_csv(const char *folder, const struct flexco_plots *f, struct error *e);

/* Everything on one page; its footer has the command line. 0, or -1. */
int flexco_plots_page(const struct flexco_plots *f, const struct flexco_experiment *x,
                      const char *path, const char *program, const char *flags, int argc,
                      char **argv, struct error *e);

#endif
