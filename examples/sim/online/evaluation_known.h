/* evaluation_known.h - is a comparison of policies one of like with like? What a reader
 * must know beside the figures.
 */
#ifndef EVALUATION_KNOWN_H
#define EVALUATION_KNOWN_H

#include "online/evaluation.h"
#include "online/evaluation_settings.h"

#include <stdio.h>

/* A line: what each column knows of how long jobs run. */
void evaluation_known_lengths(FILE *to, const struct evaluation_settings *s);

/* Did every policy run the same jobs? */
int evaluation_known_same(const struct evaluation *x);

/* If not: how many each ran, and of which the waits are. Of a struct evaluation. */
void evaluation_known_jobs(FILE *to, const void *x);

#endif
