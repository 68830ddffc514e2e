/* report.h - writes what the options ask for: tables on standard output, JSON, CSV, the
 * page.
 */
#ifndef REPORT_H
#define REPORT_H

#include "kit/experiment.h"

/* Fails if an output would replace an input, or a file that is none of ours: before the
 * first run. */
void report_check(const struct experiment *x);

void report_write(const struct experiment *x);

#endif
