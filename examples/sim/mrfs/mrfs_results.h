/* mrfs_results.h - what mrfs_sim found, for people and for programs: tables, JSON, CSV.
 *
 *     points.csv     a row for each figure of each algorithm at each point
 *     requests.csv   a row for each decision on each request
 */
#ifndef MRFS_RESULTS_H
#define MRFS_RESULTS_H

#include "base/error.h"
#include "base/text.h"
#include "mrfs/mrfs_experiment.h"
#include "program/json.h"
#include "report/report.h"

#include <stdint.h>
#include <stdio.h>

/* ---- texts ------------------------------------------------------------------------- */

const char *mrfs_results_unit_text(enum mrfs_unit unit);

/* A figure as people read it; "-" if it does not apply. */
const char *mrfs_results_figure_text(double x, enum mrfs_unit unit,
                                     char text[TEXT_NUMBER]);

/* What the two sweeps have in common. */
struct mrfs_sweep {
    const char *id;    /* "density"                  */
    const char *label; /* of an axis                 */
    char where[160];   /* at which network or density */
    size_t points[MRFS_POINTS];
    size_t count;
};

/* Which points it has, ascending; the first sweep is that of the density. */
struct mrfs_sweep mrfs_results_sweep_of(const struct mrfs_settings *s,
                                        const struct mrfs_experiment *x, int nodes);

int64_t mrfs_results_sweep_x(const struct mrfs_experiment *x,
                             const struct mrfs_sweep *sweep, size_t i);

/* ---- what was simulated ------------------------------------------------------------ */

void mrfs_results_print_head(FILE *to, const struct mrfs_settings *s,
                             const struct mrfs_experiment *x);

/* ---- tables ------------------------------------------------------------------------ */

int mrfs_results_known(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep,
                       enum mrfs_figure figure);

void mrfs_results_print(FILE *to, const struct mrfs_settings *s,
                        const struct mrfs_experiment *x);

/* ---- JSON -------------------------------------------------------------------------- */

/* The members of an object: settings, points. */
void mrfs_results_json(struct json *j, const struct mrfs_settings *s,
                       const struct mrfs_experiment *x);

/* ---- CSV --------------------------------------------------------------------------- */

int mrfs_results_csv(const char *folder, const struct mrfs_experiment *x, int timing,
                     struct error *e);

#endif
