/* broker_tables.h - the tables of an experiment, each made once for the terminal and the
 * page.
 *
 *     struct broker_tables t = {0};
 *     if (broker_tables_make(&t, &x, &e) == 0) broker_tables_print(stdout, &t, &x);
 *     broker_tables_free(&t);
 *
 * The first table has a column for each set-up, at the first reduction factor and the
 * first delay; then there are the use of CPUs and nodes of each cluster, and with several
 * factors, or delays, a table over them for each of a few figures. A figure at a delay is
 * followed by how many times as large it is as at the first delay.
 */
#ifndef BROKER_TABLES_H
#define BROKER_TABLES_H

#include "base/error.h"
#include "grid/broker_experiment.h"
#include "program/table.h"

#include <stddef.h>
#include <stdio.h>

enum { BROKER_TABLES_FACTOR = 4, BROKER_TABLES_DELAY = 4 };

struct broker_tables { /* zero-initialise; broker_tables_free */
    struct table figures, cpus, nodes;
    struct table factors[BROKER_TABLES_FACTOR], delays[BROKER_TABLES_DELAY];
    size_t factor_count, delay_count;
};

/* 0, or -1 with a message; call broker_tables_free in any case. */
int broker_tables_make(struct broker_tables *t, const struct broker_experiment *x,
                       struct error *e);

void broker_tables_free(struct broker_tables *t);

/* Prints all tables but that of nodes, with the lines before and between them. */
void broker_tables_print(FILE *to, const struct broker_tables *t,
                         const struct broker_experiment *x);

/* Are there several reduction factors, and a set-up to which they make a difference? */
int broker_tables_over_factors(const struct broker_settings *s);

#endif
