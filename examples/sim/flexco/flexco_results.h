/* flexco_results.h - what the modes of FlexCo gave: as tables for people, as JSON and CSV
 * for programs.
 *
 * The first table has a column for each mode, at the largest error of the estimates; the
 * next one what the modes are better by than rigid, in percent of rigid; then the same of
 * the figures that paper 5 draws, error by error. Of several seeds there are means, in
 * brackets the least and the most. Sites are numbered from 1.
 */
#ifndef FLEXCO_RESULTS_H
#define FLEXCO_RESULTS_H

#include "base/error.h"
#include "flexco/flexco_experiment.h"
#include "flexco/flexco_figures.h"
#include "program/json.h"
#include "program/measure.h"
#include "report/metrics.h"
#include "report/report.h"

#include <stdio.h>

enum {
    FLEXCO_CELL = 21, /* of a table of reductions */
    FLEXCO_ROWS = 16, /* sites that are told each */
    FLEXCO_TEXT = 160,
    FLEXCO_DRAWN = 5
};

/* What figures 3 to 7 of the paper are of. */
extern const enum flexco_figure flexco_results_drawn[FLEXCO_DRAWN];

/* ---- words ------------------------------------------------------------------------- */

const char *flexco_results_binding_word(int early);

/* "reduction of the response time"; also where the figure's own label leans on others. */
const char *flexco_results_better_label(size_t figure);

/* Mean, and of several seeds "(least..most)"; with so many digits. */
const char *flexco_results_spread_text(const struct flexco_spread *s, size_t seeds,
                                       int digits, char to[FLEXCO_TEXT]);

/* Of which jobs and estimates the points are; of several bindings, under which. */
const char *flexco_results_point_text(const struct flexco_experiment *x,
                                      const struct flexco_point *p, char to[FLEXCO_TEXT]);

/* ---- the first lines --------------------------------------------------------------- */

/* For a page each site is a line of its own, not part of the one before. */
void flexco_results_print_flexco_sites(FILE *to, const struct flexco_experiment *x,
                                       int page);

void flexco_results_print_flexco_rules(FILE *to, const struct flexco_experiment *x);

/* ---- tables ------------------------------------------------------------------------ */

/* Has any mode of these points something to say? */
int flexco_results_row(const struct flexco_experiment *x, const struct flexco_point *of,
                       size_t figure);

/* A count that is a mean over seeds is told without its fraction. */
double flexco_results_shown(double value, enum measure_unit unit);

void flexco_results_print(FILE *to, const struct flexco_experiment *x);

/* ---- JSON -------------------------------------------------------------------------- */

/* The members of an object: sites, meta, settings, points. */
void flexco_results_json(struct json *j, const struct flexco_experiment *x);

/* ---- CSV --------------------------------------------------------------------------- */

/* One tidy file for each kind of row, in a folder that is made if need be. Times are
 * seconds from the first submission; jobs, executions and outages are those of the first
 * table, and the first seed. */
int flexco_results_csv(const char *folder, const struct flexco_experiment *x,
                       struct error *e);

#endif
