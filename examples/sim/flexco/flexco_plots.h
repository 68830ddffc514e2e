/* flexco_plots.h - the pictures of flexco_sim: figures 3 to 7 of paper 5 (M. A. S.
 * Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support"), and more, on a page and as files.
 *
 *     fig3 ... fig7    what each mode is better by than rigid, over the error of the
 *                      estimates, small jobs kept and dropped: response time; slowdown
 *                      of all, local and meta-jobs; utilisation
 *     response_local, response_meta
 *                      figure 3 for each: the paper says "the same" and draws neither
 *     moves            how often a meta-job was moved, by what changed
 *     sites            how many meta-jobs were booked at several sites, and ran at one
 *     binding_response, binding_slowdown
 *                      with late and with early binding
 *     gantt_rigid, gantt_remap
 *                      who ran where on the same day, with rigid and with shift+remap
 *     tables           all figures; figures 3 to 7
 *
 * All show the first binding, unless they compare bindings; those that are not over the
 * error show the largest error. Values are means over the seeds, with lines from the
 * least to the most.
 */
#ifndef FLEXCO_PLOTS_H
#define FLEXCO_PLOTS_H

#include "base/error.h"
#include "report/page.h"

/* The page of a struct flexco_experiment. 0, or -1. */
int flexco_plots_page(struct page *page, const void *experiment, struct error *e);

#endif
