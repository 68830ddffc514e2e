/* check.h - is what a policy did possible? Every item of every run is looked at.
 *
 * Each has a fate; one that ran has a start, not before it is submitted and ready, and
 * lasts as long as it should; together, at every instant, items hold no more of any
 * resource than there is (run_capacity), counted in whole numbers. A run that says
 * `recorded` is not checked for the last.
 */
#ifndef CHECK_H
#define CHECK_H

#include "kit/run.h"

/* Fails where the answer is no: the policy, the item, the instant. */
void check_run(const struct run *r);

#endif
