/* gantt.h - one day of a run: who holds what at each resource, as SVG. Where the run does
 * not say which servers an item has, it gets the lowest that are free.
 */
#ifndef GANTT_H
#define GANTT_H

#include "kit/run.h"

#include <stdio.h>

/* The begin of the day in which most items wait, of days since the first submission; -1:
 * none has a start. */
double gantt_day(const struct run *r);

/* Is there a capacity, so that it can be drawn? */
int gantt_possible(const struct run *r);

/* What share of all capacity is held, on average, in each of `count` equal parts of the
 * time from `from` to `until`. */
void gantt_use(const struct run *r, double from, double until, size_t count, double *to);

void gantt_write(const struct run *r, double day, FILE *to);

#endif
