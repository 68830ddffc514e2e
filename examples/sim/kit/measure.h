/* measure.h - the rows of a run: what its items have of every measure, and what the run
 * gives itself.
 *
 *     run_give(to, "utilisation", busy / all);
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "kit/run.h"

/* Fails where a name in the tables is unknown, or they combine what cannot be. */
void measure_check(const struct simulator *s);

/* The rows of a run from its items. `compared`: of each item; `blocks`: a block is a
 * week of submissions. */
void measure_take(struct run *r, const unsigned char *compared, int blocks);

/* The run's value of a measure with STAT_GIVEN; NAN: it does not apply. */
void run_give(struct run *r, const char *measure, double value);

/* The same as sum and weight, of one place of an axis: the CPUs in use at one cluster. */
void run_class(struct run *r, const char *measure, const char *axis, uint32_t place,
               double sum, double weight);

/* What a place of an axis with AXIS_NAMES is called: the same in every run. */
void run_name(struct run *r, const char *axis, uint32_t place, const char *name);

/* The number of a measure, an axis; ROW_NONE: there is none. "share" is the number behind
 * the last. */
uint32_t measure_number(const struct simulator *s, const char *name);
uint32_t measure_hash(const struct simulator *s); /* of what a run decided: behind it */
uint32_t measure_axis(const struct simulator *s, const char *name);

/* What a place of an axis is called: the same at every point. `names`: of AXIS_NAMES. */
const char *measure_place(const struct axis *a, uint32_t place, const char *const *names);

/* "15 min": edge k of an axis. */
const char *measure_edge(const struct axis *a, size_t k);

#endif
