/* brief.h - the first report: a few lines for each variant, who gains and who pays,
 * and what to keep in mind; on a terminal here, on the page in page.c.
 */
#ifndef BRIEF_H
#define BRIEF_H

#include "kit/experiment.h"

/* Is there something to report first: are its measures declared, and not swept? */
int brief_possible(const struct experiment *x);

/* The workload, in lines of 80 columns, and the rest. */
void brief_print(const struct experiment *x, FILE *to);

/* What a difference to the baseline says in a word: "longer", "no clear difference". */
const char *brief_verdict(const struct experiment *x, const struct row_spread *s);

/* Is the variant what a log recorded, not simulated? What reports call it. */
int brief_is_recorded(const struct experiment *x, size_t variant);
const char *brief_name(const struct experiment *x, size_t variant);

#endif
