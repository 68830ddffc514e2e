/* report.h - writes what the options ask for: tables on standard output, the page, and
 * as --facts FILE every number under a key, for programs that judge them:
 *
 *     density=20 WS-RC acceptance             0.936  0.921  0.951  5  seeds
 *     density=20 WS-RC acceptance seed=1      0.917
 *     density=20 WS-RC share fate=accepted    ...
 *     density=20 WN-RC-WS-RC acceptance       the difference, with its interval
 *     density=20 WS-RC hash seed=1            of all that the run decided
 *     acceptance: WN-RC / WN-RN at density=20 what --claim asks (claim.h)
 *
 * Fields are separated by tabs: key, value, the ends of the 95 % interval, of how many
 * what. The words of a key are the options that are swept, the variant (or the difference
 * between two), the measure, the class; a blank in a word is written as _.
 */
#ifndef REPORT_H
#define REPORT_H

#include "kit/experiment.h"

/* Fails if an output would replace an input, or a file that is none of ours: before the
 * first run. */
void report_check(const struct experiment *x);

void report_write(const struct experiment *x);

/* Writes the simulator's answer instead, if an option asks for one: 1, or 0. */
int report_answer(const struct experiment *x);

/* --items and --links FILE: the outcome of each item, of each link, a line for each, as
 * CSV. Written while runs go on, in the order in which they are begun. An item's last
 * field has what the run says of the servers that it holds (run_part): "0-9 12", of
 * several resources "2:0-9". */
void report_runs_begin(const struct experiment *x);
void report_run(const struct experiment *x, const struct run *r);
void report_runs_end(void);

#endif
